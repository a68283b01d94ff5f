"""What waits for whom. Derived from the game's rows by providers, never stored."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from campaign.visibility import Viewer


@dataclass(frozen=True)
class Waiting:
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


Provider = Callable[[Sequence[Viewer]], Iterable[Waiting]]
_providers: dict[str, Provider] = {}


def register(name: str, provider: Provider) -> None:
    """Apps add their providers at start-up; they are asked in the order of their names."""
    _providers[name] = provider


def waiting_for(viewers: Sequence[Viewer]) -> list[Waiting]:
    """All that waits in the viewers' campaigns, each provider asked once for all of them."""
    return [thing for name in sorted(_providers) for thing in _providers[name](viewers)]
