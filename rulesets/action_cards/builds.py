"""3.2, 12.0, and 12.1: Builds, and control of the Mississippi."""

from collections.abc import Callable, Iterator
from typing import Literal

from rulesets.action_cards import BOOK
from rulesets.action_cards.rulings import R_418
from rulesets.action_cards.state import MOST_BLOCKS, MOST_STEPS, Kind, Side, Verdict, place_field, steps, turn_field
from rulesets.action_cards.tables import BUILDS, CARDS, RIVER
from rulesets.core.book import Mark
from rulesets.core.errors import IllegalOrder
from rulesets.core.fields import Inputs, choice, flag, several, whole, words
from rulesets.core.odds import Convolution
from rulesets.core.procedure import Example, procedure
from rulesets.core.reckoning import Reckoning
from rulesets.core.records import dataclass
from rulesets.core.words import a, first_up, listed, number

Region = Literal["east of the river", "west of the river", "Georgia"]
Holder = Literal["USA", "CSA"]
HERE, RIVER_RULE = BOOK.at("3.2"), BOOK.at("12.1")


def is_exempt(region: Region) -> bool:
    """Tell whether a region is free of the effects of a lost Mississippi."""
    return region != "east of the river"


class MississippiTowns(Inputs):
    """Who holds the three towns; a contested hex counts for its holder."""

    leads = ("st_louis", "memphis", "vicksburg")
    st_louis: Holder = choice("St. Louis", default="USA")
    memphis: Holder = choice("Memphis", default="CSA")
    vicksburg: Holder = choice("Vicksburg", default="CSA")


@dataclass(frozen=True)
class RiverControl:
    """Whether the USA controls the river, and what that leaves the CSA in the east outside Georgia."""

    usa_controls: bool
    supply_2: int
    supply_3: int
    build_loses: int

    def __str__(self) -> str:
        if not self.usa_controls:
            return "no USA control: CSA Builds and Supply cards are whole"
        most = f"Supply 2 places at most {self.supply_2}, Supply 3 at most {self.supply_3}"
        where = "east of the river, except in Georgia"
        return f"USA control: {where}, a CSA Build enters {steps(self.build_loses)} down, {most}"


@procedure(
    id="action_cards.mississippi_control",
    title="Control of the Mississippi",
    rules=("AC-12.1",),
    examples=[
        Example(
            {"memphis": "USA", "vicksburg": "USA"},
            "USA control: east of the river, except in Georgia, a CSA Build enters 1 step down, Supply 2 places at "
            "most 1, Supply 3 at most 2",
        ),
        Example({"memphis": "USA"}, "no USA control: CSA Builds and Supply cards are whole"),
    ],
    tables=("action_cards.cards", "action_cards.river"),
)
def mississippi_control(inputs: MississippiTowns, work: Reckoning) -> RiverControl:
    """Tell whether the USA holds St. Louis, Memphis, and Vicksburg, and what it costs the CSA (R-421, R-422)."""
    towns = {"St. Louis": inputs.st_louis, "Memphis": inputs.memphis, "Vicksburg": inputs.vicksburg}
    held = [town for town, holder in towns.items() if holder == "USA"]
    controls = len(held) == len(towns)
    work.step(RIVER_RULE, f"The USA holds {listed(held)}: {len(held)} of {len(towns)}.", controls)
    build, card = 0, 0
    if controls:
        build = work.read(RIVER, "steps of a Build", says="A CSA Build in the east loses")
        card = work.read(RIVER, "steps of a Supply card", says="A CSA Supply card in the east loses")
    given = [work.read(CARDS, name, "steps", says=f"{name}, steps") for name in ("Supply 2", "Supply 3")]
    left = [max(0, count - card) for count in given]
    return RiverControl(controls, left[0], left[1], build)


class PoolBlock(Inputs):
    """A block in the pool."""

    leads = ("name", "kind", "most")
    name: str = words("Name", most=40, default="")
    kind: Kind = choice("Kind", default=Kind.INFANTRY)
    most: int = whole("Full strength", least=1, most=MOST_STEPS, unit="steps")


class Build(Inputs):
    """A Build, and the hex where it would enter."""

    leads = ("side", "pool", "region")
    side: Side = choice("Side")
    pool: tuple[PoolBlock, ...] = several(
        "Blocks in the pool", most=MOST_BLOCKS, help="Unused and eliminated ones, not those held as prisoners."
    )
    region: Region = choice("Region", default="east of the river")
    usa_holds_river: bool = flag("USA controls the Mississippi", help="St. Louis, Memphis, and Vicksburg.")
    supply_source: bool = flag("Friendly supply source in the hex", default=True)
    town_value: int = whole("Supply value of the town", least=0, most=9, default=0)
    home: bool = flag("Home territory or border state", default=True)
    friendly: bool = flag("Friendly hex", default=True)
    contested: bool = flag("Contested hex")
    supplied: bool = flag("Has a supply line", default=True)
    built_here: int = whole("Builds in this hex this turn", least=0, most=9, default=0)
    moves_later: bool = flag("This side moves after it this turn", help="All moves come before the first Build.")
    wanted: int = whole(
        "Block chosen", least=0, most=MOST_BLOCKS, default=0, help="Its place in the pool. 0 to draw at random."
    )
    draw: int = whole("Build of the turn", least=1, most=9, default=1)
    place: str = place_field()
    turn: int = turn_field()


