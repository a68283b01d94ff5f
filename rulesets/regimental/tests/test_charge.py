"""Charges: the reaction of the target, hand weapons, and combat modifiers."""

from fractions import Fraction
from typing import Any

import pytest

from rulesets.core.errors import IllegalOrder
from rulesets.core.registry import procedure
from rulesets.regimental.tests.helpers import carried_out, odds, result, said, switched

FORMED, MOUNTED = "formed infantry or dismounted cavalry", "mounted cavalry"
REACTIONS = ["hold and fire", "receive the charge", "counter-charge", "retire", "fall back"]
ALLOWED = {
    FORMED: {"hold and fire", "receive the charge"},
    MOUNTED: {"receive the charge", "counter-charge"},
    "unlimbered guns": {"hold and fire", "receive the charge"},
    "limbered guns": {"receive the charge", "retire"},
    "skirmishers": {"fall back"},
}
ROLLED = {"counter-charge", "retire"}
SOUTHERN = {"side": "CSA", "quality": "crack", "stands": 7}


def charged(troops: str = FORMED, reaction: str = "receive the charge", **target: Any) -> dict[str, Any]:
    return {"target": {"troops": troops, "reaction": reaction, **target}, "charger": {"stands": 4}}


@pytest.mark.rule("RG-CHARGE")
class Test_charge_reaction:
    @pytest.mark.parametrize("troops", ALLOWED)
    @pytest.mark.parametrize("reaction", REACTIONS)
    def test_each_target_has_its_reactions(self, troops: str, reaction: str) -> None:
        dice = [5] if reaction in ROLLED else []
        if reaction in ALLOWED[troops]:
            assert result("charge", charged(troops, reaction), *dice).reaction == reaction
        else:
            with pytest.raises(IllegalOrder, match=f"Target, reaction: {troops} may only "):
                result("charge", charged(troops, reaction), *dice)

    @pytest.mark.parametrize(("troops", "reaction"), [(MOUNTED, "counter-charge"), ("limbered guns", "retire")])
    @pytest.mark.parametrize("die", range(1, 11))
    def test_counter_charge_and_retreat_need_a_5(self, troops: str, reaction: str, die: int) -> None:
        done = result("charge", charged(troops, reaction), die).reaction
        assert done == (reaction if die >= 5 else "receive the charge")

    @pytest.mark.parametrize("troops", [FORMED, MOUNTED, "unlimbered guns", "limbered guns"])
    @pytest.mark.parametrize("reaction", REACTIONS)
    def test_disordered_target_only_receives_the_charge(self, troops: str, reaction: str) -> None:
        asked = charged(troops, reaction, disordered=True)
        if reaction == "receive the charge":
            assert said("charge", asked) == "target receives the charge"
        else:
            with pytest.raises(IllegalOrder, match=f"disordered {troops} may only receive the charge"):
                result("charge", asked)

    @pytest.mark.parametrize("disordered", [False, True])
    def test_skirmishers_fall_back_8_inches(self, *, disordered: bool) -> None:
        found = result("charge", charged("skirmishers", "fall back", disordered=disordered))
        assert (str(found), found.inches_back) == ("target falls back 8″", 8)

    def test_refusal_names_all_that_the_target_may_do(self) -> None:
        with pytest.raises(IllegalOrder, match="mounted cavalry may only receive the charge or counter-charge"):
            result("charge", charged(MOUNTED, "retire"))

    @pytest.mark.parametrize("reaction", ["hold and fire", "receive the charge"])
    def test_only_those_who_hold_fire(self, reaction: str) -> None:
        found = result("charge", charged(reaction=reaction))
        assert (found.fires, found.inches_back) == (reaction == "hold and fire", 0)

    def test_counter_charge_succeeds_six_times_in_ten(self) -> None:
        assert odds("charge", charged(MOUNTED, "counter-charge"))["target counter-charges"] == Fraction(6, 10)

    def test_list_is_marked_as_a_house_value(self) -> None:
        steps = carried_out("charge", charged(MOUNTED, "counter-charge"), 5).steps
        assert {step.mark for step in steps if step.table} == {"house"}


