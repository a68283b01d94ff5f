"""The map for programs: the endpoints of its pages."""

from typing import Any

from django.urls import path
from rest_framework.request import Request
from rest_framework.response import Response

from campaign.api.base import (
    PROBLEMS,
    acts_as,
    answers,
    carried_out,
    parameters_of,
    plain,
    query_of,
    seated_endpoint,
    shown,
    twin_of,
)
from campaign.api.body import body_of
from campaign.api.described import described
from campaign.visibility import Viewer
from war import actions
from war.forms.agreement import RatioForm
from war.forms.orders import OrdersQuery
from war.forms.queue import ReplayQuery
from war.forms.sheet import HexForm
from war.selectors.brigades import BrigadesPage, brigades_page
from war.selectors.contact_page import ContactPage, contact_page
from war.selectors.map import ForcePage, force_page
from war.selectors.outcome import OutcomePage
from war.selectors.places_page import PlacesPage
from war.selectors.queue_page import QueuePage, queue_page
from war.selectors.replay import ReplayPage, replay_page
from war.selectors.set_right import SetRight
from war.selectors.war_orders_page import WarOrdersPage, orders_page
from war.selectors.war_page import MapPage, map_page, text_page

MAP = "c/<id:campaign_id>/map/"


def _orders(request: Request, viewer: Viewer) -> Response:
    """Answer the orders of a piece, or carry out one."""
    if request.method == "POST":
        return carried_out(actions.give_order, viewer, actions.give_order.ask(viewer, body_of(request)))
    return Response(plain(orders_page(viewer, **query_of(request, OrdersQuery))))


_shown: Any = described(
    methods=["GET"],
    operation_id="war_orders",
    description="Return what you may order a piece of your side to do, and what a march of it would cost and meet.",
    parameters=parameters_of(OrdersQuery),
    responses={200: answers(WarOrdersPage), **PROBLEMS},
)
orders: Any = acts_as(actions.give_order)(_shown(seated_endpoint("GET", "POST")(_orders)))

urlpatterns = [
    path(MAP, shown("map", "Return the map as your seat sees it.", page=MapPage, read=map_page, query=HexForm)),
    path(
        f"{MAP}places/",
        shown("places", "Return every place and every stack that you know of.", page=PlacesPage, read=text_page),
    ),
    path(f"{MAP}orders/", orders),
    path(f"{MAP}begin/", twin_of(actions.begin_war)),
    path(f"{MAP}queue/", shown("queue", "Return your side's queue of orders.", page=QueuePage, read=queue_page)),
    path(f"{MAP}queue/add/", twin_of(actions.queue_order)),
    path(f"{MAP}queue/drop/", twin_of(actions.drop_queued)),
    path(f"{MAP}queue/ready/", twin_of(actions.stand_ready)),
    path(f"{MAP}queue/end/", twin_of(actions.end_early)),
    path(
        f"{MAP}replay/",
        shown(
            "replay",
            "Return the movements that your seat was told of since a version of its view, or since you last acted.",
            page=ReplayPage,
            read=replay_page,
            query=ReplayQuery,
        ),
    ),
    path(f"{MAP}set-right/move/", twin_of(actions.move_pieces, page=SetRight)),
    path(f"{MAP}set-right/remove/", twin_of(actions.remove_pieces)),
    path(f"{MAP}set-right/add/", twin_of(actions.add_pieces)),
    path(f"{MAP}set-right/put-down/", twin_of(actions.put_down)),
    path(f"{MAP}set-right/holder/", twin_of(actions.give_hex)),
    path(
        f"{MAP}brigades/",
        shown(
            "brigades",
            "Return the brigades that your side has fought with, and their records.",
            page=BrigadesPage,
            read=brigades_page,
        ),
    ),
    path(f"{MAP}force/<id:force_id>/", shown("force", "Return a force of your side.", page=ForcePage, read=force_page)),
    path(f"{MAP}force/<id:force_id>/detach/", twin_of(actions.detach)),
    path(
        f"{MAP}contact/<id:contact_id>/",
        shown(
            "contact",
            "Return a contact with its offers and, for a side, its own army at a ratio.",
            page=ContactPage,
            read=contact_page,
            query=RatioForm,
        ),
    ),
    path(f"{MAP}contact/<id:contact_id>/offer/", twin_of(actions.offer_combat)),
    path(f"{MAP}contact/<id:contact_id>/agree/", twin_of(actions.agree_to_offer)),
    path(f"{MAP}contact/<id:contact_id>/decline/", twin_of(actions.decline_offer)),
    path(f"{MAP}contact/<id:contact_id>/outcome/<slug:side>/", twin_of(actions.enter_outcome, page=OutcomePage)),
    path(f"{MAP}contact/<id:contact_id>/postpone/", twin_of(actions.postpone)),
    path(f"{MAP}contact/<id:contact_id>/resume/", twin_of(actions.resume)),
    path(f"{MAP}contact/<id:contact_id>/call-off/", twin_of(actions.call_off_table)),
]
