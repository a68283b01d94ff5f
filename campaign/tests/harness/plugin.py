"""Pytest plugin: add the harness options, and end a run with the request counts and the leaks found."""

from collections import Counter
from collections.abc import Generator
from dataclasses import asdict, replace
from typing import Any

import pytest
from xdist.scheduler import LoadScopeScheduling  # type: ignore[import-untyped]

from campaign.tests.harness.rotation import FILES, MARKED
from campaign.tests.harness.tally import KNOWN_TO, OPTIONS, TALLY, Tally
from rulesets.core.coverage import tree_hash

DONE = "harness"
SLOW = ("harness", "long")


class TallyPlugin:
    """One test run. Workers send their counts with their reports; the controller adds them up and prints them."""

    def __init__(self) -> None:
        self.total = Tally()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Generator[None, Any, Any]:
        """Attach a test's counts to its report."""
        before = replace(TALLY, found=[*TALLY.found])
        try:
            return (yield)
        finally:
            if done := TALLY.since(before):
                item.user_properties.append((DONE, asdict(done)))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Add up the counts of all tests."""
        done = dict(report.user_properties).get(DONE)
        if report.when == "call" and isinstance(done, dict):
            self.total += Tally(**done)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Print the totals and each planted leak that was found."""
        if self.total.worlds:
            terminalreporter.section("harness")
            terminalreporter.write_line(f"{self.total}; rotation {OPTIONS.rotation}")
            for name in sorted(self.total.found):
                terminalreporter.write_line(f"  {name}")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options of the harness."""
    group = parser.getgroup("harness", "the canary and two worlds")
    group.addoption(
        "--rotation", default="", metavar="SEED", help="try the same ids as an earlier run, by the seed it printed"
    )
    group.addoption("--in-turn", choices=[MARKED, FILES], help="leave out what has its turn with another tree")
    group.addoption("--soak", action="store_true", help="plant each hidden fact by itself, and try every id")


class BundlesTogether(LoadScopeScheduling):  # type: ignore[misc]
    """Give each process the next test, but all bundles of a play to one process, where they share a world.

    (Groups of `--dist loadgroup` go by a suffix of a test's id, which pytest 9.2 no longer lets xdist 3.8 add.)
    """

    def _split_scope(self, nodeid: str) -> str:
        function, _, case = nodeid.partition("[")
        return function if case.startswith(KNOWN_TO) else nodeid


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> BundlesTogether | None:
    return BundlesTogether(config, log) if config.getvalue("dist") == "loadgroup" else None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Start the longest slow tests first: the bundles, then the tests of few cases."""
    cases = Counter(_function_of(item) for item in items)

    def order(item: pytest.Item) -> tuple[bool, bool, int]:
        is_slow = any(item.get_closest_marker(name) for name in SLOW)
        return (True, not _is_bundle(item), cases[_function_of(item)]) if is_slow else (False, False, 0)

    items.sort(key=order)


def _function_of(item: pytest.Item) -> str:
    return item.nodeid.partition("[")[0]


def _is_bundle(item: pytest.Item) -> bool:
    return f"[{KNOWN_TO}" in item.nodeid


def pytest_configure(config: pytest.Config) -> None:
    """Set the options; workers get the controller's seed."""
    config.option.rotation = config.option.rotation or tree_hash(config.rootpath)[:12]
    OPTIONS.rotation, OPTIONS.soak = config.option.rotation, config.option.soak
    OPTIONS.in_turn = bool(config.option.in_turn)
    config.pluginmanager.register(TallyPlugin(), "harness-tally")
