"""Charge combat: two dice opposed, and what the difference does to either side."""

from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass
from math import ceil
from typing import Any, Literal

from rulesets.core.context import Context
from rulesets.core.errors import IllegalOrder
from rulesets.core.fields import Inputs, choice, flag, whole, words
from rulesets.core.odds import dynamic_programme
from rulesets.core.procedure import Example, procedure
from rulesets.core.reckoning import Reckoning
from rulesets.fire_and_fury import BOOK
from rulesets.fire_and_fury.extras import ExtraModifier, add_extras, in_key, more_modifiers, read_triple, unit_name
from rulesets.fire_and_fury.rulings import R_11, R_13
from rulesets.fire_and_fury.state import Clash, Status
from rulesets.fire_and_fury.tables import CHARGE, CHARGE_EFFECT, CHARGE_MODIFIERS, OUTNUMBERED, STATUS_MODIFIER

HERE = BOOK.at("Charge combat")
FACES = 10
BEYOND = 10  # FF-R13
Troops = Literal["infantry", "mounted cavalry", "dismounted cavalry", "battery"]
Chances = dict[Hashable, Any]


class Fighter(Inputs):
    """One side of the combat, as it stands when the dice are thrown."""

    stands: int = whole("Stands in the combat", least=1, most=40, unit="stands", default=1)
    troops: Troops = choice("Troops", default="infantry")
    triple: str = words("Three numbers", default="", most=12, help="Then its state follows from its stands.")
    status: Literal["Fresh", "Worn", "Spent"] = choice(
        "State", default="Worn", help="Where no three numbers are given."
    )
    disordered: bool = flag("Disordered")
    leader: bool = flag("A leader is attached, or its commander is exceptional")
    favourable_ground: bool = flag("Favourable ground")
    supported: bool = flag(
        "Supported", help="Own stands within an inch; a column supports only if it is touched itself."
    )
    outflanked: bool = flag("Outflanked", help="Takes support away too.")
    confederate: bool = flag("Confederate")
    lost_to_fire: int = whole("Stands lost to fire this turn", least=0, most=40, unit="stands", default=0)
    extras: tuple[ExtraModifier, ...] = more_modifiers()
    name: str = unit_name("Name")


class Charger(Fighter):
    """The side that charges."""

    breakthrough: bool = flag("A breakthrough charge")
    march_column: bool = flag("In march column")


class Charging(Inputs):
    """A charge that has come to contact."""

    attacker: Charger = choice("Attacker")
    defender: Fighter = choice("Defender")
    side: Literal["USA", "CSA", ""] = choice("Attacking side", default="")
    turn: int = whole("Turn", least=0, most=999, default=0)


@dataclass(frozen=True)
class Charge:
    """The end of it, all rounds of a desperate struggle included."""

    clash: Clash
    struggles: int
    attacker_lost: int
    defender_lost: int
    attacker: str
    defender: str

    def __str__(self) -> str:
        struggles = "struggle" if self.struggles == 1 else "struggles"
        after = f" after {self.struggles} desperate {struggles}" if self.struggles else ""
        return f"{self.clash}{after}: attacker loses {self.attacker_lost}, defender {self.defender_lost}"


def _chances(inputs: Charging, context: Context, number: Callable[[int, int], Any]) -> Mapping[Hashable, Any]:
    """Round by round: what ends in one, and the chance of another."""
    chances: Chances = {}
    going_on = number(1, 1)
    for round_no in range(_rounds(inputs, context)):
        again = number(0, 1)
        for ended, chance in _one_round(inputs, round_no, context, number):
            if ended is None:
                again += going_on * chance
            else:
                chances[ended] = chances.get(ended, number(0, 1)) + going_on * chance
        going_on = again
    if going_on:
        ended = _fought_out(inputs, Reckoning(context=context))
        chances[ended] = chances.get(ended, number(0, 1)) + going_on
    return chances


