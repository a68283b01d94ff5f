"""Maneuver: the modifiers, and how a unit handles its orders, disordered or in good order."""

from collections.abc import Callable, Iterator
from typing import Literal

from rulesets.core.book import Citation
from rulesets.core.errors import IllegalOrder
from rulesets.core.fields import Inputs, choice, flag, several, whole
from rulesets.core.odds import Convolution
from rulesets.core.procedure import Example, procedure
from rulesets.core.reckoning import Reckoning
from rulesets.core.records import dataclass
from rulesets.core.table import Table
from rulesets.core.words import first_up, number, plus, signed
from rulesets.napoleonic_fury import BOOK
from rulesets.napoleonic_fury.command import MAY_COMMAND_ARMY, army_effect
from rulesets.napoleonic_fury.rulings import R_125
from rulesets.napoleonic_fury.state import (
    Afterwards,
    Allowed,
    Formation,
    Handling,
    Nation,
    Rank,
    Rating,
    Status,
    Troops,
)
from rulesets.napoleonic_fury.tables import DISORDER, DISORDER_EFFECT, GOOD_ORDER, GOOD_ORDER_EFFECT, MANEUVER_MODIFIERS
from rulesets.napoleonic_fury.units import (
    Unit,
    battle_year,
    check_formation,
    check_training,
    in_key,
    national,
    national_row,
    side_name,
    unit_name,
)

HERE = BOOK.at("Maneuver table modifiers")
DISORDERED = BOOK.at("Disorder table")
IN_ORDER = BOOK.at("Good order table")
MODIFIER_TABLES = (
    "napoleonic_fury.maneuver_modifiers",
    "napoleonic_fury.national_modifiers",
    "napoleonic_fury.army_commander",
)


class Officer(Inputs):
    """An officer attached to the unit or near it."""

    rank: Rank = choice("Officer", default=Rank.DIVISION)
    place: Literal["attached", "in range", "out of range"] = choice("Place", default="in range")
    exceptional: bool = flag("Exceptional")
    rating: Rating | None = choice(
        "Army commander's rating", default=None, help="Only if corps commanders are on the field."
    )


class Maneuvering(Inputs):
    """A unit of infantry or cavalry about to move."""

    leads = ("nation", "troops", "formation")
    nation: Nation = choice("Nation")
    troops: Unit = choice("Troops", default=Troops.LINE)
    formation: Formation = choice("Formation", default=Formation.LINE)
    status: Status = choice("State", default=Status.FRESH)
    in_woods: bool = flag("In woods")
    exceptional_commander: bool = flag("Exceptional brigade commander")
    officers: tuple[Officer, ...] = several(
        "Officers", most=10, default=(), help="Its division officer, attached officers, and the army commander."
    )
    trained: bool = flag("Spanish allied to France, or British-trained")
    year: int = battle_year()


@dataclass(frozen=True)
class ManeuverModifier:
    modifier: int

    def __str__(self) -> str:
        return f"{signed(self.modifier)} on the maneuver roll"


@procedure(
    id="napoleonic_fury.maneuver_modifiers",
    title="Maneuver modifiers",
    rules=("NF-MANMOD", "NF-ARMYCMD"),
    examples=[
        Example({"nation": "France", "formation": "column"}, "+4 on the maneuver roll"),
        Example(
            {"nation": "Russia", "status": "Spent", "officers": [{"place": "attached", "exceptional": True}]},
            "+1 on the maneuver roll",
        ),
        Example(
            {
                "nation": "Austria",
                "troops": "light infantry",
                "status": "Worn",
                "officers": [{"rank": "division"}, {"rank": "large army", "rating": "good"}],
            },
            "+5 on the maneuver roll",
        ),
    ],
    tables=MODIFIER_TABLES,
)
def maneuver_modifiers(inputs: Maneuvering, work: Reckoning) -> ManeuverModifier:
    """Add up what helps or hinders a unit on the disorder and good order tables."""
    check_formation(inputs.troops, inputs.formation, cites=HERE, field="formation")
    check_training(inputs.nation, trained=inputs.trained, cites=HERE, field="trained")
    total = sum(work.read(MANEUVER_MODIFIERS, row, says=first_up(row)) for row in _rows(inputs))
    total += _by_nation(inputs, work) + _by_officers(inputs.officers, work)
    work.step(HERE, f"Maneuver modifiers: {signed(total)}.", total)
    return ManeuverModifier(total)


