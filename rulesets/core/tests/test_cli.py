"""`manage.py rules`: exit codes, one line for each fault, and coverage that turns green only with proof."""

import io
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rulesets.core import coverage as cover
from rulesets.core.carries import carries, take_called
from rulesets.core.cli import main
from rulesets.core.coverage import MILESTONES, catalogue, coverage, read_record, tree_hash
from rulesets.core.record_plugin import RecordPlugin
from rulesets.core.tests.toys import more_books

ARRIVAL = "cw_to_ff.flank_march_arrival"


@pytest.fixture(autouse=True)
def _toy_book() -> Iterator[None]:
    with more_books():
        yield


def rules(*words: str) -> tuple[int, str, str]:
    out, err = io.StringIO(), io.StringIO()
    return main(words, out=out, err=err), out.getvalue(), err.getvalue()


class Test_commands:
    def test_list_names_every_rule_and_books_of_other_folders(self) -> None:
        code, out, _ = rules("list")
        assert code == 0
        assert ARRIVAL in out
        assert "toy.volley" in out
        assert {"id", "title", "rules", "odds"} <= set(json.loads(rules("list", "--json")[1])[0])

    def test_show_prints_tables_marks_schema_and_examples(self) -> None:
        _, out, _ = rules("show", "toy.volley")
        assert "8 or more          2+" in out
        assert "+ house" in out
        assert '"maximum": 9' in out
        assert "--dice 4" in out
        assert json.loads(rules("show", "toy.volley", "--json")[1])["tables"][0]["cells"][0]["mark"] == "house"

    def test_run_prints_result_and_trace(self) -> None:
        code, out, _ = rules("run", "toy.volley", '{"companies": 2}', "--dice", "4")
        assert (code, out.splitlines()[0]) == (0, "1 hit")
        plain = json.loads(rules("run", "toy.volley", '{"companies": 2}', "--dice", "4", "--json")[1])
        assert (plain["says"], plain["throws"][0]["faces"]) == ("1 hit", [4])

    def test_run_rolls_at_random_without_dice(self) -> None:
        assert rules("run", "toy.volley", '{"companies": 2}')[1].splitlines()[0] in ("0 hit", "1 hit", "2 hit")

    def test_odds_are_exact(self) -> None:
        assert json.loads(rules("run", "toy.volley", '{"companies": 2}', "--odds", "--json")[1])["odds"][0] == {
            "says": "0 hit",
            "chance": "1/3",
            "float": 1 / 3,
        }
        assert "1/3  33.3333%  0 hit" in rules("run", "toy.volley", '{"companies": 2}', "--odds")[1]

    @pytest.mark.parametrize(
        ("words", "said"),
        [
            (["run", "toy.volley", '{"companies": 10}'], "Companies firing: must be 9 or less, not 10."),
            (["run", "toy.volley", "{}"], "Companies firing: enter a number from 1 to 9."),
            (["run", "toy.volley", "companies"], "Inputs: must be JSON"),
            (["run", "toy.volley", "[1]"], "Inputs: must be an object"),
            (["run", "toy.volley", "[" * 100_000], "Inputs: must be JSON"),
            (["run", "toy.volley", '{"companies": 2}', "--dice", "7"], "Dice: a d6 result must be from 1 to 6, not 7."),
            (["run", "toy.volley", '{"companies": 2}', "--dice", "3,4"], "Dice: enter 1 result, not 2."),
            (["run", "toy.volley", '{"companies": 2}', "--dice", ""], "Dice: enter another d6 result."),
            (["run", "toy.volley", '{"companies": 2}', "--dice", "x"], "Dice: must be results separated by commas"),
            (["run", "toy.duel"], "Unknown rule “toy.duel”. Choose “toy.volley”."),
            (["run", "toy.voley"], "Unknown rule “toy.voley”. Did you mean “toy.volley”?"),
            (["show", "fier"], "Unknown rule “fier”. Did you mean “fire_and_fury.fire”?"),
            (["show", "musketry"], "Unknown rule “musketry”. Did you mean “fire_and_fury.fire”?"),
            (["show", "nobook.x"], "Unknown book “nobook”. Choose “civil_war”"),
            (["coverage", "--through", "never"], "rules: argument --through"),
            ([], "rules: the following arguments are required: action"),
        ],
    )
    def test_wrong_input_is_one_line_and_exit_code_two(self, words: list[str], said: str) -> None:
        code, out, err = rules(*words)
        assert (code, out) == (2, "")
        assert err.startswith(said)
        assert err.count("\n") == 1


def test_command_needs_no_database() -> None:
    words = [sys.executable, "manage.py", "rules", "run", ARRIVAL, '{"initiative": 5}']
    env = {"DATABASE_URL": "postgres://nobody@127.0.0.1:1/none", "PATH": "/usr/bin:/bin"}
    ran = subprocess.run(words, capture_output=True, text=True, cwd=Path(__file__).parents[3], env=env, check=False)
    assert (ran.returncode, ran.stdout, ran.stderr) == (
        2,
        "",
        "Leader's initiative rating: must be 4 or less, not 5.\n",
    )


