"""Both sides act on a contact in the same moment: offers, answers, and outcomes of strategic combat count in order."""

from collections.abc import Callable
from functools import partial

import pytest
from django.db import connections
from django.test import Client
from django.urls import reverse

from battles.tests.builders import SHEET, shiloh, told
from battles.tests.forms import fields_of
from battles.tests.test_at_once import at_once, together
from campaign.errors import Refusal
from campaign.models import Entry
from campaign.selectors.verify import verify
from campaign.services.sweep import sweep
from campaign.tests.builders import Club, a_club
from campaign.tests.kept import kept
from rulesets.core.brief import Ratio
from war.models import Combat, CombatOutcome, Contact, ContactOffer, ContactState, OfferState, StrengthPoint
from war.selectors.agreement import ratio_of
from war.selectors.outcome import Entered
from war.services import agreement, outcome
from war.services.set_up import set_up
from war.tests.builders import offer_from

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.rule("VG-1")]
SIDES = {"union": "USA", "confederate": "CSA"}
KINDS = pytest.mark.parametrize("umpire_kind", ["person", "site"])


@kept
def waiting(umpire_kind: str = "person") -> tuple[Club, Contact]:
    club = a_club(name="Shiloh", sheet=SHEET, umpire_kind=umpire_kind)
    set_up(None, brief=shiloh(), campaign_id=club.campaign.pk)
    sweep(club.campaign.pk)
    return club, Contact.objects.get()


def offering(
    club: Club, contact: Contact, who: str, *, combat: str = Combat.TABLE, stands: int = 0
) -> Callable[..., None]:
    """Return an offer made by somebody who sees none yet."""
    ratio = Ratio(stands, 1) if stands else ratio_of(contact)
    viewer = club.viewer(who)
    return partial(agreement.offer, viewer, contact_id=contact.pk, combat=combat, ratio=ratio)


@KINDS
def test_same_offer_from_both_sides_at_once_is_an_agreement(umpire_kind: str) -> None:
    club, contact = waiting(umpire_kind)
    with together(agreement, "open_act"):
        assert at_once(*[offering(club, contact, who) for who in SIDES]) == []
    assert Contact.objects.get().state == ContactState.AGREED
    assert [each.state for each in ContactOffer.objects.all()] == [OfferState.AGREED]
    assert any("offered the same, so both sides agreed" in line for line in told(club, "observer"))
    assert verify(club.campaign.pk) == []


def test_same_offer_of_strategic_combat_is_an_agreement_too() -> None:
    club, contact = waiting()
    with together(agreement, "open_act"):
        assert at_once(*[offering(club, contact, who, combat=Combat.STRATEGIC) for who in SIDES]) == []
    assert Contact.objects.get().state == ContactState.STRATEGIC


def test_different_offers_at_once_leave_the_first_open_and_name_it_to_the_second() -> None:
    club, contact = waiting()
    offers = [offering(club, contact, "union", stands=10), offering(club, contact, "confederate", stands=20)]
    with together(agreement, "open_act"):
        wrong = at_once(*offers)
    open_one = ContactOffer.objects.get(state=OfferState.OPEN)
    assert [type(error) for error in wrong] == [Refusal]
    assert str(open_one.stands_per_sp) in str(wrong[0])
    assert "Answer that one." in str(wrong[0])
    assert Contact.objects.get().state == ContactState.WAITING
    assert ContactOffer.objects.count() == 1
    assert verify(club.campaign.pk) == []


def test_agreement_and_a_changed_offer_at_once_bind_nobody_to_what_they_have_not_seen() -> None:
    club, contact = waiting()
    before = ratio_of(contact).stands_per_sp
    made = offer_from(club.viewer("union"), contact)
    assert before != 10
    changed = partial(offering(club, contact, "union", stands=10), answers=made)
    agreed = partial(agreement.agree, club.viewer("confederate"), contact_id=contact.pk, answers=made)
    with together(agreement, "open_act"):
        wrong = at_once(changed, agreed)
    assert [type(error) for error in wrong] == [Refusal]
    contact.refresh_from_db()
    if contact.state == ContactState.AGREED:
        assert contact.stands_per_sp == before
    else:
        assert ContactOffer.objects.get(state=OfferState.OPEN).stands_per_sp == 10
    assert verify(club.campaign.pk) == []


