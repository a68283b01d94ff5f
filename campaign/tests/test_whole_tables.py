"""Imported numbers with the rest of their tables: ranges in order, halves, added rows, and cells left blank."""

from fractions import Fraction

import pytest
from django.test import Client

from campaign.errors import Refusal
from campaign.ids import hex_id
from campaign.models import CLUB_STREAM, Proposal, TableOverride
from campaign.selectors.house import house_of
from campaign.services import decisions
from campaign.services.house import MOST_LINES, NewCell, WrongFile, _replace_all, import_table, read_table_file
from campaign.services.record import open_act
from campaign.tests.builders import Club, a_club
from rulesets.core.context import BY_THE_BOOK, Context
from rulesets.core.dice import ScriptedDice
from rulesets.core.errors import IllegalOrder
from rulesets.core.registry import procedure
from rulesets.core.tests.steps import steps_of
from rulesets.core.whole_tables import MOST_ADDED

pytestmark = pytest.mark.django_db
RANGES, POINTS, CHARGE = "fire_and_fury.fire_ranges", "fire_and_fury.fire_points", "fire_and_fury.charge_modifiers"


@pytest.fixture
def club() -> Club:
    return a_club()


def file(*lines: str) -> str:
    return "\n".join(["table,row,column,value", *lines])


def take(club: Club, *lines: str) -> Context:
    import_table(club.viewer("umpire"), text=file(*lines), name="Our box", reason="We own the game.")
    return house_of(club.campaign.id)


def faults(*lines: str, numbers: Context = BY_THE_BOOK) -> list[str]:
    with pytest.raises(WrongFile) as refused:
        read_table_file(file(*lines), numbers)
    return refused.value.faults


