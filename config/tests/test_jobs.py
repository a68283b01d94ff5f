"""Background jobs: their work is stored in rows, so it is done exactly once, whatever process dies and when."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from config import supervisor
from config.testing.compose import model
from config.testing.due_work import MEMBERS
from config.testing.processes import PATIENCE_SECONDS, Processes, wait_until
from config.testing.production import SECRETS
from config.testing.services import Postgres, Redis

pytestmark = pytest.mark.processes
QUICK_BEAT = """
from config.celery import app
for name in ("sweep", "mail", "prints"):  # more messages than a worker can skip would all be too old in the end
    app.conf.beat_schedule[name]["schedule"] = 0.25
app.start(["--quiet", "beat", "--pidfile=", "--loglevel", "WARNING"])
"""


def run(module: str, call: str) -> list[str]:
    return ["shell", "-v0", "-c", f"from config.testing import {module}; {module}.{call}"]


class Site(Processes):
    """A site with due work and a quick beat; each test starts its workers."""

    worker: Sequence[str]
    guests: int

    def begin(self, *, guests: int) -> None:
        self.guests = guests
        self.manage("migrate", "-v0")
        self.manage(*run("due_work", f"plant(guests={guests})"))
        self.python("beat", "-c", QUICK_BEAT)

    def work(self, name: str) -> None:
        self.start(name, *self.worker)

    def work_and_die(self) -> None:
        """Run workers one at a time, each of them a little longer."""
        arguments = [*self.worker[self.worker.index("worker") :], "--concurrency", "1"]
        self.python("workers", "manage.py", *run("mortal_workers", f"main({arguments})"))

    def emails_sent(self) -> Counter[str]:
        """Count the emails sent to each address, which are files if there is no mail server."""
        files = "".join(path.read_text() for path in (self.folder / "mail").glob("*"))
        return Counter(re.findall(r"^To: (\S+)$", files, re.MULTILINE))

    def check_all_is_done_once(self) -> None:
        self.manage(*run("due_work", "finish()"))
        guests = [f"guest-{number}@example.org" for number in range(self.guests)]
        assert self.emails_sent() == Counter([*guests, *MEMBERS])


@pytest.fixture
def embedded(tmp_path: Path) -> Iterator[Site]:
    site = Site({"SWEEP_NUDGE": "no"}, tmp_path)
    site.worker = supervisor.commands(host="", port=0)["worker"]
    yield site
    site.stop()


@pytest.fixture
def server(private_postgres: Postgres, tmp_path: Path) -> Iterator[Site]:
    database_url = private_postgres.create_database(tmp_path.name)
    redis = Redis()
    site = Site({"SWEEP_NUDGE": "no", "DATABASE_URL": database_url, "REDIS_URL": redis.url()}, tmp_path)
    site.worker = model({**SECRETS, "SITE_URL": "https://localhost"})["services"]["worker"]["command"]
    yield site
    site.stop()
    redis.stop()


@pytest.fixture(params=["embedded", "server"])
def site(request: pytest.FixtureRequest) -> Site:
    """SQLite with jobs on a file, then PostgreSQL with Redis."""
    found: Site = request.getfixturevalue(request.param)
    return found


def test_workers_killed_at_every_step_leave_no_work_and_repeat_none(site: Site) -> None:
    site.begin(guests=1)
    site.work_and_die()
    site.check_all_is_done_once()
    assert site.log("workers").count("killed after") > 30


def test_terminated_worker_finishes_its_task(site: Site) -> None:
    """Otherwise a claimed email would wait for a minute."""
    site.begin(guests=100)
    site.work("first")
    wait_until(site.emails_sent, "the first email")
    site.running["first"].terminate()
    assert site.running.pop("first").wait(PATIENCE_SECONDS) == 0
    site.work("second")
    site.check_all_is_done_once()


def test_two_workers_share_the_work(site: Site) -> None:
    site.begin(guests=100)
    site.work("first")
    site.work("second")
    site.check_all_is_done_once()


def test_two_workers_share_the_prints(site: Site) -> None:
    site.begin(guests=0)
    site.manage(*run("due_work", "ask_for_prints(3)"))
    site.work("first")
    site.work("second")
    site.manage(*run("due_work", "finish_prints(3)"))
