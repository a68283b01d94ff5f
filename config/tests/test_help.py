"""The help page: its links lead to its sections, its pictures are there, small, and true to their sizes."""

import re
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from campaign.tests.budget import BUDGET, weigh
from config.testing.pictures import FOLDER

MOST_BYTES = 250_000
PICTURE = re.compile(r'<img class="(?:light|dark)"\s+src="([^"]+)"\s+width="(\d+)"\s+height="(\d+)"\s+alt="([^"]+)"')
LOADED = """() => Promise.all([...document.querySelectorAll('figure img')].map(async picture => {
  picture.loading = 'eager';
  await picture.decode();
  return [picture.naturalWidth / picture.naturalHeight, picture.getAttribute('width') / picture.getAttribute('height')];
}))"""
SHOWN = "[...document.querySelectorAll('figure img')].filter(img => img.checkVisibility()).map(img => img.className)"


@pytest.fixture
def page(client: Client, db: None) -> str:
    return client.get(reverse("help")).content.decode()


def test_links_within_the_page_lead_somewhere(page: str) -> None:
    targets = set(re.findall(r'id="([a-z-]+)"', page))
    links = set(re.findall(r'href="#([a-z-]+)"', page))
    assert links
    assert links - {"main"} - targets == set()


def test_every_recorded_picture_is_shown_with_words(page: str) -> None:
    shown = {Path(address).name for address, _, _, alt in PICTURE.findall(page) if alt}
    assert shown == {file.name for file in FOLDER.iterdir()}
    assert sum(file.stat().st_size for file in FOLDER.iterdir()) < MOST_BYTES


def test_page_keeps_the_budget(client: Client, db: None) -> None:
    weight = weigh(client.get(reverse("help")))
    assert weight.own <= BUDGET
    assert weight.foreign_hosts == []


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [375, 1280, 1920])
def test_pictures_follow_the_theme_and_nothing_scrolls_sideways(
    width: int, theme: str, browse: Any, axe_violations: Any
) -> None:
    page = browse(reverse("help"), width=width, theme=theme)
    assert set(page.evaluate(SHOWN)) == {theme}
    assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")
    assert axe_violations(page) == []
    for drawn, said in page.evaluate(LOADED):
        assert drawn == pytest.approx(said, rel=0.01)
    other = "light" if theme == "dark" else "dark"
    page.get_by_role("button", name=other, exact=True).click()
    assert set(page.evaluate(SHOWN)) == {other}
