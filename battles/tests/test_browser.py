"""A battle by clicks for four seats in Chromium: no page breaks an axe rule or scrolls sideways."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from django.urls import reverse

from battles.models import Battle, BattleState, TurnRequest
from battles.tests.builders import SHEET, fight_on_table, open_it, seal_both, shiloh
from campaign.services.sweep import sweep
from campaign.tests.builders import Club, a_club
from war.models import Contact, StrengthPoint
from war.services.set_up import set_up

if TYPE_CHECKING:
    from playwright.sync_api import Page

Browse = Callable[..., "Page"]
Axe = Callable[["Page"], list[str]]
pytestmark = pytest.mark.django_db(transaction=True)
SEATS = ("umpire", "union", "confederate", "observer")


@pytest.fixture
def club() -> Club:
    club = a_club(name="Shiloh", sheet=SHEET)
    set_up(None, brief=shiloh(), campaign_id=club.campaign.id)
    sweep(club.campaign.id)
    return club


class Table:
    """Four seats, each with an open page, and a sweep after each act."""

    def __init__(self, club: Club, browse: Browse, axe: Axe) -> None:
        start = reverse("map:sheet", args=[club.campaign.id])
        self.pages = {who: browse(start, user=club.users[who]) for who in SEATS}
        self.club, self.axe = club, axe

    def go(self, who: str, name: str, *more: str) -> "Page":
        page, battle = self.pages[who], Battle.objects.get()
        root = page.url[: page.url.index("/c/")]
        page.goto(root + reverse(f"battles:{name}", args=[self.club.campaign.id, battle.id, *more]))
        return page

    def press(self, who: str, words: str) -> None:
        with self.pages[who].expect_response(lambda answer: answer.request.method == "POST"):
            self.pages[who].get_by_role("button", name=words, exact=True).click()
        self.pages[who].wait_for_load_state()
        assert self.pages[who].locator(".errors").count() == 0, self.pages[who].locator(".errors").inner_text()
        sweep(self.club.campaign.id)

    def look_at(self, name: str, *more: str, seats: tuple[str, ...] = SEATS) -> None:
        """Check each seat's page at two widths and in both color schemes."""
        for n, who in enumerate(seats):
            page = self.go(who, name, *more)
            width, scheme = ((375, "dark"), (1280, "light"))[n % 2]
            page.set_viewport_size({"width": width, "height": 12_000})  # so the bar hides no row
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            assert self.axe(page) == [], (who, name, width)
            assert not page.evaluate("document.documentElement.scrollWidth > innerWidth"), (who, name, width)
            page.set_viewport_size({"width": 1280, "height": 900})


def agree_by_clicks(table: Table) -> None:
    """Offer the table at another ratio, answer with the usual one, and agree."""
    union, confederate = table.pages["union"], table.pages["confederate"]
    for page in (union, confederate):
        page.get_by_role("link", name="How to fight it").click()
    union.get_by_label("Stands for a strength point").fill("8")
    union.get_by_label("Stands for a strength point").press("Enter")
    union.get_by_text("8 stands and 2 batteries").first.wait_for()
    union.get_by_role("note").get_by_text("unusually small").wait_for()
    table.press("union", "Offer the table at this ratio")
    confederate.get_by_text("Answer the Union side’s offer").wait_for()
    confederate.goto(confederate.url)
    confederate.get_by_label("Stands for a strength point").fill("20")
    confederate.get_by_label("Stands for a strength point").press("Enter")
    confederate.get_by_text("20 stands and 2 batteries").first.wait_for()
    table.press("confederate", "Offer the table at this ratio")
    union.get_by_text("Answer the Confederate side’s offer").wait_for()
    for page, width, scheme in ((union, 375, "dark"), (confederate, 1280, "light")):
        page.set_viewport_size({"width": width, "height": 4000})
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        assert table.axe(page) == []
        assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")
        page.set_viewport_size({"width": 1280, "height": 900})
    table.press("union", "Agree to fight on the table")


def test_table_is_declined_and_both_sides_enter_the_outcome(club: Club, browse: Browse, axe_violations: Axe) -> None:
    table = Table(club, browse, axe_violations)
    union, confederate = table.pages["union"], table.pages["confederate"]
    for page in (union, confederate):
        page.get_by_role("link", name="How to fight it").click()
    table.press("union", "Offer the table at this ratio")
    confederate.goto(confederate.url)
    table.press("confederate", "Decline the table")
    for who, width, scheme in (("union", 375, "dark"), ("confederate", 1280, "light")):
        page = table.pages[who]
        page.goto(page.url)
        page.get_by_role("link", name="Enter the outcome").click()
        page.get_by_label("Winner").wait_for()
        page.set_viewport_size({"width": width, "height": 4000})
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        assert table.axe(page) == []
        assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")
        page.get_by_label("Winner").select_option(label="Confederate")
        page.get_by_label("Retreats").select_option(label="Union")
        page.get_by_role("checkbox", name="no. 1", exact=False).first.check()
        table.press(who, "Enter the outcome")
    assert Contact.objects.get().state == "settled"
    assert StrengthPoint.objects.filter(lost=True).count() == 2
    confederate.goto(confederate.url)
    assert confederate.get_by_text("1 strength point lost.").count() == 1


