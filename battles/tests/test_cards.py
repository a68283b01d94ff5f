"""Unit cards: set-up by form and file, who sees them, changes by hand, and reveals."""

import json
from http import HTTPStatus

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import Http404
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from battles.forms.cards import LARGEST_LIST
from battles.models import Battle, Card
from battles.services import cards
from battles.tests.builders import both_request, told
from battles.tests.cards import a_card_battle, card, open_cards
from campaign.errors import Refusal
from campaign.models import Entry, Proposal
from campaign.selectors.verify import verify
from campaign.services import decisions
from campaign.services.corrections import correct
from campaign.tests.builders import Club, a_club
from campaign.tests.kept import kept
from rulesets.core.units import NewUnit

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("tin_book")]
Fight = tuple[Club, Battle]
HIDDEN = NewUnit("USA", "regiment", "Ambush", {"began": 5, "stands": 5}, hidden=True)


def browser(club: Club, who: str) -> Client:
    client = Client()
    client.force_login(club.users[who])
    return client


def url(battle: Battle, name: str, *more: object) -> str:
    return reverse(f"battles:{name}", args=[battle.campaign_id, battle.id, *more])


@pytest.fixture
def fight() -> Fight:
    return a_card_battle()


@pytest.fixture
@kept
def open_fight() -> Fight:
    club, battle = a_card_battle()
    cards.add_unit(club.viewer("union"), battle.pk, unit=HIDDEN)
    open_cards(club, battle)
    return club, Battle.objects.get(pk=battle.pk)


# Beginning.


def test_umpire_begins_battle_with_sample_units() -> None:
    club = a_club(one_off=True)
    page = reverse("battles:card-set-up", args=[club.campaign.pk])
    client = browser(club, "umpire")
    assert "Lead soldiers" in client.get(page).content.decode()
    answer = client.post(page, {"book": "lead", "units": "sample"})
    battle = Battle.objects.get()
    assert answer.headers["Location"] == url(battle, "cards")
    assert (battle.book, battle.name) == ("lead", "The carpet")
    assert Card.objects.filter(battle=battle).count() == 4
    assert card(battle, "Blue 1").values["stands"] == 6
    assert verify(club.campaign.pk) == []


def test_both_sides_begin_where_the_site_umpires() -> None:
    club = a_club(one_off=True, umpire_kind="site")
    browser(club, "union").post(
        reverse("battles:card-set-up", args=[club.campaign.pk]), {"book": "lead", "units": "own"}
    )
    assert not Battle.objects.exists()
    decisions.agree(club.viewer("confederate"), proposal_id=Proposal.objects.get().pk)
    assert Battle.objects.get().book == "lead"
    assert not Card.objects.exists()


@pytest.mark.parametrize("who", ["union", "confederate", "observer"])
def test_only_decider_may_begin(who: str) -> None:
    club = a_club(one_off=True)
    page = reverse("battles:card-set-up", args=[club.campaign.pk])
    assert browser(club, who).get(page).status_code == HTTPStatus.NOT_FOUND


def test_campaign_with_a_map_has_no_such_page() -> None:
    club = a_club()
    page = reverse("battles:card-set-up", args=[club.campaign.pk])
    assert browser(club, "umpire").get(page).status_code == HTTPStatus.NOT_FOUND


# Set-up.


def test_side_sets_up_units_by_file(fight: Fight) -> None:
    club, battle = fight
    units = [{"kind": "regiment", "name": f"New {n}", "values": {"began": 6}, "hidden": n == 2} for n in (1, 2)]
    file = SimpleUploadedFile("units.json", json.dumps(units).encode())
    answer = browser(club, "confederate").post(url(battle, "card-list", "csa"), {"file": file})
    assert answer.status_code == HTTPStatus.FOUND
    own = Card.objects.filter(battle=battle, side="CSA").order_by("name")
    assert [(each.name, each.hidden) for each in own] == [("New 1", False), ("New 2", True)]
    assert Card.objects.filter(battle=battle, side="USA").count() == 2
    assert "Confederate set up 2 units." in told(club, "confederate")
    assert not any("2 units" in line for line in told(club, "union"))


