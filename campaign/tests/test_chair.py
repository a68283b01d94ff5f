"""The umpire's chair: it falls to the site when nobody is left, and passes to a person both sides name."""

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from django.test import Client
from django.urls import reverse

from campaign.errors import Refusal
from campaign.models import Campaign, Entry, Invitation, JournalLine, Proposal, Role, Seat, User
from campaign.selectors.campaigns import settings_page
from campaign.selectors.verify import verify
from campaign.services import accounts, decisions, invitations, named_umpire, seats
from campaign.services.sweep import sweep
from campaign.sources import SOURCES, SeededSources
from campaign.tests.builders import PASSWORD, Club, a_club, enroll

pytestmark = pytest.mark.django_db
NOON = datetime(1862, 4, 6, 12, tzinfo=UTC)
FELL = "No umpire is left, so the site umpires from now on."


@pytest.fixture(autouse=True)
def clock() -> Iterator[SeededSources]:
    sources = SeededSources("chair", now=NOON)
    with SOURCES.using(sources):
        yield sources


def kind(club: Club) -> str:
    return Campaign.objects.get(id=club.campaign.id).umpire_kind


def told(club: Club, who: str) -> list[str]:
    lines = JournalLine.objects.filter(feed_id=club.viewer(who).feed_id).order_by("n")
    return list(lines.values_list("announcement__text", flat=True))


def name_both(club: Club, username: str) -> None:
    named_umpire.ask_for_umpire(club.viewer("union"), username=username)
    decisions.agree(club.viewer("confederate"), proposal_id=Proposal.objects.latest("at").pk)


class Test_Chair_falls_to_the_site:
    def test_when_the_umpires_account_is_deleted(self) -> None:
        club = a_club()
        accounts.delete_account(user_id=club.users["umpire"].pk, password=PASSWORD, erase_texts=True)
        assert kind(club) == "site"
        for who in ("union", "confederate", "observer"):
            assert sum(text.startswith(FELL) for text in told(club, who)) == 1
        assert verify(club.campaign.id) == []

    def test_in_the_act_that_vacates_the_seat(self) -> None:
        club = a_club()
        seats.leave_everything(club.users["umpire"].pk)
        entry = Entry.objects.get(kind="seat.left")
        assert {"campaign_campaign", "campaign_seat"} <= set(entry.images.values_list("table", flat=True))

    def test_when_the_umpire_leaves(self) -> None:
        club = a_club()
        seats.leave(club.viewer("umpire"))
        assert kind(club) == "site"

    def test_when_the_umpires_account_becomes_inactive(self) -> None:
        club = a_club()
        sweep(club.campaign.id)
        assert kind(club) == "person"
        User.objects.filter(id=club.users["umpire"].pk).update(is_active=False)
        sweep(club.campaign.id)
        assert kind(club) == "site"
        assert not Seat.objects.filter(role=Role.UMPIRE, user__isnull=False).exists()

    def test_not_while_another_umpire_sits(self) -> None:
        club = a_club()
        seats.add_seat(club.viewer("umpire"), role=Role.UMPIRE, side="", scope="")
        second = enroll("second")["second"]
        empty = Seat.objects.get(role=Role.UMPIRE, user=None)
        invitations.invite(club.viewer("umpire"), seat_id=empty.pk, how="name", username="second")
        invitations.accept(user_id=second.pk, invitation_id=Invitation.objects.get().pk)
        seats.leave_everything(club.users["umpire"].pk)
        assert kind(club) == "person"
        seats.leave_everything(second.pk)
        assert kind(club) == "site"

    def test_not_when_a_commander_leaves(self) -> None:
        club = a_club()
        seats.leave(club.viewer("union"))
        assert kind(club) == "person"

    def test_open_invitation_to_the_chair_is_void(self) -> None:
        """Else one side's friend could take it without the other side's yes."""
        club = a_club()
        seats.add_seat(club.viewer("umpire"), role=Role.UMPIRE, side="", scope="")
        friend, empty = enroll("friend")["friend"], Seat.objects.get(role=Role.UMPIRE, user=None)
        invitations.invite(club.viewer("umpire"), seat_id=empty.pk, how="name", username="friend")
        seats.leave_everything(club.users["umpire"].pk)
        with pytest.raises(Refusal):
            invitations.accept(user_id=friend.pk, invitation_id=Invitation.objects.get().pk)


