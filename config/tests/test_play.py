"""./play: one command, one process tree, nothing left behind."""

import os
import re
import signal
import socket
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing
from ipaddress import ip_address
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from config import bootstrap, supervisor
from config.bootstrap import CannotGoOn
from config.testing.embedded import EmbeddedSite
from config.testing.migrated import copy_site
from config.testing.processes import ROOT, answers, free_port, wait_until

TOKEN = "hush-hush"
MOST_SUPERVISOR_KB = 12_000
TOKEN_PATHS = (
    f"/invitations/{TOKEN}/",
    f"/accounts/reset/0123456789abcdef/{TOKEN}/",
    f"/accounts/confirm/0123456789abcdef/{TOKEN}/",
    f"/api/invitations/{TOKEN}/",
    f"/api/accounts/reset/0123456789abcdef/{TOKEN}/",
    f"/live/?token={TOKEN}",
    f"/nowhere/{TOKEN}/?next=/invitations/{TOKEN}/",
)


@pytest.fixture
def fresh(tmp_path: Path) -> Iterator[EmbeddedSite]:
    """Return a site that starts from nothing."""
    play = EmbeddedSite({"HOME": "/nonexistent"}, tmp_path)
    yield play
    pids = list(play.children().values()) if play.running else []
    play.stop()
    assert not [pid for pid in pids if is_running(pid)], "a process was left behind"


@pytest.fixture
def play(fresh: EmbeddedSite, played: Path) -> EmbeddedSite:
    """Return a site that ./play has started before."""
    copy_site(played, fresh.folder)
    return fresh


def is_running(pid: int) -> bool:
    try:
        return " Z " not in Path(f"/proc/{pid}/stat").read_text()
    except FileNotFoundError:
        return False


@pytest.mark.processes
def test_play_prints_its_address_and_restarts_quickly(fresh: EmbeddedSite) -> None:
    fresh.begin()
    wait_until(lambda: answers(f"{fresh.url}/readyz"), "readiness")
    assert f"Neutral Party is at  {fresh.url}/" in fresh.log("play")
    assert min(seconds_of_a_start(fresh) for _ in range(2)) < 5


@pytest.mark.processes
def test_every_start_prints_the_same_five_log_ins(fresh: EmbeddedSite) -> None:
    fresh.begin()
    first = logins(fresh)
    assert [line.split()[0] for line in first] == ["umpire", "union", "confederate", "observer", "outsider"]
    fresh.stop()
    fresh.begin()
    assert logins(fresh) == first


def seconds_of_a_start(play: EmbeddedSite) -> float:
    play.stop()
    play.begin()
    return play.seconds


def logins(play: EmbeddedSite) -> list[str]:
    said = play.log("play").splitlines()
    return [line for line in said if re.fullmatch(r"(umpire|union|confederate|observer|outsider)  \S+", line)]


@pytest.mark.processes
def test_static_files_are_hashed_compressed_and_cached_forever(play: EmbeddedSite) -> None:
    play.begin()
    hashed = next((play.folder / "staticfiles").rglob("*.????????????.css"))
    path = hashed.relative_to(play.folder / "staticfiles")
    with urlopen(f"{play.url}/static/{path}", timeout=5) as response:
        assert "immutable" in response.headers["Cache-Control"]
    assert Path(f"{hashed}.gz").exists()


@pytest.mark.processes
def test_log_holds_no_token(play: EmbeddedSite) -> None:
    """Neither of a link that somebody opened, nor of one that the site sent."""
    play.begin()
    for path in TOKEN_PATHS:
        with pytest.raises(HTTPError):
            urlopen(f"{play.url}{path}", timeout=5)
        with pytest.raises(HTTPError):
            urlopen(f"{play.url}{path}", data=b"key=1", timeout=5)
    with pytest.raises(HTTPError):
        urlopen(Request(play.url, headers={"Host": TOKEN}), timeout=5)
    queue = "from campaign.services.emails import write; write('invitation', address='a@example.org', reference='{}')"
    play.manage("shell", "-v0", "-c", queue.format(TOKEN))
    wait_until(lambda: any(TOKEN in path.read_text() for path in (play.folder / "mail").glob("*")), "the email")
    assert "request refused: 410 invitations/<str:token>/" in play.log("play")
    assert TOKEN not in play.log("play")


@pytest.mark.processes
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGKILL])
def test_one_signal_ends_the_whole_tree(play: EmbeddedSite, number: signal.Signals) -> None:
    play.begin()
    pids = list(play.children().values())
    assert len(pids) == 2
    play.process.send_signal(number)
    code = play.process.wait(25)
    assert code == (-signal.SIGKILL if number == signal.SIGKILL else 0)
    wait_until(lambda: not any(is_running(pid) for pid in pids), "the end of every child", seconds=20)


@pytest.mark.processes
def test_killed_child_is_restarted(play: EmbeddedSite) -> None:
    play.begin()
    before = play.children()
    for pid in before.values():
        os.kill(pid, signal.SIGKILL)
    wait_until(lambda: len(play.children()) == 2, "both")
    wait_until(lambda: answers(f"{play.url}/healthz"), "the web process")
    assert not set(before.values()) & set(play.children().values())


def run_play(port: int, data_dir: Path) -> "subprocess.CompletedProcess[str]":
    """Run a ./play that is refused."""
    environment = {"PATH": os.environ["PATH"], "DATA_DIR": str(data_dir)}
    command = ["./play", "--port", str(port)]
    return subprocess.run(command, cwd=ROOT, env=environment, text=True, capture_output=True, check=False)


