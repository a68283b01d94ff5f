"""Facts 1.5: random quality, size, and leaders."""

from fractions import Fraction

import pytest

from rulesets.core.context import Context
from rulesets.core.errors import UnknownNumber
from rulesets.core.table import Table
from rulesets.fire_and_fury.tables import BRIGADE_SIZE, LEADER_QUALITY, TROOP_QUALITY
from rulesets.fire_and_fury.tests.helpers import odds, result, typed

TROOPS = {
    "Union 1861-62": (5, 60),
    "Union 1863": (13, 75),
    "Union 1864-65": (19, 85),
    "Confederate West 1861-62": (10, 70),
    "Confederate West 1863": (20, 85),
    "Confederate West 1864-65": (20, 80),
    "Confederate East 1861-62": (19, 76),
    "Confederate East 1863": (24, 90),
    "Confederate East 1864-65": (20, 90),
}
LEADERS = {
    "Union 1861-63": (10, 90),
    "Union 1864-65": (5, 83),
    "Confederate 1861-63": (5, 72),
    "Confederate 1864-65": (5, 83),
}


class Test_1_5_at_random:
    @pytest.mark.parametrize("table", [TROOP_QUALITY, LEADER_QUALITY, BRIGADE_SIZE])
    def test_every_row_ends_at_100(self, table: Table[int | None]) -> None:
        last = table.columns[-1]
        assert {cell.value for cell in table.cells() if cell.column == str(last)} <= {100, None}

    @pytest.mark.parametrize("army", TROOPS)
    def test_every_edge_of_troop_quality_reads_its_column(self, army: str) -> None:
        crack, veteran = TROOPS[army]
        edges = {
            1: "crack",
            crack: "crack",
            crack + 1: "veteran",
            veteran: "veteran",
            veteran + 1: "green",
            100: "green",
        }
        assert {face: str(result("draw_quality", {"army": army}, face)) for face in edges} == edges

    @pytest.mark.parametrize("army", LEADERS)
    def test_every_edge_of_leader_quality_reads_its_column(self, army: str) -> None:
        low, average = LEADERS[army]
        chances = {"despicable": low, "average": average - low, "exceptional": 100 - average}
        assert odds("draw_leader", {"army": army}) == {what: Fraction(n, 100) for what, n in chances.items()}

    def test_confederate_sizes_read_their_column(self) -> None:
        ends = {1: 5, 5: 5, 6: 6, 20: 6, 21: 7, 73: 7, 74: 8, 90: 8, 91: 9, 100: 9}
        for die, stands in ends.items():
            assert str(result("draw_size", {"army": "Confederate"}, die)) == f"{stands} stands"

    def test_union_sizes_are_unknown_until_entered(self) -> None:
        with pytest.raises(UnknownNumber, match="Random brigade size, Union, 5: this number is unknown"):
            result("draw_size", {"army": "Union"}, 50)
        cells = zip((5, 6, 7, 8, 9), (10, 30, 60, 80, 100), strict=True)
        club = Context.of([typed("brigade_size", "Union", str(stands), face) for stands, face in cells])
        assert str(result("draw_size", {"army": "Union"}, 50, context=club)) == "7 stands"
