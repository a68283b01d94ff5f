"""A reader puts a notice away for themselves alone; nobody else learns of it, and the record doesn't change."""

import re
from http import HTTPStatus

import pytest
from django.test import Client
from django.urls import reverse

from battles.models import Battle, ReadNotice
from battles.tests.builders import a_battle, march, open_it, request, seal_both, to_turn
from campaign.ids import hex_id
from campaign.models import Entry, Feed, JournalLine
from campaign.selectors.verify import verify
from campaign.tests.api import Program, refusal
from campaign.tests.builders import Club, enroll
from campaign.tests.kept import kept
from campaign.web import VIEWING_AS

pytestmark = pytest.mark.django_db
NEARS = "A flank march nears"
Fight = tuple[Club, Battle]


@pytest.fixture
@kept
def fight() -> Fight:
    """Return a battle on turn 3, when everyone gets notice of a flank march."""
    club, battle = a_battle()
    seal_both(club, battle, confederate=march(battle, "CSA", "left", "Forrest", points=1))
    open_it(club, battle, left_csa=4)
    to_turn(club, battle, 3)
    return club, battle


def browser(club: Club, who: str) -> Client:
    client = Client()
    client.force_login(club.users[who])
    return client


def url(battle: Battle, name: str = "detail", *more: int) -> str:
    return reverse(f"battles:{name}", args=[battle.campaign_id, battle.id, *more])


def number(club: Club, who: str) -> int:
    return JournalLine.objects.get(feed_id=club.viewer(who).feed_id, kind="battle.notice").n


def notices(client: Client, battle: Battle, page: str = "detail") -> int:
    return len(re.findall(r'aria-label="Notice"', client.get(url(battle, page)).text))


def read(club: Club, battle: Battle, who: str, **sent: str) -> Client:
    client = browser(club, who)
    answer = client.post(url(battle, "read-notice", number(club, who)), sent)
    page = "table" if sent else "detail"
    assert (answer.status_code, answer["Location"]) == (HTTPStatus.FOUND, url(battle, page))
    return client


@pytest.mark.parametrize("who", ["umpire", "union", "confederate", "observer"])
def test_read_notice_is_gone_for_its_reader_and_stays_in_the_log(fight: Fight, who: str) -> None:
    club, battle = fight
    client = browser(club, who)
    assert [notices(client, battle, page) for page in ("detail", "table")] == [1, 1]
    read(club, battle, who)
    assert [notices(client, battle, page) for page in ("detail", "table")] == [0, 0]
    assert NEARS in client.get(url(battle)).text


def test_reading_at_the_table_returns_there(fight: Fight) -> None:
    club, battle = fight
    assert notices(read(club, battle, "union", **{"from": "table"}), battle, "table") == 0


@pytest.mark.parametrize("reader", ["union", "observer"])
def test_reading_changes_nothing_for_anybody_else(fight: Fight, reader: str) -> None:
    """The journal, everyone else's version, and everyone else's pages stay as they were."""
    club, battle = fight
    others = [who for who in ("umpire", "union", "union_west", "confederate", "observer") if who != reader]
    before = {who: club.viewer(who).version for who in others}
    record = Entry.objects.count(), JournalLine.objects.count()
    read(club, battle, reader)
    assert {who: club.viewer(who).version for who in others} == before
    assert (Entry.objects.count(), JournalLine.objects.count()) == record
    assert [notices(browser(club, who), battle) for who in others] == [1] * len(others)
    assert verify(club.campaign.id) == []


def test_observers_share_a_journal_and_read_each_for_themselves(fight: Fight) -> None:
    club, battle = fight
    second = enroll("second")["second"]
    own = club.campaign.seats.get(role="observer")
    own.pk, own.id, own.user = None, own.id + 1, second
    own.save(force_insert=True)
    versions = set(Feed.objects.filter(role="observer").values_list("id", "version"))
    read(club, battle, "observer")
    other = Client()
    other.force_login(second)
    assert notices(other, battle) == 1
    assert set(Feed.objects.filter(role="observer").values_list("id", "version")) == versions


def test_umpire_viewing_as_a_seat_sees_the_notices_it_read(fight: Fight) -> None:
    club, battle = fight
    read(club, battle, "union")
    umpire = browser(club, "umpire")
    umpire.post(reverse("campaigns:view-as", args=[battle.campaign_id, club.viewer("union").seat_id]))
    assert VIEWING_AS in umpire.session
    assert notices(umpire, battle) == 1
    answer = umpire.post(url(battle, "read-notice", number(club, "union")))
    assert (answer.status_code, ReadNotice.objects.count()) == (HTTPStatus.CONFLICT, 1)


def test_own_pages_are_told_and_twice_is_once(fight: Fight) -> None:
    club, battle = fight
    before = club.viewer("union").version
    for _ in range(2):
        read(club, battle, "union")
    assert (club.viewer("union").version, ReadNotice.objects.count()) == (before + 1, 1)


def test_reading_refuses_no_request(fight: Fight) -> None:
    club, battle = fight
    read(club, battle, "union")
    request(club, battle, "union")


@pytest.mark.parametrize("who", ["union", "outsider"])
def test_line_that_is_no_notice_is_not_found(fight: Fight, who: str) -> None:
    club, battle = fight
    for n in (1, 10**6):
        assert browser(club, who).post(url(battle, "read-notice", n)).status_code == HTTPStatus.NOT_FOUND


def test_program_reads_a_notice(fight: Fight) -> None:
    battle = fight[1]
    union, home = Program("union"), f"c/{hex_id(battle.campaign_id)}/b/{hex_id(battle.pk)}/"
    (notice,) = union.get(home).json()["notices"]
    assert union.post(f"{home}notices/{notice['n']}/read/").json()["done"]
    assert union.get(home).json()["notices"] == []
    assert len(Program("confederate").get(home).json()["notices"]) == 1
    refusal(union.post(f"{home}notices/1/read/"), 404)
