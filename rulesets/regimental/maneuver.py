"""Formations, maneuver modifiers, linear obstacles, rapid moves, and passage of lines."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Literal

from rulesets.core.errors import IllegalOrder
from rulesets.core.fields import Inputs, choice, flag, whole
from rulesets.core.odds import Convolution
from rulesets.core.procedure import Example, procedure
from rulesets.core.reckoning import Reckoning
from rulesets.core.records import dataclass
from rulesets.core.words import first_up, many, number, plus, signed
from rulesets.regimental import BOOK
from rulesets.regimental.extras import (
    DIE,
    May,
    Modifier,
    Modifiers,
    commander_modifier,
    exact,
    in_key,
    inches,
    modifier,
    unit_name,
)
from rulesets.regimental.rulings import R_306, R_309
from rulesets.regimental.state import Commander, Condition, Formation, Obstacle, Passed, Quality
from rulesets.regimental.tables import (
    CLEARING,
    FORMATIONS,
    MANEUVER_MODIFIERS,
    OBSTACLE_KINDS,
    OBSTACLES,
    PASSAGE,
    PASSAGE_COST,
    PASSAGE_EFFECT,
    PASSAGE_MODIFIERS,
    RATES,
)

LINES = BOOK.at("Passage of lines")
CROSSING = BOOK.at("Linear obstacles")


class Forming(Inputs):
    """A formation that a unit wants to take."""

    formation: Formation = choice("Formation")
    works: Literal["none", "prepared in the battle", "of the scenario"] = choice("Works around it", default="none")


@procedure(
    id="regimental.formation",
    title="Formations",
    rules=("RG-FORM",),
    examples=[
        Example({"formation": "single line"}, "allowed: single line in the open"),
        Example({"formation": "supported line"}, "not allowed: supported line in the open"),
        Example(
            {"formation": "supported line", "works": "of the scenario"}, "allowed: supported line in prepared works"
        ),
    ],
    tables=("regimental.formations",),
)
def formation(inputs: Forming, work: Reckoning) -> May:
    """Tell whether a unit may take a formation; only prepared works allow a supported line (R-306)."""
    place = "in prepared works" if _are_prepared(inputs, work) else "in the open"
    allowed = work.read(FORMATIONS, inputs.formation, place, says=f"{inputs.formation} {place} allowed")
    return May(allowed, f"{inputs.formation} {place}")


def _are_prepared(inputs: Forming, work: Reckoning) -> bool:
    if inputs.works == "prepared in the battle":
        return work.chosen(R_306) == R_306.default
    return inputs.works == "of the scenario"


class Handled(Inputs):
    """A regiment about to roll for maneuver."""

    leads = ("commander", "quality", "lying_down")
    commander: Commander = choice("Commander", default=Commander.AVERAGE)
    quality: Quality = choice("Quality", default=Quality.VETERAN)
    lying_down: bool = flag("Lying down")
    unscreened: bool = flag("No skirmishers out within 8″ of enemy infantry")
    colors: Literal["flying", "down", "captured"] = choice("Colors", default="flying")
    in_cover: bool = flag("In works or a building")
    passed_by_broken: bool = flag("Broken friends passed through it this turn")


@procedure(
    id="regimental.maneuver_modifiers",
    title="Added maneuver modifiers",
    rules=("RG-MANMOD", "RG-LEADERS"),
    examples=[
        Example({"quality": "crack"}, "+1 crack unit"),
        Example(
            {"commander": "weak", "lying_down": True, "in_cover": True},
            "−1 in all: −1 weak commander; +1 in works or a building; −1 lying down",
        ),
        Example({}, "no modifiers"),
    ],
    tables=("regimental.maneuver_modifiers", "regimental.leader_modifier"),
    is_common=True,
)
def maneuver_modifiers(inputs: Handled, work: Reckoning) -> Modifiers:
    """List what this book adds to the maneuver roll of Fire and Fury; all but the commander are house values."""
    found = Modifiers((*commander_modifier(inputs.commander, work), *_claims(inputs, work)))
    work.step(BOOK.at("Maneuver modifiers"), f"Added to the maneuver roll: {signed(found.total)}.", found.total)
    return found


def _claims(inputs: Handled, work: Reckoning) -> Iterator[Modifier]:
    applying = {
        "crack unit": inputs.quality is Quality.CRACK,
        "green unit": inputs.quality is Quality.GREEN,
        "in works or a building": inputs.in_cover,
        "lying down": inputs.lying_down,
        "no skirmishers within 8″ of enemy infantry": inputs.unscreened,
        f"colors {inputs.colors}": inputs.colors != "flying",
        "broken friends passed through this turn": inputs.passed_by_broken,
    }
    return (modifier(MANEUVER_MODIFIERS, row, work) for row, applies in applying.items() if applies)


class Crossing(Inputs):
    """Troops at a linear obstacle."""

    leads = ("troops", "obstacle", "quality")
    troops: Literal["infantry", "mounted cavalry", "dismounted cavalry", "artillery"] = choice("Troops")
    obstacle: Obstacle = choice("Obstacle", default=Obstacle.FENCE)
    quality: Quality = choice("Quality", default=Quality.VETERAN, help="It matters only for mounted cavalry.")
    times: int = whole("Obstacles crossed", least=1, most=20, default=1)
    gap: bool = flag("Through a gap already cleared", help="Artillery then crosses freely.")


@dataclass(frozen=True)
class Crossed:
    """What it costs to cross, or to clear a gap first."""

    may_cross: bool
    inches_lost: int = 0
    becomes_disordered: bool = False
    turns_to_clear: Fraction = Fraction(0)

    def __str__(self) -> str:
        if not self.may_cross:
            clear = f" before a gap is cleared in {_turns(self.turns_to_clear)}" if self.turns_to_clear else ""
            return f"may not cross{clear}"
        cost = f"crosses for {self.inches_lost}″" if self.inches_lost else "crosses freely"
        return f"{cost}, disordered" if self.becomes_disordered else cost


def _turns(turns: Fraction) -> str:
    return "half a turn" if turns == Fraction(1, 2) else f"{number(turns)} {'turn' if turns <= 1 else 'turns'}"


@procedure(
    id="regimental.obstacles",
    title="Linear obstacles",
    rules=("RG-OBST",),
    examples=[
        Example({"troops": "infantry"}, "crosses for 3″"),
        Example({"troops": "mounted cavalry"}, "crosses for 3″, disordered"),
        Example({"troops": "mounted cavalry", "quality": "green"}, "may not cross"),
        Example({"troops": "artillery"}, "may not cross before a gap is cleared in half a turn"),
        Example({"troops": "artillery", "obstacle": "wall", "gap": True}, "crosses freely"),
    ],
    tables=("regimental.obstacles", "regimental.obstacle_kinds", "regimental.clearing"),
)
def obstacles(inputs: Crossing, work: Reckoning) -> Crossed:
    """Tell what fences, hedges, walls, and works cost those who cross them (R-307)."""
    if inputs.troops == "artillery":
        return _guns_cross(inputs, work)
    row = f"{inputs.quality} cavalry" if inputs.troops == "mounted cavalry" else "infantry"
    if not work.read(OBSTACLES, row, "may cross", says=f"{row}, may cross"):
        return Crossed(may_cross=False)
    lost = work.read(OBSTACLES, row, "inches lost", says=f"{row}, inches lost at each")
    disordered = bool(work.read(OBSTACLES, row, "disordered", says=f"{row}, disordered"))
    work.step(CROSSING, f"{many(inputs.times, 'obstacle')}: {lost * inputs.times}″ lost.", lost * inputs.times)
    return Crossed(may_cross=True, inches_lost=lost * inputs.times, becomes_disordered=disordered)


def _guns_cross(inputs: Crossing, work: Reckoning) -> Crossed:
    if inputs.gap:
        work.step(CROSSING, "Artillery crosses where a gap is cleared.", out=True)
        return Crossed(may_cross=True)
    kind = work.read(OBSTACLE_KINDS, inputs.obstacle, says=inputs.obstacle)
    says = f"Clearing a {kind} obstacle takes "
    turns = inputs.times * work.read(CLEARING, kind, says=lambda turns: f"{says}{_turns(turns)}.")
    return Crossed(may_cross=False, turns_to_clear=turns)


class Hurrying(Inputs):
    """A rapid move, or a march on a track."""

    leads = ("move", "full_move")
    move: Literal["rapid move in rough ground", "march column on a track"] = choice(
        "Move", default="rapid move in rough ground"
    )
    full_move: float = inches("Full move in the open", help="By Fire and Fury; 12 for infantry, 18 for cavalry.")
    length: float | None = inches("Length of the move", default=None, help="To check a move already measured.")
    charges: bool = flag("Ends in a charge")


@dataclass(frozen=True)
class Hurried:
    """How far it goes, and its order afterward."""

    reach: Fraction
    ends_disordered: bool

    def __str__(self) -> str:
        return f"up to {number(self.reach)}″{', and ends disordered' if self.ends_disordered else ''}"


@procedure(
    id="regimental.rapid_move",
    title="Rapid move",
    rules=("RG-RAPID",),
    examples=[
        Example({"full_move": 12}, "up to 9″, and ends disordered"),
        Example({"full_move": 12, "move": "march column on a track"}, "up to 18″"),
    ],
    tables=("regimental.rates",),
)
def rapid_move(inputs: Hurrying, work: Reckoning) -> Hurried:
    """Work out how far a unit rushes through rough ground, or a march column goes on a track (R-308)."""
    here, is_rapid = BOOK.at("Rapid move"), inputs.move.startswith("rapid")
    if inputs.charges and not is_rapid:
        raise IllegalOrder("charges: a march column may not charge.", cites=here, field="charges")
    says = f"{first_up(inputs.move)}, times the full move"
    reach = exact(inputs.full_move) * work.read(RATES, inputs.move, says=says)
    work.step(here, f"It goes up to {number(reach)}″.", reach, full_move=exact(inputs.full_move))
    if inputs.length is not None and exact(inputs.length) > reach:
        sentence = f"length: must be {number(reach)}″ or less, not {number(exact(inputs.length))}″."
        raise IllegalOrder(sentence, cites=here, field="length")
    return Hurried(reach, is_rapid)


class Passing(Inputs):
    """A stationary unit, and the friends who pass through its line."""

    leads = ("condition", "modifiers", "passing_disordered")
    condition: Condition = choice("Stationary unit", default=Condition.GOOD_ORDER)
    modifiers: int = whole(
        "Its maneuver modifiers in all", least=-20, most=20, default=0, help="Those of Fire and Fury and of this book."
    )
    passing_disordered: bool = flag("Passing unit disordered")
    pursued: bool = flag("Passing unit pursued in a breakthrough charge")
    side: Literal["USA", "CSA", ""] = choice("Side", default="")
    unit: str = unit_name("Stationary unit's name")
    turn: int = whole("Turn", least=0, most=999, default=0)


@dataclass(frozen=True)
class PassageOfLines:
    """What happens to the stationary unit, and what the passing unit pays."""

    reaction: Passed
    stands_that_skedaddle: int
    inches_back: int
    condition: Condition
    quits_the_field: bool
    cost_to_pass: int

    def __str__(self) -> str:
        back = f" {self.inches_back}″" if self.inches_back else ""
        return f"{self.reaction}{back}; passing costs {self.cost_to_pass}″"


@procedure(
    id="regimental.passage_of_lines",
    title="Passage of lines",
    rules=("RG-POL",),
    odds=Convolution(),
    examples=[
        Example(
            {"passing_disordered": True}, "disordered, 1 stand skedaddles, retires 6″; passing costs 3″", dice=(3,)
        ),
        Example({"condition": "disordered", "modifiers": 1}, "1 stand skedaddles; passing costs 3″", dice=(4,)),
        Example({}, "no effect; passing costs 3″"),
    ],
    tables=(
        "regimental.passage",
        "regimental.passage_modifiers",
        "regimental.passage_effect",
        "regimental.passage_cost",
    ),
    is_common=True,
)
def passage_of_lines(inputs: Passing, work: Reckoning) -> PassageOfLines:
    """Roll a d10 with its maneuver modifiers for a unit whose line is passed in disorder or pursuit (R-309)."""
    cost = work.read(PASSAGE_COST, "passing unit", says="Passing through a line costs")
    reaction = _reaction(inputs, work) if _must_roll(inputs, work) else Passed.NONE
    return work.after(reaction, lambda found: _passed(found, cost, inputs, work))


def _passed(reaction: Passed, cost: int, inputs: Passing, work: Reckoning) -> PassageOfLines:
    disorders, stands, back = (
        PASSAGE_EFFECT.at(reaction, effect, context=work.context) for effect in PASSAGE_EFFECT.columns
    )
    condition = Condition.DISORDERED if disorders else inputs.condition
    return PassageOfLines(reaction, stands, back, condition, reaction is Passed.QUITS, cost)


def _must_roll(inputs: Passing, work: Reckoning) -> bool:
    if inputs.passing_disordered or inputs.pursued or inputs.condition is Condition.DISORDERED:
        return True
    if work.chosen(R_309) != R_309.default:
        return True
    work.step(LINES, "Both units are in good order, and nobody pursues: no roll.", Passed.NONE)
    return False


def _reaction(inputs: Passing, work: Reckoning) -> Passed:
    rows = {
        "passing unit disordered": inputs.passing_disordered,
        "passing unit pursued in a breakthrough charge": inputs.pursued,
    }
    added = sum(work.read(PASSAGE_MODIFIERS, row, says=row) for row, applies in rows.items() if applies)
    modifiers = inputs.modifiers + added
    subject = (inputs.side, in_key(inputs.unit))

    def passed(die: int) -> Passed:
        total = die + modifiers
        says = f"Passage of lines: die {die} {plus(modifiers)} = {number(total)}."
        work.step(LINES, says, total, die=die, modifiers=modifiers)
        return work.read(PASSAGE, total, inputs.condition, says=f"Total {number(total)}, {inputs.condition}")

    what = "the passage of lines"
    return work.on_roll(DIE, passed, rule="RG-POL", cites=LINES, subject=subject, turn=inputs.turn, what=what)
