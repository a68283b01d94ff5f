"""Hidden units come into sight: at the opening, when their side or the umpire places them, and around a flank (VG-7).

A placing draws an id of its own, so that the enemy can speak of the unit and learns nothing from its number.
"""

from collections.abc import Iterable, Mapping, Sequence

from django.http import Http404

from battles.conduct.arrivals import CameOn
from battles.conduct.base import Unit
from battles.models import Battle, BattleState, PlacedUnit, Plan, SecretResult
from battles.selectors.hidden import Why, has_hidden, in_sight, may_place, still_hidden
from battles.selectors.reads import (
    NOT_THE_DAY,
    SIDES,
    brief_of_battle,
    brought_of,
    conduct,
    excess_choices_of,
    facts_in,
    find_battle,
    hidden_of,
    placed_units,
    plan_of,
    plans_of,
    secret_results_of,
    side_word,
    units_and_batteries,
)
from battles.services.common import open_battle_act, reload, require, require_state
from campaign.audiences import PUBLIC
from campaign.services.record import Act
from campaign.sources import SOURCES
from campaign.visibility import Viewer
from rulesets.core.carries import carries
from rulesets.core.words import listed

PLACED = "battle.placed"
DONE = {Why.MOVED: "moved", Why.FIRED: "fired", Why.SEEN: "came within sight"}
NOT_HIDDEN = "Choose only units that are still hidden."
CHOOSE_WHY = "Choose why it is placed: it moved, it fired, or it came within sight."


@carries("VG-7")
def place_at_opening(act: Act, battle: Battle) -> None:
    """Place all units that start in sight, as the first turn begins."""
    if not has_hidden(battle):
        return
    plans = plans_of(battle)
    for side in SIDES:
        hidden = hidden_of(battle, side, plans)
        _place(act, battle, side, [unit for unit in placed_units(battle, side, plans) if unit.id not in hidden])


@carries("VG-7")
def place_units(
    viewer: Viewer, battle_id: int, *, side: str, units: Sequence[str], why: str, key: str | None = None
) -> None:
    """Place hidden units on the table, for their side or the umpire; everyone learns of them.

    It depends only on the units, never on what else the page showed: both sides may place at once.
    """
    battle = find_battle(viewer, battle_id)
    if not may_place(viewer, battle, side):
        raise Http404
    with open_battle_act(viewer, battle, PLACED, payload={"side": side, "why": why}, key=key) as act:
        battle = reload(battle)
        require_state(battle, BattleState.DAY, NOT_THE_DAY)
        require(why in Why.values, CHOOSE_WHY, field="why")
        require(units, "Choose at least one unit.", field="units")
        hidden = still_hidden(battle, side, plans_of(battle))
        require(set(units) <= {unit.id for unit in hidden}, NOT_HIDDEN, field="units")
        wanted = [unit for unit in hidden if unit.id in units]
        _place(act, battle, side, wanted)
        act.tell(PUBLIC, _in_words(side, wanted, Why(why)), turn=battle.turn)


def _in_words(side: str, units: Iterable[Unit], why: Why) -> str:
    names = _names(units)
    if len(names) == 1:
        return f"A {side_word(side)} unit {DONE[why]} and is on the table now: {names[0]}. VG-7"
    return f"{side_word(side)} units {DONE[why]} and are on the table now: {listed(names)}. VG-7"


def _names(units: Iterable[Unit]) -> list[str]:
    """Return the names in an order that tells nothing."""
    return sorted(unit.called for unit in units)


@carries("VG-7")
def place_arrivals(act: Act, battle: Battle) -> None:
    """Place what came on around a flank, for the site, once the turn of its entry is over.

    Only then is it final what enters of a force that met another, and only then may the others be listed: earlier,
    they would tell that there was no meeting.
    """
    if not has_hidden(battle):
        return
    plans, results = plans_of(battle), secret_results_of(battle)
    for side in SIDES:
        seen, came = in_sight(battle, side, plans), _came_on(battle, side, plans, results)
        new = [unit for unit in units_and_batteries(battle, side, plans) if unit.id in came and unit.id not in seen]
        _place(act, battle, side, new, came)
        for turn in sorted({came[unit.id].turn for unit in new}):
            names = listed(_names(unit for unit in new if came[unit.id].turn == turn))
            words = f"{side_word(side)} units came on around a flank on turn {turn}: {names}. VG-7B2"
            act.tell(PUBLIC, words, kind=PLACED, turn=battle.turn)


def _came_on(
    battle: Battle, side: str, plans: Mapping[str, Plan], results: Sequence[SecretResult]
) -> Mapping[str, CameOn]:
    arrivals = conduct(battle).arrivals
    if arrivals is None:
        return {}
    chosen = {
        row.edge: brought for row in excess_choices_of(plans) if row.side == side and (brought := brought_of(row))
    }
    before = battle.turn + (battle.state != BattleState.DAY)
    facts, plan = facts_in(battle, results), plan_of(battle, plans[side])
    return arrivals.came_on(brief_of_battle(battle), side, plan, facts, before, chosen)


def _place(
    act: Act, battle: Battle, side: str, units: Sequence[Unit], came: Mapping[str, CameOn] | None = None
) -> None:
    """Record units as seen; the ids are drawn in the order of the names."""
    rows = []
    for unit in sorted((unit for unit in units if unit.called), key=lambda unit: (unit.called, unit.id)):
        row = PlacedUnit(id=SOURCES.new_id(PUBLIC), campaign_id=battle.campaign_id, battle=battle, side=side)
        on = came[unit.id] if came else CameOn(battle.turn, unit.stands)
        row.unit, row.name, row.arm, row.stands, row.turn = unit.id, unit.called, unit.arm, on.stands, on.turn
        rows.append(row)
    act.create_all(rows)
