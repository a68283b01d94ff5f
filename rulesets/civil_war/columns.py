"""3.1 to 3.3 and 3.6: the combat column, its shifts, overruns, and a line's chance of demoralization."""

from fractions import Fraction
from typing import Literal, cast

from rulesets.civil_war import BOOK
from rulesets.civil_war import tables as t
from rulesets.civil_war.rulings import R_109
from rulesets.civil_war.words import MOST_SP, Column, Hexside, Size, Terrain, Work, loss_words
from rulesets.core.book import Mark
from rulesets.core.errors import IllegalOrder
from rulesets.core.fields import Inputs, choice, flag, whole
from rulesets.core.procedure import Example, procedure
from rulesets.core.reckoning import Reckoning
from rulesets.core.records import dataclass
from rulesets.core.words import a, first_up, many, number, spoken

SIDES = range(1, 7)
COLUMNS: tuple[Column, ...] = ("A", "B", "C", "D", "E", "F", "G", "H", "J", "K", "L")
CROSSED = {"none": "no obstacle", "ferry": "no obstacle", "ridge": "gap_or_road", "estuary": "navigable_river"}


class Ground(Inputs):
    """The ground of the battle, as on the map."""

    terrain: Terrain = choice("Battle hex", default="clear")
    hexside: Hexside = choice("Hexside the attacker crossed", default="none")
    high_water: bool = flag("Seasonal rivers are high", help="November to June (R-101).", default=True)
    work: Work = choice("Fort or fortress", default="none")
    defender_demoralized: bool = flag("Defender already demoralized")
    amphibious: bool = flag("Amphibious landing", help="Terrain and works don't shift columns.")


@dataclass(frozen=True)
class Shift:
    """Columns to the left, against the attacker; negative is to the right. `all` is before the limit."""

    left: int
    all: int

    def __str__(self) -> str:
        if not self.left:
            return "no shift"
        way = "left" if self.left > 0 else "right"
        over = f" ({number(self.all)} before the limit)" if self.all != self.left else ""
        return f"{abs(self.left)} to the {way}{over}"


@procedure(
    id="civil_war.column_shifts",
    title="Column shifts",
    rules=("CW-SHIFT",),
    examples=[
        Example({"terrain": "swamp", "hexside": "unnavigable_river"}, "3 to the left"),
        Example(
            {"terrain": "swamp", "hexside": "navigable_river", "work": "fortress"}, "4 to the left (6 before the limit)"
        ),
    ],
    tables=["civil_war.shifts", "civil_war.combat_numbers"],
)
def column_shifts(inputs: Ground, work: Reckoning) -> Shift:
    """Add up all shifts, up to 4; in a landing, terrain and works don't count (CW-3.3, R-118)."""
    _check_passable(inputs)
    rows: list[str] = []
    if not inputs.amphibious:
        rows += [inputs.terrain, _crossed(inputs), "no work" if inputs.work == "none" else inputs.work]
    if inputs.defender_demoralized:
        rows.append("defender demoralized")
    added = sum(_shift(row, work) for row in rows)
    most = work.read(t.COMBAT_NUMBERS, "columns shifted at most", says="Most columns shifted")
    left = max(-most, min(most, added))
    shift = Shift(left, added)
    work.step(BOOK.at("3.3"), lambda: f"Column shift: {shift}.", left, mark=Mark.SOURCED, added=added)
    return shift


def _shift(row: str, work: Reckoning) -> int:
    def says(left: int) -> str:
        shifted = f"{many(abs(left), 'column')} to the {'left' if left > 0 else 'right'}" if left else "no shift"
        return f"{first_up(spoken(row))}: {shifted}."

    return work.read(t.SHIFTS, row, says=says)


def _check_passable(inputs: Ground) -> None:
    if inputs.terrain == "sea":
        raise IllegalOrder("terrain: must be a land hex, not sea.", cites=BOOK.at("4.2"), field="terrain")
    if inputs.hexside in ("ridge", "estuary") and not inputs.amphibious:
        raise IllegalOrder(
            f"hexside: must be open to an attack, unlike {a(inputs.hexside)}.",
            cites=BOOK.at("H-2"),
            field="hexside",
        )


def _crossed(inputs: Ground) -> str:
    if inputs.hexside == "seasonal_river":
        return "navigable_river" if inputs.high_water else "unnavigable_river"
    return CROSSED.get(inputs.hexside, inputs.hexside)