class Test_ranges:
    def test_range_that_ends_before_the_one_before_it_is_refused_by_line(self) -> None:
        lines = [f"{RANGES},infantry,{band},{end}" for band, end in (("nearest", 8), ("second", 6), ("third", 12))]
        said = "Range bands, infantry: second is 6, but nearest is 8"
        assert faults(*lines) == [f"Line 3: {said}; the ranges must be in order, without gap or overlap."]

    def test_one_end_that_no_longer_fits_the_campaigns_others_is_refused(self, club: Club) -> None:
        numbers = take(club, f"{RANGES},infantry,nearest,4", f"{RANGES},infantry,second,8")
        assert faults(f"{RANGES},infantry,nearest,8", numbers=numbers) == [
            "Line 2: Range bands, infantry: second is 8, but nearest is 8; "
            "the ranges must be in order, without gap or overlap."
        ]
        with pytest.raises(WrongFile, match="second is 8, but nearest is 9"):
            take(club, f"{RANGES},infantry,nearest,9")
        assert TableOverride.objects.get(column="nearest").value == 4
        take(club, f"{RANGES},infantry,nearest,9", f"{RANGES},infantry,second,18")

    def test_band_that_troops_lack_is_0_and_unknown_ends_are_passed_over(self, club: Club) -> None:
        take(club, f"{RANGES},infantry,nearest,8", f"{RANGES},infantry,second,0", f"{RANGES},infantry,farthest,9")

    def test_last_range_must_end_at_100_without_gap(self) -> None:
        table = "fire_and_fury.troop_quality,Union 1863"
        assert faults(f"{table},green,99") == [
            "Line 2: Random brigade quality, Union 1863: green is 99; the last range must end at 100."
        ]
        assert "crack is 80" in faults(f"{table},crack,80")[0]

    def test_half_filled_row_of_ranges_is_taken(self, club: Club) -> None:
        take(club, *(f"fire_and_fury.brigade_size,Union,{stands},{stands * 10}" for stands in (5, 6)))

    def test_results_of_a_table_stay_in_order(self) -> None:
        (fault,) = faults("fire_and_fury.fire,3,9,withering")
        assert fault.startswith("Line 2: Musketry and cannonade, 3: 10 is lively, but 9 is withering;")
        assert "hard pressed" in faults("fire_and_fury.charge,7 or more,,hard pressed")[0]

    def test_all_faults_are_listed_by_line_at_once(self) -> None:
        said = faults(
            f"{RANGES},mounted cavalry,nearest,9",
            f"{RANGES},infantry,nearest,x",
            f"{RANGES},mounted cavalry,second,9",
            "nothing,a,b,1",
            f"{RANGES},infantry,second,0",
        )
        assert [fault.partition(":")[0] for fault in said] == ["Line 3", "Line 4", "Line 5"]

    def test_row_with_an_unreadable_number_is_not_called_out_of_order(self, club: Club) -> None:
        numbers = take(club, f"{RANGES},infantry,nearest,4", f"{RANGES},infantry,second,8")
        said = faults(f"{RANGES},infantry,nearest,9", f"{RANGES},infantry,second,1 8", numbers=numbers)
        assert [fault.partition(":")[0] for fault in said] == ["Line 3"]

    def test_checking_costs_the_same_for_each_line(self) -> None:
        def check(lines: int) -> int:
            ends = [f"{RANGES},infantry,{band},9" for band in ("nearest", "second")]
            found = [*ends, *(f"{CHARGE},row {n},,1" for n in range(lines))]
            return steps_of(lambda: faults(*found[:lines]))

        check(MOST_ADDED + 3)
        assert check(MOST_LINES) <= 2.1 * check(MOST_LINES // 2)


class Test_halves:
    @pytest.mark.parametrize(
        ("typed", "kept"),
        [("1/2", "1/2"), ("½", "1/2"), ("0.5", "1/2"), ("1½", "3/2"), ("1 1/2", "3/2"), ("1.5", "3/2"), ("2", 2)],
    )
    def test_half_points_are_kept_exactly(self, club: Club, typed: str, kept: str | int) -> None:
        numbers = take(club, f"{POINTS},infantry,nearest,{typed}", f"{RANGES},infantry,nearest,4")
        assert TableOverride.objects.get(table=POINTS).value == kept
        volley = {"firers": [{"stands": 5, "range_inches": 3}]}
        outcome = procedure("fire_and_fury.fire").run(volley, ScriptedDice(8), numbers)
        read = next(step for step in outcome.steps if step.table == POINTS)
        assert Fraction(read.out) == Fraction(kept)
        assert not isinstance(read.out, float)

    @pytest.mark.parametrize("typed", ["1/3", "0.25", "¼", "many", "1/0", "1½½"])
    def test_other_parts_of_a_point_are_refused(self, typed: str) -> None:
        (fault,) = faults(f"{POINTS},infantry,nearest,{typed}")
        assert fault == f"Line 2: “{typed}” must be a whole or half number, such as 2, 1/2, or 1½."

    def test_half_is_refused_where_only_whole_numbers_count(self) -> None:
        assert "must be a whole number" in faults(f"{RANGES},infantry,nearest,½")[0]


class Test_added_rows:
    def test_added_row_counts_in_the_charge(self, club: Club) -> None:
        numbers = take(club, f"{CHARGE},Iron Brigade,,2", f"{CHARGE},winded,,−1")
        charge = {"attacker": {"stands": 6, "also": ["Iron Brigade"]}, "defender": {"stands": 6, "also": ["winded"]}}
        run = procedure("fire_and_fury.charge").run
        outcome = run(charge, ScriptedDice(5, 5), numbers)
        assert str(outcome.result).startswith("hard pressed")
        read = [step for step in outcome.steps if step.table == CHARGE]
        assert [(step.out, step.override, step.reason) for step in read] == [
            (2, "Our box", "We own the game."),
            (-1, "Our box", "We own the game."),
        ]
        plain = {side: {"stands": 6} for side in charge}
        assert str(run(plain, ScriptedDice(5, 5, 5, 4), numbers).result).startswith("hard pressed after 1")

    def test_added_row_counts_in_the_odds(self, club: Club) -> None:
        numbers = take(club, f"{CHARGE},Iron Brigade,,9")
        charge = {"attacker": {"stands": 6, "also": ["Iron Brigade"]}, "defender": {"stands": 6}}
        odds = procedure("fire_and_fury.charge").odds(charge, numbers)
        assert odds.named() != procedure("fire_and_fury.charge").odds({**charge, "attacker": {"stands": 6}}).named()

    def test_row_counts_only_once(self, club: Club) -> None:
        numbers = take(club, f"{CHARGE},winded,,-1")
        charge = {"attacker": {"also": ["winded", "winded"]}, "defender": {}}
        with pytest.raises(IllegalOrder, match="Attacker, added modifiers: “winded” is listed twice") as refused:
            procedure("fire_and_fury.charge").run(charge, ScriptedDice(5, 5), numbers)
        assert refused.value.cites.startswith("FF-")

    def test_row_that_nobody_added_is_refused(self, client: Client) -> None:
        body = {"inputs": {"attacker": {"also": ["Iron Brigade"]}, "defender": {}}}
        answer = client.post("/api/rules/fire_and_fury/charge/", body, content_type="application/json")
        assert "no campaign here has added any, not “Iron Brigade”" in answer.text

    @pytest.mark.parametrize(
        ("line", "said"),
        [
            (f"{CHARGE},Supported,,1", "the row 'Supported' is written 'supported'."),
            (f"{CHARGE},winded,x,1", f"{CHARGE} has no cell 'winded' 'x'."),
            (f"{CHARGE},,,1", "name the row in 1 to 80 characters, beginning with a letter or figure."),
            (f"{CHARGE},=1+1,,1", "name the row in 1 to 80 characters, beginning with a letter or figure."),
            (f"{CHARGE},{'x' * 81},,1", "name the row in 1 to 80 characters, beginning with a letter or figure."),
            (f"{CHARGE},winded,,many", "“many” must be a whole number."),
            ("fire_and_fury.fire_modifiers,at night,,1", "fire_and_fury.fire_modifiers has no cell 'at night' ''."),
        ],
    )
    def test_row_that_cannot_be_added_is_refused(self, line: str, said: str) -> None:
        assert faults(line) == [f"Line 2: {said}"]

    def test_table_takes_only_so_many_rows(self, club: Club) -> None:
        numbers = take(club, *(f"{CHARGE},row {n},,1" for n in range(MOST_ADDED)))
        (fault,) = faults(f"{CHARGE},row 1,,2", f"{CHARGE},one more,,1", numbers=numbers)
        assert fault == f"Line 3: Charge modifiers: at most {MOST_ADDED} rows may be added, not {MOST_ADDED + 1}."
        take(club, f"{CHARGE},row 1,,2")


class Test_blanks:
    def test_cell_left_blank_stays_as_it_is(self, club: Club) -> None:
        take(club, f"{RANGES},infantry,nearest,4", f"{RANGES},infantry,second,", f"{RANGES},infantry,third, ")
        assert TableOverride.objects.get().column == "nearest"

    def test_blank_cell_must_exist_and_something_must_be_filled_in(self) -> None:
        assert faults(f"{RANGES},infantry,moon,") == [f"Line 2: {RANGES} has no cell 'infantry' 'moon'."]
        assert faults(f"{RANGES},infantry,nearest,") == ["The file is empty. Enter at least one cell."]


@pytest.fixture
def site_club() -> Club:
    return a_club(umpire_kind="site")


def ask(club: Club, *lines: str) -> int:
    """Post an import to the API as the Union; return the status."""
    client = Client()
    client.force_login(club.users["union"])
    body = {"name": "Ours", "reason": "We own it.", "text": file(*lines)}
    url = f"/api/c/{hex_id(club.campaign.id)}/rules/table/"
    return client.post(url, body, content_type="application/json").status_code


def agree(club: Club) -> None:
    decisions.agree(club.viewer("confederate"), proposal_id=Proposal.objects.latest("at").pk)


def test_both_sides_agree_on_an_import_over_the_api_without_an_umpire(site_club: Club) -> None:
    assert ask(site_club, f"{CHARGE},winded,,-1", f"{POINTS},infantry,nearest,½") == 200
    assert not TableOverride.objects.exists()
    agree(site_club)
    assert {(row.row, row.value) for row in TableOverride.objects.all()} == {("winded", -1), ("infantry", "1/2")}


def test_numbers_are_checked_again_when_the_other_side_agrees(site_club: Club) -> None:
    """Another request may have been agreed to meanwhile."""
    assert ask(site_club, f"{RANGES},infantry,nearest,9") == 200
    first = Proposal.objects.latest("at")
    numbers = [NewCell(RANGES, "infantry", "second", 8)]
    with open_act(site_club.viewer("union"), stream=CLUB_STREAM, kind="club.table", payload={}) as act:
        _replace_all(act, numbers, "Ours", "We own it.")
    with pytest.raises(Refusal, match="second is 8, but nearest is 9"):
        decisions.agree(site_club.viewer("confederate"), proposal_id=first.pk)
    assert TableOverride.objects.get().column == "second"


def test_import_out_of_order_is_refused_over_the_api_before_the_other_side_is_asked(site_club: Club) -> None:
    assert ask(site_club, f"{RANGES},infantry,nearest,9", f"{RANGES},infantry,second,8") == 409
    assert not Proposal.objects.exists()