@pytest.mark.rule("RG-CHARGE")
class Test_hand_weapons:
    @pytest.mark.parametrize(
        ("party", "points"),
        [
            ({"side": "CSA", "quality": "crack", "stands": 7}, 3),
            ({"side": "CSA", "quality": "veteran", "stands": 6}, 3),
            ({"side": "CSA", "quality": "veteran", "stands": 1}, 0),
            ({"side": "CSA", "quality": "green", "stands": 7}, 0),
            ({"side": "USA", "quality": "crack", "stands": 7}, 0),
        ],
    )
    def test_crack_and_veteran_confederates_fire_half_a_point_a_stand(self, party: dict[str, Any], points: int) -> None:
        asked = {
            "target": {**party, "troops": MOUNTED},
            "charger": {**party, "troops": MOUNTED},
        }
        found = result("charge", asked)
        assert (found.target_hand_weapons, found.charger_hand_weapons) == (points, points)

    def test_troops_on_foot_have_none(self) -> None:
        found = result("charge", {"target": {**SOUTHERN, "troops": FORMED}, "charger": SOUTHERN})
        assert (found.target_hand_weapons, found.charger_hand_weapons) == (0, 0)

    def test_nothing_is_fired_without_contact(self) -> None:
        asked = charged("limbered guns", "retire")
        asked["charger"] = {**SOUTHERN, "troops": MOUNTED}
        assert result("charge", asked, 5).charger_hand_weapons == 0
        assert said("charge", asked, 4) == "target receives the charge; charger fires hand weapons for 3 fire points"

    def test_ruling_halves_them_again(self) -> None:
        asked = {**charged(), "charger": {**SOUTHERN, "troops": MOUNTED}}
        context = switched("R-326", "½ a stand, halved")
        assert result("charge", asked, context=context).charger_hand_weapons == 1


@pytest.mark.rule("RG-COMBMOD")
class Test_combat_modifiers:
    @pytest.mark.parametrize(
        ("inputs", "value", "mark"),
        [
            ({"commander": "exceptional"}, 1, "printed"),
            ({"commander": "weak"}, -1, "printed"),
            ({"cover": "light works"}, 1, "printed"),
            ({"cover": "breastworks"}, 2, "house"),
            ({"cover": "building"}, 2, "printed"),
            ({"uphill": True}, 1, "house"),
            ({"lying_down": True}, -1, "house"),
            ({"surprised": True}, -1, "printed"),
            ({"low_on_ammunition": True}, -1, "house"),
            ({"volley": True}, 1, "house"),
        ],
    )
    def test_each_modifier_counts_with_its_mark(self, inputs: dict[str, Any], value: int, mark: str) -> None:
        (extra,) = result("combat_modifiers", inputs).extras
        assert (extra.value, extra.mark) == (value, mark)

    def test_nothing_applies_by_default(self) -> None:
        assert said("combat_modifiers", {}) == "no modifiers"

    @pytest.mark.parametrize(
        "inputs", [{"cover": "light works"}, {"uphill": True}, {"lying_down": True}, {"surprised": True}]
    )
    def test_attacker_has_no_defense(self, inputs: dict[str, Any]) -> None:
        with pytest.raises(IllegalOrder, match="only the defender can be that"):
            result("combat_modifiers", {"role": "attacker", **inputs})

    def test_attacker_has_commander_ammunition_and_volley(self) -> None:
        asked = {"role": "attacker", "commander": "exceptional", "low_on_ammunition": True, "volley": True}
        assert result("combat_modifiers", asked).total == 1

    def test_ruling_that_the_list_is_for_maneuver_leaves_only_what_is_printed(self) -> None:
        asked = {"cover": "building", "surprised": True, "uphill": True, "volley": True, "low_on_ammunition": True}
        assert result("combat_modifiers", asked).total == 2
        found = result("combat_modifiers", asked, context=switched("R-327", "maneuver"))
        assert [extra.label for extra in found.extras] == ["defender in a building", "defender surprised"]

    def test_fire_and_fury_takes_them_as_they_are(self) -> None:
        extras = carried_out("combat_modifiers", {"cover": "building"}).to_json()["result"]["extras"]
        fight = {"attacker": {"stands": 6}, "defender": {"stands": 6}}
        charge = procedure("fire_and_fury.charge")
        held = charge.odds({**fight, "defender": {"stands": 6, "extras": extras}}).of(
            lambda end: end.attacker_lost > end.defender_lost
        )
        assert held > charge.odds(fight).of(lambda end: end.attacker_lost > end.defender_lost)
