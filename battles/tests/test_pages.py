"""Battle pages: access, methods, forms, wording, and query counts."""

import re
from http import HTTPStatus

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries, DjangoCaptureOnCommitCallbacks  # noqa: F401

from battles.conduct.base import Chances
from battles.conduct.plain import PlainPlanning
from battles.models import Battle, Plan, SideResult
from battles.services import opening
from battles.tests.builders import a_toy_battle, both_request, open_it, prepare_it, seal_both
from campaign.models import Campaign
from campaign.services.sweep import sweep
from campaign.tests.builders import Club
from rulesets.core.brief import Brief
from rulesets.core.plain import Json

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
    both_request(*open_fight, "end")
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
def test_every_seat_reads_battle(fight: tuple[Club, Battle], who: str, page: str) -> None:
    club, battle = fight
    assert browser(club, who).get(url(battle, page)).status_code == HTTPStatus.OK


@pytest.mark.parametrize("who", ["umpire", "union", "observer"])
def test_battle_page_links_its_sealed_dice(fight: tuple[Club, Battle], who: str) -> None:
    club, battle = fight
    link = re.search(r'href="([^"#]+)#([^"]+)">View the sealed dice', read(club, who, url(battle)))
    assert link
    assert f'id="{link[2]}" aria-label="{battle.name}"' in read(club, who, link[1])


def test_battle_is_not_found_for_outsider(fight: tuple[Club, Battle]) -> None:
    club, battle = fight
    for page in ("detail", "table", "plan", "prepare", "open"):
        assert browser(club, "outsider").get(url(battle, page)).status_code == HTTPStatus.NOT_FOUND


def test_plan_page_is_only_for_its_scope(fight: tuple[Club, Battle]) -> None:
    club, battle = fight
    statuses = {w: browser(club, w).get(url(battle, "plan")).status_code for w in ("union", "union_west", "umpire")}
    assert statuses == {"union": 200, "union_west": 404, "umpire": 404}


def test_steps_name_only_pages_that_exist(fight: tuple[Club, Battle]) -> None:
    club, battle = fight
    page = browser(club, "observer").get(url(battle)).text
    assert re.findall(r'<span class="ring">.*?</span>\s*<span>(.*?)</span>', page, re.DOTALL) == [
        "Plans",
        "Opening",
        "The day",
        "Result",
    ]
    assert "1 of 4, <b>Plans</b>" in page


def test_empty_plan_is_sealed_and_unsealed(fight: tuple[Club, Battle]) -> None:
    club, battle = fight
    client = browser(club, "union")
    posted = client.post(url(battle, "plan"), {"entropy": "ab" * 32})
    assert (posted.status_code, posted["Location"]) == (302, url(battle))
    assert "sealed" in client.get(url(battle)).content.decode()
    assert Plan.objects.filter(battle=battle, side="USA").exists()
    client.post(url(battle, "unseal"))
    assert not Plan.objects.filter(battle=battle).exists()


def test_sealing_computes_no_odds(fight: tuple[Club, Battle], monkeypatch: pytest.MonkeyPatch) -> None:
    club, battle = fight
    asked: list[str] = []

    def chances(self: PlainPlanning, brief: Brief, side: str, order: Json | None = None) -> tuple[Chances, ...]:
        asked.append(side)
        return ()

    monkeypatch.setattr(PlainPlanning, "chances", chances)
    client = browser(club, "union")
    client.get(url(battle, "plan"))
    assert asked == ["USA"]
    client.post(url(battle, "draft"), {})
    client.post(url(battle, "plan"), {"entropy": "ab"})
    client.get(url(battle, "plan"))
    assert (Plan.objects.filter(battle=battle).count(), asked) == (1, ["USA"])


def test_plan_cannot_be_unsealed_after_both_sealed(fight: tuple[Club, Battle]) -> None:
    club, battle = fight
    seal_both(club, battle)
    answer = browser(club, "union").post(url(battle, "unseal"))
    assert answer.status_code == HTTPStatus.CONFLICT
    assert "so plans are final" in answer.content.decode()


def test_only_umpire_opens_battle(fight: tuple[Club, Battle]) -> None:
    club, battle = fight
    seal_both(club, battle)
    for page in ("prepare", "open"):
        assert browser(club, "union").post(url(battle, page)).status_code == HTTPStatus.NOT_FOUND
        assert browser(club, "umpire").post(url(battle, page)).status_code == HTTPStatus.FOUND
        sweep(club.campaign.id)
    assert Battle.objects.get(id=battle.id).turn == 1


def test_opening_waits_for_the_preparation_and_its_sweep(fight: tuple[Club, Battle]) -> None:
    club, battle = fight
    seal_both(club, battle)
    umpire = browser(club, "umpire")
    assert "Prepare the battle first" in umpire.post(url(battle, "open")).text
    umpire.post(url(battle, "prepare"))
    assert "still working" in umpire.post(url(battle, "open")).text
    assert "already prepared" in umpire.post(url(battle, "prepare")).text
    sweep(club.campaign.id)
    assert umpire.post(url(battle, "open")).status_code == HTTPStatus.FOUND


