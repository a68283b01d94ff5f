"""7B(5) and (6): flank forces of both sides on one edge, and what of them reaches the table."""

from dataclasses import dataclass
from typing import Any, ClassVar

from pydantic import model_validator

from rulesets.core.fields import Inputs, choice, several, whole, words
from rulesets.core.odds import Enumeration
from rulesets.core.procedure import Example, procedure
from rulesets.core.reckoning import Reckoning
from rulesets.cw_to_ff import BOOK
from rulesets.cw_to_ff.rulings import R_20
from rulesets.cw_to_ff.state import Edge, Speed
from rulesets.cw_to_ff.tables import ARRIVAL, MEETING

SPEEDS = tuple(Speed)


class Marching(Inputs):
    """One side's force on this edge, with the march already thrown."""

    side: str = words("Side", most=20)
    speed: Speed = choice("March")
    infantry: int = whole("Infantry stands", least=0, most=2000, unit="stands", default=0)
    cavalry: int = whole("Cavalry stands", least=0, most=2000, unit="stands", default=0)
    batteries: int = whole("Batteries", least=0, most=200, unit="batteries", default=0)

    @property
    def stands(self) -> int:
        return self.infantry + self.cavalry

    @property
    def keeps_off(self) -> int:
        """7B(5)(b): how many enemy stands it prevents; each cavalry stand counts as two."""
        return self.infantry + 2 * self.cavalry


class SameEdge(Inputs):
    edge: Edge = choice("Edge", default=Edge.LEFT, help="As the defender sees the table.")
    forces: tuple[Marching, ...] = several("Forces", least=2, most=2)

    @model_validator(mode="after")
    def _two_sides(self) -> "SameEdge":
        if self.forces[0].side == self.forces[1].side:
            raise ValueError("forces: the two forces must be of two sides")
        return self


@dataclass(frozen=True)
class Arriving:
    """What of one side's force comes on the table, chosen by its owner, whole brigades first."""

    side: str
    stands: int
    batteries: int
    leader_arrives: bool
    kept_off: int
    notice_turn: int
    entry_turn: int
    told: str = "both sides"

    NOBODY: ClassVar[str] = "nobody"

    def __str__(self) -> str:
        if not self.leader_arrives:
            return f"{self.side}: {self.NOBODY}"
        return f"{self.side}: {self.stands} stands, {self.batteries} batteries on turn {self.entry_turn}"


@dataclass(frozen=True)
class Meeting:
    """Who is told of the meeting, on the turn of entry; the other learns of it with the battle's result."""

    meets: bool
    arriving: tuple[Arriving, ...]
    meeting_told_to: str = "nobody"
    known_to: str = "the umpire"

    def __str__(self) -> str:
        word = "they meet off the table" if self.meets else "no meeting"
        return f"{word}; " + "; ".join(map(str, self.arriving))


def _two(a: dict[str, Any], b: dict[str, Any]) -> dict[str, Any]:
    return {"forces": [{"side": "A", "speed": "deliberate", **a}, {"side": "B", "speed": "deliberate", **b}]}


