"""A person at a site that runs elsewhere: cookies and forms without a browser, and an ear for the live stream."""

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
    """Reads pages and sends the forms that stand on them, over TLS; knows when its last act left and was answered."""

    def __init__(self, site: str, context: ssl.SSLContext) -> None:
        self.site, self.context = site, context
        self.sent_at = self.answered_at = 0.0
        self.opener = build_opener(HTTPSHandler(context=context), HTTPCookieProcessor(CookieJar()), self)

    def redirect_request(self, *given: Any) -> Request | None:
        self.answered_at = time.monotonic()
        return super().redirect_request(*given)

    def log_in(self, path: str, name: str, password: str) -> None:
        landed = self.send(path, path, username=name, password=password)
        assert landed != path, f"{name} is not let in"

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
        """Fill in the form of a page and send it; returns the path of the page that comes then.

        A person waits while the page says that the neutral chair is at work, and looks again when a worker's sweep
        came between the page and the form (409).
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

        def stands() -> bool:
            nonlocal reader
            reader = FormReader(action)
            reader.feed(self.read(page))
            return bool(reader.fields)

        wait_until(stands, f"a form for {action} on {page}")
        return reader.fields

    def _post(self, page: str, action: str, fields: dict[str, object]) -> str:
        headers = {"Origin": self.site, "Referer": self.site + page}
        request = Request(self.site + action, urlencode(fields, doseq=True).encode(), headers)
        self.sent_at = time.monotonic()
        with self.opener.open(request, timeout=20) as answer:
            return str(urlsplit(answer.url).path)

    def sees(self, words: str, path: str) -> None:
        """Wait until a page says so: what others learn comes with a worker's sweep."""
        wait_until(lambda: words in self.read(path), f"{words!r} on {path}")

    def listen(self, path: str) -> "Ear":
        return Ear(self.site, self.context, json.loads(self.read(path))["token"])


class Ear:
    """One open live stream; the moments at which it said `changed`."""

    def __init__(self, site: str, context: ssl.SSLContext, token: str) -> None:
        self.moments: list[float] = []
        self.everything = b""
        place = urlsplit(site)
        self.connection = http.client.HTTPSConnection(place.hostname or "", place.port, context=context, timeout=60)
        self.connection.request("GET", f"/live/?token={token}")
        self.answer = self.connection.getresponse()
        assert self.answer.status == http.HTTPStatus.OK
        self.thread = threading.Thread(target=self._hear, daemon=True)
        self.thread.start()

    def _hear(self) -> None:
        try:
            while line := self.answer.readline():
                self.everything += line
                if line.startswith(b"event: changed"):
                    self.moments.append(time.monotonic())
        except (OSError, ValueError, AttributeError):  # the connection was closed from this side
            return

    def first_since(self, moment: float) -> float:
        wait_until(lambda: self.moments and self.moments[-1] >= moment, "a change on the stream")
        return next(heard for heard in self.moments if heard >= moment)

    def close(self) -> None:
        if self.connection.sock:
            self.connection.sock.close()
        self.connection.close()
