"""Losses: which strength points leave the map, and what becomes of leaders (CW-3.7)."""

from collections.abc import Sequence
from dataclasses import replace

from rulesets.civil_war.aftermath import LeaderLoss, leader_loss
from rulesets.civil_war.contract import worth
from rulesets.civil_war.war.armies import lost_commander
from rulesets.civil_war.war.draft import Draft
from rulesets.civil_war.war.state import Leader, Point, Standing
from rulesets.core.brief import BriefItem

FATES: dict[str, Standing] = {"killed": "dead", "wounded": "away", "without a force": "away"}
MOST_PULSE = 99


def take_losses(draft: Draft, points: Sequence[Point], number: int, hex_id: str) -> frozenset[str]:
    """Remove so many points, those worth least first; return their ids."""
    gone = by_worth(points)[:number]
    draft.points(*(replace(p, standing="lost", hex="", lost_at=hex_id, demoralized=False) for p in gone))
    return frozenset(point.id for point in gone)


def item_of(point: Point) -> BriefItem:
    """Return a strength point as a setup has it."""
    return BriefItem(id=point.id, arm=point.arm, quality=point.quality, battles=point.battles)


def by_worth(points: Sequence[Point]) -> list[Point]:
    """Return strength points, those worth least first."""
    return sorted(points, key=lambda point: (worth(item_of(point)), point.id), reverse=True)


def check_leaders(draft: Draft, leaders: Sequence[Leader], hex_id: str, *, destroyed: bool) -> None:
    """Check each leader engaged for loss; with his force destroyed, nobody stays."""
    for leader in sorted(leaders, key=lambda each: each.id):
        now = draft.state.leaders[leader.id]
        asked = LeaderLoss(
            side=leader.side,
            leader=leader.name,
            stars=leader.stars,
            force_destroyed=destroyed,
            turn=draft.clock.turn,
            pulse=min(MOST_PULSE, max(1, draft.clock.pulse)),
            place=f"{hex_id}, battle {draft.clock.battles}",
        )
        found = leader_loss(asked, draft.work)
        if found.fate == "safe":
            continue
        draft.leaders(replace(now, standing=FATES[found.fate], hex="", due_on=found.back_on))
        draft.say("leader lost", leader.side, leader.side, hexes=(hex_id,), pieces=(leader.id,), words=str(found))
        lost_commander(draft, leader, hex_id)


def destroy(draft: Draft, points: Sequence[Point], leaders: Sequence[Leader], hex_id: str) -> None:
    """Take a whole force off the map; its leaders check for loss."""
    take_losses(draft, points, len(points), hex_id)
    check_leaders(draft, leaders, hex_id, destroyed=True)
