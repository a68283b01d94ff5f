"""Facts 3.3: charge combat."""

from fractions import Fraction
from math import isclose
from typing import Any

import pytest

from rulesets.core.context import Context
from rulesets.core.errors import IllegalOrder, UnknownNumber
from rulesets.core.odds import Enumeration
from rulesets.core.registry import procedure
from rulesets.fire_and_fury.tests.helpers import carried_out, odds, result, switched, typed

LADDER = [
    (20, "swept from the field"),
    (7, "swept from the field"),
    (6, "driven back"),
    (4, "driven back"),
    (3, "hard pressed"),
    (1, "hard pressed"),
    (-1, "assault checked"),
    (-3, "assault checked"),
    (-4, "assault falters"),
    (-6, "assault falters"),
    (-7, "charge repulsed"),
    (-20, "charge repulsed"),
]
LOST = {
    "swept from the field": (0, 2),
    "driven back": (0, 1),
    "hard pressed": (0, 0),
    "assault checked": (0, 0),
    "assault falters": (1, 0),
    "charge repulsed": (2, 0),
}


def charging(attacker: dict[str, Any] | None = None, defender: dict[str, Any] | None = None) -> dict[str, Any]:
    return {"attacker": {"stands": 6, **(attacker or {})}, "defender": {"stands": 6, **(defender or {})}}


def edge(attacker: dict[str, Any] | None = None, defender: dict[str, Any] | None = None, **more: Any) -> int:
    """Read the attacker's modifiers less the defender's in the trace."""
    steps = carried_out("charge", charging(attacker, defender), *more.pop("dice", (10, 1)), **more).steps
    return int(next(step.out for step in steps if step.says.startswith("Modifiers: ")))


def by(value: int) -> list[dict[str, Any]]:
    """Return extra modifiers that add up to this."""
    part, sign = divmod(abs(value), 9), 1 if value > 0 else -1
    values = [9] * part[0] + ([part[1]] if part[1] else [])
    return [{"label": "as tested", "value": sign * each} for each in values]


class Test_3_3_ladder:
    @pytest.mark.parametrize(("difference", "clash"), LADDER)
    def test_every_edge_reads_its_row(self, difference: int, clash: str) -> None:
        found = result("charge", charging({"extras": by(difference)}), 5, 5)
        assert found.clash == clash
        assert (found.attacker_lost, found.defender_lost) == LOST[clash]

    def test_table_is_marked_reconstructed(self) -> None:
        marks = {step.table: step.mark for step in carried_out("charge", charging(), 6, 5).steps}
        assert marks["fire_and_fury.charge"] == "reconstructed"

    def test_even_score_costs_both_sides_a_stand_and_repeats(self) -> None:
        found = result("charge", charging(), 5, 5, 9, 9, 9, 4)
        assert str(found) == "driven back after 2 desperate struggles: attacker loses 2, defender 3"

    def test_struggle_ends_with_the_last_stand(self) -> None:
        assert str(result("charge", charging({"stands": 1}, {"stands": 1}), 5, 5)).startswith("both fought to the last")
        small = result("charge", charging({"stands": 1}, {"stands": 2, "extras": by(-2)}), 5, 5)
        assert (small.clash, small.attacker_lost, small.defender_lost) == ("attacker fought to the last stand", 1, 1)
        large = result("charge", charging({"stands": 2, "extras": by(-2)}, {"stands": 1}), 5, 5)
        assert (large.clash, large.defender) == ("defender fought to the last stand", "destroyed")

    def test_side_loses_no_more_stands_than_it_has(self) -> None:
        found = result("charge", charging({"extras": by(9)}, {"stands": 1}), 10, 1)
        assert found.defender_lost == 1

    def test_ruling_costs_more_beyond_a_difference_of_10(self) -> None:
        inputs = charging({"extras": by(4)})
        assert result("charge", inputs, 10, 1).defender_lost == 2
        option = switched("FF-R13", "a stand for each point over ten")
        assert result("charge", inputs, 10, 1, context=option).defender_lost == 5

    def test_march_column_cannot_charge(self) -> None:
        with pytest.raises(IllegalOrder, match="in march column cannot charge"):
            result("charge", charging({"march_column": True}), 5, 4)
        with pytest.raises(IllegalOrder):
            odds("charge", charging({"march_column": True}))


