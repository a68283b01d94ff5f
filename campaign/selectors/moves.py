"""Work out whose move it is: a seat's own moves and deadlines, and what it may know of the others'."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any, NamedTuple

from django.db.models import QuerySet

from campaign import parts
from campaign.audiences import side_of
from campaign.ids import hex_id
from campaign.models import CampaignState, Deadline, SideCode
from campaign.prepared import prepared
from campaign.routes import reverse
from campaign.selectors.todos import Todo, todos_of
from campaign.sources import SOURCES
from campaign.visibility import Viewer, is_addressed
from rulesets.core.records import dataclass

SIDES = tuple(SideCode.values)
FAR = datetime.max.replace(tzinfo=UTC)


class ClockRow(NamedTuple):
    """What a page shows of a deadline."""

    campaign_id: int
    subject: str
    due_at: datetime
    paused_at: datetime | None


Clocks = Mapping[tuple[int, str], ClockRow]


@dataclass(frozen=True)
class Thing:
    """One move: what to do, where, and by when."""

    subject: str
    sentence: str
    button: str
    url: str
    deadline: parts.Deadline
    due: datetime
    paused: bool


@dataclass(frozen=True)
class Move:
    """The moves of one seat, earliest deadline first, and whose move it is otherwise."""

    mine: tuple[Thing, ...]
    others: str
    others_deadline: parts.Deadline

    @property
    def first(self) -> Thing | None:
        return self.mine[0] if self.mine else None


def clocks_of(campaign_ids: Sequence[int]) -> Clocks:
    clocks = (ClockRow(*row) for row in _deadlines(campaign_ids))
    return {(clock.campaign_id, clock.subject): clock for clock in clocks}


@prepared
def _deadlines(campaign_ids: Sequence[int]) -> "QuerySet[Deadline, tuple[Any, ...]]":
    return Deadline.objects.filter(campaign__id__in=campaign_ids).values_list(*ClockRow._fields)


def moves(viewers: Sequence[Viewer]) -> dict[int, Move]:
    """Return each campaign's move as its viewer may know it."""
    things, clocks = todos_of(viewers), clocks_of([viewer.campaign_id for viewer in viewers])
    return {viewer.campaign_id: _move(viewer, things, clocks) for viewer in viewers}


def marks_of(viewers: Sequence[Viewer]) -> list[str]:
    """Return a mark for each own move: a page that remembers them can tell that a move is new, and nothing else."""
    things = todos_of(viewers)
    own = [thing for viewer in viewers for thing in _open(viewer, things) if is_addressed(thing.audience, viewer)]
    return sorted(_mark(thing) for thing in own)


def _mark(thing: Todo) -> str:
    """Return the same mark as long as the phase lasts; a move without a clock has no phase."""
    phase = thing.since.isoformat() if thing.timed else ""
    return sha256(f"{hex_id(thing.campaign_id)} {thing.subject} {phase}".encode()).hexdigest()[:16]


def _open(viewer: Viewer, things: Iterable[Todo]) -> list[Todo]:
    """Return the moves that can be made in a viewer's campaign, whoever makes them."""
    here = [thing for thing in things if thing.campaign_id == viewer.campaign_id]
    return [thing for thing in here if thing.of_club or viewer.game_is_on]


def _move(viewer: Viewer, things: Sequence[Todo], clocks: Clocks) -> Move:
    here = _open(viewer, things)
    mine = [_thing(thing, clocks) for thing in here if is_addressed(thing.audience, viewer)]
    others = [thing for thing in here if thing.is_public and not is_addressed(thing.audience, viewer)]
    waits = sorted((_thing(thing, clocks) for thing in others), key=_order)
    words = _others(viewer, others)
    return Move(tuple(sorted(mine, key=_order)), words, waits[0].deadline if waits else parts.Deadline(due=None))


def _order(thing: Thing) -> tuple[datetime, str]:
    return thing.due, thing.subject


def _thing(thing: Todo, clocks: Clocks) -> Thing:
    row = clocks.get((thing.campaign_id, thing.subject))
    return Thing(
        subject=thing.subject,
        sentence=thing.sentence,
        button=thing.button,
        url=reverse(thing.url_name, args=thing.url_args),
        deadline=shown(row, after=thing.after),
        due=row.due_at if row else FAR,
        paused=bool(row and row.paused_at),
    )


def shown(row: Deadline | ClockRow | None, *, after: str = parts.Deadline.after) -> parts.Deadline:
    if row is None:
        return parts.Deadline(due=None)
    left = row.due_at - (row.paused_at or SOURCES.now())
    hours = max(0, int(left.total_seconds() // 3600))
    words = f"{hours // 24} days" if hours >= 48 else "1 hour" if hours == 1 else f"{hours} hours"
    return parts.Deadline(due=row.due_at, paused=words if row.paused_at else "", after=after)


def _others(viewer: Viewer, things: Sequence[Todo]) -> str:
    """Return whose move it is and its topic, never what is missing."""
    sides = {side_of(thing.audience) for thing in things}
    topics = "; ".join(dict.fromkeys(thing.topic for thing in things if thing.topic))
    matter = f": {topics}." if topics else "."
    if sides.issuperset(SIDES):
        return f"Both sides’ move{matter}"
    for code in SIDES:
        if code in sides:
            return f"The {SideCode(code).label} side’s move{matter}"
    if things:
        return f"The umpire’s move{matter}"
    return {
        CampaignState.PAUSED: "Paused. All clocks are stopped.",
        CampaignState.CLOSED: "Closed. You can still read it.",
        CampaignState.ARCHIVED: "Archived. You can still read it.",
    }.get(CampaignState(viewer.campaign_state), "No moves pending.")
