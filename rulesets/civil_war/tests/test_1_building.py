"""CW-1.3, H-12, L-1, and L-4: building."""

from typing import Any

import pytest

from rulesets.core.registry import procedure

GOOD: dict[str, dict[str, Any]] = {
    "depot": {"leader_stars": 1, "hexes_to_rail": 0},
    "fort": {},
    "fortress": {"work_here": "fort", "fort_stood_a_turn": True, "points": 1},
    "army": {"leader_stars": 3, "sp": 3},
}


def build(what: str, side: str = "USA", **inputs: Any) -> Any:
    return procedure("civil_war.build").run({"side": side, "what": what, **GOOD[what], **inputs}).result


@pytest.mark.rule("CW-BUILD")
class Test_building:
    @pytest.mark.parametrize(("what", "cp"), [("depot", 2), ("fort", 2), ("fortress", 3), ("army", 1)])
    @pytest.mark.parametrize("side", ["USA", "CSA"])
    def test_each_building_has_its_price(self, what: str, cp: int, side: str) -> None:
        got = build(what, side)
        assert (got.broken, got.allowed, got.cp, got.stands_from) == ((), True, cp, "next pulse")

    @pytest.mark.parametrize("what", list(GOOD))
    @pytest.mark.parametrize("wrong", [{"demoralized": True}, {"enemy_sp_here": True}, {"land_hex": False}])
    def test_demoralized_surrounded_or_seaborne_force_cannot_build(self, what: str, wrong: dict[str, Any]) -> None:
        assert len(build(what, **wrong).broken) == 1

    @pytest.mark.parametrize(
        ("what", "wrong"),
        [
            ("depot", {"leader_stars": 0}),
            ("depot", {"sp": 0}),
            ("depot", {"in_supply": False}),
            ("depot", {"hexes_to_depot": 1}),
            ("depot", {"hexes_to_rail": 3}),
            ("depot", {"hexes_to_rail": 3, "hexes_to_depot": 5}),
            ("depot", {"built_here_this_turn": 1}),
            ("fort", {"sp": 0}),
            ("fort", {"stands_still": False}),
            ("fort", {"work_here": "fort"}),
            ("fort", {"work_here": "fortress"}),
            ("fort", {"enemy_sp_adjacent": True}),
            ("fort", {"on_map": 12}),
            ("fort", {"built_here_this_turn": 1}),
            ("fort", {"built_this_turn": 3}),
            ("fortress", {"work_here": "none"}),
            ("fortress", {"fort_stood_a_turn": False}),
            ("fortress", {"points": 0}),
            ("fortress", {"on_map": 4}),
            ("army", {"leader_stars": 2}),
            ("army", {"sp": 2}),
            ("army", {"in_supply": False}),
            ("army", {"on_map": 3}),
        ],
    )
    def test_each_clause_alone_blocks_building(self, what: str, wrong: dict[str, Any]) -> None:
        assert len(build(what, **wrong).broken) == 1

    @pytest.mark.parametrize(
        ("what", "right"),
        [
            ("depot", {"hexes_to_rail": 2}),
            ("depot", {"hexes_to_rail": 99, "hexes_to_depot": 4}),
            ("depot", {"hexes_to_depot": 2}),
            ("depot", {"hexes_to_rail": 99, "water_to_source": True}),
            ("fortress", {"points": 0, "port": True}),
            ("fort", {"on_map": 11}),
            ("army", {"leader_stars": 4}),
        ],
    )
    def test_each_clause_allows_its_limit(self, what: str, right: dict[str, Any]) -> None:
        assert build(what, **right).allowed

    @pytest.mark.parametrize("side", ["USA", "CSA"])
    def test_depot_distances_are_the_same_for_both_sides(self, side: str) -> None:
        far = {"hexes_to_rail": 3, "hexes_to_depot": 5}
        assert not build("depot", side, **far).allowed
        assert build("depot", side, **{**far, "hexes_to_rail": 2}).allowed
        assert build("depot", side, **{**far, "hexes_to_depot": 4}).allowed
        assert build("depot", side, hexes_to_depot=2).allowed
        assert not build("depot", side, hexes_to_depot=1).allowed
        assert not build("depot", side, built_here_this_turn=1).allowed

    @pytest.mark.parametrize("side", ["USA", "CSA"])
    def test_army_needs_3_sp_on_either_side(self, side: str) -> None:
        assert build("army", side, sp=3).allowed
        assert not build("army", side, sp=2).allowed

    def test_union_builds_3_forts_per_turn_and_1_per_theater(self) -> None:
        assert build("fort", built_this_turn=2).allowed
        assert not build("fort", built_this_turn=3).allowed

    def test_south_builds_2_forts_per_turn_anywhere(self) -> None:
        assert build("fort", "CSA", built_here_this_turn=1, built_this_turn=1).allowed
        assert not build("fort", "CSA", built_this_turn=2).allowed
        assert not build("fort", "CSA", built_here_this_turn=2).allowed

    @pytest.mark.parametrize(
        ("turn", "union", "south"), [(1, 3, 2), (2, 3, 2), (3, 4, 3), (4, 6, 4), (8, 6, 4), (9, 7, 5), (19, 7, 5)]
    )
    def test_army_limit_follows_the_turn(self, turn: int, union: int, south: int) -> None:
        for side, limit in (("USA", union), ("CSA", south)):
            assert build("army", side, turn=turn, on_map=limit - 1).allowed
            assert not build("army", side, turn=turn, on_map=limit).allowed

    @pytest.mark.parametrize(
        ("theatre", "union", "south"), [("East", 4, 2), ("West", 4, 3), ("Trans-Mississippi", 2, 1)]
    )
    def test_army_limit_follows_the_theater(self, theatre: str, union: int, south: int) -> None:
        for side, limit in (("USA", union), ("CSA", south)):
            assert build("army", side, theatre=theatre, in_theatre=limit - 1).allowed
            assert not build("army", side, theatre=theatre, in_theatre=limit).allowed

    @pytest.mark.parametrize(
        ("turn", "union", "south"), [(1, 6, 5), (3, 6, 5), (4, 8, 6), (8, 8, 6), (9, 10, 7), (13, 10, 7), (14, 12, 7)]
    )
    def test_depot_limit_follows_the_turn(self, turn: int, union: int, south: int) -> None:
        for side, limit in (("USA", union), ("CSA", south)):
            assert build("depot", side, turn=turn, on_map=limit - 1).allowed
            assert not build("depot", side, turn=turn, on_map=limit).allowed

    @pytest.mark.parametrize(("what", "union", "south"), [("fort", 12, 15), ("fortress", 4, 6)])
    def test_works_have_a_limit_for_the_war(self, what: str, union: int, south: int) -> None:
        for side, limit in (("USA", union), ("CSA", south)):
            assert build(what, side, on_map=limit - 1).allowed
            assert not build(what, side, on_map=limit).allowed

    def test_price_follows_production_and_place(self) -> None:
        assert build("fortress", "CSA", production=75).cp == 5
        assert build("fort", old_fortified_place=True).cp == 1

    def test_broken_clauses_are_all_named(self) -> None:
        assert len(build("army", leader_stars=1, sp=1, in_supply=False, demoralized=True).broken) == 4
