"""The ground: set and accepted by the umpire or by both sides, and the edge that the defender chooses (VG-3).

Both are public. They may change freely until the first plan is sealed; another ground then unseals every plan (R-77).
"""

from collections.abc import Mapping
from datetime import datetime

from django.http import Http404

from battles.models import Battle, BattleState, Plan, Setup
from battles.selectors.ground import (
    SET_GROUND,
    edge_words,
    in_words,
    may_choose_edge,
    plan_problems,
    why_edge_fixed,
)
from battles.selectors.reads import (
    OPEN_ALREADY,
    clocks_of,
    conduct,
    find_battle,
    late_sides,
    plans_of,
    public_brief_of,
    side_word,
    whole_battles,
)
from battles.services.common import open_battle_act, reload, require, require_own_view, require_state
from battles.services.plans import keep_as_draft
from battles.shapes import chosen_from_json, deployment_from_json
from campaign.app_part import Decision, Payload
from campaign.audiences import PUBLIC
from campaign.errors import AlreadyDone, Refusal
from campaign.ids import hex_id, read_id
from campaign.selectors.corrected import CORRECTION
from campaign.services import decisions
from campaign.services.corrections import apply_correction
from campaign.services.record import RUNNING, Act
from campaign.visibility import Viewer
from rulesets.core.carries import carries
from rulesets.core.ground import Ground, TableEdge, faults_of
from rulesets.core.words import spoken

EDGE, SET_HEX = "battle.edge", "battle.hex"


def set_ground(
    viewer: Viewer, battle_id: int, ground: Ground, *, version: int | None = None, key: str | None = None
) -> None:
    """Set and accept a ground: at once as the umpire; where the site umpires, ask the other side."""
    battle = find_battle(viewer, battle_id)
    if not viewer.decides:
        raise Http404
    if viewer.is_umpire:
        payload: Payload = {"ground": ground.to_json()}
        with open_battle_act(viewer, battle, SET_GROUND, payload=payload, version=version, key=key) as act:
            _lay(act, reload(battle), ground)
        return
    _check(battle, ground)
    same = ground == battle.ground.whole
    words = f"{'accept' if same else 'change'} the ground of {battle.name}: {in_words(ground)}"
    payload = {"battle": hex_id(battle_id), "ground": ground.to_json(), "words": words}
    decisions.decide(viewer, kind=SET_GROUND, payload=payload, version=version, key=key)


def correct_hex(
    viewer: Viewer,
    battle_id: int,
    *,
    hex_terrain: str,
    hexside_crossed: str,
    reason: str,
    version: int | None = None,
    key: str | None = None,
) -> None:
    """Correct the hex or hexside that the Brief names: as the umpire; where the site umpires, ask the other side."""
    battle = find_battle(viewer, battle_id)
    if not viewer.decides:
        raise Http404
    hexes = {"hex_terrain": hex_terrain, "hexside_crossed": hexside_crossed}
    if viewer.is_umpire:
        with open_battle_act(
            viewer, battle, CORRECTION, payload=_corrected(battle, reason), version=version, key=key
        ) as act:
            _correct(act, reload(battle), hexes, reason)
        return
    _check_hex(battle, hexes)
    words = f"correct the hex of {battle.name} to {spoken(hex_terrain)}, crossed: {spoken(hexside_crossed)}. {reason}"
    payload: Payload = {"battle": hex_id(battle_id), **hexes, "reason": reason, "words": words.rstrip(".")}
    decisions.decide(viewer, kind=SET_HEX, payload=payload, version=version, key=key)


def _corrected(battle: Battle, reason: str) -> Payload:
    return {"table": Setup._meta.db_table, "row": hex_id(battle.setup.pk), "reason": reason}


def _check_hex(battle: Battle, hexes: Mapping[str, str]) -> None:
    require_state(battle, BattleState.PLANS, OPEN_ALREADY)
    changed = any(battle.setup.brief[name] != value for name, value in hexes.items())
    require(changed, "Nothing would change. Choose another hex or hexside.", field="hex_terrain")


def _correct(act: Act, battle: Battle, hexes: Mapping[str, str], reason: str) -> None:
    """Correct the Brief; plans sealed for the other hex are unsealed first."""
    _check_hex(battle, hexes)
    unsealed = unseal_all(act, battle)
    values = {"brief": battle.setup.brief | hexes}
    apply_correction(act, battle.setup, values, by=act.decided_by, reason=reason)
    tell_broken(act, battle, unsealed)


def accept_ground(viewer: Viewer, battle_id: int, *, version: int | None = None, key: str | None = None) -> None:
    """Accept the ground as it is."""
    ground = find_battle(viewer, battle_id).ground.whole
    set_ground(viewer, battle_id, ground, version=version, key=key)


def _check(battle: Battle, ground: Ground) -> None:
    require_state(battle, BattleState.PLANS, OPEN_ALREADY)
    require(battle.ground.accepted_at is None or ground != battle.ground.whole, "This ground is already accepted.")
    if faults := faults_of(ground):
        raise Refusal(" ".join(fault.sentence for fault in faults))


def _lay(act: Act, battle: Battle, ground: Ground) -> None:
    """Write a checked ground, and tell everyone."""
    _check(battle, ground)
    row = battle.ground
    is_new, had_edge = ground != row.whole, row.edge
    row.lay(ground)
    row.accepted_at = act.at
    act.save(row)
    done = "changed" if is_new else "accepted"
    act.tell(PUBLIC, f"{act.decided_by} {done} the ground of {battle.name}: {in_words(ground)}.")
    if is_new:
        tell_broken(act, battle, unseal_all(act, battle))
    if had_edge and not row.edge:
        act.tell(PUBLIC, f"{side_word(public_brief_of(battle).defender)} has to choose its edge again. (VG-3.)")