def test_two_seats_of_a_side_that_agree_at_once_agree_once() -> None:
    club, contact = waiting()
    made = offer_from(club.viewer("union"), contact)
    agreed = partial(agreement.agree, club.viewer("confederate"), contact_id=contact.pk, answers=made)
    with together(agreement, "open_act"):
        assert [type(error) for error in at_once(agreed, agreed)] == [Refusal]
    assert Entry.objects.filter(kind=agreement.AGREED).count() == 1


# The outcome of strategic combat.


def declined(umpire_kind: str = "person") -> tuple[Club, Contact]:
    club, contact = waiting(umpire_kind)
    made = offer_from(club.viewer("union"), contact)
    agreement.decline(club.viewer("confederate"), contact_id=contact.pk, answers=made)
    sweep(club.campaign.pk)
    return club, Contact.objects.get()


def lost(side: str) -> str:
    return f"{StrengthPoint.objects.filter(side=side).order_by('id')[0].pk:016x}"


def entering(club: Club, contact: Contact, who: str, *, winner: str = "CSA") -> Callable[[], None]:
    side = SIDES[who]
    entered = Entered(winner, "USA" if winner == "CSA" else "CSA", False, (lost(side),))
    return partial(outcome.enter_outcome, club.viewer(who), contact_id=contact.pk, side=side, entered=entered)


@KINDS
def test_both_outcomes_entered_at_once_both_count(umpire_kind: str) -> None:
    club, contact = declined(umpire_kind)
    with together(outcome, "open_act"):
        assert at_once(*[entering(club, contact, who) for who in SIDES]) == []
    assert sorted(CombatOutcome.objects.values_list("side", flat=True)) == ["CSA", "USA"]
    sweep(club.campaign.pk)
    assert Contact.objects.get().state == ContactState.SETTLED
    assert {side: StrengthPoint.objects.filter(side=side, lost=True).count() for side in SIDES.values()} == {
        "USA": 1,
        "CSA": 1,
    }
    assert verify(club.campaign.pk) == []


def test_contradicting_outcomes_at_once_wait_for_another_entry() -> None:
    club, contact = declined()
    actions = [entering(club, contact, "union", winner="USA"), entering(club, contact, "confederate")]
    with together(outcome, "open_act"):
        assert at_once(*actions) == []
    sweep(club.campaign.pk)
    assert Contact.objects.get().state == ContactState.STRATEGIC
    entering(club, contact, "union")()
    sweep(club.campaign.pk)
    assert Contact.objects.get().state == ContactState.SETTLED


def test_outcomes_sent_from_open_pages_at_once_are_both_taken() -> None:
    """Each page was drawn before the other side entered its part."""
    club, contact = declined()
    clients, forms = {}, {}
    for who, side in SIDES.items():
        clients[who] = Client()
        clients[who].force_login(club.users[who])
        at = reverse("map:outcome", args=[club.campaign.pk, contact.pk, side.lower()])
        page = clients[who].get(at).content.decode()
        forms[at] = who, fields_of(page, at) | {"winner": "CSA", "retreats": "USA"}
    statuses: list[int] = []

    def send(at: str) -> None:
        who, fields = forms[at]
        statuses.append(clients[who].post(at, fields).status_code)
        connections.close_all()

    assert at_once(*[partial(send, at) for at in forms]) == []
    assert statuses == [302, 302]
    sweep(club.campaign.pk)
    assert Contact.objects.get().state == ContactState.SETTLED
    assert verify(club.campaign.pk) == []


def test_two_sweeps_settle_an_outcome_once() -> None:
    club, contact = declined()
    for who in SIDES:
        entering(club, contact, who)()
    with together(outcome, "open_act"):
        assert at_once(*[lambda: sweep(club.campaign.pk)] * 2) == []
    assert Entry.objects.filter(kind=outcome.SETTLED).count() == 1
    assert StrengthPoint.objects.filter(lost=True).count() == 2
    assert verify(club.campaign.pk) == []
