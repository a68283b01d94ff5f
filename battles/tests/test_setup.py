"""A Brief is laid out by the umpire, or by both sides; a battle begins with it from any page of a new campaign."""

import json
from collections.abc import Callable
from http import HTTPStatus
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from battles.models import Battle, BattleState
from battles.selectors.reads import plans_of, units_of
from battles.services import result as results
from battles.services import settle as settling
from battles.services.begin import begin_one_off
from battles.tests.builders import SHEET, a_half, both_tap, open_it, seal_both
from campaign.errors import Refusal
from campaign.models import Campaign, Entry, Proposal
from campaign.tests.builders import Club, a_club
from rulesets.core.brief_form import DATA, shipped_briefs
from war.models import Contact, Force, Leader
from war.services.set_up import set_up

pytestmark = pytest.mark.django_db
SHILOH = (DATA / "shiloh.json").read_text()


def page_of(club: Club, who: str) -> Client:
    client = Client()
    client.force_login(club.users[who])
    return client


def address(club: Club) -> str:
    return reverse("battles:set-up", args=[club.campaign.id])


def lay(club: Club, who: str = "umpire", **data: str) -> HTTPStatus:
    return HTTPStatus(page_of(club, who).post(address(club), {"brief": "shiloh"} | data).status_code)


def on_the_sheet(**more: str) -> Club:
    return a_club(sheet=SHEET, **more)  # type: ignore[arg-type]


def test_the_umpire_lays_shiloh_out_and_takes_the_contact_up() -> None:
    club = on_the_sheet()
    assert lay(club) == HTTPStatus.FOUND
    contact = Contact.objects.get(campaign=club.campaign)
    assert Force.objects.filter(campaign=club.campaign, hex=contact.hex).count() == 2
    home = page_of(club, "umpire").get("/").content.decode()
    assert "take the contact up" in home


def test_a_campaign_without_a_battle_leads_the_umpire_to_it_and_tells_the_others_what_comes() -> None:
    club = on_the_sheet()
    battles = reverse("battles:list", args=[club.campaign.id])
    assert address(club) in page_of(club, "umpire").get(battles).content.decode()
    union = page_of(club, "union").get(battles).content.decode()
    assert address(club) not in union
    assert "One begins when the umpire has laid out two armies" in union
    lay(club)
    assert "the battle begins when their contact is taken up" in page_of(club, "union").get(battles).content.decode()
    assert address(club) not in page_of(club, "umpire").get(battles).content.decode()


@pytest.mark.parametrize("who", ["union", "union_west", "confederate", "observer", "outsider"])
def test_to_who_is_not_the_umpire_there_is_no_such_page(who: str) -> None:
    club = on_the_sheet()
    assert page_of(club, who).get(address(club)).status_code == HTTPStatus.NOT_FOUND
    assert lay(club, who) == HTTPStatus.NOT_FOUND
    assert not Force.objects.filter(campaign=club.campaign).exists()


def test_only_briefs_whose_place_is_on_the_sheet_are_offered() -> None:
    club = on_the_sheet()
    page = page_of(club, "umpire").get(address(club)).content.decode()
    assert "Shiloh" in page
    assert "Chancellorsville" not in page
    assert lay(club, brief="chancellorsville") == HTTPStatus.UNPROCESSABLE_ENTITY


def test_a_place_is_laid_out_once() -> None:
    club = on_the_sheet()
    lay(club)
    before = Entry.objects.count()
    answer = page_of(club, "umpire").post(address(club), {"brief": "shiloh"})
    assert answer.status_code == HTTPStatus.CONFLICT
    assert "A Brief was laid out at Pittsburg Landing already." in answer.content.decode()
    assert Entry.objects.count() == before


def test_a_brief_of_ones_own_is_typed_and_what_is_wrong_in_it_is_named_by_its_field() -> None:
    club = on_the_sheet()
    assert lay(club, brief="own", text=SHILOH) == HTTPStatus.FOUND
    wrong = json.dumps(json.loads(SHILOH) | {"turn": 77, "name": "Typed by hand"})
    answer = page_of(club, "umpire").post(address(club), {"brief": "own", "text": wrong})
    page = answer.content.decode()
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert "turn: must be a whole number from 1 to 19, not 77." in page
    assert "Typed by hand" in page


