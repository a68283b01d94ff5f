"""How a battle ends by day: a side leaves, or both sides or the umpire name who does (VG-8, 8C, 9)."""

from http import HTTPStatus
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from battles.models import Battle, BattleReport, TurnRequest
from battles.selectors.ending import end_page
from battles.selectors.page import battle_page
from battles.selectors.reads import plans_of, stream_of, units_of
from battles.selectors.result_form import side_result_page
from battles.services import result, settle
from battles.tests.builders import a_battle, a_side_result, open_it, request, seal_both, told
from campaign.errors import Refusal
from campaign.models import Entry
from campaign.selectors.verify import verify
from campaign.services.rewind import rewind
from campaign.services.sweep import sweep
from campaign.sources import SOURCES
from campaign.tests.api import Program, refusal
from campaign.tests.builders import Club
from campaign.tests.kept import kept
from rulesets.core.report import End
from war.models import Force

pytestmark = pytest.mark.django_db
Fight = tuple[Club, Battle]


@pytest.fixture
@kept
def fight() -> Fight:
    club, battle = a_battle()
    seal_both(club, battle)
    open_it(club, battle)
    return club, battle


def url(battle: Battle, name: str) -> str:
    return reverse(f"battles:{name}", args=[battle.campaign_id, battle.id])


def browser(club: Club, who: str) -> Client:
    client = Client()
    client.force_login(club.users[who])
    return client


def ends_of(battle: Battle) -> dict[str, str]:
    return dict(Battle.objects.get(id=battle.id).ends)


class Test_Leaving:
    @pytest.mark.rule("VG-8day")
    @pytest.mark.parametrize(
        ("how", "said"), [("withdrew", "quit the field"), ("driven_off", "was driven off the field")]
    )
    def test_side_that_leaves_ends_the_battle_alone(self, fight: Fight, how: str, said: str) -> None:
        club, battle = fight
        sent = {"leaves": "USA", "how": how, "turn": 1, "asks_for": "end"}
        answer = browser(club, "union").post(url(battle, "end"), sent)
        assert (answer.status_code, answer["Location"]) == (HTTPStatus.FOUND, url(battle, "detail"))
        assert ends_of(battle) == {"USA": how, "CSA": "held"}
        assert f"Union {said}." in told(club, "observer")
        left = {"withdrew": "withdrew", "driven_off": "was driven off"}[how]
        ended = (
            f"ended after turn 1: Confederate held the field, and Union {left}. Each side enters its result. (VG-8.)"
        )
        assert any(ended in text for text in told(club, "confederate"))
        assert verify(club.campaign.id) == []

    @pytest.mark.rule("VG-8C")
    def test_army_that_leaves_is_demoralized(self, fight: Fight) -> None:
        club, battle = fight
        request(club, battle, "union", "end", leaves="both")
        request(club, battle, "confederate", "end", leaves="both")
        sweep(club.campaign.id)
        for who, side in (("union", "USA"), ("confederate", "CSA")):
            entered = a_side_result(units_of(battle, side, plans_of(battle)), end="withdrew", points=3)
            result.enter_result(club.viewer(who), battle.id, entered=entered)
            result.confirm_result(club.viewer(who), battle.id)
        settle.settle(club.viewer("umpire"), battle.id)
        sides = BattleReport.objects.get().body["sides"]
        assert {half["end"] for half in sides.values()} == {"withdrew"}
        assert set(Force.objects.filter(campaign=club.campaign).values_list("demoralized", flat=True)) == {True}


