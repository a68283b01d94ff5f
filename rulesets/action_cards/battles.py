"""6.0 and 7.0: battles of blocks: a round, a whole battle, and hits on a fortress."""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from functools import cache, partial
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, model_validator

from rulesets.action_cards import BOOK
from rulesets.action_cards.fighting import (
    MOST_NODES,
    ROLES,
    SAMPLES,
    Army,
    Fight,
    Fought,
    Role,
    State,
    TooLarge,
    Turn,
    Unit,
    one_hit,
    play,
    reckoned,
    sampled,
)
from rulesets.action_cards.rulings import R_406, R_412
from rulesets.action_cards.state import MOST_STEPS, Kind, first_of, place_field, steps, turn_field
from rulesets.action_cards.steps import HALF, MOST_PACKED, THIRD, joint
from rulesets.action_cards.tables import BATTLE, RATINGS, STEPS_AGAINST_STEPS
from rulesets.core.context import Context
from rulesets.core.errors import IllegalOrder
from rulesets.core.fields import Inputs, choice, flag, no_yes, several, whole, words
from rulesets.core.odds import dynamic_program
from rulesets.core.procedure import Example, procedure
from rulesets.core.reckoning import Reckoning
from rulesets.core.records import dataclass
from rulesets.core.weighing import Silent
from rulesets.core.words import first_up, many

Number = Callable[[int, int], Any]
Works = Literal["none", "fort", "fortress"]
Leaves = Literal["never", "round 1", "round 2", "round 3"]
MOST_IN_BATTLE = 12
SIDES = 6
FIRE, HITS, DOUBLE = BOOK.at("7.1"), BOOK.at("7.3"), BOOK.at("7.5")
DEFENDERS = (Kind.HEAVY_ARTILLERY, Kind.GARRISON)
Strength = Annotated[int, Field(ge=1, le=MOST_STEPS), BeforeValidator(no_yes)]
Hits = Annotated[int, Field(ge=0, le=2 * MOST_STEPS * MOST_IN_BATTLE), BeforeValidator(no_yes)]


def _double_fields() -> tuple[Any, Any]:
    works = choice("Works in the hex", default="none", help="A fort counts only with heavy artillery or a garrison.")
    return works, flag("Defender is Player 2", default=True, help="Used only if that ruling is on.")


def hits_a_step(works: str, *, manned: bool, second: bool, work: Reckoning) -> int:
    """Return how many hits cost the defender a step (R-412, R-414)."""
    doubled = works == "fortress" or (works == "fort" and manned)
    if doubled and work.chosen(R_412) != R_412.default:
        doubled = second
    if not doubled:
        return 1
    return work.read(BATTLE, "hits for a step in a fortress", says=_doubled)


def _doubled(hits: int) -> str:
    return f"The defender has double defense: {many(hits, 'hit')} for a step."


# A round


class BlockInRound(Inputs):
    """A block in this round of the battle."""

    leads = ("kind", "steps", "does")
    kind: Kind = choice("Block", default=Kind.INFANTRY)
    steps: int = whole("Steps", least=1, most=MOST_STEPS, unit="steps")
    does: Literal["fire", "retreat"] = choice("Its turn", default="fire")
    reserve: bool = flag("Battle reserve", help="Waits in round 1.")
    name: str = words("Name", most=40, default="")


class BattleRound(Inputs):
    """One round. List first the blocks that should take hits first among equals."""

    leads = ("round", "attacker", "defender")
    round: int = whole("Round", least=1, most=3)
    attacker: tuple[BlockInRound, ...] = several("Attacking blocks", least=1, most=MOST_IN_BATTLE)
    defender: tuple[BlockInRound, ...] = several("Defending blocks", least=1, most=MOST_IN_BATTLE)
    works: Works = _double_fields()[0]
    defender_second: bool = _double_fields()[1]
    place: str = place_field()
    turn: int = turn_field()


@dataclass(frozen=True)
class RoundEnd:
    """The steps left of the blocks in the hex, and of those that retreated, as they were listed; what follows."""

    attacker: tuple[int, ...]
    defender: tuple[int, ...]
    attacker_retreated: tuple[int, ...] = ()
    defender_retreated: tuple[int, ...] = ()
    follows: str = ""

    def __str__(self) -> str:
        sides = (("attacker", self.attacker, self.attacker_retreated),
                 ("defender", self.defender, self.defender_retreated))  # fmt: skip
        said = [_in_hex(*side) for side in sides]
        return "; ".join(filter(None, (*said, self.follows)))


