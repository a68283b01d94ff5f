"""Inputs of the book's procedures from an army: its stands, and the ground."""

from collections.abc import Mapping

from campaign.selectors.procedures import refusing
from rulesets.core.brief import Brief, BriefHead
from rulesets.core.context import Context
from rulesets.cw_to_ff import hand_over

Asked = dict[str, object]


def stands_of(brief: Brief, side: str, house: Context) -> Mapping[str, int]:
    with refusing():
        return hand_over.stands_of(brief, side, house)


def ground(brief: BriefHead) -> Asked:
    return {"hex_terrain": brief.hex_terrain, "hexside_crossed": brief.hexside_crossed}


def marching(brief: Brief, side: str, initiative: int) -> Asked:
    """Return the inputs of a flank force's arrival."""
    return {**ground(brief), "initiative": initiative, "attacks": side == brief.attacker}
