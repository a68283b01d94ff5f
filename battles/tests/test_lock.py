"""A battle that waits for the table locks its hex and those around it; the Report or a postponement frees them."""

from http import HTTPStatus

import pytest
from django.http import Http404
from django.test import Client
from django.urls import reverse

from battles.models import Battle, BattleState
from battles.selectors.forms import side_result_page
from battles.selectors.reads import plans_of, units_of
from battles.services import plans, result, settle
from battles.services.begin import fight_on_table
from battles.tests.builders import SHEET, a_battle, a_half, both_tap, open_it, seal_both, shiloh, told
from campaign.errors import Refusal
from campaign.models import Proposal
from campaign.selectors.todos import todos_of
from campaign.selectors.verify import verify
from campaign.services import decisions
from campaign.services.sweep import sweep
from campaign.tests.builders import Club, a_club
from war.models import Contact, Force, StrengthPoint
from war.services import contacts
from war.services.forces import detach, require_unlocked
from war.services.set_up import set_up
from war.tests.test_sighting import a_force

pytestmark = pytest.mark.django_db
LOCKED = "Shiloh waits for the table"


def waiting(umpire_kind: str = "person") -> tuple[Club, Contact]:
    """Shiloh waits to be taken up; a Union reserve stands next to it."""
    club = a_club(name="Shiloh", sheet=SHEET, umpire_kind=umpire_kind)
    a_force(club, "USA", "0101")
    return club, set_up(None, brief=shiloh(), campaign_id=club.campaign.id)


def part(club: Club, force: Force, who: str = "union") -> None:
    points = StrengthPoint.objects.filter(force=force).order_by("id").values_list("id", flat=True)[:1]
    detach(club.viewer(who), force_id=force.id, strength_points=set(points), leaders=set())


def force_at(side: str, hex_id: str) -> Force:
    return Force.objects.get(side=side, hex=hex_id, name__in=["", "Union army", "Confederate army"])


def browser(club: Club, who: str) -> Client:
    client = Client()
    client.force_login(club.users[who])
    return client


@pytest.mark.parametrize(("who", "side", "hex_id"), [("union", "USA", "0202"), ("confederate", "CSA", "0202")])
def test_nothing_parts_in_the_hex_of_a_battle_that_waits(who: str, side: str, hex_id: str) -> None:
    club, _ = waiting()
    with pytest.raises(Refusal, match=LOCKED):
        part(club, force_at(side, hex_id), who)


def test_nor_in_a_hex_to_which_it_may_retreat() -> None:
    club, _ = waiting()
    with pytest.raises(Refusal, match=LOCKED):
        part(club, force_at("USA", "0101"))
    assert Force.objects.filter(side="USA").count() == 2


def test_the_lock_is_asked_for_any_hex_and_holds_only_round_the_contact() -> None:
    club, contact = waiting()
    Contact.objects.filter(id=contact.id).update(hex="0102")
    for hex_id in ("0102", "0101", "0202", "0103"):
        with pytest.raises(Refusal, match=LOCKED):
            require_unlocked(club.campaign.id, hex_id)
    require_unlocked(club.campaign.id, "0201", "0302", "0203")
    with pytest.raises(Refusal, match=LOCKED):
        require_unlocked(club.campaign.id, "0201", "0102")


def test_the_lock_holds_from_the_contact_to_the_report() -> None:
    club, battle = a_battle()
    seal_both(club, battle)
    open_it(club, battle)
    both_tap(club, battle, "end")
    for who, side, end in (("union", "USA", "held"), ("confederate", "CSA", "withdrew")):
        with pytest.raises(Refusal, match=LOCKED):
            part(club, force_at(side, "0202"), who)
        half = a_half(units_of(battle, side, plans_of(battle)), end=end)
        result.enter_result(club.viewer(who), battle.id, half=half)
        result.confirm_result(club.viewer(who), battle.id)
    settle.settle(club.viewer("umpire"), battle.id)
    part(club, force_at("USA", "0202"))
    assert verify(club.campaign.id) == []


def test_the_page_of_a_locked_force_says_so_and_offers_no_form() -> None:
    club, contact = waiting()
    url = reverse("map:force", args=[club.campaign.id, force_at("USA", "0101").id])
    page = browser(club, "union").get(url).text
    assert LOCKED in page
    assert "Detach troops" not in page
    contacts.postpone(club.viewer("umpire"), contact_id=contact.id)
    assert "Detach troops" in browser(club, "union").get(url).text


