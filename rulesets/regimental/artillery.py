"""Fire by batteries and sections: fire points, targets, and friends in the way."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import floor
from typing import Literal

from rulesets.core.errors import IllegalOrder
from rulesets.core.fields import Inputs, choice, flag, several, whole
from rulesets.core.odds import Convolution
from rulesets.core.procedure import Example, procedure
from rulesets.core.reckoning import Reckoning
from rulesets.core.records import dataclass
from rulesets.core.words import many, number
from rulesets.regimental import BOOK
from rulesets.regimental.extras import (
    FirePoints,
    May,
    Modifier,
    exact,
    fire_roll,
    halved,
    in_key,
    inches,
    modifier,
    rolled,
    target_modifiers,
    unit_name,
)
from rulesets.regimental.rulings import R_316
from rulesets.regimental.state import Ammunition, Cover, Gun
from rulesets.regimental.tables import (
    FIRE_MODIFIERS,
    GROUPING,
    GUN_POINTS,
    GUN_RANGES,
    LIMIT,
    OVER_FRIENDS,
)

HERE = BOOK.at("Artillery")
AIMING, ALIGNED = BOOK.at("Targeting"), BOOK.at("Infantry targeting")
OVER = BOOK.at("Firing over troops")
Round = Literal["best", "double canister", "canister", "shrapnel", "shell", "shot"]


class Section(Inputs):
    """Sections of one battery that fire alike."""

    leads = ("gun", "sections", "range_inches")
    gun: Gun = choice("Guns", default=Gun.NAPOLEON)
    sections: int = whole("Sections", least=1, most=12, unit="sections", default=1)
    range_inches: float = inches("Range", most=240)
    ammunition: Round = choice("Ammunition", default="best", help="Best means the most fire points at this range.")
    disordered: bool = flag("Disordered")
    by_prolonge: bool = flag("Moving or withdrawing by prolonge")
    surprised: bool = flag("Surprised by a charge")


class Cannonade(Inputs):
    """All guns that fire at one target, and the target."""

    leads = ("guns", "cover", "moved_far")
    guns: tuple[Section, ...] = several("Guns", least=1, most=20)
    cover: Cover = choice("Target's cover", default=Cover.NONE)
    moved_far: bool = flag("Target moved over 6″ this turn")
    target_lying_down: bool = flag("Target lying down")
    cavalry_skirmishers: bool = flag("Target is cavalry skirmishers")


@procedure(
    id="regimental.artillery_fire_points",
    title="Fire points of artillery",
    rules=("RG-ARTY",),
    examples=[
        Example({"guns": [{"sections": 3, "range_inches": 8}]}, "12 fire points"),
        Example(
            {"guns": [{"gun": "3-inch rifle", "sections": 2, "range_inches": 40}], "moved_far": True},
            "2 fire points; 0 in all: +1 rifled guns; −1 target moved over 6″",
        ),
        Example(
            {"guns": [{"gun": "6-pdr smoothbore", "sections": 3, "range_inches": 12}], "cover": "building"},
            "4 fire points; −2 target in a building",
        ),
    ],
    tables=(
        "regimental.gun_points",
        "regimental.gun_ranges",
        "regimental.fire_modifiers",
        "regimental.half_effect",
    ),
    is_common=True,
)
def artillery_fire_points(inputs: Cannonade, work: Reckoning) -> FirePoints:
    """Add up the fire points of all sections, and list what this book adds to the fire roll of Fire and Fury."""
    exactly = sum((points_of_section(section, n, work) for n, section in enumerate(inputs.guns)), Fraction(0))
    points = floor(exactly)
    rounded = f", rounded down from {number(exactly)}" if exactly != points else ""
    work.step(HERE, f"{many(points, 'fire point')} in all{rounded}.", points, exactly=exactly)
    return FirePoints(points, tuple(_modifiers(inputs, work)))


def points_of_section(section: Section, n: int, work: Reckoning) -> Fraction:
    """Return the exact fire points of sections that fire alike."""
    points = section.sections * _each(section, n, work)
    halves = {
        "by a disordered battery": section.disordered,
        "by prolonge": section.by_prolonge,
        "by a surprised unit": section.surprised,
    }
    for row in (row for row, applies in halves.items() if applies):
        points *= halved(row, work)
    return points


def _each(section: Section, n: int, work: Reckoning) -> Fraction:
    """Return a section's fire points: of the ammunition asked for, or the most at this range."""
    field, length = f"guns.{n}.range_inches", exact(section.range_inches)
    farthest = work.read(GUN_RANGES, section.gun, LIMIT, says=lambda v: f"{section.gun}s reach {v}″.")
    if length > farthest:
        raise IllegalOrder(f"{field}: must be {farthest} or less, not {number(length)}.", cites=HERE, field=field)
    asked = list(Ammunition) if section.ammunition == "best" else [Ammunition(section.ammunition)]
    columns = [column for kind in asked if (column := _column(section.gun, kind, length, work))]
    if not columns:
        raise IllegalOrder(f"{field}: {_out_of_reach(section, work)}, not {number(length)}.", cites=HERE, field=field)
    best = max(columns, key=lambda column: GUN_POINTS.at(section.gun, column, context=work.context))
    says = f"{section.gun}, {best}, per section"
    return Fraction(work.read(GUN_POINTS, section.gun, best, says=says))


