"""The umpire or both sides set up a battle, in a new campaign or as a one-off."""

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
from battles.tests.builders import SHEET, a_side_result, both_request, open_it, seal_both
from campaign.errors import Refusal
from campaign.models import Campaign, Entry, Proposal
from campaign.services.sweep import sweep
from campaign.tests.builders import Club, a_club
from rulesets.core.brief_form import DATA, shipped_briefs
from war.models import Contact, Force, Leader
from war.services.set_up import set_up
from war.tests.builders import agree_on_table

pytestmark = pytest.mark.django_db
SHILOH = (DATA / "shiloh.json").read_text()


def page_of(club: Club, who: str) -> Client:
    client = Client()
    client.force_login(club.users[who])
    return client


def address(club: Club) -> str:
    return reverse("battles:set-up", args=[club.campaign.id])


def post_setup(club: Club, who: str = "umpire", **data: str) -> HTTPStatus:
    return HTTPStatus(page_of(club, who).post(address(club), {"brief": "shiloh"} | data).status_code)


def club_with_map(**more: str) -> Club:
    return a_club(sheet=SHEET, **more)  # type: ignore[arg-type]


def test_umpires_setup_creates_contact_and_todo() -> None:
    club = club_with_map()
    assert post_setup(club) == HTTPStatus.FOUND
    contact = Contact.objects.get(campaign=club.campaign)
    assert Force.objects.filter(campaign=club.campaign, hex=contact.hex).count() == 2
    assert "Agree how to fight Shiloh" in page_of(club, "union").get("/").content.decode()
    agree_on_table(club, contact)
    assert "Fight Shiloh on the table" in page_of(club, "umpire").get("/").content.decode()


def test_empty_campaign_links_umpire_to_setup_and_explains_to_others() -> None:
    club = club_with_map()
    battles = reverse("battles:list", args=[club.campaign.id])
    assert address(club) in page_of(club, "umpire").get(battles).content.decode()
    union = page_of(club, "union").get(battles).content.decode()
    assert address(club) not in union
    assert "One starts when the umpire sets up two armies" in union
    post_setup(club)
    assert "can fight on the table" in page_of(club, "union").get(battles).content.decode()
    assert address(club) not in page_of(club, "umpire").get(battles).content.decode()


@pytest.mark.parametrize("who", ["union", "union_west", "confederate", "observer", "outsider"])
def test_setup_page_is_umpire_only(who: str) -> None:
    club = club_with_map()
    assert page_of(club, who).get(address(club)).status_code == HTTPStatus.NOT_FOUND
    assert post_setup(club, who) == HTTPStatus.NOT_FOUND
    assert not Force.objects.filter(campaign=club.campaign).exists()


def test_only_setups_on_the_map_are_offered() -> None:
    club = club_with_map()
    page = page_of(club, "umpire").get(address(club)).content.decode()
    assert "Shiloh" in page
    assert "Chancellorsville" not in page
    assert post_setup(club, brief="chancellorsville") == HTTPStatus.UNPROCESSABLE_ENTITY


def test_place_is_set_up_once() -> None:
    club = club_with_map()
    post_setup(club)
    before = Entry.objects.count()
    answer = page_of(club, "umpire").post(address(club), {"brief": "shiloh"})
    assert answer.status_code == HTTPStatus.CONFLICT
    assert "A battle is already set up at Pittsburg Landing." in answer.content.decode()
    assert Entry.objects.count() == before


def test_typed_setup_is_accepted_or_reported_by_field() -> None:
    club = club_with_map()
    assert post_setup(club, brief="own", text=SHILOH) == HTTPStatus.FOUND
    wrong = json.dumps(json.loads(SHILOH) | {"turn": 77, "name": "Typed by hand"})
    answer = page_of(club, "umpire").post(address(club), {"brief": "own", "text": wrong})
    page = answer.content.decode()
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert "turn: must be a whole number from 1 to 19, not 77." in page
    assert "Typed by hand" in page


