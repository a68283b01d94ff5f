"""A community's tables for drawing up a force by chance: each cell is the highest face that gives its column."""

from rulesets.core.book import Mark
from rulesets.core.table import Table
from rulesets.fire_and_fury import BOOK
from rulesets.fire_and_fury.state import Quality

TROOP_QUALITY = Table[int](
    id="fire_and_fury.troop_quality",
    title="Quality of a brigade by chance",
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
    unit="highest face of d100",
    note="A players' table on a public page, not the publisher's.",
    limits=dict.fromkeys(Quality, (0, 100)),
)

LEADER_QUALITY = Table[int](
    id="fire_and_fury.leader_quality",
    title="Quality of a leader by chance",
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
    unit="highest face of d100",
    note="A players' variant on a public page: a despicable leader gives nothing on manoeuvre and -1 in a charge.",
    limits=dict.fromkeys(("despicable", "average", "exceptional"), (0, 100)),
)

BRIGADE_SIZE = Table[int | None](
    id="fire_and_fury.brigade_size",
    title="Stands of a brigade by chance",
    cites=BOOK.at("Drawing up a force"),
    mark=Mark.SOURCED,
    down="army",
    across="stands",
    columns=(5, 6, 7, 8, 9),
    rows={"Union": (None,) * 5, "Confederate": (5, 20, 73, 90, 100)},
    marks={("Union", stands): Mark.UNKNOWN for stands in range(5, 10)},
    unit="highest face of d100",
    note="A players' table on a public page, whose Union cells are lost.",
    limits=dict.fromkeys("56789", (0, 100)),
)
