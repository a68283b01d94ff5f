"""Unit cards: figures, officers, morale, guns, and houses, and the rules that read and change them."""

from rulesets.core.units import UnitCards
from rulesets.the_war_game.unit_cards import fire, guns, melee, steadiness
from rulesets.the_war_game.unit_cards.kinds import KINDS, check, new_turn, strength
from rulesets.the_war_game.unit_cards.sample import SAMPLE

CARDS = UnitCards(
    kinds=KINDS,
    uses=(*melee.USES, *fire.USES, *guns.USES, *steadiness.USES),
    strength=strength,
    sample=SAMPLE,
    check=check,
    new_turn=new_turn,
)
