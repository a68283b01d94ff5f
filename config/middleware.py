"""Middleware for every request: a log line, the caller's address, the content policy, a limit on bodies."""

import logging
import re
import time
from collections.abc import Callable
from http import HTTPStatus

from csp.constants import HEADER
from csp.utils import build_policy
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string

Handler = Callable[[HttpRequest], HttpResponse]
PROGRAMS = "/api/"
PICTURE = re.compile(r"/(api/)?c/[0-9a-f]{16}/[a-z0-9/]*picture/")  # nginx.conf repeats it
logger = logging.getLogger("neutral.request")
TOO_LARGE = "Request too large: send at most {megabytes} MB.\n"


def request_log(get_response: Handler) -> Handler:
    """Log method, route, status, and time; never the path, which may hold a token."""

    def handle(request: HttpRequest) -> HttpResponse:
        began = time.perf_counter()
        response = get_response(request)
        if logger.isEnabledFor(logging.INFO):
            logger.info("request", extra=_described(request, response, time.perf_counter() - began))
        return response

    return handle


def _described(request: HttpRequest, response: HttpResponse, seconds: float) -> dict[str, object]:
    match = request.resolver_match
    return {
        "method": request.method,
        "route": match.route if match else "",
        "status": response.status_code,
        "milliseconds": round(seconds * 1000, 1),
    }


def caller_address(get_response: Handler) -> Handler:
    """Set REMOTE_ADDR to the caller behind the proxy, which always overwrites this header."""
    header = settings.CALLER_ADDRESS_HEADER

    def handle(request: HttpRequest) -> HttpResponse:
        if header and header in request.META:
            request.META["REMOTE_ADDR"] = request.META[header]
        return get_response(request)

    return handle


def content_policy(get_response: Handler) -> Handler:
    """Send the content policy, which is the same for every answer: csp's own middleware writes it each time."""
    policy = build_policy()

    def handle(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault(HEADER, policy)
        return response

    return handle


def limit_of(path: str) -> int:
    """Return the bytes that a body to this address may have: more only where a picture is sent."""
    return settings.PICTURE_BODY_LIMIT if PICTURE.fullmatch(path) else settings.BODY_LIMIT


def body_limit(get_response: Handler) -> Handler:
    """Answer 413 before anything reads a body that is too large."""

    def handle(request: HttpRequest) -> HttpResponse:
        length = request.META.get("CONTENT_LENGTH") or "0"
        if length.isdecimal() and int(length) > limit_of(request.path_info):
            return too_large(request.path)
        return get_response(request)

    return handle


def too_large(path: str) -> HttpResponse:
    """Return a page that is the same for everyone, or just the sentence for the API."""
    megabytes, status = limit_of(path) // 2**20, HTTPStatus.REQUEST_ENTITY_TOO_LARGE
    if path.startswith(PROGRAMS):
        sentence = TOO_LARGE.format(megabytes=megabytes)
        return HttpResponse(sentence, status=status, content_type="text/plain; charset=utf-8")
    return HttpResponse(render_to_string("413.html", {"megabytes": megabytes}), status=status)
