"""Background jobs: their work is stored in rows, so it is done exactly once, whatever process dies and when."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import pytest

from config import supervisor
from config.testing import migrated
from config.testing.compose import model
from config.testing.due_work import MEMBERS
from config.testing.many_campaigns import FAILING, NUMBER, SLOW, turns_in
from config.testing.processes import PATIENCE_SECONDS, Processes, wait_until
from config.testing.production import SECRETS
from config.testing.services import Postgres, Redis

pytestmark = pytest.mark.processes
EARLY = set(range(5))  # steps after which a worker dies in any case: the shortest tasks have as many
QUICK_BEAT = """
from config.celery import app
app.loader.import_default_modules()
from campaign.models import Campaign
from campaign.services import bell
schedule = app.conf.beat_schedule
schedule["nudge"] = {**schedule["sweep"], "task": bell.TASK, "args": [Campaign.objects.get().id]}
for name in ("sweep", "mail", "prints", "nudge"):  # more messages than a worker can skip would be too old in the end
    schedule[name]["schedule"] = 0.25
app.start(["--quiet", "beat", "--pidfile=", "--loglevel", "WARNING"])
"""
STUCK = """
import sys, time
from config.celery import app
app.loader.import_default_modules()
from config.testing.mortal_workers import work
from campaign.services import sweep
sweep.sweep_all = lambda: time.sleep(600)
work(sys.argv[1:])
"""


def run(module: str, call: str) -> list[str]:
    return ["shell", "-v0", "-c", f"from config.testing import {module}; {module}.{call}"]


class Site(Processes):
    """A site with due work and a quick beat; each test starts its workers."""

    commands: Mapping[str, Sequence[str]]
    guests: int

    def begin(self, *, guests: int) -> None:
        self.guests = guests
        self.manage(*run("due_work", f"plant(guests={guests})"))
        self.python("beat", "-c", QUICK_BEAT)

    def work(self, name: str) -> None:
        self.start(name, *self.commands["worker"])

    def work_and_die(self, service: str = "worker") -> None:
        """Run workers one at a time, each of them a little longer."""
        self.python("workers", "manage.py", *run("mortal_workers", f"main({self.commands[service]})"))

    def work_and_get_stuck(self) -> None:
        """Run a worker that never ends the first scheduled sweep, and another for nudges where they have their own."""
        self.python("stuck", "-c", STUCK, *self.commands["worker"])
        if "nudges" in self.commands:
            self.start("nudges", *self.commands["nudges"])

    def work_in_many_campaigns(self) -> None:
        """Start two schedulers and two workers, which note each campaign's turn."""
        for number in range(2):
            schedule = ["--schedule", str(self.folder / f"schedule-{number}")]
            if "beat" in self.commands:
                self.start(f"beat-{number}", *self.commands["beat"], *schedule)
            work = run("many_campaigns", f"work({self.commands['worker']})")
            self.python(f"worker-{number}", "manage.py", *work)

    def emails_sent(self) -> Counter[str]:
        """Count the emails sent to each address, which are files if there is no mail server."""
        files = "".join(path.read_text() for path in (self.folder / "mail").glob("*"))
        return Counter(re.findall(r"^To: (\S+)$", files, re.MULTILINE))

    def deaths(self) -> set[int]:
        """Return after how many steps workers died. How many did depends on how a laptop's two threads take turns."""
        return {int(steps) for steps in re.findall(r"killed after (\d+) steps", self.log("workers"))}

    def check_all_is_done_once(self) -> None:
        self.manage(*run("due_work", "finish()"))
        guests = [f"guest-{number}@example.org" for number in range(self.guests)]
        assert self.emails_sent() == Counter([*guests, *MEMBERS])


@pytest.fixture
def embedded(tmp_path: Path) -> Iterator[Site]:
    site = Site({"SWEEP_NUDGE": "no"}, tmp_path)
    migrated.migrate(site)
    site.commands = supervisor.commands(host="", port=0)
    yield site
    site.stop()


@pytest.fixture
def server(private_postgres: Postgres, tmp_path: Path) -> Iterator[Site]:
    database_url = migrated.create_database(private_postgres, tmp_path.name)
    redis = Redis()
    site = Site({"SWEEP_NUDGE": "no", "DATABASE_URL": database_url, "REDIS_URL": redis.url()}, tmp_path)
    services = model({**SECRETS, "SITE_URL": "https://localhost"})["services"]
    site.commands = {name: services[name]["command"] for name in ("worker", "nudges", "beat")}
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
    assert site.deaths() >= EARLY


def test_nudged_workers_killed_at_every_step_leave_no_work_and_repeat_none(server: Site) -> None:
    """On a laptop, the one worker takes nudges, too."""
    server.begin(guests=1)
    server.work_and_die("nudges")
    server.manage(*run("due_work", "finish_sweeps()"))
    server.work("worker")
    server.check_all_is_done_once()
    assert server.deaths() >= EARLY


def test_nudges_wait_for_no_other_task(site: Site) -> None:
    site.begin(guests=0)
    site.work_and_get_stuck()
    site.manage(*run("due_work", "finish_sweeps()"))
    site.kill("stuck")  # asked to stop, it would wait for its task


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


def test_no_deadline_waits_for_another_campaign(site: Site) -> None:
    """Every campaign has its turn before the slow or the failing one can take a third."""
    site.manage(*run("many_campaigns", "plant()"))
    site.work_in_many_campaigns()
    site.manage(*run("many_campaigns", "finish()"))
    turns = turns_in(site.folder)
    ordinary = [f"Campaign {number}" for number in range(NUMBER - 3)]
    first = turns[: max(turns.index(name) for name in ordinary)]
    assert Counter(turns) | Counter(ordinary) == Counter(turns)
    assert max(first.count(SLOW), first.count(FAILING)) <= 2
    assert max(Counter(turns)[name] for name in ordinary) == 1
