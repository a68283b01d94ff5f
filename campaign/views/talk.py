"""Talk within a side, and with the umpire."""

from datetime import datetime
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from campaign.errors import BadInput, Refusal
from campaign.forms.club import EraseForm, TalkFilter, TalkForm
from campaign.selectors.talk import addresses, talk_page
from campaign.services import talk
from campaign.visibility import Viewer, own_audience
from campaign.web import ActForm, act_on, draw, seated

NOBODY_TO_WRITE_TO = "From your seat you read what is said, and cannot write."


@require_http_methods(["GET", "HEAD", "POST"])
@seated
def page(request: HttpRequest, viewer: Viewer) -> HttpResponseBase:
    """The newest messages, and a form for those who may write."""
    before = _before(request)
    known = [] if viewer.viewing_as else [(one.value, one.words) for one in addresses(viewer)]
    form = TalkForm(request.POST if request.method == "POST" else None, viewer=viewer, addresses=known)

    def action(data: dict[str, Any]) -> None:
        talk.say(viewer, to=data["to"], text=data["text"], key=form.action()["key"])

    def drawn(status: HTTPStatus) -> HttpResponse:
        context = {
            "page": talk_page(viewer, before=before),
            "form": form if known else None,
            "act": ActForm(viewer=viewer),
            "audience": own_audience(viewer),
        }
        return draw(request, "campaign/talk.html", context, part="messages_list", status=status)

    if request.method != "POST":
        return drawn(HTTPStatus.OK)
    if not known:
        raise Refusal(NOBODY_TO_WRITE_TO)
    return act_on(form, action=action, page=drawn, to=reverse("talk:page", args=[viewer.campaign_id]))


def _before(request: HttpRequest) -> datetime | None:
    """A mark that makes no sense is none."""
    asked = TalkFilter(request.GET)
    return asked.cleaned_data["before"] if asked.is_valid() else None


@require_POST
@seated
def erase(request: HttpRequest, viewer: Viewer) -> HttpResponseBase:
    form = EraseForm(request.POST, viewer=viewer)
    if not form.is_valid():
        raise BadInput.from_form(form)
    talk.erase(viewer, message_id=form.cleaned_data["message"], key=form.action()["key"])
    return redirect("talk:page", viewer.campaign_id)
