"""Written orders: sealed for their side and the umpire, revealed by either."""

from http import HTTPStatus

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from battles.models import Battle, WrittenOrder
from battles.services import orders
from battles.services.call_off import call_off
from battles.tests.builders import told
from battles.tests.cards import a_card_battle, card, open_cards
from campaign.errors import Refusal
from campaign.ids import hex_id
from campaign.models import Entry
from campaign.selectors.verify import verify
from campaign.tests.builders import Club
from campaign.tests.kept import kept

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("tin_book")]
Fight = tuple[Club, Battle]
TEXT = "Hold the table leg."


@pytest.fixture
@kept
def fight() -> Fight:
    club, battle = a_card_battle()
    open_cards(club, battle)
    return club, Battle.objects.get(pk=battle.pk)


def browser(club: Club, who: str) -> Client:
    client = Client()
    client.force_login(club.users[who])
    return client


def url(battle: Battle, name: str, *more: object) -> str:
    return reverse(f"battles:{name}", args=[battle.campaign_id, battle.id, *more])


def write(fight: Fight, **sent: str) -> WrittenOrder:
    club, battle = fight
    answer = browser(club, "union").post(url(battle, "order-new"), {"text": TEXT, **sent})
    assert answer.status_code == HTTPStatus.FOUND, answer.content
    return WrittenOrder.objects.get()


def test_order_is_read_by_its_side_and_the_umpire_alone(fight: Fight) -> None:
    club, battle = fight
    versions = {who: club.viewer(who).version for who in ("confederate", "observer", "union_west")}
    write(fight, unit=hex_id(card(battle, "Blue 1").pk))
    for who in ("union", "umpire"):
        page = browser(club, who).get(url(battle, "orders")).content.decode()
        assert TEXT in page
        assert "Blue 1" in page
    for who, version in versions.items():
        assert TEXT not in browser(club, who).get(url(battle, "orders")).content.decode()
        assert club.viewer(who).version == version
    assert "Union wrote an order for Blue 1." in told(club, "umpire")


@pytest.mark.parametrize("who", ["union", "umpire"])
def test_owner_or_umpire_reveals_an_order(fight: Fight, who: str) -> None:
    club, battle = fight
    order = write(fight, to="Left brigade")
    page = url(battle, "order-reveal", order.pk)
    assert TEXT in browser(club, who).get(page).content.decode()
    assert browser(club, who).post(page).status_code == HTTPStatus.FOUND
    assert TEXT in browser(club, "observer").get(url(battle, "orders")).content.decode()
    assert f"Union revealed its order of turn 1: {TEXT}" in told(club, "confederate")
    with pytest.raises(Refusal, match="already revealed"):
        orders.reveal_order(club.viewer("umpire"), battle.pk, order.pk)
    assert verify(club.campaign.pk) == []


@pytest.mark.parametrize("who", ["confederate", "observer", "union_west"])
def test_others_answer_as_if_there_were_no_order(fight: Fight, who: str) -> None:
    club, battle = fight
    order = write(fight)
    client = browser(club, who)
    hidden, nothing = (client.get(url(battle, "order-reveal", pk)) for pk in (order.pk, 12345))
    assert hidden.status_code == nothing.status_code == HTTPStatus.NOT_FOUND
    assert len(hidden.content) == len(nothing.content)


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"text": ""}, "Fill this in."),
        ({"text": "x" * 501}, "at most 500 characters"),
        ({"text": "One.\nTwo."}, "Enter one line"),
        ({"text": TEXT, "to": "x" * 61}, "at most 60 characters"),
        ({"text": TEXT, "unit": "f" * 16}, "isn’t one of the choices"),
    ],
)
def test_wrong_order_is_refused_and_nothing_is_written(fight: Fight, sent: dict[str, str], said: str) -> None:
    club, battle = fight
    before = Entry.objects.count()
    answer = browser(club, "union").post(url(battle, "order-new"), sent)
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert said in answer.content.decode()
    assert Entry.objects.count() == before


def test_enemy_unit_takes_no_order(fight: Fight) -> None:
    club, battle = fight
    gray = hex_id(card(battle, "Gray 1").pk)
    with pytest.raises(Refusal, match="one of your units"):
        orders.write_order(club.viewer("union"), battle.pk, text=TEXT, unit=gray)


def test_orders_are_public_after_the_battle(fight: Fight) -> None:
    club, battle = fight
    write(fight)
    call_off(club.viewer("umpire"), battle.pk)
    assert TEXT in browser(club, "observer").get(url(battle, "orders")).content.decode()
    with pytest.raises(Refusal, match="already over"):
        orders.write_order(club.viewer("union"), battle.pk, text=TEXT)


@pytest.mark.parametrize("who", ["union", "umpire", "confederate"])
def test_page_takes_few_queries(fight: Fight, who: str, django_assert_max_num_queries: DjangoAssertNumQueries) -> None:
    club, battle = fight
    write(fight)
    client = browser(club, who)
    with django_assert_max_num_queries(9):
        client.get(url(battle, "orders"))
