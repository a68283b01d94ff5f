"""The machinery of procedures: tables, dice, odds, registry, faults in one sentence."""

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
from rulesets.core.odds import Enumeration, TreeTooLarge, add_up, drawn
from rulesets.core.procedure import procedure
from rulesets.core.reckoning import Reckoning
from rulesets.core.registry import NoSuchProcedure
from rulesets.core.registry import procedure as find
from rulesets.core.table import Table, at_least, at_most
from rulesets.core.tests.toys import more_books

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
    def test_a_band_holds_both_its_edges(self, die: int, value: int) -> None:
        assert a_table().at(die, "near") == value

    def test_beyond_the_table_the_citation_is_named(self) -> None:
        with pytest.raises(LookupError, match=r"Fire has no range beyond\. \(TOY-2\)"):
            a_table().at(1, "beyond")

    def test_an_unknown_number_is_refused_until_a_campaign_types_it(self) -> None:
        with pytest.raises(UnknownNumber, match="must be typed in"):
            a_table().at(6, "far")
        typed = Context.of([Override("toy.fire", "6 or more", "far", 7, "Club sheet", "from the printed chart")])
        cell = a_table().cell(6, "far", context=typed)
        assert (cell.value, cell.override, cell.mark) == (7, "Club sheet", Mark.HOUSE)

    def test_an_override_needs_a_name_and_a_reason(self) -> None:
        with pytest.raises(ValueError, match="name and a reason"):
            Override("toy.fire", "6 or more", "far", 7, "Club sheet", "")

    def test_a_sound_table_has_no_problems(self) -> None:
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
    def test_the_walk_finds_gaps_overlaps_uncovered_faces_and_empty_cells(
        self, rows: dict[object, object], problem: str
    ) -> None:
        assert any(problem in found for found in a_table(rows=rows, marks={}).problems())

    def test_rows_of_another_length_are_refused(self) -> None:
        with pytest.raises(ValueError, match="another number of cells"):
            a_table(rows={1: (1, 2, 3)})


class Test_dice:
    def test_scripted_faces_must_be_on_the_die_and_be_enough(self) -> None:
        with pytest.raises(IllegalOrder, match="a face of a d4 is 1 to 4, not 5"):
            ScriptedDice(5).throw(Throw("TOY-1", (), 0, 0, 4), 1)
        with pytest.raises(IllegalOrder, match="One more die"):
            ScriptedDice().throw(Throw("TOY-1", (), 0, 0, 4), 1)

    def test_a_throw_again_under_one_key_is_the_next_k_and_tells_the_cup_so(self) -> None:
        asked: list[tuple[str, tuple[str, ...], int]] = []

        def cup(*, rule: str, subject: tuple[str, ...], turn: int, count: int, sides: int) -> tuple[int, ...]:
            asked.append((rule, subject, turn))
            return (1,) * count

        work = Reckoning(RecordingDice(CupDice(cup)))
        for _ in range(2):
            work.throw(6, rule="VG-9C", subject=("USA",), turn=30, label="again")
        assert asked == [("VG-9C", ("USA",), 30), ("VG-9C", ("USA", "again 1"), 30)]
        assert [throw.k for throw in work.dice.throws] == [0, 1]


