"""2.2, 4.2 and 4.3: what a move costs, and who controls what it passes."""

from dataclasses import dataclass
from typing import Literal

from rulesets.civil_war import BOOK
from rulesets.civil_war import tables as t
from rulesets.civil_war.words import Hexside, Side, Terrain, enemy_of, production_field, turn_field
from rulesets.core.book import Mark
from rulesets.core.fields import Inputs, choice, flag, several, whole, words
from rulesets.core.procedure import Example, procedure
from rulesets.core.reckoning import Reckoning

Mover = Literal["led infantry", "led cavalry", "unled SP", "leader alone"]
CLOSED = "closed"
MOST_HEXES = 200


class PathHex(Inputs):
    """One hex of the path, in order, with the side crossed into it."""

    hex: str = words("Hex", most=40, default="")
    terrain: Terrain = choice("Terrain", default="clear")
    hexside: Hexside = choice("Side crossed into it", default="none")
    rail: bool = flag("Along friendly connected rail")
    takes: Literal["nothing", "own", "neutral", "enemy"] = choice(
        "Takes a place or rail here that is by right", default="nothing", help="own: lost to the enemy before"
    )
    enemy_sp: bool = flag("Enemy strength points there")
    overrun: bool = flag("Which are overrun")
    enemy_fort_near: bool = flag("An enemy fort beside the ferry")


class MovementCost(Inputs):
    side: Side = choice("Side")
    mover: Mover = choice("Who moves")
    path: tuple[PathHex, ...] = several("Path", least=1, most=MOST_HEXES)
    high_water: bool = flag("Seasonal rivers are high", default=True, help="November to June (R-101)")
    production: int = production_field()
    spent: int = whole("Movement points spent before", least=0, most=20, default=0, unit="MP")
    demoralized: bool = flag("Demoralized")
    ends_with_own: bool = flag("Ends with own strength points or a depot", default=True, help="for a leader alone")


@dataclass(frozen=True)
class Movement:
    """The cost hex by hex, how far it reaches, and every broken clause."""

    allowance: int
    costs: tuple[int, ...]
    reaches: int
    by_rail: bool
    broken: tuple[str, ...]

    @property
    def cost(self) -> int:
        return sum(self.costs)

    def __str__(self) -> str:
        if self.broken:
            return " ".join(self.broken)
        how = " by rail" if self.by_rail else ""
        return f"{self.cost} of {self.allowance} movement points{how}"


@procedure(
    id="civil_war.movement_cost",
    title="What a move costs",
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
)
def movement_cost(inputs: MovementCost, work: Reckoning) -> Movement:
    """CW-4.2, 4.3, H-1 to H-5: hex and hexside, free if all is by rail (R-119); cavalry pays to change control."""
    allowance = _allowance(inputs, work)
    by_rail = all(step.rail for step in inputs.path)
    costs: list[int] = []
    broken: list[str] = []
    reaches = 0
    for at, step in enumerate(inputs.path, start=1):
        why = _why_closed(step, inputs, last=at == len(inputs.path))
        costs.append(0 if why else _cost(step, inputs, allowance, work, by_rail=by_rail))
        if why:
            broken.append(f"{step.hex or f'Hex {at}'}: {why}.")
        elif not broken and inputs.spent + sum(costs) <= allowance:
            reaches = at
    if inputs.spent + sum(costs) > allowance:
        broken.append(f"It costs {inputs.spent + sum(costs)} movement points; there are {allowance}.")
    if inputs.mover == "leader alone" and not inputs.ends_with_own:
        broken.append("A leader alone ends with own strength points or at a depot.")
    return Movement(allowance, tuple(costs), reaches, by_rail, tuple(broken))


def _allowance(inputs: MovementCost, work: Reckoning) -> int:
    allowance = work.read(t.ALLOWANCES, inputs.mover)
    if inputs.side == "CSA" and inputs.mover != "leader alone":
        allowance = max(0, allowance - work.read(t.ALLOWANCE_CUTS, inputs.production))
    return allowance


def _why_closed(step: PathHex, inputs: MovementCost, *, last: bool) -> str:
    """Why this hex cannot be entered over this side; empty if it can."""
    if step.terrain == "sea":
        return "no land force moves at sea"
    if step.hexside in ("ridge", "estuary") and not step.rail:
        return "a ridge without a gap is closed" if step.hexside == "ridge" else "an estuary is crossed by ferry only"
    if step.hexside == "ferry" and step.enemy_fort_near:
        return "the ferry does not run beside an enemy fort"
    if step.terrain == "mountain" and not (step.rail or step.hexside in ("gap_or_road", "ridge")):
        return "a mountain hex is entered over a gap or road side or by rail"
    return _why_stopped(step, inputs, last=last) if step.enemy_sp else ""


def _why_stopped(step: PathHex, inputs: MovementCost, *, last: bool) -> str:
    if inputs.mover == "leader alone":
        return "a leader alone does not enter a hex of the enemy"
    if inputs.demoralized:
        return "a demoralized force does not attack"
    return "" if last or step.overrun else "the move ends with an attack there"


