"""Musketry and cannonade: the roll, its modifiers, and its effect on the target."""

from collections.abc import Iterator
from enum import StrEnum
from fractions import Fraction
from functools import partial
from typing import Literal

from rulesets.core.errors import IllegalOrder
from rulesets.core.fields import choice, flag, several, whole
from rulesets.core.odds import Convolution
from rulesets.core.procedure import Example, procedure
from rulesets.core.reckoning import Reckoning
from rulesets.core.records import dataclass
from rulesets.core.words import first_up, listed, many, number, plus, signed
from rulesets.napoleonic_fury import BOOK
from rulesets.napoleonic_fury.fire_points import HALF, PointsOf, UnderFire, fire_points
from rulesets.napoleonic_fury.rulings import R_135, R_136, R_137
from rulesets.napoleonic_fury.state import Fire, Firing, Nation
from rulesets.napoleonic_fury.tables import CASUALTY, FIRE, FIRE_EFFECT, FIRE_LIMITS, FIRE_MODIFIERS
from rulesets.napoleonic_fury.units import (
    battle_year,
    in_key,
    is_french,
    national,
    national_row,
    side_name,
    unit_name,
)

HERE = BOOK.at("Musketry and cannonade table")
MODIFIERS = BOOK.at("Fire table modifiers")
NO_LIGHT_FIRE = (Nation.RUSSIA, Nation.SPAIN, Nation.OTTOMANS, Nation.NAPLES)


class Cover(StrEnum):
    """What shields a target."""

    WOODS = "woods"
    HEDGE = "hedge"
    HEIGHT = "higher ground"
    TOWN = "town"
    DEPLOYED = "deployed in a town"
    WALL = "stone wall"
    WORKS = "entrenchment or works"
    FORTIFIED = "deployed in a fortified town"


LIGHT_COVER = "target in woods, behind a hedge, on higher ground, or in a town"
HEAVY_COVER = "target deployed in a town, behind a stone wall, or in works"
COVERS = {
    Cover.WOODS: LIGHT_COVER,
    Cover.HEDGE: LIGHT_COVER,
    Cover.HEIGHT: LIGHT_COVER,
    Cover.TOWN: LIGHT_COVER,
    Cover.DEPLOYED: HEAVY_COVER,
    Cover.WALL: HEAVY_COVER,
    Cover.WORKS: HEAVY_COVER,
    Cover.FORTIFIED: "target deployed in a fortified town",
}


class Firer(PointsOf):
    """Firers with what modifies their roll."""

    nation: Nation = choice("Nation", default=Nation.FRANCE)
    in_square: bool = flag("In square")
    moved_guns: bool = flag("Unlimbered or prolonged this turn", help="It counts in offensive fire.")


class Volley(UnderFire):
    """All the fire at one target, and the target."""

    leads = ("firers", "target", "covers")
    firers: tuple[Firer, ...] = several("Firers", least=1, most=12)
    target: Literal["infantry", "mounted cavalry", "dismounted cavalry", "unlimbered battery", "limbered battery"] = (
        choice("Target", default="infantry")
    )
    covers: tuple[Cover, ...] = several(
        "Target's cover", most=8, default=(), help=f"Separated by commas: {listed(Cover, 'or')}."
    )
    square: bool = flag("Target in square")
    charging: bool = flag("Target charges", help="Only mounted cavalry.")
    changed_formation: bool = flag("Target changed formation in range")
    enfiladed: bool = flag("Target enfiladed")
    leader_attached: bool = flag("Leader attached to the target")
    year: int = battle_year()
    side: str = side_name("Firing side")
    target_name: str = unit_name("Target name")
    step: Literal["defensive", "offensive"] = choice("Fire", default="offensive")
    turn: int = whole("Turn", least=0, most=999, default=0)


@dataclass(frozen=True)
class Hit:
    """The effect; `battery` is the state of a battery that was the target."""

    effect: Fire
    disordered: bool
    stands_lost: int
    battery: str
    leader_at_risk: bool

    def __str__(self) -> str:
        stands = f", {many(self.stands_lost, 'stand')} lost" if self.stands_lost else ""
        harm = self.battery or (f"disordered{stands}" if self.disordered else "no effect")
        return f"{self.effect}: {harm}{'; a leader may fall' if self.leader_at_risk else ''}"


