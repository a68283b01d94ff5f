"""Morale, officers, and detachments."""

from fractions import Fraction

from rulesets.core.book import Mark
from rulesets.core.table import Table
from rulesets.the_war_game import BOOK

COMMAND = Table[int](
    id="the_war_game.command",
    title="Command points",
    cites=BOOK.at("Morale"),
    mark=Mark.PRINTED,
    down="officer",
    rows={"colonel": 3, "first other officer": 2, "second other officer": 1},
    unit="points",
    note="Infantry and cavalry alike.",
)

LOSSES = Table[Fraction | int](
    id="the_war_game.losses",
    title="Points for losses",
    cites=BOOK.at("Morale"),
    mark=Mark.PRINTED,
    down="lost of the original rank and file",
    across="effect",
    columns=("share", "points"),
    rows={"one sixth": (Fraction(1, 6), -1), "one quarter": (Fraction(1, 4), -2)},
    note="From a half on, see the 50% rule.",
)

MORALE_NEEDED = Table[int](
    id="the_war_game.morale_needed",
    title="Good morale needs",
    cites=BOOK.at("Morale"),
    mark=Mark.PRINTED,
    down="test",
    rows={1: 6, 2: 7, 3: 8, 4: 9, 5: 10},
    note="This number or more. A unit whose morale was bad tests on each following move; after the fifth test it is "
    "dispersed.",
)

OFFICER_SAVE = Table[int](
    id="the_war_game.officer_save",
    title="Saving roll",
    cites=BOOK.at("Saving throw for officers"),
    mark=Mark.PRINTED,
    down="officer",
    rows={"is saved with": 5},
    note="This number or more.",
)

DETACHMENT = Table[int](
    id="the_war_game.detachment",
    title="Detachment",
    cites=BOOK.at("Morale and Detachments"),
    mark=Mark.PRINTED,
    down="detachment",
    rows={"officers": 1, "privates": 8, "retires after privates lost": 4},
)
