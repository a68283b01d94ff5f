"""What a procedure answers: a result, and the steps that led to it."""

from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from rulesets.core.book import Mark
from rulesets.core.dice import Throw
from rulesets.core.plain import Json, as_json

R = TypeVar("R", covariant=True)


@dataclass(frozen=True)
class Step:
    """One line of the trace: citation, what was asked, numbers in, dice, number out, and the mark of the number.

    `table` and `cell` name the printed cell that was hit, `override` what a campaign put in its place.
    """

    cites: str
    label: str
    numbers: tuple[tuple[str, Any], ...] = ()
    sides: int = 0
    dice: tuple[int, ...] = ()
    out: Any = None
    mark: Mark = Mark.PRINTED
    table: str = ""
    cell: tuple[str, str] | None = None
    override: str = ""

    def __str__(self) -> str:
        numbers = ", ".join(f"{name} {as_json(value)}" for name, value in self.numbers)
        dice = f"d{self.sides} {', '.join(map(str, self.dice))}" if self.dice else ""
        known = "; ".join(part for part in (numbers, dice) if part)
        marked = "" if self.mark is Mark.PRINTED else f" [{self.override or self.mark}]"
        return f"{self.cites}: {self.label}{f' ({known})' if known else ''} → {as_json(self.out)}{marked}"


@dataclass(frozen=True)
class Outcome(Generic[R]):
    """The result with its trace and throws."""

    result: R
    steps: tuple[Step, ...] = ()
    throws: tuple[Throw, ...] = ()

    def to_json(self) -> Json:
        return {
            "says": str(self.result),
            "result": as_json(self.result),
            "steps": as_json(self.steps),
            "throws": as_json(self.throws),
        }
