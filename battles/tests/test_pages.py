"""The pages of a battle: they work, refuse the wrong method, know no stranger, and cost few queries."""

import re
from http import HTTPStatus

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries, DjangoCaptureOnCommitCallbacks  # noqa: F401

from battles.models import Battle, Plan, SideResult, TurnRequest
from battles.tests.builders import a_toy_battle, both_tap, open_it, seal_both
from campaign.models import Campaign
from campaign.services.sweep import sweep
from campaign.tests.builders import Club

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("tin_book")]


@pytest.fixture
def fight() -> tuple[Club, Battle]:
    return a_toy_battle()


@pytest.fixture
def open_fight(fight: tuple[Club, Battle]) -> tuple[Club, Battle]:
    seal_both(*fight)
    open_it(*fight)
    return fight


@pytest.fixture
def over(open_fight: tuple[Club, Battle]) -> tuple[Club, Battle]:
    both_tap(*open_fight, "end")
    return open_fight


def browser(club: Club, who: str) -> Client:
    client = Client()
    client.force_login(club.users[who])
    return client


def read(club: Club, who: str, address: str) -> str:
    return browser(club, who).get(address).content.decode()


def url(battle: Battle, name: str = "detail", *more: str) -> str:
    return reverse(f"battles:{name}", args=[battle.campaign_id, battle.id, *more])


@pytest.mark.parametrize("who", ["umpire", "union", "union_west", "confederate", "observer"])
@pytest.mark.parametrize("page", ["detail", "table"])
def test_everyone_with_a_seat_reads_the_battle(fight: tuple[Club, Battle], who: str, page: str) -> None:
    club, battle = fight
    assert browser(club, who).get(url(battle, page)).status_code == HTTPStatus.OK


@pytest.mark.parametrize("who", ["umpire", "union", "observer"])
def test_the_battle_page_leads_to_its_own_sealed_dice(fight: tuple[Club, Battle], who: str) -> None:
    club, battle = fight
    link = re.search(r'href="([^"#]+)#([^"]+)">The sealed dice of this battle', read(club, who, url(battle)))
    assert link
    assert f'id="{link[2]}" aria-label="{battle.name}"' in read(club, who, link[1])


def test_an_outsider_finds_nothing(fight: tuple[Club, Battle]) -> None:
    club, battle = fight
    for page in ("detail", "table", "plan", "open"):
        assert browser(club, "outsider").get(url(battle, page)).status_code == HTTPStatus.NOT_FOUND


def test_the_plan_page_is_for_the_seats_of_its_scope_alone(fight: tuple[Club, Battle]) -> None:
    club, battle = fight
    statuses = {w: browser(club, w).get(url(battle, "plan")).status_code for w in ("union", "union_west", "umpire")}
    assert statuses == {"union": 200, "union_west": 404, "umpire": 404}


def test_an_empty_plan_is_sealed_and_taken_back(fight: tuple[Club, Battle]) -> None:
    club, battle = fight
    client = browser(club, "union")
    posted = client.post(url(battle, "plan"), {"entropy": "ab" * 32})
    assert (posted.status_code, posted["Location"]) == (302, url(battle))
    assert "sealed" in client.get(url(battle)).content.decode()
    assert Plan.objects.filter(battle=battle, side="USA").exists()
    client.post(url(battle, "take-back"))
    assert not Plan.objects.filter(battle=battle).exists()


def test_nothing_is_taken_back_once_both_have_sealed(fight: tuple[Club, Battle]) -> None:
    club, battle = fight
    seal_both(club, battle)
    answer = browser(club, "union").post(url(battle, "take-back"))
    assert answer.status_code == HTTPStatus.CONFLICT
    assert "no longer be taken back" in answer.content.decode()


def test_only_the_umpire_opens(fight: tuple[Club, Battle]) -> None:
    club, battle = fight
    seal_both(club, battle)
    assert browser(club, "union").post(url(battle, "open")).status_code == HTTPStatus.NOT_FOUND
    assert browser(club, "umpire").post(url(battle, "open")).status_code == HTTPStatus.FOUND
    assert Battle.objects.get(id=battle.id).turn == 1


def test_opening_before_both_have_sealed_is_refused_with_the_reason(fight: tuple[Club, Battle]) -> None:
    club, battle = fight
    answer = browser(club, "umpire").post(url(battle, "open"))
    assert answer.status_code == HTTPStatus.CONFLICT
    assert "Neither side has sealed its plan yet" in answer.content.decode()


