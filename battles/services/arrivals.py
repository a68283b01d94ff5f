"""What enters of a flank force that met a smaller one off the table: its owner chooses, and nobody waits (VG-7B5a)."""

from collections.abc import Sequence

from django.http import Http404

from battles.conduct.arrivals import Brought
from battles.models import BattleState
from battles.selectors.arrivals import excess_of, own_choice
from battles.selectors.reads import NOT_THE_DAY, conduct, find_battle, plans_of, secret_results_of
from battles.services.common import open_battle_act, reload, require, require_commander, require_state
from campaign.visibility import Viewer
from rulesets.core.carries import carries

CHOSEN = "battle.excess"
TOO_LATE = "The turn on which your flank march entered is over, so the choice is final."
MADE = "Your side has already chosen what enters."


@carries("VG-7B")
def choose_excess(
    viewer: Viewer,
    battle_id: int,
    *,
    edge: str,
    units: Sequence[str],
    reduced: str = "",
    version: int | None = None,
    key: str | None = None,
) -> None:
    """Choose which brigades and batteries come on, once, on the turn that they enter; only their side learns of it."""
    battle = find_battle(viewer, battle_id)
    side = require_commander(viewer, battle)
    payload = {"side": side, "edge": edge}
    with open_battle_act(viewer, battle, CHOSEN, payload=payload, version=version, key=key) as act:
        battle = reload(battle)
        row, arrivals = own_choice(battle, side, edge), conduct(battle).arrivals
        excess = excess_of(battle, row, plans_of(battle), secret_results_of(battle)) if row else None
        if row is None or excess is None or arrivals is None:
            raise Http404
        require_state(battle, BattleState.DAY, NOT_THE_DAY)
        require(not row.is_made, MADE)
        require(row.turn == battle.turn, TOO_LATE)
        brought = arrivals.bring_on(excess, Brought(tuple(units), reduced))
        row.units, row.reduced, row.is_made = list(brought.units), brought.reduced, True
        act.save(row)
        words = "; ".join(each.label for each in arrivals.in_words(excess, brought))
        act.tell(battle.plan_audience(side), f"You chose what enters around {excess.where}: {words}.", kind=CHOSEN)
