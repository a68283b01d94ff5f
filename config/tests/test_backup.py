"""One file carries a site from one engine to the other and back, whole or not at all."""

import gzip
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from config.testing.processes import ROOT, Processes
from config.testing.services import Postgres

pytestmark = pytest.mark.processes
FILL = """
from datetime import UTC, datetime
from campaign.models import Campaign, Draft, Feed, Outbox, User
at = datetime(2026, 3, 1, 23, 59, 59, 123457, tzinfo=UTC)
User.objects.create_user("Zażółć", "a-password-of-mine", display_name="Gęślą \\U0001f3b2 'jaźń' \\"x\\" \\\\ \\n")
war = Campaign.objects.create(id=2**63 - 1, name="Żółta wojna", book="civil_war", since=at, begun_at=at)
feed = Feed.objects.create(id=2**62 + 1, campaign=war, role="umpire", changed_at=at, last=3, version=9)
Draft.objects.create(seat_id=5, subject="plan", body={"a": [1, 2.5, None, True, "é", 2**60]})
Outbox.objects.bulk_create(Outbox(feed=feed, at=at) for _ in range(1200))
"""
LOOK = """
from campaign.models import Campaign, Draft, Outbox, User
war, reader = Campaign.objects.get(), User.objects.get()
Outbox.objects.create(feed_id=2**62 + 1, at=war.since)
print([war.id, war.name, war.since.isoformat(), reader.display_name, reader.check_password("a-password-of-mine"),
       Draft.objects.get().body, Outbox.objects.count()])
"""
SEEN = [
    2**63 - 1,
    "Żółta wojna",
    "2026-03-01T23:59:59.123457+00:00",
    "Gęślą 🎲 'jaźń' \"x\" \\ \n",
    True,
    {"a": [1, 2.5, None, True, "é", 2**60]},
    1201,
]
NewSite = Callable[[str], Processes]


@pytest.fixture
def new_site(tmp_path: Path, private_postgres: Postgres) -> NewSite:
    """A site of its own on the engine that is named."""

    def make(engine: str) -> Processes:
        folder = tmp_path / f"site-{len(list(tmp_path.iterdir()))}"
        folder.mkdir()
        database = f"backup_{tmp_path.name}_{folder.name}"
        url = {"DATABASE_URL": private_postgres.create_database(database)} if engine == "postgresql" else {}
        return Processes(url, folder)

    return make


def filled(site: Processes) -> Processes:
    site.manage("migrate", "-v0")
    site.manage("shell", "-v0", "-c", FILL)
    return site


def rows(file: Path) -> list[object]:
    return [json.loads(line) for line in gzip.open(file, "rt", encoding="utf-8")][1:-1]


def fails(site: Processes, *arguments: str) -> str:
    command = [sys.executable, "manage.py", *arguments]
    done = subprocess.run(command, cwd=ROOT, env=site.environment, text=True, capture_output=True, check=False)
    assert done.returncode == 1, done.stdout
    return done.stderr


@pytest.mark.parametrize(("start", "end"), [("sqlite", "postgresql"), ("postgresql", "sqlite")])
def test_a_site_moves_from_one_engine_to_the_other(new_site: NewSite, tmp_path: Path, start: str, end: str) -> None:
    old, new = filled(new_site(start)), new_site(end)
    old.manage("backup", str(tmp_path / "site.backup"))
    new.manage("restore", str(tmp_path / "site.backup"))
    new.manage("backup", str(tmp_path / "again.backup"))
    assert rows(tmp_path / "again.backup") == rows(tmp_path / "site.backup")
    assert len(rows(tmp_path / "again.backup")) > 1200
    assert new.manage("shell", "-v0", "-c", LOOK) == f"{SEEN!r}\n"


def test_a_backup_is_for_its_owner_alone_and_overwrites_nothing(new_site: NewSite, tmp_path: Path) -> None:
    site, file = filled(new_site("sqlite")), tmp_path / "site.backup"
    site.manage("backup", str(file))
    assert file.stat().st_mode & 0o777 == 0o600
    assert "exists already" in fails(site, "backup", str(file))


def test_a_full_database_is_replaced_only_when_told_so(new_site: NewSite, tmp_path: Path) -> None:
    site, file = filled(new_site("sqlite")), tmp_path / "site.backup"
    site.manage("backup", str(file))
    assert "not empty" in fails(site, "restore", str(file))
    site.manage("restore", "--replace", str(file))
    assert site.manage("shell", "-v0", "-c", LOOK) == f"{SEEN!r}\n"


@pytest.mark.parametrize("damage", ["cut", "changed", "not gzip", "other tables"])
def test_a_damaged_or_foreign_file_restores_nothing(new_site: NewSite, tmp_path: Path, damage: str) -> None:
    site, file = filled(new_site("sqlite")), tmp_path / "site.backup"
    site.manage("backup", str(file))
    text = gzip.decompress(file.read_bytes())
    lines = text.splitlines(keepends=True)
    file.write_bytes(
        {
            "cut": gzip.compress(b"".join(lines[:-20])),
            "changed": gzip.compress(text.replace("Żółta".encode(), "Biała".encode())),
            "not gzip": text,
            "other tables": gzip.compress(text.replace(b"campaign.0001_first_release", b"campaign.0001_other")),
        }[damage]
    )
    empty = new_site("sqlite")
    empty.manage("migrate", "-v0")
    assert "site.backup" in fails(empty, "restore", str(file))
    assert empty.manage("shell", "-v0", "-c", "from campaign.models import User; print(User.objects.count())") == "0\n"
