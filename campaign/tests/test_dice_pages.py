"""Dice pages: who sees which cup, and how much of it."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from campaign.errors import Refusal
from campaign.models import Cup, CupSecret, Throw
from campaign.services.practice import open_practice_cup, practice_throw
from campaign.services.throttle import CHECK
from campaign.sources import SOURCES, SeededSources
from campaign.tests.builders import enroll
from campaign.tests.cups import Table, an_open_table
from rulesets.core.cup_check import examine
from rulesets.core.tests.cup_builder import a_used_cup, frozen_text

pytestmark = pytest.mark.django_db
MEMBERS = ["umpire", "union", "union_west", "confederate", "observer"]
NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


@pytest.fixture
def table() -> Table:
    played = an_open_table()
    played.throw()
    return played.step(2)


def client_of(user: Any) -> Client:
    client = Client()
    client.force_login(user)
    return client


def addresses(table: Table) -> list[str]:
    campaign, cup = table.club.campaign.pk, table.cup().pk
    names = ["dice:cup", "dice:document", "dice:documents"]
    return [reverse("dice:cups", args=[campaign]), *(reverse(name, args=[campaign, cup]) for name in names)]


# The public page.


def check(text: str, kept: str = "") -> str:
    return Client().post("/dice/", {"text": text, "kept": kept}).content.decode()


def test_anyone_can_open_the_page_and_get_the_script() -> None:
    page = Client().get("/dice/").content.decode()
    assert "check_cup.py" in page
    assert "foresee rolls" in page


def test_server_checks_without_scripts() -> None:
    cup = a_used_cup()
    assert "Everything agrees" in check(cup.text(), cup.kept())
    assert "left out" in check(cup.text())
    changed = check(cup.text().replace('"faces": [5]', '"faces": [6]'), cup.kept())
    assert "Check failed" in changed
    assert "Line 3: its hash does not follow" in changed
    assert "Not yet revealed" in check(frozen_text())


def test_uploaded_file_must_be_text() -> None:
    good = SimpleUploadedFile("cup.json", a_used_cup().text().encode())
    assert "Everything agrees" in Client().post("/dice/", {"file": good}).content.decode()
    answer = Client().post("/dice/", {"file": SimpleUploadedFile("cup.json", b"\xff\xfe\x00")})
    assert answer.status_code == 422
    assert "UTF-8" in answer.content.decode()


def test_file_too_large_is_refused_instead_of_cut() -> None:
    answer = Client().post("/dice/", {"file": SimpleUploadedFile("cup.json", b" " * 2_000_001)})
    assert answer.status_code == 422
    assert "at most 2,000,000" in answer.content.decode()


@pytest.mark.parametrize(("address", "more"), [("/dice/", {}), ("/api/dice/", {"content_type": "application/json"})])
def test_checks_without_log_in_are_limited(address: str, more: dict[str, Any]) -> None:
    def check_from(caller: str) -> int:
        return Client(REMOTE_ADDR=caller).post(address, {"text": "{}"}, **more).status_code

    statuses = [check_from("192.0.2.7") for _ in range(CHECK.times + 1)]
    assert statuses == [200] * CHECK.times + [429]
    assert check_from("192.0.2.8") == 200


def test_member_checks_on_the_page_without_limit() -> None:
    member = client_of(enroll("union")["union"])
    assert {member.post("/dice/", {"text": "{}"}).status_code for _ in range(CHECK.times + 1)} == {200}


def test_empty_check_is_refused() -> None:
    answer = Client().post("/dice/", {"text": " "})
    assert answer.status_code == 422
    assert "Paste a document" in answer.content.decode()


@pytest.mark.parametrize("text", ["[", "[]", "null", '{"state": "turned over"}', "\\ud800", '"<script>"'])
def test_malformed_text_fails_the_check(text: str) -> None:
    answer = Client().post("/dice/", {"text": text})
    assert answer.status_code == 200
    assert "Check failed" in answer.content.decode()


# A campaign's cups.


@pytest.mark.parametrize("who", MEMBERS)
def test_all_members_see_the_same_cups(table: Table, who: str) -> None:
    mine, umpires = client_of(table.club.users[who]), client_of(table.club.users["umpire"])
    for address in addresses(table)[2:]:
        assert mine.get(address).content == umpires.get(address).content
    for address in addresses(table)[:2]:
        assert mine.get(address).status_code == 200


@pytest.mark.parametrize("who", ["outsider", None])
def test_outsiders_cannot_open_cup_pages(table: Table, who: str | None) -> None:
    client = client_of(table.club.users[who]) if who else Client()
    for address in addresses(table):
        assert client.get(address).status_code == (404 if who else 302)


def test_cup_of_another_campaign_is_not_found(table: Table) -> None:
    other = Cup.objects.create(
        id=5, campaign_id=table.club.campaign.pk + 1, owner_kind="battle", owner_id=1, audience="public",
        opened_on=NOON.date(), commitment="0" * 64, tip="0" * 64,
    )  # fmt: skip
    client = client_of(table.club.users["umpire"])
    for name in ("dice:cup", "dice:document", "dice:documents"):
        assert client.get(reverse(name, args=[table.club.campaign.pk, other.pk])).status_code == 404


def test_closed_cup_shows_only_commitment_entropies_and_checkpoints(table: Table) -> None:
    client = client_of(table.club.users["union"])
    shown = "".join(client.get(address).content.decode() for address in addresses(table))
    cup = table.cup()
    assert cup.commitment in shown
    assert cup.heads.get(step=1).blinded in shown
    assert "c5" * 32 in shown
    assert CupSecret.objects.get(cup=cup).secret not in shown
    assert "VG-7B1" not in shown


def test_revealed_cup_shows_everything_and_passes_the_check(table: Table) -> None:
    table.void()
    table.throw(by_hand=[1, 2, 3])
    table.reveal()
    client = client_of(table.club.users["observer"])
    page = client.get(addresses(table)[1]).content.decode()
    assert "VG-7B1, USA, left, turn 1" in page
    assert "wrong flank" in page
    assert "by hand" in page
    kept = "\n".join(table.journal("observer"))
    assert examine(client.get(addresses(table)[2]).content.decode(), kept) == []
    assert examine(client.get(addresses(table)[3]).content.decode(), kept) == []


def test_cup_list_queries_do_not_grow(table: Table, django_assert_max_num_queries: Any) -> None:
    client = client_of(table.club.users["union"])
    for battle in range(30):
        with table.doing("battle.begun"):
            from campaign.services import cups

            cups.open_cups(("battle", 1000 + battle), title=f"Battle {battle}")
    client.get(addresses(table)[0])
    for address in addresses(table):
        with django_assert_max_num_queries(9):
            client.get(address)
    assert client.get(addresses(table)[0] + "?page=2").content.decode().count("<caption>") == 11


@pytest.mark.parametrize("page", ["0", "x", "99999999999999999999"])
def test_invalid_page_number_is_refused(table: Table, page: str) -> None:
    client = client_of(table.club.users["union"])
    assert client.get(addresses(table)[0], {"page": page}).status_code == 400


# Practice cups.


def test_practice_cup_reveals_its_secret_next_day() -> None:
    users = enroll("union", "confederate")
    client = client_of(users["union"])
    with SOURCES.using(SeededSources("practice", now=NOON)) as clock:
        assert "Open today" in client.get("/dice/practice/").content.decode()
        client.post("/dice/practice/open/")
        cup = Cup.objects.get()
        assert cup.commitment in client.get("/dice/practice/").content.decode()
        thrown = {"count": 3, "sides": 10, "number": 1, "entropy": "ab" * 32}
        for _ in range(2):
            assert client.post("/dice/practice/", thrown).status_code == 302
        throw = Throw.objects.get()
        page = client.get("/dice/practice/").content.decode()
        assert ", ".join(map(str, throw.faces)) in page
        address = reverse("dice:practice-document", args=[cup.pk])
        kept = client.get(address).json()
        assert (kept["state"], kept["entropies"][0]["entropy"]) == ("frozen", "ab" * 32)
        assert CupSecret.objects.get().secret not in page + json.dumps(kept)
        clock.clock = NOON + timedelta(days=1)  # type: ignore[attr-defined]
        lines = "\n".join(f"cup {kept['cup']} step {h['step']} head {h['blinded']}" for h in kept["heads"])
        assert examine(client.get(address).content.decode(), lines) == []
        assert "Throw</button>" not in client.get("/dice/practice/").content.decode()
        assert client_of(users["confederate"]).get(address).status_code == 404
        assert Client().get(address).status_code == 302


def test_each_day_gets_its_own_cup() -> None:
    user = enroll("union")["union"]
    with SOURCES.using(SeededSources("practice", now=NOON)) as clock:
        first = practice_throw(user_id=user.pk, rule="R", sides=6)
        assert open_practice_cup(user_id=user.pk).pk == Cup.objects.get().pk
        clock.clock = NOON + timedelta(days=1)  # type: ignore[attr-defined]
        second = practice_throw(user_id=user.pk, rule="R", sides=6)
    assert first.cup != second.cup
    assert list(Cup.objects.order_by("opening").values_list("opening", flat=True)) == [1, 2]


def test_rolls_differ_and_numbers_cannot_be_skipped() -> None:
    user = enroll("union")["union"]
    faces = {practice_throw(user_id=user.pk, rule="R", sides=100, count=5).faces for _ in range(4)}
    assert len(faces) == 4
    with pytest.raises(Refusal, match="number 5"):
        practice_throw(user_id=user.pk, rule="R", sides=6, number=7)


@pytest.mark.parametrize(
    "wrong",
    [{"count": 0}, {"count": 21}, {"sides": 7}, {"number": ""}, {"number": 9}, {"entropy": "no"}, {"count": "x"}],
)
def test_invalid_practice_roll_is_refused(wrong: dict[str, Any]) -> None:
    client = client_of(enroll("union")["union"])
    client.post("/dice/practice/open/")
    answer = client.post("/dice/practice/", {"count": 1, "sides": 6, "number": 1, "entropy": ""} | wrong)
    assert answer.status_code == 422
    assert 'class="errors"' in answer.content.decode()
    assert not Throw.objects.exists()


def test_practice_requires_log_in_and_post() -> None:
    assert Client().get("/dice/practice/").status_code == 302
    client = client_of(enroll("union")["union"])
    assert client.get("/dice/practice/open/").status_code == 405
    assert client.delete("/dice/").status_code == 405


# The journal.


def test_journal_folds_the_lines_to_keep(table: Table) -> None:
    client = client_of(table.club.users["observer"])
    page = client.get(reverse("journal:list", args=[table.club.campaign.pk]), {"topic": "dice"}).content.decode()
    cup = table.cup()
    assert page.count("<summary>Shiloh: dice checkpoints</summary>") == 1
    assert "Shiloh: the dice at public step 2. Keep these lines." in page
    assert f"cup {cup.pk:016x} step 1 head {cup.heads.get(step=1).blinded}" in page
    assert reverse("dice:cups", args=[table.club.campaign.pk]) in page
