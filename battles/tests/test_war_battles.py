"""Battles of a war: a contact goes to the combat table or to the miniatures, and comes back to the map (VG-1, VG-9)."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
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
from campaign.tests.kept import kept
from rulesets.civil_war.columns import column
from rulesets.civil_war.war import awaited
from rulesets.civil_war.war.battles import in_supply
from rulesets.civil_war.words import Side, enemy_of
from rulesets.core.sheet_words import crossing
from war.models import Contact, ContactState, Marker
from war.selectors.contact_page import contact_page
from war.selectors.war_clock import HELD_UP
from war.selectors.war_page import known_by
from war.selectors.war_todos import war_moves
from war.services import agreement, contacts
from war.tests.builders import agree_on_table, offer_from
from war.tests.war_builders import a_war, begun, now_of, until_contact

pytestmark = pytest.mark.django_db


@kept
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


@pytest.mark.rule("CW-CRT", "CW-SHIFT")
@pytest.mark.parametrize("work", ["none", "fortress"])
def test_setup_of_a_war_battle_is_right_in_every_field(work: str) -> None:
    club = begun(a_war())
    if work != "none":
        raise_everywhere(club, work)
    contact = until_contact(club)
    battle = fought(club, contact)
    state, brief = now_of(club.campaign), brief_of_battle(battle)
    hex_ = state.world.graph.hexes[contact.hex]
    side = state.world.graph.link(contact.came_from, contact.hex)
    assert side is not None
    crossed = crossing(hex_, side.side, high_water=True)
    assert (brief.turn, brief.season, brief.date[:7]) == (4, "Mar-Apr", "1862-03")
    assert (brief.hex, brief.place, brief.state) == (contact.hex, hex_.name, hex_.state)
    assert (brief.attacker, brief.defender) == (contact.attacker, enemy_of(cast(Side, contact.attacker)))
    assert (brief.hex_terrain, brief.hexside_crossed, brief.work) == (crossed.terrain, crossed.setup_hexside, work)
    assert (brief.hexside_name, brief.entered_from) == (crossed.name, state.world.graph.hexes[contact.came_from].name)
    assert (brief.ratio.stands_per_sp, brief.ratio.batteries_per_sp) == (20, 2)
    points = [item.id for army in brief.sides.values() for item in army.strength]
    leaders = [leader.id for army in brief.sides.values() for leader in army.leaders]
    assert len({*points, *leaders}) == len(points) + len(leaders)
    for code, army in brief.sides.items():
        here = (cast(Side, code), contact.hex)
        assert {(item.id, item.quality, item.size) for item in army.strength} == {
            (point.id, point.quality, 1) for point in state.points_at[here]
        }
        assert {(each.id, each.rank_stars) for each in army.leaders} == {
            (each.id, each.stars) for each in state.leaders_at.get(here, ())
        }
        assert army.demoralized == any(point.demoralized for point in state.points_at[here])
        assert army.in_supply == in_supply(state, cast(Side, code), contact.hex)
    asked = {
        "attacker_sp": brief.sides[brief.attacker].total_sp,
        "defender_sp": brief.sides[brief.defender].total_sp,
        "terrain": hex_.terrain,
        "hexside": crossed.hexside,
        "work": work,
    }
    line, table = column.run(asked).result, brief.strategic_table
    assert table is not None
    assert (table.attacker_sp, table.defender_sp) == (asked["attacker_sp"], asked["defender_sp"])
    assert (table.column, table.left_shifts) == (line.column, line.left)
    assert (table.attacker_size, table.defender_size) == (line.attacker_size, line.defender_size)
    assert (line.left >= 2) is (work == "fortress")


def raise_everywhere(club: Club, work: str) -> None:
    """Let a work of the holder's stand in each place that has none."""
    state = now_of(club.campaign)
    have = {hex_ for hex_, _ in state.works.items()}
    for hex_, side in state.held.items():
        if hex_ not in have and hex_ in {at for _, at in state.points_at}:
            Marker.objects.create(id=SOURCES.new_id("all"), campaign=club.campaign, side=side, hex=hex_, kind=work)
    Marker.objects.filter(campaign=club.campaign, kind="fort").update(kind=work)


@pytest.mark.rule("VG-1")
def test_hex_may_be_fought_over_again() -> None:
    """A contact that is settled is no obstacle to the next one in its hex."""
    club = begun(a_war())
    for hex_ in now_of(club.campaign).held:
        Contact.objects.create(
            id=SOURCES.new_id("all"),
            campaign=club.campaign,
            name="An earlier battle",
            hex=hex_,
            attacker="USA",
            hexside="none",
            came_from=hex_,
            state=ContactState.SETTLED,
            since=SOURCES.now(),
        )
    contact = until_contact(club)
    assert contact.name != "An earlier battle"
    report(club, contact)
    assert contact.hex not in now_of(club.campaign).waiting


def test_report_of_a_table_battle_settles_the_contact_and_the_war_goes_on() -> None:
    club, contact = met()
    report(club, contact)
    state = now_of(club.campaign)
    assert contact.hex not in state.waiting
    assert len({side for side, hex_ in state.points_at if hex_ == contact.hex}) == 1 or state.contact is not None
    assert awaited(state) is not None


def report(club: Club, contact: Contact) -> None:
    """Fight a contact on the table, and settle it by its report."""
    battle = to_results(club, fought(club, contact), leaves=contact.attacker)
    for side in ("USA", "CSA"):
        enter_and_confirm(club, battle, side, points=5)
    settle_it(club, battle)
    sweep(club.campaign.pk)
    contact.refresh_from_db()
    assert contact.state == ContactState.SETTLED


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


@pytest.mark.rule("CW-CRT")
def test_side_that_does_not_choose_its_losses_in_time_loses_by_its_instructions(
    being_fought: tuple[Club, Contact],
) -> None:
    """Choices in combat have a deadline of their own; the standing instructions choose for whoever is silent."""
    club, contact = being_fought
    before = now_of(club.campaign)
    assert before.contact is not None
    assert before.contact.step == "losses"
    assert isinstance(SOURCES.backend, SeededSources)
    SOURCES.backend.clock += timedelta(hours=club.campaign.hours_per_move)
    sweep(club.campaign.pk)  # it chooses
    sweep(club.campaign.pk)  # and they are taken
    lost = [point for point in now_of(club.campaign).points.values() if point.lost_at == contact.hex]
    assert len(lost) == sum(toll.lost for toll in before.contact.tolls.values())


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