def _column(gun: Gun, kind: Ammunition, length: Fraction, work: Reckoning) -> str:
    """Return the column of the ammunition at this range, if it has one: canister up to, all others over."""
    if kind.is_canister:
        return kind if length <= GUN_RANGES.at(gun, kind, context=work.context) else ""
    near, far = (GUN_RANGES.at(gun, f"{kind}, {end}", context=work.context) for end in ("near", "far"))
    return f"{kind}, {'far' if length > far else 'near'}" if length > near else ""


def _out_of_reach(section: Section, work: Reckoning) -> str:
    kind = Ammunition(section.ammunition)
    if kind.is_canister:
        return f"must be {GUN_RANGES.at(section.gun, kind, context=work.context)} or less for {kind}"
    return f"must be over {GUN_RANGES.at(section.gun, f'{kind}, near', context=work.context)} for {kind}"


def _modifiers(inputs: Cannonade, work: Reckoning) -> Iterator[Modifier]:
    yield from gun_modifiers(inputs.guns, work, moved_far=inputs.moved_far)
    yield from target_modifiers(
        inputs.cover, work, lying=inputs.target_lying_down, skirmishers=inputs.cavalry_skirmishers
    )


def gun_modifiers(guns: Sequence[Section], work: Reckoning, *, moved_far: bool) -> Iterator[Modifier]:
    """Read what rifled guns add, and a target that moved far."""
    rifled = [section.gun is Gun.RIFLE for section in guns]
    if all(rifled) or (any(rifled) and work.chosen(R_316) != R_316.default):
        yield modifier(FIRE_MODIFIERS, "rifled guns", work)
    if moved_far:
        yield modifier(FIRE_MODIFIERS, "target moved over 6″", work)


class Aiming(Inputs):
    """Separated guns that want to combine their fire, or stands that want to fire obliquely."""

    leads = ("firing", "inches_apart", "inches_to_target")
    firing: Literal["guns together", "stands obliquely"] = choice("Fire", default="guns together")
    inches_apart: float = inches("Inches between the guns", default=0.0)
    inches_to_target: float = inches("Inches to the target", most=240, default=0.0, help="From the farther of the two.")
    nearest_enemy: bool = flag("Target is the enemy nearest to each")
    in_charge_range: bool = flag("Target is in charge range of a friendly unit")
    enemy_ahead: bool = flag("Stands have a target straight ahead")
    in_arc: bool = flag("Target is within the fire arc", default=True)


