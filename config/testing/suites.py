"""What ./test runs, in which order, and the summary at the end.

A suite that mostly waits runs beside the others; what it says is shown in one piece once it is over.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import field, replace
from pathlib import Path
from typing import IO
from unittest import mock

from campaign.tests.harness.rotation import FILES, MARKED
from config.bootstrap import ROOT, CannotGoOn, debian_package, say
from config.packages import PACKAGES
from config.testing import import_rules
from config.testing.apart import NEITHER, files_with
from rulesets.core.records import dataclass

BIN = Path(sys.executable).parent
RECORD = ROOT / "var" / "test-record.json"
NO_TESTS_FOUND = 5
SLOWEST = "--durations=15"


@dataclass(frozen=True)
class Suite:
    """Some commands that belong together; it passes when every one ends with 0.

    One that `waits` more than it works runs beside the others.
    """

    name: str
    what: str
    commands: Sequence[Sequence[str]]
    variables: dict[str, str] = field(default_factory=dict)
    needs: Callable[[], None] = lambda: None
    waits: bool = False


@dataclass(frozen=True)
class Outcome:
    suite: Suite
    seconds: float
    trouble: str  # empty: passed
    said: str = ""  # of a suite that ran beside the others


def tool(name: str, *arguments: str) -> list[str]:
    return [str(BIN / name), *arguments]


def manage(*arguments: str) -> list[str]:
    return [sys.executable, "manage.py", *arguments]


def pytest(marks: str, *arguments: str) -> list[str]:
    return [sys.executable, "-m", "pytest", "-q", SLOWEST, "-m", marks, *arguments]


def pytest_apart(*markers: str, how: Sequence[str] = ()) -> list[str]:
    return pytest(" or ".join(markers), *how, *files_with(*markers))


def needs_chromium() -> None:
    if not shutil.which("chromium"):
        debian_package("chromium", why="for the tests in a browser")


def needs_nginx() -> None:
    if not shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin"):
        debian_package("nginx-light", why="for the tests of the proxy")


def lint() -> Suite:
    commands = [
        tool("ruff", "check", "."),
        tool("ruff", "format", "--check", "."),
        tool("lint-imports", "--config", str(import_rules.write(ROOT))),
        tool("djlint", "--lint", "--quiet", "templates"),
        [sys.executable, "-m", "config.testing.line_length"],
        manage("check"),
        manage("makemigrations", "--check", "--dry-run"),
        tool("hadolint", "Dockerfile"),
    ]
    return Suite("lint", "ruff, import rules, templates, Django's checks, migrations, Dockerfile", commands)


TWO = ("-n", "2")
ONE_BY_ONE = (*TWO, "--dist", "loadgroup")  # each process gets the next test, and tests of one group together
IN_TURN = f"--in-turn={MARKED}"
WORLDS_ALIKE = "battles/tests/test_secrecy_leaks.py::test_site_without_a_leak_shows_no_differences"
TYPES = Suite("types", "mypy", [tool("mypy", *PACKAGES, "bench")])
UNIT = Suite("unit", "tests without a database", [pytest(f"not database and {NEITHER}", *TWO, *PACKAGES)])
WHOLE = [
    Suite("sqlite", "unit and database tests on SQLite", [pytest(NEITHER, *TWO, *PACKAGES)]),
    Suite(
        "postgresql",
        "database tests in turn and a few worlds on PostgreSQL, with Redis",
        [pytest(f"database and {NEITHER}", f"--in-turn={FILES}", *TWO, *PACKAGES), pytest("harness", WORLDS_ALIKE)],
        {"TEST_SERVICES": "yes"},
    ),
    Suite(
        "harness",
        "the canary, the two worlds, and properties that take their time",
        [pytest_apart("harness", "long", how=(*ONE_BY_ONE, IN_TURN))],
    ),
    Suite("processes", "the site's own processes: ./play, jobs, live streams", [pytest_apart("processes")], waits=True),
    Suite("browser", "pages in Chromium", [pytest_apart("browser", how=(*TWO, IN_TURN))], needs=needs_chromium),
    Suite(
        "production",
        "the commands of docker-compose.yml behind nginx",
        [pytest_apart("production")],
        needs=needs_nginx,
        waits=True,
    ),
]


def run_all(suites: Sequence[Suite]) -> list[Outcome]:
    """Run suites one after another, and beside them, also one after another, those that mostly wait."""
    working = [suite for suite in suites if not suite.waits]
    outcomes = []
    with ExitStack() as stack:
        stack.enter_context(bytecode_kept())
        aside = ThreadPoolExecutor(max_workers=1)
        stack.callback(aside.shutdown, cancel_futures=True)  # after an interruption nothing more begins
        waiting = deque(aside.submit(run_aside, suite) for suite in suites if suite.waits and working)
        for suite in working or suites:
            say(heading(suite))
            outcomes.append(run(suite))
            while waiting and waiting[0].done():
                outcomes.append(show(waiting.popleft()))
        outcomes += map(show, waiting)
    return sorted(outcomes, key=lambda outcome: suites.index(outcome.suite))


@contextmanager
def bytecode_kept() -> Iterator[None]:
    """Compile each module once for all processes of a run, in a folder of its own, even where none may be kept."""
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="neutral-bytecode-"))
        stack.enter_context(mock.patch.dict(os.environ, PYTHONPYCACHEPREFIX=folder, PYTHONDONTWRITEBYTECODE=""))
        yield


def heading(suite: Suite) -> str:
    return f"\n── {suite.name}: {suite.what}"


def show(running: Future[Outcome]) -> Outcome:
    """Wait for a suite that ran beside the others, and show what it said."""
    outcome = running.result()
    say(f"{heading(outcome.suite)} (beside the others)\n{outcome.said.rstrip()}")
    return outcome


def run(suite: Suite, output: IO[bytes] | None = None) -> Outcome:
    began = time.monotonic()
    try:
        suite.needs()
        trouble = "; ".join(filter(None, [_trouble(suite, command, output) for command in suite.commands]))
    except CannotGoOn as reason:
        trouble = f"could not run: {reason}"
    return Outcome(suite, time.monotonic() - began, trouble)


def run_aside(suite: Suite) -> Outcome:
    """Run a suite without a word, and keep what it says."""
    with tempfile.TemporaryFile() as output:
        outcome = run(suite, output)
        output.seek(0)
        return replace(outcome, said=output.read().decode(errors="replace"))


def _trouble(suite: Suite, command: Sequence[str], output: IO[bytes] | None) -> str:
    variables = {**os.environ, "TEST_SUITE": suite.name, **suite.variables}
    code = subprocess.run(command, cwd=ROOT, env=variables, check=False, stdout=output, stderr=output).returncode
    if code == NO_TESTS_FOUND and "pytest" in command:
        return "could not run: no test of this kind was found"
    return f"failed: {Path(command[0]).name} {' '.join(command[1:])}" if code else ""


def summary(outcomes: Sequence[Outcome]) -> bool:
    say("\n── Summary")
    for outcome in outcomes:
        say(f"{outcome.suite.name:<12}{outcome.seconds:7.1f} s  {outcome.trouble or 'passed'}")
    is_good = not any(outcome.trouble for outcome in outcomes)
    say(f"{'Everything passed' if is_good else 'NOT everything passed'}: {len(outcomes)} suites.")
    return is_good


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--fast", action="store_true")
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    suites = [lint(), TYPES, UNIT] if options.fast else [lint(), TYPES, *WHOLE]
    if options.only:
        names = options.only.split(",")
        known = {suite.name: suite for suite in [*suites, UNIT]}
        if unknown := sorted(set(names) - set(known)):
            parser.error(f"no such suite: {', '.join(unknown)}; there are {', '.join(known)}")
        suites = [known[name] for name in names]
    elif not options.fast:
        RECORD.unlink(missing_ok=True)
    return 0 if summary(run_all(suites)) else 1


if __name__ == "__main__":
    sys.exit(main())
