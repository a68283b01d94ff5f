"""Account forms: each works, explains errors, is throttled, and never crashes."""

import os
import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from importlib import import_module
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.contrib.auth.hashers import Argon2PasswordHasher, PBKDF2PasswordHasher
from django.core import mail
from django.db import connection
from django.test import Client
from django.test.client import MULTIPART_CONTENT as MULTIPART
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from campaign.models import Email, ErasableText, Session, Throttle, User
from campaign.services import accounts, addresses, decisions, talk
from campaign.services.accounts import WRONG_PAIR
from campaign.services.mail import send_due
from campaign.services.notices import post_due
from campaign.sources import SOURCES, SeededSources
from campaign.tests.api import JSON
from campaign.tests.builders import PASSWORD, a_club, enroll

pytestmark = pytest.mark.django_db
SIGN_UP = {"username": "Union", "password": PASSWORD, "email": "", "time_zone": "Europe/Warsaw"}
PROFILE = {
    "display_name": "General U.",
    "email": "union@example.org",
    "time_zone": "America/Chicago",
    "theme": "dark",
    "notify_moves": "at_once",
    "notify_news": "daily",
    "notify_talk": "never",
    "remind": "on",
}
FORMS = {
    "sign-up": (SIGN_UP, ("username", "password", "time_zone")),
    "log-in": ({"username": "union", "password": PASSWORD}, ("username", "password")),
    "password": ({"old": PASSWORD, "new": "another long battery"}, ("old", "new")),
    "ask-reset": ({"email": "union@example.org"}, ("email",)),
    "profile": (PROFILE, ("display_name", "time_zone", "theme", "notify_moves", "notify_news", "notify_talk")),
    "delete": ({"password": PASSWORD}, ("password",)),
}
OPEN_PAGES = ("sign-up", "log-in", "ask-reset")


def url(name: str) -> str:
    return reverse(f"accounts:{name}")