def test_every_fault_of_a_list_is_reported_and_nothing_changes(fight: Fight) -> None:
    club, battle = fight
    units = [
        {"kind": "regiment", "name": "A", "values": {"began": 99}},
        {"kind": "regiment", "name": "B", "values": {"began": 6, "morale": "gone"}},
        {"kind": "battery", "name": "C"},
    ]
    answer = browser(club, "confederate").post(url(battle, "card-list", "csa"), {"text": json.dumps(units)})
    page = answer.content.decode()
    assert answer.status_code == HTTPStatus.CONFLICT
    assert "Unit 1 “A”: began: must be a whole number from 1 to 12 (LEAD-1)." in page
    assert "Unit 2 “B”: morale: must be steady or shaken (LEAD-2)." in page
    assert "Unit 3 “C”: kind: must be regiment." in page
    assert Card.objects.filter(battle=battle, side="CSA", name="Gray 1").exists()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "This is not JSON"),
        ("{}", "Enter a list of units"),
        ("[]", "Enter a list of units"),
        ("[1]", "Unit 1: must be named parts"),
        ('[{"kind": 1, "name": "A"}]', "Unit 1: kind: must be text"),
        ('[{"kind": "regiment", "name": "A", "side": "USA"}]', "Unit 1: side: must be CSA"),
        ('[{"kind": "regiment", "name": "A", "values": 3}]', "Unit 1: values: must be named parts"),
        ('[{"kind": "regiment", "name": "A", "hidden": 3}]', "Unit 1: hidden: must be true or false"),
        ('[{"kind": "regiment", "name": "A", "coat": 3}]', "Unit 1: coat: unknown part"),
        (json.dumps([{"kind": "regiment", "name": "A"}] * 61), "Enter at most 60 units, not 61."),
        ('["' + "x" * LARGEST_LIST + '"]', "at most"),
    ],
)
def test_malformed_list_is_refused_in_a_sentence(fight: Fight, text: str, said: str) -> None:
    club, battle = fight
    before = Entry.objects.count()
    answer = browser(club, "confederate").post(url(battle, "card-list", "csa"), {"text": text})
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert said in answer.content.decode()
    assert Entry.objects.count() == before


def test_file_over_its_limit_is_refused(fight: Fight) -> None:
    club, battle = fight
    file = SimpleUploadedFile("units.json", b" " * (LARGEST_LIST + 1))
    answer = browser(club, "confederate").post(url(battle, "card-list", "csa"), {"file": file})
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert "Choose a file of at most 256 kB." in answer.content.decode()


def test_unit_is_added_by_form_with_limits(fight: Fight) -> None:
    club, battle = fight
    page = url(battle, "card-new", "usa", "regiment")
    client = browser(club, "union")
    assert "1 to 12" in client.get(page).content.decode()
    typed = {"name": "Blue 3", "hidden": "on", "value-began": "13", "value-stands": "3", "value-morale": "steady"}
    assert client.post(page, typed).status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    refused = client.post(page, typed | {"value-began": "2"})
    assert "stands: must be at most the 2 it began with" in refused.content.decode()
    assert client.post(page, typed | {"value-began": "3"}).status_code == HTTPStatus.FOUND
    new = card(battle, "Blue 3")
    assert (new.side, new.hidden, new.values["began"]) == ("USA", True, 3)


def test_name_is_taken_once_a_side(fight: Fight) -> None:
    club, battle = fight
    with pytest.raises(Refusal, match="listed twice"):
        cards.add_unit(club.viewer("union"), battle.pk, unit=NewUnit("USA", "regiment", "Blue 1", {"began": 6}))


def test_sealed_side_changes_no_units(fight: Fight) -> None:
    club, battle = fight
    from battles.services import plans

    plans.seal(club.viewer("union"), battle.pk, plan={})
    with pytest.raises(Refusal, match="Unseal it to change its units"):
        cards.add_unit(club.viewer("union"), battle.pk, unit=HIDDEN)
    assert "Add: " not in browser(club, "union").get(url(battle, "cards")).content.decode()


def test_enemy_and_scoped_seats_set_up_nothing(fight: Fight) -> None:
    club, battle = fight
    for who in ("confederate", "union_west", "observer"):
        with pytest.raises(Http404):
            cards.add_unit(club.viewer(who), battle.pk, unit=HIDDEN)
        page = url(battle, "card-list", "usa")
        assert browser(club, who).get(page).status_code == HTTPStatus.NOT_FOUND


def test_unit_is_changed_and_removed_before_sealing(fight: Fight) -> None:
    club, battle = fight
    blue = card(battle, "Blue 1")
    client = browser(club, "union")
    typed = {"name": "Blue A", "value-began": "8", "value-stands": "8", "value-morale": "steady"}
    assert client.post(url(battle, "card-change", blue.pk), typed).status_code == HTTPStatus.FOUND
    blue.refresh_from_db()
    assert (blue.name, blue.values["stands"]) == ("Blue A", 8)
    assert client.post(url(battle, "card-remove", blue.pk)).status_code == HTTPStatus.FOUND
    assert not Card.objects.filter(pk=blue.pk).exists()
    assert verify(club.campaign.pk) == []


# Who sees what.


def seen(club: Club, battle: Battle, who: str) -> str:
    return browser(club, who).get(url(battle, "cards")).content.decode()


def test_enemy_sees_no_unit_before_the_opening(fight: Fight) -> None:
    club, battle = fight
    assert "Blue 1" in seen(club, battle, "union")
    assert "Blue 1" in seen(club, battle, "umpire")
    for who in ("confederate", "observer"):
        assert "Blue 1" not in seen(club, battle, who)
        page = url(battle, "card", card(battle, "Blue 1").pk)
        assert browser(club, who).get(page).status_code == HTTPStatus.NOT_FOUND


