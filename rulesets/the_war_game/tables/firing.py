"""Ranges, musketry, and artillery, at troops, guns, and houses."""

from rulesets.core.book import Mark
from rulesets.core.runs import Run
from rulesets.core.table import Table, at_least
from rulesets.the_war_game import BOOK
from rulesets.the_war_game.state import Band, Prey, Sector, Weapon

NONE = "none"
NEAREST_INCH = "Measure to the nearest inch."
SHORTER = (
    "The page asks whether carbines should have bands of 6, 12, and 18″, and adopts the older musket for smoothbores, "
    "which reached 18″."
)

RANGES = Table[int](
    id="the_war_game.ranges",
    title="Ranges",
    cites=BOOK.at("Ranges"),
    mark=Mark.PRINTED,
    down="weapon",
    across="inches",
    columns=("from", "to"),
    rows={
        Weapon.RIFLE: (0, 24),
        Weapon.SMOOTHBORE: (0, 18),
        Weapon.CARBINE: (0, 18),
        Weapon.BALL: (0, 60),
        Weapon.CANISTER: (0, 24),
        Weapon.SHELL: (20, 50),
    },
    marks={
        (weapon, end): Mark.RECONSTRUCTED for weapon in (Weapon.SMOOTHBORE, Weapon.CARBINE) for end in ("from", "to")
    },
    unit="inches",
    note=SHORTER,
    limits={"from": (0, 120), "to": (0, 120)},
)

MUSKET_BANDS = Table[int](
    id="the_war_game.musket_bands",
    title="Range bands of small arms",
    cites=BOOK.at("Musketry"),
    mark=Mark.RECONSTRUCTED,
    down="weapon",
    across="band",
    columns=(Band.NEAR, Band.MIDDLE, Band.FAR),
    rows={Weapon.RIFLE: (8, 16, 24), Weapon.SMOOTHBORE: (6, 12, 18), Weapon.CARBINE: (6, 12, 18)},
    marks={(Weapon.RIFLE, Band.MIDDLE): Mark.PRINTED, (Weapon.RIFLE, Band.FAR): Mark.PRINTED},
    unit="inches",
    note=f"Up to so far. The rifle's bands are printed 0 to 8, 6 to 16, and 16 to 24. {SHORTER}",
    run=Run("row", is_strict=True),
    limits=dict.fromkeys((Band.NEAR, Band.MIDDLE, Band.FAR), (1, 120)),
)

MUSKETRY = Table[int](
    id="the_war_game.musketry",
    title="Deduction from each die of a volley",
    cites=BOOK.at("Musketry"),
    mark=Mark.PRINTED,
    down="band",
    across="volley and target",
    columns=("normal, open", "normal, cover", "first, open", "first, cover"),
    rows={Band.NEAR: (2, 3, 1, 2), Band.MIDDLE: (3, 4, 2, 3), Band.FAR: (4, 5, 3, 4)},
)

SKIRMISH_BANDS = Table[int](
    id="the_war_game.skirmish_bands",
    title="Range bands of skirmishers",
    cites=BOOK.at("Skirmishing infantry musketry"),
    mark=Mark.PRINTED,
    down="band",
    rows={Band.NEAR: 12, Band.FAR: 24},
    unit="inches",
    note="Up to so far. 12″ is printed in both bands.",
)

SKIRMISH_FIRE = Table[int | str](
    id="the_war_game.skirmish_fire",
    title="Skirmishers kill with",
    cites=BOOK.at("Skirmishing infantry musketry"),
    mark=Mark.PRINTED,
    down="target",
    across="band",
    columns=(Band.NEAR, Band.FAR),
    rows={
        Prey.BODY: (5, 6),
        Prey.PICKED: (6, NONE),
        Prey.MOUNTED: (6, 6),
        "line infantry in cover": (6, NONE),
        Prey.OPEN: (5, 6),
        "infantry in open order, in cover": (6, NONE),
    },
    note="This number or more.",
)

ROUND_SHOT = Table[int](
    id="the_war_game.round_shot",
    title="Round shot kills with",
    cites=BOOK.at("Roundshot"),
    mark=Mark.PRINTED,
    down="inches",
    rows={range(25): 3, range(25, 37): 4, range(37, 49): 5, range(49, 61): 6},
    note=f"This number or more. {NEAREST_INCH} The bands are printed 0 to 24, 24 to 36, 36 to 48, and 48 to 60.",
    cover_down=range(61),
)

