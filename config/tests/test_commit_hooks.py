"""The hooks before a commit check what ./test --fast checks, with the same tools."""

import sys
from pathlib import Path
from typing import Any

import yaml

from config.bootstrap import ROOT
from config.testing.suites import BIN, TYPES, lint

REPOSITORIES: list[dict[str, Any]] = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text())["repos"]
HOOKS: list[dict[str, Any]] = [hook for repository in REPOSITORIES for hook in repository["hooks"]]


def test_hooks_fetch_nothing() -> None:
    assert [repository["repo"] for repository in REPOSITORIES] == ["local"]
    assert {hook["language"] for hook in HOOKS} == {"system"}


def test_hooks_run_every_checker_of_the_fast_suites() -> None:
    suites = {command[0] for command in [*lint().commands, *TYPES.commands] if command[0] != sys.executable}
    assert {str(BIN / Path(hook["entry"].split()[0]).name) for hook in HOOKS} == suites