class Test_3_3_modifiers:
    @pytest.mark.parametrize(
        ("inputs", "value"),
        [
            ({"status": "Fresh"}, 2),
            ({"status": "Spent"}, -2),
            ({"leader": True}, 1),
            ({"favourable_ground": True}, 1),
            ({"disordered": True}, -2),
            ({"outflanked": True}, -2),
            ({"lost_to_fire": 3}, -3),
            ({"confederate": True}, 1),
            ({"confederate": True, "troops": "dismounted cavalry"}, 1),
            ({"confederate": True, "troops": "mounted cavalry"}, 0),
            ({"status": "Fresh", "troops": "battery"}, 0),
            ({"extras": [{"label": "poltroon attached", "value": -1, "cites": "VG-7A2b"}]}, -1),
        ],
    )
    def test_each_modifier_counts_for_either_side(self, inputs: dict[str, Any], value: int) -> None:
        assert edge(attacker=inputs) == value
        assert edge(defender=inputs, dice=(1, 10)) == -value

    def test_breakthrough_helps_only_the_attacker(self) -> None:
        assert edge({"breakthrough": True}) == 1
        with pytest.raises(IllegalOrder, match="unknown field “breakthrough”"):
            edge(defender={"breakthrough": True})

    def test_ruling_gives_confederates_the_bonus_only_when_charging(self) -> None:
        option = switched("FF-R11", "charging only")
        assert edge({"confederate": True}, context=option) == 1
        assert edge(defender={"confederate": True}, context=option) == 0

    @pytest.mark.parametrize(
        ("own", "enemy", "value"),
        [(6, 8, 0), (6, 9, -1), (6, 11, -1), (6, 12, -2), (6, 17, -2), (6, 18, -3), (1, 40, -3), (6, 6, 0), (2, 3, -1)],
    )
    def test_outnumbered_side_has_the_modifier_of_its_odds(self, own: int, enemy: int, value: int) -> None:
        assert edge({"stands": own}, {"stands": enemy}) == value
        assert edge({"stands": enemy}, {"stands": own}) == -value

    def test_triple_gives_a_state_that_a_struggle_can_change(self) -> None:
        """8.6.4 at 7 is Fresh; a stand lost makes it Worn."""
        steps = carried_out("charge", charging({"stands": 7, "triple": "8.6.4"}, {"stands": 7}), 3, 5, 9, 1).steps
        states = [step.says for step in steps if step.table == "fire_and_fury.status_modifier"]
        assert [says for says in states if "Attacker" in says] == ["Attacker Fresh: +2.", "Attacker Worn: 0."]

    def test_stands_above_the_triple_are_refused(self) -> None:
        with pytest.raises(IllegalOrder, match=r"must be 8 or less for 8\.6\.4, not 9") as refused:
            edge({"stands": 9, "triple": "8.6.4"})
        assert refused.value.field == "attacker.stands"


class Test_3_3_unknown_cells:
    def test_support_is_unknown_until_entered(self) -> None:
        with pytest.raises(
            UnknownNumber, match=r"supported: this number is unknown\. The umpire enters it \(FF-Charge combat\)\."
        ):
            edge({"supported": True})
        with pytest.raises(UnknownNumber):
            odds("charge", charging({"supported": True}))
        club = Context.of([typed("charge_modifiers", "supported", "", 1)])
        assert edge({"supported": True}, context=club) == 1

    def test_outflanked_side_loses_support(self) -> None:
        assert edge({"supported": True, "outflanked": True}) == -2


class Test_3_3_odds:
    def test_odds_of_one_round_match_a_hand_count(self) -> None:
        """With 1 stand each, 10 of 100 rolls are even, 6 are +7 or more, and so on."""
        assert odds("charge", charging({"stands": 1}, {"stands": 1})) == {
            "swept from the field: attacker loses 0, defender 1": Fraction(6, 100),
            "driven back: attacker loses 0, defender 1": Fraction(15, 100),
            "hard pressed: attacker loses 0, defender 0": Fraction(24, 100),
            "both fought to the last stand after 1 desperate struggle: attacker loses 1, defender 1": Fraction(10, 100),
            "assault checked: attacker loses 0, defender 0": Fraction(24, 100),
            "assault falters: attacker loses 1, defender 0": Fraction(15, 100),
            "charge repulsed: attacker loses 1, defender 0": Fraction(6, 100),
        }

    @pytest.mark.parametrize("triple", ["8.6.4", ""])
    def test_odds_match_the_enumeration_of_two_rounds(self, triple: str) -> None:
        """Run the rule itself on every result of all dice."""
        inputs = charging({"stands": 2, "extras": by(1)}, {"stands": 2, "triple": triple})
        charge = procedure("fire_and_fury.charge")
        every_face = Enumeration(leaves=2000).distribution(charge, charge.read(inputs), Context(), exact=True)
        assert charge.odds(inputs).chances == every_face.chances

    def test_odds_of_the_largest_fight_add_up_to_one(self) -> None:
        inputs = charging({"stands": 40}, {"stands": 40})
        exact = procedure("fire_and_fury.charge").odds(inputs).chances
        floats = procedure("fire_and_fury.charge").odds(inputs, exact=False).chances
        assert sum(exact.values()) == 1
        assert all(isclose(floats[end], chance, abs_tol=1e-12) for end, chance in exact.items())


def test_3_3_rolls_are_keyed_by_brigades_and_turn() -> None:
    inputs = {**charging({"name": "Pickett"}, {"name": "Webb"}), "side": "CSA", "turn": 20}
    throws = carried_out("charge", inputs, 5, 5, 6, 5).throws
    assert [(t.subject, t.turn, t.k) for t in throws] == [
        (("CSA", "Pickett", "Webb", "attacker"), 20, 0),
        (("CSA", "Pickett", "Webb", "defender"), 20, 0),
        (("CSA", "Pickett", "Webb", "attacker"), 20, 1),
        (("CSA", "Pickett", "Webb", "defender"), 20, 1),
    ]


def test_result_is_read_from_the_table_with_house_numbers() -> None:
    own = Context.of([typed("charge_effect", "charge repulsed", "attacker's stands", 3)])
    steps = carried_out("charge", charging(), 1, 10, context=own).steps
    here = [step for step in steps if step.table == "fire_and_fury.charge_effect"]
    read = {step.cell: (step.out, step.override) for step in here if step.cell}
    assert read["charge repulsed", "attacker's stands"] == (3, "The club's book")
    assert {column for _, column in read} == {"attacker's stands", "defender's stands", "attacker", "defender"}
