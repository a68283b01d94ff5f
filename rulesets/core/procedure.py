"""A rule as a procedure: typed input, injected dice, a result with its steps, and a declared way to odds."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, TypeVar, get_type_hints

from pydantic import ValidationError

from rulesets.core.carries import called
from rulesets.core.context import BY_THE_BOOK, Context
from rulesets.core.dice import Dice
from rulesets.core.errors import IllegalOrder
from rulesets.core.fields import Inputs
from rulesets.core.odds import MOST_LEAVES, Certain, Distribution, Enumeration, Way
from rulesets.core.outcome import Outcome
from rulesets.core.plain import Json
from rulesets.core.reckoning import Reckoning
from rulesets.core.sentences import sentence_of, with_place

I = TypeVar("I", bound=Inputs)  # noqa: E741
R = TypeVar("R")
ID = re.compile(r"[a-z][a-z0-9_]*\.[a-z][a-z0-9_]*")


@dataclass(frozen=True)
class Example:
    """A worked example: what goes in, which faces fall, and what the result says."""

    inputs: Json
    says: str
    dice: tuple[int, ...] = ()
    title: str = ""


@dataclass(frozen=True)
class Procedure(Generic[I, R]):
    """One entry of the registry. Called with inputs and a reckoning it is a step of another procedure."""

    id: str
    title: str
    rules: tuple[str, ...]
    odds_way: Way
    function: Callable[[I, Reckoning], R]
    examples: tuple[Example, ...] = ()
    tables: tuple[str, ...] = ()

    def __call__(self, inputs: I, work: Reckoning) -> R:
        called(self.id)
        return self.function(inputs, work)

    @property
    def book(self) -> str:
        return self.id.partition(".")[0]

    @property
    def name(self) -> str:
        return self.id.partition(".")[2]

    @property
    def help(self) -> str:
        return (self.function.__doc__ or "").strip()

    @cached_property
    def model(self) -> type[I]:
        hints = get_type_hints(self.function)
        first = next(name for name in hints if name != "return")
        model: type[I] = hints[first]
        return model

    def read(self, raw: Mapping[str, Any] | I) -> I:
        """Typed inputs, or one sentence that names the field and its limit."""
        if isinstance(raw, self.model):
            return raw
        try:
            return self.model.model_validate(raw)
        except ValidationError as error:
            field, sentence = sentence_of(error, self.model)
            cites = self.rules[0] if self.rules else ""
            raise IllegalOrder(sentence, cites=cites, field=field) from error

    def run(
        self, inputs: Mapping[str, Any] | I, dice: Dice | None = None, context: Context = BY_THE_BOOK
    ) -> Outcome[R]:
        """Carry it out: the result with its trace."""
        called(self.id)
        work = Reckoning(dice, context)
        with self._places_in_words():
            result = self(self.read(inputs), work)
        return Outcome(result, tuple(work.steps), tuple(work.dice.throws))

    def odds(
        self, inputs: Mapping[str, Any] | I, context: Context = BY_THE_BOOK, *, exact: bool = True
    ) -> Distribution:
        """All results with their chances."""
        called(self.id)
        with self._places_in_words():
            return self.odds_way.distribution(self.run, self.read(inputs), context, exact=exact)

    @contextmanager
    def _places_in_words(self) -> Iterator[None]:
        """What a rule refuses within a list is named as a person reads it: 1st firer, range."""
        try:
            yield
        except IllegalOrder as refused:
            refused.sentence = with_place(refused.sentence, refused.field, self.model)
            raise

    def schema(self) -> Json:
        """JSON schema of the input: limits, choices, units, help."""
        return self.model.model_json_schema()


def procedure(
    *,
    id: str,
    title: str,
    rules: Sequence[str] = (),
    odds: Way | None = None,
    examples: Sequence[Example] = (),
    tables: Sequence[str] = (),
) -> Callable[[Callable[[I, Reckoning], R]], Procedure[I, R]]:
    """Make a function of inputs and reckoning a procedure. Without dice `odds` may be left out."""
    if not ID.fullmatch(id):
        raise ValueError(f"{id!r} is not book.name")
    if isinstance(odds, Enumeration) and odds.leaves > MOST_LEAVES:
        raise ValueError(f"{id}: a tree of {odds.leaves} leaves is not enumerated; declare another way to its odds")

    def make(function: Callable[[I, Reckoning], R]) -> Procedure[I, R]:
        return Procedure(id, title, tuple(rules), odds or Certain(), function, tuple(examples), tuple(tables))

    return make
