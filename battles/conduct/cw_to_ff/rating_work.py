"""Secret rolls for ratings: for a fixed grid of slots, used or not (VG-7A, 7B7).

Brigade n of an order of battle has slot n, and so has leader n of the army. An opened cup then shows the same rolls
whatever was hidden. The grid is rolled at the preparation and on each turn on which a flank march may enter.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache

from battles.conduct.base import Dispatch, Found, NotRolled, RatingLine, SecretDice, SlotRoll
from battles.conduct.cw_to_ff.secret_work import entry_turns
from battles.conduct.cw_to_ff.words import side_words
from battles.conduct.plain import TABLE
from campaign.selectors.procedures import run, trace_of
from rulesets.core.brief import Brief
from rulesets.core.context import Context
from rulesets.core.dice import ScriptedDice
from rulesets.core.outcome import Step
from rulesets.core.records import dataclass
from rulesets.core.words import listed, signed
from rulesets.cw_to_ff.findings import SIDES, FlankFacts, ForceFacts, Rated, RatingFacts
from rulesets.cw_to_ff.order_of_battle import MOST_BRIGADES, MOST_LEADERS
from rulesets.cw_to_ff.orders import Plan
from rulesets.cw_to_ff.ratings import SIDES as FACES
from rulesets.cw_to_ff.ratings import brigade_rating, leader_rating
from rulesets.cw_to_ff.state import Rating

RATINGS = "battle.ratings"
TABLES = tuple(dict.fromkeys(leader_rating.tables + brigade_rating.tables))
RULES = {"leader": ("VG-7A1", MOST_LEADERS), "brigade": ("VG-7A3", MOST_BRIGADES)}
LETTERS = {Rating.EXCELLENT: "E", Rating.POLTROON: "P"}


@dataclass(frozen=True)
class Slot:
    """A leader or a brigade in its slot, and where it begins: on the table, or around an edge."""

    kind: str
    n: int
    id: str
    name: str
    place: str
    tactical: int = 0

    @property
    def words(self) -> str:
        return f"{self.kind} {self.n}"

    def roll(self, side: str, turn: int) -> SlotRoll:
        return SlotRoll(RULES[self.kind][0], (side, self.words), turn, FACES)


@cache
def grid(turn: int) -> tuple[SlotRoll, ...]:
    """Return the rolls of one turn: the same for every plan."""
    return tuple(
        SlotRoll(rule, (side, f"{kind} {n}"), turn, FACES)
        for side in SIDES
        for kind, (rule, most) in RULES.items()
        for n in range(1, most + 1)
    )


def find(
    brief: Brief,
    plans: Mapping[str, Plan],
    turn: int,
    dice: SecretDice[FlankFacts],
    facts: Iterable[FlankFacts | None],
    house: Context,
) -> list[Found[FlankFacts]]:
    """Rate those on the table at the preparation, then those of each force on the turn it enters."""
    found: list[Found[FlankFacts]] = []
    forces = [each for each in facts if isinstance(each, ForceFacts)]
    due = [time for time in (0, *entry_turns(house)) if time <= turn]
    for time in due:
        missing = [side for side in SIDES if _subject(time, side) not in dice.known]
        if missing:
            found += _at(time, brief, plans, missing, dice, forces, house)
    return found


def _subject(turn: int, side: str) -> str:
    return f"ratings.{turn:02}.{side}"


def _at(
    turn: int,
    brief: Brief,
    plans: Mapping[str, Plan],
    sides: Sequence[str],
    dice: SecretDice[FlankFacts],
    forces: Sequence[ForceFacts],
    house: Context,
) -> Iterator[Found[FlankFacts]]:
    try:
        faces = dice.throw_all(grid(turn))
    except NotRolled:
        words = f"ratings {_when(turn)}: not rolled."
        yield from (Found(_subject(turn, s), None, disclosure=f"{side_words(s)} {words}", side=s) for s in sides)
        return
    for side in sides:
        entering = [each for each in forces if each.side == side and each.arrives and each.entry_turn == turn]
        places = {each.edge.value for each in entering} if turn else {TABLE}
        slots = [slot for slot in slots_of(brief, side, plans[side]) if slot.place in places]
        whole = {each.edge.value for each in entering if not each.is_reduced} | {TABLE}
        yield _found(side, turn, slots, faces, whole, house)


def slots_of(brief: Brief, side: str, plan: Plan) -> Iterator[Slot]:
    """Yield the leaders in the order of the army, then the brigades in that of the order of battle."""
    leaders = _leaders_away(plan)
    for n, leader in enumerate(brief.sides[side].leaders, start=1):
        yield Slot("leader", n, leader.id, leader.name, leaders.get(leader.id, TABLE), leader.tactical)
    marching, brigades = plan.place_of, plan.order.all_brigades() if plan.order else ()
    for n, (at, _, brigade) in enumerate(brigades, start=1):
        yield Slot("brigade", n, at, brigade.name, marching.get(at, TABLE))


def _leaders_away(plan: Plan) -> dict[str, str]:
    """Return the leaders of flank marches, and those of divisions that march whole, with their edges."""
    found = {march.leader: edge.value for edge, march in plan.by_edge.items()}
    marching = plan.place_of
    for at, _, division in plan.order.all_divisions() if plan.order else ():
        edges = {marching.get(f"{at}b{n}") for n in range(len(division.brigades))}
        if len(edges) == 1 and (edge := edges.pop()) is not None:
            found.setdefault(division.leader, edge.value)
    return found


def _found(
    side: str,
    turn: int,
    slots: Sequence[Slot],
    faces: Mapping[SlotRoll, int],
    whole: set[str],
    house: Context,
) -> Found[FlankFacts]:
    rated: list[Rated] = []
    steps: list[Step] = []
    for together in _together(slots):
        dice = ScriptedDice(*(faces[slot.roll(side, turn)] for slot in together))
        rate = _rated_leader if together[0].kind == "leader" else _rated_brigades
        each, why = rate(side, turn, together, dice, house)
        rated += each
        steps += why
    told = [each for each in rated if each.place in whole]
    return Found(
        _subject(turn, side),
        RatingFacts(side, turn, tuple(rated)),
        (Dispatch(max(turn, 1), side, RATINGS, f"{_yours(turn)}: {in_words(told)} VG-7A."),) if told else (),
        f"{side_words(side)} ratings {_when(turn)}: {in_words(rated, slots=True)} VG-7A." if rated else "",
        trace_of(steps),
        side=side,
        turn=turn,
        is_own=True,
    )


def _together(slots: Iterable[Slot]) -> Iterator[list[Slot]]:
    """Yield each leader alone, and brigades of adjoining slots together, as their rules take them."""
    together: list[Slot] = []
    for slot in sorted(slots, key=lambda slot: (slot.kind != "leader", slot.n)):
        if together and (slot.kind == "leader" or slot.kind != together[-1].kind or slot.n != together[-1].n + 1):
            yield together
            together = []
        together.append(slot)
    if together:
        yield together


def _rated_leader(
    side: str, turn: int, slots: Sequence[Slot], dice: ScriptedDice, house: Context
) -> tuple[list[Rated], Sequence[Step]]:
    """Rate a leader with the roll of the slot; one whose rating is certain doesn't use it."""
    (slot,), face = slots, dice.left[0]
    asked = {"side": side, "arrival_turn": turn, "tactical": slot.tactical, "leader": slot.words}
    outcome = run(leader_rating, asked, dice, house=house)
    die = None if dice.left else face
    rating = outcome.result.rating
    return [Rated(slot.id, slot.words, slot.name, rating, slot.place, signed(slot.tactical), die)], outcome.steps


