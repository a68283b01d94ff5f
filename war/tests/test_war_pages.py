"""The pages of a war through the client: who sees what, how an order is given, and what a page may weigh."""

import gzip
from http import HTTPStatus
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from campaign.ids import hex_id
from campaign.tests.budget import BUDGET, weigh
from campaign.tests.builders import Club
from campaign.tests.kept import kept
from rulesets.civil_war.war import View, legal_orders, view
from rulesets.civil_war.war.orders import EnterPoint
from rulesets.civil_war.war.queueing import as_if_spending
from rulesets.civil_war.war.tests.builders import at, in_action
from rulesets.core.sheet_form import load_sheet
from war.models import Leader, Purse, TurnTrack
from war.selectors.war_marches import march_to, moves_in, way_to_move
from war.selectors.war_state import seen_by
from war.tests.test_sheet_page import MOST_OVERLAY
from war.tests.war_builders import a_war, begun, now_of, until_contact

pytestmark = pytest.mark.django_db


@pytest.fixture
@kept
def club() -> Club:
    return begun(a_war())


def browser(club: Club, who: str) -> Client:
    client = Client()
    client.force_login(club.users[who])
    return client


def fetch(club: Club, who: str, name: str = "map:sheet", query: str = "") -> Any:
    return browser(club, who).get(reverse(name, args=[club.campaign.id]) + query)


def spender(club: Club) -> str:
    """Return who spends now."""
    return "union" if now_of(club.campaign).clock.spending == "USA" else "confederate"


def view_of(club: Club) -> View:
    view = seen_by(club.viewer(spender(club)))
    assert view is not None
    return view


def leader_of(club: Club, side: str) -> str:
    """Return the id of a side's leader who has troops."""
    found = Leader.objects.filter(campaign=club.campaign, side=side, force__strength_points__isnull=False)
    return hex_id(found.order_by("-stars", "id")[0].pk)


def weight_of_overlay(page: str, tag: str) -> int:
    """Return what a viewer's counters, signs, and reach add to a page: they have a limit of their own."""
    begins = page.index(tag) if tag in page else len(page)
    if begins == len(page):
        return 0
    rest = page[:begins] + page[page.index("</svg>", begins) :]
    return len(gzip.compress(page.encode(), 9)) - len(gzip.compress(rest.encode(), 9))


