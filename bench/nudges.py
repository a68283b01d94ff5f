"""Measure how long an act waits for its sweep among a thousand campaigns, on both brokers, with real workers."""

import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any
from unittest import mock

from bench.attacks.inside import a_folder
from bench.attacks.sites import services
from config import supervisor
from config.testing.compose import model
from config.testing.processes import ROOT, Processes
from config.testing.production import SECRETS
from config.testing.services import Postgres

CAMPAIGNS, ACTS = 1_000, 60
COLD = 5  # acts before any is counted, in which workers load what they need
ACTS_A_BATCH = 10  # then all other campaigns are made due again
MOST_SECONDS = 0.3
LOOK_SECONDS = 0.005
PATIENCE_SECONDS = 120
SERVICES = ("worker", "nudges", "beat")


def report(campaigns: int = CAMPAIGNS, acts: int = ACTS) -> None:
    """Print from a laptop's worker, then from a server's."""
    print(
        f"\nFrom an act to its sweep, {campaigns:,} campaigns, in seconds: median, p95 of {MOST_SECONDS} at most, worst"
    )
    for shape, site in (("SQLite", _laptop()), ("PostgreSQL, Redis", _server())):
        with site as workers:
            for name, taken in _measured(workers, campaigns, acts).items():
                line = f"{statistics.median(taken):8.3f} {statistics.quantiles(taken, n=20)[-1]:8.3f} {max(taken):8.3f}"
                print(f"{shape:<18} {name:<16}{line}  load {os.getloadavg()[0]:.1f}")


def _measured(workers: Processes, campaigns: int, acts: int) -> dict[str, list[float]]:
    code = f"from bench.nudges import main; main({campaigns}, {acts})"
    found: dict[str, list[float]] = json.loads(workers.manage("shell", "-v0", "-c", code).splitlines()[-1])
    return found


@contextmanager
def _laptop() -> Iterator[Processes]:
    with a_folder() as folder, _running(Processes({}, folder)) as workers:
        workers.start("worker", *supervisor.commands(host="", port=0)["worker"])
        yield workers


@contextmanager
def server(database: str) -> Iterator[tuple[Processes, Postgres]]:
    """Run a server's workers, and what they work with."""
    with a_folder() as folder, services() as (postgres, redis):
        variables = {"DATABASE_URL": postgres.create_database(database), "REDIS_URL": redis.url()}
        with _running(Processes(variables, folder)) as workers:
            known = model({**SECRETS, "SITE_URL": "https://localhost"})["services"]
            for service in SERVICES:
                workers.start(service, *known[service]["command"])
            yield workers, postgres


@contextmanager
def _server() -> Iterator[Processes]:
    with server("nudges") as (workers, _):
        yield workers


@contextmanager
def _running(workers: Processes) -> Iterator[Processes]:
    try:
        workers.environment["DJANGO_SETTINGS_MODULE"] = "config.settings"
        workers.manage("migrate", "-v0")
        yield workers
    finally:
        workers.stop()


def main(campaigns: int, acts: int) -> None:
    """Act in one campaign after another while the others rest, and while all are due. Runs inside; prints JSON."""
    from campaign.models import User

    founder = User.objects.create(username="founder").pk
    ids = _found(founder, campaigns)
    let_rest()
    with mock.patch("campaign.services.throttle.spend"):  # one person writes more than anybody may
        resting = [_waited(founder, ids[n % len(ids)]) for n in range(COLD + acts)][COLD:]
        busy = [_waited_among_due(founder, ids, n) for n in range(acts)]
    print(json.dumps({"others rest": resting, "all others due": busy}))


def _found(founder: int, number: int) -> list[int]:
    from campaign.models import Role, SideCode
    from campaign.services.campaigns import SeatPlan, found_campaign

    seats = [SeatPlan(Role.COMMANDER, SideCode.UNION, user_id=founder), SeatPlan(Role.COMMANDER, SideCode.CONFEDERATE)]
    named = (f"Campaign {n}" for n in range(number))
    return [found_campaign(name=name, book="civil_war", founder_id=founder, seats=seats).pk for name in named]


def let_rest() -> None:
    """Wait until nothing is due and no nudge waits."""
    from campaign.services.sweep import having_work
    from campaign.sources import SOURCES

    end = time.monotonic() + PATIENCE_SECONDS
    while having_work(SOURCES.now()).exists() or _nudges_waiting():
        if time.monotonic() > end:
            raise SystemExit("The workers don't come to rest.")
        time.sleep(0.1)


def _nudges_waiting() -> int:
    """Count the messages of the founding, which the scheduled sweep may have made needless."""
    from config.celery import app
    from config.celery_settings import NUDGES_QUEUE

    with app.connection_for_read() as connection:
        channel: Any = connection.default_channel
        try:
            return int(channel.queue_declare(NUDGES_QUEUE, passive=True).message_count)
        except connection.channel_errors:  # on Redis, an empty queue doesn't exist
            return 0


def _waited_among_due(founder: int, ids: list[int], n: int) -> float:
    from campaign.models import Lock
    from campaign.sources import SOURCES

    if n % ACTS_A_BATCH == 0:
        Lock.objects.update(due_at=SOURCES.now() - timedelta(minutes=1))
    return _waited(founder, ids[-1 - n % len(ids)])  # those whose turn comes last


def _waited(founder: int, campaign_id: int) -> float:
    """Write a message, and return the seconds from its commit until a sweep has seen it."""
    from campaign.models import Lock
    from campaign.services.talk import say
    from campaign.visibility import enter

    say(enter(founder, campaign_id), to="side", text="Hold the sunken road.")
    began = time.monotonic()
    mine: Any = Lock.objects.filter(id=campaign_id)
    seq = mine.values_list("seq", flat=True).get()
    while not mine.filter(swept__gte=seq).exists():
        if time.monotonic() > began + PATIENCE_SECONDS:
            raise SystemExit("An act was never swept.")
        time.sleep(LOOK_SECONDS)
    return time.monotonic() - began


if __name__ == "__main__":
    subprocess.run([sys.executable, "-c", "from bench.nudges import report; report()"], cwd=ROOT, check=True)
