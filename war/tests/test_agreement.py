"""A contact becomes a table battle only when both sides agree (VG-1), by offers, answers, and silence (R-58)."""

from datetime import UTC, datetime, timedelta
from http import HTTPStatus
from typing import Any
from unittest import mock

import pytest
from django.http import Http404
from django.test import Client
from django.urls import reverse

from battles.models import Battle
from battles.selectors.reads import brief_of_battle
from battles.services import begin
from battles.services.call_off import call_off
from battles.tests.builders import SHEET, begin_agreed, shiloh, told
from campaign.errors import Refusal
from campaign.models import Deadline, Entry, Proposal
from campaign.selectors.house import switchable
from campaign.selectors.verify import verify
from campaign.services import decisions, house
from campaign.services.corrections import correct
from campaign.services.rewind import rewind
from campaign.services.sweep import sweep
from campaign.sources import SOURCES, SeededSources
from campaign.tests.builders import Club, a_club
from campaign.tests.kept import kept
from rulesets.core.brief import Ratio
from war.models import Combat, Contact, ContactOffer, ContactState, Force, OfferState
from war.selectors.contact_page import contact_page
from war.services import agreement, contacts
from war.services.set_up import set_up
from war.tests.builders import agree_on_table, offer_from

pytestmark = [pytest.mark.django_db, pytest.mark.rule("VG-1")]
KINDS = pytest.mark.parametrize("umpire_kind", ["person", "site"])
Met = tuple[Club, Contact]
BEGINS = datetime(2026, 3, 7, 18, 0, tzinfo=UTC)


@kept
def armies_met(umpire_kind: str = "person") -> Met:
    club = a_club(name="Shiloh", sheet=SHEET, umpire_kind=umpire_kind)
    contact = set_up(None, brief=shiloh(), campaign_id=club.campaign.id)
    sweep(club.campaign.id)
    return club, contact


def state_of(contact: Contact) -> str:
    return Contact.objects.get(id=contact.pk).state


def agree(club: Club, who: str, contact: Contact, made: int) -> None:
    agreement.agree(club.viewer(who), contact_id=contact.pk, answers=made)


class Test_Offers:
    @KINDS
    def test_battle_begins_only_once_both_sides_agreed(self, umpire_kind: str) -> None:
        club, contact = armies_met(umpire_kind)
        with pytest.raises(Refusal, match="only if both sides agree"):
            begin_agreed(club, contact)
        made = offer_from(club.viewer("confederate"), contact, ratio=Ratio(15, 1))
        with pytest.raises(Refusal, match="only if both sides agree"):
            begin_agreed(club, contact)
        agree(club, "union", contact, made)
        sweep(club.campaign.id)
        if umpire_kind == "person":
            assert not Battle.objects.exists()
            begin_agreed(club, contact)
        battle = Battle.objects.get()
        assert brief_of_battle(battle).ratio == Ratio(15, 1)
        assert (state_of(contact), verify(club.campaign.id)) == (ContactState.TAKEN_UP, [])

    def test_side_answers_with_its_own_ratio(self) -> None:
        club, contact = armies_met()
        first = offer_from(club.viewer("union"), contact)
        second = offer_from(club.viewer("confederate"), contact, ratio=Ratio(10, 2))
        assert ContactOffer.objects.get(pk=first).state == OfferState.ANSWERED
        with pytest.raises(Refusal, match="Your side made this offer"):
            agree(club, "confederate", contact, second)
        agree(club, "union", contact, second)
        assert "10 stands and 2 batteries for each strength point" in told(club, "observer")[-1]

    def test_agreeing_to_an_offer_that_changed_is_refused_and_names_the_new_one(self) -> None:
        club, contact = armies_met()
        first = offer_from(club.viewer("union"), contact)
        offer_from(club.viewer("union"), contact, ratio=Ratio(12, 0))
        with pytest.raises(Refusal, match=r"The offer changed\. .*12 stands and 0 batteries"):
            agree(club, "confederate", contact, first)
        assert state_of(contact) == ContactState.WAITING

    def test_same_offer_from_both_sides_is_an_agreement(self) -> None:
        club, contact = armies_met()
        for who in ("union", "confederate"):
            agreement.offer(club.viewer(who), contact_id=contact.pk, combat=Combat.TABLE, ratio=Ratio(20, 2))
        assert state_of(contact) == ContactState.AGREED

    def test_declined_table_is_decided_by_strategic_combat_and_may_still_be_agreed_on(self) -> None:
        club, contact = armies_met()
        made = offer_from(club.viewer("union"), contact)
        agreement.decline(club.viewer("confederate"), contact_id=contact.pk, answers=made)
        assert state_of(contact) == ContactState.STRATEGIC
        with pytest.raises(Refusal, match="only if both sides agree"):
            begin_agreed(club, contact)
        agree_on_table(club, contact)
        assert state_of(contact) == ContactState.AGREED

    def test_offer_of_strategic_combat_is_agreed_to_and_not_declined(self) -> None:
        club, contact = armies_met()
        made = offer_from(club.viewer("union"), contact, combat=Combat.STRATEGIC)
        with pytest.raises(Refusal, match="Without an agreement strategic combat decides"):
            agreement.decline(club.viewer("confederate"), contact_id=contact.pk, answers=made)
        agree(club, "confederate", contact, made)
        assert state_of(contact) == ContactState.STRATEGIC

    @pytest.mark.parametrize("who", ["umpire", "observer", "outsider"])
    def test_only_commanders_offer_and_answer(self, who: str) -> None:
        club, contact = armies_met()
        with pytest.raises(Http404):
            agreement.offer(club.viewer(who), contact_id=contact.pk, combat=Combat.TABLE, ratio=Ratio())

    def test_theater_commander_speaks_where_all_forces_are_theirs(self) -> None:
        club, contact = armies_met()
        west = club.viewer("union_west")
        with pytest.raises(Refusal, match="outside your theater"):
            offer_from(west, contact)
        army = Force.objects.get(side="USA")
        correct(club.viewer("umpire"), table="war_force", row_id=army.pk, values={"scope": "West"}, reason="Theirs.")
        offer_from(club.viewer("union_west"), contact)
        assert ContactOffer.objects.get().side == "USA"

    def test_postponed_contact_is_not_agreed_on(self) -> None:
        club, contact = armies_met()
        contacts.postpone(club.viewer("umpire"), contact_id=contact.pk)
        with pytest.raises(Refusal, match="is postponed"):
            offer_from(club.viewer("union"), contact)


