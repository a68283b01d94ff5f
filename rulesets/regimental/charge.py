"""Charges: the reaction of the target, hand weapons, and combat modifiers."""

from collections.abc import Iterator
from fractions import Fraction
from math import floor
from typing import Literal

from rulesets.core.book import Mark
from rulesets.core.errors import IllegalOrder
from rulesets.core.fields import Inputs, choice, flag, whole
from rulesets.core.odds import Convolution
from rulesets.core.procedure import Example, procedure
from rulesets.core.reckoning import Reckoning
from rulesets.core.records import dataclass
from rulesets.core.words import listed, many, signed
from rulesets.regimental import BOOK
from rulesets.regimental.extras import DIE, Modifier, Modifiers, commander_modifier, halved, in_key, modifier, unit_name
from rulesets.regimental.rulings import R_326, R_327
from rulesets.regimental.state import Charged, Commander, Cover, Quality, Reaction, Side, Weapon
from rulesets.regimental.tables import (
    COMBAT_MODIFIERS,
    FALL_BACK,
    FIRE_POINTS,
    REACTION_ROLLS,
    REACTIONS,
)

HERE = BOOK.at("Charge reaction")
COMBAT = BOOK.at("Combat modifiers")
DONE = {
    Reaction.HOLD: "target holds and fires",
    Reaction.RECEIVE: "target receives the charge",
    Reaction.COUNTER: "target counter-charges",
    Reaction.RETIRE: "target retires a full move",
    Reaction.FALL_BACK: "target falls back {}″",
}


class Party(Inputs):
    """One side of a charge; side, quality, and stands matter for hand weapons."""

    side: Side = choice("Side", default="USA")
    quality: Quality = choice("Quality", default=Quality.VETERAN)
    stands: int = whole("Stands", least=1, most=40, unit="stands", default=1)


class Charger(Party):
    """The unit that charges."""

    leads = ("troops", "quality", "stands")
    troops: Literal["infantry", "mounted cavalry"] = choice("Troops", default="infantry")


class Target(Party):
    """The unit that is charged."""

    leads = ("troops", "reaction", "disordered")
    troops: Charged = choice("Troops", default=Charged.FORMED)
    reaction: Reaction = choice("Reaction", default=Reaction.RECEIVE)
    disordered: bool = flag("Disordered")


class Charging(Inputs):
    """A charge before contact."""

    leads = ("target", "charger")
    target: Target = choice("Target")
    charger: Charger = choice("Charger")
    unit: str = unit_name("Target's name")
    turn: int = whole("Turn", least=0, most=999, default=0)


@dataclass(frozen=True)
class ChargeReaction:
    """What the target does, and the fire points of hand weapons on either side."""

    reaction: Reaction
    fires: bool
    inches_back: int
    target_hand_weapons: int
    charger_hand_weapons: int

    def __str__(self) -> str:
        parts = [
            DONE[self.reaction].format(self.inches_back),
            *(
                f"{who} fires hand weapons for {many(points, 'fire point')}"
                for who, points in (("target", self.target_hand_weapons), ("charger", self.charger_hand_weapons))
                if points
            ),
        ]
        return "; ".join(parts)


@procedure(
    id="regimental.charge",
    title="Charge reaction",
    rules=("RG-CHARGE",),
    odds=Convolution(),
    examples=[
        Example({"target": {"reaction": "hold and fire"}, "charger": {"stands": 6}}, "target holds and fires"),
        Example(
            {
                "target": {"troops": "mounted cavalry", "reaction": "counter-charge"},
                "charger": {"troops": "mounted cavalry", "side": "CSA", "quality": "crack", "stands": 6},
            },
            "target counter-charges; charger fires hand weapons for 3 fire points",
            dice=(5,),
        ),
        Example(
            {"target": {"troops": "limbered guns", "reaction": "retire"}, "charger": {"stands": 6}},
            "target receives the charge",
            dice=(4,),
        ),
    ],
    tables=(
        "regimental.reactions",
        "regimental.reaction_rolls",
        "regimental.fall_back",
        "regimental.fire_points",
        "regimental.half_effect",
    ),
    is_common=True,
)
def charge(inputs: Charging, work: Reckoning) -> ChargeReaction:
    """React to a charge, rolling a d10 to counter-charge or retire, and fire Confederate hand weapons on contact."""
    return work.after(_done(inputs, work), lambda done: _reacted(done, inputs, work))


def _reacted(done: Reaction, inputs: Charging, work: Reckoning) -> ChargeReaction:
    back = work.read(FALL_BACK, done, says="Skirmishers fall back") if done is Reaction.FALL_BACK else 0
    contact = done not in (Reaction.RETIRE, Reaction.FALL_BACK)
    ours, theirs = (
        _hand_weapons(party, who, work) if contact else 0
        for party, who in ((inputs.target, "target"), (inputs.charger, "charger"))
    )
    return ChargeReaction(done, done is Reaction.HOLD, back, ours, theirs)


