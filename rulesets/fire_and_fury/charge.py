"""Charge combat: two opposed rolls, and what the difference does to each side."""

from collections.abc import Callable, Hashable, Iterator, Mapping
from functools import cache, partial
from math import ceil
from typing import Annotated, Any, Literal

from pydantic import Field

from rulesets.core.context import Context
from rulesets.core.errors import IllegalOrder
from rulesets.core.fields import Inputs, choice, flag, several, whole, words
from rulesets.core.odds import dynamic_program, in_rounds
from rulesets.core.procedure import Example, procedure
from rulesets.core.reckoning import Reckoning
from rulesets.core.records import dataclass
from rulesets.core.ways import opposed
from rulesets.core.weighing import Silent
from rulesets.core.words import first_up, listed, many, quoted, signed
from rulesets.fire_and_fury import BOOK
from rulesets.fire_and_fury.extras import ExtraModifier, add_extras, in_key, more_modifiers, read_triple, unit_name
from rulesets.fire_and_fury.rulings import R_11, R_13
from rulesets.fire_and_fury.state import Clash, Status
from rulesets.fire_and_fury.tables import CHARGE, CHARGE_EFFECT, CHARGE_MODIFIERS, OUTNUMBERED, STATUS_MODIFIER

HERE = BOOK.at("Charge combat")
SIDES = 10
BEYOND = 10  # FF-R13
Troops = Literal["infantry", "mounted cavalry", "dismounted cavalry", "battery"]
OPPOSED = opposed(1, SIDES)
Row = Annotated[str, Field(max_length=80)]


class Fighter(Inputs):
    """One side of the combat when the dice are rolled."""

    stands: int = whole("Stands in the combat", least=1, most=40, unit="stands", default=1)
    troops: Troops = choice("Troops", default="infantry")
    triple: str = words("Triple", default="", most=12, help="It gives the state for the stands in the combat.")
    status: Literal["Fresh", "Worn", "Spent"] = choice("State", default="Worn", help="If no triple is given.")
    disordered: bool = flag("Disordered")
    leader: bool = flag("Leader attached, or exceptional commander")
    favourable_ground: bool = flag("Favorable ground")
    supported: bool = flag(
        "Supported", help="By friendly stands within an inch; a column supports only if it is in contact."
    )
    outflanked: bool = flag("Outflanked", help="Cancels support.")
    confederate: bool = flag("Confederate")
    lost_to_fire: int = whole("Stands lost to fire this turn", least=0, most=40, unit="stands", default=0)
    also: tuple[Row, ...] = several(
        "Added modifiers", most=20, default=(), help="Rows that the campaign added to the charge modifiers."
    )
    extras: tuple[ExtraModifier, ...] = more_modifiers()
    name: str = unit_name("Name")


class Charger(Fighter):
    """The side that charges."""

    breakthrough: bool = flag("Breakthrough charge")
    march_column: bool = flag("In march column")


class Charging(Inputs):
    """A charge that reaches contact."""

    leads = ("attacker", "defender")
    attacker: Charger = choice("Attacker")
    defender: Fighter = choice("Defender")
    side: Literal["USA", "CSA", ""] = choice("Attacking side", default="")
    turn: int = whole("Turn", least=0, most=999, default=0)


@dataclass(frozen=True)
class Charge:
    """The end of a charge, with all rounds of a desperate struggle."""

    clash: Clash
    struggles: int
    attacker_lost: int
    defender_lost: int
    attacker: str
    defender: str

    def __str__(self) -> str:
        after = f" after {many(self.struggles, 'desperate struggle')}" if self.struggles else ""
        return f"{self.clash}{after}: attacker loses {self.attacker_lost}, defender {self.defender_lost}"


def _chances(inputs: Charging, context: Context, number: Callable[[int, int], Any]) -> Mapping[Hashable, Any]:
    """Add up the chances of ending in each round."""
    work = Silent(context=context)
    rounds = _rounds(inputs, context)
    return in_rounds(rounds, OPPOSED, partial(_round, inputs, work), lambda: _fought_out(inputs, work), number)


