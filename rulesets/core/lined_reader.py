"""Reads the parts of a file that somebody wrote by hand, and notes every fault with its line."""

from collections.abc import Callable, Sequence
from dataclasses import field
from math import isfinite
from typing import TypeVar

from rulesets.core.lined_json import Lined, Unreadable, read_lined
from rulesets.core.records import dataclass
from rulesets.core.words import listed, many, number

MOST_FAULTS = 100  # said at once on a page
MOST_REPEATED = 40  # characters
T = TypeVar("T")
Fault = tuple[int, str]


class Faulty(ValueError):
    """A file with faults: each with its line."""

    def __init__(self, faults: list[Fault]) -> None:
        super().__init__("faults")
        self.faults = sorted(set(faults))

    @property
    def lines(self) -> list[str]:
        """Return a sentence for each fault."""
        return [f"Line {line}: {sentence}" for line, sentence in self.faults]

    @property
    def sentences(self) -> list[str]:
        """Return a sentence for each fault, or for the first ones and how many more there are."""
        more = len(self.faults) - MOST_FAULTS
        return [*self.lines[:MOST_FAULTS], f"{many(more, 'more fault')} after these."] if more > 0 else self.lines


def read_text(content: bytes, most_bytes: int) -> str:
    """Return the text of a file, without the mark that some editors put before it."""
    if len(content) > most_bytes:
        raise Faulty([(1, f"The file has more than {most_bytes:,} bytes, which is the limit.")])
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = 1 + content[: error.start].count(b"\n")
        raise Faulty([(line, "This isn’t UTF-8. Save the file as UTF-8 text.")]) from None


def clean(text: str) -> str:
    """Return text that may be repeated to whoever wrote it, shortened and without control characters."""
    short = text if len(text) <= MOST_REPEATED else f"{text[: MOST_REPEATED - 1]}…"
    return "".join(each if each.isprintable() else "�" for each in short)


@dataclass
class LinedReader:
    """Reads values; what isn't as it must be is noted, and read as nothing."""

    faults: list[Fault] = field(default_factory=list)

    def wrong(self, at: Lined, sentence: str) -> None:
        self.faults.append((at.line, sentence))

    def tree(self, text: str) -> Lined | None:
        """Return the values of a JSON text, each with its line; None if it isn't JSON."""
        repeated: list[Fault] = []
        try:
            return read_lined(text, repeated)
        except Unreadable as error:
            self.faults.append((error.line, error.sentence))
            return None
        finally:
            self.faults += repeated

    def members(self, at: Lined, *names: str, optional: Sequence[str] = ()) -> dict[str, Lined]:
        """Return an object's members; note unknown and missing ones."""
        allowed = (*names, *optional)
        if not isinstance(at.value, dict):
            self.wrong(at, f"expected an object with {', '.join(allowed)}.")
            return {}
        for name in at.value.keys() - set(allowed):
            self.wrong(at.value[name], f"unknown field; the fields here are {', '.join(allowed)}.")
        for name in set(names) - at.value.keys():
            self.wrong(at, f"{name} is missing.")
        return {name: part for name, part in at.value.items() if name in allowed}

    def many(self, at: Lined | None, each: Callable[[Lined], T]) -> tuple[T, ...]:
        if at is None:
            return ()
        if not isinstance(at.value, list):
            self.wrong(at, "expected a list.")
            return ()
        return tuple(each(part) for part in at.value)

    def text(self, at: Lined | None) -> str:
        if at is None:
            return ""
        if not isinstance(at.value, str):
            self.wrong(at, "expected text in quotes.")
            return ""
        return at.value

    def one_of(self, at: Lined | None, choices: Sequence[str]) -> str:
        """Return one of these words, or nothing."""
        if at is not None and at.value in choices:
            return str(at.value)
        if at is not None:
            self.wrong(at, f"must be {listed(choices, 'or')}.")
        return ""

    def flag(self, at: Lined | None) -> bool:
        if at is not None and not isinstance(at.value, bool):
            self.wrong(at, "must be true or false.")
            return False
        return at is not None and at.value

    def whole(self, name: str, at: Lined | None, least: int, most: int) -> int | None:
        """Return a whole number within its limits."""
        if at is None:
            return None
        is_whole = isinstance(at.value, int) and not isinstance(at.value, bool)
        if not is_whole or not least <= at.value <= most:
            self.wrong(at, f"{name} must be a whole number from {number(least)} to {number(most)}.")
            return None
        return int(at.value)

    def decimal(self, name: str, at: Lined | None, least: float, most: float) -> float | None:
        """Return a number within its limits."""
        if at is None:
            return None
        is_number = isinstance(at.value, int | float) and not isinstance(at.value, bool) and isfinite(at.value)
        if not is_number or not least <= at.value <= most:
            self.wrong(at, f"{name} must be a number from {number(least)} to {number(most)}.")
            return None
        return float(at.value)
