"""1: the calendar, command points, prices, pulses, and arriving strength points."""

from rulesets.civil_war import BOOK
from rulesets.core.book import Mark
from rulesets.core.table import Table, at_least

__all__ = [
    "ARRIVING_SP",
    "CALENDAR",
    "COMMAND_POINTS",
    "OTHER_NETWORK",
    "PRICES",
    "PRICE_RISES",
    "RAIL_LIFT",
    "RIVER_LIFT",
    "TIES",
    "TRANS_MISSISSIPPI",
]

NOT_OURS = "A substitute: the game's own table was not found."

CALENDAR = Table[int | str](
    id="civil_war.calendar",
    title="Calendar",
    cites=BOOK.at("1.1"),
    mark=Mark.RECONSTRUCTED,
    down="turn",
    across="column",
    columns=("year", "name"),
    rows={
        1: (1861, "Jul-Aug"),
        2: (1861, "Sep-Oct"),
        3: (1861, "Nov-Feb"),
        4: (1862, "Mar-Apr"),
        5: (1862, "May-Jun"),
        6: (1862, "Jul-Aug"),
        7: (1862, "Sep-Oct"),
        8: (1862, "Nov-Feb"),
        9: (1863, "Mar-Apr"),
        10: (1863, "May-Jun"),
        11: (1863, "Jul-Aug"),
        12: (1863, "Sep-Oct"),
        13: (1863, "Nov-Feb"),
        14: (1864, "Mar-Apr"),
        15: (1864, "May-Jun"),
        16: (1864, "Jul-Aug"),
        17: (1864, "Sep-Oct"),
        18: (1864, "Nov-Feb"),
        19: (1865, "Mar-Apr"),
    },
    note="The 19 turns, 5 a year, and their names are stated; that turn 1 is July and August 1861 is deduced.",
    cover_down=range(1, 20),
)

COMMAND_POINTS = Table[int](
    id="civil_war.command_points",
    title="Command points",
    cites=BOOK.at("1.3"),
    mark=Mark.RECONSTRUCTED,
    down="2d6",
    across="for",
    columns=("primary", "secondary", "tertiary", "discretionary", "naval"),
    unit="CP",
    rows={
        range(2, 4): (5, 3, 1, 1, 1),
        range(4, 6): (6, 4, 2, 1, 2),
        range(6, 9): (7, 5, 2, 2, 2),
        range(9, 11): (8, 5, 3, 2, 3),
        range(11, 13): (9, 6, 3, 3, 3),
    },
    note=NOT_OURS,
    cover_down=range(2, 13),
)

PRICES = Table[int](
    id="civil_war.prices",
    title="Prices",
    cites=BOOK.at("1.3"),
    mark=Mark.RECONSTRUCTED,
    down="activity",
    unit="CP",
    rows={
        "move_sp": 1,
        "move_naval_sp": 1,
        "move_leader_alone": 1,
        "enter_sp": 0,
        "enter_leader": 0,
        "remove_army_commander": 2,
        "bring_in_naval_sp": 2,
        "hunt_raider": 1,
        "stand_fast": 1,
        "build_fort": 2,
        "build_depot": 2,
        "upgrade_to_fortress": 3,
        "form_army": 1,
    },
    marks={
        "move_sp": Mark.SOURCED,
        "move_naval_sp": Mark.SOURCED,
        "move_leader_alone": Mark.SOURCED,
        "enter_sp": Mark.SOURCED,
        "enter_leader": Mark.SOURCED,
        "remove_army_commander": Mark.SOURCED,
        "hunt_raider": Mark.SOURCED,
        "stand_fast": Mark.HOUSE,
    },
)