@procedure(
    id="cw_to_ff.flank_march_meeting",
    title="Flank forces of both sides on one edge",
    rules=("VG-7B5", "VG-7B5a", "VG-7B5b", "VG-7B6"),
    odds=Enumeration(leaves=10),
    examples=[
        Example(
            _two({"speed": "swift", "infantry": 20}, {"speed": "plodding", "infantry": 20}),
            "no meeting; A: 20 stands, 0 batteries on turn 4; B: 20 stands, 0 batteries on turn 14",
            title="11",
        ),
        Example(
            _two({"speed": "swift", "infantry": 30}, {"infantry": 20}),
            "they meet off the table; A: 10 stands, 0 batteries on turn 4; B: nobody",
            dice=(5,),
            title="11",
        ),
        Example(
            _two({"speed": "swift", "infantry": 30}, {"infantry": 20}),
            "no meeting; A: 30 stands, 0 batteries on turn 4; B: 20 stands, 0 batteries on turn 9",
            dice=(6,),
            title="11",
        ),
        Example(
            _two({"speed": "plodding", "infantry": 30}, {"infantry": 20}),
            "they meet off the table; A: 10 stands, 0 batteries on turn 14; B: nobody",
            dice=(5,),
            title="11",
        ),
        Example(
            _two({"infantry": 40, "batteries": 4}, {"infantry": 25}),
            "they meet off the table; A: 15 stands, 2 batteries on turn 9; B: nobody",
            title="12",
        ),
        Example(_two({"cavalry": 20}, {"infantry": 30}), "they meet off the table; A: nobody; B: nobody", title="13"),
        Example(
            _two({"cavalry": 20}, {"infantry": 50}),
            "they meet off the table; A: nobody; B: 10 stands, 0 batteries on turn 9",
            title="14",
        ),
        Example(
            _two({"infantry": 30, "cavalry": 10}, {"infantry": 35}),
            "they meet off the table; A: 5 stands, 0 batteries on turn 9; B: nobody",
            title="15",
        ),
        Example(
            _two({"infantry": 60}, {"infantry": 20, "cavalry": 15}),
            "they meet off the table; A: 10 stands, 0 batteries on turn 9; B: nobody",
            title="16",
        ),
    ],
    tables=("cw_to_ff.meeting", "cw_to_ff.arrival"),
)
def flank_march_meeting(inputs: SameEdge, work: Reckoning) -> Meeting:
    """Equal marches always meet, neighbouring ones on half the faces, swift and plodding never; the smaller force then
    never arrives, of the larger what is in excess."""
    first, second = inputs.forces
    meets = _meet(inputs, work)
    left = _left_after(first, second, work) if meets else (first.stands, second.stands)
    arriving = tuple(_arriving(force, stands, work) for force, stands in zip(inputs.forces, left, strict=True))
    told = next((each.side for each in arriving if meets and each.stands), "nobody")
    return Meeting(meets, arriving, told)


def _meet(inputs: SameEdge, work: Reckoning) -> bool:
    """A die is thrown only where it decides."""
    places = [SPEEDS.index(force.speed) for force in inputs.forces]
    faces = work.read(MEETING, abs(places[0] - places[1]))
    if faces in (0, 10):
        return faces == 10
    thrown = work.throw(10, rule="VG-7B5", subject=(inputs.edge.value,), label="do they meet?")
    work.step(BOOK.at("7B5"), "they meet", thrown.total <= faces, die=thrown.total, on_or_under=faces)
    return thrown.total <= faces


def _left_after(first: Marching, second: Marching, work: Reckoning) -> tuple[int, int]:
    """Stands of each that still arrive: the larger's excess, never more than it has (R-20)."""
    letter = work.chosen(R_20) == R_20.default
    sizes = [force.stands if letter else force.keeps_off for force in (first, second)]
    if sizes[0] == sizes[1]:
        left = (0, 0)
    elif sizes[0] > sizes[1]:
        left = (excess(first, second, letter=letter), 0)
    else:
        left = (0, excess(second, first, letter=letter))
    work.step(BOOK.at("7B5a"), "stands that still arrive", list(left), sizes=sizes)
    return left


def excess(larger: Marching, smaller: Marching, *, letter: bool) -> int:
    """The larger's stands less those kept off. If both are weighed, two of the excess are one cavalry stand."""
    if letter:
        return max(0, larger.stands - smaller.keeps_off)
    weight = larger.keeps_off - smaller.keeps_off
    infantry = min(larger.infantry, weight)
    return infantry + min(larger.cavalry, (weight - infantry) // 2)


def _arriving(force: Marching, stands: int, work: Reckoning) -> Arriving:
    notice, entry = (work.read(ARRIVAL, force.speed, column) for column in ("notice", "entry"))
    batteries = share_of_batteries(force.batteries, stands, force.stands)
    told = "both sides" if stands else "nobody"
    return Arriving(force.side, stands, batteries, stands > 0, force.stands - stands, notice, entry, told)


def share_of_batteries(batteries: int, arriving: int, stands: int) -> int:
    """Batteries in proportion to the stands that arrive, nearest, halves up (R-22)."""
    return (2 * batteries * arriving + stands) // (2 * stands) if stands else 0
