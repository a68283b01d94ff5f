"""Standing instructions answer how to fight for a side that is silent until its deadline (VG-1, R-58).

Until then it may still answer by hand, and a table agreed on either way can be called off.
"""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from http import HTTPStatus

import pytest
from django.db import transaction
from django.http import Http404
from django.test import Client
from django.urls import reverse

from battles.tests.builders import begin_agreed, told
from campaign.errors import Refusal
from campaign.models import Proposal
from campaign.selectors.verify import verify
from campaign.services import decisions
from campaign.services.sweep import sweep
from campaign.sources import SOURCES, SeededSources
from campaign.tests.builders import Club
from campaign.tests.kept import kept
from rulesets.civil_war.war import awaited
from rulesets.civil_war.war.orders import TakeStance
from rulesets.civil_war.war.state import Stance, ToTheTable
from rulesets.core.brief import Ratio
from war.models import Combat, Contact, ContactOffer, ContactState, OfferState
from war.selectors.contact_page import contact_page
from war.services import agreement, contacts
from war.services.war_orders import give
from war.tests.builders import agree_on_table, offer_from
from war.tests.war_builders import WHO, a_war, begun, now_of, until_contact

pytestmark = [pytest.mark.django_db, pytest.mark.rule("VG-1")]
Wants = dict[str, ToTheTable]
BOTH: Wants = {"USA": "accept", "CSA": "accept"}


@pytest.fixture(autouse=True)
def clock() -> Iterator[None]:
    with SOURCES.using(SeededSources("stances", now=datetime(2026, 3, 7, 18, tzinfo=UTC))):
        yield


@kept
def met(wants: Wants, umpire_kind: str = "person") -> tuple[Club, Contact]:
    """Return a war whose Confederates have attacked, with both sides' instructions given beforehand."""
    club = begun(a_war(umpire_kind=umpire_kind))
    for side, table in wants.items():
        give(club.viewer(WHO[side]), order=TakeStance(Stance(table=table)))
    return club, until_contact(club, attacker="CSA")


def in_time(club: Club) -> None:
    """Let the sweep run while there's still time to answer."""
    sweep(club.campaign.pk)


def late(club: Club) -> None:
    """Let the sweep run once the time to answer is up."""
    assert isinstance(SOURCES.backend, SeededSources)
    SOURCES.backend.clock += timedelta(hours=club.campaign.hours_per_move)
    sweep(club.campaign.pk)


def state_of(contact: Contact) -> str:
    contact.refresh_from_db()
    return contact.state


def is_fought(club: Club, contact: Contact) -> bool:
    """Return whether the combat table decided a contact."""
    rolled = any(line.startswith("Battle at ") for line in told(club, "observer"))
    return rolled and state_of(contact) in (ContactState.STRATEGIC, ContactState.SETTLED)


class Test_Instructions:
    @pytest.mark.parametrize(
        "wants", [BOTH, {"USA": "decline"}, {"CSA": "decline", "USA": "accept"}, {"CSA": "accept"}], ids=str
    )
    def test_decide_nothing_before_the_deadline(self, wants: Wants) -> None:
        club, contact = met(wants)
        in_time(club)
        state = now_of(club.campaign)
        assert (state_of(contact), state.contact and state.contact.step) == (ContactState.WAITING, "decision")

    def test_that_accept_offer_the_table_at_once(self) -> None:
        club, contact = met({"USA": "accept"})
        offer = ContactOffer.objects.get()
        assert (offer.side, offer.combat, offer.state) == ("USA", Combat.TABLE, OfferState.OPEN)
        says = "Union standing instructions offer to fight"
        assert sum(line.startswith(says) for line in told(club, "observer")) == 1
        agreement.agree(club.viewer("confederate"), contact_id=contact.pk, answers=offer.pk)
        assert state_of(contact) == ContactState.AGREED

    def test_of_both_sides_take_it_to_the_table_at_the_deadline(self) -> None:
        club, contact = met(BOTH)
        assert ContactOffer.objects.get().side == contact.attacker == "CSA"
        late(club)
        assert state_of(contact) == ContactState.AGREED
        assert set(now_of(club.campaign).waiting) == {contact.hex}
        words = "The Union side gave no answer in time, and its standing instructions accept the table"
        assert any(line.startswith(words) for line in told(club, "observer"))
        assert verify(club.campaign.pk) == []

    def test_may_be_overruled_by_hand_before_the_deadline(self) -> None:
        club, contact = met(BOTH)
        made = offer_from(club.viewer("union"), contact, combat=Combat.STRATEGIC)
        agreement.agree(club.viewer("confederate"), contact_id=contact.pk, answers=made)
        in_time(club)
        assert is_fought(club, contact)

    def test_that_decline_do_not_keep_a_side_from_the_table(self) -> None:
        club, contact = met({"USA": "decline", "CSA": "decline"})
        agree_on_table(club, contact)
        assert state_of(contact) == ContactState.AGREED

    def test_accept_no_other_ratio(self) -> None:
        club, contact = met({"USA": "accept"})
        offer_from(club.viewer("confederate"), contact, ratio=Ratio(1, 0))
        late(club)
        assert is_fought(club, contact)

    def test_that_decline_read_like_none_to_everybody_else(self) -> None:
        assert self.heard_of("ask") == self.heard_of("decline")

    def heard_of(self, table: ToTheTable) -> list[list[str]]:
        """Return what others are told if the Union lets time run out; what happens is taken back."""
        seeded = SeededSources("alike", now=datetime(2026, 3, 7, 18, tzinfo=UTC))
        with SOURCES.using(seeded), transaction.atomic():
            wants: Wants = {"CSA": "accept"}
            club, contact = met({**wants, "USA": table} if table != "ask" else wants)
            late(club)
            assert is_fought(club, contact)
            heard = [told(club, who) for who in ("confederate", "observer")]
            transaction.set_rollback(True)
        return heard


