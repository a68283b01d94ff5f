"""Melee: the table, its modifiers, and what the difference does."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesets.core.context import Context
from rulesets.core.errors import IllegalOrder
from rulesets.core.odds import Enumeration
from rulesets.core.registry import procedure
from rulesets.napoleonic_fury.state import CAVALRY, INFANTRY
from rulesets.napoleonic_fury.tests.helpers import (
    EARLY,
    LATE,
    TWO_DICE,
    carried_out,
    out_of,
    result,
    said,
    switched,
)

Inputs = dict[str, Any]
PLAIN = {"nation": "Spain", "stands": 6}  # infantry in line, Worn: no modifier against infantry
HORSE = {"troops": "light cavalry"}
# difference: result, attacker's stands, defender's
LADDER = [
    (14, "swept from the field", 0, 6),
    (12, "swept from the field", 0, 4),
    (11, "swept from the field", 0, 3),
    (10, "swept from the field", 0, 2),
    (7, "swept from the field", 0, 2),
    (6, "driven back", 0, 1),
    (4, "driven back", 0, 1),
    (3, "hard pressed", 0, 0),
    (1, "hard pressed", 0, 0),
    (-1, "assault checked", 0, 0),
    (-3, "assault checked", 0, 0),
    (-4, "assault falters", 1, 0),
    (-6, "assault falters", 1, 0),
    (-7, "charge repulsed", 2, 0),
    (-10, "charge repulsed", 2, 0),
    (-11, "charge repulsed", 3, 0),
    (-14, "charge repulsed", 6, 0),
]
# difference: what the attacker and the defender do
DOES = {
    7: (
        "breaks through, and must charge on half a move at the nearest enemy",
        "retreats a full move, 9″",
    ),
    4: ("takes the position, or may charge on half a move at the nearest enemy", "retreats a full move, 9″"),
    1: ("takes the position", "retreats 3″"),
    -1: ("falls back 3″", "holds"),
    -4: ("retreats a full move, 9″", "holds"),
    -7: ("retreats a full move, 9″", "holds"),
}
BATTERY = {7: "captured", 4: "silenced and damaged", 1: "silenced, withdraws 8″", -1: "none", -7: "none"}


def fight(attacker: Inputs | None = None, defender: Inputs | None = None, **more: Any) -> Inputs:
    return {"attacker": PLAIN | (attacker or {}), "defender": PLAIN | (defender or {}), **more}


def dice_for(difference: int) -> tuple[int, ...]:
    """Return the attacker's and the defender's dice for a difference from -10 to 10."""
    attacker = max(2, min(12, 7 + difference))
    return *TWO_DICE[attacker], *TWO_DICE[attacker - difference]


def fought(difference: int, attacker: Inputs | None = None, defender: Inputs | None = None, **more: Any) -> Any:
    """Fight a melee that ends with this difference, whatever the modifiers."""
    context = {"context": more.pop("context")} if "context" in more else {}
    inputs = fight(attacker, defender, **more)
    rolled = difference - edge(attacker, defender, **more, **context)
    return result("melee", inputs, *dice_for(rolled), **context)


def edge(attacker: Inputs | None = None, defender: Inputs | None = None, **more: Any) -> int:
    """Return the attacker's modifiers less the defender's, as the first round of the trace has them."""
    context = {"context": more.pop("context")} if "context" in more else {}
    outcome = carried_out("melee", fight(attacker, defender, **more), *(6, 6, 1, 1) * 3, **context)
    return int(out_of(outcome, "Modifiers: "))


@pytest.mark.rule("NF-MELEE")
class Test_ladder:
    @pytest.mark.parametrize(("difference", "clash", "attacker", "defender"), LADDER)
    def test_every_edge_reads_its_row(self, difference: int, clash: str, attacker: int, defender: int) -> None:
        helps = {"leader": "attached, worth +2", "status": "Fresh"}  # +4
        strong = (helps, {}) if difference > 0 else ({}, helps)
        found = fought(difference, *strong)
        assert (found.clash, found.attacker.lost, found.defender.lost) == (clash, attacker, defender)

    @pytest.mark.parametrize("difference", DOES)
    def test_every_result_says_what_both_do(self, difference: int) -> None:
        found = fought(difference)
        assert (found.attacker.does, found.defender.does) == DOES[difference]
        assert found.attacker.disordered == (difference < 0)
        assert found.defender.disordered == (difference > 0)

    @pytest.mark.parametrize("difference", [7, 4, 1, -1, -4, -7])
    def test_leader_is_captured_only_where_the_table_says_so(self, difference: int) -> None:
        attached = {"leader": "attached"}
        whose = {7: "defender's", -7: "attacker's"}.get(difference, "none")
        assert fought(difference, attached, attached).captured_leader == whose
        commander = {"leader": "exceptional brigade commander"}
        assert fought(difference, commander, commander).captured_leader == "none"

    @pytest.mark.parametrize("difference", BATTERY)
    def test_battery_beside_the_defender_shares_its_fate(self, difference: int) -> None:
        assert fought(difference, {}, {"battery_with_it": True}).battery == BATTERY[difference]
        assert fought(difference).battery == "none"

    @pytest.mark.parametrize(
        ("difference", "does"),
        [
            (7, "is captured"),
            (4, "retreats a full move, 12″"),
            (1, "is silenced, withdraws 8″"),
            (-1, "holds"),
        ],
    )
    def test_battery_alone_has_its_own_results(self, difference: int, does: str) -> None:
        found = fought(difference, {}, {"troops": "horse battery", "stands": 1, "nation": "France"})
        assert (found.defender.does, found.defender.lost, found.defender.disordered) == (does, 0, False)
        assert found.battery == BATTERY[difference]

    def test_side_loses_no_more_than_it_has(self) -> None:
        found = fought(9, {}, {"stands": 1})
        assert (found.defender.lost, found.defender.does) == (1, "is destroyed")


@pytest.mark.rule("NF-MELEE")
class Test_struggle:
    def test_even_score_costs_both_a_stand_disorders_them_and_repeats(self) -> None:
        outcome = carried_out("melee", fight(), 3, 4, 4, 3, 6, 6, 2, 3)
        assert str(outcome.result) == "swept from the field after 1 desperate struggle: attacker loses 1, defender 3"
        assert outcome.result.attacker.disordered

    def test_disorder_and_lost_stands_count_in_the_next_round(self) -> None:
        """Only the side that was in good order becomes worse by the disorder."""
        outcome = carried_out("melee", fight({"disordered": True}), 6, 6, 5, 5, 6, 4, 2, 3)
        edges = [step.out for step in outcome.steps if step.says.startswith("Modifiers: ")]
        assert edges == [-2, 0]
        said = [step.says for step in outcome.steps]
        assert "Defender, disordered: −2." in said
        assert said.count("Attacker, each stand lost this phase: −1.") == 1

    def test_numbers_and_states_are_checked_again(self) -> None:
        """6/4/2 at 5 is Fresh, and Worn at 4; 4 against 6 is 2 to 3."""
        inputs = fight({"stands": 5, "triple": "6/4/2"}, {"stands": 7})
        outcome = carried_out("melee", inputs, 3, 4, 4, 5, 6, 6, 1, 1)
        says = [step.says for step in outcome.steps if step.says.startswith("Attacker")]
        assert "Attacker, Fresh: +2." in says
        assert says.count("Attacker, Fresh: +2.") == 1
        assert "Attacker outnumbered 3 to 2: −1." in says

    def test_struggle_ends_with_the_last_stand(self) -> None:
        one = {"stands": 1}
        assert said("melee", fight(one, one), 3, 4, 3, 4).startswith("both fought to the last stand")
        small = result("melee", fight(one, {"stands": 2}), 6, 6, 5, 5)
        assert (small.clash, small.attacker.does) == ("attacker fought to the last stand", "is destroyed")
        large = result("melee", fight({"stands": 2}, one), 5, 5, 6, 6)
        assert (large.clash, large.defender.does) == ("defender fought to the last stand", "is destroyed")

    def test_stands_lost_before_count_only_as_a_modifier(self) -> None:
        found = fought(-7, {"lost_this_phase": 2})
        assert found.attacker.lost == 2


@pytest.mark.rule("NF-MELEEMOD")
class Test_modifiers:
    @pytest.mark.parametrize(
        ("inputs", "value"),
        [
            ({"leader": "attached"}, 1),
            ({"leader": "exceptional brigade commander"}, 1),
            ({"leader": "attached, worth +2"}, 2),
            ({"status": "Fresh"}, 2),
            ({"status": "Spent"}, -2),
            ({"triple": "8/6/4"}, 0),
            ({"triple": "8/4/2"}, 2),
            ({"triple": "8/7/6"}, -2),
            ({"disordered": True}, -2),
            ({"elite": "grenadiers"}, 2),
            ({"elite": "guard"}, 2),
            ({"elite": "French Old Guard", "nation": "France"}, 3),
            ({"troops": "Landwehr"}, -1),
            ({"troops": "militia infantry"}, -1),
            ({"troops": "guerrillas"}, -1),
            ({"troops": "light infantry"}, 0),
            ({"formation": "square"}, -2),
            ({"lost_this_phase": 3}, -3),
            ({"outflanked": True}, -2),
            ({"nation": "France", "formation": "column"}, 2),
            ({"nation": "France", "formation": "line"}, 0),
            ({"nation": "France", "formation": "march column"}, 0),
            ({"nation": "Britain", "formation": "line"}, 1),
            ({"nation": "Britain", "formation": "column"}, 0),
            ({"nation": "Austria", "formation": "column"}, 1),
            ({"nation": "Ottoman Empire", "formation": "column"}, 1),
            ({"nation": "Ottoman Empire", "formation": "square"}, -1),
            ({"nation": "another minor", "formation": "column"}, 1),
        ],
    )
    def test_each_counts_for_either_side(self, inputs: Inputs, value: int) -> None:
        assert edge(inputs) == value
        assert edge({}, inputs) == -value

    @pytest.mark.parametrize(
        ("own", "enemy", "value"),
        [(6, 8, 0), (6, 9, -1), (6, 11, -1), (6, 12, -2), (6, 17, -2), (6, 18, -3), (1, 40, -3), (6, 6, 0), (2, 3, -1)],
    )
    def test_outnumbered_side_has_the_modifier_of_its_odds(self, own: int, enemy: int, value: int) -> None:
        assert edge({"stands": own}, {"stands": enemy}) == value
        assert edge({"stands": enemy}, {"stands": own}) == -value

    @pytest.mark.parametrize(
        ("position", "value"),
        [
            *((each, 1) for each in ("forest", "higher ground", "hedge", "wall", "ford")),
            *((each, 2) for each in ("sunken road", "trench", "town")),
            *((each, 3) for each in ("breastworks", "fortified town")),
        ],
    )
    def test_position_helps_the_defender(self, position: str, value: int) -> None:
        assert edge({}, {"positions": [position]}) == -value

    def test_best_position_counts_or_by_a_ruling_all_lines(self) -> None:
        strong = {"positions": ["hedge", "wall", "trench"]}
        assert edge({}, strong) == -2
        assert edge({}, strong, context=switched("R-137", "all lines count")) == -3

    def test_breakthrough_helps_only_the_attacker(self) -> None:
        assert edge({"breakthrough": True}) == 1
        with pytest.raises(IllegalOrder, match="unknown field “breakthrough”"):
            edge({}, {"breakthrough": True})

    def test_ruling_adds_the_guard_to_the_old_guard(self) -> None:
        old = {"elite": "French Old Guard", "nation": "France"}
        assert edge(old, context=switched("R-141", "no, on top of it")) == 5
        assert edge({"elite": "guard"}, context=switched("R-141", "no, on top of it")) == 2

    @pytest.mark.parametrize(("year", "value"), [(EARLY, 0), (LATE, 1)])
    def test_prussians_learn_the_column_in_1809(self, year: int, value: int) -> None:
        assert edge({"nation": "Prussia", "formation": "column"}, year=year) == value

    @pytest.mark.parametrize(
        ("defender", "value"),
        [
            ({}, 1),
            ({"elite": "guard"}, 3),
            ({"formation": "column"}, 0),
            ({"troops": "light infantry"}, 0),
            ({"troops": "Landwehr"}, -1),
        ],
    )
    def test_russian_line_is_steady_in_defense_against_infantry(self, defender: Inputs, value: int) -> None:
        assert edge({}, {"nation": "Russia"} | defender) == -value

    def test_russian_line_has_nothing_in_attack(self) -> None:
        assert edge({"nation": "Russia"}) == 0


@pytest.mark.rule("NF-MELEEMOD")
class Test_cavalry_and_squares:
    @pytest.mark.parametrize(
        ("attacker", "value"),
        [
            ({"formation": "column"}, 2),
            ({"formation": "line"}, 3),
            ({"formation": "column", "troops": "heavy cavalry"}, 3),
            ({"formation": "column", "troops": "heavy cavalry", "armored": True}, 4),
            ({"formation": "column", "elite": "guard"}, 3),
            ({"formation": "line", "troops": "heavy cavalry", "armored": True, "elite": "guard"}, 6),
            ({"formation": "column", "troops": "Cossacks"}, 1),
            ({"formation": "column", "troops": "militia cavalry"}, 1),
        ],
    )
    def test_each_counts_for_cavalry(self, attacker: Inputs, value: int) -> None:
        """The defender is light cavalry that stands: +2."""
        assert edge(HORSE | attacker, HORSE) == value - 2

    def test_defender_charges_in_line_only_if_it_countercharges(self) -> None:
        column = HORSE | {"formation": "column"}
        assert edge(column, HORSE) == 0
        assert edge(column, HORSE | {"countercharges": True}) == -1
        assert edge(column, column | {"countercharges": True}) == 0

    def test_infantry_has_no_national_modifier_against_cavalry(self) -> None:
        """+3 for the cavalry, and −2 for infantry without cover or square."""
        for nation, formation in (("France", "column"), ("Britain", "line"), ("Ottoman Empire", "line")):
            assert edge(HORSE, {"nation": nation, "formation": formation}) == 5

    def test_square_and_cavalry_are_8_apart(self) -> None:
        assert edge(HORSE, {"formation": "square"}) == 3 - 8

    @pytest.mark.rule("NF-PASSDIS")
    def test_infantry_without_square_or_cover_suffers_from_any_cavalry(self) -> None:
        with_horse = {"cavalry_too": True}
        assert edge(with_horse) == 2
        assert edge(with_horse, {"formation": "square"}) == 2  # square against infantry
        assert edge(with_horse, {"positions": ["wall"]}) == -1
        assert edge({}, with_horse) == -2

    @pytest.mark.parametrize(
        ("position", "worth", "is_cover"),
        [("higher ground", 1, False), ("ford", 1, False), ("hedge", 1, True), ("town", 2, True)],
    )
    def test_height_and_ford_are_no_cover_against_cavalry(self, position: str, worth: int, *, is_cover: bool) -> None:
        """By a ruling all positions are cover."""
        line = {"positions": [position]}
        assert edge(HORSE, line) == 3 - worth + (0 if is_cover else 2)
        assert edge(HORSE, line, context=switched("R-144", "yes")) == 3 - worth

    @pytest.mark.rule("NF-CHARGEWOODS")
    def test_cavalry_in_or_into_woods_has_minus_4(self) -> None:
        forest = {"positions": ["forest"]}
        assert edge(HORSE, forest) == 3 - 4 - 1
        assert edge({}, HORSE | forest) == -2 + 2 - (2 - 4 + 1) - 2

    @pytest.mark.rule("NF-CHARGEWOODS")
    def test_charge_in_woods_is_refused(self) -> None:
        with pytest.raises(IllegalOrder, match="Attacker, troops: Cavalry may not charge in woods"):
            edge(HORSE | {"crosses_woods": True})
        heavy = {"troops": "heavy cavalry"}
        with pytest.raises(IllegalOrder, match="Heavy cavalry may not enter woods"):
            edge(heavy, {"positions": ["forest"]})
        assert edge(heavy, {"positions": ["forest"]}, context=switched("R-131", "yes, up to their edge")) == 4 - 4 - 1


@pytest.mark.rule("NF-SQLOSS")
class Test_cavalry_against_a_square:
    SQUARE = {"formation": "square"}

    @pytest.mark.parametrize(("difference", "lost"), [(-7, 1), (-12, 1), (-4, 1), (-1, 0)])
    def test_cavalry_loses_1_stand_at_most(self, difference: int, lost: int) -> None:
        assert fought(difference, HORSE, self.SQUARE).attacker.lost == lost

    def test_it_loses_1_stand_in_all_rounds_of_a_struggle(self) -> None:
        """The edge is −5, then −2 for disorder on both sides and −1 each; later only the square loses stands."""
        outcome = carried_out("melee", fight(HORSE, self.SQUARE), 6, 6, 3, 4, 6, 6, 3, 4, 1, 1, 6, 6)
        assert outcome.result.struggles == 2
        assert (outcome.result.attacker.lost, outcome.result.defender.lost) == (1, 2)

    def test_square_defends_against_infantry_with_full_losses_of_the_attacker(self) -> None:
        assert fought(-7, {}, self.SQUARE).attacker.lost == 2

    def test_cavalry_that_is_attacked_by_a_square_loses_1_stand(self) -> None:
        assert fought(7, self.SQUARE, HORSE).defender.lost == 1


@pytest.mark.rule("NF-MELEEREACT")
class Test_after_the_melee:
    @pytest.mark.parametrize("difference", [4, 7])
    def test_reacting_cavalry_holds_or_withdraws_6_inches(self, difference: int) -> None:
        found = fought(difference, HORSE | {"reacting": True}, HORSE)
        assert found.attacker.does == "holds its ground or withdraws 6″, with a free facing change"
        assert not found.attacker.disordered

    def test_reacting_cavalry_that_presses_takes_the_position(self) -> None:
        assert fought(1, HORSE | {"reacting": True}, HORSE).attacker.does == "takes the position"

    def test_cavalry_that_drives_back_may_pull_back(self) -> None:
        says = "takes the position, or may charge on half a move at the nearest enemy or pull back half a move"
        assert fought(4, HORSE, HORSE).attacker.does == says

    def test_cavalry_that_presses_is_disordered(self) -> None:
        assert fought(1, HORSE).attacker.disordered
        assert not fought(1).attacker.disordered
        assert not fought(4, HORSE).attacker.disordered

    def test_defending_cavalry_that_checks_is_disordered(self) -> None:
        assert fought(-1, HORSE, HORSE).defender.disordered
        assert not fought(-4, HORSE, HORSE).defender.disordered
        assert not fought(-1).defender.disordered

    @pytest.mark.parametrize(
        ("nation", "year", "inches"), [("France", EARLY, 12), ("Austria", EARLY, 9), ("Austria", LATE, 11)]
    )
    @pytest.mark.parametrize("formation", ["line", "column", "square"])
    def test_infantry_retreats_like_a_column(self, nation: str, year: int, inches: int, formation: str) -> None:
        beaten = {"nation": nation, "formation": formation}
        assert fought(4, {}, beaten, year=year).defender.does == f"retreats a full move, {inches}″"

    @pytest.mark.parametrize("position", ["town", "fortified town"])
    def test_infantry_that_enters_a_town_is_disordered(self, position: str) -> None:
        assert fought(4, {}, {"positions": [position]}).attacker.disordered
        assert not fought(4, HORSE, {"positions": [position]}).attacker.disordered
        assert not fought(-4, {}, {"positions": [position]}).defender.disordered

    @pytest.mark.parametrize(("troops", "disordered"), [("line infantry", True), ("light infantry", False)])
    def test_woods_disorder_both_sides_but_light_infantry(self, troops: str, *, disordered: bool) -> None:
        arm = {"troops": troops}
        assert fought(4, arm, {"positions": ["forest"]}).attacker.disordered == disordered
        assert fought(-4, {}, arm | {"positions": ["forest"]}).defender.disordered == disordered
        assert fought(4, arm | {"crosses_woods": True}).attacker.disordered == disordered


@pytest.mark.rule("NF-BRITCAV")
class Test_british_cavalry:
    BRITISH = HORSE | {"nation": "Britain"}

    def test_it_must_charge_on(self) -> None:
        says = "takes the position, and must charge on half a move at the nearest enemy"
        assert fought(4, self.BRITISH, HORSE).attacker.does == says
        assert "may charge on" in fought(4, self.BRITISH | {"german_legion": True}, HORSE).attacker.does
        assert "may charge on" in fought(4, {"nation": "Britain"}).attacker.does

    def test_ruling_asks_for_a_breakthrough(self) -> None:
        option = switched("R-146", "only when it breaks through")
        assert "may charge on" in fought(4, self.BRITISH, HORSE, context=option).attacker.does
        assert "must charge on" in fought(7, self.BRITISH, HORSE, context=option).attacker.does

    @pytest.mark.parametrize("difference", [7, 4, 1, -1, -4, -7])
    def test_second_melee_disorders_it_whatever_the_result(self, difference: int) -> None:
        second = {"breakthrough": True}
        assert fought(difference, self.BRITISH | second, HORSE).attacker.disordered
        legion = fought(difference, self.BRITISH | second | {"german_legion": True}, HORSE)
        assert legion.attacker.disordered == (difference not in (4, 7))

    def test_reacting_it_may_not_charge_on(self) -> None:
        assert "holds its ground" in fought(7, self.BRITISH | {"reacting": True}, HORSE).attacker.does


@pytest.mark.rule("NF-MELEE")
@pytest.mark.parametrize(
    ("attacker", "defender", "refused"),
    [
        ({"reacting": True}, {}, "Attacker, reacting cavalry: only cavalry can react"),
        (HORSE | {"reacting": True, "breakthrough": True}, {}, "reacting cavalry cannot break through"),
        ({"german_legion": True}, {}, "Attacker, in the King's German Legion: only British cavalry has this"),
        ({}, {"countercharges": True}, "only cavalry that cavalry charges can countercharge"),
        ({}, HORSE | {"countercharges": True}, "only cavalry that cavalry charges can countercharge"),
        ({}, {"troops": "heavy battery", "battery_with_it": True}, "the defender itself is a battery"),
        ({"armored": True}, {}, "Attacker, armored cavalry: only cavalry is armored"),
        ({"elite": "French Old Guard"}, {}, "only French infantry can be Old Guard"),
        ({}, HORSE | {"elite": "grenadiers"}, "Defender, elite: only infantry can be grenadiers"),
        (HORSE | {"formation": "square"}, {}, "only infantry can form square"),
        ({"triple": "5/4/2"}, {}, "Attacker, stands in the melee: must be 5 or less for 5/4/2, not 6"),
        ({}, {"triple": "5/6"}, "Defender, three numbers: must be three numbers or dashes"),
        ({"troops": "horse battery"}, {}, "Attacker, troops: must be"),
    ],
)
def test_impossible_sides_are_refused_for_a_result_and_for_odds(
    attacker: Inputs, defender: Inputs, refused: str
) -> None:
    with pytest.raises(IllegalOrder, match=refused):
        edge(attacker, defender)
    with pytest.raises(IllegalOrder, match=refused):
        procedure("napoleonic_fury.melee").odds(fight(attacker, defender))
    assert edge() == 0


# A second reading of the modifiers, line by line as the book lists them

COVERS = ("forest", "hedge", "wall", "sunken road", "trench", "town", "breastworks", "fortified town")
LINE_OF = {"forest": 1, "higher ground": 1, "hedge": 1, "wall": 1, "ford": 1, "sunken road": 2, "trench": 2, "town": 2}


def _rides(side: Inputs) -> bool:
    return side["troops"] in CAVALRY


def expected_modifier(side: Inputs, enemy: Inputs, positions: list[str], *, attacks: bool) -> int:
    """Add up what the book lists, for a first round."""
    horse, enemy_horse = _rides(side), _rides(enemy)
    foot, square = not horse, side["formation"] == "square"
    is_guard = side["elite"] == "guard"
    covered = not attacks and any(position in COVERS for position in positions)
    total = {"Fresh": 2, "Worn": 0, "Spent": -2}[side["status"]]
    total += {"none": 0, "exceptional brigade commander": 1, "attached": 1, "attached, worth +2": 2}[side["leader"]]
    total += 2 * horse + (horse and attacks and side["formation"] == "line") + (side["troops"] == "heavy cavalry")
    total += is_guard * (1 if horse else 2)
    total += 0 if attacks else max([LINE_OF.get(position, 3) for position in positions], default=0)
    total += 4 * (foot and square and enemy_horse) - 2 * (foot and square and not enemy_horse)
    total -= 2 * side["disordered"] + 2 * side["outflanked"] + side["lost_this_phase"]
    total -= 2 * (foot and not square and not covered and enemy_horse)
    total -= side["troops"] in ("Cossacks", "militia cavalry", "Landwehr", "militia infantry", "guerrillas")
    total -= 4 * (horse and enemy["formation"] == "square") + 4 * (horse and "forest" in positions)
    ratio = Fraction(enemy["stands"], side["stands"])
    total -= 3 if ratio >= 3 else 2 if ratio >= 2 else 1 if ratio >= Fraction(3, 2) else 0
    return int(total + (_by_nation(side, attacks=attacks) if foot and not enemy_horse else 0))


def _by_nation(side: Inputs, *, attacks: bool) -> int:
    column, line = side["formation"] == "column", side["formation"] == "line"
    steady = line and not attacks and side["troops"] == "line infantry"
    worth = {"France": 2 * column, "Britain": line, "Ottoman Empire": 1, "Russia": steady, "Spain": 0}
    return int(worth[side["nation"]])


def a_side(troops: tuple[str, ...]) -> st.SearchStrategy[Inputs]:
    return st.fixed_dictionaries(
        {
            "nation": st.sampled_from(["France", "Britain", "Ottoman Empire", "Russia", "Spain"]),
            "troops": st.sampled_from(troops).map(str),
            "stands": st.integers(1, 12),
            "formation": st.sampled_from(["line", "column", "march column", "square"]),
            "status": st.sampled_from(["Fresh", "Worn", "Spent"]),
            "leader": st.sampled_from(["none", "exceptional brigade commander", "attached", "attached, worth +2"]),
            "elite": st.sampled_from(["none", "guard"]),
            "disordered": st.booleans(),
            "outflanked": st.booleans(),
            "lost_this_phase": st.integers(0, 3),
        }
    ).filter(lambda side: not (side["formation"] == "square" and _rides(side)))


ANY = a_side((*INFANTRY, *CAVALRY))
NO_HEAVY = a_side((*INFANTRY, "light cavalry", "Cossacks", "militia cavalry"))
POSITIONS = st.lists(st.sampled_from([*COVERS, "higher ground", "ford"]), max_size=3, unique=True)


@settings(max_examples=300)
@given(NO_HEAVY, ANY, POSITIONS)
@pytest.mark.rule("NF-MELEEMOD")
def test_modifiers_match_a_second_reading_of_the_book(attacker: Inputs, defender: Inputs, positions: list[str]) -> None:
    inputs = {"attacker": attacker, "defender": defender | {"positions": positions}}
    outcome = carried_out("melee", inputs, *(6, 6, 1, 1) * 12)
    numbers = dict(next(step.numbers for step in outcome.steps if step.says.startswith("Modifiers: ")))
    assert numbers == {
        "attacker": expected_modifier(attacker, defender, positions, attacks=True),
        "defender": expected_modifier(defender, attacker, positions, attacks=False),
    }


@pytest.mark.rule("NF-MELEE")
@pytest.mark.parametrize("attacker", [{"status": "Fresh", "stands": 1}, {"nation": "Britain", **HORSE, "stands": 1}])
def test_odds_match_the_rule_itself_on_every_result_of_the_dice(attacker: Inputs) -> None:
    melee, inputs = procedure("napoleonic_fury.melee"), fight(attacker, {"stands": 1})
    every = Enumeration(leaves=1296).distribution(melee, melee.read(inputs), Context(), exact=True)
    assert melee.odds(inputs).chances == every.chances


def test_odds_of_the_largest_melee_add_up_to_one() -> None:
    inputs = fight({"stands": 40}, {"stands": 40})
    exact = procedure("napoleonic_fury.melee").odds(inputs).chances
    floats = procedure("napoleonic_fury.melee").odds(inputs, exact=False).chances
    assert sum(exact.values()) == 1
    assert max(abs(floats[end] - chance) for end, chance in exact.items()) <= 1e-12


@pytest.mark.rule("NF-MELEE")
def test_rolls_are_keyed_by_units_and_turn() -> None:
    inputs = fight({"name": "Ney"}, {"name": "Picton"}, side="French", turn=20)
    throws = carried_out("melee", inputs, 3, 4, 4, 3, 6, 6, 1, 1).throws
    assert [(t.rule, t.subject, t.turn, t.k) for t in throws] == [
        ("NF-MELEE", ("French", "Ney", "Picton", who), 20, k) for k in (0, 1) for who in ("attacker", "defender")
    ]
