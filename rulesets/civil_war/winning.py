"""4.5: victory points, the election, and victory."""

from typing import Literal

from pydantic import model_validator

from rulesets.civil_war import BOOK
from rulesets.civil_war import tables as t
from rulesets.civil_war.rulings import R_117
from rulesets.civil_war.words import LAST_TURN, Side, turn_field
from rulesets.core.book import Mark
from rulesets.core.errors import IllegalOrder
from rulesets.core.fields import Inputs, choice, flag, need_once, several, whole, words
from rulesets.core.procedure import Example, procedure
from rulesets.core.reckoning import Reckoning
from rulesets.core.records import dataclass
from rulesets.core.words import listed, number

State = Literal["AL", "FL", "GA", "MS", "NC", "SC", "TN", "VA", "AR", "LA", "TX", "KY", "MO", "WV"]


class PlaceHeld(Inputs):
    """A place and its holder."""

    name: str = words("Place", most=60)
    by: Side = choice("Held by")


class StateHeld(Inputs):
    """Points held in a state, counted by hand."""

    state: State = choice("State")
    union: int = whole("Union points", least=0, most=30, default=0, unit="VP")
    confederate: int = whole("Confederate points", least=0, most=30, default=0, unit="VP")


class Victory(Inputs):
    turn: int = turn_field()
    states: tuple[StateHeld, ...] = several("States", most=14, default=())
    places: tuple[PlaceHeld, ...] = several("Places", most=200, default=(), help="Added to the points counted by hand.")
    kentucky_neutral: bool = flag("Kentucky is still neutral", help="Then nobody scores there.")

    @model_validator(mode="after")
    def _check(self) -> "Victory":
        names = [held.name for held in self.places]
        need_once("states", [held.state for held in self.states])
        need_once("places", names)
        unknown = [name for name in names if name not in t.STATE_OF]
        if unknown:
            raise ValueError(f"places: {unknown[0]} is not a place with victory points")
        return self


@dataclass(frozen=True)
class VictoryResult:
    """The score, and what it means on this turn."""

    union: int
    confederate: int
    doubled: tuple[str, ...]
    verdict: str = ""
    war_over: bool = False

    @property
    def lead(self) -> int:
        """Return the Union's lead."""
        return self.union - self.confederate

    def __str__(self) -> str:
        score = f"Union {self.union}, South {self.confederate}, Union lead {number(self.lead)}"
        return f"{score}: {self.verdict}" if self.verdict else score


@procedure(
    id="civil_war.victory",
    title="Victory",
    rules=("CW-VP",),
    examples=[
        Example(
            {"turn": 5, "states": [{"state": "AL", "union": 8}, {"state": "VA", "union": 4, "confederate": 12}]},
            "Union 20, South 12, Union lead 8",
            title="All of Alabama counts double",
        ),
        Example(
            {"turn": 17, "states": [{"state": "TN", "union": 16}]},
            "Union 32, South 0, Union lead 32: Lincoln loses the election",
        ),
    ],
    tables=["civil_war.states", "civil_war.victory", "civil_war.election"],
)
def victory(inputs: Victory, work: Reckoning) -> VictoryResult:
    """Count points held, doubled for a whole state; election on turn 17, victory after turn 19 (CW-4.5, H-11)."""
    union = confederate = 0
    doubled: list[str] = []
    for state, (ours, theirs) in _tallies(inputs, work).items():
        whole_state = work.read(t.STATES, state)
        _check_sum(state, ours + theirs, whole_state)
        if max(ours, theirs) >= whole_state and not min(ours, theirs):
            doubled.append(state)
            ours, theirs = 2 * ours, 2 * theirs
        union, confederate = union + ours, confederate + theirs
    lead = union - confederate
    twice = f" Counted double: {listed(doubled)}." if doubled else ""
    says = f"Union {union}, South {confederate}: the Union's lead is {number(lead)}.{twice}"
    work.step(BOOK.at("4.5"), says, lead, mark=Mark.SOURCED, doubled=doubled)
    verdict, over = _verdict(inputs.turn, union, lead, work)
    return VictoryResult(union, confederate, tuple(doubled), verdict, over)


def _check_sum(state: str, held: int, points: int) -> None:
    if held > points:
        raise IllegalOrder(
            f"states: {state} must be {points} VP or less, not {held}.", cites=BOOK.at("4.5"), field="states"
        )


def _tallies(inputs: Victory, work: Reckoning) -> dict[str, tuple[int, int]]:
    """Return the points of each side by state."""
    found: dict[str, tuple[int, int]] = {held.state: (held.union, held.confederate) for held in inputs.states}
    for place in inputs.places:
        state, points = t.STATE_OF[place.name], work.read(t.PLACES, place.name)
        ours, theirs = found.get(state, (0, 0))
        found[state] = (ours + points, theirs) if place.by == "USA" else (ours, theirs + points)
    scoring = {state: held for state, held in found.items() if state in t.STATES.rows}
    return {state: held for state, held in scoring.items() if state != "KY" or not inputs.kentucky_neutral}


def _verdict(turn: int, union: int, lead: int, work: Reckoning) -> tuple[str, bool]:
    if turn == work.read(t.ELECTION, "turn", says="Election turn"):
        wanted = work.read(t.ELECTION, "points the Union needs", says="Points the Union needs for Lincoln's reelection")
        if union >= wanted:
            return "Lincoln is reelected", False
        return "Lincoln loses the election", work.chosen(R_117) == "the South wins"
    if turn == LAST_TURN:
        return work.read(t.VICTORY, lead, says=f"Union lead {number(lead)}"), True
    return "", False
