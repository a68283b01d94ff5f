"""Measure the processor time that a server's workers and PostgreSQL take while nothing happens.

They wake some ten times a second. What a wake costs depends on the machine: under some hypervisors, whoever slept for
a second pays for each page of memory that it touches again. So a sleeper of this file's own is measured beside them.
"""

import statistics
import subprocess
import sys
import time

from bench.nudges import let_rest, server
from config.testing.processes import ROOT, processor_seconds

ENTRIES = 10  # of each campaign
SECONDS, SLEEP_SECONDS = 60, 2
PAGES, PAGE_BYTES = 256, 4096  # a megabyte, to touch after a sleep
MOST = {100: 0.02, 10_000: 0.05}  # of a core, by number of campaigns


def report() -> None:
    print("\nWorkers and PostgreSQL while nothing happens, in percent of a core; everybody waits for a daily email")
    for campaigns, most in MOST.items():
        with server("idle") as (workers, postgres):
            workers.manage("shell", "-v0", "-c", f"from bench.idle import main; main({campaigns})")
            processes = {"PostgreSQL": postgres.process.pid, **{name: one.pid for name, one in workers.running.items()}}
            before = {name: processor_seconds(pid) for name, pid in processes.items()}
            a_wake = _sleep()
            spent = {name: (processor_seconds(pid) - before[name]) / SECONDS for name, pid in processes.items()}
        each = ", ".join(f"{name} {share * 100:.1f}" for name, share in spent.items())
        print(f"{campaigns:>6,} campaigns {sum(spent.values()) * 100:8.1f} of {most * 100:.0f}: {each}")
        print(f"{'':16} {a_wake * 1000:8.2f} ms for a sleeper that touches a megabyte as it wakes")


def _sleep() -> float:
    """Sleep for a minute with many wakes; return the median processor time of a wake, in seconds."""
    megabyte = [bytearray(PAGE_BYTES) for _ in range(PAGES)]
    taken = []
    for _ in range(SECONDS // SLEEP_SECONDS):
        time.sleep(SLEEP_SECONDS)
        began = time.process_time()
        for page in megabyte:
            page[0] += 1
        taken.append(time.process_time() - began)
    return statistics.median(taken)


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