def _in_hex(role: str, here: Sequence[int], retreated: Sequence[int]) -> str:
    return f"{role} {first_of(here)}" + (f", retreated {first_of(retreated)}" if retreated else "")


def _round_chances(inputs: BattleRound, context: Context, number: Number) -> Mapping[Hashable, Any]:
    work = Silent(context=context)
    chances: dict[Hashable, int] = {}
    weights, of = _exactly(_round_of(inputs, work))
    left_of, follows = cache(partial(_left_of, inputs)), cache(partial(_what_follows, inputs, work))
    for (defender, attacker, loser), weight in weights.items():
        end = _round_end(left_of("defender", defender[0]), left_of("attacker", attacker[0]), loser, follows)
        chances[end] = chances.get(end, 0) + weight
    return {end: number(weight, of) for end, weight in chances.items()}


@procedure(
    id="action_cards.block_battle_round",
    title="Battle round",
    rules=("AC-6.1", "AC-6.2", "AC-6.3", "AC-7.1", "AC-7.2", "AC-7.3", "AC-7.5"),
    odds=dynamic_program(_round_chances),
    examples=[
        Example(
            {"round": 1, "attacker": [{"steps": 4}, {"steps": 4}, {"steps": 2}], "defender": [{"steps": 3}]},
            "attacker 3, 3, 2; defender none; attacker takes the hex",
            dice=(1, 2, 3, 1, 1, 5, 2, 6, 6),
            title="A block of 3 rolls 3 dice, which hit on 2 or less",
        ),
        Example(
            {
                "round": 3,
                "attacker": [{"steps": 2}],
                "defender": [{"kind": "artillery", "steps": 1}, {"steps": 2, "does": "retreat"}],
            },
            "attacker 1; defender 1, retreated 2; attacker must retreat",
            dice=(2, 6),
        ),
    ],
    tables=("action_cards.ratings", "action_cards.battle"),
    is_common=True,
)
def block_battle_round(inputs: BattleRound, work: Reckoning) -> RoundEnd:
    """Let all blocks fire or retreat: A, then B, then C, the defender first in each; hits count at once, on the
    strongest (R-410)."""
    fight = _round_of(inputs, work)
    fought, _ = play(fight, _AtTable(fight, _names(inputs.defender, inputs.attacker), inputs, work))
    (defending, _), (attacking, _), loser = fought
    left = _left_of(inputs, "defender", defending), _left_of(inputs, "attacker", attacking)
    return _round_end(*left, loser, partial(_what_follows, inputs, work))


def _names(*sides: Sequence[BlockInRound]) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(block.name or str(block.kind) for block in side) for side in sides)


def _round_of(inputs: BattleRound, work: Reckoning) -> Fight:
    for role in ROLES:
        listed_ = getattr(inputs, role)
        if inputs.round == 1 and all(block.reserve for block in listed_):
            raise IllegalOrder(f"{role}: in round 1 at least one block must be in front.", cites=FIRE, field=role)
    manned = any(block.kind in DEFENDERS for block in inputs.defender)
    double = hits_a_step(inputs.works, manned=manned, second=inputs.defender_second, work=work)
    ratings = _ratings({block.kind for block in (*inputs.defender, *inputs.attacker)}, work)
    armies = (
        tuple(
            Unit(*ratings[block.kind], block.steps, block.reserve, inputs.round if block.does == "retreat" else 0)
            for block in blocks
        )
        for blocks in (inputs.defender, inputs.attacker)
    )
    defender, attacker = armies
    return Fight(Army(defender, double), Army(attacker), (inputs.round, inputs.round))


@dataclass(frozen=True)
class _Left:
    """The steps left of a side's blocks in the hex, of those that retreated, and of those in front."""

    here: tuple[int, ...]
    retreated: tuple[int, ...]
    in_front: tuple[int, ...]


