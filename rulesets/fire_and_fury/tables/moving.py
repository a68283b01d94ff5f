"""Brigades: their three numbers, the manoeuvre roll, and inches."""

from fractions import Fraction

from rulesets.core.book import Mark
from rulesets.core.table import Table, at_least, at_most
from rulesets.fire_and_fury import BOOK
from rulesets.fire_and_fury.state import Arm, Condition, Handling, Quality, Status, Triple

SHEET = "From a published sheet of the game's tables (American Civil War Fire and Fury Tables, A5 booklet)."


def _triple_of(row: str, text: str) -> str:
    """Three numbers that begin with the stands of their row."""
    try:
        triple = Triple.parse(text)
    except ValueError as fault:
        raise ValueError(f"{fault}.") from fault
    if triple.full != int(row):
        raise ValueError(f"{text[:40]!r} must begin with the stands of its row, {row}.")
    return str(triple)


EFFECTIVENESS = Table[str](
    id="fire_and_fury.effectiveness",
    title="Fresh, Worn and Spent by stands and quality",
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
    note="Worn at two thirds, 3/4, 4/5 and Spent at 2/5, 1/2, 3/5 of the stands (crack, veteran, green), halves up; "
    "all seventeen triples found on public pages come out. Only the four marked cells name their quality; "
    "green 8, 9, 12, veteran 5 and crack 4, 9 could be one off.",
    cover_down=range(2, 17),
    cover_across=tuple(Quality),
    reads=_triple_of,
)

STATUS_MODIFIER = Table[int](
    id="fire_and_fury.status_modifier",
    title="Fresh and Spent on manoeuvre and charge rolls",
    cites=BOOK.at("Effectiveness"),
    mark=Mark.SOURCED,
    down="state",
    rows={Status.FRESH: 2, Status.WORN: 0, Status.SPENT: -2},
    note=SHEET,
)

COMMAND_RADIUS = Table[int](
    id="fire_and_fury.command_radius",
    title="Command radius of corps and division leaders",
    cites=BOOK.at("Leaders"),
    mark=Mark.SOURCED,
    down="of a leader",
    rows={"inches": 18, "inches into woods or town": 2},
    unit="inches",
    note=f"{SHEET} The reach into woods or town is from a primer on a public page.",
)

MANOEUVRE_MODIFIERS = Table[int](
    id="fire_and_fury.manoeuvre_modifiers",
    title="Modifiers to the manoeuvre roll",
    cites=BOOK.at("Manoeuvre"),
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
    note=f"{SHEET} Leaders are each corps leader and the own division leader. Fresh and Spent have their own table.",
)

MANOEUVRE = Table[Handling](
    id="fire_and_fury.manoeuvre",
    title="Manoeuvre",
    cites=BOOK.at("Manoeuvre"),
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
)

HANDLING_EFFECT = Table[object](
    id="fire_and_fury.handling_effect",
    title="What a manoeuvre result lets a brigade do",
    cites=BOOK.at("Manoeuvre"),
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
    down="who",
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
    unit="inches; road and rough multiply; fording and passage of lines are paid",
    note=f"{SHEET} It gives passage of lines for infantry and cavalry only, and no rate for dismounted cavalry.",
)

BATTERY_FUNCTIONS = Table[int](
    id="fire_and_fury.battery_functions",
    title="Functions of a battery",
    cites=BOOK.at("Artillery"),
    mark=Mark.SOURCED,
    down="in one player turn",
    rows={"functions": 2},
    note="From a primer on a public page: limber, unlimber, move, change facing, fire.",
)
