"""Charges: who comes to contact, under what fire, and cavalry that bursts through."""

from collections.abc import Hashable, Mapping
from fractions import Fraction
from typing import Any, Literal

from rulesets.core.context import Context
from rulesets.core.fields import choice, flag, whole
from rulesets.core.odds import dynamic_program
from rulesets.core.procedure import Example, procedure
from rulesets.core.reckoning import Reckoning
from rulesets.core.records import dataclass
from rulesets.core.weighing import Silent
from rulesets.core.words import first_up, many, number
from rulesets.the_war_game import BOOK
from rulesets.the_war_game.rolls import (
    Number,
    Opposed,
    Rolled,
    chances_at_least,
    inches,
    named,
    opposed,
    refused,
    rolled_at_least,
)
from rulesets.the_war_game.rulings import R_210
from rulesets.the_war_game.state import Arm, Pace
from rulesets.the_war_game.tables import CHARGE_FIRE, FAN_OUT, MOVES, RIDE_DOWN

HERE = BOOK.at("The charge")
Formation = Literal["column", "line", "open order"]
Fire = Literal["none", "a normal volley", "a volley at close range"]
PACES = {"column": Pace.CHARGING, "line": Pace.LINE, "open order": Pace.OPEN}


class Charging(Opposed):
    """A unit that moves against an enemy, at the start of the move."""

    leads = ("troops", "inches", "formation")
    troops: Arm = choice("Attackers", default="infantry")
    inches: int = inches("Distance to the enemy", most=60)
    formation: Formation = choice("Formation of infantry", default="column")
    defender_fires: bool = flag("Defender able to fire", default=True, help="Not cavalry.")
    bad_morale: bool = flag("Cavalry's morale is bad", help="Test it on the move that should bring contact.")
    files: int = whole("Files of the column", least=1, most=24, unit="figures", default=4)
    ranks: int = whole("Ranks of the column", least=1, most=24, unit="figures", default=6)


@dataclass(frozen=True)
class Charge:
    """How the move ends; `front` counts the figures of a column that reach the enemy."""

    contact: bool
    fire: Fire
    impetus: bool
    front: int | None = None

    def __str__(self) -> str:
        under = "without fire" if self.fire == "none" else f"after {self.fire}"
        if not self.contact:
            return f"no contact; the defender fires {self.fire}" if self.fire != "none" else "no contact, no fire"
        front = f", {many(self.front, 'figure')} in front" if self.front else ""
        return f"{'charge' if self.impetus else 'walk'} to contact {under}{front}"


def _chances(inputs: Charging, context: Context, number: Number) -> Mapping[Hashable, Any]:
    """Give both sides the same chance: equal dice are rolled again."""
    work = Silent(context=context)
    decided = _without_dice(inputs, work)
    if decided:
        return {decided: number(1, 1)}
    return {_met(inputs, who, work): number(1, 2) for who in ("defender", "attacker")}


@procedure(
    id="the_war_game.charge",
    title="Charge",
    rules=("WG-CHARGEINF", "WG-CHARGEFIRE", "WG-CHARGECAV"),
    odds=dynamic_program(_chances),
    examples=[
        Example({"inches": 9}, "charge to contact after a volley at close range, 12 figures in front", dice=(2, 5)),
        Example({"inches": 6, "formation": "line"}, "walk to contact without fire", dice=(6, 6, 4, 3)),
        Example({"inches": 12}, "no contact; the defender fires a normal volley"),
        Example({"troops": "cavalry", "inches": 30}, "no contact; the defender fires a normal volley"),
        Example({"troops": "cavalry", "inches": 18}, "charge to contact without fire", dice=(4, 1)),
        Example(
            {"troops": "cavalry", "inches": 10, "bad_morale": True}, "no contact; the defender fires a normal volley"
        ),
    ],
    tables=("the_war_game.moves", "the_war_game.charge_fire", "the_war_game.fan_out"),
    is_common=True,
)
def charge(inputs: Charging, work: Reckoning) -> Charge:
    """Tell whether a unit reaches the enemy, and roll for the last volley. Infantry charges only in column."""
    decided = _without_dice(inputs, work)
    if decided:
        return decided
    attacker, defender = opposed(work, cites=HERE, subject=inputs.subject, turn=inputs.turn, what="the last volley")
    return _met(inputs, "attacker" if attacker > defender else "defender", work)


def _pace(inputs: Charging) -> Pace:
    return Pace.CAVALRY_CHARGE if inputs.troops == "cavalry" else PACES[inputs.formation]


def _without_dice(inputs: Charging, work: Reckoning) -> Charge | None:
    """Return the end of a move that needs no dice."""
    if inputs.troops == "infantry" and inputs.bad_morale:
        raise refused("bad_morale", "only cavalry tests its morale before contact.", HERE)
    pace = _pace(inputs)
    reach = work.read(MOVES, pace, says=lambda inch: f"{first_up(pace)}: {number(inch)}″.")
    fire: Fire = "a normal volley" if inputs.defender_fires else "none"
    if inputs.inches > reach:
        work.step(HERE, f"{inputs.inches}″ is too far: the unit is still advancing.", "no contact")
        return Charge(contact=False, fire=fire, impetus=False)
    if inputs.bad_morale:
        work.step(HERE, "The cavalry's morale is bad: it stays halted.", "no contact")
        return Charge(contact=False, fire=fire, impetus=False)
    return None if inputs.defender_fires else _met(inputs, "attacker", work)


