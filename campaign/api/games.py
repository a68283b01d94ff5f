"""Finished games for programs: the public list and cups without an account, and your own answers."""

from collections.abc import Callable
from typing import Any, cast

from django.urls import path
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from campaign.api.base import PROBLEMS, Done, answers, do, endpoint, parameters_of, plain, query_of
from campaign.api.body import body_of
from campaign.api.described import described
from campaign.api.dice import DOCUMENT, DOCUMENTS
from campaign.api.forms import schema_of
from campaign.forms.dice import PageForm
from campaign.forms.games import ConsentForm
from campaign.selectors import games
from campaign.services import publishing
from campaign.web import unindexed


def open_to_all(view: Callable[..., Response]) -> Any:
    """Declare an endpoint that needs no account."""
    return endpoint("GET", permissions=(AllowAny,), authenticators=())(unindexed(view))


@described(
    operation_id="games",
    parameters=parameters_of(PageForm),
    responses={200: answers(games.GamesPage), **PROBLEMS},
    auth=[],
)
@open_to_all
def listed(request: Request) -> Response:
    """Return the published games, by name."""
    return Response(plain(games.games_page(page=query_of(request, PageForm)["page"] or 1)))


@described(operation_id="game_cup", responses={200: DOCUMENT, **PROBLEMS}, auth=[])
@open_to_all
def cup(request: Request, campaign_id: int, cup_id: int) -> Response:
    """Return the document of a published game's cup, ready for the check."""
    return Response(games.game_document(campaign_id, cup_id))


@described(operation_id="game_cups_together", responses={200: DOCUMENTS, **PROBLEMS}, auth=[])
@open_to_all
def cups_together(request: Request, campaign_id: int, cup_id: int) -> Response:
    """Return the documents of all cups of the same battle or turn: together they prove more."""
    return Response(games.game_documents(campaign_id, cup_id))


@described(operation_id="my_games", responses={200: answers(games.MyGames), **PROBLEMS})
@endpoint("GET")
def mine(request: Request) -> Response:
    """Return the finished games in which you held a seat, with your own answers."""
    return Response(plain(games.MyGames(games.my_games(_own_id(request)))))


@described(methods=["GET"], operation_id="my_game", responses={200: answers(games.MyGame), **PROBLEMS})
@described(
    methods=["POST"],
    operation_id="answer_publication",
    request=schema_of(ConsentForm),
    responses={200: Done, **PROBLEMS},
)
@endpoint("GET", "POST")
def consent(request: Request, campaign_id: int) -> Response:
    """Return your answer on publishing a finished game, or change it."""
    found = games.my_game(_own_id(request), campaign_id)
    if request.method == "GET":
        return Response(plain(found))
    form = ConsentForm(body_of(request), mine=found)
    return do(form, lambda said: publishing.answer(user_id=_own_id(request), campaign_id=campaign_id, **said))


def _own_id(request: Request) -> int:
    return cast(int, request.user.pk)


GAME = "games/<id:campaign_id>/"
urlpatterns = [
    path("games/", listed, name="games"),
    path("games/yours/", mine, name="my-games"),
    path(f"{GAME}consent/", consent, name="consent"),
    path(f"{GAME}cups/<id:cup_id>/", cup, name="game-cup"),
    path(f"{GAME}cups/<id:cup_id>/all/", cups_together, name="game-cups-together"),
]
