"""Charge combat: the rolls of Fire and Fury with what this book adds."""

from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from typing import Any, Literal

from rulesets.core.context import Context
from rulesets.core.fields import Inputs, choice, flag, whole
from rulesets.core.odds import dynamic_program
from rulesets.core.procedure import Example, procedure
from rulesets.core.reckoning import Reckoning
from rulesets.core.records import dataclass
from rulesets.core.weighing import Silent
from rulesets.core.words import many
from rulesets.regimental.base import STATE_TABLES, Strength, as_extras, base_rule, by_base, triple_of
from rulesets.regimental.charge import Fighting, combat_modifiers
from rulesets.regimental.extras import in_key, unit_name
from rulesets.regimental.state import Commander, Cover, Side

Troops = Literal["infantry", "mounted cavalry", "dismounted cavalry", "battery"]


class Contestant(Strength):
    """What both sides of the combat may have."""

    leads = ("troops", "stands", "commander")
    troops: Troops = choice("Troops", default="infantry")
    commander: Commander = choice("Commander", default=Commander.AVERAGE)
    disordered: bool = flag("Disordered")
    leader: bool = flag("Brigade or divisional commander attached")
    favorable_ground: bool = flag("Favorable ground", help="Other than the defender's slope.")
    supported: bool = flag("Supported", help="By friendly stands within an inch.")
    outflanked: bool = flag("Outflanked", help="Cancels support.")
    low_on_ammunition: bool = flag("Low on ammunition")
    volley: bool = flag("Has just fired a point-blank volley")
    lost_to_fire: int = whole("Stands lost to fire this turn", least=0, most=40, unit="stands", default=0)
    name: str = unit_name("Name")


class Attacker(Contestant):
    """The side that charges."""

    breakthrough: bool = flag("Breakthrough charge")


class Defender(Contestant):
    """The side that is charged."""

    cover: Cover = choice("Cover", default=Cover.NONE)
    uphill: bool = flag("Uphill of the attacker")
    lying_down: bool = flag("Lying down")
    surprised: bool = flag("Surprised by the attack")


class Fight(Inputs):
    """A charge that reaches contact."""

    leads = ("attacker", "defender", "side")
    attacker: Attacker = choice("Attacker")
    defender: Defender = choice("Defender")
    side: Side = choice("Attacking side")
    turn: int = whole("Turn", least=0, most=999, default=0)


@dataclass(frozen=True)
class Combat:
    """The end of a charge: what each side loses and does, and whether it is disordered."""

    clash: str
    struggles: int
    attacker_lost: int
    defender_lost: int
    attacker: str
    defender: str

    @property
    def is_swept(self) -> bool:
        """Tell whether the defender is swept from the field, and its colors with it."""
        return self.clash == "swept from the field"

    def __str__(self) -> str:
        after = f" after {many(self.struggles, 'desperate struggle')}" if self.struggles else ""
        return f"{self.clash}{after}: attacker loses {self.attacker_lost}, defender {self.defender_lost}"


def _chances(inputs: Fight, context: Context, number: Callable[[int, int], Any]) -> Mapping[Hashable, Any]:
    """Return the chances of the base game's charge, with our modifiers."""
    exact = isinstance(number(1, 2), Fraction)
    found = base_rule("charge").odds(_asked(inputs, Silent(context=context)), context, exact=exact)
    chances: dict[Hashable, Any] = {}
    for end, chance in found.chances.items():
        ours = _combat(end)
        chances[ours] = chances[ours] + chance if ours in chances else chance
    return chances


@procedure(
    id="regimental.combat",
    title="Charge combat",
    rules=("RG-COMBMOD",),
    odds=dynamic_program(_chances),
    examples=[
        Example(
            {
                "attacker": {"stands": 8, "triple": "8.6.4", "commander": "exceptional"},
                "defender": {"stands": 6, "status": "Worn", "cover": "light works"},
                "side": "USA",
            },
            "hard pressed: attacker loses 0, defender 0",
            dice=(5, 4),
        ),
        Example(
            {"attacker": {"stands": 6}, "defender": {"stands": 6}, "side": "CSA"},
            "assault falters after 1 desperate struggle: attacker loses 2, defender 1",
            dice=(4, 5, 3, 8),
        ),
    ],
    tables=(
        "regimental.combat_modifiers",
        "regimental.leader_modifier",
        "fire_and_fury.charge",
        "fire_and_fury.charge_modifiers",
        "fire_and_fury.charge_effect",
        "fire_and_fury.outnumbered",
        *STATE_TABLES,
    ),
    is_common=True,
)
def combat(inputs: Fight, work: Reckoning) -> Combat:
    """Roll a d10 for each side of a charge, with the modifiers of Fire and Fury and of this book."""
    return _combat(by_base("charge", _asked(inputs, work), work))


def _combat(end: Any) -> Combat:
    """Return the base game's result as ours."""
    return Combat(str(end.clash), end.struggles, end.attacker_lost, end.defender_lost, end.attacker, end.defender)


def _asked(inputs: Fight, work: Reckoning) -> dict[str, Any]:
    """Return the inputs of the base game's charge."""
    attacker = _fighter(inputs.attacker, "attacker", work) | {"confederate": inputs.side == "CSA"}
    defender = _fighter(inputs.defender, "defender", work) | {"confederate": inputs.side != "CSA"}
    attacker["breakthrough"] = inputs.attacker.breakthrough
    return {"attacker": attacker, "defender": defender, "side": inputs.side, "turn": inputs.turn}


def _fighter(unit: Contestant, who: Literal["attacker", "defender"], work: Reckoning) -> dict[str, Any]:
    added = Fighting(role=who, commander=unit.commander, low_on_ammunition=unit.low_on_ammunition, volley=unit.volley)
    if isinstance(unit, Defender):
        of_defender = ("cover", "uphill", "lying_down", "surprised")
        added = added.model_copy(update={name: getattr(unit, name) for name in of_defender})
    return {
        "stands": unit.stands,
        "troops": unit.troops,
        "triple": triple_of(unit, who, work),
        "status": unit.status,
        "disordered": unit.disordered,
        "leader": unit.leader,
        "favourable_ground": unit.favorable_ground,
        "supported": unit.supported,
        "outflanked": unit.outflanked,
        "lost_to_fire": unit.lost_to_fire,
        "extras": as_extras(combat_modifiers(added, work).extras),
        "name": in_key(unit.name),
    }