class Test_Both_sides_name_an_umpire:
    def test_the_person_takes_the_chair_by_accepting(self) -> None:
        club, judge = a_club(umpire_kind="site"), enroll("judge")["judge"]
        name_both(club, "judge")
        assert kind(club) == "site"
        invitations.accept(user_id=judge.pk, invitation_id=Invitation.objects.get().pk)
        assert kind(club) == "person"
        assert Seat.objects.get(role=Role.UMPIRE).user_id == judge.pk
        assert "A person took the umpire’s seat, so the site no longer umpires." in told(club, "observer")
        assert verify(club.campaign.id) == []

    def test_a_seat_that_fell_to_the_site_passes_on_with_its_journal(self) -> None:
        club, judge = a_club(), enroll("judge")["judge"]
        before = Seat.objects.get(role=Role.UMPIRE).pk
        seats.leave_everything(club.users["umpire"].pk)
        name_both(club, "judge")
        invitations.accept(user_id=judge.pk, invitation_id=Invitation.objects.get().pk)
        assert Seat.objects.get(user=judge).pk == before

    def test_one_side_alone_names_nobody(self) -> None:
        club = a_club(umpire_kind="site")
        enroll("judge")
        named_umpire.ask_for_umpire(club.viewer("union"), username="judge")
        assert not Invitation.objects.exists()
        with pytest.raises(Refusal, match="Only the other side can agree"):
            decisions.agree(club.viewer("union"), proposal_id=Proposal.objects.get().pk)

    @pytest.mark.parametrize("who", ["union", "confederate"])
    def test_one_side_alone_cannot_fill_the_vacated_chair(self, who: str) -> None:
        club = a_club()
        seat = Seat.objects.get(role=Role.UMPIRE)
        seats.leave_everything(club.users["umpire"].pk)
        with pytest.raises(Refusal, match="ask the other side to invite an umpire"):
            invitations.invite(club.viewer(who), seat_id=seat.pk, how="link")
        with pytest.raises(Refusal):
            seats.add_seat(club.viewer(who), role=Role.UMPIRE, side="", scope="")

    def test_a_former_commander_cannot_take_it(self) -> None:
        club = a_club(umpire_kind="site")
        seats.leave(club.viewer("union_west"))
        name_both(club, "union_west")
        with pytest.raises(Refusal, match="has held another side’s"):
            invitations.accept(user_id=club.users["union_west"].pk, invitation_id=Invitation.objects.get().pk)
        assert kind(club) == "site"

    def test_unknown_username_gets_the_same_answer(self) -> None:
        club = a_club(umpire_kind="site")
        name_both(club, "nobody at all")
        assert Invitation.objects.get().user_id is None

    def test_the_record_holds_no_name(self) -> None:
        club = a_club(umpire_kind="site")
        enroll("judge")
        name_both(club, "judge")
        for entry in Entry.objects.all():
            assert "judge" not in str(entry.payload)
            assert "judge" not in str(list(entry.images.values()))

    def test_open_requests_end_when_a_person_umpires(self) -> None:
        club, judge = a_club(umpire_kind="site"), enroll("judge")["judge"]
        name_both(club, "judge")
        decisions.decide(club.viewer("union"), kind="campaign.paused")
        invitations.accept(user_id=judge.pk, invitation_id=Invitation.objects.get().pk)
        assert not Proposal.objects.filter(state="open").exists()

    def test_umpire_cannot_be_named_while_a_person_umpires(self) -> None:
        club = a_club()
        with pytest.raises(Refusal):
            named_umpire.ask_for_umpire(club.viewer("union"), username="judge")
        with pytest.raises(Refusal):
            decisions.decide(club.viewer("umpire"), kind=named_umpire.KIND, payload={"person": "0"})

    def test_settings_page_asks_and_shows_the_person(self) -> None:
        club = a_club(umpire_kind="site")
        client = Client()
        client.force_login(club.users["union"])
        url = reverse("campaigns:name-umpire", args=[club.campaign.id])
        assert client.post(url, {"username": ""}).status_code == 422
        assert client.post(url, {"username": "judge"}).status_code == 302
        assert [asked.words for asked in settings_page(club.viewer("observer")).asked] == ["invite judge as umpire"]
        html = client.get(reverse("campaigns:settings", args=[club.campaign.id])).content.decode()
        assert "invite judge as umpire" in html
