"""Musketry and cannonade: fire points by range, the roll, and its effects."""

from collections.abc import Sequence
from fractions import Fraction

from rulesets.core.book import Mark
from rulesets.core.runs import Run
from rulesets.core.table import Table, at_least, at_most
from rulesets.napoleonic_fury import BOOK
from rulesets.napoleonic_fury.state import Battery, Fire, Firing

HALF = Fraction(1, 2)
REACHES = {
    "contact": 0,
    "to 1″": 1,
    "to 2″": 2,
    "to 3″": 3,
    "to 8″": 8,
    "to 12″": 12,
    "to 16″": 16,
}

FIRE_POINTS = Table[int](
    id="napoleonic_fury.fire_points",
    title="Fire points per stand or battery",
    cites=BOOK.at("Range and fire points"),
    mark=Mark.PRINTED,
    down="firing",
    across="range",
    columns=tuple(REACHES),
    rows={
        Firing.INFANTRY: (2, 1, 1, 0, 0, 0, 0),
        Firing.LIGHT: (2, 1, 1, 1, 0, 0, 0),
        Firing.DISMOUNTED: (1, 1, 0, 0, 0, 0, 0),
        Firing.HORSE: (8, 8, 8, 3, 3, 1, 0),
        Firing.HEAVY: (12, 12, 12, 4, 4, 2, 1),
    },
    unit="fire points",
    note="Each column begins where the one before ends; 0 is out of range. The text ran points and ranges together; "
    "the ranges of artillery must join at 2″, 8″, and 12″.",
)

FIRE_MULTIPLIERS = Table[int | Fraction](
    id="napoleonic_fury.fire_multipliers",
    title="Fire point multipliers",
    cites=BOOK.at("Fire table modifiers"),
    mark=Mark.PRINTED,
    down="for",
    rows={
        "target in march column": 2,
        "disordered": HALF,
        "deployed": HALF,
        "damaged battery": HALF,
        "firing at a breakthrough unit": HALF,
    },
)

FIRE_MODIFIERS = Table[int](
    id="napoleonic_fury.fire_modifiers",
    title="Fire modifiers",
    cites=BOOK.at("Fire table modifiers"),
    mark=Mark.PRINTED,
    down="for",
    rows={
        "French, British, or Russian heavy artillery out to 8″": 1,
        "artillery at canister range firing at mounted cavalry": 1,
        "target changed formation in range, or is limbered artillery": 1,
        "light infantry firing": 1,
        "target enfiladed": 1,
        "target in square": 2,
        "infantry firing at unlimbered artillery": -1,
        "target in woods, behind a hedge, on higher ground, or in a town": -1,
        "artillery that unlimbered or prolonged this turn": -1,
        "target deployed in a town, behind a stone wall, or in works": -2,
        "infantry firing at charging cavalry": -2,
        "target deployed in a fortified town": -3,
    },
    signed=True,
    note="National modifiers have a table of their own. Light infantry has its modifier except that of Russia, Spain, "
    "Naples, and the Ottoman Empire; infantry in square has no modifier against charging cavalry.",
)

FIRE_LIMITS = Table[int](
    id="napoleonic_fury.fire_limits",
    title="Limits of fire modifiers",
    cites=BOOK.at("Fire table modifiers"),
    mark=Mark.PRINTED,
    down="limit",
    rows={"all modifiers together, up or down": 3, "canister range in inches": 2, "heavy artillery in inches": 8},
)

TOTALS = (at_most(-1), *range(12), at_least(12))


def _row(*ends: int | None) -> tuple[Fire, ...]:
    """Return the effect of every result, from the last result of each column; None is no such column."""
    return tuple(_effect(total, ends) for total in range(-1, 13))


def _effect(total: int, ends: Sequence[int | None]) -> Fire:
    within = (fire for fire, end in zip(Fire, ends, strict=False) if end is not None and max(total, 0) <= end)
    return next(within, tuple(Fire)[len(ends)])


FIRE_ROWS: dict[object, tuple[Fire, ...]] = {
    HALF: _row(10),
    1: _row(9),
    2: _row(8),
    3: _row(8, 11),
    4: _row(7, 10),
    5: _row(6, 9),
    range(6, 8): _row(5, 8),
    range(8, 10): _row(5, 8, 11),
    range(10, 12): _row(4, 7, 10),
    range(12, 15): _row(3, 6, 9),
    range(15, 20): _row(2, 5, 8, 11),
    range(20, 25): _row(1, 4, 7, 10),
    range(25, 30): _row(0, 3, 6, 9),
    range(30, 35): _row(None, 2, 5, 8),
    range(35, 40): _row(None, 1, 4, 7),
    range(40, 46): _row(None, 1, 3, 6),
    range(46, 51): _row(None, 0, 2, 5),
    at_least(51): _row(None, 0, 1, 4),
}

FIRE = Table[Fire](
    id="napoleonic_fury.fire",
    title="Musketry and cannonade",
    cites=BOOK.at("Musketry and cannonade table"),
    mark=Mark.PRINTED,
    down="fire points",
    across="dice and modifiers",
    columns=TOTALS,
    rows=FIRE_ROWS,
    marks={(row, at_most(-1)): Mark.HOUSE for row in FIRE_ROWS},
    note="The text ran the columns together; only one way to divide it gives every row its columns without gap or "
    "overlap. It begins at 0; a total of −1 reads as 0.",
    cover_down=(HALF, *range(1, 400)),
    cover_across=range(-30, 40),
    run=Run("row", order=tuple(Fire)),
)

FIRE_EFFECT = Table[object](
    id="napoleonic_fury.fire_effect",
    title="Fire effects",
    cites=BOOK.at("Musketry and cannonade table"),
    mark=Mark.PRINTED,
    down="effect",
    across="target",
    columns=("disordered", "stands lost", "battery"),
    rows={
        Fire.DESULTORY: (False, 0, "none"),
        Fire.LIVELY: (True, 0, Battery.SILENCED),
        Fire.TELLING: (True, 1, "damaged and silenced"),
        Fire.DEADLY: (True, 2, Battery.WRECKED),
        Fire.WITHERING: (True, 3, Battery.WRECKED),
    },
)

CASUALTY = Table[int](
    id="napoleonic_fury.casualty",
    title="Natural result of the fire roll",
    cites=BOOK.at("Fallen leader table"),
    mark=Mark.PRINTED,
    down="what happens",
    rows={"an officer attached to the target may fall": 12},
)
