"""Command: how far an officer's orders reach, and where the army commander helps."""

from rulesets.core.errors import IllegalOrder
from rulesets.core.fields import Inputs, choice, flag
from rulesets.core.procedure import Example, procedure
from rulesets.core.reckoning import Reckoning
from rulesets.core.records import dataclass
from rulesets.core.words import first_up, signed
from rulesets.napoleonic_fury import BOOK
from rulesets.napoleonic_fury.state import Nation, Rank, Rating
from rulesets.napoleonic_fury.tables import ARMY_COMMANDER, COMMAND_RANGE, RANGE_CHANGES
from rulesets.napoleonic_fury.units import is_french

HERE = BOOK.at("Standard officer command ranges")
ARMY = BOOK.at("Army commander effects and effects range")
MAY_EXTEND = (Rank.CORPS, Rank.WING)
MAY_COMMAND_ARMY = (Rank.WING, Rank.ARMY)


class Commander(Inputs):
    """An officer of a nation."""

    leads = ("nation", "rank", "exceptional")
    nation: Nation = choice("Nation")
    rank: Rank = choice("Officer", default=Rank.DIVISION)
    exceptional: bool = flag("Exceptional")
    replacement: bool = flag("Replacement officer")
    rating: Rating | None = choice(
        "Army commander's rating", default=None, help="Only if corps commanders are on the field."
    )


@dataclass(frozen=True)
class CommandRange:
    """The range, and an army commander's effect on maneuver rolls near him."""

    inches: int
    effect_inches: int
    modifier: int

    def __str__(self) -> str:
        helps = f"; {signed(self.modifier)} on maneuver within {self.effect_inches}″" if self.modifier else ""
        return f"{self.inches}″{helps}"


@procedure(
    id="napoleonic_fury.command_range",
    title="Command range",
    rules=("NF-CMDRANGE", "NF-ARMYCMD"),
    examples=[
        Example({"nation": "France"}, "4″"),
        Example({"nation": "Britain", "rank": "corps", "exceptional": True}, "8″"),
        Example({"nation": "Austria", "rank": "division", "replacement": True}, "2″"),
        Example({"nation": "France", "rank": "large army", "rating": "excellent"}, "18″; +4 on maneuver within 6″"),
    ],
    tables=(
        "napoleonic_fury.command_range",
        "napoleonic_fury.range_changes",
        "napoleonic_fury.army_commander",
    ),
    is_common=True,
)
def command_range(inputs: Commander, work: Reckoning) -> CommandRange:
    """Return an officer's command range by nation and rank, and an army commander's effect on maneuver."""
    _check(inputs)
    nation = _nation(inputs.nation, work)
    reach = work.read(COMMAND_RANGE, nation, inputs.rank, says=f"{first_up(inputs.rank)} officer, {nation}")
    if inputs.exceptional and inputs.rank in MAY_EXTEND:
        says = f"Exceptional {inputs.rank} commander"
        reach += work.read(RANGE_CHANGES, "exceptional corps, wing, or small army commander", says=says)
    if inputs.replacement:
        reach += work.read(RANGE_CHANGES, "replacement officer", says="Replacement officer")
    if inputs.rating is None:
        return CommandRange(reach, 0, 0)
    return CommandRange(reach, *army_effect(inputs.rating, work))


def army_effect(rating: Rating, work: Reckoning) -> tuple[int, int]:
    """Return the range within which an army commander helps, and his modifier (R-150)."""
    effect = work.read(ARMY_COMMANDER, rating, "inches", says=f"{first_up(rating)} army commander, inches of effect")
    says = f"{first_up(rating)} army commander within {effect}″"
    modifier = work.read(ARMY_COMMANDER, rating, "modifier to maneuver", says=lambda v: f"{says}: {signed(v)}.")
    return effect, modifier


def _nation(nation: Nation, work: Reckoning) -> str:
    if is_french(nation, work):
        return "France"
    return "Britain" if nation is Nation.BRITAIN else "others"


def _check(inputs: Commander) -> None:
    if inputs.rating is not None and inputs.rank not in MAY_COMMAND_ARMY:
        raise IllegalOrder("rating: only an army commander has this.", cites=ARMY, field="rating")
    if inputs.exceptional and inputs.replacement:
        sentence = "exceptional: a replacement officer has the basic range."
        raise IllegalOrder(sentence, cites=HERE, field="exceptional")
