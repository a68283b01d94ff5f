"""Battles of a war: a contact goes to the combat table or to the miniatures, and comes back to the map (VG-1, VG-9)."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import cast

import pytest
from django.test import Client
from django.urls import reverse

from battles.models import Battle
from battles.selectors.reads import brief_of_battle
from battles.tests.builders import begin_agreed, enter_and_confirm, settle_it, to_results
from campaign.errors import Refusal
from campaign.models import JournalLine
from campaign.services.sweep import sweep
from campaign.sources import SOURCES, SeededSources
from campaign.tests.builders import Club
from rulesets.civil_war.war import awaited
from rulesets.civil_war.words import Side
from war.models import Contact, ContactState
from war.selectors.contact_page import contact_page
from war.selectors.war_clock import HELD_UP
from war.selectors.war_page import known_by
from war.selectors.war_todos import war_moves
from war.services import agreement, contacts
from war.tests.builders import agree_on_table, offer_from
from war.tests.war_builders import a_war, begun, now_of, until_contact

pytestmark = pytest.mark.django_db


def met() -> tuple[Club, Contact]:
    club = begun(a_war())
    return club, until_contact(club)


def test_declined_contact_is_fought_on_the_combat_table() -> None:
    club, contact = met()
    made = offer_from(club.viewer("union"), contact)
    agreement.decline(club.viewer("confederate"), contact_id=contact.pk, answers=made)
    sweep(club.campaign.pk)
    contact.refresh_from_db()
    lines = JournalLine.objects.filter(feed__seat__role="observer").values_list("announcement__text", flat=True)
    assert any(line.startswith("Battle at ") for line in lines)
    state = now_of(club.campaign)
    assert state.waiting == {}
    assert contact.state == ContactState.SETTLED or state.contact is not None


def test_agreed_contact_waits_for_the_table_and_holds_up_the_war() -> None:
    club, contact = met()
    agree_on_table(club, contact)
    sweep(club.campaign.pk)
    state = now_of(club.campaign)
    assert state.contact is None
    assert set(state.waiting) == {contact.hex}
    assert awaited(state) is None


@pytest.mark.rule("CW-PULSE")
def test_battle_on_the_table_stops_the_clock_of_the_orders_and_asks_nobody_for_them() -> None:
    """H-19: no side is told to give orders that it couldn't give, and all are told what the war waits for."""
    club, contact = met()
    agree_on_table(club, contact)
    sweep(club.campaign.pk)
    asked = [each for each in war_moves([club.viewer("umpire")]) if each.subject.startswith("war:")]
    assert [(each.is_done, each.is_stopped) for each in asked] == [(True, True)]
    for who in ("umpire", "union", "confederate", "observer"):
        assert known_by(club.viewer(who)).strip.next_step == HELD_UP
    contacts.postpone(club.viewer("umpire"), contact_id=contact.pk)
    asked = [each for each in war_moves([club.viewer("umpire")]) if each.subject.startswith("war:")]
    assert [(each.is_done, each.is_stopped) for each in asked] == [(False, False)]


def test_setup_of_a_war_battle_is_right_in_every_field() -> None:
    club, contact = met()
    battle = fought(club, contact)
    state, brief = now_of(club.campaign), brief_of_battle(battle)
    assert (brief.turn, brief.season, brief.hex) == (4, "Mar-Apr", contact.hex)
    for side, army in brief.sides.items():
        here = (cast(Side, side), contact.hex)
        assert {item.id for item in army.strength} == {point.id for point in state.points_at[here]}
        assert {each.id for each in army.leaders} <= {each.id for each in state.leaders_at.get(here, ())}
    assert brief.strategic_table is not None
    assert brief.strategic_table.attacker_sp == len(brief.sides[brief.attacker].strength)


def test_report_of_a_table_battle_settles_the_contact_and_the_war_goes_on() -> None:
    club, contact = met()
    battle = fought(club, contact)
    battle = to_results(club, battle, leaves=contact.attacker)
    for side in ("USA", "CSA"):
        enter_and_confirm(club, battle, side, points=5)
    settle_it(club, battle)
    sweep(club.campaign.pk)
    contact.refresh_from_db()
    assert contact.state == ContactState.SETTLED
    state = now_of(club.campaign)
    assert contact.hex not in state.waiting
    assert len({side for side, hex_ in state.points_at if hex_ == contact.hex}) == 1 or state.contact is not None
    assert awaited(state) is not None


def fought(club: Club, contact: Contact) -> Battle:
    agree_on_table(club, contact)
    sweep(club.campaign.pk)
    return begin_agreed(club, contact)


@pytest.fixture
def being_fought() -> Iterator[tuple[Club, Contact]]:
    """Return a war whose combat has been rolled and waits for a side to choose its losses."""
    with SOURCES.using(SeededSources("w4", now=datetime(2026, 3, 7, tzinfo=UTC))):
        club, contact = met()
        made = offer_from(club.viewer("union"), contact)
        agreement.decline(club.viewer("confederate"), contact_id=contact.pk, answers=made)
        sweep(club.campaign.pk)
        contact.refresh_from_db()
        assert contact.state == ContactState.STRATEGIC
        yield club, contact


@pytest.mark.rule("VG-1")
def test_battle_whose_dice_are_rolled_cannot_go_to_the_miniatures_any_more(being_fought: tuple[Club, Contact]) -> None:
    club, contact = being_fought
    state = now_of(club.campaign)
    for who in ("union", "confederate"):
        with pytest.raises(Refusal, match="is being fought on the combat table"):
            offer_from(club.viewer(who), contact)
        page = contact_page(club.viewer(who), contact.pk)
        assert (page.may_offer, page.outcomes, page.next_move.button) == (False, (), "View the map")
    assert now_of(club.campaign) == state


def test_page_of_a_battle_being_fought_leads_to_the_map(client: Client, being_fought: tuple[Club, Contact]) -> None:
    club, contact = being_fought
    client.force_login(club.users["union"])
    page = client.get(reverse("map:contact", args=[club.campaign.id, contact.pk]))
    assert "Enter the outcome" not in page.text
    assert reverse("map:sheet", args=[club.campaign.id]) in page.text