def _met(inputs: Charging, higher: str, work: Reckoning) -> Charge:
    """Return the contact, with or without a volley."""
    fire: Fire = "none"
    if inputs.defender_fires:
        work.read(CHARGE_FIRE, higher, says=f"Higher die, {higher}")
        fire = "a volley at close range" if higher == "defender" else "none"
    in_column = inputs.troops == "infantry" and inputs.formation == "column"
    front = _front(inputs, work) if in_column else None
    return Charge(contact=True, fire=fire, impetus=in_column or inputs.troops == "cavalry", front=front)


def _front(inputs: Charging, work: Reckoning) -> int:
    """Count the front rank and the men who run forward from the flanks of the ranks behind it."""
    outward = [
        min(inputs.files, 2 * work.read(FAN_OUT, rank, says=f"From each flank of rank {rank}"))
        for rank in FAN_OUT.rows
        if rank <= inputs.ranks
    ]
    front = inputs.files + sum(outward)
    says = f"Front rank of {inputs.files} and {sum(outward)} from behind: {many(front, 'figure')} in front."
    work.step(HERE, says, front)
    return front


class Riding(Rolled):
    """Heavy cavalry that charges shallow infantry."""

    leads = ("figures", "ranks", "inches")
    figures: int = whole("Cavalry figures in contact", least=1, most=48, unit="figures")
    ranks: int = whole("Ranks of the infantry", least=1, most=9, unit="ranks")
    inches: int = inches("Distance of the charge", most=60)
    heavy: bool = flag("Heavy cavalry", help="Only heavy cavalry may.")


@dataclass(frozen=True)
class RiddenDown:
    """Figures that burst through; each removes the figure in front of it. They ride on for the inches left."""

    through: int
    of: int
    inches_left: int

    def __str__(self) -> str:
        rides = f", and may ride on {self.inches_left}″" if self.through else ""
        return f"{self.through} of {many(self.of, 'figure')} burst through{rides}"


def _riding_chances(inputs: Riding, context: Context, number: Number) -> Mapping[Hashable, Any]:
    """Count independent dice."""
    work = Silent(context=context)
    chances = chances_at_least(_bursts_with(inputs, work), inputs.figures, number)
    return named(chances, lambda through: _ridden(inputs, through, work))


@procedure(
    id="the_war_game.ride_down",
    title="Ride down",
    rules=("WG-RIDE",),
    odds=dynamic_program(_riding_chances),
    examples=[
        Example(
            {"figures": 3, "ranks": 2, "inches": 10, "heavy": True},
            "2 of 3 figures burst through, and may ride on 8″",
            dice=(5, 4, 6),
        ),
        Example({"figures": 2, "ranks": 1, "inches": 12, "heavy": True}, "0 of 2 figures burst through", dice=(3, 1)),
    ],
    tables=("the_war_game.ride_down", "the_war_game.moves"),
)
def ride_down(inputs: Riding, work: Reckoning) -> RiddenDown:
    """Roll a die for each heavy cavalry figure against infantry fewer than 3 ranks deep, charged from 12″ or less."""
    least = _bursts_with(inputs, work)
    through = rolled_at_least(
        least,
        inputs.figures,
        work,
        cites=HERE,
        subject=(*inputs.subject, "ride down"),
        turn=inputs.turn,
        each="cavalry figure",
        does="bursts through",
    )
    return _ridden(inputs, through, work)


def _bursts_with(inputs: Riding, work: Reckoning) -> int:
    """Return the number that bursts through, or refuse (R-210)."""
    if not inputs.heavy and work.chosen(R_210) == R_210.default:
        raise refused("heavy", "only heavy cavalry may ride down infantry.", HERE)
    if inputs.ranks not in RIDE_DOWN.columns:
        raise refused("ranks", f"must be fewer than 3 to be ridden down, not {inputs.ranks}.", HERE)
    most = work.read(RIDE_DOWN, "inches at most", inputs.ranks, says="Distance of the charge, at most")
    if inputs.inches > most:
        raise refused("inches", f"must be {most} or less to ride down infantry, not {inputs.inches}.", HERE)
    ranks = many(inputs.ranks, "rank")
    return work.read(RIDE_DOWN, "bursts through with", inputs.ranks, says=f"{ranks} deep, burst through with")


def _ridden(inputs: Riding, through: int, work: Reckoning) -> RiddenDown:
    move = work.read(MOVES, Pace.CAVALRY_CHARGE, says="Cavalry charging")
    left = int(Fraction(move)) - inputs.inches
    if through:
        back = work.read(RIDE_DOWN, "inches that the rear ranks move back", inputs.ranks, says="Rear ranks move back")
        work.step(HERE, lambda: _told_of(through, back, left), through)
    return RiddenDown(through, inputs.figures, left)


def _told_of(through: int, back: int, left: int) -> str:
    gone = f"{many(through, 'infantry figure')} removed, those behind move {back}″ back and to the side"
    return f"{gone}. The cavalry rides on up to {left}″, and may veer 30 degrees."