class Report:
    """A stand-in for pytest's report of a finished test."""

    def __init__(self, nodeid: str, *, rules: list[str], called: list[str], passed: bool = True) -> None:
        self.nodeid, self.passed = nodeid, passed
        self.user_properties = [("rules", rules), ("called", called)]


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a tree with a service, a marked test, and a catalogue of two rows."""
    (tmp_path / "pyproject.toml").write_text('[tool.neutral-party]\npackages = ["rulesets", "campaign"]\n')
    for folder in ("campaign", "rulesets"):
        (tmp_path / folder).mkdir()
    (tmp_path / "campaign" / "moves.py").write_text('@carries("A-1")\ndef move():\n    pass\n')
    (tmp_path / "campaign" / "test_moves.py").write_text(
        'class Test_A:\n    @pytest.mark.rule("A-1")\n    def test_it(self):\n        pass\n'
    )
    catalogue = tmp_path / "catalogue.csv"
    catalogue.write_text("id,seed,milestone,kind,what\nA-1,000,books,procedure,x\nB-1,000,map,procedure,y\n")
    monkeypatch.setattr(cover, "CATALOGUE", catalogue)
    return tmp_path


def add_test(tree: Path, name: str) -> None:
    with (tree / "campaign" / "test_moves.py").open("a") as tests:
        tests.write(f'    @pytest.mark.rule("A-1")\n    def test_{name}(self):\n        pass\n')


def record(tree: Path, name: str = "it", **told: Any) -> None:
    plugin = RecordPlugin(tree)
    plugin.pytest_runtest_logreport(Report(f"campaign/test_moves.py::Test_A::test_{name}", rules=["A-1"], **told))  # type: ignore[arg-type]
    plugin.write()


class Test_coverage:
    def test_row_counts_with_carrier_test_and_green_record(self, tree: Path) -> None:
        record(tree, called=["campaign.moves.move"])
        (row,) = coverage(tree, through="books")
        assert row.carried_by == ("campaign.moves.move",)
        assert row.tests == ("campaign/test_moves.py::Test_A::test_it",)
        assert row.green is True
        assert row.counts

    def test_test_that_never_calls_the_carrier_is_not_green(self, tree: Path) -> None:
        record(tree, called=["campaign.moves.other"])
        assert coverage(tree, only="books")[0].green is False

    def test_marked_test_must_call_the_carrier_once(self, tree: Path) -> None:
        add_test(tree, "other")
        record(tree, called=["campaign.moves.move"])
        record(tree, "other[1]", called=[])
        assert coverage(tree, only="books")[0].green is False
        record(tree, "other[2]", called=["campaign.moves.move"])
        assert coverage(tree, only="books")[0].green is True

    def test_unrun_marked_test_leaves_green_null(self, tree: Path) -> None:
        add_test(tree, "other")
        record(tree, called=["campaign.moves.move"])
        assert coverage(tree, only="books")[0].green is None

    def test_file_mark_marks_each_test(self, tree: Path) -> None:
        marks = 'pytestmark = [pytest.mark.slow, pytest.mark.rule("B-1")]\n'
        (tree / "campaign" / "test_whole.py").write_text(f"{marks}def test_one():\n    pass\n")
        assert coverage(tree, only="map")[0].tests == ("campaign/test_whole.py::test_one",)

    def test_failed_test_is_not_green(self, tree: Path) -> None:
        record(tree, called=["campaign.moves.move"], passed=False)
        assert coverage(tree, only="books")[0].green is False

    def test_missing_record_of_this_tree_leaves_green_null(self, tree: Path) -> None:
        assert coverage(tree, only="books")[0].green is None
        record(tree, called=["campaign.moves.move"])
        (tree / "campaign" / "moves.py").write_text('@carries("A-1")\ndef move():\n    return 1\n')
        assert coverage(tree, only="books")[0].green is None

    def test_row_without_carrier_or_test_does_not_count(self, tree: Path) -> None:
        row = coverage(tree, only="map")[0]
        assert (row.carried_by, row.tests, row.counts) == ((), (), False)

    def test_shipped_catalogue_has_only_known_milestones(self) -> None:
        assert set(catalogue().values()) <= set(MILESTONES)

    def test_unknown_milestone_is_reported(self, tree: Path) -> None:
        with cover.CATALOGUE.open("a") as rows:
            rows.write("C-1,000,someday,procedure,z\n")
        with pytest.raises(ValueError, match="unknown milestone someday"):
            coverage(tree)

    def test_runs_of_one_tree_add_up(self, tree: Path) -> None:
        record(tree, called=["campaign.moves.move"])
        plugin = RecordPlugin(tree)
        plugin.pytest_runtest_logreport(Report("campaign/test_moves.py::other", rules=["B-1"], called=[]))  # type: ignore[arg-type]
        plugin.write()
        assert len(read_record(tree)) == 2

    def test_tree_is_identified_by_content(self, tree: Path) -> None:
        before = tree_hash(tree)
        (tree / "campaign" / "new.py").write_text("")
        assert tree_hash(tree) != before

    def test_command_exits_with_1_while_rows_are_missing(self) -> None:
        code, out, _ = rules("coverage", "--only", "later", "--json")
        assert code == 1
        assert {"id", "milestone", "carried_by", "tests", "green"} == set(json.loads(out)[0])


def test_called_service_is_recorded() -> None:
    @carries("VG-1")
    def agree(*, both: bool) -> bool:
        return both

    take_called()
    assert agree(both=True)
    assert any(name.endswith("agree") for name in take_called())
