"""Unit cards in one line: a card, and a rule rolled from cards with what it changes."""

from collections.abc import Mapping
from typing import Any

from rulesets.core.dice import ScriptedDice
from rulesets.core.registry import procedure
from rulesets.core.units import Card, Change, Chosen, NewUnit, Value
from rulesets.the_war_game.unit_cards import CARDS

US, THEM = "USA", "CSA"
REST = {"inches": 20, "casualties": 1, "figures": 1, "ranks": 1, "center": 1}  # what no card knows


def a(kind: str, side: str = US, name: str = "", **values: Value) -> Card:
    """Return a card with these values and the defaults of the others; its id is its name."""
    unit = NewUnit(side, kind, name or f"{side} {kind}", values)
    assert values.keys() <= {each.name for each in CARDS.kind(kind).fields}
    return Card(unit.name, side, kind, unit.name, CARDS.completed(unit))


def enemy(kind: str, name: str = "", **values: Value) -> Card:
    return a(kind, THEM, name, **values)


def filled(name: str, turn: Any = 3, **roles: Card) -> dict[str, Any]:
    """Return what the cards fill in, with which the rule must have its odds."""
    found = dict(_use(name).fill(_chosen(name, turn, roles)))
    rule = procedure(f"the_war_game.{name}")
    rest = {field: value for field, value in REST.items() if field in rule.model.model_fields}
    if "weapon" in rule.model.model_fields:
        rest["inches"] = 8
    rule.odds({**rest, **found}, exact=False)
    return found


def changes(name: str, more: Mapping[str, Any], *dice: int, turn: Any = 3, **roles: Card) -> list[Change]:
    """Roll a rule from its cards and these other inputs, and return what it changes."""
    chosen = _chosen(name, turn, roles)
    rule = procedure(f"the_war_game.{name}")
    inputs = rule.read({**_use(name).fill(chosen), **more})
    script = ScriptedDice(*dice)
    outcome = rule.run(inputs, script)
    assert script.left == []
    return list(_use(name).effects(inputs, outcome.result, chosen))


def after(name: str, more: Mapping[str, Any], *dice: int, turn: Any = 3, **roles: Card) -> dict[str, Any]:
    """Return the new values by card and field: “target.figures”."""
    by_id = {card.id: role for role, card in roles.items()}
    return {f"{by_id[each.card]}.{each.field}": each.after for each in changes(name, more, *dice, turn=turn, **roles)}


def _use(name: str) -> Any:
    found = CARDS.use(f"the_war_game.{name}")
    assert found is not None
    return found


def _chosen(name: str, turn: int, roles: Mapping[str, Card]) -> Chosen:
    for role in _use(name).roles:
        card = roles.get(role.name)
        assert card is not None or role.least == 0, role.name
        assert card is None or not role.kinds or card.kind in role.kinds, role.name
    return Chosen({role: (card,) for role, card in roles.items()}, turn)