def _left_of(inputs: BattleRound, role: Role, strengths: tuple[int, ...]) -> _Left:
    blocks = zip(getattr(inputs, role), strengths, strict=True)
    both = [(n, _waits(block, inputs), block.does == "fire") for block, n in blocks if n]
    in_front = tuple([n for n, waits, fires in both if fires and not waits])
    here = tuple([n for n, waits, fires in both if fires or waits])
    retreated = tuple([n for n, waits, fires in both if not fires and not waits])
    return _Left(here, retreated, in_front)


def _round_end(defender: _Left, attacker: _Left, loser: int, follows: Callable[[int | None], str]) -> RoundEnd:
    is_over = not (defender.in_front and attacker.in_front)
    then = follows(loser if is_over else None)
    return RoundEnd(attacker.here, defender.here, attacker.retreated, defender.retreated, then)


def _waits(block: BlockInRound, inputs: BattleRound) -> bool:
    return block.reserve and inputs.round == 1


def _what_follows(inputs: BattleRound, work: Reckoning, side: int | None) -> str:
    """Say who holds the hex if a side has lost the battle (6.2, 6.3, 7.1, R-406, R-407)."""
    if side is None:
        last = work.read(BATTLE, "rounds", says="Rounds")
        return "attacker must retreat" if inputs.round >= last else ""
    loser, victor = ROLES[side], ROLES[1 - side]
    says = f"{victor} {'takes' if victor == 'attacker' else 'holds'} the hex"
    return "; ".join([says, *_reserves_leave(inputs, loser, victor, work)])


def _reserves_leave(inputs: BattleRound, loser: Role, victor: Role, work: Reckoning) -> Iterator[str]:
    waiting = {role: any(_waits(block, inputs) for block in getattr(inputs, role)) for role in ROLES}
    if waiting[loser]:
        yield f"{loser}'s reserves must retreat"
    if waiting[victor] and work.chosen(R_406) != R_406.default:
        yield f"{victor}'s reserves must retreat"


def _ratings(kinds: set[Kind], work: Reckoning) -> dict[Kind, tuple[str, int]]:
    """Read the letter of each kind, and what it hits on (7.2)."""
    found = {}
    for kind in (kind for kind in Kind if kind in kinds):
        letter = str(work.read(RATINGS, kind, "letter", says=f"{kind}, letter"))
        found[kind] = letter, int(work.read(RATINGS, kind, "hits on", says=f"{kind}, hits on up to"))
    return found


class _AtTable:
    """Rolls the dice of a battle, and says what they did."""

    def __init__(
        self, fight: Fight, names: tuple[tuple[str, ...], ...], keyed: "BattleRound | BlockBattle", work: Reckoning
    ) -> None:
        self.fight, self.names, self.keyed, self.work = fight, names, keyed, work

    def hits(self, turn: Turn, dice: int) -> int:
        """Roll a block's dice and count the hits (7.1)."""
        side = 1 - turn.target
        unit, name = self.fight.armies[side].units[turn.unit], self.names[side][turn.unit]
        subject = self.keyed.place, turn.role, f"block {turn.unit + 1}", f"round {turn.round}"
        what = f"the {turn.role}'s {name}, round {turn.round}"
        rolled = self.work.roll(SIDES, rule="AC-7.1", subject=subject, turn=self.keyed.turn, count=dice, what=what)
        hits = sum(face <= unit.hits_on for face in rolled.faces)
        says = f"Round {turn.round}, {turn.role}'s {name}: {many(hits, 'hit')} on {unit.hits_on} or less."
        self.work.step(FIRE, says, hits, dice=dice, hits_on=unit.hits_on)
        return hits

    def left(self, turn: Turn, state: State) -> None:
        """Say what is left of the side fired at (7.3)."""
        half = ", and a half hit" if state[1] else ""
        says = f"Round {turn.round}: the {ROLES[turn.target]} has {first_of(state[0])}{half}."
        self.work.step(HITS, says, state[0])


def _exactly(fight: Fight) -> tuple[dict[Fought, int], int]:
    """Return the weight of each end and the sum of all, or refuse what would take too long."""
    try:
        return reckoned(fight).fought()
    except TooLarge:
        raise _too_large("odds", "Choose sampled odds, or hits on the first listed.") from None


def _too_large(field: str, advice: str) -> IllegalOrder:
    sentence = f"{field}: these forces have more than {MOST_NODES:,} positions to weigh. {advice}"
    return IllegalOrder(sentence, cites=HITS, field=field)