class Test_Silence:
    def late(self, club: Club, **time: int) -> None:
        assert isinstance(SOURCES.backend, SeededSources)
        SOURCES.backend.clock += timedelta(**time)
        sweep(club.campaign.id)

    @pytest.fixture(autouse=True)
    def clock(self) -> Any:
        with SOURCES.using(SeededSources("agreement", now=BEGINS)):
            yield

    @KINDS
    @pytest.mark.parametrize("offered", [True, False])
    def test_silence_is_not_on_the_table(self, umpire_kind: str, offered: bool) -> None:  # noqa: FBT001
        club, contact = armies_met(umpire_kind)
        if offered:
            offer_from(club.viewer("union"), contact)
        self.late(club, hours=club.campaign.hours_per_move - 1)
        assert state_of(contact) == ContactState.WAITING
        self.late(club, hours=1)
        assert state_of(contact) == ContactState.STRATEGIC
        assert not ContactOffer.objects.filter(state=OfferState.OPEN).exists()
        assert any("Time is up for an agreement on Shiloh (house rule R-58)" in line for line in told(club, "observer"))

    def test_reading_decides_nothing(self) -> None:
        club, contact = armies_met()
        assert isinstance(SOURCES.backend, SeededSources)
        SOURCES.backend.clock += timedelta(hours=200)
        for who in ("umpire", "union", "observer"):
            contact_page(club.viewer(who), contact.pk)
        assert state_of(contact) == ContactState.WAITING

    @pytest.mark.parametrize(("after", "state"), [(1, ContactState.AGREED), (40, ContactState.STRATEGIC)])
    def test_campaign_may_let_silence_agree_to_an_early_offer(self, after: int, state: str) -> None:
        club, contact = armies_met()
        book = next(book for book, ruling in switchable() if ruling.id == "R-58")
        option = "agrees to an early offer"
        house.switch_ruling(club.viewer("umpire"), book=book, ruling="R-58", option=option, reason="We agreed.")
        self.late(club, hours=after)
        offer_from(club.viewer("union"), contact)
        self.late(club, hours=club.campaign.hours_per_move)
        assert state_of(contact) == state

    def test_stopped_clock_is_no_silence(self) -> None:
        club, contact = armies_met()
        for row in Deadline.objects.filter(subject__startswith="contact:"):
            decisions.decide(club.viewer("umpire"), kind="deadline.stopped", payload={"subject": row.subject})
        self.late(club, hours=200)
        assert state_of(contact) == ContactState.WAITING


