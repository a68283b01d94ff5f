"""Regimental's sample battle by clicks on phones: set up, sealed, rolled from cards, and settled."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from django.urls import reverse

from battles.models import Battle, BattleState, CardRoll
from battles.tests.cards import card
from campaign.ids import hex_id
from campaign.services.sweep import sweep
from campaign.tests.builders import Club, a_club

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.django_db(transaction=True)
Browse = Callable[..., "Page"]
Axe = Callable[["Page"], list[str]]
SEATS = ("umpire", "union", "confederate")
CHANGES = "Write it to the cards"


class Phones:
    """Three seats, each with a phone, and a sweep after each act."""

    def __init__(self, browse: Browse, axe: Axe) -> None:
        self.club: Club = a_club(name="Crossroads", one_off=True)
        start = reverse("battles:card-set-up", args=[self.club.campaign.id])
        self.axe = axe
        self.pages = {"umpire": browse(start, width=375, user=self.club.users["umpire"])}
        self.pages |= {who: browse("/", width=375, user=self.club.users[who]) for who in SEATS[1:]}
        self.site = self.pages["umpire"].url.removesuffix(start)

    def go(self, who: str, name: str, *more: object, query: str = "") -> "Page":
        battle = Battle.objects.get()
        address = reverse(f"battles:{name}", args=[self.club.campaign.id, battle.id, *more])
        self.pages[who].goto(f"{self.site}{address}{query}")
        return self.pages[who]

    def press(self, who: str, words: str) -> None:
        page = self.pages[who]
        with page.expect_response(lambda answer: answer.request.method == "POST"):
            page.get_by_role("button", name=words, exact=True).click()
        page.wait_for_load_state()
        assert page.locator(".errors").count() == 0, page.locator(".errors").inner_text()
        sweep(self.club.campaign.id)

    def look(self, who: str) -> None:
        page = self.pages[who]
        if folder := os.environ.get("NEUTRAL_PARTY_LOOK"):
            self.picture(page, Path(folder) / f"{len(os.listdir(folder)):03}")
        assert self.axe(page) == [], page.url
        assert not page.evaluate("document.documentElement.scrollWidth > innerWidth"), page.url

    def picture(self, page: "Page", name: Path) -> None:
        for width, scheme in ((375, "light"), (375, "dark"), (1280, "light"), (1920, "dark")):
            page.set_viewport_size({"width": width, "height": 900})
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            page.screenshot(path=f"{name}-{width}-{scheme}.png", full_page=True)
        page.set_viewport_size({"width": 375, "height": 900})

    def choose(self, who: str, rule: str, **units: str) -> "Page":
        """Open a rule's form and tap the units for it."""
        page = self.go(who, "card-roll-new", rule)
        for role, name in units.items():
            page.locator(f'input[name="cards-{role}"][value="{hex_id(card(Battle.objects.get(), name).pk)}"]').check()
        page.get_by_role("button", name="Fill in the form").click()
        page.wait_for_load_state()
        self.look(who)
        return page

    def roll(self, who: str, dice: str) -> CardRoll:
        page = self.pages[who]
        page.get_by_text("Real dice, or a second time").click()
        page.get_by_label("Your dice").fill(dice)
        self.press(who, "Roll")
        self.look(who)
        return CardRoll.objects.order_by("-at").first()  # type: ignore[return-value]


@pytest.fixture
def phones(browse: Browse, axe_violations: Axe) -> Phones:
    phones = Phones(browse, axe_violations)
    page = phones.pages["umpire"]
    page.get_by_label("Fire and Fury Regimental", exact=True).check()
    page.get_by_label("Those of the sample battle").check()
    phones.press("umpire", "Set up the battle")
    return phones


def values(name: str) -> dict[str, Any]:
    found: dict[str, Any] = card(Battle.objects.get(), name).values
    return found


def test_sample_battle_is_fought_and_settled_by_clicks(phones: Phones, browse: Browse) -> None:
    for who in SEATS[1:]:
        phones.go(who, "plan")
        phones.press(who, "Seal the plan")
    for name, button in (("prepare", "Prepare the battle"), ("open", "Open the battle")):
        phones.go("umpire", name)
        phones.press("umpire", button)
    phones.go("union", "cards")
    phones.look("union")
    maneuver_and_fire(phones)
    charge(phones)
    phones.go("union", "end").get_by_label("Your army").check()
    phones.press("union", "End or propose the end")
    for who, side, points in (("union", "usa", "0"), ("confederate", "csa", "3")):
        page = phones.go(who, "side-result", side)
        phones.look(who)
        page.get_by_label("Victory points").fill(points)
        phones.press(who, f"Enter the {'Union' if side == 'usa' else 'Confederate'} result")
    for who in SEATS[1:]:
        phones.go(who, "detail")
        phones.press(who, "Confirm the result")
    phones.go("umpire", "detail")
    phones.look("umpire")
    phones.press("umpire", "Settle the result")
    assert Battle.objects.get().state == BattleState.APPLIED
    refused = [each for each in browse.complaints if "422" not in each]  # type: ignore[attr-defined]
    browse.complaints[:] = refused  # type: ignore[attr-defined]  # a range that is still blank has no odds


def maneuver_and_fire(phones: Phones) -> None:
    """Rally nobody, then fire at close range: the target loses a stand, and the Confederates run low."""
    phones.choose("confederate", "maneuver", regiment="4th Louisiana")
    assert "well handled" in phones.roll("confederate", "6").result
    page = phones.choose("confederate", "fire", firers="4th Louisiana", target="9th Indiana")
    page.get_by_label("Range").first.fill("8")
    roll = phones.roll("confederate", "9")
    assert roll.result == "telling: disordered, 1 stand lost; firers low on ammunition"
    phones.press("confederate", CHANGES)
    assert (values("9th Indiana")["lost"], values("9th Indiana")["disordered"]) == (1, True)
    assert values("4th Louisiana")["low_on_ammunition"] is True


def charge(phones: Phones) -> None:
    """Charge: the card gives the state, the losses to fire, and disorder; the other side confirms."""
    phones.choose("confederate", "combat", attacker="13th Louisiana", defender="9th Indiana")
    roll = phones.roll("confederate", "9 3")
    assert roll.result.startswith("swept from the field")
    phones.press("confederate", CHANGES)
    assert values("9th Indiana")["colors"] == "captured"
    assert values("9th Indiana")["lost"] == 3
