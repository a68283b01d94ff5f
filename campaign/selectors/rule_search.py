"""Find rules and rulings by their names, numbers, and words."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from rulesets.core import registry
from rulesets.core.procedure import Procedure
from rulesets.core.records import dataclass
from rulesets.core.words import spoken

LONGEST, MOST_WORDS, MOST_FOUND = 80, 8, 30
WORD = re.compile(r"[^\W_]+")
Fields = tuple[str, ...]


@dataclass(frozen=True)
class Found:
    """A page that a search found: `address` is its place in the rule pages, `why` what it has of the words."""

    title: str
    address: str
    place: str
    why: str


@dataclass(frozen=True)
class _Entry:
    """What can be found: texts in the order in which they count."""

    book_id: str
    title: str
    address: str
    place: str
    texts: tuple[tuple[str, Fields], ...]
    is_ruling: bool = False


def search(asked: str, book_id: str = "") -> list[Found]:
    """Return the rules and rulings that have all these words, in one book or all, the closest first."""
    wanted = _words(asked[:LONGEST])[:MOST_WORDS]
    if not wanted:
        return []
    ours = [entry for entry in _entries() if book_id in ("", entry.book_id)]
    found = [(rank, entry, why) for entry in ours for rank, why in _matches(entry, wanted)]
    found.sort(key=lambda each: (each[0] > 0, each[1].is_ruling, each[0]))  # by name, then rules before rulings
    return [Found(entry.title, entry.address, entry.place, why) for _, entry, why in found[:MOST_FOUND]]


def named_like(asked: str) -> list[tuple[str, str]]:
    """Return the titles and addresses of the rules with a name much like this one."""
    return [(each.title, f"{each.book}/{each.name}/") for each in map(registry.procedure, registry.nearest(asked))]


def _matches(entry: _Entry, wanted: list[str]) -> Iterator[tuple[int, str]]:
    """Yield the place of the first text that completes the words, and that text; nothing if one is missing."""
    left = set(wanted)
    for rank, (text, words) in enumerate(entry.texts):
        left -= {word for word in left if word in words or (not word.isdecimal() and _begins(word, words))}
        if not left:
            yield rank, "" if text in entry.place or rank == 0 else text
            return


def _begins(word: str, words: Fields) -> bool:
    return any(each.startswith(word) for each in words)


def _words(text: str) -> list[str]:
    """Return the words of a text, without the endings of plurals: fallen leaders, 7b1."""
    return [word.removesuffix("s") if len(word) > len("its") else word for word in WORD.findall(text.lower())]


@cache
def _entries() -> list[_Entry]:
    return [entry for book in registry.books() for entry in _of_book(book.id, book.title)]


def _of_book(book_id: str, title: str) -> Iterator[_Entry]:
    for phase, rules in registry.in_order(book_id):
        for each in rules:
            texts = tuple((text, tuple(_words(text))) for text in _texts(each, phase))
            yield _Entry(book_id, each.title, f"{book_id}/{each.name}/", f"{title}, {phase}", texts)
    for ruling in registry.rulings(book_id).values():
        said = (ruling.id, str(ruling.cites), f"{ruling.question} {ruling.answer}", ruling.reason)
        texts = tuple((text, tuple(_words(text))) for text in said)
        yield _Entry(book_id, f"Ruling {ruling.id}", f"{book_id}/?rulings#{ruling.id}", title, texts, is_ruling=True)


def _texts(each: Procedure[Any, Any], phase: str) -> Iterator[str]:
    """Yield what is said of a rule, the closest to its name first."""
    yield f"{each.title} {spoken(each.name)}"
    yield ", ".join(each.rules)
    yield phase
    yield each.help
    yield from (table.title for table in map(registry.table, each.tables) if table)
    schema = each.schema()
    for part in (schema, *schema.get("$defs", {}).values()):
        yield from (field.get("title", "") for field in part.get("properties", {}).values())
    yield from (example.title for example in each.examples)