CANISTER = Table[int](
    id="the_war_game.canister",
    title="Canister kills with",
    cites=BOOK.at("Canister"),
    mark=Mark.PRINTED,
    down="part of the cone",
    rows={Band.NEAR: 4, Band.MIDDLE: 5, Band.FAR: 6},
    note="This number or more.",
)

CANISTER_CONE = Table[int](
    id="the_war_game.canister_cone",
    title="Canister cone",
    cites=BOOK.at("Canister"),
    mark=Mark.HOUSE,
    down="part of the cone",
    across="inches",
    columns=("reaches", "width at its end"),
    rows={Band.NEAR: (8, 2), Band.MIDDLE: (16, 4), Band.FAR: (24, 6)},
    unit="inches",
    note="The device isn't described; these are ours: the range in thirds, and a width for each.",
    run=Run("column", is_strict=True),
    limits={"reaches": (1, 60), "width at its end": (1, 30)},
)

BURST = Table[Sector](
    id="the_war_game.burst",
    title="Shell burst",
    cites=BOOK.at("Howitzer"),
    mark=Mark.PRINTED,
    down="d6",
    rows={
        1: Sector.MISFIRE,
        2: Sector.LEFT,
        3: Sector.SHORT,
        4: Sector.RIGHT,
        5: Sector.BEYOND,
        6: Sector.CENTER,
    },
    note="Seen from the gun.",
    cover_down=range(1, 7),
)

BURST_SIZE = Table[int](
    id="the_war_game.burst_size",
    title="Shell burst indicator",
    cites=BOOK.at("Howitzer"),
    mark=Mark.HOUSE,
    down="part",
    rows={"whole circle": 6, "center": 2},
    unit="inches",
    note="Diameters. It was on an annex that isn't there; these sizes are ours. "
    "Lines from the center to the rim divide the ring into 4 sectors.",
    limits={"": (1, 30)},
)

HOWITZER = Table[int](
    id="the_war_game.howitzer",
    title="A shell kills with",
    cites=BOOK.at("Howitzer"),
    mark=Mark.PRINTED,
    down="figure",
    rows={"in the sector of the burst": 4},
    note="This number or more.",
)

DAMAGE_LESS = Table[int](
    id="the_war_game.damage_less",
    title="Deduction from a ball's damage",
    cites=BOOK.at("Counter-battery fire"),
    mark=Mark.PRINTED,
    down="inches",
    rows={range(36): 0, range(36, 48): 1, at_least(48): 2},
    note="Printed by 1 from 36 to 48″, and by 2 at 48″ or more.",
    cover_down=range(61),
)

DAMAGE = Table[int](
    id="the_war_game.damage",
    title="Total damage",
    cites=BOOK.at("Counter-battery fire"),
    mark=Mark.PRINTED,
    down="target",
    rows={"gun fires every other move": 10, "gun destroyed": 20, "house on fire": 10, "house in ruins": 20},
    unit="points",
    note="The house is from Round Shot effect on houses; only a shell sets it on fire.",
)

HOUSE_SHOT = Table[str](
    id="the_war_game.house_shot",
    title="Round shot at a house",
    cites=BOOK.at("Round Shot effect on houses"),
    mark=Mark.PRINTED,
    down="inches",
    across="d6",
    columns=(range(1, 3), 3, 4, 5, 6),
    rows={
        range(37): (NONE, "kills 1, stops", "kills 1, stops", "kills 2, goes on", "kills 3, goes on"),
        range(37, 49): (NONE, NONE, "kills 1, stops", "kills 2, goes on", "kills 2, goes on"),
        range(49, 61): (NONE, NONE, NONE, "kills 1, stops", "kills 1, stops"),
    },
    note=f"With no effect it doesn't penetrate. {NEAREST_INCH} Bands are printed 0 to 36, 36 to 48, and 48 to 60.",
    cover_down=range(61),
    cover_across=range(1, 7),
)

HOUSE_SHELL = Table[int](
    id="the_war_game.house_shell",
    title="Killed by a shell in a house",
    cites=BOOK.at("Round Shot effect on houses"),
    mark=Mark.PRINTED,
    down="d6",
    rows={range(1, 4): 0, 4: 1, 5: 2, 6: 3},
    unit="figures",
    cover_down=range(1, 7),
)

FIRE_SPREAD = Table[int](
    id="the_war_game.fire_spread",
    title="Fire in a house",
    cites=BOOK.at("Round Shot effect on houses"),
    mark=Mark.PRINTED,
    down="fire",
    rows={"moves that it burns": 15, "inches that troops keep away": 3, "second section catches with": 3},
    note="The second section catches with this number or more.",
)
