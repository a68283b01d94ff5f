"""A pending battle locks its hex and all adjacent hexes until its battle report or a postponement."""

from http import HTTPStatus

import pytest
from django.http import Http404
from django.test import Client
from django.urls import reverse

from battles.models import Battle, BattleState
from battles.selectors.reads import plans_of, units_of
from battles.selectors.result_form import side_result_page
from battles.services import plans, result, settle
from battles.services.begin import fight_on_table
from battles.tests.builders import SHEET, a_battle, a_side_result, both_request, open_it, seal_both, shiloh, told
from campaign.errors import Refusal
from campaign.models import Proposal
from campaign.selectors.todos import todos_of
from campaign.selectors.verify import verify
from campaign.services import decisions
from campaign.services.sweep import sweep
from campaign.tests.builders import Club, a_club
from campaign.tests.kept import kept
from war.models import Contact, Force, StrengthPoint
from war.services import contacts
from war.services.forces import detach, require_unlocked
from war.services.set_up import set_up
from war.tests.builders import agree_on_table
from war.tests.test_sighting import a_force

pytestmark = pytest.mark.django_db
LOCKED = "Shiloh waits for the table"


@kept
def waiting(umpire_kind: str = "person") -> tuple[Club, Contact]:
    """Set up a pending contact at Shiloh, and a Union reserve in an adjacent hex."""
    club = a_club(name="Shiloh", sheet=SHEET, umpire_kind=umpire_kind)
    a_force(club, "USA", "0101")
    return club, set_up(None, brief=shiloh(), campaign_id=club.campaign.id)


def detach_point(club: Club, force: Force, who: str = "union") -> None:
    points = StrengthPoint.objects.filter(force=force).order_by("id").values_list("id", flat=True)[:1]
    detach(club.viewer(who), force_id=force.id, strength_points=set(points), leaders=set())


def force_at(side: str, hex_id: str) -> Force:
    return Force.objects.get(side=side, hex=hex_id, name__in=["", "Union army", "Confederate army"])


def browser(club: Club, who: str) -> Client:
    client = Client()
    client.force_login(club.users[who])
    return client


@pytest.mark.parametrize(("who", "side", "hex_id"), [("union", "USA", "0202"), ("confederate", "CSA", "0202")])
def test_force_in_pending_battle_hex_cannot_detach(who: str, side: str, hex_id: str) -> None:
    club, _ = waiting()
    with pytest.raises(Refusal, match=LOCKED):
        detach_point(club, force_at(side, hex_id), who)


def test_force_in_retreat_hex_cannot_detach() -> None:
    club, _ = waiting()
    with pytest.raises(Refusal, match=LOCKED):
        detach_point(club, force_at("USA", "0101"))
    assert Force.objects.filter(side="USA").count() == 2


def test_lock_covers_only_contact_and_adjacent_hexes() -> None:
    club, contact = waiting()
    Contact.objects.filter(id=contact.id).update(hex="0102")
    for hex_id in ("0102", "0101", "0202", "0103"):
        with pytest.raises(Refusal, match=LOCKED):
            require_unlocked(club.campaign.id, hex_id)
    require_unlocked(club.campaign.id, "0201", "0302", "0203")
    with pytest.raises(Refusal, match=LOCKED):
        require_unlocked(club.campaign.id, "0201", "0102")


def test_lock_lasts_from_contact_to_report() -> None:
    club, battle = a_battle()
    seal_both(club, battle)
    open_it(club, battle)
    both_request(club, battle, "end")
    for who, side, end in (("union", "USA", "held"), ("confederate", "CSA", "withdrew")):
        with pytest.raises(Refusal, match=LOCKED):
            detach_point(club, force_at(side, "0202"), who)
        entered = a_side_result(units_of(battle, side, plans_of(battle)), end=end)
        result.enter_result(club.viewer(who), battle.id, entered=entered)
        result.confirm_result(club.viewer(who), battle.id)
    settle.settle(club.viewer("umpire"), battle.id)
    detach_point(club, force_at("USA", "0202"))
    assert verify(club.campaign.id) == []


