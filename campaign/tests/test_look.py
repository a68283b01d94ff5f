"""The shared parts in a real browser: phone and wide screen, light and dark, axe, the content policy."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from campaign.routes import reverse
from campaign.sources import SOURCES, SeededSources
from campaign.templatetags.frame import NAV
from campaign.tests import parts_page

FINGER = ".button, .bar a, .tabs a, .head a, select, .field input:not([type=radio], [type=checkbox])"
pytestmark = pytest.mark.urls("campaign.tests.parts_page")
SHOTS = os.environ.get("SCREENSHOTS", "")


@pytest.fixture(autouse=True)
def _parts() -> Iterator[None]:
    with SOURCES.using(SeededSources("look", now=parts_page.NOW)):
        yield


def shoot(page: Any, name: str) -> None:
    if SHOTS:
        page.screenshot(path=Path(SHOTS) / f"{name}.png", full_page=True)


def test_axe_reports_a_picture_without_words(browse: Any, axe_violations: Any) -> None:
    page = browse("/parts/")
    page.evaluate("document.querySelector('main').append(document.createElement('img'))")
    (found,) = axe_violations(page)
    assert found.startswith("image-alt: <img>")


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [375, 1280, 1920])
def test_all_parts_pass_axe_and_never_scroll_sideways(browse: Any, axe_violations: Any, width: int, theme: str) -> None:
    page = browse("/parts/", width=width, height=6000, theme=theme)
    shoot(page, f"parts-{width}-{theme}")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert axe_violations(page) == []


def test_parts_page_has_the_site_content_policy(client: Client) -> None:
    """A violation logs a console line, and any console line fails the test that opened the page."""
    policy = client.get("/parts/").headers["Content-Security-Policy"]
    assert "style-src 'self'" in policy
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_chosen_theme_is_kept(browse: Any, theme: str) -> None:
    """A cookie keeps the device's choice, which overrides the system's."""
    other = "dark" if theme == "light" else "light"
    page = browse("/parts/", theme=theme)
    ground = "getComputedStyle(document.documentElement).backgroundColor"
    before = page.evaluate(ground)
    page.click(f'[data-theme-set="{other}"]')
    after = page.evaluate(ground)
    page.reload()
    assert after != before
    assert page.evaluate(ground) == after
    assert page.get_attribute("html", "data-theme") == other


def test_form_carries_entropy_and_is_sent_once(browse: Any) -> None:
    """Two clicks in one instant make one request; the hidden entropy is 32 fresh bytes each page."""
    page = browse("/parts/")
    form = page.locator("form[data-entropy]")
    first = form.locator('[name="entropy"]').input_value()
    page.reload()
    assert len(first) == 64
    assert form.locator('[name="entropy"]').input_value() != first
    posts: list[str] = []

    def refuse(route: Any) -> None:
        posts.append(route.request.method)
        route.abort()

    page.route("**/parts/", refuse)
    browse.complaints.clear()
    page.evaluate("const b = document.querySelector('form[data-entropy] button'); b.click(); b.click();")
    page.wait_for_timeout(300)
    browse.complaints.clear()  # the aborted request logs a console line
    assert posts == ["POST"]


def test_phone_folds_tables_and_shows_steps_in_a_line(browse: Any) -> None:
    page = browse("/parts/", width=375, height=812, has_touch=True, is_mobile=True)
    shoot(page, "parts-phone-touch")
    assert page.locator(".step-line").is_visible()
    assert not page.locator("ol.steps").is_visible()
    row = page.locator("table.register tbody tr").first
    head, key = row.locator("th").bounding_box(), row.locator("td.key").bounding_box()
    assert abs(head["y"] + head["height"] - key["y"] - key["height"]) < 6  # name and figure on one line
    assert row.locator("td", has_text="none").bounding_box()["y"] > head["y"] + 10


def test_touch_targets_are_large_enough(browse: Any) -> None:
    page = browse("/parts/", width=375, height=812, has_touch=True, is_mobile=True)
    small = page.evaluate(
        """parts => [...document.querySelectorAll(parts)].filter(part => part.offsetParent)
        .filter(part => part.getBoundingClientRect().height < 43.9).map(part => part.outerHTML.slice(0, 80))""",
        FINGER,
    )
    assert small == []


def test_print_has_no_buttons_and_is_black_on_white(browse: Any) -> None:
    page = browse("/parts/", theme="dark")
    page.emulate_media(media="print", color_scheme="dark")
    shoot(page, "parts-print")
    assert not page.locator(".button").first.is_visible()
    assert page.evaluate("getComputedStyle(document.documentElement).backgroundColor") == "rgb(255, 255, 255)"
    assert page.locator(".badge").first.is_visible()


@pytest.mark.parametrize(
    "name", ["400.html", "403.html", "403_csrf.html", "404.html", "413.html", "429.html", "500.html"]
)
@pytest.mark.django_db
def test_error_page_is_identical_for_everyone(client: Client, django_user_model: Any, name: str) -> None:
    """It holds nothing about the reader: no name, theme, or token."""
    stranger = client.get(f"/bare/{name}").content
    client.force_login(django_user_model.objects.create_user("union", "x" * 12, theme="dark"))
    client.cookies["theme"] = "dark"
    assert client.get(f"/bare/{name}").content == stranger
    assert b"<h1>" in stranger


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["404.html", "500.html", "409.html"])
def test_error_pages_pass_axe(browse: Any, axe_violations: Any, name: str) -> None:
    page = browse(f"/bare/{name}", width=375)
    shoot(page, f"error-{name}")
    assert axe_violations(page) == []


def test_head_links_to_the_addresses_of_their_names() -> None:
    names = ["home", "rules:books", "dice:check", "help"]
    assert [f"/{address}" for _, address in NAV] == [reverse(name) for name in names]
