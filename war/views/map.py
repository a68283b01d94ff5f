"""The map page and the page of a force."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_http_methods

from campaign.errors import BadInput
from campaign.visibility import Viewer
from campaign.web import ActForm, act_on, confirm, draw, posted, seated
from war.forms.forces import DetachForm
from war.selectors.map import force_page, sheet_page
from war.services import contacts
from war.services.forces import detach


@require_GET
@seated
def sheet(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    return draw(request, "war/map.html", {"viewer": viewer, "page": sheet_page(viewer)}, part="map")


@require_http_methods(["GET", "HEAD", "POST"])
@seated
def force(request: HttpRequest, viewer: Viewer, force_id: int) -> HttpResponseBase:
    """A force; its owner may part it."""
    page = force_page(viewer, force_id)
    posted = request.POST if request.method == "POST" else None
    form = DetachForm(posted, viewer=viewer, page=page) if page.may_detach else None

    def drawn(status: HTTPStatus) -> HttpResponse:
        context = {"viewer": viewer, "page": page, "form": form}
        return render(request, "war/force.html", context, status=status)

    def action(data: dict[str, Any]) -> None:
        assert form is not None
        detach(viewer, force_id=force_id, **form.parts(), **form.action())

    if request.method != "POST":
        return drawn(HTTPStatus.OK)
    if form is None:
        return drawn(HTTPStatus.CONFLICT)
    return act_on(form, action=action, page=drawn, to=reverse("map:sheet", args=[viewer.campaign_id]))


@require_http_methods(["GET", "HEAD", "POST"])
@seated
def postpone(request: HttpRequest, viewer: Viewer, contact_id: int) -> HttpResponseBase:
    """The battle waits for the table no more; asked once."""
    loses = "Nothing is done in it until it goes on, and the forces in its hexes are free to go."
    return _decide(request, viewer, contact_id, contacts.postpone, yes="Postpone it", loses=loses)


@require_http_methods(["GET", "HEAD", "POST"])
@seated
def resume(request: HttpRequest, viewer: Viewer, contact_id: int) -> HttpResponseBase:
    loses = "It waits for the table again, and locks its hex and those around it."
    return _decide(request, viewer, contact_id, contacts.resume, yes="Go on with it", loses=loses)


def _decide(
    request: HttpRequest, viewer: Viewer, contact_id: int, action: Callable[..., None], *, yes: str, loses: str
) -> HttpResponseBase:
    contact = contacts.find_contact(viewer, contact_id)
    back, form = reverse("map:sheet", args=[viewer.campaign_id]), ActForm(posted(request), viewer=viewer)
    if viewer.speaks_for_side:
        loses = f"The other side is asked first. {loses}"
    if request.method == "POST":
        if not form.is_valid():
            raise BadInput.from_form(form)
        action(viewer, contact_id=contact_id, **form.action())
        return redirect(back)
    return confirm(request, viewer, title=f"{contact.name}: {yes.lower()}?", loses=loses, yes=yes, back=back)
