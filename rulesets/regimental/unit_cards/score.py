"""Victory points so far: those of the base game, and captured colors."""

from collections.abc import Iterator, Sequence
from typing import Any

from rulesets.core.units import Card, Score
from rulesets.core.words import many
from rulesets.regimental.base import base_rule
from rulesets.regimental.tables import FALLEN_EFFECT
from rulesets.regimental.unit_cards.kinds import Colors, left_of
from rulesets.regimental.unit_cards.values import state_of_card

SIDES = {"USA": "CSA", "CSA": "USA"}
POINTS = "FF-Victory points"
RANKS = {"brigade": "division leader", "divisional": "corps leader"}


def score(cards: Sequence[Card]) -> Iterator[Score]:
    """Yield the points of each side for what its enemy lost (R-333)."""
    for side, enemy in SIDES.items():
        theirs = [card for card in cards if card.side == enemy]
        found = base_rule("victory_points").run(_lost(theirs)).result
        for points, words in (
            (found.brigades, "for enemy regiments that are Worn, Spent, or gone"),
            (found.batteries, "for enemy batteries that are wrecked or captured"),
            (found.leaders, "for enemy commanders out of action"),
        ):
            if points:
                yield Score(side, points, words, POINTS)
        colors = sum(card.kind == "regiment" and card.text("colors") == Colors.CAPTURED for card in theirs)
        if colors:
            each = FALLEN_EFFECT.at("VP to the enemy for captured colors")
            yield Score(side, colors * each, f"for {many(colors, 'captured flag')}", "RG-FALLEN")


def _lost(cards: Sequence[Card]) -> dict[str, Any]:
    regiments = [card for card in cards if card.kind == "regiment"]
    batteries = [card for card in cards if card.kind == "battery"]
    return {
        "brigades": [{"began": _state(card, card.whole("full")), "ended": _ended(card)} for card in regiments],
        "batteries": sum(left_of(card) <= 0 for card in batteries),
        "leaders": [
            {"rank": RANKS[card.text("rank")], "number": card.whole("fallen")}
            for card in cards
            if card.kind == "leader" and card.whole("fallen")
        ],
    }


def _ended(card: Card) -> str:
    if left_of(card) <= 0:
        return "quit the field" if card.whole("quit") else "destroyed"
    return _state(card, left_of(card))


def _state(card: Card, stands: int) -> str:
    given = state_of_card(card)
    triple = {"triple": given["triple"]} if given["triple"] else {"stands": given["full"], "quality": given["quality"]}
    return str(base_rule("effectiveness").run({**triple, "stands_left": stands}).result.status)