def _rows(inputs: Maneuvering) -> Iterator[str]:
    """Yield the rows that apply without officers (R-153)."""
    if inputs.exceptional_commander:
        yield "exceptional brigade commander"
    if inputs.troops is Troops.LIGHT:
        yield "light infantry"
    if inputs.troops.is_cavalry:
        yield "cavalry"
    if inputs.status is not Status.WORN:
        yield str(inputs.status)
    if inputs.formation is Formation.MARCH:
        yield "march column"
    if inputs.in_woods and inputs.troops is not Troops.LIGHT:
        yield "line infantry or cavalry in woods"


def _by_nation(inputs: Maneuvering, work: Reckoning) -> int:
    if inputs.formation not in (Formation.COLUMN, Formation.LINE):
        return 0
    row = national_row(inputs.nation, inputs.year, cavalry=inputs.troops.is_cavalry, trained=inputs.trained)
    return national(row, inputs.formation, work)


def _by_officers(officers: tuple[Officer, ...], work: Reckoning) -> int:
    """Count each officer once, or only the best one (R-125)."""
    values = [_officer(officer, n, work) for n, officer in enumerate(officers)]
    if len(values) > 1 and work.chosen(R_125) != R_125.default:
        work.step(HERE, f"Only the best officer counts: {signed(max(values))}.", max(values))
        return max(values)
    return sum(values)


def _officer(officer: Officer, n: int, work: Reckoning) -> int:
    """Return the best line that applies to an officer (R-125, R-150)."""
    if officer.rating is not None and officer.rank not in MAY_COMMAND_ARMY:
        raise IllegalOrder(
            f"officers.{n}: only an army commander has a rating here.", cites=HERE, field=f"officers.{n}"
        )
    if officer.place == "out of range":
        return 0
    row = _officer_row(officer)
    value = work.read(MANEUVER_MODIFIERS, row, says=first_up(row)) if row else 0
    effect = army_effect(officer.rating, work)[1] if officer.rating else 0
    if value and effect:
        work.step(HERE, f"He counts once: {signed(max(value, effect))}.", max(value, effect))
    return max(value, effect)


def _officer_row(officer: Officer) -> str:
    exceptional = "exceptional " if officer.exceptional else ""
    if officer.place == "attached":
        return f"{exceptional}officer attached"
    return f"{exceptional}division officer in range" if officer.rank is Rank.DIVISION else ""


class Rolling(Maneuvering):
    """A unit that rolls, with the names in the key of its roll."""

    side: str = side_name()
    unit: str = unit_name("Unit")
    turn: int = whole("Turn", least=0, most=999, default=0)


@dataclass(frozen=True)
class Maneuver:
    """What the unit does, what it may still do, and its state afterward."""

    handling: Handling
    does: str
    allowed: Allowed
    afterwards: Afterwards
    stands_lost: int

    def __str__(self) -> str:
        return f"{self.handling}: {self.does}"


@procedure(
    id="napoleonic_fury.disorder",
    title="Disordered unit",
    rules=("NF-DISORDER", "NF-DICE"),
    odds=Convolution(),
    examples=[
        Example({"nation": "France", "formation": "column"}, "rallies with elan: may make a full move", dice=(3, 4)),
        Example({"nation": "Russia", "status": "Spent"}, "broken: loses a stand, retreats a full move", dice=(2, 3)),
        Example({"nation": "Spain", "status": "Spent"}, "routs: leaves the table", dice=(1, 2)),
    ],
    tables=("napoleonic_fury.disorder", "napoleonic_fury.disorder_effect", *MODIFIER_TABLES),
    is_common=True,
)
def disorder(inputs: Rolling, work: Reckoning) -> Maneuver:
    """Roll 2d6 with the maneuver modifiers for a disordered unit, which must roll."""

    def handled_as(total: int) -> Maneuver:
        handling = work.read(DISORDER, total, says=f"Disordered, total {number(total)}")
        return _effect(handling, DISORDER_EFFECT, work)

    return maneuver_roll(inputs, work, handled_as, rule="NF-DISORDER", cites=DISORDERED)


