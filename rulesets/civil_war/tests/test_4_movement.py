"""CW-4.2, 4.3, 2.2, and H-1 to H-7: movement costs and control."""

from typing import Any

import pytest

from rulesets.core.errors import IllegalOrder
from rulesets.core.registry import procedure


def move(*path: dict[str, Any], mover: str = "led infantry", side: str = "USA", **inputs: Any) -> Any:
    given = {"side": side, "mover": mover, "path": list(path), **inputs}
    return procedure("civil_war.movement_cost").run(given).result


@pytest.mark.rule("CW-MOVE")
class Test_4_2_costs:
    @pytest.mark.parametrize(("terrain", "cost"), [("clear", 1), ("rough", 1), ("forest", 1), ("swamp", 2)])
    def test_each_hex_has_its_cost(self, terrain: str, cost: int) -> None:
        assert move({"terrain": terrain}).cost == cost

    @pytest.mark.parametrize(
        ("hexside", "cost"),
        [("none", 1), ("unnavigable_river", 2), ("navigable_river", 3), ("gap_or_road", 2), ("seasonal_river", 3)],
    )
    def test_each_hexside_has_its_cost(self, hexside: str, cost: int) -> None:
        assert move({"hexside": hexside}).cost == cost

    def test_seasonal_river_is_unnavigable_at_low_water(self) -> None:
        assert move({"hexside": "seasonal_river"}, high_water=False).cost == 2

    @pytest.mark.parametrize(
        ("step", "why"),
        [
            ({"terrain": "sea"}, "at sea"),
            ({"hexside": "ridge"}, "only at a gap"),
            ({"hexside": "estuary"}, "only by ferry"),
            ({"terrain": "mountain"}, "gap or road hexside or by rail"),
            ({"terrain": "mountain", "hexside": "unnavigable_river"}, "gap or road hexside or by rail"),
            ({"hexside": "ferry", "enemy_fort_near": True}, "enemy fort"),
        ],
    )
    def test_closed_hex_gives_its_reason(self, step: dict[str, Any], why: str) -> None:
        got = move({}, {"hex": "1112", **step}, {})
        assert got.reaches == 1
        assert got.broken[0].startswith("1112: ")
        assert why in got.broken[0]

    def test_mountain_is_entered_over_a_gap_or_by_rail(self) -> None:
        assert move({"terrain": "mountain", "hexside": "gap_or_road"}).cost == 2
        assert move({}, {"terrain": "mountain", "rail": True}).cost == 2

    def test_ferry_takes_the_whole_allowance(self) -> None:
        assert move({"hexside": "ferry"}).cost == 4
        assert move({"hexside": "ferry"}).broken == ()
        assert move({}, {"hexside": "ferry"}).reaches == 1

    @pytest.mark.parametrize(
        ("mover", "allowance"), [("led infantry", 4), ("led cavalry", 6), ("unled SP", 2), ("leader alone", 12)]
    )
    def test_each_force_moves_its_full_allowance(self, mover: str, allowance: int) -> None:
        just, over = move(*[{}] * allowance, mover=mover), move(*[{}] * (allowance + 1), mover=mover)
        assert (just.broken, just.reaches, just.allowance) == ((), allowance, allowance)
        assert (len(over.broken), over.reaches) == (1, allowance)

    @pytest.mark.parametrize(("production", "lost"), [(100, 0), (40, 0), (39, 1), (10, 1), (9, 2), (0, 2)])
    def test_south_slows_as_imports_fall(self, production: int, lost: int) -> None:
        assert move({}, side="CSA", production=production).allowance == 4 - lost
        assert move({}, side="USA", production=production).allowance == 4
        assert move({}, side="CSA", mover="leader alone", production=production).allowance == 12

    def test_points_already_spent_count(self) -> None:
        assert move({}, spent=4).reaches == 0
        assert move({}, spent=3).broken == ()


@pytest.mark.rule("CW-MOVE")
class Test_4_3_rail:
    def test_all_rail_move_is_free(self) -> None:
        path = [{"rail": True, "terrain": "swamp", "hexside": "navigable_river"}] * 30
        got = move(*path, mover="unled SP")
        assert (got.cost, got.by_rail, got.reaches) == (0, True, 30)

    def test_one_hex_off_the_rails_makes_every_hex_cost(self) -> None:
        assert move({"rail": True}, {"rail": True}, {}).cost == 3

    def test_leader_alone_pays_only_off_the_rails(self) -> None:
        got = move(*[{"rail": True}] * 20, *[{}] * 12, mover="leader alone")
        assert (got.cost, got.broken) == (12, ())

    def test_leader_alone_ends_with_friends_and_avoids_enemies(self) -> None:
        assert "must end with friendly SP" in str(move({}, mover="leader alone", ends_with_own=False))
        assert "cannot enter an enemy hex" in str(move({"enemy_sp": True}, mover="leader alone"))


