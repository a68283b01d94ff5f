"""Move a battle on when time is up, where the site umpires: nobody waits forever for a silent side (R-54, R-55).

A human umpire decides for themselves, so none of this happens under one.
"""

from collections.abc import Callable, Collection, Mapping
from datetime import datetime

from battles.conduct.base import EnteredResult
from battles.models import Battle, BattleState, SideResult
from battles.selectors.ending import ends_of, requests_of
from battles.selectors.losses import recorded_losses
from battles.selectors.night import choices_of
from battles.selectors.reads import (
    SIDES,
    clocks_of,
    late_sides,
    other_side,
    plans_of,
    shown_result,
    side_results_of,
    side_word,
)
from battles.selectors.report import counts_points
from battles.services import night
from battles.services.common import open_battle_act, reload
from battles.services.day import end_in
from battles.services.plans import seal_in
from battles.services.result import check_result, new_result
from campaign.audiences import PUBLIC
from campaign.errors import AlreadyDone
from campaign.services.record import Act
from rulesets.core.carries import carries
from rulesets.core.report import End


def move_on(battle: Battle, now: datetime) -> None:
    """Make the move that a phase's deadline calls for, if it has passed; results are settled elsewhere."""
    if battle.is_adjourned:
        return
    if battle.state == BattleState.PLANS:
        _decide(battle, now, _sides_to_seal, _seal, kind="battle.sealed")
    elif battle.state == BattleState.DAY:
        _decide(battle, now, _sides_to_end, _end, kind="battle.request")
    elif battle.state == BattleState.NIGHT:
        _decide(battle, now, _sides_to_stay, _open_night, kind=night.OPENED)


def _decide(
    battle: Battle,
    now: datetime,
    sides_of: Callable[[Battle, datetime], Collection[str]],
    make: Callable[[Act, Battle, Collection[str]], None],
    *,
    kind: str,
) -> None:
    """Ask which sides are late, and once more under the lock, where they may have acted meanwhile."""
    if not sides_of(battle, now):
        return
    with open_battle_act(None, battle, kind, payload={"time": "up"}) as act:
        current = reload(battle)
        sides = sides_of(current, now) if current.state == battle.state and not current.is_adjourned else ()
        if not sides:
            raise AlreadyDone
        make(act, current, sides)


def _sides_to_seal(battle: Battle, now: datetime) -> Collection[str]:
    late, sealed = late_sides(clocks_of(battle), now=now), plans_of(battle)
    return [side for side in SIDES if side in late and side not in sealed]


def _seal(act: Act, battle: Battle, sides: Collection[str]) -> None:
    for side in sides:
        seal_in(act, battle, side, {})
        words = f"Time is up. {side_word(side)} sealed no plan for {battle.name}, so the site sealed an empty one."
        act.tell(PUBLIC, f"{words} (House rule R-54.)")


def _sides_to_end(battle: Battle, now: datetime) -> Collection[str]:
    """Return both sides when time is up for both and the turn's secret work is done."""
    late = late_sides(clocks_of(battle), now=now)
    return late if len(late) == len(SIDES) and not battle.waits_for_umpire_work else ()


def _end(act: Act, battle: Battle, sides: Collection[str]) -> None:
    ends, rule = _ends(battle)
    end_in(act, battle, ends, why=f"Time is up for turn {battle.turn} (house rule {rule}). ")


def _sides_to_stay(battle: Battle, now: datetime) -> Collection[str]:
    """Return the sides whose time for the night's choice is up, once all who still can have chosen."""
    late, chosen = late_sides(clocks_of(battle), now=now), choices_of(battle)
    is_due = all(side in late or side in chosen for side in SIDES) and not battle.waits_for_umpire_work
    return [side for side in SIDES if side not in chosen] if is_due else []


def _open_night(act: Act, battle: Battle, sides: Collection[str]) -> None:
    night.open_in(act, battle, choices_of(battle), why="Time is up. ")


@carries("VG-8day")
def _ends(battle: Battle) -> tuple[dict[str, str], str]:
    """Return how each side ends a battle that its players left, and the house rule that says so.

    Where only one side spoke, its proposal counts or, without one, the silent side withdrew. Otherwise nobody gave
    way, and the defender held the field.
    """
    asked = requests_of(battle)
    if len(asked) == 1:
        silent = other_side(asked[0].side)
        return asked[0].ends or ends_of(silent, End.WITHDREW), "R-54"
    return ends_of(battle.setup.brief["attacker"], End.WITHDREW), "R-55"


def decide_results(act: Act, battle: Battle) -> None:
    """Count a missing result as one without points, unless the book counts them."""
    found = side_results_of(battle)
    for side in SIDES:
        if side not in found:
            act.create(_silent_result(battle, side, found))
            points = "" if counts_points(battle) else ", so it has no points"
            words = f"{side_word(side)} entered no result of {battle.name}{points}. It lost only what the site"
            act.tell(PUBLIC, f"{words} recorded: ticked losses, and stands that never came. (House rule R-54.)")


def _silent_result(battle: Battle, side: str, found: Mapping[str, SideResult]) -> SideResult:
    """Return a silent side's result: what it ticked, which stands never came on the table, and the other side's word
    on the objectives."""
    losses, leaders = recorded_losses(battle, side, plans_of(battle))
    held = next((shown_result(row).objectives for row in found.values()), {})
    entered = EnteredResult(End(battle.ends[side]), losses=losses, leaders=leaders, objectives=held)
    row = new_result(battle, side, check_result(battle, side, entered))
    row.confirmed = True
    return row
