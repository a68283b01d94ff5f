"""Movement: inches by troops and formation, and what terrain leaves of them."""

from fractions import Fraction

from rulesets.core.book import Mark
from rulesets.core.table import Table
from rulesets.the_war_game import BOOK
from rulesets.the_war_game.state import Ground, Kind, Pace, Slope

HALF = Fraction(1, 2)

MOVES = Table[Fraction | int](
    id="the_war_game.moves",
    title="Movement",
    cites=BOOK.at("Movement"),
    mark=Mark.PRINTED,
    down="troops",
    rows={
        Pace.LINE: 6,
        Pace.FIRING: 4,
        Pace.COLUMN: Fraction(15, 2),
        Pace.OPEN: Fraction(15, 2),
        Pace.CHARGING: 9,
        Pace.CAVALRY: 9,
        Pace.CAVALRY_CHARGE: 18,
        Pace.TEAM: 6,
        Pace.MANHANDLED: 1,
        Pace.WAGON: 6,
        Pace.UP_RIVER: 6,
        Pace.DOWN_RIVER: 9,
        Pace.CANAL: Fraction(15, 2),
    },
    unit="inches",
)

FASTER_GUNS = Table[int](
    id="the_war_game.faster_guns",
    title="Faster artillery",
    cites=BOOK.at("Movement"),
    mark=Mark.HOUSE,
    down="troops",
    rows={Pace.TEAM: 9, Pace.MANHANDLED: 4},
    unit="inches",
    note="Used only if that ruling is on. Below the article the author thinks of 8 to 9″ with a team, and 4″ by hand.",
    limits={"": (1, 60)},
)

TERRAIN = Table[Fraction | int](
    id="the_war_game.terrain",
    title="Share of a move by terrain",
    cites=BOOK.at("Movement and terrain"),
    mark=Mark.PRINTED,
    down="terrain",
    across="troops",
    columns=(Kind.LINE, Kind.OPEN, Kind.CAVALRY, Kind.GUNS),
    rows={
        Slope.UP: (HALF, HALF, HALF, HALF),
        Slope.DOWN: (1, 1, 1, 1),
        Ground.SCENIC: (HALF, HALF, HALF, HALF),
        Ground.WOODS: (HALF, 1, 0, 0),
        Ground.SWAMP: (0, HALF, 0, 0),
    },
    note="0 is no entry. The page's light infantry is infantry in open order here.",
)

FORDS = Table[int](
    id="the_war_game.fords",
    title="Moves to ford a river or stream",
    cites=BOOK.at("Movement and terrain"),
    mark=Mark.PRINTED,
    down="troops",
    rows={Kind.LINE: 2, Kind.OPEN: 2, Kind.CAVALRY: 2, Kind.GUNS: 4},
    unit="moves",
)

BUILDINGS = Table[int](
    id="the_war_game.buildings",
    title="Garrison of a building",
    cites=BOOK.at("Movement and terrain"),
    mark=Mark.PRINTED,
    down="garrison",
    rows={"infantry figures per section": 7},
    unit="figures",
)
