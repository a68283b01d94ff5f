"""Musketry and cannonade: fire points, the roll, and its effect on the target."""

from fractions import Fraction
from math import ceil, floor
from typing import Any, Literal

from pydantic import Field

from rulesets.core.errors import BeyondTheTable, IllegalOrder
from rulesets.core.fields import Inputs, choice, flag, several, whole
from rulesets.core.odds import Convolution
from rulesets.core.procedure import Example, procedure
from rulesets.core.reckoning import Reckoning
from rulesets.core.records import dataclass
from rulesets.core.words import a, first_up, many, number, plus, signed
from rulesets.fire_and_fury import BOOK
from rulesets.fire_and_fury.extras import ExtraModifier, add_extras, in_key, more_modifiers, unit_name
from rulesets.fire_and_fury.rulings import R_7, R_9
from rulesets.fire_and_fury.state import Battery, Fire, Firing
from rulesets.fire_and_fury.tables import (
    FIRE,
    FIRE_EFFECT,
    FIRE_MODIFIERS,
    FIRE_MULTIPLIERS,
    FIRE_POINTS,
    FIRE_RANGES,
    NATURAL_FACES,
)

HERE = BOOK.at("Musketry and cannonade")
POINTS = BOOK.at("Fire points")
Target = Literal["line", "column", "mounted cavalry", "unlimbered battery", "limbered battery"]
EASY = ("column", "mounted cavalry", "limbered battery")


def halves(title: str, *, most: int, unit: str, help: str) -> Any:
    """Declare a number in halves, left blank where a table gives it."""
    return Field(None, title=title, ge=0, le=most, multiple_of=0.5, description=help, json_schema_extra={"unit": unit})


class Firer(Inputs):
    """Stands that fire alike. Give those in enfilade a row of their own; a supporting rank doesn't fire."""

    kind: Firing = choice("Firing troops", default=Firing.INFANTRY)
    stands: int = whole("Firing stands", least=1, most=40, unit="stands", default=1)
    points_each: float | None = halves(
        "Fire points per stand",
        most=30,
        unit="fire points",
        help="From your book. Leave blank to read the table by range.",
    )
    range_inches: float | None = halves(
        "Range", most=120, unit="inches", help="Needed if the table gives the fire points."
    )
    disordered: bool = flag("Disordered")
    low_on_ammunition: bool = flag("Low on ammunition")
    enfilade: bool = flag("In enfilade")
    battery: Battery = choice("Battery state", default=Battery.GOOD)


class Volley(Inputs):
    """All the fire at one target, and the target."""

    firers: tuple[Firer, ...] = several("Firers", least=1, most=20)
    target: Target = choice("Target", default="line")
    in_woods: bool = flag("Target in woods")
    behind_works: bool = flag("Target behind works")
    lost_case: bool = flag("Your book's other −2 applies", help="The public sheet lost the words for it.")
    leader_attached: bool = flag("Leader attached to the target")
    extras: tuple[ExtraModifier, ...] = more_modifiers()
    side: Literal["USA", "CSA", ""] = choice("Firing side", default="")
    target_name: str = unit_name("Target name")
    step: Literal["defensive", "offensive"] = choice("Fire phase", default="offensive")
    turn: int = whole("Turn", least=0, most=999, default=0)


@dataclass(frozen=True)
class Hit:
    """The effect; `battery` is the state of a battery that was the target."""

    effect: Fire
    disordered: bool = False
    stands_lost: int = 0
    battery: str = ""
    low_on_ammunition: bool = False
    leader_at_risk: bool = False

    def __str__(self) -> str:
        stands = f", {many(self.stands_lost, 'stand')} lost" if self.stands_lost else ""
        parts = [
            f"{self.effect}: " + (self.battery or ("disordered" + stands if self.disordered else "no effect")),
            "firers low on ammunition" if self.low_on_ammunition else "",
            "a leader may fall" if self.leader_at_risk else "",
        ]
        return "; ".join(filter(None, parts))


@procedure(
    id="fire_and_fury.fire",
    title="Musketry and cannonade",
    odds=Convolution(),
    examples=[
        Example({"firers": [{"stands": 8, "points_each": 1}]}, "telling: disordered, 1 stand lost", dice=(8,)),
        Example(
            {"firers": [{"kind": "12-pdr Napoleon", "points_each": 10}], "target": "unlimbered battery"},
            "lively: silenced",
            dice=(6,),
        ),
        Example(
            {"firers": [{"stands": 3, "points_each": 1}], "leader_attached": True},
            "lively: disordered; firers low on ammunition; a leader may fall",
            dice=(10,),
        ),
    ],
    tables=(
        "fire_and_fury.fire",
        "fire_and_fury.fire_points",
        "fire_and_fury.fire_ranges",
        "fire_and_fury.fire_multipliers",
        "fire_and_fury.fire_modifiers",
        "fire_and_fury.fire_effect",
        "fire_and_fury.natural_faces",
    ),
    is_common=True,
)
def fire(inputs: Volley, work: Reckoning) -> Hit:
    """Add up the fire points of all firers, roll a d10, and add the modifiers."""
    points = fire_points(inputs, work)
    if points < 1:
        return Hit(Fire.DESULTORY)
    modifier = _modifier(inputs, work)
    subject = (inputs.side, in_key(inputs.target_name), inputs.step)
    return work.on_roll(
        10,
        lambda die: _fired(die, modifier, points, inputs, work),
        rule=str(HERE),
        subject=subject,
        turn=inputs.turn,
        what="fire",
    )


