"""Results as people enter them: contradictions appear while typing and once, and points are a tally."""

import re
from http import HTTPStatus
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from battles.models import Battle, SideResult
from battles.selectors.page import battle_page
from battles.selectors.reads import plans_of, units_of
from battles.services import result
from battles.tests.builders import a_battle, a_side_result, a_toy_battle, both_request, open_it, seal_both
from campaign.ids import hex_id
from campaign.models import Entry
from campaign.sources import SOURCES
from campaign.tests.api import Program, refusal
from campaign.tests.builders import Club
from campaign.tests.kept import kept

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("tin_book")]
TOO_MANY = "U 1 has 6 stands, so its losses must total 0 to 6. VG-9A"
Fight = tuple[Club, Battle]


@pytest.fixture
@kept
def fight() -> Fight:
    club, battle = a_toy_battle()
    seal_both(club, battle)
    open_it(club, battle)
    both_request(club, battle, "end")
    return club, battle


@pytest.fixture
@kept
def shiloh_fought() -> Fight:
    club, battle = a_battle()
    seal_both(club, battle)
    open_it(club, battle)
    both_request(club, battle, "end")
    return club, battle


def url(battle: Battle, name: str, *more: str) -> str:
    return reverse(f"battles:{name}", args=[battle.campaign_id, battle.id, *more])


def browser(club: Club, who: str) -> Client:
    client = Client()
    client.force_login(club.users[who])
    return client


def enter(club: Club, battle: Battle, who: str, side: str, **sent: Any) -> Any:
    return browser(club, who).post(url(battle, "side-result", side), sent)


def check(club: Club, battle: Battle, who: str, side: str, **typed: Any) -> Any:
    return browser(club, who).post(url(battle, "check-result", side), typed)


def rows(page: str) -> dict[str, str]:
    """Return what is said of each row of a result form."""
    return {about: said for about, said in re.findall(r'id="usa_([^"]+)_wrong"[^>]*>([^<]*)<', page) if said.strip()}


def leaders(battle: Battle) -> list[dict[str, str]]:
    found: list[dict[str, str]] = Battle.objects.get(id=battle.id).setup.brief["sides"]["USA"]["leaders"]
    return found


