"""The whole map in Chromium: pan, zoom, choose, and find by mouse and keys; nothing blocks for long."""

import os
from typing import Any

import pytest
from django.urls import reverse

from campaign.sources import SOURCES
from campaign.tests.builders import Club, a_club
from rulesets.core.sheet_form import load_sheet
from war.models import Force, Leader
from war.services.sighting import update_sightings
from war.tests.fingers import between, middle, touch
from war.tests.test_sheet_page import at
from war.tests.test_sighting import a_force

pytestmark = pytest.mark.django_db(transaction=True)

ASIDE = "document.documentElement.scrollWidth > innerWidth"
PLACE = "document.getElementById('plate').style.transform"
SCALE = "Number(document.getElementById('plate').style.transform.split('scale(')[1].slice(0, -1))"
ZOOM = "document.getElementById('map-frame').dataset.zoom"
SIZES = [(375, "dark"), (375, "light"), (1280, "light"), (1280, "dark"), (1920, "light"), (1920, "dark")]
COUNT = """() => { window.frames = window.drawn = 0;
  new MutationObserver(() => { window.drawn += 1; }).observe(document.getElementById('plate'), { attributes: true });
  (function frame() { window.frames += 1; requestAnimationFrame(frame); })();
  const map = document.getElementById('map-frame');
  for (let n = 0; n < 200; n += 1) map.dispatchEvent(new WheelEvent('wheel', { deltaY: -2, cancelable: true }));
}"""


@pytest.fixture
def club() -> Club:
    club = a_club(sheet="war")
    grant = a_force(club, "USA", at("Pittsburg Landing"), points=12)
    for place, points in (("Nashville", 3), ("Cairo", 2), ("Washington", 9), ("Fort Monroe", 4)):
        a_force(club, "USA", at(place), points=points)
    for place, points in (("Corinth", 8), ("Richmond VA", 10), ("Norfolk", 3), ("Memphis", 2)):
        a_force(club, "CSA", at(place), points=points)
    Leader.objects.create(
        id=7,
        campaign=club.campaign,
        side="USA",
        force=grant,
        name="Grant",
        stars=2,
        initiative=4,
        tactical=1,
        seniority=9,
    )
    update_sightings(club.campaign.id, SOURCES.now())
    return club


def open_map(browse: Any, club: Club, who: str = "union", query: str = "", **options: Any) -> Any:
    page = browse(reverse("map:sheet", args=[club.campaign.id]) + query, user=club.users[who], **options)
    page.wait_for_load_state("networkidle")
    return page


def shoot(page: Any, name: str) -> None:
    if folder := os.environ.get("SHOTS"):
        page.screenshot(path=f"{folder}/{name}.png")


@pytest.mark.parametrize(("width", "theme"), SIZES)
def test_map_fits_and_breaks_no_axe_rule(width: int, theme: str, browse: Any, club: Club, axe_violations: Any) -> None:
    page = open_map(browse, club, query=f"?hex={at('Corinth')}", width=width, theme=theme)
    shoot(page, f"war-{width}-{theme}")
    assert not page.evaluate(ASIDE)
    assert axe_violations(page) == []
    page.goto(page.url.partition("?")[0] + "places/")
    assert not page.evaluate(ASIDE)
    assert axe_violations(page) == []
    shoot(page, f"places-{width}-{theme}")


def test_mouse_pans_and_zooms_and_a_click_chooses(browse: Any, club: Club) -> None:
    page = open_map(browse, club)
    begun, far = page.evaluate(PLACE), page.evaluate(ZOOM)
    page.mouse.move(400, 500)
    page.mouse.down()
    page.mouse.move(460, 540, steps=4)
    page.mouse.up()
    page.wait_for_function(f"() => {PLACE} !== {begun!r}")
    assert "?hex" not in page.url
    for _ in range(4):
        page.mouse.wheel(0, -240)
    page.wait_for_function(f"() => {ZOOM} > {far!r}")
    page.get_by_role("button", name="Show the whole map").click()
    page.wait_for_function(f"() => {ZOOM} <= {far!r}")
    page.locator(f'#stacks > [href="?hex={at("Nashville")}"] .block').click()
    page.get_by_role("heading", name="Nashville").wait_for()
    assert page.url.endswith(f"?hex={at('Nashville')}")
    assert page.locator("#stacks .chosen").count() == 2
    page.locator("#map-frame").press("Escape")


