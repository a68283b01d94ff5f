"""The form of a backup file: gzipped JSON lines, at most so many bytes, with a count and a hash at the end.

A file is read in small pieces, and reading stops at a limit. `backup` keeps the same limits, so that every file it
writes can be restored.
"""

import gzip
import hashlib
import json
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO, Any

MOST_BYTES = 4 * 2**30  # unpacked; a battle with its whole record takes a quarter of a megabyte
MOST_LINE_BYTES = 32 * 2**20
MOST_LEVELS = 100
Line = Any
SPELLING = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"))


class BadBackup(Exception):
    """A sentence for the person at the terminal."""


def write_lines(raw: IO[bytes], lines: Iterable[Line]) -> int:
    """Write all lines and the last one, and return the number of rows."""
    summary = Summary()
    with gzip.GzipFile(fileobj=raw, mode="wb", mtime=0) as file:
        for line in lines:
            text = json_line(line)
            summary.add(text, line)
            file.write(text)
        file.write(json_line(summary.last_line))
    return summary.rows


def read_lines(path: Path) -> Iterator[Line]:
    """Yield every line but the last, which must count and hash them; nothing may follow it."""
    summary, held = Summary(), None
    try:
        for text in _texts(path):
            if held is not None:
                summary.add(*held)
                yield held[1]
            held = text, _read_line(path, text)
    except (OSError, EOFError, zlib.error) as error:
        reason = getattr(error, "strerror", None) or "it is damaged, or not a backup"
        raise BadBackup(f"{path} can’t be read: {reason}.") from None
    if held is None or held[1] != summary.last_line:
        raise BadBackup(f"{path} was cut short or changed: its last line doesn’t match the others.")


def _texts(path: Path) -> Iterator[bytes]:
    with gzip.open(path) as file:
        while text := file.readline(MOST_LINE_BYTES + 1):
            yield text


def _read_line(path: Path, text: bytes) -> Line:
    """Return a line that is spelled exactly as `backup` spells it."""
    if len(text) <= MOST_LINE_BYTES:
        try:
            line = json.loads(text)
            if json_line(line) == text:
                return line
        except (ValueError, RecursionError):
            pass
    raise BadBackup(f"{path} is not a backup: one of its lines isn’t what `backup` writes.")


class Summary:
    """The count, the size, and the hash of all lines so far."""

    def __init__(self) -> None:
        self.rows, self.size, self.digest = 0, 0, hashlib.sha256()

    def add(self, text: bytes, line: Line) -> None:
        self.size += len(text)
        if self.size > MOST_BYTES or len(text) > MOST_LINE_BYTES or not _is_flat(text, line):
            raise BadBackup(
                f"A backup holds at most {MOST_BYTES // 2**20} MB unpacked, {MOST_LINE_BYTES // 2**20} MB in a row, "
                f"and {MOST_LEVELS} levels of lists in a value. Save a larger site with its database’s own tools."
            )
        self.digest.update(text)
        self.rows += "row" in line

    @property
    def last_line(self) -> Line:
        return {"rows": self.rows, "sha256": self.digest.hexdigest()}


def json_line(line: Line) -> bytes:
    return SPELLING.encode(line).encode() + b"\n"


def _is_flat(text: bytes, line: Line) -> bool:
    """Return whether lists and objects are nested so little that no reader's recursion fails."""
    return text.count(b"[") + text.count(b"{") <= MOST_LEVELS or _has_levels(line, MOST_LEVELS)


def _has_levels(value: Any, most: int) -> bool:
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else None
    return parts is None or (most > 0 and all(_has_levels(part, most - 1) for part in parts))
