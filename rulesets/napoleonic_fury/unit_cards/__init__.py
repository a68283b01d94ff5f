"""Unit cards: brigades of infantry and cavalry, batteries, and officers, from drawing up to the last melee."""

from rulesets.core.units import UnitCards
from rulesets.napoleonic_fury.unit_cards.effects import new_turn
from rulesets.napoleonic_fury.unit_cards.kinds import KINDS, army, check, strength
from rulesets.napoleonic_fury.unit_cards.sample import SAMPLE
from rulesets.napoleonic_fury.unit_cards.uses import USES

CARDS = UnitCards(
    kinds=KINDS,
    uses=USES,
    strength=strength,
    sample=SAMPLE,
    check=check,
    new_turn=new_turn,
    army=army,
)
