"""Notices become emails: sent once, only to readers who want them, without revealing anything."""

import re
import socket
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from itertools import pairwise, product
from typing import Any

import pytest
from django.conf import settings
from django.core import mail
from django.test import Client
from django.urls import reverse

from campaign import tasks
from campaign.app_part import INSTALLED, AppPart
from campaign.audiences import PUBLIC, side_audience
from campaign.models import Email, Feed, Notify, Seat, Throttle, Topic, User
from campaign.selectors.todos import Todo
from campaign.services import emails, notices, talk, throttle
from campaign.services.mail import LONGEST_RUN, SUBJECTS, send_due
from campaign.services.record import open_act
from campaign.sources import SOURCES, SeededSources
from campaign.tests.builders import Club, a_club

UNSENDABLE = f"guest@{'ü' * 60}.example"
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
EVERY = ("moves", "news", "talk")

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    club = a_club()
    Feed.objects.update(game_since=None, talk_since=None)
    return club


def set_preferences(club: Club, who: str, *, email: str = "reader@example.org", **said: str) -> None:
    """Set a reader's email and mail preferences; a topic not given is sent at once."""
    chosen = {f"notify_{topic}": said.get(topic, Notify.AT_ONCE) for topic in EVERY}
    User.objects.filter(pk=club.users[who].pk).update(email=email, **chosen)


def for_all(notify: str) -> dict[str, str]:
    return dict.fromkeys(EVERY, notify)


def add_notices(club: Club, who: str, *, topic: str = Topic.GAME, at: datetime = NOON) -> None:
    Feed.objects.filter(id=club.viewer(who).feed_id).update(**{f"{topic}_since": at})


def is_due() -> bool:
    """Return whether any notice waits for an email."""
    return Feed.objects.exclude(game_since=None, talk_since=None).exists()


def send_at(at: datetime) -> int:
    with SOURCES.using(SeededSources("mail", now=at)):
        notices.post_due()
        return send_due()


@pytest.fixture
def union_move(monkeypatch: pytest.MonkeyPatch, club: Club) -> None:
    """Give Union a move to make."""
    move = Todo(club.campaign.pk, "plan", side_audience("USA"), "Seal it.", "campaigns:page", (), "Go", NOON)
    monkeypatch.setattr(INSTALLED, "parts", (AppPart(todos=(lambda viewers: [move],)),))


def test_many_notices_make_one_email(club: Club) -> None:
    set_preferences(club, "union")
    add_notices(club, "union")
    add_notices(club, "union", topic=Topic.TALK)
    assert [send_at(NOON), send_at(NOON)] == [1, 0]
    (email_sent,) = mail.outbox
    assert email_sent.to == ["reader@example.org"]
    assert not is_due()


def test_email_reveals_nothing_of_the_campaign(club: Club) -> None:
    set_preferences(club, "union")
    add_notices(club, "union")
    send_at(NOON)
    text = f"{mail.outbox[0].subject} {mail.outbox[0].body}"
    assert club.campaign.name not in text
    assert "Union" not in text


def test_daily_digest_is_sent_a_day_after_first_notice(club: Club) -> None:
    set_preferences(club, "union", **for_all(Notify.DAILY))
    add_notices(club, "union")
    assert send_at(NOON + timedelta(hours=23)) == 0
    assert send_at(NOON + timedelta(hours=24)) == 1


def test_digest_includes_later_notices(club: Club) -> None:
    set_preferences(club, "union", **for_all(Notify.DAILY))
    add_notices(club, "union")
    add_notices(club, "union", topic=Topic.TALK, at=NOON + timedelta(hours=20))
    assert [send_at(NOON + timedelta(hours=hours)) for hours in (23, 24, 47)] == [0, 1, 0]


def test_digest_that_waits_costs_a_run_one_query(club: Club, django_assert_num_queries: Any) -> None:
    for who in ("union", "confederate"):
        set_preferences(club, who, **for_all(Notify.DAILY))
        add_notices(club, who)
    with SOURCES.using(SeededSources("mail", now=NOON)), django_assert_num_queries(1):
        notices.post_due()


