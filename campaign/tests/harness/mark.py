"""What a sweep asks of the database before it leaves a battle's public mark.

Everyone sees when that mark comes, so what comes before it must not depend on a hidden fact: its statements, and their
order. The number of rows in one of them may, such as the lines that announce an earlier act; they are written at
once. The act of the mark itself throws the secret dice and sends the dispatches, and isn't compared.
"""

import re
from collections.abc import Sequence

MARK = 'UPDATE "battles_battle" SET "is_swept"'
SAVEPOINTS = ("SAVEPOINT", "RELEASE SAVEPOINT", "ROLLBACK TO SAVEPOINT")
ACT_BEGINS = ("BEGIN", "SAVEPOINT")
VALUES = re.compile(r"%s(?:, %s)+")
ROWS = re.compile(r"\(%s\)(?:, \(%s\))+")


def before_mark(statements: Sequence[str]) -> list[str]:
    """Return the statements of a sweep up to the act that leaves the first mark, or none if no mark was left."""
    mark = next((n for n, sql in enumerate(statements) if sql.startswith(MARK)), 0)
    begins = next((n for n in range(mark, 0, -1) if statements[n].startswith(ACT_BEGINS)), 0)
    return [_shape_of(sql) for sql in statements[:begins]]


def _shape_of(sql: str) -> str:
    """Return a statement without the number that Django gives a savepoint, and with one value for any list of them."""
    return sql.partition('"')[0] if sql.startswith(SAVEPOINTS) else ROWS.sub("(%s)", VALUES.sub("%s", sql))
