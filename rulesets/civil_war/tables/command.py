"""2 and limits L-1 to L-4: command, armies, stacking, works."""

from rulesets.civil_war import BOOK
from rulesets.core.book import Mark
from rulesets.core.table import Table

__all__ = [
    "ARMIES",
    "ARMIES_IN_A_THEATER",
    "COMMAND_LIMITS",
    "DEPOTS",
    "NEAR",
    "ROOM",
    "SEA_LIMITS",
    "WORKS",
]

COMMAND_LIMITS = Table[int](
    id="civil_war.command_limits",
    title="SP that move with a leader",
    cites=BOOK.at("L-2"),
    mark=Mark.RECONSTRUCTED,
    down="stars",
    across="as",
    columns=("leader", "army commander"),
    unit="SP",
    rows={1: (1, 0), 2: (2, 0), 3: (3, 24), 4: (4, 30)},
    marks={
        (3, "leader"): Mark.SOURCED,
        (3, "army commander"): Mark.HOUSE,
        (4, "army commander"): Mark.HOUSE,
    },
    note="An army commander moves the whole stack; its limit is a house number.",
    cover_down=range(1, 5),
)

SEA_LIMITS = Table[int](
    id="civil_war.landing_limits",
    title="SP that a naval leader lands",
    cites=BOOK.at("L-2"),
    mark=Mark.HOUSE,
    down="side",
    unit="SP",
    rows={"USA": 2, "CSA": 1},
    note="As many as his stars. On land he leads no SP.",
)

ARMIES = Table[int](
    id="civil_war.armies",
    title="Army limit",
    cites=BOOK.at("L-1"),
    mark=Mark.HOUSE,
    down="turn",
    across="side",
    columns=("USA", "CSA"),
    rows={range(1, 3): (3, 2), range(3, 4): (4, 3), range(4, 9): (6, 4), range(9, 20): (7, 5)},
    cover_down=range(1, 20),
)

ARMIES_IN_A_THEATER = Table[int](
    id="civil_war.armies_in_a_theater",
    title="Army limit in a theater",
    cites=BOOK.at("L-1"),
    mark=Mark.HOUSE,
    down="theater",
    across="side",
    columns=("USA", "CSA"),
    rows={"East": (4, 2), "West": (4, 3), "Trans-Mississippi": (2, 1)},
)

ROOM = Table[int](
    id="civil_war.room",
    title="Stacking limit",
    cites=BOOK.at("L-3"),
    mark=Mark.HOUSE,
    down="hex",
    unit="SP",
    rows={"clear": 30, "rough": 30, "forest": 30, "swamp": 12, "mountain": 12, "far from rail and river": 15},
    note="Far is more than 2 hexes from friendly rail and from a navigable river. The lower number counts.",
)

NEAR = Table[int](
    id="civil_war.near",
    title="Near rail or river",
    cites=BOOK.at("L-3"),
    mark=Mark.HOUSE,
    down="limit",
    unit="hexes",
    rows={"hexes": 2},
)

DEPOTS = Table[int](
    id="civil_war.depots",
    title="Depot limit",
    cites=BOOK.at("L-4"),
    mark=Mark.HOUSE,
    down="turn",
    across="side",
    columns=("USA", "CSA"),
    rows={range(1, 4): (6, 5), range(4, 9): (8, 6), range(9, 14): (10, 7), range(14, 20): (12, 7)},
    cover_down=range(1, 20),
)

WORKS = Table[int](
    id="civil_war.works",
    title="Building limits",
    cites=BOOK.at("L-4"),
    mark=Mark.HOUSE,
    down="limit",
    across="side",
    columns=("USA", "CSA"),
    rows={
        "depots built in a turn in a theater": (1, 1),
        "forts built in a turn in a theater": (1, 2),
        "forts built in a turn in all": (3, 2),
        "forts built on the map": (12, 15),
        "fortress upgrades in the game": (4, 6),
        "hexes between depots": (2, 2),
        "depot to the next depot": (4, 4),
        "depot to rail": (2, 2),
        "strength points to form an army": (3, 3),
        "CP off at an old fortified place": (1, 1),
    },
)
