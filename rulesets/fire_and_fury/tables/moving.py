"""Brigades: triples, the maneuver roll, and inches."""

from fractions import Fraction

from rulesets.core.book import Mark
from rulesets.core.runs import Run
from rulesets.core.table import Table, at_least, at_most
from rulesets.core.words import quoted
from rulesets.fire_and_fury import BOOK
from rulesets.fire_and_fury.state import Arm, Condition, Handling, Quality, Status, Triple

SHEET = "From a published sheet of the game's tables (American Civil War Fire and Fury Tables, A5 booklet)."


def _triple_of(row: str, text: str) -> str:
    """Check a triple that must begin with the stands of its row."""
    try:
        triple = Triple.parse(text)
    except ValueError as fault:
        raise ValueError(f"{fault}.") from fault
    if triple.full != int(row):
        raise ValueError(f"must begin with {row}, the stands of its row, unlike {quoted(text[:40])}.")
    return str(triple)


EFFECTIVENESS = Table[str](
    id="fire_and_fury.effectiveness",
    title="Triples by stands and quality",
    cites=BOOK.at("Effectiveness"),
    mark=Mark.RECONSTRUCTED,
    down="stands",
    across="quality",
    columns=(Quality.CRACK, Quality.VETERAN, Quality.GREEN),
    rows={
        2: ("2.1.-", "2.1.-", "2.1.-"),
        3: ("3.2.1", "3.2.1", "3.2.1"),
        4: ("4.3.2", "4.3.2", "4.3.2"),
        5: ("5.3.2", "5.4.3", "5.4.3"),
        6: ("6.4.2", "6.5.3", "6.5.4"),
        7: ("7.5.3", "7.5.4", "7.6.4"),
        8: ("8.5.3", "8.6.4", "8.6.5"),
        9: ("9.6.4", "9.7.5", "9.7.5"),
        10: ("10.7.4", "10.8.5", "10.8.6"),
        11: ("11.7.4", "11.8.6", "11.9.7"),
        12: ("12.8.5", "12.9.6", "12.10.7"),
        13: ("13.9.5", "13.10.7", "13.10.8"),
        14: ("14.9.6", "14.11.7", "14.11.8"),
        15: ("15.10.6", "15.11.8", "15.12.9"),
        16: ("16.11.6", "16.12.8", "16.13.10"),
    },
    marks={
        (7, Quality.CRACK): Mark.SOURCED,
        (7, Quality.GREEN): Mark.SOURCED,
        (8, Quality.VETERAN): Mark.PRINTED,
        (10, Quality.GREEN): Mark.PRINTED,
    },
    note="Worn at 2/3, 3/4, and 4/5, Spent at 2/5, 1/2, and 3/5 of the stands (crack, veteran, green), halves up. This "
    "gives all 17 triples found on public pages. Only the 4 marked cells name their quality; green 8, 9, and 12, "
    "veteran 5, and crack 4 and 9 could be off by 1.",
    cover_down=range(2, 17),
    cover_across=tuple(Quality),
    reads=_triple_of,
)

STATUS_MODIFIER = Table[int](
    id="fire_and_fury.status_modifier",
    title="State modifier to maneuver and charge rolls",
    cites=BOOK.at("Effectiveness"),
    mark=Mark.SOURCED,
    down="state",
    rows={Status.FRESH: 2, Status.WORN: 0, Status.SPENT: -2},
    signed=True,
    note=SHEET,
)

COMMAND_RADIUS = Table[int](
    id="fire_and_fury.command_radius",
    title="Command radius of corps and division leaders",
    cites=BOOK.at("Leaders"),
    mark=Mark.SOURCED,
    down="reach",
    rows={"inches": 18, "inches into woods or town": 2},
    unit="inches",
    note=f"{SHEET} The reach into woods or town is from a primer on a public page.",
)

MANEUVER_MODIFIERS = Table[int](
    id="fire_and_fury.maneuver_modifiers",
    title="Maneuver modifiers",
    cites=BOOK.at("Maneuver"),
    mark=Mark.SOURCED,
    down="for",
    rows={
        "detached leader in radius": 1,
        "detached exceptional leader in radius": 2,
        "attached leader": 2,
        "attached exceptional leader": 3,
        "exceptional brigade commander": 1,
        "column": 1,
    },
    signed=True,
    note=f"{SHEET} Leaders are each corps leader and the brigade's division leader. States have a table of their own.",
)

