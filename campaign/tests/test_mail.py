"""Notices become letters: once, to who wants them, without a word of what happened."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.conf import settings
from django.core import mail

from campaign.app_part import INSTALLED, AppPart
from campaign.audiences import PUBLIC, side_audience
from campaign.models import Notify, Outbox, Seat, Topic, User
from campaign.selectors.todos import Todo
from campaign.services import notices, talk
from campaign.services.mail import SUBJECTS, send_due
from campaign.services.record import open_act
from campaign.sources import SOURCES, SeededSources
from campaign.tests.builders import Club, a_club

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
EVERY = ("moves", "news", "talk")

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    club = a_club()
    Outbox.objects.all().delete()
    return club


def wishes(club: Club, who: str, *, email: str = "reader@example.org", **said: str) -> None:
    """What somebody has chosen: at once where nothing is said."""
    chosen = {f"notify_{topic}": said.get(topic, Notify.AT_ONCE) for topic in EVERY}
    User.objects.filter(pk=club.users[who].pk).update(email=email, **chosen)


def of_all(notify: str) -> dict[str, str]:
    return dict.fromkeys(EVERY, notify)


def notes(club: Club, who: str, *, count: int = 3, topic: str = Topic.GAME, at: datetime = NOON) -> None:
    feed = Seat.objects.get(user=club.users[who], campaign=club.campaign).feed
    Outbox.objects.bulk_create(Outbox(feed=feed, topic=topic, at=at) for _ in range(count))


def send_at(at: datetime) -> int:
    with SOURCES.using(SeededSources("mail", now=at)):
        notices.post_due()
        return send_due()


@pytest.fixture
def his_move(monkeypatch: pytest.MonkeyPatch, club: Club) -> None:
    """Something waits for the Union."""
    thing = Todo(club.campaign.pk, "plan", side_audience("USA"), "Seal it.", "campaigns:page", (), "Go", NOON)
    monkeypatch.setattr(INSTALLED, "parts", (AppPart(todos=(lambda viewers: [thing],)),))


def test_many_notices_make_one_mail_and_it_goes_once(club: Club) -> None:
    wishes(club, "union")
    notes(club, "union")
    notes(club, "union", topic=Topic.TALK)
    assert [send_at(NOON), send_at(NOON)] == [1, 0]
    (letter,) = mail.outbox
    assert letter.to == ["reader@example.org"]
    assert not Outbox.objects.filter(sent_at=None).exists()


def test_a_mail_holds_no_word_of_the_campaign(club: Club) -> None:
    wishes(club, "union")
    notes(club, "union")
    send_at(NOON)
    text = f"{mail.outbox[0].subject} {mail.outbox[0].body}"
    assert club.campaign.name not in text
    assert "Union" not in text


def test_a_daily_reader_gets_a_digest_a_day_after_the_first_notice(club: Club) -> None:
    wishes(club, "union", **of_all(Notify.DAILY))
    notes(club, "union")
    assert send_at(NOON + timedelta(hours=23)) == 0
    assert send_at(NOON + timedelta(hours=24)) == 1


def test_the_digest_takes_all_that_waits_for_it(club: Club) -> None:
    wishes(club, "union", **of_all(Notify.DAILY))
    notes(club, "union")
    notes(club, "union", topic=Topic.TALK, at=NOON + timedelta(hours=20))
    assert [send_at(NOON + timedelta(hours=hours)) for hours in (23, 24, 47)] == [0, 1, 0]


@pytest.mark.parametrize(("notify", "email"), [(Notify.NEVER, "reader@example.org"), (Notify.AT_ONCE, "")])
def test_who_wants_no_mail_gets_none_and_nothing_piles_up(club: Club, notify: str, email: str) -> None:
    wishes(club, "union", email=email, **of_all(notify))
    notes(club, "union")
    assert send_at(NOON) == 0
    assert mail.outbox == []
    assert not Outbox.objects.filter(sent_at=None).exists()


@pytest.mark.parametrize("wanted", ["talk", "news"])
def test_each_kind_goes_as_it_was_chosen(club: Club, wanted: str) -> None:
    """Only this kind is wanted."""
    wishes(club, "union", **of_all(Notify.NEVER) | {wanted: Notify.AT_ONCE})
    talk.say(club.viewer("union_west"), to="side", text="Hold.")
    of_talk = _sent()
    with open_act(None, campaign_id=club.campaign.pk, stream="campaign", kind="note") as act:
        act.tell(PUBLIC, "Something.")
    of_news = _sent()
    assert {"talk": of_talk, "news": of_news} == {"talk": 0, "news": 0} | {wanted: 1}


def _sent() -> int:
    notices.post_due()
    return send_due()


@pytest.mark.usefixtures("his_move")
@pytest.mark.parametrize(("who", "sent"), [("union", 1), ("confederate", 0)])
def test_what_comes_while_his_move_waits_goes_as_he_chose_for_moves(club: Club, who: str, sent: int) -> None:
    wishes(club, who, moves=Notify.AT_ONCE, news=Notify.NEVER)
    notes(club, who)
    assert send_at(NOON) == sent


@pytest.mark.usefixtures("his_move")
def test_who_wants_all_news_gets_them_while_his_move_waits_too(club: Club) -> None:
    wishes(club, "union", moves=Notify.NEVER, news=Notify.AT_ONCE)
    notes(club, "union")
    assert send_at(NOON) == 1


def test_a_mail_that_could_not_go_is_tried_again_later(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    wishes(club, "union")
    notes(club, "union")

    def refuse(self: object) -> int:
        raise ConnectionRefusedError

    with monkeypatch.context() as broken:
        broken.setattr("django.core.mail.EmailMessage.send", refuse)
        assert send_at(NOON) == 0
    assert send_at(NOON + timedelta(seconds=30)) == 0
    assert send_at(NOON + timedelta(minutes=2)) == 1


def test_a_seat_without_a_person_gets_no_mail(club: Club) -> None:
    wishes(club, "union")
    notes(club, "union")
    Seat.objects.filter(user=club.users["union"]).update(user=None)
    assert send_at(NOON) == 0
    assert mail.outbox == []


@pytest.mark.parametrize("kind", SUBJECTS)
def test_a_letter_is_made_of_a_name_and_a_link_and_of_nothing_else(kind: str) -> None:
    """Whatever a letter could tell of a game it could tell whoever looks over the reader's shoulder."""
    words = (settings.BASE_DIR / "templates" / "email" / f"{kind}.txt").read_text()
    assert set(re.findall(r"{{ *(\w+)", words)) <= {"name", "link"}
    assert set(re.findall(r"{% *(\w+)", words)) == {"autoescape", "endautoescape"}
    assert "{" not in SUBJECTS[kind]
