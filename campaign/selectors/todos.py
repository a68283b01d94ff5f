"""Who has what to do: derived from the game's rows by the apps' providers, never stored."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from campaign.app_part import INSTALLED
from campaign.visibility import Viewer


@dataclass(frozen=True)
class Todo:
    """One thing to do: for whom (an audience), in a sentence, and where it is done.

    `subject` names it within its campaign; deadlines are kept under it. `is_public` says that everyone in the
    campaign may know whose move it is, and `topic` names the matter for those others (public words, never what is
    lacking). What has no clock is not `timed`; what is `of_club` waits in a paused campaign too.
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


def todos_of(viewers: Sequence[Viewer]) -> list[Todo]:
    """Return all that waits in the viewers' campaigns; each provider is asked once for all of them."""
    return [todo for provider in INSTALLED.todos() for todo in provider(viewers)]