def _rated_brigades(
    side: str, turn: int, slots: Sequence[Slot], dice: ScriptedDice, house: Context
) -> tuple[list[Rated], Sequence[Step]]:
    faces = tuple(dice.left)
    asked = {"side": side, "arrival_turn": turn, "brigades": len(slots), "first": slots[0].n}
    outcome = run(brigade_rating, asked, dice, house=house)
    ratings = [Rating.EXCELLENT if slot.n in outcome.result.exceptional else Rating.AVERAGE for slot in slots]
    found = zip(slots, ratings, faces, strict=True)
    return [
        Rated(slot.id, slot.words, slot.name, rating, slot.place, "", face) for slot, rating, face in found
    ], outcome.steps


def lines_of(facts: FlankFacts) -> tuple[RatingLine, ...]:
    """Return the ratings of a secret result, as its owner and the umpire read them."""
    if not isinstance(facts, RatingFacts):
        return ()
    return tuple(
        RatingLine(
            id=each.id,
            kind=each.slot.partition(" ")[0],
            name=each.name,
            slot=each.slot,
            place=each.place,
            about=each.about,
            die=each.die,
            sides=FACES,
            letter=LETTERS.get(each.rating, ""),
            words=each.rating.value,
        )
        for each in facts.rated
    )


def in_words(rated: Sequence[Rated], *, slots: bool = False) -> str:
    """Say who is E and who is P, by name or, for everyone to read, by slot; everyone else is average."""
    parts = []
    for rating, letter in LETTERS.items():
        names = [each.slot if slots else each.name for each in rated if each.rating is rating]
        if names:
            parts.append(f"{letter}: {listed(names)}.")
    if not parts:
        return "everyone is average."
    return " ".join([*parts, "Everyone else is average."])


def _yours(turn: int) -> str:
    return "The ratings of your units that entered" if turn else "Your ratings for this battle"


def _when(turn: int) -> str:
    return f"on arrival, turn {turn}" if turn else "at the start"