MANEUVER = Table[Handling](
    id="fire_and_fury.maneuver",
    title="Maneuver",
    cites=BOOK.at("Maneuver"),
    mark=Mark.SOURCED,
    down="die and modifiers",
    across="brigade",
    columns=(Condition.DISORDERED, Condition.GOOD_ORDER),
    rows={
        at_most(0): (Handling.QUITS, Handling.RETIRES),
        range(1, 3): (Handling.BROKEN, Handling.DISENGAGES),
        range(3, 5): (Handling.WAVERING, Handling.HOLDS),
        range(5, 7): (Handling.SHAKEN, Handling.TARDY),
        range(7, 10): (Handling.RALLIES, Handling.WELL_HANDLED),
        at_least(10): (Handling.ELAN, Handling.WELL_HANDLED),
    },
    note=SHEET,
    cover_down=range(-20, 40),
    cover_across=tuple(Condition),
    run=Run("column", order=tuple(Handling)),
)

HANDLING_EFFECT = Table[object](
    id="fire_and_fury.handling_effect",
    title="Maneuver results",
    cites=BOOK.at("Maneuver"),
    mark=Mark.SOURCED,
    down="result",
    across="effect",
    columns=("move", "formation change", "afterwards", "stands that skedaddle"),
    rows={
        Handling.QUITS: ("leaves the table", False, Condition.DISORDERED, "all"),
        Handling.BROKEN: ("retreats a full move", False, Condition.DISORDERED, 1),
        Handling.WAVERING: ("none", False, Condition.DISORDERED, 0),
        Handling.SHAKEN: ("none", False, Condition.GOOD_ORDER, 0),
        Handling.RALLIES: ("up to half a move", False, Condition.GOOD_ORDER, 0),
        Handling.ELAN: ("up to a full move", True, Condition.GOOD_ORDER, 0),
        Handling.RETIRES: ("retreats a full move", False, Condition.GOOD_ORDER, 0),
        Handling.DISENGAGES: ("retreats out of enemy musketry range", False, Condition.GOOD_ORDER, 0),
        Handling.HOLDS: ("none", False, Condition.GOOD_ORDER, 0),
        Handling.TARDY: ("up to half a move", False, Condition.GOOD_ORDER, 0),
        Handling.WELL_HANDLED: ("up to a full move", True, Condition.GOOD_ORDER, 0),
    },
    note=SHEET,
)

MOVEMENT = Table[int | Fraction | None](
    id="fire_and_fury.movement",
    title="Movement",
    cites=BOOK.at("Movement"),
    mark=Mark.SOURCED,
    down="troops",
    across="rate",
    columns=("basic", "road", "rough", "fording", "passage of lines"),
    rows={
        Arm.INFANTRY: (12, 2, Fraction(1, 2), 3, 3),
        Arm.CAVALRY: (18, 2, Fraction(1, 3), 3, 3),
        Arm.DISMOUNTED: (None, None, None, None, 3),
        Arm.LEADER: (18, 2, Fraction(1, 3), 3, None),
        Arm.FOOT_ARTILLERY: (8, 3, Fraction(1, 4), 4, None),
        Arm.HORSE_ARTILLERY: (12, 3, Fraction(1, 6), 6, None),
    },
    marks={
        **{(Arm.DISMOUNTED, rate): Mark.UNKNOWN for rate in ("basic", "road", "rough", "fording")},
        **{(a, "passage of lines"): Mark.UNKNOWN for a in (Arm.LEADER, Arm.FOOT_ARTILLERY, Arm.HORSE_ARTILLERY)},
    },
    note="Basic, fording, and passage of lines are in inches; road and rough multiply. "
    f"{SHEET} It gives passage of lines only for infantry and cavalry, and no rates for dismounted cavalry.",
)

BATTERY_FUNCTIONS = Table[int](
    id="fire_and_fury.battery_functions",
    title="Battery functions",
    cites=BOOK.at("Artillery"),
    mark=Mark.SOURCED,
    down="per player turn",
    rows={"functions": 2},
    note="From a primer on a public page: limber, unlimber, move, change facing, fire.",
)
