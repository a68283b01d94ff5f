"""Rules inside a campaign: its own numbers on pages, in odds, and in the API, and unknown ones asked for in place."""

import json
import re
from html import unescape
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from campaign.ids import hex_id
from campaign.models import JournalLine, Proposal, TableOverride
from campaign.selectors.house import house_of
from campaign.selectors.verify import verify
from campaign.services import decisions
from campaign.services.house import import_table, switch_ruling
from campaign.tests.builders import Club, a_club
from rulesets.core import registry
from rulesets.core.book import Mark

pytestmark = pytest.mark.django_db
RANGE = ("fire_and_fury.fire_ranges", "infantry", "nearest")
POINTS = ("fire_and_fury.fire_points", "infantry", "nearest")
VOLLEY = {"firers.0.kind": "infantry", "firers.0.stands": "4", "firers.0.range_inches": "3", "target": "line"}
ASKED = {"firers": [{"stands": 4, "range_inches": 3}]}
JSON = "application/json"
WHY = "We own the game."


@pytest.fixture
def club() -> Club:
    return a_club()


def at(club: Club, rest: str = "") -> str:
    return f"/c/{hex_id(club.campaign.id)}/{rest}"


def seat(club: Club, who: str) -> Client:
    client = Client()
    client.force_login(club.users[who])
    return client


def own(club: Club, *cells: tuple[tuple[str, str, str], int]) -> None:
    text = "table,row,column,value\n" + "".join(f"{','.join(cell)},{value}\n" for cell, value in cells)
    import_table(club.viewer("umpire"), text=text, name="Our box", reason=WHY)


def kept_fields(page: Any) -> dict[str, str]:
    """Return what the form for the number would send, except what the person types."""
    wanted = page.context["wanted"]
    return {"back": wanted.back, **dict(wanted.kept)} | {
        name: str(wanted.form.get_initial_for_field(wanted.form.fields[name], name) or "")
        for name in ("table", "row", "column", "version", "key")
    }


def test_own_numbers_reach_rule_page_odds_and_api(club: Club) -> None:
    own(club, (RANGE, 4), (POINTS, 2))
    union = seat(club, "union")
    page = union.post(at(club, "rulebook/fire_and_fury/fire/"), VOLLEY | {"dice": "8"})
    assert page.context["asked"].answer.says.startswith("telling")
    assert page.text.count(WHY) >= 3  # the trace and both printed tables
    odds = union.get(at(club, "rulebook/fire_and_fury/fire/odds/"), VOLLEY)
    assert "Fire points per stand or battery, infantry, nearest: 2" in odds.text
    assert ("Our box" in odds.text, WHY in odds.text) == (True, True)
    url = f"/api{at(club, 'rulebook/fire_and_fury/fire/')}"
    ran = union.post(url, {"inputs": ASKED, "dice": [8], "odds": True}, content_type=JSON).json()
    assert {(step["override"], step["reason"]) for step in ran["steps"] if step["table"] == POINTS[0]} == {
        ("Our box", WHY)
    }
    assert {line["reason"] for line in ran["house"]} == {WHY}
    chances = union.post(url + "odds/", {"inputs": ASKED}, content_type=JSON).json()
    assert chances["house"] == ran["house"]
    cells = [cell for table in union.get(url).json()["tables"] if table["id"] == RANGE[0] for cell in table["cells"]]
    assert {"value": 4, "override": "Our box", "reason": WHY}.items() <= cells[0].items()


def test_open_pages_stay_by_the_book(club: Club) -> None:
    own(club, (RANGE, 4), (POINTS, 2))
    page = seat(club, "union").post("/rules/fire_and_fury/fire/", VOLLEY | {"dice": "8"})
    assert page.status_code == 422
    assert "In a campaign, the umpire can enter it once" in page.text
    assert "Our box" not in page.text


def test_switched_rulings_of_two_books_reach_one_rule(club: Club) -> None:
    for book, ruling in (("fire_and_fury", "FF-R7"), ("cw_to_ff", "R-38")):
        option = registry.rulings(book)[ruling].options[1]
        switch_ruling(club.viewer("umpire"), book=book, ruling=ruling, option=option, reason="Ours.")
    assert house_of(club.campaign.id).switches.keys() == {"FF-R7", "R-38"}
    asked = {"lost_sp": "1", "column": "E", "enemy_size": "medium", "dice": "1 2 3 4 5 6"}
    page = seat(club, "union").post(at(club, "rulebook/cw_to_ff/demoralization/"), asked | {"dice": "1"})
    shown = page.text if page.status_code == 200 else page.context["asked"].sentence
    assert "R-38" in shown or "fewer" in shown