class Strengths(Ground):
    attacker_sp: int = whole("Attacker's SP", least=1, most=MOST_SP, unit="SP")
    defender_sp: int = whole("Defender's SP", least=1, most=MOST_SP, unit="SP")


@dataclass(frozen=True)
class BattleColumn:
    """The code before shifts, the shift, and the line that each side uses."""

    code: str
    left: int
    column: Column
    happens: Literal["combat", "overrun", "attacker destroyed"]
    attacker_size: Size
    defender_size: Size

    def __str__(self) -> str:
        if self.happens != "combat":
            return f"{code_words(self.code)}: {self.happens}"
        return f"column {self.column}, {self.attacker_size} against {self.defender_size}"


@procedure(
    id="civil_war.column",
    title="Combat column",
    rules=("CW-CRT", "CW-SHIFT", "CW-OVERRUN"),
    examples=[
        Example({"attacker_sp": 21, "defender_sp": 4}, "column L, large against medium", title="L2"),
        Example({"attacker_sp": 21, "defender_sp": 4, "terrain": "swamp"}, "column K, large against medium"),
        Example(
            {"attacker_sp": 21, "defender_sp": 4, "terrain": "swamp", "hexside": "unnavigable_river"},
            "column J, large against medium",
        ),
        Example({"attacker_sp": 4, "defender_sp": 3}, "column F, medium against small"),
    ],
    tables=[
        "civil_war.differences",
        "civil_war.odds_for",
        "civil_war.odds_against",
        "civil_war.sizes",
        "civil_war.shifts",
        "civil_war.combat_numbers",
    ],
)
def column(inputs: Strengths, work: Reckoning) -> BattleColumn:
    """Read odds of at least 2 to 1, otherwise the difference; then shift columns (CW-3.2, 3.3)."""
    code = _code(inputs.attacker_sp, inputs.defender_sp, work)
    shift = column_shifts(inputs, work)
    happens, letter = _after_shifts(code, shift.left, work)
    out = letter if happens == "combat" else happens
    says = f"After shifts: {f'column {letter}' if happens == 'combat' else happens}."
    work.step(BOOK.at("3.2"), says, out, mark=Mark.SOURCED)
    return BattleColumn(
        code=code,
        left=shift.left,
        column=letter,
        happens=happens,
        attacker_size=size_of(inputs.attacker_sp, work),
        defender_size=size_of(inputs.defender_sp, work),
    )


def code_words(code: str) -> str:
    """Return a code before shifts in words: column E, overrun o2, a dash."""
    if code == "-":
        return "a dash"
    return f"overrun {code}" if code.startswith("o") else f"column {code}"


def size_of(sp: int, work: Reckoning) -> Size:
    """Return the size of a force."""
    return cast(Size, work.read(t.SIZES, sp, says=f"A force of {sp} SP"))


