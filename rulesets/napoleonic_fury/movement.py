"""Movement: the allowance in inches, the cost of a path, and how far the rest goes."""

from fractions import Fraction
from typing import Literal

from rulesets.core.errors import IllegalOrder
from rulesets.core.fields import Inputs, choice, flag, several, whole
from rulesets.core.procedure import Example, procedure
from rulesets.core.reckoning import Reckoning
from rulesets.core.records import dataclass
from rulesets.core.words import first_up, number
from rulesets.napoleonic_fury import BOOK
from rulesets.napoleonic_fury.rulings import R_127
from rulesets.napoleonic_fury.state import Allowed, Formation, Nation, Troops
from rulesets.napoleonic_fury.tables import INFANTRY_MOVEMENT, MOVEMENT_COSTS, OTHER_MOVEMENT
from rulesets.napoleonic_fury.units import (
    EARLY_TO,
    LIKE_SPAIN,
    PEOPLES,
    QUARTER,
    battle_year,
    check_formation,
    inches,
    is_french,
)

HERE = BOOK.at("Movement allowances")
Ground = Literal["open", "road", "rough", "woods"]
HALVED = (Allowed.HALF, Allowed.EITHER, Allowed.BOTH)
MAY_CHANGE = (Allowed.FULL, Allowed.EITHER, Allowed.BOTH, Allowed.CHANGE)
RIDES_LIKE = {Troops.COSSACKS: Troops.LIGHT_CAVALRY, Troops.MILITIA_CAVALRY: Troops.LIGHT_CAVALRY}
OWN_ROWS = (Nation.AUSTRIA, Nation.PRUSSIA, Nation.RUSSIA, Nation.OTTOMANS)
TABLES = (
    "napoleonic_fury.infantry_movement",
    "napoleonic_fury.other_movement",
    "napoleonic_fury.movement_costs",
)


class Leg(Inputs):
    """A stretch over one kind of ground."""

    inches: float = inches("Inches", least=QUARTER)
    ground: Ground = choice("Ground", default="open")
    backward: bool = flag("Backward")


class Moving(Inputs):
    """A unit, battery, or leader, and its path."""

    leads = ("nation", "troops", "formation")
    nation: Nation = choice("Nation")
    troops: Troops = choice("Troops", default=Troops.LINE)
    formation: Formation = choice("Formation at the start", default=Formation.LINE, help="Of infantry or cavalry.")
    allowed: Allowed = choice("Maneuver result", default=Allowed.FULL)
    legs: tuple[Leg, ...] = several(
        "Stretches of the path",
        most=30,
        default=(),
        help="Measure pivots with the wheel template, from the outside edge.",
    )
    formation_changes: int = whole("Formation changes", least=0, most=4, default=0)
    into: Formation | None = choice("Formation at the end", default=None, help="If it changes formation.")
    lines_passed: int = whole(
        "Friendly units passed through", least=0, most=9, default=0, help="Don't count light infantry."
    )
    prolongs: bool = flag("Prolongs", help="Moves an unlimbered battery by hand.")
    year: int = battle_year()


@dataclass(frozen=True)
class Move:
    """Exact inches; `left` is negative when the path is too long."""

    allowance: Fraction
    cost: Fraction
    left: Fraction

    def __str__(self) -> str:
        if self.left < 0:
            return f"{number(-self.left)}″ too far"
        return f"costs {number(self.cost)}″ of {number(self.allowance)}″, leaving {number(self.left)}″"


