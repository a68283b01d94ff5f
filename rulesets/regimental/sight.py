"""Fog and darkness."""

from collections.abc import Callable
from fractions import Fraction

from rulesets.core.fields import Inputs, flag, whole
from rulesets.core.odds import Convolution
from rulesets.core.procedure import Example, procedure
from rulesets.core.reckoning import Reckoning
from rulesets.core.records import dataclass
from rulesets.core.words import many, number
from rulesets.regimental import BOOK
from rulesets.regimental.extras import DIE, exact, inches
from rulesets.regimental.state import SIDES, Light
from rulesets.regimental.tables import COMMAND_RADIUS, FOG, SIGHT, TWILIGHT

MIST, NIGHT = BOOK.at("Fog"), BOOK.at("Darkness")


class Foggy(Inputs):
    """A turn that begins in fog, and two units that may see each other."""

    leads = ("fog_turn", "inches_apart", "in_woods")
    fog_turn: int = whole("Turn", least=1, most=999)
    inches_apart: float | None = inches("Inches to the enemy unit", default=None, help="Leave blank if none is near.")
    in_woods: bool = flag("In woods")
    battery_move: float = inches(
        "Full move of a battery off the table", default=0.0, help="To place it limbered when the fog clears."
    )


@dataclass(frozen=True)
class Fog:
    """Whether the fog clears; whether the units see each other; and how far in batteries are placed."""

    clears: bool
    seen: bool
    battery_inches: Fraction = Fraction(0)

    def __str__(self) -> str:
        if self.clears:
            guns = f"; place the battery limbered within {number(self.battery_inches)}″ of the table edge"
            return f"the fog clears{guns if self.battery_inches else ''}"
        return f"fog: {'the units see each other' if self.seen else 'only command stands on the table'}"


@procedure(
    id="regimental.fog",
    title="Fog",
    rules=("RG-FOG",),
    odds=Convolution(),
    examples=[
        Example({"fog_turn": 2, "inches_apart": 4}, "fog: the units see each other"),
        Example(
            {"fog_turn": 3, "inches_apart": 3, "in_woods": True}, "fog: only command stands on the table", dice=(6, 6)
        ),
        Example(
            {"fog_turn": 4, "battery_move": 8},
            "the fog clears; place the battery limbered within 12″ of the table edge",
            dice=(7, 1),
        ),
    ],
    tables=("regimental.fog",),
)
def fog(inputs: Foggy, work: Reckoning) -> Fog:
    """Roll a d10 for each side from the third turn on to clear the fog; until then units see only what is near (R-329).

    A unit that is seen is placed around its command stand, in line to either side or in column, the moving unit first.
    """
    return work.after(_clears(inputs.fog_turn, work), lambda clears: _seen(inputs, work, clears=clears))


def _seen(inputs: Foggy, work: Reckoning, *, clears: bool) -> Fog:
    if clears:
        share = _number("share of their moves for batteries off the table", work)
        turns = inputs.fog_turn - 1
        reach = exact(inputs.battery_move) * turns * share
        work.step(MIST, f"{many(turns, 'foggy turn')}: batteries off the table may be {number(reach)}″ in.", reach)
        return Fog(clears=True, seen=True, battery_inches=reach)
    row = "inches at which units are seen in woods" if inputs.in_woods else "inches at which units are seen"
    sight = _number(row, work)
    return Fog(clears=False, seen=inputs.inches_apart is not None and exact(inputs.inches_apart) <= sight)


def _clears(turn: int, work: Reckoning) -> bool:
    first = _number("first turn to roll", work)
    if turn < first:
        return False

    def rolled(side: str, then: Callable[[int], bool]) -> bool:
        what = f"the fog, {SIDES[side]}"
        return work.on_roll(DIE, then, rule="RG-FOG", cites=MIST, subject=(side,), turn=turn, what=what)

    first_side, second_side = SIDES
    return rolled(first_side, lambda one: rolled(second_side, lambda other: _lifts(max(one, other), work)))


def _lifts(best: int, work: Reckoning) -> bool:
    return best >= _number("d10 that clears it, at least", work)


def _number(row: str, work: Reckoning) -> Fraction | int:
    return work.read(FOG, row, says=row)


class Dusk(Inputs):
    """A turn in the evening or at night, and two units that may see each other."""

    leads = ("night_turn", "twilight_turn", "inches_apart")
    night_turn: int = whole("Turn", least=1, most=999)
    twilight_turn: int = whole("Turn in which twilight falls", least=1, most=999)
    inches_apart: float | None = inches("Inches to the enemy unit", default=None, help="Leave blank if none is near.")


@dataclass(frozen=True)
class Darkness:
    """The light, and how far it lets people see and command; None is no limit."""

    light: Light
    sight: int | None = None
    command_radius: int | None = None
    seen: bool = True

    def __str__(self) -> str:
        if self.light is Light.DAY:
            return "daylight"
        seen = "" if self.seen else "; unseen units only as command stands" if self.light is Light.DARK else "; unseen"
        return f"{self.light}: sight {self.sight}″, command radius {self.command_radius}″{seen}"


@procedure(
    id="regimental.darkness",
    title="Darkness",
    rules=("RG-DARK",),
    examples=[
        Example({"night_turn": 12, "twilight_turn": 13}, "daylight"),
        Example({"night_turn": 14, "twilight_turn": 13}, "twilight: sight 8″, command radius 8″"),
        Example(
            {"night_turn": 15, "twilight_turn": 13, "inches_apart": 5},
            "dark: sight 4″, command radius 8″; unseen units only as command stands",
        ),
    ],
    tables=("regimental.sight", "regimental.twilight", "regimental.command_radius"),
)
def darkness(inputs: Dusk, work: Reckoning) -> Darkness:
    """Tell how far people see and command after twilight falls, and in the dark that follows (R-330)."""
    light = _light(inputs, work)
    work.step(NIGHT, f"Turn {inputs.night_turn} is {_in_words(light)}.", light)
    if light is Light.DAY:
        return Darkness(light)
    sight = work.read(SIGHT, light, says=f"Sight, {light}")
    radius = work.read(
        COMMAND_RADIUS, "in twilight" if light is Light.TWILIGHT else "in the dark", says="Command radius"
    )
    return Darkness(light, sight, radius, inputs.inches_apart is None or exact(inputs.inches_apart) <= sight)


def _light(inputs: Dusk, work: Reckoning) -> Light:
    if inputs.night_turn < inputs.twilight_turn:
        return Light.DAY
    turns = work.read(TWILIGHT, "length", says="Twilight lasts")
    return Light.TWILIGHT if inputs.night_turn < inputs.twilight_turn + turns else Light.DARK


def _in_words(light: Light) -> str:
    return {Light.DAY: "in daylight", Light.TWILIGHT: "in twilight", Light.DARK: "in the dark"}[light]
