"""7B(5) and (6): flank forces of both sides on one edge, and which of their stands reach the table."""

from typing import Any, ClassVar

from pydantic import model_validator

from rulesets.core.fields import Inputs, choice, several, whole, words
from rulesets.core.odds import Convolution
from rulesets.core.procedure import Example, procedure
from rulesets.core.reckoning import Reckoning
from rulesets.core.records import dataclass
from rulesets.core.words import first_up, many
from rulesets.cw_to_ff import BOOK
from rulesets.cw_to_ff.flank_marches import turns_of
from rulesets.cw_to_ff.rulings import R_20
from rulesets.cw_to_ff.state import Edge, Speed
from rulesets.cw_to_ff.strength import MOST_STANDS
from rulesets.cw_to_ff.tables import MEETING

SPEEDS = tuple(Speed)


class Marching(Inputs):
    """One side's force on this edge, with its march already rolled."""

    side: str = words("Side", most=20)
    speed: Speed = choice("March")
    infantry: int = whole("Infantry stands", least=0, most=MOST_STANDS, unit="stands", default=0)
    cavalry: int = whole("Cavalry stands", least=0, most=MOST_STANDS, unit="stands", default=0)
    batteries: int = whole("Batteries", least=0, most=200, unit="batteries", default=0)

    @property
    def stands(self) -> int:
        """Count infantry and cavalry stands."""
        return self.infantry + self.cavalry

    @property
    def keeps_off(self) -> int:
        """Count the enemy stands it keeps off: each cavalry stand counts as 2 (7B(5)(b))."""
        return self.infantry + 2 * self.cavalry


class SameEdge(Inputs):
    edge: Edge = choice("Edge", default=Edge.LEFT, help="As the defender sees the table.")
    forces: tuple[Marching, ...] = several("Forces", least=2, most=2)

    @model_validator(mode="after")
    def _two_sides(self) -> "SameEdge":
        if self.forces[0].side == self.forces[1].side:
            raise ValueError("forces: must be one of each side")
        return self


@dataclass(frozen=True)
class Arriving:
    """The part of one side's force that reaches the table. Its owner chooses it, whole brigades first."""

    side: str
    stands: int
    batteries: int
    leader_arrives: bool
    kept_off: int
    notice_turn: int
    entry_turn: int
    told: str = "both sides"

    NOTHING: ClassVar[str] = "nothing arrives"

    def __str__(self) -> str:
        if not self.leader_arrives:
            return f"{self.side}: {self.NOTHING}"
        guns = f" and {many(self.batteries, 'battery')}" if self.batteries else ""
        return f"{self.side}: {many(self.stands, 'stand')}{guns} on turn {self.entry_turn}"


@dataclass(frozen=True)
class Meeting:
    """`meeting_told_to` learns of the meeting on the entry turn, the other side with the battle's result."""

    meets: bool
    arriving: tuple[Arriving, ...]
    meeting_told_to: str = "nobody"
    known_to: str = "the umpire"

    def __str__(self) -> str:
        return "; ".join([_met(meets=self.meets), *map(str, self.arriving)])


def _two(a: dict[str, Any], b: dict[str, Any]) -> dict[str, Any]:
    return {"forces": [{"side": "A", "speed": "deliberate", **a}, {"side": "B", "speed": "deliberate", **b}]}


@procedure(
    id="cw_to_ff.flank_march_meeting",
    title="Flank force meeting",
    rules=("VG-7B5", "VG-7B5a", "VG-7B5b", "VG-7B6"),
    odds=Convolution(),
    examples=[
        Example(
            _two({"speed": "swift", "infantry": 20}, {"speed": "plodding", "infantry": 20}),
            "no meeting; A: 20 stands on turn 4; B: 20 stands on turn 14",
            title="11",
        ),
        Example(
            _two({"speed": "swift", "infantry": 30}, {"infantry": 20}),
            "they meet off the table; A: 10 stands on turn 4; B: nothing arrives",
            dice=(5,),
            title="11",
        ),
        Example(
            _two({"speed": "swift", "infantry": 30}, {"infantry": 20}),
            "no meeting; A: 30 stands on turn 4; B: 20 stands on turn 9",
            dice=(6,),
            title="11",
        ),
        Example(
            _two({"speed": "plodding", "infantry": 30}, {"infantry": 20}),
            "they meet off the table; A: 10 stands on turn 14; B: nothing arrives",
            dice=(5,),
            title="11",
        ),
        Example(
            _two({"infantry": 40, "batteries": 4}, {"infantry": 25}),
            "they meet off the table; A: 15 stands and 2 batteries on turn 9; B: nothing arrives",
            title="12",
        ),
        Example(
            _two({"cavalry": 20}, {"infantry": 30}),
            "they meet off the table; A: nothing arrives; B: nothing arrives",
            title="13",
        ),
        Example(
            _two({"cavalry": 20}, {"infantry": 50}),
            "they meet off the table; A: nothing arrives; B: 10 stands on turn 9",
            title="14",
        ),
        Example(
            _two({"infantry": 30, "cavalry": 10}, {"infantry": 35}),
            "they meet off the table; A: 5 stands on turn 9; B: nothing arrives",
            title="15",
        ),
        Example(
            _two({"infantry": 60}, {"infantry": 20, "cavalry": 15}),
            "they meet off the table; A: 10 stands on turn 9; B: nothing arrives",
            title="16",
        ),
    ],
    tables=("cw_to_ff.meeting", "cw_to_ff.arrival"),
)
def flank_march_meeting(inputs: SameEdge, work: Reckoning) -> Meeting:
    """Equal marches always meet, those one step apart on half the rolls, swift and plodding never. When forces meet,
    the smaller never arrives, and the larger brings only its excess."""
    return work.after(_meet(inputs, work), lambda meets: _meeting(inputs, work, meets=meets))