def client_of(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def visitor(name: str) -> Client:
    """Return a client that may open this page: a stranger for open pages, else Union."""
    if name in OPEN_PAGES:
        return Client()
    return client_of(User.objects.filter(username="union").first() or enroll("union")["union"])


class Test_Every_form:
    @pytest.mark.parametrize("name", FORMS)
    def test_page_opens(self, name: str) -> None:
        assert visitor(name).get(url(name)).status_code == 200

    @pytest.mark.parametrize("name", [*FORMS, "log-out"])
    def test_other_methods_are_refused(self, name: str) -> None:
        assert visitor(name).delete(url(name)).status_code == 405

    @pytest.mark.parametrize(("name", "missing"), [(n, field) for n, (_, fields) in FORMS.items() for field in fields])
    def test_missing_field_is_named_and_nothing_changes(self, name: str, missing: str) -> None:
        client = visitor(name)
        before = list(User.objects.values())
        data = {key: value for key, value in FORMS[name][0].items() if key != missing}
        response = client.post(url(name), data)
        assert response.status_code == 422
        assert missing in response.context["form"].errors
        assert list(User.objects.values()) == before

    @pytest.mark.parametrize("name", FORMS)
    @pytest.mark.parametrize("value", ["x" * 5000, "a\0b", "‮", "[]", "-1"])
    def test_malformed_value_does_not_crash(self, name: str, value: str) -> None:
        client = visitor(name)
        for field in FORMS[name][0]:
            assert client.post(url(name), {**FORMS[name][0], field: value}).status_code in (302, 422, 429)

    @pytest.mark.parametrize("name", FORMS)
    def test_empty_form_is_refused(self, name: str) -> None:
        assert visitor(name).post(url(name)).status_code == 422

    @pytest.mark.parametrize("name", [n for n in FORMS if n not in OPEN_PAGES])
    def test_stranger_must_log_in_first(self, name: str) -> None:
        response = Client().post(url(name), FORMS[name][0])
        assert response.status_code == 302
        assert response["Location"].startswith(url("log-in"))

    @pytest.mark.parametrize("name", FORMS)
    def test_form_without_csrf_token_is_refused(self, name: str) -> None:
        client = visitor(name)
        client.handler.enforce_csrf_checks = True
        assert client.post(url(name), FORMS[name][0]).status_code == 403


class Test_Sign_up:
    def test_new_account_is_logged_in(self) -> None:
        client = Client()
        assert client.post(url("sign-up"), SIGN_UP).status_code == 302
        user = User.objects.get()
        assert (user.username, user.display_name, user.time_zone) == ("union", "Union", "Europe/Warsaw")
        assert client.session["_auth_user_id"] == str(user.pk)

    @pytest.mark.parametrize("name", ["UNION", " union ", "Ｕｎｉｏｎ"])
    def test_taken_username_is_refused_in_any_case(self, name: str) -> None:
        enroll("union")
        response = Client().post(url("sign-up"), {**SIGN_UP, "username": name})
        assert response.status_code == 422
        assert response.context["form"].errors["username"] == ["This username is taken. Choose another."]
        assert User.objects.count() == 1

    @pytest.mark.parametrize("name", ["ab", "-union", "union.", "two words", "~0123", "a/b", "x" * 41])
    def test_invalid_username_is_refused(self, name: str) -> None:
        assert Client().post(url("sign-up"), {**SIGN_UP, "username": name}).status_code == 422
        assert not User.objects.exists()

    def test_common_password_is_refused(self) -> None:
        response = Client().post(url("sign-up"), {**SIGN_UP, "password": "password"})
        assert "too common" in response.context["form"].errors["password"][0]

    def test_sign_up_attempts_are_limited(self) -> None:
        enroll("union")
        codes = [Client().post(url("sign-up"), SIGN_UP).status_code for _ in range(31)]
        assert codes == [422] * 30 + [429]

    def test_next_page_is_always_on_this_site(self) -> None:
        for wanted in ("https://evil.example/", "//evil.example/", "accounts:log-out", "log-out"):
            response = Client().post(f"{url('log-in')}?next={wanted}", _credentials("union"))
            assert response["Location"] == "/"
        assert Client().post(f"{url('log-in')}?next=/c/1/", _credentials("union"))["Location"] == "/c/1/"


def _credentials(name: str) -> dict[str, str]:
    if not User.objects.filter(username=name).exists():
        enroll(name)
    return {"username": name, "password": PASSWORD}


@pytest.fixture
def hashes(settings: Any, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Use the site's own hashers, made quick, and list each hash that they compute."""
    settings.PASSWORD_HASHERS = import_module(os.environ["DJANGO_SETTINGS_MODULE"]).PASSWORD_HASHERS
    computed: list[str] = []
    monkeypatch.setattr(Argon2PasswordHasher, "time_cost", 1)
    monkeypatch.setattr(Argon2PasswordHasher, "memory_cost", 8)
    monkeypatch.setattr(Argon2PasswordHasher, "parallelism", 1)
    monkeypatch.setattr(PBKDF2PasswordHasher, "iterations", 1)
    for hasher, work in (
        (Argon2PasswordHasher, "encode"),
        (Argon2PasswordHasher, "verify"),
        (PBKDF2PasswordHasher, "encode"),
    ):
        monkeypatch.setattr(hasher, work, _counted(getattr(hasher, work), computed))
    return computed


def _counted(work: Callable[..., Any], computed: list[str]) -> Callable[..., Any]:
    def counted(hasher: Any, *values: Any) -> Any:
        computed.append(hasher.algorithm)
        return work(hasher, *values)

    return counted


def try_password(path: str, name: str) -> Any:
    return Client().post(
        path, {"username": name, "password": "wrong"}, content_type=JSON if "api" in path else MULTIPART
    )


class Test_Log_in:
    def test_username_case_is_ignored(self) -> None:
        enroll("union")
        client = Client()
        assert client.post(url("log-in"), {"username": "UNION", "password": PASSWORD}).status_code == 302
        assert "_auth_user_id" in client.session

    def test_unknown_username_gets_same_page_and_query_count(self) -> None:
        enroll("union")
        answers = []
        for name in ("union", "nobody"):
            Client().post(url("log-in"), {"username": name, "password": "wrong"})
            with CaptureQueriesContext(connection) as queries:
                response = Client().post(url("log-in"), {"username": name, "password": "wrong"})
            page = re.sub(r"\b\w{64}\b", "TOKEN", response.content.decode()).replace(name, "NAME")
            answers.append((response.status_code, page, len(queries)))
        assert answers[0] == answers[1]
        assert answers[0][0] == 422

    @pytest.mark.parametrize("path", ["/accounts/log-in/", "/api/token/"])
    @pytest.mark.parametrize("name", ["union", "nobody", "inactive", "former", "older", "UNION", "~0"])
    def test_every_name_costs_one_hash(self, hashes: list[str], path: str, name: str) -> None:
        enroll("union")
        User.objects.create_user("inactive", PASSWORD, is_active=False)
        former = User.objects.create_user("former", PASSWORD)
        accounts.erase_person(former)
        User.objects.filter(id=former.pk).update(username="former")
        User(username="older", password=PBKDF2PasswordHasher().encode(PASSWORD, "salt")).save()
        hashes.clear()
        response = try_password(path, name)
        assert WRONG_PAIR in response.text
        assert hashes == ["argon2"]

    @pytest.mark.parametrize("path", ["/accounts/log-in/", "/api/token/"])
    @pytest.mark.parametrize("name", ["union", "nobody"])
    def test_throttled_try_costs_no_hash(self, hashes: list[str], path: str, name: str) -> None:
        enroll("union")
        for _ in range(10):
            try_password(path, name)
        hashes.clear()
        assert try_password(path, name).status_code == 429
        assert hashes == []

    def test_guessing_is_limited_to_ten_tries(self) -> None:
        enroll("union")
        for name in ("union", "nobody"):
            codes = [Client().post(url("log-in"), {"username": name, "password": "x"}).status_code for _ in range(11)]
            assert codes == [422] * 10 + [429]
        response = Client().post(url("log-in"), {"username": "union", "password": PASSWORD})
        assert (response.status_code, response.has_header("Retry-After")) == (429, True)

    def test_other_ip_address_is_not_locked_out(self) -> None:
        enroll("union")
        for _ in range(11):
            Client().post(url("log-in"), {"username": "union", "password": "x"})
        other = Client(REMOTE_ADDR="192.0.2.7")
        assert other.post(url("log-in"), {"username": "union", "password": PASSWORD}).status_code == 302

    def test_lockout_ends(self) -> None:
        enroll("union")
        now = datetime(1862, 4, 6, 6, tzinfo=UTC)
        with SOURCES.using(SeededSources("wait", now=now)) as sources:
            for _ in range(11):
                Client().post(url("log-in"), {"username": "union", "password": "x"})
            sources.clock = now + timedelta(minutes=16)  # type: ignore[attr-defined]
            assert Client().post(url("log-in"), _credentials("union")).status_code == 302

    def test_throttle_stores_no_username_or_ip_address(self) -> None:
        Client().post(url("log-in"), {"username": "nobody", "password": "x"})
        kept = " ".join(f"{row.kind} {row.subject}" for row in Throttle.objects.all())
        assert Throttle.objects.count() == 2
        assert "nobody" not in kept
        assert "127.0.0.1" not in kept


class Test_Log_out:
    def test_only_post_logs_out(self) -> None:
        client = visitor("log-out")
        assert client.get(url("log-out")).status_code == 405
        assert "_auth_user_id" in client.session
        client.post(url("log-out"))
        assert "_auth_user_id" not in client.session


class Test_Password:
    def test_password_change_logs_out_other_devices(self) -> None:
        user = enroll("union")["union"]
        here, there = client_of(user), client_of(user)
        assert here.post(url("password"), FORMS["password"][0]).status_code == 302
        assert here.get(url("profile")).status_code == 200
        assert there.get(url("profile")).status_code == 302
        user.refresh_from_db()
        assert user.check_password("another long battery")

    def test_guessing_current_password_is_limited(self) -> None:
        client = visitor("password")
        codes = [client.post(url("password"), {"old": "x", "new": "another long one"}).status_code for _ in range(11)]
        assert codes == [422] * 10 + [429]
        assert User.objects.get().check_password(PASSWORD)


class Test_Reset:
    def test_reset_request_is_the_same_for_any_address(self) -> None:
        User.objects.create_user("union", PASSWORD, email="union@example.org")
        answers = []
        Client().post(url("ask-reset"), {"email": "first@example.org"})
        for address in ("union@example.org", "nobody@example.org"):
            with CaptureQueriesContext(connection) as queries:
                response = Client().post(url("ask-reset"), {"email": address})
            answers.append((response.status_code, response["Location"], response.content, len(queries)))
        assert answers[0] == answers[1]
        assert Email.objects.count() == 3

    def test_reset_link_works_once(self) -> None:
        user = enroll("union")["union"]
        elsewhere = client_of(user)
        link = reverse("accounts:reset", args=accounts.reset_link_parts(user))
        client = Client()
        form_page = client.get(link)["Location"]
        assert accounts.reset_link_parts(user)[1] not in form_page
        assert client.post(form_page, {"new": "another long battery"}).status_code == 302
        assert "_auth_user_id" in client.session
        assert elsewhere.get(url("profile")).status_code == 302
        assert Client().get(link, follow=True).status_code == 410

    def test_link_expires_after_a_day(self) -> None:
        user = enroll("union")["union"]
        with SOURCES.using(SeededSources("day", now=datetime.now(UTC) - timedelta(hours=25))):
            link = reverse("accounts:reset", args=accounts.reset_link_parts(user))
        assert Client().get(link, follow=True).status_code == 410

    @pytest.mark.parametrize("account", ["0" * 16, "zz", "f" * 16, "١" * 16, "x" * 500])
    @pytest.mark.parametrize("token", ["choose", "abc", "a-b", "%00", "y" * 500])
    def test_made_up_link_is_refused(self, account: str, token: str) -> None:
        assert Client().get(f"/accounts/reset/{account}/{token}/", follow=True).status_code == 410

    def test_weak_password_is_refused_and_link_still_works(self) -> None:
        user = enroll("union")["union"]
        client = Client()
        page = client.get(reverse("accounts:reset", args=accounts.reset_link_parts(user)))["Location"]
        assert client.post(page, {"new": "password"}).status_code == 422
        assert client.get(page).status_code == 200

    def test_reset_requests_are_limited(self) -> None:
        codes = [Client().post(url("ask-reset"), {"email": "a@example.org"}).status_code for _ in range(11)]
        assert codes == [302] * 10 + [429]


LINK = re.compile(r"http\S+/accounts/\w+/[0-9a-f]{16}/\S+/")


def subjects_sent_to(address: str) -> list[str]:
    """Send the mail that is due and return the subjects sent to an address."""
    mail.outbox.clear()
    send_due()
    return [str(email_sent.subject).partition(": ")[2] for email_sent in mail.outbox if email_sent.to == [address]]


def link_in(email_sent: Any) -> str:
    found = LINK.search(str(email_sent.body))
    assert found
    return urlsplit(found[0]).path


class Test_Email_address:
    """An unconfirmed address gets only its confirmation email."""

    FAILED = "We couldn’t deliver the link"

    def signed_up(self) -> tuple[Client, User]:
        client = Client()
        client.post(url("sign-up"), {**SIGN_UP, "email": "union@example.org"})
        return client, User.objects.get()

    def test_sign_up_address_gets_confirmation_email(self) -> None:
        _, user = self.signed_up()
        assert (user.email, user.unconfirmed_email) == ("", "union@example.org")
        assert subjects_sent_to("union@example.org") == ["confirm your address"]

    def test_link_confirms_once_and_only_by_post(self) -> None:
        _, user = self.signed_up()
        subjects_sent_to("union@example.org")
        link = link_in(mail.outbox[0])
        assert Client().get(link).status_code == 200
        user.refresh_from_db()
        assert user.email == ""
        assert Client().post(link).status_code == 302
        user.refresh_from_db()
        assert (user.email, user.unconfirmed_email) == ("union@example.org", "")
        assert [Client().get(link).status_code, Client().post(link).status_code] == [410, 410]

    def test_old_address_stays_until_new_one_is_confirmed(self) -> None:
        user = User.objects.create_user("union", PASSWORD, email="old@example.org")
        client = client_of(user)
        client.post(url("profile"), PROFILE)
        user.refresh_from_db()
        assert (user.email, user.unconfirmed_email) == ("old@example.org", "union@example.org")
        assert "To confirm union@example.org" in client.get(url("profile")).text
        assert subjects_sent_to("union@example.org") == ["confirm your address"]
        client.post(url("profile"), PROFILE)
        assert subjects_sent_to("union@example.org") == [], "saving the same address sends no second email"

    def test_changing_address_again_ends_old_link(self) -> None:
        client, _ = self.signed_up()
        subjects_sent_to("union@example.org")
        link = link_in(mail.outbox[0])
        client.post(url("profile"), {**PROFILE, "email": "another@example.org"})
        assert Client().post(link).status_code == 410

    def test_cleared_address_is_removed(self) -> None:
        user = User.objects.create_user("union", PASSWORD, email="old@example.org")
        user.unconfirmed_email = "new@example.org"
        user.save()
        client_of(user).post(url("profile"), {**PROFILE, "email": ""})
        user.refresh_from_db()
        assert (user.email, user.unconfirmed_email) == ("", "")

    def test_resending_is_limited_and_answers_the_same(self) -> None:
        client, _ = self.signed_up()
        client.get("/")
        answers = []
        for _ in range(4):
            answers.append(client.post(url("confirm-again"), follow=True).text.count("link we emailed you"))
            subjects_sent_to("union@example.org")
        assert not mail.outbox
        User.objects.update(unconfirmed_email="")
        answers.append(client.post(url("confirm-again"), follow=True).text.count("link we emailed you"))
        assert answers == [1] * 5

    def test_failed_confirmation_is_shown_on_own_profile_page(self) -> None:
        client, _ = self.signed_up()
        other = client_of(User.objects.create_user("other", PASSWORD, unconfirmed_email="union@example.org"))
        assert self.FAILED not in client.get(url("profile")).text
        Email.objects.update(due_at=None)
        assert self.FAILED in client.get(url("profile")).text
        assert self.FAILED not in other.get(url("profile")).text
        client.post(url("confirm-again"))
        assert self.FAILED not in client.get(url("profile")).text

    @pytest.mark.parametrize("email", ["new@example.org", ""])
    def test_new_address_replaces_failed_confirmation(self, email: str) -> None:
        client, _ = self.signed_up()
        Email.objects.update(due_at=None)
        client.post(url("profile"), {**PROFILE, "email": email})
        assert [row.address for row in Email.objects.all()] == ([email] if email else [])

    def test_asking_again_replaces_waiting_confirmation(self) -> None:
        client, _ = self.signed_up()
        for _ in range(5):
            client.post(url("confirm-again"))
        assert Email.objects.count() == 1

    def test_confirmation_beyond_the_limit_is_sent_later(self) -> None:
        for number in range(4):
            user = User.objects.create_user(f"user{number}", PASSWORD)
            addresses.take_address(user, "union@example.org")
        assert len(subjects_sent_to("union@example.org")) == 3
        with SOURCES.using(SeededSources("later", now=datetime.now(UTC) + timedelta(hours=2))):
            assert len(subjects_sent_to("union@example.org")) == 1

    def test_deleted_account_leaves_no_email(self) -> None:
        client, user = self.signed_up()
        User.objects.filter(id=user.pk).update(email="old@example.org")
        Email.objects.create(kind="notice", address="old@example.org", asked_at=user.joined_at)
        Email.objects.update(due_at=None)
        client.post(url("delete"), {"password": PASSWORD})
        assert not Email.objects.exists()

    @pytest.mark.parametrize("page", ["sign-up", "profile", "ask-reset"])
    @pytest.mark.parametrize(
        "address", [f"a@{'ü' * 60}.de", "a@xn--ü.de", "ſ@example.org", f"a@{'.'.join(['ü' * 30] * 8)}.de"]
    )
    def test_unsendable_address_is_refused(self, page: str, address: str) -> None:
        client = client_of(enroll("reader")["reader"]) if page == "profile" else Client()
        response = client.post(url(page), {**SIGN_UP, **PROFILE, "email": address})
        assert response.status_code == 422
        assert "Email can’t be sent to this address. Enter another one." in response.text
        assert not Email.objects.exists()

    def test_international_domain_is_accepted(self) -> None:
        client, _ = self.signed_up()
        assert client.post(url("profile"), {**PROFILE, "email": "union@bücher.example"}).status_code == 302

    def test_reset_for_unconfirmed_address_sends_only_confirmation(self) -> None:
        self.signed_up()
        subjects_sent_to("union@example.org")
        answers = [Client().post(url("ask-reset"), {"email": a}) for a in ("union@example.org", "no@example.org")]
        assert len({(answer.status_code, answer["Location"], answer.content) for answer in answers}) == 1
        assert subjects_sent_to("union@example.org") == ["confirm your address"]
        Client().post(link_in(mail.outbox[0]))
        Client().post(url("ask-reset"), {"email": "Union@example.org"})
        assert subjects_sent_to("union@example.org") == ["choose a new password"]

    def test_unconfirmed_address_gets_no_campaign_mail(self) -> None:
        club = a_club()
        User.objects.filter(username="union").update(unconfirmed_email="union@example.org")
        talk.say(club.viewer("confederate"), to="umpire", text="x")
        talk.say(club.viewer("umpire"), to="all", text="y")
        for kind in ("campaign.closed", "campaign.deletion"):
            decisions.decide(club.viewer("umpire"), kind=kind)
        post_due()
        assert subjects_sent_to("union@example.org") == []
        assert not mail.outbox

    @pytest.mark.parametrize("account", ["0" * 16, "zz", "١" * 16, "x" * 500])
    @pytest.mark.parametrize("token", ["abc", "a-b", "%00", "y" * 500])
    def test_made_up_link_is_refused(self, account: str, token: str) -> None:
        page = f"/accounts/confirm/{account}/{token}/"
        assert [Client().get(page).status_code, Client().post(page).status_code] == [410, 410]

    def test_link_expires_after_a_day(self) -> None:
        _, user = self.signed_up()
        with SOURCES.using(SeededSources("day", now=datetime.now(UTC) - timedelta(hours=25))):
            link = reverse("accounts:confirm", args=addresses.link_parts(user))
        assert Client().post(link).status_code == 410


class Test_Profile:
    def test_profile_is_saved(self) -> None:
        client = visitor("profile")
        assert client.post(url("profile"), PROFILE).status_code == 302
        said = {**PROFILE, "remind": True, "email": "", "unconfirmed_email": PROFILE["email"]}
        assert User.objects.values(*said).get() == said

    @pytest.mark.parametrize("field", ["time_zone", "theme", "notify_moves", "notify_news", "notify_talk"])
    @pytest.mark.parametrize("value", ["../../etc/passwd", "Mars/Olympus", "Posix/UTC"])
    def test_unlisted_choice_is_refused(self, field: str, value: str) -> None:
        assert visitor("profile").post(url("profile"), {**PROFILE, field: value}).status_code == 422

    def test_reader_zone_lasts_only_for_the_request(self, rf: Any) -> None:
        from campaign.middleware import reader_time_zone

        request = rf.get("/")
        request.user = enroll("union")["union"]
        request.user.time_zone = "America/Chicago"
        request.COOKIES["sessionid"] = "x"
        seen: list[str] = []
        reader_time_zone(lambda _: seen.append(timezone.get_current_timezone_name()))(request)  # type: ignore[arg-type, return-value]
        assert (seen, timezone.get_current_timezone_name()) == (["America/Chicago"], "UTC")


class Test_Delete:
    def test_deletion_erases_names_and_ends_sessions(self) -> None:
        user = User.objects.create_user("union", PASSWORD, email="union@example.org")
        here, there = client_of(user), client_of(user)
        assert here.post(url("delete"), {"password": PASSWORD}).status_code == 302
        user.refresh_from_db()
        assert (user.display_name, user.email, user.is_active) == ("a former member", "", False)
        assert "union" not in user.username
        assert there.get(url("profile")).status_code == 302
        assert "_auth_user_id" not in here.session
        assert Client().post(url("log-in"), {"username": user.username, "password": PASSWORD}).status_code == 422

    def test_username_is_free_after_deletion(self) -> None:
        visitor("delete").post(url("delete"), {"password": PASSWORD})
        assert Client().post(url("sign-up"), SIGN_UP).status_code == 302

    def test_message_texts_are_erased_only_on_request(self) -> None:
        for erase, text in (({}, "Hold the bridge."), ({"erase_texts": "on"}, "")):
            user = User.objects.create_user(f"user{len(erase)}", PASSWORD)
            words = ErasableText.objects.create(id=user.pk, author_id=user.pk, campaign_id=1, text="Hold the bridge.")
            client_of(user).post(url("delete"), {"password": PASSWORD, **erase})
            words.refresh_from_db()
            assert words.text == text

    def test_deletion_requires_password(self) -> None:
        client = visitor("delete")
        assert client.post(url("delete"), {"password": "wrong"}).status_code == 422
        assert User.objects.get().is_active
        assert Session.objects.exists()


class Test_Time_zones:
    @pytest.mark.parametrize(
        ("typed", "kept"),
        [
            ("America/New York", "America/New_York"),
            ("warsaw", "Europe/Warsaw"),
            ("  new york ", "America/New_York"),
            ("utc", "UTC"),
            ("America/Argentina/Ushuaia", "America/Argentina/Ushuaia"),
        ],
    )
    def test_zone_is_found_by_name_or_city(self, typed: str, kept: str) -> None:
        assert visitor("profile").post(url("profile"), {**PROFILE, "time_zone": typed}).status_code == 302
        assert User.objects.get().time_zone == kept

    def test_unknown_zone_is_reported_and_kept(self) -> None:
        answer = visitor("profile").post(url("profile"), {**PROFILE, "time_zone": "Atlantis"})
        assert answer.status_code == 422
        assert "There is no time zone “Atlantis”." in answer.text
        assert 'value="Atlantis"' in answer.text

    @pytest.mark.parametrize("page", ["profile", "sign-up"])
    def test_page_lists_few_zones(self, page: str) -> None:
        client = visitor("profile") if page == "profile" else Client()
        answer = client.get(url(page))
        assert 20 < answer.text.count("<option>") < 50
        assert len(answer.content) < 9_000

    def test_every_listed_zone_exists(self) -> None:
        from campaign.forms.zones import OFFERED, zones

        assert all(zones()[zone.casefold()] == zone for zone in OFFERED)


def test_sign_up_reports_every_error_at_once(client: Client) -> None:
    data = {"username": "x", "password": "short", "email": "nobody", "time_zone": "UTC"}
    page = client.post(reverse("accounts:sign-up"), data).content.decode()
    for sentence in (
        "Username: Enter at least 3 characters; this has 1.",
        "Password: Enter at least 8 characters; this has 5.",
        "Email: Enter an email address such as name@example.org.",
    ):
        assert sentence in page
    assert 'value="x"' in page
    assert "short" not in page.replace("shorter", "")
