"""Unit cards: what a tactical book knows of a unit, and how its procedures read and change it.

A book that can be fought from cards has a file `unit_cards.py` with one value, found by `registry.unit_cards_of(book)`:

    CARDS = UnitCards(
        kinds=(BRIGADE, BATTERY),   # `CardKind`: named, typed fields, each standing or running, each with its rule
        uses=(FIRE, MELEE),         # `Use`: a procedure, the roles of the cards chosen for it, its fill, its effects
        strength=...,               # what is left of a card, and what it began with
        check=..., new_turn=..., score=..., sample=...,
    )

    FIRE = Use(
        "tin.fire",
        (Role("firers", "Firers", most=12), Role("target", "Target", whose=Whose.ENEMY)),
        fill=lambda chosen: {"points": sum(int(card["stands"]) for card in chosen.all("firers")), "turn": chosen.turn},
        effects=lambda inputs, hit, chosen: chosen.one("target").reduced("stands", by=hit.stands_lost, cites="TIN-1"),
    )

Everything here is pure. The site stores cards and shows them to their owner and the umpire only, or to everyone once
revealed; it asks a use for a form's inputs, lets people change them, makes the roll, and offers the effects for
confirmation or amendment before it writes them. So a fill leaves out what no card knows (range, ground, cover), and an
effect names the rule that each new value comes from. A card whose strength has nothing left can't be chosen.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from enum import Enum, StrEnum
from typing import Any

from rulesets.core.brief_values import SIDES
from rulesets.core.records import dataclass
from rulesets.core.words import listed, many, quoted

Value = int | bool | str
Values = Mapping[str, Value]
MOST_CARDS = 60  # of one side
LONGEST_NAME = 60


# Fields and kinds.


@dataclass(frozen=True, kw_only=True)
class CardField:
    """A named value of a card. A standing field is fixed once the battle is open; a running one changes in play.

    Without a default it must be given.
    """

    name: str
    label: str
    cites: str
    running: bool = False
    help: str = ""
    default: Value | None = None

    def fault(self, value: object) -> str:
        """Return what is wrong with a value, beginning "must be", or ""."""
        raise NotImplementedError

    def in_words(self, value: Value) -> str:
        """Return a value as people read it."""
        return str(value)


@dataclass(frozen=True, kw_only=True)
class WholeField(CardField):
    """A whole number within limits."""

    least: int = 0
    most: int
    unit: str = ""

    def fault(self, value: object) -> str:
        if isinstance(value, int) and not isinstance(value, bool) and self.least <= value <= self.most:
            return ""
        return f"must be a whole number from {self.least} to {self.most}"

    def in_words(self, value: Value) -> str:
        return many(int(value), self.unit) if self.unit else str(value)


@dataclass(frozen=True, kw_only=True)
class ChoiceField(CardField):
    """One of a book's terms; `options` may be an enum of `state.py`. Cards hold the option's value."""

    options: Sequence[str] | type[StrEnum]

    @property
    def values(self) -> tuple[str, ...]:
        """Return the options as cards hold them."""
        return tuple(each.value if isinstance(each, Enum) else each for each in self.options)

    def fault(self, value: object) -> str:
        if isinstance(value, str) and value in self.values:
            return ""
        return f"must be {listed(self.values, 'or')}"


@dataclass(frozen=True, kw_only=True)
class YesNoField(CardField):
    """Yes or no; no by default."""

    default: Value | None = False

    def fault(self, value: object) -> str:
        return "" if isinstance(value, bool) else "must be yes or no"

    def in_words(self, value: Value) -> str:
        return "yes" if value else "no"


@dataclass(frozen=True, kw_only=True)
class TextField(CardField):
    """A short text, empty by default; `problem` checks what it says, such as 6/4/2, and returns "must be..." or ""."""

    most: int = 60
    default: Value | None = ""
    problem: Callable[[str], str] | None = None

    def fault(self, value: object) -> str:
        if not isinstance(value, str) or len(value) > self.most or not value.isprintable():
            return f"must be a line of at most {many(self.most, 'character')}"
        return self.problem(value) if self.problem else ""


@dataclass(frozen=True)
class CardKind:
    """A kind of unit with its fields: those that people give at set-up first, in the order of the page."""

    id: str
    title: str
    fields: tuple[CardField, ...]

    def field(self, name: str) -> CardField:
        """Return the field of this name, or raise KeyError."""
        for each in self.fields:
            if each.name == name:
                return each
        raise KeyError(f"{self.id}: no field {name}")


# Cards, and changes of them.


@dataclass(frozen=True)
class Card:
    """A unit as it is now. `id` is the site's; `card["stands"]` is one of its values."""

    id: str
    side: str
    kind: str
    name: str
    values: Values

    def __getitem__(self, name: str) -> Value:
        return self.values[name]

    def whole(self, name: str) -> int:
        """Return a whole number."""
        return int(self.values[name])

    def text(self, name: str) -> str:
        """Return a choice or a text."""
        return str(self.values[name])

    def is_so(self, name: str) -> bool:
        """Return a yes or no."""
        return bool(self.values[name])

    def changed(self, name: str, after: Value, *, cites: str) -> "Iterator[Change]":
        """Yield the change of a field, unless it has that value already."""
        before = self.values[name]
        if before != after:
            yield Change(self.id, name, before, after, cites)

    def reduced(self, name: str, *, by: int, cites: str) -> "Iterator[Change]":
        """Yield the loss of this many, down to 0."""
        yield from self.changed(name, max(0, self.whole(name) - by), cites=cites)


