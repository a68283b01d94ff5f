"""What an invitation tells a person who has never been here: who invites, to what, and what this site is."""

import pytest
from django.core import mail
from django.test import Client

from campaign.models import Proposal, Role, Seat, User
from campaign.selectors.home import home_page
from campaign.services import decisions, invitations, named_umpire
from campaign.services.campaigns import SeatPlan, open_seat
from campaign.services.mail import send_due
from campaign.services.record import open_act
from campaign.tests import api
from campaign.tests.builders import Club, a_club, enroll

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    """Return the usual club, whose umpire has a name, with an empty seat."""
    club = a_club()
    User.objects.filter(username="umpire").update(display_name="Mary Lincoln")
    with open_act(club.viewer("umpire"), stream="club", kind="seat.opened") as act:
        open_seat(act, SeatPlan(Role.COMMANDER, "USA", "East"))
    return club


def invite(club: Club, how: str = "link", email: str = "", username: str = "") -> str:
    seat = Seat.objects.get(campaign=club.campaign, scope="East")
    return invitations.invite(club.viewer("umpire"), seat_id=seat.pk, how=how, email=email, username=username)


def test_link_says_who_invites_to_what(club: Club) -> None:
    page = Client().get(f"/invitations/{invite(club)}/").content.decode()
    for words in (
        "Mary Lincoln",
        "Western Rivers",
        "Union, East",
        "You’d command the Union forces in one theater, East.",
    ):
        assert words in page


def test_link_says_what_this_site_is(club: Club) -> None:
    page = Client().get(f"/invitations/{invite(club)}/").content.decode()
    assert "Neutral Party runs umpired campaigns of the American Civil War." in page


def test_home_page_says_who_invites(club: Club) -> None:
    invite(club, "name", username="outsider")
    client = Client()
    client.force_login(club.users["outsider"])
    assert "<b>Mary Lincoln</b>" in client.get("/").content.decode()
    assert api.Program("outsider").get("campaigns/").json()["offers"][0]["inviter"] == "Mary Lincoln"


def test_email_says_what_the_site_is_but_no_name_that_a_person_chose(club: Club) -> None:
    """Whoever invites could otherwise have the site send their own words to a stranger."""
    invite(club, "mail", email="friend@example.org")
    send_due()
    text = str(mail.outbox[0].body)
    assert "umpired campaigns of the American Civil War" in text
    assert "who invites you, to which campaign, and to which seat" in text
    for name in ("Mary Lincoln", "Western Rivers", "East"):
        assert name not in text


def test_invitation_names_its_maker_after_the_umpire_left(club: Club) -> None:
    secret = invite(club)
    Seat.objects.filter(role="umpire").update(user=club.users["outsider"])
    assert "Mary Lincoln" in Client().get(f"/invitations/{secret}/").content.decode()


def test_handover_is_said_to_be_one(club: Club) -> None:
    own = club.viewer("confederate")
    secret = invitations.invite(own, seat_id=own.seat_id, how="link")
    assert "to take over this seat" in " ".join(Client().get(f"/invitations/{secret}/").content.decode().split())


def test_both_sides_invite_an_umpire_where_the_site_umpires() -> None:
    club = a_club(umpire_kind="site")
    judge = enroll("judge")["judge"]
    named_umpire.ask_for_umpire(club.viewer("union"), username="judge")
    decisions.agree(club.viewer("confederate"), proposal_id=Proposal.objects.get().pk)
    offers = home_page(user_id=judge.pk, since=judge.joined_at).offers
    assert [offer.inviter for offer in offers] == ["Both sides"]
