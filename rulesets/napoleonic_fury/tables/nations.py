"""What the nations are good at, and what a stand is."""

from rulesets.core.book import Mark
from rulesets.core.table import Table
from rulesets.napoleonic_fury import BOOK
from rulesets.napoleonic_fury.state import Quality

RUN_TOGETHER = "The text ran the columns together; only one way to divide it fits."

NATIONAL_MODIFIERS = Table[object](
    id="napoleonic_fury.national_modifiers",
    title="National modifiers",
    cites=BOOK.at("National modifiers"),
    mark=Mark.PRINTED,
    down="troops",
    across="modifier",
    columns=("column", "line", "fire", "melee", "melee when"),
    rows={
        "French infantry": (2, 0, 0, 2, "in column"),
        "French cavalry": (1, 0, 0, 0, "never"),
        "British infantry": (1, 1, 1, 1, "in line"),
        "British cavalry": (1, 0, 0, 0, "never"),
        "Austrian infantry": (1, 0, 0, 1, "in column"),
        "Austrian or Saxon cavalry": (2, 1, 0, 0, "never"),
        "Prussian infantry to 1808": (0, 1, 0, 0, "never"),
        "Prussian infantry from 1809": (1, 0, 0, 1, "in column"),
        "Prussian cavalry": (-1, 0, 0, 0, "never"),
        "Russian infantry": (1, 0, 0, 1, "in line, defending against infantry"),
        "Russian cavalry": (1, 0, 0, 0, "never"),
        "Spanish infantry": (0, 0, 0, 0, "never"),
        "Spanish cavalry": (0, 0, 0, 0, "never"),
        "allied or trained Spanish infantry": (1, 0, 0, 0, "never"),
        "allied or trained Spanish cavalry": (1, 0, 0, 0, "never"),
        "Ottoman infantry": (0, 0, 0, 1, "always"),
        "Ottoman cavalry": (1, 0, 0, 0, "never"),
        "minors' infantry": (1, 0, 0, 1, "in column"),
        "minors' cavalry": (1, 0, 0, 0, "never"),
    },
    marks={("Prussian cavalry", "column"): Mark.RECONSTRUCTED},
    signed=True,
    note="Column and line count on maneuver rolls. French are also Hesse, Baden, and the Vistula Legion; Spanish are "
    "also Saxon infantry and all troops of Naples and the Rhinebund. Of the Russians, only line, grenadiers, and guard "
    f"have the melee modifier. {RUN_TOGETHER} Prussian cavalry has the only negative value, which may be a misprint.",
)

SCALE = Table[int](
    id="napoleonic_fury.scale",
    title="Scale",
    cites=BOOK.at("Rule notes"),
    mark=Mark.PRINTED,
    down="what",
    rows={
        "men in an infantry stand": 480,
        "men in a cavalry stand": 240,
        "least guns in a Russian heavy battery": 10,
        "most guns in a Russian heavy battery": 12,
        "yards in an inch": 100,
        "minutes in a game turn": 30,
    },
    note="Other batteries are full batteries of the corps or army reserve.",
)

CONVERSION = Table[str](
    id="napoleonic_fury.conversion",
    title="Fresh, Worn, and Spent by stands and quality",
    cites=BOOK.at("NB to F&F conversion chart"),
    mark=Mark.PRINTED,
    down="stands",
    across="quality",
    columns=tuple(Quality),
    rows={
        3: ("none", "none", "none", "3/2/-", "3/2/1", "3/-/2"),
        4: ("4/1/-", "4/2/-", "4/3/1", "4/3/2", "4/3/2", "4/-/3"),
        5: ("5/2/-", "5/3/-", "5/3/1", "5/4/2", "5/4/3", "5/-/4"),
        6: ("6/3/-", "6/3/1", "6/4/2", "6/5/3", "6/5/4", "6/-/5"),
        7: ("7/2/-", "7/3/2", "7/4/3", "7/5/4", "7/6/4", "7/6/5"),
    },
    marks={(3, Quality.MILITIA): Mark.RECONSTRUCTED, (7, Quality.OLD_GUARD): Mark.RECONSTRUCTED},
    note=f"Stands at full strength, when Worn, and when Spent; a dash is no such state. {RUN_TOGETHER} Militia of 3 "
    "stands is printed 3/42. Old Guard of 7 stands is printed 7/2/-, but 7/3/- would fit its column.",
    cover_down=range(3, 8),
)

RESPONSE = Table[Quality](
    id="napoleonic_fury.response",
    title="Quality by Napoleon's Battles response numbers",
    cites=BOOK.at("NB to F&F conversion chart"),
    mark=Mark.PRINTED,
    down="disorder and rout number",
    rows={
        "4/5": Quality.OLD_GUARD,
        "3/5": Quality.GUARD,
        "3/4": Quality.VETERAN,
        "2/5": Quality.VETERAN,
        "2/4": Quality.REGULAR,
        "2/3": Quality.CONSCRIPT,
        "1/2": Quality.MILITIA,
        "1/3": Quality.MILITIA,
    },
    note=RUN_TOGETHER,
)