class InGoodOrder(Rolling):
    """A unit in good order that rolls, and its commander."""

    leads = ("rating", "nation", "troops")
    rating: Rating = choice("Corps commander's rating", help="The army commander's if no corps commanders are in play.")
    out_of_command: bool = flag("Outside the chain of command")


@procedure(
    id="napoleonic_fury.good_order",
    title="Unit in good order",
    rules=("NF-ORDER", "NF-CHAIN", "NF-DICE"),
    odds=Convolution(),
    examples=[
        Example({"rating": "good", "nation": "France"}, "well handled: may make a full move", dice=(3, 4)),
        Example(
            {"rating": "average", "nation": "Austria", "status": "Worn"},
            "half move or formation change: may move half or change formation",
            dice=(3, 4),
        ),
        Example(
            {"rating": "average", "nation": "Austria", "status": "Worn", "out_of_command": True},
            "hold or formation change: holds its ground, may change formation",
            dice=(3, 4),
        ),
    ],
    tables=("napoleonic_fury.good_order", "napoleonic_fury.good_order_effect", *MODIFIER_TABLES),
    is_common=True,
)
def good_order(inputs: InGoodOrder, work: Reckoning) -> Maneuver:
    """Roll 2d6 with the maneuver modifiers and read the column of the commander's rating."""
    return handled(inputs, work, rule="NF-ORDER")


def handled(inputs: InGoodOrder, work: Reckoning, *, rule: str) -> Maneuver:
    """Roll on the good order table, under the key of the rule that asks."""
    rating = _column(inputs, work)

    def handled_as(total: int) -> Maneuver:
        says = f"Good order, total {number(total)}, {rating} commander"
        return _effect(work.read(GOOD_ORDER, total, rating, says=says), GOOD_ORDER_EFFECT, work)

    return maneuver_roll(inputs, work, handled_as, rule=rule, cites=IN_ORDER)


def _column(inputs: InGoodOrder, work: Reckoning) -> Rating:
    """Return the column to use; outside the chain of command it is one worse (R-124)."""
    if not inputs.out_of_command:
        return inputs.rating
    order = list(Rating)
    worse = order[min(order.index(inputs.rating) + 1, len(order) - 1)]
    work.step(IN_ORDER, f"Outside the chain of command, {inputs.rating} becomes {worse}.", worse)
    return worse


def maneuver_roll(
    inputs: Rolling, work: Reckoning, then: Callable[[int], Maneuver], *, rule: str, cites: Citation
) -> Maneuver:
    """Roll 2d6, add the maneuver modifiers, and go on with the total."""
    modifier = maneuver_modifiers(inputs, work).modifier
    subject = (in_key(inputs.side), in_key(inputs.unit))

    def rolled(dice: int) -> Maneuver:
        total = dice + modifier
        says = f"Maneuver: dice {dice} {plus(modifier)} = {number(total)}."
        work.step(cites, says, total, dice=dice, modifiers=modifier)
        return then(total)

    return work.on_roll(6, rolled, rule=rule, cites=cites, subject=subject, turn=inputs.turn, count=2, what="maneuver")


def _effect(handling: Handling, table: Table[object], work: Reckoning) -> Maneuver:
    does = str(work.read(table, handling, "does", says=handling))
    allowed = Allowed(str(table.at(handling, "allowed", context=work.context)))
    afterwards = Afterwards(str(table.at(handling, "afterwards", context=work.context)))
    lost = int(str(table.at(handling, "stands lost", context=work.context)))
    return Maneuver(handling, does, allowed, afterwards, lost)