def lose(page: "Page", kind: str, stands: int) -> None:
    """Enter losses of as many stands, four to a brigade."""
    for brigade in page.get_by_label(kind).all():
        brigade.fill(str(min(4, stands)))
        stands -= min(4, stands)
    assert stands == 0


def test_shiloh_is_played_by_clicks(club: Club, browse: Browse, axe_violations: Axe) -> None:
    table = Table(club, browse, axe_violations)
    umpire, confederate, union = (table.pages[who] for who in ("umpire", "confederate", "union"))
    for page in table.pages.values():
        assert axe_violations(page) == []
    agree_by_clicks(table)
    umpire.goto(umpire.url)
    umpire.get_by_role("link", name="How to fight it").click()
    umpire.get_by_role("link", name="Fight on the table").click()
    table.press("umpire", "Fight on the table")
    table.look_at("detail")

    table.go("confederate", "plan")
    confederate.get_by_label("Your left: leader").select_option(label="Forrest, 1 star, initiative 2")
    confederate.get_by_label("Forrest’s division").select_option(label="Your left")
    table.press("confederate", "Seal the plan")
    table.look_at("plan", seats=("union",))
    table.press("union", "Seal the plan")
    table.go("umpire", "prepare")
    assert axe_violations(umpire) == []
    umpire.get_by_text("Real dice").click()
    umpire.get_by_label("Confederate, the defender’s right: d4").fill("4")
    table.press("umpire", "Prepare the battle")
    table.look_at("open", seats=("umpire",))
    table.look_at("hidden", "csa", seats=("umpire",))
    table.go("umpire", "open")
    table.press("umpire", "Open the battle")
    table.look_at("opening", "csa", seats=("confederate", "umpire"))
    table.look_at("detail")
    for who in ("union", "confederate"):
        table.go(who, "table")
        table.press(who, "Next turn")
    table.look_at("table", seats=("union", "confederate"))
    table.go("confederate", "end").get_by_label("Your army").check()
    table.press("confederate", "End or propose the end")

    for who, side in (("union", "usa"), ("confederate", "csa")):
        table.look_at("side-result", side, seats=(who,))
        page = table.pages[who]
        lose(page, "green infantry, losses", 31)
        table.press(who, f"Enter the {'Union' if side == 'usa' else 'Confederate'} result")
    table.look_at("result", seats=("umpire",))
    for who in ("union", "confederate"):
        table.go(who, "detail")
        table.press(who, "Confirm the result")
    table.go("umpire", "detail")
    table.press("umpire", "Settle the result")
    table.look_at("detail")
    assert Battle.objects.get().state == BattleState.APPLIED
    assert StrengthPoint.objects.filter(side="USA", lost=True).count() == 2
    assert union.get_by_text("with 3 brigades of 20 stands").count() >= 1
    assert union.get_by_text("Forrest").count() == 0


def at_the_table(club: Club, browse: Browse) -> "Page":
    battle = fight_on_table(club, Contact.objects.get())
    seal_both(club, battle)
    open_it(club, battle)
    return browse(reverse("battles:table", args=[club.campaign.id, battle.id]), user=club.users["union"])


def press_without_network(page: "Page") -> None:
    """Press the button while the network fails, then restore the network."""
    page.route("**/request/", lambda route: route.abort())
    page.get_by_role("button", name="Next turn").click()
    page.get_by_text("No signal.").wait_for()
    page.unroute("**/request/")


def test_offline_request_is_kept_and_sent_later(club: Club, browse: Browse, axe_violations: Axe) -> None:
    page = at_the_table(club, browse)
    page.context.set_offline(True)
    page.get_by_role("button", name="Next turn").click()
    said = page.get_by_text("No signal. What you entered is kept and will be sent when the signal is back.")
    said.wait_for()
    assert page.get_by_text("Turn 1, 1 of 25").is_visible()
    assert axe_violations(page) == []
    assert not TurnRequest.objects.exists()
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        page.context.set_offline(False)
    said.wait_for(state="detached")
    page.get_by_text("Union is ready for the next turn.").wait_for()
    assert TurnRequest.objects.get().side == "USA"
    browse.complaints.clear()  # type: ignore[attr-defined]  # the console logs each failed request


def test_request_is_not_sent_after_page_changed(club: Club, browse: Browse) -> None:
    page = at_the_table(club, browse)
    press_without_network(page)
    with page.expect_response(lambda answer: answer.request.method == "GET"):
        page.evaluate("document.body.dispatchEvent(new CustomEvent('np:changed'))")
    page.get_by_text("Not sent: the page changed.").wait_for()
    assert not TurnRequest.objects.exists()
    browse.complaints.clear()  # type: ignore[attr-defined]


def test_lost_request_is_sent_again(club: Club, browse: Browse) -> None:
    page = at_the_table(club, browse)
    press_without_network(page)
    page.get_by_text("Union is ready for the next turn.").wait_for()
    assert TurnRequest.objects.count() == 1
    browse.complaints.clear()  # type: ignore[attr-defined]