@dataclass(frozen=True)
class Change:
    """A proposed change: the field of a card, its values before and after, and the rule that it comes from."""

    card: str
    field: str
    before: Value
    after: Value
    cites: str


@dataclass(frozen=True)
class Fault:
    """What is wrong with a unit. `line` counts from 1 in the list that was given, 0 for the whole of it."""

    line: int
    unit: str
    field: str
    sentence: str

    def __str__(self) -> str:
        where = " ".join(
            filter(None, (f"Unit {self.line}" if self.line else "", quoted(self.unit) if self.unit else ""))
        )
        return ": ".join(filter(None, (where, self.field, self.sentence)))


# Procedures and cards.


class Whose(StrEnum):
    """Whose cards a role takes, seen from the first role's side."""

    OWN = "own"
    ENEMY = "enemy"
    ANY = "any"


@dataclass(frozen=True)
class Role:
    """A part that cards play in a procedure. An empty `kinds` means every kind; `least` 0 makes it optional."""

    name: str
    label: str
    whose: Whose = Whose.OWN
    kinds: tuple[str, ...] = ()
    least: int = 1
    most: int = 1


@dataclass(frozen=True)
class Chosen:
    """The cards chosen for a procedure, by role, and the turn of the battle."""

    cards: Mapping[str, tuple[Card, ...]]
    turn: int = 0

    def all(self, role: str) -> tuple[Card, ...]:
        """Return a role's cards."""
        return self.cards.get(role, ())

    def one(self, role: str) -> Card:
        """Return the card of a role that takes exactly one."""
        return self.cards[role][0]

    def maybe(self, role: str) -> Card | None:
        """Return the card of an optional role, if there is one."""
        return next(iter(self.all(role)), None)


@dataclass(frozen=True)
class Use:
    """How a procedure is rolled from cards.

    `fill` returns inputs of the procedure as its form and API take them: plain values, by the names of its fields.
    `effects` gets the inputs as the procedure read them, its result, and the same cards.
    """

    procedure: str
    roles: tuple[Role, ...]
    fill: Callable[[Chosen], Mapping[str, Any]]
    effects: Callable[[Any, Any, Chosen], Iterable[Change]] = lambda inputs, result, chosen: ()

    def role(self, name: str) -> Role:
        """Return the role of this name, or raise KeyError."""
        for each in self.roles:
            if each.name == name:
                return each
        raise KeyError(f"{self.procedure}: no role {name}")


# Strength, result, sample.


@dataclass(frozen=True)
class Strength:
    """What is left of a card, and what it began with, in stands, figures, or guns.

    `of` is 0 for what counts as no loss, such as a written order. It has no line in the result.
    `lost_to` says how many of the losses went to a cause other than fire and melee: captured, skedaddled, or quit.
    """

    left: int
    of: int
    unit: str = "stand"
    lost_to: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Score:
    """Victory points of a side so far, each figure with its rule."""

    side: str
    points: int
    words: str
    cites: str


@dataclass(frozen=True)
class NewUnit:
    """A unit at set-up; fields left out have their defaults."""

    side: str
    kind: str
    name: str
    values: Values = field(default_factory=dict)
    hidden: bool = False