class Test_Typing:
    def test_contradiction_appears_while_typing(self, fight: Fight) -> None:
        club, battle = fight
        before = Entry.objects.count()
        answer = check(club, battle, "union", "usa", **{"U-1-lost": "4 3c", "U-2-lost": 6})
        assert (answer.status_code, rows(answer.text)) == (HTTPStatus.OK, {"U-1": TOO_MANY})
        answer = check(club, battle, "union", "usa", **{"U-1-lost": "4 2c"})
        assert (answer.status_code, rows(answer.text)) == (HTTPStatus.OK, {})
        assert not SideResult.objects.exists()
        assert Entry.objects.count() == before

    def test_effects_on_the_map_follow_the_typing(self, shiloh_fought: Fight) -> None:
        club, battle = shiloh_fought
        before = Entry.objects.count()
        for typed, lost in (
            (41, "41 stands lost at 20 per SP: 2 SP lost."),
            (1, "1 stand lost at 20 per SP: 0 SP lost."),
        ):
            units = {f"c0d0b{n}-lost": min(8, max(typed - 8 * n, 0)) for n in range(5)} | {"c0d1b0-lost": typed // 41}
            text = check(club, battle, "union", "usa", **units).text
            assert 'id="usa_effects"' in text
            assert f"Other: {lost}" in text
        assert Entry.objects.count() == before

    def test_contradiction_has_no_effects(self, shiloh_fought: Fight) -> None:
        club, battle = shiloh_fought
        assert 'id="usa_effects"' not in check(club, battle, "union", "usa", **{"c0d0b0-lost": 900}).text

    def test_every_contradiction_appears_at_once_and_in_its_row(self, shiloh_fought: Fight) -> None:
        club, battle = shiloh_fought
        first, second = leaders(battle)[:2]
        typed = {"c0d1b0-lost": 900, f"{first['id']}-fate": "killed", f"{second['id']}-fate": "wounded"}
        said = rows(check(club, battle, "union", "usa", **typed).text)
        assert said.keys() == {"c0d1b0", first["id"], second["id"]}
        assert said[first["id"]] == f"{first['name']} never came on the table, so he cannot fall there."

    def test_number_that_cannot_be_is_said_in_its_row(self, fight: Fight) -> None:
        club, battle = fight
        answer = check(club, battle, "union", "usa", **{"U-1-lost": -1})
        assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
        assert rows(answer.text).keys() == {"U-1"}

    def test_end_that_cannot_be_is_said(self, fight: Fight) -> None:
        club, battle = fight
        answer = check(club, battle, "union", "usa", end="fled")
        assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
        assert "End: “fled” isn’t one of the choices." in answer.text

    @pytest.mark.parametrize(("who", "side"), [("confederate", "usa"), ("observer", "usa"), ("umpire", "none")])
    def test_only_those_who_enter_a_result_check_it(self, fight: Fight, who: str, side: str) -> None:
        club, battle = fight
        assert check(club, battle, who, side, **{"U-1-lost": 7}).status_code == HTTPStatus.NOT_FOUND

    def test_umpire_checks_either_side(self, fight: Fight) -> None:
        club, battle = fight
        assert rows(check(club, battle, "umpire", "usa", **{"U-1-lost": 7}).text) == {"U-1": TOO_MANY}

    def test_program_gets_the_same_sentences(self, fight: Fight) -> None:
        battle = fight[1]
        path = f"c/{hex_id(battle.campaign_id)}/b/{hex_id(battle.pk)}/result/usa/"
        union, sent = Program("union"), {"U-1-lost": "7", "U-2-lost": "9"}
        found = union.post(f"{path}check/", **sent).json()["contradictions"]
        assert (found.keys(), found["U-1"]) == ({"U-1", "U-2"}, TOO_MANY)
        refused = union.post(path, points=1, end="held", **sent)
        assert refusal(refused, 409, "U-2") == TOO_MANY
        assert {about: sentence for about, (sentence,) in refused.json()["errors"].items()} == found
        refusal(Program("confederate").post(f"{path}check/", **sent), 404)
        refusal(union.post(f"{path}check/", nonsense=1), 422, "nonsense")


class Test_Errors:
    def test_each_contradiction_is_said_once(self, fight: Fight) -> None:
        club, battle = fight
        answer = enter(club, battle, "union", "usa", points=5, end="held", **{"U-1-lost": 7, "U-2-lost": 8})
        assert answer.status_code == HTTPStatus.CONFLICT
        assert [answer.text.count(f"{name} has 6 stands") for name in ("U 1", "U 2")] == [1, 1]
        assert [f'<a href="#usa_{unit}_wrong">' in answer.text for unit in ("U-1", "U-2")] == [True, True]
        assert 'value="7"' in answer.text

    def test_each_missing_field_is_said_once(self, fight: Fight) -> None:
        club, battle = fight
        answer = enter(club, battle, "union", "usa", **{"U-1-lost": -3})
        assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
        text = answer.text.replace("&#x27;", "’")
        for sentence in ("Enter this side’s victory points", "Enter stands, with letters"):
            assert text.count(sentence) == 1, sentence
        assert rows(text).keys() == {"U-1"}

    def test_stale_page_is_refused_with_its_news(self, fight: Fight) -> None:
        club, battle = fight
        version = club.viewer("union").version
        enter(club, battle, "confederate", "csa", points=1, end="withdrew")
        answer = enter(club, battle, "union", "usa", points=5, end="held", version=version)
        assert answer.status_code == HTTPStatus.CONFLICT
        assert answer.text.count("The Confederate result for Nursery floor was entered.") == 1


class Test_Tally:
    def test_points_are_a_tally_for_everyone(self, fight: Fight) -> None:
        club, battle = fight
        assert "Victory points</th>" not in browser(club, "observer").get(url(battle, "detail")).text
        enter(club, battle, "union", "usa", points=9, end="held")
        enter(club, battle, "confederate", "csa", points=7, end="withdrew")
        for who in ("umpire", "union", "confederate", "observer"):
            page = battle_page(club.viewer(who), battle.id, now=SOURCES.now())
            assert page.result is not None
            assert page.result.tally is not None
            assert [[cell.text for cell in row.cells] for row in page.result.tally.rows] == [
                ["Union", "9"],
                ["Confederate", "7"],
            ]
            assert page.result.tally.total is not None
            assert [cell.text for cell in page.result.tally.total.cells] == ["Lead", "2"]
            assert "Union wins, 9 to 7." in browser(club, who).get(url(battle, "detail")).text

    def test_one_result_leaves_the_other_open(self, fight: Fight) -> None:
        club, battle = fight
        enter(club, battle, "confederate", "csa", points=7, end="withdrew")
        page = battle_page(club.viewer("union"), battle.id, now=SOURCES.now())
        assert page.result is not None
        assert page.result.tally is not None
        assert page.result.tally.rows[0].cells[1].text == "–"
        assert page.result.tally.total is None


class Test_Before_the_report:
    @pytest.mark.parametrize("who", ["union", "umpire"])
    def test_last_step_says_what_the_report_brings(self, shiloh_fought: Fight, who: str) -> None:
        club, battle = shiloh_fought
        for side, end in (("USA", "held"), ("CSA", "withdrew")):
            entered = a_side_result(units_of(battle, side, plans_of(battle)), end=end)
            result.enter_result(club.viewer("umpire"), battle.id, side=side, entered=entered)
        page = browser(club, who).get(url(battle, "detail")).text
        assert "it changes the map as shown below, the cups are revealed" in page
        assert "flank marches, arrivals, and ratings become public" in page

    def test_one_off_battle_promises_no_map(self, fight: Fight) -> None:
        club, battle = fight
        enter(club, battle, "union", "usa", points=1, end="held")
        page = browser(club, "union").get(url(battle, "detail")).text
        assert "the umpire settles it: the cups are revealed" in page
        assert "leave the map" not in page
