"""Heavy work is refused at once, in words, while other heavy work holds the threads it may have."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from campaign.gate import PLACES, heavy
from campaign.models import Cup, Entry
from campaign.services import throttle
from campaign.tests.builders import Club, a_club

pytestmark = pytest.mark.django_db
RULE = "rules/cw_to_ff/flank_march_arrival/"
ASKED = {"hex_terrain": "clear", "initiative": "2", "edge": "left"}
RUN = {"inputs": ASKED, "dice": [3]}
SENTENCE = "The site is busy with other calculations. Try again in a few seconds."
JSON: dict[str, Any] = {"content_type": "application/json"}


@pytest.fixture
def full() -> Iterator[None]:
    """Hold every place for heavy work."""
    held = 0
    while PLACES.acquire(blocking=False):
        held += 1
    yield
    PLACES.release(held)


@pytest.fixture
def club() -> Club:
    return a_club()


def client_of(club: Club, who: str) -> Client:
    client = Client()
    client.force_login(club.users[who])
    return client


def is_refused(answer: Any) -> bool:
    head = (answer.status_code, answer.headers["Retry-After"])
    return head == (503, "2") and SENTENCE in answer.content.decode()


@pytest.mark.parametrize(
    ("address", "body", "more"),
    [
        ("/dice/", {"text": "{}"}, {}),
        ("/api/dice/", {"text": "{}"}, JSON),
        (f"/{RULE}", ASKED | {"dice": "3"}, {}),
        (f"/api/{RULE}", RUN, JSON),
        (f"/api/{RULE}odds/", RUN, JSON),
    ],
)
@pytest.mark.usefixtures("full")
def test_public_calculations_are_refused(address: str, body: dict[str, Any], more: dict[str, Any]) -> None:
    assert is_refused(Client().post(address, body, **more))


@pytest.mark.usefixtures("full")
@pytest.mark.parametrize("address", [f"/{RULE}", f"/{RULE}odds/"])
def test_typed_inputs_in_an_address_are_refused(address: str) -> None:
    assert is_refused(Client().get(address, ASKED))


def test_heavy_work_inside_other_heavy_work_takes_no_place_of_its_own() -> None:
    inner = heavy(lambda: 1862)
    outer = heavy(lambda: inner() + inner())
    assert [outer() for _ in range(settings.PAGE_THREADS)] == [2 * 1862] * settings.PAGE_THREADS


@pytest.mark.usefixtures("full")
@pytest.mark.parametrize("address", ["/", "/healthz", "/dice/", "/rules/", f"/{RULE}", "/help/"])
def test_light_pages_open(address: str) -> None:
    assert Client().get(address).status_code == 200


@pytest.mark.usefixtures("full")
def test_refused_roll_with_odds_rolls_nothing(club: Club) -> None:
    body = {"inputs": ASKED, "odds": True}
    assert is_refused(client_of(club, "union").post(f"/api/{RULE}", body, **JSON))
    assert not Cup.objects.filter(owner_kind="practice").exists()


@pytest.mark.usefixtures("full")
def test_refused_import_changes_nothing_and_keeps_what_was_typed(club: Club) -> None:
    before = Entry.objects.count()
    typed = {"text": "table,row,column,value\nthe typed line", "name": "Ours", "reason": "We own it."}
    answer = client_of(club, "umpire").post(f"/c/{club.campaign.pk:016x}/rules/table/", typed)
    assert is_refused(answer)
    assert "the typed line" in answer.content.decode()
    assert Entry.objects.count() == before


@pytest.mark.parametrize(("method", "page"), [("get", f"/{RULE}odds/"), ("get", f"/{RULE}"), ("post", f"/{RULE}")])
def test_rules_without_log_in_are_limited(club: Club, method: str, page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(throttle, "RULES", replace(throttle.RULES, times=6))

    def status_for(client: Client) -> int:
        return int(getattr(client, method)(page, ASKED | {"dice": "3"}).status_code)

    statuses = [status_for(Client(REMOTE_ADDR="192.0.2.7")) for _ in range(throttle.RULES.times + 1)]
    assert statuses == [200] * throttle.RULES.times + [429]
    assert status_for(Client(REMOTE_ADDR="192.0.2.8")) == 200
    assert {status_for(client_of(club, "union")) for _ in range(throttle.RULES.times + 1)} == {200}
