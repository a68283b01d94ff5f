"""Requests for the next turn: both sides may ask at once, each counts once, and none moves a later turn."""

import re
from collections.abc import Callable
from http import HTTPStatus
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from battles.models import Battle, BattleState, TurnRequest, UmpireWork
from battles.tests.builders import a_battle, a_toy_battle, both_request, open_it, open_unswept, request, seal_both
from campaign.ids import hex_id
from campaign.models import Entry, JournalLine
from campaign.selectors.verify import verify
from campaign.services import talk
from campaign.services.sweep import sweep
from campaign.tests.api import Program, refusal
from campaign.tests.builders import Club

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("tin_book")]
LAST_OF_DAY = 25
Fight = tuple[Club, Battle]


def opened(begin: Callable[[], Fight]) -> Fight:
    club, battle = begin()
    seal_both(club, battle)
    open_it(club, battle)
    return club, battle


@pytest.fixture
def fight() -> Fight:
    return opened(a_toy_battle)


@pytest.fixture
def dusk() -> Fight:
    """Return a battle on the last turn of its first day."""
    club, battle = opened(a_battle)
    Battle.objects.filter(id=battle.id).update(turn=LAST_OF_DAY)
    return club, battle


def url(battle: Battle, name: str = "detail") -> str:
    return reverse(f"battles:{name}", args=[battle.campaign_id, battle.id])


def browser(club: Club, who: str) -> Client:
    client = Client()
    client.force_login(club.users[who])
    return client


def ask(club: Club, who: str, battle: Battle, asks_for: str = "on", turn: Any = 1, **more: Any) -> Any:
    return browser(club, who).post(url(battle, "request"), {"asks_for": asks_for, "turn": turn, **more})


def read(club: Club, who: str, address: str) -> str:
    return browser(club, who).get(address).text


def turn_of(battle: Battle) -> int:
    sweep(battle.campaign_id)
    return Battle.objects.get(id=battle.id).turn


def recorded() -> tuple[int, int]:
    return Entry.objects.count(), JournalLine.objects.count()


class Test_Counting:
    def test_both_requests_from_old_pages_count(self, fight: Fight) -> None:
        club, battle = fight
        versions = {who: club.viewer(who).version for who in ("union", "confederate")}
        for who, version in versions.items():
            assert ask(club, who, battle, version=version).status_code == HTTPStatus.FOUND
        assert turn_of(battle) == 2

    def test_news_the_side_has_not_seen_does_not_refuse_its_request(self, fight: Fight) -> None:
        club, battle = fight
        version = club.viewer("union").version
        talk.say(club.viewer("union_west"), to="side", text="They come.")
        assert ask(club, "union", battle, version=version).status_code == HTTPStatus.FOUND
        assert TurnRequest.objects.get().side == "USA"

    def test_clock_moves_only_when_both_sides_agree(self, fight: Fight) -> None:
        club, battle = fight
        ask(club, "union", battle)
        assert turn_of(battle) == 1
        ask(club, "confederate", battle)
        assert turn_of(battle) == 2
        ask(club, "union", battle, "back", 2)
        ask(club, "confederate", battle, "on", 2)
        assert turn_of(battle) == 2
        ask(club, "confederate", battle, "back", 2)
        assert turn_of(battle) == 1

    def test_same_wish_again_changes_nothing_and_answers_alike(self, fight: Fight) -> None:
        club, battle = fight
        first, before = ask(club, "union", battle), recorded()
        again = ask(club, "union", battle, key="another")
        assert (again.status_code, again["Location"]) == (first.status_code, first["Location"])
        assert recorded() == before
        assert verify(club.campaign.id) == []

    def test_other_wish_from_the_same_page_replaces_the_first(self, fight: Fight) -> None:
        club, battle = fight
        for asks_for in ("on", "end"):
            ask(club, "union", battle, asks_for, key="k" * 32, leaves="CSA")
        assert TurnRequest.objects.get().asks_for == "end"

    @pytest.mark.parametrize("who", ["umpire", "union"])
    def test_request_after_the_step_is_told_the_turn_and_changes_nothing(self, fight: Fight, who: str) -> None:
        club, battle = fight
        both_request(club, battle)
        before = recorded()
        answer = ask(club, who, battle, turn=1)
        assert (answer.status_code, "It’s now turn 2." in answer.text) == (HTTPStatus.CONFLICT, True)
        assert (recorded(), turn_of(battle)) == (before, 2)

    def test_same_key_acts_once(self, fight: Fight) -> None:
        club, battle = fight
        for _ in range(2):
            assert ask(club, "umpire", battle, key="k" * 32).status_code == HTTPStatus.FOUND
            sweep(club.campaign.id)
        assert turn_of(battle) == 2


