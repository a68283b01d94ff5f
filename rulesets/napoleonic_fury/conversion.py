"""Conversion: units of Napoleon's Battles, and what the scale means."""

from typing import Literal

from rulesets.core.errors import BeyondTheTable, IllegalOrder
from rulesets.core.fields import Inputs, choice, flag, whole
from rulesets.core.procedure import Example, procedure
from rulesets.core.reckoning import Reckoning
from rulesets.core.records import dataclass
from rulesets.core.words import first_up, many, number
from rulesets.napoleonic_fury import BOOK
from rulesets.napoleonic_fury.rulings import R_151
from rulesets.napoleonic_fury.state import Nation, Quality
from rulesets.napoleonic_fury.tables import CONVERSION, RESPONSE, SCALE
from rulesets.napoleonic_fury.units import battle_year

HERE = BOOK.at("NB to F&F conversion chart")
NOTES = BOOK.at("Rule notes")
NAPOLEON = range(1804, 1808)
Response = Literal["4/5", "3/5", "3/4", "2/5", "2/4", "2/3", "1/2", "1/3"]


class NapoleonsUnit(Inputs):
    """A unit of Napoleon's Battles, by its quality or its response numbers."""

    leads = ("stands", "quality", "response")
    stands: int = whole("Stands", least=3, most=7, unit="stands")
    quality: Quality | None = choice("Quality", default=None, help="If no response numbers are given.")
    response: Response | None = choice(
        "Response numbers", default=None, help="Disorder and rout number on the unit's label in Napoleon's Battles."
    )
    nation: Nation = choice("Nation", default=Nation.FRANCE)
    year: int = battle_year()
    napoleon: bool = flag("Napoleon commands", help="He starts on the field in command of these troops.")


@dataclass(frozen=True)
class ConvertedUnit:
    """Stands at full strength, when Worn, and when Spent."""

    triple: str
    quality: Quality

    def __str__(self) -> str:
        return f"{self.triple}, {self.quality}"


@procedure(
    id="napoleonic_fury.convert_unit",
    title="Conversion from Napoleon's Battles",
    rules=("NF-CONVERT",),
    examples=[
        Example({"stands": 6, "quality": "veteran"}, "6/4/2, veteran"),
        Example({"stands": 4, "response": "1/3", "nation": "Spain"}, "4/-/3, militia"),
        Example({"stands": 5, "response": "2/4", "year": 1805, "napoleon": True}, "5/3/1, veteran", title="Austerlitz"),
    ],
    tables=("napoleonic_fury.conversion", "napoleonic_fury.response"),
)
def convert_unit(inputs: NapoleonsUnit, work: Reckoning) -> ConvertedUnit:
    """Return the stands at which a unit is Fresh, Worn, and Spent, by its stands and quality."""
    quality = _advanced(_quality(inputs, work), inputs, work)
    triple = work.read(CONVERSION, inputs.stands, quality, says=f"{many(inputs.stands, 'stand')}, {quality}")
    if triple == "none":
        sentence = f"The chart has no {quality} unit of {many(inputs.stands, 'stand')}. The umpire decides."
        raise BeyondTheTable(sentence, cites=HERE)
    if (inputs.stands, quality) == (7, Quality.OLD_GUARD) and work.chosen(R_151) != R_151.default:
        triple = R_151.options[1]
    return ConvertedUnit(triple, quality)


def _quality(inputs: NapoleonsUnit, work: Reckoning) -> Quality:
    if (inputs.quality is None) == (inputs.response is None):
        sentence = "quality: enter it, or enter the response numbers, but not both."
        raise IllegalOrder(sentence, cites=HERE, field="quality")
    if inputs.quality is not None:
        return inputs.quality
    return work.read(RESPONSE, inputs.response, says=f"Response numbers {inputs.response}")


def _advanced(quality: Quality, inputs: NapoleonsUnit, work: Reckoning) -> Quality:
    """Advance French troops under Napoleon by a column, not higher than guard."""
    if not (inputs.napoleon and inputs.nation is Nation.FRANCE and inputs.year in NAPOLEON):
        return quality
    if quality in (Quality.OLD_GUARD, Quality.GUARD):
        work.step(HERE, f"Under Napoleon from 1804 to 1807, French {quality} units stay as they are.", quality)
        return quality
    better = list(Quality)[list(Quality).index(quality) - 1]
    work.step(HERE, f"Under Napoleon from 1804 to 1807, a French {quality} unit counts as {better}.", better)
    return better


class OnTheTable(Inputs):
    """What stands on the table, and what was measured or played."""

    infantry_stands: int = whole("Infantry stands", least=0, most=999, unit="stands", default=0)
    cavalry_stands: int = whole("Cavalry stands", least=0, most=999, unit="stands", default=0)
    inches: int = whole("Distance", least=0, most=999, unit="inches", default=0)
    turns: int = whole("Game turns", least=0, most=999, unit="turns", default=0)
    russian_heavy: int = whole("Russian heavy batteries", least=0, most=99, unit="batteries", default=0)


@dataclass(frozen=True)
class InTheField:
    """The same in the field; the guns are those of Russian heavy batteries."""

    men: int
    yards: int
    minutes: int
    least_guns: int
    most_guns: int

    def __str__(self) -> str:
        guns = f"; {self.least_guns} to {self.most_guns} guns" if self.most_guns else ""
        return f"{number(self.men)} men; {number(self.yards)} yards; {number(self.minutes)} minutes{guns}"


@procedure(
    id="napoleonic_fury.scale",
    title="Scale",
    rules=("NF-SCALE",),
    examples=[
        Example({"infantry_stands": 6, "cavalry_stands": 4}, "3840 men; 0 yards; 0 minutes"),
        Example({"inches": 16, "turns": 3}, "0 men; 1600 yards; 90 minutes"),
        Example({"russian_heavy": 2}, "0 men; 0 yards; 0 minutes; 20 to 24 guns"),
    ],
    tables=("napoleonic_fury.scale",),
)
def scale(inputs: OnTheTable, work: Reckoning) -> InTheField:
    """Turn stands, inches, and turns into men, yards, and minutes."""
    counts = (
        (inputs.infantry_stands, "men in an infantry stand"),
        (inputs.cavalry_stands, "men in a cavalry stand"),
        (inputs.inches, "yards in an inch"),
        (inputs.turns, "minutes in a game turn"),
        (inputs.russian_heavy, "least guns in a Russian heavy battery"),
        (inputs.russian_heavy, "most guns in a Russian heavy battery"),
    )
    infantry, cavalry, yards, minutes, least, most = (_times(count, row, work) for count, row in counts)
    found = InTheField(infantry + cavalry, yards, minutes, least, most)
    work.step(NOTES, f"In the field: {found}.", found.men)
    return found


def _times(count: int, row: str, work: Reckoning) -> int:
    return count * work.read(SCALE, row, says=first_up(row)) if count else 0
