"""Inputs of the book's procedures from an army: its stands, the ground, a leader's rank."""

from collections.abc import Iterable, Mapping

from campaign.selectors.procedures import refusing, run
from rulesets.core.brief import Brief, BriefHead, BriefItem, BriefLeader, BriefSide
from rulesets.core.context import Context
from rulesets.cw_to_ff import hand_over
from rulesets.cw_to_ff.order_of_battle import leader_rank
from rulesets.cw_to_ff.orders import FlankMarch

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
    """Return a leader's rank on the table (VG-4B)."""
    peers = [each.seniority for each in army.leaders if each.rank_stars == leader.rank_stars]
    asked: Asked = {
        "stars": leader.rank_stars,
        "is_senior": leader.seniority == min(peers),
        "four_star_present": any(each.rank_stars == 4 for each in army.leaders),
    }
    return str(run(leader_rank, asked, house=house).result.rank)
