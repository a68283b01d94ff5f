"""A turn of a war in Chromium: a march by clicks, another by keys only, and the pages at every width."""

from typing import Any

import pytest
from django.urls import reverse

from campaign.tests.builders import Club
from rulesets.civil_war.war import View, legal_orders
from rulesets.civil_war.war.orders import EnterPoint
from war.models import Purse
from war.selectors.war_marches import moves_in
from war.selectors.war_state import seen_by
from war.services import war_orders
from war.tests.test_war_pages import spender
from war.tests.war_builders import a_war, begun

pytestmark = pytest.mark.django_db(transaction=True)

ASIDE = "document.documentElement.scrollWidth > innerWidth"


@pytest.fixture
def club() -> Club:
    """Return a war whose first side has entered its free reinforcement and has much left to spend."""
    club = begun(a_war())
    viewer = club.viewer(spender(club))
    view = view_of(club)
    orders = (order for id_ in view.points for order in legal_orders(view, id_) if isinstance(order, EnterPoint))
    war_orders.give(viewer, order=next(orders))
    purse = Purse.objects.get(campaign=club.campaign, side=viewer.side)
    purse.body["left"] = 9
    purse.save()
    return club


def view_of(club: Club) -> View:
    view = seen_by(club.viewer(spender(club)))
    assert view is not None
    return view


def a_march(view: View) -> tuple[str, str]:
    """Return a leader with troops, and a hex without the enemy that he can reach."""
    found = (
        (leader.id, to)
        for leader in view.leaders.values()
        for offer in [moves_in(legal_orders(view, leader.id)).get("led")]
        for to in (offer.to if offer else ())
        if to not in view.enemy and view.world.graph.hexes[to].places and to not in view.points_at
    )
    return next(found)


def open_orders(browse: Any, club: Club, query: str = "", **options: Any) -> Any:
    who = club.users[spender(club)]
    page = browse(reverse("map:orders", args=[club.campaign.id]) + query, user=who, **options)
    page.wait_for_load_state("networkidle")
    return page


@pytest.mark.parametrize(("width", "theme"), [(375, "dark"), (375, "light"), (1280, "light"), (1920, "dark")])
def test_pages_fit_and_break_no_axe_rule(width: int, theme: str, browse: Any, club: Club, axe_violations: Any) -> None:
    leader, to = a_march(view_of(club))
    page = open_orders(browse, club, width=width, theme=theme)
    orders = page.url
    target = next(iter(view_of(club).enemy))
    sheet = reverse("map:sheet", args=[club.campaign.id])
    for url in (orders, f"{orders}?piece={leader}", f"{orders}?piece={leader}&to={to}", f"{sheet}?hex={target}"):
        page.goto(url if url.startswith("http") else orders.partition("/c/")[0] + url)
        assert not page.evaluate(ASIDE)
        assert axe_violations(page) == []


def test_march_by_clicks_goes_from_the_map_to_the_new_hex(browse: Any, club: Club) -> None:
    view = view_of(club)
    leader, to = a_march(view)
    here, name = view.leaders[leader].hex, view.leaders[leader].name
    sheet = reverse("map:sheet", args=[club.campaign.id])
    page = browse(sheet, user=club.users[spender(club)])
    page.wait_for_load_state("networkidle")
    page.locator(f'#stacks > [href="?hex={here}"] .block').click()
    page.locator("#hex").get_by_role("link", name=name, exact=True).click()
    page.locator(f'#reach [data-hex="{to}"]').click()
    page.get_by_text("not sent yet").wait_for()
    assert "to=" in page.url
    assert view_of(club).leaders[leader].hex == here
    page.get_by_role("link", name="Take back").click()
    page.get_by_text("not sent yet").wait_for(state="detached")
    page.locator(f'#reach [data-hex="{to}"]').click()
    page.get_by_role("button", name="March", exact=True).click()
    page.wait_for_url(f"**{sheet}*")
    assert view_of(club).leaders[leader].hex == to


def test_march_by_keys_alone(browse: Any, club: Club) -> None:
    page = open_orders(browse, club)
    page.keyboard.press("n")
    page.locator("#reach").wait_for()
    before = page.url
    page.keyboard.press("n")
    page.wait_for_function(f"() => location.href !== {before!r}")
    leader, to = a_march(view_of(club))
    page.goto(page.url.partition("?")[0] + f"?piece={leader}")
    page.wait_for_load_state("networkidle")
    page.locator("#reach").focus()
    page.keyboard.press("ArrowRight")
    chosen = page.evaluate("document.activeElement.dataset.hex")
    assert chosen in moves_in(legal_orders(view_of(club), leader))["led"].to
    page.keyboard.press("Enter")
    page.locator("#send").wait_for()
    page.keyboard.press("Escape")
    page.locator("#send").wait_for(state="detached")
    page.locator(f'#reach [data-hex="{to}"]').focus()
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.activeElement.id === 'send'")
    page.keyboard.press("Enter")
    page.wait_for_url(f"**{reverse('map:sheet', args=[club.campaign.id])}*")
    assert view_of(club).leaders[leader].hex == to


def test_drawn_path_is_priced_hex_by_hex(browse: Any, club: Club) -> None:
    view = view_of(club)
    leader, offer = next(
        (leader.id, offer)
        for leader in view.leaders.values()
        for offer in [moves_in(legal_orders(view, leader.id)).get("led")]
        if offer and any(len(offer.route(to).path) == 3 and to not in view.enemy for to in offer.to)
    )
    path = next(offer.route(to).path for to in offer.to if len(offer.route(to).path) == 3 and to not in view.enemy)
    page = open_orders(browse, club, f"?piece={leader}&how=led")
    boxes = [page.locator(f'#reach [data-hex="{hex_}"] polygon').bounding_box() for hex_ in path[1:]]
    middles = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes]
    page.mouse.move(*middles[0])
    page.mouse.down()
    page.mouse.move(*middles[1], steps=6)
    page.mouse.up()
    page.get_by_text("not sent yet").wait_for()
    assert f"path={'.'.join(path)}" in page.url


def test_everything_works_without_script(browse: Any, club: Club) -> None:
    leader, to = a_march(view_of(club))
    page = open_orders(browse, club, f"?piece={leader}", java_script_enabled=False)
    page.locator(f'#reach [data-hex="{to}"]').click()
    page.get_by_role("button", name="March", exact=True).click()
    assert view_of(club).leaders[leader].hex == to
