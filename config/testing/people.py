"""A user of a running site, without a browser: cookies, forms, and the live stream."""

import http.client
import json
import ssl
import threading
import time
from http.cookiejar import CookieJar
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode, urlsplit
from urllib.request import HTTPCookieProcessor, HTTPRedirectHandler, HTTPSHandler, Request, build_opener

from battles.tests.forms import FormReader
from config.testing.processes import wait_until

STALE = 409
TRIES = 8


class Person(HTTPRedirectHandler):
    """Reads pages and sends their forms over TLS; knows when its last request was sent and answered."""

    def __init__(self, site: str, context: ssl.SSLContext) -> None:
        self.site, self.context = site, context
        self.sent_at = self.answered_at = 0.0
        self.opener = build_opener(HTTPSHandler(context=context), HTTPCookieProcessor(CookieJar()), self)

    def redirect_request(self, *given: Any) -> Request | None:
        self.answered_at = time.monotonic()
        return super().redirect_request(*given)

    def log_in(self, path: str, name: str, password: str) -> None:
        landed = self.send(path, path, username=name, password=password)
        assert landed != path, f"{name} could not log in"

    def read(self, path: str) -> str:
        with self.opener.open(self.site + path, timeout=20) as answer:
            return str(answer.read().decode())

    def status(self, path: str) -> int:
        try:
            with self.opener.open(self.site + path, timeout=20) as answer:
                return int(answer.status)
        except HTTPError as refused:
            return refused.code

    def send(self, page: str, action: str, **typed: object) -> str:
        """Fill in and send a page's form, and return the path of the next page.

        Wait while the page says that the umpire is at work, and read it again if a worker's sweep came between
        the page and the form (409).
        """
        for _ in range(TRIES):
            fields = self._form(page, action)
            try:
                return self._post(page, action, {**fields, **typed})
            except HTTPError as refused:
                if refused.code != STALE:
                    raise AssertionError(f"{action}: {refused.code} {refused.read().decode()}") from refused
        raise AssertionError(f"{action} was stale {TRIES} times")

    def _form(self, page: str, action: str) -> dict[str, Any]:
        reader = FormReader(action)

        def has_form() -> bool:
            nonlocal reader
            reader = FormReader(action)
            reader.feed(self.read(page))
            return bool(reader.fields)

        wait_until(has_form, f"a form for {action} on {page}")
        return reader.fields

    def _post(self, page: str, action: str, fields: dict[str, object]) -> str:
        headers = {"Origin": self.site, "Referer": self.site + page}
        request = Request(self.site + action, urlencode(fields, doseq=True).encode(), headers)
        self.sent_at = time.monotonic()
        with self.opener.open(request, timeout=20) as answer:
            return str(urlsplit(answer.url).path)

    def sees(self, words: str, path: str) -> None:
        """Wait until a page shows these words, which may take a worker's sweep."""
        wait_until(lambda: words in self.read(path), f"{words!r} on {path}")

    def listen(self, path: str) -> "LiveStream":
        return LiveStream(self.site, self.context, json.loads(self.read(path))["token"])


class LiveStream:
    """An open live stream and the times of its `changed` events."""

    def __init__(self, site: str, context: ssl.SSLContext, token: str) -> None:
        self.moments: list[float] = []
        self.everything = b""
        place = urlsplit(site)
        self.connection = http.client.HTTPSConnection(place.hostname or "", place.port, context=context, timeout=60)
        self.connection.request("GET", f"/live/?token={token}")
        self.answer = self.connection.getresponse()
        assert self.answer.status == http.HTTPStatus.OK
        self.thread = threading.Thread(target=self._read_events, daemon=True)
        self.thread.start()

    def _read_events(self) -> None:
        try:
            while line := self.answer.readline():
                self.everything += line
                if line.startswith(b"event: changed"):
                    self.moments.append(time.monotonic())
        except (OSError, ValueError, AttributeError):  # the connection was closed from this side
            return

    def first_since(self, moment: float) -> float:
        wait_until(lambda: self.moments and self.moments[-1] >= moment, "a change on the stream")
        return next(each for each in self.moments if each >= moment)

    def close(self) -> None:
        if self.connection.sock:
            self.connection.sock.close()
        self.connection.close()
