"""2.2, 4.2, and 4.3: the cost of a move, and control of the places and rail it passes."""

from typing import Literal

from rulesets.civil_war import BOOK
from rulesets.civil_war import tables as t
from rulesets.civil_war.words import Hexside, Side, Terrain, enemy_of, production_field, the_side, turn_field
from rulesets.core.book import Mark
from rulesets.core.fields import Inputs, choice, flag, several, whole, words
from rulesets.core.procedure import Example, procedure
from rulesets.core.reckoning import Reckoning
from rulesets.core.records import dataclass
from rulesets.core.words import first_up, many, spoken

Mover = Literal["led infantry", "led cavalry", "unled SP", "leader alone"]
ENTERING = {"infantry": "infantry", "cavalry": "cavalry", "leader": "a leader", "naval": "ships"}
CLOSED = "closed"
MOST_HEXES = 200


class PathHex(Inputs):
    """A hex of the path, with the hexside crossed into it."""

    hex: str = words("Hex", most=40, default="")
    terrain: Terrain = choice("Terrain", default="clear")
    hexside: Hexside = choice("Hexside crossed", default="none")
    rail: bool = flag("By friendly connected rail")
    takes: Literal["nothing", "own", "neutral", "enemy"] = choice(
        "Takes control of place or rail", default="nothing", help="Whose it is by right. Own is one lost earlier."
    )
    enemy_sp: bool = flag("Enemy SP there")
    overrun: bool = flag("Overruns them")
    enemy_fort_near: bool = flag("Enemy fort adjacent to the ferry")


class MovementCost(Inputs):
    side: Side = choice("Side")
    mover: Mover = choice("Moving force")
    path: tuple[PathHex, ...] = several("Hexes in the path", least=1, most=MOST_HEXES)
    high_water: bool = flag("Seasonal rivers are high", default=True, help="November to June (R-101).")
    production: int = production_field()
    spent: int = whole("Movement points already spent", least=0, most=20, default=0, unit="MP")
    demoralized: bool = flag("Demoralized")
    ends_with_own: bool = flag("Ends with friendly SP or a depot", default=True, help="Only for a leader alone.")


@dataclass(frozen=True)
class Movement:
    """The cost hex by hex, how far the move reaches, and every broken clause."""

    allowance: int
    costs: tuple[int, ...]
    reaches: int
    by_rail: bool
    broken: tuple[str, ...]

    @property
    def cost(self) -> int:
        """Add up the hexes."""
        return sum(self.costs)

    def __str__(self) -> str:
        if self.broken:
            return " ".join(self.broken)
        how = " by rail" if self.by_rail else ""
        return f"{self.cost} of {many(self.allowance, 'movement point')}{how}"


@procedure(
    id="civil_war.movement_cost",
    title="Movement cost",
    rules=("CW-MOVE", "CW-CAVALRY"),
    examples=[
        Example(
            {
                "side": "USA",
                "mover": "led infantry",
                "path": [{"terrain": "forest"}, {"terrain": "swamp", "hexside": "unnavigable_river"}],
            },
            "4 of 4 movement points",
        ),
        Example(
            {"side": "CSA", "mover": "led cavalry", "path": [{"takes": "neutral"}, {"takes": "enemy"}]},
            "3 of 6 movement points",
        ),
        Example({"side": "CSA", "mover": "unled SP", "path": [{"rail": True}] * 5}, "0 of 2 movement points by rail"),
    ],
    tables=[
        "civil_war.terrain_costs",
        "civil_war.hexside_costs",
        "civil_war.allowances",
        "civil_war.allowance_cuts",
        "civil_war.movement_numbers",
    ],
    is_common=True,
)
def movement_cost(inputs: MovementCost, work: Reckoning) -> Movement:
    """Add up hexes and hexsides; an all-rail move is free, and cavalry pays for control (CW-4.2, 4.3, H-1 to H-5)."""
    allowance = _allowance(inputs, work)
    by_rail = all(step.rail for step in inputs.path)
    costs: list[int] = []
    broken: list[str] = []
    reaches = 0
    for at, step in enumerate(inputs.path, start=1):
        why = _why_closed(step, inputs, last=at == len(inputs.path))
        costs.append(0 if why else _cost(step, inputs, allowance, work, by_rail=by_rail))
        if why:
            broken.append(f"{first_up(step.hex or f'hex {at}')}: {why}.")
        elif not broken and inputs.spent + sum(costs) <= allowance:
            reaches = at
    if inputs.spent + sum(costs) > allowance:
        broken.append(f"The move costs {many(inputs.spent + sum(costs), 'movement point')}; the limit is {allowance}.")
    if inputs.mover == "leader alone" and not inputs.ends_with_own:
        broken.append("A leader alone must end with friendly SP or at a depot.")
    return Movement(allowance, tuple(costs), reaches, by_rail, tuple(broken))


