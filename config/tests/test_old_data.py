"""A database or backup from before the first release is refused before anything is changed."""

import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from config import old_data
from config.testing.processes import ROOT, Processes

BACKUP = ROOT / "config" / "tests" / "data" / "before-release-1.backup"
OLD_TABLES = """
CREATE TABLE django_migrations (id integer PRIMARY KEY, app varchar(255), name varchar(255), applied datetime);
INSERT INTO django_migrations(app, name, applied) VALUES
    ('campaign', '0001_initial', '2026-01-01'), ('battles', '0001_initial', '2026-01-01');
CREATE TABLE campaign_campaign (id bigint PRIMARY KEY, name varchar(80));
INSERT INTO campaign_campaign VALUES (7, 'An old war');
"""


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Processes]:
    site = Processes({"DJANGO_SETTINGS_MODULE": "config.settings"}, tmp_path)
    yield site
    site.stop()


def make_old_database(site: Processes) -> Path:
    path = site.folder / "neutral.sqlite3"
    with closing(sqlite3.connect(path)) as database:
        database.executescript(OLD_TABLES)
    return path


def contents_of(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as database:
        return list(database.iterdump())


def run(site: Processes, *words: str) -> tuple[int, str]:
    command = [sys.executable, "manage.py", *words]
    done = subprocess.run(command, cwd=ROOT, env=site.environment, capture_output=True, text=True, check=False)
    return done.returncode, done.stderr


@pytest.mark.parametrize("words", [("migrate",), ("serve", "--port", "0"), ("begin",), ("restore", str(BACKUP))])
def test_old_database_is_refused_untouched(site: Processes, words: tuple[str, ...]) -> None:
    path = make_old_database(site)
    before = contents_of(path)
    code, said = run(site, *words)
    assert code == 1
    assert "was made by another version of this program (battles.0001_initial, campaign.0001_initial)" in said
    assert "Nothing was changed." in said
    assert "Traceback" not in said
    assert contents_of(path) == before


def test_old_backup_is_refused_before_the_database_is_made(site: Processes) -> None:
    code, said = run(site, "restore", str(BACKUP))
    assert code == 1
    assert f"{BACKUP} was made by another version of this program" in said
    assert "Traceback" not in said
    assert not [path for path in site.folder.glob("*.sqlite3") if path.stat().st_size]


@pytest.mark.django_db
def test_older_database_is_not_migrated_for_a_restore(monkeypatch: pytest.MonkeyPatch) -> None:
    old_data.refuse_older_database()
    known = old_data.shipped()
    monkeypatch.setattr(old_data, "shipped", lambda: known | {"campaign.9999_more"})
    with pytest.raises(old_data.OldData, match=r"older than the program \(campaign.9999_more\)"):
        old_data.refuse_older_database()


def test_current_database_is_migrated(site: Processes) -> None:
    assert run(site, "migrate")[0] == 0
    assert run(site, "migrate")[0] == 0
