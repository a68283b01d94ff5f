"""The sample battle, fought from its cards alone until one side has nobody left who can fight."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from rulesets.core.dice import ChanceDice
from rulesets.core.registry import procedure
from rulesets.core.units import Card, Change, Chosen
from rulesets.the_war_game.tests.deck import THEM, US
from rulesets.the_war_game.unit_cards import CARDS
from rulesets.the_war_game.unit_cards.kinds import GUNS, REGIMENTS

MOST_MOVES = 60
CAN_FIGHT = ("in good order",)


class Table:
    """The cards of a battle, and rules rolled from them; every change is checked as it is written."""

    def __init__(self, seed: int) -> None:
        self.dice = ChanceDice(seed)
        self.turn = 1
        units = CARDS.sample.units
        self.cards = {str(n): Card(str(n), u.side, u.kind, u.name, CARDS.completed(u)) for n, u in enumerate(units)}
        self.rolled: set[str] = set()

    def roll(self, name: str, more: dict[str, Any], **ids: str) -> Any:
        use, rule = CARDS.use(f"the_war_game.{name}"), procedure(f"the_war_game.{name}")
        assert use is not None
        chosen = Chosen({role: (self.cards[card],) for role, card in ids.items()}, self.turn)
        inputs = rule.read({**more, **use.fill(chosen)})
        result = rule.run(inputs, self.dice).result
        self.rolled.add(name)
        self.write(list(use.effects(inputs, result, chosen)))
        return result

    def write(self, changes: Sequence[Change]) -> None:
        for each in changes:
            card = self.cards[each.card]
            assert card[each.field] == each.before
            assert CARDS.kind(card.kind).field(each.field).fault(each.after) == ""
            self.cards[each.card] = replace(card, values={**card.values, each.field: each.after})
            assert list(CARDS.check(self.cards[each.card])) == []

    def here(self, side: str, *kinds: str, fit: bool = True) -> list[str]:
        cards = (card for card in self.cards.values() if card.side == side and card.kind in kinds)
        return [
            card.id
            for card in cards
            if not CARDS.is_out(card) and card.whole("figures") and (not fit or self.may_fight(card))
        ]

    def may_fight(self, card: Card) -> bool:
        return "order" not in card.values or card["order"] in CAN_FIGHT

    def next_turn(self) -> None:
        self.turn += 1
        for card in list(self.cards.values()):
            self.write(list(CARDS.new_turn(card, self.turn)))

    def figures(self) -> int:
        return sum(CARDS.strength(card).left for card in self.cards.values())


def fight(table: Table) -> None:
    """Volleys and guns first, then a charge, then morale, move after move."""
    for side, other in ((US, THEM), (THEM, US)):
        for gun in table.here(side, *GUNS):
            targets = table.here(other, *REGIMENTS)
            if targets:
                table.roll("canister", {"middle": 3}, gun=gun, target=targets[table.turn % len(targets)])
        for firer in table.here(side, "infantry"):
            targets = table.here(other, *REGIMENTS, fit=False)
            if targets and table.cards[firer]["melee"] == "none":
                volley(table, firer, targets[table.turn % len(targets)])
    charge(table, *((US, THEM) if table.turn % 2 else (THEM, US)))
    for side in (US, THEM):
        for unit in table.here(side, *REGIMENTS, fit=False):
            if table.cards[unit].whole("fire_lost") or table.cards[unit].whole("tests_failed"):
                table.roll("morale", {}, unit=unit)


def volley(table: Table, firer: str, target: str) -> None:
    if table.cards[firer].whole("figures") < 6 or not table.roll("musketry", {"inches": 7}, firer=firer, target=target):
        return
    if table.cards[target].whole("to_place"):
        table.roll("who_is_hit", {}, target=target)
    if "hit, to be saved" in table.cards[target].values.values():
        table.roll("officer_save", {}, unit=target)


def charge(table: Table, side: str, other: str) -> None:
    attackers, defenders = table.here(side, *REGIMENTS), table.here(other, *REGIMENTS)
    if not attackers or not defenders:
        return
    both = {"attacker": attackers[0], "defender": defenders[-1]}
    if any(table.cards[card]["melee"] != "none" for card in both.values()):
        return
    if not table.roll("charge", {"inches": 6}, **both).contact:
        return
    for _ in range(3):
        if not all(table.cards[card].whole("figures") for card in both.values()):
            break
        table.roll("melee", {}, **both)
        if not table.roll("melee_outcome", {}, **both).fights_on:
            break


@pytest.mark.parametrize("seed", range(5))
def test_sample_battle_ends(seed: int) -> None:
    table = Table(seed)
    before = table.figures()
    while table.turn < MOST_MOVES and all(table.here(side, *REGIMENTS) for side in (US, THEM)):
        fight(table)
        assert table.figures() <= before
        before = table.figures()
        table.next_turn()
    assert table.turn < MOST_MOVES
    assert {"canister", "musketry", "who_is_hit", "charge", "melee", "melee_outcome", "morale"} <= table.rolled
    for card in table.cards.values():
        strength = CARDS.strength(card)
        assert 0 <= strength.left + sum(strength.lost_to.values()) <= strength.of
