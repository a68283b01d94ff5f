"""A war's steps in the sweep: each is an act of its own, taken unless somebody got there first."""

from collections.abc import Callable

from campaign.errors import AlreadyDone
from campaign.models import CAMPAIGN_STREAM
from campaign.services.record import Act, open_act
from rulesets.civil_war.war import State
from war.selectors.war_state import WarRows
from war.services.war_orders import war_in

MOST_STEPS = 80  # of one sweep; the next goes on
Take = Callable[[Act, WarRows, State], None]


def take_steps(campaign_id: int, kind: str, take: Take, *, is_due: Callable[[], bool]) -> None:
    """Take one step after another while one is due."""
    for _ in range(MOST_STEPS):
        if not is_due() or not take_step(campaign_id, kind, take, is_due=is_due):
            return


def take_step(campaign_id: int, kind: str, take: Take, *, is_due: Callable[[], bool]) -> bool:
    """Take one step if it's still due inside the lock; return whether it was taken."""
    taken = False
    with open_act(None, stream=CAMPAIGN_STREAM, kind=kind, campaign_id=campaign_id) as act:
        if not is_due():
            raise AlreadyDone
        found, state = war_in(act)
        take(act, found, state)
        taken = True
    return taken
