"""3.4 and 11.0: supply lines and attrition."""

from collections.abc import Iterator
from typing import Literal

from pydantic import model_validator

from rulesets.action_cards import BOOK
from rulesets.action_cards.rulings import R_423, R_424
from rulesets.action_cards.state import MOST_BLOCKS, MOST_STEPS, Ground, Side, blocks, season, winter_field
from rulesets.action_cards.tables import FORAGE, SUPPLY, SUPPLY_LINE
from rulesets.core.fields import Inputs, choice, flag, need_once, several, whole, words
from rulesets.core.procedure import Example, procedure
from rulesets.core.reckoning import Reckoning
from rulesets.core.records import dataclass
from rulesets.core.words import first_up, many

LINE, PHASE = BOOK.at("11.4"), BOOK.at("11.1")
To = Literal["supply source", "railroad", "river", "sea"]


class SupplyLine(Inputs):
    """One way from a block's hex to a source, or to the net of sources."""

    leads = ("side", "to", "hexes")
    side: Side = choice("Side")
    to: To = choice("Line to", default="supply source")
    hexes: int = whole("Hexes overland", least=0, most=20, unit="hexes", default=0, help="The block's own hex is 0.")
    major_rivers: int = whole("Of these, across a major river", least=0, most=9, unit="hexes", default=0)
    enemies: bool = flag("Enemy blocks on the way")
    closed: bool = flag("Closed hexside on the way")
    own_source: bool = flag("The source was this side's at the start", default=True)
    held_by_enemy: bool = flag("The enemy holds the source")
    joined: bool = flag("Joined to a source", default=True, help="Along the railroad, river, or coast.")
    gap: int = whole(
        "Longest gap in the garrisons",
        least=0,
        most=60,
        unit="hexes",
        default=0,
        help="Hexes in a row without a friendly block, by rail in enemy home territory.",
    )
    fort: bool = flag("A manned enemy fort is on the water")
    winter: bool = winter_field()


@dataclass(frozen=True)
class Supplied:
    """Whether the line supplies the block, or all reasons why not."""

    why_not: tuple[str, ...]

    @property
    def in_supply(self) -> bool:
        """Tell whether nothing is in the way."""
        return not self.why_not

    def __str__(self) -> str:
        return f"no supply line: {' '.join(self.why_not)}" if self.why_not else "in supply"


@procedure(
    id="action_cards.supply",
    title="Supply line",
    rules=("AC-3.4", "AC-11.33"),
    examples=[
        Example({"side": "CSA", "hexes": 2}, "in supply"),
        Example(
            {"side": "CSA", "hexes": 2, "winter": True},
            "no supply line: 2 hexes overland are too far; the limit is 1.",
        ),
        Example(
            {"side": "CSA", "held_by_enemy": True},
            "no supply line: The enemy holds the source.",
            title="A captured source",
        ),
    ],
    tables=("action_cards.supply_line", "action_cards.supply"),
    is_common=True,
)
def supply(inputs: SupplyLine, work: Reckoning) -> Supplied:
    """Trace a line overland to a source, or to a railroad, river, or coast joined to one (R-423, R-424, R-426,
    R-434)."""
    why_not = (*_overland(inputs, work), *_net(inputs, work))
    found = Supplied(why_not)
    work.step(LINE, f"{first_up(str(found)).removesuffix('.')}.", found.in_supply)
    return found


def _overland(inputs: SupplyLine, work: Reckoning) -> Iterator[str]:
    length = inputs.hexes
    if inputs.major_rivers:
        each = work.read(SUPPLY, "hexes that a major river counts", says="A major river counts, in hexes")
        length += inputs.major_rivers * (each - 1)
    option, column = work.chosen(R_423), season(winter=inputs.winter)
    most = work.read(SUPPLY_LINE, option, column, says=f"Supply line overland, {column}")
    if inputs.major_rivers > inputs.hexes:
        yield "More rivers than hexes."
    if length > most:
        yield f"{many(length, 'hex')} overland {'is' if length == 1 else 'are'} too far; the limit is {most}."
    if inputs.enemies:
        yield "Enemy blocks are on the way."
    if inputs.closed:
        yield "A hexside on the way is closed."


