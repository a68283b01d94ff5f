"""Musketry and cannonade: fire points, what doubles or halves them, the roll, and its effects."""

from collections.abc import Sequence
from fractions import Fraction

from rulesets.core.book import Mark
from rulesets.core.runs import Run
from rulesets.core.table import Table, at_least, at_most
from rulesets.fire_and_fury import BOOK
from rulesets.fire_and_fury.state import Battery, Fire, Firing
from rulesets.fire_and_fury.tables.moving import SHEET

BANDS = ("nearest", "second", "third", "farthest")
DIE_COLUMNS = (at_most(-1), *range(11), at_least(11))

FIRE_RANGES = Table[int | None](
    id="fire_and_fury.fire_ranges",
    title="Range bands",
    cites=BOOK.at("Fire points"),
    mark=Mark.UNKNOWN,
    down="firing",
    across="range band",
    columns=BANDS,
    rows={firing: (None,) * len(BANDS) for firing in Firing},
    unit="inches",
    note="No public page gives these. Enter 0 for a band that the troops don't have.",
    run=Run("row", is_strict=True, none=0),
)

FIRE_POINTS = Table[Fraction | int | None](
    id="fire_and_fury.fire_points",
    title="Fire points per stand or battery",
    cites=BOOK.at("Fire points"),
    mark=Mark.UNKNOWN,
    down="firing",
    across="range band",
    columns=BANDS,
    rows={firing: (None if firing.is_brigade else 10, None, None, None) for firing in Firing},
    marks={(firing, "nearest"): Mark.SOURCED for firing in Firing if not firing.is_brigade},
    unit="fire points",
    note="A club's page gives canister as about 10 per battery; no public page gives the rest. Enter your book's.",
    halves=True,
)

FIRE_MULTIPLIERS = Table[Fraction | int | None](
    id="fire_and_fury.fire_multipliers",
    title="Fire point multipliers",
    cites=BOOK.at("Musketry and cannonade"),
    mark=Mark.SOURCED,
    down="firing",
    rows={
        "disordered infantry or cavalry": Fraction(1, 2),
        "brigade low on ammunition": Fraction(1, 2),
        "stands firing in enfilade": 2,
        "damaged battery": None,
    },
    marks={"damaged battery": Mark.UNKNOWN},
    note=f"{SHEET} It doesn't mention damaged batteries.",
)

FIRE_MODIFIERS = Table[int](
    id="fire_and_fury.fire_modifiers",
    title="Fire modifiers",
    cites=BOOK.at("Musketry and cannonade"),
    mark=Mark.SOURCED,
    down="target",
    rows={
        "limbered, in column or mounted": 1,
        "in woods": -1,
        "behind works": -2,
        "case lost from the sheet": -2,
    },
    signed=True,
    note="The sheet lost the words for its −2, −1, and −2. Other public pages give woods −1 and works −2. "
    "Only the book says when the other −2 applies.",
)


def _row(*ends: int | None) -> tuple[Fire, ...]:
    """Return the effect of every result, from the last result of each column; None is no such column."""
    effects = [Fire.DESULTORY, Fire.LIVELY, Fire.TELLING, Fire.DEADLY, Fire.WITHERING]
    return tuple(_effect(die, ends, effects) for die in range(-1, 12))


def _effect(die: int, ends: Sequence[int | None], effects: Sequence[Fire]) -> Fire:
    for end, effect in zip(ends, effects, strict=False):
        if end is not None and die <= end:
            return effect
    return effects[len(ends)]


FIRE = Table[Fire](
    id="fire_and_fury.fire",
    title="Musketry and cannonade",
    cites=BOOK.at("Musketry and cannonade"),
    mark=Mark.SOURCED,
    down="fire points",
    across="die and modifiers",
    columns=DIE_COLUMNS,
    rows={
        1: _row(9),
        2: _row(8),
        3: _row(7, 10),
        4: _row(7, 9),
        5: _row(6, 9),
        range(6, 8): _row(5, 8),
        range(8, 10): _row(4, 7, 10),
        range(10, 12): _row(4, 7, 9),
        range(12, 15): _row(3, 6, 9),
        range(15, 20): _row(2, 5, 8),
        range(20, 25): _row(1, 4, 7, 10),
        range(25, 30): _row(0, 3, 6, 9),
        range(30, 35): _row(-1, 2, 5, 8),
        range(35, 40): _row(None, 1, 4, 7),
        range(40, 45): _row(None, 0, 3, 6),
        range(45, 50): _row(None, -1, 2, 5),
        range(50, 55): _row(None, -1, 1, 4),
        at_least(55): _row(None, -1, 1, 3),
    },
    marks={range(50, 55): Mark.RECONSTRUCTED, at_least(55): Mark.RECONSTRUCTED},
    note=f"{SHEET} Its columns were lined up again, every row without gap or overlap. "
    "It has one label too few, so the last two rows follow the sister game's table.",
    cover_down=range(1, 400),
    cover_across=range(-30, 40),
    run=Run("row", order=tuple(Fire)),
)

FIRE_EFFECT = Table[object](
    id="fire_and_fury.fire_effect",
    title="Fire effects",
    cites=BOOK.at("Musketry and cannonade"),
    mark=Mark.SOURCED,
    down="effect",
    across="target",
    columns=("disordered", "stands lost", "battery"),
    rows={
        Fire.DESULTORY: (False, 0, ""),
        Fire.LIVELY: (True, 0, Battery.SILENCED),
        Fire.TELLING: (True, 1, "damaged and silenced"),
        Fire.DEADLY: (True, 2, Battery.WRECKED),
        Fire.WITHERING: (True, 3, Battery.WRECKED),
    },
    marks={
        (Fire.TELLING, "battery"): Mark.RECONSTRUCTED,
        (Fire.DEADLY, "battery"): Mark.RECONSTRUCTED,
        (Fire.WITHERING, "battery"): Mark.RECONSTRUCTED,
    },
    note=f"{SHEET} The names of the effects and the results for batteries are the sister game's.",
)

NATURAL_FACES = Table[int](
    id="fire_and_fury.natural_faces",
    title="Natural results of the fire roll",
    cites=BOOK.at("Musketry and cannonade"),
    mark=Mark.SOURCED,
    down="what happens",
    rows={"firing brigades run low on ammunition": 10, "an attached leader of the target may fall": 10},
    marks={"an attached leader of the target may fall": Mark.RECONSTRUCTED},
    note="Before modifiers, this number or more. The first is from a club's page, the second from the sister game.",
)
