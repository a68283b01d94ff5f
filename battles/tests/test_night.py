"""The night: each side seals whether it stays or withdraws, and both choices open together (VG-8A, 8A3, 8B)."""

from functools import partial
from http import HTTPStatus
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from battles.models import Battle, BattleState, NightChoice
from battles.selectors.page import battle_page
from battles.services import night
from battles.tests.builders import (
    a_battle,
    a_toy_battle,
    both_request,
    choose,
    open_it,
    request,
    seal_both,
    to_dusk,
    told,
)
from battles.tests.test_table_pages import is_light
from campaign.errors import Refusal
from campaign.models import Entry, JournalLine
from campaign.selectors.verify import verify
from campaign.services.rewind import rewind
from campaign.services.sweep import sweep
from campaign.sources import SOURCES
from campaign.tests.builders import Club
from campaign.tests.kept import kept

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("tin_book")]
Fight = tuple[Club, Battle]


@kept
def opened() -> Fight:
    club, battle = a_battle()
    seal_both(club, battle)
    open_it(club, battle)
    return club, battle


@pytest.fixture
def dark() -> Fight:
    """Return a battle on the first night."""
    club, battle = opened()
    to_dusk(club, battle)
    return club, battle


def url(battle: Battle, name: str) -> str:
    return reverse(f"battles:{name}", args=[battle.campaign_id, battle.id])


def browser(club: Club, who: str) -> Client:
    client = Client()
    client.force_login(club.users[who])
    return client


def page_of(club: Club, battle: Battle, who: str) -> Any:
    return battle_page(club.viewer(who), battle.id, now=SOURCES.now())


def now_at(battle: Battle) -> tuple[str, int]:
    battle.refresh_from_db()
    return battle.state, battle.turn


class Test_Opening:
    @pytest.mark.rule("VG-8A")
    def test_next_day_begins_if_both_stay(self, dark: Fight) -> None:
        club, battle = dark
        assert now_at(battle) == (BattleState.NIGHT, 25)
        choose(club, battle, "union")
        assert now_at(battle) == (BattleState.NIGHT, 25)
        choose(club, battle, "confederate")
        assert now_at(battle) == (BattleState.DAY, 26)
        said = "Both armies stayed at Shiloh overnight. Day 2: turn 26"
        assert any(text.startswith(said) for text in told(club, "observer"))
        assert verify(club.campaign.id) == []

    @pytest.mark.rule("VG-8B")
    @pytest.mark.parametrize(
        ("choices", "ends"),
        [
            (("withdraw", "stay"), {"USA": "withdrew", "CSA": "held"}),
            (("stay", "withdraw"), {"USA": "held", "CSA": "withdrew"}),
            (("withdraw", "withdraw"), {"USA": "withdrew", "CSA": "withdrew"}),
        ],
    )
    def test_withdrawing_ends_the_battle(self, dark: Fight, choices: tuple[str, str], ends: dict[str, str]) -> None:
        club, battle = dark
        for who, choice in zip(("union", "confederate"), choices, strict=True):
            choose(club, battle, who, choice)
        assert now_at(battle) == (BattleState.RESULT, 25)
        assert battle.ends == ends
        assert any("(VG-8B.)" in text for text in told(club, "observer"))

    @pytest.mark.rule("VG-8A")
    def test_umpire_opens_it_and_the_silent_side_stays(self, dark: Fight) -> None:
        club, battle = dark
        choose(club, battle, "union")
        question = browser(club, "umpire").get(url(battle, "open-night"))
        assert "A side that has sealed no choice stays." in question.text
        assert browser(club, "umpire").post(url(battle, "open-night"), {}).status_code == HTTPStatus.FOUND
        assert now_at(battle) == (BattleState.DAY, 26)
        assert "Confederate sealed no choice for the night, so it stays at Shiloh. (VG-8A.)" in told(club, "union")

    @pytest.mark.parametrize("who", ["union", "observer", "outsider"])
    def test_only_the_umpire_opens_it(self, dark: Fight, who: str) -> None:
        club, battle = dark
        assert browser(club, who).post(url(battle, "open-night"), {}).status_code == HTTPStatus.NOT_FOUND

    def test_two_days_later_night_falls_again(self, dark: Fight) -> None:
        club, battle = dark
        for who in ("union", "confederate"):
            choose(club, battle, who)
        to_dusk(club, battle, turn=50)
        assert now_at(battle) == (BattleState.NIGHT, 50)
        for who in ("union", "confederate"):
            choose(club, battle, who)
        assert now_at(battle) == (BattleState.DAY, 51)

    def test_clock_goes_back_over_a_night(self, dark: Fight) -> None:
        club, battle = dark
        for who in ("union", "confederate"):
            choose(club, battle, who)
        both_request(club, battle, "back")
        assert now_at(battle) == (BattleState.DAY, 25)
        both_request(club, battle)
        assert now_at(battle) == (BattleState.NIGHT, 25)
        choose(club, battle, "union", "withdraw")
        assert page_of(club, battle, "confederate").sides[0].night == "has sealed its choice"

    def test_book_without_days_has_no_night(self) -> None:
        club, battle = a_toy_battle()
        seal_both(club, battle)
        open_it(club, battle)
        both_request(club, battle)
        assert now_at(battle) == (BattleState.DAY, 2)
        assert page_of(club, battle, "union").night_limits == ()