def _done(inputs: Charging, work: Reckoning) -> Reaction:
    """Return what the target does, after its roll if it needs one."""
    target, wanted = inputs.target, inputs.target.reaction
    if not _may(target, wanted, work):
        order = "disordered " if target.disordered else ""
        may = listed(
            [reaction for reaction in Reaction if _may(target, reaction, Reckoning(context=work.context))], "or"
        )
        sentence = f"target.reaction: {order}{target.troops} may only {may}."
        raise IllegalOrder(sentence, cites=HERE, field="target.reaction")
    if wanted not in (Reaction.COUNTER, Reaction.RETIRE):
        return wanted
    subject = (target.side, in_key(inputs.unit))

    def done(die: int) -> Reaction:
        least = work.read(REACTION_ROLLS, wanted, says=lambda least: f"To {wanted} takes {least} or more.")
        return wanted if die >= least else Reaction.RECEIVE

    what = "the charge reaction"
    return work.on_roll(DIE, done, rule="RG-CHARGE", cites=HERE, subject=subject, turn=inputs.turn, what=what)


def _may(target: Target, reaction: Reaction, work: Reckoning) -> bool:
    if target.disordered and target.troops is not Charged.SKIRMISHERS:
        work.step(HERE, "A disordered target may only receive the charge.", Reaction.RECEIVE, mark=Mark.HOUSE)
        return reaction is Reaction.RECEIVE
    return work.read(REACTIONS, target.troops, reaction, says=f"{target.troops} may {reaction}")


def _hand_weapons(party: Target | Charger, who: str, work: Reckoning) -> int:
    """Return the fire points of pistols and shotguns: crack and veteran Confederate cavalry, mounted (R-326)."""
    if party.troops != "mounted cavalry" or party.side != "CSA" or party.quality is Quality.GREEN:
        return 0
    each = work.read(FIRE_POINTS, Weapon.PISTOL, "close", says=f"Hand weapons of the {who}, per stand")
    points = Fraction(party.stands * each)
    if work.chosen(R_326) != R_326.default:
        points *= halved("by hand weapons, if halved again", work)
    work.step(HERE, f"Hand weapons of the {who}: {many(floor(points), 'fire point')}.", floor(points), exactly=points)
    return floor(points)


class Fighting(Inputs):
    """One side of the combat."""

    leads = ("role", "commander", "cover")
    role: Literal["attacker", "defender"] = choice("Role", default="defender")
    commander: Commander = choice("Commander", default=Commander.AVERAGE)
    cover: Cover = choice("Cover", default=Cover.NONE)
    uphill: bool = flag("Uphill of the attacker")
    lying_down: bool = flag("Lying down")
    surprised: bool = flag("Surprised by the attack")
    low_on_ammunition: bool = flag("Low on ammunition")
    volley: bool = flag("Has just fired a point-blank volley")


@procedure(
    id="regimental.combat_modifiers",
    title="Added combat modifiers",
    rules=("RG-COMBMOD", "RG-LEADERS"),
    examples=[
        Example(
            {"commander": "exceptional", "cover": "building", "surprised": True},
            "+2 in all: +1 exceptional commander; +2 defender in a building; −1 defender surprised",
        ),
        Example({"role": "attacker", "low_on_ammunition": True}, "−1 low on ammunition"),
    ],
    tables=("regimental.combat_modifiers", "regimental.leader_modifier"),
    is_common=True,
)
def combat_modifiers(inputs: Fighting, work: Reckoning) -> Modifiers:
    """List what this book adds to a side's roll in a charge of Fire and Fury (R-327)."""
    _may_claim(inputs)
    found = Modifiers((*commander_modifier(inputs.commander, work), *_claims(inputs, work)))
    work.step(COMBAT, f"Added to the roll of the {inputs.role}: {signed(found.total)}.", found.total)
    return found


def _may_claim(inputs: Fighting) -> None:
    """Refuse an attacker what only a defender has."""
    defending = {
        "cover": inputs.cover is not Cover.NONE,
        "uphill": inputs.uphill,
        "lying_down": inputs.lying_down,
        "surprised": inputs.surprised,
    }
    for field in (field for field, claimed in defending.items() if claimed and inputs.role == "attacker"):
        raise IllegalOrder(f"{field}: only the defender can be that.", cites=COMBAT, field=field)


def _claims(inputs: Fighting, work: Reckoning) -> Iterator[Modifier]:
    building = "defender in a building"
    printed = {
        building if inputs.cover is Cover.BUILDING else f"defender in {inputs.cover}": inputs.cover is not Cover.NONE,
        "defender surprised": inputs.surprised,
    }
    added = {
        "defender uphill": inputs.uphill,
        "defender lying down": inputs.lying_down,
        "low on ammunition": inputs.low_on_ammunition,
        "point-blank volley just delivered": inputs.volley,
    }
    claimed = printed | added if work.chosen(R_327) == R_327.default else printed
    return (modifier(COMBAT_MODIFIERS, row, work) for row, applies in claimed.items() if applies)
