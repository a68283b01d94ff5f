"""Ranges: whether a weapon reaches, and in which band the target is."""

from typing import Literal

from rulesets.core.fields import Inputs, choice
from rulesets.core.procedure import Example, procedure
from rulesets.core.reckoning import Reckoning
from rulesets.core.records import dataclass
from rulesets.core.words import first_up
from rulesets.the_war_game import BOOK
from rulesets.the_war_game.rolls import inches, refused
from rulesets.the_war_game.rulings import R_202
from rulesets.the_war_game.state import Band, Weapon
from rulesets.the_war_game.tables import CANISTER_CONE, MUSKET_BANDS, RANGES, ROUND_SHOT

HERE = BOOK.at("Ranges")
NARROW = 6
SmallArms = Literal[Weapon.RIFLE, Weapon.SMOOTHBORE, Weapon.CARBINE]


class Shot(Inputs):
    """A weapon and the distance to its target."""

    weapon: Weapon = choice("Weapon", default=Weapon.RIFLE)
    inches: int = inches(most=120)


@dataclass(frozen=True)
class Reach:
    """Whether the weapon reaches, and the band of the target if it has bands."""

    reach: Literal["in range", "too near", "out of range"]
    band: str = ""

    def __str__(self) -> str:
        return f"{self.reach}, {self.band}" if self.band else self.reach


@procedure(
    id="the_war_game.ranges",
    title="Range",
    rules=("WG-RANGE",),
    examples=[
        Example({"inches": 8}, "in range, near band"),
        Example({"inches": 25}, "out of range"),
        Example({"weapon": "round shot", "inches": 30}, "in range, 25 to 36″"),
        Example({"weapon": "howitzer shell", "inches": 12}, "too near"),
        Example({"weapon": "canister", "inches": 20}, "in range, far band"),
    ],
    tables=(
        "the_war_game.ranges",
        "the_war_game.musket_bands",
        "the_war_game.round_shot",
        "the_war_game.canister_cone",
    ),
    is_common=True,
)
def ranges(inputs: Shot, work: Reckoning) -> Reach:
    """Tell whether a weapon reaches its target, and the band of the range. A border belongs to the nearer band."""
    weapon = inputs.weapon
    if inputs.inches < work.read(RANGES, weapon, "from", says=f"{first_up(weapon)}, range from"):
        return Reach("too near")
    if inputs.inches > work.read(RANGES, weapon, "to", says=f"{first_up(weapon)}, range to"):
        return Reach("out of range")
    return Reach("in range", _band(weapon, inputs.inches, work))


def _band(weapon: Weapon, inches: int, work: Reckoning) -> str:
    if weapon is Weapon.SHELL:
        return ""
    if weapon is Weapon.BALL:
        row = ROUND_SHOT.cell(inches, context=work.context).row
        work.read(ROUND_SHOT, inches, says=f"Round shot at {inches}″ kills with")
        return f"{row}″"
    return f"{_cone_band(inches, work) if weapon is Weapon.CANISTER else musket_band(weapon, inches, work)} band"


def _cone_band(inches: int, work: Reckoning) -> Band:
    for band in (Band.NEAR, Band.MIDDLE):
        if inches <= work.read(CANISTER_CONE, band, "reaches", says=f"{band} part of the cone ends at"):
            return band
    return Band.FAR


def musket_band(weapon: Weapon, inches: int, work: Reckoning) -> Band:
    """Return the band of small arms at this distance, the nearer one on a border (R-201); refuse what is too far."""
    for band in (Band.NEAR, Band.MIDDLE, Band.FAR):
        reach = work.read(MUSKET_BANDS, weapon, band, says=f"{first_up(weapon)}, {band} band, up to")
        if weapon is Weapon.RIFLE and band is Band.NEAR and work.chosen(R_202) != R_202.default:
            reach = min(reach, NARROW)
        if inches <= reach:
            return band
    raise refused("inches", f"must be {reach} or less for a {weapon}, not {inches}.", HERE)
