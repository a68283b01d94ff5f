"""A side's queue: what it has ordered ahead, for its own eyes, and which sides stand ready, for everyone's."""

from django.db.models import QuerySet
from django.http import Http404

from campaign.parts import Audience
from campaign.prepared import prepared
from campaign.visibility import Viewer
from rulesets.civil_war.war import View
from rulesets.civil_war.war.queueing import queued_from
from rulesets.core.records import dataclass
from war.models import Queue
from war.selectors.map import page_audience
from war.selectors.order_words import conditions_in_words, order_in_words
from war.selectors.war_state import seen_by

ENDS = "End the half-pulse. Your troops stand fast until you have spent what you must."


@dataclass(frozen=True)
class QueuedLine:
    """An order that waits: its number, its words, and its conditions."""

    n: int
    words: str
    conditions: str = ""


@dataclass(frozen=True)
class QueuePage:
    """A side's queue."""

    lines: tuple[QueuedLine, ...]
    is_ready: bool
    may_change: bool
    is_own_half: bool
    audience: Audience


def queue_page(viewer: Viewer) -> QueuePage:
    """Return the queue of a commander's side; nobody else has one."""
    view = seen_by(viewer)
    row = next(iter(_queues(viewer.campaign_id, viewer.side)), None)
    if view is None or row is None:
        raise Http404
    return QueuePage(
        lines=tuple(_line(view, n, entry) for n, entry in enumerate(row.orders, 1)),
        is_ready=row.is_ready,
        may_change=not viewer.scope and viewer.game_is_on and not viewer.viewing_as,
        is_own_half=view.is_spending,
        audience=page_audience(viewer),
    )


@prepared
def _queues(campaign_id: int, side: str) -> QuerySet[Queue]:
    return Queue.objects.filter(campaign_id=campaign_id, side=side)


def _line(view: View, n: int, entry: object) -> QueuedLine:
    if not isinstance(entry, dict):
        return QueuedLine(n, ENDS)
    queued = queued_from(entry)
    return QueuedLine(n, order_in_words(view, queued.order), conditions_in_words(view, queued))
