"""4: movement, rail, supply, and victory."""

from rulesets.civil_war import BOOK
from rulesets.core.book import Mark
from rulesets.core.table import Table, at_least, at_most

__all__ = [
    "ALLOWANCES",
    "ALLOWANCE_CUTS",
    "ELECTION",
    "HEXSIDE_COSTS",
    "MOVEMENT_NUMBERS",
    "STATES",
    "SUPPLY",
    "SUPPLY_CUTS",
    "TERRAIN_COSTS",
    "VICTORY",
]

CLOSED = "closed"

TERRAIN_COSTS = Table[int | str](
    id="civil_war.terrain_costs",
    title="Movement points to enter a hex",
    cites=BOOK.at("4.2"),
    mark=Mark.SOURCED,
    down="hex",
    unit="MP",
    rows={"clear": 1, "rough": 1, "forest": 1, "swamp": 2, "mountain": 1, "sea": CLOSED},
    marks={"rough": Mark.HOUSE},
    note="Enter a mountain hex only over a gap or road hexside or by rail (H-5).",
)

HEXSIDE_COSTS = Table[int | str](
    id="civil_war.hexside_costs",
    title="Extra movement points to cross a hexside",
    cites=BOOK.at("H-1"),
    mark=Mark.HOUSE,
    down="hexside",
    unit="MP",
    rows={
        "none": 0,
        "unnavigable_river": 1,
        "navigable_river": 2,
        "gap_or_road": 1,
        "ridge": CLOSED,
        "estuary": CLOSED,
    },
    marks={"ridge": Mark.RECONSTRUCTED},
    note="H-1 to H-3. A ferry takes the whole allowance.",
)

ALLOWANCES = Table[int](
    id="civil_war.allowances",
    title="Movement allowance",
    cites=BOOK.at("4.2"),
    mark=Mark.RECONSTRUCTED,
    down="force",
    unit="MP",
    rows={"led infantry": 4, "led cavalry": 6, "unled SP": 2, "leader alone": 12},
    marks={"leader alone": Mark.SOURCED},
)

ALLOWANCE_CUTS = Table[int](
    id="civil_war.allowance_cuts",
    title="South's movement cuts as production and imports fall",
    cites=BOOK.at("4.7"),
    mark=Mark.SOURCED,
    down="total",
    unit="MP",
    rows={range(0, 10): 2, range(10, 40): 1, at_least(40): 0},
    cover_down=range(0, 301),
)

MOVEMENT_NUMBERS = Table[int](
    id="civil_war.movement_numbers",
    title="Other movement costs",
    cites=BOOK.at("2.2"),
    mark=Mark.SOURCED,
    down="for",
    unit="MP",
    rows={"cavalry to change control": 1},
)

SUPPLY = Table[int](
    id="civil_war.supply",
    title="Supply",
    cites=BOOK.at("4.4"),
    mark=Mark.SOURCED,
    down="limit",
    rows={
        "hexes to a depot": 4,
        "hexes to friendly rail": 2,
        "points of cities joined": 9,
        "a supply source counts": 9,
    },
    marks={"a supply source counts": Mark.HOUSE},
)

SUPPLY_CUTS = Table[int](
    id="civil_war.supply_cuts",
    title="South's supply cuts as production and imports fall",
    cites=BOOK.at("4.7"),
    mark=Mark.SOURCED,
    down="total",
    across="line to",
    columns=("depot", "rail"),
    unit="hexes",
    rows={range(0, 50): (1, 1), range(50, 70): (1, 0), at_least(70): (0, 0)},
    cover_down=range(0, 301),
)

STATES = Table[int](
    id="civil_war.states",
    title="Victory points by state",
    cites=BOOK.at("4.5"),
    mark=Mark.SOURCED,
    down="state",
    unit="VP",
    rows={
        "AL": 8,
        "FL": 5,
        "GA": 11,
        "MS": 7,
        "NC": 12,
        "SC": 6,
        "TN": 16,
        "VA": 16,
        "AR": 6,
        "LA": 9,
        "TX": 3,
        "KY": 14,
        "MO": 12,
        "WV": 10,
    },
)

VICTORY = Table[str](
    id="civil_war.victory",
    title="Victory by the Union's lead after the last turn",
    cites=BOOK.at("H-11"),
    mark=Mark.HOUSE,
    down="lead",
    rows={
        at_most(24): "Confederate decisive victory",
        range(25, 50): "Confederate substantial victory",
        range(50, 75): "Confederate marginal victory",
        range(75, 100): "Union marginal victory",
        range(100, 125): "Union substantial victory",
        at_least(125): "Union decisive victory",
    },
    marks={range(75, 100): Mark.SOURCED},
    note="A lead of 75 is stated to be a marginal Union victory; the other steps are house numbers.",
    cover_down=range(-300, 301),
)

ELECTION = Table[int](
    id="civil_war.election",
    title="Lincoln's reelection",
    cites=BOOK.at("4.5"),
    mark=Mark.RECONSTRUCTED,
    down="number",
    rows={"turn": 17, "points the Union needs": 50},
)
