"""Rules in the browser and the API: one definition, the same result, with its citation."""

import json
import re
from functools import partial
from typing import Any

import pytest
from django.test import Client

from campaign.forms.rules import drawn, faces_typed, typed
from campaign.models import Throw
from campaign.selectors.rule_search import LONGEST, MOST_FOUND, search
from campaign.tests.budget import BUDGET, weigh
from campaign.tests.builders import enroll
from rulesets.core.registry import all_procedures, in_order, procedure
from rulesets.core.tests.steps import steps_of
from rulesets.tests.largest import largest_inputs

pytestmark = pytest.mark.django_db
ARRIVAL = "/rules/cw_to_ff/flank_march_arrival/"
ASKED = {"hex_terrain": "clear", "initiative": "2", "edge": "left"}
JSON = "application/json"
MOST_STEPS = 500_000  # to draw a form before its template


@pytest.fixture
def union() -> Client:
    client = Client()
    client.force_login(enroll("union")["union"])
    return client


def inputs_of(each: Any) -> dict[str, str]:
    """Return the first example's inputs as a browser would send them from the page."""
    sent: dict[str, str] = {}
    for part in drawn(each.schema(), each.examples[0].inputs):
        for cell in part.controls:
            if cell.kind != "flag" or cell.value:
                value = cell.value or (cell.choices[0] if cell.choices and not cell.optional else "")
                sent[cell.name] = "on" if cell.kind == "flag" else str(value)
    return sent


@pytest.mark.parametrize("each", [p for p in all_procedures() if p.examples], ids=lambda p: p.id)
def test_rule_page_works_its_first_example(each: Any) -> None:
    example = each.examples[0]
    sent = inputs_of(each) | ({"dice": ", ".join(map(str, example.dice))} if example.dice else {})
    page = Client().post(f"/rules/{each.book}/{each.name}/", sent)
    assert page.status_code == 200, page.text
    assert example.says in page.context["asked"].answer.says
    assert weigh(page).own <= BUDGET


@pytest.mark.parametrize("each", [p for p in all_procedures() if p.examples], ids=lambda p: p.id)
def test_form_sends_the_example_inputs(each: Any) -> None:
    example = each.examples[0]
    assert each.read(typed(each.schema(), inputs_of(each))) == each.read(example.inputs)


@pytest.mark.parametrize("each", all_procedures(), ids=lambda p: p.id)
def test_longest_form_takes_bounded_work(each: Any) -> None:
    for inputs in largest_inputs(each):
        assert steps_of(partial(drawn, each.schema(), inputs)) <= MOST_STEPS


@pytest.mark.parametrize("each", all_procedures(), ids=lambda p: p.id)
def test_rule_page_opens(each: Any) -> None:
    assert Client().get(f"/rules/{each.book}/{each.name}/").status_code == 200
    assert Client().get(f"/api/rules/{each.book}/{each.name}/").json()["id"] == each.id


def test_typed_dice_give_the_result_and_are_marked() -> None:
    page = Client().post(ARRIVAL, ASKED | {"dice": "3"})
    assert "swift" in page.text
    assert "Rolled by hand" in page.text


def test_site_rolls_only_after_log_in() -> None:
    page = Client().post(ARRIVAL, ASKED)
    assert page.status_code == 422
    assert "Dice: roll d4 and enter the result." in page.text
    assert not Throw.objects.exists()


def test_resent_page_repeats_its_practice_roll(union: Client) -> None:
    first = union.post(ARRIVAL, ASKED | {"number": "1"})
    reload = union.post(ARRIVAL, ASKED | {"number": "1"})
    assert "practice cup" in first.text
    assert Throw.objects.count() == 1
    assert first.context["asked"].answer.throws == reload.context["asked"].answer.throws


def test_overlong_names_do_not_crash(union: Client) -> None:
    page = union.post(ARRIVAL, ASKED | {"side": "Ø" * 80})
    assert page.status_code in (200, 422)
    too_long = union.post("/rules/cw_to_ff/leader_rating/", {"name": "Ø" * 80, "side": "Ø" * 80, "tactical": "1"})
    assert too_long.status_code in (200, 422)


def test_roll_number_of_another_page_is_refused(union: Client) -> None:
    union.post(ARRIVAL, ASKED | {"number": "1", "edge": "right"})
    refused = union.post(ARRIVAL, ASKED | {"number": "1", "edge": "left", "side": "USA"})
    assert refused.status_code == 422
    assert "Another page made roll 1" in refused.text


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"initiative": "9"}, "initiative rating: must be 4 or less"),
        ({"initiative": "x"}, "initiative rating: must be a whole number"),
        ({"dice": "7"}, "a d4 result must be from 1 to 4"),
        ({"dice": "x"}, "at most 100 whole numbers"),
        ({"dice": "1 2"}, "enter 1 fewer"),
        ({"hex_terrain": "moon"}, "Battle hex: must be"),
    ],
)
def test_invalid_input_is_reported_by_field(sent: dict[str, str], said: str) -> None:
    page = Client().post(ARRIVAL, ASKED | {"dice": "3"} | sent)
    assert page.status_code == 422
    assert said in page.text