class Test_Bad_requests:
    def test_request_without_a_turn_is_a_bad_request(self, fight: Fight) -> None:
        club, battle = fight
        answer = browser(club, "union").post(url(battle, "request"), {"asks_for": "on"})
        assert answer.status_code == HTTPStatus.BAD_REQUEST
        assert "Name the turn that you ask to end." in answer.text
        assert not TurnRequest.objects.exists()

    @pytest.mark.parametrize(
        ("field", "value"),
        [
            ("asks_for", "sideways"),
            ("turn", "99999999999999999999"),
            ("turn", "two"),
            ("entropy", "xyz"),
            ("entropy", "a" * 500),
        ],
    )
    def test_invalid_request_is_refused_and_changes_nothing(self, fight: Fight, field: str, value: str) -> None:
        club, battle = fight
        sent: dict[str, Any] = {"turn": 1, field: value}
        answer = ask(club, "union", battle, **sent)
        assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
        assert not TurnRequest.objects.exists()

    def test_request_waits_for_the_sweep(self) -> None:
        club, battle = a_toy_battle()
        seal_both(club, battle)
        open_unswept(club, battle)
        answer = ask(club, "union", battle)
        assert (answer.status_code, "still working" in answer.text) == (HTTPStatus.CONFLICT, True)
        sweep(club.campaign.id)
        assert ask(club, "union", battle).status_code == HTTPStatus.FOUND

    def test_request_depends_on_nothing_its_side_cannot_see(self, fight: Fight) -> None:
        club, battle = fight
        UmpireWork.objects.update(step=0)
        assert ask(club, "union", battle).status_code == HTTPStatus.FOUND


class Test_Api:
    def test_programs_count_and_are_refused_alike(self, fight: Fight) -> None:
        battle = fight[1]
        path = f"c/{hex_id(battle.campaign_id)}/b/{hex_id(battle.pk)}/request/"
        union, confederate = Program("union"), Program("confederate")
        assert refusal(union.post(path, asks_for="on"), 400, "turn") == "Name the turn that you ask to end."
        assert union.post(path, asks_for="on", turn=1).json() == {"done": True, "again": False}
        before = recorded()
        assert union.post(path, asks_for="on", turn=1).json() == {"done": True, "again": True}
        assert recorded() == before
        assert confederate.post(path, asks_for="on", turn=1).json()["done"]
        assert refusal(union.post(path, asks_for="on", turn=1), 409) == "It’s now turn 2."
        assert turn_of(battle) == 2


