"""Movement in inches."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesets.core.errors import IllegalOrder
from rulesets.core.registry import procedure
from rulesets.napoleonic_fury.state import Nation
from rulesets.napoleonic_fury.tests.helpers import EARLY, LATE, carried_out, marks_of, result, said, switched

# nations: column to 1808, column from 1809, line
INFANTRY = {
    ("France", "Britain"): (12, 12, 6),
    ("Austria",): (9, 11, 5),
    ("Prussia",): (9, 12, 6),
    ("Russia",): (9, 11, 4),
    ("Spain", "Saxony", "Naples", "Rhinebund"): (9, 9, 4),
    ("Ottoman Empire",): (9, 9, 5),
    ("Hesse", "Baden", "Vistula Legion", "Portugal", "another minor"): (9, 11, 5),
}
MOVES = [(nation, moves) for nations, moves in INFANTRY.items() for nation in nations]
# troops: inches, road multiple, rough cost
OTHERS = {
    "light cavalry": (16, 2, 3),
    "heavy cavalry": (14, 2, 4),
    "Cossacks": (16, 2, 3),
    "militia cavalry": (16, 2, 3),
    "horse battery": (12, 3, 4),
    "heavy battery": (9, 3, 6),
    "leader": (18, 2, 2),
}


def move(nation: str = "France", **inputs: Any) -> Any:
    return result("movement", {"nation": nation, **inputs})


def leg(inches: float, ground: str = "open", **more: Any) -> dict[str, Any]:
    return {"inches": inches, "ground": ground, **more}


@pytest.mark.rule("NF-MOVE")
class Test_infantry:
    @pytest.mark.parametrize(("nation", "moves"), MOVES)
    def test_every_cell_is_as_printed(self, nation: str, moves: tuple[int, int, int]) -> None:
        early, late, line = moves
        for year, column in ((1792, early), (EARLY, early), (LATE, late), (1815, late)):
            assert move(nation, formation="column", year=year).allowance == column
            assert move(nation, formation="line", year=year).allowance == line

    def test_every_nation_moves(self) -> None:
        assert {nation for nation, _ in MOVES} == {str(nation) for nation in Nation}
        assert move().allowance

    @pytest.mark.parametrize("nation", ["Hesse", "Baden", "Vistula Legion"])
    def test_ruling_lets_french_allies_march_as_french(self, nation: str) -> None:
        option = switched("R-121", "everywhere")
        assert result("movement", {"nation": nation}, context=option).allowance == 6
        assert result("movement", {"nation": "Portugal"}, context=option).allowance == 5

    @pytest.mark.parametrize("troops", ["line infantry", "Landwehr", "militia infantry", "guerrillas"])
    def test_rough_ground_costs_2_inches_for_1(self, troops: str) -> None:
        for ground in ("rough", "woods"):
            assert move(troops=troops, legs=[leg(1, ground)]).cost == 2

    def test_light_infantry_pays_3_for_2(self) -> None:
        assert move(troops="light infantry", legs=[leg(2, "rough")]).cost == 3
        assert move(troops="light infantry", legs=[leg(1, "woods")]).cost == Fraction(3, 2)


@pytest.mark.rule("NF-MOVECAV")
class Test_others:
    @pytest.mark.parametrize("troops", OTHERS)
    def test_every_cell_is_as_printed(self, troops: str) -> None:
        inches, road, rough = OTHERS[troops]
        assert move(troops=troops).allowance == inches
        assert move(troops=troops, legs=[leg(1, "rough")]).cost == rough
        marching = {"formation": "march column"} if "cavalry" in troops or troops == "Cossacks" else {}
        assert move(troops=troops, legs=[leg(road, "road")], **marching).cost == 1

    @pytest.mark.parametrize("troops", ["light cavalry", "heavy cavalry"])
    def test_cavalry_moves_alike_in_column_and_line(self, troops: str) -> None:
        assert move(troops=troops, formation="column") == move(troops=troops, formation="line")

    @pytest.mark.parametrize("troops", OTHERS)
    def test_nation_and_year_change_nothing(self, troops: str) -> None:
        assert move("Russia", troops=troops, year=1792) == move("France", troops=troops, year=1815)


@pytest.mark.rule("NF-ROAD")
class Test_roads:
    def test_march_column_moves_twice_as_far_only_on_roads(self) -> None:
        assert move(formation="march column", legs=[leg(24, "road")]).left == 0
        assert move(formation="march column", legs=[leg(12)]).left == 0
        assert move(formation="march column", legs=[leg(6, "rough")]).left == 0

    @pytest.mark.parametrize("formation", ["line", "column", "square"])
    def test_other_formations_gain_nothing_on_roads(self, formation: str) -> None:
        assert move(formation=formation, legs=[leg(3, "road")]).cost == 3

    def test_cavalry_needs_the_march_column_too(self) -> None:
        assert move(troops="light cavalry", legs=[leg(4, "road")]).cost == 4
        assert move(troops="light cavalry", formation="march column", legs=[leg(4, "road")]).cost == 2


@pytest.mark.rule("NF-FORMCOST")
class Test_formation_changes:
    def test_book_example_leaves_3_inches(self) -> None:
        assert said("movement", {"nation": "France", "formation_changes": 1}) == "costs 3″ of 6″, leaving 3″"

    @pytest.mark.parametrize(("nation", "moves"), MOVES)
    def test_change_costs_half_the_line_allowance(self, nation: str, moves: tuple[int, int, int]) -> None:
        assert move(nation, formation="column", formation_changes=1).cost == Fraction(moves[2], 2)
        assert move(nation, formation="line", formation_changes=2).left == 0

    def test_cavalry_pays_half_its_move(self) -> None:
        assert move(troops="light cavalry", formation_changes=1).left == 8

    def test_ruling_moves_it_like_a_line(self) -> None:
        column = {"nation": "France", "formation": "column", "formation_changes": 1}
        option = switched("R-127", "always that of a line")
        assert result("movement", column).left == 9
        assert result("movement", column, context=option).left == 3
        assert result("movement", column | {"formation_changes": 0}, context=option).left == 12

    @pytest.mark.parametrize(
        ("allowed", "changes", "allowance", "cost"),
        [
            ("full move", 1, 6, 3),
            ("half move", 0, 3, 0),
            ("half move or formation change", 0, 3, 0),
            ("half move or formation change", 1, 0, 0),
            ("half move and formation change", 1, 3, 0),
            ("formation change", 1, 0, 0),
            ("none", 0, 0, 0),
        ],
    )
    def test_maneuver_result_limits_the_move(self, allowed: str, changes: int, allowance: int, cost: int) -> None:
        found = move(allowed=allowed, formation_changes=changes)
        assert (found.allowance, found.cost) == (allowance, cost)

    @pytest.mark.parametrize(
        ("allowed", "changes", "refused"),
        [
            ("half move", 1, "the maneuver result allows none"),
            ("none", 1, "the maneuver result allows none"),
            ("formation change", 2, "the maneuver result allows only 1"),
            ("half move and formation change", 2, "the maneuver result allows only 1"),
        ],
    )
    def test_change_that_the_result_forbids_is_refused(self, allowed: str, changes: int, refused: str) -> None:
        with pytest.raises(IllegalOrder, match=refused):
            move(allowed=allowed, formation_changes=changes)
        assert move(allowed=allowed)

    @pytest.mark.parametrize("troops", ["horse battery", "leader"])
    def test_batteries_and_leaders_have_no_formation(self, troops: str) -> None:
        with pytest.raises(IllegalOrder, match="only infantry and cavalry change formation"):
            move(troops=troops, formation_changes=1)
        assert move(troops=troops)


@pytest.mark.rule("NF-SQUARE")
class Test_squares:
    @pytest.mark.parametrize(("nation", "moves"), MOVES)
    def test_square_moves_half_the_line_allowance(self, nation: str, moves: tuple[int, int, int]) -> None:
        assert move(nation, formation="square").allowance == Fraction(moves[2], 2)

    @pytest.mark.parametrize("ground", ["rough", "woods"])
    def test_square_cannot_enter_rough_ground(self, ground: str) -> None:
        with pytest.raises(IllegalOrder, match="1st stretch of the path: a square cannot enter rough ground"):
            move(formation="square", legs=[leg(1, ground)])
        assert move(formation="square", legs=[leg(1)]).left == 2

    def test_cavalry_forms_no_square(self) -> None:
        with pytest.raises(IllegalOrder, match="only infantry can form square"):
            move(troops="light cavalry", formation="square")
        assert move(formation="square")


@pytest.mark.rule("NF-PASSAGE")
@pytest.mark.parametrize(
    ("troops", "each"),
    [
        ("line infantry", 3),
        ("Landwehr", 3),
        ("light infantry", 0),
        ("light cavalry", 3),
        ("heavy cavalry", 3),
        ("horse battery", 6),
        ("heavy battery", 6),
        ("leader", 0),
    ],
)
def test_passage_of_lines_costs_inches(troops: str, each: int) -> None:
    assert move(troops=troops, lines_passed=1).cost == each
    assert move(troops=troops, lines_passed=2).cost == 2 * each


@pytest.mark.rule("NF-PROLONG")
class Test_prolonging:
    @pytest.mark.parametrize(("troops", "inches"), [("horse battery", 2), ("heavy battery", 1)])
    def test_battery_is_pulled_a_few_inches(self, troops: str, inches: int) -> None:
        assert move(troops=troops, prolongs=True, legs=[leg(inches)]).left == 0
        assert move(troops=troops, prolongs=True, legs=[leg(inches + 0.25)]).left < 0

    def test_inch_that_was_printed_as_a_letter_is_marked(self) -> None:
        origin = {
            troops: marks_of(carried_out("movement", {"nation": "France", "troops": troops, "prolongs": True}))
            for troops in ("horse battery", "heavy battery")
        }
        assert {troops: marks["movement_costs"] for troops, marks in origin.items()} == {
            "horse battery": "printed",
            "heavy battery": "reconstructed",
        }

    def test_road_doesn_t_help(self) -> None:
        assert move(troops="horse battery", prolongs=True, legs=[leg(1, "road")]).cost == 1

    def test_only_batteries_prolong(self) -> None:
        with pytest.raises(IllegalOrder, match="only batteries can prolong"):
            move(prolongs=True)
        assert move()


@pytest.mark.rule("NF-HVYWOODS")
class Test_woods_and_going_back:
    def test_heavy_cavalry_cannot_enter_woods(self) -> None:
        with pytest.raises(IllegalOrder, match="2nd stretch of the path: heavy cavalry cannot enter woods"):
            move(troops="heavy cavalry", legs=[leg(1), leg(1, "woods")])
        assert move(troops="heavy cavalry", legs=[leg(1, "rough")]).cost == 4
        assert move(troops="light cavalry", legs=[leg(1, "woods")]).cost == 3

    @pytest.mark.parametrize(
        ("troops", "rate"),
        [("line infantry", 2), ("light infantry", Fraction(3, 2)), ("light cavalry", 3), ("horse battery", 4)],
    )
    def test_going_back_costs_as_much_as_rough_ground(self, troops: str, rate: Fraction) -> None:
        assert move(troops=troops, legs=[leg(2, backward=True)]).cost == 2 * rate
        assert move(troops=troops, legs=[leg(2, "rough", backward=True)]).cost == 2 * rate

    def test_pivots_are_measured_with_the_template(self) -> None:
        assert move(legs=[leg(1)]).cost == 1
        assert "wheel template" in procedure("napoleonic_fury.movement").schema()["properties"]["legs"]["description"]


LEGS = st.lists(
    st.builds(
        leg,
        st.integers(1, 40).map(lambda quarters: quarters / 4),
        st.sampled_from(["open", "road", "rough"]),
        backward=st.booleans(),
    ),
    max_size=5,
)


@given(LEGS, st.sampled_from(["line infantry", "light infantry", "light cavalry", "horse battery", "leader"]))
def test_cost_is_the_sum_of_its_legs_and_order_doesn_t_matter(legs: list[dict[str, Any]], troops: str) -> None:
    whole = move(troops=troops, legs=legs)
    assert whole.cost == sum(move(troops=troops, legs=[each]).cost for each in legs)
    assert whole == move(troops=troops, legs=legs[::-1])
    assert whole.left == whole.allowance - whole.cost