# A whole battle


class Formation(Inputs):
    """Blocks that are alike."""

    leads = ("kind", "steps", "blocks")
    kind: Kind = choice("Block", default=Kind.INFANTRY)
    steps: int = whole("Steps of each", least=1, most=MOST_STEPS, unit="steps")
    blocks: int = whole("Blocks", least=1, most=MOST_IN_BATTLE, unit="blocks", default=1)
    reserve: bool = flag("Battle reserve", help="Waits in round 1.")


class BlockBattle(Inputs):
    """Both sides of a battle, and how they fight it."""

    leads = ("attacker", "defender", "works")
    attacker: tuple[Formation, ...] = several("Attacking blocks", least=1, most=MOST_IN_BATTLE)
    defender: tuple[Formation, ...] = several("Defending blocks", least=1, most=MOST_IN_BATTLE)
    works: Works = _double_fields()[0]
    defender_second: bool = _double_fields()[1]
    equals: Literal["best for the owner", "first listed"] = choice(
        "Hits among equals", default="best for the owner", help="Which of the strongest blocks takes a hit."
    )
    attacker_retreats: Leaves = choice("Attacker retreats", default="never", help="Each block in its turn.")
    defender_retreats: Leaves = choice("Defender retreats", default="never", help="Each block in its turn.")
    odds: Literal["exact", "sampled"] = choice(
        "Odds", default="exact", help=f"Sampled odds are from {SAMPLES:,} battles, with hits on the first listed."
    )
    plain: bool = flag("Steps against steps", help="Only the sums of steps count: a plain case to compare games by.")
    place: str = place_field()
    turn: int = turn_field()

    @model_validator(mode="after")
    def _check(self) -> "BlockBattle":
        for role in ROLES:
            formations = getattr(self, role)
            count = sum(formation.blocks for formation in formations)
            if count > MOST_IN_BATTLE:
                raise ValueError(f"{role}: must be {MOST_IN_BATTLE} blocks or fewer in all, not {count}")
            if all(formation.reserve for formation in formations):
                raise ValueError(f"{role}: in round 1 at least one block must be in front")
        return self


@dataclass(frozen=True)
class BattleEnd:
    """What is left of both sides, and whose the hex is."""

    holder: Role
    attacker: tuple[str, ...]
    defender: tuple[str, ...]
    attacker_steps: int
    defender_steps: int

    def __str__(self) -> str:
        left = {"attacker": self.attacker_steps, "defender": self.defender_steps}
        loser = "defender" if self.holder == "attacker" else "attacker"
        takes = "takes" if self.holder == "attacker" else "holds"
        fate = f"retreats with {steps(left[loser])}" if left[loser] else "is eliminated"
        return f"{self.holder} {takes} the hex with {steps(left[self.holder])}; {loser} {fate}"


@dataclass(frozen=True)
class Sampled:
    """An end whose chance is only estimated."""

    end: BattleEnd

    def __str__(self) -> str:
        return f"sampled: {self.end}"


def _chances(inputs: BlockBattle, context: Context, number: Number) -> Mapping[Hashable, Any]:
    is_sampled = inputs.odds == "sampled"
    asked = inputs.model_copy(update={"equals": "first listed"}) if is_sampled else inputs
    fight, kinds = _fight_of(asked, Silent(context=context))
    if is_sampled:
        ends = _by_end(sampled(fight, "action_cards.block_battle"), kinds)
        return {Sampled(end): number(count, SAMPLES) for end, count in ends.items()}
    if inputs.plain and isinstance(number(1, 2), float) and _is_quick(fight):
        return _plain_floats(fight, kinds)
    weights, of = _exactly(fight)
    return {end: number(weight, of) for end, weight in _by_end(weights, kinds).items()}


def _by_end(weights: Mapping[Fought, int], kinds: "Kinds") -> dict[BattleEnd, int]:
    found: dict[BattleEnd, int] = {}
    known: dict[tuple[int, tuple[int, ...]], tuple[str, ...]] = {}
    for (defender, attacker, loser), weight in weights.items():
        sides = []
        for side, (strengths, _) in enumerate((defender, attacker)):
            key = side, strengths
            if key not in known:
                known[key] = _survivors(kinds[side], strengths)
            sides.append(known[key])
        end = BattleEnd(ROLES[1 - loser], sides[1], sides[0], sum(attacker[0]), sum(defender[0]))
        found[end] = found.get(end, 0) + weight
    return found


