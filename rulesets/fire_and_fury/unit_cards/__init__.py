"""Unit cards: brigades, batteries, and leaders."""

from rulesets.core.units import UnitCards
from rulesets.fire_and_fury.unit_cards.kinds import BATTERY, BRIGADE, LEADER, check, new_turn, strength
from rulesets.fire_and_fury.unit_cards.sample import SAMPLE
from rulesets.fire_and_fury.unit_cards.score import score
from rulesets.fire_and_fury.unit_cards.uses import USES

CARDS = UnitCards(
    kinds=(BRIGADE, BATTERY, LEADER),
    uses=USES,
    strength=strength,
    sample=SAMPLE,
    check=check,
    new_turn=new_turn,
    score=score,
)