def test_news_that_nobody_can_be_told_of_costs_a_run_two_queries(club: Club, django_assert_num_queries: Any) -> None:
    for who in ("union", "confederate", "umpire"):
        set_preferences(club, who, email="")
        add_notices(club, who)
    with SOURCES.using(SeededSources("mail", now=NOON)), django_assert_num_queries(2):
        notices.post_due()
    assert not is_due()


@pytest.mark.usefixtures("union_move")
@pytest.mark.parametrize("lacks", [{}, {"email": ""}, {"is_active": False}])
def test_seat_is_passed_over_only_if_nothing_is_due(club: Club, lacks: dict[str, Any]) -> None:
    """Try all preferences and ages of notices. Only where those for moves and news differ, a look is needed to know."""
    feeds = Feed.objects.filter(id=club.viewer("union").feed_id)
    ages = [None, NOON, NOON - timedelta(days=1)]
    for *wanted, game, said in product(Notify, Notify, Notify, ages, ages):
        set_preferences(club, "union", **dict(zip(EVERY, wanted, strict=True)))
        User.objects.filter(pk=club.users["union"].pk).update(**lacks)
        feeds.update(game_since=game, talk_since=said)
        is_early = feeds.filter(notices._is_early(NOON)).exists()
        with SOURCES.using(SeededSources("mail", now=NOON)):
            notices._post(feeds.get().id, {t: at for t, at in (("game", game), ("talk", said)) if at}, NOON)
        is_kept = (game or said) and list(feeds.values_list("game_since", "talk_since")) == [(game, said)]
        if is_early or wanted[0] == wanted[1]:
            assert is_early == bool(is_kept) or game is said is None, (wanted, game, said)


def test_run_continues_where_the_last_one_ran_out_of_time(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notices, "LONGEST_RUN", -1.0)
    for who, hour in (("union", 0), ("union_west", 1), ("confederate", 2)):
        set_preferences(club, who, email=f"{who}@example.org", news=Notify.DAILY)
        add_notices(club, who, at=NOON + timedelta(hours=hour))
    set_preferences(club, "confederate", email="confederate@example.org")
    assert [send_at(NOON + timedelta(hours=3)) for _ in range(4)] == [0, 0, 1, 0]
    assert recipients() == ["confederate@example.org"]


@pytest.mark.parametrize(("notify", "email"), [(Notify.NEVER, "reader@example.org"), (Notify.AT_ONCE, "")])
def test_unwanted_mail_is_dropped(club: Club, notify: str, email: str) -> None:
    set_preferences(club, "union", email=email, **for_all(notify))
    add_notices(club, "union")
    assert send_at(NOON) == 0
    assert mail.outbox == []
    assert not is_due()


@pytest.mark.parametrize("wanted", ["talk", "news"])
def test_each_topic_follows_its_own_preference(club: Club, wanted: str) -> None:
    """Send only the wanted topic."""
    set_preferences(club, "union", **for_all(Notify.NEVER) | {wanted: Notify.AT_ONCE})
    talk.say(club.viewer("union_west"), to="side", text="Hold.")
    of_talk = _sent()
    with open_act(None, campaign_id=club.campaign.pk, stream="campaign", kind="note") as act:
        act.tell(PUBLIC, "Something.")
    of_news = _sent()
    assert {"talk": of_talk, "news": of_news} == {"talk": 0, "news": 0} | {wanted: 1}


def _sent() -> int:
    notices.post_due()
    return send_due()


@pytest.mark.usefixtures("union_move")
@pytest.mark.parametrize(("who", "sent"), [("union", 1), ("confederate", 0)])
def test_notice_with_a_move_due_follows_moves_preference(club: Club, who: str, sent: int) -> None:
    set_preferences(club, who, moves=Notify.AT_ONCE, news=Notify.NEVER)
    add_notices(club, who)
    assert send_at(NOON) == sent


