"""Every number in the document, with its rule."""

from rulesets.core.book import Mark
from rulesets.core.table import Table, at_least, at_most
from rulesets.cw_to_ff import BOOK
from rulesets.cw_to_ff.state import Hexside, Rank, Rating, Season, Speed, Terrain

# 4: the order of battle
RATIO = Table[int](
    id="cw_to_ff.ratio",
    title="1 SP on the table",
    cites=BOOK.at("4A"),
    mark=Mark.PRINTED,
    down="for 1 SP",
    rows={"stands": 20, "batteries": 2},
    note="Both players may agree on another ratio.",
)

USUAL_RATIO = Table[int](
    id="cw_to_ff.usual_ratio",
    title="Usual stands for 1 SP",
    cites=BOOK.at("4A"),
    mark=Mark.HOUSE,
    down="limit",
    rows={"fewest": 10, "most": 20},
    note="Players may agree on 1 to 60; outside these limits the site warns them.",
)

RANK = Table[Rank](
    id="cw_to_ff.rank",
    title="Leader rank",
    cites=BOOK.at("4B"),
    mark=Mark.PRINTED,
    down="stars",
    across="senior three-star, with no four-star present",
    columns=("no", "yes"),
    rows={
        1: (Rank.DIVISION, Rank.DIVISION),
        2: (Rank.CORPS, Rank.CORPS),
        3: (Rank.CORPS, Rank.ARMY),
        4: (Rank.ARMY, Rank.ARMY),
    },
    marks={(3, "no"): Mark.DECODED, (3, "yes"): Mark.DECODED},
    cover_down=range(1, 5),
)

COMMAND = Table[int](
    id="cw_to_ff.command",
    title="Strength a leader may command",
    cites=BOOK.at("4C"),
    mark=Mark.PRINTED,
    down="leader",
    across="limit",
    columns=("least", "most"),
    rows={Rank.DIVISION: (1, 2), Rank.CORPS: (2, 6)},
    unit="SP",
)

PARTS = Table[int](
    id="cw_to_ff.parts",
    title="Brigades and divisions in a command",
    cites=BOOK.at("4E"),
    mark=Mark.PRINTED,
    down="limit",
    rows={"fewest brigades of a division": 2, "most brigades of a division": 5, "fewest divisions of a corps": 2},
)

BRIGADE_STANDS = Table[int](
    id="cw_to_ff.brigade_stands",
    title="Stands in a brigade",
    cites=BOOK.at("4E"),
    mark=Mark.HOUSE,
    down="limit",
    rows={"fewest without a warning": 4, "most without a warning": 12, "most allowed": 20, "aimed at": 8},
    unit="stands",
    limits={"": (1, 60)},
)

# 5: flank marches
FLANK_LIMITS = Table[int](
    id="cw_to_ff.flank_limits",
    title="Flank march limits",
    cites=BOOK.at("5A"),
    mark=Mark.PRINTED,
    down="limit",
    rows={"percent of an army's stands": 50, "forces on one flank": 1, "strength points of a force": 1},
)

# 7: ratings, arrivals, ground
RATING = Table[int](
    id="cw_to_ff.rating",
    title="Leader rating: d10 results for E and P",
    cites=BOOK.at("7A1"),
    mark=Mark.PRINTED,
    down="tactical rating",
    across="rating",
    columns=(Rating.EXCELLENT, Rating.POLTROON),
    rows={at_most(-2): (0, 10), -1: (0, 5), 0: (0, 0), 1: (5, 0), at_least(2): (10, 0)},
    note="The rating comes on this number or less. At 10 it is certain and at 0 impossible, without a roll.",
    cover_down=range(-4, 5),
)

BRIGADE_E = Table[int](
    id="cw_to_ff.brigade_e",
    title="Brigade rating: d10 results for E",
    cites=BOOK.at("7A3"),
    mark=Mark.PRINTED,
    down="brigade",
    rows={"any": 3},
    note="The brigade is E on this number or less.",
)

