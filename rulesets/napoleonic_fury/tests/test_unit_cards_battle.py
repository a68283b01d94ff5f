"""Unit cards: whole battles at random."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulesets.core.dice import ChanceDice
from rulesets.core.errors import BeyondTheTable, IllegalOrder
from rulesets.core.registry import procedure
from rulesets.core.units import Card, Change, Chosen, NewUnit, Role, Use, Whose
from rulesets.napoleonic_fury.tests.cards import ENEMY, OWN, TURN, carried_out
from rulesets.napoleonic_fury.unit_cards import CARDS

often = settings(max_examples=80, suppress_health_check=list(HealthCheck), deadline=None)


def may_take(role: Role, one: Card, side: str) -> bool:
    sides = {Whose.OWN: one.side == side, Whose.ENEMY: one.side != side, Whose.ANY: True}
    return sides[role.whose] and (not role.kinds or one.kind in role.kinds)


def cast(data: st.DataObject, use: Use, cards: list[Card]) -> Chosen | None:
    """Draw cards for each role, or nothing if the battle has none left for one."""
    side = data.draw(st.sampled_from([OWN, ENEMY]))
    chosen: dict[str, tuple[Card, ...]] = {}
    for role in use.roles:
        taken = {one.id for some in chosen.values() for one in some}
        fits = [one for one in cards if one.id not in taken and not CARDS.is_out(one) and may_take(role, one, side)]
        if len(fits) < role.least:
            return None
        most = min(role.most, len(fits))
        some = st.lists(st.sampled_from(fits), min_size=role.least, max_size=most, unique_by=lambda one: one.id)
        chosen[role.name] = tuple(data.draw(some)) if fits else ()
    return Chosen(chosen, TURN)


def measured(inputs: Any) -> Any:
    """Fill in what no card knows, as near as it can be."""
    known = dict(inputs)
    if "firers" in known:
        known["firers"] = [{"range_inches": 1, **firer} for firer in known["firers"]]
    known["officers"] = [{"inches": 1, **o} if "replacement" in o else o for o in known.get("officers", ())]
    return {name: value for name, value in known.items() if name != "officers" or value}


def sample_cards() -> list[Card]:
    units = CARDS.sample.units
    return [Card(str(n), u.side, u.kind, u.name, CARDS.completed(u)) for n, u in enumerate(units)]


@pytest.mark.parametrize("side", [OWN, ENEMY])
@pytest.mark.parametrize("use", CARDS.uses, ids=lambda use: use.procedure)
def test_sample_plays_every_rule_with_what_people_measure(use: Use, side: str) -> None:
    chosen: dict[str, tuple[Card, ...]] = {}
    for role in use.roles:
        taken = {one.id for some in chosen.values() for one in some}
        chosen[role.name] = tuple(one for one in sample_cards() if one.id not in taken and may_take(role, one, side))[
            : role.most
        ]
    rule = procedure(use.procedure)
    inputs = rule.read(measured(use.fill(Chosen(chosen, TURN))))
    assert str(rule.run(inputs, ChanceDice(1)).result)


@often
@given(data=st.data())
def test_battle_of_any_rolls_keeps_its_cards_sound(data: st.DataObject) -> None:
    """Every change begins from the card as it is, and leaves a card without a fault."""
    cards = sample_cards()
    for _ in range(12):
        use = data.draw(st.sampled_from(CARDS.uses))
        chosen = cast(data, use, cards)
        if chosen is None:
            continue
        rule = procedure(use.procedure)
        try:
            inputs = rule.read(measured(use.fill(chosen)))
            found = rule.run(inputs, ChanceDice(data.draw(st.integers(0, 999)))).result
        except (IllegalOrder, BeyondTheTable):
            continue
        changes = list(use.effects(inputs, found, chosen))
        assert len({(each.card, each.field) for each in changes}) == len(changes)
        cards = [checked(one, changes) for one in cards]
        if data.draw(st.booleans()):
            cards = [checked(one, list(CARDS.new_turn(one, TURN + 1))) for one in cards]


def checked(one: Card, changes: list[Change]) -> Card:
    own = [each for each in changes if each.card == one.id]
    assert all(one[each.field] == each.before != each.after and each.cites for each in own)
    assert all(CARDS.kind(one.kind).field(each.field).running for each in own)
    changed = carried_out(one, own)
    unit = NewUnit(one.side, one.kind, one.name, changed.values)
    assert CARDS.faults([unit]) == []
    return changed
