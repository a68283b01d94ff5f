"""Pytest plugin: records, for this exact tree, which marked tests passed and which procedures they called.

`var/test-record.json`: {"tree": hash, "tests": {node id: {"rules": […], "passed": bool, "called": […]}}}. Runs of one
tree add up; a changed tree starts over.
"""

import fcntl
import json
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

from rulesets.core.carries import take_called
from rulesets.core.coverage import RECORD, read_record, tree_hash
from rulesets.core.plain import Json

RULES, CALLED = "rules", "called"


class RecordPlugin:
    """One test run. Workers send what they saw with their reports; the controller writes it to the file."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.seen: dict[str, Json] = {}
        self.tree = tree_hash(root)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Generator[None, Any, Any]:
        """Note what a marked test called."""
        take_called()
        try:
            return (yield)
        finally:
            rules = [rule for mark in item.iter_markers("rule") for rule in mark.args]
            if rules:
                item.user_properties += [(RULES, rules), (CALLED, sorted(take_called()))]

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note whether a marked test passed."""
        noted = dict(report.user_properties)
        if RULES in noted:
            before = self.seen.get(report.nodeid, {"passed": True})
            passed = before["passed"] and report.passed
            self.seen[report.nodeid] = {RULES: noted[RULES], "passed": passed, CALLED: noted[CALLED]}

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Write the record, unless the tree changed during the run or this is a worker."""
        if self.seen and not hasattr(session.config, "workerinput") and self.tree == tree_hash(self.root):
            self.write()

    def write(self) -> None:
        """Add this run to the record of the tree."""
        path = self.root / RECORD
        path.parent.mkdir(exist_ok=True)
        with path.with_suffix(".lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            tests = read_record(self.root) | self.seen
            path.write_text(json.dumps({"tree": self.tree, "tests": tests}, indent=1, sort_keys=True))


def pytest_configure(config: pytest.Config) -> None:
    """Register the plugin."""
    config.pluginmanager.register(RecordPlugin(config.rootpath), "rules-record")