def test_opening_shows_all_but_hidden_units(open_fight: Fight) -> None:
    club, battle = open_fight
    for who in ("union", "umpire"):
        assert "Ambush" in seen(club, battle, who)
    for who in ("confederate", "observer", "union_west"):
        assert "Blue 1" in seen(club, battle, who)
        assert "Ambush" not in seen(club, battle, who)


def test_hidden_unit_answers_like_one_that_does_not_exist(open_fight: Fight) -> None:
    club, battle = open_fight
    client = browser(club, "confederate")
    for name in ("card", "card-change", "card-reveal", "card-remove"):
        hidden = client.get(url(battle, name, card(battle, "Ambush").pk))
        nothing = client.get(url(battle, name, 12345))
        assert hidden.status_code == nothing.status_code == HTTPStatus.NOT_FOUND
        assert len(hidden.content) == len(nothing.content)


@pytest.mark.parametrize("who", ["union", "umpire"])
def test_owner_or_umpire_reveals_a_unit(open_fight: Fight, who: str) -> None:
    club, battle = open_fight
    page = url(battle, "card-reveal", card(battle, "Ambush").pk)
    assert "be hidden again" in browser(club, who).get(page).content.decode()
    assert browser(club, who).post(page).status_code == HTTPStatus.FOUND
    assert "Ambush" in seen(club, battle, "confederate")
    assert "Union revealed Ambush." in told(club, "observer")


@pytest.mark.parametrize("who", ["umpire", "union", "confederate", "observer"])
def test_pages_read_cards_once(
    open_fight: Fight, who: str, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    club, battle = open_fight
    client = browser(club, who)
    for page in (url(battle, "cards"), url(battle, "card", card(battle, "Blue 1").pk)):
        with django_assert_max_num_queries(9):
            assert client.get(page).status_code == HTTPStatus.OK


# In play.


def test_owner_changes_running_values_by_hand(open_fight: Fight) -> None:
    club, battle = open_fight
    blue = card(battle, "Blue 1")
    page = url(battle, "card-change", blue.pk)
    client = browser(club, "union")
    assert "value-began" not in client.get(page).content.decode()
    typed = {"value-stands": "5", "value-morale": "shaken"}
    assert client.post(page, typed).status_code == HTTPStatus.FOUND
    blue.refresh_from_db()
    assert (blue.values["stands"], blue.values["began"], blue.values["morale"]) == (5, 6, "shaken")
    assert "Union, by hand: Blue 1: stands 5 stands, morale shaken." in told(club, "confederate")


def test_change_of_a_hidden_unit_is_told_to_its_owner_alone(open_fight: Fight) -> None:
    club, battle = open_fight
    before = club.viewer("confederate").version
    cards.change_unit(club.viewer("union"), battle.pk, card(battle, "Ambush").pk, values={"stands": 4})
    assert any("Ambush" in line for line in told(club, "union"))
    assert not any("Ambush" in line for line in told(club, "confederate"))
    assert club.viewer("confederate").version == before


def test_standing_values_stay_in_play(open_fight: Fight) -> None:
    club, battle = open_fight
    cards.change_unit(club.viewer("umpire"), battle.pk, card(battle, "Blue 1").pk, values={"began": 12, "stands": 5})
    assert card(battle, "Blue 1").values["began"] == 6


def test_new_turn_resets_cards_once(open_fight: Fight) -> None:
    club, battle = open_fight
    for name in ("Blue 1", "Ambush"):
        cards.change_unit(club.viewer("union"), battle.pk, card(battle, name).pk, values={"has_fired": True})
    both_request(club, battle)
    assert not card(battle, "Blue 1").values["has_fired"]
    assert not card(battle, "Ambush").values["has_fired"]
    assert card(battle, "Ambush").turn == 2
    assert verify(club.campaign.pk) == []


def test_umpire_corrects_a_card_within_its_limits(open_fight: Fight) -> None:
    club, battle = open_fight
    blue = card(battle, "Blue 1")
    values, umpire = blue.values | {"stands": 3}, club.viewer("umpire")
    correct(umpire, table="battles_card", row_id=blue.pk, values={"values": values}, reason="Miscounted.")
    assert card(battle, "Blue 1").values["stands"] == 3
    wrong = {"values": values | {"stands": 40}}
    with pytest.raises(Refusal, match="from 0 to 12"):
        correct(umpire, table="battles_card", row_id=blue.pk, values=wrong, reason="Worse.")


# The result.


def test_losses_of_the_result_come_from_the_cards(open_fight: Fight) -> None:
    club, battle = open_fight
    cards.change_unit(club.viewer("union"), battle.pk, card(battle, "Blue 1").pk, values={"stands": 4})
    both_request(club, battle, "end")
    page = browser(club, "union").get(url(battle, "side-result", "usa")).content.decode()
    assert "Blue 1" in page
    assert "Ambush" in page
    other = browser(club, "confederate").get(url(battle, "side-result", "csa"))
    assert "Ambush" not in other.content.decode()
