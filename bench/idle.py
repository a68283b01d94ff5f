"""Measure the processor time that a server's workers and PostgreSQL take while nothing happens."""

import subprocess
import sys
import time

from bench.nudges import let_rest, server
from config.testing.processes import ROOT, processor_seconds

ENTRIES = 10  # of each campaign
SECONDS = 60
MOST = {100: 0.02, 10_000: 0.05}  # of a core, by number of campaigns


def report() -> None:
    print("\nWorkers and PostgreSQL while nothing happens, in percent of a core; everybody waits for a daily email")
    for campaigns, most in MOST.items():
        with server("idle") as (workers, postgres):
            workers.manage("shell", "-v0", "-c", f"from bench.idle import main; main({campaigns})")
            processes = {"PostgreSQL": postgres.process.pid, **{name: one.pid for name, one in workers.running.items()}}
            spent = _shares(processes)
        each = ", ".join(f"{name} {share * 100:.1f}" for name, share in spent.items())
        print(f"{campaigns:>6,} campaigns {sum(spent.values()) * 100:8.1f} of {most * 100:.0f}: {each}")


def _shares(processes: dict[str, int]) -> dict[str, float]:
    """Return the share of a core that each process takes, with its children, from now on."""
    before = {name: processor_seconds(pid) for name, pid in processes.items()}
    time.sleep(SECONDS)
    return {name: (processor_seconds(pid) - before[name]) / SECONDS for name, pid in processes.items()}


def main(campaigns: int) -> None:
    """Fill the site, and wait until no campaign has work. Runs inside."""
    from django.db.models import Value
    from django.db.models.functions import Concat

    from bench import clones
    from campaign.models import Feed, Notify, Seat, User
    from campaign.sources import SOURCES

    clones.main(campaigns, ENTRIES, actors=1, viewers=1)
    daily = dict.fromkeys(("notify_moves", "notify_news", "notify_talk"), Notify.DAILY)
    User.objects.update(email=Concat("username", Value("@example.org")), **daily)
    Feed.objects.filter(id__in=Seat.objects.exclude(user=None).values("feed_id")).update(game_since=SOURCES.now())
    let_rest()


if __name__ == "__main__":
    subprocess.run([sys.executable, "-c", "from bench.idle import report; report()"], cwd=ROOT, check=True)