def test_preparation_before_both_sealed_is_refused(fight: tuple[Club, Battle]) -> None:
    club, battle = fight
    answer = browser(club, "umpire").post(url(battle, "prepare"))
    assert answer.status_code == HTTPStatus.CONFLICT
    assert "Neither side has sealed its plan yet" in answer.content.decode()


def test_closed_campaign_is_read_only(open_fight: tuple[Club, Battle]) -> None:
    club, battle = open_fight
    Campaign.objects.filter(id=club.campaign.id).update(state="closed")
    client = browser(club, "union")
    assert client.get(url(battle)).status_code == HTTPStatus.OK
    assert client.post(url(battle, "request"), {"asks_for": "on", "turn": 1}).status_code == HTTPStatus.CONFLICT


@pytest.mark.parametrize("name", ["draft", "request", "confirm", "settle"])
def test_acts_require_post(fight: tuple[Club, Battle], name: str) -> None:
    club, battle = fight
    assert browser(club, "union").get(url(battle, name)).status_code == HTTPStatus.METHOD_NOT_ALLOWED


@pytest.mark.parametrize(
    ("who", "known"), [("umpire", ["CSA", "USA"]), ("union", ["USA"]), ("union_west", []), ("observer", [])]
)
def test_map_piece_shows_only_strength_the_viewer_knows(fight: tuple[Club, Battle], who: str, known: list[str]) -> None:
    club, battle = fight
    hexes = browser(club, who).get(url(battle)).context["page"].ground.hexes
    figures = {counter.side: counter.figure for each in hexes for counter in each.counters}
    assert sorted(side for side, figure in figures.items() if figure != "?") == known


@pytest.mark.parametrize("page", ["prepare", "detail"])
def test_umpire_reads_both_plans_in_one_frame(fight: tuple[Club, Battle], page: str) -> None:
    club, battle = fight
    seal_both(club, battle)
    frame = read(club, "umpire", url(battle, page)).partition("chair sides")[2]
    assert "Union, sealed plan" in frame
    assert "Confederate, sealed plan" in frame
    assert "chair sides" not in read(club, "union", url(battle))


def test_side_enters_only_its_own_result(over: tuple[Club, Battle]) -> None:
    club, battle = over
    union = browser(club, "union")
    assert union.get(url(battle, "side-result", "csa")).status_code == HTTPStatus.NOT_FOUND
    assert union.post(url(battle, "side-result", "usa"), entered(points=5, end="held")).status_code == HTTPStatus.FOUND
    assert browser(club, "observer").get(url(battle, "side-result", "usa")).status_code == HTTPStatus.NOT_FOUND
    assert SideResult.objects.get(battle=battle).shown == {"points": 5, "end": "held", "objectives": {}}


def test_umpire_page_holds_both_results(over: tuple[Club, Battle]) -> None:
    club, battle = over
    page = browser(club, "umpire").get(url(battle, "result")).content.decode()
    assert page.count('<form method="post"') == 2
    assert page.index("Union") < page.index("Confederate")


def test_excess_losses_are_refused_and_input_is_kept(over: tuple[Club, Battle]) -> None:
    club, battle = over
    answer = browser(club, "union").post(
        url(battle, "side-result", "usa"), entered(points=5, end="held", **{"U-1-lost": 7})
    )
    assert answer.status_code == HTTPStatus.CONFLICT
    text = answer.content.decode()
    assert "has 6 stands" in text
    assert 'value="7"' in text


def test_result_is_settled_after_both_confirm(over: tuple[Club, Battle]) -> None:
    club, battle = over
    umpire = browser(club, "umpire")
    for who, side, end in (("union", "usa", "held"), ("confederate", "csa", "withdrew")):
        browser(club, who).post(url(battle, "side-result", side), entered(points=1, end=end))
        assert umpire.post(url(battle, "settle")).status_code == HTTPStatus.CONFLICT
    for who in ("union", "confederate"):
        assert browser(club, who).post(url(battle, "confirm")).status_code == HTTPStatus.FOUND
    assert umpire.post(url(battle, "settle")).status_code == HTTPStatus.FOUND
    assert Battle.objects.get(id=battle.id).state == "applied"


def test_live_update_fetches_only_battle_section(fight: tuple[Club, Battle]) -> None:
    club, battle = fight
    part = browser(club, "union").get(url(battle), headers={"HX-Request": "true"}).content.decode()
    assert part.lstrip().startswith('<div id="refused"></div>')
    assert '<div id="battle"' in part
    assert "<html" not in part


def test_campaign_battles_are_listed(fight: tuple[Club, Battle]) -> None:
    club, battle = fight
    page = browser(club, "observer").get(reverse("battles:list", args=[battle.campaign_id])).content.decode()
    assert "Nursery floor" in page


