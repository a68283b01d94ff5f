"""Rolls from unit cards: who may choose what, the filled form, proposed changes, and secrets."""

import json
from http import HTTPStatus
from typing import Any

import pytest
from django.http import Http404
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from battles.models import Battle, CardRoll, RollState
from battles.services import card_rolls, cards
from battles.tests.builders import both_request, told
from battles.tests.cards import a_card_battle, card, open_cards
from campaign.errors import BadInput, Refusal
from campaign.ids import hex_id
from campaign.models import Entry, Throw
from campaign.selectors.verify import verify
from campaign.services.rewind import rewind
from campaign.tests.builders import Club
from campaign.tests.kept import kept
from rulesets.core.units import NewUnit

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("tin_book")]
Fight = tuple[Club, Battle]
HIDDEN = NewUnit("USA", "regiment", "Ambush", {"began": 6}, hidden=True)
TITLE = "A volley"


@pytest.fixture
def fight() -> Fight:
    return opened()


@pytest.fixture
def site_fight() -> Fight:
    return opened(umpire_kind="site")


@kept
def opened(*, umpire_kind: str = "person") -> Fight:
    club, battle = a_card_battle(umpire_kind=umpire_kind)
    cards.add_unit(club.viewer("union"), battle.pk, unit=HIDDEN)
    open_cards(club, battle)
    return club, Battle.objects.get(pk=battle.pk)


def ids(battle: Battle, firers: list[str], target: str) -> dict[str, list[str]]:
    return {"firers": [hex_id(card(battle, n).pk) for n in firers], "target": [hex_id(card(battle, target).pk)]}


def volley(fight: Fight, who: str, firers: list[str], target: str, *, faces: list[int] | None = None) -> CardRoll:
    club, battle = fight
    stands = 6 * len(firers)
    inputs = {"stands": stands, "firer": firers[0], "target": target}
    chosen = ids(battle, firers, target)
    return card_rolls.roll(club.viewer(who), battle.pk, name="volley", cards=chosen, inputs=inputs, faces=faces or [6])


def browser(club: Club, who: str) -> Client:
    client = Client()
    client.force_login(club.users[who])
    return client


def url(battle: Battle, name: str, *more: object) -> str:
    return reverse(f"battles:{name}", args=[battle.campaign_id, battle.id, *more])


def query(battle: Battle, firers: list[str], target: str) -> dict[str, list[str]]:
    return {f"cards-{role}": some for role, some in ids(battle, firers, target).items()}


# The form.


def test_form_fills_itself_from_the_cards(fight: Fight) -> None:
    club, battle = fight
    page = url(battle, "card-roll-new", "volley")
    client = browser(club, "union")
    first = client.get(page).content.decode()
    assert "Blue 1, Union, 6 of 6 stands" in first
    filled = client.get(page, query(battle, ["Blue 1", "Blue 2"], "Gray 1")).content.decode()
    assert 'name="stands"' in filled
    assert 'value="12"' in filled
    assert 'value="Gray 1"' in filled
    assert reverse("battles:rulebook:odds", args=[battle.campaign_id, battle.id, "lead", "volley"]) in filled


def test_side_is_offered_own_and_visible_enemy_units(fight: Fight) -> None:
    club, battle = fight
    page = url(battle, "card-roll-new", "volley")
    own = browser(club, "union").get(page).content.decode()
    assert "Ambush, Union, 6 of 6 stands, hidden" in own
    enemy = browser(club, "confederate").get(page).content.decode()
    assert "Ambush" not in enemy
    assert "Blue 1, Union" in enemy


def test_destroyed_unit_is_not_offered(fight: Fight) -> None:
    club, battle = fight
    cards.change_unit(club.viewer("union"), battle.pk, card(battle, "Blue 1").pk, values={"stands": 0})
    assert "Blue 1" not in browser(club, "union").get(url(battle, "card-roll-new", "volley")).content.decode()


def test_hidden_unit_is_refused_like_an_unknown_one(fight: Fight) -> None:
    club, battle = fight
    client, page = browser(club, "confederate"), url(battle, "card-roll-new", "volley")
    hidden = client.post(page, query(battle, ["Gray 1"], "Ambush") | {"filled": "on", "stands": "6"})
    unknown = client.post(
        page, query(battle, ["Gray 1"], "Ambush") | {"cards-target": ["f" * 16], "filled": "on", "stands": "6"}
    )
    assert hidden.status_code == unknown.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    own_id = hex_id(card(battle, "Ambush").pk)
    assert len(hidden.content) == len(unknown.content)
    assert hidden.content.decode().replace(own_id, "f" * 16).count("isn’t one of the choices") == 2
    assert not CardRoll.objects.exists()


