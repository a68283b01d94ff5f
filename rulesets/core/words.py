"""Values and names in plain words: plurals, signs, lists, and names without underscores."""

import json
import re
from collections.abc import Iterable, Mapping
from enum import Enum
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

from rulesets.core.packages import book_folders

Number = int | float | Fraction
MINUS = "−"
MOST_SHOWN = 40
SHORT = re.compile(r"\b(sp|cp|mp|vp)\b")
SPOKEN = {"gap_road": "gap or road", "gap_or_road": "gap or road"}
FIELDS = {"cites": "rule", "known_to": "visible to", "told": "notice to", "told_what": "notice names"}
ENDINGS = (("orps", "orps"), ("ss", "ss"), ("ies", "y"), ("xes", "x"), ("ches", "ch"), ("s", ""))
SAME_IN_PLURAL = ("orps", "SP", "CP", "MP", "VP")


def spoken(name: object) -> str:
    """Return a value as people say it: gap or road, driven off."""
    text = str(name.value if isinstance(name, Enum) else name)
    return words_of_books().values.get(text) or SHORT.sub(lambda found: found[0].upper(), text.replace("_", " "))


def heading(field: str, book: str = "") -> str:
    """Return the name of a field in a book's results as people read it: SP lost."""
    return words_of_books().fields.get(book, FIELDS).get(field) or spoken(field)


class BookWords(NamedTuple):
    """What any value is called, and what the fields of each book's results are, by its folder."""

    values: Mapping[str, str]
    fields: Mapping[str, Mapping[str, str]]


@cache
def words_of_books() -> BookWords:
    """Return the words of all books.

    They are read from the books' words.json, not from the books: which of those a process has loaded changes no word.
    """
    values, fields = dict(SPOKEN), {}
    for path in sorted(file for folder in book_folders() for file in folder.glob("*/words.json")):
        said = json.loads(path.read_text(encoding="utf-8"))
        values.update(said.get("values", {}))
        fields[path.parent.name] = {**FIELDS, **said.get("fields", {})}
    return BookWords(values, fields)


def words_of(value: Any) -> str:
    """Return any value in words: yes and no, real minus signs, lists with commas."""
    if value is None or isinstance(value, bool):
        return {None: "none", True: "yes", False: "no"}[value]
    if isinstance(value, int | float | Fraction):
        return number(value)
    if isinstance(value, list | tuple | set | frozenset | range):
        return listed(map(words_of, value))
    return spoken(value) or "none"


def number(value: Number) -> str:
    """Write a number: 12,000; 1862; −2; 7 1/2."""
    if isinstance(value, int):
        text = f"{abs(value):,}" if abs(value) >= 10_000 else str(abs(value))
    elif isinstance(value, float):
        text = f"{abs(value):.6g}"
    else:
        entire, rest = divmod(abs(value), 1)
        text = " ".join(str(part) for part in (entire, rest) if part) or "0"
    return f"{MINUS}{text}" if value < 0 else text


def signed(value: Number) -> str:
    """Write a modifier: +2, −1, 0."""
    return f"+{number(value)}" if value > 0 else number(value)


def plus(value: Number) -> str:
    """Write the second half of a sum: + 2, − 1."""
    return f"{MINUS} {number(-value)}" if value < 0 else f"+ {number(value)}"


def many(count: int, thing: str) -> str:
    """Count things: 1 division, 2 divisions."""
    return f"{number(count)} {thing if count == 1 else plural(thing)}"


def plural(thing: str) -> str:
    """Return a plural: stands, batteries, corps."""
    if thing.endswith(SAME_IN_PLURAL):
        return thing
    if re.search(r"[^aeiou]y$", thing):
        return f"{thing[:-1]}ies"
    return f"{thing}es" if thing.endswith(("s", "x", "ch", "sh")) else f"{thing}s"


def a(thing: str) -> str:
    """Put the article before a noun: a corps, an army."""
    return f"{'an' if thing[:1] in 'aeiou' else 'a'} {thing}"


def possessive(name: str) -> str:
    """Return the possessive of a name: Grant's, Hays's."""
    return f"{name}'s"


def one_of(title: str) -> str:
    """Return one of the things that a title names: divisions outside any corps, division outside any corps."""
    found = re.match(r"(.*?)((?:,| in | of | that | by | from | out of | outside | around).*|)$", title)
    head, rest = found.groups() if found else (title, "")
    return next((head.removesuffix(many) + one for many, one in ENDINGS if head.endswith(many)), head) + rest


def ordinal(number: int) -> str:
    """Return an ordinal: 1st, 2nd, 3rd, 11th."""
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def listed(things: Iterable[str], last: str = "and") -> str:
    """Write a list: a; a and b; a, b, and c; none."""
    *head, tail = list(things) or ["none"]
    if not head:
        return tail
    return f"{', '.join(head)}{',' if len(head) > 1 else ''} {last} {tail}"


def quoted(text: object) -> str:
    """Return what somebody typed in quotes."""
    return f"“{text}”"


def shown(given: Any) -> str:
    """Repeat what somebody gave, shortened: 12, true, “many”."""
    if given is None or isinstance(given, bool):
        return {None: "empty", True: "true", False: "false"}[given]
    if isinstance(given, list | tuple | dict):
        return "an object" if isinstance(given, dict) else "a list"
    text = str(given) if len(str(given)) <= MOST_SHOWN else f"{str(given)[: MOST_SHOWN - 1]}…"
    if isinstance(given, str) and not re.fullmatch(r"-?[0-9]+(\.[0-9]+)?", text):
        return quoted(text) if text else "empty"
    return re.sub("^-", MINUS, text)


def first_up(words: str) -> str:
    """Begin a sentence."""
    return words[:1].upper() + words[1:]