def _is_quick(fight: Fight) -> bool:
    """Tell whether the packed chances of steps against steps serve."""
    sides = [army.units[0] for army in fight.armies]
    return [unit.hits_on for unit in sides] == [HALF, THIRD] and max(unit.steps for unit in sides) <= MOST_PACKED


def _plain_floats(fight: Fight, kinds: "Kinds") -> dict[Hashable, float]:
    sides = [army.units[0] for army in fight.armies]
    found = joint(sides[0].steps, sides[1].steps, fight.rounds[1])
    names = [[_survivors(kinds[side], (left,)) for left in range(unit.steps + 1)] for side, unit in enumerate(sides)]
    return {
        BattleEnd("defender" if mine else "attacker", names[1][theirs], names[0][mine], theirs, mine): chance
        for mine, row in enumerate(found)
        for theirs, chance in enumerate(row)
    }


@procedure(
    id="action_cards.block_battle",
    title="Battle",
    rules=("AC-6.1", "AC-6.2", "AC-6.3", "AC-7.1", "AC-7.2", "AC-7.3", "AC-7.5"),
    odds=dynamic_program(_chances),
    examples=[
        Example(
            {"attacker": [{"steps": 2}], "defender": [{"steps": 1}]},
            "attacker takes the hex with 2 steps; defender is eliminated",
            dice=(6, 1, 4),
        ),
        Example(
            {
                "attacker": [{"kind": "infantry", "steps": 3, "blocks": 2}, {"kind": "cavalry", "steps": 2}],
                "defender": [{"kind": "infantry", "steps": 3}, {"kind": "artillery", "steps": 2}],
                "attacker_retreats": "round 2",
            },
            "defender holds the hex with 4 steps; attacker retreats with 6 steps",
            dice=(2, 6, 1, 5, 5, 1, 6, 3, 4, 5, 6, 5, 6, 4, 3),
        ),
    ],
    tables=("action_cards.ratings", "action_cards.battle", "action_cards.steps_against_steps"),
    is_common=True,
)
def block_battle(inputs: BlockBattle, work: Reckoning) -> BattleEnd:
    """Fight up to three rounds; reserves come up in round 2, and after the last round the attacker retreats (R-407,
    R-410)."""
    fight, kinds = _fight_of(inputs, work)
    choices = None
    if any(army.chooses for army in fight.armies):
        try:
            choices = reckoned(fight)
        except TooLarge:
            raise _too_large("equals", "Choose hits on the first listed.") from None
    fought, _ = play(fight, _AtTable(fight, kinds, inputs, work), choices)
    (end,) = _by_end({fought: 1}, kinds)
    work.step(FIRE, f"{first_up(str(end))}.", str(end))
    return end


Kinds = tuple[tuple[str, ...], tuple[str, ...]]  # names of the blocks of both sides, the defender first


def _fight_of(inputs: BlockBattle, work: Reckoning) -> tuple[Fight, Kinds]:
    """Return the battle, and what its blocks are called."""
    rounds = work.read(BATTLE, "rounds", says="Rounds")
    if inputs.plain:
        return _plain_fight(inputs, rounds, work)
    manned = any(formation.kind in DEFENDERS for formation in inputs.defender)
    double = hits_a_step(inputs.works, manned=manned, second=inputs.defender_second, work=work)
    ratings = _ratings({formation.kind for formation in (*inputs.defender, *inputs.attacker)}, work)
    best = inputs.equals == "best for the owner"
    sides, names = [], []
    for role in ROLES:
        formations = getattr(inputs, role)
        ordered = sorted(formations, key=lambda each: -each.steps) if best else formations
        leaves = _round_of_retreat(getattr(inputs, f"{role}_retreats"))
        blocks = [formation for formation in ordered for _ in range(formation.blocks)]
        sides.append(tuple(Unit(*ratings[each.kind], each.steps, each.reserve, leaves) for each in blocks))
        names.append(tuple(str(each.kind) for each in blocks))
    chooses = [best and _may_choose(side) for side in sides]
    defender, attacker = Army(sides[0], double, chooses=chooses[0]), Army(sides[1], chooses=chooses[1])
    return Fight(defender, attacker, (1, rounds)), (names[0], names[1])


