"""Prepare reads that many pages use: their SQL is written once, their rows are read every time.

Django takes several times as long to write the SQL of a small read as the database takes to answer it. A prepared
read is a function that builds its queryset from its arguments. It runs once for each shape of the arguments, with
a `Given` in place of each value; the shape holds the lengths of lists and which arguments are None.

    @prepared
    def clocks(campaign_ids: Sequence[int]) -> QuerySet[Deadline]:
        return Deadline.objects.filter(campaign__id__in=campaign_ids)

    rows = clocks([campaign_id])

So only the shape may decide how the queryset is built: no `if` over a value, and no value as a limit.
"""

from collections.abc import Callable
from copy import copy
from functools import lru_cache, wraps
from types import SimpleNamespace
from typing import Any, ParamSpec, TypeVar

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.operations import BaseDatabaseOperations
from django.db.models import Expression, QuerySet
from django.db.models.sql.compiler import SQLCompiler

P = ParamSpec("P")
RowT = TypeVar("RowT")
Converters = dict[int, tuple[list[Any], Any]]
ONE = -1  # in a shape: a single value
SHAPES_KEPT = 64
NO_CONDITION = "A prepared read depends on the shape of its arguments, not on their values."


class Given(Expression):
    """The place of a value: an argument, or an item of an argument that is a list."""

    def __init__(self, argument: int, n: int = ONE) -> None:
        super().__init__()
        self.argument, self.n = argument, n

    def as_sql(self, compiler: SQLCompiler, connection: Any) -> tuple[str, Any]:
        return "%s", [self]

    def among(self, values: tuple[Any, ...]) -> Any:
        value = values[self.argument]
        return value if self.n == ONE else value[self.n]


class Asked(Given):
    """The stand-in the function gets for a value: only a query may use it, which turns it into a `Given`.

    A condition on it is refused, since the SQL for one value would be kept for all others.
    """

    __hash__ = Given.__hash__

    def resolve_expression(self, *_: Any, **__: Any) -> Any:
        return Given(self.argument, self.n)

    def __bool__(self) -> bool:
        raise TypeError(NO_CONDITION)

    def __eq__(self, other: object) -> bool:
        raise TypeError(NO_CONDITION)


def prepared(build: Callable[P, "QuerySet[Any, RowT]"]) -> Callable[P, list[RowT]]:
    """Turn `build`, which describes a read, into a function that returns its rows."""

    @lru_cache(maxsize=SHAPES_KEPT)
    def written(shape: tuple[int | None, ...]) -> tuple[Any, Any, str, tuple[Any, ...]]:
        queryset: Any = build(*(_givens(i, many) for i, many in enumerate(shape)))  # type: ignore[call-arg, arg-type]
        compiler: Any = queryset.query.get_compiler(DEFAULT_DB_ALIAS)
        sql, params = compiler.as_sql()
        made = compiler.get_converters([each[0] for each in compiler.select])
        compiler.converters = {
            i: ([_let_go(convert) for convert in many], column) for i, (many, column) in made.items()
        }
        compiler.connection = None  # it belongs to a thread and would stay open after it
        return queryset, compiler, sql, params

    @wraps(build)
    def read(*values: P.args, **named: P.kwargs) -> list[RowT]:
        assert not named, "a prepared read takes positional arguments only"
        shape = tuple(_shape(value) for value in values)
        if 0 in shape:
            return []
        queryset, compiler, sql, places = written(shape)
        bind = connections[DEFAULT_DB_ALIAS].ops.adapt_unknown_value
        params = tuple(bind(each.among(values)) if isinstance(each, Given) else each for each in places)
        return _rows(queryset, compiler, sql, params)

    return read


def _shape(value: Any) -> int | None:
    if value is None:
        return None
    return len(value) if isinstance(value, list | tuple) else ONE


def _givens(argument: int, many: int | None) -> Asked | list[Asked] | None:
    if many is None:
        return None
    return Asked(argument) if many == ONE else [Asked(argument, n) for n in range(many)]


def _let_go(convert: Any) -> Any:
    """Return a column's converter, or its name if it is a method of a connection."""
    return convert.__name__ if isinstance(getattr(convert, "__self__", None), BaseDatabaseOperations) else convert


def _taken(made: Converters, ops: BaseDatabaseOperations) -> Converters:
    """Return the converters with the methods of this connection."""
    return {
        i: ([getattr(ops, each) if isinstance(each, str) else each for each in many], column)
        for i, (many, column) in made.items()
    }


def _rows(queryset: Any, compiler: Any, sql: str, params: tuple[Any, ...]) -> list[Any]:
    """Return the queryset's rows, using a compiler whose SQL is already written."""
    asking = copy(compiler)
    asking.connection = connections[DEFAULT_DB_ALIAS]  # this thread's own
    asking.get_converters = lambda _: _taken(compiler.converters, asking.connection.ops)
    asking.as_sql = lambda: (sql, params)
    query: Any = SimpleNamespace(get_compiler=lambda *_, **__: asking)
    return list(queryset._iterable_class(type(queryset)(queryset.model, query, DEFAULT_DB_ALIAS)))