def test_a_tap_waits_for_the_mark_of_the_sweep(fight: tuple[Club, Battle]) -> None:
    club, battle = fight
    seal_both(club, battle)
    browser(club, "umpire").post(url(battle, "open"))
    client = browser(club, "union")
    answer = client.post(url(battle, "request"), {"asks_for": "on"})
    assert answer.status_code == HTTPStatus.CONFLICT
    assert "still at work" in answer.content.decode()
    sweep(club.campaign.id)
    assert client.post(url(battle, "request"), {"asks_for": "on"}).status_code == HTTPStatus.FOUND


def test_the_clock_goes_on_and_back_only_when_both_wish_it(open_fight: tuple[Club, Battle]) -> None:
    club, battle = open_fight
    union, confederate = browser(club, "union"), browser(club, "confederate")

    def turn() -> int:
        sweep(club.campaign.id)
        return Battle.objects.get(id=battle.id).turn

    union.post(url(battle, "request"), {"asks_for": "on"})
    assert turn() == 1
    confederate.post(url(battle, "request"), {"asks_for": "on"})
    assert turn() == 2
    union.post(url(battle, "request"), {"asks_for": "back"})
    confederate.post(url(battle, "request"), {"asks_for": "on"})
    assert turn() == 2
    confederate.post(url(battle, "request"), {"asks_for": "back"})
    assert turn() == 1


def test_a_stale_tap_is_refused_with_what_changed(open_fight: tuple[Club, Battle]) -> None:
    club, battle = open_fight
    version = club.viewer("union").version
    browser(club, "confederate").post(url(battle, "request"), {"asks_for": "on"})
    answer = browser(club, "union").post(url(battle, "request"), {"asks_for": "on", "version": version})
    assert answer.status_code == HTTPStatus.CONFLICT
    assert "Confederate is ready for the next turn." in answer.content.decode()


def test_the_same_key_taps_once(open_fight: tuple[Club, Battle]) -> None:
    club, battle = open_fight
    client = browser(club, "umpire")
    for _ in range(2):
        sent = client.post(url(battle, "request"), {"asks_for": "on", "key": "k" * 32})
        assert sent.status_code == HTTPStatus.FOUND
        sweep(club.campaign.id)
    assert Battle.objects.get(id=battle.id).turn == 2


def test_another_tap_from_a_page_that_has_tapped_is_stale(open_fight: tuple[Club, Battle]) -> None:
    club, battle = open_fight
    page = {"version": club.viewer("union").version, "key": "k" * 32}
    client = browser(club, "union")
    assert client.post(url(battle, "request"), {"asks_for": "on"} | page).status_code == HTTPStatus.FOUND
    answer = client.post(url(battle, "request"), {"asks_for": "end"} | page)
    assert answer.status_code == HTTPStatus.CONFLICT
    assert "Union is ready for the next turn." in answer.content.decode()


def test_a_closed_campaign_is_read_and_not_played(open_fight: tuple[Club, Battle]) -> None:
    club, battle = open_fight
    Campaign.objects.filter(id=club.campaign.id).update(state="closed")
    client = browser(club, "union")
    assert client.get(url(battle)).status_code == HTTPStatus.OK
    assert client.post(url(battle, "request"), {"asks_for": "on"}).status_code == HTTPStatus.CONFLICT


@pytest.mark.parametrize("name", ["draft", "take-back", "request", "confirm", "settle"])
def test_acts_are_posted(fight: tuple[Club, Battle], name: str) -> None:
    club, battle = fight
    assert browser(club, "union").get(url(battle, name)).status_code == HTTPStatus.METHOD_NOT_ALLOWED


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
def test_a_bad_tap_is_a_sentence_and_changes_nothing(open_fight: tuple[Club, Battle], field: str, value: str) -> None:
    club, battle = open_fight
    answer = browser(club, "union").post(url(battle, "request"), {"asks_for": "on", field: value})
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert not TurnRequest.objects.exists()


