"""pytest plug-in: a real Chromium for browser tests, and axe.

`browse(path, width=375, theme="dark", user=…)` opens a page of the site, live streams included. Any complaint
of the console or the content policy fails the test.
"""

import os
from collections.abc import Callable, Iterator
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest
from django.conf import settings
from django.test import Client

from config.testing.mixed import MixedSite

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ConsoleMessage, Page, Route

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
HEIGHT = "Math.max(innerHeight, document.documentElement.scrollHeight)"
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
OPTIONS = {"runOnly": {"type": "tag", "values": WCAG}, "resultTypes": ["violations"]}
VIOLATIONS = "(options) => axe.run(document, options).then((found) => found.violations)"
Browse = Callable[..., "Page"]


@pytest.fixture(scope="session")
def chromium() -> Iterator["Browser"]:
    from playwright.sync_api import sync_playwright

    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def mixed_site(django_db_setup: None) -> Iterator[MixedSite]:
    site = MixedSite()
    yield site
    site.stop()


@pytest.fixture
def site(mixed_site: MixedSite, transactional_db: None) -> MixedSite:
    """Serve the mixed application on this test's database; `site.url` is its address."""
    return mixed_site


@pytest.fixture
def browse(chromium: "Browser", site: Any) -> Iterator[Browse]:
    """Open pages, each as its own user with its own cookies, and collect the browser's complaints."""
    complaints: list[str] = []
    contexts = []

    def listen(message: "ConsoleMessage") -> None:
        if message.type in ("error", "warning") and not _says_ask_again(message):
            complaints.append(message.text)

    def browse_to(
        path: str,
        *,
        width: int = 1280,
        height: int = 900,
        theme: str = "light",
        user: Any = None,
        **options: Any,
    ) -> "Page":
        context = chromium.new_context(
            viewport={"width": width, "height": height},
            color_scheme=theme,  # type: ignore[arg-type]
            reduced_motion="reduce",
            **options,
        )
        contexts.append(context)
        if user is not None:
            context.add_cookies([{**session_of(user), "url": site.url}])  # type: ignore[typeddict-item]
        page = context.new_page()
        page.on("console", listen)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(f"{site.url}{path}")
        return page

    browse_to.complaints = complaints  # type: ignore[attr-defined]
    yield browse_to
    for context in contexts:
        context.close()
    assert complaints == [], f"the browser complained: {complaints}"


def _busy_once(page: "Page") -> list[int]:
    answers: list[int] = []

    def answer(route: "Route") -> None:
        if answers:
            route.continue_()
        else:
            route.fulfill(status=503, headers={"Retry-After": "1"}, body="Busy.")
        answers.append(200 if answers else 503)

    page.route("**/odds/**", answer)
    return answers


def _says_ask_again(message: "ConsoleMessage") -> bool:
    """Return whether a busy site put off some odds: the page asks for them again, as tests of their own show."""
    return "status of 503" in message.text and "/odds/" in message.location["url"]


def session_of(user: Any) -> dict[str, str]:
    client = Client()
    client.force_login(user)
    name = settings.SESSION_COOKIE_NAME
    return {"name": name, "value": client.cookies[name].value}


@pytest.fixture
def busy_once() -> Callable[["Page"], list[int]]:
    """Return what lets the site be too busy for the next odds a page asks for: it returns the answers as they come."""
    return _busy_once


@cache
def axe_script() -> str:
    from axe_playwright_python.sync_playwright import Axe

    return str(Axe().axe_script)


@pytest.fixture
def axe_violations() -> Callable[["Page"], list[str]]:
    """Return a check that lists axe's findings against WCAG 2.2 AA and best practice."""
    return _axe_violations


def _axe_violations(page: "Page") -> list[str]:
    """Run axe on a page as tall as its content, so that the bar at the bottom of a phone covers no target.

    Only what it finds leaves the page: what passed, too, would be megabytes, which took longer than the checks.
    """
    page.wait_for_load_state()  # a click waits only for the new page's first byte, not for its styles
    size = page.viewport_size
    assert size is not None
    page.set_viewport_size({**size, "height": page.evaluate(HEIGHT)})
    if not page.evaluate("'axe' in window"):
        page.evaluate(axe_script())
    found = page.evaluate(VIOLATIONS, OPTIONS)
    page.set_viewport_size(size)
    return [
        f"{violation['id']}: {node['html'][:120]} {node.get('failureSummary', '')[:200]}"
        for violation in found
        for node in violation["nodes"]
    ]