@procedure(
    id="napoleonic_fury.fire",
    title="Musketry and cannonade",
    rules=("NF-FIRE", "NF-EFFECT", "NF-FIREMOD", "NF-RANGE", "NF-CONTACT", "NF-PASSDIS", "NF-LEADER", "NF-DICE"),
    odds=Convolution(),
    examples=[
        Example({"firers": [{"stands": 6, "range_inches": 2}]}, "lively: disordered", dice=(4, 4)),
        Example(
            {
                "firers": [{"kind": "heavy artillery", "range_inches": 8, "nation": "Russia"}],
                "target": "unlimbered battery",
                "covers": ["entrenchment or works"],
            },
            "lively: silenced",
            dice=(5, 5),
        ),
        Example(
            {
                "firers": [{"stands": 5, "range_inches": 1, "nation": "Britain"}],
                "march_column": True,
                "leader_attached": True,
            },
            "deadly: disordered, 2 stands lost; a leader may fall",
            dice=(6, 6),
        ),
    ],
    tables=(
        "napoleonic_fury.fire",
        "napoleonic_fury.fire_points",
        "napoleonic_fury.fire_multipliers",
        "napoleonic_fury.fire_modifiers",
        "napoleonic_fury.national_modifiers",
        "napoleonic_fury.fire_limits",
        "napoleonic_fury.fire_effect",
        "napoleonic_fury.casualty",
    ),
    is_common=True,
)
def fire(inputs: Volley, work: Reckoning) -> Hit:
    """Add up the fire points, roll 2d6 with modifiers of 3 at most either way, and read the effect."""
    _check_target(inputs)
    points = fire_points(inputs, work).points
    if points < HALF:
        return Hit(Fire.DESULTORY, disordered=False, stands_lost=0, battery="", leader_at_risk=False)
    modifier = _modifier(inputs, work)
    subject = (in_key(inputs.side), in_key(inputs.target_name), inputs.step)
    return work.on_roll(
        6,
        lambda dice: _fired(dice, modifier, points, inputs, work),
        rule="NF-FIRE",
        cites=HERE,
        subject=subject,
        turn=inputs.turn,
        count=2,
        what="fire",
    )


def _fired(dice: int, modifier: int, points: Fraction, inputs: Volley, work: Reckoning) -> Hit:
    total = dice + modifier
    work.step(HERE, f"Fire: dice {dice} {plus(modifier)} = {number(total)}.", total, dice=dice, modifiers=modifier)
    row = HALF if points < 1 else int(points)
    effect = work.read(FIRE, row, total, says=f"Row of {number(row)}, total {number(total)}")
    return _hit(effect, dice, inputs, work)


def _check_target(inputs: Volley) -> None:
    faults = {
        "square": (inputs.square and inputs.target != "infantry", "only infantry can form square"),
        "march_column": (
            inputs.march_column and (inputs.square or inputs.target == "unlimbered battery"),
            "a square or an unlimbered battery cannot be in march column",
        ),
        "charging": (inputs.charging and inputs.target != "mounted cavalry", "only mounted cavalry counts as charging"),
        "enfiladed": (
            inputs.enfiladed and inputs.target.endswith("battery"),
            "only infantry and cavalry can be enfiladed",
        ),
    }
    for field, (is_wrong, says) in faults.items():
        if is_wrong:
            raise IllegalOrder(f"{field}: {says}.", cites=MODIFIERS, field=field)
    for n, firer in enumerate(inputs.firers):
        _check_firer(firer, f"firers.{n}")


def _check_firer(firer: Firer, field: str) -> None:
    if firer.in_square and not firer.kind.is_infantry:
        raise IllegalOrder(
            f"{field}.in_square: only infantry can form square.", cites=MODIFIERS, field=f"{field}.in_square"
        )
    if firer.moved_guns and not firer.kind.is_artillery:
        sentence = f"{field}.moved_guns: only batteries unlimber or prolong."
        raise IllegalOrder(sentence, cites=MODIFIERS, field=f"{field}.moved_guns")


def _modifier(inputs: Volley, work: Reckoning) -> int:
    """Add up the modifiers, to 3 at most either way."""
    total = sum(work.read(FIRE_MODIFIERS, row, says=first_up(row)) for row in _rows(inputs, work))
    total += _national(inputs, work) + _cover(inputs, work)
    most = FIRE_LIMITS.at("all modifiers together, up or down", context=work.context)
    held = max(-most, min(most, total))
    limited = f", limited to {signed(held)}" if held != total else ""
    work.step(MODIFIERS, f"Fire modifiers: {signed(total)}{limited}.", held)
    return held


