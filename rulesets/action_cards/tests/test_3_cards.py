"""3.1, 3.21, and 3.5: the deck, Player 1, and Supply cards."""

from fractions import Fraction
from itertools import product
from math import comb
from typing import Any

import pytest

from rulesets.action_cards.cards import Hand
from rulesets.action_cards.tests.helpers import carried_out, odds, result
from rulesets.core.errors import IllegalOrder
from rulesets.core.registry import procedure

CARDS = {"1": 6, "2": 8, "3": 6, "Supply 2": 3, "Supply 3": 2}
FIELDS = dict(zip(CARDS, ("ones", "twos", "threes", "supply_2s", "supply_3s"), strict=True))


def chance(inputs: dict[str, Any], wanted: Any) -> Fraction:
    found: Fraction = procedure("action_cards.deck").odds(inputs).of(wanted)
    return found


class Test_3_1_deck:
    def test_deck_has_25_cards_with_an_average_action_card_of_2(self) -> None:
        assert sum(CARDS.values()) == 25
        assert sum(int(card) * n for card, n in list(CARDS.items())[:3]) == 2 * 20

    @pytest.mark.parametrize(
        ("supply", "printed"), [(0, 0.219), (1, 0.438), (2, 0.274), (3, 0.064), (4, 0.005), (5, 0.0001)]
    )
    def test_supply_cards_in_a_hand_are_hypergeometric(self, supply: int, printed: float) -> None:
        exact = chance({}, lambda hand: hand.supply == supply)
        assert exact == Fraction(comb(5, supply) * comb(20, 6 - supply), comb(25, 6))
        assert float(exact) == pytest.approx(printed, abs=0.0006)

    def test_hand_has_1_2_supply_cards_on_average(self) -> None:
        hands = procedure("action_cards.deck").odds({}).chances
        assert sum(hand.supply * chance for hand, chance in hands.items() if isinstance(hand, Hand)) == Fraction(6, 5)

    def test_cards_left_may_be_given(self) -> None:
        left = {"cards": 2, "ones": 1, "twos": 1, "threes": 0, "supply_2s": 0, "supply_3s": 0}
        assert odds("deck", left) == {"1 and 2": 1}
        with pytest.raises(IllegalOrder, match="Cards dealt: must be 2 or less, the cards left, not 3"):
            result("deck", {**left, "cards": 3})

    def test_last_card_needs_no_roll(self) -> None:
        left = {"cards": 2, "ones": 1, "twos": 1, "threes": 0, "supply_2s": 0, "supply_3s": 0}
        assert [throw.sides for throw in carried_out("deck", left, 2).throws] == [2]

    @pytest.mark.parametrize(
        ("first", "last", "card"),
        [(1, 6, "1"), (7, 14, "2"), (15, 20, "3"), (21, 23, "Supply 2"), (24, 25, "Supply 3")],
    )
    def test_each_result_is_one_of_the_cards(self, first: int, last: int, card: str) -> None:
        for at in (first, last):
            assert str(result("deck", {"cards": 1}, at)) == card


def reveals() -> dict[tuple[str, str], Fraction]:
    """Return the chance of each pair of cards dealt at random, the Union's first."""
    found = {}
    for usa, csa in product(CARDS, CARDS):
        one_less = {FIELDS[usa]: CARDS[usa] - 1, "cards": 1}
        second = odds("deck", one_less).get(csa, Fraction(0))
        found[usa, csa] = odds("deck", {"cards": 1})[usa] * second
    return found