def test_used_cell_is_marked_in_printed_table() -> None:
    page = Client().post(ARRIVAL, ASKED | {"dice": "3"})
    assert page.text.count("(this cell)") >= 2


def test_odds_open_inside_the_page_and_alone() -> None:
    part = Client().get(ARRIVAL + "odds/", ASKED, headers={"HX-Request": "true"})
    whole = Client().get(ARRIVAL + "odds/", ASKED)
    assert "50%" in part.text
    assert "<html" not in part.text
    assert "<html" in whole.text
    assert Client().get(ARRIVAL + "odds/", ASKED | {"initiative": "99"}).status_code == 422


def test_api_returns_steps_and_odds_as_fractions() -> None:
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
        ({"inputs": ASKED, "dice": [3] * 101}, 400),
        ({"inputs": {"edges": [{}] * 20_001}}, 422),
        ({"inputs": ASKED, "dice": [9]}, 422),
        ({"inputs": ASKED}, 422),
        ({"inputs": ASKED, "dice": [3], "number": -1}, 400),
    ],
)
def test_api_refuses_invalid_input(body: dict[str, Any], status: int) -> None:
    answer = Client().post("/api/rules/cw_to_ff/flank_march_arrival/", body, content_type=JSON)
    assert answer.status_code == status, answer.json()
    assert answer.json()["detail"]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (json.dumps([{}] * 101), "forces: enter at most"),
        (json.dumps([{}] * 60_000), "forces: this is too large. Enter at most 50,000 values."),
    ],
)
def test_long_list_is_refused_undrawn(text: str, sentence: str) -> None:
    answer = Client().post("/rules/cw_to_ff/check_flank_march/", {"forces": text})
    assert answer.status_code == 400
    assert sentence in answer.text


def test_unknown_books_and_rules_are_not_found() -> None:
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


def test_dice_are_read_with_commas_or_spaces() -> None:
    assert faces_typed(" 3, 4 5") == [3, 4, 5]
    assert faces_typed("  ") is None


def test_zero_typed_for_a_d10_counts_as_ten() -> None:
    fire, inputs = "rules/fire_and_fury/fire/", inputs_of(procedure("fire_and_fury.fire"))
    assert "Rolled d10 for fire: 10." in Client().post(f"/{fire}", inputs | {"dice": "0"}).text
    body = {"inputs": procedure("fire_and_fury.fire").examples[0].inputs, "dice": [0]}
    assert Client().post(f"/api/{fire}", body, content_type=JSON).json()["throws"][0]["faces"] == [10]


def test_empty_spare_rows_are_ignored() -> None:
    each = procedure("cw_to_ff.check_flank_march")
    sent = inputs_of(each)
    filled = typed(each.schema(), sent)["forces"]
    assert len(filled) == len(each.examples[0].inputs["forces"])


def test_rare_results_are_folded_in_long_lists() -> None:
    each = procedure("fire_and_fury.charge")
    page = Client().get("/rules/fire_and_fury/charge/odds/", inputs_of(each)).text
    likely, _, rare = page.partition("rarer results, each under 1%")
    assert 3 < likely.count("<rect") < 20
    assert rare.count("<rect") > 10
    assert "attacker -" not in page


def test_odds_without_inputs_link_to_the_form() -> None:
    answer = Client().get(ARRIVAL + "odds/")
    assert answer.status_code == 422
    assert f'<a class="button" href="{ARRIVAL}">Fill in the form</a>' in answer.text


def test_error_uses_the_forms_field_label() -> None:
    page = Client().post(ARRIVAL, ASKED | {"initiative": "9", "dice": "3"})
    assert page.context["asked"].sentence == "Leader's initiative rating: must be 4 or less, not 9."


def test_draft_shows_leaders_by_name() -> None:
    sent = {
        "items.0.id": "a",
        "items.0.size": "3",
        "leaders.0.id": "x1",
        "leaders.0.name": "Hurlbut",
        "leaders.1.id": "x2",
        "leaders.1.name": "Grant",
        "leaders.1.stars": "4",
        "leaders.2.id": "x3",
        "leaders.2.name": "Smith",
        "leaders.2.stars": "2",
        "leaders.3.id": "x4",
        "leaders.3.name": "Jones",
        "leaders.3.stars": "3",
    }
    page = Client().post("/rules/cw_to_ff/draft_order_of_battle/", sent).text
    shown = page.partition('aria-label="Result in full"')[2].partition("Why?")[0]
    assert all(name in shown for name in ("Jones", "Hurlbut", "Grant", "Smith"))
    assert not re.search(r"\bx[1-4]\b", shown)


