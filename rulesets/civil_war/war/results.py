"""What a battle leaves behind, wherever it was fought: losses, quality, leaders, armies, the hex, and a retreat."""

from collections.abc import Mapping
from dataclasses import replace

from rulesets.civil_war.war.armies import settle_armies, stranded
from rulesets.civil_war.war.casualties import remove_leader, remove_points
from rulesets.civil_war.war.draft import Draft
from rulesets.civil_war.war.orders import SideResult
from rulesets.civil_war.war.state import Contact
from rulesets.civil_war.war.taking import win
from rulesets.civil_war.words import Side, enemy_of


def conclude(draft: Draft, contact: Contact, results: Mapping[Side, SideResult]) -> bool:
    """Apply what a battle did to both sides, the attacker first; return whether somebody has to retreat."""
    attacker, defender = contact.attacker, enemy_of(contact.attacker)
    draft.contact(None)
    for side in (attacker, defender):
        _mark_points(draft, side, contact.hex, results[side])
        _mark_leaders(draft, side, contact.hex, results[side])
    settle_armies(draft)
    left = {side for side in (attacker, defender) if (side, contact.hex) in draft.state.points_at}
    if left == {attacker}:
        win(draft, attacker, contact.hex)
    elif attacker not in left:
        stranded(draft, attacker, contact.hex)
    return len(left) == len(results)


def _mark_points(draft: Draft, side: Side, hex_id: str, result: SideResult) -> None:
    """Take the lost off the map; mark and season those that stay."""
    points = draft.state.points
    remove_points(draft, [points[id_] for id_ in sorted(result.gone)], hex_id)
    stay = draft.state.points_at.get((side, hex_id), ())
    draft.points(
        *(
            replace(
                point,
                quality=result.quality.get(point.id, point.quality),
                battles=point.battles + (point.id in result.fought),
                fought_on=draft.clock.turn if point.id in result.fought else point.fought_on,
                demoralized=point.demoralized or result.demoralized,
            )
            for point in stay
        )
    )


def _mark_leaders(draft: Draft, side: Side, hex_id: str, result: SideResult) -> None:
    """Reveal the leaders seen, and take those with a fate off the map."""
    for leader in sorted(draft.state.leaders_at.get((side, hex_id), ()), key=lambda each: each.id):
        if leader.id in result.seen:
            draft.leaders(replace(leader, revealed=True))
        if leader.id in result.counters and result.leaders.get(leader.id) != "killed":
            _place_counter(draft, leader.id, result.counters[leader.id])
        if leader.id in result.leaders:
            remove_leader(draft, leader.id, result.leaders[leader.id], result.due_on.get(leader.id, 0))


def _place_counter(draft: Draft, id_: str, turn: int) -> None:
    """Place a leader's promotion counter on the turn track; an earlier one stays (VG-10A, R-45)."""
    leader = draft.state.leaders[id_]
    if not leader.counter_on:
        draft.leaders(replace(leader, counter_on=turn))
