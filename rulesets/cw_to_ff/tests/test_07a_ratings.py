"""7A and 7D2: ratings, poltroons, and brigades that start Worn."""

from fractions import Fraction
from typing import Any

import pytest

from rulesets.core.dice import ScriptedDice
from rulesets.core.errors import IllegalOrder
from rulesets.core.registry import procedure

LEADER, BRIGADE, POLTROON = (f"cw_to_ff.{n}" for n in ("leader_rating", "brigade_rating", "poltroon_effect"))


def rate(tactical: int, *dice: int, **more: Any) -> Any:
    return procedure(LEADER).run({"tactical": tactical, **more}, ScriptedDice(*dice)).result


def chance(tactical: int, rating: str) -> Any:
    return procedure(LEADER).odds({"tactical": tactical}).named().get(rating, 0)


@pytest.mark.rule("VG-7A1")
class Test_7A1:
    @pytest.mark.parametrize(("die", "rating"), [(5, "excellent"), (6, "average")])
    def test_plus_1_gives_an_even_chance_of_e(self, die: int, rating: str) -> None:
        assert rate(1, die).rating == rating
        assert chance(1, "excellent") == Fraction(1, 2)

    @pytest.mark.parametrize("tactical", [2, 3, 4])
    def test_plus_2_or_more_is_always_e(self, tactical: int) -> None:
        assert rate(tactical).rating == "excellent"

    def test_zero_is_average(self) -> None:
        assert rate(0).rating == "average"

    def test_invented_leader_is_average_without_a_roll(self) -> None:
        assert rate(2, from_counter=False).rating == "average"


@pytest.mark.rule("VG-7A2")
class Test_7A2:
    @pytest.mark.parametrize(("die", "rating"), [(5, "poltroon"), (6, "average")])
    def test_minus_1_gives_an_even_chance_of_p(self, die: int, rating: str) -> None:
        assert rate(-1, die).rating == rating
        assert chance(-1, "poltroon") == Fraction(1, 2)

    @pytest.mark.parametrize("tactical", [-2, -3, -4])
    def test_minus_2_or_less_is_always_p(self, tactical: int) -> None:
        assert rate(tactical).rating == "poltroon"


@pytest.mark.rule("VG-7A3")
class Test_7A3:
    @pytest.mark.parametrize(("die", "count"), [(1, 1), (3, 1), (4, 0), (10, 0)])
    def test_brigade_is_e_on_3_in_10(self, die: int, count: int) -> None:
        assert len(procedure(BRIGADE).run({}, ScriptedDice(die)).result.exceptional) == count

    def test_each_brigade_has_its_own_roll_and_number(self) -> None:
        outcome = procedure(BRIGADE).run({"brigades": 3, "first": 4, "side": "USA"}, ScriptedDice(1, 4, 2))
        assert outcome.result.exceptional == (4, 6)
        assert [t.subject for t in outcome.throws] == [("USA", f"brigade {n}") for n in (4, 5, 6)]

    def test_odds_are_a_product_of_independent_parts(self) -> None:
        odds = procedure(BRIGADE).odds({"brigades": 20})
        assert odds.parts is not None
        assert len(odds.parts) == 20
        assert odds.chances["0 of 20 brigades rated E"] == Fraction(7, 10) ** 20
        assert sum(odds.chances.values()) == 1


@pytest.mark.rule("VG-7B7")
class Test_7B7:
    def test_flank_force_is_rated_when_it_arrives(self) -> None:
        led = procedure(LEADER).run({"tactical": 1, "arrival_turn": 9}, ScriptedDice(5))
        brigades = procedure(BRIGADE).run({"arrival_turn": 9}, ScriptedDice(3))
        assert [outcome.throws[0].turn for outcome in (led, brigades)] == [9, 9]
        assert (led.result.turn, brigades.result.turn) == (9, 9)

    def test_leader_on_the_table_is_rated_before_turn_1(self) -> None:
        assert procedure(LEADER).run({"tactical": 1}, ScriptedDice(5)).throws[0].turn == 0


def poltroon(place: str, *dice: int, **more: Any) -> int:
    result: int = procedure(POLTROON).run({"place": place, **more}, ScriptedDice(*dice)).result.modifier
    return result


@pytest.mark.rule("VG-7A2a")
def test_7A2a_unattached_poltroon_hinders_outside_his_radius() -> None:
    assert poltroon("in radius") == 0
    assert poltroon("out of radius") == -1
    assert poltroon("out of radius", use="charge") == 0
    assert poltroon("out of radius", army_leader=True) == 0


@pytest.mark.rule("VG-7A2b")
class Test_7A2b:
    def test_attached_poltroon_hinders_the_rest_of_his_chain(self) -> None:
        assert poltroon("attached elsewhere") == -1
        assert poltroon("attached elsewhere", use="charge") == 0

    @pytest.mark.parametrize("use", ["manoeuvre", "charge"])
    @pytest.mark.parametrize(("die", "modifier"), [(5, 1), (6, -1)])
    def test_poltroons_own_brigade_rolls_at_each_use(self, use: str, die: int, modifier: int) -> None:
        assert poltroon("attached here", die, use=use) == modifier

    def test_each_use_has_its_own_key(self) -> None:
        inputs = {"place": "attached here", "side": "USA", "brigade": "1/1/I", "turn": 3}
        keys = {
            procedure(POLTROON).run({**inputs, "use": use}, ScriptedDice(1)).throws[0].subject
            for use in ("manoeuvre", "charge")
        }
        assert len(keys) == 2


@pytest.mark.rule("VG-7D2")
class Test_7D2:
    @pytest.mark.parametrize(
        ("triple", "worn"), [("10.8.6", "-.10.6"), ("8.6.4", "-.8.4"), ("7.5.3", "-.7.3"), ("2/1/-", "-.2.-")]
    )
    def test_demoralized_defenders_brigades_start_worn(self, triple: str, worn: str) -> None:
        result = procedure("cw_to_ff.worn_start").run({"triple": triple}).result
        assert (result.triple, result.status) == (worn, "Worn")

    @pytest.mark.parametrize("who", [{"defends": False}, {"demoralized": False}])
    def test_other_brigades_keep_their_triple(self, who: dict[str, bool]) -> None:
        assert procedure("cw_to_ff.worn_start").run({"triple": "8.6.4", **who}).result.triple == "8.6.4"

    def test_malformed_triple_is_refused(self) -> None:
        with pytest.raises(IllegalOrder, match=r"Triple: must fall .* unlike “8\.9\.4”"):
            procedure("cw_to_ff.worn_start").run({"triple": "8.9.4"})