@pytest.mark.parametrize("who", ["umpire", "union", "observer"])
@pytest.mark.parametrize("state", ["plans", "day", "result"])
def test_page_costs_at_most_nine_queries(
    fight: tuple[Club, Battle], who: str, state: str, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    """An observer's home and campaign pages cost one less: nobody asks whether a contact waits for him."""
    club, battle = fight
    if state != "plans":
        seal_both(club, battle)
        open_it(club, battle)
    if state == "result":
        both_request(club, battle, "end")
    client = browser(club, who)
    with django_assert_max_num_queries(9):
        client.get(url(battle))
    for page in ("/", reverse("campaigns:page", args=[battle.campaign_id])):
        client.get(page)
        with django_assert_max_num_queries(8 if who == "observer" else 9):
            assert client.get(page).status_code == 200


def entered(*, points: int, end: str, **more: int) -> dict[str, object]:
    return {"points": points, "end": end, **more}


def settle_it(club: Club, battle: Battle) -> None:
    for who, side, end in (("union", "usa", "held"), ("confederate", "csa", "withdrew")):
        browser(club, who).post(url(battle, "side-result", side), entered(points=1, end=end))
        browser(club, who).post(url(battle, "confirm"))
    browser(club, "umpire").post(url(battle, "settle"))


@pytest.mark.parametrize("who", ["umpire", "union", "confederate", "observer"])
def test_finished_battle_has_one_main_button_to_its_dice(over: tuple[Club, Battle], who: str) -> None:
    settle_it(*over)
    page = read(over[0], who, url(over[1]))
    link = re.search(r'class="button main wide" href="/dice/#([^"]+)">Check the dice<', page)
    assert link
    assert {cup["state"] for cup in browser(over[0], who).get(link[1]).json()} == {"turned over"}
    assert page.count("button main") == 1


def test_requests_appear_only_in_the_journal(open_fight: tuple[Club, Battle]) -> None:
    club, battle = open_fight
    both_request(club, battle)
    assert "is ready for the next turn" not in read(club, "observer", url(battle))
    assert "is ready for the next turn" in read(club, "observer", reverse("journal:list", args=[club.campaign.id]))


def test_battle_page_says_who_may_unseal(fight: tuple[Club, Battle]) -> None:
    club, battle = fight
    browser(club, "union").post(url(battle, "plan"), {"entropy": "ab" * 32})
    until = "can unseal it until both sides have sealed, but not after the deadline."
    assert f"You {until}" in read(club, "union", url(battle))
    assert f"The side {until}" in read(club, "umpire", url(battle))
    browser(club, "confederate").post(url(battle, "plan"), {"entropy": "cd" * 32})
    for who in ("union", "umpire"):
        assert "can unseal it" not in read(club, who, url(battle))


def test_umpire_page_says_which_results_are_missing(over: tuple[Club, Battle]) -> None:
    club, battle = over
    assert "Neither side has entered its result yet." in read(club, "umpire", url(battle))
    browser(club, "union").post(url(battle, "side-result", "usa"), entered(points=5, end="held"))
    assert "Confederate has not entered its result yet." in read(club, "umpire", url(battle))
    browser(club, "confederate").post(url(battle, "side-result", "csa"), entered(points=4, end="withdrew"))
    assert "Neither side has confirmed its result yet." in read(club, "umpire", url(battle))


def test_result_without_points_is_refused(over: tuple[Club, Battle]) -> None:
    club, battle = over
    answer = browser(club, "union").post(url(battle, "side-result", "usa"), {})
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert "Enter this side&#x27;s victory points, 0 if it has none." in answer.content.decode()
    assert "Fill this in" not in answer.content.decode()


def test_open_battle_offers_no_open_button(fight: tuple[Club, Battle]) -> None:
    club, battle = fight
    seal_both(club, battle)
    prepare_it(club, battle)
    assert "Open the battle</button>" in read(club, "umpire", url(battle, "open"))
    opening.open_battle(club.viewer("umpire"), battle.id)
    sweep(club.campaign.id)
    page = read(club, "umpire", url(battle, "open"))
    assert "already open" in page
    assert "Open the battle</button>" not in page


def test_paused_campaign_offers_no_battle_moves(open_fight: tuple[Club, Battle]) -> None:
    club, battle = open_fight
    assert "Your move" in read(club, "union", url(battle))
    Campaign.objects.filter(id=battle.campaign_id).update(state="paused")
    page = read(club, "union", url(battle))
    assert "The campaign is paused. Nobody can play until it resumes." in page
    assert "<button" not in page[page.index('id="battle"') : page.index("<footer")]
    home = read(club, "union", "/")
    assert "Paused. All clocks are stopped." in home
    assert "play turn" not in home


def test_plan_page_offers_unsealing_only_while_possible(fight: tuple[Club, Battle]) -> None:
    club, battle = fight
    union = browser(club, "union")
    union.post(url(battle, "plan"), {"entropy": ""})
    assert "unseal it" in union.get(url(battle, "plan")).content.decode()
    browser(club, "confederate").post(url(battle, "plan"), {"entropy": ""})
    assert "It can’t change now." in union.get(url(battle, "plan")).content.decode()
    open_it(club, battle)
    assert "The battle is open. Sealed plans can’t change." in union.get(url(battle, "plan")).content.decode()
