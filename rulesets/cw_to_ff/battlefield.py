"""7C and 7D: what the ground and a demoralized defender change before the battle begins."""

from dataclasses import dataclass
from typing import ClassVar

from rulesets.core.fields import Inputs, choice, whole
from rulesets.core.procedure import Example, procedure
from rulesets.core.reckoning import Reckoning
from rulesets.cw_to_ff import BOOK
from rulesets.cw_to_ff.rulings import R_24
from rulesets.cw_to_ff.state import Hexside, Terrain
from rulesets.cw_to_ff.tables import HEX, HEXSIDE

DIE, WORKS, FORBIDDEN = HEX.columns
WHOLE_LINE = 100


class Ground(Inputs):
    """The hex, and the side by which the attacker came in."""

    hex_terrain: Terrain = choice("Hex of the battle", default=Terrain.CLEAR)
    hexside_crossed: Hexside = choice("Hexside that the attacker crossed", default=Hexside.NONE)


class Defence(Ground):
    stands_on_table: int = whole(
        "Defender's stands on the table",
        least=0,
        most=2000,
        unit="stands",
        help="Infantry and cavalry at the start: no batteries, no flank forces.",
    )


@dataclass(frozen=True)
class Works:
    """Breastworks: a share of the stands on the table, in inches; halves and quarters are kept."""

    inches: float
    per_cent: int
    stands: int
    flank_marches_forbidden: bool

    DIGITS: ClassVar[int] = 6

    def __str__(self) -> str:
        ban = "; no flank marches for either side" if self.flank_marches_forbidden else ""
        return f"{self.inches:.{self.DIGITS}g}″ of breastworks ({self.per_cent} % of {self.stands} stands){ban}"


@procedure(
    id="cw_to_ff.breastworks",
    title="Breastworks of the defender",
    rules=("VG-7C1", "VG-7C2", "VG-7C3", "VG-7C4"),
    examples=[
        Example({"hex_terrain": "forest", "stands_on_table": 80}, "20″ of breastworks (25 % of 80 stands)", title="17"),
        Example(
            {"hexside_crossed": "unnavigable_river", "stands_on_table": 90},
            "22.5″ of breastworks (25 % of 90 stands)",
            title="17",
        ),
        Example(
            {"hex_terrain": "swamp", "stands_on_table": 60},
            "30″ of breastworks (50 % of 60 stands); no flank marches for either side",
            title="17",
        ),
        Example(
            {"hex_terrain": "forest", "hexside_crossed": "navigable_river", "stands_on_table": 80},
            "60″ of breastworks (75 % of 80 stands)",
            title="17",
        ),
    ],
    tables=("cw_to_ff.hex", "cw_to_ff.hexside"),
)
def breastworks(inputs: Defence, work: Reckoning) -> Works:
    """A share of the stands that the defender has on the table, in inches, by hex and hexside."""
    shares = [work.read(HEX, inputs.hex_terrain, WORKS), work.read(HEXSIDE, inputs.hexside_crossed, WORKS)]
    adds_up = work.chosen(R_24) == R_24.default
    per_cent = min(WHOLE_LINE, sum(shares) if adds_up else max(shares))
    inches = inputs.stands_on_table * per_cent / WHOLE_LINE
    work.step(BOOK.at("7C"), "inches of breastworks", inches, per_cent=per_cent, stands=inputs.stands_on_table)
    return Works(inches, per_cent, inputs.stands_on_table, bool(flank_marches_forbidden(inputs, work)))


def flank_marches_forbidden(ground: Ground, work: Reckoning) -> str:
    """7C(2): a swamp hex, or a gap or road hexside, forbids flank marches to both: the field that does, or nothing."""
    by_hex = work.read(HEX, ground.hex_terrain, FORBIDDEN)
    by_side = work.read(HEXSIDE, ground.hexside_crossed, FORBIDDEN)
    return "hex_terrain" if by_hex else "hexside_crossed" if by_side else ""


def arrival_modifier(ground: Ground, work: Reckoning, *, attacks: bool) -> int:
    """7C: what the ground takes off the arrival dice of the attacker's flank forces."""
    if not attacks:
        return 0
    parts = [work.read(HEX, ground.hex_terrain, DIE), work.read(HEXSIDE, ground.hexside_crossed, DIE)]
    total = sum(parts) if work.chosen(R_24) == R_24.default else min(parts)
    work.step(BOOK.at("7C"), "modifier of the attacker's arrival die", total, hex=parts[0], hexside=parts[1])
    return total
