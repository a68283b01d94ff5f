"""7A: E and P ratings, rolled in secret at the start of the battle or on a flank force's arrival."""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from typing import Any

from rulesets.core.context import Context
from rulesets.core.fields import Inputs, flag, whole, words
from rulesets.core.odds import Enumeration, Product, add_up
from rulesets.core.procedure import Example, procedure
from rulesets.core.reckoning import Reckoning
from rulesets.cw_to_ff import BOOK
from rulesets.cw_to_ff.state import Rating
from rulesets.cw_to_ff.tables import BRIGADE_E, RATING

SIDES = 10


class Arrives(Inputs):
    """Who is rated, and when: on turn 0 what starts on the table, else on the turn on which it arrives (7B7)."""

    side: str = words("Side", most=20, default="")
    arrival_turn: int = whole(
        "Turn of arrival", least=0, most=999, unit="turns", default=0, help="0 for what starts on the table."
    )


class RatedLeader(Arrives):
    tactical: int = whole("Tactical rating", least=-4, most=4, default=0)
    from_counter: bool = flag("He comes from a counter", default=True, help="Invented leaders are average.")
    leader: str = words("Leader", default="", help="His name or place in the order of battle.")


@dataclass(frozen=True)
class LeaderRating:
    rating: Rating
    turn: int
    known_to: str = "own side"

    def __str__(self) -> str:
        when = f" on arrival, turn {self.turn}" if self.turn else ""
        return f"{self.rating}{when}"


@procedure(
    id="cw_to_ff.leader_rating",
    title="E or P rating of a leader",
    rules=("VG-7A1", "VG-7A2", "VG-7B7"),
    odds=Enumeration(leaves=SIDES),
    examples=[
        Example({"tactical": 1}, "excellent", dice=(5,), title="27"),
        Example({"tactical": 1}, "average", dice=(6,), title="27"),
        Example({"tactical": -1}, "poltroon", dice=(5,), title="27"),
        Example({"tactical": 2}, "excellent"),
        Example({"tactical": -2}, "poltroon"),
        Example({"tactical": 2, "from_counter": False}, "average", title="27"),
        Example({"tactical": 1, "arrival_turn": 9}, "excellent on arrival, turn 9", dice=(1,)),
    ],
    tables=("cw_to_ff.rating",),
)
def leader_rating(inputs: RatedLeader, work: Reckoning) -> LeaderRating:
    """By the tactical rating; a die only where it decides. Invented leaders are average and roll nothing."""
    if not inputs.from_counter:
        work.step(BOOK.at("4D"), "an invented leader", Rating.AVERAGE)
        return LeaderRating(Rating.AVERAGE, inputs.arrival_turn)
    for rating in (Rating.EXCELLENT, Rating.POLTROON):
        if _rated(rating, inputs, work):
            return LeaderRating(rating, inputs.arrival_turn)
    return LeaderRating(Rating.AVERAGE, inputs.arrival_turn)


def _rated(rating: Rating, inputs: RatedLeader, work: Reckoning) -> bool:
    faces = work.read(RATING, inputs.tactical, rating, label=f"faces that make him {rating}")
    if faces in (0, SIDES):
        return faces == SIDES
    rule = "VG-7A1" if rating is Rating.EXCELLENT else "VG-7A2"
    thrown = work.throw(
        SIDES, rule=rule, subject=(inputs.side, inputs.leader), turn=inputs.arrival_turn, label=f"{rating}?"
    )
    return thrown.total <= faces


class RatedBrigades(Arrives):
    brigades: int = whole("Brigades", least=1, most=200, unit="brigades", default=1)
    first: int = whole("Number of the first", least=1, most=999, default=1, help="In the order of battle.")

    @property
    def numbers(self) -> range:
        return range(self.first, self.first + self.brigades)


@dataclass(frozen=True)
class BrigadeRatings:
    """The numbers of the brigades that are E."""

    exceptional: tuple[int, ...]
    brigades: int
    turn: int
    known_to: str = "own side"

    def __str__(self) -> str:
        return _so_many(len(self.exceptional), self.brigades)


def _so_many(exceptional: int, brigades: int) -> str:
    return f"{exceptional} of {brigades} brigades are E"


def _parts(
    inputs: RatedBrigades, context: Context, number: Callable[[int, int], Any]
) -> Mapping[str, Mapping[Hashable, Any]]:
    faces = BRIGADE_E.at("any", context=context)
    one: Mapping[Hashable, Any] = {chance: number(n, SIDES) for chance, n in ((1, faces), (0, SIDES - faces))}
    return {f"brigade {n}": one for n in inputs.numbers}


def _joined(parts: Mapping[str, Mapping[Hashable, Any]]) -> Mapping[Hashable, Any]:
    return {_so_many(count, len(parts)): chance for count, chance in sorted(add_up(parts).items())}


@procedure(
    id="cw_to_ff.brigade_rating",
    title="E ratings of brigades",
    rules=("VG-7A3", "VG-7B7"),
    odds=Product(_parts, _joined),
    examples=[
        Example({"brigades": 1}, "1 of 1 brigades are E", dice=(3,)),
        Example({"brigades": 3, "first": 4}, "2 of 3 brigades are E", dice=(1, 4, 2)),
    ],
    tables=("cw_to_ff.brigade_e",),
)
def brigade_rating(inputs: RatedBrigades, work: Reckoning) -> BrigadeRatings:
    """A die each, by its number in the order of battle; those of a flank force on arrival."""
    faces = work.read(BRIGADE_E, "any")
    found = []
    for n in inputs.numbers:
        subject = (inputs.side, f"brigade {n}")
        thrown = work.throw(SIDES, rule="VG-7A3", subject=subject, turn=inputs.arrival_turn, label=f"brigade {n}")
        if thrown.total <= faces:
            found.append(n)
    work.step(BOOK.at("7A3"), "brigades that are E", found, on_or_under=faces)
    return BrigadeRatings(tuple(found), inputs.brigades, inputs.arrival_turn)