def _rows(inputs: Volley, work: Reckoning) -> Iterator[str]:
    """Yield the rows that apply, of the first firer or of what all share (R-136)."""
    of_firers = [list(_rows_of(firer, inputs, work)) for firer in inputs.firers]
    if len(of_firers) > 1 and work.chosen(R_136) != R_136.default:
        yield from (row for row in of_firers[0] if all(row in rows for rows in of_firers))
    else:
        yield from of_firers[0]
    if inputs.changed_formation or inputs.target == "limbered battery":
        yield "target changed formation in range, or is limbered artillery"
    if inputs.enfiladed:
        yield "target enfiladed"
    if inputs.square:
        yield "target in square"


def _rows_of(firer: Firer, inputs: Volley, work: Reckoning) -> Iterator[str]:
    """Yield the rows that depend on a firer."""
    limit = partial(FIRE_LIMITS.at, context=work.context)
    if _has_good_guns(firer, work) and firer.range_inches <= limit("heavy artillery in inches"):
        yield "French, British, or Russian heavy artillery out to 8″"
    canister = firer.kind.is_artillery and firer.range_inches <= limit("canister range in inches")
    if canister and inputs.target == "mounted cavalry":
        yield "artillery at canister range firing at mounted cavalry"
    if firer.kind is Firing.LIGHT and firer.nation not in NO_LIGHT_FIRE:
        yield "light infantry firing"
    if firer.kind.is_infantry and inputs.target == "unlimbered battery":
        yield "infantry firing at unlimbered artillery"
    if firer.kind.is_infantry and inputs.charging and not firer.in_square:
        yield "infantry firing at charging cavalry"
    if firer.moved_guns and inputs.step == "offensive":
        yield "artillery that unlimbered or prolonged this turn"


def _has_good_guns(firer: Firer, work: Reckoning) -> bool:
    """Tell which artillery has the bonus (R-135)."""
    if not firer.kind.is_artillery:
        return False
    if firer.nation is Nation.RUSSIA:
        return firer.kind is Firing.HEAVY
    if firer.nation is not Nation.BRITAIN and not is_french(firer.nation, work):
        return False
    return firer.kind is Firing.HEAVY or work.chosen(R_135) != R_135.default


def _national(inputs: Volley, work: Reckoning) -> int:
    """Return the national modifier of infantry that fires."""
    first, *others = inputs.firers
    sharing = others if others and work.chosen(R_136) != R_136.default else ()
    if not first.kind.is_infantry or any((o.kind.is_infantry, o.nation) != (True, first.nation) for o in sharing):
        return 0
    row = national_row(first.nation, inputs.year, cavalry=False, trained=False)
    return national(row, "fire", work)


def _cover(inputs: Volley, work: Reckoning) -> int:
    """Return the modifier for the best cover, or for all lines (R-137)."""
    rows = list(dict.fromkeys(COVERS[cover] for cover in inputs.covers))
    values = [work.read(FIRE_MODIFIERS, row, says=first_up(row)) for row in rows]
    if len(values) > 1 and work.chosen(R_137) == R_137.default:
        work.step(MODIFIERS, f"Only the best cover counts: {signed(min(values))}.", min(values))
        return min(values)
    return sum(values)


def _may_fall(natural: int) -> str:
    return f"An officer attached to the target may fall on a natural {natural}."


def _hit(effect: Fire, dice: int, inputs: Volley, work: Reckoning) -> Hit:
    row = "an officer attached to the target may fall"
    risk = inputs.leader_attached and dice == work.read(CASUALTY, row, says=_may_fall)
    if inputs.target.endswith("battery"):
        state = str(work.read(FIRE_EFFECT, effect, "battery", says=f"{effect} fire, battery"))
        battery = state if effect is not Fire.DESULTORY else ""
        return Hit(effect, disordered=False, stands_lost=0, battery=battery, leader_at_risk=risk)
    stands = int(str(work.read(FIRE_EFFECT, effect, "stands lost", says=f"{effect} fire, stands lost")))
    disordered = bool(FIRE_EFFECT.at(effect, "disordered", context=work.context))
    return Hit(effect, disordered=disordered, stands_lost=stands, battery="", leader_at_risk=risk)
