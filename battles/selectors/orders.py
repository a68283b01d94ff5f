"""Written orders as a viewer may see them."""

from datetime import datetime

from django.db.models import QuerySet
from django.http import Http404

from battles.models import OVER, Battle, Card, WrittenOrder
from battles.selectors.cards import find_cards, is_own, page_audience
from battles.selectors.reads import cards_of
from campaign.ids import hex_id
from campaign.parts import Audience
from campaign.prepared import prepared
from campaign.routes import reverse
from campaign.visibility import Viewer, audience_words, may_know
from rulesets.core.records import dataclass


@dataclass(frozen=True)
class OrderLine:
    """A written order."""

    id: int
    side: str
    to: str
    text: str
    turn: int
    at: datetime
    revealed: bool
    audience: Audience
    reveal_url: str


@dataclass(frozen=True)
class OrdersPage:
    """The written orders that this viewer sees, the newest first."""

    battle_id: int
    name: str
    audience: Audience
    orders: tuple[OrderLine, ...]
    may_write: bool


@dataclass(frozen=True)
class OrderFormPage:
    """What the page of a new order shows around its form."""

    battle_id: int
    name: str
    audience: Audience


@dataclass(frozen=True)
class OrderStart:
    """The input of the form of an order: the units of its side."""

    page: OrderFormPage
    units: tuple[tuple[str, str], ...]


def orders_page(viewer: Viewer, battle_id: int) -> OrdersPage:
    """Return the orders that this viewer sees."""
    battle, _ = find_cards(viewer, battle_id)
    names = {card.id: card.name for card in cards_of(battle)}
    known = [row for row in _orders(battle.id) if may_know(row.audience_in(battle), viewer)]
    return OrdersPage(
        battle_id=battle.id,
        name=battle.name,
        audience=page_audience(viewer, battle),
        orders=tuple(_line(viewer, battle, row, names.get(row.card_id or 0, "")) for row in known),
        may_write=_may_write(viewer, battle),
    )


@prepared
def _orders(battle_id: int) -> QuerySet[WrittenOrder]:
    return WrittenOrder.objects.filter(battle_id=battle_id).order_by("-at", "-id")


def _line(viewer: Viewer, battle: Battle, row: WrittenOrder, unit: str) -> OrderLine:
    may = not row.revealed and _is_on(viewer, battle) and (viewer.is_umpire or is_own(viewer, row.side))
    args = [battle.campaign_id, battle.id, row.id]
    return OrderLine(
        id=row.id,
        side=row.side,
        to=unit or row.to or "the whole side",
        text=row.text,
        turn=row.turn,
        at=row.at,
        revealed=row.revealed,
        audience=audience_words(viewer, row.audience_in(battle)),
        reveal_url=reverse("battles:order-reveal", args=args) if may else "",
    )


def _is_on(viewer: Viewer, battle: Battle) -> bool:
    return viewer.game_is_on and not viewer.viewing_as and not battle.is_postponed and battle.state not in OVER


def _may_write(viewer: Viewer, battle: Battle) -> bool:
    return _is_on(viewer, battle) and is_own(viewer, viewer.side)


def order_start(viewer: Viewer, battle_id: int) -> OrderStart:
    """Return the form of an order, for a side's whole-side commander."""
    battle, _ = find_cards(viewer, battle_id)
    if not is_own(viewer, viewer.side):
        raise Http404
    audience = audience_words(viewer, battle.plan_audience(viewer.side))
    units = tuple((hex_id(card.id), card.name) for card in own_cards(viewer, battle))
    return OrderStart(OrderFormPage(battle.id, battle.name, audience), units)


def own_cards(viewer: Viewer, battle: Battle) -> list[Card]:
    return [card for card in cards_of(battle) if card.side == viewer.side]


def find_order(viewer: Viewer, battle_id: int, written_order_id: int) -> tuple[Battle, WrittenOrder]:
    """Return an order to its owner or the umpire, who may reveal it."""
    battle, _ = find_cards(viewer, battle_id)
    for row in _order(battle.id, written_order_id):
        if viewer.is_umpire or is_own(viewer, row.side):
            return battle, row
    raise Http404


def order_to_reveal(viewer: Viewer, battle_id: int, written_order_id: int) -> WrittenOrder:
    return find_order(viewer, battle_id, written_order_id)[1]


@prepared
def _order(battle_id: int, written_order_id: int) -> QuerySet[WrittenOrder]:
    return WrittenOrder.objects.filter(battle_id=battle_id, id=written_order_id)
