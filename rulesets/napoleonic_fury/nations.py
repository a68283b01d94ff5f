"""Nations: what each adds to the rolls of its troops."""

from typing import Literal

from rulesets.core.fields import Inputs, choice, flag
from rulesets.core.procedure import Example, procedure
from rulesets.core.reckoning import Reckoning
from rulesets.core.records import dataclass
from rulesets.core.words import signed
from rulesets.napoleonic_fury.state import Nation
from rulesets.napoleonic_fury.tables import NATIONAL_MODIFIERS
from rulesets.napoleonic_fury.units import HERE, battle_year, check_training, national, national_row


class NationOf(Inputs):
    """Troops of one nation."""

    nation: Nation = choice("Nation")
    arm: Literal["infantry", "cavalry"] = choice("Arm", default="infantry")
    year: int = battle_year()
    trained: bool = flag("Spanish allied to France, or British-trained")


@dataclass(frozen=True)
class NationalModifiers:
    """Modifiers to maneuver in column and line, to fire, and to melee under a condition."""

    column: int
    line: int
    fire: int
    melee: int
    melee_when: str

    def __str__(self) -> str:
        melee = f"{signed(self.melee)} {self.melee_when}" if self.melee else "0"
        maneuver = f"{signed(self.column)} in column, {signed(self.line)} in line"
        return f"maneuver {maneuver}; fire {signed(self.fire)}; melee {melee}"


@procedure(
    id="napoleonic_fury.nations",
    title="National modifiers",
    rules=("NF-NATION",),
    examples=[
        Example({"nation": "France"}, "maneuver +2 in column, 0 in line; fire 0; melee +2 in column"),
        Example({"nation": "Britain"}, "maneuver +1 in column, +1 in line; fire +1; melee +1 in line"),
        Example({"nation": "Prussia", "year": 1806}, "maneuver 0 in column, +1 in line; fire 0; melee 0", title="Jena"),
        Example({"nation": "Prussia", "arm": "cavalry"}, "maneuver −1 in column, 0 in line; fire 0; melee 0"),
    ],
    tables=("napoleonic_fury.national_modifiers",),
)
def nations(inputs: NationOf, work: Reckoning) -> NationalModifiers:
    """Return the modifiers of a nation's troops to maneuver, fire, and melee."""
    check_training(inputs.nation, trained=inputs.trained, cites=HERE, field="trained")
    row = national_row(inputs.nation, inputs.year, cavalry=inputs.arm == "cavalry", trained=inputs.trained)
    column, line, fire, melee = (national(row, what, work) for what in ("column", "line", "fire", "melee"))
    when = str(work.read(NATIONAL_MODIFIERS, row, "melee when", says="It counts in melee"))
    return NationalModifiers(column, line, fire, melee, when)
