"""A side at the table this turn, as its owner and the umpire know it: what is present, who leads, what is unseen."""

from collections.abc import Iterable, Mapping, Sequence

from django.db.models import QuerySet
from django.http import Http404

from battles.conduct.rolls import Army, LeaderState, Rolls
from battles.models import Battle, BattleState, LeaderPlace, Plan, SecretResult
from battles.selectors.hidden import still_hidden
from battles.selectors.losses import Tally, Ticked, tally, ticks_by_side
from battles.selectors.opening import ratings_of
from battles.selectors.reads import (
    SIDES,
    brief_of_battle,
    commands,
    conduct,
    excess_choices_of,
    find_battle,
    plan_of,
    plans_of,
    secret_results_of,
)
from campaign.prepared import prepared
from campaign.visibility import Viewer
from rulesets.core.report import Fate

NO_STANDS = 0  # a battery has none


def rolls_of(battle: Battle) -> Rolls | None:
    """Return how a battle's book is rolled at the table, while the battle is fought."""
    is_on = battle.state == BattleState.DAY and battle.turn > 0
    return conduct(battle).rolls if is_on else None


def find_army(viewer: Viewer, battle_id: int, side: str) -> tuple[Battle, Army]:
    """Return a side's own army while the battle is fought: to the side, and to the umpire."""
    battle = find_battle(viewer, battle_id)
    return battle, find_own_army(viewer, battle, side.upper())


def may_roll(viewer: Viewer, battle: Battle, side: str) -> bool:
    """Return whether this viewer knows a side at the table and rolls for it: its commanders, and the umpire."""
    if side not in SIDES or rolls_of(battle) is None:
        return False
    is_own = commands(viewer, battle, side)
    return is_own or viewer.is_umpire


def find_own_army(viewer: Viewer, battle: Battle, side: str) -> Army:
    return find_armies(viewer, battle, [side])[side]


def find_armies(viewer: Viewer, battle: Battle, sides: Sequence[str]) -> dict[str, Army]:
    """Return armies with everything that each knows of itself this turn, read together, or raise 404."""
    plans = plans_of(battle) if all(may_roll(viewer, battle, side) for side in sides) else {}
    if not set(sides) <= set(plans):
        raise Http404
    results, ticks, places = secret_results_of(battle), ticks_by_side(battle, sides), _places(battle.id)
    return {side: _army(battle, side, plans, results, ticks[side], places) for side in sides}


def _army(
    battle: Battle,
    side: str,
    plans: Mapping[str, Plan],
    results: Sequence[SecretResult],
    ticks: Sequence[Ticked],
    places: Iterable[LeaderPlace],
) -> Army:
    sums = tally(battle, side, plans, ticks, results, excess_choices_of(plans))
    return Army(
        brief=brief_of_battle(battle),
        side=side,
        plan=plan_of(battle, plans[side]),
        turn=battle.turn,
        rated={line.id: line for line in ratings_of(battle, side, results)},
        states={row.post: LeaderState(row.attached_to, row.in_army_radius) for row in places if row.side == side},
        stands=_present(sums),
        falls={who: [(tick.turn, Fate(tick.cause)) for tick in sums.standing.get(who, ())] for who in sums.fates},
        unseen=frozenset(unit.id for unit in still_hidden(battle, side, plans)),
    )


def _present(sums: Tally) -> dict[str, int]:
    """Return the stands of each unit of a side that is on the table, by its id; a battery has none.

    A flank march is on the table once it has entered, as far as it did.
    """
    present = {at: state.present for at, state in sums.states.items() if state.present}
    return {at: stands if at in sums.roster.units else NO_STANDS for at, stands in present.items()}


@prepared
def _places(battle_id: int) -> QuerySet[LeaderPlace]:
    return LeaderPlace.objects.filter(battle_id=battle_id).order_by("side", "post")