def _one_round(
    inputs: Charging, round_no: int, context: Context, number: Callable[[int, int], Any]
) -> Iterator[tuple["Charge | None", Any]]:
    """Every difference of two dice: how it ends, or None for a struggle, and its chance."""
    work = Reckoning(context=context)
    edge = _edge(inputs, round_no, work)
    for spread in range(1 - FACES, FACES):
        clash = CHARGE.at(spread + edge, context=context)
        goes_on = clash is Clash.STRUGGLE
        ended = None if goes_on else _ended(clash, spread + edge, inputs, round_no, work)
        yield ended, number(FACES - abs(spread), FACES * FACES)


@procedure(
    id="fire_and_fury.charge",
    title="Charge combat",
    odds=dynamic_programme(_chances),
    examples=[
        Example(
            {"attacker": {"stands": 8, "triple": "8.6.4"}, "defender": {"stands": 6, "status": "Spent"}},
            "driven back: attacker loses 0, defender 1",
            dice=(5, 4),
        ),
        Example(
            {"attacker": {"stands": 6}, "defender": {"stands": 6}},
            "assault checked after 1 desperate struggle: attacker loses 1, defender 1",
            dice=(4, 4, 3, 6),
        ),
    ],
    tables=(
        "fire_and_fury.charge",
        "fire_and_fury.charge_modifiers",
        "fire_and_fury.status_modifier",
        "fire_and_fury.outnumbered",
        "fire_and_fury.charge_effect",
    ),
)
def charge(inputs: Charging, work: Reckoning) -> Charge:
    """Each side one die and its modifiers; an even score costs both a stand and is fought again."""
    for round_no in range(_rounds(inputs, work.context)):
        edge = _edge(inputs, round_no, work)
        difference = _die("attacker", inputs, work) - _die("defender", inputs, work) + edge
        clash = work.read(CHARGE, difference)
        if clash is not Clash.STRUGGLE:
            return _ended(clash, difference, inputs, round_no, work)
    return _fought_out(inputs, work)


def _rounds(inputs: Charging, context: Context) -> int:
    """So many rounds of struggle until one side has no stand left."""
    if inputs.attacker.march_column:
        sentence = "attacker.march_column: a brigade in march column may not begin a charge."
        raise IllegalOrder(sentence, cites=HERE, field="attacker.march_column")
    sides = ((inputs.attacker.stands, "attacker"), (inputs.defender.stands, "defender"))
    rounds = [ceil(stands / cost) for stands, who in sides if (cost := _stands_lost(Clash.STRUGGLE, who, context))]
    if not rounds:
        raise IllegalOrder("A desperate struggle must cost a stand, or it never ends.", cites=HERE)
    return min(rounds)


def _stands_lost(clash: Clash, who: str, context: Context) -> int:
    return int(str(CHARGE_EFFECT.at(clash, f"{who}'s stands", context=context)))


def _left(inputs: Charging, rounds: int, context: Context) -> tuple[int, int]:
    """Stands of attacker and defender after so many rounds."""
    attacker = inputs.attacker.stands - rounds * _stands_lost(Clash.STRUGGLE, "attacker", context)
    defender = inputs.defender.stands - rounds * _stands_lost(Clash.STRUGGLE, "defender", context)
    return max(attacker, 0), max(defender, 0)


def _die(who: Literal["attacker", "defender"], inputs: Charging, work: Reckoning) -> int:
    subject = (inputs.side, in_key(inputs.attacker.name), in_key(inputs.defender.name), who)
    return work.throw(FACES, rule=str(HERE), subject=subject, turn=inputs.turn, label=f"charge, {who}").total


def _edge(inputs: Charging, round_no: int, work: Reckoning) -> int:
    """The attacker's modifiers less the defender's, after so many rounds of struggle (FF-R12)."""
    ours, theirs = _left(inputs, round_no, work.context)
    attacker = _modifier(inputs.attacker, ours, theirs, "attacker", work)
    defender = _modifier(inputs.defender, theirs, ours, "defender", work)
    work.step(HERE, "attacker's modifiers less defender's", attacker - defender, attacker=attacker, defender=defender)
    return attacker - defender


