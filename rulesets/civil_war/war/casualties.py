"""Losses: which strength points leave the map, and what becomes of leaders (CW-3.7)."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from rulesets.civil_war.aftermath import LeaderLoss, leader_loss
from rulesets.civil_war.contract import worth
from rulesets.civil_war.war.armies import lost_commander
from rulesets.civil_war.war.draft import Draft
from rulesets.civil_war.war.orders import Fate
from rulesets.civil_war.war.state import Leader, Point, Stance, State, WhoIsLost
from rulesets.core.brief import BriefItem

MOST_PULSE = 99


def remove_points(draft: Draft, points: Sequence[Point], hex_id: str) -> None:
    """Take strength points off the map for good."""
    draft.points(*(replace(p, standing="lost", hex="", lost_at=hex_id, demoralized=False) for p in points))


def take_losses(draft: Draft, points: Sequence[Point], number: int, hex_id: str) -> frozenset[str]:
    """Remove so many points of a side, in the order of its stance; return their ids."""
    gone = first_lost(draft.state, points)[:number]
    remove_points(draft, gone, hex_id)
    return frozenset(point.id for point in gone)


def item_of(point: Point) -> BriefItem:
    """Return a strength point as a setup has it."""
    return BriefItem(id=point.id, arm=point.arm, quality=point.quality, battles=point.battles)


def by_worth(points: Sequence[Point]) -> list[Point]:
    """Return strength points, those worth least first."""
    return sorted(points, key=lambda point: (worth(item_of(point)), point.id), reverse=True)


def green_first(points: Sequence[Point]) -> list[Point]:
    """Return strength points, green ones before others, those worth least first."""
    return sorted(by_worth(points), key=lambda point: point.quality != "green")


LOSSES: dict[WhoIsLost, Callable[[Sequence[Point]], list[Point]]] = {
    "least worth": by_worth,
    "green first": green_first,
    "most worth": lambda points: by_worth(points)[::-1],
}


def first_lost(state: State, points: Sequence[Point]) -> list[Point]:
    """Return strength points of one side in the order in which its stance lets them be lost."""
    side = points[0].side if points else "USA"
    return LOSSES[state.stances.get(side, Stance()).losses](points)


def fates(draft: Draft, leaders: Sequence[Leader], hex_id: str, *, destroyed: bool) -> dict[str, tuple[Fate, int]]:
    """Roll for each leader engaged: the fates of those lost, and when they are back; of a force destroyed all go."""
    found: dict[str, tuple[Fate, int]] = {}
    for leader in sorted(leaders, key=lambda each: each.id):
        asked = LeaderLoss(
            side=leader.side,
            leader=leader.name,
            stars=leader.stars,
            force_destroyed=destroyed,
            turn=draft.clock.turn,
            pulse=min(MOST_PULSE, max(1, draft.clock.pulse)),
            place=f"{hex_id}, battle {draft.clock.battles}",
        )
        rolled = leader_loss(asked, draft.work)
        if rolled.fate != "safe":
            found[leader.id] = rolled.fate, rolled.back_on
    return found


def remove_leader(draft: Draft, id_: str, fate: Fate, due_on: int) -> None:
    """Take a leader off the map, for good or until a turn, and pass on his army."""
    leader = draft.state.leaders[id_]
    gone = replace(leader, standing="away", hex="", due_on=due_on)
    draft.leaders(replace(gone, standing="dead", counter_on=0, promotable=False) if fate == "killed" else gone)
    draft.say("leader lost", leader.side, leader.side, hexes=(leader.hex,), pieces=(id_,), number=due_on, words=fate)
    lost_commander(draft, leader, leader.hex)


def destroy(draft: Draft, points: Sequence[Point], leaders: Sequence[Leader], hex_id: str) -> None:
    """Take a whole force off the map; its leaders check for loss."""
    found = fates(draft, leaders, hex_id, destroyed=True)
    remove_points(draft, points, hex_id)
    for id_, (fate, back_on) in found.items():
        remove_leader(draft, id_, fate, back_on)