def test_whole_imported_book_computes_every_volley(club: Club) -> None:
    unknown = [
        (table, cell)
        for table in registry.tables("fire_and_fury").values()
        for cell in table.cells()
        if cell.mark is Mark.UNKNOWN
    ]
    assert len(unknown) == 87
    bands = ("nearest", "second", "third", "farthest")

    def value(table: str, column: str) -> int:
        if table == "fire_and_fury.brigade_size":
            return 20 * (int(column) - 4)
        return 6 * (1 + bands.index(column)) if table == "fire_and_fury.fire_ranges" else 2

    own(club, *(((table.id, cell.row, cell.column), value(table.id, cell.column)) for table, cell in unknown))
    union = seat(club, "union")
    for kind in registry.tables("fire_and_fury")["fire_and_fury.fire_ranges"].rows:
        for reach in ("5", "24"):
            asked = VOLLEY | {"firers.0.kind": str(kind), "firers.0.range_inches": reach, "dice": "8"}
            page = union.post(at(club, "rulebook/fire_and_fury/fire/"), asked)
            assert page.status_code == 200, (kind, reach, page.context["asked"].sentence)


def test_umpire_types_unknown_number_in_place_and_lands_back_with_what_was_typed(club: Club) -> None:
    umpire = seat(club, "umpire")
    url = at(club, "rulebook/fire_and_fury/fire/")
    refused = umpire.post(url, VOLLEY | {"dice": "8"})
    assert "Type it once for this campaign" in refused.text
    assert "Range bands, infantry, nearest" in refused.text
    typed = kept_fields(refused) | {"value": "4", "reason": "Our old book"}
    landed = umpire.post(at(club, "rules/number/"), typed, follow=True)
    assert (landed.redirect_chain, landed.status_code) == ([(f"{url}?kept", 307)], 200)
    asked = landed.context["asked"]
    assert (asked.typed["firers"][0]["range_inches"], asked.faces, asked.answer) == ("3", "8", None)
    assert "The number is entered." in landed.text
    kept = TableOverride.objects.get()
    first = {"value": 4, "name": "umpire", "reason": "Our old book"}
    assert (kept.value, kept.first) == (4, first)
    line = JournalLine.objects.filter(feed_id=club.viewer("observer").feed_id, kind="club.table").get()
    assert line.announcement.text == (
        "The umpire entered an unknown number. Range bands, infantry, nearest: 4. Our old book. "
        "What was unknown counts from the next roll, also in battles under way."
    )
    assert verify(club.campaign.id) == []
    again = umpire.post(url, VOLLEY | {"dice": "8"})
    assert "Fire points per stand or battery, infantry, nearest" in again.context["wanted"].where


def test_wrong_number_is_refused_in_place_and_nothing_is_lost(club: Club) -> None:
    umpire = seat(club, "umpire")
    refused = umpire.post(at(club, "rulebook/fire_and_fury/fire/"), VOLLEY | {"dice": "8"})
    typed = kept_fields(refused) | {"value": "far", "reason": "Ours."}
    again = umpire.post(at(club, "rules/number/"), typed)
    assert again.status_code == 409
    assert "must be a whole number" in again.text
    assert dict(again.context["wanted"].kept)["kept-firers.0.stands"] == "4"
    assert not TableOverride.objects.exists()


def test_player_is_told_who_can_enter_an_unknown_number(club: Club) -> None:
    union = seat(club, "union")
    page = union.post(at(club, "rulebook/fire_and_fury/fire/"), VOLLEY | {"dice": "8"})
    assert "Only the umpire can enter it" in page.text
    assert page.context["wanted"].form is None
    sent = dict(zip(("table", "row", "column"), RANGE, strict=True)) | {"value": "4", "reason": "Mine."}
    assert union.post(at(club, "rules/number/"), sent).status_code == 404


