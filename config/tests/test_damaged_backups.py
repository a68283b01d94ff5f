"""A damaged or forged backup is refused with a sentence, and the database stays as it was."""

import gzip
import tracemalloc
from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from functools import cache, partial
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.db import models, transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from campaign.models import Cup, CupSecret, Draft, Feed, Seat, Throw
from campaign.selectors.verify import verify
from campaign.tests.builders import a_club
from config import backup, backup_file
from config.backup_file import BadBackup, Line, read_lines, write_lines
from config.old_data import OldData
from config.references import BY_ID, NO_REFERENCE, references
from config.tests.test_recorded import FILES
from war.tests.war_builders import a_war, begun

NOBODY = 4_611_686_018_427_387_905
Change = Callable[[list[Line]], None]
in_one_database = settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])


def lines_of(file: Path) -> list[Line]:
    return list(read_lines(file))


def few_lines() -> list[Line]:
    """Return a backup of a site with every table and the first two rows of each."""
    return deepcopy(_few_lines())


@cache
def _few_lines() -> list[Line]:
    kept, seen, table = [], Counter[str](), ""
    for line in lines_of(FILES[-1]):
        table = line.get("table", table)
        seen[table] += "row" in line
        if "row" not in line or seen[table] <= 2:
            kept.append(line)
    return kept


def written(folder: Path, lines: list[Line]) -> Path:
    """Write the lines with a hash that fits them, as a forger would."""
    file = folder / "site.backup"
    with file.open("wb") as raw:
        write_lines(raw, lines)
    return file


def rows_now() -> list[Line]:
    return list(islice(backup._lines(), 1, None))


def refusal(file: Path, before: list[Line] | None = None) -> str:
    """Return the sentence that refuses the file, or nothing if it is restored; `before` are the rows until now."""
    before = rows_now() if before is None else before
    try:
        backup.check(file)
        backup.read(file, replace=True)
    except (BadBackup, OldData) as error:
        assert rows_now() == before
        return str(error)
    return ""


def place_of(lines: list[Line], table: str) -> int:
    return next(n for n, line in enumerate(lines) if line.get("table") == table)


def put(table: str, column: str, value: Any, row: int = 1) -> Change:
    """Return a change of one value."""

    def change(lines: list[Line]) -> None:
        head = place_of(lines, table)
        lines[head + row]["row"][lines[head]["columns"].index(column)] = value

    return change


def repeat(table: str) -> Change:
    """Return a change that writes a table's first row twice."""
    return lambda lines: lines.insert((at := place_of(lines, table)) + 2, lines[at + 1])


def without(table: str) -> Change:
    """Return a change that leaves out a table."""

    def change(lines: list[Line]) -> None:
        at = place_of(lines, table)
        end = next(n for n, line in enumerate(lines) if n > at and "table" in line)
        del lines[at:end]

    return change


GZIP_TRAILER = 8  # before it, the compressed text may end within a byte
SAME_WORDS = 2  # bits of the compressed text after which it may refer to the same words at another place


# The form


@pytest.fixture
def small(tmp_path: Path) -> bytes:
    """Return a sound backup of every table with a few rows."""
    lines = lines_of(FILES[-1])
    users = place_of(lines, "campaign_user")
    kept = [line for n, line in enumerate(lines) if "row" not in line or users < n < users + 4]
    file = written(tmp_path, kept)
    backup.check(file)
    return file.read_bytes()


def is_refused(folder: Path, content: bytes) -> bool:
    file = folder / "damaged.backup"
    file.write_bytes(content)
    try:
        backup.check(file)
    except (BadBackup, OldData):
        return True
    return False


