"""Django's SQLite backend, without work that it would repeat for every statement and every time.

Django writes `%s` where SQLite wants `?`, and the search for them takes longer than many a small read: a statement is
rewritten once. Times are read as the UTC in which they are stored, without asking the settings each time.
"""

from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

from django.db.backends.sqlite3 import base, operations

STATEMENTS_KEPT = 256


@lru_cache(STATEMENTS_KEPT)
def with_question_marks(query: str) -> str:
    return base.FORMAT_QMARK_REGEX.sub("?", query).replace("%%", "%")


class Cursor(base.SQLiteCursorWrapper):
    def convert_query(self, query: str, *, param_names: list[str] | None = None) -> str:
        if param_names is None:
            return with_question_marks(query)
        return super().convert_query(query, param_names=param_names)


class DatabaseOperations(operations.DatabaseOperations):
    def convert_datetimefield_value(self, value: Any, expression: Any, connection: Any) -> Any:
        if value is None:
            return None
        if type(value) is datetime and value.tzinfo is None and connection.timezone is UTC:
            return value.replace(tzinfo=UTC)
        return super().convert_datetimefield_value(value, expression, connection)


class DatabaseWrapper(base.DatabaseWrapper):
    ops_class = DatabaseOperations

    def create_cursor(self, name: str | None = None) -> Any:
        return self.connection.cursor(factory=Cursor)
