"""Players' tables for drawing up a random force: each cell is the highest result that gives its column."""

from rulesets.core.book import Mark
from rulesets.core.runs import Run
from rulesets.core.table import Table
from rulesets.fire_and_fury import BOOK
from rulesets.fire_and_fury.state import Quality

RANGES = Run("row", last=100)
HIGHEST = "Each cell is the highest d100 result for its column."

TROOP_QUALITY = Table[int](
    id="fire_and_fury.troop_quality",
    title="Random brigade quality",
    cites=BOOK.at("Drawing up a force"),
    mark=Mark.SOURCED,
    down="army and years",
    across="quality",
    columns=(Quality.CRACK, Quality.VETERAN, Quality.GREEN),
    rows={
        "Union 1861-62": (5, 60, 100),
        "Union 1863": (13, 75, 100),
        "Union 1864-65": (19, 85, 100),
        "Confederate West 1861-62": (10, 70, 100),
        "Confederate West 1863": (20, 85, 100),
        "Confederate West 1864-65": (20, 80, 100),
        "Confederate East 1861-62": (19, 76, 100),
        "Confederate East 1863": (24, 90, 100),
        "Confederate East 1864-65": (20, 90, 100),
    },
    note=f"{HIGHEST} A players' table from a public page, not the publisher's.",
    run=RANGES,
    limits=dict.fromkeys(Quality, (0, 100)),
)

LEADER_QUALITY = Table[int](
    id="fire_and_fury.leader_quality",
    title="Random leader quality",
    cites=BOOK.at("Drawing up a force"),
    mark=Mark.SOURCED,
    down="army and years",
    across="quality",
    columns=("despicable", "average", "exceptional"),
    rows={
        "Union 1861-63": (10, 90, 100),
        "Union 1864-65": (5, 83, 100),
        "Confederate 1861-63": (5, 72, 100),
        "Confederate 1864-65": (5, 83, 100),
    },
    note=f"{HIGHEST} A players' variant from a public page: despicable leaders give 0 on maneuver, −1 in a charge.",
    run=RANGES,
    limits=dict.fromkeys(("despicable", "average", "exceptional"), (0, 100)),
)

BRIGADE_SIZE = Table[int | None](
    id="fire_and_fury.brigade_size",
    title="Random brigade size",
    cites=BOOK.at("Drawing up a force"),
    mark=Mark.SOURCED,
    down="army",
    across="stands",
    columns=(5, 6, 7, 8, 9),
    rows={"Union": (None,) * 5, "Confederate": (5, 20, 73, 90, 100)},
    marks={("Union", stands): Mark.UNKNOWN for stands in range(5, 10)},
    note=f"{HIGHEST} A players' table from a public page, whose Union row is lost.",
    run=RANGES,
    limits=dict.fromkeys("56789", (0, 100)),
)
