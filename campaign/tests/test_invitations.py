"""Invitations: each offers one seat to one person, once."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.test.client import MULTIPART_CONTENT as MULTIPART
from django.urls import reverse

from campaign.errors import Refusal
from campaign.ids import hex_id
from campaign.models import Campaign, Email, Entry, ErasableText, Invitation, JournalLine, RowImage, Seat, Tenure, User
from campaign.services import emails, seats
from campaign.services.campaigns import begin_campaign
from campaign.services.invitations import accept
from campaign.services.mail import send_due
from campaign.services.record import open_act
from campaign.sources import SOURCES, RealSources
from campaign.tests.api import JSON
from campaign.tests.builders import Club, a_club, enroll

pytestmark = pytest.mark.django_db
FAILED = "We couldn’t deliver the email."
LINK = re.compile(r"/invitations/([0-9a-f]{48})/")


class Ahead(RealSources):
    """The real clock, set forward."""

    def __init__(self, by: timedelta) -> None:
        self.by = by

    def now(self):  # type: ignore[no-untyped-def]
        return super().now() + self.by


@pytest.fixture
def club() -> Club:
    """Return the usual club with one more empty seat, Union, East."""
    club = a_club()
    as_(club, "umpire").post(at("seats:add", club), {"role": "commander", "side": "USA", "scope": "East"})
    return club


def as_(club: Club, who: str) -> Client:
    client = Client()
    client.force_login(club.users[who])
    return client


def at(name: str, club: Club, *args: int) -> str:
    return reverse(name, args=[club.campaign.id, *args])


def seat(club: Club, scope: str = "East") -> Seat:
    return Seat.objects.get(campaign=club.campaign, scope=scope, removed_at=None, role="commander", side="USA")


def link_by(club: Club, who: str = "umpire", scope: str = "East") -> str:
    """Make a link and return its path."""
    response = as_(club, who).post(at("seats:invite", club, seat(club, scope).id), {"how": "link"})
    assert response.status_code == 200
    found = LINK.search(response.content.decode())
    assert found
    return found[0]


def take(client: Client, link: str, answer: str = "accept") -> int:
    offer = client.get(link).context
    if offer is None or "offer" not in offer:
        return 410
    return client.post(link, {"offer": offer["offer"].id, "answer": answer}).status_code


class Test_By_link:
    def test_link_seats_whoever_opens_it(self, club: Club) -> None:
        client = as_(club, "outsider")
        assert take(client, link_by(club)) == 302
        assert seat(club).user == club.users["outsider"]
        assert client.get(at("campaigns:page", club)).status_code == 200

    def test_link_works_once(self, club: Club) -> None:
        link = link_by(club)
        take(as_(club, "outsider"), link)
        late = enroll("late")["late"]
        client = Client()
        client.force_login(late)
        assert client.get(link).status_code == 410
        assert seat(club).user == club.users["outsider"]

    def test_api_needs_the_link_secret(self, club: Club) -> None:
        found = LINK.fullmatch(link_by(club))
        assert found
        body = {"offer": hex_id(Invitation.objects.get().id), "answer": "accept"}
        client = as_(club, "outsider")
        assert client.post("/api/invitations/", body, content_type="application/json").status_code == 409
        full = {**body, "secret": found[1]}
        assert client.post("/api/invitations/", full, content_type="application/json").status_code == 200
        assert seat(club).user == club.users["outsider"]

    def test_link_expires_after_two_weeks(self, club: Club) -> None:
        link = link_by(club)
        with SOURCES.using(Ahead(timedelta(days=14, minutes=1))):
            assert as_(club, "outsider").get(link).status_code == 410

    def test_used_and_unknown_links_look_alike(self, club: Club) -> None:
        link = link_by(club)
        take(as_(club, "outsider"), link)
        dead, never = Client().get(link), Client().get(f"/invitations/{'0' * 48}/")
        scrub = re.compile(rb"\b\w{64}\b")
        assert (dead.status_code, scrub.sub(b"", dead.content)) == (never.status_code, scrub.sub(b"", never.content))

    def test_sign_up_returns_to_the_link(self, club: Club) -> None:
        link, client = link_by(club), Client()
        assert f"?next={link}" in client.get(link).content.decode()
        data = {"username": "newcomer", "password": "correct horse battery", "time_zone": "UTC"}
        assert client.post(f"/accounts/sign-up/?next={link}", data)["Location"] == link
        assert take(client, link) == 302

    def test_link_secret_is_not_stored(self, club: Club) -> None:
        secret = LINK.fullmatch(link_by(club))
        assert secret
        kept = [
            str(list(model.objects.values()))
            for model in (Invitation, Entry, RowImage, JournalLine, ErasableText, Email)
        ]
        assert not any(secret[1] in text for text in kept)

    def test_withdrawn_link_is_refused(self, club: Club) -> None:
        link = link_by(club)
        offer = Invitation.objects.get()
        as_(club, "umpire").post(at("seats:withdraw", club), {"offer": hex_id(offer.id)})
        assert Client().get(link).status_code == 410

    def test_other_side_cannot_withdraw_link(self, club: Club) -> None:
        link_by(club)
        offer = Invitation.objects.get()
        response = as_(club, "confederate").post(at("seats:withdraw", club), {"offer": hex_id(offer.id)})
        assert response.status_code == 409
        assert Invitation.objects.get().state == "open"

    def test_double_click_makes_one_link(self, club: Club) -> None:
        client, url = as_(club, "umpire"), at("seats:invite", club, seat(club).id)
        data = {"how": "link", "key": "0123"}
        assert [client.post(url, data).status_code for _ in range(2)] == [200, 302]
        assert Invitation.objects.count() == 1


class Test_By_email:
    def test_email_holds_only_the_link(self, club: Club) -> None:
        data = {"how": "mail", "email": "friend@example.org"}
        assert as_(club, "umpire").post(at("seats:invite", club, seat(club).id), data).status_code == 302
        send_due()
        assert [m.to for m in mail.outbox] == [["friend@example.org"]]
        assert "Western Rivers" not in mail.outbox[0].body
        found = LINK.search(str(mail.outbox[0].body))
        assert found
        assert take(as_(club, "outsider"), found[0]) == 302
        assert not Email.objects.exists()

    def test_address_is_erased_after_the_answer(self, club: Club) -> None:
        data = {"how": "mail", "email": "friend@example.org"}
        as_(club, "umpire").post(at("seats:invite", club, seat(club).id), data)
        send_due()
        found = LINK.search(str(mail.outbox[0].body))
        assert found
        take(as_(club, "outsider"), found[0], "decline")
        kept = [
            str(list(model.objects.values()))
            for model in (Invitation, Entry, RowImage, JournalLine, ErasableText, Email)
        ]
        assert not any("friend@" in text for text in kept)

    def test_failed_email_is_shown_on_seats_page(self, club: Club) -> None:
        data = {"how": "mail", "email": "friend@example.org"}
        as_(club, "umpire").post(at("seats:invite", club, seat(club).id), data)
        assert FAILED not in as_(club, "umpire").get(at("seats:list", club)).text
        Email.objects.update(due_at=None)
        assert FAILED in as_(club, "umpire").get(at("seats:list", club)).text
        for who in ("union", "confederate", "observer"):
            assert FAILED not in as_(club, who).get(at("seats:list", club)).text

    def test_failed_email_moves_only_the_views_that_show_it(self, club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
        data = {"how": "mail", "email": "friend@example.org"}
        as_(club, "umpire").post(at("seats:invite", club, seat(club).id), data)
        people = ("umpire", "union", "confederate", "observer")
        before = {who: club.viewer(who).version for who in people}
        monkeypatch.setattr(mail.EmailMessage, "send", lambda message: 1 / 0)
        send_due()
        assert {who: club.viewer(who).version for who in people} == before
        Email.objects.update(asked_at=SOURCES.now() - timedelta(days=2), due_at=SOURCES.now())
        send_due()
        assert {who: club.viewer(who).version - before[who] for who in people} == {
            **dict.fromkeys(people, 0),
            "umpire": 1,
        }

    def test_withdrawn_invitation_is_not_sent(self, club: Club) -> None:
        data = {"how": "mail", "email": "friend@example.org"}
        as_(club, "umpire").post(at("seats:invite", club, seat(club).id), data)
        as_(club, "umpire").post(at("seats:withdraw", club), {"offer": hex_id(Invitation.objects.get().id)})
        send_due()
        assert not mail.outbox
        assert not Email.objects.exists()

    def test_program_sees_failed_email(self, club: Club) -> None:
        data = {"how": "mail", "email": "friend@example.org"}
        as_(club, "umpire").post(at("seats:invite", club, seat(club).id), data)
        Email.objects.update(due_at=None)
        url = f"/api/c/{hex_id(club.campaign.id)}/seats/"
        failed = {}
        for who in ("umpire", "union", "confederate", "observer"):
            cards = [card for group in as_(club, who).get(url).json()["groups"] for card in group["seats"]]
            failed[who] = [offer["has_failed"] for card in cards for offer in card["offers"]]
        assert failed == {"umpire": [True], "union": [], "confederate": [], "observer": []}

    @pytest.mark.parametrize("url", ["/c/{}/seats/{}/invite/", "/api/c/{}/seats/{}/invite/"])
    def test_unsendable_address_is_refused(self, club: Club, url: str) -> None:
        data = {"how": "mail", "email": f"friend@{'ü' * 60}.example"}
        path = url.format(hex_id(club.campaign.id), hex_id(seat(club).id))
        response = as_(club, "umpire").post(path, data, content_type=JSON if path.startswith("/api/") else MULTIPART)
        assert response.status_code == 422
        assert "Email can’t be sent to this address. Enter another one." in response.text
        assert not Invitation.objects.exists()

    def test_same_person_invites_an_address_three_times_an_hour(self, club: Club) -> None:
        """What others sent there is no reason to refuse: it would tell of their invitations."""
        write_invitations("friend@example.org", 5)
        client, url = as_(club, "umpire"), at("seats:invite", club, seat(club).id)
        codes = [client.post(url, {"how": "mail", "email": "Friend@example.org"}).status_code for _ in range(4)]
        assert codes == [302, 302, 302, 429]
        assert client.post(url, {"how": "mail", "email": "other@example.org"}).status_code == 302


def write_invitations(address: str, count: int) -> None:
    for number in range(count):
        emails.write("invitation", address=address, sender_id=number)


class Test_By_name:
    def test_offer_appears_only_on_invitees_home_page(self, club: Club) -> None:
        data = {"how": "name", "username": "OUTSIDER"}
        as_(club, "umpire").post(at("seats:invite", club, seat(club).id), data)
        offer = as_(club, "outsider").get("/").context["page"].offers[0]
        answer = {"offer": offer.id, "answer": "accept"}
        assert as_(club, "observer").post("/invitations/", answer).status_code == 409
        assert as_(club, "outsider").post("/invitations/", answer).status_code == 302
        assert seat(club).user == club.users["outsider"]

    def test_answer_hides_whether_username_exists(self, club: Club) -> None:
        client, url = as_(club, "umpire"), at("seats:invite", club, seat(club).id)
        answers = [client.post(url, {"how": "name", "username": who}) for who in ("outsider", "nobody")]
        assert answers[0].status_code == answers[1].status_code == 302
        assert answers[0]["Location"] == answers[1]["Location"]


class Test_Seat_holders:
    def test_second_seat_is_refused(self, club: Club) -> None:
        assert take(as_(club, "confederate"), link_by(club)) == 409
        assert seat(club).user is None

    def test_former_player_cannot_join_other_side(self, club: Club) -> None:
        confederate = as_(club, "confederate")
        assert confederate.post(at("seats:leave", club)).status_code == 302
        assert take(confederate, link_by(club)) == 409

    def test_former_player_may_rejoin_same_side(self, club: Club) -> None:
        west = as_(club, "union_west")
        west.post(at("seats:leave", club))
        assert take(west, link_by(club)) == 302
        assert Tenure.objects.filter(user=club.users["union_west"], ended_at=None).count() == 1

    def test_former_observer_may_join_a_side(self, club: Club) -> None:
        observer = as_(club, "observer")
        observer.post(at("seats:leave", club))
        assert take(observer, link_by(club)) == 302

    def test_former_player_cannot_open_campaign(self, club: Club) -> None:
        client = as_(club, "union_west")
        client.post(at("seats:leave", club))
        assert client.get(at("campaigns:page", club)).status_code == 404


class Test_Hand_over:
    def test_substitute_takes_over_seat_and_journal(self, club: Club) -> None:
        link = link_by(club, "union_west", "West")
        west = seat(club, "West")
        assert west.user == club.users["union_west"]
        lines_before = JournalLine.objects.filter(feed=west.feed_id).count()
        assert take(as_(club, "outsider"), link) == 302
        west.refresh_from_db()
        assert west.user == club.users["outsider"]
        assert JournalLine.objects.filter(feed=west.feed_id).count() > lines_before
        assert as_(club, "union_west").get(at("campaigns:page", club)).status_code == 404

    def test_last_umpire_hands_over_the_seat(self, club: Club) -> None:
        umpire = as_(club, "umpire")
        decider = Seat.objects.get(campaign=club.campaign, role="umpire")
        response = umpire.post(at("seats:invite", club, decider.id), {"how": "link"})
        found = LINK.search(response.content.decode())
        assert found
        assert take(as_(club, "outsider"), found[0]) == 302
        assert umpire.get(at("campaigns:page", club)).status_code == 404
        assert Campaign.objects.get(id=club.campaign.id).umpire_kind == "person"

    def test_last_umpire_who_leaves_hands_the_chair_to_the_site(self, club: Club) -> None:
        umpire = as_(club, "umpire")
        assert "the site does from then on" in umpire.get(at("seats:leave", club)).content.decode()
        assert umpire.post(at("seats:leave", club)).status_code == 302
        assert Campaign.objects.get(id=club.campaign.id).umpire_kind == "site"

    def test_only_holder_offers_a_held_seat(self, club: Club) -> None:
        url = at("seats:invite", club, seat(club, "West").id)
        assert as_(club, "umpire").post(url, {"how": "link"}).status_code == 404
        assert as_(club, "confederate").post(url, {"how": "link"}).status_code == 404


class Test_Umpire:
    def test_umpire_removes_a_player(self, club: Club) -> None:
        data = {"seat": hex_id(seat(club, "West").id)}
        assert as_(club, "umpire").post(at("seats:empty", club), data).status_code == 302
        assert as_(club, "union_west").get(at("campaigns:page", club)).status_code == 404

    def test_umpire_moves_player_within_a_side(self, club: Club) -> None:
        data = {"seat": hex_id(seat(club, "West").id), "to": hex_id(seat(club).id)}
        assert as_(club, "umpire").post(at("seats:move", club), data).status_code == 302
        assert (seat(club, "West").user, seat(club).user) == (None, club.users["union_west"])

    def test_umpire_cannot_move_player_to_other_side(self, club: Club) -> None:
        umpire = as_(club, "umpire")
        umpire.post(at("seats:add", club), {"role": "commander", "side": "CSA", "scope": "West"})
        confederate_seat = Seat.objects.get(campaign=club.campaign, side="CSA", scope="West")
        data = {"seat": hex_id(seat(club, "West").id), "to": hex_id(confederate_seat.id)}
        assert umpire.post(at("seats:move", club), data).status_code == 409
        assert seat(club, "West").user == club.users["union_west"]

    @pytest.mark.parametrize("who", ["union", "confederate", "observer"])
    @pytest.mark.parametrize("name", ["seats:empty", "seats:move", "seats:add"])
    def test_seat_management_is_umpire_only(self, club: Club, who: str, name: str) -> None:
        data = {"seat": hex_id(seat(club, "West").id), "to": hex_id(seat(club).id), "role": "observer"}
        assert as_(club, who).post(at(name, club), data).status_code == 404
        assert as_(club, who).get(at(name, club), data).status_code in (404, 405)
        assert seat(club, "West").user == club.users["union_west"]

    def test_umpire_closes_only_empty_seats(self, club: Club) -> None:
        umpire = as_(club, "umpire")
        held, free = seat(club, "West"), seat(club)
        assert umpire.post(at("seats:close", club), {"seat": hex_id(held.id)}).status_code == 409
        assert umpire.post(at("seats:close", club), {"seat": hex_id(free.id)}).status_code == 302
        free.refresh_from_db()
        assert free.removed_at is not None

    def test_view_as_is_recorded_and_read_only(self, club: Club) -> None:
        umpire, url = as_(club, "umpire"), at("campaigns:view-as", club, seat(club, "West").id)
        assert umpire.get(url).status_code == 405
        assert umpire.post(url).status_code == 302
        page = umpire.get(at("campaigns:page", club))
        assert page.context["viewer"].seat_name == "Union, West"
        assert "Return to your own view" in page.content.decode()
        assert Entry.objects.filter(kind="umpire.viewed_as").count() == 1
        assert umpire.post(at("seats:leave", club)).status_code == 409
        assert umpire.post(at("seats:add", club), {"role": "observer"}).status_code == 404
        assert umpire.post(at("campaigns:view-as-end", club)).status_code == 302
        assert umpire.get(at("campaigns:page", club)).context["viewer"].is_umpire

    def test_view_as_ends_after_half_an_hour(self, club: Club) -> None:
        umpire = as_(club, "umpire")
        umpire.post(at("campaigns:view-as", club, seat(club, "West").id))
        with SOURCES.using(Ahead(timedelta(minutes=31))):
            assert umpire.get(at("campaigns:page", club)).context["viewer"].is_umpire

    def test_players_cannot_view_as(self, club: Club) -> None:
        assert as_(club, "union").post(at("campaigns:view-as", club, seat(club, "West").id)).status_code == 404


class Test_Site_as_umpire:
    def test_side_fills_other_side_only_while_it_is_empty(self) -> None:
        users = enroll("union", "confederate", "outsider")
        campaign_id = begin_campaign(
            user_id=users["union"].pk,
            name="Two alone",
            sheet="",
            hours_per_move=24,
            umpire_kind="site",
            my_seat="USA",
        )
        confederate_seat = Seat.objects.get(campaign_id=campaign_id, side="CSA")
        client = Client()
        client.force_login(users["union"])
        url = reverse("seats:invite", args=[campaign_id, confederate_seat.id])
        found = LINK.search(client.post(url, {"how": "link"}).content.decode())
        assert found
        confederate = Client()
        confederate.force_login(users["confederate"])
        assert take(confederate, found[0]) == 302
        assert client.get(url).status_code == 404
        client.post(reverse("seats:add", args=[campaign_id]), {"role": "commander", "side": "CSA", "scope": "East"})
        assert not Seat.objects.filter(campaign_id=campaign_id, side="CSA", scope="East").exists()


class Test_Deleted_account:
    def test_deleted_account_vacates_seats_and_loses_its_name(self, club: Club) -> None:
        user = club.users["union_west"]
        as_(club, "union_west").post("/accounts/delete/", {"password": "correct horse battery"})
        assert seat(club, "West").user is None
        assert not Tenure.objects.filter(user=user, ended_at=None).exists()
        assert User.objects.get(id=user.pk).display_name == "a former member"
        record = str(list(RowImage.objects.values())) + str(list(Entry.objects.values("payload")))
        assert "union_west" not in record

    def test_deleted_account_cannot_accept_invitation(self, club: Club) -> None:
        link, gone = link_by(club), club.users["outsider"]
        User.objects.filter(id=gone.pk).update(is_active=False)
        secret = link.strip("/").rpartition("/")[2]
        with pytest.raises(Refusal, match="account was deleted"):
            accept(user_id=gone.pk, invitation_id=Invitation.objects.get().pk, secret=secret)
        assert seat(club).user is None

    def test_deletion_vacates_seat_of_a_concurrent_move(self, club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
        user = club.users["union_west"]

        def moved_first(*args: Any, **more: Any) -> Any:
            Seat.objects.filter(pk=seat(club, "West").pk).update(user=None)
            Seat.objects.filter(pk=seat(club).pk).update(user=user)
            return open_act(*args, **more)

        monkeypatch.setattr(seats, "open_act", moved_first)
        seats.leave_everything(user.pk)
        assert not Seat.objects.filter(user=user).exists()


class Test_Bad_input:
    @pytest.mark.parametrize("value", ["", "zz", "f" * 16, "0" * 16, "x" * 9000, "\0"])
    @pytest.mark.parametrize("name", ["seats:empty", "seats:close", "seats:move", "seats:withdraw"])
    def test_invalid_id_changes_nothing(self, club: Club, name: str, value: str) -> None:
        entries = Entry.objects.count()
        response = as_(club, "umpire").post(at(name, club), {"seat": value, "to": value, "offer": value})
        assert response.status_code in (400, 404, 409)
        assert Entry.objects.count() == entries

    @pytest.mark.parametrize("answer", ["", "maybe", "x" * 5000])
    def test_invalid_answer_changes_nothing(self, club: Club, answer: str) -> None:
        assert take(as_(club, "outsider"), link_by(club), answer) == 400
        assert seat(club).user is None

    def test_seat_of_another_campaign_is_not_found(self, club: Club) -> None:
        other = Seat.objects.exclude(campaign=club.campaign).first()
        assert other is None
        campaign_id = begin_campaign(
            user_id=club.users["outsider"].pk,
            name="Other",
            sheet="",
            hours_per_move=24,
            umpire_kind="person",
            my_seat="umpire",
        )
        foreign = Seat.objects.filter(campaign_id=campaign_id, user=None).first()
        assert foreign
        umpire = as_(club, "umpire")
        assert umpire.get(at("seats:invite", club, foreign.id)).status_code == 404
        assert umpire.post(at("seats:close", club), {"seat": hex_id(foreign.id)}).status_code == 404

    @pytest.mark.parametrize("name", ["seats:add", "seats:withdraw", "seats:move", "talk:erase"])
    def test_only_post_acts(self, club: Club, name: str) -> None:
        assert as_(club, "umpire").get(at(name, club)).status_code == 405

    @pytest.mark.parametrize("name", ["seats:leave", "seats:empty", "seats:close"])
    def test_destructive_action_asks_first(self, club: Club, name: str) -> None:
        entries = Entry.objects.count()
        page = as_(club, "umpire").get(at(name, club), {"seat": hex_id(seat(club).id)})
        assert page.status_code == 200
        assert "Go back" in page.content.decode()
        assert Entry.objects.count() == entries

    def test_guessing_links_is_limited(self, club: Club) -> None:
        codes = [Client().get(f"/invitations/{n:048x}/").status_code for n in range(61)]
        assert codes == [410] * 60 + [429]


def test_seat_offer_has_the_main_button_on_home_page(club: Club) -> None:
    data = {"how": "name", "username": "outsider"}
    as_(club, "umpire").post(at("seats:invite", club, seat(club).pk), data)
    home = as_(club, "outsider").get("/").content.decode()
    assert "One seat offer" in home
    assert re.findall(r'class="button main"[^>]*>\s*([^<]*?)\s*<', home) == ["Take the seat"]
    assert "Start a campaign" in home