@pytest.mark.parametrize("text", ["", "{", "[]", '{"form": 2}', "7", '{"form": 1, "sides": 3}'])
def test_malformed_setup_is_refused(text: str) -> None:
    club = club_with_map()
    assert post_setup(club, brief="own", text=text) == HTTPStatus.UNPROCESSABLE_ENTITY
    assert not Force.objects.filter(campaign=club.campaign).exists()


@pytest.mark.parametrize("name", ["shiloh", "chancellorsville", "first_bull_run", "perryville"])
def test_one_off_battle_runs_from_setup_to_report(name: str) -> None:
    club = a_club(one_off=True)
    assert post_setup(club, brief=name) == HTTPStatus.FOUND
    battle = Battle.objects.get(campaign=club.campaign)
    seal_both(club, battle)
    open_it(club, battle)
    both_request(club, battle, "end")
    battle.refresh_from_db()
    for who, side in (("union", "USA"), ("confederate", "CSA")):
        end = "held" if side == "USA" else "withdrew"
        entered = a_side_result(units_of(battle, side, plans_of(battle)), end=end)
        results.enter_result(club.viewer(who), battle.id, side=side, entered=entered)
        assert page_of(club, who).get(reverse("battles:detail", args=[club.campaign.id, battle.id])).status_code == 200
        results.confirm_result(club.viewer(who), battle.id)
    settling.settle(club.viewer("umpire"), battle.id)
    battle.refresh_from_db()
    assert battle.state == BattleState.APPLIED
    assert post_setup(club, brief=name) == HTTPStatus.FOUND


def test_one_off_battle_cannot_start_twice() -> None:
    club = a_club(one_off=True)
    post_setup(club)
    assert post_setup(club) == HTTPStatus.CONFLICT
    assert Battle.objects.filter(campaign=club.campaign).count() == 1


def test_second_concurrent_setup_is_refused() -> None:
    """Both umpires find no battle; only the act knows which came first."""
    club, brief = a_club(one_off=True), shipped_briefs()["shiloh"]
    begin_one_off(club.viewer("umpire"), name="Shiloh", brief=brief)
    with pytest.raises(Refusal, match="isn’t over yet"):
        begin_one_off(club.viewer("umpire"), name="Shiloh", brief=brief)
    assert Battle.objects.count() == 1


def typed(club: Club, change: Callable[[dict[str, Any]], object]) -> str:
    """Post a typed Shiloh with a change and return the page."""
    plain = json.loads(SHILOH)
    change(plain)
    return page_of(club, "umpire").post(address(club), {"brief": "own", "text": json.dumps(plain)}).content.decode()


def crowd(plain: dict[str, Any], count: int) -> None:
    """Give the Confederates so many leaders, each with an id and seniority of its own."""
    leaders = plain["sides"]["CSA"]["leaders"]
    fresh = range(count - len(leaders))
    leaders += [{**leaders[-1], "id": f"more-{n}", "cavalry": False, "seniority": 400 + n} for n in fresh]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (
            lambda plain: plain.update(date="in April"),
            "date: enter a date such as 1862-04-06, not “in April”.",
        ),
        (lambda plain: plain["sides"]["CSA"].update(strength=[], total_sp=0), "has no strength points"),
        (lambda plain: crowd(plain, 21), "must be 20 leaders or fewer, not 21."),
    ],
)
def test_unplayable_setup_is_refused(change: Callable[[dict[str, Any]], object], said: str) -> None:
    club = club_with_map()
    assert said in typed(club, change)
    assert not Contact.objects.exists()


def test_20_leaders_a_side_can_be_set_up_by_the_api_and_21_cannot() -> None:
    club = club_with_map()
    for count, status in ((21, HTTPStatus.UNPROCESSABLE_ENTITY), (20, HTTPStatus.OK)):
        plain = json.loads(SHILOH)
        crowd(plain, count)
        url = f"/api{address(club)}"
        answer = page_of(club, "umpire").post(
            url, {"brief": "own", "text": json.dumps(plain)}, content_type="application/json"
        )
        assert (answer.status_code, Contact.objects.filter(campaign=club.campaign).exists()) == (status, count == 20)


