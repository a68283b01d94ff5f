"""Melee: modifiers, differences, and what they do to both sides."""

from rulesets.core.book import Mark
from rulesets.core.runs import Run
from rulesets.core.table import Table, at_least, at_most
from rulesets.napoleonic_fury import BOOK
from rulesets.napoleonic_fury.state import Battery, Clash

MELEE_MODIFIERS = Table[int](
    id="napoleonic_fury.melee_modifiers",
    title="Melee modifiers",
    cites=BOOK.at("Melee table modifiers"),
    mark=Mark.PRINTED,
    down="for",
    rows={
        "attached leader or exceptional brigade commander": 1,
        "leader worth +2": 2,
        "breakthrough": 1,
        "Fresh": 2,
        "mounted cavalry": 2,
        "cavalry charging in line": 1,
        "heavy cavalry": 1,
        "armored cavalry": 1,
        "guard cavalry": 1,
        "grenadier or guard infantry": 2,
        "French Old Guard": 3,
        "defending in forest, on higher ground, or behind a hedge, wall, or ford": 1,
        "defending in a sunken road, trench, or town": 2,
        "defending in breastworks or a fortified town": 3,
        "square against cavalry": 4,
        "Spent": -2,
        "disordered": -2,
        "infantry without cover or square against cavalry": -2,
        "square against infantry": -2,
        "Cossacks, militia, Landwehr, or guerrillas": -1,
        "each stand lost this phase": -1,
        "cavalry against a square": -4,
        "cavalry in or into woods": -4,
        "outflanked": -2,
    },
    signed=True,
    note="National modifiers and numbers have tables of their own.",
)

OUTNUMBERED = Table[int](
    id="napoleonic_fury.outnumbered",
    title="Outnumbered in a melee",
    cites=BOOK.at("Melee table modifiers"),
    mark=Mark.PRINTED,
    down="odds against",
    across="number",
    columns=("enemy stands", "own stands", "modifier"),
    rows={"3 to 1": (3, 1, -3), "2 to 1": (2, 1, -2), "3 to 2": (3, 2, -1)},
)

MELEE = Table[Clash](
    id="napoleonic_fury.melee",
    title="Melee",
    cites=BOOK.at("Melee table"),
    mark=Mark.PRINTED,
    down="attacker's roll less defender's",
    rows={
        at_least(7): Clash.SWEPT,
        range(4, 7): Clash.DRIVEN,
        range(1, 4): Clash.PRESSED,
        0: Clash.STRUGGLE,
        range(-3, 0): Clash.CHECKED,
        range(-6, -3): Clash.FALTERS,
        at_most(-7): Clash.REPULSED,
    },
    cover_down=range(-90, 91),
    run=Run("column", order=tuple(Clash)),
)

MELEE_EFFECT = Table[object](
    id="napoleonic_fury.melee_effect",
    title="Melee results",
    cites=BOOK.at("Melee table"),
    mark=Mark.PRINTED,
    down="result",
    across="effect",
    columns=("attacker's stands", "defender's stands", "attacker", "defender", "battery"),
    rows={
        Clash.SWEPT: (0, 2, "breaks through", "retreats a full move", Battery.CAPTURED),
        Clash.DRIVEN: (0, 1, "takes the position", "retreats a full move", "silenced and damaged"),
        Clash.PRESSED: (0, 0, "takes the position", "retreats 3″", "silenced, withdraws 8″"),
        Clash.STRUGGLE: (1, 1, "fights on", "fights on", "none"),
        Clash.CHECKED: (0, 0, "falls back 3″", "holds", "none"),
        Clash.FALTERS: (1, 0, "retreats a full move", "holds", "none"),
        Clash.REPULSED: (2, 0, "retreats a full move", "holds", "none"),
        Clash.ATTACKER_GONE: (0, 0, "destroyed", "holds", "none"),
        Clash.DEFENDER_GONE: (0, 0, "takes the position", "destroyed", "none"),
        Clash.BOTH_GONE: (0, 0, "destroyed", "destroyed", "none"),
    },
    marks={clash: Mark.HOUSE for clash in (Clash.ATTACKER_GONE, Clash.DEFENDER_GONE, Clash.BOTH_GONE)},
    note="The stands are those lost. The last 3 rows follow from the losses of a struggle.",
)

MELEE_LIMITS = Table[int](
    id="napoleonic_fury.melee_limits",
    title="Limits of melee losses",
    cites=BOOK.at("Melee table"),
    mark=Mark.PRINTED,
    down="limit",
    rows={
        "difference beyond which each point costs a stand": 10,
        "most stands that cavalry loses against a square": 1,
        "inches that reacting cavalry may withdraw": 6,
        "inches from a new square at which cavalry may stop": 3,
    },
    note="The book gives the second and fourth in its rule notes.",
)
