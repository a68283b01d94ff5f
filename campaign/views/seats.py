"""The seats page, and the pages after inviting or leaving."""

from http import HTTPStatus

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render

from campaign.forms.club import AddSeatForm
from campaign.routes import reverse
from campaign.selectors.open_seats import listing_state
from campaign.selectors.people import seat_card, seats_page
from campaign.services.emails import site_url
from campaign.visibility import Viewer


def listed(
    request: HttpRequest, viewer: Viewer, *, form: AddSeatForm | None = None, status: HTTPStatus = HTTPStatus.OK
) -> HttpResponse:
    page, listing = seats_page(viewer), listing_state(viewer)
    context = {"page": page, "listing": listing, "form": form or AddSeatForm(viewer=viewer)}
    return render(request, "campaign/seats.html", context, status=status)


def invited(request: HttpRequest, viewer: Viewer, secret: str | None, seat_id: int) -> HttpResponseBase:
    """Show the link once, or report that the invitation was sent."""
    if secret:
        link = site_url(reverse("campaigns:invitation", args=[secret]))
        return render(request, "campaign/invited.html", {"link": link, "seat": seat_card(viewer, seat_id)})
    if secret is not None:
        messages.success(request, f"Invitation to {seat_card(viewer, seat_id).name} sent.")
    return redirect("seats:list", viewer.campaign_id)


def left(request: HttpRequest, viewer: Viewer, done: object) -> HttpResponseBase:
    messages.success(request, "You left your seat.")
    return redirect("home")