@procedure(
    id="napoleonic_fury.movement",
    title="Movement",
    rules=(
        "NF-MOVE",
        "NF-MOVECAV",
        "NF-ROAD",
        "NF-FORMCOST",
        "NF-SQUARE",
        "NF-PASSAGE",
        "NF-PROLONG",
        "NF-HVYWOODS",
    ),
    examples=[
        Example(
            {"nation": "France", "formation_changes": 1},
            "costs 3″ of 6″, leaving 3″",
            title="The book's own example",
        ),
        Example(
            {
                "nation": "Austria",
                "formation": "march column",
                "year": 1805,
                "legs": [{"inches": 18, "ground": "road"}],
            },
            "costs 9″ of 9″, leaving 0″",
        ),
        Example(
            {"nation": "Russia", "troops": "heavy cavalry", "legs": [{"inches": 4, "ground": "rough"}]},
            "2″ too far",
        ),
        Example(
            {"nation": "Britain", "troops": "heavy battery", "prolongs": True, "legs": [{"inches": 1}]},
            "costs 1″ of 1″, leaving 0″",
        ),
    ],
    tables=TABLES,
    is_common=True,
)
def movement(inputs: Moving, work: Reckoning) -> Move:
    """Take the cost of ground, formation changes, and friends passed from the allowance."""
    _check(inputs)
    allowance = _allowance(inputs, work)
    cost = sum((_cost(leg, n, inputs, work) for n, leg in enumerate(inputs.legs)), Fraction(0))
    cost += _changes(inputs, work) + _passage(inputs, work)
    found = Move(allowance, cost, allowance - cost)
    says = f"Allowance {number(allowance)}″, cost {number(cost)}″: {number(found.left)}″ left."
    work.step(HERE, says, found.left, allowance=allowance, cost=cost)
    return found


def full_move(nation: Nation, year: int, troops: Troops, work: Reckoning) -> Fraction:
    """Return a full move: of infantry, that of a column."""
    if not troops.is_infantry:
        return mounted_move(troops, work)
    return _infantry(nation, "column to 1808" if year <= EARLY_TO else "column from 1809", work)


def mounted_move(troops: Troops, work: Reckoning) -> Fraction:
    """Return a full move of cavalry, a battery, or a leader, which no nation or year changes."""
    return _rate(troops, "move", work)


def _check(inputs: Moving) -> None:
    if inputs.prolongs and not inputs.troops.is_battery:
        raise IllegalOrder("prolongs: only batteries can prolong.", cites=HERE, field="prolongs")
    check_formation(inputs.troops, inputs.formation, cites=HERE, field="formation")
    has_formation = inputs.troops.is_infantry or inputs.troops.is_cavalry
    _check_end(inputs, has_formation=has_formation)
    field = "formation_changes"
    if inputs.formation_changes and not has_formation:
        raise IllegalOrder(f"{field}: only infantry and cavalry change formation.", cites=HERE, field=field)
    if inputs.formation_changes and inputs.allowed not in MAY_CHANGE:
        raise IllegalOrder(f"{field}: the maneuver result allows none.", cites=HERE, field=field)
    if inputs.formation_changes > 1 and inputs.allowed is not Allowed.FULL:
        raise IllegalOrder(f"{field}: the maneuver result allows only 1.", cites=HERE, field=field)


def _check_end(inputs: Moving, *, has_formation: bool) -> None:
    if inputs.into is None:
        return
    if not has_formation:
        raise IllegalOrder("into: only infantry and cavalry have a formation.", cites=HERE, field="into")
    check_formation(inputs.troops, inputs.into, cites=HERE, field="into")
    if inputs.into != inputs.formation and not inputs.formation_changes:
        sentence = f"formation_changes: must be 1 or more to end in {inputs.into}, not 0."
        raise IllegalOrder(sentence, cites=HERE, field="formation_changes")


def _infantry(nation: Nation, rate: str, work: Reckoning) -> Fraction:
    row = _row(nation, work)
    return Fraction(work.read(INFANTRY_MOVEMENT, row, rate, says=f"{first_up(row)} infantry, {rate}"))


def _row(nation: Nation, work: Reckoning) -> str:
    if nation is Nation.BRITAIN or is_french(nation, work):
        return "French or British"
    if nation in LIKE_SPAIN:
        return "Spanish, Saxon, Neapolitan, or Rhinebund"
    return PEOPLES[nation] if nation in OWN_ROWS else "other"


def _rate(troops: Troops, rate: str, work: Reckoning) -> Fraction:
    row = RIDES_LIKE.get(troops, troops)
    return Fraction(work.read(OTHER_MOVEMENT, row, rate, says=f"{row}, {rate}"))


def _share(row: str, nation: Nation, work: Reckoning) -> Fraction:
    """Return a share of the line allowance."""
    return _infantry(nation, "line", work) * work.read(MOVEMENT_COSTS, row, says=first_up(row))