def _allowance(inputs: MovementCost, work: Reckoning) -> int:
    allowance = work.read(t.ALLOWANCES, inputs.mover, says=f"{inputs.mover}, allowance")
    if inputs.side == "CSA" and inputs.mover != "leader alone":
        cut = work.read(
            t.ALLOWANCE_CUTS, inputs.production, says=f"Production {inputs.production}, allowance reduced by"
        )
        allowance = max(0, allowance - cut)
    return allowance


def _why_closed(step: PathHex, inputs: MovementCost, *, last: bool) -> str:
    """Explain why this hex cannot be entered over this hexside, if it cannot."""
    if step.terrain == "sea":
        return "land forces cannot move at sea"
    if step.hexside in ("ridge", "estuary") and not step.rail:
        return "cross a ridge only at a gap" if step.hexside == "ridge" else "cross an estuary only by ferry"
    if step.hexside == "ferry" and step.enemy_fort_near:
        return "the ferry does not run next to an enemy fort"
    if step.terrain == "mountain" and not (step.rail or step.hexside in ("gap_or_road", "ridge")):
        return "enter a mountain hex only over a gap or road hexside or by rail"
    return _why_stopped(step, inputs, last=last) if step.enemy_sp else ""


def _why_stopped(step: PathHex, inputs: MovementCost, *, last: bool) -> str:
    if inputs.mover == "leader alone":
        return "a leader alone cannot enter an enemy hex"
    if inputs.mover == "unled SP":
        return "strength points without a leader cannot attack"
    if inputs.demoralized:
        return "a demoralized force cannot attack"
    return "" if last or step.overrun else "the move must end there with an attack"


def _cost(step: PathHex, inputs: MovementCost, allowance: int, work: Reckoning, *, by_rail: bool) -> int:
    if by_rail or (step.rail and inputs.mover == "leader alone"):
        work.step(BOOK.at("4.3"), f"{_hex_words(step)} by rail: free.", 0, mark=Mark.RECONSTRUCTED)
        return 0
    if step.hexside == "ferry":
        work.step(BOOK.at("H-3"), f"A ferry takes the whole allowance, {allowance}.", allowance, mark=Mark.HOUSE)
        return max(1, allowance)
    side = _side_of(step, high_water=inputs.high_water)
    crossed = "no obstacle" if side == "none" else spoken(side)
    cost = _number(work.read(t.TERRAIN_COSTS, step.terrain, says=f"{_hex_words(step)}, {step.terrain}"))
    cost += _number(work.read(t.HEXSIDE_COSTS, side, says=f"{_hex_words(step)}, {crossed} crossed"))
    if inputs.mover == "led cavalry" and step.takes in ("own", "neutral"):
        cost += work.read(t.MOVEMENT_NUMBERS, "cavalry to change control", says="Cavalry changes control")
    return cost


def _hex_words(step: PathHex) -> str:
    return f"Hex {step.hex}" if step.hex else "Next hex"


def _number(cost: int | str) -> int:
    return cost if isinstance(cost, int) else 0


def _side_of(step: PathHex, *, high_water: bool) -> str:
    if step.hexside == "seasonal_river":
        return "navigable_river" if high_water else "unnavigable_river"
    return "gap_or_road" if step.hexside == "ridge" else step.hexside