def _round(inputs: Charging, work: Reckoning, round_no: int) -> Callable[[int], "Charge | None"]:
    """Return what a difference of two dice comes to: an end, or None for a struggle."""
    edge = _edge(inputs, round_no, work)
    ended = cache(partial(_ended, inputs=inputs, struggles=round_no, work=work))

    def end_of(spread: int) -> "Charge | None":
        difference = spread + edge
        clash = work.read(CHARGE, difference)
        return None if clash is Clash.STRUGGLE else ended(clash, max(abs(difference) - BEYOND, 0))

    return end_of


@procedure(
    id="fire_and_fury.charge",
    title="Charge combat",
    odds=dynamic_program(_chances),
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
    is_common=True,
)
def charge(inputs: Charging, work: Reckoning) -> Charge:
    """Roll a d10 with modifiers for each side; an even score costs both a stand and is fought again."""
    for round_no in range(_rounds(inputs, work.context)):
        edge = _edge(inputs, round_no, work)
        difference = _die("attacker", inputs, work) - _die("defender", inputs, work) + edge
        clash = work.read(CHARGE, difference, says=f"Charge, difference {signed(difference)}")
        if clash is not Clash.STRUGGLE:
            return _ended(clash, max(abs(difference) - BEYOND, 0), inputs, round_no, work)
    return _fought_out(inputs, work)


def _rounds(inputs: Charging, context: Context) -> int:
    """Count the rounds of struggle until a side has no stands left."""
    if inputs.attacker.march_column:
        sentence = "attacker.march_column: a brigade in march column cannot charge."
        raise IllegalOrder(sentence, cites=HERE, field="attacker.march_column")
    sides = ((inputs.attacker.stands, "attacker"), (inputs.defender.stands, "defender"))
    rounds = [ceil(stands / cost) for stands, who in sides if (cost := _stands_lost(Clash.STRUGGLE, who, context))]
    if not rounds:
        raise IllegalOrder("A desperate struggle must cost at least 1 stand, or it never ends.", cites=HERE)
    return min(rounds)


def _stands_lost(clash: Clash, who: str, context: Context) -> int:
    return int(str(CHARGE_EFFECT.at(clash, f"{who}'s stands", context=context)))


def _left(inputs: Charging, rounds: int, context: Context) -> tuple[int, int]:
    """Return the stands of attacker and defender after some rounds."""
    attacker = inputs.attacker.stands - rounds * _stands_lost(Clash.STRUGGLE, "attacker", context)
    defender = inputs.defender.stands - rounds * _stands_lost(Clash.STRUGGLE, "defender", context)
    return max(attacker, 0), max(defender, 0)


def _die(who: Literal["attacker", "defender"], inputs: Charging, work: Reckoning) -> int:
    subject = (inputs.side, in_key(inputs.attacker.name), in_key(inputs.defender.name), who)
    return work.roll(SIDES, rule=str(HERE), subject=subject, turn=inputs.turn, what=f"the {who}'s charge").total


def _edge(inputs: Charging, round_no: int, work: Reckoning) -> int:
    """Return the attacker's modifiers less the defender's, after some rounds of struggle (FF-R12)."""
    ours, theirs = _left(inputs, round_no, work.context)
    attacker = _modifier(inputs.attacker, ours, theirs, "attacker", work)
    defender = _modifier(inputs.defender, theirs, ours, "defender", work)
    edge = attacker - defender
    says = f"Modifiers: attacker {signed(attacker)}, defender {signed(defender)}, difference {signed(edge)}."
    work.step(HERE, says, edge, attacker=attacker, defender=defender)
    return edge


def _modifier(fighter: Fighter, own: int, enemy: int, who: str, work: Reckoning) -> int:
    total = _state(fighter, own, who, work) + _outnumbered(own, enemy, who, work)
    for row, times in _claims(fighter, who, work):
        total += times * (work.read(CHARGE_MODIFIERS, row, says=_claimed(who, row, times)) or 0)
    return total + add_extras(fighter.extras, work)


def _claimed(who: str, row: str, times: int) -> str:
    often = f", {many(times, 'time')}" if times > 1 else ""
    return f"{who}, {row}{often}"


def _state(fighter: Fighter, own: int, who: str, work: Reckoning) -> int:
    """Return the modifier for Fresh or Spent; a battery is neither (FF-R18)."""
    if fighter.troops == "battery":
        return 0
    status = Status(fighter.status)
    if fighter.triple:
        triple = read_triple(fighter.triple, cites=HERE, field=f"{who}.triple")
        if fighter.stands > triple.most:
            sentence = f"{who}.stands: must be {triple.most} or less for {triple}, not {fighter.stands}."
            raise IllegalOrder(sentence, cites=HERE, field=f"{who}.stands")
        status = triple.status(own)
    return work.read(STATUS_MODIFIER, status, says=f"{who} {status}")


