"""Pytest plugin: the options of the harness, and at the end of a run how much was asked and which leaks were found."""

from collections.abc import Generator
from dataclasses import asdict, replace
from typing import Any

import pytest

from campaign.tests.harness.tally import OPTIONS, TALLY, Tally
from rulesets.core.coverage import tree_hash

DONE = "harness"


class TallyPlugin:
    """One test run. Workers send what they counted with their reports; the controller adds it up and prints it."""

    def __init__(self) -> None:
        self.total = Tally()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Generator[None, Any, Any]:
        """Note what a test of the harness asked."""
        before = replace(TALLY, found=[*TALLY.found])
        try:
            return (yield)
        finally:
            if done := TALLY.since(before):
                item.user_properties.append((DONE, asdict(done)))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Add up what tests asked."""
        done = dict(report.user_properties).get(DONE)
        if report.when == "call" and isinstance(done, dict):
            self.total += Tally(**done)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Print the sums, and each planted leak that was found."""
        if self.total.worlds:
            terminalreporter.section("harness")
            terminalreporter.write_line(f"{self.total}; rotation {OPTIONS.rotation}")
            for name in sorted(self.total.found):
                terminalreporter.write_line(f"  {name}")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options of the harness."""
    group = parser.getgroup("harness", "the canary and the two worlds")
    group.addoption("--rotation", default="", metavar="SEED", help="try the ids of another run, by the seed it printed")
    group.addoption("--soak", action="store_true", help="plant each hidden fact by itself, and try every id")


def pytest_configure(config: pytest.Config) -> None:
    """Take the options over; workers are given the controller's seed."""
    config.option.rotation = config.option.rotation or tree_hash(config.rootpath)[:12]
    OPTIONS.rotation, OPTIONS.soak = config.option.rotation, config.option.soak
    config.pluginmanager.register(TallyPlugin(), "harness-tally")
