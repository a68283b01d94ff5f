"""5 and 7D1: which forces may flank march."""

from typing import Any

import pytest

from rulesets.core.registry import procedure
from rulesets.cw_to_ff.state import Edge, edge_of

CHECK = "cw_to_ff.check_flank_march"


def force(stands: int, edge: str = "left", **more: Any) -> dict[str, Any]:
    return {"edge": edge, "stands": stands, **more}


def check(*forces: dict[str, Any], army: int = 200, **more: Any) -> Any:
    return procedure(CHECK).run({"army_stands": army, "forces": list(forces), **more}).result


def broken(result: Any) -> list[str]:
    return [fault.cites for fault in result.faults]


@pytest.mark.rule("VG-5A")
class Test_5A:
    @pytest.mark.parametrize(("left", "legal"), [(26, False), (25, True)])
    def test_army_of_110_may_send_55_stands(self, left: int, *, legal: bool) -> None:
        result = check(force(30, "right"), force(left), army=110)
        assert result.is_legal is legal
        assert result.most == 55

    def test_army_of_30_cannot_send_20_stands(self) -> None:
        assert check(force(20), army=30).faults[0].sentence == "20 of 30 stands would flank march; the limit is 15."

    def test_half_of_an_odd_army_rounds_down(self) -> None:
        assert check(force(20), army=41).is_legal
        assert not check(force(21), army=41).is_legal

    def test_flank_takes_one_force(self) -> None:
        assert broken(check(force(20), force(20))) == ["VG-5A"]

    def test_empty_plan_is_legal_even_in_a_swamp(self) -> None:
        assert check(hex_terrain="swamp", demoralized=True, defends=True).is_legal


@pytest.mark.rule("VG-5B")
class Test_5B:
    @pytest.mark.parametrize(("stands", "legal"), [(19, False), (20, True), (40, True), (41, False)])
    def test_division_leader_takes_1_to_2_points(self, stands: int, *, legal: bool) -> None:
        assert check(force(stands)).is_legal is legal

    @pytest.mark.parametrize(("stands", "legal"), [(39, False), (40, True), (120, True), (121, False)])
    def test_corps_leader_takes_2_to_6_points(self, stands: int, *, legal: bool) -> None:
        assert check(force(stands, leader_rank="corps", divisions=2), army=400).is_legal is legal

    def test_corps_leader_needs_2_divisions(self) -> None:
        assert broken(check(force(40, leader_rank="corps", divisions=1))) == ["VG-5B"]

    def test_army_and_invented_leaders_may_not_lead(self) -> None:
        assert broken(check(force(20, leader_rank="army"))) == ["VG-5B"]
        assert broken(check(force(20, from_counter=False))) == ["VG-5B"]

    def test_sizes_ignore_carryover_and_scale_with_the_ratio(self) -> None:
        assert check(force(15, nominal_stands=20)).is_legal
        assert check(force(10), stands_per_sp=10).is_legal

    def test_broken_clauses_are_all_named(self) -> None:
        result = check(force(10, from_counter=False), army=10, defends=True, demoralized=True, hex_terrain="swamp")
        assert broken(result) == ["VG-7C2", "VG-7D1", "VG-5A", "VG-5B", "VG-5B"]


@pytest.mark.rule("VG-7D1")
@pytest.mark.parametrize(
    ("defends", "demoralized", "legal"), [(True, True, False), (True, False, True), (False, True, True)]
)
def test_7D1_only_a_demoralized_defender_is_forbidden(*, defends: bool, demoralized: bool, legal: bool) -> None:
    assert check(force(20), defends=defends, demoralized=demoralized).is_legal is legal


@pytest.mark.rule("VG-7C2")
@pytest.mark.parametrize("ground", [{"hex_terrain": "swamp"}, {"hexside_crossed": "gap_road"}])
def test_7C2_swamp_or_gap_forbids_flank_marches_to_both(ground: dict[str, Any]) -> None:
    for defends in (True, False):
        assert broken(check(force(20), defends=defends, **ground)) == ["VG-7C2"]


def test_attackers_right_is_the_defenders_left() -> None:
    assert edge_of(Edge.RIGHT, defends=False) is Edge.LEFT
    assert edge_of(Edge.RIGHT, defends=True) is Edge.RIGHT
