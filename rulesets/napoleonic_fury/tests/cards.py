"""Cards for the tests of this book, and procedures rolled from them."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from rulesets.core.dice import ScriptedDice
from rulesets.core.registry import procedure
from rulesets.core.units import Card, Change, Chosen, NewUnit, Use, Value
from rulesets.napoleonic_fury.unit_cards import CARDS

TURN = 3
OWN, ENEMY = "USA", "CSA"


def card(kind: str, name: str = "A", side: str = OWN, **values: Value) -> Card:
    """Return a card: a French brigade of 6, unless told otherwise."""
    given: dict[str, Value] = {"nation": "France"}
    if kind in ("infantry", "cavalry"):
        given |= {"triple": "6/4/2", "stands": 6}
    unit = NewUnit(side, kind, name, {**given, **values})
    assert CARDS.faults([unit]) == []
    return Card(f"{side}-{name}", side, kind, name, CARDS.completed(unit))


def use_of(name: str) -> Use:
    found = CARDS.use(f"napoleonic_fury.{name}")
    assert found is not None
    return found


def filled(name: str, **roles: Card | tuple[Card, ...]) -> dict[str, Any]:
    return dict(use_of(name).fill(_chosen(roles)))


def _chosen(roles: dict[str, Any]) -> Chosen:
    return Chosen({role: cards if isinstance(cards, tuple) else (cards,) for role, cards in roles.items()}, TURN)


def played(
    name: str, *dice: int, typed: dict[str, Any] | None = None, **roles: Card | tuple[Card, ...]
) -> list[Change]:
    """Roll a procedure from cards, with what people measured or changed on its form, and return what it changes."""
    use, chosen = use_of(name), _chosen(roles)
    rule = procedure(use.procedure)
    inputs = rule.read(_merged(dict(use.fill(chosen)), typed or {}))
    return list(use.effects(inputs, rule.run(inputs, ScriptedDice(*dice)).result, chosen))


def _merged(known: Any, typed: Any) -> Any:
    if isinstance(known, dict) and isinstance(typed, dict):
        return known | {name: _merged(known.get(name), value) for name, value in typed.items()}
    if isinstance(known, list) and isinstance(typed, list):
        return [_merged(*pair) for pair in zip(known, typed, strict=True)]
    return typed


def after(changes: Iterable[Change], of: str = "") -> dict[str, Value]:
    return {each.field: each.after for each in changes if not of or each.card.endswith(f"-{of}")}


def carried_out(one: Card, changes: Iterable[Change]) -> Card:
    return replace(one, values={**one.values, **{each.field: each.after for each in changes if each.card == one.id}})


BRIGADE, ENEMY_BRIGADE = card("infantry"), card("infantry", "E", ENEMY, nation="Austria")
HUSSARS, ENEMY_HORSE = card("cavalry", "H"), card("cavalry", "C", ENEMY, nation="Austria")
GUNS = card("battery", "G", troops="horse battery")
ENEMY_GUNS = card("battery", "F", ENEMY, nation="Austria")
FRIANT = card("leader", "Friant", exceptional=True, rating="good", attached_to="A")
DAVOUT = card("leader", "Davout", rank="corps", rating="excellent")
