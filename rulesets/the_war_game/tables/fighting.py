"""Charges and melee."""

from fractions import Fraction

from rulesets.core.book import Mark
from rulesets.core.table import Table
from rulesets.the_war_game import BOOK
from rulesets.the_war_game.state import Rest

MORE_BY_HALF = Fraction(3, 2)

CHARGE_FIRE = Table[str](
    id="the_war_game.charge_fire",
    title="Fire on the move of contact",
    cites=BOOK.at("The charge"),
    mark=Mark.PRINTED,
    down="higher die",
    rows={"defender": "volley at close range", "attacker": "no volley"},
)

FAN_OUT = Table[int](
    id="the_war_game.fan_out",
    title="Column that comes to contact",
    cites=BOOK.at("The charge"),
    mark=Mark.PRINTED,
    down="rank",
    rows={2: 2, 3: 1, 4: 1},
    unit="figures",
    note="From each flank of the rank, forward and outward into contact; the others close up behind the front rank.",
)

RIDE_DOWN = Table[int](
    id="the_war_game.ride_down",
    title="Heavy cavalry bursts through",
    cites=BOOK.at("The charge"),
    mark=Mark.PRINTED,
    down="infantry",
    across="ranks",
    columns=(1, 2),
    rows={"bursts through with": (4, 5), "inches at most": (12, 12), "inches that the rear ranks move back": (3, 3)},
    note="It bursts through with this number or more.",
)

MELEE = Table[Fraction | int](
    id="the_war_game.melee",
    title="Individual combats",
    cites=BOOK.at("Melee"),
    mark=Mark.PRINTED,
    down="combat",
    across="multiplies its die by",
    columns=("first named", "second named"),
    rows={
        "1 infantry against 1 infantry": (1, 1),
        "2 infantry against 1 infantry": (MORE_BY_HALF, 1),
        "1 cavalry against 1 cavalry": (1, 1),
        "2 cavalry against 1 cavalry": (MORE_BY_HALF, 1),
        "1 cavalry against 1 infantry": (2, 1),
        "1 cavalry against 2 infantry": (1, 1),
        "1 cavalry against 3 infantry": (1, MORE_BY_HALF),
    },
    marks={
        (f"1 cavalry against {n} infantry", column): Mark.RECONSTRUCTED
        for n in (1, 2)
        for column in ("first named", "second named")
    },
    note="The page has “1 cav vs 2 inf” twice, doubled and straight, and 1 infantry against 1 cavalry as 1d6 against "
    "2d6.",
    limits={"first named": (1, 9), "second named": (1, 9)},
)

MELEE_ADVANTAGES = Table[int](
    id="the_war_game.melee_advantages",
    title="Advantages in melee",
    cites=BOOK.at("Advantages in melee"),
    mark=Mark.PRINTED,
    down="advantage",
    rows={
        "charging": 1,
        "attacking downhill": 1,
        "infantry behind a wall": 1,
        "in a house, against an attacker outside": 2,
    },
    signed=True,
    note="Those against exhausted troops have a table of their own. Charging counts only on the first move.",
)

EXHAUSTED = Table[int](
    id="the_war_game.exhausted",
    title="Fresh troops against exhausted troops",
    cites=BOOK.at("Actions after a melee"),
    mark=Mark.PRINTED,
    down="the exhausted side has had",
    across="move of this fight",
    columns=("first", "later"),
    rows={Rest.NONE: (2, 3), Rest.SOME: (1, 2)},
    signed=True,
)

EXHAUSTION = Table[int](
    id="the_war_game.exhaustion",
    title="Moves after a drawn melee",
    cites=BOOK.at("Actions after a melee"),
    mark=Mark.PRINTED,
    down="moves",
    rows={"falling back": 2, "resting": 2},
    unit="moves",
)

BREAK_IN = Table[int](
    id="the_war_game.break_in",
    title="Breaking into a building",
    cites=BOOK.at("Melee"),
    mark=Mark.PRINTED,
    down="attacker",
    rows={"enters with": 4},
    note="This number or more.",
)

MELEE_MOVES = Table[int](
    id="the_war_game.melee_moves",
    title="Second move of a melee",
    cites=BOOK.at("The second move of melee"),
    mark=Mark.PRINTED,
    down="moved in at a time",
    rows={"infantry": 4, "cavalry": 2},
    unit="figures",
)
