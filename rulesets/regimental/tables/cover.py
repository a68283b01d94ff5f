"""Lying down, skirmishers, works, and buildings."""

from fractions import Fraction

from rulesets.core.book import Mark
from rulesets.core.table import Table
from rulesets.regimental import BOOK
from rulesets.regimental.state import Cover, Weapon

LYING_MOVE = Table[Fraction](
    id="regimental.lying_move",
    title="Cost of lying down or getting up",
    cites=BOOK.at("Lying down"),
    mark=Mark.HOUSE,
    down="act",
    rows={"lie down": Fraction(1, 2), "get up": Fraction(1, 2)},
    note="Only the heading of the document's rule survives.",
)

LYING_FIRE = Table[Fraction](
    id="regimental.lying_fire",
    title="Fire of those lying down",
    cites=BOOK.at("Fire table"),
    mark=Mark.HOUSE,
    down="weapon",
    rows={
        Weapon.RIFLE: Fraction(1, 2),
        Weapon.RIFLED_SMOOTHBORE: Fraction(1, 2),
        Weapon.CARBINE: Fraction(1),
        Weapon.REPEATER: Fraction(1),
        Weapon.SMOOTHBORE: Fraction(1, 2),
    },
    marks={Weapon.CARBINE: Mark.PRINTED, Weapon.REPEATER: Mark.PRINTED},
    note="Fire points are multiplied by this. The document names the weapons without penalty; the penalty is lost.",
)

SKIRMISH = Table[int](
    id="regimental.skirmish",
    title="Skirmishers",
    cites=BOOK.at("Skirmishers"),
    mark=Mark.HOUSE,
    down="measure",
    rows={
        "stands in the unit for each skirmishing": 4,
        "figures per infantry stand": 3,
        "figures per dismounted cavalry stand": 3,
        "figures per mounted cavalry stand": 3,
        "cavalry stands for each that holds horses": 4,
        "inches ahead of the unit, at most": 8,
        "inches beyond which they screen from infantry fire": 8,
        "inches at which formed enemies drive them in": 4,
    },
    marks={"figures per dismounted cavalry stand": Mark.PRINTED},
    note="The document prints only 3 figures per dismounted stand; how many go out and how far is lost.",
    limits={"": (1, 99)},
)

WORKS = Table[int](
    id="regimental.works",
    title="Works",
    cites=BOOK.at("Breastworks"),
    mark=Mark.PRINTED,
    down="works",
    rows={Cover.LIGHT_WORKS: 2, Cover.BREASTWORKS: 6},
    marks={Cover.BREASTWORKS: Mark.HOUSE},
    unit="turns",
    note="The document gives only light works.",
)

BUILDING = Table[int](
    id="regimental.building",
    title="Buildings",
    cites=BOOK.at("Buildings"),
    mark=Mark.PRINTED,
    down="measure",
    rows={"regiments inside, at most": 1, "d10 that sets it on fire, at least": 9, "stands lost per turn in a fire": 1},
)
