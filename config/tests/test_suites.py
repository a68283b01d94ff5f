"""How ./test runs its suites: those that mostly wait beside the others, and one summary of all."""

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from threading import Timer
from types import SimpleNamespace
from typing import Any

import pytest

from campaign.tests.harness.rotation import FILES, MARKED
from campaign.tests.harness.tally import OPTIONS
from config.bootstrap import CannotGoOn
from config.testing.apart import SAID, files_with, missed
from config.testing.processes import ROOT, free_port, wait_until
from config.testing.suites import WORLDS_ALIKE, Suite, run_all, summary
from config.testing.turns import out_of_turn
from rulesets.core.records import dataclass

MEET = """
import pathlib, sys, time
mine, other = map(pathlib.Path, sys.argv[1:])
mine.touch()
end = time.monotonic() + 60
while not other.exists():
    if time.monotonic() > end:
        sys.exit("nobody came")
    time.sleep(0.01)
"""


def python(code: str, *arguments: object) -> list[str]:
    return [sys.executable, "-c", code, *map(str, arguments)]


def suite(name: str, *commands: Sequence[str], waits: bool = False) -> Suite:
    return Suite(name, f"what {name} tests", commands or [python(f"print('{name} speaks')")], waits=waits)


def test_suite_that_waits_runs_beside_the_others(tmp_path: Path) -> None:
    """Each of the two waits until the other has begun."""
    here, there = tmp_path / "here", tmp_path / "there"
    outcomes = run_all(
        [suite("patient", python(MEET, here, there), waits=True), suite("busy", python(MEET, there, here))]
    )
    assert [outcome.trouble for outcome in outcomes] == ["", ""]


def test_suites_that_wait_run_one_after_another(tmp_path: Path) -> None:
    alone = "import os, sys; os.mkdir(sys.argv[1]); import time; time.sleep(0.1); os.rmdir(sys.argv[1])"
    waiting = [suite(name, python(alone, tmp_path / "held"), waits=True) for name in ("one", "other")]
    assert [outcome.trouble for outcome in run_all([*waiting, suite("busy")])] == ["", "", ""]


def test_outcomes_keep_the_order_of_the_suites(capfd: pytest.CaptureFixture[str]) -> None:
    outcomes = run_all([suite("first", waits=True), suite("second"), suite("third", waits=True), suite("fourth")])
    assert [outcome.suite.name for outcome in outcomes] == ["first", "second", "third", "fourth"]
    assert summary(outcomes)
    assert capfd.readouterr().out.endswith("Everything passed: 4 suites.\n")


def test_what_a_waiting_suite_says_is_shown_in_one_piece(capfd: pytest.CaptureFixture[str]) -> None:
    chatter = python("import time\nfor n in range(20): print('word', n, flush=True); time.sleep(0.02)")
    run_all([suite("patient", chatter, waits=True), suite("busy"), suite("busier")])
    words = "\n".join(f"word {n}" for n in range(20))
    assert f"\n── patient: what patient tests (beside the others)\n{words}\n" in capfd.readouterr().out


def test_suites_that_wait_speak_at_once_where_nothing_runs_beside(capfd: pytest.CaptureFixture[str]) -> None:
    run_all([suite("patient", waits=True)])
    assert capfd.readouterr().out == "\n── patient: what patient tests\npatient speaks\n"


@pytest.mark.parametrize("waits", [True, False])
def test_failure_is_named_wherever_it_ran(capfd: pytest.CaptureFixture[str], *, waits: bool) -> None:
    outcomes = run_all([suite("bad", python("raise SystemExit(3)"), waits=waits), suite("good")])
    assert not summary(outcomes)
    assert outcomes[0].trouble.startswith("failed: python")
    assert "NOT everything passed: 2 suites." in capfd.readouterr().out


def test_suite_that_cannot_run_beside_the_others_is_named() -> None:
    def needs() -> None:
        raise CannotGoOn("no nginx here")

    missing = Suite("bad", "", [python("")], needs=needs, waits=True)
    assert [outcome.trouble for outcome in run_all([missing, suite("good")])] == ["could not run: no nginx here", ""]