class Test_Rewinds:
    def test_agreement_is_asked_again_after_a_rewind(self) -> None:
        club, contact = armies_met()
        agree_on_table(club, contact)
        agreed = Entry.objects.get(kind="contact.agreed")
        army = Force.objects.get(side="USA")
        contacts.postpone(club.viewer("umpire"), contact_id=contact.pk)
        correct(club.viewer("umpire"), table="war_force", row_id=army.pk, values={"name": "Ours"}, reason="A slip.")
        rewind(club.viewer("umpire"), entry_id=agreed.pk, reason="Once more.")
        with pytest.raises(Refusal, match="have to agree again"):
            begin_agreed(club, contact)
        sweep(club.campaign.id)
        assert state_of(contact) == ContactState.WAITING
        assert ContactOffer.objects.get().state == OfferState.LAPSED
        agree_on_table(club, contact)
        begin_agreed(club, contact)
        assert verify(club.campaign.id) == []

    def test_called_off_battle_is_asked_again(self) -> None:
        club, contact = armies_met()
        agree_on_table(club, contact)
        call_off(club.viewer("umpire"), begin_agreed(club, contact).pk)
        assert state_of(contact) == ContactState.WAITING
        with pytest.raises(Refusal, match="only if both sides agree"):
            begin_agreed(club, contact)

    @KINDS
    def test_both_sides_call_a_battle_off_together(self, umpire_kind: str) -> None:
        club, contact = armies_met(umpire_kind)
        agree_on_table(club, contact)
        battle = begin_agreed(club, contact)
        call_off(club.viewer("union"), battle.pk)
        assert Battle.objects.get().state == "plans"
        settings = reverse("campaigns:settings", args=[club.campaign.id])
        browser = Client()
        browser.force_login(club.users["confederate"])
        assert "call off Shiloh" in browser.get(settings).text
        decisions.agree(club.viewer("confederate"), proposal_id=Proposal.objects.get().pk)
        assert (Battle.objects.get().state, state_of(contact)) == ("off", ContactState.WAITING)


class Test_Page:
    def test_each_side_previews_its_own_army_only(self) -> None:
        club, contact = armies_met()
        for who, side in (("union", "USA"), ("confederate", "CSA")):
            page = contact_page(club.viewer(who), contact.pk, stands_per_sp=5, batteries_per_sp=0)
            assert [army.side for army in page.previews] == [side]
            assert "unusually small" in page.warning
        assert contact_page(club.viewer("observer"), contact.pk).previews == ()
        assert len(contact_page(club.viewer("umpire"), contact.pk).previews) == 2

    def test_offer_and_agreement_by_clicks(self) -> None:
        club, contact = armies_met()
        people = {}
        for who in ("union", "confederate", "outsider"):
            people[who] = Client()
            people[who].force_login(club.users[who])
        url = reverse("map:contact", args=[club.campaign.id, contact.pk])
        assert people["outsider"].get(url).status_code == HTTPStatus.NOT_FOUND
        assert "Offer the table at this ratio" in people["union"].get(url).text
        assert people["union"].post(url, {"combat": "table", "stands_per_sp": 12}).status_code == HTTPStatus.FOUND
        made = ContactOffer.objects.get()
        answer = people["confederate"].post(
            reverse("map:agree", args=[club.campaign.id, contact.pk]), {"answers": f"{made.pk:016x}"}
        )
        assert answer.status_code == HTTPStatus.FOUND
        assert Contact.objects.get().stands_per_sp == 12

    @pytest.mark.parametrize(
        ("sent", "says"),
        [
            ({"combat": "table", "stands_per_sp": 61}, "Enter 1 to 60 stands."),
            ({"combat": "table", "stands_per_sp": 0}, "Enter 1 to 60 stands."),
            ({"combat": "table", "batteries_per_sp": 11}, "Enter 0 to 10 batteries."),
            ({"combat": "table", "batteries_per_sp": -1}, "Enter 0 to 10 batteries."),
            ({"combat": "table", "stands_per_sp": "many"}, "Enter a whole number."),
            ({"combat": "duel"}, "duel"),
            ({}, "Choose the table or strategic combat."),
            ({"combat": "table", "answers": "zzz"}, "Unknown ID."),
        ],
    )
    def test_bad_offer_is_refused_in_words(self, sent: dict[str, Any], says: str) -> None:
        club, contact = armies_met()
        union = Client()
        union.force_login(club.users["union"])
        url = reverse("map:contact", args=[club.campaign.id, contact.pk])
        answer = union.post(url, sent)
        assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
        assert says in answer.text
        assert not ContactOffer.objects.exists()
        if "stands_per_sp" in sent or "batteries_per_sp" in sent:
            ratio = {name: value for name, value in sent.items() if name != "combat"}
            assert union.get(url, ratio).status_code == HTTPStatus.BAD_REQUEST


def test_contact_is_begun_once_by_two_sweeps() -> None:
    club, contact = armies_met("site")
    agree_on_table(club, contact)
    found = Contact.objects.get()
    begin._begin_one(found)
    begin._begin_one(found)
    assert Battle.objects.count() == 1


def test_sweep_killed_between_agreement_and_battle_begins_it_later() -> None:
    club, contact = armies_met("site")
    agree_on_table(club, contact)
    with mock.patch.object(begin, "_begin", side_effect=SystemExit), pytest.raises(SystemExit):
        sweep(club.campaign.id)
    assert (state_of(contact), Battle.objects.count()) == (ContactState.AGREED, 0)
    sweep(club.campaign.id)
    assert (state_of(contact), Battle.objects.count(), verify(club.campaign.id)) == (ContactState.TAKEN_UP, 1, [])
