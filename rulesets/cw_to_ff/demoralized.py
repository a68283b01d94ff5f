"""8C, 9B and 9C: whether an army leaves the battle demoralized."""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from rulesets.civil_war.tables import LOSS_OF_ATTACKER, LOSS_OF_DEFENDER
from rulesets.civil_war.words import Column, Size
from rulesets.core.book import Mark
from rulesets.core.context import Context
from rulesets.core.fields import Inputs, choice, flag, whole, words
from rulesets.core.odds import Formula
from rulesets.core.procedure import Example, procedure
from rulesets.core.reckoning import Reckoning
from rulesets.core.report import End
from rulesets.core.table import Table
from rulesets.cw_to_ff import BOOK
from rulesets.cw_to_ff.rulings import R_38
from rulesets.cw_to_ff.strength import MOST_SP
from rulesets.cw_to_ff.tables import DEMORALIZED_AT

FACES = range(1, 7)
HARMLESS, DEMORALIZING = ("none", "1"), ("d", "d1")


class AfterBattle(Inputs):
    lost_sp: int = whole("Strength points lost", least=0, most=MOST_SP, unit="SP", help="Both classes together.")
    end: End = choice("How it ended", default=End.HELD)
    in_supply: bool = flag("In supply", default=True, help="Out of supply it is demoralized whatever happens.")
    army: Literal["attacker", "defender"] = choice("This army is the", default="defender")
    column: Column | None = choice(
        "Column of the strategic table", default=None, help="After shifts; A for a dash, L for an overrun."
    )
    enemy_size: Size = choice("Size of the enemy at the start", default="medium")
    side: str = words("Side", most=20, default="")
    turn: int = whole("Turn of the battle", least=0, most=999, default=0)


@dataclass(frozen=True)
class Demoralized:
    """None: the strategic table's line is not known, so that 9C cannot be thrown."""

    demoralized: bool | None
    cites: str
    why: str

    def __str__(self) -> str:
        word = {True: "demoralized", False: "not demoralized", None: "9C decides"}[self.demoralized]
        return f"{word}: {self.why}"


def _settled(section: str, why: str, *, yes: bool | None) -> Demoralized:
    return Demoralized(yes, str(BOOK.at(section)), why)


def _without_dice(inputs: AfterBattle, most: int) -> Demoralized | None:
    """What needs no die: who left, who lost two, who was out of supply, whose line is not known."""
    if inputs.end is not End.HELD:
        return _settled("8C", "it withdrew" if inputs.end is End.WITHDREW else "it was driven off", yes=True)
    if inputs.lost_sp >= most:
        return _settled("9B", f"{inputs.lost_sp} strength points lost", yes=True)
    if not inputs.in_supply:
        return _settled("9C", "it fought out of supply", yes=True)
    if inputs.column is None:
        return _settled("9C", f"{_so_few(inputs)}, by the line of the strategic table", yes=None)
    return None


def _so_few(inputs: AfterBattle) -> str:
    return f"{inputs.lost_sp} SP lost and it holds the field"


def _table(inputs: AfterBattle) -> Table[str]:
    return LOSS_OF_DEFENDER if inputs.army == "defender" else LOSS_OF_ATTACKER


def _line(inputs: AfterBattle, context: Context) -> tuple[list[int], list[int]]:
    """Faces of the line that demoralize, and those that do not; all others are thrown again (R-38)."""
    table = _table(inputs)
    results = {f: table.at(inputs.column, f"{inputs.enemy_size} {f}", context=context) for f in FACES}
    bad: tuple[str, ...] = DEMORALIZING
    good: tuple[str, ...] = HARMLESS
    if context.chosen(R_38) != R_38.default:
        bad, good = (DEMORALIZING[inputs.lost_sp],), (HARMLESS[inputs.lost_sp],)
    return [f for f, r in results.items() if r in bad], [f for f, r in results.items() if r in good]


def _chances(inputs: AfterBattle, context: Context, number: Callable[[int, int], Any]) -> Mapping[Hashable, Any]:
    settled = _without_dice(inputs, DEMORALIZED_AT.at("any", context=context))
    if settled:
        return {settled: number(1, 1)}
    bad, good = _line(inputs, context)
    both = len(bad) + len(good)
    if not both:
        return {_by_the_line(inputs, yes=True): number(1, 1)}
    return {
        _by_the_line(inputs, yes=True): number(len(bad), both),
        _by_the_line(inputs, yes=False): number(len(good), both),
    }


def _by_the_line(inputs: AfterBattle, *, yes: bool) -> Demoralized:
    return _settled("9C", f"{_so_few(inputs)}, column {inputs.column}, enemy {inputs.enemy_size}", yes=yes)


@procedure(
    id="cw_to_ff.demoralization",
    title="Demoralized after the battle",
    rules=("VG-8C", "VG-9B", "VG-9C", "CW-9C"),
    odds=Formula(_chances, "enumeration of the line's faces"),
    examples=[
        Example({"lost_sp": 2}, "demoralized: 2 strength points lost", title="18"),
        Example(
            {"lost_sp": 1, "column": "E", "enemy_size": "medium"},
            "demoralized: 1 SP lost and it holds the field, column E, enemy medium",
            dice=(4,),
            title="25",
        ),
        Example(
            {"lost_sp": 1, "column": "E", "enemy_size": "medium"},
            "not demoralized: 1 SP lost and it holds the field, column E, enemy medium",
            dice=(3,),
            title="19",
        ),
        Example({"lost_sp": 0, "end": "withdrew"}, "demoralized: it withdrew", title="25"),
    ],
    tables=("cw_to_ff.demoralized_at", "civil_war.loss_of_defender", "civil_war.loss_of_attacker"),
)
def demoralization(inputs: AfterBattle, work: Reckoning) -> Demoralized:
    """By leaving the field, by two strength points lost, by want of supply; else by the chance that the strategic
    table gives at a loss of none or one: a d6 on its line, thrown again while it costs more."""
    settled = _without_dice(inputs, work.read(DEMORALIZED_AT, "any"))
    if settled:
        work.step(settled.cites, "demoralized", settled.demoralized, because=settled.why)
        return settled
    work.chosen(R_38)
    bad, good = _line(inputs, work.context)
    work.step(
        BOOK.at("9C"),
        "faces that demoralize",
        bad,
        mark=Mark.RECONSTRUCTED,
        column=inputs.column,
        enemy=inputs.enemy_size,
        harmless=good,
    )
    yes = not (bad or good) or _thrown(inputs, [*bad, *good], work) in bad
    work.step(BOOK.at("9C"), "demoralized", yes)
    return _by_the_line(inputs, yes=yes)


def _thrown(inputs: AfterBattle, faces: list[int], work: Reckoning) -> int:
    """A face that costs two or more strength points is thrown again."""
    while True:
        thrown = work.throw(6, rule="VG-9C", subject=(inputs.side,), turn=inputs.turn, label="on the line of the table")
        work.read(_table(inputs), inputs.column, f"{inputs.enemy_size} {thrown.total}")
        if thrown.total in faces:
            return thrown.total
