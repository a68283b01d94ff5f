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
from rulesets.core import registry
from rulesets.core.carries import carries, take_called
from rulesets.core.cli import main
from rulesets.core.context import Context, Override
from rulesets.core.coverage import MILESTONES, catalogue, coverage, read_record, tree_hash
from rulesets.core.packages import packages_of
from rulesets.core.procedure import Procedure
from rulesets.core.record_plugin import RecordPlugin
from rulesets.core.tests.toys import more_books

ROOT = Path(__file__).parents[3]
SITE = {"django", "rest_framework", "celery", *packages_of(ROOT)} - {"rulesets"}
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

    def test_list_is_in_the_order_of_the_book_by_phase(self) -> None:
        lines = rules("list")[1].splitlines()
        places = [lines.index(line) for line in lines if "fire_and_fury." in line]
        named = [lines[place].split()[0] for place in places]
        phases = registry.in_order("fire_and_fury")
        assert named == [each.id for _, found in phases for each in found]
        assert lines[places[0] - 1] == f"Fire and Fury: {phases[0][0]}"
        assert json.loads(rules("list", "--json")[1])[0]["phase"] == registry.in_order(registry.books()[0].id)[0][0]

    @pytest.mark.parametrize("each", registry.all_procedures(), ids=lambda each: each.id)
    def test_show_fits_a_screen(self, each: Procedure[Any, Any]) -> None:
        lines = rules("show", each.id)[1].splitlines()
        assert len(lines) <= 40
        assert max(map(len, lines)) <= 100
        assert any(line.startswith(f"rules run {each.id}") for line in lines)
        assert all(any(name in line for line in lines) for name in each.model.model_fields)

    def test_show_prints_fields_table_marks_and_an_example(self) -> None:
        _, out, _ = rules("show", "toy.volley")
        assert "* companies  1 to 9 companies  Companies firing" in out
        assert "8 or more          2+" in out
        assert "+ house" in out
        assert "rules run toy.volley companies=2 --dice 4" in out
        assert "maximum" not in out

    def test_show_names_the_tables_without_room(self) -> None:
        assert "More tables: Musketry and cannonade, " in rules("show", "fire_and_fury.fire")[1]

    def test_show_schema_prints_everything(self) -> None:
        _, out, _ = rules("show", "toy.volley", "--schema")
        assert '"maximum": 9' in out
        assert "8 or more          2+" in out
        assert "--dice 4" in out
        assert out.count("\n") > rules("show", "toy.volley")[1].count("\n")
        assert json.loads(rules("show", "toy.volley", "--json")[1])["tables"][0]["cells"][0]["mark"] == "house"

    def test_run_prints_result_and_trace(self) -> None:
        code, out, _ = rules("run", "toy.volley", '{"companies": 2}', "--dice", "4")
        assert (code, out.splitlines()[0]) == (0, "1 hit")
        plain = json.loads(rules("run", "toy.volley", '{"companies": 2}', "--dice", "4", "--json")[1])
        assert (plain["says"], plain["throws"][0]["faces"]) == ("1 hit", [4])

    def test_run_takes_words_as_well_as_json(self) -> None:
        assert rules("run", "toy.volley", "companies=2", "--dice", "4")[1].splitlines()[0] == "1 hit"
        assert "1/3  33.3333%  0 hit" in rules("run", "toy.volley", "companies=2", "--odds")[1]

    def test_run_draws_the_drafted_order_as_a_tree_with_leaders_by_name(self) -> None:
        army = ["items.id=a", "items.size=2", "items.id=b", "items.quality=green"]
        leaders = [
            "leaders.id=L7",
            "leaders.name=McPherson",
            "leaders.stars=2",
            "leaders.id=L8",
            "leaders.name=Sherman",
        ]
        lines = rules("run", "cw_to_ff.draft_order_of_battle", *army, *leaders)[1].splitlines()
        assert lines[1:7] == [
            "No army leader",
            "└─ McPherson's corps, 3 SP",
            "   ├─ Sherman's division, 2 SP (2 of a), 4 foot batteries",
            "   │  └─ 5 brigades of 8 veteran infantry stands, 8.6.4",
            "   └─ An invented leader's division, 1 SP (1 of b), 2 foot batteries",
            "      ├─ 2 brigades of 7 green infantry stands, 7.6.4",
        ]
        assert not any("L7" in line or "L8" in line for line in lines)

    def test_run_says_what_a_draft_cannot_meet_and_who_has_no_command(self) -> None:
        leaders = [
            "leaders.id=L7",
            "leaders.name=McPherson",
            "leaders.id=L8",
            "leaders.name=Sherman",
            "leaders.seniority=1",
        ]
        out = rules("run", "cw_to_ff.draft_order_of_battle", "items.id=a", *leaders)[1]
        assert "└─ McPherson, supernumerary" in out
        assert "McPherson is supernumerary: no command of 1 SP is left for a division leader (VG-4B)." in out
        none = rules("run", "cw_to_ff.draft_order_of_battle")[1]
        assert "Can’t be met: Without strength points, nobody can have a command (VG-4C)." in none

    def test_run_prints_each_broken_clause_on_its_own_line(self) -> None:
        division = ["order.divisions.leader=L7", "order.divisions.items=a", "order.divisions.brigades.stands=25"]
        army = ["items.id=a", "leaders.id=L7", "leaders.name=Sherman"]
        lines = rules("run", "cw_to_ff.check_order_of_battle", *army, *division)[1].splitlines()
        assert lines[:6] == [
            "not allowed:",
            "  Sherman's division has 1 brigade; it needs 2 to 5 (VG-4E).",
            "  Sherman's division has 25 veteran infantry stands; its SP give 20 (VG-4C).",
            "  Sherman's division has a brigade of 25 stands; the limit is 20 (VG-4E).",
            "  The army has 0 foot batteries; its SP give 2 (VG-4A).",
            "  A leader of 1 star is a division leader (VG-4B).",
        ]
        assert len(lines) == len(set(lines))
        flank = ["army_stands=30", "forces.edge=left", "forces.stands=20"]
        said = rules("run", "cw_to_ff.check_flank_march", *flank)[1].splitlines()
        assert said[:2] == ["not allowed:", "  20 of 30 stands would flank march; the limit is 15 (VG-5A)."]

    def test_run_says_why_a_number_was_replaced(self) -> None:
        ours = Override("toy.volley", "5 to 7", "", 9, "Our box", "We own the game.")
        out = io.StringIO()
        words = ["run", "toy.volley", "companies=2", "--dice", "4", "--campaign", "1"]
        assert main(words, out=out, house=lambda campaign: Context.of([ours])) == 0
        assert out.getvalue().startswith("9 hit\n")
        assert "[Our box: We own the game.]" in out.getvalue()
        shown = io.StringIO()
        main(["show", "toy.volley", "--campaign", "1"], out=shown, house=lambda campaign: Context.of([ours]))
        assert "replaced, 5 to 7: Our box. We own the game." in shown.getvalue()

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
            (["run", "toy.volley", "companies"], "Inputs: must be field=value, such as companies=…, or JSON"),
            (["run", "toy.volley", "=2"], "Inputs: must be field=value"),
            (["run", "toy.volley", "companies=2", "companies=3"], "Inputs: “companies” is given twice."),
            (["run", "toy.volley", "companies=2", "companies.x=3"], "Inputs: “companies.x” is given twice."),
            (
                ["run", "toy.volley", "companies=many"],
                "Companies firing: must be a whole number from 1 to 9, not “many”.",
            ),
            (["run", "toy.volley", "companies=2", "company=2"], "Unknown field “company”. Use “companies”."),
            (
                ["run", "toy.volley", "companies.x=2"],
                "Companies firing: must be a whole number from 1 to 9, not an object.",
            ),
            (["run", "toy.volley", ".".join("a" * 9) + "=1"], "Inputs: must be field=value"),
            (["run", "toy.volley", "--camp", "1"], "rules: "),
            (["run", "toy.volley", "companies=2", "--campaign", "1"], "rules: --campaign needs the site"),
            (["run", "toy.volley", "[1]"], "Inputs: must be an object"),
            (["run", "toy.volley", "[" * 100_000], "Inputs: must be JSON"),
            (["run", "toy.volley", '{"companies": 2}', "--dice", "7"], "Dice: a d6 result must be from 1 to 6, not 7."),
            (["run", "toy.volley", '{"companies": 2}', "--dice", "3,4"], "Dice: enter 1 result, not 2."),
            (["run", "toy.volley", '{"companies": 2}', "--dice", ""], "Dice: enter another d6 result."),
            (["run", "toy.volley", '{"companies": 2}', "--dice", "x"], "Dice: must be results separated by commas"),
            (["run", "toy.duel"], "Unknown rule “toy.duel”. Choose “toy.volley”."),
            (["run", "toy.voley"], "Unknown rule “toy.voley”. Did you mean “toy.volley”"),
            (["show", "fire_and_fury.fier"], "Unknown rule “fire_and_fury.fier”. Did you mean “fire_and_fury.fire”"),
            (["show", "musketry"], "Unknown rule “musketry”. Did you mean “the_war_game.musketry”"),
            (["show", "nobook.x"], f"Unknown book “nobook”. Choose “{registry.books()[0].id}”"),
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
    ran = subprocess.run(words, capture_output=True, text=True, cwd=ROOT, env=env, check=False)
    assert (ran.returncode, ran.stdout, ran.stderr) == (
        2,
        "",
        "Leader's initiative rating: must be 4 or less, not 5.\n",
    )


@pytest.mark.parametrize(
    "words", [["list"], ["show", ARRIVAL], ["run", ARRIVAL, "initiative=2", "--odds"], ["rulings"], ["run", "x"]]
)
def test_command_imports_nothing_of_the_site(words: list[str]) -> None:
    """Nearly all of its time would be spent on Django."""
    program = f"""
import runpy, sys
sys.argv = {["manage.py", "rules", *words]!r}
try:
    runpy.run_path("manage.py", run_name="__main__")
except SystemExit:
    print({{name.partition(".")[0] for name in sys.modules}} & {SITE!r}, file=sys.stderr)
"""
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT, check=False)
    assert ran.stderr.splitlines()[-1] == "set()"


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
