"""The API as a whole: tokens, problem responses, and a schema that matches the endpoints."""

import json
import re

import pytest
from django.test import Client

from campaign.api.docs import SCHEMA
from campaign.api.schema import drawn, warnings_of
from campaign.ids import hex_id
from campaign.services import invitations, talk
from campaign.services.campaigns import SeatPlan, open_seat
from campaign.services.record import open_act
from campaign.services.sweep import sweep
from campaign.tests import api
from campaign.tests.api import Program, refusal
from campaign.tests.budget import BUDGET, weigh
from campaign.tests.builders import PASSWORD, a_club, enroll
from campaign.tests.test_rewind import found_force

pytestmark = pytest.mark.django_db
JSON = "application/json"


@pytest.fixture
def program() -> Client:
    enroll("union", "confederate")
    body = {"username": "union", "password": PASSWORD, "name": "a test"}
    token = Client().post("/api/token/", body, content_type=JSON).json()["token"]
    return Client(headers={"Authorization": f"Bearer {token}"})


def test_stored_schema_matches_endpoints() -> None:
    assert SCHEMA.read_text(encoding="utf-8") == drawn(), "run manage.py api_schema"
    assert warnings_of() == []


def test_schema_has_each_operation_and_component_on_one_line() -> None:
    text = SCHEMA.read_text(encoding="utf-8")
    values = {line.partition(": ")[2].removesuffix(",") for line in text.splitlines()}
    schema = json.loads(text)
    parts = [said for name in ("paths", "components") for group in schema[name].values() for said in group.values()]
    assert {json.dumps(said, ensure_ascii=False) for said in parts} <= values


def test_schema_and_its_page_are_public() -> None:
    assert Client().get("/api/schema/").json()["openapi"].startswith("3.1")
    page = Client().get("/api/")
    assert page.status_code == 200
    assert "Idempotency-Key" in page.text


def test_api_pages_show_every_operation_and_stay_light() -> None:
    index = Client().get("/api/")
    weight = weigh(index)
    assert len(index.content) + weight.css + weight.js < BUDGET  # a laptop doesn't compress pages
    pages = [Client().get(address) for address in re.findall(r'href="(/api/about/[^"]+)"', index.text)]
    assert all(weigh(page).own < BUDGET for page in pages)
    shown = [address for page in pages for address in re.findall("<code>(/api/.*?)</code>", page.text)]
    paths = json.loads(SCHEMA.read_text(encoding="utf-8"))["paths"]
    assert sorted(shown) == sorted(address for address, methods in paths.items() for _ in methods)


def test_unknown_api_topic_is_not_found() -> None:
    assert Client().get("/api/about/nothing/").status_code == 404


def test_program_uses_and_deletes_its_token(program: Client) -> None:
    me = program.get("/api/me/").json()
    assert me["username"] == "union"
    assert [token["name"] for token in me["tokens"]] == ["a test"]
    assert program.delete(f"/api/token/{me['tokens'][0]['id']}/").json()["done"]
    assert program.get("/api/me/").status_code == 401


def test_password_change_deletes_tokens(program: Client) -> None:
    browser = Client()
    browser.login(username="union", password=PASSWORD)
    new = "another long password 7"
    browser.post("/accounts/password/", {"old": PASSWORD, "new": new, "again": new})
    assert program.get("/api/me/").status_code == 401


@pytest.mark.parametrize("name", ["union", "nobody"])
def test_wrong_password_gets_same_error_for_any_username(program: Client, name: str) -> None:
    body = {"username": name, "password": "wrong"}
    answer = Client().post("/api/token/", body, content_type=JSON)
    assert answer.status_code == 409
    assert answer["Content-Type"] == "application/problem+json"
    assert answer.json()["detail"] == "Wrong username or password."


