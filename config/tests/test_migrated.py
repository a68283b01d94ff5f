"""The database of the tests may come from an earlier run; it is still what the migrations make."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from django.db import connection

from config.testing import migrated
from config.testing.processes import Processes

SCHEMA = "SELECT type, name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%' ORDER BY name"
ROWS = (
    "SELECT app, name FROM django_migrations UNION ALL SELECT app_label, model FROM django_content_type ORDER BY 1, 2"
)


@pytest.mark.processes
@pytest.mark.django_db
@pytest.mark.parametrize("what", [SCHEMA, ROWS], ids=["tables", "rows"])
def test_database_of_tests_is_what_migrations_make(tmp_path: Path, what: str) -> None:
    site = Processes({}, tmp_path)
    migrated.migrate(site)
    with closing(sqlite3.connect(tmp_path / migrated.DATABASE)) as fresh, connection.cursor() as ours:
        ours.execute(what.replace("%", "%%"), [])
        assert ours.fetchall() == fresh.execute(what).fetchall() != []


def test_change_of_a_migration_needs_another_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(migrated, "ROOT", tmp_path)
    migration = tmp_path / "war" / "migrations" / "0001_first.py"
    migration.parent.mkdir(parents=True)
    digests = set()
    for text in ("one", "other"):
        migration.write_text(text)
        digests.add(migrated._digest())
    assert len(digests) == 2
