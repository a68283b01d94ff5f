"""What is to be done next in a war, and what an order brings about."""

from rulesets.civil_war.war.actions import act
from rulesets.civil_war.war.directing import direct
from rulesets.civil_war.war.draft import Draft, Resolved
from rulesets.civil_war.war.legal import NOT_OFFERED, check
from rulesets.civil_war.war.locks import all_wait
from rulesets.civil_war.war.orders import FreeOrder, GameOrder, Order, Proceed
from rulesets.civil_war.war.state import State
from rulesets.civil_war.war.turning import is_held_up, proceed
from rulesets.civil_war.war.views import view
from rulesets.civil_war.words import Side
from rulesets.core.dice import Dice
from rulesets.core.errors import IllegalOrder
from rulesets.core.outcome import Outcome


def awaited(state: State) -> Side | None:
    """Return the side whose order comes next, or None.

    Then the game itself has to proceed, or it waits for a decision or a battle on the table, or it's over. A half-pulse
    is held up only if every theater in play waits: what else a side could do is its own affair.
    """
    contact = state.contact
    if contact is not None:
        return contact.chooser if contact.step == "losses" else contact.loser if contact.step == "retreat" else None
    if state.clock.phase != "action" or all_wait(state.world, state.waiting):
        return None
    return state.clock.spending


def can_proceed(state: State) -> bool:
    """Return whether the next step is the game's own, and nothing holds it up."""
    return awaited(state) is None and state.clock.phase != "over" and not is_held_up(state)


def resolve(state: State, order: Order, dice: Dice, *, side: Side | None = None) -> Outcome[Resolved]:
    """Return what an order brings about: of the side awaited, of the game, or a free order of the side named."""
    draft = Draft(state, dice)
    if isinstance(order, Proceed):
        if not can_proceed(state):
            raise IllegalOrder("The game waits for an order or a battle, or it is over.")
        proceed(draft)
    elif isinstance(order, GameOrder):
        direct(draft, order)
    else:
        giver = _giver(state, order, side)
        check(view(state, giver), order)
        act(draft, giver, order)
    return Outcome(draft.done(), tuple(draft.work.steps), tuple(draft.work.dice.throws))


def _giver(state: State, order: Order, side: Side | None) -> Side:
    """Return whose order it is: of the side named if it's free, otherwise only of the side awaited."""
    due = awaited(state)
    giver = side or due
    if giver is None:
        raise IllegalOrder("No order can be given now.")
    if giver != due and not isinstance(order, FreeOrder):
        raise IllegalOrder(NOT_OFFERED)
    return giver