class Test_Secrecy:
    @pytest.mark.parametrize("choice", ["stay", "withdraw"])
    def test_others_learn_only_that_it_is_sealed(self, dark: Fight, choice: str) -> None:
        club, battle = dark
        choose(club, battle, "union", choice)
        for who in ("confederate", "observer", "union_west"):
            union = next(side for side in page_of(club, battle, who).sides if side.side == "USA")
            assert union.night == "has sealed its choice"
        for who in ("union", "umpire"):
            union = next(side for side in page_of(club, battle, who).sides if side.side == "USA")
            assert union.night == f"has sealed its choice: {choice}"
        last = JournalLine.objects.filter(feed_id=club.viewer("confederate").feed_id).order_by("-n")[0]
        assert last.announcement.text == "Union sealed whether it stays at Shiloh overnight or withdraws."
        assert Entry.objects.filter(kind="battle.night").get().payload == {"side": "USA"}

    def test_rewound_night_seals_the_first_choice_again(self, dark: Fight) -> None:
        club, battle = dark
        choose(club, battle, "union", "withdraw", sweeps=False)
        before = Entry.objects.filter(campaign=club.campaign).order_by("-seq")[0]
        choose(club, battle, "confederate")
        assert now_at(battle)[0] == BattleState.RESULT
        assert NightChoice.objects.get(side="USA").who_may_know() == "public"
        rewind(club.viewer("umpire"), entry_id=before.pk, reason="The hall was loud.")
        assert now_at(battle)[0] == BattleState.NIGHT
        assert NightChoice.objects.get().who_may_know() == battle.plan_audience("USA")
        assert page_of(club, battle, "confederate").sides[0].night == "has sealed its choice"
        sweep(club.campaign.id)
        choose(club, battle, "confederate")
        assert now_at(battle)[0] == BattleState.RESULT
        assert verify(club.campaign.id) == []


class Test_Page:
    @pytest.mark.rule("VG-8A1", "VG-8A3")
    def test_pages_state_the_limits_of_the_night(self, dark: Fight) -> None:
        club, battle = dark
        for who in ("union", "umpire", "observer"):
            for name in ("detail", "table"):
                page = browser(club, who).get(url(battle, name)).text
                assert "Neither army may move nearer to the enemy than it was at nightfall." in page
                assert "up to three standard moves" in page
                assert "Only brigades and batteries on the table at nightfall take part the next day." in page
        for who in ("union", "confederate"):
            choose(club, battle, who)
        assert page_of(club, battle, "union").night_limits
        both_request(club, battle)
        assert page_of(club, battle, "union").night_limits == ()

    def test_choice_by_the_page(self, dark: Fight) -> None:
        club, battle = dark
        client = browser(club, "union")
        assert "Stay or withdraw?" in client.get(url(battle, "night")).text
        answer = client.post(url(battle, "night"), {"choice": "withdraw", "turn": 25})
        assert (answer.status_code, answer["Location"]) == (HTTPStatus.FOUND, url(battle, "detail"))
        assert client.get(url(battle, "night")).status_code == HTTPStatus.CONFLICT
        assert page_of(club, battle, "union").next_move.sentence == "Confederate has not chosen for the night yet"

    @pytest.mark.parametrize(
        ("sent", "status"),
        [
            ({"turn": 25}, HTTPStatus.UNPROCESSABLE_ENTITY),
            ({"choice": "flee", "turn": 25}, HTTPStatus.UNPROCESSABLE_ENTITY),
            ({"choice": "stay"}, HTTPStatus.BAD_REQUEST),
            ({"choice": "stay", "turn": 24}, HTTPStatus.CONFLICT),
            ({"choice": "stay", "turn": 25, "entropy": "xyz"}, HTTPStatus.UNPROCESSABLE_ENTITY),
        ],
    )
    def test_bad_choice_is_refused_and_changes_nothing(self, dark: Fight, sent: dict[str, Any], status: int) -> None:
        club, battle = dark
        assert browser(club, "union").post(url(battle, "night"), sent).status_code == status
        assert not NightChoice.objects.exists()

    @pytest.mark.parametrize("who", ["umpire", "observer", "union_west", "outsider"])
    def test_only_a_side_chooses(self, dark: Fight, who: str) -> None:
        club, battle = dark
        sent = {"choice": "stay", "turn": 25}
        assert browser(club, who).post(url(battle, "night"), sent).status_code == HTTPStatus.NOT_FOUND

    def test_turn_cannot_be_asked_for_at_night(self, dark: Fight) -> None:
        club, battle = dark
        with pytest.raises(Refusal, match="isn’t being fought now"):
            request(club, battle, "union")

    def test_choice_waits_for_the_sweep(self) -> None:
        club, battle = opened()
        Battle.objects.filter(id=battle.id).update(turn=25)
        for who in ("union", "confederate"):
            request(club, battle, who)
        with pytest.raises(Refusal, match="still working"):
            choose(club, battle, "union")

    def test_choice_is_final(self, dark: Fight) -> None:
        club, battle = dark
        choose(club, battle, "union")
        again = partial(night.choose_for_night, club.viewer("union"), battle.id, choice="withdraw", turn=25)
        with pytest.raises(Refusal, match="Union has already sealed its choice for this night"):
            again()


@pytest.mark.parametrize("who", ["union", "umpire", "observer"])
def test_phone_page_stays_small_and_asks_little(dark: Fight, who: str, django_assert_max_num_queries: Any) -> None:
    club, battle = dark
    choose(club, battle, "union")
    for name in ("detail", "table"):
        client = browser(club, who)
        with django_assert_max_num_queries(9):
            page = client.get(url(battle, name))
        assert page.status_code == HTTPStatus.OK
    is_light(page)


def test_page_of_the_choice_is_light(dark: Fight) -> None:
    club, battle = dark
    is_light(browser(club, "union").get(url(battle, "night")))
