"""Effectiveness: a brigade's state, by its triple and the stands it has left."""

from rulesets.core.errors import IllegalOrder
from rulesets.core.fields import Inputs, choice, whole, words
from rulesets.core.procedure import Example, procedure
from rulesets.core.reckoning import Reckoning
from rulesets.core.records import dataclass
from rulesets.core.words import many, signed
from rulesets.fire_and_fury import BOOK
from rulesets.fire_and_fury.extras import read_triple
from rulesets.fire_and_fury.rulings import R_1
from rulesets.fire_and_fury.state import Quality, Status, Triple
from rulesets.fire_and_fury.tables import EFFECTIVENESS, STATUS_MODIFIER

HERE = BOOK.at("Effectiveness")


class Brigade(Inputs):
    """A brigade by its triple, or by the stands and quality that give it on the chart."""

    triple: str = words("Triple", default="", most=12, help="As on the roster: 10.8.6, 3/-/2, -.10.6.")
    stands: int | None = whole(
        "Full strength", least=2, most=16, unit="stands", default=None, help="If no triple is given."
    )
    quality: Quality | None = choice("Quality", default=None, help="If no triple is given.")
    stands_left: int | None = whole(
        "Stands left", least=0, most=99, unit="stands", default=None, help="Leave blank for all."
    )
    day_began_with: int | None = whole(
        "Stands at the start of the day", least=1, most=99, unit="stands", default=None, help="Only on a later day."
    )


@dataclass(frozen=True)
class Effectiveness:
    """`next_state` begins when the stands fall to `next_at`."""

    triple: str
    stands_left: int
    status: Status
    modifier: int
    next_state: Status | None
    next_at: int

    def __str__(self) -> str:
        if self.next_state is None:
            return f"{self.triple} with {many(self.stands_left, 'stand')}: {self.status}"
        return (
            f"{self.triple} with {many(self.stands_left, 'stand')}: {self.status}, "
            f"{signed(self.modifier)} on maneuver and charge; {self.next_state} at {self.next_at}"
        )


@procedure(
    id="fire_and_fury.effectiveness",
    title="Brigade effectiveness",
    examples=[
        Example(
            {"stands": 8, "quality": "veteran", "stands_left": 6},
            "8.6.4 with 6 stands: Worn, 0 on maneuver and charge; Spent at 4",
        ),
        Example({"triple": "10/8/5"}, "10.8.5 with 10 stands: Fresh, +2 on maneuver and charge; Worn at 8"),
        Example({"triple": "-.10.6"}, "-.10.6 with 10 stands: Worn, 0 on maneuver and charge; Spent at 6"),
    ],
    tables=("fire_and_fury.effectiveness", "fire_and_fury.status_modifier"),
    is_common=True,
)
def effectiveness(inputs: Brigade, work: Reckoning) -> Effectiveness:
    """Return the state for the stands left, its modifier, and the stands at which the next state begins."""
    triple = _triple(inputs, work)
    left = triple.most if inputs.stands_left is None else inputs.stands_left
    for field, stands in (("stands_left", left), ("day_began_with", inputs.day_began_with or 0)):
        if stands > triple.most:
            sentence = f"{field}: must be {triple.most} or less for {triple}, not {stands}."
            raise IllegalOrder(sentence, cites=HERE, field=field)
    status = _status(inputs, triple, left, work)
    modifier = (
        0 if status is Status.DESTROYED else work.read(STATUS_MODIFIER, status, says=f"{status} on maneuver and charge")
    )
    following, at = _next(triple, left, status)
    return Effectiveness(str(triple), left, status, modifier, following, at)


def _triple(inputs: Brigade, work: Reckoning) -> Triple:
    if inputs.triple:
        triple = read_triple(inputs.triple, cites=HERE, field="triple")
        if inputs.stands not in (None, triple.most):
            sentence = f"stands: must be {triple.most} for {triple}, not {inputs.stands}."
            raise IllegalOrder(sentence, cites=HERE, field="stands")
        return triple
    if inputs.stands is None or inputs.quality is None:
        raise IllegalOrder("triple: enter it, or enter full strength and quality.", cites=HERE, field="triple")
    says = f"Triple of {many(inputs.stands, f'{inputs.quality} stand')}"
    return read_triple(work.read(EFFECTIVENESS, inputs.stands, inputs.quality, says=says), cites=HERE, field="triple")


def _status(inputs: Brigade, triple: Triple, left: int, work: Reckoning) -> Status:
    status = triple.status(left)
    if inputs.day_began_with is not None and left and left >= inputs.day_began_with:
        begins_fresh = work.chosen(R_1) != R_1.default
        status = Status.FRESH if begins_fresh else status
    work.step(
        HERE,
        f"{triple} with {many(left, 'stand')} left: {status}.",
        status,
        stands_left=left,
        three_numbers=str(triple),
    )
    return status


def _next(triple: Triple, left: int, status: Status) -> tuple[Status | None, int]:
    """Return the brigade's next worse state, and the stands at which it begins."""
    order = list(Status)
    for stands in range(left - 1, -1, -1):
        following = triple.status(stands)
        if order.index(following) > order.index(status):
            return following, stands
    return None, 0
