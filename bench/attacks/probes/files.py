"""Backups that are damaged, forged in one place, or restored at the wrong time: refused with a sentence."""

import fcntl
import gzip
import hashlib
import io
import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any
from unittest import mock

from django.core.management import CommandError, call_command
from django.db import connection

from bench.attacks.inside import a_folder
from bench.attacks.probes import unless
from bench.attacks.table import Table
from campaign.models import Entry, JournalLine, User
from campaign.selectors.verify import verify

FLIPS = 12  # of a byte, spread over the file
SENTENCE_LENGTH = 20
NOWHERE = 2**62 + 12345
Lines = list[dict[str, Any]]


def backups() -> Iterator[str]:
    """Damage a backup in every part, and restore it over a site that must stay as it is."""
    table = Table()
    table.begin()
    table.seal("union")
    with a_folder() as folder, _named(folder):
        good = folder / "good.backup"
        call_command("backup", str(good), stdout=io.StringIO())
        for name, bad in _damaged(good, folder):
            yield from _refused(name, bad)
        yield from _while_running(good)
        call_command("restore", str(good), replace=True, stdout=io.StringIO())
    yield from (f"a good backup: {problem}" for problem in verify(table.campaign_id))


def _damaged(good: Path, folder: Path) -> Iterator[tuple[str, Path]]:
    whole = good.read_bytes()
    for number in range(FLIPS):
        at = (number * 2 + 1) * len(whole) // (FLIPS * 2)
        flipped = whole[:at] + bytes([whole[at] ^ 0xFF]) + whole[at + 1 :]
        yield f"byte {at} of {len(whole)} flipped", _kept(folder / f"flip-{number}", flipped)
    yield "cut short", _kept(folder / "cut", whole[: len(whole) // 2])
    yield "empty", _kept(folder / "empty", b"")
    yield "no gzip", _kept(folder / "text", b"a backup\n")
    lines = [json.loads(line) for line in gzip.decompress(whole).splitlines()]
    for name, change in FORGERIES.items():
        yield name, _kept(folder / name.replace(" ", "-"), _packed(change(json.loads(json.dumps(lines[:-1])))))


def _kept(path: Path, data: bytes) -> Path:
    path.write_bytes(data)
    return path


def _packed(lines: Lines) -> bytes:
    """Return a file with the right count and hash, as a forger would make it."""
    texts = [json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode() + b"\n" for line in lines]
    last = {"rows": sum("row" in line for line in lines), "sha256": hashlib.sha256(b"".join(texts)).hexdigest()}
    return gzip.compress(b"".join(texts) + json.dumps(last, separators=(",", ":")).encode() + b"\n")


def _rows(lines: Lines, table: str) -> tuple[Sequence[str], list[dict[str, Any]]]:
    """Return a table's columns, and its lines with rows."""
    at = next(n for n, line in enumerate(lines) if line.get("table") == table)
    rows = []
    for line in lines[at + 1 :]:
        if "row" not in line:
            break
        rows.append(line)
    return lines[at]["columns"], rows


def _changed(table: str, column: str, value: Any) -> Callable[[Lines], Lines]:
    def change(lines: Lines) -> Lines:
        columns, rows = _rows(lines, table)
        rows[0]["row"][columns.index(column)] = value
        return lines

    return change


def _twice(lines: Lines) -> Lines:
    _, rows = _rows(lines, "campaign_user")
    return [each for line in lines for each in ([line, line] if line is rows[0] else [line])]


def _without_head(lines: Lines) -> Lines:
    return [{"format": 1}, *lines[1:]]


FORGERIES: dict[str, Callable[[Lines], Lines]] = {
    "a line of no feed": _changed("campaign_journalline", "feed_id", NOWHERE),
    "a plan of no battle": _changed("battles_plan", "battle_id", NOWHERE),
    "a row that verify rejects": _changed("battles_battle", "turn", 3),
    "a number as text": _changed("battles_battle", "turn", "many"),
    "a moment as a list": _changed("campaign_entry", "at", []),
    "a row twice": _twice,
    "no migrations": _without_head,
}


def _refused(name: str, file: Path) -> Iterator[str]:
    before = _state()
    try:
        call_command("restore", str(file), replace=True, stdout=io.StringIO())
    except (CommandError, SystemExit) as refusal:
        said = str(refusal)
        yield from unless(
            len(said) > SENTENCE_LENGTH and "\n" not in said.strip(), f"{name}: refused without a sentence"
        )
    except Exception as error:
        yield f"{name}: {type(error).__name__} instead of a sentence"
    else:
        yield f"{name}: restored"
    yield from unless(_state() == before, f"{name}: the site was changed")


def _state() -> tuple[int, ...]:
    return (User.objects.count(), Entry.objects.count(), JournalLine.objects.count())


def _while_running(good: Path) -> Iterator[str]:
    """Restore while a process of the site holds its lock; on PostgreSQL a running site is asked instead."""
    if connection.vendor == "sqlite":
        name = Path(connection.settings_dict["NAME"])
        with name.with_name(f"{name.name}.lock").open("ab") as lock:
            fcntl.flock(lock, fcntl.LOCK_SH)
            yield from _refused("while the site runs", good)


def _named(folder: Path) -> AbstractContextManager[object]:
    """Name a file for a database in memory, so that its lock has a place."""
    named = {"NAME": str(folder / "site.sqlite3")} if connection.vendor == "sqlite" else {}
    return mock.patch.dict(connection.settings_dict, named)
