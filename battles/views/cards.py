"""The pages of unit cards."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from battles.selectors.cards import card_page, cards_page
from campaign.visibility import Viewer
from campaign.web import draw


def units(request: HttpRequest, viewer: Viewer, battle_id: int) -> HttpResponse:
    """Show the units of both sides, as a page or as the part that an open page fetches again."""
    return draw(request, "battles/cards.html", {"page": cards_page(viewer, battle_id)}, part="live")


def unit(request: HttpRequest, viewer: Viewer, battle_id: int, card_id: int) -> HttpResponse:
    """Show one unit's card."""
    return render(request, "battles/card.html", {"page": card_page(viewer, battle_id, card_id)})
