"""Answer what an open page polls: a stream token, the version of what it shows, and marks of its reader's moves."""

from collections.abc import Sequence
from dataclasses import field

from django.http import Http404

from campaign.selectors.home import home_feeds
from campaign.selectors.moves import marks_of
from campaign.services.live import make_home_token, make_token
from campaign.visibility import Viewer
from rulesets.core.records import dataclass


@dataclass(frozen=True)
class Pulse:
    """`moves` has a mark for each of the reader's moves, if the page asked for them."""

    token: str
    version: int
    moves: list[str] = field(default_factory=list)


def pulse_of(viewer: Viewer, *, moves: bool = False) -> Pulse:
    """Return the pulse of a seat's pages.

    The umpire viewing as a seat gets none: the seat's own drafts change its version too.
    """
    if viewer.viewing_as:
        raise Http404
    return Pulse(make_token(viewer.feed_id), viewer.version, _marks([viewer], wanted=moves))


def home_pulse(user_id: int, *, moves: bool = False) -> Pulse:
    """Return the pulse of a person's home page, over all their seats."""
    feeds = home_feeds(user_id)
    return Pulse(make_home_token(feeds.ids), feeds.version, _marks(feeds.viewers, wanted=moves))


def _marks(viewers: Sequence[Viewer], *, wanted: bool) -> list[str]:
    return marks_of(viewers) if wanted and viewers else []
