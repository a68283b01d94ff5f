"""The kinds of fields in a file written by hand: each reads a value, notes its faults, and describes itself.

A dataclass names the kind of each field in its annotation, and `Record` reads it and writes its JSON Schema:

    turn: Annotated[int, Whole(1, 19)]

A faulty value is noted, and a fitting one put in its place, so that one reading finds every fault.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import MISSING, Field, field, fields
from datetime import date
from fractions import Fraction
from functools import cache
from typing import Any, Protocol, cast, get_args, get_type_hints

from rulesets.core.carry import FRACTION, LONGEST_CARRY, MOST_CARRY, read_carry
from rulesets.core.plain import Json
from rulesets.core.records import dataclass
from rulesets.core.words import listed, number, quoted, shown

MOST_FAULTS = 100
LONGEST_NAME = 40
MISSING_FIELD, UNKNOWN_FIELD = "fill this in.", "unknown field."


@dataclass(frozen=True)
class Fault:
    """What is wrong with a field, and which other fields that conclusion rests on."""

    field: str
    sentence: str
    rests_on: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.field}: {self.sentence}"


class Faults:
    """The faults found so far, at most `MOST_FAULTS` of them."""

    def __init__(self) -> None:
        self.found: list[Fault] = []

    def note(self, at: str, sentence: str) -> None:
        """Note a fault; beyond the limit, say once that there are more."""
        if len(self.found) < MOST_FAULTS:
            self.found.append(Fault(at, sentence))
        elif len(self.found) == MOST_FAULTS:
            self.found.append(Fault("file", "has more faults. Correct these first."))


Note = Callable[[str, str], None]


def without_unsound(found: Iterable[Fault], faults: Iterable[Fault]) -> list[Fault]:
    """Drop what was concluded from faulty fields."""
    wrong = [fault.field for fault in faults]
    return [fault for fault in found if not any(_touches(wrong, path) for path in (fault.field, *fault.rests_on))]


def _touches(wrong: Iterable[str], path: str) -> bool:
    return any(at == path or _is_within(at, path) or _is_within(path, at) for at in wrong)


def _is_within(path: str, outer: str) -> bool:
    return path.startswith(outer) and path[len(outer) : len(outer) + 1] in (".", "[")


class Kind(Protocol):
    """How a field is read. `needed` fields must be given even if the dataclass has a default."""

    @property
    def needed(self) -> bool: ...

    def read(self, value: Any, at: str, note: Note) -> Any:
        """Return the value, or note what is wrong and return a fitting one."""

    def schema(self) -> Json:
        """Return the JSON Schema of the values."""


@dataclass(frozen=True)
class Whole:
    """A whole number within limits."""

    least: int
    most: int
    needed: bool = False
    or_null: bool = False

    def read(self, value: Any, at: str, note: Note) -> int | None:
        if value is None and self.or_null:
            return None
        if isinstance(value, int) and not isinstance(value, bool) and self.least <= value <= self.most:
            return value
        note(at, f"must be a whole number from {number(self.least)} to {number(self.most)}, not {shown(value)}.")
        return self.least

    def schema(self) -> Json:
        return {"type": _type("integer", or_null=self.or_null), "minimum": self.least, "maximum": self.most}


@dataclass(frozen=True)
class Decimal:
    """A number within limits, or null."""

    most: int
    needed: bool = False

    def read(self, value: Any, at: str, note: Note) -> float | None:
        if value is None:
            return None
        if isinstance(value, int | float) and not isinstance(value, bool) and -self.most <= value <= self.most:
            return float(value)
        note(at, f"must be a number from {number(-self.most)} to {number(self.most)}, not {shown(value)}.")
        return None

    def schema(self) -> Json:
        return {"type": ["number", "null"], "minimum": -self.most, "maximum": self.most}


@dataclass(frozen=True)
class Text:
    """Text of limited length; null is empty text where that is allowed."""

    most: int
    needed: bool = False
    empty: bool = True
    or_null: bool = False

    def read(self, value: Any, at: str, note: Note) -> str | None:
        if value is None and (self.or_null or self.empty):
            return None if self.or_null else ""
        if isinstance(value, str) and len(value) <= self.most and (value or self.empty):
            return value
        note(at, f"must be text of {self.most} characters or fewer." if value != "" else MISSING_FIELD)
        return ""

    def schema(self) -> Json:
        accepts = _type("string", or_null=self.empty or self.or_null)
        return {"type": accepts, "minLength": 0 if self.empty else 1, "maxLength": self.most}


@dataclass(frozen=True)
class Day:
    """A date, or empty text."""

    needed: bool = False

    def read(self, value: Any, at: str, note: Note) -> str:
        if value in (None, ""):
            return ""
        try:
            return date.fromisoformat(value).isoformat()
        except (TypeError, ValueError):
            note(at, f"enter a date such as 1862-04-06, not {shown(value)}.")
            return ""

    def schema(self) -> Json:
        return {"type": ["string", "null"], "format": "date"}


@dataclass(frozen=True)
class OneOf:
    """One of some words."""

    choices: tuple[str, ...]
    needed: bool = False
    empty: bool = False

    def read(self, value: Any, at: str, note: Note) -> str:
        if value in (None, "") and self.empty:
            return ""
        if isinstance(value, str) and value in self.choices:
            return value
        note(at, f"must be {listed(map(quoted, self.choices), 'or')}, not {shown(value)}.")
        return self.choices[0]

    def schema(self) -> Json:
        return {"enum": [*self.choices, *(("", None) if self.empty else ())]}


@dataclass(frozen=True)
class Flag:
    """True or false."""

    needed: bool = False

    def read(self, value: Any, at: str, note: Note) -> bool:
        if isinstance(value, bool):
            return value
        note(at, f"must be true or false, not {shown(value)}.")
        return False

    def schema(self) -> Json:
        return {"type": "boolean"}


@dataclass(frozen=True)
class Carried:
    """A carryover, as a fraction of a strength point."""

    needed: bool = False

    def read(self, value: Any, at: str, note: Note) -> Fraction:
        try:
            return read_carry(value)
        except ValueError as error:
            note(at, f"{error}.")
            return Fraction(0)

    def schema(self) -> Json:
        says = f"A fraction from -{MOST_CARRY} to {MOST_CARRY}, such as 3/20."
        return {
            "type": ["string", "number"],
            "pattern": f"^{FRACTION.pattern}$",
            "maxLength": LONGEST_CARRY,
            "description": says,
        }


@dataclass(frozen=True)
class ListOf:
    """A list of limited length; an object is read by its dataclass."""

    kind: Any
    most: int
    needed: bool = False

    def read(self, value: Any, at: str, note: Note) -> tuple[Any, ...]:
        if not isinstance(value, list | tuple) or len(value) > self.most:
            note(at, f"must be a list of {self.most} or fewer.")
            return ()
        kind = kind_of(self.kind)
        return tuple(kind.read(each, f"{at}[{n}]", note) for n, each in enumerate(value))

    def schema(self) -> Json:
        return {"type": "array", "items": kind_of(self.kind).schema(), "maxItems": self.most}


@dataclass(frozen=True)
class ByName:
    """An object with a part for each name; only `needed` ones require every name."""

    names: tuple[str, ...]
    kind: Any
    needed: bool = False

    def read(self, value: Any, at: str, note: Note) -> dict[str, Any]:
        given = _object(value, at, note)
        _note_unknown(given, self.names, at, note)
        kind = kind_of(self.kind)
        for name in self.names if self.needed else ():
            if name not in given:
                note(_within(at, name), MISSING_FIELD)
        return {
            name: kind.read(given.get(name, {}), _within(at, name), note if name in given else _ignore)
            for name in self.names
            if name in given or self.needed
        }

    def schema(self) -> Json:
        part = kind_of(self.kind).schema()
        required = {"required": list(self.names)} if self.needed else {}
        return {
            "type": "object",
            "properties": dict.fromkeys(self.names, part),
            "additionalProperties": False,
            **required,
        }


@dataclass(frozen=True)
class Object:
    """An object read by a dataclass, or null."""

    made: type[Any]
    needed: bool = False
    or_null: bool = False

    def read(self, value: Any, at: str, note: Note) -> Any:
        return None if value is None and self.or_null else Record(self.made).read(value, at, note)

    def schema(self) -> Json:
        body = Record(self.made).schema()
        return {"oneOf": [body, {"type": "null"}]} if self.or_null else body


@dataclass(frozen=True)
class Called:
    """A field with another name in the file."""

    name: str
    kind: Any

    @property
    def needed(self) -> bool:
        return bool(self.kind.needed)

    def read(self, value: Any, at: str, note: Note) -> Any:
        return self.kind.read(value, at, note)

    def schema(self) -> Json:
        return cast(Json, self.kind.schema())


@dataclass(frozen=True)
class Sum:
    """A property that a file may state, and then must state right: what it is, and its limits."""

    name: str
    words: str
    kind: Whole

    def check(self, made: Any, given: Mapping[str, Any], at: str, note: Note) -> None:
        """Compare a stated sum with the real one."""
        if self.name not in given:
            return
        stated, real = self.kind.read(given[self.name], at, note), getattr(made, self.name)
        if stated == given[self.name] and stated != real:
            note(at, f"must be {number(real)}, {self.words}, not {shown(stated)}.")

    def schema(self) -> Json:
        """Return the JSON Schema of the sum."""
        return self.kind.schema() | {"description": f"Optional: {self.words}."}


@dataclass(frozen=True)
class Record:
    """An object whose fields are a dataclass's annotated ones. `SUMS` of the dataclass are only compared."""

    made: type[Any]
    needed: bool = field(default=False)

    def read(self, value: Any, at: str, note: Note) -> Any:
        kinds, sums = _kinds(cast(Hashable, self.made)), _sums(self.made)
        if isinstance(value, self.made):  # it may have been made without the limits
            value = {name: getattr(value, declared.name) for name, (declared, _) in kinds.items()}
        given = _object(value, at, note)
        if given is not value:
            note = _ignore
        _note_unknown(given, (*kinds, *(each.name for each in sums)), at, note)
        faults = 0

        def counted(place: str, sentence: str) -> None:
            nonlocal faults
            faults += 1
            note(place, sentence)

        made = self.made(**dict(self._values(given, kinds, at, counted)))
        for each in sums if not faults else ():
            each.check(made, given, _within(at, each.name), note)
        return made

    def _values(
        self, given: Mapping[str, Any], kinds: "Mapping[str, tuple[Field[Any], Kind]]", at: str, note: Note
    ) -> Iterable[tuple[str, Any]]:
        for name, (declared, kind) in kinds.items():
            if name in given:
                yield declared.name, kind.read(given[name], _within(at, name), note)
            elif kind.needed or _has_no_default(declared):
                note(_within(at, name), MISSING_FIELD)
                yield declared.name, kind.read(None, _within(at, name), _ignore)

    def schema(self) -> Json:
        kinds = _kinds(cast(Hashable, self.made))
        required = [name for name, (declared, kind) in kinds.items() if kind.needed or _has_no_default(declared)]
        sums = {each.name: each.schema() for each in _sums(self.made)}
        return {
            "type": "object",
            "properties": {name: kind.schema() for name, (_, kind) in kinds.items()} | sums,
            "required": required,
            "additionalProperties": False,
        }