@pytest.mark.parametrize("text", ["", "{", "[]", '{"form": 2}', "7", '{"form": 1, "sides": 3}'])
def test_a_brief_that_is_none_is_refused_in_a_sentence(text: str) -> None:
    club = on_the_sheet()
    assert lay(club, brief="own", text=text) == HTTPStatus.UNPROCESSABLE_ENTITY
    assert not Force.objects.filter(campaign=club.campaign).exists()


@pytest.mark.parametrize("name", ["shiloh", "chancellorsville", "first_bull_run", "perryville"])
def test_a_one_off_battle_is_fought_from_a_brief_to_its_report(name: str) -> None:
    club = a_club(one_off=True)
    assert lay(club, brief=name) == HTTPStatus.FOUND
    battle = Battle.objects.get(campaign=club.campaign)
    seal_both(club, battle)
    open_it(club, battle)
    both_tap(club, battle, "end")
    battle.refresh_from_db()
    for who, side in (("union", "USA"), ("confederate", "CSA")):
        end = "held" if side == "USA" else "withdrew"
        half = a_half(units_of(battle, side, plans_of(battle)), end=end)
        results.enter_result(club.viewer(who), battle.id, side=side, half=half)
        assert page_of(club, who).get(reverse("battles:detail", args=[club.campaign.id, battle.id])).status_code == 200
        results.confirm_result(club.viewer(who), battle.id)
    settling.settle(club.viewer("umpire"), battle.id)
    battle.refresh_from_db()
    assert battle.state == BattleState.APPLIED
    assert lay(club, brief=name) == HTTPStatus.FOUND


def test_a_one_off_battle_is_not_begun_twice() -> None:
    club = a_club(one_off=True)
    lay(club)
    assert lay(club) == HTTPStatus.CONFLICT
    assert Battle.objects.filter(campaign=club.campaign).count() == 1


def test_of_two_umpires_who_lay_one_out_at_once_the_second_is_refused() -> None:
    """Each has found no battle; which of them is first only the act knows."""
    club, brief = a_club(one_off=True), shipped_briefs()["shiloh"]
    begin_one_off(club.viewer("umpire"), name="Shiloh", brief=brief)
    with pytest.raises(Refusal, match="is not over yet"):
        begin_one_off(club.viewer("umpire"), name="Shiloh", brief=brief)
    assert Battle.objects.count() == 1


def typed(club: Club, change: Callable[[dict[str, Any]], object]) -> str:
    """The page that answers to Shiloh, typed with something changed."""
    plain = json.loads(SHILOH)
    change(plain)
    return page_of(club, "umpire").post(address(club), {"brief": "own", "text": json.dumps(plain)}).content.decode()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (
            lambda plain: plain.update(date="in April"),
            "date: this is a day, such as 1862-04-06, not &#x27;in April&#x27;",
        ),
        (lambda plain: plain["sides"]["CSA"].update(strength=[], total_sp=0), "has no strength points to fight with"),
    ],
)
def test_what_could_never_be_taken_up_is_not_laid_out(change: Callable[[dict[str, Any]], object], said: str) -> None:
    club = on_the_sheet()
    assert said in typed(club, change)
    assert not Contact.objects.exists()


@pytest.mark.parametrize("most", [60, 61])
def test_a_brief_holds_no_name_that_its_row_could_not(most: int) -> None:
    """SQLite would keep it; PostgreSQL would break."""
    club, name = on_the_sheet(), "x" * most

    def change(plain: dict[str, Any]) -> None:
        plain["sides"]["USA"]["leaders"][0].update(name=name, given_name=name)
        plain["hexside_name"] = name

    page = typed(club, change)
    assert Leader.objects.filter(name=name, given_name=name).exists() == (most == 60)
    assert ("hexside_name: must be text of 60 characters or fewer." in page) == (most == 61)


