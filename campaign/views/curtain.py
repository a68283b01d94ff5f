"""Lift the curtain of a practice seat, and go behind another."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from campaign.curtain import main_page
from campaign.selectors.practice_seats import CURTAINS, PracticeSeat
from campaign.services import practice_campaigns
from campaign.visibility import Viewer
from campaign.web import practice_of


@require_POST
def lift(request: HttpRequest, campaign_id: int) -> HttpResponse:
    """Open the curtain, and show the page that it covered."""
    seat = _seat(request)
    practice_campaigns.lift(seat)
    home, back = main_page(seat), request.POST.get("back", "")
    return redirect(back if back.startswith(home) else home)


@require_POST
def switch(request: HttpRequest, campaign_id: int) -> HttpResponse:
    """Draw the curtain behind the visitor, and show the next one, also if it was open in another tab."""
    seat, word = _seat(request), request.POST.get("seat", "")
    if word not in CURTAINS:
        raise Http404
    practice_campaigns.switch(seat, word=word)
    return redirect(main_page(seat, word=word))


def strip(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Show whose curtain the visitor is behind and what to do next, to an open page."""
    _seat(request)
    return render(request, "components/_practice.html")


def _seat(request: HttpRequest) -> PracticeSeat:
    seat = practice_of(request)
    if seat is None:
        raise Http404
    return seat
