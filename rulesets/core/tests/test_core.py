"""The machinery of the rules: tables, dice, odds, registry, and faults in one sentence."""

import subprocess
import sys
from collections.abc import Iterator
from fractions import Fraction
from math import isclose

import pytest

from rulesets.core.book import Book, Mark
from rulesets.core.context import BY_THE_BOOK, Context, Override, Ruling
from rulesets.core.dice import CupDice, RecordingDice, ScriptedDice, Throw
from rulesets.core.errors import BeyondTheTable, IllegalOrder, UnknownNumber
from rulesets.core.odds import Enumeration, drawn
from rulesets.core.procedure import procedure
from rulesets.core.reckoning import Reckoning
from rulesets.core.registry import NoSuchProcedure
from rulesets.core.registry import procedure as find
from rulesets.core.table import Table, at_least, at_most
from rulesets.core.tests.toys import more_books
from rulesets.core.ways import joined, sums
from rulesets.core.weighing import TreeTooLarge

BOOK = Book(id="toy", short="TOY", title="A toy book")


@pytest.fixture(autouse=True)
def _toy_book() -> Iterator[None]:
    with more_books():
        yield


def a_table(**changes: object) -> Table[int | None]:
    given = {
        "id": "toy.fire",
        "title": "Fire",
        "cites": BOOK.at("2"),
        "mark": Mark.HOUSE,
        "down": "die",
        "across": "range",
        "columns": ("near", "far"),
        "rows": {at_most(3): (1, 0), range(4, 6): (2, 1), at_least(6): (3, None)},
        "marks": {(at_least(6), "far"): Mark.UNKNOWN},
        "cover_down": range(1, 7),
    }
    return Table(**{**given, **changes})  # type: ignore[arg-type]


class Test_tables:
    @pytest.mark.parametrize(("die", "value"), [(-5, 1), (3, 1), (4, 2), (5, 2), (6, 3), (99, 3)])
    def test_band_includes_both_edges(self, die: int, value: int) -> None:
        assert a_table().at(die, "near") == value

    def test_missing_cell_is_refused_with_its_citation(self) -> None:
        with pytest.raises(LookupError, match=r"Fire: no entry for range beyond\. The umpire decides \(TOY-2\)\."):
            a_table().at(1, "beyond")

    def test_unknown_number_is_refused_until_entered(self) -> None:
        with pytest.raises(UnknownNumber, match="The umpire enters it"):
            a_table().at(6, "far")
        typed = Context.of([Override("toy.fire", "6 or more", "far", 7, "Club sheet", "from the printed chart")])
        cell = a_table().cell(6, "far", context=typed)
        assert (cell.value, cell.override, cell.mark) == (7, "Club sheet", Mark.HOUSE)

    def test_override_needs_a_name_and_a_reason(self) -> None:
        with pytest.raises(ValueError, match="name and a reason"):
            Override("toy.fire", "6 or more", "far", 7, "Club sheet", "")

    def test_sound_table_has_no_problems(self) -> None:
        assert a_table().problems() == []

    @pytest.mark.parametrize(
        ("rows", "problem"),
        [
            ({at_most(3): (1, 0), at_least(5): (2, 1)}, "gap or overlap"),
            ({at_most(3): (1, 0), at_least(3): (2, 1)}, "gap or overlap"),
            ({range(1, 4): (1, 0), range(4, 6): (2, 1)}, "no die 6"),
            ({at_most(3): (1, 0), at_least(4): (2, None)}, "no value at 4 or more far"),
        ],
    )
    def test_walk_finds_gaps_overlaps_and_empty_cells(self, rows: dict[object, object], problem: str) -> None:
        assert any(problem in found for found in a_table(rows=rows, marks={}).problems())

    def test_rows_of_another_length_are_refused(self) -> None:
        with pytest.raises(ValueError, match="rows must have 2 cells, unlike 1"):
            a_table(rows={1: (1, 2, 3)})


class Test_dice:
    def test_scripted_dice_must_fit_and_be_enough(self) -> None:
        with pytest.raises(IllegalOrder, match="a d4 result must be from 1 to 4, not 5"):
            ScriptedDice(5).throw(Throw("TOY-1", (), 0, 0, 4), 1)
        with pytest.raises(IllegalOrder, match="enter another d4 result"):
            ScriptedDice().throw(Throw("TOY-1", (), 0, 0, 4), 1)

    def test_zero_of_a_d10_is_a_ten(self) -> None:
        assert ScriptedDice(0, 9).throw(Throw("TOY-1", (), 0, 0, 10), 2).faces == (10, 9)
        with pytest.raises(IllegalOrder, match="a d6 result must be from 1 to 6, not 0"):
            ScriptedDice(0).throw(Throw("TOY-1", (), 0, 0, 6), 1)

    def test_reroll_under_one_key_is_the_next_k(self) -> None:
        asked: list[tuple[str, tuple[str, ...], int]] = []

        def cup(*, rule: str, subject: tuple[str, ...], turn: int, count: int, sides: int) -> tuple[int, ...]:
            asked.append((rule, subject, turn))
            return (1,) * count

        work = Reckoning(RecordingDice(CupDice(cup)))
        for _ in range(2):
            work.roll(6, rule="VG-9C", subject=("USA",), turn=30, what="demoralization")
        assert asked == [("VG-9C", ("USA",), 30), ("VG-9C", ("USA", "again 1"), 30)]
        assert [throw.k for throw in work.dice.throws] == [0, 1]


