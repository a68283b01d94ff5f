"""The page of written orders."""

from django.http import HttpRequest, HttpResponse

from battles.selectors.orders import orders_page
from campaign.visibility import Viewer
from campaign.web import draw


def orders(request: HttpRequest, viewer: Viewer, battle_id: int) -> HttpResponse:
    """Show the orders that this viewer may read."""
    return draw(request, "battles/orders.html", {"page": orders_page(viewer, battle_id)}, part="live")
