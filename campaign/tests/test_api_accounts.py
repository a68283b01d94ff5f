"""Account endpoints: each works, names the bad field, is throttled, and never reveals who has an account."""

from typing import Any

import pytest
from django.core import mail
from django.test import Client

from campaign.models import ApiToken, Email, User
from campaign.services.accounts import WRONG_PASSWORD, reset_link_parts
from campaign.tests.api import JSON, Program, refusal
from campaign.tests.builders import PASSWORD, enroll

pytestmark = pytest.mark.django_db
NEW = "another long battery"
NEWCOMER = {"username": "Newcomer", "password": PASSWORD, "email": "", "time_zone": "Europe/Warsaw"}
UNSENDABLE = f"union@{'ü' * 60}.example"
OWN = ["profile", "password", "delete", "log-out"]


@pytest.fixture
def union() -> User:
    return enroll("union", "confederate")["union"]


@pytest.fixture
def program(union: User) -> Program:
    return Program("union")


class Test_Signing_up:
    def test_program_signs_up_and_logs_in(self) -> None:
        answer = Program().post("accounts/sign-up/", **NEWCOMER)
        assert answer.status_code == 201
        assert answer.json()["display_name"] == "Newcomer"
        assert Program("newcomer").get("me/").json()["time_zone"] == "Europe/Warsaw"

    def test_taken_username_is_reported(self, union: User) -> None:
        answer = Program().post("accounts/sign-up/", **NEWCOMER | {"username": "UNION"})
        assert refusal(answer, 409, "username") == "This username is taken. Choose another."

    @pytest.mark.parametrize(
        ("field", "value", "status"),
        [
            ("username", "-", 422),
            ("username", None, 422),
            ("username", ["x"], 422),
            ("password", "12345678", 409),
            ("email", "nonsense", 422),
            ("email", UNSENDABLE, 422),
            ("time_zone", "Mars/Base", 422),
        ],
    )
    def test_invalid_field_is_named(self, field: str, value: Any, status: int) -> None:
        refusal(Program().post("accounts/sign-up/", **NEWCOMER | {field: value}), status, field)
        assert not User.objects.exists()

    def test_sign_up_attempts_are_throttled(self, union: User) -> None:
        answers = [Program().post("accounts/sign-up/", **NEWCOMER | {"username": "union"}) for _ in range(31)]
        refusal(answers[-1], 429)
        assert int(answers[-1]["Retry-After"]) > 0


class Test_Profile:
    def test_profile_is_read_and_changed(self, program: Program, union: User) -> None:
        said: dict[str, Any] = {"display_name": "General U.", "email": "u@example.org", "time_zone": "America/Chicago"}
        said |= {"theme": "dark", "notify_moves": "daily", "remind": False}
        assert program.patch("accounts/profile/", **said).json() == {"done": True, "again": False}
        assert program.get("accounts/profile/").json() == {"notify_news": "at_once", "notify_talk": "at_once"} | said

    def test_unknown_field_is_named(self, program: Program) -> None:
        refusal(program.patch("accounts/profile/", notify="daily"), 422, "notify")

    def test_omitted_fields_keep_their_values(self, program: Program, union: User) -> None:
        before = program.get("accounts/profile/").json()
        program.patch("accounts/profile/", remind=not before["remind"])
        assert program.get("accounts/profile/").json() == before | {"remind": not before["remind"]}

    @pytest.mark.parametrize(
        ("field", "value"),
        [
            ("email", UNSENDABLE),
            ("display_name", ""),
            ("display_name", "x" * 61),
            ("time_zone", 3),
            ("notify_moves", "x"),
            ("remind", "yes"),
        ],
    )
    def test_invalid_field_is_named(self, program: Program, field: str, value: Any) -> None:
        before = program.get("accounts/profile/").json()
        refusal(program.patch("accounts/profile/", **{field: value}), 422, field)
        assert program.get("accounts/profile/").json() == before


