"""Fire by infantry and cavalry: weapons, fire points, die modifiers, ammunition, flank fire, and snipers."""

from fractions import Fraction

from rulesets.core.book import Mark
from rulesets.core.table import Table
from rulesets.regimental import BOOK
from rulesets.regimental.state import Weapon

BANDS = ("close", "medium", "long")
SECOND_READING = "Springfield or Enfield, second reading"

WEAPON_SHARES = Table[int](
    id="regimental.weapon_shares",
    title="Infantry weapons",
    cites=BOOK.at("Weapon distribution"),
    mark=Mark.PRINTED,
    down="weapon",
    across="side and year",
    columns=("Union 1862", "Union 1864", "Confederate 1862", "Confederate 1864"),
    rows={
        Weapon.SMOOTHBORE: (30, 5, 60, 10),
        Weapon.RIFLED_SMOOTHBORE: (45, 15, 25, 15),
        Weapon.RIFLE: (25, 80, 15, 75),
    },
    note="In percent of the regiments.",
)

FIRE_RANGES = Table[int](
    id="regimental.fire_ranges",
    title="Range bands",
    cites=BOOK.at("Fire table"),
    mark=Mark.PRINTED,
    down="weapon",
    across="range band",
    columns=BANDS,
    rows={
        Weapon.RIFLE: (8, 16, 24),
        Weapon.RIFLED_SMOOTHBORE: (8, 16, 0),
        Weapon.CARBINE: (8, 16, 0),
        Weapon.REPEATER: (8, 16, 0),
        Weapon.SMOOTHBORE: (4, 8, 0),
        Weapon.PISTOL: (0, 0, 0),
    },
    note="Up to this range, in inches; 0 where a weapon has no such band. Pistols and shotguns fire only in melee.",
)

FIRE_POINTS = Table[Fraction | int](
    id="regimental.fire_points",
    title="Fire points per stand",
    cites=BOOK.at("Fire table"),
    mark=Mark.PRINTED,
    down="weapon",
    across="range band",
    columns=BANDS,
    rows={
        Weapon.RIFLE: (1, 1, Fraction(1, 2)),
        SECOND_READING: (2, 1, Fraction(1, 2)),
        Weapon.RIFLED_SMOOTHBORE: (1, Fraction(1, 2), 0),
        Weapon.CARBINE: (1, Fraction(1, 2), 0),
        Weapon.REPEATER: (4, 1, 0),
        Weapon.SMOOTHBORE: (1, Fraction(1, 2), 0),
        Weapon.PISTOL: (Fraction(1, 2), 0, 0),
    },
    marks={(row, band): Mark.RECONSTRUCTED for row in (Weapon.RIFLE, SECOND_READING) for band in BANDS},
    unit="fire points",
    note="The Springfield's row has only 2 values for 3 ranges, 1 and ½. The first reading has 1 at close and medium "
    "range; the second takes it that a 2 at close range is lost.",
    limits={band: (0, 20) for band in BANDS},
)

HALF_EFFECT = Table[Fraction](
    id="regimental.half_effect",
    title="Half effect",
    cites=BOOK.at("Fire table"),
    mark=Mark.PRINTED,
    down="fire",
    rows={
        "by skirmishers": Fraction(1, 2),
        "at a screened unit": Fraction(1, 2),
        "by a surprised unit": Fraction(1, 2),
        "by hand weapons, if halved again": Fraction(1, 2),
        "by a disordered battery": Fraction(1, 2),
        "by prolonge": Fraction(1, 2),
    },
    marks={
        "by skirmishers": Mark.HOUSE,
        "at a screened unit": Mark.HOUSE,
        "by hand weapons, if halved again": Mark.RECONSTRUCTED,
    },
    note="Fire points are multiplied by this. What the document says of skirmishers' fire is lost.",
)

FIRE_MODIFIERS = Table[int](
    id="regimental.fire_modifiers",
    title="Added fire modifiers",
    cites=BOOK.at("Fire table"),
    mark=Mark.PRINTED,
    down="for",
    rows={
        "point-blank volley": 1,
        "rifled guns": 1,
        "target moved over 6″": -1,
        "target in light works": -1,
        "target in breastworks": -2,
        "target in a building": -2,
        "target lying down": -1,
        "target cavalry skirmishers": -2,
    },
    marks={"target in breastworks": Mark.HOUSE, "target lying down": Mark.HOUSE},
    signed=True,
    note="Collected from the whole document. Its rules for lying down and for more than light works are lost.",
)

AMMUNITION = Table[int](
    id="regimental.ammunition",
    title="Low on ammunition",
    cites=BOOK.at("Low on ammunition"),
    mark=Mark.PRINTED,
    down="side",
    rows={"Confederate": 9, "Union": 10},
    marks={"Union": Mark.SOURCED},
    note="A fire roll of this or more, before modifiers. The Union's 10 is Fire and Fury's own, from a club's page.",
)

FLANK_FIRE = Table[int](
    id="regimental.flank_fire",
    title="Flank fire",
    cites=BOOK.at("Flank fire"),
    mark=Mark.PRINTED,
    down="measure",
    rows={"firing stands, at least": 4, "inches back": 1},
)

SNIPER = Table[int](
    id="regimental.sniper",
    title="Snipers",
    cites=BOOK.at("Snipers"),
    mark=Mark.PRINTED,
    down="measure",
    rows={
        "d10 for a sniper, at least": 9,
        "range in inches, at most": 30,
        "d10 to hit, at least": 9,
        "range in inches below which the roll is better": 15,
        "added to the roll": 1,
    },
)
