"""Worlds that many tests start from: built once in a process, and from then on read back row by row.

A kept builder is a function whose rows and result follow from its arguments, the settings, and the clock, ids, and
secrets that it draws. A world is read back only into an empty database and under the same settings. If it was drawn
from seeded sources, they must have drawn exactly as much as before, and afterward they count what the builder drew.
Otherwise the function simply runs, as it does in the harness, whose worlds have other sources.
"""

from collections.abc import Callable
from copy import deepcopy
from functools import cache, wraps
from typing import Any, Generic, ParamSpec, TypeVar

from django.conf import UserSettingsHolder, settings
from django.core.management.color import no_style
from django.db import connection, transaction
from django.db.models import Model

from campaign.models import Session
from campaign.sources import SOURCES, RealSources, SeededSources
from campaign.tests.our_apps import our_models
from rulesets.core.records import dataclass

P = ParamSpec("P")
T = TypeVar("T")
Rows = list[tuple[Any, ...]]


@dataclass(frozen=True)
class Kept(Generic[T]):
    """What a builder left: its result, the rows of each table, and the sources it drew from."""

    result: T
    rows: dict[str, Rows]
    backend: Any


def kept(build: Callable[P, T]) -> Callable[P, T]:
    """Build each world once in a process."""
    worlds: dict[str, Kept[T]] = {}

    @wraps(build)
    def built(*args: P.args, **kwargs: P.kwargs) -> T:
        if type(SOURCES.backend) not in (RealSources, SeededSources) or _any_rows():
            return build(*args, **kwargs)
        key = repr((args, kwargs, _changed_settings(), _drawn_from()))
        if key in worlds:
            return _read_back(worlds[key])
        result = build(*args, **kwargs)
        worlds[key] = Kept(deepcopy(result), rows_now(), deepcopy(SOURCES.backend))
        return result

    return built


def _read_back(world: Kept[T]) -> T:
    _write(world.rows)
    if isinstance(SOURCES.backend, SeededSources):
        vars(SOURCES.backend).update(deepcopy(vars(world.backend)))
    return deepcopy(world.result)


def _drawn_from() -> object:
    backend = SOURCES.backend
    return vars(backend) if isinstance(backend, SeededSources) else type(backend)


def _changed_settings() -> dict[str, Any]:
    changed: dict[str, Any] = {}
    holder = vars(settings)["_wrapped"]
    while isinstance(holder, UserSettingsHolder):
        changed = {**vars(holder), **changed}
        holder = changed.pop("default_settings")
    return changed


@cache
def _models() -> dict[str, type[Model]]:
    """Return the models of the tables that tests write."""
    written: list[type[Model]] = [*our_models(), Session]
    return {model._meta.db_table: model for model in written}


def _any_rows() -> bool:
    exists = " OR ".join(f'EXISTS(SELECT 1 FROM "{table}")' for table in _models())
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {exists}")
        return bool(cursor.fetchone()[0])


def rows_now() -> dict[str, Rows]:
    with connection.cursor() as cursor:
        return {table: rows for table in _models() if (rows := _rows_of(cursor, table))}


def _rows_of(cursor: Any, table: str) -> Rows:
    cursor.execute(f'SELECT * FROM "{table}"')
    rows: Rows = cursor.fetchall()
    return rows


def _write(tables: dict[str, Rows]) -> None:
    """Write the rows, and let new ones be numbered after them: a restored backup may have set the numbers back."""
    numbered = connection.ops.sequence_reset_sql(no_style(), [_models()[table] for table in tables])
    with transaction.atomic(), connection.cursor() as cursor:
        for table, rows in tables.items():
            values = ", ".join(["%s"] * len(rows[0]))
            cursor.executemany(f'INSERT INTO "{table}" VALUES ({values})', rows)
        for statement in numbered:
            cursor.execute(statement)