class Test_a_procedure:
    def test_answers_with_result_steps_and_throws(self) -> None:
        outcome = find("toy.volley").run({"companies": 2}, ScriptedDice(4))
        assert str(outcome.result) == "1 hit"
        assert [str(step) for step in outcome.steps] == [
            "TOY-1: the volley (d6 4) → 4",
            "TOY-1: Men hit by a volley (die and companies 6) → 1 [house]",
        ]
        assert outcome.throws == (Throw("TOY-1", (), 0, 0, 6, (4,)),)
        assert outcome.to_json()["steps"][1]["cell"] == ["5 to 7", ""]

    @pytest.mark.parametrize(
        ("inputs", "sentence"),
        [
            ({}, "companies: is missing (1 to 9)."),
            ({"companies": 10}, "companies: must be 9 or less, not 10."),
            ({"companies": 0}, "companies: must be 1 or more, not 0."),
            ({"companies": "many"}, "companies: must be a whole number (1 to 9), not 'many'."),
            ({"companies": 2, "guns": 1}, "guns: no such field; there is companies."),
        ],
    )
    def test_says_what_is_wrong_in_one_sentence_with_field_and_limit(
        self, inputs: dict[str, object], sentence: str
    ) -> None:
        with pytest.raises(IllegalOrder) as caught:
            find("toy.volley").run(inputs, ScriptedDice(4))
        assert caught.value.sentence == sentence

    def test_shows_its_schema_with_limits_and_units(self) -> None:
        field = find("toy.volley").schema()["properties"]["companies"]
        assert (field["minimum"], field["maximum"], field["unit"]) == (1, 9, "companies")

    def test_without_declared_odds_may_not_throw(self) -> None:
        assert find("toy.volley").odds_way.name == "enumeration of its dice"
        with pytest.raises(IllegalOrder, match="Dice are needed"):
            find("toy.volley").run({"companies": 2})

    def test_an_unknown_one_is_named_with_what_there_is(self) -> None:
        with pytest.raises(NoSuchProcedure, match=r"no procedure 'toy.charge'; there are toy\.volley"):
            find("toy.charge")
        with pytest.raises(NoSuchProcedure, match="no book 'no'"):
            find("no.such")


class Test_odds:
    def test_are_exact_and_the_floats_agree(self) -> None:
        exact = find("toy.volley").odds({"companies": 2}).named()
        assert exact == {"0 hit": Fraction(1, 3), "1 hit": Fraction(1, 2), "2 hit": Fraction(1, 6)}
        floats = find("toy.volley").odds({"companies": 2}, exact=False).named()
        assert all(isclose(floats[name], chance, abs_tol=1e-12) for name, chance in exact.items())

    def test_a_tree_beyond_what_was_declared_is_refused(self) -> None:
        with pytest.raises(TreeTooLarge):
            Enumeration(leaves=5).distribution(
                find("toy.volley").run, find("toy.volley").read({"companies": 2}), BY_THE_BOOK, exact=True
            )

    def test_the_registry_refuses_a_tree_over_a_hundred_thousand_leaves(self) -> None:
        with pytest.raises(ValueError, match="declare another way"):
            procedure(id="toy.many", title="Many dice", odds=Enumeration(leaves=100_001))

    def test_draws_and_sums_are_exact(self) -> None:
        assert drawn(good=1, bad=2, draws=1, number=Fraction) == {0: Fraction(2, 3), 1: Fraction(1, 3)}
        die = {face: Fraction(1, 6) for face in range(1, 7)}
        assert add_up({"red": die, "white": die})[7] == Fraction(1, 6)


class Test_a_ruling:
    def test_is_switched_by_the_campaign_and_the_switch_shows_in_the_trace(self) -> None:
        ruling = Ruling("R-1", BOOK.at("1"), "May it?", "Yes.", "text", ("yes", "no"))
        work = Reckoning(context=Context.of(switches={"R-1": "no"}))
        assert (Reckoning().chosen(ruling), work.chosen(ruling)) == ("yes", "no")
        assert work.steps[0].override == "R-1"
        with pytest.raises(ValueError, match="R-1 knows yes, no, not 'perhaps'"):
            Context.of(switches={"R-1": "perhaps"}).chosen(ruling)


def test_the_registry_is_light_to_import() -> None:
    """The site starts without pydantic and without any book."""
    code = (
        "import sys, rulesets.core.registry, rulesets.core.brief, rulesets.core.report;"
        "print(sorted(m for m in sys.modules if m in ('pydantic', 'django') or m.startswith('rulesets.c')))"
    )
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert "pydantic" not in loaded
    assert "django" not in loaded
    assert "rulesets.cw_to_ff" not in loaded


def test_beyond_the_table_is_a_lookup_error() -> None:
    assert issubclass(BeyondTheTable, LookupError)
