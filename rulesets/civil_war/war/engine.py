"""What is to be done next in a war, and what an order brings about."""

from rulesets.civil_war.war.actions import act
from rulesets.civil_war.war.draft import Draft, Resolved
from rulesets.civil_war.war.legal import check
from rulesets.civil_war.war.orders import Order, Proceed
from rulesets.civil_war.war.state import State
from rulesets.civil_war.war.turning import proceed
from rulesets.civil_war.war.views import view
from rulesets.civil_war.words import Side
from rulesets.core.dice import Dice
from rulesets.core.errors import IllegalOrder
from rulesets.core.outcome import Outcome


def awaited(state: State) -> Side | None:
    """Return the side whose order comes next, or None if the game itself has to proceed or is over."""
    if state.contact is not None:
        return state.contact.loser if state.contact.step == "retreat" else None
    return state.clock.spending if state.clock.phase == "action" else None


def resolve(state: State, order: Order, dice: Dice) -> Outcome[Resolved]:
    """Return what an order of the side awaited brings about, or the game's next step."""
    side, draft = awaited(state), Draft(state, dice)
    if isinstance(order, Proceed):
        if side is not None or state.clock.phase == "over":
            raise IllegalOrder("The game waits for an order, or it is over.")
        proceed(draft)
    elif side is None:
        raise IllegalOrder("No order can be given now.")
    else:
        check(view(state, side), order)
        act(draft, side, order)
    return Outcome(draft.done(), tuple(draft.work.steps), tuple(draft.work.dice.throws))
