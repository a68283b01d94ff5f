"""What a procedure answers: a result, and the steps that led to it."""

from collections.abc import Iterator
from typing import Any, Generic, Protocol, TypeVar, runtime_checkable

from rulesets.core.book import Mark
from rulesets.core.dice import Throw
from rulesets.core.plain import Json, as_json
from rulesets.core.records import dataclass

R = TypeVar("R", covariant=True)


@dataclass(frozen=True)
class Step:
    """One line of the "why?": a sentence for people, and the same in parts for programs.

    `table` and `cell` name the printed cell that was read, `override` what a campaign put in its place, and
    `reason` why.
    """

    cites: str
    says: str
    numbers: tuple[tuple[str, Any], ...] = ()
    sides: int = 0
    dice: tuple[int, ...] = ()
    out: Any = None
    mark: Mark = Mark.PRINTED
    table: str = ""
    cell: tuple[str, str] | None = None
    override: str = ""
    reason: str = ""

    @property
    def origin(self) -> str:
        """Return the name of the override, or the mark of a number that isn't printed in the book."""
        return self.override or ("" if self.mark is Mark.PRINTED else str(self.mark))

    def __str__(self) -> str:
        origin = f" [{': '.join(filter(None, (self.origin, self.reason)))}]" if self.origin else ""
        return f"{self.says.removesuffix('.')} ({self.cites}).{origin}"


@dataclass(frozen=True)
class Outcome(Generic[R]):
    """The result with its trace and rolls."""

    result: R
    steps: tuple[Step, ...] = ()
    throws: tuple[Throw, ...] = ()

    def to_json(self) -> Json:
        """Return the outcome for programs; `says` is the result in words."""
        return {
            "says": str(self.result),
            "result": as_json(self.result),
            "steps": as_json(self.steps),
            "throws": as_json(self.throws),
        }


@runtime_checkable
class InLines(Protocol):
    """A result with parts, which a terminal shows line by line."""

    def in_lines(self, inputs: Any) -> Iterator[str]:
        """Yield the lines; the inputs have the names of what the result knows by id."""
