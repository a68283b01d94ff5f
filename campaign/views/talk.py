"""Talk within a side, and with the umpire."""

from datetime import datetime
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse

from campaign.forms.club import TalkFilter, TalkForm
from campaign.selectors.talk import addresses, talk_page
from campaign.visibility import Viewer, own_audience
from campaign.web import draw


def page(
    request: HttpRequest, viewer: Viewer, *, form: TalkForm | None = None, status: HTTPStatus = HTTPStatus.OK
) -> HttpResponse:
    """The newest messages, and a form for those who may write."""
    context = {
        "page": talk_page(viewer, before=_before(request)),
        "form": form or _empty(viewer),
        "audience": own_audience(viewer),
    }
    return draw(request, "campaign/talk.html", context, part="messages_list", status=status)


def _empty(viewer: Viewer) -> TalkForm | None:
    known = addresses(viewer)
    return TalkForm(viewer=viewer, offer=known) if known else None


def _before(request: HttpRequest) -> datetime | None:
    """A mark that makes no sense is none."""
    asked = TalkFilter(request.GET)
    return asked.cleaned_data["before"] if asked.is_valid() else None
