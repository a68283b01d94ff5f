"""A turn of a war in Chromium: a march by clicks, another by keys only, and the pages at every width."""

from itertools import pairwise
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.urls import reverse

from campaign.tests.builders import Club
from rulesets.civil_war.war import View, legal_orders
from rulesets.civil_war.war.orders import EnterPoint
from war.forms.set_right import PAGES
from war.models import Purse
from war.selectors.war_marches import moves_in
from war.selectors.war_state import seen_by
from war.services import war_orders
from war.tests.fingers import Place, between, middle, touch
from war.tests.test_war_pages import spender
from war.tests.war_builders import a_war, begun, now_of

pytestmark = pytest.mark.django_db(transaction=True)

ASIDE = "document.documentElement.scrollWidth > innerWidth"

SCROLLED = "[document.getElementById('reach').scrollLeft, document.getElementById('reach').scrollTop, scrollY].join()"


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
        for how, offer in moves_in(legal_orders(view, leader.id)).items()
        if how == "led"
        for to in offer.to
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


def test_layers_of_control_reach_and_supply_are_switched(browse: Any, club: Club) -> None:
    leader, _ = a_march(view_of(club))
    sheet = reverse("map:sheet", args=[club.campaign.id])
    page = browse(f"{sheet}?hex={view_of(club).leaders[leader].hex}", user=club.users[spender(club)])
    page.wait_for_load_state("networkidle")
    shown = "found => found.filter(each => getComputedStyle(each).display !== 'none').length"
    for name, signs, at_first in (
        ("no-control", ".held", True),
        ("no-reach", ".goal", True),
        ("supply", ".fed", False),
    ):
        layer = page.locator(f"#stacks {signs}")
        for on in (at_first, not at_first, at_first):
            button = page.locator(f'[data-toggle="{name}"]')
            assert button.get_attribute("aria-pressed") == str(on).lower()
            assert (layer.evaluate_all(shown) > 0) is on
            button.click()


@pytest.mark.parametrize(("width", "theme"), [(375, "dark"), (375, "light"), (1280, "light"), (1280, "dark")])
def test_umpires_pages_fit_and_break_no_axe_rule(
    width: int, theme: str, browse: Any, club: Club, axe_violations: Any
) -> None:
    first, *others = (reverse(name, args=[club.campaign.id]) for name, _ in PAGES)
    page = browse(first, user=club.users["umpire"], width=width, theme=theme)
    site = page.url.removesuffix(first)
    for url in (first, *others):
        page.goto(site + url)
        for folded in page.locator("details:has([name=pieces])").all():
            folded.locator("summary").click()
        assert not page.evaluate(ASIDE)
        assert axe_violations(page) == []


def test_umpire_moves_a_piece_out_of_a_folded_place(browse: Any, club: Club) -> None:
    page = browse(reverse("map:move-pieces", args=[club.campaign.id]), user=club.users["umpire"], width=375)
    page.get_by_text("Union, Nashville").click()
    page.get_by_label("Thomas, 1 star").check()
    page.get_by_label("To this place or hex").fill("Nowhere")
    page.get_by_label("Reason").fill("A slip.")
    page.get_by_role("button", name="Set it right").click()
    page.get_by_text("choose a land hex").first.wait_for()
    assert page.get_by_label("Thomas, 1 star").is_checked()
    browse.complaints.clear()  # a refused form is an answer with an error status
    page.get_by_label("To this place or hex").fill("Murfreesboro")
    page.get_by_role("button", name="Set it right").click()
    page.wait_for_url("**/map/")
    state = now_of(club.campaign)
    thomas = next(leader for leader in state.leaders.values() if leader.name == "Thomas")
    assert thomas.hex == state.world.graph.hex_of("Murfreesboro")


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


def a_long_path(view: View) -> tuple[str, tuple[str, ...]]:
    """Return a leader with troops, and a path of his through a hex where he may stop."""
    return next(
        (leader.id, path)
        for leader in view.leaders.values()
        for how, offer in moves_in(legal_orders(view, leader.id)).items()
        if how == "led"
        for to in offer.to
        for path in [offer.route(to).path]
        if len(path) == 3 and path[1] in offer.to and to not in view.enemy
    )


def open_path(browse: Any, club: Club, **options: Any) -> tuple[Any, tuple[str, ...]]:
    """Open the orders of a leader; return a path of his, too."""
    leader, path = a_long_path(view_of(club))
    return open_orders(browse, club, f"?piece={leader}&how=led", **options), path


