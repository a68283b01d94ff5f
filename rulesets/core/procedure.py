"""A rule as a procedure: typed inputs, injected dice, a result with its steps, and a declared way to its odds."""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any, Generic, TypeVar, get_type_hints

from pydantic import ValidationError

from rulesets.core.carries import called
from rulesets.core.context import BY_THE_BOOK, Context
from rulesets.core.dice import Dice
from rulesets.core.errors import IllegalOrder
from rulesets.core.fields import Inputs
from rulesets.core.odds import Certain, Distribution, Enumeration, Way
from rulesets.core.outcome import Outcome
from rulesets.core.plain import Json, has_at_most
from rulesets.core.reckoning import Reckoning
from rulesets.core.records import dataclass
from rulesets.core.sentences import inputs_in_words, sentence_of, with_place
from rulesets.core.weighing import MOST_LEAVES

I = TypeVar("I", bound=Inputs)  # noqa: E741
R = TypeVar("R")
MOST_VALUES = 20_000  # in one input; about twice as many as in the largest order of battle
ID = re.compile(r"[a-z][a-z0-9_]*\.[a-z][a-z0-9_]*")


@dataclass(frozen=True)
class Example:
    """A worked example: the inputs, the dice, and what the result says."""

    inputs: Json
    says: str
    dice: tuple[int, ...] = ()
    title: str = ""


@dataclass(frozen=True)
class Procedure(Generic[I, R]):
    """One entry of the registry. Called with inputs and a reckoning, it is a step of another procedure.

    The common ones are those that a table needs again and again in one battle or turn.
    """

    id: str
    title: str
    rules: tuple[str, ...]
    odds_way: Way
    function: Callable[[I, Reckoning], R]
    examples: tuple[Example, ...] = ()
    tables: tuple[str, ...] = ()
    is_common: bool = False

    def __call__(self, inputs: I, work: Reckoning) -> R:
        called(self.id)
        return self.function(inputs, work)

    @property
    def book(self) -> str:
        """Return the id of its book."""
        return self.id.partition(".")[0]

    @property
    def name(self) -> str:
        """Return its id within the book."""
        return self.id.partition(".")[2]

    @property
    def help(self) -> str:
        """Return what it does, in a sentence or two."""
        return " ".join((self.function.__doc__ or "").split())

    @cached_property
    def model(self) -> type[I]:
        """Return the type of its inputs."""
        hints = get_type_hints(self.function)
        first = next(name for name in hints if name != "return")
        model: type[I] = hints[first]
        return model

    def read(self, raw: Mapping[str, Any] | I) -> I:
        """Check the inputs; a fault is one sentence that names the field and its limit."""
        if isinstance(raw, self.model):
            return raw
        if not has_at_most(MOST_VALUES, raw):
            raise IllegalOrder(f"This input is too large. Enter at most {MOST_VALUES:,} values.")
        try:
            return self.model.model_validate(raw)
        except ValidationError as error:
            field, sentence = sentence_of(error, self.model)
            cites = self.rules[0] if self.rules else ""
            raise IllegalOrder(sentence, cites=cites, field=field) from error

    def run(
        self, inputs: Mapping[str, Any] | I, dice: Dice | None = None, context: Context = BY_THE_BOOK
    ) -> Outcome[R]:
        """Carry it out; return the result with its trace."""
        called(self.id)
        work = Reckoning(dice, context)
        try:
            result = self(self.read(inputs), work)
        except IllegalOrder as refused:
            self._say_place(refused)
            raise
        return Outcome(result, tuple(work.steps), tuple(work.dice.throws))

    def odds(
        self, inputs: Mapping[str, Any] | I, context: Context = BY_THE_BOOK, *, exact: bool = True
    ) -> Distribution:
        """Return all results with their chances."""
        called(self.id)
        try:
            return self.odds_way.distribution(self.function, self.read(inputs), context, exact=exact)
        except IllegalOrder as refused:
            self._say_place(refused)
            raise

    def asked_in_words(self, inputs: Mapping[str, Any]) -> str:
        """Return inputs as people read them, by the titles of their fields."""
        return "; ".join(inputs_in_words(inputs, self.model))

    def _say_place(self, refused: IllegalOrder) -> None:
        """Name the field of a refusal as people do: 1st firer, range."""
        refused.sentence = with_place(refused.sentence, refused.field, self.model)

    @cached_property
    def _schema(self) -> Json:
        return self.model.model_json_schema()

    def schema(self) -> Json:
        """Return the JSON schema of the inputs: limits, choices, units, help. It's one object, for reading only."""
        return self._schema


def procedure(
    *,
    id: str,
    title: str,
    rules: Sequence[str] = (),
    odds: Way | None = None,
    examples: Sequence[Example] = (),
    tables: Sequence[str] = (),
    is_common: bool = False,
) -> Callable[[Callable[[I, Reckoning], R]], Procedure[I, R]]:
    """Make a function of inputs and reckoning a procedure. A rule without dice needs no `odds`."""
    if not ID.fullmatch(id):
        raise ValueError(f"{id!r} must be book.name")
    if isinstance(odds, Enumeration) and odds.leaves > MOST_LEAVES:
        raise ValueError(f"{id}: {odds.leaves} leaves are too many to enumerate; declare another way to its odds")

    def make(function: Callable[[I, Reckoning], R]) -> Procedure[I, R]:
        way = odds or Certain()
        return Procedure(id, title, tuple(rules), way, function, tuple(examples), tuple(tables), is_common)

    return make