@pytest.mark.parametrize("who", ["observer", "union_west"])
def test_others_roll_nothing(fight: Fight, who: str) -> None:
    club, battle = fight
    assert browser(club, who).get(url(battle, "card-roll-new", "volley")).status_code == HTTPStatus.NOT_FOUND
    with pytest.raises(Http404):
        volley(fight, who, ["Blue 1"], "Gray 1")


def test_unknown_rule_is_not_found(fight: Fight) -> None:
    club, battle = fight
    assert browser(club, "union").get(url(battle, "card-roll-new", "shout")).status_code == HTTPStatus.NOT_FOUND


@pytest.mark.parametrize(
    ("chosen", "said"),
    [
        ({"firers": [], "target": ["Gray 1"]}, "Firers: choose 1 to 4 units, not 0."),
        ({"firers": ["Blue 1"], "target": []}, "Target: choose 1 unit, not 0."),
        ({"firers": ["Blue 1"], "target": ["Gray 1", "Gray 2"]}, "Target: choose 1 unit, not 2."),
        ({"firers": ["Gray 1"], "target": ["Gray 2"]}, "Firers: choose units from the list."),
    ],
)
def test_wrong_choice_names_role_and_limit(fight: Fight, chosen: dict[str, list[str]], said: str) -> None:
    club, battle = fight
    found = {role: [hex_id(card(battle, name).pk) for name in names] for role, names in chosen.items()}
    with pytest.raises(BadInput) as refused:
        card_rolls.roll(club.viewer("union"), battle.pk, name="volley", cards=found, inputs={"stands": 6})
    assert refused.value.sentence == said


def test_umpire_mixes_no_sides(fight: Fight) -> None:
    club, battle = fight
    found = {"firers": [hex_id(card(battle, "Blue 1").pk)], "target": [hex_id(card(battle, "Blue 2").pk)]}
    with pytest.raises(BadInput, match="Target: choose units of its enemy"):
        card_rolls.roll(club.viewer("umpire"), battle.pk, name="volley", cards=found, inputs={"stands": 6})


def test_wrong_input_is_refused_with_its_field_and_keeps_what_was_typed(fight: Fight) -> None:
    club, battle = fight
    before = Entry.objects.count()
    sent = query(battle, ["Blue 1"], "Gray 1") | {"filled": "on", "stands": "99", "target": "Gray 1"}
    answer = browser(club, "union").post(url(battle, "card-roll-new", "volley"), sent)
    assert answer.status_code == HTTPStatus.CONFLICT
    assert "40" in answer.content.decode()
    assert 'value="99"' in answer.content.decode()
    assert Entry.objects.count() == before


# The roll.


def test_roll_comes_from_the_public_cup_and_changes_no_card(fight: Fight) -> None:
    club, battle = fight
    sent = query(battle, ["Blue 1", "Blue 2"], "Gray 1") | {
        "filled": "on",
        "stands": "12",
        "firer": "Blue 1",
        "target": "Gray 1",
    }
    answer = browser(club, "union").post(url(battle, "card-roll-new", "volley"), sent)
    row = CardRoll.objects.get()
    assert answer.headers["Location"] == url(battle, "card-roll", row.pk)
    assert row.audience == "public"
    assert Throw.objects.get().cup.audience == "public"
    assert card(battle, "Gray 1").values["stands"] == 6
    assert any(line.startswith("Union rolled A volley (Blue 1, Blue 2, Gray 1): ") for line in told(club, "observer"))
    for who in ("observer", "confederate", "umpire"):
        assert "Stands 6 stands" in browser(club, who).get(url(battle, "card-roll", row.pk)).content.decode()
    assert verify(club.campaign.pk) == []


def test_same_roll_keeps_its_dice_unless_it_is_a_second_time(fight: Fight) -> None:
    club, battle = fight
    said: dict[str, Any] = {
        "name": "volley",
        "cards": ids(battle, ["Blue 1"], "Gray 1"),
        "inputs": {"stands": 6, "target": "Gray 1"},
    }
    first, same = (card_rolls.roll(club.viewer("union"), battle.pk, **said) for _ in range(2))
    assert first.trace[0]["dice"] == same.trace[0]["dice"]
    assert Throw.objects.count() == 1
    card_rolls.roll(club.viewer("union"), battle.pk, again=2, **said)
    assert Throw.objects.count() == 2


def test_typed_dice_go_into_the_ledger(fight: Fight) -> None:
    row = volley(fight, "union", ["Blue 1"], "Gray 1", faces=[6])
    assert row.result == "2 lost"
    assert Throw.objects.get().how == "hand"
    with pytest.raises(Refusal, match="more dice"):
        volley(fight, "union", ["Blue 2"], "Gray 2", faces=[6, 5])
    with pytest.raises(Refusal, match="enter dice from 1 to 6"):
        volley(fight, "union", ["Blue 2"], "Gray 2", faces=[7])


