"""Check corrected rows of house rules and clocks."""

from collections.abc import Set

from campaign.app_part import RowCheck
from campaign.errors import Refusal
from campaign.models import Deadline, RulingSwitch, TableOverride
from campaign.selectors.house import switch_of
from campaign.services.house import fitting_value


def _override(row: TableOverride, changed: Set[str]) -> None:
    try:
        row.value = fitting_value(row.table, row.row, row.column, row.value)
    except ValueError as fault:
        raise Refusal(f"value: {fault}", field="value") from None


def _switch(row: RulingSwitch, changed: Set[str]) -> None:
    ruling = switch_of(row.book, row.ruling)
    options = ruling.options if ruling else ()
    if row.option not in options:
        raise Refusal(f"option: choose one of {', '.join(options)}.", field="option")


ROW_CHECKS = (
    RowCheck(TableOverride, _override, keeps=frozenset({"table", "row", "column"})),
    RowCheck(RulingSwitch, _switch, keeps=frozenset({"book", "ruling"})),
    RowCheck(Deadline, keeps=frozenset({"subject"})),
)
