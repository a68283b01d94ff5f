"""Formations, maneuver, obstacles, rapid moves, and passage of lines."""

from fractions import Fraction

from rulesets.core.book import Mark
from rulesets.core.table import Table, at_least, at_most
from rulesets.regimental import BOOK
from rulesets.regimental.state import Condition, Formation, Obstacle, Passed

FORMATIONS = Table[bool](
    id="regimental.formations",
    title="Formations",
    cites=BOOK.at("Formations"),
    mark=Mark.PRINTED,
    down="formation",
    across="place",
    columns=("in the open", "in prepared works"),
    rows={
        Formation.COLUMN: (True, True),
        Formation.ROAD_COLUMN: (True, True),
        Formation.LINE: (True, True),
        Formation.SUPPORTED_LINE: (False, True),
    },
)

MANEUVER_MODIFIERS = Table[int](
    id="regimental.maneuver_modifiers",
    title="Added maneuver modifiers",
    cites=BOOK.at("Maneuver modifiers"),
    mark=Mark.HOUSE,
    down="for",
    rows={
        "crack unit": 1,
        "green unit": -1,
        "in works or a building": 1,
        "lying down": -1,
        "no skirmishers within 8″ of enemy infantry": -1,
        "colors down": -1,
        "colors captured": -1,
        "broken friends passed through this turn": -2,
    },
    signed=True,
    note="The document announces a list, but its lines are lost. Commanders have a table of their own, which survives.",
)

OBSTACLE_KINDS = Table[str](
    id="regimental.obstacle_kinds",
    title="Kinds of linear obstacles",
    cites=BOOK.at("Linear obstacles"),
    mark=Mark.PRINTED,
    down="obstacle",
    rows={Obstacle.FENCE: "light", Obstacle.HEDGE: "light", Obstacle.WALL: "hard", Obstacle.WORKS: "hard"},
    marks={Obstacle.HEDGE: Mark.HOUSE, Obstacle.WORKS: Mark.HOUSE},
    note="The document calls fences light and walls hard, and doesn't say what hedges and works are.",
)

OBSTACLES = Table[int](
    id="regimental.obstacles",
    title="Linear obstacles",
    cites=BOOK.at("Linear obstacles"),
    mark=Mark.PRINTED,
    down="troops",
    across="effect",
    columns=("may cross", "inches lost", "disordered"),
    rows={
        "infantry": (True, 3, False),
        "crack cavalry": (True, 3, False),
        "veteran cavalry": (True, 3, True),
        "green cavalry": (False, 0, False),
        "artillery": (False, 0, False),
    },
)

CLEARING = Table[Fraction](
    id="regimental.clearing",
    title="Clearing a gap for artillery",
    cites=BOOK.at("Linear obstacles"),
    mark=Mark.PRINTED,
    down="obstacle",
    rows={"light": Fraction(1, 2), "hard": Fraction(1)},
)

RATES = Table[Fraction](
    id="regimental.rates",
    title="Share of the full move",
    cites=BOOK.at("Rapid move"),
    mark=Mark.PRINTED,
    down="move",
    rows={"rapid move in rough ground": Fraction(3, 4), "march column on a track": Fraction(3, 2)},
)

PASSAGE = Table[Passed](
    id="regimental.passage",
    title="Passage of lines reaction",
    cites=BOOK.at("Passage of lines"),
    mark=Mark.PRINTED,
    down="die and modifiers",
    across="stationary unit",
    columns=(Condition.DISORDERED, Condition.GOOD_ORDER),
    rows={
        at_most(2): (Passed.QUITS, Passed.DRIVEN),
        range(3, 5): (Passed.DRIVEN, Passed.SHAKEN),
        range(5, 7): (Passed.THINNED, Passed.DISORDERED),
        at_least(7): (Passed.NONE, Passed.NONE),
    },
    cover_down=range(-20, 40),
    cover_across=tuple(Condition),
)

PASSAGE_MODIFIERS = Table[int](
    id="regimental.passage_modifiers",
    title="Passage of lines modifiers",
    cites=BOOK.at("Passage of lines"),
    mark=Mark.PRINTED,
    down="passing unit",
    rows={"passing unit disordered": -1, "passing unit pursued in a breakthrough charge": -1},
    signed=True,
    note="Added to the maneuver modifiers of the stationary unit.",
)

PASSAGE_EFFECT = Table[int](
    id="regimental.passage_effect",
    title="Passage of lines results",
    cites=BOOK.at("Passage of lines"),
    mark=Mark.PRINTED,
    down="result",
    across="effect",
    columns=("becomes disordered", "stands that skedaddle", "inches back"),
    rows={
        Passed.QUITS: (False, 0, 0),
        Passed.DRIVEN: (True, 1, 6),
        Passed.SHAKEN: (True, 1, 0),
        Passed.THINNED: (False, 1, 0),
        Passed.DISORDERED: (True, 0, 0),
        Passed.NONE: (False, 0, 0),
    },
    note="A unit that quits the field leaves the table with all its stands.",
)

PASSAGE_COST = Table[int](
    id="regimental.passage_cost",
    title="Cost of passing through lines",
    cites=BOOK.at("Passage of lines"),
    mark=Mark.HOUSE,
    down="unit",
    rows={"passing unit": 3},
    unit="inches",
    note="The text above the document's chart is lost.",
)