@dataclass(frozen=True)
class Built(Verdict):
    """The block that enters and its steps, or every broken clause at once. The enemy doesn't see it."""

    name: str = ""
    kind: str = ""
    steps: int = 0
    known_to: str = "own side"

    def __str__(self) -> str:
        if self.broken:
            return f"not allowed: {' '.join(self.broken)}"
        return f"{self.name or self.kind} enters with {steps(self.steps)}"


@procedure(
    id="action_cards.build",
    title="Build",
    rules=("AC-BUILD", "AC-12.1"),
    odds=Convolution(),
    examples=[
        Example(
            {"side": "CSA", "pool": [{"most": 3}], "usa_holds_river": True},
            "infantry enters with 2 steps",
            title="Chattanooga, with the Mississippi lost",
        ),
        Example(
            {"side": "CSA", "pool": [{"most": 3}], "usa_holds_river": True, "region": "Georgia"},
            "infantry enters with 3 steps",
            title="Atlanta",
        ),
        Example(
            {"side": "USA", "pool": [{"most": 4, "name": "Hovey"}, {"most": 3, "name": "Osterhaus"}]},
            "Osterhaus enters with 3 steps",
            dice=(2,),
        ),
    ],
    tables=("action_cards.builds", "action_cards.river"),
    is_common=True,
)
def build(inputs: Build, work: Reckoning) -> Built:
    """Bring a block at full strength from the pool, drawn at random (R-418, R-419); for the CSA, 1 step less east of a
    lost Mississippi (R-422)."""
    broken = tuple(_broken(inputs, work))
    if broken:
        work.step(HERE, f"Not allowed: {' '.join(broken)}", out=False)
        return Built(broken)
    return _on_choice(inputs, work, lambda at: _built(inputs.pool[at - 1], inputs, work))


def _built(block: PoolBlock, inputs: Build, work: Reckoning) -> Built:
    strength = block.most
    if inputs.side == "CSA" and inputs.usa_holds_river and not is_exempt(inputs.region):
        cut = work.read(RIVER, "steps of a Build", says="A CSA Build east of the river loses")
        strength = max(1, block.most - cut)
    says = f"{first_up(block.name or a(block.kind))} of {block.most} enters with {steps(strength)}."
    work.step(RIVER_RULE if strength < block.most else HERE, says, strength, full=block.most)
    return Built((), block.name, str(block.kind), strength)


def _broken(inputs: Build, work: Reckoning) -> Iterator[str]:
    if not inputs.pool:
        yield "The pool is empty."
    if inputs.moves_later:
        yield "Make all moves before the first Build."
    if inputs.contested:
        yield "A Build may not enter a contested hex."
    if not inputs.friendly:
        yield "A Build may enter only a friendly hex."
    if not inputs.supplied:
        yield "A Build needs a supply line."
    least = work.read(BUILDS, "least supply value of a town", says="Least supply value of a town for a Build")
    if not inputs.supply_source and not (inputs.home and inputs.town_value >= least):
        yield f"A Build needs a supply source, or a town of value {least} or more in home territory or a border state."
    most = work.read(BUILDS, "builds in a hex each turn", says="Builds in a hex each turn")
    if inputs.built_here >= most:
        yield f"Only {number(most)} may enter a hex each turn."


def _on_choice(inputs: Build, work: Reckoning, then: Callable[[int], Built]) -> Built:
    """Go on with the place of the block in the pool: drawn, or chosen where that is allowed (R-418, R-420)."""
    if inputs.wanted > len(inputs.pool):
        sentence = f"wanted: must be {len(inputs.pool)} or less, the blocks in the pool, not {inputs.wanted}."
        raise IllegalOrder(sentence, cites=HERE, field="wanted")
    free = work.chosen(R_418) != R_418.default
    if inputs.wanted and not free and inputs.pool[inputs.wanted - 1].kind is not Kind.HQ:
        raise IllegalOrder(
            "wanted: only a headquarters may be chosen; others are drawn at random.", cites=HERE, field="wanted"
        )
    if inputs.wanted:
        return then(inputs.wanted)
    if len(inputs.pool) == 1:
        return then(1)
    subject = inputs.side, inputs.place, f"Build {inputs.draw}"

    def drawn(at: int) -> Built:
        work.step(HERE, f"Drew number {at} of {len(inputs.pool)}.", at, mark=Mark.HOUSE)
        return then(at)

    return work.on_roll(len(inputs.pool), drawn, rule="AC-BUILD", subject=subject, turn=inputs.turn, what="the draw")