def _net(inputs: SupplyLine, work: Reckoning) -> Iterator[str]:
    if inputs.to in ("river", "sea") and inputs.side == "CSA":
        yield f"The CSA has no supply by {inputs.to}."
    if inputs.to != "supply source" and not inputs.joined:
        yield f"The {inputs.to} is not joined to a source."
    if inputs.to == "railroad":
        allowed = 0 if work.chosen(R_424) == R_424.default else 1
        if inputs.gap > allowed:
            yield f"In enemy home territory the line must be garrisoned in {work.context.chosen(R_424)}."
    if inputs.to in ("river", "sea") and inputs.fort:
        yield "A manned enemy fort closes the water."
    if not inputs.own_source:
        yield "A source serves only its first owner."
    if inputs.held_by_enemy:
        yield "The enemy holds the source."


class BlockHere(Inputs):
    """A block in the hex."""

    name: str = words("Name", most=40)
    strength: int = whole("Steps", least=1, most=MOST_STEPS, unit="steps")
    supplied: bool = flag("Has a supply line")


class Attrition(Inputs):
    """One hex at the end of a Game Turn. List first the blocks that are to be fed."""

    leads = ("blocks", "ground", "town_value")
    blocks: tuple[BlockHere, ...] = several("Blocks of this side", least=1, most=MOST_BLOCKS)
    ground: Ground = choice("Hex", default=Ground.CLEAR)
    town_value: int = whole("Supply value of a town in it", least=0, most=9, default=0)
    stores: bool = flag("Fortress with stores")
    winter: bool = winter_field()

    @model_validator(mode="after")
    def _check(self) -> "Attrition":
        need_once("blocks", [block.name for block in self.blocks])
        return self


@dataclass(frozen=True)
class Fed:
    """A block after the Supply Phase."""

    name: str
    strength: int
    how: Literal["supplied", "forage", "stores", "loses a step", "eliminated"]

    def __str__(self) -> str:
        left = f", {self.strength} left" if self.how == "loses a step" else ""
        return f"{self.name}: {self.how}{left}"


@dataclass(frozen=True)
class AttritionResult:
    """All blocks of the hex, as they were listed. An eliminated one goes to its own pool."""

    blocks: tuple[Fed, ...]
    steps_lost: int

    def __str__(self) -> str:
        return "; ".join(map(str, self.blocks))

    def in_lines(self, inputs: Attrition) -> Iterator[str]:
        """Yield a line for each block."""
        yield from map(str, self.blocks)


@procedure(
    id="action_cards.attrition",
    title="Attrition",
    rules=("AC-3.4", "AC-11.8"),
    examples=[
        Example(
            {
                "ground": "forest",
                "blocks": [
                    {"name": "Price", "strength": 4},
                    {"name": "Little", "strength": 3},
                    {"name": "McIntosh", "strength": 1},
                ],
            },
            "Price: forage; Little: loses a step, 2 left; McIntosh: eliminated",
        ),
        Example(
            {
                "winter": True,
                "stores": True,
                "blocks": [{"name": "Stevenson", "strength": 3}, {"name": "Smith", "strength": 2}],
            },
            "Stevenson: forage; Smith: stores",
        ),
    ],
    tables=("action_cards.forage", "action_cards.supply"),
    is_common=True,
)
def attrition(inputs: Attrition, work: Reckoning) -> AttritionResult:
    """At the end of each Game Turn, feed blocks without supply by forage and stores; the others lose a step
    (R-425)."""
    column = season(winter=inputs.winter)
    forage = work.read(FORAGE, inputs.ground, column, says=f"Forage, {inputs.ground}, {column}")
    if inputs.town_value > forage:
        forage = inputs.town_value
        work.step(BOOK.at("11.5"), f"The town feeds {blocks(forage)}.", forage)
    stores = work.read(SUPPLY, "blocks fed by stores", says="Blocks fed by stores") if inputs.stores else 0
    loses = work.read(SUPPLY, "steps lost without supply", says="Steps lost without supply")
    found = []
    for block in inputs.blocks:
        if block.supplied:
            fed = Fed(block.name, block.strength, "supplied")
        elif forage:
            fed, forage = Fed(block.name, block.strength, "forage"), forage - 1
        elif stores:
            fed, stores = Fed(block.name, block.strength, "stores"), stores - 1
        else:
            left = max(0, block.strength - loses)
            fed = Fed(block.name, left, "loses a step" if left else "eliminated")
        found.append(fed)
        work.step(PHASE, f"{first_up(str(fed))}.", fed.strength)
    lost = sum(block.strength - fed.strength for block, fed in zip(inputs.blocks, found, strict=True))
    return AttritionResult(tuple(found), lost)
