"""Dice pages: the public check, a campaign's cups, and practice cups."""

from http import HTTPStatus

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from campaign.errors import BadInput, Refusal
from campaign.forms.dice import CheckForm, PageForm, PracticeForm
from campaign.selectors import dice
from campaign.selectors.cups import cup_document
from campaign.services import throttle
from campaign.services.practice import PRACTICE_RULE, open_practice_cup, practice_throw
from campaign.visibility import Viewer
from campaign.web import limit_strangers, own_id, posted


@require_http_methods(["GET", "HEAD", "POST"])
def check_page(request: HttpRequest) -> HttpResponse:
    """Show the check. The browser runs it; without scripts the server does, which proves less."""
    if request.method == "POST":
        limit_strangers(request, throttle.CHECK)
    form = CheckForm(posted(request), request.FILES or None)
    verdict, status = None, HTTPStatus.OK
    if request.method == "POST" and form.is_valid():
        verdict = dice.verdict_on(form.cleaned_data["text"], form.cleaned_data["kept"])
    elif request.method == "POST":
        status = HTTPStatus.UNPROCESSABLE_ENTITY
    return render(request, "dice/check.html", {"form": form, "verdict": verdict}, status=status)


def cups(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    asked = PageForm(request.GET)
    if not asked.is_valid():
        raise BadInput.from_form(asked)
    page = dice.cups_page(viewer, page=asked.cleaned_data["page"] or 1)
    return render(request, "dice/cups.html", {"page": page})


def cup(request: HttpRequest, viewer: Viewer, cup_id: int) -> HttpResponse:
    return render(request, "dice/cup.html", {"page": dice.cup_page(viewer, cup_id)})


def document(request: HttpRequest, viewer: Viewer, cup_id: int) -> HttpResponseBase:
    return JsonResponse(cup_document(dice.find_cup(viewer, cup_id)), json_dumps_params={"indent": 1})


def documents(request: HttpRequest, viewer: Viewer, cup_id: int) -> HttpResponseBase:
    return JsonResponse(dice.owner_documents(viewer, cup_id), safe=False, json_dumps_params={"indent": 1})


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def practice(request: HttpRequest) -> HttpResponse:
    """Show today's practice cup, and roll from it."""
    form = PracticeForm(posted(request))
    status = HTTPStatus.OK
    if request.method == "POST":
        if form.is_valid() and _has_thrown(request, form):
            return redirect("dice:practice")
        status = HTTPStatus.UNPROCESSABLE_ENTITY
    page = dice.practice_page(own_id(request))
    form.next_number(page.next, **_last_dice(page))
    return render(request, "dice/practice.html", {"form": form, "page": page}, status=status)


def _has_thrown(request: HttpRequest, form: PracticeForm) -> bool:
    try:
        practice_throw(user_id=own_id(request), rule=PRACTICE_RULE, **form.cleaned_data)
    except Refusal as error:
        form.add_error(None, error.sentence)
        return False
    return True


def _last_dice(page: dice.PracticePage) -> dict[str, int]:
    """Return the form with the last dice selected, so that the next roll takes one tap."""
    last = page.throws[0] if page.throws else None
    return {"sides": last.sides, "count": len(last.faces)} if last else {}


@login_required
@require_POST
def open_practice(request: HttpRequest) -> HttpResponse:
    open_practice_cup(user_id=own_id(request))
    return redirect("dice:practice")


@never_cache
@login_required
@require_GET
def practice_document(request: HttpRequest, cup_id: int) -> HttpResponse:
    return JsonResponse(dice.practice_document(own_id(request), cup_id), json_dumps_params={"indent": 1})
