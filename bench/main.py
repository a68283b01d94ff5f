"""Measure the site over real HTTP as a laptop runs it, with a short and a long history, beside a reference loop."""

import argparse
import gzip
import json
import os
import platform
import socket
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

from bench import day, idle, memory, nudges, odds, orders, prints, rivals, sweeps
from config.hub import HEAD, RETRY
from config.live import raise_open_files
from config.testing.processes import ROOT, Processes, answers, free_port, processor_seconds, wait_until

LENGTHS = (10, 10_000)
VIEWERS = 1000
Medians = dict[str, float]


def milliseconds(work: Callable[[], object], times: int) -> list[float]:
    taken = []
    for _ in range(times):
        began = time.perf_counter()
        work()
        taken.append((time.perf_counter() - began) * 1000)
    return sorted(taken)


def median_and_p95(taken: list[float]) -> str:
    return f"{statistics.median(taken):8.2f} {taken[int(len(taken) * 0.95)]:8.2f}"


def reference_loop() -> float:
    """Time a million steps of plain Python, to compare one machine with another."""

    def loop() -> int:
        value = 1
        for step in range(1_000_000):
            value = (value * 31 + step) & 0xFFFFFF
        return value

    return statistics.median(milliseconds(loop, 5))


def machine() -> str:
    lines = Path("/proc/cpuinfo").read_text().splitlines()
    model = next((line.split(":")[1].strip() for line in lines if line.startswith("model name")), "")
    versions = f"Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}"
    return f"{os.cpu_count()} x {model or platform.machine()}, {versions}, load {os.getloadavg()[0]:.1f}"


class Site(Processes):
    """A laptop's site with a history of a given length."""

    def begin(self, entries: int) -> None:
        self.environment["DJANGO_SETTINGS_MODULE"] = "config.settings"
        self.manage("migrate", "-v0")
        self.manage("collectstatic", "--no-input", "-v0")
        self.filled = self.fill(entries)
        self.port = free_port()
        self.python("web", "-m", "config.web", "--port", str(self.port))
        wait_until(lambda: answers(f"http://localhost:{self.port}/healthz"), "the web process")
        self.connection = HTTPConnection("localhost", self.port)

    def fill(self, entries: int) -> Any:
        return json.loads(self.shell(f"from bench.fill import main; main({entries})"))

    def shell(self, code: str) -> str:
        """Run code inside the site, and return the last line it prints."""
        done = subprocess.run(
            [sys.executable, "manage.py", "shell", "-v0", "-c", code],
            cwd=ROOT,
            env=self.environment,
            text=True,
            stdout=subprocess.PIPE,
            check=True,
        )
        return done.stdout.splitlines()[-1]

    def get(self, path: str) -> bytes:
        self.connection.request("GET", path, headers={"Cookie": f"sessionid={self.filled['session']}"})
        response = self.connection.getresponse()
        body = response.read()
        if response.status != 200:
            raise SystemExit(f"{path} answers {response.status}")
        return body

    def listen(self) -> socket.socket:
        stream = socket.create_connection(("localhost", self.port), timeout=5)
        token = self.filled["tokens"][0]
        stream.sendall(f"GET /live/?token={token}&seen=1 HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        stream.recv(len(HEAD + RETRY), socket.MSG_WAITALL)
        return stream

    def processor_time(self) -> float:
        """Return the milliseconds of processor time that the web process has taken."""
        return processor_seconds(self.running["web"].pid) * 1000

    def memory(self) -> int:
        rollup = Path(f"/proc/{self.running['web'].pid}/smaps_rollup").read_text()
        return 1024 * int(rollup.split("Pss:")[1].split()[0])


def measure_pages(site: Site, times: int, loop: float) -> Medians:
    """Print a line for each page; its median also as a share of the reference loop, and its processor time."""
    medians = {}
    print(f"{'page':<16}  median      p95   bytes  gzipped  queries  of loop  processor")
    for page in site.filled["pages"]:
        for _ in range(20):
            body = site.get(page["path"])
        before = site.processor_time()
        taken = milliseconds(lambda path=page["path"]: site.get(path), times)  # type: ignore[misc]
        processor = (site.processor_time() - before) / times
        sizes = f"{len(body):7d} {len(gzip.compress(body)):8d} {page['queries']:8d}"
        share = statistics.median(taken) / loop
        print(f"{page['name']:<16}{median_and_p95(taken)} {sizes} {share:8.2f} {processor:10.2f}")
        medians[page["name"]] = statistics.median(taken)
    print(f"web process     {site.memory() / 1e6:8.2f} MB after these")
    return medians


def measure_acts(site: Site) -> Medians:
    print(f"{'one act':<16}{median_and_p95(sorted(site.filled['acts']))}")
    return {"one act": statistics.median(site.filled["acts"])}


def measure_live(site: Site) -> Medians:
    with closing(sqlite3.connect(site.folder / "neutral.sqlite3", isolation_level=None)) as database:
        with closing(site.listen()) as stream:
            taken = sorted(one_ping(database, stream) for _ in range(50))
        print(f"{'one live ping':<16}{median_and_p95(taken)}")
    warm = [site.listen() for _ in range(50)]
    for stream in warm:
        stream.close()
    before = site.memory()
    streams = [site.listen() for _ in range(VIEWERS)]
    time.sleep(0.5)
    print(f"idle viewer     {(site.memory() - before) / VIEWERS / 1000:8.2f} kB each, {VIEWERS} held")
    for stream in streams:
        stream.close()
    return {"one live ping": statistics.median(taken)}


def grown(lengths: Sequence[int], found: Sequence[Medians]) -> None:
    """Print what a long history costs: each median as a multiple of its value with the shortest."""
    print(f"\nFrom {lengths[0]:,} to {lengths[-1]:,} journal entries")
    for name, first in found[0].items():
        print(f"{name:<16}{found[-1][name] / first:8.2f} times")


def one_ping(database: sqlite3.Connection, stream: socket.socket) -> float:
    while True:  # read what is left from before
        stream.settimeout(0.12)
        try:
            stream.recv(4096)
        except TimeoutError:
            break
    stream.settimeout(5)
    began = time.perf_counter()
    database.execute("UPDATE campaign_feed SET version = version + 1")
    stream.recv(4096)
    return (time.perf_counter() - began) * 1000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=200, help="requests per page")
    parser.add_argument("--lengths", type=int, nargs="+", default=LENGTHS, help="journal entries")
    options = parser.parse_args()
    raise_open_files()
    loop = reference_loop()
    print(f"{machine()}\nreference loop  {loop:8.2f} ms for a million steps; all times in milliseconds")
    found = []
    for entries in options.lengths:
        print(f"\n{entries:,} journal entries")
        with tempfile.TemporaryDirectory(prefix="neutral-bench-") as folder:
            site = Site({}, Path(folder))
            try:
                site.begin(entries)
                found.append(measure_pages(site, options.times, loop) | measure_acts(site) | measure_live(site))
                if entries == options.lengths[0]:
                    rivals.report(site, loop)
                    prints.report(site)
                    sweeps.report(site)
                    day.report(site)
            finally:
                site.stop()
    grown(options.lengths, found)
    odds.report()
    orders.report(loop)
    subprocess.run([sys.executable, "-m", "bench.wars"], cwd=ROOT, check=True)  # away from all that is loaded here
    nudges.report()
    idle.report()
    memory.report()


if __name__ == "__main__":
    main()
