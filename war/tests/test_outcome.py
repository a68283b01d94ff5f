"""A contact that isn't fought on the table: its outcome is entered by both sides or the umpire.

Rules: VG-1, 4F3, 9; R-54, R-55, R-115.
"""

from collections.abc import Iterator
from dataclasses import replace
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
from campaign.tests.kept import kept
from war.models import CombatOutcome, Contact, ContactState, Force, Leader, Sighting, StrengthPoint
from war.selectors.contact_page import contact_page
from war.selectors.outcome import Entered, outcome_page
from war.services import agreement
from war.services.outcome import enter_outcome, settle_agreed
from war.services.set_up import set_up
from war.tests.builders import agree_on_table, offer_from

pytestmark = [pytest.mark.django_db, pytest.mark.rule("VG-1")]
KINDS = pytest.mark.parametrize("umpire_kind", ["person", "site"])


@pytest.fixture(autouse=True)
def clock() -> Iterator[None]:
    with SOURCES.using(SeededSources("outcome", now=datetime(2026, 3, 7, 18, 0, tzinfo=UTC))):
        yield


@kept
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


def veteran(side: str, *, last: bool = False) -> str:
    found = StrengthPoint.objects.filter(side=side, quality="veteran").order_by("id")
    return hex_id((found.last() if last else found[0]).pk)  # type: ignore[union-attr]


def quality_of(point: str) -> str:
    return StrengthPoint.objects.get(id=int(point, 16)).quality


def where(side: str) -> str:
    return Force.objects.get(side=side).hex


class Test_4F3_Promotion:
    pytestmark = pytest.mark.rule("VG-4F3")

    def test_winner_promotes_one_veteran_point_and_only_it_is_told(self) -> None:
        club, _ = declined()
        mine, theirs = veteran("CSA"), veteran("USA")
        enter(club, "confederate", "CSA", replace(said("CSA"), promote=mine))
        enter(club, "union", "USA", replace(said("USA"), promote=theirs))
        assert (quality_of(mine), quality_of(theirs)) == ("crack", "veteran")
        assert StrengthPoint.objects.filter(quality="crack").count() == 1
        assert "was promoted to crack. VG-4F3" in " ".join(told(club, "confederate"))
        assert "promoted" not in " ".join([*told(club, "union"), *told(club, "observer")])
        assert verify(club.campaign.id) == []

    def test_nobody_is_promoted_where_nobody_won(self) -> None:
        club, _ = declined()
        for who, side in (("union", "USA"), ("confederate", "CSA")):
            enter(club, who, side, replace(said(side, winner=""), promote=veteran(side)))
        assert Contact.objects.get().state == ContactState.SETTLED
        assert not StrengthPoint.objects.filter(quality="crack").exists()

    @pytest.mark.parametrize("what", ["a green point", "a lost point", "an enemy point"])
    def test_only_a_surviving_veteran_of_this_army_can_be_named(self, what: str) -> None:
        club, _ = declined()
        green = hex_id(StrengthPoint.objects.filter(side="USA", quality="green")[0].pk)
        named, lost_points = {
            "a green point": (green, ()),
            "a lost point": (veteran("USA"), (veteran("USA"),)),
            "an enemy point": (veteran("CSA"), ()),
        }[what]
        with pytest.raises(Refusal, match="Choose a veteran strength point that survives"):
            enter(club, "union", "USA", replace(said(), lost=lost_points, promote=named))
        assert not CombatOutcome.objects.exists()

    def test_form_offers_only_candidates(self) -> None:
        club, contact = declined()
        offered = {each.value for each in outcome_page(club.viewer("union"), contact.pk, "USA").candidates}
        veterans = StrengthPoint.objects.filter(side="USA", quality="veteran").values_list("id", flat=True)
        assert offered == {hex_id(pk) for pk in veterans}


class Test_9_Retreat:
    pytestmark = pytest.mark.rule("VG-9")

    def test_loser_goes_to_its_first_legal_hex_by_default(self) -> None:
        club, contact = declined()
        first = outcome_page(club.viewer("union"), contact.pk, "USA").retreats[0]
        for who, side in (("union", "USA"), ("confederate", "CSA")):
            enter(club, who, side, said(side))
        assert where("USA") == first.value != contact.hex
        assert where("CSA") == contact.hex
        assert f"It retreats to {first.label}." in " ".join(told(club, "union"))
        assert "retreats to" not in " ".join([*told(club, "confederate"), *told(club, "observer")])

    def test_attacker_goes_back_where_he_came_from(self) -> None:
        club, _ = declined()
        for who, side in (("union", "USA"), ("confederate", "CSA")):
            enter(club, who, side, said(side, winner="USA", retreats="CSA"))
        assert where("CSA") == "0103"

    def test_owner_chooses_among_legal_hexes_and_the_umpire_among_all(self) -> None:
        club, contact = declined()
        page = reverse("map:outcome", args=[club.campaign.id, contact.pk, "usa"])
        enter(club, "confederate", "CSA", said("CSA"))
        people = {who: Client() for who in ("union", "umpire")}
        for who, browser in people.items():
            browser.force_login(club.users[who])
        offered = {
            who: {each.value for each in outcome_page(club.viewer(who), contact.pk, "USA").retreats} for who in people
        }
        (came_from,) = offered["umpire"] - offered["union"]
        sent = {"winner": "CSA", "retreats": "USA", "retreat": came_from}
        assert people["union"].post(page, sent).status_code == HTTPStatus.UNPROCESSABLE_ENTITY
        with pytest.raises(Refusal, match="Choose a hex to which this army may retreat"):
            enter(club, "union", "USA", replace(said("USA"), retreat=came_from))
        assert people["union"].post(page, {**sent, "retreat": "0101"}).status_code == HTTPStatus.FOUND
        assert 'value="0101" selected' in people["umpire"].get(page).text
        sweep(club.campaign.id)
        assert where("USA") == "0101"

    def test_umpire_names_any_hex_around(self) -> None:
        club, _ = declined()
        enter(club, "confederate", "CSA", said("CSA"))
        enter(club, "umpire", "USA", replace(said("USA"), retreat="0103"))
        assert where("USA") == "0103"

    def test_army_with_nowhere_to_go_reads_first_that_it_surrenders(self) -> None:
        club, contact = declined()
        for each in outcome_page(club.viewer("union"), contact.pk, "USA").retreats:
            Sighting.objects.create(
                id=int(each.value), campaign=club.campaign, side="USA", hex=each.value, since_turn=1, in_sight=False
            )
        page = reverse("map:outcome", args=[club.campaign.id, contact.pk, "usa"])
        browser = Client()
        browser.force_login(club.users["union"])
        assert "no hex is open to it, so if it retreats, it surrenders" in browser.get(page).text
        for who, side in (("union", "USA"), ("confederate", "CSA")):
            enter_outcome(club.viewer(who), contact_id=contact.pk, side=side, entered=said(side))
        settle_agreed(club.campaign.id, SOURCES.now())
        assert not StrengthPoint.objects.filter(side="USA", lost=False).exists()
        assert "so it surrenders. (House rule R-115.)" in " ".join(told(club, "observer"))

    def test_nobody_moves_where_nobody_retreats(self) -> None:
        club, contact = declined()
        for who, side in (("union", "USA"), ("confederate", "CSA")):
            enter(club, who, side, said(side, retreats=""))
        assert {where("USA"), where("CSA")} == {contact.hex}