def test_flipped_bit_is_refused_or_changes_nothing(small: bytes, tmp_path: Path) -> None:
    text, ignored = gzip.decompress(small), []
    for place in range(len(small)):
        flipped = bytearray(small)
        flipped[place] ^= 1 << place % 8
        if not is_refused(tmp_path, bytes(flipped)):
            assert gzip.decompress(flipped) == text
            ignored.append(place)
    header, padded = small.index(b"site.backup") + len("site.backup"), len(small) - GZIP_TRAILER - 1
    within = [place for place in ignored if place >= header and place != padded]
    assert len(within) <= SAME_WORDS, "neither in gzip's header nor after its text"


def test_truncated_file_is_refused(small: bytes, tmp_path: Path) -> None:
    assert all(is_refused(tmp_path, small[:length]) for length in range(len(small)))


@given(place=st.integers(min_value=0, max_value=FILES[-1].stat().st_size - 1), bit=st.integers(0, 7))
@settings(in_one_database, max_examples=40)
def test_flipped_bit_of_a_whole_site_is_refused_or_changes_nothing(tmp_path: Path, place: int, bit: int) -> None:
    flipped = bytearray(FILES[-1].read_bytes())
    flipped[place] ^= 1 << bit
    if not is_refused(tmp_path, bytes(flipped)):
        assert gzip.decompress(flipped) == gzip.decompress(FILES[-1].read_bytes())


@pytest.mark.parametrize(
    "text",
    [b"", b"null\n", b"[]\n", b"7\n", b"{}\n", b"\xff\n", b"NaN\n", b"[" * 100_000, b'{"rows":0,"sha256":"x"}\n'],
)
def test_other_text_is_refused(tmp_path: Path, text: bytes) -> None:
    assert is_refused(tmp_path, gzip.compress(text))


@pytest.mark.parametrize(
    "head",
    [
        {},
        [],
        {"format": 1},
        {"format": 1, "release": 2, "migrations": []},
        {"format": True, "release": "", "migrations": [3]},
    ],
)
def test_unknown_first_line_is_refused(tmp_path: Path, head: Line) -> None:
    lines = few_lines()
    assert is_refused(tmp_path, written(tmp_path, [head, *lines[1:]]).read_bytes())


def test_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadBackup, match=r"none\.backup can’t be read: No such file or directory"):
        backup.check(tmp_path / "none.backup")


# The size


def test_compression_bomb_is_refused_while_it_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backup_file, "MOST_LINE_BYTES", 2**20)
    bomb = gzip.compress(bytes(64 * 2**20))
    assert len(bomb) < 2**17
    tracemalloc.start()
    try:
        assert is_refused(tmp_path, bomb)
        assert tracemalloc.get_traced_memory()[1] < 8 * 2**20
    finally:
        tracemalloc.stop()


def test_writer_and_reader_keep_the_same_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = lines_of(FILES[-1])
    monkeypatch.setattr(backup_file, "MOST_BYTES", 100_000)
    with pytest.raises(BadBackup, match="A backup holds at most 0 MB unpacked"):
        written(tmp_path, lines)
    with pytest.raises(BadBackup, match="A backup holds at most 0 MB unpacked"):
        backup.check(FILES[-1])


def test_deeply_nested_value_is_refused(tmp_path: Path) -> None:
    deep: Any = []
    for _ in range(200):
        deep = [deep]
    with pytest.raises(BadBackup, match="100 levels"):
        written(tmp_path, [{"row": [deep]}])


# Values

