"""Fog and darkness."""

from fractions import Fraction

from rulesets.core.book import Mark
from rulesets.core.table import Table
from rulesets.regimental import BOOK
from rulesets.regimental.state import Light

FOG = Table[Fraction | int](
    id="regimental.fog",
    title="Fog",
    cites=BOOK.at("Fog"),
    mark=Mark.PRINTED,
    down="measure",
    rows={
        "inches at which units are seen": 4,
        "inches at which units are seen in woods": 2,
        "first turn to roll": 3,
        "d10 that clears it, at least": 7,
        "share of their moves for batteries off the table": Fraction(1, 2),
    },
)

SIGHT = Table[int](
    id="regimental.sight",
    title="Sight at night",
    cites=BOOK.at("Darkness"),
    mark=Mark.PRINTED,
    down="light",
    rows={Light.TWILIGHT: 8, Light.DARK: 4},
    unit="inches",
)

TWILIGHT = Table[int](
    id="regimental.twilight",
    title="Twilight",
    cites=BOOK.at("Darkness"),
    mark=Mark.PRINTED,
    down="measure",
    rows={"length": 2},
    unit="turns",
)