def test_sides_agree_on_an_unknown_number_where_the_site_umpires() -> None:
    club = a_club(umpire_kind="site")
    union = seat(club, "union")
    refused = union.post(at(club, "rulebook/fire_and_fury/fire/"), VOLLEY | {"dice": "8"})
    assert "The other side has to agree" in refused.text
    landed = union.post(
        at(club, "rules/number/"), kept_fields(refused) | {"value": "4", "reason": "Our box."}, follow=True
    )
    assert "once the other side agrees" in landed.text
    assert not TableOverride.objects.exists()
    decisions.agree(club.viewer("confederate"), proposal_id=Proposal.objects.get().id)
    assert house_of(club.campaign.id).override(*RANGE).value == 4  # type: ignore[union-attr]


def test_odds_link_to_the_missing_number_and_back_with_what_was_typed(club: Club) -> None:
    umpire = seat(club, "umpire")
    part = umpire.get(at(club, "rulebook/fire_and_fury/fire/odds/"), VOLLEY, headers={"HX-Request": "true"})
    assert part.status_code == 422
    link = re.search(r'href="([^"]+rules/number/[^"]+)"', part.text)
    assert link is not None
    asking = umpire.get(unescape(link[1]))
    landed = umpire.post(
        at(club, "rules/number/"), kept_fields(asking) | {"value": "4", "reason": "Ours."}, follow=True
    )
    assert landed.redirect_chain[0][1] == 302
    assert landed.context["asked"].typed["firers"][0]["range_inches"] == "3"


def test_known_number_is_not_entered_twice(club: Club) -> None:
    own(club, (RANGE, 4))
    sent = dict(zip(("table", "row", "column"), RANGE, strict=True)) | {"value": "5", "reason": "No."}
    answer = seat(club, "umpire").post(at(club, "rules/number/"), sent)
    assert "is already entered: 4." in answer.text
    printed = sent | {"table": "fire_and_fury.maneuver_modifiers", "row": "column", "column": ""}
    assert seat(club, "umpire").post(at(club, "rules/number/"), printed).status_code == 409
    assert house_of(club.campaign.id).override(*RANGE).value == 4  # type: ignore[union-attr]


def test_answer_never_leads_out_of_the_campaign(club: Club) -> None:
    sent = dict(zip(("table", "row", "column"), RANGE, strict=True)) | {"value": "5", "reason": "Ours."}
    answer = seat(club, "umpire").post(at(club, "rules/number/"), sent | {"back": "//elsewhere.example/"})
    assert answer["Location"] == at(club, "rules/")


def test_api_names_the_missing_number_and_takes_it(club: Club) -> None:
    umpire = seat(club, "umpire")
    url = f"/api{at(club, 'rulebook/fire_and_fury/fire/')}"
    refused = umpire.post(url, {"inputs": ASKED, "dice": [8]}, content_type=JSON)
    assert refused.json()["number"] == dict(zip(("table", "row", "column"), RANGE, strict=True))
    body = refused.json()["number"] | {"value": "4", "reason": "Ours."}
    assert umpire.post(f"/api{at(club, 'rules/number/')}", json.dumps(body), content_type=JSON).json()["done"]
    assert house_of(club.campaign.id).override(*RANGE).value == 4  # type: ignore[union-attr]


@pytest.mark.parametrize("rest", ["", "fire_and_fury/", "fire_and_fury/fire/", "fire_and_fury/fire/odds/"])
def test_only_seats_read_a_campaigns_rules(club: Club, rest: str) -> None:
    for who in ("umpire", "union", "observer"):
        assert seat(club, who).get(at(club, f"rulebook/{rest}")).status_code in (200, 422)
    assert seat(club, "outsider").get(at(club, f"rulebook/{rest}")).status_code == 404
    assert seat(club, "outsider").get(f"/api{at(club, f'rulebook/{rest}')}").status_code in (404, 405)
    assert Client().get(at(club, f"rulebook/{rest}")).status_code == 302


def test_queries_do_not_grow_with_own_numbers(club: Club) -> None:
    def queries() -> int:
        union = seat(club, "union")
        union.get(at(club))
        with CaptureQueriesContext(connection) as context:
            union.get(at(club, "rulebook/fire_and_fury/fire/"))
        return len(context)

    before = queries()
    own(club, (RANGE, 4), (POINTS, 2))
    assert queries() == before <= 7


def test_repeated_practice_page_is_never_answered_from_a_tag(club: Club) -> None:
    assert "ETag" not in seat(club, "union").get(at(club, "rulebook/fire_and_fury/fire/")).headers
