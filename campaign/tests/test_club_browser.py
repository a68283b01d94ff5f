"""Club pages in a real browser: clean in axe, no sideways scrolling, usable by clicks alone."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from campaign.ids import hex_id
from campaign.models import User
from campaign.services import invitations, sweep, talk
from campaign.services.campaigns import begin_campaign
from campaign.services.seats import add_seat
from campaign.tests.builders import PASSWORD, Club, a_club

if TYPE_CHECKING:
    from playwright.sync_api import Page

Browse = Callable[..., "Page"]
pytestmark = pytest.mark.django_db(transaction=True)
SEATED_PAGES = ("", "seats/", "talk/", "settings/")
OPEN_PAGES = ("/", "/accounts/sign-up/", "/accounts/log-in/", "/accounts/reset/")
OWN_PAGES = ("/", "/begin/", "/accounts/profile/", "/accounts/password/", "/accounts/delete/")


@pytest.fixture
def club() -> Club:
    """Return a club in use: messages, an open invitation, an empty seat, a clock, and two more campaigns."""
    club = a_club()
    umpire = club.viewer("umpire")
    add_seat(umpire, role="commander", side="CSA", scope="Trans-Mississippi")
    talk.say(club.viewer("union"), to="side", text="Hold the sunken road.\n\nPrentiss stays where he is.")
    talk.say(club.viewer("umpire"), to="all", text="We meet on Thursday at eight.")
    begin(club, "union", name="Price’s Raid", my_seat="USA")
    begin(club, "umpire", name="The Peninsula", my_seat="umpire")
    seat = next(card for group in _cards(club) for card in group if card.name == "Confederate, Trans-Mississippi")
    invitations.invite(club.viewer("umpire"), seat_id=int(seat.id, 16), how="name", username="outsider")
    sweep.sweep(club.campaign.id)
    return club


def begin(club: Club, who: str, *, name: str, my_seat: str) -> None:
    begin_campaign(
        user_id=club.users[who].pk,
        name=name,
        sheet="",
        hours_per_move=72,
        umpire_kind="person",
        my_seat=my_seat,
    )


def _cards(club: Club) -> list[tuple]:  # type: ignore[type-arg]
    from campaign.selectors.people import seats_page

    return [group.seats for group in seats_page(club.viewer("umpire")).groups]


def overflows(page: "Page") -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth"))


@pytest.mark.parametrize(("width", "theme"), [(375, "light"), (1280, "dark")])
class Test_Every_page:
    def check(self, page: "Page", axe: Callable[["Page"], list[str]]) -> None:
        assert axe(page) == [], page.url
        assert not overflows(page), page.url

    def test_open_pages_are_clean(
        self, browse: Browse, axe_violations: Callable[["Page"], list[str]], width: int, theme: str
    ) -> None:
        for path in OPEN_PAGES:
            self.check(browse(path, width=width, theme=theme), axe_violations)

    def test_account_pages_are_clean(
        self, club: Club, browse: Browse, axe_violations: Callable[["Page"], list[str]], width: int, theme: str
    ) -> None:
        for path in OWN_PAGES:
            self.check(browse(path, width=width, theme=theme, user=club.users["union"]), axe_violations)
        for who in ("umpire", "outsider", "observer"):
            self.check(browse("/", width=width, theme=theme, user=club.users[who]), axe_violations)

    @pytest.mark.parametrize("who", ["umpire", "union"])
    def test_campaign_pages_are_clean(
        self,
        club: Club,
        browse: Browse,
        axe_violations: Callable[["Page"], list[str]],
        width: int,
        theme: str,
        who: str,
    ) -> None:
        for path in SEATED_PAGES:
            url = f"/c/{hex_id(club.campaign.id)}/{path}"
            page = browse(url, width=width, height=2400, theme=theme, user=club.users[who])
            self.check(page, axe_violations)


def test_newcomer_starts_campaign_and_friend_joins_by_link(browse: Browse) -> None:
    page = browse("/")
    page.get_by_role("link", name="Sign up").click()
    page.get_by_label("Username").fill("Grant")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign up").click()
    page.get_by_role("link", name="Start a campaign").click()
    page.get_by_label("Name").fill("The Western Rivers")
    page.get_by_role("button", name="Start the campaign").click()
    page.get_by_role("link", name="Invite Union, whole side").click()
    page.get_by_role("button", name="Create the invitation").click()
    link = page.locator("#link").inner_text()
    friend = browse(link[link.index("/invitations") :])
    friend.get_by_role("link", name="Sign up").click()
    friend.get_by_label("Username").fill("Sherman")
    friend.get_by_label("Password").fill(PASSWORD)
    friend.get_by_role("button", name="Sign up").click()
    friend.get_by_role("button", name="Take the seat").click()
    assert friend.get_by_role("heading", name="The Western Rivers").is_visible()
    assert User.objects.get(username="sherman").seats.get().side == "USA"


def test_umpire_views_as_a_seat_and_returns(club: Club, browse: Browse) -> None:
    page = browse(f"/c/{hex_id(club.campaign.id)}/seats/", user=club.users["umpire"])
    page.get_by_role("button", name="View as this seat").first.click()
    assert page.get_by_text("You’re viewing as Union, whole side.").is_visible()
    assert page.locator("main button:enabled").all_inner_texts() == ["Return to your own view"]
    page.get_by_role("button", name="Return to your own view").click()
    assert page.get_by_text("Your seat: Umpire.").is_visible()


@pytest.mark.parametrize(
    ("device", "offered"),
    [
        ("America/New_York", "America/New York"),
        ("Asia/Calcutta", "Asia/Calcutta"),
        ("Arctic/Longyearbyen", "Arctic/Longyearbyen"),
        ("Etc/GMT+5", "UTC"),
    ],
)
def test_sign_up_offers_device_time_zone(browse: Browse, device: str, offered: str) -> None:
    """A zone that names no place is replaced by UTC."""
    page = browse("/accounts/sign-up/", timezone_id=device)
    assert page.input_value("[name=time_zone]") == offered
    page.fill("[name=username]", "newcomer")
    page.fill("[name=password]", PASSWORD)
    page.get_by_role("button", name="Sign up").click()
    page.wait_for_url(lambda url: "sign-up" not in url)
    assert User.objects.get(username="newcomer").time_zone == offered.replace(" ", "_")


def test_long_names_wrap_on_every_page(browse: Browse) -> None:
    club = a_club(name="W" * 80)
    User.objects.filter(id__in=[club.users[who].pk for who in ("umpire", "union")]).update(display_name="M" * 60)
    add_seat(club.viewer("umpire"), role="commander", side="CSA", scope="N" * 40)
    begin(club, "umpire", name="O" * 80, my_seat="umpire")
    at = f"/c/{hex_id(club.campaign.id)}/"
    for path in ("/", *(f"{at}{rest}" for rest in (*SEATED_PAGES, "journal/", "journal/1/", "rules/", "cups/"))):
        assert not overflows(browse(path, width=375, user=club.users["umpire"])), path