@pytest.mark.rule("CW-MOVE")
class Test_4_2_enemies:
    def test_entering_an_enemy_hex_ends_the_move(self) -> None:
        assert move({}, {"enemy_sp": True}).broken == ()
        assert "must end there with an attack" in str(move({"enemy_sp": True}, {}))
        assert move({"enemy_sp": True, "overrun": True}, {}).broken == ()

    def test_demoralized_force_moves_but_cannot_attack(self) -> None:
        assert move({}, demoralized=True).broken == ()
        assert "cannot attack" in str(move({"enemy_sp": True}, demoralized=True))

    def test_empty_path_is_refused(self) -> None:
        with pytest.raises(IllegalOrder, match="Hexes in the path: must have at least 1 entry"):
            move()


@pytest.mark.rule("CW-CAVALRY")
class Test_2_2_cavalry_and_control:
    @pytest.mark.parametrize(("takes", "cost"), [("nothing", 1), ("own", 2), ("neutral", 2), ("enemy", 1)])
    def test_cavalry_pays_1_mp_to_change_control(self, takes: str, cost: int) -> None:
        assert move({"takes": takes}, mover="led cavalry").cost == cost
        assert move({"takes": takes}).cost == 1

    @pytest.mark.parametrize("thing", ["place", "rail"])
    @pytest.mark.parametrize(
        ("arm", "by_right", "holder", "extra"),
        [
            ("infantry", "CSA", "USA", 0),
            ("infantry", "USA", "USA", 0),
            ("infantry", "neutral", "USA", 0),
            ("cavalry", "CSA", "CSA", 0),
            ("cavalry", "USA", "USA", 1),
            ("cavalry", "neutral", "USA", 1),
            ("leader", "USA", "CSA", 0),
            ("naval", "USA", "CSA", 0),
        ],
    )
    def test_only_infantry_takes_enemy_places(
        self, thing: str, arm: str, by_right: str, holder: str, extra: int
    ) -> None:
        got = control(thing=thing, arm=arm, by_right=by_right)
        assert (got.held_by, got.extra_mp, got.only_while_there) == (holder, extra, False)

    def test_unpaid_cavalry_takes_nothing(self) -> None:
        assert control(arm="cavalry", by_right="USA", pays=False).held_by == "CSA"

    def test_cavalry_holds_an_enemy_place_while_it_stays(self) -> None:
        got = control(arm="cavalry", by_right="CSA", stays=True)
        assert (got.held_by, got.only_while_there) == ("USA", True)

    def test_holder_pays_nothing(self) -> None:
        assert control(arm="cavalry", by_right="USA", held_by="USA").extra_mp == 0


def control(**inputs: Any) -> Any:
    given = {"side": "USA", "arm": "infantry", "by_right": "CSA", "held_by": "CSA", **inputs}
    return procedure("civil_war.control").run(given).result


@pytest.mark.rule("CW-MOVE")
class Test_H_7_kentucky:
    @pytest.mark.parametrize(("side", "other"), [("USA", "CSA"), ("CSA", "USA")])
    def test_first_entry_gives_kentucky_to_the_other_side(self, side: str, other: str) -> None:
        got = kentucky(side=side)
        assert (got.held_by, got.kentucky) == (side, f"unheld places go to {other}")

    def test_kentucky_is_open_from_turn_2(self) -> None:
        assert kentucky(turn=2).kentucky == "open to whoever enters"

    def test_ship_or_lone_leader_keeps_kentucky_neutral(self) -> None:
        assert kentucky(arm="naval").kentucky == kentucky(arm="leader").kentucky == "stays neutral"

    def test_ended_neutrality_stays_ended(self) -> None:
        assert kentucky(kentucky_neutral=False).kentucky == ""


def kentucky(**inputs: Any) -> Any:
    neutral = {"by_right": "neutral", "held_by": "nobody", "in_kentucky": True, "kentucky_neutral": True, "turn": 1}
    return control(**{**neutral, **inputs})
