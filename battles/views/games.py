"""The pages of a published game and of its battles, for everyone."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from battles.selectors.games import game_battle_page, game_page
from campaign.views.games import open_to_all


@open_to_all
def game(request: HttpRequest, campaign_id: int) -> HttpResponse:
    return render(request, "games/game.html", {"page": game_page(campaign_id)})


@open_to_all
def game_battle(request: HttpRequest, campaign_id: int, battle_id: int) -> HttpResponse:
    return render(request, "games/battle.html", {"page": game_battle_page(campaign_id, battle_id)})
