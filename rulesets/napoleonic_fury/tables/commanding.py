"""Command ranges, the army commander, fallen officers, and fatigue."""

from rulesets.core.book import Mark
from rulesets.core.table import Table
from rulesets.napoleonic_fury import BOOK
from rulesets.napoleonic_fury.state import Fate, Rank, Rating

COMMAND_RANGE = Table[int](
    id="napoleonic_fury.command_range",
    title="Command ranges",
    cites=BOOK.at("Standard officer command ranges"),
    mark=Mark.PRINTED,
    down="nation",
    across="officer",
    columns=tuple(Rank),
    rows={"France": (4, 8, 12, 18), "Britain": (4, 6, 10, 16), "others": (3, 6, 10, 16)},
    unit="inches",
    cover_across=tuple(Rank),
)

RANGE_CHANGES = Table[int](
    id="napoleonic_fury.range_changes",
    title="Changes to command ranges",
    cites=BOOK.at("Standard officer command ranges"),
    mark=Mark.PRINTED,
    down="officer",
    rows={"exceptional corps, wing, or small army commander": 2, "replacement officer": -1},
    signed=True,
    note="In inches. The book gives the second with the fallen leader table.",
)

ARMY_COMMANDER = Table[int](
    id="napoleonic_fury.army_commander",
    title="Army commander's effect",
    cites=BOOK.at("Army commander effects and effects range"),
    mark=Mark.PRINTED,
    down="rating",
    across="effect",
    columns=("inches", "modifier to maneuver"),
    rows={Rating.EXCELLENT: (6, 4), Rating.GOOD: (4, 3), Rating.AVERAGE: (2, 2), Rating.POOR: (0, 1)},
    note="Used only if corps commanders are on the field.",
)

FALLEN_LEADERS = Table[Fate](
    id="napoleonic_fury.fallen_leaders",
    title="Fallen leaders",
    cites=BOOK.at("Fallen leader table"),
    mark=Mark.PRINTED,
    down="2d6",
    rows={
        2: Fate.SNIPER,
        3: Fate.CRUSHED,
        4: Fate.STAFF,
        5: Fate.DISABLED,
        6: Fate.IGNORES,
        7: Fate.SHOT,
        8: Fate.HORSE,
        9: Fate.WOUNDED,
        10: Fate.FLESH,
        11: Fate.STUNNED,
        12: Fate.COAT,
    },
    cover_down=range(2, 13),
)

FATIGUE = Table[int](
    id="napoleonic_fury.fatigue",
    title="Fatigue levels",
    cites=BOOK.at("Fatigue levels and effects"),
    mark=Mark.PRINTED,
    down="rating",
    rows={Rating.EXCELLENT: 60, Rating.GOOD: 60, Rating.AVERAGE: 50, Rating.POOR: 40},
    marks={Rating.EXCELLENT: Mark.HOUSE},
    unit="percent",
    note="The share of its stands that a formation must lose. The book has no row for excellent; we use that for good.",
    limits={"": (1, 100)},
)

FATIGUE_EFFECT = Table[str](
    id="napoleonic_fury.fatigue_effect",
    title="Effects of fatigue",
    cites=BOOK.at("Fatigue levels and effects"),
    mark=Mark.PRINTED,
    down="fatigued",
    rows={
        "division": "may not charge or move to within 2″ of the enemy",
        "corps": "may not charge or move to within 2″ of the enemy",
        "army": "breaks, is permanently disordered, and may not charge or move to within 2″ of the enemy",
    },
    note="Its defending cavalry may still react to charges and melees. Batteries suffer only from army fatigue.",
)
