"""A backup file moves a site between engines, completely or not at all."""

import gzip
import json
import subprocess
import sys
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest

from config.backup_file import write_lines
from config.testing.processes import ROOT, Processes
from config.testing.services import Postgres

pytestmark = pytest.mark.processes
FILL = """
from datetime import UTC, datetime
from campaign.models import Draft, Feed, Throttle, User
from campaign.services.campaigns import SeatPlan, found_campaign
at = datetime(2026, 3, 1, 23, 59, 59, 123457, tzinfo=UTC)
name = "Gęślą \\U0001f3b2 'jaźń' \\"x\\" \\\\ \\n"
user = User.objects.create_user("Zażółć", "a-password-of-mine", display_name=name, here_at=at)
seats = [SeatPlan("umpire", user_id=user.pk)]
found_campaign(name="Żółta wojna", book="civil_war", founder_id=user.pk, seats=seats, campaign_id=2**63 - 1)
feed = Feed.objects.get(role="umpire")
Draft.objects.create(seat_id=feed.seat_id, subject="plan", body={"a": [1, 2.5, None, True, "é", 2**60]})
Throttle.objects.bulk_create(Throttle(kind="test", subject=str(n), began_at=at) for n in range(1200))
"""
READ = """
from campaign.models import Campaign, Draft, Throttle, User
war, reader = Campaign.objects.get(), User.objects.get()
Throttle.objects.create(kind="test", subject="new", began_at=war.since)
print([war.id, war.name, reader.here_at.isoformat(), reader.display_name, reader.check_password("a-password-of-mine"),
       Draft.objects.get().body, Throttle.objects.count()])
"""
EXPECTED = [
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
    """Make new sites, each on the engine that is named."""

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
    assert "Traceback" not in done.stderr
    return done.stderr


@pytest.mark.parametrize(("start", "end"), [("sqlite", "postgresql"), ("postgresql", "sqlite")])
def test_site_moves_between_engines(new_site: NewSite, tmp_path: Path, start: str, end: str) -> None:
    old, new = filled(new_site(start)), new_site(end)
    old.manage("backup", str(tmp_path / "site.backup"))
    new.manage("restore", str(tmp_path / "site.backup"))
    new.manage("backup", str(tmp_path / "again.backup"))
    assert rows(tmp_path / "again.backup") == rows(tmp_path / "site.backup")
    assert len(rows(tmp_path / "again.backup")) > 1200
    assert new.manage("shell", "-v0", "-c", READ) == f"{EXPECTED!r}\n"


def test_backup_is_private_and_never_overwrites(new_site: NewSite, tmp_path: Path) -> None:
    site, file = filled(new_site("sqlite")), tmp_path / "site.backup"
    site.manage("backup", str(file))
    assert file.stat().st_mode & 0o777 == 0o600
    assert "already exists" in fails(site, "backup", str(file))


def test_full_database_is_replaced_only_on_request(new_site: NewSite, tmp_path: Path) -> None:
    site, file = filled(new_site("sqlite")), tmp_path / "site.backup"
    site.manage("backup", str(file))
    assert "not empty" in fails(site, "restore", str(file))
    site.manage("restore", "--replace", str(file))
    assert site.manage("shell", "-v0", "-c", READ) == f"{EXPECTED!r}\n"


def forged(lines: list[bytes]) -> bytes:
    """Return a file whose first seat names no journal, with a hash that fits."""
    said = [json.loads(line) for line in lines[:-1]]
    seats = next(n for n, line in enumerate(said) if line.get("table") == "campaign_seat")
    said[seats + 1]["row"][said[seats]["columns"].index("feed_id")] += 1
    write_lines(made := BytesIO(), said)
    return made.getvalue()


def test_damaged_or_foreign_file_restores_nothing(new_site: NewSite, tmp_path: Path) -> None:
    site, empty, file = filled(new_site("sqlite")), new_site("sqlite"), tmp_path / "site.backup"
    site.manage("backup", str(file))
    empty.manage("migrate", "-v0")
    whole, text = file.read_bytes(), gzip.decompress(file.read_bytes())
    lines = text.splitlines(keepends=True)
    damaged = {
        "cut": gzip.compress(b"".join(lines[:-20])),
        "changed": gzip.compress(text.replace("Żółta".encode(), "Biała".encode())),
        "flipped": whole[:200] + bytes([whole[200] ^ 1]) + whole[201:],
        "forged": forged(lines),
        "not-gzip": text,
        "other-tables": gzip.compress(text.replace(b"campaign.0001_first_release", b"campaign.0001_other")),
    }
    for damage, content in damaged.items():
        (tmp_path / f"{damage}.backup").write_bytes(content)
        assert f"{damage}.backup" in fails(empty, "restore", str(tmp_path / f"{damage}.backup"))
    assert empty.manage("shell", "-v0", "-c", "from campaign.models import User; print(User.objects.count())") == "0\n"
