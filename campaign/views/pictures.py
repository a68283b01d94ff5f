"""Serve pictures."""

from django.http import HttpRequest, HttpResponse

from campaign.photos import MEDIA_TYPE
from campaign.selectors.pictures import picture_body
from campaign.visibility import Viewer

NOTHING_RUNS = "default-src 'none'; sandbox"


def picture(request: HttpRequest, viewer: Viewer, picture_id: int) -> HttpResponse:
    """Send a picture's file to those who may see it; `nothing_stays` keeps it out of the browser's cache."""
    response = HttpResponse(picture_body(viewer, picture_id), content_type=MEDIA_TYPE)
    response["Content-Disposition"] = 'inline; filename="picture.jpg"'
    response["Content-Security-Policy"] = NOTHING_RUNS
    return response
