"""The bridge from ASGI to the WSGI handler, the health pages, and the middleware of every request."""

import asyncio
from collections.abc import MutableMapping
from typing import Any

import pytest
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client, RequestFactory
from pytest_django.fixtures import Settings

from config import asgi, pages
from config.health import _migrations
from config.middleware import caller_address

OF_PICTURES = f"/c/{7:016x}/b/{8:016x}/ground/picture/"
Message = MutableMapping[str, Any]


def scope(**changes: Any) -> Message:
    return {
        "type": "http",
        "method": "GET",
        "http_version": "1.1",
        "scheme": "http",
        "path": "/healthz",
        "raw_path": b"/healthz",
        "query_string": b"",
        "headers": [(b"host", b"localhost")],
        "server": ("localhost", 8000),
        "client": ("10.0.0.7", 4711),
        **changes,
    }


def answer(request: Message, *messages: Message) -> list[Message]:
    """Return what the mixed application sends for a request that arrives in these messages."""
    sent: list[Message] = []
    waiting = list(messages or [{"type": "http.request", "body": b""}])

    async def receive() -> Message:
        return waiting.pop(0)

    async def send(message: Message) -> None:
        sent.append(message)

    asyncio.run(asgi.application(request, receive, send))
    return sent


def test_page_is_served_by_the_wsgi_handler() -> None:
    start, body = answer(scope())
    assert (start["status"], body["body"]) == (200, b"ok\n")


def test_client_that_leaves_early_gets_nothing() -> None:
    assert answer(scope(), {"type": "http.request", "body": b"a", "more_body": True}, {"type": "http.disconnect"}) == []


def test_oversized_body_is_refused_announced_or_not(settings: Settings) -> None:
    settings.BODY_LIMIT = 10
    announced = scope(headers=[(b"content-length", b"11")])
    assert answer(announced)[0]["status"] == 413
    parts = [{"type": "http.request", "body": b"123456", "more_body": True}] * 2
    assert answer(scope(), *parts)[0]["status"] == 413


def test_only_addresses_of_pictures_take_a_larger_body(settings: Settings) -> None:
    settings.BODY_LIMIT, settings.PICTURE_BODY_LIMIT = 10, 20
    assert status_of(OF_PICTURES, size=11) == 403  # read, and refused for lack of a token
    for elsewhere in (f"{OF_PICTURES}x/", f"/x{OF_PICTURES}", "/picture/"):
        assert status_of(elsewhere, size=11) == 413
    assert status_of(OF_PICTURES, size=21) == status_of(f"/api{OF_PICTURES}", size=21) == 413


def status_of(path: str, *, size: int) -> int:
    headers = [(b"host", b"localhost"), (b"content-length", b"%d" % size)]
    return int(answer(scope(path=path, raw_path=path.encode(), method="POST", headers=headers))[0]["status"])


def test_refused_body_gets_a_page_or_an_api_sentence(settings: Settings) -> None:
    settings.BODY_LIMIT = 2**20
    headers = [(b"content-length", b"%d" % (2**20 + 1))]
    start, body = answer(scope(path="/dice/", raw_path=b"/dice/", headers=headers))
    page = body["body"].decode()
    assert "<h1>Request too large</h1>" in page
    assert "The limit is 1 megabyte per request." in page
    assert b"content-security-policy" in dict(start["headers"])
    said = answer(scope(path="/api/c/", raw_path=b"/api/c/", headers=headers))[1]["body"].decode()
    assert said == "Request too large: send at most 1 MB.\n"


def test_slow_sender_is_refused_and_holds_no_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "BODY_SECONDS", 0.01)
    sent: list[Message] = []

    async def receive() -> Message:
        await asyncio.sleep(5)
        raise AssertionError

    async def send(message: Message) -> None:
        sent.append(message)

    asyncio.run(asgi.application(scope(), receive, send))
    assert sent[0]["status"] == 408


def test_path_and_query_keep_their_bytes() -> None:
    environ = pages._environ(scope(raw_path=b"/%C5%BC/%FF", query_string=b"q=\xff"), b"")
    assert environ["PATH_INFO"].encode("latin1") == "/ż/".encode() + b"\xff"
    assert environ["QUERY_STRING"] == "q=\xff"


def test_repeated_headers_are_joined() -> None:
    environ = pages._environ(
        scope(headers=[(b"cookie", b"a=1"), (b"cookie", b"b=2"), (b"x-a", b"1"), (b"x-a", b"2")]), b""
    )
    assert (environ["HTTP_COOKIE"], environ["HTTP_X_A"]) == ("a=1; b=2", "1,2")


def test_header_with_underscore_is_dropped() -> None:
    environ = pages._environ(scope(headers=[(b"x_real_ip", b"1.2.3.4"), (b"content-length", b"99")]), b"abc")
    assert "HTTP_X_REAL_IP" not in environ
    assert environ["CONTENT_LENGTH"] == "3"


@pytest.mark.django_db
def test_site_is_ready_when_database_and_broker_answer(client: Client, settings: Settings) -> None:
    assert client.get("/readyz").json() == {"ready": True, "missing": []}
    settings.REDIS_URL = "unix:///nonexistent/socket"
    response = client.get("/readyz")
    assert (response.status_code, response.json()["missing"]) == (503, ["redis"])


@pytest.mark.django_db
def test_site_is_not_ready_without_each_migration(client: Client) -> None:
    MigrationRecorder.Migration.objects.filter(app="war").latest("id").delete()
    response = client.get("/readyz")
    assert (response.status_code, response.json()["missing"]) == (503, ["database"])


@pytest.mark.django_db
def test_migrations_are_known_by_their_files() -> None:
    assert _migrations() == MigrationLoader(connection).disk_migrations.keys()


def test_health_page_needs_no_database(client: Client) -> None:
    assert client.get("/healthz").content == b"ok\n"
    assert client.post("/healthz").status_code == 405


@pytest.mark.parametrize(("header", "address"), [("HTTP_X_REAL_IP", "203.0.113.9"), ("", "127.0.0.1")])
def test_callers_address_comes_from_the_proxy_only_behind_one(settings: Settings, header: str, address: str) -> None:
    settings.CALLER_ADDRESS_HEADER = header
    request = RequestFactory().get("/", HTTP_X_REAL_IP="203.0.113.9")
    caller_address(lambda request: request)(request)  # type: ignore[arg-type, return-value]
    assert request.META["REMOTE_ADDR"] == address
