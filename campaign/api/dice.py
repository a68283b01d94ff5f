"""Dice for programs: the check, practice cups, and a campaign's cups."""

from typing import Any, cast

from django.urls import path
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from campaign.api.base import PROBLEMS, answers, endpoint, form_problem, plain, seated_endpoint, shown
from campaign.api.body import body_of, is_right
from campaign.api.described import described
from campaign.api.forms import schema_of
from campaign.forms.dice import CheckForm, PageForm, PracticeForm
from campaign.selectors import dice
from campaign.selectors.cups import cup_document
from campaign.services import throttle
from campaign.services.practice import PRACTICE_RULE, PracticeThrow, open_practice_cup, practice_throw
from campaign.visibility import Viewer
from campaign.web import caller_of

PRACTICE = answers(dice.PracticePage)
DOCUMENT: dict[str, Any] = {"type": "object", "additionalProperties": True}
DOCUMENTS = {"type": "array", "items": DOCUMENT}


@described(
    operation_id="check_dice", request=schema_of(CheckForm), responses={200: answers(dice.Verdict), **PROBLEMS}, auth=[]
)
@endpoint("POST", permissions=(AllowAny,), authenticators=())
def check(request: Request) -> Response:
    """Check whether cup documents prove what they say: `text` is one document or a list, as JSON text."""
    throttle.spend(throttle.CHECK, caller_of(request))
    form = CheckForm(body_of(request))
    if not is_right(form):
        return form_problem(form)
    return Response(plain(dice.verdict_on(form.cleaned_data["text"], form.cleaned_data["kept"])))


@described(methods=["GET"], operation_id="practice_cups", responses={200: PRACTICE, **PROBLEMS})
@described(
    methods=["POST"],
    operation_id="practice_throw",
    request=schema_of(PracticeForm),
    responses={200: answers(PracticeThrow), **PROBLEMS},
)
@endpoint("GET", "POST")
def practice(request: Request) -> Response:
    """Return your practice cups, or roll from today's. The same `number` sent twice rolls once."""
    if request.method == "GET":
        return Response(plain(dice.practice_page(_own_id(request))))
    form = PracticeForm(body_of(request))
    if not is_right(form):
        return form_problem(form)
    return Response(plain(practice_throw(user_id=_own_id(request), rule=PRACTICE_RULE, **form.cleaned_data)))


@described(operation_id="open_practice_cup", request=None, responses={200: PRACTICE, **PROBLEMS})
@endpoint("POST")
def open_practice(request: Request) -> Response:
    """Open today's cup, so that its commitment is published before the first roll."""
    body_of(request)
    open_practice_cup(user_id=_own_id(request))
    return Response(plain(dice.practice_page(_own_id(request))))


@described(operation_id="practice_cup", responses={200: DOCUMENT, **PROBLEMS})
@endpoint("GET")
def practice_cup(request: Request, cup_id: int) -> Response:
    """Return the document of your practice cup, ready for the check."""
    return Response(dice.practice_document(_own_id(request), cup_id))


@described(operation_id="cup", responses={200: DOCUMENT, **PROBLEMS})
@seated_endpoint("GET")
def cup(request: Request, viewer: Viewer, cup_id: int) -> Response:
    """Return a cup's document, ready for the check."""
    return Response(cup_document(dice.find_cup(viewer, cup_id)))


@described(operation_id="cups_together", responses={200: DOCUMENTS, **PROBLEMS})
@seated_endpoint("GET")
def cups_together(request: Request, viewer: Viewer, cup_id: int) -> Response:
    """Return the documents of all cups of the same battle or turn: together they prove more."""
    return Response(dice.owner_documents(viewer, cup_id))


cups = shown(
    "cups",
    "Return this campaign's sealed cups, newest battle or turn first.",
    page=dice.CupsPage,
    read=lambda viewer, page: dice.cups_page(viewer, page=page or 1),
    query=PageForm,
)


def _own_id(request: Request) -> int:
    return cast(int, request.user.pk)


CUPS = "c/<id:campaign_id>/cups/"
urlpatterns = [
    path("dice/", check, name="check"),
    path("dice/practice/", practice, name="practice"),
    path("dice/practice/open/", open_practice, name="open-practice"),
    path("dice/practice/<id:cup_id>/", practice_cup, name="practice-cup"),
    path(CUPS, cups, name="cups"),
    path(f"{CUPS}<id:cup_id>/", cup, name="cup"),
    path(f"{CUPS}<id:cup_id>/all/", cups_together, name="cups-together"),
]
