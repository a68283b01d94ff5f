"""Inches, and what batteries do in a turn."""

from fractions import Fraction

from rulesets.core.book import Mark
from rulesets.core.table import Table
from rulesets.napoleonic_fury import BOOK
from rulesets.napoleonic_fury.state import Troops

INFANTRY_MOVEMENT = Table[int](
    id="napoleonic_fury.infantry_movement",
    title="Infantry movement",
    cites=BOOK.at("Movement allowances"),
    mark=Mark.PRINTED,
    down="infantry",
    across="rate",
    columns=("column to 1808", "column from 1809", "line", "road", "rough"),
    rows={
        "French or British": (12, 12, 6, 2, 2),
        "Austrian": (9, 11, 5, 2, 2),
        "Prussian": (9, 12, 6, 2, 2),
        "Russian": (9, 11, 4, 2, 2),
        "Spanish, Saxon, Neapolitan, or Rhinebund": (9, 9, 4, 2, 2),
        "Ottoman": (9, 9, 5, 2, 2),
        "other": (9, 11, 5, 2, 2),
    },
    note="Column and line are in inches. A march column on a road moves so many times as far; rough ground costs so "
    "many inches for each inch. The text prints the last 2 run together, as X22/1.",
)

OTHER_MOVEMENT = Table[int](
    id="napoleonic_fury.other_movement",
    title="Movement of cavalry, batteries, and leaders",
    cites=BOOK.at("Movement allowances"),
    mark=Mark.PRINTED,
    down="troops",
    across="rate",
    columns=("move", "road", "rough"),
    rows={
        Troops.LIGHT_CAVALRY: (16, 2, 3),
        Troops.HEAVY_CAVALRY: (14, 2, 4),
        Troops.HORSE_BATTERY: (12, 3, 4),
        Troops.HEAVY_BATTERY: (9, 3, 6),
        Troops.LEADER: (18, 2, 2),
    },
    note="Moves are in inches, as for infantry. The text prints the last 2 columns run together.",
)

MOVEMENT_COSTS = Table[int | Fraction](
    id="napoleonic_fury.movement_costs",
    title="Movement costs",
    cites=BOOK.at("Movement allowances"),
    mark=Mark.PRINTED,
    down="for",
    rows={
        "light infantry in rough ground, for each inch": Fraction(3, 2),
        "formation change, share of the line allowance": Fraction(1, 2),
        "square, share of the line allowance": Fraction(1, 2),
        "passage of lines by infantry or cavalry": 3,
        "passage of lines by artillery": 6,
        "prolonging a horse battery": 2,
        "prolonging a heavy battery": 1,
    },
    marks={"prolonging a heavy battery": Mark.RECONSTRUCTED},
    note="In inches unless a share. The text prints the inch of a heavy battery as a letter I.",
)

BATTERY_FUNCTIONS = Table[int](
    id="napoleonic_fury.battery_functions",
    title="Battery functions",
    cites=BOOK.at("Rule notes"),
    mark=Mark.PRINTED,
    down="battery",
    rows={Troops.HORSE_BATTERY: 3, Troops.HEAVY_BATTERY: 2},
    unit="functions",
    note="Functions are fire, move, and limber or unlimber.",
)

EVASION = Table[bool](
    id="napoleonic_fury.evasion",
    title="Unlimbered horse batteries evade",
    cites=BOOK.at("Rule notes"),
    mark=Mark.PRINTED,
    down="2d6",
    rows={range(2, 10): True, range(10, 13): False},
    note="A battery that fails is disordered where it is.",
    cover_down=range(2, 13),
)
