"""Finished games for everyone, and each person's own answer on publishing theirs."""

from collections.abc import Callable
from http import HTTPStatus
from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from campaign.errors import BadInput, Refusal
from campaign.forms.dice import PageForm
from campaign.forms.games import ConsentForm
from campaign.selectors import games
from campaign.services import publishing
from campaign.web import posted, unindexed

View = Callable[..., HttpResponseBase]


def open_to_all(view: View) -> View:
    """Serve a page that needs no account."""
    return unindexed(require_safe(view))


@open_to_all
def listed(request: HttpRequest) -> HttpResponse:
    """Show the published games and, to a member, their own finished ones."""
    asked = PageForm(request.GET)
    if not asked.is_valid():
        raise BadInput.from_form(asked)
    page = games.games_page(page=asked.cleaned_data["page"] or 1)
    mine = games.my_games(_own_id(request)) if request.user.is_authenticated else ()
    return render(request, "games/list.html", {"page": page, "mine": mine})


@open_to_all
def cup(request: HttpRequest, campaign_id: int, cup_id: int) -> HttpResponse:
    context = {"page": games.game_cup(campaign_id, cup_id), "campaign_id": campaign_id}
    return render(request, "games/cup.html", context)


@open_to_all
def document(request: HttpRequest, campaign_id: int, cup_id: int) -> HttpResponseBase:
    return JsonResponse(games.game_document(campaign_id, cup_id), json_dumps_params={"indent": 1})


@open_to_all
def documents(request: HttpRequest, campaign_id: int, cup_id: int) -> HttpResponseBase:
    return JsonResponse(games.game_documents(campaign_id, cup_id), safe=False, json_dumps_params={"indent": 1})


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def consent(request: HttpRequest, campaign_id: int) -> HttpResponse:
    """Show what would be published and the reader's own answer, and change it."""
    mine = games.my_game(_own_id(request), campaign_id)
    form = ConsentForm(posted(request), mine=mine)
    if form.is_bound and form.is_valid():
        try:
            publishing.answer(user_id=_own_id(request), campaign_id=campaign_id, **form.cleaned_data)
            messages.success(request, "Your answer was saved.")
            return redirect("games:consent", campaign_id)
        except Refusal as error:
            form.refuse(error)
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.is_bound else HTTPStatus.OK
    return render(request, "games/consent.html", {"mine": mine, "form": form}, status=status)


def _own_id(request: HttpRequest) -> int:
    return cast(int, request.user.pk)
