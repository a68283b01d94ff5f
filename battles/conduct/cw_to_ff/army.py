"""Inputs of the book's procedures from an army: its stands, the ground, a leader's rank."""

from collections.abc import Iterable, Mapping

from campaign.selectors.procedures import refusing
from rulesets.core.brief import Brief, BriefHead, BriefItem, BriefLeader, BriefSide
from rulesets.core.context import Context
from rulesets.cw_to_ff import hand_over
from rulesets.cw_to_ff.order_of_battle import arm_under
from rulesets.cw_to_ff.orders import FlankMarch
from rulesets.cw_to_ff.state import Arm

Asked = dict[str, object]


def stands_of(brief: Brief, side: str, house: Context) -> Mapping[str, int]:
    with refusing():
        return hand_over.stands_of(brief, side, house)


def ground(brief: BriefHead) -> Asked:
    return {"hex_terrain": brief.hex_terrain, "hexside_crossed": brief.hexside_crossed}


def marching(brief: Brief, side: str, initiative: int) -> Asked:
    """Return the inputs of a flank force's arrival."""
    return {**ground(brief), "initiative": initiative, "attacks": side == brief.attacker}


def items_of(army: BriefSide, march: FlankMarch) -> list[BriefItem]:
    return [item for item in army.strength if item.id in march.items]


def total(stands: Mapping[str, int], items: Iterable[BriefItem]) -> int:
    return sum(stands[item.id] for item in items)


def rank_of(army: BriefSide, leader: BriefLeader, house: Context) -> str:
    """Return a leader's rank on the table, as the campaign plays VG-4B."""
    with refusing():
        return str(hand_over.ranks_of_army(army, house)[leader.id])


def arm_of(item: BriefItem, army: BriefSide, march: FlankMarch | None) -> Arm:
    """Return the arm of a strength point: in a flank force, infantry unless it was with that leader (VG-4A, R-3)."""
    if march is None:
        return Arm(item.arm)
    leader = army.leader(march.leader)
    return arm_under({leader.id: leader.cavalry}, item.under)


def divisions_of(brief: Brief, side: str, items: Iterable[BriefItem], house: Context) -> int:
    """Return the most divisions that some strength points make (VG-4C, 4E)."""
    with refusing():
        return hand_over.most_divisions_of(brief, side, [item.id for item in items], house)
