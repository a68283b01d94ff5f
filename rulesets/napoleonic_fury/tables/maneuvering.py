"""The maneuver roll, its modifiers and results, and the emergency formation change."""

from rulesets.core.book import Mark
from rulesets.core.runs import Run
from rulesets.core.table import Table, at_least, at_most
from rulesets.napoleonic_fury import BOOK
from rulesets.napoleonic_fury.state import Afterwards, Allowed, Attempt, Handling, Rating

MANEUVER_MODIFIERS = Table[int](
    id="napoleonic_fury.maneuver_modifiers",
    title="Maneuver modifiers",
    cites=BOOK.at("Maneuver table modifiers"),
    mark=Mark.PRINTED,
    down="for",
    rows={
        "exceptional brigade commander": 1,
        "division officer in range": 1,
        "exceptional division officer in range": 2,
        "officer attached": 2,
        "exceptional officer attached": 3,
        "light infantry": 1,
        "cavalry": 1,
        "Fresh": 2,
        "march column": 2,
        "Spent": -2,
        "line infantry or cavalry in woods": -1,
    },
    signed=True,
    note="The national modifiers for column and line, and the army commander's, have tables of their own.",
)

DISORDER = Table[Handling](
    id="napoleonic_fury.disorder",
    title="Disorder",
    cites=BOOK.at("Disorder table"),
    mark=Mark.PRINTED,
    down="dice and modifiers",
    rows={
        at_most(1): Handling.ROUTS,
        range(2, 4): Handling.BROKEN,
        range(4, 6): Handling.WAVERING,
        range(6, 8): Handling.SHAKEN,
        range(8, 11): Handling.RALLIES,
        at_least(11): Handling.ELAN,
    },
    cover_down=range(-30, 60),
    run=Run("column", order=tuple(Handling)),
)

GOOD_ORDER = Table[Handling](
    id="napoleonic_fury.good_order",
    title="Good order",
    cites=BOOK.at("Good order table"),
    mark=Mark.PRINTED,
    down="dice and modifiers",
    across="commander",
    columns=tuple(Rating),
    rows={
        at_most(2): (Handling.RETREATS,) * 4,
        3: (*(Handling.HOLDS,) * 3, Handling.RETREATS),
        4: (Handling.HOLDS,) * 4,
        5: (*(Handling.MAY_CHANGE,) * 3, Handling.HOLDS),
        6: (Handling.EITHER, *(Handling.MAY_CHANGE,) * 3),
        7: (Handling.BOTH, Handling.EITHER, Handling.EITHER, Handling.MAY_CHANGE),
        8: (Handling.WELL_HANDLED, Handling.BOTH, Handling.EITHER, Handling.EITHER),
        9: (Handling.WELL_HANDLED, Handling.WELL_HANDLED, Handling.BOTH, Handling.EITHER),
        10: (*(Handling.WELL_HANDLED,) * 3, Handling.BOTH),
        at_least(11): (Handling.WELL_HANDLED,) * 4,
    },
    marks={(10, Rating.GOOD): Mark.RECONSTRUCTED, (at_least(11), Rating.GOOD): Mark.RECONSTRUCTED},
    note="The text ran the columns together; only one way to divide it covers every result once. The 9 of a good "
    "commander lost its plus sign, without which 10 and more would have no result.",
    cover_down=range(-30, 60),
    cover_across=tuple(Rating),
    run=Run("column", order=tuple(Handling)),
)

EFFECTS = ("does", "allowed", "afterwards", "stands lost")
FULL_MOVE = (
    "The book doesn't say what its best result allows. We play a full move, with formation changes at their cost."
)

DISORDER_EFFECT = Table[object](
    id="napoleonic_fury.disorder_effect",
    title="Results of disordered units",
    cites=BOOK.at("Disorder table"),
    mark=Mark.PRINTED,
    down="result",
    across="effect",
    columns=EFFECTS,
    rows={
        Handling.ROUTS: ("leaves the table", Allowed.NONE, Afterwards.REMOVED, 0),
        Handling.BROKEN: ("loses a stand, retreats a full move", Allowed.NONE, Afterwards.DISORDERED, 1),
        Handling.WAVERING: ("retreats 3″ in disorder", Allowed.NONE, Afterwards.DISORDERED, 0),
        Handling.SHAKEN: ("holds its ground but rallies", Allowed.NONE, Afterwards.GOOD_ORDER, 0),
        Handling.RALLIES: ("may move half, without formation change", Allowed.HALF, Afterwards.GOOD_ORDER, 0),
        Handling.ELAN: ("may make a full move", Allowed.FULL, Afterwards.GOOD_ORDER, 0),
    },
    marks={
        (Handling.BROKEN, "afterwards"): Mark.RECONSTRUCTED,
        (Handling.ELAN, "does"): Mark.HOUSE,
        (Handling.ELAN, "allowed"): Mark.HOUSE,
    },
    note=f"{FULL_MOVE} A broken unit isn't said to rally.",
)

GOOD_ORDER_EFFECT = Table[object](
    id="napoleonic_fury.good_order_effect",
    title="Results of units in good order",
    cites=BOOK.at("Good order table"),
    mark=Mark.PRINTED,
    down="result",
    across="effect",
    columns=EFFECTS,
    rows={
        Handling.RETREATS: ("retreats half a move", Allowed.NONE, Afterwards.GOOD_ORDER, 0),
        Handling.HOLDS: ("holds its ground", Allowed.NONE, Afterwards.GOOD_ORDER, 0),
        Handling.MAY_CHANGE: ("holds its ground, may change formation", Allowed.CHANGE, Afterwards.GOOD_ORDER, 0),
        Handling.EITHER: ("may move half or change formation", Allowed.EITHER, Afterwards.GOOD_ORDER, 0),
        Handling.BOTH: ("may move half and change formation", Allowed.BOTH, Afterwards.GOOD_ORDER, 0),
        Handling.WELL_HANDLED: ("may make a full move", Allowed.FULL, Afterwards.GOOD_ORDER, 0),
    },
    marks={(Handling.WELL_HANDLED, "does"): Mark.HOUSE, (Handling.WELL_HANDLED, "allowed"): Mark.HOUSE},
    note=FULL_MOVE,
)

EMERGENCY = Table[Attempt](
    id="napoleonic_fury.emergency",
    title="Emergency formation change",
    cites=BOOK.at("Emergency formation change attempt"),
    mark=Mark.PRINTED,
    down="dice and modifiers",
    rows={at_most(4): Attempt.DISORDERED, range(5, 8): Attempt.FAILS, at_least(8): Attempt.SUCCEEDS},
    cover_down=range(-20, 40),
    run=Run("column", order=tuple(Attempt)),
)

EMERGENCY_MODIFIERS = Table[int](
    id="napoleonic_fury.emergency_modifiers",
    title="Emergency formation change modifiers",
    cites=BOOK.at("Emergency formation change attempt"),
    mark=Mark.PRINTED,
    down="for",
    rows={
        "exceptional brigade commander or leader attached": 1,
        "exceptional division or higher leader attached": 2,
        "in column": 1,
        "grenadiers or guard": 1,
        "French, British, or early Prussians": 1,
        "Austrian line or grenadiers in column from 1809": 2,
        "Spanish, Russian, Ottoman, Saxon, Neapolitan, Rhinebund, or early Portuguese": -1,
        "militia infantry or guerrillas": -1,
        "disordered": -2,
        "cavalry charges over half its movement": 1,
    },
    signed=True,
    note="Early Portuguese are those before 1810.",
)
