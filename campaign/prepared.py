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
from enum import Enum
from functools import lru_cache, wraps
from typing import Any, ParamSpec, TypeVar

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.operations import BaseDatabaseOperations
from django.db.models import Expression, QuerySet
from django.db.models.query import FlatValuesListIterable, ModelIterable, ValuesListIterable, get_related_populators
from django.db.models.sql.compiler import SQLCompiler

from rulesets.core.records import dataclass

P = ParamSpec("P")
RowT = TypeVar("RowT")
Row = list[Any]
ONE = -1  # in a shape: a single value
SHAPES_KEPT = 64
AS_THEY_ARE = frozenset({int, str})  # what every database takes as it is
NO_CONDITION = "A prepared read depends on the shape of its arguments, not on their values."


class Given(Expression):
    """The place of a value: an argument, or an item of an argument that is a list."""

    def __init__(self, argument: int, n: int = ONE) -> None:
        super().__init__()
        self.argument, self.n = argument, n

    def as_sql(self, compiler: SQLCompiler, connection: Any) -> tuple[str, Any]:
        return "%s", [self]


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


@dataclass(frozen=True)
class Written:
    """A read whose SQL is written: where its values go, and what becomes of its rows.

    A converter that is a method of a connection is kept by its name, since a connection belongs to a thread.
    """

    sql: str
    places: tuple[Any, ...]
    givens: tuple[tuple[int, int, int], ...]  # place, argument, and which of its items
    width: int
    converters: tuple[tuple[int, Any, Any], ...]
    made_of: Callable[[Row], Any]

    def rows(self, values: tuple[Any, ...]) -> list[Any]:
        connection: Any = connections[DEFAULT_DB_ALIAS]
        bind, given = connection.ops.adapt_unknown_value, list(self.places)
        for at, argument, n in self.givens:
            value = values[argument] if n == ONE else values[argument][n]
            given[at] = value if type(value) in AS_THEY_ARE else bind(value)
        with connection.cursor() as cursor:
            cursor.execute(self.sql, given)
            rows = [list(row[: self.width]) for row in cursor.fetchall()]
        for at, convert, column in self.converters if rows else ():
            converted = getattr(connection.ops, convert) if isinstance(convert, str) else convert
            for row in rows:
                row[at] = converted(row[at], column, connection)
        return [self.made_of(row) for row in rows]


def prepared(build: Callable[P, "QuerySet[Any, RowT]"]) -> Callable[P, list[RowT]]:
    """Turn `build`, which describes a read, into a function that returns its rows."""

    @lru_cache(maxsize=SHAPES_KEPT)
    def written(shape: tuple[int | None, ...]) -> Written:
        return _written(build(*(_givens(i, many) for i, many in enumerate(shape))))  # type: ignore[call-arg, arg-type]

    @wraps(build)
    def read(*values: P.args, **named: P.kwargs) -> list[RowT]:
        assert not named, "a prepared read takes positional arguments only"
        shape = tuple([_shape(value) for value in values])
        return [] if 0 in shape else written(shape).rows(values)

    return read


def _written(queryset: Any) -> Written:
    compiler: Any = queryset.query.get_compiler(DEFAULT_DB_ALIAS)
    sql, places = compiler.as_sql()
    columns = compiler.get_converters([each[0] for each in compiler.select])
    converters = [(at, _let_go(convert), column) for at, (many, column) in columns.items() for convert in many]
    givens = tuple((at, each.argument, each.n) for at, each in enumerate(places) if isinstance(each, Given))
    places = tuple(each.value if isinstance(each, Enum) else each for each in places)
    return Written(sql, places, givens, compiler.col_count, tuple(converters), _maker(queryset, compiler))


def _maker(queryset: Any, compiler: Any) -> Callable[[Row], Any]:
    """Return what makes a model, a value, or a tuple of a row, as the queryset would."""
    if queryset._iterable_class is FlatValuesListIterable:
        return lambda row: row[0]
    if queryset._iterable_class is ValuesListIterable:
        return tuple
    assert queryset._iterable_class is ModelIterable, "a prepared read returns models, values, or tuples"
    info, annotations = compiler.klass_info, tuple(compiler.annotation_col_map.items())
    model, first, last = info["model"], info["select_fields"][0], info["select_fields"][-1] + 1
    names = [column[0].target.attname for column in compiler.select[first:last]]
    related = get_related_populators(info, compiler.select, DEFAULT_DB_ALIAS)  # type: ignore[call-arg]

    def made(row: Row) -> Any:
        found = model.from_db(DEFAULT_DB_ALIAS, names, row[first:last])
        for each in related:
            each.populate(row, found)
        for name, at in annotations:
            setattr(found, name, row[at])
        return found

    return made


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