@pytest.mark.parametrize("most", [60, 61])
def test_name_longer_than_its_column_is_refused(most: int) -> None:
    """SQLite would store it; PostgreSQL would raise an error."""
    club, name = club_with_map(), "x" * most

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
def test_empty_campaign_asks_for_setup_until_requested(
    umpire_kind: str, asked: list[str], not_asked: list[str]
) -> None:
    club = club_with_map(umpire_kind=umpire_kind)
    for who in asked:
        assert address(club) in page_of(club, who).get("/").content.decode()
    for who in not_asked:
        home = page_of(club, who).get("/").content.decode()
        assert address(club) not in home
        assert "move: a battle to set up." in home
    post_setup(club, asked[0])
    for who in [*asked, *not_asked]:
        assert address(club) not in page_of(club, who).get("/").content.decode()


def test_paused_campaign_asks_for_no_setup() -> None:
    club = club_with_map()
    Campaign.objects.filter(id=club.campaign.id).update(state="paused")
    assert address(club) not in page_of(club, "umpire").get("/").content.decode()


@pytest.mark.parametrize("kind", ["one-off", "on the sheet"])
def test_both_sides_agree_on_setup_under_site_umpire(kind: str) -> None:
    one_off = kind == "one-off"
    club = a_club(one_off=True, umpire_kind="site") if one_off else club_with_map(umpire_kind="site")
    assert post_setup(club, "confederate") == HTTPStatus.FOUND
    assert not Force.objects.filter(campaign=club.campaign).exists()
    settings = reverse("campaigns:settings", args=[club.campaign.id])
    assert "set up Shiloh" in page_of(club, "union").get(settings).content.decode()
    waiting = page_of(club, "union").get(reverse("home")).content.decode()
    assert "Answer the other side’s request: set up a battle." in waiting
    proposal = Proposal.objects.get(campaign=club.campaign)
    url = reverse("campaigns:proposal", args=[club.campaign.id])
    page_of(club, "union").post(url, {"proposal": f"{proposal.pk:016x}", "answer": "agree"})
    assert Battle.objects.filter(campaign=club.campaign).exists() == one_off
    assert Contact.objects.filter(campaign=club.campaign).exists() != one_off


@pytest.mark.parametrize("umpire_kind", ["person", "site"])
def test_paused_campaign_refuses_setup(umpire_kind: str) -> None:
    club = club_with_map(umpire_kind=umpire_kind)
    Campaign.objects.filter(id=club.campaign.id).update(state="paused")
    who = "umpire" if umpire_kind == "person" else "union"
    assert "Set up the battle" not in page_of(club, who).get(address(club)).content.decode()
    assert post_setup(club, who) == HTTPStatus.CONFLICT
    assert not Proposal.objects.exists()
    assert not Contact.objects.exists()


def test_both_sides_agree_on_contact_under_site_umpire_and_site_begins_it() -> None:
    club = club_with_map(umpire_kind="site")
    set_up(None, brief=shipped_briefs()["shiloh"], campaign_id=club.campaign.id)
    contact = Contact.objects.get(campaign=club.campaign)
    page = reverse("map:contact", args=[club.campaign.id, contact.id])
    for who in ("union", "confederate"):
        assert page in page_of(club, who).get("/").content.decode()
        assert page in page_of(club, who).get(reverse("map:sheet", args=[club.campaign.id])).content.decode()
    assert page not in page_of(club, "observer").get("/").content.decode()
    agree_on_table(club, contact)
    assert not Battle.objects.exists()
    sweep(club.campaign.id)
    assert Battle.objects.filter(campaign=club.campaign).exists()
    assert page not in page_of(club, "confederate").get("/").content.decode()
