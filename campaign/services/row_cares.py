"""What a row of the map, of the house rules or of the clocks must still be once it is put right."""

from collections.abc import Set

from campaign.errors import Refusal
from campaign.models import Campaign, Contact, Deadline, Force, RulingSwitch, Sighting, TableOverride
from campaign.selectors.house import switch_of
from campaign.services.corrections import of_column, take_care
from campaign.services.house import fitting_value
from campaign.sheets import load_sheet
from rulesets.core.brief import StrategicTable
from rulesets.core.typed import read_as


def _on_the_sheet(row: Force | Contact | Sighting, changed: Set[str]) -> None:
    if "hex" not in changed:
        return
    sheet_id = Campaign.objects.values_list("sheet", flat=True).get(id=row.campaign_id)
    hexes = load_sheet(sheet_id).hexes if sheet_id else {row.hex: None}
    if row.hex not in hexes:
        raise Refusal(f"hex: the sheet has no hex {row.hex!r}; it has {', '.join(sorted(hexes))}.", field="hex")


def _contact(row: Contact, changed: Set[str]) -> None:
    _on_the_sheet(row, changed)
    if "strategic_table" in changed and row.strategic_table != {}:
        with of_column("strategic_table"):
            read_as(StrategicTable, row.strategic_table)


def _sighting(row: Sighting, changed: Set[str]) -> None:
    _on_the_sheet(row, changed)
    with of_column("leaders"):
        read_as(tuple[str, ...], row.leaders)


def _override(row: TableOverride, changed: Set[str]) -> None:
    try:
        row.value = fitting_value(row.table, row.row, row.column, row.value)
    except ValueError as fault:
        raise Refusal(f"value: {fault}", field="value") from None


def _switch(row: RulingSwitch, changed: Set[str]) -> None:
    ruling = switch_of(row.book, row.ruling)
    options = ruling.options if ruling else ()
    if row.option not in options:
        raise Refusal(f"option: this is one of {', '.join(options)}.", field="option")


def ready() -> None:
    """Called once at start-up."""
    take_care(Force, _on_the_sheet)
    take_care(Contact, _contact)
    take_care(Sighting, _sighting)
    take_care(TableOverride, _override, keeps="table row column")
    take_care(RulingSwitch, _switch, keeps="book ruling")
    take_care(Deadline, keeps="subject")
