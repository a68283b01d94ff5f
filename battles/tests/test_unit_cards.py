"""Unit cards of every book: a sound sample, roles and fills that fit their procedures, effects on real fields."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest

from rulesets.core import registry
from rulesets.core.dice import ScriptedDice
from rulesets.core.units import MOST_CARDS, Card, Chosen, NewUnit, Role, UnitCards, Use, Whose

BOOKS = ("lead", *(book.id for book in registry.books() if registry.unit_cards_of(book.id)))
pytestmark = pytest.mark.usefixtures("tin_book")


def cards_of(book: str) -> UnitCards:
    found = registry.unit_cards_of(book)
    assert found is not None
    return found


def sample_cards(book: UnitCards) -> list[Card]:
    units = book.sample.units
    return [Card(str(n), u.side, u.kind, u.name, book.completed(u)) for n, u in enumerate(units)]


def cast_of(use: Use, cards: Sequence[Card], side: str) -> Chosen:
    """Choose the first cards that may take each role."""
    chosen: dict[str, tuple[Card, ...]] = {}
    for role in use.roles:
        taken = {card.id for some in chosen.values() for card in some}
        fits = [card for card in cards if card.id not in taken and may_take(role, card, side)]
        assert len(fits) >= role.least, f"{use.procedure}: the sample has nothing for {role.name}"
        chosen[role.name] = tuple(fits[: max(role.least, 1)])
    return Chosen(chosen, turn=3)


def may_take(role: Role, card: Card, side: str) -> bool:
    sides = {Whose.OWN: card.side == side, Whose.ENEMY: card.side != side, Whose.ANY: True}
    return sides[role.whose] and (not role.kinds or card.kind in role.kinds)


@pytest.mark.parametrize("book", BOOKS)
def test_sample_is_two_sides_without_a_fault(book: str) -> None:
    cards = cards_of(book)
    assert cards.faults(cards.sample.units) == []
    assert {unit.side for unit in cards.sample.units} == {"USA", "CSA"}
    assert not any(cards.is_out(card) for card in sample_cards(cards))


@pytest.mark.parametrize("book", BOOKS)
def test_each_field_has_a_label_a_rule_and_a_default_within_its_limits(book: str) -> None:
    for kind in cards_of(book).kinds:
        assert len({each.name for each in kind.fields}) == len(kind.fields)
        for each in kind.fields:
            assert each.label, each.name
            assert each.cites, each.name
            assert each.default is None or each.fault(each.default) == "", each.name


@pytest.mark.parametrize("book", BOOKS)
def test_every_use_fills_fields_of_its_procedure(book: str) -> None:
    cards = cards_of(book)
    for use in cards.uses:
        procedure = registry.procedure(use.procedure)
        assert {kind for role in use.roles for kind in role.kinds} <= {kind.id for kind in cards.kinds}
        for side in sorted({unit.side for unit in cards.sample.units}):
            filled = use.fill(cast_of(use, sample_cards(cards), side))
            assert filled.keys() <= procedure.model.model_fields.keys(), use.procedure
            assert isinstance(filled, Mapping)


def test_toy_volley_fills_and_proposes_changes() -> None:
    cards = cards_of("lead")
    use = cards.uses[0]
    chosen = cast_of(use, sample_cards(cards), "USA")
    outcome = registry.procedure(use.procedure).run(use.fill(chosen), ScriptedDice(6))
    inputs = registry.procedure(use.procedure).read(use.fill(chosen))
    changes = list(use.effects(inputs, outcome.result, chosen))
    assert [(each.field, each.before, each.after, each.cites) for each in changes] == [
        ("stands", 6, 4, "LEAD-1"),
        ("morale", "steady", "shaken", "LEAD-2"),
        ("has_fired", False, True, "LEAD-3"),
    ]


@pytest.mark.parametrize(
    ("unit", "said"),
    [
        (
            NewUnit("USA", "regiment", "A", {"began": 13}),
            "Unit 1 “A”: began: must be a whole number from 1 to 12 (LEAD-1).",
        ),
        (NewUnit("USA", "regiment", "A", {"began": True}), "must be a whole number from 1 to 12"),
        (NewUnit("USA", "regiment", "A"), "began: must be a whole number from 1 to 12"),
        (NewUnit("USA", "regiment", "A", {"began": 3, "stands": 5}), "stands: must be at most the 3 it began with"),
        (NewUnit("USA", "regiment", "A", {"began": 6, "morale": "gone"}), "morale: must be steady or shaken (LEAD-2)."),
        (NewUnit("USA", "regiment", "A", {"began": 6, "has_fired": 1}), "has_fired: must be yes or no"),
        (NewUnit("USA", "regiment", "A", {"began": 6, "colonel": "x" * 61}), "colonel: must be a line of at most 60"),
        (NewUnit("USA", "regiment", "A", {"began": 6, "coat": 1}), "coat: unknown field. Regiment has began, stands"),
        (NewUnit("USA", "battery", "A"), "kind: must be regiment."),
        (NewUnit("GB", "regiment", "A", {"began": 6}), "side: must be USA or CSA."),
        (NewUnit("USA", "regiment", " ", {"began": 6}), "name: must be a line of 1 to 60 characters."),
    ],
)
def test_fault_names_unit_field_and_limit(unit: NewUnit, said: str) -> None:
    faults = [str(fault) for fault in cards_of("lead").faults([unit])]
    assert len(faults) == 1
    assert said in faults[0]


def test_units_of_one_side_have_different_names_and_are_limited() -> None:
    cards, unit = cards_of("lead"), NewUnit("USA", "regiment", "A", {"began": 6})
    assert "is listed twice on its side" in str(cards.faults([unit, unit])[0])
    many = [replace(unit, name=f"A {n}") for n in range(MOST_CARDS + 1)]
    assert [str(each) for each in cards.faults(many)] == ["USA: must have at most 60 units, not 61."]


def test_new_turn_resets_and_score_counts_enemy_losses() -> None:
    cards = cards_of("lead")
    blue, *_ = sample_cards(cards)
    fired = replace(blue, values={**blue.values, "has_fired": True, "stands": 2})
    assert [(each.field, each.after) for each in cards.new_turn(fired, 2)] == [("has_fired", False)]
    assert list(cards.new_turn(blue, 2)) == []
    assert {each.side: each.points for each in cards.score([fired])} == {"USA": 0, "CSA": 4}