class Test_Page:
    def test_request_made_stays_a_button_and_says_so(self, fight: Fight) -> None:
        club, battle = fight
        assert 'class="button main"' in read(club, "union", url(battle))
        ask(club, "union", battle)
        page = read(club, "union", url(battle))
        assert re.search(r'id="request-on"[^>]*>.*?Next turn<span class="hide">, asked for</span>', page, re.DOTALL)
        assert 'class="button main"' not in page

    def test_buttons_stay_out_of_use_while_the_site_works(self, fight: Fight) -> None:
        club, battle = fight
        for who in ("union", "confederate"):
            ask(club, who, battle)
        assert re.findall(r'aria-disabled="(\w+)"', read(club, "union", url(battle, "table"))) == ["true"] * 3
        sweep(club.campaign.id)
        assert "aria-disabled" not in read(club, "union", url(battle, "table"))

    def test_refusal_stands_outside_the_part_that_replaces_itself(self, fight: Fight) -> None:
        club, battle = fight
        both_request(club, battle)
        page = ask(club, "union", battle, turn=1).text
        assert page.index('id="refused"') < page.index("It’s now turn 2.") < page.index('id="battle"')

    def test_request_to_end_is_shown_on_every_page(self, fight: Fight) -> None:
        club, battle = fight
        ask(club, "union", battle, "end", leaves="CSA")
        said = "Union proposed to end the battle: Union held the field, and Confederate withdrew."
        for who in ("umpire", "union", "confederate", "observer"):
            for page in ("detail", "table"):
                assert said in read(club, who, url(battle, page)), (who, page)

    def test_both_sides_can_move_after_conflicting_requests(self, fight: Fight) -> None:
        club, battle = fight
        for who, asks_for in (("union", "end"), ("confederate", "on")):
            ask(club, who, battle, asks_for, leaves="CSA")
        for who in ("union", "confederate"):
            assert "Play turn 1 of Nursery floor, then ask for the next" in read(club, who, "/")
            text = read(club, who, url(battle, "table"))
            assert "Waiting for both sides to agree" in text
            assert "Confederate is ready for the next turn." in text


class Test_Nightfall:
    def test_last_turn_of_the_day_asks_first(self, dusk: Fight) -> None:
        club, battle = dusk
        page = read(club, "union", url(battle))
        assert re.search(rf'href="{url(battle, "end-day")}">\s*End the day\s*</a>', page)
        question = read(club, "union", url(battle, "end-day"))
        assert "Once both sides have asked for it, night falls" in question
        assert "If both stay, day 2 begins with turn 26." in question
        assert not TurnRequest.objects.exists()

    @pytest.mark.parametrize(("page", "back"), [("detail", ""), ("table", "?from=table")])
    def test_answer_counts_as_a_request_and_returns(self, dusk: Fight, page: str, back: str) -> None:
        club, battle = dusk
        question = read(club, "union", url(battle, "end-day") + back)
        sent = dict(re.findall(r'name="(asks_for|turn|from)" value="(\w+)"', question))
        for _ in range(2):
            answer = browser(club, "union").post(url(battle, "end-day"), sent)
            assert (answer.status_code, answer["Location"]) == (HTTPStatus.FOUND, url(battle, page))
        assert TurnRequest.objects.get().side == "USA"
        request(club, battle, "confederate")
        assert turn_of(battle) == LAST_OF_DAY
        assert Battle.objects.get().state == BattleState.NIGHT

    def test_late_answer_is_told_the_turn(self, dusk: Fight) -> None:
        club, battle = dusk
        both_request(club, battle)
        answer = browser(club, "union").post(url(battle, "end-day"), {"asks_for": "on", "turn": LAST_OF_DAY})
        assert (answer.status_code, "isn’t being fought now" in answer.text) == (HTTPStatus.CONFLICT, True)

    def test_other_turns_ask_nothing(self, fight: Fight) -> None:
        club, battle = fight
        assert url(battle, "end-day") not in read(club, "union", url(battle))
        assert browser(club, "union").get(url(battle, "end-day")).status_code == HTTPStatus.CONFLICT

    @pytest.mark.parametrize("who", ["observer", "outsider"])
    def test_only_those_who_move_the_clock_are_asked(self, dusk: Fight, who: str) -> None:
        club, battle = dusk
        assert browser(club, who).get(url(battle, "end-day")).status_code == HTTPStatus.NOT_FOUND