def test_nothing_is_rolled_before_the_opening() -> None:
    club, battle = a_card_battle()
    with pytest.raises((Refusal, Http404)):
        volley((club, battle), "umpire", ["Blue 1"], "Gray 1")


# Writing back.


def test_confirmation_writes_all_changes_in_one_entry(fight: Fight) -> None:
    club, battle = fight
    row = volley(fight, "union", ["Blue 1"], "Gray 1")
    before = Entry.objects.count()
    answer = browser(club, "union").post(url(battle, "card-roll", row.pk))
    assert answer.status_code == HTTPStatus.FOUND
    assert Entry.objects.count() == before + 1
    gray = card(battle, "Gray 1")
    assert (gray.values["stands"], gray.values["morale"]) == (4, "shaken")
    assert card(battle, "Blue 1").values["has_fired"]
    assert "Gray 1: stands 4 stands, morale shaken. LEAD-1, LEAD-2" in told(club, "observer")
    assert verify(club.campaign.pk) == []
    row.refresh_from_db()
    assert row.state == RollState.CONFIRMED


def test_roll_is_confirmed_once(fight: Fight) -> None:
    club, battle = fight
    row = volley(fight, "union", ["Blue 1"], "Gray 1")
    client = browser(club, "confederate")
    client.post(url(battle, "card-roll", row.pk))
    client.post(url(battle, "card-roll", row.pk))
    assert card(battle, "Gray 1").values["stands"] == 4


def test_umpire_amends_a_change_within_the_fields_limits(fight: Fight) -> None:
    club, battle = fight
    row = volley(fight, "union", ["Blue 1"], "Gray 1")
    page, client = url(battle, "card-roll", row.pk), browser(club, "umpire")
    sent = {"confirms": "on", "change-0": "5", "change-1": "steady", "change-2": "on"}
    wrong = client.post(page, sent | {"change-0": "13"})
    assert wrong.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert card(battle, "Gray 1").values["stands"] == 6
    assert client.post(page, sent).status_code == HTTPStatus.FOUND
    gray = card(battle, "Gray 1")
    assert (gray.values["stands"], gray.values["morale"]) == (5, "steady")
    assert "amended" in client.get(page).content.decode()


def test_side_with_an_umpire_amends_nothing(fight: Fight) -> None:
    club, battle = fight
    row = volley(fight, "union", ["Blue 1"], "Gray 1")
    assert "Amend" not in browser(club, "confederate").get(url(battle, "card-roll", row.pk)).content.decode()
    with pytest.raises(Refusal, match="can amend a roll"):
        card_rolls.confirm_roll(club.viewer("confederate"), battle.pk, row.pk, amended={0: 6})


def test_where_the_site_umpires_the_other_side_amends_or_discards(site_fight: Fight) -> None:
    club, battle = site_fight
    row = volley(site_fight, "union", ["Blue 1"], "Gray 1")
    with pytest.raises(Refusal, match="can amend a roll"):
        card_rolls.confirm_roll(club.viewer("union"), battle.pk, row.pk, amended={0: 0})
    with pytest.raises(Http404):
        card_rolls.discard_roll(club.viewer("union"), battle.pk, row.pk)
    card_rolls.confirm_roll(club.viewer("confederate"), battle.pk, row.pk, amended={0: 5})
    assert card(battle, "Gray 1").values["stands"] == 5


def test_umpire_discards_a_roll_and_the_cards_stay(fight: Fight) -> None:
    club, battle = fight
    row = volley(fight, "union", ["Blue 1"], "Gray 1")
    page = url(battle, "card-roll-discard", row.pk)
    assert browser(club, "union").get(page).status_code == HTTPStatus.NOT_FOUND
    assert "stay as they are" in browser(club, "umpire").get(page).content.decode()
    browser(club, "umpire").post(page)
    assert card(battle, "Gray 1").values["stands"] == 6
    row.refresh_from_db()
    assert row.state == RollState.DISCARDED
    with pytest.raises(Refusal, match="already decided"):
        card_rolls.confirm_roll(club.viewer("union"), battle.pk, row.pk)


def test_card_that_changed_meanwhile_is_not_overwritten(fight: Fight) -> None:
    club, battle = fight
    row = volley(fight, "union", ["Blue 1"], "Gray 1")
    cards.change_unit(club.viewer("confederate"), battle.pk, card(battle, "Gray 1").pk, values={"stands": 5})
    with pytest.raises(Refusal, match="Gray 1: The card changed after this roll"):
        card_rolls.confirm_roll(club.viewer("union"), battle.pk, row.pk)
    assert card(battle, "Gray 1").values["stands"] == 5
    card_rolls.confirm_roll(club.viewer("umpire"), battle.pk, row.pk, amended={0: 3})
    assert card(battle, "Gray 1").values["stands"] == 3


