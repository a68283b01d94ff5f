"""Fire: all that fires at one target, rolled on the table of Fire and Fury."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import floor
from typing import Any, Literal

from rulesets.core.errors import IllegalOrder
from rulesets.core.fields import Inputs, choice, flag, several, whole
from rulesets.core.odds import Convolution
from rulesets.core.procedure import Example, procedure
from rulesets.core.reckoning import Reckoning
from rulesets.core.records import dataclass
from rulesets.core.words import many, number
from rulesets.regimental import BOOK
from rulesets.regimental.artillery import Section, gun_modifiers, points_of_section
from rulesets.regimental.base import as_extras, by_base, is_played, read_base
from rulesets.regimental.extras import Modifier, in_key, target_modifiers, unit_name
from rulesets.regimental.infantry import Firer, Volley, points_of_firer, volley_modifier
from rulesets.regimental.rulings import R_331
from rulesets.regimental.state import SIDES, Cover
from rulesets.regimental.tables import AMMUNITION

HERE = BOOK.at("Fire table")
MOST_EACH, MOST_ROWS = 30, 40  # fire points of a stand and stands in a row, as the base game's form takes them
Target = Literal["line", "column", "mounted cavalry", "unlimbered battery", "limbered battery"]


class Firing(Firer):
    """Stands of one unit that fire alike, and their state in the base game."""

    disordered: bool = flag("Disordered")
    low_on_ammunition: bool = flag("Low on ammunition")
    enfilade: bool = flag("In enfilade")


class Fire(Inputs):
    """All that fires at one target, and the target."""

    leads = ("firers", "guns", "target")
    firers: tuple[Firing, ...] = several("Infantry and cavalry", most=20, default=())
    guns: tuple[Section, ...] = several("Guns", most=20, default=())
    target: Target = choice("Target", default="line")
    cover: Cover = choice("Target's cover", default=Cover.NONE)
    in_woods: bool = flag("Target in woods")
    held_fire: bool = flag("All held their fire until close range")
    moved_far: bool = flag("Target moved over 6″ this turn")
    target_lying_down: bool = flag("Target lying down")
    cavalry_skirmishers: bool = flag("Target is cavalry skirmishers")
    screened: bool = flag("Target has skirmishers out")
    side: Literal["USA", "CSA", ""] = choice("Firing side", default="")
    target_name: str = unit_name("Target's name")
    step: Literal["defensive", "offensive"] = choice("Fire phase", default="offensive")
    turn: int = whole("Turn", least=0, most=999, default=0)


@dataclass(frozen=True)
class Fired:
    """The effect; `battery` is the state of a battery that was the target."""

    points: int
    effect: str
    disordered: bool
    stands_lost: int
    battery: str
    low_on_ammunition: bool
    leader_at_risk: bool

    def __str__(self) -> str:
        lost = f", {many(self.stands_lost, 'stand')} lost" if self.stands_lost else ""
        parts = [
            f"{self.effect}: " + (self.battery or (f"disordered{lost}" if self.disordered else "no effect")),
            "firers low on ammunition" if self.low_on_ammunition else "",
            "its commander or colors may fall" if self.leader_at_risk else "",
        ]
        return "; ".join(filter(None, parts))


@procedure(
    id="regimental.fire",
    title="Fire",
    rules=("RG-FIRE", "RG-VOLLEY", "RG-ARTY"),
    odds=Convolution(),
    examples=[
        Example(
            {"firers": [{"stands": 8, "range_inches": 12}], "side": "USA"},
            "telling: disordered, 1 stand lost",
            dice=(8,),
        ),
        Example(
            {"firers": [{"stands": 8, "range_inches": 6}], "held_fire": True, "cover": "breastworks", "side": "CSA"},
            "telling: disordered, 1 stand lost; firers low on ammunition",
            dice=(9,),
        ),
        Example(
            {"guns": [{"sections": 2, "range_inches": 20}], "target": "unlimbered battery", "side": "USA"},
            "lively: silenced",
            dice=(8,),
        ),
    ],
    tables=(
        "regimental.fire_points",
        "regimental.fire_ranges",
        "regimental.gun_points",
        "regimental.gun_ranges",
        "regimental.fire_modifiers",
        "regimental.lying_fire",
        "regimental.half_effect",
        "regimental.skirmish",
        "regimental.ammunition",
        "fire_and_fury.fire",
        "fire_and_fury.fire_effect",
        "fire_and_fury.fire_modifiers",
        "fire_and_fury.fire_multipliers",
        "fire_and_fury.natural_faces",
    ),
    is_common=True,
)
def fire(inputs: Fire, work: Reckoning) -> Fired:
    """Add up the fire points of all that fires at one target (R-331), and roll a d10 on the table of Fire and Fury."""
    if not (inputs.firers or inputs.guns):
        raise IllegalOrder("firers: enter those who fire, or guns.", cites=HERE, field="firers")
    points, extras = _points(inputs, work), tuple(_extras(inputs, work))
    hit = by_base("fire", _asked(inputs, points, extras, work), work)
    return work.after_last(hit, lambda found, natural: _fired(found, natural, points, inputs, work))


def _fired(hit: Any, natural: int, points: int, inputs: Fire, work: Reckoning) -> Fired:
    low = bool(inputs.firers) and points > 0 and _runs_low(natural, inputs, work)
    at_risk = bool(hit.leader_at_risk) and not inputs.target.endswith("battery")
    return Fired(points, str(hit.effect), hit.disordered, hit.stands_lost, str(hit.battery), low, at_risk)


def _points(inputs: Fire, work: Reckoning) -> int:
    volley = _volley(inputs)
    parts = [points_of_firer(each, n, volley, work) * _base_share(each, work) for n, each in enumerate(inputs.firers)]
    parts += [points_of_section(each, n, work) for n, each in enumerate(inputs.guns)]
    exactly = sum(parts, Fraction(0))
    rounded = f", rounded down from {number(exactly)}" if exactly != floor(exactly) else ""
    work.step(HERE, f"{many(floor(exactly), 'fire point')} in all{rounded}.", floor(exactly), exactly=exactly)
    return floor(exactly)


def _volley(inputs: Fire) -> Volley:
    firers = inputs.firers or (Firer(range_inches=0),)
    return Volley(firers=firers, held_fire=inputs.held_fire, screened=inputs.screened, side=inputs.side)


def _base_share(firer: Firing, work: Reckoning) -> Fraction:
    """Return what the base game multiplies fire points by."""
    rows = {
        "disordered infantry or cavalry": firer.disordered,
        "brigade low on ammunition": firer.low_on_ammunition,
        "stands firing in enfilade": firer.enfilade,
    }
    share = Fraction(1)
    for row in (row for row, applies in rows.items() if applies):
        share *= Fraction(read_base("fire_multipliers", row, work, says=f"{row}, fire points multiplied by"))
    return share


def _extras(inputs: Fire, work: Reckoning) -> Iterator[Modifier]:
    """Yield this book's modifiers: a bonus only if all fire earns it, the penalty if any guns fire (R-331)."""
    if not inputs.guns:
        yield from volley_modifier(_volley(inputs), work)
    elif inputs.held_fire:
        work.step(R_331.cites, "Guns fire too, so this is not a point-blank volley.", 0)
    if inputs.guns:
        found = gun_modifiers(inputs.guns, work, moved_far=inputs.moved_far)
        yield from (each for each in found if not inputs.firers or each.value < 0)
    yield from target_modifiers(
        inputs.cover, work, lying=inputs.target_lying_down, skirmishers=inputs.cavalry_skirmishers
    )


