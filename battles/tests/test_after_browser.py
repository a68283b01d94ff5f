"""The after-action report on a phone, a desktop, and paper."""

import os
from typing import TYPE_CHECKING, Any

import pytest
from django.urls import reverse

from battles.tests.builders import a_battle
from battles.tests.test_after import fought, settled

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]


def test_report_is_read_on_a_phone_and_printed_whole(browse: Any, axe_violations: Any) -> None:
    club, battle = a_battle()
    fought(club, battle)
    settled(club, battle)
    address = reverse("battles:after", args=[club.campaign.pk, battle.pk])
    for who in ("union", "observer"):
        for width in (375, 1280):
            page: Page = browse(address, user=club.users[who], width=width)
            for scheme in ("light", "dark"):
                page.emulate_media(color_scheme=scheme)
                assert axe_violations(page) == []
                assert page.evaluate("document.documentElement.scrollWidth") <= width
                if shots := os.environ.get("SHOTS"):
                    page.screenshot(path=f"{shots}/after-{who}-{width}-{scheme}.png", full_page=True)
    page.emulate_media(media="print", color_scheme="light")
    page.set_viewport_size({"width": 718, "height": 1000})
    assert page.get_by_text("Both armies stayed at Shiloh overnight").is_visible()
    assert not page.get_by_role("link", name="Save everything as JSON").is_visible()
    assert not page.locator(".head").is_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 718
    if shots := os.environ.get("SHOTS"):
        page.screenshot(path=f"{shots}/after-print.png", full_page=True)
        page.pdf(path=f"{shots}/after.pdf", format="A4")
