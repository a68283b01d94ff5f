"""What a page read from the database, so that a second world need not be asked for a page that reads the same there.

An answer follows from the request, the clock, the draws made for it, and the rows that its statements found. If each
statement finds the same in two worlds, the next statement is the same too, and so is the answer. A few such pages are
requested all the same, other ones in each run, to show that this holds.
"""

import sys
from collections.abc import Callable, Iterable
from hashlib import blake2b
from http.cookies import SimpleCookie
from typing import Any

from django.db import connection

from rulesets.core.records import dataclass

READ = ("SELECT", "(SELECT", "WITH")
NO_WRITE = (*READ, "SAVEPOINT", "RELEASE")


@dataclass(frozen=True)
class Statement:
    sql: str
    params: tuple[Any, ...]


@dataclass(frozen=True)
class Reads:
    """All statements behind an answer, with a digest of what each found, and the cookies that came with the answer."""

    found: tuple[tuple[Statement, bytes], ...]
    cookies: SimpleCookie


class Reader:
    """Repeats the statements of pages in one world, and remembers what they find until something is written."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, str], tuple[Statement, bytes]] = {}

    def watch(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:  # noqa: FBT001
        """See every statement of the world: after one that writes, nothing is remembered."""
        if not sql.startswith(NO_WRITE):
            self._found.clear()
        return execute(sql, params, many, context)

    def reads(self, statements: Iterable[tuple[str, Any]], cookies: SimpleCookie) -> Reads | None:
        """Return what these statements found, or None if one of them wrote."""
        found = []
        for sql, params in statements:
            if not sql.startswith(NO_WRITE):
                return None
            if sql.startswith(READ):
                found.append(self._look_up(Statement(sys.intern(str(sql)), tuple(params or ()))))
        return Reads(tuple(found), cookies)

    def finds(self, reads: Reads) -> bool:
        """Return whether each statement finds the same in this world."""
        return all(self._look_up(statement)[1] == digest for statement, digest in reads.found)

    def _look_up(self, statement: Statement) -> tuple[Statement, bytes]:
        key = statement.sql, repr(statement.params)
        if key not in self._found:
            with connection.cursor() as cursor:
                cursor.execute(statement.sql, statement.params)
                digest = blake2b(repr(cursor.fetchall()).encode(), digest_size=16).digest()
            self._found[key] = statement, digest
        return self._found[key]
