"""7A: E and P ratings, rolled in secret at the start of the battle or when a flank force arrives."""

from collections.abc import Callable, Hashable, Mapping
from typing import Any

from rulesets.core.context import Context
from rulesets.core.fields import Inputs, flag, whole, words
from rulesets.core.odds import Convolution, Product
from rulesets.core.procedure import Example, procedure
from rulesets.core.reckoning import Reckoning
from rulesets.core.records import dataclass
from rulesets.core.ways import successes
from rulesets.core.words import listed, many, signed
from rulesets.cw_to_ff import BOOK
from rulesets.cw_to_ff.state import Rating
from rulesets.cw_to_ff.tables import BRIGADE_E, RATING

SIDES = 10


class Arrives(Inputs):
    """Who is rated, and when: on turn 0 if it starts on the table, else on its arrival turn (7B7)."""

    side: str = words("Side", most=20, default="")
    arrival_turn: int = whole(
        "Arrival turn", least=0, most=999, unit="turns", default=0, help="0 if it starts on the table."
    )


class RatedLeader(Arrives):
    leads = ("tactical", "from_counter", "arrival_turn")
    tactical: int = whole("Tactical rating", least=-4, most=4, default=0)
    from_counter: bool = flag("Leader comes from a counter", default=True, help="Invented leaders are average.")
    leader: str = words("Leader", default="", help="Name or place in the order of battle.")


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
    title="Leader rating, E or P",
    rules=("VG-7A1", "VG-7A2", "VG-7B7"),
    odds=Convolution(),
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
    """Rate a leader by tactical rating, with a roll only where it decides. Invented leaders are average."""
    if not inputs.from_counter:
        work.step(BOOK.at("4D"), "An invented leader is average.", Rating.AVERAGE)
        return LeaderRating(Rating.AVERAGE, inputs.arrival_turn)
    best = LeaderRating(Rating.EXCELLENT, inputs.arrival_turn)
    excellent = _rated(Rating.EXCELLENT, inputs, work)
    return work.after(excellent, lambda is_best: best if is_best else _no_better(inputs, work))


def _no_better(inputs: RatedLeader, work: Reckoning) -> LeaderRating:
    """Rate a leader who isn't excellent."""
    return work.after(
        _rated(Rating.POLTROON, inputs, work),
        lambda poltroon: LeaderRating(Rating.POLTROON if poltroon else Rating.AVERAGE, inputs.arrival_turn),
    )


def _rated(rating: Rating, inputs: RatedLeader, work: Reckoning) -> bool:
    tactical = f"Tactical rating {signed(inputs.tactical)}"
    faces = work.read(RATING, inputs.tactical, rating, says=lambda most: f"{tactical}: {_rated_on(rating, most)}.")
    if faces in (0, SIDES):
        return faces == SIDES
    rule = "VG-7A1" if rating is Rating.EXCELLENT else "VG-7A2"
    subject, what = (inputs.side, inputs.leader), f"the rating of {inputs.leader or 'the leader'}"
    return work.on_roll(
        SIDES, lambda die: die <= faces, rule=rule, subject=subject, turn=inputs.arrival_turn, what=what
    )


def _rated_on(rating: Rating, most: int) -> str:
    if most in (0, SIDES):
        return f"always {rating}" if most else f"never {rating}"
    return f"{rating} on a roll of {most} or less"


class RatedBrigades(Arrives):
    leads = ("brigades",)
    brigades: int = whole("Brigades", least=1, most=200, unit="brigades", default=1)
    first: int = whole(
        "First number", least=1, most=999, default=1, help="Of the first brigade, in the order of battle."
    )

    @property
    def numbers(self) -> range:
        """Return the numbers of all these brigades."""
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
    return f"{exceptional} of {many(brigades, 'brigade')} rated E"


def _parts(
    inputs: RatedBrigades, context: Context, number: Callable[[int, int], Any]
) -> Mapping[str, Mapping[Hashable, Any]]:
    faces = BRIGADE_E.at("any", context=context)
    one: Mapping[Hashable, Any] = {chance: number(n, SIDES) for chance, n in ((1, faces), (0, SIDES - faces))}
    return {f"brigade {n}": one for n in inputs.numbers}


def _together(inputs: RatedBrigades, context: Context, number: Callable[[int, int], Any]) -> Mapping[Hashable, Any]:
    brigades, faces = inputs.brigades, BRIGADE_E.at("any", context=context)
    ways = successes(faces, SIDES, brigades)
    return {_so_many(count, brigades): number(n, SIDES**brigades) for count, n in ways.items() if n}


@procedure(
    id="cw_to_ff.brigade_rating",
    title="Brigade ratings, E",
    rules=("VG-7A3", "VG-7B7"),
    odds=Product(_parts, _together),
    examples=[
        Example({"brigades": 1}, "1 of 1 brigade rated E", dice=(3,)),
        Example({"brigades": 3, "first": 4}, "2 of 3 brigades rated E", dice=(1, 4, 2)),
    ],
    tables=("cw_to_ff.brigade_e",),
)
def brigade_rating(inputs: RatedBrigades, work: Reckoning) -> BrigadeRatings:
    """Roll for each brigade by its number in the order of battle; for those of a flank force when it arrives."""
    faces = work.read(BRIGADE_E, "any", says=lambda most: f"A brigade is E on a roll of {most} or less.")
    found = []
    for n in inputs.numbers:
        subject = (inputs.side, f"brigade {n}")
        thrown = work.roll(SIDES, rule="VG-7A3", subject=subject, turn=inputs.arrival_turn, what=f"brigade {n}")
        if thrown.total <= faces:
            found.append(n)
    numbers = f": {listed(map(str, found))}" if found else ""
    says = f"{_so_many(len(found), inputs.brigades)}{numbers}."
    work.step(BOOK.at("7A3"), says, found, on_or_under=faces)
    return BrigadeRatings(tuple(found), inputs.brigades, inputs.arrival_turn)
