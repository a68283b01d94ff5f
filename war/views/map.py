"""The map and force pages."""

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from campaign.errors import BadInput
from campaign.ids import hex_id
from campaign.visibility import Viewer
from campaign.web import ActForm, draw
from war.forms.agreement import RatioForm
from war.forms.forces import DetachForm
from war.forms.orders import OrdersQuery, WarOrderForm
from war.forms.queue import ReplayQuery
from war.forms.sheet import HexForm
from war.selectors.brigades import brigades_page
from war.selectors.contact_page import contact_page
from war.selectors.map import force_page
from war.selectors.queue_page import queue_page
from war.selectors.replay import replay_page
from war.selectors.war_orders_page import orders_page
from war.selectors.war_page import map_page, text_page


def sheet(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Show the map; a hex in the address is chosen on it."""
    asked = HexForm(request.GET)
    if not asked.is_valid():
        raise BadInput.from_form(asked)
    return draw(request, "war/map.html", {"page": map_page(viewer, **asked.cleaned_data)}, part="fresh")


def places(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    return draw(request, "war/places.html", {"page": text_page(viewer)}, part="places")


def orders(
    request: HttpRequest, viewer: Viewer, *, form: WarOrderForm | None = None, status: HTTPStatus = HTTPStatus.OK
) -> HttpResponse:
    """Show the orders of the piece that the address names; a way or hex in it is previewed, and nothing is sent."""
    asked = OrdersQuery(request.GET)
    if not asked.is_valid():
        raise BadInput.from_form(asked)
    context = {"page": orders_page(viewer, **asked.cleaned_data), "form": form}
    return draw(request, "war/orders.html", context, part="orders", status=status)


def queue(
    request: HttpRequest, viewer: Viewer, *, form: ActForm | None = None, status: HTTPStatus = HTTPStatus.OK
) -> HttpResponse:
    """Show a side's queue, with what it may change."""
    context = {"page": queue_page(viewer), "form": form, "act": ActForm(viewer=viewer)}
    return draw(request, "war/queue.html", context, part="queue", status=status)


def replay(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Show what happened on the map since the reader last looked."""
    asked = ReplayQuery(request.GET)
    if not asked.is_valid():
        raise BadInput.from_form(asked)
    return draw(request, "war/replay.html", {"page": replay_page(viewer, **asked.cleaned_data)}, part="replay")


def brigades(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    return draw(request, "war/brigades.html", {"page": brigades_page(viewer)}, part="brigades")


def contact(
    request: HttpRequest,
    viewer: Viewer,
    contact_id: int,
    *,
    form: ActForm | None = None,
    status: HTTPStatus = HTTPStatus.OK,
) -> HttpResponse:
    """Show a contact and its offers; a ratio in the address previews the viewer's army at it."""
    ratio = RatioForm(request.GET)
    if not ratio.is_valid():
        raise BadInput.from_form(ratio)
    page = contact_page(viewer, contact_id, **ratio.cleaned_data)
    asked = RatioForm(initial={"stands_per_sp": page.stands_per_sp, "batteries_per_sp": page.batteries_per_sp})
    for field in asked.fields.values():
        field.required = True  # the page always fills them in
    answers = hex_id(page.open_offer.id) if page.open_offer else ""
    hidden = {"version": viewer.version, "key": ActForm(viewer=viewer).initial["key"], "answers": answers}
    context = {"page": page, "form": form, "ratio": asked, "hidden": hidden}
    part = "offer" if ratio.has_changed() else "contact"
    return draw(request, "war/contact.html", context, part=part, status=status)


def force(
    request: HttpRequest,
    viewer: Viewer,
    force_id: int,
    *,
    form: DetachForm | None = None,
    status: HTTPStatus = HTTPStatus.OK,
) -> HttpResponse:
    """Show a force, with a form for its owner to detach troops."""
    page = form.offer if form else force_page(viewer, force_id)
    if form is None and page.may_detach is not None:
        form = DetachForm(viewer=viewer, offer=page)
    return render(request, "war/force.html", {"page": page, "form": form}, status=status)
