"""VG-4: a side's last order of battle, copied to its next battle as far as its army still has what is in it."""

from dataclasses import replace
from http import HTTPStatus

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from battles.conduct.orders import OrderEdit
from battles.models import Battle, BattleState
from battles.selectors.order_of_battle import order_page
from battles.services import plans
from battles.services.begin import begin_one_off
from battles.services.call_off import call_off
from battles.tests.builders import a_battle, begin_agreed, shiloh
from campaign.errors import Refusal, Stale
from campaign.ids import hex_id
from campaign.models import Draft, Entry, Feed
from campaign.services.sweep import sweep
from campaign.tests.api import Program
from campaign.tests.builders import Club, a_club
from campaign.tests.kept import kept
from rulesets.core.brief_form import shipped_briefs
from war.models import Contact
from war.tests.builders import agree_on_table

pytestmark = [pytest.mark.django_db, pytest.mark.rule("VG-4")]
Fight = tuple[Club, Battle]
EDITS = (
    OrderEdit("rename", "c0d0b0", name="The Iron Brigade", commander="John Gibbon"),
    OrderEdit("merge", "c0d0b1", "c0d0b2"),
)
MOST_QUERIES = 9


@kept
def on_the_map() -> Fight:
    """Seal an edited order of battle at Shiloh, call the battle off, and begin it again."""
    club, battle = a_battle()
    seal_edited(club, battle)
    call_off(club.viewer("umpire"), battle.pk)
    sweep(club.campaign.pk)
    contact = Contact.objects.get(campaign=club.campaign)
    agree_on_table(club, contact)
    return club, begin_agreed(club, contact)


@kept
def one_off() -> Fight:
    """Seal an edited order of battle for Shiloh in a one-off campaign; its next battle is Shiloh with fewer men."""
    club = a_club(name="Shiloh", one_off=True)
    battle = begin_one_off(None, name="Shiloh", brief=shiloh(), campaign_id=club.campaign.pk)
    seal_edited(club, battle)
    call_off(club.viewer("umpire"), battle.pk)
    brief = shiloh()
    army = brief.sides["USA"]
    fewer = replace(army, strength=army.strength[1:], leaders=army.leaders[1:])
    again = replace(brief, name="Second day", sides={**brief.sides, "USA": fewer}, strategic_table=None)
    return club, begin_one_off(None, name="Second day", brief=again, campaign_id=club.campaign.pk)


def seal_edited(club: Club, battle: Battle) -> None:
    union = club.viewer("union")
    for version, edit in enumerate(EDITS):
        plans.edit_order(union, battle.pk, edit=edit, draft_version=version)
    plans.seal(club.viewer("union"), battle.pk, plan={})


@pytest.fixture(params=[on_the_map, one_off])
def fight(request: pytest.FixtureRequest) -> Fight:
    found: Fight = request.param()
    return found


def url(battle: Battle, name: str = "order-copy") -> str:
    return reverse(f"battles:{name}", args=[battle.campaign_id, battle.id])


def browser(club: Club, who: str = "union") -> Client:
    client = Client()
    client.force_login(club.users[who])
    return client


def path(battle: Battle) -> str:
    return f"c/{hex_id(battle.campaign_id)}/b/{hex_id(battle.pk)}/plan/order/copy/"


def names(club: Club, battle: Battle, who: str = "union") -> list[str]:
    view = order_page(club.viewer(who), battle.pk).order
    return [brigade.name for command in view.commands for brigade in command.brigades]


def test_page_copies_names_and_structure(fight: Fight) -> None:
    club, battle = fight
    assert "The Iron Brigade" not in names(club, battle)
    client = browser(club)
    assert f'href="{url(battle)}"' in client.get(url(battle, "order")).text
    assert "The copy of your order of battle for Shiloh" in client.get(url(battle)).text
    answer = client.post(url(battle), {"draft_version": 0})
    assert (answer.status_code, answer["Location"]) == (HTTPStatus.FOUND, f"{url(battle, 'order')}#at-")
    assert "The Iron Brigade" in names(club, battle)
    assert "John Gibbon" in client.get(url(battle, "order")).text
    assert order_page(club.viewer("union"), battle.pk).order.is_legal


def test_page_says_that_everything_is_there() -> None:
    club, battle = on_the_map()
    text = browser(club).get(url(battle)).text
    assert "Everything in it is still in your army." in text
    assert "What can’t be the same" not in text


def test_page_says_what_cannot_be_copied() -> None:
    club, battle = one_off()
    text = browser(club).get(url(battle)).text
    assert "1 strength point of that battle isn’t in this army." in text
    assert "Grant isn’t in this army, so Grant’s corps is under an invented leader." in text
    assert "The army has 2 batteries fewer than in that battle." in text


