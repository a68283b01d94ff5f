"""The messages page."""

from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse

from campaign.forms.club import TalkFilter, TalkForm
from campaign.selectors.talk import addresses, talk_page
from campaign.visibility import Viewer
from campaign.web import draw


def page(
    request: HttpRequest, viewer: Viewer, *, form: TalkForm | None = None, status: HTTPStatus = HTTPStatus.OK
) -> HttpResponse:
    """Show the newest messages, and a form to those who may write."""
    shown = talk_page(viewer, **_asked(request))
    context = {"page": shown, "form": form or _empty(viewer, shown.thread)}
    return draw(request, "campaign/talk.html", context, part="messages_list", status=status)


def _empty(viewer: Viewer, thread: str) -> TalkForm | None:
    known = addresses(viewer)
    return TalkForm(viewer=viewer, offer=known, initial={"to": thread}) if known else None


def _asked(request: HttpRequest) -> dict[str, Any]:
    """Return the thread and the moment to read before; ignore what makes no sense."""
    asked = TalkFilter(request.GET)
    asked.is_valid()
    return asked.cleaned_data
