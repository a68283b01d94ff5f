"""Take the pictures of the help page: `.venv/bin/python -m config.testing.pictures`.

A battle is played in a database of its own. Each picture is a part of a page that somebody sees on the way, in light
and dark, and its size is printed for the help page.
"""

import base64
import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import django

from config.bootstrap import ROOT
from rulesets.core.records import dataclass

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from battles.models import Battle
    from campaign.tests.builders import Club

FOLDER = ROOT / "static" / "help"
THEMES = ("light", "dark")
NOW = datetime(2026, 3, 7, 18, 0, tzinfo=UTC)
WIDTH, PHONE, TALL = 480, 375, 3000  # so tall that the bar below covers nothing
SHARPNESS, QUALITY, MARGIN = 1.5, 72, 8


@dataclass(frozen=True)
class Camera:
    """A browser before the site that is being played on."""

    browser: "Browser"
    site: str

    def take(
        self, name: str, path: str, user: Any, *, first: str, last: str = "", press: str = "", width: int = WIDTH
    ) -> None:
        """Record a page from one element to another in both themes, once something has been pressed."""
        for theme in THEMES:
            with self._page(path, user, width, theme) as page:
                if press:
                    page.locator(press).first.click()
                self._save(page, f"{name}-{theme}", _around(page, first, last or first))

    @contextmanager
    def _page(self, path: str, user: Any, width: int, theme: str) -> "Iterator[Page]":
        from config.testing.browser import session_of

        context = self.browser.new_context(
            viewport={"width": width, "height": TALL},
            device_scale_factor=SHARPNESS,
            color_scheme=theme,  # type: ignore[arg-type]
            reduced_motion="reduce",
        )
        context.add_cookies([{**session_of(user), "url": self.site}])  # type: ignore[typeddict-item]
        page = context.new_page()
        page.goto(f"{self.site}{path}")
        page.evaluate("document.fonts.ready")
        yield page
        context.close()

    def _save(self, page: "Page", name: str, clip: dict[str, int]) -> None:
        devtools = page.context.new_cdp_session(page)
        options = {"format": "webp", "quality": QUALITY, "clip": {**clip, "scale": 1}}
        picture = devtools.send("Page.captureScreenshot", options)
        content = base64.b64decode(picture["data"])
        (FOLDER / f"{name}.webp").write_bytes(content)
        print(f"{name}: width={clip['width']} height={clip['height']}, {len(content)} bytes")


def _around(page: "Page", first: str, last: str) -> dict[str, int]:
    """Return the box from one element to another, a little wider."""
    top, bottom = (page.locator(which).first.bounding_box() for which in (first, last))
    assert top is not None, f"{first} is not on the page"
    assert bottom is not None, f"{last} is not on the page"
    left = max(0, int(min(top["x"], bottom["x"])) - MARGIN)
    above = max(0, int(top["y"]) - MARGIN)
    right = min(page.evaluate("innerWidth"), max(box["x"] + box["width"] for box in (top, bottom)) + MARGIN)
    below = bottom["y"] + bottom["height"] + MARGIN
    return {"x": left, "y": above, "width": round(right) - left, "height": round(below) - above}


def play(camera: Camera) -> None:
    """Play Shiloh from an empty seat to the revealed dice, with a picture at each step that the help page explains."""
    from battles.services.plans import seal
    from battles.tests.builders import SHEET, both_request, fight_on_table, march, open_it, shiloh, to_turn
    from campaign.routes import reverse
    from campaign.services.sweep import sweep
    from campaign.tests.builders import a_club
    from war.models import Contact
    from war.services.set_up import set_up

    club = a_club(name="Shiloh", sheet=SHEET)
    people, campaign = club.users, club.campaign.id
    set_up(None, brief=shiloh(), campaign_id=campaign)
    sweep(campaign)
    sheet = reverse("map:sheet", args=[campaign])
    camera.take("map", sheet, people["union"], first=".map-frame")
    camera.take(
        "contact", sheet, people["umpire"], first="h2:has-text('Contacts')", last="h2:has-text('Contacts') + ul"
    )

    battle = fight_on_table(club, Contact.objects.get())
    sweep(campaign)
    camera.take("move", "/", people["confederate"], first="main header", last=".due-row")
    camera.take(
        "plan", _page(battle, "plan"), people["confederate"], first="form .flanks", last=".command:nth-of-type(3)"
    )
    seal(club.viewer("confederate"), battle.id, plan=march(battle, "CSA", "left", "Breckinridge", points=1))
    camera.take("seal", _page(battle), people["confederate"], first=".seal")
    seal(club.viewer("union"), battle.id, plan={})
    open_it(club, battle)
    to_turn(club, battle, 13)
    camera.take("table", _page(battle, "table"), people["union"], first=".head", last=".thumb", width=PHONE)
    both_request(club, battle, "end")
    camera.take(
        "losses",
        _page(battle, "side-result", "usa"),
        people["union"],
        first="main h2",
        last="form tbody tr:nth-child(7)",
    )
    _enter_results(club, battle)
    camera.take("carryover", _page(battle), people["union"], first=".why", last=".why")
    _settle(club, battle)
    cups = reverse("dice:cups", args=[campaign])
    camera.take("dice", cups, people["observer"], press="text=Check all of them", first="#verdict .turn")


def _page(battle: "Battle", name: str = "detail", *more: str) -> str:
    from campaign.routes import reverse

    return reverse(f"battles:{name}", args=[battle.campaign_id, battle.id, *more])


def _enter_results(club: "Club", battle: "Battle") -> None:
    from battles.selectors.reads import plans_of, units_of
    from battles.services.result import enter_result
    from battles.tests.builders import a_side_result

    for who, side, killed, points, end in (("union", "USA", 31, 9, "held"), ("confederate", "CSA", 14, 7, "withdrew")):
        units = units_of(battle, side, plans_of(battle))
        largest = max(units, key=lambda unit: unit.stands)
        entered = a_side_result(units, points=points, end=end, killed={largest.id: killed})
        enter_result(club.viewer(who), battle.id, entered=entered)


def _settle(club: "Club", battle: "Battle") -> None:
    from battles.services.result import confirm_result
    from battles.services.settle import settle
    from campaign.services.sweep import sweep

    for who in ("union", "confederate"):
        confirm_result(club.viewer(who), battle.id)
    settle(club.viewer("umpire"), battle.id)
    sweep(club.campaign.id)


def main() -> None:
    """Make the database, the site, and the browser; play; write the pictures."""
    from django.conf import settings
    from django.core.management import call_command
    from playwright.sync_api import sync_playwright

    from campaign.sources import SOURCES, SeededSources
    from config.testing.browser import ARGUMENTS, CHROMIUM
    from config.testing.mixed import MixedSite

    settings.SWEEP_NUDGE = False
    settings.STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    call_command("migrate", verbosity=0)
    FOLDER.mkdir(exist_ok=True)
    site = MixedSite()
    with sync_playwright() as playwright, SOURCES.using(SeededSources("help", now=NOW)):
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        play(Camera(browser, site.url))
        browser.close()
    site.stop()


if __name__ == "__main__":
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.testing.settings"
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"  # Playwright's loop runs in this thread
    django.setup()
    main()
