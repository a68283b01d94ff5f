"""CW-2.1, 2.2, and L-1 to L-3: command, cavalry, removal, stacking."""

from typing import Any

import pytest

from rulesets.civil_war import tables as t
from rulesets.core.errors import IllegalOrder
from rulesets.core.registry import procedure


def command(*leaders: tuple[str, int], sp: int = 10, side: str = "USA", **inputs: Any) -> Any:
    here = [{"name": name, "stars": stars, **more(name)} for name, stars in leaders]
    return procedure("civil_war.who_commands").run({"side": side, "leaders": here, "sp": sp, **inputs}).result


def more(name: str) -> dict[str, Any]:
    return {"cavalry": name in ("Stuart", "Forrest", "Sheridan"), "naval": name in ("Foote", "Farragut")}


@pytest.mark.rule("CW-COMMAND")
class Test_2_2_command:
    def test_army_without_sp_dissolves(self) -> None:
        got = command(("Grant", 3), sp=0, army=True)
        assert (got.army_dissolves, got.commands_army, got.commander) == (True, False, "Grant")

    @pytest.mark.parametrize("stars", [1, 2, 3, 4])
    def test_leader_without_an_army_takes_sp_by_his_stars(self, stars: int) -> None:
        got = command(("Somebody", stars))
        assert (got.limit, got.takes, got.stays) == (stars, stars, 10 - stars)

    @pytest.mark.parametrize(("stars", "most"), [(3, 24), (4, 30)])
    def test_army_commander_takes_the_stack_up_to_the_limit(self, stars: int, most: int) -> None:
        assert command(("Somebody", stars), army=True).takes == 10
        assert command(("Somebody", stars), army=True, sp=40).takes == most

    @pytest.mark.parametrize("stars", [1, 2])
    def test_army_without_a_three_star_leader_dissolves(self, stars: int) -> None:
        got = command(("Somebody", stars), army=True)
        assert (got.army_dissolves, got.commands_army, got.takes) == (True, False, stars)

    def test_stars_outrank_and_seniority_breaks_ties(self) -> None:
        got = command(("Meade", 3), ("Hancock", 2), ("Grant", 4), army=True)
        assert got.order == ("Grant", "Meade", "Hancock")
        south = command(("Beauregard", 3), ("A.S. Johnston", 3), ("J.E. Johnston", 3), side="CSA", army=True)
        numbers = [t.SENIORITY.at(f"CSA {name} 3") for name in south.order]
        assert numbers == sorted(numbers)
        assert south.commander == "A.S. Johnston"

    def test_arriving_senior_takes_over(self) -> None:
        before = command(("Hooker", 3), army=True)
        after = command(("Hooker", 3), ("McClellan", 3), army=True)
        assert (before.commander, after.commander) == ("Hooker", "McClellan")

    def test_subordinate_takes_sp_by_his_stars(self) -> None:
        got = command(("Grant", 4), ("Hancock", 2), army=True, mover="Hancock")
        assert (got.commander, got.mover, got.takes) == ("Grant", "Hancock", 2)

    def test_too_many_sp_are_refused_with_the_limit(self) -> None:
        assert command(("Hancock", 2), takes=3).broken == ("Hancock may take 2 SP, not 3.",)
        assert len(command(("Hancock", 2), sp=1, takes=3).broken) == 2
        assert command(takes=1).broken == ("Nobody here may lead SP.",)
        assert command(("Hancock", 2), takes=2).broken == ()

    def test_naval_leader_leads_sp_only_in_a_landing(self) -> None:
        assert command(("Foote", 2)).commander == ""
        assert command(("Foote", 2), mover="Foote").takes == 0
        assert command(("Foote", 2), mover="Foote", landing=True).takes == 2
        assert command(("Farragut", 1), mover="Farragut", landing=True, side="CSA").takes == 1

    def test_invented_leader_is_junior_in_his_rank(self) -> None:
        assert command(("Aaron", 2), ("Hancock", 2)).commander == "Hancock"
        assert command(("Abel", 1), ("Aaron", 1)).commander == "Aaron"

    def test_given_seniority_overrides_the_table(self) -> None:
        leaders = [{"name": "Hancock", "stars": 2}, {"name": "Aaron", "stars": 2, "seniority": 1}]
        got = procedure("civil_war.who_commands").run({"side": "USA", "leaders": leaders, "sp": 3}).result
        assert got.commander == "Aaron"

    def test_sp_without_leaders_move_one_by_one(self) -> None:
        assert str(command()).startswith("nobody commands here")

    def test_absent_mover_is_refused(self) -> None:
        with pytest.raises(IllegalOrder, match="must be a leader in the hex, not Lee"):
            command(("Grant", 4), mover="Lee")
        with pytest.raises(IllegalOrder, match="Leaders in the hex: Grant is listed twice"):
            command(("Grant", 4), ("Grant", 4))


@pytest.mark.rule("CW-CAVALRY")
class Test_2_2_cavalry:
    def test_sp_under_a_cavalry_leader_are_cavalry(self) -> None:
        got = command(("Stuart", 2), side="CSA")
        assert (got.as_arm, got.most_cavalry) == ("cavalry", 2)
        assert command(("Hancock", 2)).as_arm == "infantry"

    def test_cavalry_in_an_army_is_limited_by_stars(self) -> None:
        got = command(("Sheridan", 3), army=True)
        assert (got.as_arm, got.takes, got.most_cavalry) == ("as they stand", 10, 3)


@pytest.mark.rule("CW-PRICE")
class Test_1_3_removal:
    def test_removal_costs_2_cp_and_leaves_a_choice(self) -> None:
        run = procedure("civil_war.remove_commander").run
        assert run({"side": "USA", "stars": 3}).result.choices == ("moved elsewhere", "removed")
        assert "demoted" in run({"side": "USA", "stars": 3, "has_two_star_counter": True}).result.choices

    @pytest.mark.parametrize("changes", [{"stars": 2}, {"stars": 4}, {"commands_army": False}])
    def test_only_a_three_star_army_commander_can_be_removed(self, changes: dict[str, Any]) -> None:
        with pytest.raises(IllegalOrder, match="only a three-star leader"):
            procedure("civil_war.remove_commander").run({"side": "USA", "stars": 3, **changes})


class Test_room_of_limits_3:
    @pytest.mark.parametrize(
        ("terrain", "rail", "river", "limit"),
        [
            ("clear", 0, 99, 30),
            ("rough", 2, 99, 30),
            ("forest", 99, 2, 30),
            ("forest", 3, 3, 15),
            ("swamp", 0, 0, 12),
            ("mountain", 9, 9, 12),
            ("sea", 0, 0, 0),
        ],
    )
    def test_each_hex_has_its_limit(self, terrain: str, rail: int, river: int, limit: int) -> None:
        inputs = {"terrain": terrain, "hexes_to_rail": rail, "hexes_to_navigable_river": river, "sp": 31}
        got = procedure("civil_war.room").run(inputs).result
        assert (got.limit, got.over) == (limit, 31 - limit)
