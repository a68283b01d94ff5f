"""Who sits where; what follows on an invitation, and on leaving."""

from http import HTTPStatus

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse

from campaign.forms.club import AddSeatForm
from campaign.selectors.people import seat_card, seats_page
from campaign.services.emails import site_url
from campaign.visibility import Viewer


def listed(
    request: HttpRequest, viewer: Viewer, *, form: AddSeatForm | None = None, status: HTTPStatus = HTTPStatus.OK
) -> HttpResponse:
    context = {"page": seats_page(viewer), "form": form or AddSeatForm(viewer=viewer)}
    return render(request, "campaign/seats.html", context, status=status)


def invited(request: HttpRequest, viewer: Viewer, secret: str | None, seat_id: int) -> HttpResponseBase:
    """Show the link once, or say that the invitation is on its way."""
    if secret:
        link = site_url(reverse("campaigns:invitation", args=[secret]))
        return render(request, "campaign/invited.html", {"link": link, "seat": seat_card(viewer, seat_id)})
    if secret is not None:
        messages.success(request, f"The invitation to {seat_card(viewer, seat_id).name} is on its way.")
    return redirect("seats:list", viewer.campaign_id)


def left(request: HttpRequest, viewer: Viewer, done: object) -> HttpResponseBase:
    messages.success(request, "You have left your seat.")
    return redirect("home")