def _outnumbered(own: int, enemy: int, who: str, work: Reckoning) -> int:
    """Return the modifier for the worst odds that apply."""
    for odds in OUTNUMBERED.rows:
        against, of = (OUTNUMBERED.at(odds, c, context=work.context) for c in ("enemy stands", "own stands"))
        if enemy * of >= own * against:
            return work.read(OUTNUMBERED, odds, "modifier", says=f"{who} outnumbered {odds}")
    return 0


def _claims(fighter: Fighter, who: str, work: Reckoning) -> Iterator[tuple[str, int]]:
    """Yield the rows of the modifier table that apply, and how often."""
    yield from (
        (row, 1)
        for row, applies in {
            "attached leader or exceptional brigade commander": fighter.leader,
            "breakthrough": isinstance(fighter, Charger) and fighter.breakthrough,
            "favorable ground": fighter.favourable_ground,
            "Confederate": _rebel_yell(fighter, who, work),
            "supported": fighter.supported and not fighter.outflanked,
            "outflanked": fighter.outflanked,
            "disordered": fighter.disordered,
        }.items()
        if applies
    )
    if fighter.lost_to_fire:
        yield "each stand lost to fire this turn", fighter.lost_to_fire
    yield from ((row, 1) for row in _added(fighter, who, work))


def _added(fighter: Fighter, who: str, work: Reckoning) -> tuple[str, ...]:
    """Return the campaign's own rows that apply; refuse any other, and one that is listed twice."""
    known = CHARGE_MODIFIERS.added(work.context) if fighter.also else []
    choices = f"must be {listed(map(quoted, known), 'or')}" if known else "no campaign here has added any"
    for n, row in enumerate(fighter.also):
        fault = f"{choices}, not {quoted(row)}" if row not in known else f"{quoted(row)} is listed twice"
        if row not in known or row in fighter.also[:n]:
            raise IllegalOrder(f"{who}.also: {fault}.", cites=HERE, field=f"{who}.also")
    return fighter.also


def _rebel_yell(fighter: Fighter, who: str, work: Reckoning) -> bool:
    """Tell whether the Confederate bonus applies: never mounted, and by a ruling only when charging (FF-R11)."""
    if not fighter.confederate or fighter.troops in ("mounted cavalry", "battery"):
        return False
    return who == "attacker" or work.chosen(R_11) == R_11.default


def _ended(clash: Clash, past: int, inputs: Charging, struggles: int, work: Reckoning) -> Charge:
    """Take the stands of the result from both sides; the difference may be `past` the table (FF-R13)."""
    left = dict(zip(("attacker", "defender"), _left(inputs, struggles, work.context), strict=True))
    for who, stands in left.items():
        now = int(str(work.read(CHARGE_EFFECT, clash, f"{who}'s stands", says=f"{clash}, {who}'s stands lost")))
        beyond = past if now and work.chosen(R_13) != R_13.default else 0
        left[who] = max(stands - now - beyond, 0)
    says = f"{first_up(clash)}: attacker has {many(left['attacker'], 'stand')} left, defender {left['defender']}."
    work.step(HERE, says, tuple(left.values()), result=clash)
    return _outcome(clash, struggles, inputs, (left["attacker"], left["defender"]), work)


def _fought_out(inputs: Charging, work: Reckoning) -> Charge:
    """End a struggle that destroyed the smaller side, or both."""
    rounds = _rounds(inputs, work.context)
    left = _left(inputs, rounds, work.context)
    clash = Clash.ATTACKER_GONE if left[1] else Clash.DEFENDER_GONE
    return _outcome(clash if any(left) else Clash.BOTH_GONE, rounds, inputs, left, work)


def _outcome(clash: Clash, struggles: int, inputs: Charging, left: tuple[int, int], work: Reckoning) -> Charge:
    lost = inputs.attacker.stands - left[0], inputs.defender.stands - left[1]
    attacker, defender = (str(work.read(CHARGE_EFFECT, clash, who, says=who)) for who in ("attacker", "defender"))
    return Charge(clash, struggles, *lost, attacker, defender)
