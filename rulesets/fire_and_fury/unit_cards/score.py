"""Victory points so far."""

from collections.abc import Iterator, Sequence
from typing import Any

from rulesets.core.report import Fate
from rulesets.core.units import Card, Score
from rulesets.fire_and_fury.unit_cards.kinds import Rank, effectiveness_of, left_of
from rulesets.fire_and_fury.victory import victory_points

SIDES = {"USA": "CSA", "CSA": "USA"}
RANKS = {Rank.DIVISION: "division leader", Rank.CORPS: "corps leader", Rank.ARMY: "army leader"}


def score(cards: Sequence[Card]) -> Iterator[Score]:
    """Yield the points of each side for what its enemy lost."""
    for side, enemy in SIDES.items():
        found = victory_points.run(_lost([card for card in cards if card.side == enemy])).result
        for points, words in (
            (found.brigades, "for enemy brigades that are Worn, Spent, or gone"),
            (found.batteries, "for enemy batteries that are wrecked or captured"),
            (found.leaders, "for enemy leaders out of action"),
        ):
            if points:
                yield Score(side, points, words, "FF-Victory points")


def _lost(cards: Sequence[Card]) -> dict[str, Any]:
    brigades = [card for card in cards if card.kind == "brigade"]
    leaders = [card for card in cards if card.kind == "leader" and left_of(card) <= 0]
    return {
        "brigades": [{"began": _state(card, card.whole("full")), "ended": _ended(card)} for card in brigades],
        "batteries": sum(card.kind == "battery" and left_of(card) <= 0 for card in cards),
        "leaders": [{"rank": RANKS[Rank(card.text("rank"))]} for card in leaders if card.text("fate") != Fate.UNHURT],
    }


def _ended(card: Card) -> str:
    if left_of(card) <= 0:
        return "quit the field" if card.whole("quit") else "destroyed"
    return _state(card, left_of(card))


def _state(card: Card, stands: int) -> str:
    return effectiveness_of(card, stands).status.value
