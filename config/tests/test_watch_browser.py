"""A page in the background marks its title and notifies, only when its reader has a new move."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from django.urls import reverse

from battles.models import Battle
from battles.tests.builders import a_battle, open_it, seal_both
from campaign.services import talk
from campaign.services.seats import add_seat
from campaign.tests.builders import Club
from config.testing.mixed import MixedSite

if TYPE_CHECKING:
    from playwright.sync_api import Page

Browse = Callable[..., "Page"]
pytestmark = pytest.mark.django_db(transaction=True)
HIDE = """hidden => { Object.defineProperty(document, 'hidden', {configurable: true, get: () => hidden});
document.dispatchEvent(new Event('visibilitychange')); }"""
QUICK = "document.addEventListener('readystatechange', () => { document.body.dataset.watchSeconds = '0.3'; });"
RECORD = """window.shown = []; window.Real = window.Notification;
window.Notification = class extends window.Real {
constructor(...all) { super(...all); window.shown.push(all[0]); } };"""
MOVE = "Neutral Party: your move"
MARKED = "() => document.title.startsWith('Your move · ')"


@pytest.fixture
def fight() -> tuple[Club, Battle]:
    return a_battle()


def hidden_page(browse: Browse, club: Club, who: str, path: str, *, allowed: bool = True) -> "Page":
    """Open a page that looks for moves three times a second, and put it into the background."""
    page = browse(path, user=club.users[who], permissions=["notifications"] if allowed else [])
    page.context.add_init_script(QUICK + RECORD)
    page.reload()
    with page.expect_response(lambda answer: "moves=1" in answer.url):
        page.evaluate(HIDE, True)
    return page


def battle_page(fight: tuple[Club, Battle], name: str = "detail") -> str:
    club, battle = fight
    return reverse(f"battles:{name}", args=[club.campaign.id, battle.id])


def give_the_umpire_a_move(club: Club) -> None:
    add_seat(club.viewer("umpire"), role="commander", side="CSA", scope="East")


@pytest.mark.parametrize("name", ["campaigns:page", "home"])
def test_new_move_notifies_and_marks_the_title(
    fight: tuple[Club, Battle], browse: Browse, site: MixedSite, name: str
) -> None:
    club = fight[0]
    path = reverse(name, args=[club.campaign.id] if name != "home" else [])
    page = hidden_page(browse, club, "umpire", path)
    title = page.title()
    give_the_umpire_a_move(club)
    page.wait_for_function(MARKED, timeout=5_000)
    assert page.title() == f"Your move · {title}"
    assert page.evaluate("shown") == [MOVE]
    page.wait_for_timeout(1_000)
    assert page.evaluate("shown") == [MOVE]
    page.evaluate(HIDE, False)
    assert page.title() == title


def test_turn_of_the_other_side_notifies_the_next_to_move(
    fight: tuple[Club, Battle], browse: Browse, site: MixedSite
) -> None:
    """Both must ask for the next turn: once it comes, it is everyone's move again."""
    club, battle = fight
    seal_both(club, battle)
    page = hidden_page(browse, club, "union", battle_page(fight))
    open_it(club, battle)
    page.wait_for_function(MARKED, timeout=5_000)
    assert page.evaluate("shown") == [MOVE]


def test_news_without_a_move_is_silent(fight: tuple[Club, Battle], browse: Browse, site: MixedSite) -> None:
    club = fight[0]
    page = hidden_page(browse, club, "confederate", reverse("campaigns:page", args=[club.campaign.id]))
    title = page.title()
    talk.say(club.viewer("umpire"), to="all", text="We meet on Thursday.")
    give_the_umpire_a_move(club)
    page.wait_for_timeout(1_500)
    assert (page.title(), page.evaluate("shown")) == (title, [])


def test_title_is_marked_without_permission_but_nothing_is_shown(
    fight: tuple[Club, Battle], browse: Browse, site: MixedSite
) -> None:
    club = fight[0]
    page = hidden_page(browse, club, "umpire", reverse("campaigns:page", args=[club.campaign.id]), allowed=False)
    give_the_umpire_a_move(club)
    page.wait_for_function(MARKED, timeout=5_000)
    assert page.evaluate("shown") == []


def test_visible_page_is_never_marked(fight: tuple[Club, Battle], browse: Browse, site: MixedSite) -> None:
    club = fight[0]
    page = hidden_page(browse, club, "umpire", reverse("campaigns:page", args=[club.campaign.id]))
    page.evaluate(HIDE, False)
    title = page.title()
    give_the_umpire_a_move(club)
    page.wait_for_timeout(1_000)
    assert (page.title(), page.evaluate("shown")) == (title, [])


def test_page_in_the_background_is_silent_while_another_is_in_sight(
    fight: tuple[Club, Battle], browse: Browse, site: MixedSite
) -> None:
    club = fight[0]
    path = reverse("campaigns:page", args=[club.campaign.id])
    page = hidden_page(browse, club, "umpire", path)
    other = page.context.new_page()
    other.goto(site.url + path)
    other.locator('body[data-live="stream"]').wait_for(state="attached", timeout=15_000)
    give_the_umpire_a_move(club)
    page.wait_for_timeout(1_500)
    assert page.evaluate("shown") == []


def test_tables_phone_never_notifies(fight: tuple[Club, Battle], browse: Browse, site: MixedSite) -> None:
    club, battle = fight
    seal_both(club, battle)
    page = browse(battle_page(fight, "table"), user=club.users["union"], permissions=["notifications"])
    page.context.add_init_script(QUICK + RECORD)
    page.reload()
    title = page.title()
    page.evaluate(HIDE, True)
    open_it(club, battle)
    page.wait_for_timeout(1_500)
    assert (page.title(), page.evaluate("shown")) == (title, [])


def test_permission_is_asked_for_only_by_the_button(
    fight: tuple[Club, Battle], browse: Browse, site: MixedSite
) -> None:
    page = browse("/", user=fight[0].users["union"])
    page.context.add_init_script("""window.asked = 0; let state = 'default';
        Object.defineProperty(Notification, 'permission', {get: () => state});
        Notification.requestPermission = async () => { window.asked += 1; state = 'granted'; return state; };""")
    for path in ("/", reverse("accounts:profile")):
        page.goto(site.url + path)
        page.evaluate(HIDE, True)
        page.evaluate(HIDE, False)
        page.wait_for_timeout(200)
        assert page.evaluate("asked") == 0
    page.get_by_role("button", name="Allow notifications").click()
    page.get_by_text("They’re on in this browser.").wait_for()
    assert page.evaluate("asked") == 1
    assert not page.get_by_role("button", name="Allow notifications").is_visible()


def test_notification_brings_its_page_to_the_front(fight: tuple[Club, Battle], browse: Browse, site: MixedSite) -> None:
    club = fight[0]
    page = hidden_page(browse, club, "umpire", reverse("campaigns:page", args=[club.campaign.id]))
    page.evaluate("""() => { window.focused = 0; window.focus = () => { window.focused += 1; };
        const Own = window.Notification; window.Notification = class extends Own {
        constructor(...all) { super(...all); window.last = this; } }; }""")
    give_the_umpire_a_move(club)
    page.wait_for_function(MARKED, timeout=5_000)
    page.evaluate("last.onclick()")
    assert page.evaluate("focused") == 1
    assert not page.evaluate(MARKED)