def test_rewind_restores_the_cards_and_keeps_the_dice(fight: Fight) -> None:
    club, battle = fight
    mark = Entry.objects.filter(stream__startswith="battle:").order_by("-seq")[0]
    row = volley(fight, "union", ["Blue 1"], "Gray 1")
    card_rolls.confirm_roll(club.viewer("union"), battle.pk, row.pk)
    rewind(club.viewer("umpire"), entry_id=mark.pk, reason="The wrong target.")
    assert card(battle, "Gray 1").values["stands"] == 6
    assert not CardRoll.objects.exists()
    assert Throw.objects.count() == 1
    assert verify(club.campaign.pk) == []


# Secrets.


def test_side_with_an_umpire_does_not_roll_with_its_hidden_unit(fight: Fight) -> None:
    with pytest.raises(Refusal, match="Only the umpire rolls with a hidden unit"):
        volley(fight, "union", ["Ambush"], "Gray 1")
    assert not CardRoll.objects.exists()


def test_hidden_roll_is_for_its_owner_and_the_umpire(fight: Fight) -> None:
    club, battle = fight
    versions = {who: club.viewer(who).version for who in ("confederate", "observer", "union_west")}
    row = volley(fight, "umpire", ["Ambush"], "Gray 1")
    page = url(battle, "card-roll", row.pk)
    for who in ("umpire", "union"):
        assert browser(club, who).get(page).status_code == HTTPStatus.OK
        assert TITLE in browser(club, who).get(url(battle, "card-rolls")).content.decode().partition("Rolls so far")[2]
    for who, version in versions.items():
        assert browser(club, who).get(page).status_code == HTTPStatus.NOT_FOUND
        assert club.viewer(who).version == version
    assert Throw.objects.get().cup.audience == "umpire"


def test_confirmed_hidden_roll_tells_the_enemy_only_of_its_own_unit(fight: Fight) -> None:
    club, battle = fight
    row = volley(fight, "umpire", ["Ambush"], "Gray 1")
    card_rolls.confirm_roll(club.viewer("umpire"), battle.pk, row.pk)
    lines = told(club, "confederate")
    assert "Gray 1: stands 4 stands, morale shaken. LEAD-1, LEAD-2" in lines
    assert not any("Ambush" in line or "volley" in line for line in lines)
    assert any("Ambush: has fired this turn yes" in line for line in told(club, "union"))


def test_owner_rolls_with_a_hidden_unit_where_the_site_umpires(site_fight: Fight) -> None:
    club, battle = site_fight
    row = volley(site_fight, "union", ["Ambush"], "Gray 1")
    page = url(battle, "card-roll", row.pk)
    assert browser(club, "union").get(page).status_code == HTTPStatus.OK
    assert browser(club, "confederate").get(page).status_code == HTTPStatus.NOT_FOUND


@pytest.mark.parametrize("who", ["umpire", "union", "confederate"])
def test_pages_take_few_queries(fight: Fight, who: str, django_assert_max_num_queries: DjangoAssertNumQueries) -> None:
    club, battle = fight
    row = volley(fight, "union", ["Blue 1"], "Gray 1")
    client = browser(club, who)
    pages = [url(battle, "card-rolls"), url(battle, "card-roll-new", "volley"), url(battle, "card-roll", row.pk)]
    for page in pages:
        with django_assert_max_num_queries(9):
            assert client.get(page).status_code == HTTPStatus.OK


# By program, and to the end.


def test_program_rolls_with_what_the_cards_fill_in(fight: Fight) -> None:
    club, battle = fight
    client = browser(club, "union")
    chosen = ids(battle, ["Blue 1", "Blue 2"], "Gray 1")
    body = {f"cards-{role}": some for role, some in chosen.items()} | {"inputs": {"in_cover": True}, "dice": "6"}
    answer = client.post(
        f"/api{url(battle, 'card-roll-new', 'volley')}", json.dumps(body), content_type="application/json"
    )
    assert answer.status_code == HTTPStatus.OK, answer.content
    row = CardRoll.objects.get()
    assert (row.inputs["stands"], row.inputs["in_cover"], row.result) == (12, True, "2 lost")


def test_losses_of_confirmed_rolls_are_in_the_result(fight: Fight) -> None:
    club, battle = fight
    row = volley(fight, "union", ["Blue 1"], "Gray 1")
    card_rolls.confirm_roll(club.viewer("confederate"), battle.pk, row.pk)
    both_request(club, battle, "end")
    page = browser(club, "confederate").get(url(battle, "side-result", "csa")).content.decode()
    assert 'value="2"' in page
