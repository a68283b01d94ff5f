"""Every number of the conversion, and our stand-ins for the charts of the original that it keeps and nobody can read.

What the document prints is marked printed. What players of the original report is sourced. The rest is reconstructed,
so that nothing the document needs is undefined; `note` says which.
"""

from fractions import Fraction

from rulesets.action_cards import BOOK
from rulesets.action_cards.rulings import R_423, R_428, R_429
from rulesets.action_cards.state import Card, Ground, Hexside, Kind
from rulesets.core.book import Mark
from rulesets.core.table import Table

HALF = Fraction(1, 2)
OURS = "The chart of the original isn't public; these numbers are ours."
REPORTED = "The chart isn't public. Sourced numbers are from players of the original, the others are ours."

CARDS = Table[int](
    id="action_cards.cards",
    title="Cards",
    cites=BOOK.at("3.1"),
    mark=Mark.PRINTED,
    down="card",
    across="what it gives",
    columns=("in the deck", "actions", "steps"),
    rows={
        Card.ONE: (6, 1, 0),
        Card.TWO: (8, 2, 0),
        Card.THREE: (6, 3, 0),
        Card.SUPPLY_2: (3, 0, 2),
        Card.SUPPLY_3: (2, 0, 3),
    },
)
CARD_LIMITS = Table[int](
    id="action_cards.card_limits",
    title="Limits of the cards",
    cites=BOOK.at("3.1"),
    mark=Mark.PRINTED,
    down="limit",
    rows={"cards in a hand": 6, "game turns in a year": 6, "steps to one block": 2},
    note="The limit on steps is from 3.21.",
)
RATINGS = Table[str | int](
    id="action_cards.ratings",
    title="Combat ratings",
    cites=BOOK.at("7.2"),
    mark=Mark.PRINTED,
    down="block",
    across="rating",
    columns=("letter", "hits on"),
    rows={
        Kind.INFANTRY: ("B", 2),
        Kind.BRIGADE: ("B", 2),
        Kind.CAVALRY: ("C", 2),
        Kind.ARTILLERY: ("A", 2),
        Kind.HEAVY_ARTILLERY: ("A", 3),
        Kind.GARRISON: ("C", 1),
        Kind.HQ: ("C", 1),
    },
    limits={"hits on": (1, 6)},
    words={"letter": ("A", "B", "C")},
    note="A block hits on this result of a d6 or less.",
)
SPEEDS = Table[int](
    id="action_cards.speeds",
    title="Speeds and steps",
    cites=BOOK.at("2.3"),
    mark=Mark.RECONSTRUCTED,
    down="block",
    across="number",
    columns=("speed", "most steps"),
    rows={
        Kind.INFANTRY: (2, 4),
        Kind.BRIGADE: (2, 1),
        Kind.CAVALRY: (3, 3),
        Kind.ARTILLERY: (2, 3),
        Kind.HEAVY_ARTILLERY: (1, 2),
        Kind.GARRISON: (1, 2),
        Kind.HQ: (2, 4),
    },
    marks={(Kind.BRIGADE, "most steps"): Mark.SOURCED},
    limits={"speed": (0, 9), "most steps": (1, 4)},
    note="The unit data chart isn't public. That a brigade never has more than 1 step is from players of the original.",
)
WINTER = Table[int](
    id="action_cards.winter",
    title="Winter",
    cites=BOOK.at("4.42"),
    mark=Mark.PRINTED,
    down="change",
    rows={"land movement": -1},
    signed=True,
    limits={"": (-3, 0)},
)
GROUND = Table[str](
    id="action_cards.ground",
    title="Terrain and movement",
    cites=BOOK.at("5.2"),
    mark=Mark.RECONSTRUCTED,
    down="terrain",
    across="effect",
    columns=("movement", "with a railroad"),
    rows={
        Ground.CLEAR: ("free", "free"),
        Ground.FOREST: ("free", "free"),
        Ground.MARSH: ("stop", "free"),
        Ground.MOUNTAIN: ("stop", "free"),
        Hexside.OPEN: ("free", "free"),
        Hexside.MINOR_RIVER: ("free", "free"),
        Hexside.MAJOR_RIVER: ("ferry", "ferry"),
        Hexside.PASS: ("stop", "free"),
        Hexside.RIDGE: ("closed", "closed"),
    },
    words={"": ("free", "stop", "ferry", "closed")},
    note="That a major river needs a Strategic Move is from players of the original; the rest is ours.",
    marks={(Hexside.MAJOR_RIVER, "movement"): Mark.SOURCED},
)
_SOURCED = [
    *((row, f"{what} {when}") for row in (Ground.FOREST, Hexside.MINOR_RIVER) for what in ("attack", "reinforce")
      for when in ("dry", "mud")),
    *((Ground.CLEAR, f"{what} {when}") for what in ("attack", "reinforce") for when in ("dry", "mud")),
    *((Hexside.MAJOR_RIVER, f"attack {when}") for when in ("dry", "mud")),
]  # fmt: skip
LIMITS = Table[int | Fraction](
    id="action_cards.limits",
    title="Blocks across a hexside",
    cites=BOOK.at("5.2"),
    mark=Mark.RECONSTRUCTED,
    down="terrain",
    across="purpose",
    columns=("attack dry", "attack mud", "reinforce dry", "reinforce mud", "retreat dry", "retreat mud"),
    rows={
        Ground.CLEAR: (4, 2, 2, 1, 4, 2),
        Ground.FOREST: (2, 1, 1, HALF, 2, 1),
        Ground.MARSH: (2, 1, 1, HALF, 2, 1),
        Ground.MOUNTAIN: (1, 1, 1, HALF, 1, 1),
        Hexside.MINOR_RIVER: (2, 1, 1, HALF, 2, 1),
        Hexside.MAJOR_RIVER: (2, 1, 0, 0, 2, 1),
        Hexside.PASS: (1, 1, 1, HALF, 1, 1),
        Hexside.RIDGE: (0, 0, 0, 0, 0, 0),
    },
    marks={
        **dict.fromkeys(_SOURCED, Mark.SOURCED),
        **{(Hexside.MAJOR_RIVER, f"retreat {when}"): Mark.HOUSE for when in ("dry", "mud")},
    },
    unit="blocks",
    halves=True,
    limits={"": (0, 12)},
    note="Regroups use the retreat columns. Half a block is a d6: on 1 to 3, 1 block. " + REPORTED,
)
LIMIT_ROLL = Table[bool](
    id="action_cards.limit_roll",
    title="Half a block",
    cites=BOOK.at("5.2"),
    mark=Mark.SOURCED,
    down="d6",
    rows={range(1, 4): True, range(4, 7): False},
    cover_down=range(1, 7),
    note="Yes: 1 block may cross. The even chance is from players of the original.",
)
FORAGE = Table[int](
    id="action_cards.forage",
    title="Forage",
    cites=BOOK.at("11.5"),
    mark=Mark.RECONSTRUCTED,
    down="terrain",
    across="season",
    columns=("dry", "mud"),
    rows={Ground.CLEAR: (2, 1), Ground.FOREST: (1, 0), Ground.MARSH: (0, 0), Ground.MOUNTAIN: (0, 0)},
    unit="blocks",
    note=OURS,
)
FORCED_MARCH = Table[int](
    id="action_cards.forced_march",
    title="Forced march",
    cites=BOOK.at("5.5"),
    mark=Mark.RECONSTRUCTED,
    down="number",
    rows={"hexes added": 1, "a step is lost on a d6 up to": 3},
    note="From a sister game.",
)
CAPACITY = Table[int](
    id="action_cards.capacity",
    title="Strategic Moves",
    cites=BOOK.at("5.4"),
    mark=Mark.RECONSTRUCTED,
    down="kind",
    across="side",
    columns=("USA", "CSA"),
    rows={"rail": (8, 5), "river": (6, 0), "sea": (6, 0), "ferry": (4, 4)},
    marks={("river", "CSA"): Mark.SOURCED},
    unit="blocks",
    note="That the CSA may not sail is from players of the original. " + OURS,
)
LANDING = Table[int](
    id="action_cards.landing",
    title="Landing as an attack",
    cites=BOOK.at("5.4"),
    mark=Mark.RECONSTRUCTED,
    down="kind",
    across="season",
    columns=("dry", "mud"),
    rows={"rail": (0, 0), "river": (2, 1), "sea": (2, 1), "ferry": (2, 1)},
    unit="blocks",
    note=OURS,
)
ACTIVATION = Table[int](
    id="action_cards.activation",
    title="Supreme HQ",
    cites=BOOK.at("5.11"),
    mark=Mark.SOURCED,
    down="number",
    rows={"steps lost": 1, "steps kept": 1},
    unit="steps",
    marks={"steps kept": Mark.RECONSTRUCTED},
    note="The cost is from players of the original.",
)
BATTLE = Table[int](
    id="action_cards.battle",
    title="Numbers of a battle",
    cites=BOOK.at("7.1"),
    mark=Mark.PRINTED,
    down="number",
    rows={"rounds": 3, "hits for a step in a fortress": 2},
    limits={"": (1, 3)},
    note="The hits for a step are from 7.5.",
)
STEPS_AGAINST_STEPS = Table[int](
    id="action_cards.steps_against_steps",
    title="Steps against steps",
    cites=BOOK.at("7.3"),
    mark=Mark.HOUSE,
    down="side",
    rows={"defender": 3, "attacker": 2},
    limits={"": (1, 6)},
    note="Each step rolls a d6 and hits on this result or less. A plain case to compare games by.",
)
SUPPLY_LINE = Table[int](
    id="action_cards.supply_line",
    title="Supply line overland",
    cites=BOOK.at("11.4"),
    mark=Mark.RECONSTRUCTED,
    down="ruling",
    across="season",
    columns=("dry", "mud"),
    rows={R_423.options[0]: (2, 1), R_423.options[1]: (3, 2)},
    unit="hexes",
    note=OURS,
)
SUPPLY = Table[int](
    id="action_cards.supply",
    title="Numbers of supply",
    cites=BOOK.at("11.4"),
    mark=Mark.RECONSTRUCTED,
    down="number",
    rows={"hexes that a major river counts": 2, "blocks fed by stores": 2, "steps lost without supply": 1},
    note=OURS,
)
BUILDS = Table[int](
    id="action_cards.builds",
    title="Numbers of a Build",
    cites=BOOK.at("12.1"),
    mark=Mark.RECONSTRUCTED,
    down="number",
    rows={"least supply value of a town": 1, "builds in a hex each turn": 1},
    note=OURS,
)
RIVER = Table[int](
    id="action_cards.river",
    title="USA control of the Mississippi",
    cites=BOOK.at("12.1"),
    mark=Mark.PRINTED,
    down="what it costs the CSA",
    rows={"steps of a Build": 1, "steps of a Supply card": 1},
    unit="steps",
    limits={"": (0, 3)},
    note="Not west of the river, and not in Georgia.",
)
TIME = Table[int](
    id="action_cards.time",
    title="Time",
    cites=BOOK.at("4.52"),
    mark=Mark.RECONSTRUCTED,
    down="ruling",
    rows={R_428.options[0]: 1, R_428.options[1]: 2},
    unit="points",
    note="Points for the CSA at the start of each Game Turn. " + OURS,
)
BRAGG = Table[int](
    id="action_cards.bragg",
    title="Bragg's Corps",
    cites=BOOK.at("4.54"),
    mark=Mark.RECONSTRUCTED,
    down="ruling",
    rows={R_429.options[0]: 2, R_429.options[1]: 1, R_429.options[2]: 3},
    unit="points",
    note="Points for the USA. " + OURS,
)
SCENARIOS = Table[int](
    id="action_cards.scenarios",
    title="Scenarios",
    cites=BOOK.at("4.6"),
    mark=Mark.RECONSTRUCTED,
    down="scenario",
    across="score",
    columns=("first turn", "turns", "theaters", "USA wins from", "CSA wins up to"),
    rows={
        "1862 West": (1, 6, 1, 5, 2),
        "1863 West": (1, 6, 1, 14, 10),
        "1864 West": (1, 6, 1, 20, 16),
        "1862-64 West": (1, 18, 1, 9, 5),
        "1861 East": (4, 3, 1, -1, -4),
        "1862 East": (1, 6, 1, 0, -4),
        "1863 East": (1, 6, 1, 0, -4),
        "1864 East": (3, 4, 1, 4, 0),
        "1861-64 East": (4, 21, 1, -12, -18),
        "1862 both": (1, 6, 2, 5, 1),
        "1862-64 both": (1, 18, 2, 2, -3),
    },
    note=OURS,
)
