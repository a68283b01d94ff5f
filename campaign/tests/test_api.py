"""The API as a whole: log-in for programs, problems, and a schema that does not drift."""

import json

import pytest
from django.test import Client

from campaign.api.docs import SCHEMA
from campaign.api.schema import drawn, warnings_of
from campaign.tests.builders import PASSWORD, enrol

pytestmark = pytest.mark.django_db
JSON = "application/json"


@pytest.fixture
def program() -> Client:
    enrol("union", "confederate")
    body = {"username": "union", "password": PASSWORD, "name": "a test"}
    token = Client().post("/api/token/", body, content_type=JSON).json()["token"]
    return Client(headers={"Authorization": f"Bearer {token}"})


def test_the_checked_in_schema_is_what_the_endpoints_say() -> None:
    assert SCHEMA.read_text(encoding="utf-8") == drawn(), "run manage.py api_schema"
    assert warnings_of() == []


def test_the_schema_and_its_page_are_open_to_all() -> None:
    assert Client().get("/api/schema/").json()["openapi"].startswith("3.1")
    page = Client().get("/api/")
    assert page.status_code == 200
    for operation in ("/api/me/", "/api/token/", "journal"):
        assert operation in page.text


def test_a_program_logs_in_with_a_token_and_ends_it(program: Client) -> None:
    me = program.get("/api/me/").json()
    assert me["username"] == "union"
    assert [token["name"] for token in me["tokens"]] == ["a test"]
    assert program.delete(f"/api/token/{me['tokens'][0]['id']}/").json()["done"]
    assert program.get("/api/me/").status_code == 401


def test_a_new_password_ends_the_tokens(program: Client) -> None:
    browser = Client()
    browser.login(username="union", password=PASSWORD)
    new = "another long password 7"
    browser.post("/accounts/password/", {"old": PASSWORD, "new": new, "again": new})
    assert program.get("/api/me/").status_code == 401


@pytest.mark.parametrize("name", ["union", "nobody"])
def test_a_wrong_password_says_the_same_for_a_known_and_an_unknown_name(program: Client, name: str) -> None:
    body = {"username": name, "password": "wrong"}
    answer = Client().post("/api/token/", body, content_type=JSON)
    assert answer.status_code == 409
    assert answer["Content-Type"] == "application/problem+json"
    assert answer.json()["detail"] == "This log-in name and password do not belong together."


@pytest.mark.parametrize(
    ("body", "status"),
    [("{", 400), ("[1]", 400), ("{}", 422), ('{"username": {"a": 1}, "password": 3}', 422), ('"x"', 400)],
)
def test_a_senseless_body_is_a_problem_not_a_crash(program: Client, body: str, status: int) -> None:
    answer = Client().post("/api/token/", body, content_type=JSON)
    assert answer.status_code == status, answer.content
    assert json.loads(answer.content)["status"] == status


def test_what_does_not_exist_is_a_problem_too(program: Client) -> None:
    answer = program.get("/api/c/0123456789abcdef/journal/")
    assert (answer.status_code, answer["Content-Type"]) == (404, "application/problem+json")


def test_without_log_in_nothing_of_a_campaign_is_told() -> None:
    assert Client().get("/api/c/0123456789abcdef/journal/").status_code == 401
