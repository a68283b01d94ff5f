"""11: army leaders, and what they and poltroons add to the other book's lists."""

from typing import Any

import pytest

from rulesets.core.dice import ScriptedDice
from rulesets.core.registry import procedure


def maneuver(*dice: int, **chain: Any) -> Any:
    return procedure("cw_to_ff.maneuver_modifiers").run(chain, ScriptedDice(*dice)).result


def charge(*dice: int, **chain: Any) -> Any:
    return procedure("cw_to_ff.charge_modifiers").run(chain, ScriptedDice(*dice)).result


def corps(rating: str = "average", place: str = "in radius", **more: Any) -> dict[str, Any]:
    return {"rank": "corps", "rating": rating, "place": place, **more}


@pytest.mark.rule("VG-11A")
class Test_11A:
    """Fire and Fury's bonus (1, exceptional 2; attached 2 and 3) is reduced by 1."""

    @pytest.mark.parametrize("rating", ["average", "excellent"])
    @pytest.mark.parametrize("place", ["in radius", "attached here"])
    def test_corps_leader_outside_the_army_radius_gives_1_less(self, rating: str, place: str) -> None:
        assert maneuver(leaders=[corps(rating, place, in_army_radius=False)], army_leader={}).total == -1

    def test_reduction_never_goes_below_zero(self) -> None:
        for place in ("out of radius", "attached elsewhere"):
            assert maneuver(leaders=[corps(place=place, in_army_radius=False)], army_leader={}).total == 0

    def test_attached_poltroon_loses_only_his_bonus(self) -> None:
        poltroon = corps("poltroon", "attached here", in_army_radius=False)
        assert [maneuver(die, leaders=[poltroon], army_leader={}).total for die in (5, 6)] == [0, -1]
        assert maneuver(leaders=[{**poltroon, "place": "out of radius"}], army_leader={}).total == -1

    def test_radius_and_division_rank_prevent_the_reduction(self) -> None:
        assert maneuver(leaders=[corps(), {"rank": "division", "in_army_radius": False}], army_leader={}).total == 0

    def test_missing_army_leader_turns_the_rule_off_and_a_fallen_one_does_not(self) -> None:
        assert maneuver(leaders=[corps(in_army_radius=False)]).total == 0
        assert maneuver(leaders=[corps()], army_leader={"place": "fallen"}).total == -1


@pytest.mark.rule("VG-11C")
class Test_11C:
    @pytest.mark.parametrize(("rating", "value"), [("excellent", 3), ("average", 2), ("poltroon", 1)])
    def test_attached_army_leader_adds_his_bonus(self, rating: str, value: int) -> None:
        assert maneuver(army_leader={"rating": rating, "place": "attached here"}).total == value

    def test_attached_army_leader_leaves_corps_leaders_outside(self) -> None:
        assert maneuver(leaders=[corps()], army_leader={"place": "attached elsewhere"}).total == -1
        assert maneuver(leaders=[corps()], army_leader={"place": "attached here"}).total == 1

    def test_army_leader_counts_as_attached_in_a_charge(self) -> None:
        assert charge(army_leader={"place": "attached here"}).extras == ()
        poltroon = {"rating": "poltroon", "place": "attached here"}
        assert [charge(die, army_leader=poltroon).total for die in (5, 6)] == [1, -1]


@pytest.mark.rule("VG-7A2a")
def test_poltroon_is_left_out_of_the_other_list_and_hinders() -> None:
    division = {"rank": "division", "rating": "poltroon", "place": "out of radius"}
    result = maneuver(leaders=[division, corps("poltroon", "out of radius")])
    assert (result.total, len(result.left_out)) == (-2, 2)


@pytest.mark.rule("VG-7A2b")
def test_attached_poltroon_rolls_in_maneuver_and_charge() -> None:
    leaders = [corps("poltroon", "attached here")]
    assert [maneuver(die, leaders=leaders).total for die in (1, 10)] == [1, -1]
    assert [charge(die, leaders=leaders).total for die in (1, 10)] == [1, -1]


RADIUS = [(3, 48), (2, 42), (0, 30), (-1, 24), (-3, 12)]


@pytest.mark.rule("VG-11D1")
@pytest.mark.rule("VG-11D2")
@pytest.mark.parametrize(("rating", "inches"), RADIUS)
def test_11D_radius_grows_6_inches_per_point(rating: int, inches: int) -> None:
    assert procedure("cw_to_ff.army_radius").run({"army_rating": rating}).result.inches == inches


@pytest.mark.rule("VG-11D3")
@pytest.mark.parametrize(
    ("rating", "used", "left", "chooser"),
    [(3, 0, 3, "owner"), (3, 3, 0, "nobody"), (-2, 1, 1, "opponent"), (0, 0, 0, "nobody"), (1, 5, 0, "nobody")],
)
def test_11D3_rating_gives_rerolls_and_their_chooser(rating: int, used: int, left: int, chooser: str) -> None:
    result = procedure("cw_to_ff.army_rerolls").run({"army_rating": rating, "used": used}).result
    assert (result.left, result.chooser) == (left, chooser)


def test_army_leader_off_the_table_has_no_rerolls() -> None:
    inputs = {"army_rating": 2, "on_table": False}
    assert procedure("cw_to_ff.army_rerolls").run(inputs).result.left == 0
