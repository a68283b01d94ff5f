"""8C, 9B, and 9C: whether an army ends the battle demoralized."""

from collections.abc import Callable, Hashable, Mapping
from functools import partial
from typing import Any, Literal

from rulesets.civil_war.tables import LOSS_OF_ATTACKER, LOSS_OF_DEFENDER
from rulesets.civil_war.words import Column, Size, loss_words
from rulesets.core.book import Mark
from rulesets.core.context import Context
from rulesets.core.fields import Inputs, choice, flag, whole, words
from rulesets.core.odds import Formula
from rulesets.core.procedure import Example, procedure
from rulesets.core.reckoning import Reckoning
from rulesets.core.records import dataclass
from rulesets.core.report import End
from rulesets.core.table import Table
from rulesets.core.words import first_up, listed, many
from rulesets.cw_to_ff import BOOK
from rulesets.cw_to_ff.rulings import R_38
from rulesets.cw_to_ff.strength import MOST_SP
from rulesets.cw_to_ff.tables import DEMORALIZED_AT

FACES = range(1, 7)
HARMLESS, DEMORALIZING = ("none", "1"), ("d", "d1")


class AfterBattle(Inputs):
    lost_sp: int = whole("SP lost", least=0, most=MOST_SP, unit="SP", help="Both classes together.")
    end: End = choice("Army at the end", default=End.HELD)
    in_supply: bool = flag("In supply", default=True, help="Out of supply, it is always demoralized.")
    army: Literal["attacker", "defender"] = choice("Army", default="defender")
    column: Column | None = choice(
        "Column of the combat table", default=None, help="After shifts; A for a dash, L for an overrun."
    )
    enemy_size: Size = choice("Enemy size at the start", default="medium")
    side: str = words("Side", most=20, default="")
    turn: int = whole("Battle turn", least=0, most=999, default=0)


@dataclass(frozen=True)
class Demoralized:
    """`demoralized` is None where the line of the combat table is unknown, so 9C can't be rolled."""

    demoralized: bool | None
    cites: str
    why: str

    def __str__(self) -> str:
        word = {True: "demoralized", False: "not demoralized", None: "roll on the combat table"}[self.demoralized]
        return f"{word}: {self.why}"


def _settled(section: str, why: str, *, yes: bool | None) -> Demoralized:
    return Demoralized(yes, str(BOOK.at(section)), why)


def _without_dice(inputs: AfterBattle, most: int) -> Demoralized | None:
    """Settle what needs no die: an army that left, lost 2 SP, or was out of supply, or an unknown line."""
    if inputs.end is not End.HELD:
        return _settled("8C", "it withdrew" if inputs.end is End.WITHDREW else "it was driven off", yes=True)
    if inputs.lost_sp >= most:
        return _settled("9B", f"{many(inputs.lost_sp, 'strength point')} lost", yes=True)
    if not inputs.in_supply:
        return _settled("9C", "it fought out of supply", yes=True)
    if inputs.column is None:
        return _settled("9C", _so_few(inputs), yes=None)
    return None


def _so_few(inputs: AfterBattle) -> str:
    return f"{many(inputs.lost_sp, 'strength point')} lost and it holds the field"


def _table(inputs: AfterBattle) -> Table[str]:
    return LOSS_OF_DEFENDER if inputs.army == "defender" else LOSS_OF_ATTACKER


def _line(inputs: AfterBattle, context: Context) -> tuple[list[int], list[int]]:
    """Return the results of the line that demoralize, and those that don't; all others are rerolled (R-38)."""
    at, size = partial(_table(inputs).at, inputs.column, context=context), inputs.enemy_size
    results = {face: at(f"{size} {face}") for face in FACES}
    bad: tuple[str, ...] = DEMORALIZING
    good: tuple[str, ...] = HARMLESS
    if context.chosen(R_38) != R_38.default:
        bad, good = (DEMORALIZING[inputs.lost_sp],), (HARMLESS[inputs.lost_sp],)
    return [face for face in FACES if results[face] in bad], [face for face in FACES if results[face] in good]


