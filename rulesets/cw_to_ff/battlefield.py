"""7C and 7D: what the ground and a demoralized defender change before the battle begins."""

from typing import ClassVar

from rulesets.core.fields import Inputs, choice, whole
from rulesets.core.procedure import Example, procedure
from rulesets.core.reckoning import Reckoning
from rulesets.core.records import dataclass
from rulesets.core.words import first_up, many, number, signed, spoken
from rulesets.cw_to_ff import BOOK
from rulesets.cw_to_ff.rulings import R_24
from rulesets.cw_to_ff.state import Hexside, Terrain
from rulesets.cw_to_ff.strength import MOST_STANDS
from rulesets.cw_to_ff.tables import HEX, HEXSIDE

DIE, WORKS, FORBIDDEN = HEX.columns
WHOLE_LINE = 100


class Ground(Inputs):
    """The hex, and the hexside that the attacker crossed."""

    hex_terrain: Terrain = choice("Battle hex", default=Terrain.CLEAR)
    hexside_crossed: Hexside = choice("Hexside the attacker crossed", default=Hexside.NONE)


class Defense(Ground):
    stands_on_table: int = whole(
        "Defender's stands on the table",
        least=0,
        most=MOST_STANDS,
        unit="stands",
        help="Infantry and cavalry at the start, without batteries and flank forces.",
    )


@dataclass(frozen=True)
class Works:
    """Breastworks in inches, a share of the stands on the table; halves and quarters are kept."""

    inches: float
    per_cent: int
    stands: int
    flank_marches_forbidden: bool

    DIGITS: ClassVar[int] = 6

    def __str__(self) -> str:
        ban = "; neither side may flank march" if self.flank_marches_forbidden else ""
        return f"{self.inches:.{self.DIGITS}g}″ of breastworks ({self.per_cent}% of {many(self.stands, 'stand')}){ban}"


@procedure(
    id="cw_to_ff.breastworks",
    title="Defender's breastworks",
    rules=("VG-7C1", "VG-7C2", "VG-7C3", "VG-7C4"),
    examples=[
        Example({"hex_terrain": "forest", "stands_on_table": 80}, "20″ of breastworks (25% of 80 stands)", title="17"),
        Example(
            {"hexside_crossed": "unnavigable_river", "stands_on_table": 90},
            "22.5″ of breastworks (25% of 90 stands)",
            title="17",
        ),
        Example(
            {"hex_terrain": "swamp", "stands_on_table": 60},
            "30″ of breastworks (50% of 60 stands); neither side may flank march",
            title="17",
        ),
        Example(
            {"hex_terrain": "forest", "hexside_crossed": "navigable_river", "stands_on_table": 80},
            "60″ of breastworks (75% of 80 stands)",
            title="17",
        ),
    ],
    tables=("cw_to_ff.hex", "cw_to_ff.hexside"),
)
def breastworks(inputs: Defense, work: Reckoning) -> Works:
    """Return inches of breastworks: a share of the defender's stands on the table, by hex and hexside."""
    hex_, side = _named(inputs)
    shares = [
        work.read(HEX, inputs.hex_terrain, WORKS, says=lambda share: f"{hex_}: {share}% breastworks."),
        work.read(HEXSIDE, inputs.hexside_crossed, WORKS, says=lambda share: f"{side}: {share}% breastworks."),
    ]
    adds_up = work.chosen(R_24) == R_24.default
    per_cent = min(WHOLE_LINE, sum(shares) if adds_up else max(shares))
    inches = inputs.stands_on_table * per_cent / WHOLE_LINE
    says = f"{per_cent}% of {many(inputs.stands_on_table, 'stand')}: {number(inches)}″ of breastworks."
    work.step(BOOK.at("7C"), says, inches, per_cent=per_cent, stands=inputs.stands_on_table)
    return Works(inches, per_cent, inputs.stands_on_table, bool(flank_marches_forbidden(inputs, work)))


def _named(ground: Ground) -> tuple[str, str]:
    """Name the hex and the hexside."""
    crossed = "No obstacle" if ground.hexside_crossed is Hexside.NONE else first_up(spoken(ground.hexside_crossed))
    return f"{first_up(ground.hex_terrain)} hex", f"{crossed} crossed"


def flank_marches_forbidden(ground: Ground, work: Reckoning) -> str:
    """Return the field that forbids flank marches to both sides, or nothing (7C(2))."""
    hex_, side = _named(ground)
    by_hex = work.read(HEX, ground.hex_terrain, FORBIDDEN, says=lambda banned: _flanks(hex_, banned))
    by_side = work.read(HEXSIDE, ground.hexside_crossed, FORBIDDEN, says=lambda banned: _flanks(side, banned))
    return "hex_terrain" if by_hex else "hexside_crossed" if by_side else ""


def _flanks(where: str, banned: int) -> str:
    return f"{where}: flank marches are {'forbidden' if banned else 'allowed'}."


def arrival_modifier(ground: Ground, work: Reckoning, *, attacks: bool) -> int:
    """Return the ground's modifier to the arrival rolls of the attacker's flank forces (7C)."""
    if not attacks:
        return 0
    hex_, side = _named(ground)
    parts = [
        work.read(HEX, ground.hex_terrain, DIE, says=lambda die: f"{hex_}: {signed(die)} to the roll."),
        work.read(HEXSIDE, ground.hexside_crossed, DIE, says=lambda die: f"{side}: {signed(die)} to the roll."),
    ]
    total = sum(parts) if work.chosen(R_24) == R_24.default else min(parts)
    says = f"The ground gives the attacker's arrival roll {signed(total)}."
    work.step(BOOK.at("7C"), says, total, hex=parts[0], hexside=parts[1])
    return total