class Test_Calling_off:
    def agreed(self, umpire_kind: str = "person") -> tuple[Club, Contact]:
        club, contact = met(BOTH, umpire_kind)
        late(club)
        assert state_of(contact) == ContactState.AGREED
        return club, contact

    def test_umpire_asks_both_sides_again_and_silence_leads_to_the_combat_table(self) -> None:
        club, contact = self.agreed()
        contacts.call_off(club.viewer("umpire"), contact_id=contact.pk)
        assert state_of(contact) == ContactState.WAITING
        assert told(club, "observer")[-1].endswith("Both sides have to agree again how to fight it.")
        in_time(club)
        assert state_of(contact) == ContactState.WAITING
        late(club)
        assert is_fought(club, contact)
        state = now_of(club.campaign)
        assert (state.waiting, awaited(state) is not None) == ({}, True)
        assert verify(club.campaign.pk) == []

    def test_both_sides_call_it_off_together_and_agree_on_the_combat_table(self) -> None:
        club, contact = self.agreed()
        contacts.call_off(club.viewer("union"), contact_id=contact.pk)
        assert state_of(contact) == ContactState.AGREED
        decisions.agree(club.viewer("confederate"), proposal_id=Proposal.objects.get().pk)
        assert state_of(contact) == ContactState.WAITING
        made = offer_from(club.viewer("union"), contact, combat=Combat.STRATEGIC)
        agreement.agree(club.viewer("confederate"), contact_id=contact.pk, answers=made)
        in_time(club)
        assert is_fought(club, contact)

    def test_table_agreed_on_by_hand_can_be_called_off_too(self) -> None:
        club, contact = met({})
        agree_on_table(club, contact)
        contacts.call_off(club.viewer("umpire"), contact_id=contact.pk)
        in_time(club)
        assert (state_of(contact), now_of(club.campaign).waiting) == (ContactState.WAITING, {})

    def test_only_an_agreed_table_is_called_off(self) -> None:
        club, contact = met({})
        umpire = club.viewer("umpire")
        with pytest.raises(Refusal, match="No table is agreed for"):
            contacts.call_off(umpire, contact_id=contact.pk)
        agree_on_table(club, contact)
        contacts.postpone(umpire, contact_id=contact.pk)
        with pytest.raises(Refusal, match="is postponed"):
            contacts.call_off(club.viewer("umpire"), contact_id=contact.pk)
        contacts.resume(club.viewer("umpire"), contact_id=contact.pk)
        in_time(club)
        begin_agreed(club, contact)
        with pytest.raises(Refusal, match="already a battle on the table"):
            contacts.call_off(club.viewer("umpire"), contact_id=contact.pk)

    @pytest.mark.parametrize("who", ["observer", "union_west", "outsider"])
    def test_nobody_else_calls_it_off(self, who: str) -> None:
        club, contact = self.agreed()
        with pytest.raises(Http404):
            contacts.call_off(club.viewer(who), contact_id=contact.pk)


class Test_Page:
    def test_each_side_reads_its_own_instructions_alone(self) -> None:
        club, contact = met({"USA": "decline", "CSA": "accept"})
        pages = {who: contact_page(club.viewer(who), contact.pk).instructed for who in ("union", "confederate")}
        assert pages == {
            "union": "If you don’t answer by the deadline, your standing instructions decline the table.",
            "confederate": (
                "If you don’t answer by the deadline, your standing instructions accept the table, "
                "20 stands and 2 batteries for each strength point."
            ),
        }
        for who in ("umpire", "observer"):
            assert contact_page(club.viewer(who), contact.pk).instructed == ""

    def test_table_is_called_off_by_clicks(self, client: Client) -> None:
        club, contact = met({})
        agree_on_table(club, contact)
        url = reverse("map:call-off-table", args=[club.campaign.pk, contact.pk])
        page = reverse("map:contact", args=[club.campaign.pk, contact.pk])
        client.force_login(club.users["observer"])
        assert url not in client.get(page).text
        assert client.get(url).status_code == HTTPStatus.NOT_FOUND
        client.force_login(club.users["umpire"])
        assert url in client.get(page).text
        assert "Call off the table" in client.get(url).text
        assert client.post(url).status_code == HTTPStatus.FOUND
        assert state_of(contact) == ContactState.WAITING
        assert url not in client.get(page).text
        assert client.post(url).status_code == HTTPStatus.CONFLICT
