"""Emergency formation change: infantry that forms square, or another formation, before a charge reaches it."""

from collections.abc import Iterator
from typing import Literal

from rulesets.core.fields import Inputs, choice, flag, whole
from rulesets.core.odds import Convolution
from rulesets.core.procedure import Example, procedure
from rulesets.core.reckoning import Reckoning
from rulesets.core.records import dataclass
from rulesets.core.words import first_up, number, plus
from rulesets.napoleonic_fury import BOOK
from rulesets.napoleonic_fury.rulings import R_123, R_134
from rulesets.napoleonic_fury.state import Attempt, Elite, Formation, Nation, Troops
from rulesets.napoleonic_fury.tables import EMERGENCY, EMERGENCY_MODIFIERS, MELEE_LIMITS
from rulesets.napoleonic_fury.units import (
    EARLY_TO,
    LIKE_SPAIN,
    Unit,
    battle_year,
    check_elite,
    check_formation,
    in_key,
    is_french,
    side_name,
    unit_name,
)

HERE = BOOK.at("Emergency formation change attempt")
EXCEPTIONAL = "exceptional brigade commander or leader attached"
EXCEPTIONAL_LEADER = "exceptional division or higher leader attached"
SLOW = (*LIKE_SPAIN, Nation.RUSSIA, Nation.OTTOMANS)
PORTUGUESE_TO = 1809


class Surprised(Inputs):
    """A unit that must change formation at once."""

    leads = ("nation", "troops", "formation")
    nation: Nation = choice("Nation")
    troops: Unit = choice("Troops", default=Troops.LINE)
    formation: Formation = choice("Formation", default=Formation.LINE)
    into: Formation = choice("Wanted formation", default=Formation.SQUARE)
    elite: Elite = choice("Elite", default=Elite.NONE)
    disordered: bool = flag("Disordered")
    exceptional_commander: bool = flag("Exceptional brigade commander")
    leader: Literal["none", "attached", "exceptional attached"] = choice("Division or higher leader", default="none")
    cavalry: Literal["none", "up to half its move", "over half its move"] = choice(
        "Cavalry charges it over", default="none"
    )
    year: int = battle_year()
    side: str = side_name()
    unit: str = unit_name("Unit")
    turn: int = whole("Turn", least=0, most=999, default=0)


@dataclass(frozen=True)
class EmergencyChange:
    """The attempt, the formation and order afterward, and whether the cavalry may stop short of a new square."""

    attempt: Attempt
    formation: Formation
    disordered: bool
    inches_after: int

    def __str__(self) -> str:
        short = f"; the cavalry may stop {self.inches_after}″ away" if self.inches_after else ""
        return f"{self.attempt}: {self.formation}{short}"


@procedure(
    id="napoleonic_fury.emergency_formation_change",
    title="Emergency formation change",
    rules=("NF-EMERG", "NF-SQLOSS", "NF-DICE"),
    odds=Convolution(),
    examples=[
        Example(
            {"nation": "France", "cavalry": "over half its move"},
            "succeeds: square; the cavalry may stop 3″ away",
            dice=(2, 4),
        ),
        Example({"nation": "Russia", "cavalry": "up to half its move"}, "fails: line", dice=(3, 4)),
        Example(
            {"nation": "Spain", "troops": "militia infantry", "formation": "column", "disordered": True},
            "fails, and the unit is disordered: column",
            dice=(3, 4),
        ),
    ],
    tables=("napoleonic_fury.emergency", "napoleonic_fury.emergency_modifiers", "napoleonic_fury.melee_limits"),
    is_common=True,
)
def emergency_formation_change(inputs: Surprised, work: Reckoning) -> EmergencyChange:
    """Roll 2d6 for a unit that changes formation at once; cavalry may stop short of a new square."""
    _check(inputs)
    modifier = sum(work.read(EMERGENCY_MODIFIERS, row, says=first_up(row)) for row in _rows(inputs, work))
    subject = (in_key(inputs.side), in_key(inputs.unit))
    what = "the emergency formation change"
    return work.on_roll(
        6,
        lambda dice: _attempted(dice, modifier, inputs, work),
        rule="NF-EMERG",
        cites=HERE,
        subject=subject,
        turn=inputs.turn,
        count=2,
        what=what,
    )


def _attempted(dice: int, modifier: int, inputs: Surprised, work: Reckoning) -> EmergencyChange:
    total = dice + modifier
    says = f"Formation change: dice {dice} {plus(modifier)} = {number(total)}."
    work.step(HERE, says, total, dice=dice, modifiers=modifier)
    attempt = work.read(EMERGENCY, total, says=f"Formation change, total {number(total)}")
    return _changed(attempt, inputs, work)


def _check(inputs: Surprised) -> None:
    check_elite(inputs.troops, inputs.elite, inputs.nation, cites=HERE, field="elite")
    check_formation(inputs.troops, inputs.formation, cites=HERE, field="formation")
    check_formation(inputs.troops, inputs.into, cites=HERE, field="into")


def _changed(attempt: Attempt, inputs: Surprised, work: Reckoning) -> EmergencyChange:
    succeeds = attempt is Attempt.SUCCEEDS
    inches = 0
    if succeeds and inputs.into is Formation.SQUARE and inputs.cavalry != "none":
        row = "inches from a new square at which cavalry may stop"
        inches = work.read(MELEE_LIMITS, row, says=first_up(row))
    disordered = inputs.disordered or attempt is Attempt.DISORDERED
    return EmergencyChange(attempt, inputs.into if succeeds else inputs.formation, disordered, inches)


def _rows(inputs: Surprised, work: Reckoning) -> Iterator[str]:
    """Yield the rows that apply."""
    nation, troops, column = inputs.nation, inputs.troops, inputs.formation is Formation.COLUMN
    austrian = nation is Nation.AUSTRIA and troops is Troops.LINE and inputs.year > EARLY_TO
    early_portuguese = nation is Nation.PORTUGAL and inputs.year <= PORTUGUESE_TO
    yield from _by_officers(inputs, work)
    yield from (
        row
        for row, applies in {
            "in column": column,
            "grenadiers or guard": inputs.elite is not Elite.NONE,
            "French, British, or early Prussians": _quick(inputs, work),
            "Austrian line or grenadiers in column from 1809": austrian and column,
            "Spanish, Russian, Ottoman, Saxon, Neapolitan, Rhinebund, or early Portuguese": (
                nation in SLOW or early_portuguese
            ),
            "militia infantry or guerrillas": troops in (Troops.MILITIA, Troops.GUERRILLAS),
            "disordered": inputs.disordered,
            "cavalry charges over half its movement": inputs.cavalry == "over half its move",
        }.items()
        if applies
    )


def _by_officers(inputs: Surprised, work: Reckoning) -> Iterator[str]:
    """Yield a line for each officer who helps (R-134)."""
    exceptional = inputs.leader == "exceptional attached"
    if exceptional:
        yield EXCEPTIONAL_LEADER
    if inputs.leader == "attached" or (
        inputs.exceptional_commander and not (exceptional and work.chosen(R_134) != R_134.default)
    ):
        yield EXCEPTIONAL


def _quick(inputs: Surprised, work: Reckoning) -> bool:
    """Tell who changes formation more easily (R-121, R-123)."""
    if inputs.nation is Nation.PRUSSIA:
        last = EARLY_TO if work.chosen(R_123) == R_123.default else EARLY_TO - 1
        return inputs.year <= last
    return inputs.nation is Nation.BRITAIN or is_french(inputs.nation, work)