def _may_choose(units: Sequence[Unit]) -> bool:
    """Tell whether any two blocks differ, so that it matters which is hit."""
    return len({(unit.letter, unit.hits_on, unit.leaves) for unit in units}) > 1


def _round_of_retreat(leaves: Leaves) -> int:
    return 0 if leaves == "never" else int(leaves.removeprefix("round "))


def _plain_fight(inputs: BlockBattle, rounds: int, work: Reckoning) -> tuple[Fight, Kinds]:
    """Return a battle of two pools of steps (R-411)."""
    armies = []
    for role in ROLES:
        count = sum(formation.steps * formation.blocks for formation in getattr(inputs, role))
        hits_on = work.read(STEPS_AGAINST_STEPS, role, says=f"The {role}'s steps hit on up to")
        armies.append(Army((Unit("A", hits_on, count),)))
    return Fight(armies[0], armies[1], (1, rounds)), (("steps",), ("steps",))


def _survivors(names: Sequence[str], strengths: Sequence[int]) -> tuple[str, ...]:
    left = sorted((name, -strength) for name, strength in zip(names, strengths, strict=True) if strength)
    return tuple(f"{name} {-strength}" for name, strength in left)


# Hits on a fortress


class FortressHits(Inputs):
    """Hits on one side in one round, block by block of the enemy. List first the blocks that should take hits first
    among equals."""

    leads = ("blocks", "hits", "works")
    blocks: tuple[Strength, ...] = several("Steps of the blocks", least=1, most=MOST_IN_BATTLE)
    hits: tuple[Hits, ...] = several("Hits by each enemy block", least=1, most=MOST_IN_BATTLE)
    works: Works = choice("Works in the hex", default="fortress")
    manned: bool = flag("Heavy artillery or a garrison defends", help="A fort counts only then.")
    defender_second: bool = _double_fields()[1]
    half: bool = flag("A half hit is carried", help="From earlier fire in this round.")
    round_ends: bool = flag("The round ends after these hits", default=True)


@dataclass(frozen=True)
class AfterHits:
    """The steps left, as the blocks were listed, and whether a half hit is carried on."""

    blocks: tuple[int, ...]
    lost: int
    half: bool

    def __str__(self) -> str:
        half = "; a half hit carries over" if self.half else ""
        return f"{first_of(self.blocks)}: {steps(self.lost)} lost{half}"


@procedure(
    id="action_cards.fortress_hits",
    title="Hits on a fortress",
    rules=("AC-7.3", "AC-7.5"),
    examples=[
        Example({"blocks": [3, 2], "hits": [1, 2]}, "2, 2: 1 step lost", title="Half hits carry between units"),
        Example({"blocks": [3, 2], "hits": [1, 2], "round_ends": False}, "2, 2: 1 step lost; a half hit carries over"),
        Example({"blocks": [4, 4, 2], "hits": [3], "works": "none"}, "2, 3, 2: 3 steps lost"),
    ],
    tables=("action_cards.battle",),
)
def fortress_hits(inputs: FortressHits, work: Reckoning) -> AfterHits:
    """Take hits off the strongest block, one at a time; in a fortress two hits cost a step, and a half hit is forgotten
    when the round ends (R-412, R-413, R-414)."""
    double = hits_a_step(inputs.works, manned=inputs.manned, second=inputs.defender_second, work=work)
    units = tuple(Unit("B", 2, strength) for strength in inputs.blocks)
    army = Army(units, double, half=int(inputs.half and double > 1))
    state, front = army.state, tuple(range(len(units)))
    for hits in inputs.hits:
        for _ in range(hits):
            state = one_hit(army, state, front)[0]
        carried = ", and a half hit" if state[1] else ""
        work.step(HITS, f"{first_up(many(hits, 'hit'))}: {first_of(state[0])} left{carried}.", state[0], hits=hits)
    if state[1] and inputs.round_ends:
        work.step(DOUBLE, "The round ends, and the half hit is forgotten.", 0)
    lost = sum(inputs.blocks) - sum(state[0])
    return AfterHits(state[0], lost, bool(state[1]) and not inputs.round_ends)
