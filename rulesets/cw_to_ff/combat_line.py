"""The line of the strategic combat table that a battle would have used (CW-3.2, 3.3; VG-9C)."""

from rulesets.civil_war.columns import column
from rulesets.core.brief import Brief, StrategicTable
from rulesets.core.brief_values import COLUMNS, SIZES
from rulesets.core.context import BY_THE_BOOK, Context
from rulesets.core.errors import BeyondTheTable, IllegalOrder, UnknownNumber

HEXSIDES = {"gap_road": "gap_or_road"}


def line_of(brief: Brief, house: Context = BY_THE_BOOK) -> StrategicTable | None:
    """Return the setup's line, or the one that follows from it; none if the table has no such line."""
    stated = brief.strategic_table
    if stated is None:
        try:
            return strategic_table(brief, house)
        except (IllegalOrder, BeyondTheTable, UnknownNumber):
            return None
    sizes = (stated.attacker_size, stated.defender_size)
    return stated if stated.column in COLUMNS and all(size in SIZES for size in sizes) else None


def strategic_table(brief: Brief, house: Context = BY_THE_BOOK) -> StrategicTable:
    """Return the line of the combat table that this battle would use (CW-3.2, 3.3)."""
    attacker, defender = brief.sides[brief.attacker], brief.sides[brief.defender]
    asked = {
        "attacker_sp": attacker.total_sp,
        "defender_sp": defender.total_sp,
        "terrain": brief.hex_terrain,
        "hexside": HEXSIDES.get(brief.hexside_crossed, brief.hexside_crossed),
        "work": brief.work,
        "defender_demoralized": defender.demoralized,
    }
    found = column.run(asked, context=house).result
    return StrategicTable(
        attacker_sp=attacker.total_sp,
        defender_sp=defender.total_sp,
        column_before_shifts=_column_of(found.code),
        left_shifts=found.left,
        column=found.column,
        attacker_size=found.attacker_size,
        defender_size=found.defender_size,
    )


def _column_of(code: str) -> str:
    """Return the column of a code before shifts: L for L2 and an overrun, A for a dash."""
    return {"o": "L", "-": "A"}.get(code[0], code[0])
