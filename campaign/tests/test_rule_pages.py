"""The books in the browser and in the API: one definition, the same answer, with its reason."""

from typing import Any

import pytest
from django.test import Client

from campaign.forms.rules import drawn, faces_typed, typed
from campaign.models import Throw
from campaign.tests.budget import BUDGET, weigh
from campaign.tests.builders import enrol
from rulesets.core.registry import all_procedures, procedure

pytestmark = pytest.mark.django_db
ARRIVAL = "/rules/cw_to_ff/flank_march_arrival/"
ASKED = {"hex_terrain": "clear", "initiative": "2", "edge": "left"}
JSON = "application/json"


@pytest.fixture
def union() -> Client:
    client = Client()
    client.force_login(enrol("union")["union"])
    return client


def inputs_of(each: Any) -> dict[str, str]:
    """The page's own controls with the example in them, as a browser would send them."""
    sent: dict[str, str] = {}
    for part in drawn(each.schema(), each.examples[0].inputs):
        for cell in part.controls:
            if cell.kind != "flag" or cell.value:
                value = cell.value or (cell.choices[0] if cell.choices and not cell.optional else "")
                sent[cell.name] = "on" if cell.kind == "flag" else str(value)
    return sent


@pytest.mark.parametrize("each", [p for p in all_procedures() if p.examples], ids=lambda p: p.id)
def test_the_page_of_every_procedure_works_its_first_example(each: Any) -> None:
    example = each.examples[0]
    sent = inputs_of(each) | ({"dice": ", ".join(map(str, example.dice))} if example.dice else {})
    page = Client().post(f"/rules/{each.book}/{each.name}/", sent)
    assert page.status_code == 200, page.text
    assert example.says in page.context["asked"].answer.says
    assert weigh(page).own <= BUDGET


@pytest.mark.parametrize("each", [p for p in all_procedures() if p.examples], ids=lambda p: p.id)
def test_what_the_form_sends_is_what_the_example_says(each: Any) -> None:
    example = each.examples[0]
    assert each.read(typed(each.schema(), inputs_of(each))) == each.read(example.inputs)


@pytest.mark.parametrize("each", all_procedures(), ids=lambda p: p.id)
def test_the_page_of_every_procedure_opens(each: Any) -> None:
    assert Client().get(f"/rules/{each.book}/{each.name}/").status_code == 200
    assert Client().get(f"/api/rules/{each.book}/{each.name}/").json()["id"] == each.id


def test_typed_faces_give_the_result_and_say_that_they_were_typed() -> None:
    page = Client().post(ARRIVAL, ASKED | {"dice": "3"})
    assert "swift" in page.text
    assert "Thrown by hand" in page.text


def test_without_log_in_the_site_throws_nothing() -> None:
    page = Client().post(ARRIVAL, ASKED)
    assert page.status_code == 422
    assert "Dice: roll d4 and enter the result." in page.text
    assert not Throw.objects.exists()


def test_the_practice_cup_throws_and_the_same_page_sent_again_meets_the_same_faces(union: Client) -> None:
    first = union.post(ARRIVAL, ASKED | {"number": "1"})
    reload = union.post(ARRIVAL, ASKED | {"number": "1"})
    assert "practice cup" in first.text
    assert Throw.objects.count() == 1
    assert first.context["asked"].answer.throws == reload.context["asked"].answer.throws


def test_names_too_long_for_a_ledger_are_a_sentence_not_a_crash(union: Client) -> None:
    page = union.post(ARRIVAL, ASKED | {"side": "Ø" * 80})
    assert page.status_code in (200, 422)
    too_long = union.post("/rules/cw_to_ff/leader_rating/", {"name": "Ø" * 80, "side": "Ø" * 80, "tactical": "1"})
    assert too_long.status_code in (200, 422)


def test_a_number_that_another_page_has_used_is_refused(union: Client) -> None:
    union.post(ARRIVAL, ASKED | {"number": "1", "edge": "right"})
    refused = union.post(ARRIVAL, ASKED | {"number": "1", "edge": "left", "side": "USA"})
    assert refused.status_code == 422
    assert "Another page has made throw 1" in refused.text


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"initiative": "9"}, "initiative rating: must be 4 or less"),
        ({"initiative": "x"}, "initiative rating: must be a whole number"),
        ({"dice": "7"}, "a d4 result must be from 1 to 4"),
        ({"dice": "x"}, "faces are whole numbers"),
        ({"dice": "1 2"}, "1 more than this throw needs"),
        ({"hex_terrain": "moon"}, "Battle hex: must be"),
    ],
)
def test_wrong_input_is_one_sentence_that_names_the_field(sent: dict[str, str], said: str) -> None:
    page = Client().post(ARRIVAL, ASKED | {"dice": "3"} | sent)
    assert page.status_code == 422
    assert said in page.text