VALUES = [
    ("campaign_user", "theme", "pink", "theme must be one of system, light, dark."),
    ("campaign_user", "username", "x" * 41, "username must be text of at most 40 characters."),
    ("campaign_user", "remind", 1, "remind must be true or false."),
    ("campaign_user", "here_at", "2026-03-01T12:00:00", "here_at must be a time in UTC."),
    ("campaign_user", "joined_at", "0001-01-01T00:00:00+14:00", "joined_at must be a time in UTC."),
    ("campaign_user", "id", -1, "id must be a whole number from 0 to 9223372036854775807."),
    ("campaign_user", "id", 2**63, "id must be a whole number from 0 to 9223372036854775807."),
    ("campaign_feed", "last", True, "last must be a whole number from 0 to 2147483647."),
    ("campaign_feed", "last", 1.0, "last must be a whole number from 0 to 2147483647."),
    ("campaign_seat", "feed_id", None, "feed_id must be a whole number from 0 to 9223372036854775807."),
    ("campaign_seat", "feed_id", "7", "feed_id must be a whole number from 0 to 9223372036854775807."),
    ("campaign_cup", "opened_on", "1862-4-6", "opened_on must be a date."),
    ("campaign_entry", "payload", [], "payload must be an object."),
    ("campaign_throw", "faces", "6", "faces must be a list."),
    ("campaign_throw", "note", 3, "note must be text."),
    ("campaign_rowimage", "table", "auth_group", "table must name a recorded table."),
    ("campaign_rowimage", "after", "gone", "after must be an object."),
    ("campaign_rowimage", "after", {"id": "x"}, "after.id must be a whole number from 0 to 9223372036854775807."),
]


@pytest.mark.parametrize(("table", "column", "value", "said"), VALUES)
def test_value_that_does_not_fit_is_named(tmp_path: Path, table: str, column: str, value: Any, said: str) -> None:
    lines = few_lines()
    put(table, column, value)(lines)
    file = written(tmp_path, lines)
    with pytest.raises(BadBackup) as refused:
        backup.check(file)
    assert str(refused.value) == f"{file}: {table}, row 1: {said}"


TABLES_CHANGED: list[tuple[Change, str]] = [
    (without("campaign_cupsecret"), "these tables are missing: campaign_cupsecret."),
    (lambda lines: lines.append({"table": "auth_user", "schema": 1, "columns": ["id"]}), "neither a row nor a table"),
    (lambda lines: lines.append(lines[1]), "neither a row nor a table"),
    (lambda lines: lines.insert(1, {"row": [1]}), "neither a row nor a table"),
    (
        lambda lines: lines[place_of(lines, "campaign_user")].update(schema=9),
        "comes from a newer or different program.",
    ),
    (
        lambda lines: lines[place_of(lines, "campaign_user")].update(schema=0),
        "comes from a newer or different program.",
    ),
    (lambda lines: lines[place_of(lines, "campaign_user") + 1]["row"].pop(), "doesn’t have a value for each column."),
    (
        lambda lines: lines[place_of(lines, "campaign_user")]["columns"].__setitem__(0, []),
        "doesn’t have a value for each",
    ),
]


@pytest.mark.parametrize(("change", "said"), TABLES_CHANGED)
def test_table_that_does_not_fit_is_refused(tmp_path: Path, change: Change, said: str) -> None:
    lines = few_lines()
    change(lines)
    with pytest.raises(BadBackup, match=said):
        backup.check(written(tmp_path, lines))


# References, uniqueness, and the journal

FORGED: list[tuple[Change, str]] = [
    (put("campaign_seat", "feed_id", NOBODY), "feed_id names no row of campaign_feed."),
    (put("campaign_draft", "seat_id", NOBODY), "seat_id names no row of campaign_seat."),
    (repeat("campaign_user"), "campaign_user, row 2: the database refuses it."),
    (repeat("war_force"), "war_force, row 2: the database refuses it."),
    (put("war_force", "name", "Army of Nowhere"), "doesn’t pass `verify`: war_force"),
    (put("campaign_feed", "last", 9999), "its numbers have gaps"),
]


@pytest.fixture
def war_lines(db: None) -> list[Line]:
    begun(a_war())
    Draft.objects.create(seat_id=Seat.objects.all()[0].pk, subject="a plan")
    return list(backup._lines())


@pytest.mark.parametrize(("change", "said"), FORGED)
def test_forged_file_is_refused(war_lines: list[Line], tmp_path: Path, change: Change, said: str) -> None:
    change(war_lines)
    assert said in refusal(written(tmp_path, war_lines))