@pytest.mark.parametrize(
    ("body", "status"),
    [("{", 400), ("[1]", 400), ("{}", 422), ('{"username": {"a": 1}, "password": 3}', 422), ('"x"', 400)],
)
def test_malformed_body_is_a_problem(program: Client, body: str, status: int) -> None:
    answer = Client().post("/api/token/", body, content_type=JSON)
    assert answer.status_code == status, answer.content
    assert json.loads(answer.content)["status"] == status


def test_unknown_campaign_is_a_problem(program: Client) -> None:
    answer = program.get("/api/c/0123456789abcdef/journal/")
    assert (answer.status_code, answer["Content-Type"]) == (404, "application/problem+json")


def test_campaign_requires_log_in() -> None:
    assert Client().get("/api/c/0123456789abcdef/journal/").status_code == 401


def test_record_is_read_with_its_fields_and_corrected() -> None:
    club = a_club()
    force = found_force(club)
    path = f"c/{hex_id(club.campaign.pk)}/rows/{force._meta.db_table}/{hex_id(force.pk)}/"
    program = api.Program("umpire")
    row = program.get(path).json()
    values = {asked["name"]: asked["value"] for asked in row["fields"]}
    assert values["hex"] == force.hex
    assert program.post(path, hex="0303", reason="A slip.", version=row["version"]).json()["done"]
    assert api.refusal(program.post(path, hex="x" * 99, reason="A slip."), 422, "hex")
    for who in ("union", "observer", "outsider"):
        api.refusal(api.Program(who).get(path), 404)


def test_older_messages_are_read_by_time() -> None:
    club = a_club()
    for n in range(45):
        talk.say(club.viewer("union"), to="side", text=f"Word {n}.")
    path, program = f"c/{hex_id(club.campaign.pk)}/talk/", api.Program("union_west")
    newest = program.get(path).json()
    rest = program.get(path, before=newest["older"]).json()
    said = [message["text"] for message in [*newest["messages"], *rest["messages"]]]
    assert said == [f"Word {n}." for n in reversed(range(45))]
    assert rest["older"] == ""
    assert api.Program("confederate").get(path, before="2100-01-01T00:00:00Z").json()["messages"] == []
    assert program.get(path, before="1937-07-02T05:30:00+22:10").json()["messages"] == []  # PostgreSQL knows ±15:59
    for nonsense in ("x", "0001-01-01T00:00+14:00", "9999-12-31"):
        api.refusal(program.get(path, before=nonsense), 400, "before")


def test_view_version_moves_with_changes() -> None:
    club = a_club()
    path, program = f"c/{hex_id(club.campaign.pk)}/live/", api.Program("union")
    before = program.get(path).json()["version"]
    talk.say(club.viewer("union"), to="side", text="A word.")
    sweep(club.campaign.pk)
    assert program.get(path).json()["version"] == club.viewer("union").version >= before
    api.refusal(api.Program("outsider").get(path), 404)
    api.refusal(api.Program().get(path), 401)


def test_invitation_link_shows_its_offer_until_used() -> None:
    club = a_club()
    viewer = club.viewer("umpire")
    with open_act(viewer, stream="club", kind="seat.opened") as act:
        seat = open_seat(act, SeatPlan("commander", "CSA", "East"))
    secret = invitations.invite(viewer, seat_id=seat.pk, how="link")
    offer = api.Program().get(f"invitations/{secret}/").json()
    assert (offer["side"], offer["campaign"]) == ("CSA", club.campaign.name)
    outsider = api.Program("outsider")
    assert outsider.post("invitations/", offer=offer["id"], answer="accept", secret=secret).json()["done"]
    dead = [api.Program().get(f"invitations/{known}/") for known in (secret, "nonsense")]
    assert len({api.refusal(answer, 409) for answer in dead}) == 1


@pytest.mark.parametrize("path", ["nowhere/", "c/zzzz/", "c/0123456789abcdef/no-such-thing/"])
def test_unknown_address_is_a_problem(path: str) -> None:
    assert refusal(Program().get(path), 404) == "Not found."