def test_the_hit_cell_is_marked_in_the_printed_table() -> None:
    page = Client().post(ARRIVAL, ASKED | {"dice": "3"})
    assert page.text.count("(this cell)") >= 2


def test_odds_are_a_part_of_the_page_and_a_page_of_their_own() -> None:
    part = Client().get(ARRIVAL + "odds/", ASKED, headers={"HX-Request": "true"})
    whole = Client().get(ARRIVAL + "odds/", ASKED)
    assert "50 %" in part.text
    assert "<html" not in part.text
    assert "<html" in whole.text
    assert Client().get(ARRIVAL + "odds/", ASKED | {"initiative": "99"}).status_code == 422


def test_the_api_answers_as_the_page_does_with_odds_as_fractions() -> None:
    body = {"inputs": ASKED, "dice": [3], "odds": True}
    answer = Client().post("/api/rules/cw_to_ff/flank_march_arrival/", body, content_type=JSON).json()
    assert answer["says"].startswith("swift")
    assert answer["steps"][0]["cites"] == "VG-7B1"
    assert sorted(answer["odds"].values()) == ["1/2", "1/4", "1/4"]


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"inputs": {"initiative": 9}}, 422),
        ({"inputs": []}, 400),
        ({"inputs": ASKED, "dice": "3"}, 400),
        ({"inputs": ASKED, "dice": [True]}, 400),
        ({"inputs": ASKED, "dice": [9]}, 422),
        ({"inputs": ASKED}, 422),
        ({"inputs": ASKED, "dice": [3], "number": -1}, 400),
    ],
)
def test_the_api_refuses_in_one_sentence(body: dict[str, Any], status: int) -> None:
    answer = Client().post("/api/rules/cw_to_ff/flank_march_arrival/", body, content_type=JSON)
    assert answer.status_code == status, answer.json()
    assert answer.json()["detail"]


def test_unknown_books_and_procedures_are_not_there() -> None:
    for url in ("/rules/nothing/", "/rules/cw_to_ff/nothing/", "/api/rules/nothing/", "/api/rules/cw_to_ff/nothing/"):
        assert Client().get(url).status_code == 404


@pytest.mark.parametrize("name", ["fire_and_fury/manoeuvre", "cw_to_ff/manoeuvre_modifiers"])
def test_former_address_of_a_rule_still_opens(name: str) -> None:
    assert "aneuver" in Client().get(f"/rules/{name}/").text
    assert Client().get(f"/api/rules/{name}/").json()["id"].partition(".")[2].startswith("maneuver")


def test_page_has_no_identifiers_in_choices_or_examples() -> None:
    page = Client().get("/rules/civil_war/movement_cost/").text
    assert "<option>unnavigable river</option>" in page
    assert "Moving force: led infantry; 1st hex in the path: terrain forest;" in page
    assert "{&#x27;" not in page


def test_faces_are_read_with_commas_or_blanks() -> None:
    assert faces_typed(" 3, 4 5") == [3, 4, 5]
    assert faces_typed("  ") is None


def test_spare_rows_of_a_list_count_only_when_something_is_typed() -> None:
    each = procedure("cw_to_ff.check_flank_march")
    sent = inputs_of(each)
    filled = typed(each.schema(), sent)["forces"]
    assert len(filled) == len(each.examples[0].inputs["forces"])


def test_rare_results_are_folded_where_results_are_many() -> None:
    each = procedure("fire_and_fury.charge")
    page = Client().get("/rules/fire_and_fury/charge/odds/", inputs_of(each)).text
    likely, _, rare = page.partition("rarer results, each under 1 %")
    assert 3 < likely.count("<rect") < 20
    assert rare.count("<rect") > 10
    assert "attacker -" not in page


def test_odds_that_lack_an_input_lead_to_its_form() -> None:
    answer = Client().get(ARRIVAL + "odds/")
    assert answer.status_code == 422
    assert f'<a class="button main" href="{ARRIVAL}">Type what is missing</a>' in answer.text


def test_what_is_wrong_is_said_of_the_field_as_the_form_calls_it() -> None:
    page = Client().post(ARRIVAL, ASKED | {"initiative": "9", "dice": "3"})
    assert page.context["asked"].sentence == "Leader's initiative rating: must be 4 or less, not 9."
