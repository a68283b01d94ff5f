"""What a shared device keeps of a session: nothing."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from campaign.ids import hex_id
from campaign.models import User
from campaign.tests.api import JSON
from campaign.tests.builders import PASSWORD, Club, a_club

pytestmark = pytest.mark.django_db
PAGES = ("", "journal/", "seats/", "talk/", "settings/", "seats/{seat}/invite/", "live/", "nowhere/")
OTHERS = ("/", "/help/", "/rules/", "/accounts/profile/", "/api/me/", "/nowhere/")
EVERYTHING = '"cache", "storage"'


@pytest.fixture
def club() -> Club:
    return a_club()


@pytest.fixture
def client(club: Club) -> Client:
    client = Client()
    client.force_login(club.users["umpire"])
    return client


def is_stored(client: Client, path: str, **headers: str) -> bool:
    return "no-store" not in client.get(path, headers=headers).headers.get("Cache-Control", "")


class Test_Cache:
    def test_no_answer_of_a_session_is_stored(self, club: Club, client: Client) -> None:
        seat = hex_id(club.viewer("union").seat_id)
        pages = [f"/c/{hex_id(club.campaign.id)}/{page.format(seat=seat)}" for page in PAGES]
        assert [path for path in (*pages, *OTHERS) if is_stored(client, path)] == []

    def test_neither_a_part_nor_an_unchanged_page_is_stored(self, club: Club, client: Client) -> None:
        path = reverse("campaigns:page", args=[club.campaign.id])
        assert not is_stored(client, path, **{"HX-Request": "true"})
        unchanged = client.get(path, headers={"If-None-Match": client.get(path)["ETag"]})
        assert (unchanged.status_code, unchanged["Cache-Control"]) == (304, "private, no-store")

    def test_refused_act_is_not_stored(self, club: Club, client: Client) -> None:
        answer = client.post(reverse("seats:close", args=[club.campaign.id]), {"seat": "0" * 16, "version": "x"})
        assert answer.status_code >= 400
        assert answer["Cache-Control"] == "private, no-store"


def change_password_elsewhere(client: Client) -> None:
    user = User.objects.get(id=client.session["_auth_user_id"])
    user.set_password("another long battery")
    user.save()


ENDS: dict[str, Callable[[Client], object]] = {
    "log-out": lambda client: client.post("/accounts/log-out/"),
    "API log-out": lambda client: client.post("/api/accounts/log-out/", {}, content_type=JSON),
    "account deleted": lambda client: client.post("/accounts/delete/", {"password": PASSWORD}),
    "API account deleted": lambda client: client.post(
        "/api/accounts/delete/", {"password": PASSWORD}, content_type=JSON
    ),
}


class Test_Clear_site_data:
    @pytest.mark.parametrize("end", ENDS)
    def test_end_of_session_clears_what_the_browser_kept(self, club: Club, end: str) -> None:
        client = Client()
        client.force_login(club.users["union"])
        response = ENDS[end](client)
        assert response.headers["Clear-Site-Data"] == EVERYTHING  # type: ignore[attr-defined]
        assert "_auth_user_id" not in client.session

    def test_session_ended_elsewhere_is_cleared_by_the_next_page(self, client: Client) -> None:
        change_password_elsewhere(client)
        assert client.get("/").headers["Clear-Site-Data"] == EVERYTHING

    def test_cookies_stay(self, client: Client) -> None:
        client.cookies["theme"] = "dark"
        client.post("/accounts/log-out/")
        assert client.cookies["theme"].value == "dark"
        assert client.get("/").status_code == 200

    @pytest.mark.parametrize("path", ["/", "/accounts/profile/"])
    def test_living_session_clears_nothing(self, client: Client, path: str) -> None:
        assert "Clear-Site-Data" not in client.get(path).headers

    def test_stranger_clears_nothing(self) -> None:
        assert "Clear-Site-Data" not in Client().get("/").headers
