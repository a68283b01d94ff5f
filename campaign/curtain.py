"""Let a visitor without an account into the seats of their practice campaign, one curtain apart.

/practice/union/c/… is the page /c/… from the Union seat: the address names the seat, so that two tabs don't mix. The
visitor is known by a key in a cookie that the browser sends nowhere else. The seat's own account stands in for the
visitor, so `visibility` decides here as it does everywhere. Until its curtain is open, a seat's pages show only that.
"""

import re
from collections.abc import Callable
from http import HTTPStatus

from django.conf import settings
from django.contrib.messages import get_messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import Resolver404, resolve

from campaign.errors import Refusal
from campaign.ids import read_id
from campaign.routes import addresses_under, reverse
from campaign.selectors.practice_seats import CURTAINS, MAIN_PAGE, PracticeSeat, practice_seat
from campaign.services.practice_acts import LASTS, count_act
from campaign.web import practice_of, refused_page

PATH = "/practice/"
COOKIE = "practice"
ADDRESS = re.compile(rf"{PATH}({'|'.join(CURTAINS)})(/.*)", re.DOTALL)
OF_CAMPAIGN = re.compile(r"/c/([0-9a-f]{16})/")
READING = ("GET", "HEAD")


class Curtain:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        address = ADDRESS.fullmatch(request.path_info)
        if address is None:
            request.practice = None  # type: ignore[attr-defined]
            return self.get_response(request)
        word, path = address.groups()
        campaign = OF_CAMPAIGN.match(path)
        response = self._seated(request, word, path, campaign[1]) if campaign else _outside(request, path)
        response.headers["Cache-Control"] = "private, no-store"
        return response

    def _seated(self, request: HttpRequest, word: str, path: str, campaign: str) -> HttpResponse:
        """Answer as the visitor in this seat, with the seat in every address of the page."""
        seat = practice_seat(key=request.COOKIES.get(COOKIE, ""), campaign_id=read_id(campaign) or 0, word=word)
        if seat is None:
            raise Http404
        request.practice = seat  # type: ignore[attr-defined]
        request.user = seat.user
        request.path_info = path
        with addresses_under(f"{PATH}{word}/"):
            return self.get_response(request)

    def process_view(self, request: HttpRequest, view: object, args: object, kwargs: object) -> HttpResponse | None:
        """Close what a visitor has no use for, and show only the curtain until it is open."""
        seat, match = practice_of(request), request.resolver_match
        if seat is None or match is None:
            return None
        if not seat.reaches(match.view_name):
            raise Http404
        if request.method not in READING:
            try:
                count_act(seat)
            except Refusal as error:
                return refused_page(request, error)
        return None if seat.is_open or match.namespace == "curtain" else _drawn(request, seat)


def main_page(seat: PracticeSeat, *, word: str = "") -> str:
    """Return the address of a practice campaign's main page behind one of its curtains."""
    with addresses_under(f"{PATH}{word or seat.curtain.word}/"):
        return reverse(MAIN_PAGE, args=[seat.campaign_id])


def keep_key(response: HttpResponse, key: str) -> None:
    """Leave the visitor's key in the browser for as long as their practice campaign lives."""
    response.set_cookie(
        COOKIE,
        key,
        max_age=LASTS,
        path=PATH,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def _drawn(request: HttpRequest, seat: PracticeSeat) -> HttpResponse:
    """Name the seat and nothing else. What an open page fetches or sends is refused; a page shows its curtain."""
    list(get_messages(request))  # of whoever was here before
    is_page = request.method in READING and not request.headers.get("HX-Request") and not _is_for_script(request)
    status = HTTPStatus.OK if is_page else HTTPStatus.FORBIDDEN
    back = request.get_full_path() if is_page else main_page(seat)
    return render(request, "campaign/curtain.html", {"seat": seat, "back": back}, status=status)


def _is_for_script(request: HttpRequest) -> bool:
    return request.headers.get("Accept") == "application/json"


def _outside(request: HttpRequest, path: str) -> HttpResponse:
    """Lead a link to a page outside any campaign to that page, where the visitor is a stranger again."""
    path = "/" + path.lstrip("/\\")
    if request.method not in READING:
        raise Http404
    try:
        resolve(path)
    except Resolver404:
        raise Http404 from None
    query = request.META.get("QUERY_STRING", "")
    return redirect(f"{path}?{query}" if query else path)
