"""Facts 1.2 to 1.4: triples, states, and the chart."""

from fractions import Fraction
from math import floor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesets.core.errors import BeyondTheTable, IllegalOrder
from rulesets.fire_and_fury.state import Status, Triple
from rulesets.fire_and_fury.tables import EFFECTIVENESS
from rulesets.fire_and_fury.tests.helpers import carried_out, result, switched

PUBLISHED = [
    ("10.8.6", "green"),
    ("8.6.4", "veteran"),
    ("7.5.3", "crack"),
    ("7.6.4", "green"),
    ("10.8.5", "veteran"),
    ("9.7.5", "veteran"),
    ("8.5.3", "crack"),
    ("6.5.3", "veteran"),
    ("5.3.2", "crack"),
    ("5.4.3", "veteran"),
    ("4.3.2", "crack"),
    ("4.3.2", "veteran"),
    ("4.3.2", "green"),
]
SHARES = {
    "crack": (Fraction(2, 3), Fraction(2, 5)),
    "veteran": (Fraction(3, 4), Fraction(1, 2)),
    "green": (Fraction(4, 5), Fraction(3, 5)),
}


def state(triple: str, left: int) -> str:
    return str(result("effectiveness", {"triple": triple, "stands_left": left}).status)


class Test_1_2_reading_the_three_numbers:
    @pytest.mark.parametrize(
        ("triple", "states"),
        [
            ("8.6.4", {8: "Fresh", 7: "Fresh", 6: "Worn", 5: "Worn", 4: "Spent", 1: "Spent", 0: "destroyed"}),
            ("10.8.5", {10: "Fresh", 9: "Fresh", 8: "Worn", 6: "Worn", 5: "Spent"}),
            ("6/5/3", {6: "Fresh", 5: "Worn", 4: "Worn", 3: "Spent"}),
            ("-.10.6", {10: "Worn", 7: "Worn", 6: "Spent"}),
            ("3/-/2", {3: "Fresh", 2: "Spent", 1: "Spent"}),
            ("4/2/-", {4: "Fresh", 3: "Fresh", 2: "Worn", 1: "Worn"}),
        ],
    )
    def test_published_triples_read_as_printed(self, triple: str, states: dict[int, str]) -> None:
        assert {left: state(triple, left) for left in states} == states

    @pytest.mark.parametrize(("left", "modifier"), [(10, 2), (8, 0), (6, -2), (0, 0)])
    def test_fresh_adds_2_and_spent_subtracts_2(self, left: int, modifier: int) -> None:
        assert result("effectiveness", {"triple": "10.8.6", "stands_left": left}).modifier == modifier

    def test_triple_is_read_with_dots_or_slashes(self) -> None:
        assert result("effectiveness", {"triple": " 10/8/6 "}).triple == "10.8.6"

    @pytest.mark.parametrize(
        "triple", ["10.8", "10-8-6", "8.8.4", "8.4.6", "8.6.0", "-.-.-", "-.-.3", "ten.8.6", "1000.8.6", "٣.٢.١"]
    )
    def test_malformed_triple_is_refused_by_field(self, triple: str) -> None:
        with pytest.raises(IllegalOrder) as refused:
            result("effectiveness", {"triple": triple})
        assert refused.value.field == "triple"
        assert refused.value.cites == "FF-Effectiveness"

    def test_stands_above_full_strength_are_refused(self) -> None:
        with pytest.raises(IllegalOrder, match=r"must be 10 or less for -\.10\.6, not 11"):
            result("effectiveness", {"triple": "-.10.6", "stands_left": 11})

    @pytest.mark.parametrize(
        ("triple", "left", "following"),
        [
            ("8.6.4", 8, ("Worn", 6)),
            ("8.6.4", 6, ("Spent", 4)),
            ("8.6.4", 3, ("destroyed", 0)),
            ("3.-.2", 3, ("Spent", 2)),
        ],
    )
    def test_next_state_is_announced(self, triple: str, left: int, following: tuple[str, int]) -> None:
        found = result("effectiveness", {"triple": triple, "stands_left": left})
        assert (found.next_state, found.next_at) == following

    def test_destroyed_brigade_has_no_next_state(self) -> None:
        found = result("effectiveness", {"triple": "8.6.4", "stands_left": 0})
        assert (found.next_state, found.next_at, str(found)) == (None, 0, "8.6.4 with 0 stands: destroyed")

    @given(st.integers(1, 40), st.integers(0, 39), st.integers(0, 38), st.integers(0, 40))
    def test_losing_a_stand_never_improves_the_state(self, full: int, worn: int, spent: int, left: int) -> None:
        if not spent < worn < full:
            return
        triple = Triple(full, worn, spent or None)
        order = list(Status)
        assert order.index(triple.status(left)) <= order.index(triple.status(left - 1))
        assert Triple.parse(str(triple)) == triple


class Test_1_4_the_chart:
    @pytest.mark.parametrize(("triple", "quality"), PUBLISHED)
    def test_chart_gives_every_published_triple(self, triple: str, quality: str) -> None:
        stands = int(triple.split(".")[0])
        assert result("effectiveness", {"stands": stands, "quality": quality}).triple == triple

    @pytest.mark.parametrize("quality", SHARES)
    @pytest.mark.parametrize("stands", range(2, 17))
    def test_chart_follows_its_formula(self, stands: int, quality: str) -> None:
        worn, spent = (floor(share * stands + Fraction(1, 2)) for share in SHARES[quality])
        worn = min(worn, stands - 1)
        spent = min(spent, worn - 1)
        assert EFFECTIVENESS.at(stands, quality) == str(Triple(stands, worn, spent or None))

    @pytest.mark.parametrize("stands", [1, 17])
    def test_chart_cites_itself_beyond_its_edges(self, stands: int) -> None:
        with pytest.raises(BeyondTheTable, match="FF-Effectiveness"):
            EFFECTIVENESS.at(stands, "green")
        with pytest.raises(IllegalOrder, match=r"Full strength: must be (2 or more|16 or less)"):
            result("effectiveness", {"stands": stands, "quality": "green"})

    def test_chart_is_mostly_marked_reconstructed(self) -> None:
        steps = carried_out("effectiveness", {"stands": 9, "quality": "green"}).steps
        assert steps[0].mark == "reconstructed"

    def test_only_cells_with_a_published_quality_are_marked_so(self) -> None:
        marked = {
            (cell.value, cell.column): cell.mark for cell in EFFECTIVENESS.cells() if cell.mark != "reconstructed"
        }
        assert marked == {
            ("7.5.3", "crack"): "sourced",
            ("7.6.4", "green"): "sourced",
            ("8.6.4", "veteran"): "printed",
            ("10.8.6", "green"): "printed",
        }

    def test_brigade_without_triple_or_quality_is_refused(self) -> None:
        with pytest.raises(IllegalOrder, match="Triple: enter it, or enter full strength and quality"):
            result("effectiveness", {"stands": 8})


class Test_3_5_a_later_day:
    INPUTS = {"triple": "8.6.4", "stands_left": 4, "day_began_with": 4}

    def test_stands_decide_by_default(self) -> None:
        assert result("effectiveness", self.INPUTS).status == "Spent"

    def test_option_begins_fresh_until_the_next_loss(self) -> None:
        option = switched("FF-R1", "Fresh until its next loss")
        assert result("effectiveness", self.INPUTS, context=option).status == "Fresh"
        assert result("effectiveness", {**self.INPUTS, "stands_left": 3}, context=option).status == "Spent"
