"""The engine of a battle: who fires when, where the hits go, and the exact chance of every end.

A side's state is the steps of its blocks in the order listed, and its half hit. A battle is a row of turns, the same
whatever the dice say, so the chances are carried forward turn by turn. They are whole numbers under one denominator.

Where the owner of equal blocks chooses best, the expected steps are first worked out backward, from the last turn to
the first; every choice then takes the hit that leaves its owner the most.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cache, cached_property, lru_cache
from hashlib import shake_256
from itertools import groupby
from math import comb, gcd, prod
from operator import add as _add
from operator import mul
from typing import Literal, Protocol

from rulesets.core.records import dataclass

Role = Literal["defender", "attacker"]
State = tuple[tuple[int, ...], int]  # steps by block, and half hits
Front = tuple[int, ...]  # the blocks that may be hit, by place in the list

ROLES: tuple[Role, Role] = ("defender", "attacker")
LETTERS = ("A", "B", "C")
SIDES = 6
AS_GOOD = 1e-9  # a choice is better only by more than this
MOST_STATES, MOST_NODES = 2_000, 700_000  # of one side; of both in all turns, about a second
SAMPLES = 5_000


@dataclass(frozen=True)
class Unit:
    """A block: its letter, the highest result that hits, its steps, and the round in which it retreats, 0 for never."""

    letter: str
    hits_on: int
    steps: int
    reserve: bool = False
    leaves: int = 0


@dataclass(frozen=True)
class Army:
    """One side. It loses a step for each `hits_a_step` hits; it chooses best, or hits go to the first listed."""

    units: tuple[Unit, ...]
    hits_a_step: int = 1
    half: int = 0
    chooses: bool = False

    @property
    def state(self) -> State:
        """Return its state before the first turn."""
        return tuple(unit.steps for unit in self.units), self.half


@dataclass(frozen=True)
class Turn:
    """A block's turn: it fires, or it leaves. `fronts` are the blocks of each side that may be hit until the next."""

    round: int
    role: Role
    unit: int
    leaves: bool
    fronts: tuple[Front, Front]
    opens_round: bool

    @property
    def target(self) -> int:
        """Return which side it fires at."""
        return 1 - ROLES.index(self.role)


@dataclass(frozen=True)
class Fight:
    """Two sides, and the rounds they fight."""

    defender: Army
    attacker: Army
    rounds: tuple[int, int]

    @property
    def armies(self) -> tuple[Army, Army]:
        """Return both sides, the defender first."""
        return self.defender, self.attacker

    @cached_property
    def turns(self) -> tuple[Turn, ...]:
        """Return all turns: by letter, the defender first, as listed (7.1)."""
        return tuple(self._turns())

    def _turns(self) -> Iterator[Turn]:
        gone: tuple[set[int], set[int]] = (set(), set())
        first, last = self.rounds
        for number in range(first, last + 1):
            opens = True
            for letter in LETTERS:
                for side, role in enumerate(ROLES):
                    for n, unit in enumerate(self.armies[side].units):
                        if unit.letter != letter or n in gone[side] or (unit.reserve and number == 1):
                            continue
                        leaves = unit.leaves == number
                        if leaves:
                            gone[side].add(n)
                        fronts = self._front(0, number, gone[0]), self._front(1, number, gone[1])
                        yield Turn(number, role, n, leaves, fronts, opens)
                        opens = False

    def _front(self, side: int, number: int, gone: set[int]) -> Front:
        units = self.armies[side].units
        return tuple(n for n, unit in enumerate(units) if n not in gone and not (unit.reserve and number == 1))


def one_hit(army: Army, state: State, front: Front) -> list[State]:
    """Return what a single hit may leave: the strongest loses a step, the owner choosing among equals (7.3)."""
    steps, half = state
    most = max(map(steps.__getitem__, front), default=0)
    if not most:
        return [state]
    if half + 1 < army.hits_a_step:
        return [(steps, half + 1)]
    equals = [n for n in front if steps[n] == most]
    return [(_one_less(steps, n), 0) for n in (_of_each_kind(army, equals) if army.chooses else equals[:1])]


def _one_less(steps: tuple[int, ...], n: int) -> tuple[int, ...]:
    return (*steps[:n], steps[n] - 1, *steps[n + 1 :])


def _of_each_kind(army: Army, equals: Sequence[int]) -> list[int]:
    """Return one block of each kind: two that fire and leave alike are the same choice."""
    kinds = {(unit.letter, unit.hits_on, unit.leaves): n for n, unit in enumerate(army.units) if n in equals}
    return list(kinds.values())


