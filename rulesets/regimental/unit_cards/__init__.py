"""Unit cards: regiments, batteries, and commanders."""

from rulesets.core.units import UnitCards
from rulesets.regimental.unit_cards.charge_uses import CHARGE_USES
from rulesets.regimental.unit_cards.command_uses import COMMAND_USES
from rulesets.regimental.unit_cards.fire_uses import FIRE_USES
from rulesets.regimental.unit_cards.kinds import BATTERY, LEADER, REGIMENT, check, new_turn, strength
from rulesets.regimental.unit_cards.maneuver_uses import MANEUVER_USES
from rulesets.regimental.unit_cards.sample import SAMPLE
from rulesets.regimental.unit_cards.score import score

CARDS = UnitCards(
    kinds=(REGIMENT, BATTERY, LEADER),
    uses=(*MANEUVER_USES, *FIRE_USES, *CHARGE_USES, *COMMAND_USES),
    strength=strength,
    sample=SAMPLE,
    check=check,
    new_turn=new_turn,
    score=score,
)