def _chances(inputs: AfterBattle, context: Context, number: Callable[[int, int], Any]) -> Mapping[Hashable, Any]:
    settled = _without_dice(inputs, DEMORALIZED_AT.at("any", context=context))
    if settled:
        return {settled: number(1, 1)}
    bad, good = _line(inputs, context)
    both = len(bad) + len(good)
    demoralized = _by_the_line(inputs, yes=True)
    if not both:
        return {demoralized: number(1, 1)}
    unshaken = Demoralized(demoralized=False, cites=demoralized.cites, why=demoralized.why)
    return {demoralized: number(len(bad), both), unshaken: number(len(good), both)}


def _by_the_line(inputs: AfterBattle, *, yes: bool) -> Demoralized:
    line = _line_words(inputs)
    return _settled("9C", f"{_so_few(inputs)}, {line[:1].lower()}{line[1:]}", yes=yes)


def _line_words(inputs: AfterBattle) -> str:
    return f"Column {inputs.column}, {inputs.enemy_size} enemy"


@procedure(
    id="cw_to_ff.demoralization",
    title="Demoralization after the battle",
    rules=("VG-8C", "VG-9B", "VG-9C", "CW-9C"),
    odds=Formula(_chances, "enumeration of the results on that line"),
    examples=[
        Example({"lost_sp": 2}, "demoralized: 2 strength points lost", title="18"),
        Example(
            {"lost_sp": 1, "column": "E", "enemy_size": "medium"},
            "demoralized: 1 strength point lost and it holds the field, column E, medium enemy",
            dice=(4,),
            title="25",
        ),
        Example(
            {"lost_sp": 1, "column": "E", "enemy_size": "medium"},
            "not demoralized: 1 strength point lost and it holds the field, column E, medium enemy",
            dice=(3,),
            title="19",
        ),
        Example({"lost_sp": 0, "end": "withdrew"}, "demoralized: it withdrew", title="25"),
    ],
    tables=("cw_to_ff.demoralized_at", "civil_war.loss_of_defender", "civil_war.loss_of_attacker"),
    is_common=True,
)
def demoralization(inputs: AfterBattle, work: Reckoning) -> Demoralized:
    """Demoralize an army that leaves the field, loses 2 SP, or is out of supply; otherwise roll a d6 on its line of the
    combat table, and reroll results that cost more than 1 SP."""
    settled = _without_dice(inputs, work.read(DEMORALIZED_AT, "any", says="Losses that demoralize an army"))
    if settled:
        work.step(settled.cites, f"{first_up(str(settled))}.", settled.demoralized, because=settled.why)
        return settled
    work.chosen(R_38)
    bad, good = _line(inputs, work.context)
    column, enemy = inputs.column, inputs.enemy_size
    says = f"{_line_words(inputs)}: {_demoralized_on(bad, good)}."
    work.step(BOOK.at("9C"), says, bad, mark=Mark.RECONSTRUCTED, column=column, enemy=enemy, harmless=good)
    yes = not (bad or good) or _rolled(inputs, [*bad, *good], work) in bad
    work.step(BOOK.at("9C"), f"The army is {'demoralized' if yes else 'not demoralized'}.", yes)
    return _by_the_line(inputs, yes=yes)


def _demoralized_on(bad: list[int], good: list[int]) -> str:
    if not (bad and good):
        return "never demoralized" if good else "always demoralized"
    return f"demoralized on {listed(map(str, bad), 'or')}, not on {listed(map(str, good), 'or')}"


def _rolled(inputs: AfterBattle, results: list[int], work: Reckoning) -> int:
    """Roll until the result costs less than 2 SP."""
    while True:
        thrown = work.roll(6, rule="VG-9C", subject=(inputs.side,), turn=inputs.turn, what="demoralization")
        says = loss_words(f"{_line_words(inputs)}, die {thrown.total}")
        work.read(_table(inputs), inputs.column, f"{inputs.enemy_size} {thrown.total}", says=says)
        if thrown.total in results:
            return thrown.total