def _asked(inputs: Fire, points: int, extras: Sequence[Modifier], work: Reckoning) -> dict[str, Any]:
    """Return the inputs of the base game's fire, which takes woods only if nothing better covers the target."""
    woods = inputs.in_woods
    if woods and inputs.cover is not Cover.NONE and not is_played("FF-R9", work, "both"):
        work.step(BOOK.at("Breastworks"), f"Only the better cover counts: {inputs.cover}.", inputs.cover)
        woods = False
    return {
        "firers": _rows(points),
        "target": inputs.target,
        "in_woods": woods,
        "leader_attached": not inputs.target.endswith("battery"),
        "extras": as_extras(extras),
        "side": inputs.side,
        "target_name": in_key(inputs.target_name),
        "step": inputs.step,
        "turn": inputs.turn,
    }


def _rows(points: int) -> list[dict[str, Any]]:
    """Return fire points as rows of the base game's form; above its highest row more make no difference."""
    stands, rest = divmod(min(points, MOST_EACH * MOST_ROWS), MOST_EACH)
    whole_rows = [{"stands": stands, "points_each": MOST_EACH}] if stands else []
    return [*whole_rows, {"stands": 1, "points_each": rest}]


def _runs_low(natural: int, inputs: Fire, work: Reckoning) -> bool:
    side = SIDES.get(inputs.side, SIDES["USA"])
    least = work.read(AMMUNITION, side, says=lambda least: f"{side} units run low on {least} or more.")
    return natural >= least
