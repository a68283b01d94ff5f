"""Rehearse a large site: many campaigns on PostgreSQL, more web processes and workers, watchers, and steady acts.

The stack is docker-compose.yml's, with other numbers of its services (docs/scale.md).
"""

import argparse
import json
import os
import resource
import ssl
import statistics
import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

import psycopg

from bench.attacks.inside import a_folder
from bench.attacks.sites import services
from bench.load import Found, Load, watch
from bench.main import machine, reference_loop
from config.live import raise_open_files
from config.testing.processes import processor_seconds
from config.testing.production import ProductionStack
from rulesets.core.records import dataclass

SIZES = """
SELECT seen.relname, pg_total_relation_size(relid) AS bytes, reltuples::bigint, seq_scan, COALESCE(idx_scan, 0)
FROM pg_stat_user_tables AS seen JOIN pg_class ON pg_class.oid = relid ORDER BY bytes DESC LIMIT 12
"""
UNUSED = """
SELECT indexrelname, pg_relation_size(indexrelid) AS bytes FROM pg_stat_user_indexes JOIN pg_index USING (indexrelid)
WHERE idx_scan = 0 AND NOT indisunique ORDER BY bytes DESC LIMIT 8
"""
WHOLE = "SELECT pg_database_size(current_database())"
TOKEN_SECONDS = 7200
MOST_REFUSED = 0.001  # of all requests


@dataclass(frozen=True)
class Numbers:
    """How large the rehearsal is."""

    campaigns: int
    entries: int
    web: int
    workers: int
    nudges: int
    viewers: int
    acts: float
    seconds: float

    @property
    def actors(self) -> int:
        """Return enough people that nobody writes more often than the site allows."""
        return min(self.campaigns, max(8, round(self.acts * self.seconds / 20)))


class LargeStack(ProductionStack):
    """The production stack with other numbers of its services."""

    replicas: dict[str, int]

    def _replicas(self, service: str) -> int:
        return self.replicas.get(service) or super()._replicas(service)


def main(words: Sequence[str] | None = None) -> None:
    numbers = _numbers(words)
    raise_open_files()
    print(f"{machine()}\nreference loop {reference_loop():.0f} ms for a million steps\n{numbers}")
    with a_folder() as folder, services() as (postgres, redis):
        folder.chmod(0o755)
        stack = LargeStack({"LIVE_TOKEN_SECONDS": str(TOKEN_SECONDS)}, folder)
        stack.replicas = {"web": numbers.web, "worker": numbers.workers, "nudges": numbers.nudges}
        try:
            stack.begin(postgres, redis, "scale")
            rehearse(stack, numbers)
        finally:
            stack.stop()


def _numbers(words: Sequence[str] | None) -> Numbers:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--campaigns", type=int, default=10_000)
    parser.add_argument("--entries", type=int, default=200, help="journal entries of each campaign")
    parser.add_argument("--web", type=int, default=4, help="web processes")
    parser.add_argument("--workers", type=int, default=3)
    parser.add_argument("--nudges", type=int, default=1, help="workers for nudges alone")
    parser.add_argument("--viewers", type=int, default=1000, help="open live streams")
    parser.add_argument("--acts", type=float, default=20, help="acts a second, and as many pages")
    parser.add_argument("--seconds", type=float, default=300)
    return Numbers(**vars(parser.parse_args(words)))


def rehearse(stack: LargeStack, numbers: Numbers) -> None:
    """Fill the site, let people use it, and print what was found; fail if more than a few requests were refused."""
    filled = _fill(stack, numbers)
    database_url = stack.environment["DATABASE_URL"]
    context = ssl.create_default_context(cafile=stack.folder / "fullchain.pem")
    load = Load(port=stack.https, database_url=database_url, context=context, people=filled["actors"])
    streams = watch(stack.live, filled["tokens"])
    with psycopg.connect(database_url, autocommit=True) as database:
        database.execute("SELECT pg_stat_reset()")
        before = _processor_seconds(stack)
        found = load.run(acts_a_second=numbers.acts, seconds=numbers.seconds, streams=streams)
        spent = {service: seconds - before[service] for service, seconds in _processor_seconds(stack).items()}
        for stream in streams:
            stream.close()
        _say(found, load, numbers, spent)
        _say_tables(database)
    if sum(found.refused.values()) > MOST_REFUSED * (len(found.acts) + len(found.pages)) or not found.sweeps:
        raise SystemExit(f"Requests were refused, or nothing was swept: {dict(found.refused)}")


def _fill(stack: LargeStack, numbers: Numbers) -> Any:
    began = time.monotonic()
    asked = f"{numbers.campaigns}, {numbers.entries}, {numbers.actors}, {numbers.viewers}"
    filled = json.loads(
        stack.manage("shell", "-v0", "-c", f"from bench.clones import main; main({asked})").splitlines()[-1]
    )
    print(
        f"filled in {time.monotonic() - began:.0f} s; {len(filled['actors'])} people act, {len(filled['tokens'])} watch"
    )
    return filled


def _processor_seconds(stack: LargeStack) -> dict[str, float]:
    """Return the processor time of the site's processes by service, without PostgreSQL's and Redis's."""
    spent: defaultdict[str, float] = defaultdict(float)
    for name, process in stack.running.items():
        spent[name.partition("-")[0]] += processor_seconds(process.pid)
    return spent


def _say(found: Found, load: Load, numbers: Numbers, spent: Mapping[str, float]) -> None:
    print(f"load {os.getloadavg()[0]:.1f}; milliseconds: median, p95, worst")
    for name, taken in (("act", found.acts), ("page", found.pages), ("act to sweep", found.sweeps)):
        print(f"{name:<14}{_line(taken)}  {len(taken):,} in {numbers.seconds:.0f} s")
    own = resource.getrusage(resource.RUSAGE_SELF)
    most = max(found.connections, default=0)
    print(f"not swept yet {len(load.unswept)}, pings {found.pings:,}, connections at most {most}")
    print(f"refused {dict(found.refused) or 'none'}")
    services = ", ".join(f"{service} {seconds:.0f}" for service, seconds in spent.items())
    people = own.ru_utime + own.ru_stime
    print(f"processor: the site {sum(spent.values()):.0f} s ({services}), the people of this rehearsal {people:.0f} s")


def _line(taken: list[float]) -> str:
    ordered = sorted(each * 1000 for each in taken) or [0.0]
    return f"{statistics.median(ordered):9.1f}{ordered[int(len(ordered) * 0.95)]:9.1f}{ordered[-1]:9.1f}"


def _say_tables(database: "psycopg.Connection[Any]") -> None:
    for (size,) in database.execute(WHOLE):
        print(f"database {size / 1e6:,.0f} MB\n{'table':<26}{'MB':>8}{'rows':>12}  read whole  by index")
    for name, size, rows, whole, by_index in database.execute(SIZES):
        print(f"{name:<26}{size / 1e6:8.1f}{rows:12,}{whole:12,}{by_index:10,}")
    unused = ", ".join(f"{name} {size / 1e6:.0f} MB" for name, size in database.execute(UNUSED))
    print(f"indexes that weren't used: {unused or 'none'}")


if __name__ == "__main__":
    main()
