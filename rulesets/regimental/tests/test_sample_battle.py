"""The sample battle, fought from its cards alone until one side has no regiment left."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from rulesets.core.dice import ChanceDice
from rulesets.core.registry import procedure
from rulesets.core.units import Card, Change, Chosen
from rulesets.regimental.unit_cards import CARDS

SIDES = (("CSA", "USA"), ("USA", "CSA"))
MOST_TURNS = 80


class Table:
    """The cards of a battle, and rules rolled from them; every change is checked as it is written."""

    def __init__(self, seed: int) -> None:
        self.dice = ChanceDice(seed)
        self.turn = 1
        units = CARDS.sample.units
        self.cards = {str(n): Card(str(n), u.side, u.kind, u.name, CARDS.completed(u)) for n, u in enumerate(units)}
        self.rolled: set[str] = set()

    def roll(self, name: str, more: Mapping[str, Any], **ids: Sequence[str]) -> Any:
        use, rule = CARDS.use(f"regimental.{name}"), procedure(f"regimental.{name}")
        assert use is not None
        chosen = Chosen({role: tuple(self.cards[card] for card in cards) for role, cards in ids.items()}, self.turn)
        filled = dict(use.fill(chosen))
        for part, added in more.items():
            filled[part] = [each | added for each in filled[part]] if part in ("firers", "guns") else added
        inputs = rule.read(filled)
        result = rule.run(inputs, self.dice).result
        self.rolled.add(name)
        self.write(list(use.effects(inputs, result, chosen)))
        return result

    def write(self, changes: Sequence[Change]) -> None:
        for each in changes:
            card = self.cards[each.card]
            assert card[each.field] == each.before
            assert CARDS.kind(card.kind).field(each.field).fault(each.after) == ""
            assert CARDS.kind(card.kind).field(each.field).running
            self.cards[each.card] = replace(card, values={**card.values, each.field: each.after})
            assert list(CARDS.check(self.cards[each.card])) == []

    def here(self, side: str, kind: str) -> list[str]:
        return [c.id for c in self.cards.values() if (c.side, c.kind) == (side, kind) and not CARDS.is_out(c)]

    def next_turn(self) -> None:
        self.turn += 1
        for card in list(self.cards.values()):
            self.write(list(CARDS.new_turn(card, self.turn)))

    def left(self) -> int:
        return sum(CARDS.strength(card).left for card in self.cards.values())


def fight(table: Table, side: str, enemy: str) -> None:
    """Roll maneuver, fire, and charges of a side, and for what befalls its commanders."""
    for unit in table.here(side, "regiment"):
        if 0 < table.cards[unit].whole("lost_on") < table.turn:
            table.roll("leader_quality", {}, commander=[unit])
        table.roll("maneuver", {}, regiment=[unit], superiors=table.here(side, "leader")[:1])
    for battery in table.here(side, "battery"):
        table.roll("disordered_battery", {}, battery=[battery])
    fire(table, side, enemy)
    charge(table, side, enemy)


def fire(table: Table, side: str, enemy: str) -> None:
    regiments, guns = table.here(side, "regiment"), table.here(side, "battery")
    targets = [*table.here(enemy, "regiment"), *table.here(enemy, "battery")]
    if not regiments or not targets:
        return
    target = targets[table.turn % len(targets)]
    near = {"firers": {"range_inches": 4}, "guns": {"range_inches": 8}}
    if table.roll("fire", near, firers=[*regiments[:3], *guns], target=[target]).leader_at_risk:
        table.roll("fallen_leader", {}, commander=[target])


def charge(table: Table, side: str, enemy: str) -> None:
    attackers, defenders = table.here(side, "regiment"), table.here(enemy, "regiment") + table.here(enemy, "battery")
    if attackers and defenders:
        both = {"attacker": attackers[:1], "defender": defenders[-1:]}
        table.roll("charge", {}, **both)
        table.roll("combat", {}, **both, attacker_leader=table.here(side, "leader")[:1])


@pytest.mark.parametrize("seed", range(5))
def test_sample_battle_ends(seed: int) -> None:
    table = Table(seed)
    before = table.left()
    while table.turn < MOST_TURNS and all(table.here(side, "regiment") for side, _ in SIDES):
        for side, enemy in SIDES:
            fight(table, side, enemy)
        assert table.left() <= before
        before = table.left()
        table.next_turn()
    assert table.turn < MOST_TURNS
    assert {"maneuver", "fire", "charge", "combat", "disordered_battery"} <= table.rolled
    for card in table.cards.values():
        strength = CARDS.strength(card)
        assert 0 <= strength.left + sum(strength.lost_to.values()) <= strength.of
    scores = list(CARDS.score(list(table.cards.values())))
    assert {each.side for each in scores} == {"USA", "CSA"}
    assert all(each.points > 0 for each in scores)