def test_file_that_nobody_forged_is_restored(war_lines: list[Line], tmp_path: Path) -> None:
    assert refusal(written(tmp_path, war_lines)) == ""


def test_every_column_of_ids_is_listed() -> None:
    """List a new one in config/references.py: what it names, or why it names nothing."""
    columns = {f"{m._meta.label}.{f.attname}": f for m in backup.tables() for f in m._meta.concrete_fields}
    wanted = {name for name, field in columns.items() if holds_ids(field)}
    assert sorted(wanted - BY_ID.keys() - NO_REFERENCE.keys()) == []
    assert sorted((BY_ID.keys() | NO_REFERENCE.keys()) - columns.keys()) == []
    assert not BY_ID.keys() & NO_REFERENCE.keys()
    assert all(apps.get_model(target) for target in BY_ID.values())


def holds_ids(field: "models.Field[Any, Any]") -> bool:
    is_number = isinstance(field, models.IntegerField) and not field.primary_key
    return is_number and (isinstance(field, models.BigIntegerField) or field.attname.endswith("_id"))


@pytest.mark.django_db
def test_every_dangling_reference_is_found() -> None:
    backup.read(FILES[-1], replace=True)
    met = 0
    for reference in references(backup.tables()):
        assert not reference.dangling().exists()
        named = reference.model._base_manager.filter(**{f"{reference.column}__isnull": False})
        for key in named.values_list("pk", flat=True)[:1]:
            met += 1
            update = partial(named.filter(pk=key).update, **{reference.column: NOBODY})
            assert seen_after(update, reference.dangling)
    assert met > 50


def seen_after(change: Callable[[], object], look: Callable[[], Any]) -> list[Any]:
    """Return what is seen after a change, and undo the change."""
    with transaction.atomic():
        change()
        seen = list(look())
        transaction.set_rollback(True)
    return seen


CUPS_DAMAGED: list[Callable[[], object]] = [
    lambda: CupSecret.objects.all().delete(),
    lambda: CupSecret.objects.update(secret="none"),
    lambda: Throw.objects.update(base="?"),
    lambda: Throw.objects.update(base="7"),
    lambda: Throw.objects.update(base='["a",[["b"],{}],0]'),
    lambda: Throw.objects.update(faces=[[], {}]),
    lambda: Cup.objects.update(opened_on="1862-04-06"),
]


@pytest.mark.django_db
def test_verify_names_damaged_cups() -> None:
    backup.read(FILES[-1], replace=True)
    prove = partial(verify, Throw.objects.select_related("cup")[0].cup.campaign_id or 0)
    for damage in CUPS_DAMAGED:
        assert any("cup" in problem for problem in seen_after(damage, prove))


def scalars() -> st.SearchStrategy[Any]:
    odd = [None, "", "7", "x" * 600, -1, 0, 1, NOBODY, 2**63, 1.5, 1e300, True, False, [], {}, [[1]], {"id": 7}]
    return st.sampled_from([*odd, "2026-03-01", "2026-03-01T12:00:00+00:00", "\x00", "é"])


@pytest.fixture
def club_lines(db: None) -> list[Line]:
    a_club()
    Feed.objects.update(version=3)
    return list(backup._lines())


@pytest.mark.django_db
@given(data=st.data())
@settings(in_one_database, max_examples=60)
def test_any_changed_value_is_refused_or_restored(club_lines: list[Line], tmp_path: Path, data: st.DataObject) -> None:
    lines = [line | {"row": list(line["row"])} if "row" in line else line for line in club_lines]
    row = data.draw(st.sampled_from([line["row"] for line in lines if "row" in line]))
    row[data.draw(st.integers(0, len(row) - 1))] = data.draw(scalars() | st.sampled_from(row))
    with transaction.atomic():
        if not refusal(written(tmp_path, lines), before=club_lines[1:]):
            assert sorted(map(str, rows_now())) == sorted(map(str, lines[1:]))
        transaction.set_rollback(True)
