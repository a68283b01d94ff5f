"""The map page and the page of a force."""

from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_http_methods

from campaign.forms.sheet import DetachForm
from campaign.selectors.sheet import force_page, sheet_page
from campaign.services.forces import detach
from campaign.visibility import Viewer
from campaign.web import act_on, draw, seated


@require_GET
@seated
def sheet(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    return draw(request, "campaign/sheet.html", {"viewer": viewer, "page": sheet_page(viewer)}, part="map")


@require_http_methods(["GET", "HEAD", "POST"])
@seated
def force(request: HttpRequest, viewer: Viewer, force_id: int) -> HttpResponseBase:
    """A force; its owner may part it."""
    page = force_page(viewer, force_id)
    posted = request.POST if request.method == "POST" else None
    form = DetachForm(posted, viewer=viewer, page=page) if page.may_detach else None

    def drawn(status: HTTPStatus) -> HttpResponse:
        context = {"viewer": viewer, "page": page, "form": form}
        return render(request, "campaign/force.html", context, status=status)

    def deed(data: dict[str, Any]) -> None:
        assert form is not None
        detach(viewer, force_id=force_id, **form.parts(), **form.deed())

    if request.method != "POST":
        return drawn(HTTPStatus.OK)
    if form is None:
        return drawn(HTTPStatus.CONFLICT)
    return act_on(form, deed=deed, page=drawn, to=reverse("map:sheet", args=[viewer.campaign_id]))
