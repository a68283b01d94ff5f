"""Show times in the reader's zone, leave nothing in the browser, and turn refusals that no form caught into pages."""

from collections.abc import Callable
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import render
from django.utils import timezone

from campaign.errors import ALREADY_DONE, AlreadyDone, NumberNeeded, Refusal
from campaign.web import refused_page

Handler = Callable[[HttpRequest], HttpResponse]


def nothing_stays(get_response: Handler) -> Handler:
    """Let a browser store nothing that it got with a session, and drop what it keeps itself when the session ends.

    Any device may be shared (docs/decisions/0025-shared-devices.md).
    """

    def handle(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        name = settings.SESSION_COOKIE_NAME
        if name in request.COOKIES:
            response.headers.setdefault("Cache-Control", "private, no-store")
            if name in response.cookies and not response.cookies[name].value:
                response.headers["Clear-Site-Data"] = '"cache", "storage"'
        return response

    return handle


class Refusals:
    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if isinstance(response, HttpResponseNotAllowed) and not response.content:
            page = render(request, "405.html", status=response.status_code)
            page.headers["Allow"] = response.headers["Allow"]
            return page
        return response

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if isinstance(error, AlreadyDone):
            return render(request, "409.html", {"sentence": ALREADY_DONE}, status=409)
        if not isinstance(error, Refusal):
            return None
        if not isinstance(error, NumberNeeded):
            return refused_page(request, error)
        from campaign.views.numbers import wanted

        return refused_page(request, error, wanted=wanted(request, error))


def reader_time_zone(get_response: Handler) -> Handler:
    """Activate the time zone of the logged-in person; a request without a session doesn't query the database."""

    def handle(request: HttpRequest) -> HttpResponse:
        with timezone.override(_zone_of(request)):
            return get_response(request)

    return handle


def _zone_of(request: HttpRequest) -> ZoneInfo:
    name = "UTC"
    if settings.SESSION_COOKIE_NAME in request.COOKIES and request.user.is_authenticated:
        name = request.user.time_zone
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo("UTC")