def _fired(die: int, modifier: int, points: int, inputs: Volley, work: Reckoning) -> Hit:
    total = die + modifier
    work.step(HERE, f"Fire: die {die} {plus(modifier)} = {number(total)}.", total, die=die, modifiers=modifier)
    says = f"{many(points, 'fire point')}, total {number(total)}"
    return _hit(work.read(FIRE, points, total, says=says), die, inputs, work)


def fire_points(inputs: Volley, work: Reckoning) -> int:
    """Return the fire points, the row of the table (FF-R7)."""
    exactly = sum((_points_of(firer, n, work) for n, firer in enumerate(inputs.firers)), Fraction(0))
    points = _rounded(exactly, work.chosen(R_7))
    rounded = f", rounded from {number(exactly)}" if exactly != points else ""
    work.step(HERE, f"{many(points, 'fire point')} in all{rounded}.", points, exactly=exactly)
    return points


def _rounded(points: Fraction, how: str) -> int:
    if how == "up":
        return ceil(points)
    return floor(points if how == "down" else points + Fraction(1, 2))


def _points_of(firer: Firer, n: int, work: Reckoning) -> Fraction:
    _may_fire(firer, f"firers.{n}")
    each = Fraction(round(firer.points_each * 2), 2) if firer.points_each is not None else _by_range(firer, n, work)
    points = firer.stands * each
    for what in _multipliers(firer):
        points *= Fraction(work.read(FIRE_MULTIPLIERS, what, says=f"{what}, fire points multiplied by") or 0)
    return points


def _may_fire(firer: Firer, field: str) -> None:
    if firer.kind.is_brigade:
        return
    if firer.battery not in (Battery.GOOD, Battery.DAMAGED):
        raise IllegalOrder(f"{field}: {a(firer.battery)} battery cannot fire.", cites=HERE, field=field)
    if firer.low_on_ammunition or firer.disordered:
        sentence = f"{field}: only brigades can be disordered or low on ammunition."
        raise IllegalOrder(sentence, cites=HERE, field=field)


def _multipliers(firer: Firer) -> list[str]:
    applying = {
        "disordered infantry or cavalry": firer.disordered,
        "brigade low on ammunition": firer.low_on_ammunition,
        "stands firing in enfilade": firer.enfilade,
        "damaged battery": firer.battery is Battery.DAMAGED and not firer.kind.is_brigade,
    }
    return [what for what, applies in applying.items() if applies]


def _by_range(firer: Firer, n: int, work: Reckoning) -> Fraction:
    """Read the tables of ranges and fire points, which the umpire or the club's table file must fill."""
    field = f"firers.{n}.range_inches"
    if firer.range_inches is None:
        raise IllegalOrder(f"{field}: enter it, or enter the fire points per stand.", cites=POINTS, field=field)
    for band in FIRE_RANGES.columns:
        reach = work.read(FIRE_RANGES, firer.kind, band, says=f"{firer.kind}, {band} range band, up to")
        if firer.range_inches <= (reach or 0):
            return Fraction(work.read(FIRE_POINTS, firer.kind, band, says=f"{firer.kind}, {band} range band") or 0)
    inches = number(firer.range_inches)
    raise BeyondTheTable(f"{first_up(firer.kind)} cannot reach {inches} inches.", cites=POINTS)


def _modifier(inputs: Volley, work: Reckoning) -> int:
    total = 0
    if inputs.target in EASY:
        total += work.read(FIRE_MODIFIERS, "limbered, in column or mounted", says=f"Target, {inputs.target}")
    if inputs.lost_case:
        total += work.read(FIRE_MODIFIERS, "case lost from the sheet", says="The book's other modifier")
    return total + _cover(inputs, work) + add_extras(inputs.extras, work)


def _cover(inputs: Volley, work: Reckoning) -> int:
    """Return the modifier for woods and works (FF-R9)."""
    cover = {"in woods": inputs.in_woods, "behind works": inputs.behind_works}
    covers = [work.read(FIRE_MODIFIERS, kind, says=f"Target {kind}") for kind, applies in cover.items() if applies]
    if len(covers) > 1 and work.chosen(R_9) == R_9.default:
        work.step(HERE, f"Only the better cover counts: {signed(min(covers))}.", min(covers))
        return min(covers)
    return sum(covers)


def _runs_low(least: int) -> str:
    return f"Firing brigades run low on ammunition on a natural {least} or more."


def _may_fall(least: int) -> str:
    return f"A leader attached to the target may fall on a natural {least} or more."


def _hit(effect: Fire, die: int, inputs: Volley, work: Reckoning) -> Hit:
    is_battery = inputs.target.endswith("battery")
    low = die >= work.read(NATURAL_FACES, "firing brigades run low on ammunition", says=_runs_low)
    low = low and any(firer.kind.is_brigade for firer in inputs.firers)
    risk = inputs.leader_attached and die >= work.read(
        NATURAL_FACES, "an attached leader of the target may fall", says=_may_fall
    )
    if is_battery:
        state = str(work.read(FIRE_EFFECT, effect, "battery", says=f"{effect} fire, battery"))
        return Hit(effect, battery=state, low_on_ammunition=low, leader_at_risk=risk)
    stands = int(str(work.read(FIRE_EFFECT, effect, "stands lost", says=f"{effect} fire, stands lost")))
    disordered = bool(FIRE_EFFECT.at(effect, "disordered", context=work.context))
    return Hit(effect, disordered, stands, low_on_ammunition=low, leader_at_risk=risk)
