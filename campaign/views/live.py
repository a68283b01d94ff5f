"""What an open page asks for: leave to listen, and the number of its own view."""

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse

from campaign.services.live import make_token
from campaign.visibility import Viewer


def live_token(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """A token for the stream and the version of the view; a page that polls asks for the same.

    Who looks as a seat hears nothing of it: the seat's own drafts move its view too.
    """
    if viewer.viewing_as:
        raise Http404
    response = JsonResponse({"token": make_token(viewer.feed_id), "version": viewer.version})
    response.headers["Cache-Control"] = "no-store"
    return response
