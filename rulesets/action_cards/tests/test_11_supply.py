"""3.4 and 11.0: supply lines and attrition."""

from itertools import product
from typing import Any

import pytest

from rulesets.action_cards.tests.helpers import result, switched
from rulesets.core.errors import IllegalOrder


def line(**inputs: Any) -> Any:
    return result("supply", {"side": "USA", **inputs})


@pytest.mark.rule("AC-3.4")
class Test_11_4_supply_line:
    @pytest.mark.parametrize(("winter", "most"), [(False, 2), (True, 1)])
    def test_line_overland_has_its_limit(self, *, winter: bool, most: int) -> None:
        for hexes in range(5):
            assert line(hexes=hexes, winter=winter).in_supply is (hexes <= most)
            longer = result(
                "supply", {"side": "USA", "hexes": hexes, "winter": winter}, context=switched("R-423", "3 hexes")
            )
            assert longer.in_supply is (hexes <= most + 1)

    def test_major_river_counts_2_hexes(self) -> None:
        assert line(hexes=1, major_rivers=1).in_supply
        assert not line(hexes=2, major_rivers=1).in_supply
        assert not line(hexes=1, major_rivers=1, winter=True).in_supply

    @pytest.mark.parametrize(
        ("inputs", "fault"),
        [
            ({"enemies": True}, "Enemy blocks are on the way."),
            ({"closed": True}, "A hexside on the way is closed."),
            ({"to": "railroad", "joined": False}, "The railroad is not joined to a source."),
            (
                {"to": "railroad", "gap": 1},
                "In enemy home territory the line must be garrisoned in every hex.",
            ),
            ({"to": "river", "fort": True}, "A manned enemy fort closes the water."),
            ({"to": "river", "side": "CSA"}, "The CSA has no supply by river."),
            ({"to": "sea", "side": "CSA"}, "The CSA has no supply by sea."),
            ({"own_source": False}, "A source serves only its first owner."),
            ({"hexes": 1, "major_rivers": 2, "winter": False}, "More rivers than hexes."),
        ],
    )
    def test_broken_clause_is_named(self, inputs: dict[str, Any], fault: str) -> None:
        assert fault in line(**inputs).why_not

    @pytest.mark.parametrize("to", ["supply source", "railroad", "river", "sea"])
    def test_every_kind_of_line_supplies_the_union(self, to: str) -> None:
        assert str(line(to=to)) == "in supply"

    @pytest.mark.parametrize(("gap", "every", "second"), [(0, True, True), (1, False, True), (2, False, False)])
    def test_ruling_allows_every_second_hex(self, gap: int, *, every: bool, second: bool) -> None:
        asked = {"side": "USA", "to": "railroad", "gap": gap}
        assert result("supply", asked).in_supply is every
        assert result("supply", asked, context=switched("R-424", "every second hex")).in_supply is second


@pytest.mark.rule("AC-11.33")
@pytest.mark.parametrize("to", ["supply source", "railroad", "river", "sea"])
def test_captured_source_supplies_nobody_while_held(to: str) -> None:
    assert line(to=to, held_by_enemy=True).why_not == ("The enemy holds the source.",)
    assert line(to=to, held_by_enemy=False).in_supply
    assert not line(to=to, own_source=False).in_supply


def after(*blocks: tuple[int, bool], **inputs: Any) -> list[tuple[str, int]]:
    """Return how each block fared, and its steps."""
    listed = [{"name": f"block {n}", "strength": steps, "supplied": fed} for n, (steps, fed) in enumerate(blocks)]
    found = result("attrition", {"blocks": listed, **inputs})
    return [(block.how, block.strength) for block in found.blocks]


HUNGRY = [(3, False)] * 6
LIMITS = {"clear": (2, 1), "forest": (1, 0), "marsh": (0, 0), "mountain": (0, 0)}


@pytest.mark.rule("AC-11.8", "AC-3.4")
class Test_11_8_attrition:
    @pytest.mark.parametrize(("ground", "winter"), list(product(LIMITS, [False, True])))
    def test_ground_feeds_so_many_and_the_others_lose_a_step(self, ground: str, *, winter: bool) -> None:
        fed = LIMITS[ground][winter]
        expected = [("forage", 3)] * fed + [("loses a step", 2)] * (6 - fed)
        assert after(*HUNGRY, ground=ground, winter=winter) == expected

    @pytest.mark.parametrize("value", range(6))
    def test_town_feeds_if_its_value_is_higher(self, value: int) -> None:
        assert after(*HUNGRY, town_value=value).count(("forage", 3)) == max(2, value)

    def test_stores_feed_two_more(self) -> None:
        found = after(*HUNGRY, stores=True)
        assert [how for how, _ in found] == ["forage"] * 2 + ["stores"] * 2 + ["loses a step"] * 2

    def test_supplied_blocks_eat_nothing_here(self) -> None:
        assert after((4, True), (2, False), (1, False)) == [("supplied", 4), ("forage", 2), ("forage", 1)]

    def test_last_step_is_eliminated(self) -> None:
        found = result("attrition", {"ground": "marsh", "blocks": [{"name": "Price", "strength": 1}]})
        assert (str(found), found.steps_lost) == ("Price: eliminated", 1)
        assert list(found.in_lines(None)) == ["Price: eliminated"]

    def test_block_listed_twice_is_refused(self) -> None:
        with pytest.raises(IllegalOrder, match="Blocks of this side: Price is listed twice"):
            result("attrition", {"blocks": [{"name": "Price", "strength": 1}] * 2})
