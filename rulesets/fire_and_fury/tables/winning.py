"""Victory points."""

from rulesets.core.book import Mark
from rulesets.core.table import Table
from rulesets.fire_and_fury import BOOK

VICTORY_POINTS = Table[int](
    id="fire_and_fury.victory_points",
    title="Victory points scored by the enemy",
    cites=BOOK.at("Victory points"),
    mark=Mark.SOURCED,
    down="event",
    across="schedule",
    columns=("standard", "South Mountain"),
    rows={
        "brigade Worn": (1, 0),
        "brigade Spent": (2, 2),
        "brigade destroyed": (4, 4),
        "brigade quit the field": (4, 4),
        "battery wrecked or captured": (1, 1),
        "exceptional brigade commander out of action": (1, 1),
        "division leader out of action": (1, 1),
        "corps leader out of action": (1, 1),
        "army leader out of action": (1, 1),
    },
    marks={
        ("brigade quit the field", "standard"): Mark.HOUSE,
        ("army leader out of action", "standard"): Mark.HOUSE,
        ("army leader out of action", "South Mountain"): Mark.HOUSE,
    },
    unit="VP",
    note="Standard is the schedule of the Eastern scenario book, which 2 public pages quote alike. "
    "South Mountain is that scenario as published.",
)

OBJECTIVES = Table[int](
    id="fire_and_fury.objectives",
    title="Objectives",
    cites=BOOK.at("Victory points"),
    mark=Mark.RECONSTRUCTED,
    down="objective",
    rows={"minor": 3, "major": 5, "decisive": 10},
    unit="VP",
    note="Suggestions; the scenario or the umpire decides.",
)