PRICE_RISES = Table[int | str](
    id="civil_war.price_rises",
    title="South's price increases as production and imports fall",
    cites=BOOK.at("4.7"),
    mark=Mark.SOURCED,
    down="total",
    across="price of",
    columns=("build_fort", "build_depot", "upgrade_to_fortress", "bring_in_naval_sp"),
    unit="CP",
    rows={
        range(0, 20): (1, 1, 2, "none"),
        range(20, 30): (1, 1, 2, 2),
        range(30, 80): (1, 1, 2, 1),
        range(80, 90): (1, 1, 1, 1),
        range(90, 100): (1, 1, 1, 0),
        at_least(100): (0, 0, 0, 0),
    },
    note="The effects add up as the total falls.",
    cover_down=range(0, 301),
)

TIES = Table[str](
    id="civil_war.ties",
    title="Ties",
    cites=BOOK.at("1.4"),
    mark=Mark.RECONSTRUCTED,
    down="use track space",
    across="tied total",
    columns=tuple(range(2, 13)),
    rows={
        1: ("draw",) * 11,
        2: ("draw",) * 5 + ("ends",) + ("draw",) * 5,
        3: ("draw",) * 4 + ("ends",) * 3 + ("draw",) * 4,
        4: ("draw",) * 3 + ("ends",) * 5 + ("draw",) * 3,
        at_least(5): ("ends",) * 11,
    },
    note=NOT_OURS,
    cover_down=range(1, 31),
    cover_across=range(2, 13),
)

ARRIVING_SP = Table[int](
    id="civil_war.arriving_sp",
    title="SP per turn",
    cites=BOOK.at("1.6"),
    mark=Mark.RECONSTRUCTED,
    down="turn",
    across="side",
    columns=("USA", "CSA"),
    unit="SP",
    rows={
        1: (0, 0),
        2: (15, 8),
        3: (18, 10),
        4: (12, 9),
        5: (10, 8),
        6: (10, 6),
        7: (14, 5),
        8: (10, 5),
        9: (8, 5),
        10: (8, 4),
        11: (8, 4),
        12: (8, 4),
        13: (10, 4),
        14: (10, 4),
        15: (10, 3),
        16: (8, 2),
        17: (8, 2),
        18: (8, 2),
        19: (4, 1),
    },
    note="A substitute, from the returns at 5,000 men per SP. Turn 1 has only the setup.",
    cover_down=range(1, 20),
)

OTHER_NETWORK = Table[int](
    id="civil_war.other_network",
    title="Points that a Southern network needs without the capital",
    cites=BOOK.at("H-18"),
    mark=Mark.HOUSE,
    down="where",
    unit="VP",
    rows={"elsewhere": 9, "Trans-Mississippi": 3},
    note="Supply sources do not count.",
)

TRANS_MISSISSIPPI = Table[int](
    id="civil_war.trans_mississippi",
    title="Southern SP that enter in the Trans-Mississippi per turn",
    cites=BOOK.at("H-18"),
    mark=Mark.HOUSE,
    down="river",
    unit="SP",
    rows={"Mississippi open": 2, "Mississippi lost": 1},
    note="It is lost while the South holds no place with points, and no work, on either bank.",
)

RAIL_LIFT = Table[int](
    id="civil_war.rail_lift",
    title="Rail lift per turn",
    cites=BOOK.at("H-25"),
    mark=Mark.HOUSE,
    down="turn",
    across="side",
    columns=("USA", "CSA"),
    unit="SP",
    rows={
        range(1, 4): (8, 6),
        range(4, 9): (10, 6),
        range(9, 14): (12, 4),
        range(14, 20): (14, 3),
    },
    note="SP that go by rail in a turn. Lift does not carry over.",
    cover_down=range(1, 20),
)

RIVER_LIFT = Table[int](
    id="civil_war.river_lift",
    title="River lift per turn",
    cites=BOOK.at("H-20"),
    mark=Mark.HOUSE,
    down="turn",
    across="side",
    columns=("USA", "CSA"),
    unit="SP",
    rows={
        range(1, 4): (4, 3),
        range(4, 5): (10, 3),
        range(5, 7): (10, 2),
        range(7, 9): (12, 2),
        range(9, 20): (12, 1),
    },
    note="SP that go by river in a turn. Lift does not carry over.",
    cover_down=range(1, 20),
)