def test_interruption_begins_no_further_suite(tmp_path: Path) -> None:
    begun, over, second = (tmp_path / name for name in ("begun", "over", "second"))

    def interrupt() -> None:
        wait_until(begun.exists, "the first suite that waits")
        Timer(0.5, over.touch).start()
        raise KeyboardInterrupt

    touch = python("import pathlib, sys; pathlib.Path(sys.argv[1]).touch()", second)
    waiting = [suite("one", python(MEET, begun, over), waits=True), suite("other", touch, waits=True)]
    with pytest.raises(KeyboardInterrupt):
        run_all([*waiting, Suite("busy", "", [], needs=interrupt)])
    assert over.exists()
    assert not second.exists()


def test_no_port_is_given_to_two_runs() -> None:
    """Both ask at once, for more ports than chance would keep apart; what they got they keep until both are done."""
    ask = (
        "from config.testing.processes import free_port; print(*(free_port() for _ in range(500)), flush=True); input()"
    )
    command = [sys.executable, "-c", ask]
    runs = [subprocess.Popen(command, cwd=ROOT, stdin=-1, stdout=-1, text=True) for _ in range(2)]
    given = [run.stdout.readline().split() for run in runs if run.stdout]
    for run in runs:
        run.communicate("\n")
    assert len({*given[0], *given[1]}) == 1000


def test_port_that_was_given_back_may_be_given_again() -> None:
    assert 1024 <= free_port() < 65536


def test_worlds_on_postgresql_name_an_existing_test() -> None:
    path, name = WORLDS_ALIKE.split("::")
    assert f"def {name}(" in (ROOT / path).read_text(encoding="utf-8")


def test_processes_of_a_run_share_their_bytecode(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    (tmp_path / "compiled_once.py").write_text("LENGTH = 1\n")
    writes = python("import sys; sys.path.insert(0, sys.argv[1]); import compiled_once", tmp_path)
    finds = python("import pathlib, sys; print(*pathlib.Path(sys.pycache_prefix).rglob('compiled_once.*.pyc'))")
    assert [outcome.trouble for outcome in run_all([suite("short", writes, finds)])] == [""]
    kept = Path(capfd.readouterr().out.splitlines()[-1])
    assert kept.suffix == ".pyc"
    assert not kept.exists()


def test_files_of_tests_apart_hold_each_of_them(request: pytest.FixtureRequest) -> None:
    """The run fails at once if a test's file doesn't say how the test is marked: its suite would not collect it."""
    (here,) = missed([marked(request.path, "processes")])
    assert here == "a test is marked “processes”, which its file must say as " + SAID["processes"]
    assert missed([marked(ROOT / files_with("browser")[0], "browser"), marked(request.path, "database")]) == []


def waiting_for_eight_trees(monkeypatch: pytest.MonkeyPatch, items: list[Any], by: str) -> list[set[Any]]:
    waiting = []
    for seed in range(8):
        monkeypatch.setattr(OPTIONS, "rotation", str(seed))
        waiting.append({each.path for each in out_of_turn(items, by)})
    return waiting


def test_files_take_turns_except_those_that_speak_of_engines(monkeypatch: pytest.MonkeyPatch) -> None:
    of_engines, plain = (ROOT / "campaign" / "tests" / f"test_{name}.py" for name in ("prepared", "threads"))
    items = [marked(path, "in_turn") for path in (of_engines, plain)]
    waiting = waiting_for_eight_trees(monkeypatch, items, FILES)
    assert {plain} in waiting
    assert set() in waiting
    assert not any(of_engines in files for files in waiting)


def test_marked_tests_take_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    items = [marked(Path(name), name) for name in ("in_turn", "harness")]
    waiting = waiting_for_eight_trees(monkeypatch, items, MARKED)
    assert {Path("in_turn")} in waiting
    assert set() in waiting
    assert not any(Path("harness") in files for files in waiting)


def test_no_test_waits_unless_asked() -> None:
    assert out_of_turn([marked(ROOT / "campaign" / "tests" / "test_threads.py", "in_turn")], "") == set()


@dataclass(frozen=True)
class A_Test:
    path: Path
    marker: str
    nodeid: str = "a test"

    def get_closest_marker(self, name: str) -> Any:
        return SimpleNamespace(args=[2]) if name == self.marker else None


def marked(path: Path, marker: str) -> Any:
    return A_Test(path, marker)