def _meeting(inputs: SameEdge, work: Reckoning, *, meets: bool) -> Meeting:
    first, second = inputs.forces
    left = _left_after(first, second, work) if meets else (first.stands, second.stands)
    arriving = tuple(_arriving(force, stands, work) for force, stands in zip(inputs.forces, left, strict=True))
    told = next((each.side for each in arriving if meets and each.stands), "nobody")
    return Meeting(meets, arriving, told)


def _meet(inputs: SameEdge, work: Reckoning) -> bool:
    """Roll only where the die decides."""
    places = [SPEEDS.index(force.speed) for force in inputs.forces]
    first, second = (force.speed for force in inputs.forces)
    marches = f"two {first}" if first is second else f"{first} and {second}"
    faces = work.read(MEETING, abs(places[0] - places[1]), says=lambda most: _when_met(marches, most))
    if faces in (0, 10):
        return faces == 10
    what = "a meeting off the table"
    return work.on_roll(
        10, lambda die: _meets_on(die, faces, work), rule="VG-7B5", subject=(inputs.edge.value,), what=what
    )


def _meets_on(die: int, faces: int, work: Reckoning) -> bool:
    meets = die <= faces
    says = f"Die {die}, {f'{faces} or less' if meets else f'more than {faces}'}: {_met(meets=meets)}."
    work.step(BOOK.at("7B5"), says, meets, die=die, on_or_under=faces)
    return meets


def _met(*, meets: bool) -> str:
    return "they meet off the table" if meets else "no meeting"


def _when_met(marches: str, most: int) -> str:
    if most in (0, 10):
        return f"{first_up(marches)} forces {'always' if most else 'never'} meet."
    return f"{first_up(marches)} forces meet on a roll of {most} or less."


def _left_after(first: Marching, second: Marching, work: Reckoning) -> tuple[int, int]:
    """Return the stands of each that still arrive: only the larger's excess (R-20)."""
    letter = work.chosen(R_20) == R_20.default
    sizes = [force.stands if letter else force.keeps_off for force in (first, second)]
    if sizes[0] == sizes[1]:
        left = (0, 0)
    elif sizes[0] > sizes[1]:
        left = (excess(first, second, letter=letter), 0)
    else:
        left = (0, excess(second, first, letter=letter))
    arrive = " and ".join(f"{many(n, 'stand')} of {force.side}" for n, force in zip(left, (first, second), strict=True))
    work.step(BOOK.at("7B5a"), f"{sizes[0]} against {sizes[1]}: {arrive} still arrive.", list(left), sizes=sizes)
    return left


def excess(larger: Marching, smaller: Marching, *, letter: bool) -> int:
    """Take the stands kept off from the larger's. With both weighed, 2 of the excess are 1 cavalry stand."""
    if letter:
        return max(0, larger.stands - smaller.keeps_off)
    weight = larger.keeps_off - smaller.keeps_off
    infantry = min(larger.infantry, weight)
    return infantry + min(larger.cavalry, (weight - infantry) // 2)


def _arriving(force: Marching, stands: int, work: Reckoning) -> Arriving:
    notice, entry = turns_of(force.speed, work)
    batteries = share_of_batteries(force.batteries, stands, force.stands)
    told = "both sides" if stands else "nobody"
    return Arriving(force.side, stands, batteries, stands > 0, force.stands - stands, notice, entry, told)


def share_of_batteries(batteries: int, arriving: int, stands: int) -> int:
    """Return batteries in proportion to the stands that arrive, rounded to the nearest, halves up (R-22)."""
    return (2 * batteries * arriving + stands) // (2 * stands) if stands else 0
