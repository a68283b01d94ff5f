"""What only the site or the umpire orders: how a contact is fought, what waits for it, and how it ended."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from rulesets.civil_war.war import orders as o
from rulesets.civil_war.war.battles import army_at
from rulesets.civil_war.war.draft import Draft
from rulesets.civil_war.war.results import conclude
from rulesets.civil_war.war.retreats import begin_retreat, finish_retreat, let_retreat
from rulesets.civil_war.war.state import Contact, Waiting
from rulesets.civil_war.words import Side, enemy_of
from rulesets.core.errors import IllegalOrder


def direct(draft: Draft, order: o.GameOrder) -> None:
    """Carry out an order of the site or the umpire."""
    DIRECTIONS[type(order)](draft, order)


def _to_decide(draft: Draft) -> Contact:
    contact = draft.state.contact
    if contact is None or contact.step != "decision":
        raise IllegalOrder("No contact is to be decided now.")
    return contact


def _in_wait(draft: Draft, hex_id: str) -> Waiting:
    waiting = draft.state.waiting.get(hex_id)
    if waiting is None:
        raise IllegalOrder("No battle waits for the table in this hex.")
    return waiting


def _between_contacts(draft: Draft) -> None:
    if draft.state.contact is not None:
        raise IllegalOrder("Another contact has to be settled first.")


def _fight_here(draft: Draft, order: o.FightHere) -> None:
    """Fight a contact on the combat table; one that waited for the table is called off there."""
    if order.hex:
        _between_contacts(draft)
        contact = _in_wait(draft, order.hex).contact
        draft.waiting(order.hex, None)
    else:
        contact = _to_decide(draft)
    draft.contact(replace(contact, step="fight"))
    draft.say("fights here", "all", contact.attacker, hexes=(contact.hex,))


def _to_table(draft: Draft, _order: o.ToTable) -> None:
    contact = _to_decide(draft)
    draft.contact(None)
    draft.waiting(contact.hex, Waiting(contact))
    draft.say("waits for the table", "all", contact.attacker, hexes=(contact.hex,))


def _postpone(draft: Draft, order: o.Postpone) -> None:
    waiting = _in_wait(draft, order.hex)
    if waiting.postponed:
        raise IllegalOrder("This battle is already postponed.")
    draft.waiting(order.hex, replace(waiting, postponed=True))
    draft.say("postponed", "all", hexes=(order.hex,))


def _resume(draft: Draft, order: o.Resume) -> None:
    waiting = _in_wait(draft, order.hex)
    if not waiting.postponed:
        raise IllegalOrder("This battle isn't postponed.")
    draft.waiting(order.hex, replace(waiting, postponed=False))
    draft.say("resumed", "all", hexes=(order.hex,))


# How a battle with miniatures ended


def _settle(draft: Draft, order: o.Settle) -> None:
    """Settle a battle with miniatures by the code of the combat table: losses, leaders, armies, the hex, a retreat."""
    _between_contacts(draft)
    contact = _in_wait(draft, order.hex).contact
    _check_result(draft, order, contact)
    draft.waiting(order.hex, None)
    draft.say("settled", "all", contact.attacker, hexes=(order.hex,))
    for side in (contact.attacker, enemy_of(contact.attacker)):
        draft.say("lost", "all", side, hexes=(order.hex,), number=len(order.sides[side].gone))
    if conclude(draft, contact, order.sides):
        _leave(draft, order, contact)


def _leave(draft: Draft, order: o.Settle, contact: Contact) -> None:
    """Let the loser leave the hex."""
    if order.loser is None:
        begin_retreat(draft, contact, frozenset(side for side, result in order.sides.items() if result.demoralized))
    elif order.retreat_to or order.surrenders:
        finish_retreat(draft, replace(contact, loser=order.loser), order.retreat_to)
    else:
        let_retreat(draft, contact, order.loser)


def _check_result(draft: Draft, order: o.Settle, contact: Contact) -> None:
    """Refuse a result that names pieces that aren't in the battle, or a retreat that is impossible."""
    if set(order.sides) != {contact.attacker, enemy_of(contact.attacker)}:
        raise IllegalOrder("sides: give the result of both sides.")
    for side, result in order.sides.items():
        _check_pieces(draft, side, order.hex, result)
    if order.retreat_to and (order.loser is None or order.surrenders):
        raise IllegalOrder("retreat_to: only a loser who doesn't surrender retreats.")
    if order.surrenders and order.loser is None:
        raise IllegalOrder("surrenders: name the loser who surrenders.")
    if order.retreat_to:
        _check_way_out(draft, order.loser or contact.attacker, order.retreat_to, order.hex)


def _check_pieces(draft: Draft, side: Side, hex_id: str, result: o.SideResult) -> None:
    army = army_at(draft.state, side, hex_id)
    points, leaders = {point.id for point in army.points}, {leader.id for leader in army.leaders}
    for name, ids, known in (
        ("gone", result.gone, points),
        ("fought", result.fought, points),
        ("quality", result.quality, points),
        ("leaders", result.leaders, leaders),
        ("counters", result.counters, leaders),
        ("seen", result.seen, leaders),
        ("due_on", result.due_on, result.leaders),
    ):
        _check_known(name, ids, known)


def _check_known(name: str, ids: Iterable[str], known: Iterable[str]) -> None:
    unknown = sorted(set(ids) - set(known))
    if unknown:
        raise IllegalOrder(f"{name}: {unknown[0]} isn't in this battle.")


def _check_way_out(draft: Draft, loser: Side, to: str, hex_id: str) -> None:
    graph = draft.state.world.graph
    is_land = to in graph.hexes and not graph.hexes[to].is_sea and bool(graph.hexes[to].theater)
    if not is_land or to == hex_id or (enemy_of(loser), to) in draft.state.points_at:
        raise IllegalOrder("retreat_to: choose another land hex on the map, without enemy strength points.")


DIRECTIONS: dict[type, Callable[[Draft, Any], None]] = {
    o.FightHere: _fight_here,
    o.ToTable: _to_table,
    o.Postpone: _postpone,
    o.Resume: _resume,
    o.Settle: _settle,
}