def test_each_side_enters_its_own_half_and_no_other(over: tuple[Club, Battle]) -> None:
    club, battle = over
    union = browser(club, "union")
    assert union.get(url(battle, "side-result", "csa")).status_code == HTTPStatus.NOT_FOUND
    assert union.post(url(battle, "side-result", "usa"), entered(points=5, end="held")).status_code == HTTPStatus.FOUND
    assert browser(club, "observer").get(url(battle, "side-result", "usa")).status_code == HTTPStatus.NOT_FOUND
    assert SideResult.objects.get(battle=battle).shown == {"points": 5, "end": "held"}


def test_the_umpire_has_both_halves_on_one_screen(over: tuple[Club, Battle]) -> None:
    club, battle = over
    page = browser(club, "umpire").get(url(battle, "result")).content.decode()
    assert page.count('<form method="post"') == 2
    assert page.index("Union") < page.index("Confederate")


def test_more_losses_than_stands_are_refused_and_what_was_typed_stays(over: tuple[Club, Battle]) -> None:
    club, battle = over
    answer = browser(club, "union").post(
        url(battle, "side-result", "usa"), entered(points=5, end="held", **{"U-1-killed": 7})
    )
    assert answer.status_code == HTTPStatus.CONFLICT
    text = answer.content.decode()
    assert "has 6 stands" in text
    assert 'value="7"' in text


def test_a_result_is_settled_after_both_have_confirmed(over: tuple[Club, Battle]) -> None:
    club, battle = over
    umpire = browser(club, "umpire")
    for who, side, end in (("union", "usa", "held"), ("confederate", "csa", "withdrew")):
        browser(club, who).post(url(battle, "side-result", side), entered(points=1, end=end))
        assert umpire.post(url(battle, "settle")).status_code == HTTPStatus.CONFLICT
    for who in ("union", "confederate"):
        assert browser(club, who).post(url(battle, "confirm")).status_code == HTTPStatus.FOUND
    assert umpire.post(url(battle, "settle")).status_code == HTTPStatus.FOUND
    assert Battle.objects.get(id=battle.id).state == "applied"


def test_an_open_page_fetches_only_its_part(fight: tuple[Club, Battle]) -> None:
    club, battle = fight
    part = browser(club, "union").get(url(battle), headers={"HX-Request": "true"}).content.decode()
    assert part.lstrip().startswith('<div id="battle"')
    assert "<html" not in part


def test_the_campaigns_battles_are_listed(fight: tuple[Club, Battle]) -> None:
    club, battle = fight
    page = browser(club, "observer").get(reverse("battles:list", args=[battle.campaign_id])).content.decode()
    assert "Nursery floor" in page


