"""What an act costs: how many statements and commits, and that limits are counted with the act or apart from it."""

from dataclasses import replace
from datetime import timedelta
from unittest import mock

import pytest
from django.conf import settings
from django.core import signing
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils.module_loading import import_string

from campaign.errors import Refusal
from campaign.inserts import at_once, insert
from campaign.models import Email, Entry, ErasableText, Lock, Message, Role, Throttle, User
from campaign.services import throttle
from campaign.services.campaigns import SeatPlan, found_campaign
from campaign.services.record import open_act
from campaign.services.talk import say
from campaign.services.throttle import TooOften
from campaign.sources import SOURCES
from campaign.tests.builders import Club, a_club

SessionStore = import_string(f"{settings.SESSION_ENGINE}.SessionStore")
MOST_OF_A_MESSAGE = 13  # with BEGIN and COMMIT


@pytest.fixture
def club(transactional_db: None) -> Club:
    return a_club()


def post(client: Client, club: Club, **said: str) -> tuple[int, list[str]]:
    """Send a message, and return the status of the answer and the statements it took."""
    path = reverse("talk:page", args=[club.campaign.id])
    with CaptureQueriesContext(connection) as found:
        answer = client.post(path, {"to": "side", "text": "Hold the line.", **said})
    return answer.status_code, [query["sql"] for query in found.captured_queries]


def commits(statements: list[str]) -> int:
    return sum(sql.startswith("COMMIT") for sql in statements)


def test_message_takes_few_statements_and_one_commit(club: Club) -> None:
    client = Client()
    client.force_login(club.users["union"])
    assert post(client, club, key="first")[0] == 302
    status, statements = post(client, club, key="second")
    assert (status, commits(statements)) == (302, 1)
    assert len(statements) <= MOST_OF_A_MESSAGE, "\n".join(statements)
    assert Message.objects.count() == 2


def test_message_sent_again_writes_nothing(club: Club) -> None:
    client = Client()
    client.force_login(club.users["union"])
    post(client, club, key="one")
    status, statements = post(client, club, key="one")
    assert (status, commits(statements)) == (302, 0)
    assert Message.objects.count() == Throttle.objects.get(kind="talk").count == 1


def test_session_account_and_seat_are_one_read(club: Club) -> None:
    client = Client()
    client.force_login(club.users["union"])
    with CaptureQueriesContext(connection) as found:
        client.get(reverse("campaigns:page", args=[club.campaign.id]))
    mine = [query["sql"] for query in found.captured_queries if "campaign_session" in query["sql"]]
    assert len(mine) == 1
    assert all(f'"campaign_{table}"' in mine[0] for table in ("user", "seat", "feed", "campaign"))


def test_account_takes_the_place_of_what_fetched_it(club: Club) -> None:
    client = Client()
    client.force_login(club.users["union"])
    answer = client.get(reverse("campaigns:page", args=[club.campaign.id]))
    assert type(answer.wsgi_request.user) is User


class TestSession:
    def test_same_data_is_unpacked_once_into_values_of_their_own(self) -> None:
        packed = SessionStore().encode({"viewing_as": {"seat": "1"}})
        with mock.patch("django.core.signing.loads", wraps=signing.loads) as unpacked:
            first, second = SessionStore().decode(packed), SessionStore().decode(packed)
        first["viewing_as"]["seat"] = "2"
        assert second == {"viewing_as": {"seat": "1"}}
        assert unpacked.call_count == 1

    def test_data_with_a_wrong_signature_is_nothing(self) -> None:
        packed = SessionStore().encode({"viewing_as": {"seat": "1"}})
        assert SessionStore().decode(packed) != {}
        assert SessionStore().decode(packed[:-1] + ("A" if packed[-1] != "A" else "B")) == {}


@pytest.mark.parametrize("who", ["outsider", "union"])
def test_seat_of_another_campaign_opens_none(club: Club, who: str) -> None:
    person = club.users["outsider"].pk
    seats = [SeatPlan(Role.UMPIRE, user_id=person)]
    other = found_campaign(name="Elsewhere", book="civil_war", founder_id=person, seats=seats).pk
    client = Client()
    client.force_login(club.users[who])
    answers = [client.get(reverse("campaigns:page", args=[each])).status_code for each in (club.campaign.id, other)]
    assert answers == ([404, 200] if who == "outsider" else [200, 404])


def test_refused_try_is_counted_in_a_commit_of_its_own(club: Club) -> None:
    with CaptureQueriesContext(connection) as found, pytest.raises(Refusal, match="can’t write to them"):
        say(club.viewer("union"), to="side:CSA", text="Surrender?")
    ends = [sql for sql in (query["sql"] for query in found.captured_queries) if sql in ("COMMIT", "ROLLBACK")]
    assert ends == ["ROLLBACK"]  # the count is one statement, which commits itself
    assert Throttle.objects.get(kind="talk").count == 1
    assert not Message.objects.exists()


def test_message_over_the_limit_is_refused_and_counted(club: Club) -> None:
    with mock.patch.object(throttle, "TALK", replace(throttle.TALK, times=1)):
        say(club.viewer("union"), to="side", text="One.")
        for _ in range(2):
            with pytest.raises(TooOften, match="Wait 10 minutes"):
                say(club.viewer("union"), to="side", text="Two.")
    assert Throttle.objects.get(kind="talk").count == 3
    assert Message.objects.count() == ErasableText.objects.count() == 1


def test_window_that_is_over_begins_anew(club: Club) -> None:
    throttle.spend(throttle.TALK, "somebody")
    Throttle.objects.update(count=99, began_at=SOURCES.now() - throttle.TALK.window - timedelta(seconds=1))
    throttle.spend(throttle.TALK, "somebody")
    row = Throttle.objects.get()
    assert row.count == 1
    assert SOURCES.now() - row.began_at < timedelta(minutes=1)


def test_refused_act_takes_no_number(club: Club) -> None:
    before = Lock.objects.get(id=club.campaign.id).seq
    with pytest.raises(Refusal), open_act(club.viewer("union"), stream="campaign", kind="note"):
        raise Refusal("No.")
    with open_act(club.viewer("union"), stream="campaign", kind="note") as act:
        pass
    assert act.seq == before + 1 == Lock.objects.get(id=club.campaign.id).seq


def test_many_rows_are_inserted_whole(club: Club) -> None:
    at = SOURCES.now()
    insert([Email(kind="test", address=f"{n}@example.org", sender_id=n or None, asked_at=at) for n in range(3000)])
    found = list(Email.objects.filter(kind="test").order_by("id").values_list("address", "sender_id", "asked_at"))
    assert found == [(f"{n}@example.org", n or None, at) for n in range(3000)]
    insert([])


def test_key_used_twice_is_refused_by_the_database(club: Club) -> None:
    """On PostgreSQL the answer comes when the pipeline ends."""
    seat = club.viewer("union").seat_id
    twice = [
        Entry(
            id=n, campaign=club.campaign, stream="club", seq=1000 + n, kind="note", seat_id=seat, at=club.campaign.since
        )
        for n in (1, 2)
    ]
    for entry in twice:
        entry.key = "the same"
    with pytest.raises(IntegrityError), transaction.atomic(), at_once():
        list(map(insert, ([entry] for entry in twice)))
    assert not Entry.objects.filter(key="the same").exists()
