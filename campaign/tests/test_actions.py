"""Pages that are made of declared acts: what is read for them, and when."""

from dataclasses import replace
from http import HTTPStatus
from typing import Any

import pytest
from django.http import Http404, HttpResponseBase
from django.test import RequestFactory

from campaign.actions.base import Action, Question
from campaign.actions.seats import umpire_alone
from campaign.errors import AlreadyDone, BadInput, Refusal
from campaign.forms.journal import AskRewindForm
from campaign.tests.builders import Club, a_club
from campaign.views.base import act_of, page_of
from campaign.visibility import Viewer

pytestmark = pytest.mark.django_db
Act = Action[Any, AskRewindForm]


@pytest.fixture
def club() -> Club:
    return a_club()


@pytest.fixture
def noted() -> list[str]:
    return []


@pytest.fixture
def act(noted: list[str]) -> Act:
    """Return an act that notes what is read for it and that it was done."""

    def offer(viewer: Viewer) -> None:
        noted.append("offer")

    def page(viewer: Viewer, offer: None) -> None:
        noted.append("page")

    @Action(AskRewindForm, offer=offer, page=page, template="campaign/invite.html", to="talk:page")
    def wait(viewer: Viewer, form: AskRewindForm) -> None:
        """Wait
        for nothing."""
        noted.append("done")

    return wait


def failing(act: Act, error: Exception) -> Act:
    def do(viewer: Viewer, form: AskRewindForm) -> None:
        raise error

    return replace(act, do=do)


def sent(view: Any, club: Club, method: str, **data: str) -> HttpResponseBase:
    request: Any = getattr(RequestFactory(), method)("/", data)
    request.user, request.session = club.users["union"], {}
    response: HttpResponseBase = view(request, campaign_id=club.campaign.pk)
    return response


def test_act_is_named_for_programs_by_its_function(act: Act) -> None:
    assert (act.operation, act.about) == ("wait", "Wait for nothing.")


def test_get_reads_the_offer_and_the_page(act: Act, club: Club, noted: list[str]) -> None:
    assert sent(page_of(act), club, "get").status_code == HTTPStatus.OK
    assert noted == ["offer", "page"]


def test_successful_post_never_reads_the_page(act: Act, club: Club, noted: list[str]) -> None:
    answer = sent(page_of(act), club, "post", reason="None.")
    assert answer.headers["Location"].endswith("/talk/")
    assert noted == ["offer", "done"]


def test_incomplete_form_is_drawn_again(act: Act, club: Club, noted: list[str]) -> None:
    assert sent(page_of(act), club, "post").status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert noted == ["offer", "page"]


def test_refused_act_is_drawn_again_with_its_reason(act: Act, club: Club, noted: list[str]) -> None:
    answer: Any = sent(page_of(failing(act, Refusal("The bridge is out."))), club, "post", reason="None.")
    assert answer.status_code == HTTPStatus.CONFLICT
    assert "The bridge is out." in answer.text
    assert noted == ["offer", "page"]


def test_act_done_before_leads_on(act: Act, club: Club) -> None:
    assert sent(page_of(failing(act, AlreadyDone())), club, "post", reason="None.").status_code == HTTPStatus.FOUND


def test_act_that_is_not_offered_is_not_there(act: Act, club: Club, noted: list[str]) -> None:
    with pytest.raises(Http404):
        sent(page_of(replace(act, offer=umpire_alone)), club, "post", reason="None.")
    assert noted == []


def test_button_leaves_its_refusal_to_the_site(act: Act, club: Club) -> None:
    for wrong, error in ((act, BadInput("reason: This is missing.")), (failing(act, Refusal("No.")), Refusal("No."))):
        data = {"reason": "None."} if wrong is not act else {}
        with pytest.raises(type(error), match=error.sentence):
            sent(act_of(wrong), club, "post", **data)


def test_question_with_no_subject_is_not_answered(act: Act, club: Club, noted: list[str]) -> None:
    def sure(viewer: Viewer, form: AskRewindForm) -> Question:
        raise Http404

    for method in ("get", "post"):
        with pytest.raises(Http404):
            sent(page_of(replace(act, sure=sure)), club, method, reason="None.")
    assert "done" not in noted
