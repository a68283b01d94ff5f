"""Let a side manage its forces."""

from campaign.audiences import side_audience
from campaign.errors import Refusal
from campaign.ids import hex_id
from campaign.models import CAMPAIGN_STREAM, Campaign, SideCode
from campaign.selectors.procedures import refusing
from campaign.services.record import Act, open_act
from campaign.visibility import Viewer
from rulesets.core.dice import NoDice
from rulesets.core.strategic import DETACH, Order
from war.models import Force
from war.selectors.find import own_force
from war.selectors.locks import why_locked
from war.selectors.state import book_of, by_id, pieces_of, state_of_force
from war.services.map_rows import MapRows

NOT_TO_DETACH = "You can’t detach troops from this force now."


def detach(
    viewer: Viewer,
    *,
    force_id: int,
    strength_points: set[int],
    leaders: set[int],
    name: str = "",
    version: int | None = None,
    key: str | None = None,
) -> Force:
    """Detach strength points and leaders from a force; they stay in its hex as a new force.

    The enemy sees a hex's stack, not its forces, so enemy knowledge doesn't change.
    """
    own_force(viewer, force_id)
    payload = {"force": f"{force_id:016x}", "points": len(strength_points), "leaders": len(leaders)}
    with open_act(
        viewer, stream=CAMPAIGN_STREAM, kind="force.detached", payload=payload, version=version, key=key
    ) as act:
        old = own_force(viewer, force_id)
        require_unlocked(old.campaign_id, old.hex)
        pieces = frozenset(map(hex_id, strength_points | leaders))
        new = _carry_out(act, old, Order(DETACH, hex_id(old.id), pieces, name))
        audience = side_audience(old.side)
        act.tell(audience, f"{SideCode(old.side).label} detached {_count(new)} from {old} as {new}.")
    return new


def require_unlocked(campaign_id: int, *hexes: str) -> None:
    """Refuse a move, detachment, or joining in a locked hex; called for every hex touched, inside the act."""
    for touched in hexes:
        if refusal := why_locked(campaign_id, touched):
            raise Refusal(refusal)


def _carry_out(act: Act, force: Force, order: Order) -> Force:
    """Give a force an order that its book allows; return the force that it brings about."""
    campaign = Campaign.objects.get(id=force.campaign_id)
    points, leaders = pieces_of(force)
    book, before = book_of(campaign), state_of_force(campaign, force, points, leaders)
    legal = {each.kind: each for each in book.legal_orders(book.view(before, force.side), order.force)}
    if order.kind not in legal:
        raise Refusal(NOT_TO_DETACH)
    with refusing():
        legal[order.kind].check(order)
        after = book.apply(before, book.resolve(before, order, NoDice()).result)
    rows = MapRows({order.force: force}, by_id(leaders), by_id(points))
    rows.write(act, after.forces.values())
    return next(row for key, row in rows.forces.items() if key != order.force)


def _count(force: Force) -> str:
    points, leaders = pieces_of(force)
    number = f"{len(points)} strength point{'' if len(points) == 1 else 's'}"
    names = ", ".join(leader.name for leader in leaders)
    return f"{number} with {names}" if names else number
