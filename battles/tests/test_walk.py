"""Strangers walk from the landing page to their first sealed plan, by clicks and keys alone."""

import re
from collections.abc import Callable
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest

from battles.models import Plan
from campaign.models import Campaign
from campaign.services.sweep import sweep
from rulesets.core.records import dataclass

if TYPE_CHECKING:
    from playwright.sync_api import Page

Browse = Callable[..., "Page"]
pytestmark = pytest.mark.django_db(transaction=True)
MOST_CLICKS, MOST_FIELDS = 25, 12
PASSWORD = "hold-the-sunken-road"


@dataclass
class Count:
    """Clicks and fields of everyone together."""

    clicks: int = 0
    fields: int = 0


@dataclass
class Stranger:
    """Somebody without an account, before an open page."""

    name: str
    page: "Page"
    count: Count

    def press(self, words: str, *, role: str = "button") -> None:
        self.count.clicks += 1
        named = re.compile(rf"^\s*{words}\b")
        self.page.get_by_role(role, name=named).first.click(timeout=10_000)  # type: ignore[arg-type]
        self.page.wait_for_load_state()
        assert self.page.locator(".errors").count() == 0, self.page.locator(".errors").inner_text()
        if campaign := Campaign.objects.first():
            sweep(campaign.id)

    def follow(self, words: str) -> None:
        self.press(words, role="link")

    def choose(self, label: str) -> None:
        self.count.clicks += 1
        self.page.get_by_label(label).first.check()

    def enter(self, label: str, text: str) -> None:
        self.count.fields += 1
        self.page.get_by_label(label).first.fill(text)

    def sign_up(self) -> None:
        self.enter("Username", self.name)
        self.enter("Password", PASSWORD)
        self.press("Sign up")

    def invite(self, seat: str) -> str:
        """Return the link of a new invitation to a seat."""
        self.follow(f"Invite {seat}")
        self.press("Create the invitation")
        link = urlsplit(self.page.locator("#link").inner_text()).path
        self.follow("Back to seats")
        return link


@pytest.mark.parametrize("width", [375, 1280])
def test_three_strangers_seal_both_plans_in_few_clicks(browse: Browse, width: int) -> None:
    count = Count()
    umpire = Stranger("cannon", browse("/", width=width), count)
    umpire.follow("Sign up")
    umpire.sign_up()
    umpire.follow("Start a campaign")
    umpire.enter("Name", "The Western Rivers")
    umpire.press("Start the campaign")
    links = {"Union": umpire.invite("Union"), "Confederate": umpire.invite("Confederate")}
    umpire.follow("Campaign")
    umpire.follow("Set up a battle")
    umpire.press("Set up the battle")

    for side, link in links.items():
        player = Stranger(side.lower(), browse(link, width=width), count)
        player.follow("Sign up")
        player.sign_up()
        player.press("Take the seat")
        player.follow("Make the plan")
        player.press("Seal the plan")
        assert player.page.get_by_text(f"{side} sealed its plan").count()
    assert Plan.objects.count() == 2
    assert count.clicks <= MOST_CLICKS, count
    assert count.fields <= MOST_FIELDS, count