# After a seal.


def unseal_all(act: Act, battle: Battle) -> Mapping[str, Plan]:
    """Unseal every plan as a public step of its own, so that both sides get the same new deadline (R-77).

    Each plan becomes the draft of the seat that sealed it. Return the plans.
    """
    plans = plans_of(battle)
    if not plans:
        return plans
    for plan in plans.values():
        keep_as_draft(act, plan)
        act.delete(plan)
    battle.step += 1
    battle.since, battle.is_swept = act.at, False
    act.save(battle)
    words = f"The plans for {battle.name} are unsealed, and both sides have the same new deadline. (House rule R-77.)"
    act.tell(PUBLIC, words, kind="battle.unsealed")
    return plans


def tell_broken(act: Act, battle: Battle, unsealed: Mapping[str, Plan]) -> None:
    """Tell the owner alone if what was sealed breaks a clause on the new ground."""
    for side, plan in sorted(unsealed.items()):
        orders = conduct(battle).orders
        order = orders.sealed(plan.body) if orders else None
        parts = chosen_from_json(plan.body), order, deployment_from_json(plan.body)
        if broken := plan_problems(battle, side, *parts):
            words = f"Your plan for {battle.name} can’t be sealed as it was: {' '.join(broken)}"
            act.tell(battle.plan_audience(side), words, kind="battle.broken")


# The edge.


@carries("VG-3")
def choose_edge(
    viewer: Viewer, battle_id: int, *, edge: str, version: int | None = None, key: str | None = None
) -> None:
    """Choose the edge that the defender holds; the attacker gets the opposite one (VG-3)."""
    battle = find_battle(viewer, battle_id)
    if not may_choose_edge(viewer, battle):
        raise Http404
    require_own_view(viewer)
    with open_battle_act(viewer, battle, EDGE, payload={"edge": edge}, version=version, key=key) as act:
        battle = reload(battle)
        require_state(battle, BattleState.PLANS, OPEN_ALREADY)
        if fixed := why_edge_fixed(battle.ground, plans_of(battle)):
            raise Refusal(fixed, cites="VG-3")
        chosen = _offered(battle, edge)
        require(chosen.value != battle.ground.edge, f"Your side already holds {edge_words(chosen)}.", field="edge")
        _take(act, battle, chosen, by=f"{side_word(viewer.side)} chose")


def _offered(battle: Battle, edge: str) -> TableEdge:
    found = next((each for each in battle.ground.whole.sides_to_choose if each.value == edge), None)
    if found is None:
        listed = ", ".join(battle.ground.whole.sides_to_choose)
        raise Refusal(f"Choose an edge where both armies can deploy: {listed}.", cites="VG-3", field="edge")
    return found


def _take(act: Act, battle: Battle, edge: TableEdge, *, by: str) -> None:
    battle.ground.edge = edge.value
    act.save(battle.ground)
    enemy = side_word(public_brief_of(battle).attacker)
    words = f"{by} {edge_words(edge)} of {battle.name} to defend; {enemy} gets {edge_words(edge.opposite)}. (VG-3.)"
    act.tell(PUBLIC, words, kind=EDGE)


@carries("VG-3")
def assign_edge(act: Act, battle: Battle) -> None:
    """Give the defender the first edge he could have chosen, if he chose none (R-76)."""
    if not battle.ground.edge:
        side = side_word(public_brief_of(battle).defender)
        first = battle.ground.whole.sides_to_choose[0]
        _take(act, battle, first, by=f"{side} chose no edge, so the site assigned it")


def assign_late_edge(battle: Battle, now: datetime) -> None:
    """Assign the edge in the sweep once the defender's deadline has passed."""
    if not _is_edge_late(battle, now):
        return
    with open_battle_act(None, battle, EDGE, payload={"time": "up"}) as act:
        battle = reload(battle)
        if not _is_edge_late(battle, now):
            raise AlreadyDone
        assign_edge(act, battle)


def _is_edge_late(battle: Battle, now: datetime) -> bool:
    if battle.state != BattleState.PLANS or battle.is_postponed or battle.ground.edge:
        return False
    return public_brief_of(battle).defender in late_sides(clocks_of(battle), now=now)


# Where the site umpires.


def _note(act: Act, payload: Payload) -> None:
    act.tell(PUBLIC, f"Both sides agreed to {payload['words']}.")


def _carry_out(campaign_id: int, payload: Payload) -> None:
    battle = whole_battles().get(campaign_id=campaign_id, id=read_id(payload["battle"]) or 0)
    with open_battle_act(None, battle, SET_GROUND, payload={"ground": payload["ground"]}) as act:
        _lay(act, reload(battle), Ground.from_json(payload["ground"]))


def _carry_out_hex(campaign_id: int, payload: Payload) -> None:
    battle = whole_battles().get(campaign_id=campaign_id, id=read_id(payload["battle"]) or 0)
    with open_battle_act(None, battle, CORRECTION, payload=_corrected(battle, payload["reason"])) as act:
        hexes = {name: payload[name] for name in ("hex_terrain", "hexside_crossed")}
        _correct(act, reload(battle), hexes, payload["reason"])


HEX_DECISION = Decision(SET_HEX, "Correct the hex of a battle", _note, allowed=RUNNING, in_sweep=_carry_out_hex)
DECISION = Decision(
    SET_GROUND,
    "Set the ground of a battle",
    _note,
    allowed=RUNNING,
    in_sweep=_carry_out,
    page="battles:proposed-ground",
)