def test_battle_of_other_troops_keeps_what_it_can() -> None:
    club, _ = one_off()
    for battle in Battle.objects.filter(state=BattleState.PLANS):
        call_off(club.viewer("umpire"), battle.pk)
    brief = shipped_briefs()["perryville"]
    battle = begin_one_off(None, name="Perryville", brief=brief, campaign_id=club.campaign.pk)
    plans.copy_order(club.viewer("union"), battle.pk, draft_version=0)
    assert order_page(club.viewer("union"), battle.pk).order.is_legal
    assert "9 strength points of that battle aren’t in this army." in browser(club).get(url(battle)).text


def test_program_reads_and_copies_the_same(fight: Fight) -> None:
    club, battle = fight
    read = Program("union").get(path(battle)).json()
    assert (read["earlier"], read["may_copy"], read["broken"]) == ("Shiloh", True, 0)
    assert Program("union").post(path(battle), draft_version=0).json()["done"]
    assert "The Iron Brigade" in names(club, battle)


@pytest.mark.parametrize("who", ["umpire", "observer", "outsider"])
def test_only_the_side_has_the_page(fight: Fight, who: str) -> None:
    club, battle = fight
    assert browser(club, who).get(url(battle)).status_code == HTTPStatus.NOT_FOUND
    assert browser(club, who).post(url(battle), {"draft_version": 0}).status_code == HTTPStatus.NOT_FOUND
    assert not Draft.objects.filter(subject=f"order:{battle.pk}").exists()


def test_side_that_never_sealed_has_nothing_to_copy(fight: Fight) -> None:
    club, battle = fight
    client = browser(club, "confederate")
    assert url(battle) not in client.get(url(battle, "order")).text
    assert "Your side hasn’t sealed an order of battle in another battle" in client.get(url(battle)).text
    answer = client.post(url(battle), {"draft_version": 0})
    assert answer.status_code == HTTPStatus.CONFLICT
    assert "Your side hasn’t sealed an order of battle in another battle of this campaign." in answer.text
    with pytest.raises(Refusal, match="hasn’t sealed an order of battle"):
        plans.copy_order(club.viewer("confederate"), battle.pk, draft_version=0)
    assert Draft.objects.filter(subject=f"order:{battle.pk}").count() == 0


def test_same_request_copies_once_and_an_old_page_is_stale(fight: Fight) -> None:
    club, battle = fight
    union = club.viewer("union")
    for _ in range(2):
        plans.copy_order(union, battle.pk, draft_version=0, key="k")
    assert Draft.objects.get(subject=f"order:{battle.pk}").version == 1
    with pytest.raises(Stale):
        plans.copy_order(union, battle.pk, draft_version=0, key="other")


def test_sealed_order_is_not_replaced(fight: Fight) -> None:
    club, battle = fight
    plans.seal(club.viewer("union"), battle.pk, plan={})
    assert browser(club).post(url(battle), {"draft_version": 0}).status_code == HTTPStatus.CONFLICT
    assert "can’t change now" in browser(club).get(url(battle)).text


def test_commander_of_another_theater_copies_nothing() -> None:
    club, battle = on_the_map()
    assert browser(club, "union_west").get(url(battle)).status_code == HTTPStatus.NOT_FOUND


def test_pages_take_few_queries(fight: Fight, django_assert_max_num_queries: DjangoAssertNumQueries) -> None:
    club, battle = fight
    client = browser(club)
    for name in ("order", "order-copy", "order-file"):
        client.get(url(battle, name))
        with django_assert_max_num_queries(MOST_QUERIES):
            client.get(url(battle, name))


class Test_nobody_else_learns_of_a_copy:
    OTHERS = ("umpire", "union_west", "confederate", "observer", "outsider")

    def seen(self, club: Club, battle: Battle) -> dict[str, object]:
        """Return what the others see of the battle, with the number of queries of each page."""
        found: dict[str, object] = {}
        for who in self.OTHERS:
            client = browser(club, who)
            for name in ("detail", "plan", "order", "order-copy", "order-file", "order-export"):
                client.get(url(battle, name))
                with CaptureQueriesContext(connection) as queries:
                    answer = client.get(url(battle, name))
                found[f"{who} {name}"] = answer.status_code, len(answer.content), len(queries.captured_queries)
        return found

    def untouched(self, club: Club) -> tuple[object, ...]:
        own = club.viewer("union").feed_id
        feeds = Feed.objects.order_by("id")
        due, others = feeds.values_list("game_since", "talk_since"), feeds.exclude(id=own).values_list("id", "version")
        return Entry.objects.count(), tuple(due), tuple(others)

    def test_pages_versions_journal_and_mail_stay(self, fight: Fight) -> None:
        club, battle = fight
        before = self.seen(club, battle), self.untouched(club)
        plans.copy_order(club.viewer("union"), battle.pk, draft_version=0)
        assert (self.seen(club, battle), self.untouched(club)) == before