class Test_procedures:
    def test_outcome_has_result_steps_and_rolls(self) -> None:
        outcome = find("toy.volley").run({"companies": 2}, ScriptedDice(4))
        assert str(outcome.result) == "1 hit"
        assert [str(step) for step in outcome.steps] == [
            "Rolled d6 for the volley: 4 (TOY-1).",
            "Men hit by a volley, die and companies 6: 1 (TOY-1). [house]",
        ]
        assert outcome.throws == (Throw("TOY-1", (), 0, 0, 6, (4,)),)
        assert outcome.to_json()["steps"][1]["cell"] == ["5 to 7", ""]

    @pytest.mark.parametrize(
        ("inputs", "sentence"),
        [
            ({}, "Companies firing: enter a number from 1 to 9."),
            ({"companies": 10}, "Companies firing: must be 9 or less, not 10."),
            ({"companies": 0}, "Companies firing: must be 1 or more, not 0."),
            ({"companies": "many"}, "Companies firing: must be a whole number from 1 to 9, not “many”."),
            ({"companies": 2, "guns": 1}, "Unknown field “guns”. Use “companies”."),
        ],
    )
    def test_wrong_input_is_one_sentence_with_field_and_limit(self, inputs: dict[str, object], sentence: str) -> None:
        with pytest.raises(IllegalOrder) as caught:
            find("toy.volley").run(inputs, ScriptedDice(4))
        assert caught.value.sentence == sentence

    def test_schema_has_limits_and_units(self) -> None:
        field = find("toy.volley").schema()["properties"]["companies"]
        assert (field["minimum"], field["maximum"], field["unit"]) == (1, 9, "companies")

    def test_rule_without_dice_cannot_roll(self) -> None:
        assert find("toy.volley").odds_way.name == "convolution of the dice"
        with pytest.raises(IllegalOrder, match="roll d6 and enter the result"):
            find("toy.volley").run({"companies": 2})

    def test_unknown_rule_is_refused_with_the_choices(self) -> None:
        with pytest.raises(NoSuchProcedure, match=r"Unknown rule “toy\.duel”\. Choose “toy\.volley”"):
            find("toy.duel")
        with pytest.raises(NoSuchProcedure, match="Unknown book “no”"):
            find("no.such")


class Test_odds:
    def test_odds_are_exact_and_floats_agree(self) -> None:
        exact = find("toy.volley").odds({"companies": 2}).named()
        assert exact == {"0 hit": Fraction(1, 3), "1 hit": Fraction(1, 2), "2 hit": Fraction(1, 6)}
        floats = find("toy.volley").odds({"companies": 2}, exact=False).named()
        assert all(isclose(floats[name], chance, abs_tol=1e-12) for name, chance in exact.items())

    def test_tree_beyond_the_declared_size_is_refused(self) -> None:
        with pytest.raises(TreeTooLarge):
            Enumeration(leaves=5).distribution(
                find("toy.volley"), find("toy.volley").read({"companies": 2}), BY_THE_BOOK, exact=True
            )

    def test_tree_over_100_000_leaves_is_refused(self) -> None:
        with pytest.raises(ValueError, match="declare another way"):
            procedure(id="toy.many", title="Many dice", odds=Enumeration(leaves=100_001))

    def test_draws_and_sums_are_exact(self) -> None:
        assert drawn(good=1, bad=2, draws=1, number=Fraction) == {0: Fraction(2, 3), 1: Fraction(1, 3)}
        die = dict.fromkeys(range(1, 7), 1)
        assert joined(die, die)[7] == sums(die, 2)[7] == 6


class Test_rulings:
    def test_switched_ruling_shows_in_the_trace(self) -> None:
        ruling = Ruling("R-1", BOOK.at("1"), "May it?", "Yes.", "text", ("yes", "no"))
        work = Reckoning(context=Context.of(switches={"R-1": "no"}))
        assert (Reckoning().chosen(ruling), work.chosen(ruling)) == ("yes", "no")
        assert (work.steps[0].override, work.steps[0].says) == ("R-1", "May it? This campaign plays: no.")
        with pytest.raises(ValueError, match="R-1 must be “yes” or “no”, not “perhaps”"):
            Context.of(switches={"R-1": "perhaps"}).chosen(ruling)


def test_registry_is_light_to_import() -> None:
    """The site starts without pydantic and without any book."""
    code = (
        "import sys, rulesets.core.registry, rulesets.core.brief, rulesets.core.report;"
        "print(sorted(m for m in sys.modules if m in ('pydantic', 'django') or m.startswith('rulesets.c')))"
    )
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert "pydantic" not in loaded
    assert "django" not in loaded
    assert "rulesets.cw_to_ff" not in loaded


def test_missing_cell_is_a_lookup_error() -> None:
    assert issubclass(BeyondTheTable, LookupError)
