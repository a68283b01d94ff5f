"""Ask both sides before an army surrenders for want of a hex to retreat to, where the site umpires (VG-9, R-115).

A human umpire reads it in the dry run before they settle. Where a side stays silent, time decides (R-54).
"""

from datetime import datetime

from battles.models import Battle, BattleState
from battles.selectors.reads import (
    SIDES,
    brief_of_battle,
    clocks_of,
    house_of_battle,
    late_sides,
    plans_of,
    side_results_of,
)
from battles.selectors.report import report_of
from battles.selectors.retreat import leaving_of, surrender_in_words
from battles.services.common import open_battle_act, reload
from campaign.audiences import PUBLIC
from campaign.errors import AlreadyDone
from rulesets.core.carries import carries
from war.selectors.aftermath import verdict_of

ASKED = "battle.surrender"


@carries("VG-9")
def ask_both(battle: Battle, now: datetime) -> bool:
    """Tell everyone who surrenders, and let both sides confirm their results again; return whether they still have to.

    Results that are ready to be settled ask once, and again only if another army would surrender.
    """
    if not _to_ask(battle, now):
        return False
    with open_battle_act(None, battle, ASKED) as act:
        battle = reload(battle)
        side = _to_ask(battle, now) if battle.state == BattleState.RESULT else ""
        if not side:
            raise AlreadyDone
        battle.surrenders = side
        act.save(battle)
        for row in side_results_of(battle).values():
            row.confirmed = False
            act.save(row)
        act.tell(PUBLIC, f"{surrender_in_words(battle)} Both sides confirm their results once more.")
    return True


def _to_ask(battle: Battle, now: datetime) -> str:
    """Return the side whose surrender nobody has been told of, unless time is up for both."""
    rows = side_results_of(battle)
    if len(rows) < len(SIDES) or len(late_sides(clocks_of(battle), now=now)) == len(SIDES):
        return ""
    report = report_of(battle, plans_of(battle), rows)
    leaving = leaving_of(
        battle, report, verdict_of(battle.book, brief_of_battle(battle), report, house_of_battle(battle))
    )
    return leaving.side if leaving.surrenders and battle.surrenders != leaving.side else ""