def test_clear_empties_the_form() -> None:
    assert 'name="initiative" value=""' not in Client().get(ARRIVAL).text
    page = Client().get(ARRIVAL + "?clear").text
    assert 'name="initiative" value=""' in page
    assert "<option selected>clear</option>" in page


def test_three_fields_lead_and_the_others_are_folded() -> None:
    page = Client().get("/rules/civil_war/combat/").text
    lead, _, fold = page.partition('<details class="fold">')
    assert all(f'name="{name}"' in lead for name in ("attacker_sp", "defender_sp", "terrain"))
    assert all(f'name="{name}"' in fold for name in ("hexside", "turn", "pulse", "place"))
    assert lead.count("<label") == 3


def test_fold_says_what_is_filled_in_and_opens_for_an_error() -> None:
    combat = "/rules/civil_war/combat/"
    sent = {"attacker_sp": "6", "defender_sp": "3", "high_water": "on", "place": "Shiloh", "dice": "3, 4"}
    sent |= {"attacker_in_supply": "on", "defender_in_supply": "on"}
    assert "1 filled in" in Client().post(combat, sent).text
    assert '<details class="fold" open>' in Client().post(combat, sent | {"pulse": "0"}).text


def test_table_is_folded_to_the_rows_in_play() -> None:
    fire = inputs_of(procedure("fire_and_fury.fire")) | {"dice": "8"}
    page = Client().post("/rules/fire_and_fury/fire/", fire)
    main = page.context["tables"][0]
    assert [row for row, _ in main.in_play] == ["8 to 9"]
    assert page.text.count('class="register printed flow"') == len([t for t in page.context["tables"] if t.in_play])
    assert "Whole table" in page.text


def test_typed_dice_are_gone_after_the_result() -> None:
    assert 'value="3"' not in Client().post(ARRIVAL, ASKED | {"dice": "3"}).text


def test_book_lists_common_rules_then_all_by_phase() -> None:
    page = Client().get("/rules/fire_and_fury/")
    book = page.context["book"]
    phases = [title for title, _ in in_order("fire_and_fury")]
    assert [phase.title for phase in book.phases] == phases
    assert [card.title for card in book.common if card.name == "fire"] == ["Musketry and cannonade"]
    places = [page.text.index(f">{title}</h2>") for title in ("Used most", *phases)]
    assert places == sorted(places)


@pytest.mark.parametrize(
    ("words", "address"),
    [
        ("flank", "/rules/cw_to_ff/flank_march_arrival/"),
        ("7B1", "/rules/cw_to_ff/flank_march_arrival/"),
        ("fallen leader", "/rules/fire_and_fury/fallen_leader/"),
        ("low on ammunition", "/rules/fire_and_fury/fire/"),
        ("R-5", "/rules/cw_to_ff/?rulings#R-5"),
    ],
)
def test_search_finds_names_rules_and_words(words: str, address: str) -> None:
    assert f'href="{address}"' in Client().get("/rules/", {"q": words}).text


def test_search_in_a_book_stays_in_it() -> None:
    found = Client().get("/rules/fire_and_fury/", {"q": "leader"}).context["found"]
    assert found
    assert all(each.address.startswith("fire_and_fury/") for each in found)


def test_search_without_result_suggests_a_similar_name() -> None:
    page = Client().get("/rules/", {"q": "manuever"}).text
    assert "Did you mean" in page
    assert 'href="/rules/fire_and_fury/maneuver/"' in page
    assert "such as 7B1" in Client().get("/rules/", {"q": "zzzz"}).text


def test_search_is_bounded() -> None:
    page = Client().get("/rules/", {"q": "a " * 5_000})
    assert len(page.context["words"]) <= LONGEST
    assert len(Client().get("/rules/", {"q": "a"}).context["found"]) <= MOST_FOUND
    assert steps_of(partial(search, "leader " * 5_000)) < MOST_STEPS


@pytest.mark.parametrize(
    ("path", "meant"),
    [
        ("/rules/fire_and_fury/fier/", "/rules/fire_and_fury/fire/"),
        ("/rules/fire_and_fury/fier/odds/", "/rules/fire_and_fury/fire/"),
        ("/rules/fire_and_fuyr/", "/rules/fire_and_fury/"),
        ("/rules/fire_and_fuyr/fire/", "/rules/fire_and_fury/fire/"),
    ],
)
def test_mistyped_address_suggests_the_nearest_page(path: str, meant: str) -> None:
    page = Client().get(path)
    assert page.status_code == 404
    assert f'<a href="{meant}">' in page.text
