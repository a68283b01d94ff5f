"""A person who sends each request until somebody answers, and remembers which acts were acknowledged."""

import http.client
import json
import re
import ssl
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import field
from http import HTTPStatus
from http.cookiejar import CookieJar
from typing import Any
from urllib.error import HTTPError
from urllib.parse import parse_qs, urlencode
from urllib.request import HTTPCookieProcessor, HTTPRedirectHandler, HTTPSHandler, Request, build_opener
from uuid import uuid4

from battles.tests.forms import fields_of
from campaign.services.record import bound_key
from rulesets.core.records import dataclass

LONGEST_SECONDS = 90
DOWN = (HTTPStatus.BAD_GATEWAY, HTTPStatus.SERVICE_UNAVAILABLE, HTTPStatus.GATEWAY_TIMEOUT)
NOT_YET = re.compile("Try again in a moment|still working|Too many tries")
AGAIN_SECONDS = 0.3


@dataclass(frozen=True)
class Reply:
    """What the site answered, without following a redirect."""

    status: int
    text: str
    location: str

    @property
    def is_done(self) -> bool:
        return (
            self.status in (HTTPStatus.OK, HTTPStatus.CREATED, HTTPStatus.FOUND)
            and "/accounts/log-in/" not in self.location
        )

    @property
    def is_too_early(self) -> bool:
        return self.status == HTTPStatus.CONFLICT or bool(NOT_YET.search(self.text))

    @property
    def why(self) -> str:
        errors = re.search(r'<section class="errors".*?</section>', self.text, re.DOTALL)
        said = re.findall(r'<li>(.*?)</li>|"detail": ?"([^"]+)"', errors[0] if errors else self.text, re.DOTALL)
        return f"{self.status} {[one or other for one, other in said][-3:]}"


class NoRedirect(HTTPRedirectHandler):
    def redirect_request(self, *_: Any) -> None:
        return None


@dataclass
class Person:
    """One browser and one program of a person; `acknowledged` holds the keys of the acts that the site confirmed."""

    site: str
    name: str
    context: ssl.SSLContext
    counts: Counter[str] = field(default_factory=Counter)
    acknowledged: dict[str, list[str]] = field(default_factory=dict)
    token: str = ""

    def __post_init__(self) -> None:
        self.cookies = CookieJar()
        self.opener = build_opener(HTTPSHandler(context=self.context), HTTPCookieProcessor(self.cookies), NoRedirect())

    # Requests.

    def ask(self, path: str, body: bytes | None = None, **headers: str) -> Reply:
        """Send a request again and again, until the site answers it."""
        ends = time.monotonic() + LONGEST_SECONDS
        while True:
            try:
                reply = self.once(path, body, **headers)
            except (OSError, http.client.HTTPException):
                self.counts["cut short"] += 1
            else:
                if reply.status not in DOWN:
                    return reply
                self.counts["down"] += 1
            assert time.monotonic() < ends, f"{path}: nobody answers"
            time.sleep(AGAIN_SECONDS)

    def once(self, path: str, body: bytes | None = None, **headers: str) -> Reply:
        own = {"Origin": self.site, "Referer": self.site + path}
        request = Request(self.site + path, body, {**own, **{k.replace("_", "-"): v for k, v in headers.items()}})
        self.counts["requests"] += 1
        try:
            with self.opener.open(request, timeout=20) as answer:
                return Reply(answer.status, answer.read().decode(errors="replace"), "")
        except HTTPError as other:
            with other:
                return Reply(other.code, other.read().decode(errors="replace"), other.headers.get("Location", ""))

    def read(self, path: str) -> str:
        return self.ask(path).text

    def json(self, path: str) -> Any:
        return json.loads(self.ask(path, Authorization=f"Bearer {self.token}").text)

    def log_in(self, password: str) -> None:
        self.read("/accounts/log-in/")
        reply = self.post_form("/accounts/log-in/", {"username": self.name, "password": password})
        assert reply.status == HTTPStatus.FOUND, f"{self.name} could not log in: {reply.why}"
        body = json.dumps({"username": self.name, "password": password, "name": "attack"}).encode()
        self.token = json.loads(self.ask("/api/token/", body, Content_Type="application/json").text)["token"]

    @property
    def csrf_token(self) -> str:
        return next((cookie.value or "" for cookie in self.cookies if cookie.name.endswith("csrftoken")), "")

    def post_form(self, path: str, fields: Mapping[str, Any]) -> Reply:
        return self.ask(path, urlencode({**fields, "csrfmiddlewaretoken": self.csrf_token}, doseq=True).encode())

    def post_json(self, path: str, fields: Mapping[str, Any]) -> Reply:
        bearer = f"Bearer {self.token}"
        return self.ask(path, json.dumps(fields).encode(), Content_Type="application/json", Authorization=bearer)

    # Acts.

    def act(
        self,
        campaign: int,
        path: str,
        /,
        *,
        page: str = "",
        as_json: bool = False,
        is_recorded: bool = True,
        **typed: Any,
    ) -> Reply:
        """Act until the act is acknowledged; a refusal that isn't about the moment is a fault."""
        ends = time.monotonic() + LONGEST_SECONDS
        while True:
            fields = self.form("" if as_json else page or path, path, typed)
            reply, key = self.sent(path, fields, as_json=as_json)
            if reply.is_done:
                return self.acknowledge(campaign, reply, key if is_recorded else "")
            may_wait = reply.is_too_early and time.monotonic() < ends
            assert may_wait, f"{path} as {self.name}: {reply.why}"
            self.counts["acts too early"] += 1
            time.sleep(AGAIN_SECONDS)

    def form(self, page: str, path: str, typed: Mapping[str, Any]) -> dict[str, Any]:
        """Fill in the form that a page has for an address, under a new key."""
        held = fields_of(self.read(page), path) if page else {}
        return {**held, **typed, "key": uuid4().hex}

    def sent(self, path: str, fields: Mapping[str, Any], *, as_json: bool = False) -> tuple[Reply, str]:
        """Send an act; return the answer, and the key that the record keeps."""
        if as_json:
            return self.post_json(f"/api{path}", fields), str(bound_key(fields["key"], f"/api{path}", fields))
        asked = parse_qs(urlencode(fields, doseq=True), keep_blank_values=True)
        return self.post_form(path, fields), str(bound_key(fields["key"], path, asked))

    def acknowledge(self, campaign: int, reply: Reply, key: str) -> Reply:
        """Remember the key of an act that is done."""
        if reply.is_done and key:
            self.acknowledged.setdefault(str(campaign), []).append(key)
            self.counts["acts acknowledged"] += 1
        return reply
