"""4.5: victory points, place by place."""

from rulesets.civil_war import BOOK
from rulesets.civil_war.tables.people import read_rows
from rulesets.core.book import Mark
from rulesets.core.table import Table

__all__ = ["PLACES", "STATE_OF"]

_ROWS = tuple(read_rows("place_points.csv"))

PLACES = Table[int](
    id="civil_war.places",
    title="Victory points by place",
    cites=BOOK.at("4.5"),
    mark=Mark.HOUSE,
    down="place",
    unit="VP",
    rows={row["name"]: int(row["points"]) for row in _ROWS},
    note="The totals by state are stated, the single values aren't. A place worth 0 is only a supply source.",
)

STATE_OF = {row["name"]: row["state"] for row in _ROWS}
