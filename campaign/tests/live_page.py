"""A listening page and a stream driven by the test, for live updates in the browser.

The stream sends the same events as config/live.py: `changed` with the viewer's own version, `renew`, `retry`.
"""

import time
from collections.abc import Iterator
from queue import Empty, Queue
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse, StreamingHttpResponse
from django.shortcuts import render
from django.urls import include, path


class Hall:
    """The server's state: the view's version, the open streams, and the requests counted."""

    def __init__(self) -> None:
        self.version, self.is_refusing = 1, False
        self.tokens, self.fetches, self.slow = 0, 0, 0.0
        self.after_page: int | None = None
        self.listeners: list[Queue[str]] = []

    def ping(self) -> None:
        self.version += 1
        self.send(f"id: {self.version}\nevent: changed\ndata: {self.version}\n\n")

    def send(self, text: str) -> None:
        for listener in list(self.listeners):
            listener.put(text)


HALL = Hall()


def page(request: HttpRequest) -> HttpResponse:
    live = {"token_url": "/ticket/", "poll_url": "/poll/", "version": HALL.version, "key": "5ea7", "is_opaque": False}
    drawn = render(request, "tests/live.html", {"live": live})
    HALL.version = HALL.after_page or HALL.version
    return drawn


def ticket(request: HttpRequest) -> HttpResponse:
    HALL.tokens += 1
    return JsonResponse({"token": f"t{HALL.tokens}", "version": HALL.version})


def poll(request: HttpRequest) -> HttpResponse:
    return JsonResponse({"token": "", "version": HALL.version})


def fragment(request: HttpRequest) -> HttpResponse:
    HALL.fetches += 1
    return HttpResponse(f"version {HALL.version}")


def whole(request: HttpRequest) -> HttpResponse:
    """Return a part that replaces itself, slowly."""
    version = HALL.version
    time.sleep(HALL.slow)
    attributes = 'id="whole" hx-get="/whole/" hx-trigger="np:changed from:body" hx-swap="outerHTML"'
    return HttpResponse(f"<p {attributes}>version {version}</p>")


def kept(request: HttpRequest) -> HttpResponse:
    """Return a part with folds, a text field, and a link."""
    return render(request, "tests/kept.html", {"live": {"version": HALL.version}})


def stream(request: HttpRequest) -> HttpResponseBase:
    if HALL.is_refusing:
        return HttpResponse("Too many are listening.", status=503)
    response = StreamingHttpResponse(_events(), content_type="text/event-stream")
    response.headers["Cache-Control"] = "no-store"
    return response


def _events() -> Iterator[str]:
    listener: Queue[str] = Queue()
    HALL.listeners.append(listener)
    try:
        yield "retry: 200\n\n"
        while True:
            try:
                text = listener.get(timeout=0.1)
            except Empty:
                text = ": still here\n\n"
            yield text
            if text.startswith("event: renew"):
                return
    finally:
        HALL.listeners.remove(listener)


urlpatterns: list[Any] = [
    path("listening/", page),
    path("ticket/", ticket),
    path("poll/", poll),
    path("fragment/", fragment),
    path("whole/", whole),
    path("kept/", kept),
    path("live/", stream),
    path("", include("campaign.urls")),
]