@pytest.mark.parametrize("who", ["union", "union_west", "confederate", "umpire", "observer"])
def test_map_page_shows_the_war_to_everyone_with_a_seat(
    club: Club, who: str, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    client, url = browser(club, who), reverse("map:sheet", args=[club.campaign.id])
    with django_assert_max_num_queries(9):
        page = client.get(url)
    assert page.status_code == HTTPStatus.OK
    assert "Turn 4 of 5" in page.text
    weight, overlay = weigh(page), weight_of_overlay(page.text, '<svg id="stacks"')
    print(who, weight, weight.own, overlay)
    assert weight.own - overlay <= BUDGET
    assert overlay <= MOST_OVERLAY
    assert weight.foreign_hosts == []


@pytest.mark.parametrize("query", ["", "leader", "march"])
def test_orders_page_keeps_the_budget(
    club: Club, query: str, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    who = spender(club)
    view = view_of(club)
    piece = leader_of(club, "USA" if who == "union" else "CSA")
    asked = {"": "", "leader": f"?piece={piece}", "march": f"?piece={piece}&to={next(iter(view.enemy))}"}[query]
    client, url = browser(club, who), reverse("map:orders", args=[club.campaign.id])
    with django_assert_max_num_queries(9):
        page = client.get(url + asked)
    assert page.status_code == HTTPStatus.OK
    weight, overlay = weigh(page), weight_of_overlay(page.text, '<svg class="plate"')
    print(query, weight, weight.own, overlay)
    assert weight.own - overlay <= BUDGET
    assert overlay <= MOST_OVERLAY


def an_entry(club: Club) -> dict[str, str]:
    """Return the free reinforcement of the side that spends, as a form sends it."""
    view = view_of(club)
    orders = (each for id_ in view.points for each in legal_orders(view, id_) if isinstance(each, EnterPoint))
    order = next(orders)
    return {"kind": "enter_point", "point": order.point, "hex": order.hex}


def send(club: Club, form: dict[str, Any], who: str = "") -> Any:
    return browser(club, who or spender(club)).post(reverse("map:orders", args=[club.campaign.id]), form)


def program(club: Club, form: dict[str, Any]) -> Any:
    url = reverse("map:orders", args=[club.campaign.id]).replace("/c/", "/api/c/", 1)
    return browser(club, spender(club)).post(url, form, content_type="application/json")


def standing_of(club: Club, point: str) -> str:
    return now_of(club.campaign).points[point].standing


@pytest.mark.rule("CW-SPIN")
def test_order_from_the_page_takes_effect_once(club: Club) -> None:
    form = an_entry(club) | {"key": "once"}
    assert standing_of(club, form["point"]) == "waiting"
    assert send(club, form).status_code == HTTPStatus.FOUND
    assert standing_of(club, form["point"]) == "map"
    state = now_of(club.campaign)
    assert send(club, form).status_code == HTTPStatus.FOUND
    assert now_of(club.campaign).clock == state.clock


def test_program_gives_the_same_order(club: Club) -> None:
    form = an_entry(club)
    answer = program(club, form)
    assert (answer.status_code, answer.json()) == (HTTPStatus.OK, {"done": True, "again": False})
    assert standing_of(club, form["point"]) == "map"


def test_program_reads_what_the_page_shows(club: Club) -> None:
    piece = leader_of(club, "USA" if spender(club) == "union" else "CSA")
    url = reverse("map:orders", args=[club.campaign.id]).replace("/c/", "/api/c/", 1)
    answer = browser(club, spender(club)).get(url, {"piece": piece})
    assert answer.json()["orders"]["piece"] == piece
    sheet = browser(club, spender(club)).get(url.replace("orders/", "")).json()
    assert sheet["war"]["strip"]["turn"] == 4


@pytest.mark.parametrize(
    ("form", "field"),
    [
        ({}, "kind"),
        ({"kind": "surrender"}, "kind"),
        ({"kind": "proceed"}, "kind"),
        ({"kind": "enter_point"}, "point"),
        ({"kind": "enter_point", "point": "x" * 81, "hex": "2824"}, "point"),
        ({"kind": "draw_leader", "hex": "2824"}, "hex"),
        ({"kind": "instruct", "leader": "x", "instruction": "hide"}, "instruction"),
        ({"kind": "move", "pot": "theatre", "path": ["2824"] * 201}, "path"),
        ({"kind": "move", "pot": "theatre"}, "path"),
        ({"kind": "take_stance", "table": "perhaps"}, "table"),
    ],
)
def test_fault_is_named_with_its_field(club: Club, form: dict[str, Any], field: str) -> None:
    before = now_of(club.campaign)
    answer = program(club, form)
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert list(answer.json()["errors"]) == [field]
    assert send(club, form).status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert now_of(club.campaign).clock == before.clock


@pytest.mark.parametrize(
    "form",
    [
        {"kind": "enter_point", "point": "ffff", "hex": "2824"},
        {"kind": "move", "leader": "ffff", "path": ["2824", "2825"], "pot": "theatre"},
        {"kind": "move", "path": ["0000", "2824", "2824"], "pot": "theatre", "points": ["ffff"]},
        {"kind": "retreat", "hex": "2824"},
        {"kind": "end_half"},
    ],
)
def test_order_that_is_not_legal_is_refused_with_one_sentence(club: Club, form: dict[str, Any]) -> None:
    before = now_of(club.campaign)
    assert program(club, form).status_code == HTTPStatus.CONFLICT
    page = send(club, form)
    assert page.status_code == HTTPStatus.CONFLICT
    assert "You can&#x27;t give this order now." in page.text
    assert now_of(club.campaign).clock == before.clock


def test_outdated_page_is_refused_with_the_news(club: Club) -> None:
    page = send(club, an_entry(club) | {"version": "0"})
    assert page.status_code == HTTPStatus.CONFLICT
    assert "New since you loaded this page" in page.text


@pytest.mark.parametrize("who", ["umpire", "observer"])
def test_orders_are_for_commanders_alone(club: Club, who: str) -> None:
    assert fetch(club, who, "map:orders").status_code == HTTPStatus.NOT_FOUND
    assert send(club, {"kind": "end_half"}, who).status_code == HTTPStatus.NOT_FOUND


def test_other_sides_pieces_have_no_orders(club: Club) -> None:
    enemy = leader_of(club, "CSA" if spender(club) == "union" else "USA")
    nobody = fetch(club, spender(club), "map:orders", "?piece=ffff")
    answer = fetch(club, spender(club), "map:orders", f"?piece={enemy}")
    assert nobody.status_code == answer.status_code == HTTPStatus.NOT_FOUND


@pytest.mark.parametrize("query", ["?to=9999", "?path=0.1", "?sp=0", "?against=x", "?piece=" + "x" * 81])
def test_address_with_a_fault_is_refused(club: Club, query: str) -> None:
    assert fetch(club, spender(club), "map:orders", query).status_code == HTTPStatus.BAD_REQUEST


def test_war_is_begun_from_the_map_page() -> None:
    club = a_war()
    assert "Begin the war" not in fetch(club, "union").text
    assert "The war hasn&#x27;t begun yet." in fetch(club, "observer").text
    assert "Begin the war" in fetch(club, "umpire").text
    url = reverse("map:begin", args=[club.campaign.id])
    assert browser(club, "union").post(url).status_code == HTTPStatus.NOT_FOUND
    assert browser(club, "umpire").post(url).status_code == HTTPStatus.FOUND
    assert TurnTrack.objects.get(campaign=club.campaign).since is not None


def test_places_as_text_lead_to_the_orders(club: Club) -> None:
    orders = reverse("map:orders", args=[club.campaign.id])
    assert orders in fetch(club, "union", "map:places").text
    assert orders not in fetch(club, "umpire", "map:places").text
    pieces = fetch(club, "union", "map:orders").text
    assert all(f"?piece={leader_of(club, side)}" in pieces for side in ("USA",))


@pytest.mark.rule("CW-PULSE")
def test_next_step_leads_to_what_is_due(club: Club) -> None:
    """The free reinforcement first, then the next piece that can act; the other side has no button."""
    orders = reverse("map:orders", args=[club.campaign.id])
    mine, other = spender(club), "confederate" if spender(club) == "union" else "union"
    assert f'href="{orders}">Give orders</a>' in fetch(club, mine).text
    assert "Give orders" not in fetch(club, other).text
    assert "waits to enter" in fetch(club, mine, "map:orders").text
    send(club, an_entry(club))
    assert f'href="{orders}?piece=' in fetch(club, mine).text


@pytest.mark.parametrize("sight", ["board", "near"])
def test_contact_to_be_decided_is_a_button_away(
    sight: str, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    club = begun(a_war(sight=sight))
    contact = until_contact(club)
    for who in ("union", "confederate"):
        client, url = browser(club, who), reverse("map:sheet", args=[club.campaign.id])
        with django_assert_max_num_queries(9):
            page = client.get(url).text
        assert "Both sides decide how to fight" in page
        assert f'href="{reverse("map:contact", args=[club.campaign.id, contact.pk])}">Decide how to fight</a>' in page


@pytest.mark.rule("CW-H-23")
@pytest.mark.parametrize("name", ["map:sheet", "map:places", "map:orders"])
def test_pages_name_no_hidden_leader_of_the_other_side(club: Club, name: str) -> None:
    """Hidden leaders are on their own side's pages and the umpire's, and on nobody else's."""
    own, other = set(Leader.objects.filter(campaign=club.campaign, side="USA").values_list("counter", flat=True)), "CSA"
    enemy = set(Leader.objects.filter(campaign=club.campaign, side=other).values_list("counter", flat=True)) - own
    pages = {who: fetch(club, who, name).text for who in ("union", "confederate", "observer")}
    assert not any(f">{leader}<" in pages["union"] or f"{leader}|" in pages["union"] for leader in enemy)
    assert any(leader in pages["confederate"] for leader in enemy)
    assert not any(f"{leader}|" in pages["observer"] for leader in enemy | own)


def test_hex_panel_of_the_enemy_says_what_shows_and_no_more(club: Club) -> None:
    corinth = next(hex_.id for hex_ in load_sheet("war").hexes.values() if hex_.name == "Corinth")
    page = fetch(club, "union", query=f"?hex={corinth}").text
    assert "Army of Mississippi, strength unknown, a fort." in page
    assert "9 SP" not in page
    assert "9 SP" in fetch(club, "confederate", query=f"?hex={corinth}").text


def queued(club: Club, **form: Any) -> Any:
    """Queue the first march of the spender's able leader as the page of orders sends it, with conditions."""
    leader, to = next(
        (leader, to)
        for leader in view_of(club).leaders
        for offer in [moves_in(legal_orders(as_if_spending(view_of(club)), leader)).get("led")]
        for to in (offer.to if offer else ())
    )
    offer = moves_in(legal_orders(as_if_spending(view_of(club)), leader))["led"]
    march = {"leader": leader, "points": list(offer.points[: offer.least]), "path": list(offer.route(to).path)}
    sent = {"kind": "move", "pot": offer.pots[0], **march, **form}
    url = reverse("map:queue-order", args=[club.campaign.id])
    return browser(club, spender(club)).post(f"{url}?piece={leader}&to={to}", sent)


def test_march_is_queued_with_its_conditions(club: Club) -> None:
    place = next(hex_ for hex_, side in view_of(club).held.items() if side == "USA")
    answer = queued(club, stop_on_contact="on", least_sp="3", place=place, held_by="USA")
    assert answer.status_code == HTTPStatus.FOUND
    page = fetch(club, spender(club), "map:queue").text
    assert "Only with 3 strength points or more there, only if the Union side holds" in page
    assert "not after a battle in the same pulse" in page


@pytest.mark.parametrize("half", [{"held_by": "USA"}, {"place": "2824"}])
def test_half_a_condition_is_refused_on_the_page_of_the_march(club: Club, half: dict[str, str]) -> None:
    """The march stays before the player, and its other buttons still lead where they say."""
    send(club, an_entry(club))
    purse = Purse.objects.get(campaign=club.campaign, side=view_of(club).side)
    purse.body["left"] = 9
    purse.save()
    page = queued(club, **half)
    assert page.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert "Choose a place and the side that has to hold it, or neither." in page.text
    assert "Conditions, if you queue it" in page.text
    orders = reverse("map:orders", args=[club.campaign.id])
    assert f'action="{orders}?piece=' in page.text
    assert f'hx-get="{orders}?piece=' in page.text


@pytest.mark.rule("CW-SUPPLY", "CW-H-17")
def test_supply_is_drawn_and_listed_for_its_own_side_alone(club: Club) -> None:
    for who, is_shown in {"union": True, "confederate": True, "umpire": False, "observer": False}.items():
        page = fetch(club, who).text
        assert ('class="sign fed"' in page) == ('data-toggle="supply"' in page) == is_shown
        assert 'data-toggle="no-control"' in page
        places = fetch(club, who, "map:places").text
        assert "held by the Union side" in places
        assert ("in supply" in places) == is_shown


@pytest.mark.rule("CW-SUPPLY", "CW-H-17")
def test_program_reads_a_hexs_line_of_supply_and_reach(club: Club) -> None:
    who = spender(club)
    seen = view_of(club)
    hex_ = max(seen.points_at, key=lambda each: (each in seen.supplies.fed, len(seen.points_at[each])))
    url = reverse("map:sheet", args=[club.campaign.id]).replace("/c/", "/api/c/", 1)
    here = browser(club, who).get(url, {"hex": hex_}).json()["war"]["here"]
    assert here["supply"][0]["words"].startswith("In supply by ")
    assert {fact["cites"] for fact in here["supply"]} <= {"CW-H-17", "CW-H-20"}
    assert "CW-L-3" in {fact["cites"] for fact in here["facts"]}
    page = fetch(club, who, query=f"?hex={hex_}").text
    assert all(fact["words"] in page for fact in here["supply"])


@pytest.mark.rule("CW-MOVE")
def test_h_25_march_by_train_says_what_lift_it_takes_and_chooses_no_more() -> None:
    state = in_action("CSA", rail_lift=1)
    seen = view(state, "CSA")
    offer = moves_in(legal_orders(seen, "CSA Bragg"))["led"]
    march = march_to(seen, offer, at("Union City"))
    assert march is not None
    said = "Too far to march, so it goes by train: 1 rail lift for each strength point, of 1 left this turn."
    assert march.train == said
    chosen = [sum(kind.chosen for kind in way_to_move(seen, offer, to).points) for to in ("", march.to)]
    assert chosen == [2, 1]
    near = march_to(seen, offer, at("Tupelo"))
    assert near is not None
    assert near.train == ""