def test_whether_an_enemy_stands_on_the_way_of_a_retreat_changes_no_lock() -> None:
    club, _ = waiting()
    sentences = []
    for _ in range(2):
        with pytest.raises(Refusal) as refused:
            part(club, force_at("USA", "0101"))
        sentences.append(refused.value.sentence)
        a_force(club, "CSA", "0201")
    assert sentences[0] == sentences[1]


def test_the_umpire_postpones_and_the_forces_are_free() -> None:
    club, _ = a_battle()
    contact = Contact.objects.get()
    page = browser(club, "umpire")
    url = reverse("map:postpone", args=[club.campaign.id, contact.id])
    assert "free to move" in page.get(url).text
    assert page.post(url).status_code == HTTPStatus.FOUND
    part(club, force_at("USA", "0202"))
    assert any("The umpire postponed Shiloh" in line for line in told(club, "observer"))
    assert "Postponed." in browser(club, "union").get(reverse("map:sheet", args=[club.campaign.id])).text


def test_a_postponed_battle_stands_still_and_waits_for_nobody() -> None:
    club, battle = a_battle()
    contact = Contact.objects.get()
    contacts.postpone(club.viewer("umpire"), contact_id=contact.id)
    with pytest.raises(Refusal, match="Shiloh is postponed"):
        plans.seal(club.viewer("union"), battle.id, plan={}, entropy="aa")
    detail = browser(club, "union").get(reverse("battles:detail", args=[club.campaign.id, battle.id])).text
    assert "This battle is postponed" in detail
    assert not [thing for thing in todos_of([club.viewer("union")]) if "battle" in thing.subject]
    contacts.resume(club.viewer("umpire"), contact_id=contact.id)
    plans.seal(club.viewer("union"), battle.id, plan={}, entropy="aa")
    with pytest.raises(Refusal, match=LOCKED):
        part(club, force_at("USA", "0202"))


def test_a_postponed_battle_takes_no_result() -> None:
    club, battle = a_battle()
    Battle.objects.filter(id=battle.id).update(state=BattleState.RESULT)
    assert side_result_page(club.viewer("union"), battle.id, "USA").is_open
    contacts.postpone(club.viewer("umpire"), contact_id=Contact.objects.get().id)
    assert not side_result_page(club.viewer("union"), battle.id, "USA").is_open


def test_a_postponed_contact_is_taken_up_only_when_it_goes_on() -> None:
    club, contact = waiting()
    contacts.postpone(club.viewer("umpire"), contact_id=contact.id)
    with pytest.raises(Refusal, match="is postponed"):
        fight_on_table(club.viewer("umpire"), contact_id=contact.id)
    with pytest.raises(Refusal, match="Shiloh is postponed"):
        contacts.postpone(club.viewer("umpire"), contact_id=contact.id)


@pytest.mark.parametrize("who", ["union", "union_west", "confederate", "observer", "outsider"])
def test_with_a_human_umpire_nobody_else_postpones(who: str) -> None:
    club, contact = waiting()
    url = reverse("map:postpone", args=[club.campaign.id, contact.id])
    assert browser(club, who).post(url).status_code == HTTPStatus.NOT_FOUND
    answer = browser(club, who).post(f"/api{url}", "{}", content_type="application/json")
    assert answer.status_code == HTTPStatus.NOT_FOUND


def test_where_the_site_is_the_umpire_both_sides_postpone() -> None:
    club, contact = waiting("site")
    contacts.postpone(club.viewer("union"), contact_id=contact.id)
    assert not Contact.objects.get().postponed
    assert "postpone Shiloh" in browser(club, "confederate").get(f"/c/{club.campaign.id:016x}/settings/").text
    decisions.agree(club.viewer("confederate"), proposal_id=Proposal.objects.get().pk)
    assert Contact.objects.get().postponed
    part(club, force_at("USA", "0101"))
    with pytest.raises(Http404):
        contacts.resume(club.viewer("union_west"), contact_id=contact.id)


def test_the_site_opens_no_postponed_battle_and_gives_a_new_clock_when_it_goes_on() -> None:
    club, battle = a_battle(umpire_kind="site")
    contact = Contact.objects.get()
    seal_both(club, battle)
    Contact.objects.filter(id=contact.id).update(postponed=True)
    sweep(club.campaign.id)
    assert Battle.objects.get().state == "plans"
    Contact.objects.filter(id=contact.id).update(postponed=False)
    sweep(club.campaign.id)
    assert Battle.objects.get().state == "day"