@pytest.mark.parametrize(
    ("umpire_kind", "asked", "not_asked"),
    [("person", ["umpire"], ["union", "union_west", "observer"]), ("site", ["union", "confederate"], ["union_west"])],
)
def test_a_campaign_without_a_battle_asks_for_a_brief_until_one_is_laid_out_or_asked_for(
    umpire_kind: str, asked: list[str], not_asked: list[str]
) -> None:
    club = on_the_sheet(umpire_kind=umpire_kind)
    for who in asked:
        assert address(club) in page_of(club, who).get("/").content.decode()
    for who in not_asked:
        home = page_of(club, who).get("/").content.decode()
        assert address(club) not in home
        assert "move: a Brief to lay out." in home
    lay(club, asked[0])
    for who in [*asked, *not_asked]:
        assert address(club) not in page_of(club, who).get("/").content.decode()


def test_a_paused_campaign_asks_nobody_for_a_brief() -> None:
    club = on_the_sheet()
    Campaign.objects.filter(id=club.campaign.id).update(state="paused")
    assert address(club) not in page_of(club, "umpire").get("/").content.decode()


@pytest.mark.parametrize("kind", ["one-off", "on the sheet"])
def test_where_the_site_is_the_umpire_both_sides_lay_a_brief_out(kind: str) -> None:
    one_off = kind == "one-off"
    club = a_club(one_off=True, umpire_kind="site") if one_off else on_the_sheet(umpire_kind="site")
    assert lay(club, "confederate") == HTTPStatus.FOUND
    assert not Force.objects.filter(campaign=club.campaign).exists()
    settings = reverse("campaigns:settings", args=[club.campaign.id])
    assert "lay out the Brief Shiloh" in page_of(club, "union").get(settings).content.decode()
    waiting = page_of(club, "union").get(reverse("home")).content.decode()
    assert "Answer what the other side asks: lay out a Brief." in waiting
    proposal = Proposal.objects.get(campaign=club.campaign)
    url = reverse("campaigns:proposal", args=[club.campaign.id])
    page_of(club, "union").post(url, {"proposal": f"{proposal.pk:016x}", "answer": "agree"})
    assert Battle.objects.filter(campaign=club.campaign).exists() == one_off
    assert Contact.objects.filter(campaign=club.campaign).exists() != one_off


@pytest.mark.parametrize("umpire_kind", ["person", "site"])
def test_while_the_campaign_is_paused_nothing_is_laid_out_nor_asked_for(umpire_kind: str) -> None:
    club = on_the_sheet(umpire_kind=umpire_kind)
    Campaign.objects.filter(id=club.campaign.id).update(state="paused")
    who = "umpire" if umpire_kind == "person" else "union"
    assert "Lay it out" not in page_of(club, who).get(address(club)).content.decode()
    assert lay(club, who) == HTTPStatus.CONFLICT
    assert not Proposal.objects.exists()
    assert not Contact.objects.exists()


def test_where_the_site_is_the_umpire_nobody_types_a_brief_of_his_own() -> None:
    club = on_the_sheet(umpire_kind="site")
    assert 'name="text"' not in page_of(club, "union").get(address(club)).content.decode()
    assert lay(club, "union", brief="own", text=SHILOH) == HTTPStatus.UNPROCESSABLE_ENTITY


def test_where_the_site_is_the_umpire_the_contact_waits_for_both_sides_and_the_first_takes_it_up() -> None:
    club = on_the_sheet(umpire_kind="site")
    set_up(None, brief=shipped_briefs()["shiloh"], campaign_id=club.campaign.id)
    fight_on_table = reverse(
        "battles:fight-on-table", args=[club.campaign.id, Contact.objects.get(campaign=club.campaign).id]
    )
    for who in ("union", "confederate"):
        assert fight_on_table in page_of(club, who).get("/").content.decode()
        assert fight_on_table in page_of(club, who).get(reverse("map:sheet", args=[club.campaign.id])).content.decode()
    assert fight_on_table not in page_of(club, "observer").get("/").content.decode()
    page_of(club, "union").post(fight_on_table)
    assert Battle.objects.filter(campaign=club.campaign).exists()
    assert fight_on_table not in page_of(club, "confederate").get("/").content.decode()
