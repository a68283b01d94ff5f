"""Notices are sent from rows: once, to who wants them, without a word of what happened."""

from datetime import UTC, datetime, timedelta

import pytest
from django.core import mail

from campaign.models import Notify, Outbox, Seat, User
from campaign.services.mail import send_due
from campaign.sources import SOURCES, SeededSources
from campaign.tests.builders import Club, a_club

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    club = a_club()
    Outbox.objects.all().delete()
    return club


def notices(
    club: Club, who: str, *, notify: str = Notify.AT_ONCE, email: str = "reader@example.org", count: int = 3
) -> None:
    user = club.users[who]
    User.objects.filter(pk=user.pk).update(notify=notify, email=email)
    register = Seat.objects.get(user=user, campaign=club.campaign).register
    Outbox.objects.bulk_create(Outbox(register=register, at=NOON) for _ in range(count))


def send_at(at: datetime) -> int:
    with SOURCES.using(SeededSources("mail", now=at)):
        return send_due()


def test_many_notices_make_one_mail_and_it_goes_once(club: Club) -> None:
    notices(club, "union")
    assert [send_at(NOON), send_at(NOON)] == [1, 0]
    (letter,) = mail.outbox
    assert letter.to == ["reader@example.org"]
    assert not Outbox.objects.filter(sent_at=None).exists()


def test_a_mail_holds_no_word_of_the_campaign(club: Club) -> None:
    notices(club, "union")
    send_at(NOON)
    text = f"{mail.outbox[0].subject} {mail.outbox[0].body}"
    assert club.campaign.name not in text
    assert "Union" not in text


def test_a_daily_reader_gets_a_digest_a_day_after_the_first_notice(club: Club) -> None:
    notices(club, "union", notify=Notify.DAILY)
    assert send_at(NOON + timedelta(hours=23)) == 0
    assert send_at(NOON + timedelta(hours=24)) == 1


@pytest.mark.parametrize(("notify", "email"), [(Notify.NEVER, "reader@example.org"), (Notify.AT_ONCE, "")])
def test_who_wants_no_mail_gets_none_and_nothing_piles_up(club: Club, notify: str, email: str) -> None:
    notices(club, "union", notify=notify, email=email)
    assert send_at(NOON) == 0
    assert mail.outbox == []
    assert not Outbox.objects.filter(sent_at=None).exists()


def test_a_mail_that_could_not_go_is_tried_again_later(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    notices(club, "union")

    def refuse(self: object) -> int:
        raise ConnectionRefusedError

    with monkeypatch.context() as broken:
        broken.setattr("django.core.mail.EmailMessage.send", refuse)
        assert send_at(NOON) == 0
    assert send_at(NOON + timedelta(minutes=4)) == 0, "another worker might still be sending"
    assert send_at(NOON + timedelta(minutes=6)) == 1


def test_a_seat_without_a_person_gets_no_mail(club: Club) -> None:
    notices(club, "union")
    Seat.objects.filter(user=club.users["union"]).update(user=None)
    assert send_at(NOON) == 0
    assert mail.outbox == []