class Test_3_1_player_1:
    def test_two_random_cards_match_the_deck_statistics(self) -> None:
        """Four numbers of the facts, from the deck and from who is Player 1."""
        chances = reveals()
        assert sum(chances.values()) == 1
        first = sum(n for (usa, csa), n in chances.items()
                    if result("turn_order", {"usa": usa, "csa": csa}).player_1 == "USA")  # fmt: skip
        tie = sum(n for (usa, csa), n in chances.items() if usa == csa)
        any_supply = sum(n for pair, n in chances.items() if any(card.startswith("Supply") for card in pair))
        both = sum(n for pair, n in chances.items() if all(card.startswith("Supply") for card in pair))
        assert float(first) == pytest.approx(0.603, abs=0.0005)
        assert float(tie) == pytest.approx(0.207, abs=0.0005)
        assert float(any_supply) == pytest.approx(0.367, abs=0.0005)
        assert float(both) == pytest.approx(0.033, abs=0.0005)

    @pytest.mark.rule("AC-3.21")
    @pytest.mark.parametrize(("usa", "csa"), list(product(CARDS, CARDS)))
    def test_supply_goes_first_then_the_number_then_the_usa(self, usa: str, csa: str) -> None:
        def rank(card: str) -> tuple[bool, int]:
            return card.startswith("Supply"), int(card[-1])

        found = result("turn_order", {"usa": usa, "csa": csa})
        assert found.player_1 == ("CSA" if rank(csa) > rank(usa) else "USA")
        supply, number = rank(usa)
        assert (found.usa_actions, found.usa_steps) == ((0, number) if supply else (number, 0))

    @pytest.mark.parametrize(
        ("usa", "csa", "said"),
        [
            ("3", "Supply 2", "CSA is Player 1 with 2 steps; USA has 3 actions"),
            ("2", "2", "USA is Player 1 with 2 actions; CSA has 2 actions"),
            ("Supply 3", "Supply 3", "USA is Player 1 with 3 steps; CSA has 3 steps"),
        ],
    )
    def test_case_of_the_facts(self, usa: str, csa: str, said: str) -> None:
        assert str(result("turn_order", {"usa": usa, "csa": csa})) == said

    def test_passed_card_still_decides_player_1(self) -> None:
        found = result("turn_order", {"usa": "1", "csa": "3", "csa_passes": True})
        assert str(found) == "CSA is Player 1 with nothing; USA has 1 action"
        assert result("turn_order", {"usa": "Supply 2", "csa": "3", "usa_passes": True}).player_1 == "USA"


def supply_card(*placements: dict[str, Any], **inputs: Any) -> Any:
    named = [{"name": f"block {n}", "strength": 1, **placement} for n, placement in enumerate(placements)]
    return result("supply_card", {"side": "CSA", "card": "Supply 3", "placements": named, **inputs})


@pytest.mark.rule("AC-3.21")
class Test_3_21_supply_card:
    def test_steps_go_to_any_supplied_blocks(self) -> None:
        assert str(supply_card({"takes": 2}, {"takes": 1})) == "3 steps placed"
        assert str(supply_card({"takes": 2})) == "2 steps placed, 1 lost"
        assert str(supply_card()) == "0 steps placed, 3 lost"

    @pytest.mark.parametrize(
        ("placements", "fault"),
        [
            ([{"takes": 3}], "block 0 takes 3 steps; the limit is 2 from one card."),
            ([{"takes": 2}, {"takes": 2}], "4 steps are too many; the card gives 3."),
            ([{"takes": 2, "strength": 3}], "block 0 has room for 1 step, not 2."),
            ([{"kind": "brigade", "most": 1}], "block 0 has room for 0 steps, not 1."),
            ([{"supplied": False}], "block 0 needs a supply line."),
        ],
    )
    def test_broken_clause_is_named(self, placements: list[dict[str, Any]], fault: str) -> None:
        found = supply_card(*placements)
        assert (found.broken, found.allowed) == ((fault,), False)

    def test_block_stronger_than_its_most_is_refused(self) -> None:
        with pytest.raises(IllegalOrder, match="1st placement, steps now: must be 2 or less"):
            supply_card({"strength": 3, "most": 2})

    def test_block_listed_twice_is_refused(self) -> None:
        with pytest.raises(IllegalOrder, match="block is listed twice"):
            supply_card({"name": "block"}, {"name": "block"})


TENNESSEE, GEORGIA, ARKANSAS = "east of the river", "Georgia", "west of the river"


@pytest.mark.rule("AC-12.1")
@pytest.mark.parametrize(
    ("card", "side", "places", "allowed"),
    [
        ("Supply 3", "CSA", [(TENNESSEE, 2), (GEORGIA, 1)], True),
        ("Supply 3", "CSA", [(ARKANSAS, 2), (ARKANSAS, 1)], True),
        ("Supply 3", "CSA", [(TENNESSEE, 2), (TENNESSEE, 1)], False),
        ("Supply 3", "CSA", [(TENNESSEE, 2)], True),
        ("Supply 2", "CSA", [(GEORGIA, 2)], True),
        ("Supply 2", "CSA", [(TENNESSEE, 2)], False),
        ("Supply 2", "CSA", [(TENNESSEE, 1), (ARKANSAS, 1)], True),
        ("Supply 3", "USA", [(TENNESSEE, 2), (TENNESSEE, 1)], True),
    ],
)
def test_lost_mississippi_keeps_a_step_out_of_the_east(
    card: str, side: str, places: list[tuple[str, int]], *, allowed: bool
) -> None:
    placements = [{"region": region, "takes": takes} for region, takes in places]
    assert supply_card(*placements, card=card, side=side, usa_holds_river=True).allowed is allowed
    assert supply_card(*placements, card=card, side=side).allowed
