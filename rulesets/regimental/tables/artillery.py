"""Batteries: fire points, ranges, buildings, friends in the way, prolonge, and recovery."""

from fractions import Fraction

from rulesets.core.book import Mark
from rulesets.core.table import Table
from rulesets.regimental import BOOK
from rulesets.regimental.state import Gun

LIMIT = "farthest"
COLUMNS = (
    "double canister",
    "canister",
    "shrapnel, near",
    "shrapnel, far",
    "shell, near",
    "shell, far",
    "shot, near",
    "shot, far",
)
HALF = Fraction(1, 2)

GUN_RANGES = Table[int](
    id="regimental.gun_ranges",
    title="Artillery ranges",
    cites=BOOK.at("Artillery"),
    mark=Mark.PRINTED,
    down="gun",
    across="ammunition",
    columns=(*COLUMNS, LIMIT),
    rows={
        Gun.NAPOLEON: (8, 16, 16, 32, 16, 32, 24, 48, 60),
        Gun.RIFLE: (8, 16, 16, 32, 16, 32, 24, 48, 60),
        Gun.SIX_POUNDER: (6, 12, 12, 24, 12, 24, 18, 36, 45),
    },
    marks={(gun, LIMIT): Mark.HOUSE for gun in Gun},
    note="In inches: up to this for canister, over this for everything else. The document has no farthest range.",
    limits={LIMIT: (1, 240)},
)

GUN_POINTS = Table[Fraction | int](
    id="regimental.gun_points",
    title="Fire points per section",
    cites=BOOK.at("Artillery"),
    mark=Mark.PRINTED,
    down="gun",
    across="ammunition",
    columns=COLUMNS,
    rows={
        Gun.NAPOLEON: (4, 2, 2, 1, 1, HALF, 1, HALF),
        Gun.RIFLE: (2, 1, 2, 1, 1, HALF, 1, HALF),
        Gun.SIX_POUNDER: (3, Fraction(3, 2), 2, 1, 1, HALF, 1, HALF),
    },
    unit="fire points",
)

GROUPING = Table[int](
    id="regimental.grouping",
    title="Combined fire of batteries",
    cites=BOOK.at("Targeting"),
    mark=Mark.PRINTED,
    down="measure",
    rows={"widely separated over": 6, "distant target over": 16},
    unit="inches",
)

OVER_FRIENDS = Table[int](
    id="regimental.over_friends",
    title="Firing over friends",
    cites=BOOK.at("Firing over troops"),
    mark=Mark.PRINTED,
    down="measure",
    rows={"inches behind them, more than": 6, "d10 that disorders them, at most": 2},
)

BATTERY_RECOVERY = Table[int](
    id="regimental.battery_recovery",
    title="Recovery of a disordered battery",
    cites=BOOK.at("Disordered batteries"),
    mark=Mark.PRINTED,
    down="by",
    rows={"turns without fire received": 1, "inches withdrawn": 4},
)

PROLONGE = Table[Fraction | int](
    id="regimental.prolonge",
    title="Prolonge",
    cites=BOOK.at("Prolonge"),
    mark=Mark.PRINTED,
    down="measure",
    rows={
        "inches moved by hand, at most": 1,
        "degrees turned, at most": 45,
        "share of a turn used by hand": Fraction(1, 2),
        "share of the distance withdrawn while firing": Fraction(1, 2),
    },
    marks={"degrees turned, at most": Mark.RECONSTRUCTED},
    note="The document says 45%, read as 45 degrees.",
)

CAPTURED = Table[int](
    id="regimental.captured",
    title="Captured guns",
    cites=BOOK.at("Captured sections"),
    mark=Mark.PRINTED,
    down="measure",
    rows={"infantry stands for each section": 1},
)
