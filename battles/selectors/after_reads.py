"""What the after-action report of a battle reads: journal lines, and both results with the ticks of their sides.

A viewer's own lines say what they were told and when. Once both plans are public, so is what else either side and the
umpire were told, by the kinds named here: a new kind stays with its readers until it is.
"""

from collections.abc import Sequence
from datetime import datetime

from django.db.models import OuterRef, Q, QuerySet
from django.db.models.functions import JSONObject

from battles.models import Battle, SideResult, Tick
from battles.selectors.losses import Ticked
from battles.selectors.reads import NOTICES, stream_of, with_report
from campaign.audiences import PUBLIC
from campaign.models import JournalLine
from campaign.parts import Audience, TraceLine
from campaign.prepared import prepared
from campaign.together import Together
from campaign.visibility import Viewer, audience_words
from rulesets.core.records import dataclass

TICKS = "ticks"  # what is read with a result
FOUND, RATINGS, TICKED = "battle.found", "battle.ratings", "battle.tick"
OPENED = (
    NOTICES,
    FOUND,
    RATINGS,
    TICKED,
    "battle.excess",
    "battle.hidden",
    "battle.leader",
    "battle.removals",
    "card.added",
    "card.changed",
    "card.listed",
    "card.removed",
    "card.rolled",
    "card.confirmed",
    "card.discarded",
    "order.written",
    "map.losses",
)


@dataclass(frozen=True)
class Told:
    """A sentence of the record: who was told it, and when. `n` is its number in the viewer's own journal, if it has
    one. Turn 0 means none."""

    n: int
    turn: int
    at: datetime
    kind: str
    text: str
    to: Audience
    to_everyone: bool
    trace: tuple[TraceLine, ...]
    is_current: bool = True


def told_of(viewer: Viewer, battle: Battle) -> tuple[Told, ...]:
    """Return everything about a battle that this viewer may know to have been told, in its order, in one read."""
    about = stream_of(battle.id)
    if not battle.opens_plans:
        return tuple(_told(viewer, line) for line in _own(viewer.feed_id, about))
    lines = _own_and_opened(viewer.feed_id, about, battle.campaign_id, list(OPENED))
    own = {line.announcement_id for line in lines if line.feed_id == viewer.feed_id}
    firsts: dict[int, JournalLine] = {}
    for line in lines:
        is_own = line.feed_id == viewer.feed_id
        if is_own or (line.is_current and line.announcement_id not in own):
            firsts.setdefault(line.announcement_id, line)
    return tuple(_told(viewer, line) for line in firsts.values())


def _told(viewer: Viewer, line: JournalLine) -> Told:
    said = line.announcement
    return Told(
        n=line.n if line.feed_id == viewer.feed_id else 0,
        turn=line.turn,
        at=line.at,
        kind=line.kind,
        text=said.text,
        to=audience_words(viewer, said.audience),
        to_everyone=said.audience == PUBLIC,
        trace=tuple(TraceLine(**step) for step in said.trace),
        is_current=line.is_current,
    )


@prepared
def _own(feed_id: int, about: str) -> QuerySet[JournalLine]:
    lines = JournalLine.objects.filter(feed_id=feed_id, about=about)
    return lines.select_related("announcement").order_by("n")


@prepared
def _own_and_opened(feed_id: int, about: str, campaign_id: int, kinds: Sequence[str]) -> QuerySet[JournalLine]:
    lines = JournalLine.objects.filter(feed__campaign_id=campaign_id, about=about)
    lines = lines.filter(Q(feed_id=feed_id) | Q(kind__in=kinds))
    ordered = lines.order_by("announcement__entry__seq", "announcement__position", "at", "feed_id")
    return ordered.select_related("announcement")


@dataclass(frozen=True)
class Results:
    """What both sides entered, and what they ticked."""

    rows: dict[str, SideResult]
    ticks: dict[str, tuple[Ticked, ...]]


def results_of(battle: Battle) -> Results:
    """Return both results with the ticks of their sides, in one read."""
    rows = {row.side: row for row in _results(battle.id)}
    return Results(rows, {side: _ticks_with(row) for side, row in rows.items()})


def _ticks_with(row: SideResult) -> tuple[Ticked, ...]:
    found = (Ticked(**{**each, "counts": bool(each["counts"])}) for each in getattr(row, TICKS) or [])
    return tuple(sorted(found, key=lambda tick: tick.n))


@prepared
def _results(battle_id: int) -> QuerySet[SideResult]:
    ticks = Tick.objects.filter(battle_id=OuterRef("battle_id"), side=OuterRef("side"))
    columns = JSONObject(**{name: name for name in Ticked._fields})
    together = Together(ticks.values(**{TICKS: columns}))
    return with_report(battle_id).annotate(**{TICKS: together})
