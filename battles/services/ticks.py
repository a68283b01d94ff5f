"""Casualties ticked at the table: each tick adds up with those of other phones, and none is refused for them.

A tick carries no version of a view: only its own key keeps it from counting twice.
"""

from collections.abc import Mapping
from typing import Any

from django.db.models import QuerySet, Subquery

from battles.conduct.plain import TABLE
from battles.models import Battle, BattleState, ExcessChoice, Plan, SecretResult, SideResult, Tick
from battles.selectors.losses import (
    BY_STAND,
    CAPTURED,
    NEVER_ARRIVED,
    QUIT,
    Roster,
    Tally,
    last_of,
    roster_of,
    side_to_tick,
    tally,
    ticks_of_unit,
)
from battles.selectors.reads import (
    excess_choices_of,
    find_battle,
    plans_of,
    secret_results_of,
    side_word,
)
from battles.services.common import open_battle_act, require
from battles.services.leaders import leave_brigade
from campaign.ids import hex_id
from campaign.prepared import prepared
from campaign.sources import SOURCES
from campaign.visibility import Viewer
from rulesets.core.words import many

TICKED = "battle.tick"
MOST_EXPECTED = 999
OTHER_SEAT = "This loss was ticked from another seat, so it wasn’t sent from yours."
NOT_FOUGHT = "Tick losses while the battle is fought, until your side confirms its result."
NOT_COUNTED = "not counted"
WORDS = {QUIT: "quit the field", NEVER_ARRIVED: "never arrived"}


def tick(
    viewer: Viewer,
    battle_id: int,
    *,
    side: str = "",
    unit: str,
    cause: str,
    by: int = 1,
    expected: int = 0,
    turn: int | None = None,
    seat: str = "",
    key: str | None = None,
) -> Tick:
    """Tick one loss of a side's own unit or commander, or take one back; only that side learns of it.

    `seat` is where it was ticked, if it waited for a signal: it counts under no other.
    """
    battle = find_battle(viewer, battle_id)
    side = side_to_tick(viewer, battle, side)
    require(seat in ("", hex_id(viewer.seat_id)), OTHER_SEAT, field="seat")
    plans = plans_of(battle)
    roster = roster_of(battle, side, plans)
    require(cause in roster.causes_of(unit), _wrong(roster, unit), field="cause" if roster.causes_of(unit) else "unit")
    require(by in (1, -1), "Tick one stand, or take one back.", field="by")
    arrivals = _arrivals(battle, plans, roster, unit)
    with open_battle_act(viewer, battle, TICKED, payload={"side": side}, key=key) as act:
        last = _read_state(battle, side)
        require_open(battle, side)
        sums = tally(battle, side, plans, ticks_of_unit(battle, side, unit), *arrivals, roster=roster)
        row = Tick(id=SOURCES.new_id(battle.plan_audience(side)), campaign_id=battle.campaign_id, battle=battle)
        row.side, row.unit, row.cause, row.by, row.expected = side, unit, cause, by, expected
        row.counts = sums.may_count(unit, cause, by)
        row.n, row.turn = last + 1, _turn_of(sums, row, turn)
        act.create(row)
        if row.by > 0 and row.turn == battle.turn and unit in roster.commanders:
            leave_brigade(act, battle, side, unit, plans)
        act.tell(battle.plan_audience(side), _in_words(sums, row), kind=TICKED, turn=battle.turn)
    return row


def require_open(battle: Battle, side: str) -> None:
    """Refuse a tick outside the fighting, and one that came after its side had confirmed."""
    require(not battle.is_postponed, f"{battle.name} is postponed. Resume it first.")
    require(battle.state in (BattleState.DAY, BattleState.NIGHT, BattleState.RESULT), NOT_FOUGHT)
    if battle.state == BattleState.RESULT:
        is_confirmed = any(_confirmed(battle.id, side))
        require(
            not is_confirmed, f"The {side_word(side)} result was confirmed before this loss came, so it doesn’t count."
        )


@prepared
def _confirmed(battle_id: int, side: str) -> "QuerySet[SideResult, bool]":
    return SideResult.objects.filter(battle_id=battle_id, side=side).values_list("confirmed", flat=True)


def _read_state(battle: Battle, side: str) -> int:
    """Read what may have changed before the lock: state and turn, and whether the contact is postponed.

    Return the number of the side's last tick.
    """
    ((battle.state, battle.turn, postponed, last),) = _now(battle.id, side)
    if battle.contact is not None:
        battle.contact.postponed = postponed
    return last or 0


@prepared
def _now(battle_id: int, side: str) -> "QuerySet[Battle, Any]":
    last = Tick.objects.filter(battle_id=battle_id, side=side).order_by("-n").values("n")[:1]
    return Battle.objects.filter(id=battle_id).values_list("state", "turn", "contact__postponed", Subquery(last))


def _arrivals(
    battle: Battle, plans: Mapping[str, Plan], roster: Roster, unit: str
) -> tuple[list[SecretResult], list[ExcessChoice]]:
    """Read who has come on the table, if the unit marched around a flank."""
    known = roster.units.get(unit) or roster.batteries.get(unit)
    if known is None or known.place == TABLE:
        return [], []
    return secret_results_of(battle), excess_choices_of(plans)


def _turn_of(sums: Tally, row: Tick, turn: int | None) -> int:
    """Return when a loss happened: as said, but not in the future; one taken back has the turn of the one it takes."""
    if row.by < 0 and (taken := last_of(sums.standing.get(row.unit, []), row.cause)) is not None:
        return taken.turn
    return min(turn or sums.turn, sums.turn)


def _wrong(roster: Roster, unit: str) -> str:
    if not roster.causes_of(unit):
        return "Choose a unit, a battery, or a leader of your army."
    kind = "unit" if unit in roster.units else "battery" if unit in roster.batteries else "leader"
    return f"Choose what can happen to a {kind}: {', '.join(roster.causes_of(unit))}."


def _in_words(sums: Tally, row: Tick) -> str:
    """Say what was ticked, in the past tense, and whether it counts."""
    name, what = sums.roster.name_of(row.unit), _what(sums.roster, row)
    said = f"{name}: {what}" if row.by > 0 else f"{name}: taken back, {what}"
    if not row.counts:
        return f"{said}; {NOT_COUNTED}."
    if row.cause not in BY_STAND or row.unit not in sums.roster.units:
        return f"{said}."
    present = sums.present(row.unit)
    showed = f" The phone showed {row.expected} before." if row.expected not in (0, present) else ""
    return f"{said}; {many(present - row.by, 'stand')} left.{showed}"


def _what(roster: Roster, row: Tick) -> str:
    if row.cause in WORDS:
        return WORDS[row.cause]
    if row.unit in roster.units:
        return f"1 stand {row.cause}"
    if row.unit in roster.batteries:
        return "captured" if row.cause == CAPTURED else "lost"
    return row.cause