def _cost(step: PathHex, inputs: MovementCost, allowance: int, work: Reckoning, *, by_rail: bool) -> int:
    if by_rail or (step.rail and inputs.mover == "leader alone"):
        work.step(BOOK.at("4.3"), "by rail", 0, mark=Mark.RECONSTRUCTED)
        return 0
    if step.hexside == "ferry":
        work.step(BOOK.at("H-3"), "a ferry takes the whole allowance", allowance, mark=Mark.HOUSE)
        return max(1, allowance)
    cost = _number(work.read(t.TERRAIN_COSTS, step.terrain))
    cost += _number(work.read(t.HEXSIDE_COSTS, _side_of(step, high_water=inputs.high_water)))
    if inputs.mover == "led cavalry" and step.takes in ("own", "neutral"):
        cost += work.read(t.MOVEMENT_NUMBERS, "cavalry to change control")
    return cost


def _number(cost: int | str) -> int:
    return cost if isinstance(cost, int) else 0


def _side_of(step: PathHex, *, high_water: bool) -> str:
    if step.hexside == "seasonal_river":
        return "navigable_river" if high_water else "unnavigable_river"
    return "gap_or_road" if step.hexside == "ridge" else step.hexside


class Control(Inputs):
    side: Side = choice("Side that enters")
    arm: Literal["infantry", "cavalry", "leader", "naval"] = choice("What enters", help="leader: alone; naval: ships")
    thing: Literal["place", "rail"] = choice("What is there", default="place")
    by_right: Literal["USA", "CSA", "neutral"] = choice("Whose it is by right", help="before the war changed it")
    held_by: Literal["USA", "CSA", "nobody"] = choice("Who holds it", default="nobody")
    stays: bool = flag("Strength points stay there")
    pays: bool = flag("Cavalry pays the extra movement point", default=True)
    in_kentucky: bool = flag("In Kentucky")
    kentucky_neutral: bool = flag("Kentucky is neutral still")
    turn: int = turn_field()


@dataclass(frozen=True)
class ControlResult:
    """Who holds it after the entry, for how long, what it cost, and what becomes of the rest of Kentucky."""

    held_by: Side | Literal["nobody"]
    only_while_there: bool
    extra_mp: int
    kentucky: Literal[
        "", "stays neutral", "unheld places go to USA", "unheld places go to CSA", "open to whoever enters"
    ]

    def __str__(self) -> str:
        held = f"held by {self.held_by}" + (" while it stays" if self.only_while_there else "")
        return "; ".join(filter(None, (held, f"Kentucky: {self.kentucky}" if self.kentucky else "")))


@procedure(
    id="civil_war.control",
    title="Who controls a place or a rail line",
    rules=("CW-CAVALRY", "CW-MOVE"),
    examples=[
        Example({"side": "USA", "arm": "infantry", "by_right": "CSA", "held_by": "CSA"}, "held by USA"),
        Example(
            {"side": "CSA", "arm": "cavalry", "by_right": "USA", "held_by": "USA", "stays": True},
            "held by CSA while it stays",
        ),
        Example(
            {"side": "CSA", "arm": "infantry", "by_right": "neutral", "in_kentucky": True, "kentucky_neutral": True},
            "held by CSA; Kentucky: unheld places go to USA",
        ),
    ],
    tables=["civil_war.movement_numbers"],
)
def control(inputs: Control, work: Reckoning) -> ControlResult:
    """CW-2.2, 4.3, L-5: infantry by passing; cavalry pays one more, and takes only what is its own or neutral; H-7."""
    takes = _takes(inputs)
    extra = 0
    if takes and inputs.arm == "cavalry" and inputs.held_by != inputs.side:
        extra = work.read(t.MOVEMENT_NUMBERS, "cavalry to change control")
    holds = inputs.stays and inputs.arm in ("infantry", "cavalry") and not takes and inputs.held_by != inputs.side
    held_by = inputs.side if takes or holds else inputs.held_by
    work.step(BOOK.at("2.2"), "held by", held_by, mark=Mark.SOURCED, arm=inputs.arm, by_right=inputs.by_right)
    return ControlResult(held_by, holds, extra, _kentucky(inputs))


def _takes(inputs: Control) -> bool:
    if inputs.arm == "infantry":
        return True
    lawful = inputs.by_right in (inputs.side, "neutral")
    return inputs.arm == "cavalry" and inputs.pays and lawful


def _kentucky(
    inputs: Control,
) -> Literal["", "stays neutral", "unheld places go to USA", "unheld places go to CSA", "open to whoever enters"]:
    """H-7: entered by strength points on turn 1 the other side takes the unheld places; later they are open."""
    if not (inputs.in_kentucky and inputs.kentucky_neutral):
        return ""
    if inputs.turn > 1:
        return "open to whoever enters"
    if inputs.arm in ("naval", "leader"):
        return "stays neutral"
    return "unheld places go to USA" if enemy_of(inputs.side) == "USA" else "unheld places go to CSA"
