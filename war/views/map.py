"""The map and force pages."""

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from campaign.visibility import Viewer
from campaign.web import draw
from war.forms.forces import DetachForm
from war.selectors.map import force_page, sheet_page


def sheet(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    return draw(request, "war/map.html", {"page": sheet_page(viewer)}, part="map")


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