@pytest.mark.processes
def test_second_site_on_a_data_folder_is_refused(play: EmbeddedSite) -> None:
    play.begin()
    done = subprocess.run(
        ["./play", "--port", str(free_port())],
        cwd=ROOT,
        env=play.environment,
        text=True,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 1
    assert "is already running on the data folder" in done.stderr


@pytest.mark.processes
def test_older_database_is_copied_and_migrated(fresh: EmbeddedSite) -> None:
    fresh.manage("migrate", "-v0", "auth")
    fresh.begin()
    assert "A copy is kept" in fresh.log("play")
    (copy,) = (fresh.folder / "before-migration").iterdir()
    assert tables(copy) >= {"auth_group"}
    assert "campaign_feed" not in tables(copy)
    assert "campaign_feed" in tables(fresh.folder / "neutral.sqlite3")


def tables(file: Path) -> set[str]:
    with closing(sqlite3.connect(file)) as connection:
        return {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}


@pytest.mark.processes
def test_lan_option_serves_the_printed_address(play: EmbeddedSite) -> None:
    play.begin("--lan")
    found = re.search(r"Neutral Party is at  (http://\S+)/", play.log("play"))
    assert found
    wait_until(lambda: answers(f"{found[1]}/healthz"), "the site under its own address")
    with closing(socket.create_connection(("127.0.0.2", play.port), timeout=2)):
        pass


def test_taken_port_is_reported(tmp_path: Path) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as other:
        port = other.getsockname()[1]
        done = run_play(port, tmp_path)
    assert done.returncode == 1
    assert done.stderr.startswith(f"Port {port} cannot be used (Address already in use).")
    assert len(done.stderr.splitlines()) == 1


INSTALL = "apt-get install -y --no-install-recommends python3-venv"


@pytest.fixture
def apt(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Record what runs as root on a Debian without package lists, where the first install fails."""
    ran: list[str] = []

    def succeeds(command: list[str], variables: dict[str, str]) -> bool:
        ran.append(" ".join(command))
        return len(ran) > 1

    monkeypatch.setattr("config.bootstrap.is_root", lambda: True)
    monkeypatch.setattr("shutil.which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr("config.bootstrap._succeeds", succeeds)
    return ran


def test_missing_debian_package_is_installed_as_root(apt: list[str]) -> None:
    bootstrap.debian_package("python3-venv", why="to make a virtual environment")
    assert apt == [INSTALL, "apt-get update", INSTALL]


def test_missing_debian_package_is_named_to_other_users(apt: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("config.bootstrap.is_root", lambda: False)
    with pytest.raises(CannotGoOn) as refused:
        bootstrap.debian_package("python3-venv", why="to make a virtual environment")
    assert str(refused.value) == f"python3-venv is needed to make a virtual environment. Please type:  sudo {INSTALL}"
    assert apt == []


def test_packages_are_installed_once_per_lock(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    installed: list[Path] = []
    monkeypatch.setattr(bootstrap, "PYTHON", ROOT / "manage.py")
    monkeypatch.setattr(bootstrap, "STAMP", tmp_path / "installed")
    monkeypatch.setattr(bootstrap, "install", installed.append)
    bootstrap.environment(for_tests=True)
    bootstrap.environment(for_tests=True)
    bootstrap.environment(for_tests=False)
    assert installed == [bootstrap.TEST_LOCK]
    for name in ("LOCK", "TEST_LOCK"):
        changed = tmp_path / name
        changed.write_text(getattr(bootstrap, name).read_text().replace("django==", "django==9"))
        monkeypatch.setattr(bootstrap, name, changed)
    bootstrap.environment(for_tests=False)
    assert installed == [ROOT / "requirements-test.txt", tmp_path / "LOCK"]


def test_start_does_not_need_the_name_localhost(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bare Debian has no /etc/hosts, and so no localhost."""
    asked: list[str] = []

    def refuse(address: tuple[str, int], timeout: float) -> None:
        asked.append(address[0])
        raise ConnectionRefusedError

    monkeypatch.setattr(socket, "create_connection", refuse)
    assert not supervisor._answers(8000)
    assert ip_address(asked[0]).is_loopback


@pytest.mark.processes
def test_idle_supervisor_has_no_django(play: EmbeddedSite) -> None:
    play.begin()
    maps = Path(f"/proc/{play.process.pid}/smaps_rollup").read_text()
    said = re.search(r"^Pss: +(\d+) kB", maps, re.M)
    assert said is not None
    assert int(said[1]) <= MOST_SUPERVISOR_KB
    password = logins(play)[0].split()[-1]
    assert password not in Path(f"/proc/{play.process.pid}/cmdline").read_text()


@pytest.mark.processes
def test_each_child_has_one_heap_for_all_its_threads(play: EmbeddedSite) -> None:
    play.begin()
    for pid in play.children().values():
        assert "MALLOC_ARENA_MAX=1" in Path(f"/proc/{pid}/environ").read_text().split("\0")


@pytest.mark.processes
def test_laptop_never_loads_the_driver_of_postgresql(play: EmbeddedSite) -> None:
    play.begin()
    with pytest.raises(HTTPError):
        urlopen(f"{play.url}/api/c/0123456789abcdef/", timeout=20)
    for pid in play.children().values():
        assert "psycopg" not in Path(f"/proc/{pid}/maps").read_text()
