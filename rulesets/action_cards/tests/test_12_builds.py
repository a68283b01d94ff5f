"""3.2, 12.0, and 12.1: Builds, and control of the Mississippi."""

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from rulesets.action_cards.tests.helpers import carried_out, odds, result, switched
from rulesets.core.errors import IllegalOrder

POOL = [{"name": "Hovey", "most": 4}, {"name": "Curtis Horse", "kind": "cavalry", "most": 2}]


def built(**inputs: Any) -> Any:
    return result("build", {"side": "CSA", "pool": [{"most": 3}], **inputs})


@pytest.mark.rule("AC-BUILD")
class Test_3_2_build:
    def test_block_enters_at_full_strength(self) -> None:
        for most in range(1, 5):
            assert built(pool=[{"most": most}]).steps == most

    def test_pool_is_drawn_from_at_random(self) -> None:
        asked = {"side": "USA", "pool": POOL}
        assert odds("build", asked) == {
            "Hovey enters with 4 steps": Fraction(1, 2),
            "Curtis Horse enters with 2 steps": Fraction(1, 2),
        }
        (throw,) = carried_out("build", {**asked, "place": "Cairo", "draw": 2, "turn": 3}, 1).throws
        assert (throw.rule, throw.subject, throw.turn, throw.sides) == (
            "AC-BUILD",
            ("USA", "Cairo", "Build 2"),
            3,
            2,
        )

    def test_ruling_lets_the_owner_choose(self) -> None:
        asked = {"side": "USA", "pool": POOL, "wanted": 2}
        with pytest.raises(IllegalOrder, match="only a headquarters may be chosen"):
            result("build", asked)
        assert result("build", asked, context=switched("R-418", "the owner chooses")).name == "Curtis Horse"

    def test_lost_headquarters_may_be_brought_back(self) -> None:
        pool = [*POOL, {"name": "Halleck", "kind": "headquarters", "most": 4}]
        assert str(result("build", {"side": "USA", "pool": pool, "wanted": 3})) == "Halleck enters with 4 steps"

    def test_place_beyond_the_pool_is_refused(self) -> None:
        with pytest.raises(IllegalOrder, match="Block chosen: must be 2 or less, the blocks in the pool, not 3"):
            result("build", {"side": "USA", "pool": POOL, "wanted": 3})

    @pytest.mark.parametrize(
        ("inputs", "fault"),
        [
            ({"pool": []}, "The pool is empty."),
            ({"moves_later": True}, "Make all moves before the first Build."),
            ({"contested": True}, "A Build may not enter a contested hex."),
            ({"friendly": False}, "A Build may enter only a friendly hex."),
            ({"supplied": False}, "A Build needs a supply line."),
            ({"built_here": 1}, "Only 1 may enter a hex each turn."),
            (
                {"supply_source": False},
                "A Build needs a supply source, or a town of value 1 or more in home territory or a border state.",
            ),
            (
                {"supply_source": False, "town_value": 1, "home": False},
                "A Build needs a supply source, or a town of value 1 or more in home territory or a border state.",
            ),
        ],
    )
    def test_broken_clause_is_named(self, inputs: dict[str, Any], fault: str) -> None:
        assert built(**inputs).broken == (fault,)

    def test_town_of_value_1_at_home_is_enough(self) -> None:
        assert built(supply_source=False, town_value=1).allowed


@pytest.mark.rule("AC-12.1")
class Test_12_1_mississippi:
    @pytest.mark.parametrize("holders", list(product(["USA", "CSA"], repeat=3)))
    def test_all_three_towns_make_control(self, holders: tuple[str, ...]) -> None:
        towns = ("st_louis", "memphis", "vicksburg")
        found = result("mississippi_control", dict(zip(towns, holders, strict=True)))
        controls = set(holders) == {"USA"}
        assert found.usa_controls is controls
        assert (found.supply_2, found.supply_3, found.build_loses) == ((1, 2, 1) if controls else (2, 3, 0))

    @pytest.mark.parametrize(
        ("where", "most", "steps"),
        [
            ("east of the river", 3, 2),
            ("Georgia", 3, 3),
            ("west of the river", 3, 3),
            ("east of the river", 1, 1),
            ("east of the river", 4, 3),
        ],
    )
    def test_csa_build_in_the_east_is_a_step_down(self, where: str, most: int, steps: int) -> None:
        """Chattanooga, Atlanta, and a garrison in Chattanooga, as in the facts."""
        asked = {"pool": [{"most": most}], "region": where, "usa_holds_river": True}
        assert built(**asked).steps == steps
        assert built(**asked, side="USA").steps == most
        assert built(**{**asked, "usa_holds_river": False}).steps == most
