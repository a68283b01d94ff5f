"""Collect moves to make, derived from the game's rows by the apps' providers and never stored."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from campaign.app_part import INSTALLED
from campaign.visibility import Viewer
from rulesets.core.records import dataclass


@dataclass(frozen=True)
class Todo:
    """One move to make: who makes it (an audience), what, and where.

    `subject` names it within its campaign; deadlines are kept under it. `is_public` says that everyone in the
    campaign may know whose move it is; `topic` names it for the others, in public words and never with what is
    missing. A move without a clock isn't `timed`; one that is `of_club` stays open in a paused campaign.

    A clock belongs to the phase that opened at `since`, and is due after as many time limits as `limits` says. While
    the phase lasts, its provider yields the move even if it `is_done`, so that undoing it gives no new time, and says
    whether the phase `is_stopped`. `is_reopened` says that a rewind opened it again, `after` what follows the deadline.
    """

    campaign_id: int
    subject: str
    audience: str
    sentence: str
    url_name: str
    url_args: tuple[Any, ...]
    button: str
    since: datetime
    is_public: bool = False
    topic: str = ""
    timed: bool = True
    of_club: bool = False
    limits: int = 1
    is_done: bool = False
    is_stopped: bool = False
    is_reopened: bool = False
    after: str = "the umpire decides"


def todos_of(viewers: Sequence[Viewer]) -> list[Todo]:
    """Return all moves to make in the viewers' campaigns, asking each provider once."""
    return [todo for todo in _all(viewers) if not todo.is_done]


def timed_of(viewers: Sequence[Viewer]) -> list[Todo]:
    """Return all moves with a clock, also those already made in a phase that lasts."""
    return [todo for todo in _all(viewers) if todo.timed]


def _all(viewers: Sequence[Viewer]) -> list[Todo]:
    return [todo for provider in INSTALLED.todos() for todo in provider(viewers)]
