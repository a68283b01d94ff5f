"""Open seats: what strangers see, asking, admitting, and declining."""

import pytest
from django.core import mail
from django.test import Client

from campaign.errors import Refusal
from campaign.ids import hex_id
from campaign.models import (
    Campaign,
    CampaignState,
    Invitation,
    InvitationState,
    Listing,
    Proposal,
    Role,
    Seat,
    SeatRequest,
    SideCode,
    Tenure,
    User,
)
from campaign.selectors.open_seats import listing_state, may_be_listed, open_seats_page
from campaign.services import accounts, decisions, invitations, open_seats, seats
from campaign.services.campaigns import SeatPlan, found_campaign
from campaign.services.throttle import SEAT_REQUEST_LISTING
from campaign.tasks import send_mail
from campaign.tests.api import Program
from campaign.tests.builders import PASSWORD, Club, a_club

pytestmark = pytest.mark.django_db
SHOWN = {"name": "Rivers, evenings", "time_zone": "America/Chicago", "words": "list it"}


@pytest.fixture
def club() -> Club:
    """Return a club with one empty Union seat of a theater, which is listed."""
    club = a_club()
    seats.add_seat(club.viewer("umpire"), role=Role.COMMANDER, side=SideCode.UNION, scope="Zq East")
    list_it(club)
    return club


def list_it(club: Club, who: str = "umpire") -> None:
    decisions.decide(club.viewer(who), kind=open_seats.LISTED, payload=SHOWN)


def listing_of(club: Club) -> Listing:
    return Listing.objects.get(campaign=club.campaign)


def page_of(club: Club) -> str:
    return f"/open-seats/{hex_id(listing_of(club).pk)}/"


def east(club: Club) -> Seat:
    return Seat.objects.get(campaign=club.campaign, scope="Zq East")


def ask(club: Club, who: str = "outsider", side: str = "USA") -> SeatRequest:
    open_seats.ask(user_id=club.users[who].pk, listing_id=listing_of(club).pk, side=side)
    return SeatRequest.objects.get(user=club.users[who], state="open")


