"""Today's program reads an older journal or backup by passing each row through its table's upcasts."""

import gzip
import hashlib
import json
from itertools import takewhile
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations import RunPython
from django.db.migrations.operations.base import Operation

from campaign.models import TABLES, Campaign, RowImage, Theme, User
from campaign.models.base import RowValues
from config import backup
from config.backup_file import BadBackup, json_line
from config.tests import test_recorded
from config.tests.test_recorded import FILES
from war.models import Force

pytestmark = pytest.mark.django_db
PLANTED = "war_force"


def test_every_older_schema_has_an_upcast() -> None:
    tables = [*TABLES.models, *TABLES.beside]
    wanted = {(table, number) for table in tables for number in range(1, TABLES.schema(table))}
    assert TABLES.upcasts.keys() == wanted


@pytest.fixture
def older_schema(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pretend that the column `in_supply` is new and that older forces have a numeric `supply`."""
    monkeypatch.setattr(Force, "SCHEMA", 2)
    monkeypatch.setitem(TABLES.upcasts, (PLANTED, 1), with_yes_or_no)


def with_yes_or_no(row: RowValues) -> RowValues:
    return {name: value for name, value in row.items() if name != "supply"} | {"in_supply": row["supply"] == 1}


def with_number(row: RowValues) -> RowValues:
    return {name: value for name, value in row.items() if name != "in_supply"} | {"supply": int(row["in_supply"])}


def older(file: Path, to: Path) -> Path:
    """Write the file as a program with a numeric supply would have written it."""
    lines = [json.loads(line) for line in gzip.decompress(file.read_bytes()).splitlines()][:-1]
    table: dict[str, Any] = {}
    made = []
    for line in lines:
        table = line if "table" in line else table
        made.append(_older_line(table, line))
    to.write_bytes(gzip.compress(signed([json_line(line) for line in made])))
    return to


def _older_line(table: dict[str, Any], line: dict[str, Any]) -> dict[str, Any]:
    if table.get("table") == PLANTED and "columns" in line:
        return line | {"columns": [name if name != "in_supply" else "supply" for name in line["columns"]]}
    if "row" not in line:
        return line
    values = dict(zip(table["columns"], line["row"], strict=True))
    if table["table"] == PLANTED:
        values["in_supply"] = int(values["in_supply"])
    if table["table"] == "campaign_rowimage" and values["table"] == PLANTED:
        values |= {when: with_number(values[when]) for when in ("before", "after") if values[when]}
    return {"row": list(values.values())}


def signed(lines: list[bytes]) -> bytes:
    text = b"".join(lines)
    count = sum(line.startswith(b'{"row"') for line in lines)
    return text + json_line({"rows": count, "sha256": hashlib.sha256(text).hexdigest()})


class RecordedWars(test_recorded.Recorded):
    """The campaigns of a restored file whose rows went through the upcast."""

    @property
    def campaigns(self) -> list[Campaign]:
        planted = set(RowImage.objects.filter(table=PLANTED).values_list("campaign_id", flat=True))
        return [campaign for campaign in super().campaigns if campaign.pk in planted]


@pytest.mark.usefixtures("older_schema")
def test_older_file_is_restored_and_verified_through_its_upcast(tmp_path: Path) -> None:
    backup.read(older(FILES[-1], tmp_path / "older.backup"), replace=True)
    recorded = RecordedWars(FILES[-1])
    assert set(RowImage.objects.filter(table=PLANTED).values_list("schema", flat=True)) == {1}
    assert all("supply" in row.after for row in RowImage.objects.filter(table=PLANTED, pin=False) if row.after)
    assert all(Force.objects.values_list("in_supply", flat=True))
    test_recorded.test_restored_campaigns_are_verified(recorded)
    test_recorded.test_rows_are_rebuilt_from_their_images(recorded)
    test_recorded.test_game_rewinds_to_any_entry_and_forward_again(recorded)
    assert set(RowImage.objects.filter(table=PLANTED).values_list("schema", flat=True)) == {1, 2}


def test_older_file_without_upcast_restores_nothing(tmp_path: Path) -> None:
    with pytest.raises(BadBackup, match=r"war_force has different columns here \(supply\)"):
        backup.read(older(FILES[-1], tmp_path / "older.backup"), replace=True)
    assert not Campaign.objects.exists()


def test_new_column_takes_its_default(tmp_path: Path) -> None:
    lines = [json.loads(line) for line in gzip.decompress(FILES[-1].read_bytes()).splitlines()][:-1]
    at = next(n for n, line in enumerate(lines) if line.get("table") == "campaign_user")
    place = lines[at]["columns"].index("theme")
    for line in [lines[at]["columns"], *(line["row"] for line in takewhile(lambda x: "row" in x, lines[at + 1 :]))]:
        del line[place]
    file = tmp_path / "older.backup"
    file.write_bytes(gzip.compress(signed([json_line(line) for line in lines])))
    backup.read(file, replace=True)
    assert set(User.objects.values_list("theme", flat=True)) == {Theme.SYSTEM}


def test_file_older_than_a_data_migration_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An upcast sees one row, so a migration that writes more must run on the whole database."""
    monkeypatch.setattr(backup, "shipped", lambda: {*made_with(FILES[-1]), "campaign.9999_more"})
    more: list[Operation] = []
    monkeypatch.setattr(MigrationLoader, "get_migration", lambda *_: SimpleNamespace(operations=more))
    backup.check(FILES[-1])
    more.append(RunPython(RunPython.noop))
    with pytest.raises(BadBackup, match="Restore it with that release"):
        backup.check(FILES[-1])


def made_with(file: Path) -> list[str]:
    return list(json.loads(gzip.decompress(file.read_bytes()).splitlines()[0])["migrations"])
