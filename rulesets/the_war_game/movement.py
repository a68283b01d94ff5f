"""Movement: inches by troops, what the ground costs, fords, and room in buildings."""

from fractions import Fraction
from math import prod
from typing import Any

from pydantic import Field

from rulesets.core.fields import Inputs, choice, flag, several, whole
from rulesets.core.procedure import Example, procedure
from rulesets.core.reckoning import Reckoning
from rulesets.core.records import dataclass
from rulesets.core.words import first_up, many, number, words_of
from rulesets.the_war_game import BOOK
from rulesets.the_war_game.rolls import refused
from rulesets.the_war_game.rulings import R_226, R_227
from rulesets.the_war_game.state import Ground, Kind, Pace, Slope
from rulesets.the_war_game.tables import BUILDINGS, FASTER_GUNS, FORDS, MOVES, TERRAIN

HERE = BOOK.at("Movement and terrain")
QUARTER = 0.25


def length(title: str, *, most: int) -> Any:
    """Declare a length along the path, to the quarter inch."""
    return Field(title=title, ge=QUARTER, le=most, multiple_of=QUARTER, json_schema_extra={"unit": "inches"})


class Leg(Inputs):
    """A stretch over one kind of ground."""

    inches: float = length("Inches", most=60)
    ground: Ground = choice("Ground", default=Ground.OPEN)
    slope: Slope = choice("Slope", default=Slope.LEVEL)


class Moving(Inputs):
    """Troops and their path, a ford, or a building that they enter."""

    troops: Pace = choice("Troops")
    legs: tuple[Leg, ...] = several("Stretches of the path", most=30, default=())
    fords: bool = flag("Fords a river or stream", help="It takes whole moves, without a path.")
    garrison: int = whole("Figures that enter a building", least=0, most=99, unit="figures", default=0)
    sections: int = whole("Sections of the building", least=1, most=9, unit="sections", default=1)


@dataclass(frozen=True)
class Move:
    """Exact inches, the whole moves that it takes, and the figures that find room in a building."""

    allowance: Fraction
    cost: Fraction
    moves: int
    inside: int | None

    @property
    def left(self) -> Fraction:
        """Return the inches that remain."""
        return self.allowance - self.cost

    def __str__(self) -> str:
        room = "" if self.inside is None else f"; {many(self.inside, 'figure')} inside"
        return f"{self._way}{room}"

    @property
    def _way(self) -> str:
        if self.moves > 1:
            return f"{many(self.moves, 'move')} to ford"
        if self.left < 0:
            return f"{number(-self.left)}″ too far"
        if self.cost:
            return f"costs {number(self.cost)}″ of {number(self.allowance)}″, leaving {number(self.left)}″"
        return f"{number(self.allowance)}″"


@procedure(
    id="the_war_game.movement",
    title="Movement",
    rules=("WG-MOVE", "WG-TERRAIN"),
    examples=[
        Example({"troops": "infantry in column"}, "7 1/2″"),
        Example(
            {
                "troops": "infantry in line",
                "legs": [{"inches": 3}, {"inches": 1, "ground": "woods"}],
            },
            "costs 5″ of 6″, leaving 1″",
        ),
        Example({"troops": "cavalry", "legs": [{"inches": 5, "slope": "uphill"}]}, "1″ too far"),
        Example({"troops": "wagon", "fords": True}, "4 moves to ford"),
        Example(
            {"troops": "infantry in open order", "legs": [{"inches": 4}], "garrison": 8},
            "costs 4″ of 7 1/2″, leaving 3 1/2″; 7 figures inside",
        ),
    ],
    tables=(
        "the_war_game.moves",
        "the_war_game.faster_guns",
        "the_war_game.terrain",
        "the_war_game.fords",
        "the_war_game.buildings",
    ),
    is_common=True,
)
def movement(inputs: Moving, work: Reckoning) -> Move:
    """Take the cost of the ground from the move of the troops. A ford takes whole moves, and a building has limits."""
    inside = _inside(inputs, work)
    allowance = _allowance(inputs.troops, work)
    if inputs.fords:
        return Move(allowance, Fraction(0), _ford(inputs, work), inside)
    cost = sum((_cost(leg, n, inputs.troops.kind, work) for n, leg in enumerate(inputs.legs)), Fraction(0))
    rest = allowance - cost
    if inputs.legs:
        says = f"The path costs {number(cost)}″ of {number(allowance)}″: {number(rest)}″ left."
        work.step(HERE, says, rest, allowance=allowance, cost=cost)
    return Move(allowance, cost, 1, inside)


def _allowance(pace: Pace, work: Reckoning) -> Fraction:
    """Return the inches of a move (R-226)."""

    def says(inches: Fraction | int) -> str:
        return f"{first_up(pace)}: {number(inches)}″."

    if pace in FASTER_GUNS.rows and work.chosen(R_226) != R_226.default:
        return Fraction(work.read(FASTER_GUNS, pace, says=says))
    return Fraction(work.read(MOVES, pace, says=says))


def _inside(inputs: Moving, work: Reckoning) -> int | None:
    """Count the figures that find room in the building."""
    if not inputs.garrison:
        return None
    if inputs.troops.kind not in (Kind.LINE, Kind.OPEN):
        raise refused("garrison", "only infantry can garrison a building.", HERE)
    room = inputs.sections * work.read(BUILDINGS, "infantry figures per section", says="Infantry figures per section")
    inside = min(room, inputs.garrison)
    says = f"Room for {room} in {many(inputs.sections, 'section')}: {inside} of {inputs.garrison} inside."
    work.step(HERE, says, inside, room=room)
    return inside


def _ford(inputs: Moving, work: Reckoning) -> int:
    """Return the moves that a ford takes (R-229)."""
    if inputs.legs:
        raise refused("legs", "a ford takes whole moves, so move before or after it.", HERE)
    if inputs.troops.kind is Kind.BARGE:
        raise refused("fords", "barges don't ford.", HERE)
    return work.read(FORDS, inputs.troops.kind, says="Moves to ford a river or stream")


def _cost(leg: Leg, n: int, kind: Kind, work: Reckoning) -> Fraction:
    """Return the inches of the allowance that a stretch takes."""
    slows = [key for key in (leg.slope, leg.ground) if key not in (Slope.LEVEL, Ground.OPEN)]
    if slows and kind is Kind.BARGE:
        raise refused(f"legs.{n}", "a barge stays on the water.", HERE)
    shares = [Fraction(_share(key, n, kind, work)) for key in slows]
    both = len([share for share in shares if share < 1]) > 1
    share = min(shares) if both and work.chosen(R_227) != R_227.default else prod(shares, start=Fraction(1))
    return Fraction(round(leg.inches / QUARTER), 4) / share


def _share(key: Slope | Ground, n: int, kind: Kind, work: Reckoning) -> Fraction | int:
    where = key if isinstance(key, Slope) else f"in {key}"
    share = work.read(TERRAIN, key, kind, says=lambda value: f"{first_up(kind)} {where}: {_speed(value)}.")
    if not share:
        raise refused(f"legs.{n}", f"{words_of(kind)} cannot enter {key}.", HERE)
    return share


def _speed(share: Fraction | int) -> str:
    return "no entry" if not share else "normal move" if share == 1 else f"{number(share)} of the move"