def client_of(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


# What strangers see.


def test_member_sees_name_book_side_number_pace_and_zone(club: Club) -> None:
    text = client_of(club.users["outsider"]).get("/open-seats/").content.decode()
    for shown in ("Rivers, evenings", "The Civil War", "1 Union", "3 days", "Chicago"):
        assert shown in text
    assert "Confederate" not in text


def test_member_never_sees_holders_theaters_or_times(club: Club) -> None:
    invitations.invite(club.viewer("umpire"), seat_id=east(club).pk, how="name", username="observer")
    browser = client_of(club.users["outsider"])
    for page in ("/open-seats/", page_of(club), "/api/open-seats/", f"/api{page_of(club)}"):
        text = browser.get(page).content.decode()
        assert not any(
            secret in text for secret in ("Zq East", "union_west", "Western Rivers", hex_id(club.campaign.pk))
        )
        assert "<time" not in text


def test_anonymous_reader_is_sent_to_log_in(club: Club, client: Client) -> None:
    for page in ("/open-seats/", page_of(club)):
        assert client.get(page)["Location"].startswith("/accounts/log-in/")


def test_invitation_does_not_change_the_list(club: Club) -> None:
    before = open_seats_page(club.users["outsider"].pk)
    invitations.invite(club.viewer("umpire"), seat_id=east(club).pk, how="link")
    assert open_seats_page(club.users["outsider"].pk) == before


def test_list_is_in_the_order_of_names(club: Club) -> None:
    second = found_campaign(
        name="Another", book="civil_war", founder_id=club.users["union"].pk, seats=[SeatPlan(Role.COMMANDER, "CSA")]
    )
    Listing.objects.create(id=1, campaign=second, name="a first one", time_zone="UTC")
    text = client_of(club.users["outsider"]).get("/open-seats/").content.decode()
    assert text.index("a first one") < text.index("Rivers, evenings")


def test_home_links_to_open_seats_and_finished_games(club: Club) -> None:
    text = client_of(club.users["outsider"]).get("/").content.decode()
    assert 'href="/open-seats/"' in text
    assert 'href="/games/"' in text


@pytest.mark.parametrize("state", ["unlisted", "paused", "closed"])
def test_listing_that_ended_and_unknown_one_get_the_same_404(club: Club, state: str) -> None:
    browser, page = client_of(club.users["outsider"]), page_of(club)
    kind = {"unlisted": open_seats.UNLISTED}.get(state, f"campaign.{state}")
    decisions.decide(club.viewer("umpire"), kind=kind)
    gone, unknown = browser.get(page), browser.get("/open-seats/0123456789abcdef/")
    assert gone.status_code == unknown.status_code == 404
    assert gone.content == unknown.content
    assert "Rivers" not in browser.get("/open-seats/").content.decode()


def test_paused_campaign_is_listed_again_when_it_resumes(club: Club) -> None:
    for kind in ("campaign.paused", "campaign.resumed"):
        decisions.decide(club.viewer("umpire"), kind=kind)
    assert client_of(club.users["outsider"]).get(page_of(club)).status_code == 200


def test_closed_campaign_ends_its_listing_and_declines_requests(club: Club) -> None:
    asked = ask(club)
    decisions.decide(club.viewer("umpire"), kind="campaign.closed")
    assert not Listing.objects.exists()
    assert SeatRequest.objects.get(id=asked.pk).state == "declined"


# Listing.


def test_umpire_lists_and_unlists_by_the_pages() -> None:
    club = a_club()
    browser, base = client_of(club.users["umpire"]), f"/c/{hex_id(club.campaign.pk)}/seats/"
    browser.post(f"{base}listing/", {"name": "Evenings", "time_zone": "New York"})
    assert listing_of(club).time_zone == "America/New_York"
    browser.post(f"{base}listing/", {"name": "Mornings", "time_zone": "UTC"})
    assert listing_of(club).name == "Mornings"
    assert "Listed as “Mornings”" in browser.get(base).content.decode()
    browser.post(f"{base}listing/end/")
    assert not Listing.objects.exists()


def test_only_who_decides_can_list(club: Club) -> None:
    for who in ("union", "confederate", "observer", "outsider"):
        path = f"/c/{hex_id(club.campaign.pk)}/seats/listing/"
        assert client_of(club.users[who]).post(path, {"name": "X", "time_zone": "UTC"}).status_code == 404


def test_both_sides_list_where_the_site_umpires() -> None:
    club = a_club(umpire_kind="site")
    list_it(club, "union")
    assert not Listing.objects.exists()
    decisions.agree(club.viewer("confederate"), proposal_id=Proposal.objects.get().pk)
    assert listing_of(club).name == "Rivers, evenings"


# Asking.


def test_member_asks_and_umpire_sees_name_and_side(club: Club) -> None:
    answer = client_of(club.users["outsider"]).post(page_of(club), {"side": "USA"}, follow=True)
    assert "You asked for a seat." in answer.content.decode()
    (asked,) = listing_state(club.viewer("umpire")).requests
    assert (asked.who, asked.side_name, asked.seats) == (
        "outsider",
        "Union",
        ((hex_id(east(club).pk), "Union, Zq East"),),
    )


@pytest.mark.parametrize("who", ["union", "union_west", "confederate", "observer"])
def test_nobody_but_umpire_sees_a_request(club: Club, who: str) -> None:
    version = club.viewer(who).version
    ask(club)
    assert listing_state(club.viewer(who)).requests == ()
    assert club.viewer(who).version == version


def test_umpire_gets_a_notice_without_content(club: Club) -> None:
    User.objects.filter(username="umpire").update(email="umpire@example.org")
    send_mail()
    mail.outbox.clear()
    ask(club)
    send_mail()
    (email,) = mail.outbox
    assert email.to == ["umpire@example.org"]
    assert "outsider" not in email.body
    assert "Union" not in email.body


def test_second_request_is_refused_while_one_is_open(club: Club) -> None:
    seats.add_seat(club.viewer("umpire"), role=Role.COMMANDER, side=SideCode.CONFEDERATE, scope="")
    ask(club)
    answer = client_of(club.users["outsider"]).post(page_of(club), {"side": "CSA"})
    assert answer.status_code == 409
    assert open_seats.ONE_AT_A_TIME in answer.content.decode()


def test_same_request_sent_twice_is_one_request(club: Club) -> None:
    for _ in range(2):
        assert client_of(club.users["outsider"]).post(page_of(club), {"side": "USA"}).status_code == 302
    assert SeatRequest.objects.count() == 1


def test_side_without_open_seats_is_not_offered(club: Club) -> None:
    assert client_of(club.users["outsider"]).post(page_of(club), {"side": "CSA"}).status_code == 422
    with pytest.raises(Refusal, match="no open seat"):
        ask(club, side="CSA")


def test_seated_person_cannot_ask(club: Club) -> None:
    with pytest.raises(Refusal, match="already have a seat"):
        ask(club, "observer")


def test_asking_again_and_again_is_limited(club: Club) -> None:
    browser = client_of(club.users["outsider"])
    for _ in range(SEAT_REQUEST_LISTING.times):
        asked = ask(club)
        open_seats.decline(club.viewer("umpire"), request_id=asked.pk)
    answer = browser.post(page_of(club), {"side": "USA"})
    assert answer.status_code == 429
    assert answer["Retry-After"]


def test_asker_withdraws_and_asks_elsewhere(club: Club) -> None:
    asked = ask(club)
    browser = client_of(club.users["outsider"])
    browser.post("/open-seats/withdraw/", {"request": hex_id(asked.pk)})
    assert SeatRequest.objects.get(id=asked.pk).state == "withdrawn"
    assert browser.post("/open-seats/withdraw/", {"request": hex_id(asked.pk)}).status_code == 409


def test_nobody_withdraws_the_request_of_another(club: Club) -> None:
    asked = ask(club)
    answer = client_of(club.users["observer"]).post("/open-seats/withdraw/", {"request": hex_id(asked.pk)})
    assert answer.status_code == 409
    assert SeatRequest.objects.get(id=asked.pk).state == "open"


def test_deleted_account_withdraws_its_request(club: Club) -> None:
    asked = ask(club)
    accounts.delete_account(user_id=club.users["outsider"].pk, password=PASSWORD, erase_texts=False)
    assert SeatRequest.objects.get(id=asked.pk).state == "withdrawn"


# Answers.


def test_umpire_admits_and_the_asker_holds_the_seat(club: Club) -> None:
    asked = ask(club)
    data = {"request": hex_id(asked.pk), "seat": hex_id(east(club).pk)}
    client_of(club.users["umpire"]).post(f"/c/{hex_id(club.campaign.pk)}/seats/admit/", data)
    assert club.viewer("outsider").seat_name == "Union, Zq East"
    assert own_states(club) == ["admitted"]


def test_admission_withdraws_the_seats_invitations(club: Club) -> None:
    invitations.invite(club.viewer("umpire"), seat_id=east(club).pk, how="link")
    open_seats.admit(club.viewer("umpire"), request_id=ask(club).pk, seat_id=east(club).pk)
    assert Invitation.objects.get().state == InvitationState.WITHDRAWN


def test_decline_gives_no_reason(club: Club) -> None:
    asked = ask(club)
    path = f"/c/{hex_id(club.campaign.pk)}/seats/decline/"
    client_of(club.users["umpire"]).post(path, {"request": hex_id(asked.pk)})
    assert own_states(club) == ["declined"]
    assert not Tenure.objects.filter(user=club.users["outsider"]).exists()


def own_states(club: Club) -> list[str]:
    return [one["state"] for one in Program("outsider").get("open-seats/").json()["requests"]]


def test_person_who_took_a_seat_meanwhile_is_not_admitted(club: Club) -> None:
    asked = ask(club)
    seats.add_seat(club.viewer("umpire"), role=Role.OBSERVER, side="", scope="")
    observers = Seat.objects.get(campaign=club.campaign, role=Role.OBSERVER, user=None)
    secret = invitations.invite(club.viewer("umpire"), seat_id=observers.pk, how="link")
    invitations.accept(user_id=club.users["outsider"].pk, invitation_id=Invitation.objects.get().pk, secret=secret)
    with pytest.raises(Refusal, match="already has a seat"):
        open_seats.admit(club.viewer("umpire"), request_id=asked.pk, seat_id=east(club).pk)
    assert SeatRequest.objects.get(id=asked.pk).state == "open"


def test_former_enemy_is_not_admitted(club: Club) -> None:
    seats.leave(club.viewer("confederate"))
    asked = ask(club, "confederate")
    with pytest.raises(Refusal, match="another side’s"):
        open_seats.admit(club.viewer("umpire"), request_id=asked.pk, seat_id=east(club).pk)


def test_admission_refuses_another_sides_seat_and_a_taken_one(club: Club) -> None:
    asked = ask(club)
    taken = Seat.objects.get(campaign=club.campaign, scope="West")
    seats.add_seat(club.viewer("umpire"), role=Role.COMMANDER, side=SideCode.CONFEDERATE, scope="East")
    enemy = Seat.objects.get(campaign=club.campaign, scope="East")
    for seat, words in ((enemy, "Choose one of the Union seats"), (taken, "taken")):
        with pytest.raises(Refusal, match=words):
            open_seats.admit(club.viewer("umpire"), request_id=asked.pk, seat_id=seat.pk)


def test_only_who_fills_seats_can_answer(club: Club) -> None:
    asked = ask(club)
    path = f"/c/{hex_id(club.campaign.pk)}/seats/decline/"
    for who in ("union", "confederate", "observer", "outsider"):
        assert client_of(club.users[who]).post(path, {"request": hex_id(asked.pk)}).status_code == 404


def test_side_admits_to_its_own_seats_where_the_site_umpires() -> None:
    club = a_club(umpire_kind="site")
    seats.add_seat(club.viewer("union"), role=Role.COMMANDER, side=SideCode.UNION, scope="Zq East")
    list_it(club, "union")
    decisions.agree(club.viewer("confederate"), proposal_id=Proposal.objects.get().pk)
    asked = ask(club)
    assert listing_state(club.viewer("confederate")).requests == listing_state(club.viewer("union_west")).requests == ()
    with pytest.raises(Refusal):
        open_seats.decline(club.viewer("confederate"), request_id=asked.pk)
    open_seats.admit(club.viewer("union"), request_id=asked.pk, seat_id=east(club).pk)
    assert club.viewer("outsider").side == "USA"


def test_program_asks_and_umpires_program_admits(club: Club) -> None:
    Program("outsider").post(page_of(club).lstrip("/"), side="USA")
    base = f"c/{hex_id(club.campaign.pk)}/seats/"
    (asked,) = Program("umpire").get(f"{base}requests/").json()["requests"]
    done = Program("umpire").post(f"{base}admit/", request=asked["id"], seat=asked["seats"][0][0])
    assert done.json() == {"done": True, "again": False}
    assert club.viewer("outsider").side == "USA"


def test_campaign_state_decides_whether_it_may_be_listed(club: Club) -> None:
    assert [may_be_listed(Campaign(state=state)) for state in CampaignState] == [True, False, True, True]
