"""The loser's retreat after a battle: what each may choose, and what counts (VG-9, R-115)."""

from battles.models import Battle
from battles.selectors.reads import brief_of_battle, side_word
from rulesets.core.hand_over import Verdict
from rulesets.core.report import Report
from war.selectors.retreats import Leaving, RetreatHex, believed_by, leaving_to, retreat_hexes


def hexes_of(battle: Battle, side: str) -> tuple[RetreatHex, ...]:
    """Return the hexes around a battle, as its side knows them, the legal ones first; none in a one-off battle."""
    if battle.contact_id is None:
        return ()
    return retreat_hexes(battle.campaign, brief_of_battle(battle), side, believed_by(battle, side))


def leaving_of(battle: Battle, report: Report, verdict: Verdict | None) -> Leaving:
    """Return who leaves and to where: the hex named with its result, else the default; with none, it surrenders."""
    if verdict is None:
        return Leaving()
    side = verdict.retreats
    return leaving_to(side, hexes_of(battle, side), report.sides[side].retreat)


def surrender_in_words(battle: Battle) -> str:
    """Say whose army surrenders if the battle is settled as it stands, once both sides have been told; or ""."""
    if not battle.surrenders:
        return ""
    word = side_word(battle.surrenders)
    return f"The {word} army has no hex to retreat to after {battle.name}, so it surrenders. (House rule R-115.)"