def test_keys_alone_find_a_leader_and_walk_to_the_next_hex(browse: Any, club: Club) -> None:
    page = open_map(browse, club)
    frame = page.locator("#map-frame")
    frame.focus()
    page.keyboard.press("/")
    page.keyboard.type("Grant")
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="Pittsburg Landing").wait_for()
    frame.focus()
    page.keyboard.press("ArrowLeft")
    assert page.locator("#map-said").inner_text().endswith("clear.")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.locator("#hex-name").filter(has_not_text="Pittsburg Landing").wait_for()
    assert page.get_by_text("Union: Grant, 12 strength points").count() == 1 or page.locator("#hex").is_visible()
    level = page.evaluate(ZOOM)
    for _ in range(3):
        page.keyboard.press("+")
    page.wait_for_function(f"() => {ZOOM} > {level!r}")


def test_toggles_hide_railroads_and_lower_the_water(browse: Any, club: Club) -> None:
    page = open_map(browse, club)
    page.get_by_role("button", name="Railroads").click()
    assert page.locator("svg use.rails").evaluate("use => getComputedStyle(use).display") == "none"
    page.get_by_role("button", name="Low water").click()
    assert page.locator("svg use.seasons").evaluate("use => getComputedStyle(use).strokeDasharray") != "none"
    assert page.get_by_role("button", name="Low water").get_attribute("aria-pressed") == "true"


def test_gray_takes_the_colors_away(browse: Any, club: Club) -> None:
    page = open_map(browse, club)
    page.get_by_role("button", name="Gray").click()
    assert "grayscale(1)" in page.locator("#plate").evaluate("plate => getComputedStyle(plate).filter")
    page.get_by_role("button", name="Gray").click()
    assert page.locator("#plate").evaluate("plate => getComputedStyle(plate).filter") == "none"


def test_click_on_the_small_map_flies_there(browse: Any, club: Club) -> None:
    page = open_map(browse, club)
    assert page.locator("#mini-stacks rect").count() == page.locator("#stacks > a").count()
    east, west = {"x": 150, "y": 40}, {"x": 40, "y": 70}
    page.locator("#mini").click(position=east)
    page.wait_for_timeout(500)
    before = page.locator("#mini-view").evaluate("view => view.x.baseVal.value")
    page.locator("#mini").click(position=west)
    page.wait_for_function(f"() => document.getElementById('mini-view').x.baseVal.value < {before} - 500")


def test_two_fingers_zoom_and_one_pans(browse: Any, club: Club) -> None:
    page = open_map(browse, club, width=375, height=700, has_touch=True)
    x, y = middle(page, "#map-frame")
    wide = page.evaluate(SCALE)
    touch(page, between((x - 20, y), (x - 90, y)), between((x + 20, y), (x + 90, y)))
    page.wait_for_function(f"() => {SCALE} > {wide} * 2")
    before = page.evaluate(PLACE)
    touch(page, between((x, y), (x - 60, y + 20)))
    page.wait_for_function(f"() => {PLACE} !== {before!r}")
    assert "?hex" not in page.url
    tight = page.evaluate(SCALE)
    touch(page, between((x - 90, y), (x - 30, y)), between((x + 90, y), (x + 30, y)))
    page.wait_for_function(f"() => {SCALE} < {tight}")