def shown(page: Any, path: tuple[str, ...]) -> list[Place]:
    """Return where the hexes of a path are on the page, from the piece's own on."""
    return [middle(page, "#own"), *(middle(page, f'#reach [data-hex="{hex_}"] polygon') for hex_ in path[1:])]


def planned(page: Any) -> str:
    """Return the path of the march planned, and take it back."""
    page.get_by_text("not sent yet").wait_for()
    (path,) = parse_qs(str(urlsplit(page.url).query))["path"]
    page.get_by_role("link", name="Take back").click()
    page.get_by_text("not sent yet").wait_for(state="detached")
    return path


def drag(page: Any, *places: Place) -> None:
    page.mouse.move(*places[0])
    page.mouse.down()
    for place in places[1:]:
        page.mouse.move(*place, steps=6)
    page.mouse.up()


def test_path_is_drawn_by_mouse_from_the_pieces_own_hex_or_the_next(browse: Any, club: Club) -> None:
    page, path = open_path(browse, club)
    drag(page, *shown(page, path))
    assert planned(page) == ".".join(path)
    drag(page, *shown(page, path)[1:])
    assert planned(page) == ".".join(path)
    own, second, third = shown(page, path)
    drag(page, own, second, third, second)
    assert planned(page) == ".".join(path[:2])
    own, second, third = shown(page, path)
    drag(page, own, second, third, second, own)
    assert page.locator(".drawn").count() == 0
    assert "path=" not in page.url


def test_path_is_drawn_by_a_finger_from_the_pieces_own_hex_and_scrolls_from_any_other(browse: Any, club: Club) -> None:
    page, path = open_path(browse, club, width=375, height=700, has_touch=True)
    own, second, third = shown(page, path)
    touch(page, [*between(own, second), *between(second, third)])
    assert planned(page) == ".".join(path)
    own, second, third = shown(page, path)
    before = page.evaluate(SCROLLED)
    touch(page, between(third, (third[0] - 90, third[1] - 60)))
    page.wait_for_function(f"before => {SCROLLED} !== before", arg=before)
    assert "path=" not in page.url


def test_march_by_taps_on_a_phone(browse: Any, club: Club) -> None:
    leader, to = a_march(view_of(club))
    page = open_orders(browse, club, f"?piece={leader}", width=375, height=700, has_touch=True)
    page.locator(f'#reach [data-hex="{to}"] polygon').tap()
    page.get_by_text("not sent yet").wait_for()
    page.get_by_role("button", name="March", exact=True).tap()
    page.wait_for_url(f"**{reverse('map:sheet', args=[club.campaign.id])}*")
    assert view_of(club).leaders[leader].hex == to


KEYS = {
    (1, 0): "ArrowRight",
    (-1, 0): "ArrowLeft",
    (0, -1): "Home",
    (1, -1): "PageUp",
    (-1, 1): "End",
    (0, 1): "PageDown",
}


def keys_along(view: View, path: tuple[str, ...]) -> list[str]:
    """Return the keys that go along a path from hex to hex."""
    places = [view.world.graph.hexes[hex_].at for hex_ in path]
    return [KEYS[q - a, r - b] for (a, b), (q, r) in pairwise(places)]


def test_path_is_drawn_by_keys_with_shift(browse: Any, club: Club) -> None:
    page, path = open_path(browse, club)
    view = view_of(club)
    for neighbor in view.world.graph.near(path[0]):
        if page.locator(f'#reach [data-hex="{neighbor}"]').count():
            page.locator("#reach").focus()
            page.keyboard.press(keys_along(view, (path[0], neighbor))[0])
            assert page.evaluate("document.activeElement.dataset.hex") == neighbor
    page.locator("#reach").focus()
    for key in keys_along(view, path):
        page.keyboard.press(f"Shift+{key}")
    assert page.locator(".drawn").count() == 2
    page.keyboard.press("Enter")
    assert planned(page) == ".".join(path)


def test_everything_works_without_script(browse: Any, club: Club) -> None:
    leader, to = a_march(view_of(club))
    page = open_orders(browse, club, f"?piece={leader}", java_script_enabled=False)
    page.locator(f'#reach [data-hex="{to}"]').click()
    page.get_by_role("button", name="March", exact=True).click()
    assert view_of(club).leaders[leader].hex == to
