"""The site's SQLite backend answers as Django's does, and rewrites each statement once."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta, timezone
from types import SimpleNamespace
from typing import Any

import pytest
from django.db.backends.sqlite3 import base as djangos
from django.db.backends.sqlite3.operations import DatabaseOperations as DjangosOperations
from hypothesis import given
from hypothesis import strategies as some

from config.databases import DJANGOS_SQLITE, POSTGRESQL, SQLITE, database
from config.sqlite.base import Cursor, DatabaseOperations, with_question_marks
from config.testing.processes import ROOT

PIECES = some.lists(some.sampled_from(["%s", "%%s", "%%", "%", "s", "SELECT '", "?", "%(name)s", "é"])).map("".join)
HOUR = timezone(timedelta(hours=1))
MOMENT = datetime(1862, 4, 6, 5, 30, 0, 123)


@pytest.fixture
def cursor() -> Iterator[Any]:
    with closing(sqlite3.connect(":memory:")) as connection:
        yield connection.cursor(factory=Cursor)


@given(PIECES)
def test_statement_is_rewritten_as_by_django(statement: str) -> None:
    kept: Any = SimpleNamespace()
    assert with_question_marks(statement) == djangos.SQLiteCursorWrapper.convert_query(kept, statement)


def test_statement_is_rewritten_once(cursor: Cursor) -> None:
    statement = "SELECT %s || '%%s', 'once'"
    before = with_question_marks.cache_info().misses
    assert [cursor.execute(statement, [word]).fetchall() for word in ("a", "b")] == [
        [("a%s", "once")],
        [("b%s", "once")],
    ]
    assert with_question_marks.cache_info().misses == before + 1


def test_named_values_are_left_to_django(cursor: Cursor) -> None:
    assert cursor.execute("SELECT %(word)s", {"word": "a"}).fetchall() == [("a",)]


@pytest.mark.parametrize("value", [None, MOMENT, MOMENT.replace(tzinfo=UTC), str(MOMENT), "1862-04-06 05:30:00"])
@pytest.mark.parametrize("zone", [UTC, HOUR])
def test_time_is_read_as_by_django(value: Any, zone: timezone) -> None:
    connection: Any = SimpleNamespace(timezone=zone)
    ours, theirs = DatabaseOperations(connection), DjangosOperations(connection)
    read = ours.convert_datetimefield_value(value, None, connection)
    assert read == theirs.convert_datetimefield_value(value, None, connection)
    assert value is None or read.tzinfo is not None


@pytest.mark.parametrize("url", ["", "sqlite:///one.sqlite3"])
def test_every_file_is_opened_by_it(url: str) -> None:
    assert database(url, ROOT)["ENGINE"] == SQLITE != DJANGOS_SQLITE
    assert database("postgresql://a@b/c", ROOT)["ENGINE"] == POSTGRESQL