def _code(attacker: int, defender: int, work: Reckoning) -> str:
    def strengths(code: str) -> str:
        return f"{attacker} SP against {defender}: {code_words(code)}."

    if attacker >= 2 * defender:
        return work.read(t.ODDS_FOR, attacker // defender, says=strengths)
    if defender >= 2 * attacker:
        odds = defender // attacker
        work.step("R-108", f"Odds against the attacker round down to 1 to {odds}.", odds, mark=Mark.HOUSE)
        return work.read(t.ODDS_AGAINST, odds, says=strengths)
    return work.read(t.DIFFERENCES, attacker - defender, says=strengths)


def _after_shifts(
    code: str, left: int, work: Reckoning
) -> tuple[Literal["combat", "overrun", "attacker destroyed"], Column]:
    """Shift the column; that many left shifts move a numbered L or prevent a numbered overrun (R-109)."""
    if code == "-":
        return "attacker destroyed", "A"
    if code.startswith("o"):
        prevented = code != "o" and left >= int(code[1:])
        return ("combat" if prevented else "overrun"), "L"
    stays = int(code[1:] or 1) - 1 if code.startswith("L") else 0
    at = COLUMNS.index(cast(Column, code[0])) - max(left - stays, min(left, 0))
    if at < 0 and work.chosen(R_109) == "beyond A is a dash":
        return "attacker destroyed", "A"
    return "combat", COLUMNS[min(max(at, 0), len(COLUMNS) - 1)]


@dataclass(frozen=True)
class OverrunResult:
    """Whether the attack overruns the defender, or destroys itself, before any roll."""

    code: str
    happens: Literal["combat", "overrun", "attacker destroyed"]
    shifts_that_prevent: int | None
    counts_as_combat: bool

    def __str__(self) -> str:
        happens = {
            "combat": "fight the battle",
            "overrun": "the defender is destroyed at no loss",
            "attacker destroyed": "the attacker is destroyed, the defender unhurt",
        }
        prevented = " prevented" if self.happens == "combat" and self.code.startswith("o") else ""
        return f"{code_words(self.code)}{prevented}: {happens[self.happens]}"


@procedure(
    id="civil_war.overrun",
    title="Overrun",
    rules=("CW-OVERRUN",),
    examples=[
        Example({"attacker_sp": 9, "defender_sp": 1}, "overrun o2: the defender is destroyed at no loss"),
        Example({"attacker_sp": 9, "defender_sp": 1, "terrain": "swamp"}, "overrun o2 prevented: fight the battle"),
        Example({"attacker_sp": 2, "defender_sp": 6}, "a dash: the attacker is destroyed, the defender unhurt"),
    ],
    tables=[
        "civil_war.differences",
        "civil_war.odds_for",
        "civil_war.odds_against",
        "civil_war.sizes",
        "civil_war.shifts",
        "civil_war.combat_numbers",
    ],
)
def overrun(inputs: Strengths, work: Reckoning) -> OverrunResult:
    """Check for an overrun at 8 to 1 or more, unless enough columns shift; a dash is the reverse (CW-3.2, R-110)."""
    found = column(inputs, work)
    numbered = found.code.startswith("o") and len(found.code) > 1
    return OverrunResult(
        code=found.code,
        happens=found.happens,
        shifts_that_prevent=int(found.code[1:]) if numbered else None,
        counts_as_combat=found.happens != "overrun",
    )


class DemoralizationChance(Inputs):
    army: Literal["attacker", "defender"] = choice("Army")
    column: Column = choice(
        "Column after shifts", help="For the strengths at the start; L for an overrun, A for a dash."
    )
    enemy_size: Size = choice("Enemy size at the start")
    in_supply: bool = flag("In supply", default=True)


@dataclass(frozen=True)
class Chance:
    """How many results with a loss of 0 or 1 demoralize, and on which d6 rolls; other rolls are rerolled."""

    demoralizing: int
    lines: int
    faces: tuple[int, ...] = ()
    harmless: tuple[int, ...] = ()

    @property
    def chance(self) -> Fraction:
        """Return the chance of demoralization."""
        return Fraction(self.demoralizing, self.lines)

    def __str__(self) -> str:
        return "certain" if self.chance == 1 else f"{self.demoralizing} in {self.lines}"


@procedure(
    id="civil_war.demoralization_chance",
    title="Demoralization chance",
    rules=("CW-9C",),
    examples=[
        Example({"army": "defender", "column": "E", "enemy_size": "medium"}, "3 in 6"),
        Example({"army": "attacker", "column": "C", "enemy_size": "small"}, "2 in 5"),
        Example({"army": "attacker", "column": "L", "enemy_size": "small", "in_supply": False}, "certain"),
    ],
    tables=["civil_war.loss_of_defender", "civil_war.loss_of_attacker"],
)
def demoralization_chance(inputs: DemoralizationChance, work: Reckoning) -> Chance:
    """Count the results with a d among none, 1, d, and d1 on the line; out of supply it is certain (CW-3.6, VG-9C)."""
    if not inputs.in_supply:
        work.step(BOOK.at("3.1"), "Out of supply, any combat demoralizes the army.", "certain", mark=Mark.SOURCED)
        return Chance(1, 1)
    table = t.LOSS_OF_DEFENDER if inputs.army == "defender" else t.LOSS_OF_ATTACKER
    begins = f"Column {inputs.column}, {inputs.enemy_size} enemy"
    line = {
        die: work.read(table, inputs.column, f"{inputs.enemy_size} {die}", says=loss_words(f"{begins}, die {die}"))
        for die in SIDES
    }
    faces = tuple(die for die, result in line.items() if result in ("d", "d1"))
    harmless = tuple(die for die, result in line.items() if result in ("none", "1"))
    both = len(faces) + len(harmless)
    says = f"{len(faces)} of {many(both, 'result')} with a loss of 0 or 1 demoralize."
    work.step(BOOK.at("3.6"), says, both, mark=Mark.RECONSTRUCTED, demoralizing=len(faces))
    return Chance(len(faces), both, faces, harmless) if both else Chance(1, 1)
