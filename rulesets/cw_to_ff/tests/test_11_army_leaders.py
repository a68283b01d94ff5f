"""11: army leaders; and what they and poltroons add to the other book's lists."""

from typing import Any

import pytest

from rulesets.core.dice import ScriptedDice
from rulesets.core.registry import procedure


def manoeuvre(*dice: int, **chain: Any) -> Any:
    return procedure("cw_to_ff.manoeuvre_modifiers").run(chain, ScriptedDice(*dice)).result


def charge(*dice: int, **chain: Any) -> Any:
    return procedure("cw_to_ff.charge_modifiers").run(chain, ScriptedDice(*dice)).result


def corps(rating: str = "average", place: str = "in radius", **more: Any) -> dict[str, Any]:
    return {"rank": "corps", "rating": rating, "place": place, **more}


@pytest.mark.rule("VG-11A")
class Test_11A:
    """What Fire and Fury gives (1, exceptional 2; attached 2 and 3) is reduced by one."""

    @pytest.mark.parametrize("rating", ["average", "excellent"])
    @pytest.mark.parametrize("place", ["in radius", "attached here"])
    def test_a_corps_leader_outside_the_army_radius_gives_one_less(self, rating: str, place: str) -> None:
        assert manoeuvre(leaders=[corps(rating, place, in_army_radius=False)], army_leader={}).total == -1

    def test_never_below_nothing_so_a_leader_who_gives_nothing_loses_nothing(self) -> None:
        for place in ("out of radius", "attached elsewhere"):
            assert manoeuvre(leaders=[corps(place=place, in_army_radius=False)], army_leader={}).total == 0

    def test_the_plus_of_an_attached_poltroon_is_lost_too_but_his_minus_is_no_worse(self) -> None:
        poltroon = corps("poltroon", "attached here", in_army_radius=False)
        assert [manoeuvre(die, leaders=[poltroon], army_leader={}).total for die in (5, 6)] == [0, -1]
        assert manoeuvre(leaders=[{**poltroon, "place": "out of radius"}], army_leader={}).total == -1

    def test_inside_the_radius_and_for_division_leaders_nothing_changes(self) -> None:
        assert manoeuvre(leaders=[corps(), {"rank": "division", "in_army_radius": False}], army_leader={}).total == 0

    def test_without_an_army_leader_the_rule_is_off_and_when_he_falls_all_are_outside(self) -> None:
        assert manoeuvre(leaders=[corps(in_army_radius=False)]).total == 0
        assert manoeuvre(leaders=[corps()], army_leader={"place": "fallen"}).total == -1


@pytest.mark.rule("VG-11C")
class Test_11C:
    @pytest.mark.parametrize(("rating", "value"), [("excellent", 3), ("average", 2), ("poltroon", 1)])
    def test_an_army_leader_who_joins_a_brigade_adds_his_own(self, rating: str, value: int) -> None:
        assert manoeuvre(army_leader={"rating": rating, "place": "attached here"}).total == value

    def test_meanwhile_all_corps_leaders_count_as_outside(self) -> None:
        assert manoeuvre(leaders=[corps()], army_leader={"place": "attached elsewhere"}).total == -1
        assert manoeuvre(leaders=[corps()], army_leader={"place": "attached here"}).total == 1

    def test_in_a_charge_he_is_an_attached_leader_like_any_other(self) -> None:
        assert charge(army_leader={"place": "attached here"}).extras == ()
        poltroon = {"rating": "poltroon", "place": "attached here"}
        assert [charge(die, army_leader=poltroon).total for die in (5, 6)] == [1, -1]


@pytest.mark.rule("VG-7A2a")
def test_a_poltroon_is_left_out_of_the_other_books_list_and_hinders() -> None:
    division = {"rank": "division", "rating": "poltroon", "place": "out of radius"}
    result = manoeuvre(leaders=[division, corps("poltroon", "out of radius")])
    assert (result.total, len(result.left_out)) == (-2, 2)


@pytest.mark.rule("VG-7A2b")
def test_an_attached_poltroon_rolls_in_manoeuvre_and_charge() -> None:
    leaders = [corps("poltroon", "attached here")]
    assert [manoeuvre(die, leaders=leaders).total for die in (1, 10)] == [1, -1]
    assert [charge(die, leaders=leaders).total for die in (1, 10)] == [1, -1]


RADIUS = [(3, 48), (2, 42), (0, 30), (-1, 24), (-3, 12)]


@pytest.mark.rule("VG-11D1")
@pytest.mark.rule("VG-11D2")
@pytest.mark.parametrize(("rating", "inches"), RADIUS)
def test_11D_six_inches_a_point(rating: int, inches: int) -> None:
    assert procedure("cw_to_ff.army_radius").run({"army_rating": rating}).result.inches == inches


@pytest.mark.rule("VG-11D3")
@pytest.mark.parametrize(
    ("rating", "used", "left", "chooser"),
    [(3, 0, 3, "owner"), (3, 3, 0, "nobody"), (-2, 1, 1, "opponent"), (0, 0, 0, "nobody"), (1, 5, 0, "nobody")],
)
def test_11D3_a_re_roll_a_point_and_who_chooses(rating: int, used: int, left: int, chooser: str) -> None:
    result = procedure("cw_to_ff.army_rerolls").run({"army_rating": rating, "used": used}).result
    assert (result.left, result.chooser) == (left, chooser)


def test_an_army_leader_off_the_table_re_rolls_nothing() -> None:
    inputs = {"army_rating": 2, "on_table": False}
    assert procedure("cw_to_ff.army_rerolls").run(inputs).result.left == 0
