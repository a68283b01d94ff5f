"""5.1 and 5.4: Strategic Moves by the Supreme HQ."""

from collections.abc import Iterator
from typing import Literal

from rulesets.action_cards import BOOK
from rulesets.action_cards.rulings import R_402, R_424
from rulesets.action_cards.state import MOST_STEPS, Side, Theater, Verdict, blocks, blocks_field, season, winter_field
from rulesets.action_cards.tables import ACTIVATION, CAPACITY, LANDING
from rulesets.core.fields import Inputs, choice, flag, whole
from rulesets.core.procedure import Example, procedure
from rulesets.core.reckoning import Reckoning
from rulesets.core.records import dataclass
from rulesets.core.words import many

By = Literal["rail", "river", "sea", "ferry"]
HERE, ORDER = BOOK.at("5.4"), BOOK.at("5.11")


class StrategicMove(Inputs):
    """One block, or blocks of one hex that move together to one other hex."""

    leads = ("side", "by", "blocks")
    side: Side = choice("Side")
    by: By = choice("Moves by")
    blocks: int = blocks_field()
    to: Literal["free of enemies", "held by the enemy", "contested"] = choice(
        "Hex it ends in", default="free of enemies"
    )
    hq_strength: int = whole(
        "Strength of the Supreme HQ",
        least=0,
        most=MOST_STEPS,
        unit="steps",
        default=MOST_STEPS,
        help="0 if eliminated.",
    )
    hq_supplied: bool = flag("Supreme HQ has a supply line", default=True)
    hq_contested: bool = flag("Supreme HQ is in a contested hex")
    supplied: bool = flag("Blocks have a supply line at the start", default=True)
    contested: bool = flag("They leave a contested hex")
    moved: bool = flag("They have moved in this Action Phase")
    reaches: bool = flag("The line or water joins both hexes", default=True, help="Ends in a rail hex, port, or bank.")
    enemies: bool = flag("Enemy blocks or enemy hexes on the way")
    gap: int = whole(
        "Longest gap in the garrisons",
        least=0,
        most=60,
        unit="hexes",
        default=0,
        help="Hexes in a row without a friendly block, by rail in enemy home territory.",
    )
    unbridged: bool = flag("By rail over a river without a bridge", help="The Ohio and the Mississippi have none.")
    fort: bool = flag("Passes a manned enemy fort or fortress", help="By river or sea.")
    bluff: bool = flag("Crosses a bluff")
    estuary: bool = flag("Crosses an estuary")
    theater: Theater = choice("Theater", default="West")
    winter: bool = winter_field()


@dataclass(frozen=True)
class StrategicMoved(Verdict):
    """The strength of the Supreme HQ afterward, or every broken clause at once."""

    blocks: int = 0
    attacks: bool = False
    hq_left: int = 0

    def __str__(self) -> str:
        if self.broken:
            return f"not allowed: {' '.join(self.broken)}"
        how = " as an attack" if self.attacks else ""
        return f"{blocks(self.blocks)} may move{how}; the Supreme HQ is left with {many(self.hq_left, 'step')}"


@procedure(
    id="action_cards.strategic_move",
    title="Strategic Move",
    rules=("AC-5.1",),
    examples=[
        Example({"side": "USA", "by": "rail", "blocks": 8}, "8 blocks may move; the Supreme HQ is left with 3 steps"),
        Example(
            {"side": "USA", "by": "river", "blocks": 2, "to": "held by the enemy"},
            "2 blocks may move as an attack; the Supreme HQ is left with 3 steps",
        ),
        Example(
            {"side": "CSA", "by": "rail", "hq_strength": 1},
            "not allowed: The Supreme HQ has 1 step; it needs 2.",
        ),
    ],
    tables=("action_cards.capacity", "action_cards.landing", "action_cards.activation"),
    is_common=True,
)
def strategic_move(inputs: StrategicMove, work: Reckoning) -> StrategicMoved:
    """Check the Supreme HQ, the blocks, and the way; Winter doesn't slow rail and naval movement (R-402, R-403,
    R-424)."""
    cost = 0
    if work.chosen(R_402) == R_402.default:
        cost = work.read(ACTIVATION, "steps lost", says="Activation costs the Supreme HQ")
    attacks = inputs.to == "held by the enemy"
    broken = (*_headquarters(inputs, cost, work), *_those_who_move(inputs, work), *_way(inputs, work))
    if broken:
        work.step(HERE, f"Not allowed: {' '.join(broken)}", out=False)
        return StrategicMoved(broken)
    left = inputs.hq_strength - cost
    work.step(ORDER, f"The Supreme HQ: {inputs.hq_strength} less {cost} is {left}.", left, cost=cost)
    return StrategicMoved((), inputs.blocks, attacks, left)