def _allowance(inputs: Moving, work: Reckoning) -> Fraction:
    if inputs.allowed in (Allowed.NONE, Allowed.CHANGE) or (
        inputs.allowed is Allowed.EITHER and inputs.formation_changes
    ):
        work.step(HERE, "The maneuver result allows no move.", Fraction(0))
        return Fraction(0)
    if inputs.prolongs:
        return Fraction(
            work.read(MOVEMENT_COSTS, f"prolonging a {inputs.troops}", says=f"Prolonging a {inputs.troops}")
        )
    basic = _basic(inputs, work)
    if inputs.allowed in HALVED:
        work.step(HERE, f"Half a move: {number(basic / 2)}″.", basic / 2)
        return basic / 2
    return basic


def _basic(inputs: Moving, work: Reckoning) -> Fraction:
    """Return the full allowance (R-127, R-129)."""
    if inputs.formation is Formation.SQUARE:
        return _share("square, share of the line allowance", inputs.nation, work)
    if inputs.troops.is_infantry and _in_line(inputs, work):
        return _infantry(inputs.nation, "line", work)
    return full_move(inputs.nation, inputs.year, inputs.troops, work)


def _in_line(inputs: Moving, work: Reckoning) -> bool:
    """Tell whether the line allowance counts: in line, and by a ruling with any formation change (R-127)."""
    if inputs.formation is Formation.LINE:
        return True
    return bool(inputs.formation_changes) and work.chosen(R_127) != R_127.default


def _changes(inputs: Moving, work: Reckoning) -> Fraction:
    """Return the cost of formation changes; the other half of a half move is free (R-128)."""
    if not inputs.formation_changes or inputs.allowed is not Allowed.FULL:
        return Fraction(0)
    row = "formation change, share of the line allowance"
    if inputs.troops.is_infantry:
        return inputs.formation_changes * _share(row, inputs.nation, work)
    share = work.read(MOVEMENT_COSTS, row, says=first_up(row))
    return inputs.formation_changes * mounted_move(inputs.troops, work) * share


def _passage(inputs: Moving, work: Reckoning) -> Fraction:
    if not inputs.lines_passed or inputs.troops in (Troops.LIGHT, Troops.LEADER):
        return Fraction(0)
    who = "artillery" if inputs.troops.is_battery else "infantry or cavalry"
    row = f"passage of lines by {who}"
    return inputs.lines_passed * Fraction(work.read(MOVEMENT_COSTS, row, says=f"{first_up(row)}, inches"))


def _cost(leg: Leg, n: int, inputs: Moving, work: Reckoning) -> Fraction:
    """Return the inches that a stretch costs; going back costs as much as rough ground."""
    length = Fraction(round(leg.inches / QUARTER), 4)
    rough = leg.ground in ("rough", "woods")
    _check_ground(leg, f"legs.{n}", inputs)
    if rough or leg.backward:
        return length * _rough(inputs, work)
    if leg.ground == "road" and _uses_road(inputs):
        return length / _road(inputs, work)
    return length


def _check_ground(leg: Leg, field: str, inputs: Moving) -> None:
    if leg.ground == "woods" and inputs.troops is Troops.HEAVY_CAVALRY:
        raise IllegalOrder(f"{field}: heavy cavalry cannot enter woods.", cites=HERE, field=field)
    if leg.ground in ("rough", "woods") and inputs.formation is Formation.SQUARE:
        raise IllegalOrder(f"{field}: a square cannot enter rough ground.", cites=HERE, field=field)


def _uses_road(inputs: Moving) -> bool:
    """Tell whether the multiple for roads counts: in march column, or without formations (R-129)."""
    if inputs.troops.is_infantry or inputs.troops.is_cavalry:
        return inputs.formation is Formation.MARCH
    return not inputs.prolongs


def _road(inputs: Moving, work: Reckoning) -> Fraction:
    if inputs.troops.is_infantry:
        return _infantry(inputs.nation, "road", work)
    return _rate(inputs.troops, "road", work)


def _rough(inputs: Moving, work: Reckoning) -> Fraction:
    if inputs.troops is Troops.LIGHT:
        row = "light infantry in rough ground, for each inch"
        return Fraction(work.read(MOVEMENT_COSTS, row, says=first_up(row)))
    if inputs.troops.is_infantry:
        return _infantry(inputs.nation, "rough", work)
    return _rate(inputs.troops, "rough", work)