POLTROON = Table[int](
    id="cw_to_ff.poltroon",
    title="Poltroon: modifier to the maneuver roll",
    cites=BOOK.at("7A2"),
    mark=Mark.PRINTED,
    down="brigade",
    rows={
        "outside the radius of an unattached poltroon": -1,
        "not with an attached poltroon": -1,
        "good half": 1,
        "bad half": -1,
    },
    signed=True,
)

ARRIVAL = Table[int](
    id="cw_to_ff.arrival",
    title="Flank force arrival",
    cites=BOOK.at("7B2"),
    mark=Mark.PRINTED,
    down="march",
    across="turn",
    columns=("notice", "entry"),
    rows={Speed.SWIFT: (3, 4), Speed.DELIBERATE: (8, 9), Speed.PLODDING: (13, 14)},
)

MEETING = Table[int](
    id="cw_to_ff.meeting",
    title="Meeting of flank forces: d10 results",
    cites=BOOK.at("7B5"),
    mark=Mark.DECODED,
    down="steps between their marches",
    rows={0: 10, 1: 5, 2: 0},
    note="They meet on this number or less. At 10 they always meet and at 0 never, without a roll.",
    cover_down=range(3),
    limits={"": (0, 10)},
)

HEX = Table[int](
    id="cw_to_ff.hex",
    title="Battle hex",
    cites=BOOK.at("7C"),
    mark=Mark.PRINTED,
    down="hex",
    across="effect",
    columns=("attacker's arrival die", "breastworks, percent", "flank marches forbidden"),
    rows={
        Terrain.CLEAR: (0, 0, 0),
        Terrain.FOREST: (-1, 25, 0),
        Terrain.SWAMP: (0, 50, 1),
        Terrain.MOUNTAIN: (0, 0, 0),
    },
    note="1 means that flank marches are forbidden.",
    marks={Terrain.MOUNTAIN: Mark.HOUSE},
)

HEXSIDE = Table[int](
    id="cw_to_ff.hexside",
    title="Hexside the attacker crossed",
    cites=BOOK.at("7C"),
    mark=Mark.PRINTED,
    down="hexside",
    across="effect",
    columns=("attacker's arrival die", "breastworks, percent", "flank marches forbidden"),
    rows={
        Hexside.NONE: (0, 0, 0),
        Hexside.UNNAVIGABLE_RIVER: (-1, 25, 0),
        Hexside.NAVIGABLE_RIVER: (-2, 50, 0),
        Hexside.GAP_ROAD: (0, 50, 1),
    },
    note="1 means that flank marches are forbidden.",
)

# 8: the game day
DAY = Table[int](
    id="cw_to_ff.day",
    title="Game day",
    cites=BOOK.at("8"),
    mark=Mark.PRINTED,
    down="season",
    across="of the day",
    columns=("dawn", "dusk", "turns"),
    rows={
        Season.MAR_APR: (600, 1800, 25),
        Season.MAY_JUN: (500, 1930, 30),
        Season.JUL_AUG: (500, 1930, 30),
        Season.SEP_OCT: (600, 1800, 25),
        Season.NOV_FEB: (700, 1700, 21),
    },
    note="Times are on the 24-hour clock: 1930 is 7:30 p.m. A turn is half an hour.",
)

# 9: the result
DEMORALIZED_AT = Table[int](
    id="cw_to_ff.demoralized_at",
    title="Losses that demoralize an army",
    cites=BOOK.at("9B"),
    mark=Mark.PRINTED,
    down="army",
    rows={"any": 2},
    unit="SP",
)

# 11: army leaders
RADIUS = Table[int](
    id="cw_to_ff.radius",
    title="Army command radius",
    cites=BOOK.at("11"),
    mark=Mark.PRINTED,
    down="inches",
    rows={"of any army leader": 30, "for each point of his army rating": 6, "to place a battery": 18},
    unit="inches",
)

ATTACHED_ARMY_LEADER = Table[int](
    id="cw_to_ff.attached_army_leader",
    title="Army leader with a brigade: modifier to its maneuver roll",
    cites=BOOK.at("11C"),
    mark=Mark.PRINTED,
    down="rating",
    rows={Rating.EXCELLENT: 3, Rating.AVERAGE: 2, Rating.POLTROON: 1},
    signed=True,
)