class Control(Inputs):
    side: Side = choice("Entering side")
    arm: Literal["infantry", "cavalry", "leader", "naval"] = choice(
        "Entering force", help="A leader is alone; naval means ships."
    )
    thing: Literal["place", "rail"] = choice("Place or rail", default="place")
    by_right: Literal["USA", "CSA", "neutral"] = choice("By right", help="Before the war changed it.")
    held_by: Literal["USA", "CSA", "nobody"] = choice("Held by", default="nobody")
    stays: bool = flag("SP stay there")
    pays: bool = flag("Cavalry pays the extra movement point", default=True)
    in_kentucky: bool = flag("In Kentucky")
    kentucky_neutral: bool = flag("Kentucky is still neutral")
    turn: int = turn_field()


@dataclass(frozen=True)
class ControlResult:
    """The holder after the entry, for how long, at what cost, and the effect on the rest of Kentucky."""

    held_by: Side | Literal["nobody"]
    only_while_there: bool
    extra_mp: int
    kentucky: Literal[
        "", "stays neutral", "unheld places go to USA", "unheld places go to CSA", "open to whoever enters"
    ]

    def __str__(self) -> str:
        held = f"held by {the_side(self.held_by)}" + (" while it stays" if self.only_while_there else "")
        kentucky = self.kentucky.replace("USA", "the Union").replace("CSA", "the South")
        return "; ".join(filter(None, (held, f"Kentucky: {kentucky}" if kentucky else "")))


@procedure(
    id="civil_war.control",
    title="Control",
    rules=("CW-CAVALRY", "CW-MOVE"),
    examples=[
        Example({"side": "USA", "arm": "infantry", "by_right": "CSA", "held_by": "CSA"}, "held by the Union"),
        Example(
            {"side": "CSA", "arm": "cavalry", "by_right": "USA", "held_by": "USA", "stays": True},
            "held by the South while it stays",
        ),
        Example(
            {"side": "CSA", "arm": "infantry", "by_right": "neutral", "in_kentucky": True, "kentucky_neutral": True},
            "held by the South; Kentucky: unheld places go to the Union",
        ),
    ],
    tables=["civil_war.movement_numbers"],
)
def control(inputs: Control, work: Reckoning) -> ControlResult:
    """Change control: infantry in passing; cavalry for 1 MP, and only if friendly by right or neutral (CW-2.2, 4.3)."""
    takes = _takes(inputs)
    extra = 0
    if takes and inputs.arm == "cavalry" and inputs.held_by != inputs.side:
        extra = work.read(t.MOVEMENT_NUMBERS, "cavalry to change control", says="Cavalry changes control")
    holds = inputs.stays and inputs.arm in ("infantry", "cavalry") and not takes and inputs.held_by != inputs.side
    held_by = inputs.side if takes or holds else inputs.held_by
    says = f"By right {_by_right(inputs.by_right)}, entered by {ENTERING[inputs.arm]}: held by {the_side(held_by)}."
    work.step(BOOK.at("2.2"), says, held_by, mark=Mark.SOURCED, arm=inputs.arm, by_right=inputs.by_right)
    return ControlResult(held_by, holds, extra, _kentucky(inputs))


def _by_right(side: str) -> str:
    return side if side == "neutral" else f"{the_side(side)}'s"


def _takes(inputs: Control) -> bool:
    if inputs.arm == "infantry":
        return True
    lawful = inputs.by_right in (inputs.side, "neutral")
    return inputs.arm == "cavalry" and inputs.pays and lawful


def _kentucky(
    inputs: Control,
) -> Literal["", "stays neutral", "unheld places go to USA", "unheld places go to CSA", "open to whoever enters"]:
    """Give unheld places to the other side if SP enter on turn 1; later they are open (H-7)."""
    if not (inputs.in_kentucky and inputs.kentucky_neutral):
        return ""
    if inputs.turn > 1:
        return "open to whoever enters"
    if inputs.arm in ("naval", "leader"):
        return "stays neutral"
    return "unheld places go to USA" if enemy_of(inputs.side) == "USA" else "unheld places go to CSA"