class Test_New_password:
    def test_new_password_deletes_every_token(self, program: Program) -> None:
        assert program.post("accounts/password/", old=PASSWORD, new=NEW).json()["done"]
        refusal(program.get("me/"), 401)
        assert Program("union", NEW).get("me/").status_code == 200

    def test_session_that_changes_password_stays_logged_in(self, union: User) -> None:
        browser, other = Client(), Client()
        for client in (browser, other):
            client.force_login(union)
        assert browser.post("/api/accounts/password/", {"old": PASSWORD, "new": NEW}, content_type=JSON).json()["done"]
        assert browser.get("/api/me/").status_code == 200
        assert other.get("/api/me/").status_code == 401

    @pytest.mark.parametrize(("old", "new", "field"), [("wrong", NEW, "old"), (PASSWORD, "password", "new")])
    def test_invalid_field_is_named(self, program: Program, old: str, new: str, field: str) -> None:
        refusal(program.post("accounts/password/", old=old, new=new), 409, field)
        assert program.get("me/").status_code == 200

    @pytest.mark.parametrize("path", ["password", "delete"])
    def test_guessing_current_password_is_throttled(self, program: Program, path: str) -> None:
        body = {"password": {"old": "wrong", "new": NEW}, "delete": {"password": "wrong"}}[path]
        tries = [program.post(f"accounts/{path}/", **body) for _ in range(11)]
        assert refusal(tries[0], 409) == WRONG_PASSWORD
        refusal(tries[-1], 429)
        assert int(tries[-1]["Retry-After"]) > 0


class Test_Lost_password:
    @pytest.mark.parametrize("address", ["union@example.org", "nobody@example.org"])
    def test_every_address_gets_same_answer(self, union: User, address: str) -> None:
        User.objects.filter(id=union.pk).update(email="union@example.org")
        answer = Program().post("accounts/reset/", email=address)
        assert (answer.status_code, answer.json()) == (200, {"done": True, "again": False})
        assert Email.objects.get().address == address
        assert not mail.outbox

    def test_reset_link_works_once(self, union: User) -> None:
        account, token = reset_link_parts(union)
        assert Program().post(f"accounts/reset/{account}/{token}/", new=NEW).json()["done"]
        assert Program("union", NEW).get("me/").status_code == 200
        refusal(Program().post(f"accounts/reset/{account}/{token}/", new=PASSWORD), 409)

    @pytest.mark.parametrize("of", ["somebody", "nobody"])
    def test_wrong_link_gets_same_error_for_any_account(self, union: User, of: str) -> None:
        account = reset_link_parts(union)[0] if of == "somebody" else "0123456789abcdef"
        answer = Program().post(f"accounts/reset/{account}/nonsense/", new=NEW)
        assert refusal(answer, 409) == "This link was already used or has expired. Request a new one."

    def test_reset_requests_are_throttled(self) -> None:
        answers = [Program().post("accounts/reset/", email="a@example.org") for _ in range(11)]
        refusal(answers[-1], 429)
        assert Email.objects.count() == 10

    def test_invalid_address_is_refused(self) -> None:
        for address in ("nonsense", UNSENDABLE):
            refusal(Program().post("accounts/reset/", email=address), 422, "email")


class Test_Logging_out_and_deleting:
    def test_log_out_deletes_only_its_own_token(self, program: Program) -> None:
        other = Program("union")
        assert program.post("accounts/log-out/").json()["done"]
        refusal(program.get("me/"), 401)
        assert other.get("me/").status_code == 200

    def test_log_out_ends_session(self, union: User) -> None:
        browser = Client()
        browser.force_login(union)
        assert browser.post("/api/accounts/log-out/", {}, content_type=JSON).json()["done"]
        assert browser.get("/api/me/").status_code == 401

    def test_deletion_requires_password(self, program: Program, union: User) -> None:
        refusal(program.post("accounts/delete/", password="wrong"), 409, "password")
        assert program.post("accounts/delete/", password=PASSWORD).json()["done"]
        union.refresh_from_db()
        assert (union.is_active, union.display_name) == (False, "a former member")
        assert not ApiToken.objects.exists()

    @pytest.mark.parametrize("path", OWN)
    def test_account_endpoints_require_log_in(self, path: str) -> None:
        program = Program()
        send = program.patch if path == "profile" else program.post
        refusal(send(f"accounts/{path}/"), 401)

    @pytest.mark.parametrize("path", [*OWN, "sign-up", "reset", "reset/x/y"])
    @pytest.mark.parametrize("body", ["{", "[]", '"x"'])
    def test_malformed_body_is_a_problem(self, program: Program, path: str, body: str) -> None:
        send = program.client.patch if path == "profile" else program.client.post
        refusal(send(f"/api/accounts/{path}/", body, content_type=JSON), 400)
        assert program.get("me/").status_code == 200
