"""What an open page polls: a stream token and the version of its view."""

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse

from campaign.services.live import make_token
from campaign.visibility import Viewer


def live_token(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Return a token for the stream and the version of the view; polling pages ask for the same.

    The umpire viewing as a seat gets none: the seat's own drafts change its version too.
    """
    if viewer.viewing_as:
        raise Http404
    return JsonResponse({"token": make_token(viewer.feed_id), "version": viewer.version})