class Test_Proposing:
    def test_other_sides_same_proposal_agrees(self, fight: Fight) -> None:
        club, battle = fight
        request(club, battle, "union", "end", leaves="CSA")
        assert ends_of(battle) == {}
        said = "Union proposed to end the battle: Union held the field, and Confederate withdrew."
        assert said in told(club, "confederate")
        page = end_page(club.viewer("confederate"), battle.id)
        assert (page.proposed, page.leaves, page.how) == (said, "CSA", "withdrew")
        shown = battle_page(club.viewer("observer"), battle.id, now=SOURCES.now())
        assert [side.proposal for side in shown.sides] == ["CSA", ""]
        request(club, battle, "confederate", "end", leaves="CSA")
        assert ends_of(battle) == {"USA": "held", "CSA": "withdrew"}

    def test_proposals_that_differ_end_nothing(self, fight: Fight) -> None:
        club, battle = fight
        request(club, battle, "union", "end", leaves="CSA")
        request(club, battle, "confederate", "end", leaves="both")
        assert (ends_of(battle), TurnRequest.objects.count()) == ({}, 2)
        request(club, battle, "union", "end", leaves="both")
        assert ends_of(battle) == {"USA": "withdrew", "CSA": "withdrew"}

    def test_umpire_ends_it_as_proposed(self, fight: Fight) -> None:
        club, battle = fight
        request(club, battle, "union", "end", leaves="CSA")
        request(club, battle, "umpire", "end", leaves="CSA")
        assert ends_of(battle) == {"USA": "held", "CSA": "withdrew"}

    @pytest.mark.rule("VG-8day")
    @pytest.mark.parametrize("leaves", ["", "nobody"])
    def test_two_holders_are_refused(self, fight: Fight, leaves: str) -> None:
        club, battle = fight
        with pytest.raises(Refusal, match="two armies can’t both hold it") as refused:
            request(club, battle, "union", "end", leaves=leaves)
        assert (refused.value.cites, ends_of(battle), TurnRequest.objects.count()) == ("VG-8", {}, 0)

    def test_page_names_what_is_missing(self, fight: Fight) -> None:
        club, battle = fight
        answer = browser(club, "union").post(url(battle, "end"), {"turn": 1, "how": "withdrew"})
        assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
        assert "Choose who leaves the field: two armies can’t both hold it." in answer.text
        page = browser(club, "union").get(url(battle, "end") + "?from=table").text
        assert 'name="from" value="table"' in page
        assert "Your army" in page

    @pytest.mark.parametrize("who", ["observer", "union_west", "outsider"])
    def test_only_those_who_move_the_clock_see_the_page(self, fight: Fight, who: str) -> None:
        club, battle = fight
        assert browser(club, who).get(url(battle, "end")).status_code == HTTPStatus.NOT_FOUND

    def test_program_names_who_leaves(self, fight: Fight) -> None:
        _, battle = fight
        path = f"c/{battle.campaign_id:016x}/b/{battle.id:016x}/request/"
        refused = Program("union").post(path, asks_for="end", turn=1)
        assert refusal(refused, 409, "leaves").startswith("Name who leaves the field")
        assert Program("union").post(path, asks_for="end", turn=1, leaves="USA").json()["done"]
        assert ends_of(battle)["USA"] == End.WITHDREW


class Test_Result:
    def test_result_takes_the_end_from_the_battle(self, fight: Fight) -> None:
        club, battle = fight
        request(club, battle, "umpire", "end", leaves="CSA")
        sweep(club.campaign.id)
        shown = battle_page(club.viewer("observer"), battle.id, now=SOURCES.now())
        assert shown.ended == "Union held the field, and Confederate withdrew"
        page = side_result_page(club.viewer("confederate"), battle.id, "CSA")
        assert (page.end, page.end_words) == (End.WITHDREW, "Confederate withdrew.")
        html = browser(club, "union").get(reverse("battles:side-result", args=[*args_of(battle), "usa"])).text
        assert "Union held the field." in html
        assert 'name="end"' not in html
        entered = a_side_result(units_of(battle, "USA", plans_of(battle)), end="withdrew")
        with pytest.raises(Refusal, match="The battle ended otherwise: Union held the field, and Confederate withdrew"):
            result.enter_result(club.viewer("union"), battle.id, entered=entered)

    def test_rewound_end_names_nobody(self, fight: Fight) -> None:
        club, battle = fight
        before = Entry.objects.filter(campaign=club.campaign, stream=stream_of(battle.id)).order_by("-seq")[0]
        request(club, battle, "confederate", "end", leaves="CSA")
        rewind(club.viewer("umpire"), entry_id=before.pk, reason="Too early.")
        assert ends_of(battle) == {}
        assert verify(club.campaign.id) == []


def args_of(battle: Battle) -> list[Any]:
    return [battle.campaign_id, battle.id]
