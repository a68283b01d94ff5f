"""Fatigue: when a division, corps, or army has lost too many stands to go on."""

from fractions import Fraction
from math import ceil
from typing import Literal

from rulesets.core.errors import IllegalOrder
from rulesets.core.fields import Inputs, choice, whole
from rulesets.core.procedure import Example, procedure
from rulesets.core.reckoning import Reckoning
from rulesets.core.records import dataclass
from rulesets.core.words import first_up, many, number
from rulesets.napoleonic_fury import BOOK
from rulesets.napoleonic_fury.state import Rating
from rulesets.napoleonic_fury.tables import FATIGUE, FATIGUE_EFFECT

HERE = BOOK.at("Fatigue levels and effects")


class Losses(Inputs):
    """A formation and the stands of infantry and cavalry that it has lost."""

    leads = ("rating", "stands", "lost")
    rating: Rating = choice("Rating")
    stands: int = whole("Stands at the start", least=1, most=999, unit="stands", help="Batteries don't count.")
    lost: int = whole("Stands lost", least=0, most=999, unit="stands")
    level: Literal["division", "corps", "army"] = choice(
        "Formation", default="corps", help="Divisions only if no corps are in play."
    )
    counted_twice: int = whole(
        "Of these guard or grenadiers",
        least=0,
        most=999,
        unit="stands",
        default=0,
        help="Guard of all but Britain, and Austrian or Prussian grenadiers: they count double for an army.",
    )
    not_counted: int = whole(
        "Of these Cossacks or militia cavalry",
        least=0,
        most=999,
        unit="stands",
        default=0,
        help="They don't count for an army.",
    )


@dataclass(frozen=True)
class Fatigue:
    """The losses that count, the number that fatigues, and what that means."""

    fatigued: bool
    counted: int
    threshold: int
    does: str

    def __str__(self) -> str:
        if not self.fatigued:
            return f"not fatigued: {self.counted} of {many(self.threshold, 'stand')} lost"
        return f"fatigued, {self.counted} of {many(self.threshold, 'stand')} lost: it {self.does}"


@procedure(
    id="napoleonic_fury.fatigue",
    title="Fatigue",
    rules=("NF-FATIGUE",),
    examples=[
        Example(
            {"rating": "good", "stands": 10, "lost": 6, "level": "division"},
            "fatigued, 6 of 6 stands lost: it may not charge or move to within 2″ of the enemy",
            title="The book's own example",
        ),
        Example({"rating": "average", "stands": 15, "lost": 6}, "not fatigued: 6 of 7 stands lost"),
        Example(
            {"rating": "poor", "stands": 20, "lost": 7, "level": "army", "counted_twice": 2, "not_counted": 1},
            "fatigued, 8 of 8 stands lost: it breaks, is permanently disordered, "
            "and may not charge or move to within 2″ of the enemy",
        ),
    ],
    tables=("napoleonic_fury.fatigue", "napoleonic_fury.fatigue_effect"),
)
def fatigue(inputs: Losses, work: Reckoning) -> Fatigue:
    """Compare the stands lost with the formation's share of its strength; tenths from 6 up round up."""
    _check(inputs)
    percent = work.read(FATIGUE, inputs.rating, says=first_up(inputs.rating))
    exactly = Fraction(inputs.stands * percent, 100)
    threshold = max(ceil(exactly - Fraction(1, 2)), 1)
    share = f"{number(percent)}% of {many(inputs.stands, 'stand')} is {number(float(exactly))}"
    work.step(HERE, f"{share}: fatigued at {many(threshold, 'stand')} lost.", threshold)
    counted = _counted(inputs, work)
    fatigued = counted >= threshold
    does = work.read(FATIGUE_EFFECT, inputs.level, says=f"{inputs.level} fatigue") if fatigued else ""
    return Fatigue(fatigued, counted, threshold, does)


def _check(inputs: Losses) -> None:
    if inputs.lost > inputs.stands:
        sentence = f"lost: must be {inputs.stands} or less, not {inputs.lost}."
        raise IllegalOrder(sentence, cites=HERE, field="lost")
    if inputs.counted_twice + inputs.not_counted > inputs.lost:
        field = "counted_twice" if inputs.counted_twice else "not_counted"
        raise IllegalOrder(f"{field}: more than all stands lost.", cites=HERE, field=field)


def _counted(inputs: Losses, work: Reckoning) -> int:
    """Return the losses that count; only for an army does it matter whose they are (R-148)."""
    if inputs.level != "army":
        return inputs.lost
    counted = inputs.lost + inputs.counted_twice - inputs.not_counted
    says = f"Against army fatigue, {many(inputs.lost, 'stand')} lost count as {counted}."
    work.step(HERE, says, counted, twice=inputs.counted_twice, not_counted=inputs.not_counted)
    return counted