def _headquarters(inputs: StrategicMove, cost: int, work: Reckoning) -> Iterator[str]:
    """Yield why the Supreme HQ may not be activated (5.11)."""
    needed = cost + work.read(ACTIVATION, "steps kept", says="The Supreme HQ keeps at least")
    if not inputs.hq_strength:
        yield "Without a Supreme HQ there are no Strategic Moves."
        return
    if inputs.hq_strength < needed:
        yield f"The Supreme HQ has {many(inputs.hq_strength, 'step')}; it needs {needed}."
    if not inputs.hq_supplied:
        yield "The Supreme HQ needs a supply line."
    if inputs.hq_contested:
        yield "The Supreme HQ is in a contested hex."


def _those_who_move(inputs: StrategicMove, work: Reckoning) -> Iterator[str]:
    if inputs.moved:
        yield "A block moves only once in an Action Phase."
    if inputs.contested:
        yield "No Strategic Move leaves a contested hex."
    if not inputs.supplied:
        yield "The blocks need a supply line at the start."
    begins = f"{inputs.side}, by {inputs.by}"
    most = work.read(CAPACITY, inputs.by, inputs.side, says=begins)
    if not most:
        yield f"The {inputs.side} may not move by {inputs.by}."
    elif inputs.blocks > most:
        yield f"{blocks(inputs.blocks)} are too many; the limit by {inputs.by} is {most}."


def _way(inputs: StrategicMove, work: Reckoning) -> Iterator[str]:
    if not inputs.reaches:
        yield f"No way by {inputs.by} joins both hexes."
    if inputs.enemies:
        yield "The way must be free of enemies."
    if inputs.by == "rail":
        yield from _by_rail(inputs, work)
    else:
        yield from _by_water(inputs)
    yield from _ends(inputs, work)


def _by_rail(inputs: StrategicMove, work: Reckoning) -> Iterator[str]:
    if inputs.unbridged:
        yield "The line is broken at the river; it needs a ferry."
    allowed = 0 if work.chosen(R_424) == R_424.default else 1
    if inputs.gap > allowed:
        yield f"In enemy home territory the line must be garrisoned in {work.context.chosen(R_424)}."


def _by_water(inputs: StrategicMove) -> Iterator[str]:
    if inputs.by == "sea" and inputs.theater == "West":
        yield "There is no sea in the West."
    if inputs.by != "ferry" and inputs.fort:
        yield "A manned enemy fort or fortress closes the water."
    if inputs.by == "ferry" and inputs.estuary and inputs.side == "CSA" and inputs.theater == "East":
        yield "The CSA may not ferry an estuary."


def _ends(inputs: StrategicMove, work: Reckoning) -> Iterator[str]:
    """Yield why the move may not end where it does: a landing is the only attack."""
    if inputs.to == "contested":
        yield "A Strategic Move may not join a battle."
    if inputs.to != "held by the enemy":
        return
    column = season(winter=inputs.winter)
    most = work.read(LANDING, inputs.by, column, says=f"Landing as an attack, {inputs.by}, {column}")
    if not most:
        yield f"A move by {inputs.by} may not end with the enemy."
    elif inputs.blocks > most:
        yield f"{blocks(inputs.blocks)} are too many for an attack by {inputs.by}; the limit is {most}."
    if inputs.bluff:
        yield "No attack crosses a bluff."