@pytest.mark.parametrize("who", ["umpire", "union", "observer"])
@pytest.mark.parametrize("state", ["plans", "day", "result"])
def test_a_page_costs_at_most_nine_queries(
    fight: tuple[Club, Battle], who: str, state: str, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    """A battle's, its campaign's and the first; the umpire is asked to fill seats besides, which costs him one."""
    club, battle = fight
    if state != "plans":
        seal_both(club, battle)
        open_it(club, battle)
    if state == "result":
        both_tap(club, battle, "end")
    client = browser(club, who)
    with django_assert_max_num_queries(9):
        client.get(url(battle))
    for page in ("/", reverse("campaigns:page", args=[battle.campaign_id])):
        client.get(page)
        with django_assert_max_num_queries(9 if who == "umpire" else 8):
            assert client.get(page).status_code == 200


def entered(*, points: int, end: str, **more: int) -> dict[str, object]:
    return {"points": points, "end": end, **more}


def settle_it(club: Club, battle: Battle) -> None:
    for who, side, end in (("union", "usa", "held"), ("confederate", "csa", "withdrew")):
        browser(club, who).post(url(battle, "side-result", side), entered(points=1, end=end))
        browser(club, who).post(url(battle, "confirm"))
    browser(club, "umpire").post(url(battle, "settle"))


@pytest.mark.parametrize("who", ["umpire", "union", "confederate", "observer"])
def test_a_finished_battle_leads_everyone_to_its_dice_by_the_one_filled_button(
    over: tuple[Club, Battle], who: str
) -> None:
    settle_it(*over)
    page = read(over[0], who, url(over[1]))
    assert re.search(r'class="button main wide" href="[^"]+/cups/#[^"]+">Check its dice<', page)
    assert page.count("button main") == 1


def test_taps_stand_in_the_journal_and_not_in_the_battles_own_story(open_fight: tuple[Club, Battle]) -> None:
    club, battle = open_fight
    both_tap(club, battle)
    assert "is ready for the next turn" not in read(club, "observer", url(battle))
    assert "is ready for the next turn" in read(club, "observer", reverse("journal:list", args=[club.campaign.id]))


def test_the_words_at_a_seal_say_what_the_reader_may_do_now(fight: tuple[Club, Battle]) -> None:
    club, battle = fight
    browser(club, "union").post(url(battle, "plan"), {"entropy": "ab" * 32})
    assert "You may take it back until both sides have sealed." in read(club, "union", url(battle))
    assert "Its side may take it back until both sides have sealed." in read(club, "umpire", url(battle))
    browser(club, "confederate").post(url(battle, "plan"), {"entropy": "cd" * 32})
    for who in ("union", "umpire"):
        assert "may take it back" not in read(club, who, url(battle))


def test_what_neither_side_has_done_is_said_in_one_way(over: tuple[Club, Battle]) -> None:
    club, battle = over
    assert "Neither side has entered its result yet." in read(club, "umpire", url(battle))
    browser(club, "union").post(url(battle, "side-result", "usa"), entered(points=5, end="held"))
    assert "Confederate has not entered its result yet." in read(club, "umpire", url(battle))
    browser(club, "confederate").post(url(battle, "side-result", "csa"), entered(points=4, end="withdrew"))
    assert "Neither side has confirmed its half yet." in read(club, "umpire", url(battle))


def test_a_result_without_its_end_is_asked_for_it_in_plain_words(over: tuple[Club, Battle]) -> None:
    club, battle = over
    answer = browser(club, "union").post(url(battle, "side-result", "usa"), {})
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert "Choose how the battle ended for this army." in answer.content.decode()
    assert "This is missing" not in answer.content.decode()


def test_a_battle_that_is_open_is_not_offered_to_be_opened(fight: tuple[Club, Battle]) -> None:
    club, battle = fight
    seal_both(club, battle)
    assert "Open the battle</button>" in read(club, "umpire", url(battle, "open"))
    open_it(club, battle)
    page = read(club, "umpire", url(battle, "open"))
    assert "open already" in page
    assert "Open the battle</button>" not in page


def test_in_a_paused_campaign_nobody_is_asked_to_act_in_a_battle(open_fight: tuple[Club, Battle]) -> None:
    club, battle = open_fight
    assert "Your move" in read(club, "union", url(battle))
    Campaign.objects.filter(id=battle.campaign_id).update(state="paused")
    page = read(club, "union", url(battle))
    assert "The campaign is paused: nothing is played until it goes on." in page
    assert "<button" not in page[page.index('id="battle"') : page.index("<footer")]
    home = read(club, "union", "/")
    assert "Paused. All clocks stand still." in home
    assert "play turn" not in home


def test_who_taps_for_something_else_is_named_with_it_on_every_page(open_fight: tuple[Club, Battle]) -> None:
    club, battle = open_fight
    browser(club, "union").post(url(battle, "request"), {"asks_for": "end"})
    for who in ("umpire", "union", "confederate", "observer"):
        for page in ("detail", "table"):
            assert "Union says that the fighting is over." in read(club, who, url(battle, page)), (who, page)


def test_while_each_side_has_tapped_for_something_else_it_is_both_sides_move(open_fight: tuple[Club, Battle]) -> None:
    club, battle = open_fight
    for who, asks_for in (("union", "end"), ("confederate", "on")):
        browser(club, who).post(url(battle, "request"), {"asks_for": asks_for})
    for who in ("union", "confederate"):
        assert "play turn 1 and tap" in browser(club, who).get("/").content.decode()
        text = browser(club, who).get(url(battle, "table")).content.decode()
        assert "It goes on when both sides tap for the same" in text
        assert "Confederate is ready for the next turn." in text


def test_a_sealed_plan_is_said_to_be_taken_back_only_while_it_can(fight: tuple[Club, Battle]) -> None:
    club, battle = fight
    union = browser(club, "union")
    union.post(url(battle, "plan"), {"entropy": ""})
    assert "Take it back there" in union.get(url(battle, "plan")).content.decode()
    browser(club, "confederate").post(url(battle, "plan"), {"entropy": ""})
    assert "It stays as it is." in union.get(url(battle, "plan")).content.decode()
    open_it(club, battle)
    assert "The battle is open; plans stay as they were sealed." in union.get(url(battle, "plan")).content.decode()