@cache
def hit_weights(dice: int, hits_on: int, most: int) -> tuple[int, ...]:
    """Return the weight of each number of hits; they add up to the same for every number of dice up to `most`."""
    shared = gcd(hits_on, SIDES)
    hit, sides = hits_on // shared, SIDES // shared
    miss, spare = sides - hit, sides ** (most - dice)
    return tuple(comb(dice, n) * hit**n * miss ** (dice - n) * spare for n in range(dice + 1))


def weight_of_all(hits_on: int, most: int) -> int:
    """Return what the weights add up to."""
    return int((SIDES // gcd(hits_on, SIDES)) ** most)


class TooLarge(ValueError):
    """The exact odds of this battle would take more work than a page may."""


class States:
    """The states of one side, numbered as they are reached, and where hits lead."""

    def __init__(self, army: Army) -> None:
        self.army = army
        self.number = {army.state: 0}
        self.states = [army.state]
        self._reached: dict[Front, int] = {}
        self._ways: dict[tuple[int, int, Front], tuple[int, ...]] = {}

    def reach_all(self, fronts: Sequence[Front]) -> None:
        """Give a number to every state that any hits can lead to, front after front; one may come again."""
        for front in fronts:
            waiting = list(range(len(self.states)))
            while waiting:
                here, before = waiting.pop(), len(self.states)
                self.ways(here, 1, front)
                self.rested(here)
                waiting += range(before, len(self.states))
                if before > MOST_STATES:
                    raise TooLarge
            self._reached[front] = len(self.states)

    def rested(self, state: int) -> int:
        """Return a state at the end of a round, when a half hit is forgotten (7.5)."""
        steps, half = self.states[state]
        return self._numbered((steps, 0)) if half else state

    def _numbered(self, state: State) -> int:
        if state not in self.number:
            self.number[state] = len(self.states)
            self.states.append(state)
        return self.number[state]

    @property
    def sizes(self) -> list[int]:
        """Return the steps left in each state."""
        return [sum(steps) for steps, _ in self.states]

    def ways(self, state: int, hits: int, front: Front) -> tuple[int, ...]:
        """Return the states that some hits may leave."""
        if not hits:
            return (state,)
        key = state, hits, front
        found = self._ways.get(key)
        if found is None:
            first = self.ways(state, 1, front) if hits > 1 else ()
            alone = len(first) == 1
            found = self._ways[key] = self.ways(first[0], hits - 1, front) if alone else tuple(self._after(key))
        return found

    def _after(self, key: tuple[int, int, Front]) -> dict[int, None]:
        state, hits, front = key
        before = self.ways(state, hits - 1, front)
        left = (each for one in before for each in one_hit(self.army, self.states[one], front))
        return dict.fromkeys(map(self._numbered, left))

    def table(self, front: Front, most: int) -> list[list[tuple[int, ...]]]:
        """Return where each number of hits up to `most` may lead, for every state; one reached only later stays."""
        table: list[list[tuple[int, ...]]] = [[(state,)] * (most + 1) for state in range(len(self.states))]
        for state in reversed(range(self._reached[front])):
            first = self.ways(state, 1, front)
            if len(first) == 1 and first[0] > state:  # whose line is known, and begins one hit later
                table[state] = [(state,), *table[first[0]][:most]]
            elif first != (state,):
                table[state] = [self.ways(state, hits, front) for hits in range(most + 1)]
        return table

    def beaten(self, front: Front) -> list[bool]:
        """Tell for each state whether nobody is left to hit."""
        return [self.is_beaten(state, front) for state in range(len(self.states))]

    def is_beaten(self, state: int, front: Front) -> bool:
        """Tell whether nobody is left to hit."""
        steps = self.states[state][0]
        return not any(map(steps.__getitem__, front))


End = tuple[int, int, int]  # the numbers of both sides' states, and which side leaves the hex
Fought = tuple[State, State, int]  # the same by the states themselves
Mass = dict[int, dict[int, int]]  # weights by defender's state and attacker's
Values = list[list[float]]  # expected steps of the attacker less the defender's, by defender's state and attacker's


class Reckoned:
    """A fight with all states numbered, and what each choice among equals is worth."""

    def __init__(self, fight: Fight) -> None:
        self.fight, self.turns = fight, fight.turns
        self.states = States(fight.defender), States(fight.attacker)
        for side, states in enumerate(self.states):
            states.reach_all([front for front, _ in groupby(turn.fronts[side] for turn in self.turns)])
        self.nodes = len(self.turns) * prod(len(states.states) for states in self.states)
        if self.nodes > MOST_NODES:
            raise TooLarge
        self._beaten: dict[tuple[int, Front], list[bool]] = {}
        self._values: list[Values] | None = None

    def beaten(self, side: int, turn: Turn) -> list[bool]:
        """Tell for each state of a side whether the battle is over for it, after this turn."""
        key = side, turn.fronts[side]
        if key not in self._beaten:
            self._beaten[key] = self.states[side].beaten(key[1])
        return self._beaten[key]

    def chosen(self, place: int, ways: Sequence[int], other: int) -> int:
        """Return the state that the owner chooses after a turn's hits; `other` is the other side's state."""
        values = self.values[place + 1]
        return best_of(ways, values[other]) if self.turns[place].target else worst_of(ways, values, other)

    def fought(self) -> tuple[dict[Fought, int], int]:
        """Return the weight of each end of the battle, and what all weights add up to."""
        ends, whole = self.ends()
        rows, columns = (states.states for states in self.states)
        return {(rows[row], columns[column], loser): weight for (row, column, loser), weight in ends.items()}, whole

    def ends(self) -> tuple[dict[End, int], int]:
        """Return the same by the numbers of the states."""
        mass: Mass = {0: {0: 1}}
        ended: list[tuple[dict[End, int], int]] = []
        whole = 1
        for place, turn in enumerate(self.turns):
            if turn.opens_round and any(army.hits_a_step > 1 for army in self.fight.armies):
                mass = self._new_round(mass)
            if not turn.leaves:
                unit = self.fight.armies[1 - turn.target].units[turn.unit]
                whole *= weight_of_all(unit.hits_on, unit.steps)
                mass = (self._at_defender if turn.target == 0 else self._at_attacker)(place, unit, mass)
            over = self._take_over(turn, mass)
            if over:
                ended.append((over, whole))
        left = {(row, column, 1): weight for row, columns in mass.items() for column, weight in columns.items()}
        return _summed([*ended, (left, whole)], whole), whole

    def _new_round(self, mass: Mass) -> Mass:
        """Forget half hits."""
        defender, attacker = self.states
        new: Mass = {}
        for row, columns in mass.items():
            into = new.setdefault(defender.rested(row), {})
            for column, weight in columns.items():
                rested = attacker.rested(column)
                into[rested] = into.get(rested, 0) + weight
        return new

    def _at_attacker(self, place: int, unit: Unit, mass: Mass) -> Mass:
        """Carry out the turn of a defender's block."""
        turn, states = self.turns[place], self.states[0].states
        table = self.states[1].table(turn.fronts[1], unit.steps)
        values = self.values[place + 1] if self.states[1].army.chooses else []
        only = _only_ways(table)
        new: Mass = {}
        for row, columns in mass.items():
            weights = hit_weights(states[row][0][turn.unit], unit.hits_on, unit.steps)
            into = new[row] = {}
            for column, weight in columns.items():
                line = only[column] or [best_of(ways, values[row]) for ways in table[column][: len(weights)]]
                for chance, way in zip(weights, line, strict=False):
                    into[way] = into.get(way, 0) + weight * chance
        return new

    def _at_defender(self, place: int, unit: Unit, mass: Mass) -> Mass:
        """Carry out the turn of an attacker's block."""
        turn, states = self.turns[place], self.states[1].states
        table = self.states[0].table(turn.fronts[0], unit.steps)
        values = self.values[place + 1] if self.states[0].army.chooses else []
        only = _only_ways(table)
        dice = [hit_weights(steps[turn.unit], unit.hits_on, unit.steps) for steps, _ in states]
        new: Mass = {}
        for row, columns in mass.items():
            for column, weight in columns.items():
                weights = dice[column]
                line = only[row] or [worst_of(ways, values, column) for ways in table[row][: len(weights)]]
                for chance, way in zip(weights, line, strict=False):
                    into = new.get(way)
                    if into is None:
                        into = new[way] = {}
                    into[column] = into.get(column, 0) + weight * chance
        return new

    def _take_over(self, turn: Turn, mass: Mass) -> dict[End, int]:
        """Take out the battles that are over after this turn, and return them."""
        lost, won = self.beaten(0, turn), self.beaten(1, turn)
        over = {(row, column, 0 if lost[row] else 1): weight for row, columns in mass.items()
                for column, weight in columns.items() if lost[row] or won[column]}  # fmt: skip
        for row, column, _ in over:
            del mass[row][column]
        return over

    @property
    def values(self) -> list[Values]:
        """Return the values before each turn and after the last."""
        if self._values is None:
            self._values = list(self._backward())[::-1]
        return self._values

    def _backward(self) -> Iterator[Values]:
        """Yield the values after the last turn, then before each turn, the last first."""
        defender, attacker = self.states
        ends = [[theirs - ours for theirs in attacker.sizes] for ours in defender.sizes]
        values: Values = [list(map(float, row)) for row in ends]
        yield values
        for place in range(len(self.turns) - 1, -1, -1):
            values = self._before(place, values)
            yield values

    def _before(self, place: int, after: Values) -> Values:
        turn = self.turns[place]
        if turn.leaves:
            values = after
        elif turn.target == 0:
            values = self._fired(turn, after, min)
        else:
            values = _turned(self._fired(turn, _turned(after), max))
        if turn.opens_round:
            rows, columns = ([states.rested(n) for n in range(len(states.states))] for states in self.states)
            values = [[values[row][column] for column in columns] for row in rows]
        previous = self.turns[place - 1] if place else None
        if previous and previous.fronts != turn.fronts:
            return self._decided(previous, values)
        return values

    def _fired(self, turn: Turn, after: Values, best: Callable[..., float]) -> Values:
        """Return the values by state of the side fired at, before a block fires and its hits are taken."""
        target, own = self.states[turn.target], self.states[1 - turn.target]
        unit = self.fight.armies[1 - turn.target].units[turn.unit]
        weights = self._weights(turn, own, unit)
        values = []
        for line in target.table(turn.fronts[turn.target], unit.steps):
            total = [0.0] * len(own.states)
            for weight, reached in zip(weights, line, strict=True):
                ways = [after[way] for way in reached]
                row = ways[0] if len(ways) == 1 else list(map(best, *ways))
                total = list(map(_add, total, map(mul, weight, row)))
            values.append(total)
        return values

    @staticmethod
    def _weights(turn: Turn, own: States, unit: Unit) -> list[list[float]]:
        """Return the chance of each number of hits, by the firing side's state."""
        whole = weight_of_all(unit.hits_on, unit.steps)
        chances = [
            [weight / whole for weight in hit_weights(dice, unit.hits_on, unit.steps)] + [0.0] * (unit.steps - dice)
            for dice in range(unit.steps + 1)
        ]
        return [[chances[steps[turn.unit]][hits] for steps, _ in own.states] for hits in range(unit.steps + 1)]

    def _decided(self, turn: Turn, values: Values) -> Values:
        """Keep what a battle that is over leaves, whoever might come up or fire later."""
        defender, attacker = self.states
        lost, won = self.beaten(0, turn), self.beaten(1, turn)
        return [
            [
                float(theirs - ours) if lost[row] or won[column] else value
                for column, (theirs, value) in enumerate(zip(attacker.sizes, values[row], strict=True))
            ]
            for row, ours in enumerate(defender.sizes)
        ]


@lru_cache(maxsize=1)
def reckoned(fight: Fight) -> Reckoned:
    """Return a fight reckoned; the last one is kept for whoever rolls it again and again."""
    return Reckoned(fight)


def _only_ways(table: list[list[tuple[int, ...]]]) -> list[list[int]]:
    """Return where hits lead, by state; nothing where any leaves a choice."""
    return [[ways[0] for ways in line] if all(len(ways) == 1 for ways in line) else [] for line in table]


def best_of(ways: Sequence[int], values: Sequence[float]) -> int:
    """Return the attacker's choice: the state of the highest value, the first of those as good."""
    best = ways[0]
    if len(ways) == 1:
        return best
    for way in ways:
        if values[way] > values[best] + AS_GOOD:
            best = way
    return best


def worst_of(ways: Sequence[int], values: Values, attacker: int) -> int:
    """Return the defender's choice: the state of the lowest value, the first of those as good."""
    best = ways[0]
    if len(ways) == 1:
        return best
    for way in ways:
        if values[way][attacker] < values[best][attacker] - AS_GOOD:
            best = way
    return best


def _turned(values: Values) -> Values:
    return list(map(list, zip(*values, strict=True)))


def _summed(parts: list[tuple[dict[End, int], int]], whole: int) -> dict[End, int]:
    """Add up weights under different denominators."""
    total: dict[End, int] = {}
    for weights, of in parts:
        for end, weight in weights.items():
            total[end] = total.get(end, 0) + weight * (whole // of)
    return total


class Table(Protocol):
    """Where a battle is fought out: it rolls the dice of a turn, and hears what they leave of the side fired at."""

    def hits(self, turn: Turn, dice: int) -> int: ...

    def left(self, turn: Turn, state: State) -> None: ...


def play(fight: Fight, table: Table, choices: Reckoned | None = None) -> tuple[Fought, bool]:
    """Fight a battle out at a table; return its end, and whether a side was beaten before the last round was over."""
    states = choices.states if choices else (States(fight.defender), States(fight.attacker))
    now = [0, 0]
    for place, turn in enumerate(fight.turns):
        if turn.opens_round:
            now = [each.rested(state) for each, state in zip(states, now, strict=True)]
        target, own = turn.target, 1 - turn.target
        dice = states[own].states[now[own]][0][turn.unit]
        if dice and not turn.leaves:
            ways = states[target].ways(now[target], table.hits(turn, dice), turn.fronts[target])
            now[target] = choices.chosen(place, ways, now[own]) if choices and len(ways) > 1 else ways[0]
            table.left(turn, states[target].states[now[target]])
        beaten = [side for side in (0, 1) if states[side].is_beaten(now[side], turn.fronts[side])]
        if beaten:
            return (states[0].states[now[0]], states[1].states[now[1]], beaten[0]), True
    return (states[0].states[now[0]], states[1].states[now[1]], 1), False


class Stream:
    """Results of dice that are the same every time, for odds by sampling: nothing that counts is rolled with them."""

    SIX_TIMES = bytes(byte % SIDES + 1 for byte in range(256))
    UNEVEN = bytes(range(256 - 256 % SIDES, 256))

    def __init__(self, seed: str, size: int) -> None:
        self._faces = shake_256(seed.encode()).digest(size).translate(self.SIX_TIMES, self.UNEVEN)
        self._at = 0

    def hits(self, dice: int, hits_on: int) -> int:
        """Roll some dice and count the hits."""
        faces = self._faces[self._at : self._at + dice]
        self._at += dice
        return sum(map(hits_on.__ge__, faces))


def sampled(fight: Fight, seed: str) -> dict[Fought, int]:
    """Return how often each end comes in `SAMPLES` battles that are the same every time; hits go to the first listed.

    Nobody chooses, so all hits of one letter may be taken together.
    """
    volleys = list(_volleys(fight))
    most = sum(army.units[n].steps for army in fight.armies for n in range(len(army.units)))
    stream = Stream(seed, SAMPLES * most * (fight.rounds[1] - fight.rounds[0] + 1) * 2)
    sides = States(fight.defender), States(fight.attacker)
    counts: dict[End, int] = {}
    for _ in range(SAMPLES):
        end = _sample(volleys, sides, stream)
        counts[end] = counts.get(end, 0) + 1
    states = sides[0].states, sides[1].states
    return {(states[0][row], states[1][column], loser): count for (row, column, loser), count in counts.items()}


@dataclass(frozen=True)
class _Volley:
    """The fire of one side's blocks of a letter: the blocks by what they hit on, and the fronts while they fire."""

    target: int
    opens_round: bool
    fronts: tuple[Front, Front]
    blocks: tuple[tuple[int, tuple[int, ...]], ...]


def _volleys(fight: Fight) -> Iterator[_Volley]:
    for (_, target, fronts), turns in groupby(fight.turns, key=lambda turn: (turn.round, turn.target, turn.fronts)):
        run = list(turns)
        units = fight.armies[1 - target].units
        firing = [turn.unit for turn in run if not turn.leaves]
        on = sorted({units[n].hits_on for n in firing})
        blocks = tuple((hit, tuple(n for n in firing if units[n].hits_on == hit)) for hit in on)
        yield _Volley(target, run[0].opens_round, fronts, blocks)


def _sample(volleys: Sequence[_Volley], sides: tuple[States, States], stream: Stream) -> End:
    now = [0, 0]
    for volley in volleys:
        if volley.opens_round:
            now = [sides[0].rested(now[0]), sides[1].rested(now[1])]
        target = volley.target
        steps = sides[1 - target].states[now[1 - target]][0]
        hits = sum(stream.hits(sum(map(steps.__getitem__, blocks)), on) for on, blocks in volley.blocks)
        now[target] = sides[target].ways(now[target], hits, volley.fronts[target])[0]
        for side in (0, 1):
            if sides[side].is_beaten(now[side], volley.fronts[side]):
                return now[0], now[1], side
    return now[0], now[1], 1
