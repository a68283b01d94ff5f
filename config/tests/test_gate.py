"""However much heavy work is asked for at once, a page thread stays free for light pages."""

import asyncio
import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus
from threading import Barrier, Event

import pytest
from django.conf import settings
from django.db import connections

from campaign.gate import PLACES, RETRY_SECONDS
from config import asgi, pages
from config.tests.test_pages import Message, scope

CHECK = json.dumps({"text": "{}"}).encode()
LIGHT = ("/healthz", "/rules/", "/dice/", "/rules/cw_to_ff/flank_march_arrival/")
PATIENCE_SECONDS = 20


async def ask(method: str, path: str, body: bytes = b"") -> Message:
    """Return the head of the mixed application's answer."""
    headers = [(b"host", b"localhost"), (b"content-type", b"application/json")]
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": body}

    async def send(message: Message) -> None:
        sent.append(message)

    request = scope(method=method, path=path, raw_path=path.encode(), headers=headers)
    await asgi.application(request, receive, send)
    return sent[0]


@pytest.fixture(autouse=True)
def threads(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Serve the pages in threads of their own, which close their connections at the end."""

    def close() -> None:
        together.wait(PATIENCE_SECONDS)
        connections.close_all()

    together = Barrier(settings.PAGE_THREADS)
    with ThreadPoolExecutor(settings.PAGE_THREADS) as pool:
        monkeypatch.setattr(pages, "_threads", pool)
        yield
        for closed in [pool.submit(close) for _ in range(settings.PAGE_THREADS)]:
            closed.result()


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> tuple[Event, Event]:
    """Let a check begin and hold its thread until the second event is set."""
    began, may_end = Event(), Event()

    def examine(text: str, kept: str) -> list[object]:
        began.set()
        assert may_end.wait(PATIENCE_SECONDS)
        return []

    monkeypatch.setattr("campaign.selectors.dice.examine", examine)
    return began, may_end


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("times", [2, 12])
def test_light_pages_answer_while_heavy_work_is_asked_for(times: int, held: tuple[Event, Event]) -> None:
    began, may_end = held

    async def attack() -> tuple[Message, list[Message], list[Message]]:
        first = asyncio.create_task(ask("POST", "/api/dice/", CHECK))
        await asyncio.to_thread(began.wait, PATIENCE_SECONDS)
        others = await asyncio.gather(*(ask("POST", "/api/dice/", CHECK) for _ in range(times - 1)))
        light = [await ask("GET", path) for path in LIGHT]
        assert not first.done()
        may_end.set()
        return await first, others, light

    first, others, light = asyncio.run(attack())
    assert {answer["status"] for answer in light} == {HTTPStatus.OK}
    assert {answer["status"] for answer in others} == {HTTPStatus.SERVICE_UNAVAILABLE}
    assert {dict(answer["headers"])[b"retry-after"] for answer in others} == {b"%d" % RETRY_SECONDS}
    assert first["status"] == HTTPStatus.OK


@pytest.mark.django_db(transaction=True)
def test_heavy_work_is_admitted_again_after_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(text: str, kept: str) -> list[object]:
        raise ZeroDivisionError

    with monkeypatch.context() as wrong:
        wrong.setattr("campaign.selectors.dice.examine", fail)
        assert asyncio.run(ask("POST", "/api/dice/", CHECK))["status"] == HTTPStatus.INTERNAL_SERVER_ERROR
    assert asyncio.run(ask("POST", "/api/dice/", CHECK))["status"] == HTTPStatus.OK


def test_one_page_thread_is_never_for_heavy_work() -> None:
    held = 0
    while PLACES.acquire(blocking=False):
        held += 1
    PLACES.release(held)
    assert held == settings.PAGE_THREADS - 1
