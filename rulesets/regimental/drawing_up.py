"""Drawing up a force: the scale, weapons, and the quality of commanders."""

from fractions import Fraction
from math import floor
from typing import Literal

from rulesets.core.errors import IllegalOrder
from rulesets.core.fields import Inputs, choice, whole
from rulesets.core.odds import Convolution
from rulesets.core.procedure import Example, procedure
from rulesets.core.reckoning import Reckoning
from rulesets.core.records import dataclass
from rulesets.core.words import number, one_of, signed
from rulesets.regimental import BOOK
from rulesets.regimental.extras import DIE, in_key, unit_name
from rulesets.regimental.state import SIDES, Commander, Side, Weapon
from rulesets.regimental.tables import LEADER_MODIFIER, LEADER_QUALITY, SCALE, WEAPON_SHARES

SHARES, LEADERS = BOOK.at("Weapon distribution"), BOOK.at("Leaders")
HALF = Fraction(1, 2)
PERCENT = 100
YEARS = {1861: (1862,), 1862: (1862,), 1863: (1862, 1864), 1864: (1864,), 1865: (1864,)}
PAIRS = {"inches": "yards", "turns": "minutes", "stands": "men", "gun stands": "guns"}  # on the table, in the field
ROWS = {
    "yards": "yards in an inch",
    "minutes": "minutes in a turn",
    "men": "men in a stand",
    "guns": "guns in a gun stand",
}


class Measure(Inputs):
    """A number of something on the table or in the field."""

    of: Literal["inches", "yards", "turns", "minutes", "stands", "men", "gun stands", "guns"] = choice("Measure")
    amount: int = whole("Number", least=1, most=100_000)


@dataclass(frozen=True)
class Converted:
    """The same in the other measure: exactly, and in whole ones."""

    exactly: Fraction
    nearest: int
    measure: str

    def __str__(self) -> str:
        about = "" if self.exactly == self.nearest else f", {number(self.exactly)} exactly"
        return f"{_counted(self.nearest, self.measure)}{about}"


def _counted(amount: int, measure: str) -> str:
    one = "man" if measure == "men" else one_of(measure)
    return f"{number(amount)} {one if amount == 1 else measure}"


@procedure(
    id="regimental.scale",
    title="Scale",
    rules=("RG-SCALE",),
    examples=[
        Example({"of": "inches", "amount": 24}, "480 yards"),
        Example({"of": "men", "amount": 430}, "9 stands, 8 3/5 exactly"),
        Example({"of": "guns", "amount": 6}, "3 gun stands"),
    ],
    tables=("regimental.scale",),
)
def scale(inputs: Measure, work: Reckoning) -> Converted:
    """Convert from the table to the field, or from the field to the table (R-301)."""
    to_field = inputs.of in PAIRS
    real = PAIRS[inputs.of] if to_field else inputs.of
    table = next(name for name, found in PAIRS.items() if found == real)
    per = work.read(SCALE, ROWS[real], says=ROWS[real])
    exactly = Fraction(inputs.amount * per) if to_field else Fraction(inputs.amount, per)
    found = Converted(exactly, max(1, floor(exactly + HALF)), real if to_field else table)
    work.step(BOOK.at("Scale"), f"{_counted(inputs.amount, inputs.of)}: {found}.", found.nearest, exactly=exactly)
    return found


class Arming(Inputs):
    """The next regiment of a force."""

    leads = ("side", "year")
    side: Side = choice("Side")
    year: int = whole("Year", least=1861, most=1865)
    number: int = whole("Regiment number", least=1, most=200, default=1)


@dataclass(frozen=True)
class Armed:
    """The weapon of a regiment."""

    weapon: Weapon

    def __str__(self) -> str:
        return str(self.weapon)


@procedure(
    id="regimental.weapons",
    title="Random weapons",
    rules=("RG-WEAPONS",),
    odds=Convolution(),
    examples=[
        Example({"side": "USA", "year": 1862}, "smoothbore", dice=(30,)),
        Example({"side": "CSA", "year": 1863}, "rifled smoothbore", dice=(36,)),
        Example({"side": "USA", "year": 1863}, "Springfield or Enfield", dice=(49,)),
    ],
    tables=("regimental.weapon_shares",),
)
def weapons(inputs: Arming, work: Reckoning) -> Armed:
    """Roll a d100 for the weapons of an infantry regiment, by side and year (R-302)."""
    ends = _ends(inputs, work)
    said = ", ".join(f"{weapon} to {end}" for weapon, end in ends.items())
    work.step(SHARES, f"On the d100: {said}.", PERCENT)
    subject = (inputs.side, str(inputs.number))

    def armed(die: int) -> Armed:
        return Armed(next(weapon for weapon, end in ends.items() if die <= end))

    return work.on_roll(PERCENT, armed, rule="RG-WEAPONS", cites=SHARES, subject=subject, what="the weapons")


def _ends(inputs: Arming, work: Reckoning) -> dict[Weapon, int]:
    """Return the highest d100 result for each weapon."""
    ends, total = {}, Fraction(0)
    for weapon in WEAPON_SHARES.rows:
        columns = [f"{SIDES[inputs.side]} {year}" for year in YEARS[inputs.year]]
        shares = [work.read(WEAPON_SHARES, weapon, column, says=f"{weapon}, {column}, percent") for column in columns]
        total += Fraction(sum(shares), len(shares))
        ends[Weapon(weapon)] = floor(total + HALF)
    return ends


class NewCommander(Inputs):
    """A commander of infantry or cavalry, at the start or in place of a fallen one."""

    leads = ("side", "lost_on")
    side: Side = choice("Side")
    lost_on: int = whole(
        "Turn in which the last one fell", least=0, most=999, default=0, help="0 for a commander at the start."
    )
    leader: str = unit_name("Leader")
    turn: int = whole("Turn", least=0, most=999, default=0)


@dataclass(frozen=True)
class CommanderQuality:
    """His quality, and what he adds to maneuver and combat."""

    quality: Commander
    modifier: int

    def __str__(self) -> str:
        return f"{self.quality}: {signed(self.modifier)} on maneuver and combat"


@procedure(
    id="regimental.leader_quality",
    title="Quality of a commander",
    rules=("RG-LEADERS",),
    odds=Convolution(),
    examples=[
        Example({"side": "CSA"}, "exceptional: +1 on maneuver and combat", dice=(8,)),
        Example({"side": "USA"}, "average: 0 on maneuver and combat", dice=(8,)),
        Example({"side": "USA", "lost_on": 4, "turn": 5}, "weak: −1 on maneuver and combat", dice=(2,)),
    ],
    tables=("regimental.leader_quality", "regimental.leader_modifier"),
)
def leader_quality(inputs: NewCommander, work: Reckoning) -> CommanderQuality:
    """Roll a d10 by side: at the start, or in the turn after the last commander was lost."""
    if inputs.lost_on and inputs.turn <= inputs.lost_on:
        sentence = f"turn: must be {inputs.lost_on + 1} or later, after the last one fell, not {inputs.turn}."
        raise IllegalOrder(sentence, cites=LEADERS, field="turn")
    subject = (inputs.side, in_key(inputs.leader))
    what = "the quality of the commander"

    def rated(die: int) -> CommanderQuality:
        quality = work.read(LEADER_QUALITY, die, SIDES[inputs.side], says=f"{SIDES[inputs.side]} commander")
        return CommanderQuality(quality, work.read(LEADER_MODIFIER, quality, says=f"{quality} commander"))

    return work.on_roll(DIE, rated, rule="RG-LEADERS", cites=LEADERS, subject=subject, turn=inputs.turn, what=what)
