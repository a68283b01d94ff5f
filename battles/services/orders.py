"""Written orders: a side seals a text, and its owner or the umpire reveals it."""

from django.http import Http404

from battles.models import WrittenOrder
from battles.selectors.orders import find_order, own_cards
from battles.selectors.reads import find_battle, require_not_over, side_word
from battles.services.cards import require_cards
from battles.services.common import open_battle_act, reload, require, require_commander
from campaign.audiences import PUBLIC
from campaign.ids import hex_id
from campaign.sources import SOURCES
from campaign.visibility import Viewer


def write_order(
    viewer: Viewer,
    battle_id: int,
    *,
    text: str,
    unit: str = "",
    to: str = "",
    version: int | None = None,
    key: str | None = None,
) -> WrittenOrder:
    """Seal an order for a unit, or for what `to` names; only the side and the umpire learn of it."""
    battle = find_battle(viewer, battle_id)
    require_cards(battle)
    side = require_commander(viewer, battle)
    with open_battle_act(viewer, battle, "order.written", payload={"side": side}, version=version, key=key) as act:
        battle = reload(battle)
        require_not_over(battle)
        require(not battle.is_postponed, f"{battle.name} is postponed. Resume it first.")
        card = next((each for each in own_cards(viewer, battle) if hex_id(each.id) == unit), None)
        require(card is not None or not unit, "Choose one of your units.", field="unit")
        audience = battle.plan_audience(side)
        row = WrittenOrder(id=SOURCES.new_id(audience), campaign_id=battle.campaign_id, battle=battle, side=side)
        row.card, row.to, row.text, row.turn, row.at = card, to, text, battle.turn, act.at
        act.create(row)
        name = card.name if card else to or "the whole side"
        act.tell(audience, f"{side_word(side)} wrote an order for {name}.", turn=battle.turn)
    return row


def reveal_order(
    viewer: Viewer, battle_id: int, written_order_id: int, *, version: int | None = None, key: str | None = None
) -> None:
    """Show an order to everyone, for its owner or the umpire."""
    battle, _ = find_order(viewer, battle_id, written_order_id)
    payload = {"order": hex_id(written_order_id)}
    with open_battle_act(viewer, battle, "order.revealed", payload=payload, version=version, key=key) as act:
        battle = reload(battle)
        require_not_over(battle)
        row = WrittenOrder.objects.filter(battle=battle, id=written_order_id).first()
        if row is None:
            raise Http404
        require(not row.revealed, "This order is already revealed.")
        row.revealed = True
        act.save(row)
        said = f"{side_word(row.side)} revealed its order of turn {row.turn}: {row.text}"
        act.tell(PUBLIC, said, turn=battle.turn)
