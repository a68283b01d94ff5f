"""Acts on written orders."""

from battles.forms.orders import OrderForm
from battles.selectors.orders import OrderFormPage, OrderStart, order_start, order_to_reveal
from battles.services import orders
from campaign.actions.base import Action, Question, address
from campaign.visibility import Viewer
from campaign.web import ActForm


def to_orders(viewer: Viewer, done: object, battle_id: int, **_: object) -> str:
    return address(viewer, "battles:orders", battle_id)


def _shown(viewer: Viewer, offer: OrderStart, **_: object) -> OrderFormPage:
    return offer.page


@Action(OrderForm, offer=order_start, template="battles/order_new.html", page=_shown, to=to_orders)
def write_order(viewer: Viewer, form: OrderForm, battle_id: int) -> None:
    """Write an order that only your side and the umpire read until it is revealed."""
    orders.write_order(viewer, battle_id, **form.said("text", "unit", "to"))


def _revealing(viewer: Viewer, form: ActForm, battle_id: int, written_order_id: int) -> Question:
    title = f"Reveal the order of turn {form.offer.turn}?"
    loses = f"Everyone reads it from now on: {form.offer.text}"
    return Question(title, loses, "Reveal the order", back="battles:orders", back_args=(battle_id,))


@Action(ActForm, offer=order_to_reveal, sure=_revealing, to=to_orders)
def reveal_order(viewer: Viewer, form: ActForm, battle_id: int, written_order_id: int) -> None:
    """Show a written order to everyone."""
    orders.reveal_order(viewer, battle_id, written_order_id, **form.action())
