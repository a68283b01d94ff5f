"""Measure the processor time that a server's workers and PostgreSQL take while nothing happens."""

import subprocess
import sys
import time

from bench.nudges import server
from bench.rehearsal import processor_seconds
from config.testing.processes import ROOT

ENTRIES = 10  # of each campaign
SECONDS = 60
MOST = {100: 0.02, 10_000: 0.05}  # of a core, by number of campaigns


def report() -> None:
    print("\nWorkers and PostgreSQL while nothing happens, in percent of a core")
    for campaigns, most in MOST.items():
        with server("idle") as (workers, postgres):
            code = f"from bench.clones import main; main({campaigns}, {ENTRIES}, 1, 1); "
            workers.manage("shell", "-v0", "-c", f"{code}from bench.nudges import let_rest; let_rest()")
            processes = {"PostgreSQL": postgres.process.pid, **{name: one.pid for name, one in workers.running.items()}}
            spent = _shares(processes)
        each = ", ".join(f"{name} {share * 100:.1f}" for name, share in spent.items())
        print(f"{campaigns:>6,} campaigns {sum(spent.values()) * 100:8.1f} of {most * 100:.0f}: {each}")


def _shares(processes: dict[str, int]) -> dict[str, float]:
    """Return the share of a core that each process takes, with its children, from now on."""
    before = {name: processor_seconds(pid) for name, pid in processes.items()}
    time.sleep(SECONDS)
    return {name: (processor_seconds(pid) - before[name]) / SECONDS for name, pid in processes.items()}


if __name__ == "__main__":
    subprocess.run([sys.executable, "-c", "from bench.idle import report; report()"], cwd=ROOT, check=True)