def kind_of(kind: Any) -> Kind:
    """Return a kind, or the one that reads a dataclass."""
    return Record(kind) if isinstance(kind, type) else cast(Kind, kind)


@cache
def _kinds(made: Any) -> "Mapping[str, tuple[Field[Any], Kind]]":
    """Return each annotated field of a dataclass with its kind, by its name in the file."""
    hints, found = get_type_hints(made, include_extras=True), {}
    for declared in fields(made):
        for kind in get_args(hints[declared.name])[1:]:
            if hasattr(kind, "read"):
                found[kind.name if isinstance(kind, Called) else declared.name] = declared, kind
    return found


def _sums(made: type[Any]) -> tuple[Sum, ...]:
    return getattr(made, "SUMS", ())


def _has_no_default(declared: "Field[Any]") -> bool:
    return declared.default is MISSING and declared.default_factory is MISSING


def _type(name: str, *, or_null: bool) -> str | list[str]:
    return [name, "null"] if or_null else name


def _object(value: Any, at: str, note: Note) -> Mapping[str, Any]:
    if isinstance(value, Mapping):
        return value
    note(at or "file", "must be an object with fields.")
    return {}


def _note_unknown(given: Mapping[str, Any], known: Iterable[str], at: str, note: Note) -> None:
    names = sorted(str(name) for name in given if name not in set(known))
    for name in names[: MOST_FAULTS + 1]:
        note(_within(at, name if len(name) <= LONGEST_NAME else f"{name[:LONGEST_NAME]}…"), UNKNOWN_FIELD)


def _within(at: str, name: str) -> str:
    return f"{at}.{name}" if at else name


def _ignore(at: str, sentence: str) -> None:
    """Note nothing: the whole that this is a part of was faulty already."""
