"""Fire by infantry and cavalry: fire points, ammunition, and flank fire."""

from collections.abc import Iterator
from fractions import Fraction
from math import floor
from typing import Literal

from rulesets.core.errors import IllegalOrder
from rulesets.core.fields import Inputs, choice, flag, several, whole
from rulesets.core.odds import Convolution
from rulesets.core.procedure import Example, procedure
from rulesets.core.reckoning import Reckoning
from rulesets.core.records import dataclass
from rulesets.core.words import listed, many, number
from rulesets.regimental import BOOK
from rulesets.regimental.extras import (
    FirePoints,
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
from rulesets.regimental.rulings import R_313, R_314
from rulesets.regimental.state import SIDES, Cover, Side, Weapon
from rulesets.regimental.tables import (
    AMMUNITION,
    BANDS,
    FIRE_MODIFIERS,
    FIRE_POINTS,
    FIRE_RANGES,
    FLANK_FIRE,
    LYING_FIRE,
    SECOND_READING,
    SKIRMISH,
)

HERE = BOOK.at("Fire table")


class Firer(Inputs):
    """Stands of one unit that fire alike."""

    leads = ("weapon", "stands", "range_inches")
    weapon: Weapon = choice("Weapon", default=Weapon.RIFLE)
    stands: int = whole("Firing stands", least=1, most=40, unit="stands", default=1)
    range_inches: float = inches("Range")
    lying_down: bool = flag("Lying down")
    skirmishers: bool = flag("Skirmishers")
    surprised: bool = flag("Surprised by a charge")


class Volley(Inputs):
    """All infantry and cavalry that fires at one target, and the target."""

    leads = ("firers", "held_fire", "cover")
    firers: tuple[Firer, ...] = several("Firers", least=1, most=20)
    held_fire: bool = flag("All held their fire until close range")
    cover: Cover = choice("Target's cover", default=Cover.NONE)
    target_lying_down: bool = flag("Target lying down")
    cavalry_skirmishers: bool = flag("Target is cavalry skirmishers")
    screened: bool = flag("Target has skirmishers out")
    side: Literal["USA", "CSA", ""] = choice("Firing side", default="")


@procedure(
    id="regimental.fire_points",
    title="Fire points of infantry and cavalry",
    rules=("RG-FIRE", "RG-VOLLEY"),
    examples=[
        Example({"firers": [{"stands": 5, "range_inches": 20}]}, "2 fire points"),
        Example(
            {"firers": [{"stands": 6, "range_inches": 8}], "held_fire": True, "cover": "light works"},
            "6 fire points; 0 in all: +1 point-blank volley; −1 target in light works",
        ),
        Example(
            {"firers": [{"weapon": "repeater", "stands": 3, "range_inches": 6, "lying_down": True}], "side": "USA"},
            "12 fire points",
        ),
    ],
    tables=(
        "regimental.fire_points",
        "regimental.fire_ranges",
        "regimental.fire_modifiers",
        "regimental.lying_fire",
        "regimental.half_effect",
        "regimental.skirmish",
    ),
    is_common=True,
)
def fire_points(inputs: Volley, work: Reckoning) -> FirePoints:
    """Add up the fire points of all stands, and list what this book adds to the fire roll of Fire and Fury.

    Enter both in its own form, which halves the fire of stands that are disordered or low on ammunition.
    """
    parts = [points_of_firer(firer, n, inputs, work) for n, firer in enumerate(inputs.firers)]
    by_unit = work.chosen(R_314) != R_314.default
    exactly = sum(map(floor, parts) if by_unit else parts, Fraction(0))
    points = floor(exactly)
    rounded = f", rounded down from {number(exactly)}" if exactly != points else ""
    work.step(HERE, f"{many(points, 'fire point')} in all{rounded}.", points, exactly=exactly)
    return FirePoints(points, (*volley_modifier(inputs, work), *_target(inputs, work)))


def points_of_firer(firer: Firer, n: int, inputs: Volley, work: Reckoning) -> Fraction:
    """Return the exact fire points of stands that fire alike."""
    _may_have(firer.weapon, inputs.side, f"firers.{n}.weapon")
    band = _band(firer, n, work)
    row = firer.weapon
    is_second = firer.weapon is Weapon.RIFLE and work.chosen(R_313) != R_313.default
    each = work.read(FIRE_POINTS, SECOND_READING if is_second else row, band, says=f"{row}, {band} range, per stand")
    points = Fraction(firer.stands * each)
    for share in _shares(firer, n, inputs, work):
        points *= share
    return points


def _may_have(weapon: Weapon, side: str, field: str) -> None:
    """Refuse repeaters to the Confederates, and hand weapons to the Union."""
    if (weapon, side) in ((Weapon.REPEATER, "CSA"), (Weapon.PISTOL, "USA")):
        whose = "the Union has repeaters" if side == "CSA" else "Confederate cavalry fires pistols and shotguns"
        raise IllegalOrder(f"{field}: only {whose}.", cites=HERE, field=field)


def _band(firer: Firer, n: int, work: Reckoning) -> str:
    reach = 0
    for band in BANDS:
        reach = FIRE_RANGES.at(firer.weapon, band, context=work.context) or reach
        if exact(firer.range_inches) <= reach:
            work.step(HERE, f"{number(exact(firer.range_inches))}″ is {band} range, up to {reach}″.", band)
            return band
    field, given = f"firers.{n}.range_inches", number(exact(firer.range_inches))
    limit = (
        f"must be {reach} or less for {_plural(firer.weapon)}"
        if reach
        else f"{_plural(firer.weapon)} fire only in melee"
    )
    raise IllegalOrder(f"{field}: {limit}, not {given}.", cites=HERE, field=field)


def _shares(firer: Firer, n: int, inputs: Volley, work: Reckoning) -> Iterator[Fraction]:
    if firer.lying_down:
        if firer.weapon is Weapon.PISTOL:
            field = f"firers.{n}.lying_down"
            raise IllegalOrder(f"{field}: pistols and shotguns are fired on horseback.", cites=HERE, field=field)
        yield work.read(LYING_FIRE, firer.weapon, says=f"{firer.weapon} lying down, fire points times")
    halves = {
        "by skirmishers": firer.skirmishers,
        "by a surprised unit": firer.surprised,
        "at a screened unit": inputs.screened and _is_screened(firer, work),
    }
    yield from (halved(row, work) for row, applies in halves.items() if applies)


def _is_screened(firer: Firer, work: Reckoning) -> bool:
    row = "inches beyond which they screen from infantry fire"
    return exact(firer.range_inches) > work.read(SKIRMISH, row, says=lambda v: f"Skirmishers screen beyond {v}″.")


def volley_modifier(inputs: Volley, work: Reckoning) -> tuple[Modifier, ...]:
    """Return the bonus of a point-blank volley (R-315)."""
    if not inputs.held_fire:
        return ()
    for n, firer in enumerate(inputs.firers):
        close = FIRE_RANGES.at(firer.weapon, "close", context=work.context)
        if exact(firer.range_inches) > close:
            field = f"firers.{n}.range_inches"
            sentence = f"{field}: must be {close} or less for a point-blank volley."
            raise IllegalOrder(sentence, cites=BOOK.at("Point-blank volley"), field=field)
    return (modifier(FIRE_MODIFIERS, "point-blank volley", work),)


def _target(inputs: Volley, work: Reckoning) -> tuple[Modifier, ...]:
    return target_modifiers(inputs.cover, work, lying=inputs.target_lying_down, skirmishers=inputs.cavalry_skirmishers)


class Shot(Inputs):
    """Units that have fired."""

    leads = ("side", "fire_roll")
    side: Side = choice("Firing side")
    fire_roll: int | None = fire_roll()
    unit: str = unit_name("Firing unit")
    turn: int = whole("Turn", least=0, most=999, default=0)


@dataclass(frozen=True)
class LowAmmunition:
    """Whether the firing unit is low on ammunition from now on."""

    low: bool

    def __str__(self) -> str:
        return "low on ammunition" if self.low else "enough ammunition"


@procedure(
    id="regimental.low_ammunition",
    title="Low on ammunition",
    rules=("RG-AMMO",),
    odds=Convolution(),
    examples=[
        Example({"side": "CSA"}, "low on ammunition", dice=(9,)),
        Example({"side": "USA", "fire_roll": 9}, "enough ammunition"),
    ],
    tables=("regimental.ammunition",),
    is_common=True,
)
def low_ammunition(inputs: Shot, work: Reckoning) -> LowAmmunition:
    """Tell whether infantry or cavalry runs low: Confederates, with 30 rounds against 50, on a 9 already (R-317)."""
    side = SIDES[inputs.side]

    def shot(die: int) -> LowAmmunition:
        least = work.read(AMMUNITION, side, says=lambda least: f"{side} units run low on {least} or more.")
        return LowAmmunition(die >= least)

    return rolled(
        inputs.fire_roll,
        work,
        shot,
        rule="RG-AMMO",
        cites=BOOK.at("Low on ammunition"),
        what="fire",
        subject=(inputs.side, in_key(inputs.unit)),
        turn=inputs.turn,
    )


class Flanked(Inputs):
    """A unit under fire from enemies who don't overlap its front."""

    leads = ("left_stands", "right_stands", "skirmishers_out")
    left_stands: int = whole("Infantry stands firing at its left flank", least=0, most=40, unit="stands", default=0)
    right_stands: int = whole("Infantry stands firing at its right flank", least=0, most=40, unit="stands", default=0)
    skirmishers_out: bool = flag("Has skirmishers out")
    lying_down: bool = flag("Lying down")
    in_works: bool = flag("In works")


@dataclass(frozen=True)
class PushedBack:
    """How far each flank goes back."""

    left_back: int
    right_back: int

    def __str__(self) -> str:
        if self.left_back and self.right_back:
            return f"whole regiment back {self.left_back}″"
        if not (self.left_back or self.right_back):
            return "holds its line"
        side, back = ("left", self.left_back) if self.left_back else ("right", self.right_back)
        return f"{side} flank back {back}″"


@procedure(
    id="regimental.flank_fire",
    title="Flank fire",
    rules=("RG-FLANK",),
    examples=[
        Example({"left_stands": 4}, "left flank back 1″"),
        Example({"left_stands": 4, "right_stands": 5}, "whole regiment back 1″"),
        Example({"right_stands": 4, "in_works": True}, "holds its line"),
    ],
    tables=("regimental.flank_fire",),
)
def flank_fire(inputs: Flanked, work: Reckoning) -> PushedBack:
    """Tell whether oblique fire pushes back a flank, or both; skirmishers, lying down, and works prevent it (R-318)."""
    here = BOOK.at("Flank fire")
    safe = {
        "it has skirmishers out": inputs.skirmishers_out,
        "it is lying down": inputs.lying_down,
        "it is in works": inputs.in_works,
    }
    if reasons := [reason for reason, applies in safe.items() if applies]:
        work.step(here, f"Flank fire does not push it back, since {listed(reasons)}.", 0)
        return PushedBack(0, 0)
    least = work.read(FLANK_FIRE, "firing stands, at least", says="Stands firing at a flank, at least")
    back = work.read(FLANK_FIRE, "inches back", says="Inches back")
    found = PushedBack(*(back if stands >= least else 0 for stands in (inputs.left_stands, inputs.right_stands)))
    says = f"{many(inputs.left_stands, 'stand')} at the left, {inputs.right_stands} at the right: {found}."
    work.step(here, says, (found.left_back, found.right_back))
    return found


def _plural(weapon: Weapon) -> str:
    """Name a weapon in the plural."""
    return {Weapon.RIFLE: "Springfields and Enfields", Weapon.PISTOL: "pistols and shotguns"}.get(weapon, f"{weapon}s")
