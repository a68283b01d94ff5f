"""Reads JSON that somebody wrote by hand, and remembers the line of every value."""

import json
import re
from bisect import bisect_right
from typing import Any

from rulesets.core.records import dataclass

DEEPEST, LONGEST_NUMBER = 20, 20
TOKEN = re.compile(r'([{}\[\]:,])|("(?:[^"\\\x00-\x1f]|\\.)*")|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|(true|false|null)')
SPACE = re.compile(r"[ \t\r\n]*")


class Unreadable(ValueError):
    """Text that isn't JSON: what is wrong, and on which line."""

    def __init__(self, sentence: str, line: int) -> None:
        super().__init__(sentence)
        self.sentence, self.line = sentence, line


@dataclass(frozen=True)
class Lined:
    """A value and its line. Objects hold `Lined` by name, and lists hold `Lined`."""

    value: Any
    line: int


def read_lined(text: str, repeated: list[tuple[int, str]] | None = None) -> Lined:
    """Return the value of a JSON text. A name listed twice in an object ends the reading, or is noted in `repeated`."""
    reader = _Reader(text, repeated)
    value = reader.value(0)
    if reader.at < len(text):
        raise reader.wrong("nothing can follow the end of the JSON")
    return value


class _Reader:
    def __init__(self, text: str, repeated: list[tuple[int, str]] | None) -> None:
        self.text, self.at, self.repeated = text, 0, repeated
        self.breaks = [found.start() for found in re.finditer("\n", text)]
        self.skip()

    def line(self, at: int) -> int:
        return 1 + bisect_right(self.breaks, at - 1)

    def skip(self) -> None:
        found = SPACE.match(self.text, self.at)
        self.at = found.end() if found else self.at

    def wrong(self, sentence: str) -> Unreadable:
        return Unreadable(f"This isn’t JSON: {sentence}.", self.line(self.at))

    def take(self, expected: str) -> str:
        """Take one mark of several."""
        found = TOKEN.match(self.text, self.at)
        if found is None or not found[1] or found[1] not in expected:
            raise self.wrong(f"expected {' or '.join(expected)} here")
        self.at = found.end()
        self.skip()
        return found[1]

    def is_next(self, mark: str) -> bool:
        return self.text[self.at : self.at + 1] == mark

    def value(self, depth: int) -> Lined:
        line = self.line(self.at)
        found = TOKEN.match(self.text, self.at)
        if found is None or found[1] in ("}", "]", ":", ","):
            raise self.wrong("expected a value here")
        if depth > DEEPEST:
            raise self.wrong(f"it is more than {DEEPEST} levels deep")
        if found[1] == "{":
            return Lined(self.members(depth), line)
        if found[1] == "[":
            return Lined(self.items(depth), line)
        if found[3] and len(found[3]) > LONGEST_NUMBER:
            raise self.wrong(f"a number can have up to {LONGEST_NUMBER} characters")
        return Lined(self.scalar(), line)

    def scalar(self) -> Any:
        found = TOKEN.match(self.text, self.at)
        assert found is not None
        try:
            value = json.loads(found[0])
        except ValueError:
            raise self.wrong("this text or number is misspelled") from None
        self.at = found.end()
        self.skip()
        return value

    def members(self, depth: int) -> dict[str, Lined]:
        self.take("{")
        members: dict[str, Lined] = {}
        while not self.is_next("}"):
            if members:
                self.take(",")
            if not self.is_next('"') or TOKEN.match(self.text, self.at) is None:
                raise self.wrong("expected a name in quotes here")
            line, name = self.line(self.at), self.scalar()
            if name in members:
                self.repeats(line)
            self.take(":")
            members[name] = self.value(depth + 1)
        self.take("}")
        return members

    def repeats(self, line: int) -> None:
        sentence = "a name is listed twice in one object"
        if self.repeated is None:
            raise self.wrong(sentence)
        self.repeated.append((line, f"{sentence}."))

    def items(self, depth: int) -> list[Lined]:
        self.take("[")
        items: list[Lined] = []
        while not self.is_next("]"):
            if items:
                self.take(",")
            items.append(self.value(depth + 1))
        self.take("]")
        return items