def _modifier(fighter: Fighter, own: int, enemy: int, who: str, work: Reckoning) -> int:
    total = _state(fighter, own, who, work) + _outnumbered(own, enemy, who, work)
    for row, times in _claims(fighter, who, work):
        total += times * (work.read(CHARGE_MODIFIERS, row, label=f"{who}: {row}") or 0)
    return total + add_extras(fighter.extras, work)


def _state(fighter: Fighter, own: int, who: str, work: Reckoning) -> int:
    """Fresh or Spent; a battery is neither (FF-R18)."""
    if fighter.troops == "battery":
        return 0
    status = Status(fighter.status)
    if fighter.triple:
        triple = read_triple(fighter.triple, cites=HERE, field=f"{who}.triple")
        if fighter.stands > triple.most:
            sentence = f"{who}.stands: {triple} has at most {triple.most} stands, not {fighter.stands}."
            raise IllegalOrder(sentence, cites=HERE, field=f"{who}.stands")
        status = triple.status(own)
    return work.read(STATUS_MODIFIER, status, label=f"{who}: {status}")


def _outnumbered(own: int, enemy: int, who: str, work: Reckoning) -> int:
    """The worst odds that are reached."""
    for odds in OUTNUMBERED.rows:
        against, of = (OUTNUMBERED.at(odds, c, context=work.context) for c in ("enemy stands", "own stands"))
        if enemy * of >= own * against:
            return work.read(OUTNUMBERED, odds, "modifier", label=f"{who}: outnumbered")
    return 0


def _claims(fighter: Fighter, who: str, work: Reckoning) -> Iterator[tuple[str, int]]:
    """The rows of the modifier table that apply, and how often."""
    yield from (
        (row, 1)
        for row, applies in {
            "attached leader or exceptional brigade commander": fighter.leader,
            "breakthrough": isinstance(fighter, Charger) and fighter.breakthrough,
            "favourable ground": fighter.favourable_ground,
            "Confederate": _rebel_yell(fighter, who, work),
            "supported": fighter.supported and not fighter.outflanked,
            "outflanked": fighter.outflanked,
            "disordered": fighter.disordered,
        }.items()
        if applies
    )
    if fighter.lost_to_fire:
        yield "each stand lost to fire this turn", fighter.lost_to_fire


def _rebel_yell(fighter: Fighter, who: str, work: Reckoning) -> bool:
    """FF-R11: never mounted, and by switch only when charging."""
    if not fighter.confederate or fighter.troops in ("mounted cavalry", "battery"):
        return False
    return who == "attacker" or work.chosen(R_11) == R_11.default


def _ended(clash: Clash, difference: int, inputs: Charging, struggles: int, work: Reckoning) -> Charge:
    left = dict(zip(("attacker", "defender"), _left(inputs, struggles, work.context), strict=True))
    for who, stands in left.items():
        now = int(str(work.read(CHARGE_EFFECT, clash, f"{who}'s stands", label=f"{who}'s stands lost")))
        beyond = max(abs(difference) - BEYOND, 0) if now and work.chosen(R_13) != R_13.default else 0
        left[who] = max(stands - now - beyond, 0)
    work.step(HERE, "stands left", tuple(left.values()), result=clash)
    return _outcome(clash, struggles, inputs, (left["attacker"], left["defender"]), work)


def _fought_out(inputs: Charging, work: Reckoning) -> Charge:
    """The struggle has eaten up the smaller side, or both."""
    rounds = _rounds(inputs, work.context)
    left = _left(inputs, rounds, work.context)
    clash = Clash.ATTACKER_GONE if left[1] else Clash.DEFENDER_GONE
    return _outcome(clash if any(left) else Clash.BOTH_GONE, rounds, inputs, left, work)


def _outcome(clash: Clash, struggles: int, inputs: Charging, left: tuple[int, int], work: Reckoning) -> Charge:
    lost = inputs.attacker.stands - left[0], inputs.defender.stands - left[1]
    attacker, defender = (str(work.read(CHARGE_EFFECT, clash, who, label=who)) for who in ("attacker", "defender"))
    return Charge(clash, struggles, *lost, attacker, defender)
