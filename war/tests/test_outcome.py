"""A contact that isn't fought on the table: its outcome is entered by both sides or the umpire (VG-1; R-54, R-55)."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from http import HTTPStatus

import pytest
from django.http import Http404
from django.test import Client
from django.urls import reverse

from battles.tests.builders import SHEET, shiloh, told
from battles.tests.forms import fields_of
from campaign.errors import Refusal
from campaign.ids import hex_id
from campaign.selectors.verify import verify
from campaign.services.sweep import sweep
from campaign.sources import SOURCES, SeededSources
from campaign.tests.builders import Club, a_club
from war.models import CombatOutcome, Contact, ContactState, Force, Leader, StrengthPoint
from war.selectors.contact_page import contact_page
from war.selectors.outcome import Entered, outcome_page
from war.services import agreement
from war.services.outcome import enter_outcome
from war.services.set_up import set_up
from war.tests.builders import agree_on_table, offer_from

pytestmark = [pytest.mark.django_db, pytest.mark.rule("VG-1")]
KINDS = pytest.mark.parametrize("umpire_kind", ["person", "site"])


@pytest.fixture(autouse=True)
def clock() -> Iterator[None]:
    with SOURCES.using(SeededSources("outcome", now=datetime(2026, 3, 7, 18, 0, tzinfo=UTC))):
        yield


def declined(umpire_kind: str = "person") -> tuple[Club, Contact]:
    club = a_club(name="Shiloh", sheet=SHEET, umpire_kind=umpire_kind)
    contact = set_up(None, brief=shiloh(), campaign_id=club.campaign.id)
    made = offer_from(club.viewer("union"), contact)
    agreement.decline(club.viewer("confederate"), contact_id=contact.pk, answers=made)
    sweep(club.campaign.id)
    return club, Contact.objects.get()


def points_of(side: str, number: int) -> tuple[str, ...]:
    return tuple(hex_id(pk) for pk in StrengthPoint.objects.filter(side=side).values_list("id", flat=True)[:number])


def said(side: str = "", *, lost: int = 0, winner: str = "CSA", retreats: str = "USA", weak: bool = False) -> Entered:
    return Entered(winner, retreats, weak, points_of(side, lost) if side else ())


def enter(club: Club, who: str, side: str, entered: Entered) -> None:
    enter_outcome(club.viewer(who), contact_id=Contact.objects.get().pk, side=side, entered=entered)
    sweep(club.campaign.id)


def lost(side: str) -> int:
    return StrengthPoint.objects.filter(side=side, lost=True).count()


@KINDS
def test_both_sides_enter_the_same_outcome_and_the_site_settles_it(umpire_kind: str) -> None:
    club, _ = declined(umpire_kind)
    enter(club, "union", "USA", said("USA", lost=2, weak=True))
    assert Contact.objects.get().state == ContactState.STRATEGIC
    enter(club, "confederate", "CSA", said("CSA", lost=1))
    assert Contact.objects.get().state == ContactState.SETTLED
    assert (lost("USA"), lost("CSA")) == (2, 1)
    assert [force.demoralized for force in Force.objects.order_by("side")] == [False, True]
    assert "Strategic combat decided Shiloh: Confederate won. Union retreats." in told(club, "observer")
    assert set(StrengthPoint.objects.values_list("battles", flat=True)) == {1}
    assert verify(club.campaign.id) == []


def test_umpire_enters_it_for_both_sides() -> None:
    club, _ = declined()
    for side in ("USA", "CSA"):
        enter(club, "umpire", side, said(side, lost=1))
    assert Contact.objects.get().state == ContactState.SETTLED


def test_sides_that_contradict_each_other_are_asked_again() -> None:
    club, contact = declined()
    enter(club, "union", "USA", said("USA", winner="USA", retreats="CSA"))
    enter(club, "confederate", "CSA", said("CSA"))
    assert Contact.objects.get().state == ContactState.STRATEGIC
    assert "don’t say the same" in contact_page(club.viewer("observer"), contact.pk).outcome_lacks
    enter(club, "union", "USA", said("USA"))
    assert Contact.objects.get().state == ContactState.SETTLED


@pytest.mark.parametrize("contradict", [True, False])
def test_site_decides_when_time_is_up(contradict: bool) -> None:  # noqa: FBT001
    club, _ = declined("site")
    enter(club, "union", "USA", said("USA", lost=1, winner="USA", retreats="CSA"))
    if contradict:
        enter(club, "confederate", "CSA", said("CSA", lost=1))
    assert isinstance(SOURCES.backend, SeededSources)
    SOURCES.backend.clock += timedelta(hours=club.campaign.hours_per_move)
    sweep(club.campaign.id)
    assert Contact.objects.get().state == ContactState.SETTLED
    rows = {row.side: row.shown for row in CombatOutcome.objects.all()}
    winner = "" if contradict else "USA"
    assert [(row["winner"], row["retreats"]) for row in rows.values()] == [(winner, "CSA")] * 2
    assert lost("CSA") == contradict


def test_human_umpire_is_not_overruled_by_the_clock() -> None:
    club, _ = declined()
    enter(club, "union", "USA", said("USA"))
    assert isinstance(SOURCES.backend, SeededSources)
    SOURCES.backend.clock += timedelta(hours=200)
    sweep(club.campaign.id)
    assert Contact.objects.get().state == ContactState.STRATEGIC


def test_losses_and_fates_are_the_owners_and_the_umpires() -> None:
    club, contact = declined()
    leader = Leader.objects.filter(side="USA").order_by("-stars", "seniority")[0]
    entered = Entered("CSA", "USA", demoralized=False, lost=points_of("USA", 3), leaders={hex_id(leader.pk): "killed"})
    enter(club, "union", "USA", entered)
    for who, knows in (("union", True), ("umpire", True), ("confederate", False), ("observer", False)):
        view = next(one for one in contact_page(club.viewer(who), contact.pk).outcomes if one.side == "USA")
        assert view.words == ("Confederate won.", "Union retreats.", "This army isn’t demoralized.")
        assert view.own == (("3 strength points lost.", f"{leader.name}: killed.") if knows else ())
    with pytest.raises(Http404):
        outcome_page(club.viewer("confederate"), contact.pk, "USA")
    assert "3 strength" not in " ".join(told(club, "confederate"))


def test_table_agreed_on_later_forgets_what_was_entered() -> None:
    club, contact = declined()
    enter(club, "union", "USA", said("USA"))
    agree_on_table(club, contact)
    assert not CombatOutcome.objects.exists()


def test_offer_after_a_refusal_is_agreed_to_on_its_page() -> None:
    club, contact = declined()
    args = [club.campaign.id, contact.pk]
    page, agree = reverse("map:contact", args=args), reverse("map:agree", args=args)
    offer_from(club.viewer("confederate"), contact)
    people = {who: Client() for who in ("union", "confederate", "umpire")}
    for who, browser in people.items():
        browser.force_login(club.users[who])
    assert [who for who, browser in people.items() if agree in browser.get(page).text] == ["union"]
    assert contact_page(club.viewer("confederate"), contact.pk).next_move.button == "Enter the outcome"
    assert people["union"].post(agree, fields_of(people["union"].get(page).text, agree)).status_code == HTTPStatus.FOUND
    assert Contact.objects.get().state == ContactState.AGREED


@pytest.mark.parametrize(
    ("entered", "says"),
    [
        (Entered(lost=("0123456789abcdef",)), "a strength point that isn’t in this army"),
        (Entered(leaders={"0123456789abcdef": "killed"}), "a leader that isn’t in this army"),
        (Entered("USA", "USA"), "doesn’t retreat"),
    ],
)
def test_wrong_outcome_is_refused_in_words(entered: Entered, says: str) -> None:
    club, _ = declined()
    with pytest.raises(Refusal, match=says):
        enter(club, "union", "USA", entered)
    assert not CombatOutcome.objects.exists()


def test_enemy_points_are_refused_like_unknown_ones() -> None:
    club, contact = declined()
    browser = Client()
    browser.force_login(club.users["union"])
    url = reverse("map:outcome", args=[club.campaign.id, contact.pk, "usa"])
    answers = [browser.post(url, {"lost": [each]}) for each in (points_of("CSA", 1)[0], "0123456789abcdef")]
    assert {answer.status_code for answer in answers} == {HTTPStatus.UNPROCESSABLE_ENTITY}
    assert browser.get(reverse("map:outcome", args=[club.campaign.id, contact.pk, "csa"])).status_code == 404
    assert browser.post(url, {"winner": "CSA", "retreats": "USA"}).status_code == HTTPStatus.FOUND


@pytest.mark.rule("VG-4F2", "VG-10A")
def test_strategic_combat_seasons_green_points_and_places_counters() -> None:
    brief = shiloh()
    assert any(item.quality == "green" for item in brief.sides["USA"].strength)
    club, _ = declined()
    fates = {hex_id(x.pk): "wounded" if x.name == "Sherman" else "unhurt" for x in Leader.objects.filter(side="USA")}
    enter(club, "union", "USA", Entered("CSA", "USA", demoralized=False, lost=(), leaders=fates))
    enter(club, "confederate", "CSA", said("CSA"))
    assert not StrengthPoint.objects.filter(quality="green").exists()
    sherman, grant = Leader.objects.get(name="Sherman"), Leader.objects.get(name="Grant")
    assert (sherman.fate, sherman.force, sherman.back_turn, sherman.counter_turn) == ("wounded", None, 5, 4)
    assert (grant.fate, grant.counter_turn) == ("fit", 4)
    assert "Promotion counters" not in " ".join(told(club, "observer"))
