"""Who sits where: invitations, leaving, handing over; the umpire empties, moves and closes."""

from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaign.errors import AlreadyDone, BadInput, Refusal
from campaign.forms.club import AddSeatForm, InviteForm, MoveForm, OfferForm, SeatForm
from campaign.ids import hex_id
from campaign.selectors.people import SeatCard, seats_page
from campaign.services import invitations, seats
from campaign.services.emails import site_url
from campaign.visibility import Viewer
from campaign.web import ActForm, act_on, confirm, seated

act_page = require_http_methods(["GET", "HEAD", "POST"])


@require_safe
@seated
def listed(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    return _drawn(request, viewer, AddSeatForm(viewer=viewer))


@require_POST
@seated
def add(request: HttpRequest, viewer: Viewer) -> HttpResponseBase:
    form = AddSeatForm(request.POST, viewer=viewer)
    if not seats_page(viewer).may_add:
        raise Http404

    def action(data: dict[str, Any]) -> None:
        seats.add_seat(viewer, role=data["role"], side=data["side"], scope=data["scope"], **form.action())

    return act_on(form, action=action, page=lambda status: _drawn(request, viewer, form, status), to=_list(viewer))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@seated
def invite(request: HttpRequest, viewer: Viewer, seat_id: int) -> HttpResponseBase:
    """Offer a seat. A link is shown once, on the answer to this very form."""
    card, status = _card(viewer, seat_id), HTTPStatus.OK
    form = InviteForm(request.POST if request.method == "POST" else None, viewer=viewer)
    if form.is_bound:
        status = HTTPStatus.UNPROCESSABLE_ENTITY
    if form.is_valid():
        try:
            return _invited(request, viewer, card, _offered(viewer, seat_id, form))
        except AlreadyDone:
            return redirect(_list(viewer))
        except Refusal as error:
            form.refuse(error)
            status = error.status
    return render(request, "campaign/invite.html", {"form": form, "seat": card}, status=status)


def _offered(viewer: Viewer, seat_id: int, form: InviteForm) -> str:
    data = {name: form.cleaned_data[name] for name in ("how", "email", "username")}
    return invitations.invite(viewer, seat_id=seat_id, **data, **form.action())


def _invited(request: HttpRequest, viewer: Viewer, card: SeatCard, secret: str) -> HttpResponse:
    if not secret:
        messages.success(request, f"The invitation to {card.name} is on its way.")
        return redirect(_list(viewer))
    link = site_url(reverse("campaigns:invitation", args=[secret]))
    return render(request, "campaign/invited.html", {"link": link, "seat": card})


def _card(viewer: Viewer, seat_id: int) -> SeatCard:
    card = _listed_card(viewer, seat_id)
    if not card.may_invite:
        raise Http404
    return card


def _listed_card(viewer: Viewer, seat_id: int) -> SeatCard:
    cards = [card for group in seats_page(viewer).groups for card in group.seats]
    card = next((card for card in cards if card.id == hex_id(seat_id)), None)
    if card is None:
        raise Http404
    return card


@act_page
@seated
def leave(request: HttpRequest, viewer: Viewer) -> HttpResponseBase:
    if request.method != "POST":
        return confirm(
            request,
            viewer,
            title="Leave your seat?",
            loses=f"You no longer see the campaign. The seat {viewer.seat_name} stays, with all it was told.",
            yes="Leave the seat",
            back=_list(viewer),
        )
    form = _checked(ActForm(request.POST, viewer=viewer))
    seats.leave(viewer, **form.action())
    messages.success(request, "You have left your seat.")
    return redirect("home")


@require_POST
@seated
def withdraw(request: HttpRequest, viewer: Viewer) -> HttpResponseBase:
    form = _checked(OfferForm(request.POST, viewer=viewer))
    invitations.withdraw(viewer, invitation_id=form.cleaned_data["offer"], **form.action())
    return redirect(_list(viewer))


@act_page
@seated
def empty(request: HttpRequest, viewer: Viewer) -> HttpResponseBase:
    """The umpire removes who sits there."""
    form = _checked(SeatForm(request.POST or request.GET, viewer=viewer))
    card = _listed_card(viewer, form.cleaned_data["seat"])
    if not viewer.is_umpire:
        raise Http404
    if request.method != "POST":
        loses = f"{card.holder or 'Nobody'} no longer sees the campaign. The seat stays, with all it was told."
        return _asked(request, viewer, card, title=f"Empty the seat {card.name}?", loses=loses, yes="Empty the seat")
    seats.empty_seat(viewer, seat_id=form.cleaned_data["seat"], **form.action())
    return redirect(_list(viewer))


@act_page
@seated
def close(request: HttpRequest, viewer: Viewer) -> HttpResponseBase:
    """An empty seat goes."""
    form = _checked(SeatForm(request.POST or request.GET, viewer=viewer))
    card = _listed_card(viewer, form.cleaned_data["seat"])
    if request.method != "POST":
        loses = "Nobody can take it any more. What it was told stays on record."
        return _asked(request, viewer, card, title=f"Close the seat {card.name}?", loses=loses, yes="Close the seat")
    seats.close_seat(viewer, seat_id=form.cleaned_data["seat"], **form.action())
    return redirect(_list(viewer))


def _asked(request: HttpRequest, viewer: Viewer, card: SeatCard, **words: str) -> HttpResponse:
    return confirm(request, viewer, **words, back=_list(viewer), seat=card.id)


@require_POST
@seated
def move(request: HttpRequest, viewer: Viewer) -> HttpResponseBase:
    if not viewer.is_umpire:
        raise Http404
    form = _checked(MoveForm(request.POST, viewer=viewer))
    seats.move_holder(viewer, seat_id=form.cleaned_data["seat"], to_seat_id=form.cleaned_data["to"], **form.action())
    return redirect(_list(viewer))


def _checked(form: ActForm) -> ActForm:
    """A form of hidden fields: nobody typed what is wrong with it."""
    if not form.is_valid():
        raise BadInput.from_form(form)
    return form


def _drawn(request: HttpRequest, viewer: Viewer, form: AddSeatForm, status: HTTPStatus = HTTPStatus.OK) -> HttpResponse:
    context = {"page": seats_page(viewer), "form": form, "act": ActForm(viewer=viewer)}
    return render(request, "campaign/seats.html", context, status=status)


def _list(viewer: Viewer) -> str:
    return reverse("seats:list", args=[viewer.campaign_id])
