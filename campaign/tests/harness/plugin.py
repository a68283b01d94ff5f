"""Pytest plugin: add the harness options, and end a run with the request counts and the leaks found."""

from collections import Counter
from collections.abc import Generator
from dataclasses import asdict, replace
from typing import Any

import pytest

from campaign.tests.harness.tally import OPTIONS, TALLY, Tally
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
    group.addoption("--soak", action="store_true", help="plant each hidden fact by itself, and try every id")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keep the bundles of a play in one process, where they share a world, and start the longest slow tests first.

    Those are the bundles, then the tests of few cases.
    """
    cases = Counter(_function_of(item) for item in items)

    def order(item: pytest.Item) -> tuple[bool, bool, int]:
        is_slow = any(item.get_closest_marker(name) for name in SLOW)
        return (True, not _play_of(item), cases[_function_of(item)]) if is_slow else (False, False, 0)

    for item in items:
        if play := _play_of(item):
            item.add_marker(pytest.mark.xdist_group(f"{item.path.stem}, {play}"))
    items.sort(key=order)


def _function_of(item: pytest.Item) -> str:
    return item.nodeid.partition("[")[0]


def _play_of(item: pytest.Item) -> str:
    """Return the name of the play whose bundle a test checks, if it checks one."""
    case = getattr(item, "callspec", None)
    bundle = case.params.get("bundle") if case else None
    return bundle.play.name if bundle else ""


def pytest_configure(config: pytest.Config) -> None:
    """Set the options; workers get the controller's seed."""
    config.option.rotation = config.option.rotation or tree_hash(config.rootpath)[:12]
    OPTIONS.rotation, OPTIONS.soak = config.option.rotation, config.option.soak
    config.pluginmanager.register(TallyPlugin(), "harness-tally")