@pytest.mark.usefixtures("union_move")
def test_news_preference_still_counts_with_a_move_due(club: Club) -> None:
    set_preferences(club, "union", moves=Notify.NEVER, news=Notify.AT_ONCE)
    add_notices(club, "union")
    assert send_at(NOON) == 1


def test_failed_email_is_retried_later(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    set_preferences(club, "union")
    add_notices(club, "union")

    def refuse(self: object) -> int:
        raise ConnectionRefusedError

    with monkeypatch.context() as broken:
        broken.setattr("django.core.mail.EmailMessage.send", refuse)
        assert send_at(NOON) == 0
    assert send_at(NOON + timedelta(seconds=30)) == 0
    assert send_at(NOON + timedelta(minutes=2)) == 1


class Test_Failure:
    """One email's failure touches that email alone."""

    def test_unsendable_address_stops_nobody_elses_email(self) -> None:
        invite(UNSENDABLE, sender_id=1)
        invite("friend@example.org", sender_id=2)
        assert send_at(NOON) == 1
        assert recipients() == ["friend@example.org"]
        assert Email.objects.get().tries == 1

    @pytest.mark.parametrize("error", [ValueError, UnicodeError, RuntimeError, KeyError, TimeoutError])
    def test_any_error_stops_only_its_own_email(self, monkeypatch: pytest.MonkeyPatch, error: type[Exception]) -> None:
        fail_to("first@example.org", error, monkeypatch)
        invite("first@example.org")
        invite("second@example.org")
        assert send_at(NOON) == 1
        assert recipients() == ["second@example.org"]

    def test_pauses_grow_and_email_is_given_up_after_a_day(self, monkeypatch: pytest.MonkeyPatch) -> None:
        fail_to("guest@example.org", OSError, monkeypatch)
        invite("guest@example.org", sender_id=1)
        tried_at = []
        while (at := Email.objects.get().due_at) is not None:
            assert send_at(at) == 0
            tried_at.append(at)
        pauses = [later - earlier for earlier, later in pairwise(tried_at)]
        assert pauses[:5] == sorted(set(pauses[:5]))
        assert tried_at[-1] - tried_at[0] == timedelta(days=1)
        assert len(tried_at) < 12

    def test_try_that_kills_its_worker_counts(self, monkeypatch: pytest.MonkeyPatch) -> None:
        fail_to("guest@example.org", SystemExit, monkeypatch)
        invite("guest@example.org")
        with pytest.raises(SystemExit):
            send_at(NOON)
        row = Email.objects.get()
        assert (row.tries, row.due_at) == (1, NOON + timedelta(minutes=1))

    @pytest.mark.parametrize("error", [OSError, SystemExit])
    def test_tries_that_fail_or_kill_their_worker_use_up_no_limit(
        self, monkeypatch: pytest.MonkeyPatch, error: type[BaseException]
    ) -> None:
        monkeypatch.setattr("campaign.services.mail.PAUSES", [timedelta(minutes=1)])
        invite("guest@example.org")
        with monkeypatch.context() as broken:
            fail_to("guest@example.org", error, broken)
            for minute in range(4):
                with suppress(SystemExit):
                    assert send_at(NOON + timedelta(minutes=minute)) == 0
        assert send_at(NOON + timedelta(minutes=4)) == 1

    def test_failed_notice_stops_no_other_seat(
        self, club: Club, settings: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        settings.SWEEP_RAISES = False
        set_preferences(club, "union")
        set_preferences(club, "confederate", email="second@example.org")
        add_notices(club, "union")
        add_notices(club, "confederate")
        choose = notices._choice

        def choice(seat: Seat | None, topic: str) -> str:
            if seat and seat.user == club.users["union"]:
                raise RuntimeError
            return choose(seat, topic)

        monkeypatch.setattr(notices, "_choice", choice)
        send_at(NOON)
        assert recipients() == ["second@example.org"]


class Test_Fair_order:
    def test_people_take_turns(self) -> None:
        for number in range(250):
            invite(f"guest-{number}@example.org", sender_id=1)
        invite("friend@example.org", sender_id=2)
        send_at(NOON)
        assert recipients()[:3] == ["guest-0@example.org", "friend@example.org", "guest-1@example.org"]

    def test_addresses_take_turns(self) -> None:
        for sender in (1, 2, 3):
            invite("guest@example.org", sender_id=sender)
        invite("friend@example.org", sender_id=4)
        send_at(NOON)
        assert recipients()[:2] == ["guest@example.org", "friend@example.org"]

    def test_address_gets_three_invitations_an_hour(self) -> None:
        for sender in range(5):
            invite("Guest@example.org" if sender % 2 else "guest@example.org", sender_id=sender)
        assert send_at(NOON) == 3
        assert Email.objects.count() == 2
        assert send_at(NOON + timedelta(hours=2)) == 2

    def test_friends_email_goes_in_the_first_run(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Behind 18 unsendable emails and 18 slow ones of one person."""
        for number in range(18):
            invite(UNSENDABLE, sender_id=1)
            invite(f"slow-{number}@example.org", sender_id=1)
        invite("friend@example.org", sender_id=2)
        send_slowly(monkeypatch)
        assert "friend@example.org" in recipients()

    def test_slow_emails_go_to_the_back_after_their_turn(self, monkeypatch: pytest.MonkeyPatch) -> None:
        for sender in (1, 2, 3, 4):
            for number in range(9):
                invite(f"guest-{sender}-{number}@example.org", sender_id=sender)
        for number in range(9):
            invite("same@example.org", sender_id=5 + number)
        invite("friend@example.org", sender_id=20)
        for run in (1, 2, 3):
            send_slowly(monkeypatch, at=NOON + timedelta(seconds=20 * run))
        assert "friend@example.org" in recipients()
        assert len(recipients()) == 6

    def test_hanging_server_holds_up_one_email(self, settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_TIMEOUT = "127.0.0.1", 0.05
        with socket.create_server(("127.0.0.1", 0)) as silent:
            settings.EMAIL_PORT = silent.getsockname()[1]
            invite("guest@example.org", sender_id=1)
            invite("friend@example.org", sender_id=2)
            assert send_at(NOON) == 0
        assert list(Email.objects.values_list("tries", flat=True)) == [1, 1]

    def test_run_ends_within_its_task_even_if_its_last_email_hangs(self, settings: Any) -> None:
        assert LONGEST_RUN.total_seconds() + settings.EMAIL_TIMEOUT < settings.CELERY_TASK_TIME_LIMIT


class Test_Failed_notice:
    """A reader whose notices fail sees it on their own profile page."""

    FAILED = "We couldn’t deliver our emails to reader@example.org."

    @pytest.fixture
    def failed(self, club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
        set_preferences(club, "union")
        add_notices(club, "union")
        with monkeypatch.context() as broken:
            fail_to("reader@example.org", OSError, broken)
            send_at(NOON)
            send_at(NOON + timedelta(days=1))

    @pytest.mark.parametrize("kind", ["notice", "reminder", "deletion"])
    def test_only_its_reader_sees_it(self, club: Club, kind: str) -> None:
        set_preferences(club, "union")
        write(kind, "reader@example.org")
        assert self.FAILED not in profile_of(club, "union")
        Email.objects.update(due_at=None)
        tasks.forget_old()
        assert self.FAILED in profile_of(club, "union")
        assert "couldn’t deliver" not in profile_of(club, "union_west")

    @pytest.mark.usefixtures("failed")
    def test_program_sees_it(self, club: Club) -> None:
        answer = client_of(club, "union").get("/api/me/").json()
        assert (answer["notices_failed"], answer["confirmation_failed"]) == (True, False)

    @pytest.mark.usefixtures("failed")
    def test_it_is_forgotten_once_a_notice_arrives(self, club: Club) -> None:
        add_notices(club, "union", at=NOON + timedelta(days=2))
        assert send_at(NOON + timedelta(days=2)) == 1
        assert self.FAILED not in profile_of(club, "union")

    @pytest.mark.usefixtures("failed")
    def test_it_is_forgotten_with_the_address(self, club: Club) -> None:
        set_preferences(club, "union", email="other@example.org")
        assert "couldn’t deliver" not in profile_of(club, "union")

    @pytest.mark.parametrize("kind", ["reset", "invitation"])
    def test_what_others_asked_for_is_shown_to_nobody(self, club: Club, kind: str) -> None:
        set_preferences(club, "union")
        write(kind, "reader@example.org")
        Email.objects.update(due_at=None)
        assert "couldn’t deliver" not in profile_of(club, "union")
        tasks.forget_old()
        assert not Email.objects.exists()


class Test_Clean_up:
    def test_it_does_not_depend_on_mail(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("campaign.services.mail.send_due", lambda: 1 / 0)
        throttle.spend(throttle.TALK, "someone")
        Throttle.objects.update(began_at=SOURCES.now() - timedelta(days=2))
        with pytest.raises(ZeroDivisionError):
            tasks.send_mail()
        tasks.forget_old()
        assert not Throttle.objects.exists()

    def test_failed_email_is_kept_only_for_its_sender(self) -> None:
        invite("nobodys@example.org")
        invite("guest@example.org", sender_id=1)
        Email.objects.update(due_at=None)
        with SOURCES.using(SeededSources("mail", now=NOON)):
            emails.forget_old()
        assert list(Email.objects.values_list("address", "reference")) == [("guest@example.org", "")]
        with SOURCES.using(SeededSources("mail", now=NOON + timedelta(days=15))):
            emails.forget_old()
        assert not Email.objects.exists()


def invite(address: str, **sender: int) -> None:
    with SOURCES.using(SeededSources("mail", now=NOON)):
        emails.write("invitation", address=address, reference="token", **sender)


def write(kind: str, address: str) -> None:
    with SOURCES.using(SeededSources("mail", now=SOURCES.now())):
        emails.write(kind, address=address)


def client_of(club: Club, who: str) -> Client:
    client = Client()
    client.force_login(club.users[who])
    return client


def profile_of(club: Club, who: str) -> str:
    return client_of(club, who).get(reverse("accounts:profile")).text


def send_slowly(monkeypatch: pytest.MonkeyPatch, *, at: datetime = NOON) -> None:
    """Run the mail job where each email takes five seconds."""
    send = mail.EmailMessage.send
    with monkeypatch.context() as slow, SOURCES.using(SeededSources("mail", now=at)) as sources:

        def send_late(message: mail.EmailMessage) -> int:
            sources.clock += timedelta(seconds=5)  # type: ignore[attr-defined]
            return send(message)

        slow.setattr(mail.EmailMessage, "send", send_late)
        send_due()


def recipients() -> list[str]:
    return [email_sent.to[0] for email_sent in mail.outbox]


def fail_to(address: str, error: type[BaseException], monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every email to an address fail."""
    send = mail.EmailMessage.send

    def send_or_fail(message: mail.EmailMessage) -> int:
        if address in message.to:
            raise error
        return send(message)

    monkeypatch.setattr(mail.EmailMessage, "send", send_or_fail)


def test_empty_seat_gets_no_mail(club: Club) -> None:
    set_preferences(club, "union")
    add_notices(club, "union")
    Seat.objects.filter(user=club.users["union"]).update(user=None)
    assert send_at(NOON) == 0
    assert mail.outbox == []


@pytest.mark.parametrize("kind", SUBJECTS)
def test_email_template_uses_only_name_and_link(kind: str) -> None:
    """Anything that an email said about a game could be read over the reader's shoulder."""
    words = (settings.BASE_DIR / "templates" / "email" / f"{kind}.txt").read_text()
    assert set(re.findall(r"{{ *(\w+)", words)) <= {"name", "link"}
    assert set(re.findall(r"{% *(\w+)", words)) == {"autoescape", "endautoescape"}
    assert "{" not in SUBJECTS[kind]