def test_locked_force_page_explains_lock_and_offers_no_form() -> None:
    club, contact = waiting()
    url = reverse("map:force", args=[club.campaign.id, force_at("USA", "0101").id])
    page = browser(club, "union").get(url).text
    assert LOCKED in page
    assert "Detach troops" not in page
    contacts.postpone(club.viewer("umpire"), contact_id=contact.id)
    assert "Detach troops" in browser(club, "union").get(url).text


def test_enemy_in_retreat_hex_does_not_change_lock() -> None:
    club, _ = waiting()
    sentences = []
    for _ in range(2):
        with pytest.raises(Refusal) as refused:
            detach_point(club, force_at("USA", "0101"))
        sentences.append(refused.value.sentence)
        a_force(club, "CSA", "0201")
    assert sentences[0] == sentences[1]


def test_postponement_frees_forces() -> None:
    club, _ = a_battle()
    contact = Contact.objects.get()
    page = browser(club, "umpire")
    url = reverse("map:postpone", args=[club.campaign.id, contact.id])
    assert "free to move" in page.get(url).text
    assert page.post(url).status_code == HTTPStatus.FOUND
    detach_point(club, force_at("USA", "0202"))
    assert any("The umpire postponed Shiloh" in line for line in told(club, "observer"))
    assert "Postponed." in browser(club, "union").get(reverse("map:sheet", args=[club.campaign.id])).text


def test_postponed_battle_refuses_moves_and_has_no_todos() -> None:
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
        detach_point(club, force_at("USA", "0202"))


def test_postponed_battle_closes_result_form() -> None:
    club, battle = a_battle()
    Battle.objects.filter(id=battle.id).update(state=BattleState.RESULT)
    assert side_result_page(club.viewer("union"), battle.id, "USA").is_open
    contacts.postpone(club.viewer("umpire"), contact_id=Contact.objects.get().id)
    assert not side_result_page(club.viewer("union"), battle.id, "USA").is_open


def test_postponed_contact_cannot_be_fought() -> None:
    club, contact = waiting()
    agree_on_table(club, contact)
    contacts.postpone(club.viewer("umpire"), contact_id=contact.id)
    with pytest.raises(Refusal, match="is postponed"):
        fight_on_table(club.viewer("umpire"), contact_id=contact.id)
    with pytest.raises(Refusal, match="Shiloh is postponed"):
        contacts.postpone(club.viewer("umpire"), contact_id=contact.id)


@pytest.mark.parametrize("who", ["union", "union_west", "confederate", "observer", "outsider"])
def test_only_human_umpire_postpones(who: str) -> None:
    club, contact = waiting()
    url = reverse("map:postpone", args=[club.campaign.id, contact.id])
    assert browser(club, who).post(url).status_code == HTTPStatus.NOT_FOUND
    answer = browser(club, who).post(f"/api{url}", "{}", content_type="application/json")
    assert answer.status_code == HTTPStatus.NOT_FOUND


def test_both_sides_agree_to_postpone_under_site_umpire() -> None:
    club, contact = waiting("site")
    contacts.postpone(club.viewer("union"), contact_id=contact.id)
    assert not Contact.objects.get().postponed
    assert "postpone Shiloh" in browser(club, "confederate").get(f"/c/{club.campaign.id:016x}/settings/").text
    decisions.agree(club.viewer("confederate"), proposal_id=Proposal.objects.get().pk)
    assert Contact.objects.get().postponed
    detach_point(club, force_at("USA", "0101"))
    with pytest.raises(Http404):
        contacts.resume(club.viewer("union_west"), contact_id=contact.id)


def test_site_opens_battle_only_after_postponement_ends() -> None:
    club, battle = a_battle(umpire_kind="site")
    contact = Contact.objects.get()
    seal_both(club, battle)
    Contact.objects.filter(id=contact.id).update(postponed=True)
    sweep(club.campaign.id)
    assert Battle.objects.get().state == "plans"
    Contact.objects.filter(id=contact.id).update(postponed=False)
    sweep(club.campaign.id)
    assert Battle.objects.get().state == "day"