@dataclass(frozen=True)
class SampleBattle:
    """A battle that comes with the book: two brigades a side."""

    name: str
    place: str
    attacker: str
    about: str
    units: tuple[NewUnit, ...]


def _nothing(*_: object) -> tuple[()]:
    return ()


@dataclass(frozen=True)
class UnitCards:
    """All that a book says of its units.

    `check` yields what is wrong with one card whose fields are each within their limits: ("stands", "must be at most
    the 6 it began with"). `new_turn` yields what a new turn resets, given a card and the turn that begins. `score`
    yields victory points, in which books without any are silent. `army` names a side after its units that somebody
    sees, such as French, where a book isn't about Union and Confederates.
    """

    kinds: tuple[CardKind, ...]
    uses: tuple[Use, ...]
    strength: Callable[[Card], Strength]
    sample: SampleBattle
    check: Callable[[Card], Iterable[tuple[str, str]]] = _nothing
    new_turn: Callable[[Card, int], Iterable[Change]] = _nothing
    score: Callable[[Sequence[Card]], Iterable[Score]] = _nothing
    army: Callable[[Sequence[Card]], str] = lambda cards: ""

    def kind(self, kind_id: str) -> CardKind:
        """Return the kind of this id, or raise KeyError."""
        for each in self.kinds:
            if each.id == kind_id:
                return each
        raise KeyError(f"no kind {kind_id}")

    def use(self, procedure_id: str) -> Use | None:
        """Return how a procedure is rolled from cards, if it is."""
        return next((each for each in self.uses if each.procedure == procedure_id), None)

    def is_out(self, card: Card) -> bool:
        """Tell whether nothing is left of a unit."""
        strength = self.strength(card)
        return strength.of > 0 >= strength.left

    def completed(self, unit: NewUnit) -> Values:
        """Return a unit's values with the defaults of those left out, in the order of its kind."""
        given = {each.name: unit.values.get(each.name, each.default) for each in self.kind(unit.kind).fields}
        return {name: value for name, value in given.items() if value is not None}

    def faults(self, units: Sequence[NewUnit]) -> list[Fault]:
        """Return everything that is wrong with the units of a set-up: each names its unit, field, and limit."""
        found = [fault for line, unit in enumerate(units, 1) for fault in self._faults(line, unit)]
        for side in SIDES:
            own = [unit for unit in units if unit.side == side]
            if len(own) > MOST_CARDS:
                found.append(Fault(0, "", side, f"must have at most {MOST_CARDS} units, not {len(own)}."))
        return found + list(_named_twice(units))

    def _faults(self, line: int, unit: NewUnit) -> Iterator[Fault]:
        kinds = [each.id for each in self.kinds]
        if unit.side not in SIDES:
            yield Fault(line, unit.name, "side", f"must be {listed(SIDES, 'or')}.")
        if not 0 < len(unit.name.strip()) <= LONGEST_NAME or not unit.name.isprintable():
            yield Fault(line, unit.name, "name", f"must be a line of 1 to {LONGEST_NAME} characters.")
        if unit.kind not in kinds:
            yield Fault(line, unit.name, "kind", f"must be {listed(kinds, 'or')}.")
            return
        wrong = list(self.faults_of_values(unit.kind, {**self.completed(unit), **unit.values}))
        if not wrong:
            card = Card("", unit.side, unit.kind, unit.name, self.completed(unit))
            wrong = [(name, f"{sentence}.") for name, sentence in self.check(card)]
        for name, sentence in wrong:
            yield Fault(line, unit.name, name, sentence)

    def faults_of_values(self, kind_id: str, values: Mapping[str, object]) -> Iterator[tuple[str, str]]:
        """Yield each field that is missing, unknown, or out of its limits, with a sentence."""
        kind = self.kind(kind_id)
        known = {each.name: each for each in kind.fields}
        for name in values.keys() - known.keys():
            yield name[:LONGEST_NAME], f"unknown field. {kind.title} has {listed(known)}."
        for name, each in known.items():
            sentence = each.fault(values.get(name))
            if sentence:
                rule = f" ({each.cites})" if each.cites else ""
                yield name, f"{sentence}{rule}."


def _named_twice(units: Sequence[NewUnit]) -> Iterator[Fault]:
    seen: set[tuple[str, str]] = set()
    for line, unit in enumerate(units, 1):
        if (unit.side, unit.name) in seen:
            yield Fault(line, unit.name, "name", "is listed twice on its side. Name each unit differently.")
        seen.add((unit.side, unit.name))
