"""Plans as their side meets them: a draft says that it is kept, and unsealing asks first."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from http import HTTPStatus

import pytest
from django.test import Client
from django.urls import reverse

from battles.models import Battle, Plan
from battles.selectors.forms import plan_start
from battles.selectors.page import battle_page
from battles.services import plans
from battles.tests.builders import a_battle, march
from campaign.ids import hex_id
from campaign.services.sweep import sweep
from campaign.sources import SOURCES, SeededSources
from campaign.tests.api import Program
from campaign.tests.builders import Club

pytestmark = pytest.mark.django_db
EVENING = datetime(1862, 4, 5, 14, 42, tzinfo=UTC)
FINISH, MAKE = "Finish the plan", "Make the plan"
Fight = tuple[Club, Battle]


@pytest.fixture
def clock() -> Iterator[SeededSources]:
    sources = SeededSources("plans", now=EVENING)
    with SOURCES.using(sources):
        yield sources


@pytest.fixture
def fight(clock: SeededSources) -> Fight:
    return a_battle()


def url(battle: Battle, name: str) -> str:
    return reverse(f"battles:{name}", args=[battle.campaign_id, battle.id])


def browser(club: Club, who: str) -> Client:
    client = Client()
    client.force_login(club.users[who])
    return client


def read(club: Club, who: str, address: str) -> str:
    return browser(club, who).get(address).text


def draft(club: Club, battle: Battle, who: str = "union") -> None:
    plans.save_draft(club.viewer(who), battle.id, plan={}, draft_version=0)


def homes(battle: Battle) -> list[str]:
    return ["/", reverse("campaigns:page", args=[battle.campaign_id]), url(battle, "detail")]


class Test_Draft:
    def test_saved_draft_says_when_it_was_kept(self, fight: Fight, clock: SeededSources) -> None:
        club, battle = fight
        assert "Kept " not in read(club, "union", url(battle, "plan"))
        browser(club, "union").post(url(battle, "draft"), {"draft_version": 0})
        clock.clock += timedelta(minutes=5)
        assert re.search(r"Kept <time[^>]*>today 14:42</time>", read(club, "union", url(battle, "plan")))
        browser(club, "union").post(url(battle, "draft"), {"draft_version": 1})
        assert ">today 14:47</time>" in read(club, "union", url(battle, "plan"))

    def test_program_reads_when_its_draft_was_kept(self, fight: Fight) -> None:
        club, battle = fight
        path = f"c/{hex_id(battle.campaign_id)}/b/{hex_id(battle.pk)}/plan/"
        assert Program("union").get(path).json()["draft_saved_at"] is None
        draft(club, battle)
        assert Program("union").get(path).json()["draft_saved_at"].startswith("1862-04-05T14:42")
        assert Program("confederate").get(path).json()["draft_saved_at"] is None

    def test_home_campaign_and_battle_say_finish_the_plan(self, fight: Fight) -> None:
        club, battle = fight
        assert all(MAKE in read(club, "union", page) for page in homes(battle))
        draft(club, battle)
        for page in homes(battle):
            text = read(club, "union", page)
            assert (FINISH in text, MAKE in text) == (True, False), page

    def test_draft_is_told_to_nobody_else(self, fight: Fight) -> None:
        club, battle = fight
        before = {(who, page): read(club, who, page).count("plan") for who in club.users for page in homes(battle)}
        draft(club, battle)
        for (who, page), count in before.items():
            text = read(club, who, page)
            assert (FINISH in text) == (who == "union"), (who, page)
            if who != "union":
                assert text.count("plan") == count

    def test_umpire_viewing_as_the_seat_sees_no_draft(self, fight: Fight) -> None:
        club, battle = fight
        draft(club, battle)
        umpire = browser(club, "umpire")
        umpire.post(reverse("campaigns:view-as", args=[battle.campaign_id, club.viewer("union").seat_id]))
        for page in homes(battle)[1:]:
            assert FINISH not in umpire.get(page).text


class Test_Unsealing:
    def test_unsealing_asks_first_and_keeps_what_was_sealed(self, fight: Fight) -> None:
        club, battle = fight
        plans.seal(club.viewer("union"), battle.id, plan=march(battle, "USA", "right", "Sherman", points=1))
        for page in ("detail", "plan"):
            assert f'href="{url(battle, "unseal")}"' in read(club, "union", url(battle, page))
        question = read(club, "union", url(battle, "unseal"))
        assert "drafts again" in question
        assert Plan.objects.count() == 1
        answer = browser(club, "union").post(url(battle, "unseal"))
        assert (answer.status_code, answer["Location"]) == (HTTPStatus.FOUND, url(battle, "plan"))
        assert not Plan.objects.exists()
        assert plan_start(club.viewer("union"), battle.id).draft == march(battle, "USA", "right", "Sherman", points=1)

    @pytest.mark.parametrize("who", ["umpire", "observer", "union_west", "outsider"])
    def test_only_those_who_know_the_plan_are_asked(self, fight: Fight, who: str) -> None:
        club, battle = fight
        plans.seal(club.viewer("union"), battle.id, plan={})
        assert browser(club, who).get(url(battle, "unseal")).status_code == HTTPStatus.NOT_FOUND

    def test_question_refuses_what_the_answer_would(self, fight: Fight, clock: SeededSources) -> None:
        club, battle = fight
        said = {}
        for what in ("open", "late", "both"):
            if what == "late":
                plans.seal(club.viewer("union"), battle.id, plan={})
                clock.clock += timedelta(hours=73)
                sweep(club.campaign.id)
            if what == "both":
                plans.seal(club.viewer("confederate"), battle.id, plan={})
            answer = browser(club, "union").get(url(battle, "unseal"))
            assert answer.status_code == HTTPStatus.CONFLICT
            said[what] = answer.text
        assert "Your side hasn’t sealed a plan." in said["open"]
        assert "The deadline has passed, so a sealed plan is final. (House rule R-57.)" in said["late"]
        assert "Both sides have sealed, so plans are final." in said["both"]

    def test_plan_page_says_why_the_plan_is_final(self, fight: Fight, clock: SeededSources) -> None:
        club, battle = fight
        plans.seal(club.viewer("union"), battle.id, plan={})
        clock.clock += timedelta(hours=73)
        sweep(club.campaign.id)
        page = read(club, "union", url(battle, "plan"))
        assert "It can’t change now." in page
        assert url(battle, "unseal") not in page
        assert not battle_page(club.viewer("union"), battle.id, now=SOURCES.now()).may_unseal
