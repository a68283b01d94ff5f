"""Surprise fire and surprise attacks by concealed units."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Literal

from rulesets.core.errors import IllegalOrder
from rulesets.core.fields import Inputs, choice, flag, whole
from rulesets.core.odds import Convolution
from rulesets.core.procedure import Example, procedure
from rulesets.core.reckoning import Reckoning
from rulesets.core.records import dataclass
from rulesets.core.words import many, number, plus, signed
from rulesets.regimental import BOOK
from rulesets.regimental.extras import DIE, exact, halved, in_key, inches, unit_name
from rulesets.regimental.rulings import R_312, R_328
from rulesets.regimental.state import Condition, Surprise
from rulesets.regimental.tables import (
    COMBAT_MODIFIERS,
    CONCEALED,
    SURPRISE,
    SURPRISE_LOSS,
    SURPRISE_MODIFIERS,
)

FIRE, ATTACK = BOOK.at("Surprise fire"), BOOK.at("Surprise attack")


class Surprised(Inputs):
    """A moving unit that concealed enemies have fired at."""

    leads = ("condition", "range_inches", "move_left")
    condition: Condition = choice("Order after the fire", default=Condition.GOOD_ORDER)
    range_inches: float = inches("Range at the point of fire", help="The firer chooses the point on the path.")
    move_left: float = inches("Move left at that point", default=0.0)
    firers: Literal["hidden", "rising from cover"] = choice("Firing unit", default="hidden")
    artillery: bool = flag("Fire includes artillery")
    from_behind: bool = flag("Fire from behind the flank")
    leader_killed: bool = flag("Leader killed")
    skirmishers_out: bool = flag("Moving unit has skirmishers out")
    side: Literal["USA", "CSA", ""] = choice("Moving side", default="")
    unit: str = unit_name("Moving unit")
    turn: int = whole("Turn", least=0, most=999, default=0)


@dataclass(frozen=True)
class SurpriseFire:
    """The effect, the stands lost, and the inches of a recoil."""

    effect: Surprise
    stands_lost: int = 0
    inches_back: Fraction = Fraction(0)

    def __str__(self) -> str:
        moves = {
            Surprise.DRIVEN: " out of musket range",
            Surprise.RECOILS: f" {number(self.inches_back)}″, the rest of its move",
            Surprise.CHECKED: ": halts where it was hit",
        }
        lost = f", {many(self.stands_lost, 'stand')} lost" if self.stands_lost else ""
        return f"{self.effect}{moves.get(self.effect, '')}{lost}"


@procedure(
    id="regimental.surprise_fire",
    title="Surprise fire",
    rules=("RG-SURPRISE",),
    odds=Convolution(),
    examples=[
        Example({"range_inches": 3, "move_left": 5}, "recoils 5″, the rest of its move", dice=(2,)),
        Example(
            {"range_inches": 4, "condition": "disordered", "artillery": True},
            "driven back out of musket range, 1 stand lost",
            dice=(3,),
        ),
        Example({"range_inches": 2}, "no effect", dice=(7,)),
    ],
    tables=("regimental.surprise", "regimental.surprise_modifiers", "regimental.surprise_loss", "regimental.concealed"),
)
def surprise_fire(inputs: Surprised, work: Reckoning) -> SurpriseFire:
    """Roll a d10 for a unit after concealed enemies, hidden or rising from cover, fired at it from close by."""
    _may_surprise(inputs, work)
    modifiers = sum(work.read(SURPRISE_MODIFIERS, row, says=row) for row in _claims(inputs))
    subject = (inputs.side, in_key(inputs.unit))
    return work.on_roll(
        DIE,
        lambda die: _surprised(die, modifiers, inputs, work),
        rule="RG-SURPRISE",
        cites=FIRE,
        subject=subject,
        turn=inputs.turn,
        what="the surprise",
    )


def _surprised(die: int, modifiers: int, inputs: Surprised, work: Reckoning) -> SurpriseFire:
    total = die + modifiers
    work.step(FIRE, f"Surprise: die {die} {plus(modifiers)} = {number(total)}.", total, die=die, modifiers=modifiers)
    row = 6 if total == 7 and work.chosen(R_328) != R_328.default else total
    effect = work.read(SURPRISE, row, inputs.condition, says=f"Total {number(total)}, {inputs.condition}")
    lost = work.read(SURPRISE_LOSS, effect, says=f"{effect}, stands lost")
    return SurpriseFire(effect, lost, exact(inputs.move_left) if effect is Surprise.RECOILS else Fraction(0))


def _may_surprise(inputs: Surprised, work: Reckoning) -> None:
    if inputs.skirmishers_out:
        sentence = "skirmishers_out: a unit with skirmishers out cannot be surprised."
        raise IllegalOrder(sentence, cites=FIRE, field="skirmishers_out")
    reach = work.read(CONCEALED, "surprise fire", says="Surprise fire, up to")
    if exact(inputs.range_inches) > reach:
        sentence = f"range_inches: must be {reach} or less, not {number(exact(inputs.range_inches))}."
        raise IllegalOrder(sentence, cites=FIRE, field="range_inches")


def _claims(inputs: Surprised) -> Iterator[str]:
    rows = {
        "fire includes artillery": inputs.artillery,
        "fire from behind the flank": inputs.from_behind,
        "leader killed": inputs.leader_killed,
    }
    return (row for row, applies in rows.items() if applies)


class Ambush(Inputs):
    """A charge by a unit that may be concealed."""

    leads = ("inches_at_start", "concealed", "skirmishers_out")
    inches_at_start: float = inches("Inches at the start of the charge")
    concealed: bool = flag("Attacker was concealed", default=True)
    skirmishers_out: bool = flag("Defender has skirmishers out")


@dataclass(frozen=True)
class SurpriseAttack:
    """Whether the defender is surprised, the share of its fire points, and its added combat modifier."""

    surprised: bool
    share_of_fire: Fraction = Fraction(1)
    combat_modifier: int = 0

    def __str__(self) -> str:
        if not self.surprised:
            return "no surprise: a normal charge"
        return f"surprised: fire points times {number(self.share_of_fire)}, {signed(self.combat_modifier)} in combat"


@procedure(
    id="regimental.surprise_attack",
    title="Surprise attack",
    rules=("RG-SURPATT",),
    examples=[
        Example({"inches_at_start": 4}, "surprised: fire points times 1/2, −1 in combat"),
        Example({"inches_at_start": 4.25}, "no surprise: a normal charge"),
        Example({"inches_at_start": 3, "skirmishers_out": True}, "no surprise: a normal charge"),
    ],
    tables=("regimental.concealed", "regimental.half_effect", "regimental.combat_modifiers"),
)
def surprise_attack(inputs: Ambush, work: Reckoning) -> SurpriseAttack:
    """Tell whether a charge surprises the defender, who then fires at half effect and fights worse (R-312)."""
    reach = work.read(CONCEALED, "surprise attack", says="Surprise attack, up to")
    warned = inputs.skirmishers_out and work.chosen(R_312) == R_312.default
    if not inputs.concealed or warned or exact(inputs.inches_at_start) > reach:
        why = "skirmishers give warning" if warned else "the attacker was seen in time"
        work.step(ATTACK, f"The defender is not surprised, since {why}.", out=False)
        return SurpriseAttack(surprised=False)
    share = halved("by a surprised unit", work)
    combat = work.read(COMBAT_MODIFIERS, "defender surprised", says="Surprised in combat")
    return SurpriseAttack(surprised=True, share_of_fire=share, combat_modifier=combat)
