"""Measure memory after a campaign was played over HTTP: the tree of ./play, and a server's two web processes.

Megabytes are PSS: what a process has alone, and its share of what it has with others. Packages of the tests are hidden
from what is measured: Django REST framework and Celery load some of them wherever they are installed.
"""

import os
import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.attacks.chance import Chance
from bench.attacks.sites import Site, a_site, ask
from config.testing.embedded import EmbeddedSite
from config.testing.processes import ROOT

MOST_SUPERVISOR, MOST_TREE, MOST_WEB = 12.0, 170.0, 130.0
HIDDEN_PACKAGES = ("requests", "pygments", "greenlet")  # in requirements-test.txt alone
AS_INSTALLED = {"PYTHONPATH": str(ROOT / "bench" / "as_installed"), "HIDDEN_PACKAGES": " ".join(HIDDEN_PACKAGES)}
SERVICES = ("web", "live", "worker", "nudges", "beat")


def report() -> None:
    """Measure in a process of its own, because the story that is played needs Django."""
    with TemporaryDirectory(prefix="neutral-bench-") as folder:
        command = [sys.executable, "manage.py", "shell", "-v0", "-c", "from bench.memory import main; main()"]
        subprocess.run(command, cwd=ROOT, env={**os.environ, "DATA_DIR": folder}, check=True)


def main() -> None:
    """Print both sites beside what each should take at most."""
    _laptop()
    _server()


def _laptop() -> None:
    with TemporaryDirectory(prefix="neutral-bench-") as folder:
        site = EmbeddedSite({"DJANGO_SETTINGS_MODULE": "config.settings", **AS_INSTALLED}, Path(folder))
        try:
            site.begin()
            _play(site)
            supervisor, tree = megabytes(site.process.pid), megabytes_of_tree(site.process.pid)
            children = {name: megabytes_of_tree(pid) for name, pid in site.children().items()}
        finally:
            site.stop()
    print(f"\nMemory of ./play after a campaign, in MB\nsupervisor      {supervisor:8.1f} of {MOST_SUPERVISOR:.0f}")
    for name, found in children.items():
        print(f"{name:<16}{found:8.1f}")
    print(f"all             {tree:8.1f} of {MOST_TREE:.0f}")


def _server() -> None:
    with a_site("production", AS_INSTALLED) as site:
        _play(site)
        found = {name: megabytes_of_tree(process.pid) for name, process in site.running.items()}
    sums = {service: sum(size for name, size in found.items() if name.startswith(service)) for service in SERVICES}
    print(f"\nMemory of a server after a campaign, in MB\nboth web        {sums.pop('web'):8.1f} of {MOST_WEB:.0f}")
    for service, size in sums.items():
        print(f"{service:<16}{size:8.1f}")


def _play(site: Site) -> None:
    """Play a campaign by page and API up to the day of its battle."""
    from bench.attacks.kills import people_of
    from bench.attacks.story import WITH_UMPIRE, Story, fight

    story = Story(people_of(site), ask(site, "make(umpire_kind='person', number=1)"), 1, Chance(1, "memory"))
    for chapter in WITH_UMPIRE[: WITH_UMPIRE.index(fight)]:
        chapter(story)


def megabytes_of_tree(pid: int) -> float:
    """Return the PSS of a process and all its descendants."""
    listing = subprocess.run(["ps", "-e", "-o", "pid=,ppid="], text=True, capture_output=True, check=True)
    children = defaultdict(list)
    for line in listing.stdout.splitlines():
        child, parent = map(int, line.split())
        children[parent].append(child)
    tree = [pid]
    for one in tree:
        tree += children[one]
    return sum(megabytes(one) for one in tree)


def megabytes(pid: int) -> float:
    said = re.search(r"^Pss: +(\d+) kB", Path(f"/proc/{pid}/smaps_rollup").read_text(), re.M)
    return int(said[1]) / 1000 if said else 0.0


if __name__ == "__main__":
    report()
