"""10: promotion counters on the turn track, and the promotion pool."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Annotated, Any

from pydantic import Field, model_validator

from rulesets.core.context import Context
from rulesets.core.fields import Inputs, need_once, several, whole, words
from rulesets.core.odds import Convolution, hypergeometric
from rulesets.core.procedure import Example, procedure
from rulesets.core.reckoning import Reckoning
from rulesets.core.records import dataclass
from rulesets.core.words import number, plus, signed
from rulesets.cw_to_ff import BOOK

LAST_TURN = 19


class PromotionCounter(Inputs):
    counter_turn: int = whole("Counter's turn", least=1, most=LAST_TURN, help="The turn of the leader's battle.")
    turn: int = whole("Current turn", least=1, most=LAST_TURN)
    tactical: int = whole(
        "Tactical rating in play", least=-4, most=4, help="Of the counter on the map, not of the new one."
    )
    side: str = words("Side", most=20, default="")
    leader: str = words("Leader", default="")

    @model_validator(mode="after")
    def _after_the_battle(self) -> "PromotionCounter":
        if self.turn < self.counter_turn:
            raise ValueError(f"turn: must be {self.counter_turn}, the counter's turn, or more, not {self.turn}")
        return self


@dataclass(frozen=True)
class Promotion:
    to_pool: bool
    known_to: str = "own side"

    def __str__(self) -> str:
        return "goes to the promotion pool" if self.to_pool else "stays on the turn track"


@procedure(
    id="cw_to_ff.promotion_roll",
    title="Promotion counter roll",
    rules=("VG-10B", "VG-10C"),
    odds=Convolution(),
    examples=[
        Example({"counter_turn": 2, "turn": 3, "tactical": 1}, "goes to the promotion pool", dice=(2,), title="28"),
        Example({"counter_turn": 2, "turn": 3, "tactical": 1}, "stays on the turn track", dice=(3,), title="28"),
        Example({"counter_turn": 2, "turn": 5, "tactical": 1}, "goes to the promotion pool", dice=(4,), title="28"),
        Example({"counter_turn": 2, "turn": 3, "tactical": -1}, "stays on the turn track", dice=(1,), title="28"),
        Example({"counter_turn": 2, "turn": 4, "tactical": -1}, "goes to the promotion pool", dice=(1,), title="28"),
    ],
)
def promotion_roll(inputs: PromotionCounter, work: Reckoning) -> Promotion:
    """Roll a d6 and subtract the turns waited, with no minimum; succeed at or below the tactical rating in play."""
    return work.on_roll(
        6,
        lambda die: _promoted(die, inputs, work),
        rule="VG-10B",
        subject=(inputs.side, inputs.leader),
        turn=inputs.turn,
        what="the promotion counter",
    )


def _promoted(die: int, inputs: PromotionCounter, work: Reckoning) -> Promotion:
    waited = inputs.turn - inputs.counter_turn
    modified = die - waited
    to_pool = modified <= inputs.tactical
    promotion = Promotion(to_pool)
    less = f" {plus(-waited)} = {number(modified)}" if waited else ""
    order = "not more than" if to_pool else "more than"
    says = f"Die {die}{less}, {order} the tactical rating {signed(inputs.tactical)}: the counter {promotion}."
    work.step(BOOK.at("10C"), says, to_pool, die=die, waited=waited, tactical=inputs.tactical)
    return promotion


CounterName = Annotated[str, Field(min_length=1, max_length=60)]


class PromotionPool(Inputs):
    leads = ("pool",)
    pool: tuple[CounterName, ...] = several("Counters in the pool", least=1, most=60, help="Name each counter.")
    turn: int = whole("Current turn", least=1, most=LAST_TURN, default=1)
    side: str = words("Side", most=20, default="")
    draw: int = whole("Draw of the turn", least=1, most=60, default=1)

    @model_validator(mode="after")
    def _each_once(self) -> "PromotionPool":
        need_once("pool", self.pool)
        return self


@dataclass(frozen=True)
class Drawn:
    """The counter drawn, and those that wait for the next free reinforcement, or the next turn."""

    counter: str
    left_in_pool: tuple[str, ...] = ()

    def __str__(self) -> str:
        return self.counter


def _chances(inputs: PromotionPool, context: Context, number: Callable[[int, int], Any]) -> Mapping[Hashable, Any]:
    chance = number(1, len(inputs.pool))
    return {_drawn(counter, inputs): chance for counter in inputs.pool}


def _drawn(counter: str, inputs: PromotionPool) -> Drawn:
    return Drawn(counter, tuple(each for each in inputs.pool if each != counter))


@procedure(
    id="cw_to_ff.promotion_draw",
    title="Promotion draw",
    rules=("VG-10E",),
    odds=hypergeometric(_chances),
    examples=[
        Example({"pool": ["Sherman", "Thomas", "Meade"]}, "Thomas", dice=(2,)),
        Example({"pool": ["Sherman"]}, "Sherman"),
    ],
)
def promotion_draw(inputs: PromotionPool, work: Reckoning) -> Drawn:
    """Draw one counter at random; the rest wait for the next free reinforcement, or the next turn."""
    place = 1
    if len(inputs.pool) > 1:
        subject = inputs.side, f"draw {inputs.draw}"
        thrown = work.roll(len(inputs.pool), rule="VG-10E", subject=subject, turn=inputs.turn, what="the draw")
        place = thrown.total
    says = f"Drew {inputs.pool[place - 1]}, number {place} of {len(inputs.pool)}."
    work.step(BOOK.at("10E"), says, inputs.pool[place - 1], of=len(inputs.pool))
    return _drawn(inputs.pool[place - 1], inputs)


def promotion_enters(side: str, leader: str, *, counter_on: int, turn: int, tactical: int, work: Reckoning) -> bool:
    """Return whether a leader's counter goes from the turn track to the promotion pool."""
    asked = PromotionCounter(counter_turn=counter_on, turn=turn, tactical=tactical, side=side, leader=leader)
    return promotion_roll(asked, work).to_pool


def promotion_drawn(side: str, pool: Sequence[str], *, turn: int, draw: int, work: Reckoning) -> str:
    """Return the leader whose counter is drawn from the promotion pool."""
    return promotion_draw(PromotionPool(pool=tuple(pool), turn=turn, side=side, draw=draw), work).counter