@procedure(
    id="regimental.targets",
    title="Targets",
    rules=("RG-TARGET", "RG-INFTARGET"),
    examples=[
        Example({"inches_apart": 7, "inches_to_target": 20}, "not allowed: guns far apart, at a distant target"),
        Example({"inches_apart": 7, "inches_to_target": 16}, "allowed: the target is not distant"),
        Example(
            {"firing": "stands obliquely", "enemy_ahead": True}, "not allowed: they fire at the enemy straight ahead"
        ),
    ],
    tables=("regimental.grouping",),
)
def targets(inputs: Aiming, work: Reckoning) -> May:
    """Tell whether separated guns may combine their fire (R-324), or whether stands may fire obliquely."""
    found = _combined(inputs, work) if inputs.firing == "guns together" else _oblique(inputs)
    work.step(AIMING if inputs.firing == "guns together" else ALIGNED, f"Combined or oblique fire is {found}.", found)
    return found


def _combined(inputs: Aiming, work: Reckoning) -> May:
    apart = work.read(GROUPING, "widely separated over", says=lambda v: f"Guns over {v}″ apart are widely separated.")
    if exact(inputs.inches_apart) <= apart:
        return May(allowed=True, reason="the guns are close together")
    distant = work.read(GROUPING, "distant target over", says=lambda v: f"A target over {v}″ away is distant.")
    if exact(inputs.inches_to_target) <= distant:
        return May(allowed=True, reason="the target is not distant")
    if inputs.nearest_enemy:
        return May(allowed=True, reason="the target is the enemy nearest to each")
    if inputs.in_charge_range:
        return May(allowed=True, reason="the target is in charge range of friends")
    return May(allowed=False, reason="guns far apart, at a distant target")


def _oblique(inputs: Aiming) -> May:
    if inputs.enemy_ahead:
        return May(allowed=False, reason="they fire at the enemy straight ahead")
    if not inputs.in_arc:
        return May(allowed=False, reason="the target is out of the fire arc")
    return May(allowed=True, reason="nobody is straight ahead")


class Overhead(Inputs):
    """Guns behind friends, and their target."""

    leads = ("inches_behind", "from_above", "fire_roll")
    inches_behind: float = inches("Inches behind the friends")
    from_above: bool = flag("Guns are above the friends")
    target_elevated: bool = flag("Target is elevated")
    fire_roll: int | None = fire_roll()
    unit: str = unit_name("Friendly unit")
    turn: int = whole("Turn", least=0, most=999, default=0)


@dataclass(frozen=True)
class FiredOver:
    """Whether debris disorders the friends."""

    friends_disordered: bool

    def __str__(self) -> str:
        return "debris disorders the friends" if self.friends_disordered else "over their heads"


@procedure(
    id="regimental.over_friends",
    title="Firing over friends",
    rules=("RG-OVER",),
    odds=Convolution(),
    examples=[
        Example({"inches_behind": 7, "from_above": True}, "debris disorders the friends", dice=(2,)),
        Example({"inches_behind": 6.25, "target_elevated": True, "fire_roll": 3}, "over their heads"),
    ],
    tables=("regimental.over_friends",),
)
def over_friends(inputs: Overhead, work: Reckoning) -> FiredOver:
    """Fire over friends, from above or at an elevated target; a low fire roll disorders them (R-317)."""
    least = work.read(
        OVER_FRIENDS, "inches behind them, more than", says=lambda least: f"The guns must be over {least}″ behind."
    )
    if exact(inputs.inches_behind) <= least:
        sentence = f"inches_behind: must be over {least}, not {number(exact(inputs.inches_behind))}."
        raise IllegalOrder(sentence, cites=OVER, field="inches_behind")
    if not (inputs.from_above or inputs.target_elevated):
        sentence = "from_above: the guns must be above the friends, or the target elevated."
        raise IllegalOrder(sentence, cites=OVER, field="from_above")
    subject, what = (in_key(inputs.unit),), "the fire over friends"

    def fired(die: int) -> FiredOver:
        row = "d10 that disorders them, at most"
        most = work.read(OVER_FRIENDS, row, says=lambda most: f"Debris disorders them on {most} or less.")
        return FiredOver(die <= most)

    return rolled(
        inputs.fire_roll, work, fired, rule="RG-OVER", cites=OVER, what=what, subject=subject, turn=inputs.turn
    )