def test_whole_map_is_printed_wherever_it_was_moved_to(browse: Any, club: Club) -> None:
    page = open_map(browse, club, query=f"?hex={at('Corinth')}")
    page.evaluate("document.getElementById('map-frame').focus()")
    for _ in range(4):
        page.keyboard.press("+")
    page.wait_for_timeout(300)
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    frame, plate = (page.locator(name).bounding_box() for name in ("#map-frame", "#plate > svg >> nth=0"))
    assert plate["width"] <= frame["width"]
    assert frame["height"] >= plate["height"]
    assert page.locator("#plate").evaluate("plate => getComputedStyle(plate).transform") == "none"
    counter = page.locator(f'#stacks > [href="?hex={at("Fort Monroe")}"]').first.bounding_box()
    assert plate["x"] < counter["x"] < plate["x"] + plate["width"]
    shoot(page, "war-print")
    page.emulate_media(media="screen")
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.locator("#plate").evaluate("plate => getComputedStyle(plate).transform") != "none"


def test_picture_and_links_work_without_script(browse: Any, club: Club) -> None:
    page = open_map(browse, club, java_script_enabled=False)
    assert page.locator("#plate > svg").first.bounding_box()["width"] > 800
    assert not page.locator("#map-tools").is_visible()
    page.goto(page.url + "places/")
    page.get_by_role("link", name="Corinth").first.click()
    assert page.get_by_role("heading", name="Corinth").is_visible()
    page.get_by_role("link", name="Pittsburg Landing").first.click()
    assert page.get_by_role("heading", name="Pittsburg Landing").is_visible()


def test_new_counters_arrive_without_the_map_moving(browse: Any, club: Club) -> None:
    page = open_map(browse, club)
    page.keyboard.press("Tab")
    place, count = page.evaluate(PLACE), page.locator("#stacks > a").count()
    a_force(club, "USA", at("Louisville"), points=2)
    page.evaluate("document.body.dispatchEvent(new CustomEvent('np:changed', { detail: {} }))")
    page.wait_for_function(f"() => document.querySelectorAll('#stacks > a').length === {count + 1}")
    assert page.evaluate(PLACE) == place


def test_many_wheel_turns_draw_once_a_frame(browse: Any, club: Club) -> None:
    page = open_map(browse, club)
    page.evaluate(COUNT)
    page.wait_for_timeout(300)
    drawn, frames = page.evaluate("[window.drawn, window.frames]")
    assert 0 < drawn <= frames
    assert drawn < 20


def test_longest_task_with_300_counters_is_printed(browse: Any, club: Club) -> None:
    """Print the processor time of the main thread's longest task from the first paint on: a busy machine allows no
    limit."""
    taken = set(Force.objects.values_list("hex", flat=True))
    hexes = [each.id for each in load_sheet("war").hexes.values() if not each.is_sea and each.id not in taken]
    for hex_id in hexes[::6][: 300 - len(taken)]:
        a_force(club, "USA", hex_id, points=1)
    page = open_map(browse, club, "umpire")
    assert page.locator("#stacks .c").count() == 300
    events: list[dict[str, Any]] = []
    devtools = page.context.new_cdp_session(page)
    devtools.on("Tracing.dataCollected", lambda found: events.extend(found["value"]))
    devtools.send("Tracing.start", {"transferMode": "ReportEvents", "categories": "devtools.timeline,toplevel,loading"})
    page.reload()
    page.wait_for_load_state("networkidle")
    page.mouse.move(500, 500)
    page.mouse.down()
    for turn in range(30):
        page.mouse.move(500 + 10 * (turn % 7), 500 + 8 * (turn % 5))
    page.mouse.up()
    for turn in range(24):
        page.mouse.wheel(0, -120 if turn < 12 else 120)
    page.wait_for_timeout(300)
    ended: list[object] = []
    devtools.on("Tracing.tracingComplete", lambda end: ended.append(end))
    devtools.send("Tracing.end")
    while not ended:
        page.wait_for_timeout(50)
    painted = min(each["ts"] for each in events if each["name"] == "firstContentfulPaint")
    tasks = [each for each in events if each["name"].endswith("Impl::RunTask") and each["ts"] > painted]
    longest = max(each["tdur"] / 1000 for each in tasks if "tdur" in each)
    print(f"longest task from the first paint on, with panning and zooming: {longest:.0f} ms of processor time")
    shoot(page, "war-300")
