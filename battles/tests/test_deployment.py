"""The deployment: a draft of its own, sealed with the plan, and visible only to those who may know it (VG-6)."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from battles.conduct.orders import OrderEdit
from battles.models import Battle, Plan
from battles.selectors.deployment import deployment_page
from battles.selectors.forms import plan_page, plan_start
from battles.selectors.reads import conduct, plan_of, plans_of
from battles.services import ground, plans
from battles.tests.builders import a_battle, march
from campaign.errors import Refusal, Stale
from campaign.ids import hex_id
from campaign.models import Draft, Entry
from campaign.tests.api import Program
from campaign.tests.builders import Club
from rulesets.core.deployment import Deployment, Placed, Sight

pytestmark = [pytest.mark.django_db, pytest.mark.rule("VG-6")]
IN_THE_WOODS = Deployment((Placed("c0d0", "South", "left", Sight.HIDDEN, "In the woods."),))


@pytest.fixture
def fight() -> tuple[Club, Battle]:
    club, battle = a_battle()
    ground.choose_edge(club.viewer("union"), battle.id, edge="south")
    return club, battle


def url(battle: Battle, name: str = "deployment") -> str:
    return reverse(f"battles:{name}", args=[battle.campaign_id, battle.id])


def browser(club: Club, who: str) -> Client:
    client = Client()
    client.force_login(club.users[who])
    return client


def save(club: Club, battle: Battle, deployment: Deployment, *, version: int = 0) -> int:
    return plans.save_deployment(club.viewer("union"), battle.id, deployment=deployment, draft_version=version)


def seal(club: Club, battle: Battle) -> Plan:
    return plans.seal(club.viewer("union"), battle.id, plan={}, entropy="aa")


def test_form_saves_lines_that_say_something(fight: tuple[Club, Battle]) -> None:
    club, battle = fight
    typed = {"zone-c0d0": "South", "sector-c0d0": "left", "sight-c0d0": "hidden", "notes-c0d0": "In the woods."}
    answer = browser(club, "union").post(url(battle), {"draft_version": 0, **typed})
    assert (answer.status_code, answer["Location"]) == (302, url(battle, "plan"))
    assert deployment_page(club.viewer("union"), battle.id).deployment == IN_THE_WOODS
    page = browser(club, "union").get(url(battle)).text
    assert 'value="In the woods."' in page
    assert "1 line" in browser(club, "union").get(url(battle, "plan")).text


def test_draft_is_one_row_of_its_seat_and_not_in_the_journal(fight: tuple[Club, Battle]) -> None:
    club, battle = fight
    entries, before = Entry.objects.count(), {who: club.viewer(who).version for who in club.users if who != "outsider"}
    assert save(club, battle, IN_THE_WOODS) == 1
    assert save(club, battle, Deployment(), version=1) == 2
    assert Draft.objects.filter(subject__startswith="deployment:").count() == 1
    assert Entry.objects.count() == entries
    moved = {who for who, version in before.items() if club.viewer(who).version != version}
    assert moved == {"union"}
    with pytest.raises(Stale):
        save(club, battle, IN_THE_WOODS, version=1)


def test_plan_seals_and_unseals_the_deployment_with_it(fight: tuple[Club, Battle]) -> None:
    club, battle = fight
    save(club, battle, IN_THE_WOODS)
    row = seal(club, battle)
    assert row.body["deployment"]["lines"][0]["notes"] == "In the woods."
    read = browser(club, "union").get(url(battle)).text
    assert "South, left; hidden from the enemy’s zone; In the woods." in read
    assert "In the woods." in browser(club, "umpire").get(url(battle, "detail")).text
    for who in ("confederate", "observer"):
        assert "In the woods." not in browser(club, who).get(url(battle, "detail")).text
    plans.unseal(club.viewer("union"), battle.id)
    assert deployment_page(club.viewer("union"), battle.id).deployment == IN_THE_WOODS


def test_hidden_marks_of_a_division_hold_for_what_says_nothing_else(fight: tuple[Club, Battle]) -> None:
    club, battle = fight
    lines = (*IN_THE_WOODS.lines, Placed("c0d0b4", sight=Sight.VISIBLE), Placed("c0d1b1", sight=Sight.HIDDEN))
    save(club, battle, Deployment(lines))
    flank = march(battle, "USA", "right", "Sherman", points=1)
    plans.seal(club.viewer("union"), battle.id, plan=flank)
    planning, plan = conduct(battle).planning, plan_of(battle, plans_of(battle)["USA"])
    assert planning.hidden(plan) == {"c0d0b3", "c0d0g2", "c0d0g3", "c0d1b1"}


@pytest.mark.parametrize("who", ["umpire", "observer", "union_west", "outsider"])
def test_nobody_else_has_the_page(fight: tuple[Club, Battle], who: str) -> None:
    club, battle = fight
    assert browser(club, who).get(url(battle)).status_code == 404
    assert browser(club, who).post(url(battle), {"notes-c0d0": "Mine."}).status_code == 404


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"notes-c0d0": "x" * 201}, "200"),
        ({"notes-c0d0": "a\x0bb"}, "control characters"),
        ({"zone-c0d0": "North"}, "North"),
        ({"sector-c0d0": "up"}, "up"),
        ({"sight-c0d0b0": "seen"}, "seen"),
    ],
)
def test_bad_line_is_refused_at_its_field(fight: tuple[Club, Battle], typed: dict[str, str], said: str) -> None:
    club, battle = fight
    answer = browser(club, "union").post(url(battle), {"draft_version": 0, **typed})
    assert answer.status_code == 422
    assert said in str(answer.context["form"].errors[next(iter(typed))])
    assert not Draft.objects.exists()


def test_service_refuses_what_the_form_does_not_offer(fight: tuple[Club, Battle]) -> None:
    club, battle = fight
    wrong = (Placed("c9d9"), Placed("c0d0", "Moon"), Placed("c0d0", sector="up"), Placed("c0d1", notes="a\nb"))
    save(club, battle, Deployment(wrong))
    with pytest.raises(Refusal) as refused:
        seal(club, battle)
    for words in ("isn’t in your order of battle", "twice", "sector other than", "notes must be lines"):
        assert words in refused.value.sentence
    save(club, battle, Deployment((Placed("c0d0", "Moon"),)), version=1)
    with pytest.raises(Refusal, match="the zone Moon, which isn’t yours"):
        seal(club, battle)
    assert not Plan.objects.exists()


def test_edit_of_the_order_keeps_the_drafts_and_lists_what_no_longer_fits(fight: tuple[Club, Battle]) -> None:
    club, battle = fight
    union, flank = club.viewer("union"), march(battle, "USA", "right", "Sherman", points=2)
    plans.save_draft(union, battle.id, plan=flank, draft_version=0)
    save(club, battle, Deployment((Placed("c0d0b4", notes="On the road."),)))
    assert plan_page(club.viewer("union"), plan_start(union, battle.id), battle.id).problems == ()
    edit = OrderEdit("merge", "c0d0b4", "c0d0b3")
    plans.edit_order(club.viewer("union"), battle.id, edit=edit, draft_version=0)
    start = plan_start(club.viewer("union"), battle.id)
    problems = plan_page(club.viewer("union"), start, battle.id).problems
    assert start.draft == flank
    assert any("isn’t under its leader" in problem for problem in problems)
    assert any("isn’t in your order of battle" in problem for problem in problems)
    shown = browser(club, "union").get(url(battle, "plan")).text
    assert all(problem in shown for problem in problems)
    assert "isn’t in your order of battle" in browser(club, "union").get(url(battle)).text


def test_pages_take_at_most_9_queries(fight: tuple[Club, Battle]) -> None:
    club, battle = fight
    save(club, battle, IN_THE_WOODS)
    union = browser(club, "union")
    for name in ("plan", "deployment"):
        with CaptureQueriesContext(connection) as asked:
            assert union.get(url(battle, name)).status_code == 200
        assert len(asked) <= 9, name


def test_program_reads_and_saves_the_deployment(fight: tuple[Club, Battle]) -> None:
    _, battle = fight
    path = f"c/{hex_id(battle.campaign_id)}/b/{hex_id(battle.pk)}/plan/deployment/"
    assert Program("union").get(path).json()["deployment"]["lines"] == []
    Program("union").post(path, **{"draft_version": 0, "notes-c0d0": "In the woods."})
    assert Program("union").get(path).json()["deployment"]["lines"][0]["notes"] == "In the woods."
    assert Program("confederate").get(path).json()["deployment"]["lines"] == []
