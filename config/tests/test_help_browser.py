"""The help page in a real browser: its pictures follow the theme and keep their shape, and nothing scrolls sideways."""

from typing import Any

import pytest
from django.urls import reverse

LOADED = """() => Promise.all([...document.querySelectorAll('figure img')].map(async picture => {
  picture.loading = 'eager';
  await picture.decode();
  return [picture.naturalWidth / picture.naturalHeight, picture.getAttribute('width') / picture.getAttribute('height')];
}))"""
SHOWN = "[...document.querySelectorAll('figure img')].filter(img => img.checkVisibility()).map(img => img.className)"


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
