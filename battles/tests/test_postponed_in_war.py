"""A postponed contact of a war: play goes on around its locked hexes, and victory waits for its Report."""

from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse

from battles.tests.builders import told
from campaign.models import Proposal
from campaign.services import decisions
from campaign.services.sweep import sweep
from campaign.tests.builders import Club
from campaign.tests.kept import kept
from rulesets.civil_war.war import State, awaited, can_proceed, default_order, view
from war.models import Contact
from war.selectors.locks import why_locked
from war.services import contacts, war_course
from war.tests.builders import agree_on_table
from war.tests.war_builders import WHO, a_war, begun, now_of, order_of, until_contact

pytestmark = pytest.mark.django_db
GOES_ON = "The war goes on without it, but its hex and the hexes around it stay locked until it is settled"


@kept
def at_table() -> tuple[Club, Contact]:
    club = begun(a_war())
    contact = until_contact(club)
    agree_on_table(club, contact)
    sweep(club.campaign.pk)
    return club, contact


@kept
def of_the_site() -> tuple[Club, Contact]:
    """Return a war without an umpire, with a battle that waits for the table."""
    club = a_war(umpire_kind="site")
    war_course.begin(club.viewer("union"))
    decisions.agree(club.viewer("confederate"), proposal_id=Proposal.objects.get().pk)
    sweep(club.campaign.pk)
    contact = until_contact(club)
    agree_on_table(club, contact)
    sweep(club.campaign.pk)
    return club, contact


def is_locked_around(state: State, hex_: str) -> bool:
    around = {hex_, *state.world.graph.near(hex_)}
    return all(view(state, side).locked == around for side in ("USA", "CSA"))


def play_goes_on(club: Club, contact: Contact) -> None:
    """Check that an order is awaited and can be given, and that the hexes around the contact stay locked."""
    state = now_of(club.campaign)
    side = awaited(state)
    assert side is not None
    assert is_locked_around(state, contact.hex)
    order = default_order(view(state, side))
    assert order is not None
    order_of(club, order)
    assert is_locked_around(now_of(club.campaign), contact.hex)


@pytest.mark.rule("CW-PULSE")
def test_umpire_postpones_and_play_resumes_around_the_locked_hexes() -> None:
    club, contact = at_table()
    assert awaited(now_of(club.campaign)) is None
    contacts.postpone(club.viewer("umpire"), contact_id=contact.pk)
    sweep(club.campaign.pk)
    play_goes_on(club, contact)
    assert any(GOES_ON in line for line in told(club, "observer"))
    assert not any("free to move" in line for line in told(club, "observer"))


@pytest.mark.rule("CW-PULSE")
def test_both_sides_postpone_as_an_umpire_would() -> None:
    club, contact = of_the_site()
    contacts.postpone(club.viewer("union"), contact_id=contact.pk)
    sweep(club.campaign.pk)
    assert awaited(now_of(club.campaign)) is None
    decisions.agree(club.viewer("confederate"), proposal_id=Proposal.objects.get(state="open").pk)
    sweep(club.campaign.pk)
    play_goes_on(club, contact)
    assert any(GOES_ON in line for line in told(club, "observer"))


def test_contact_postponed_before_its_decision_waits_for_the_table_and_play_goes_on() -> None:
    club = begun(a_war())
    contact = until_contact(club)
    contacts.postpone(club.viewer("umpire"), contact_id=contact.pk)
    sweep(club.campaign.pk)
    state = now_of(club.campaign)
    assert (state.contact, state.waiting[contact.hex].postponed) == (None, True)
    play_goes_on(club, contact)


@pytest.mark.rule("CW-PHASE")
def test_turn_ends_while_a_battle_is_postponed_and_victory_waits_for_its_report() -> None:
    """CW-4.5: the next turn begins, but the last turn's End phase waits."""
    club, contact = at_table()
    contacts.postpone(club.viewer("umpire"), contact_id=contact.pk)
    turn = now_of(club.campaign).clock.turn
    sweep(club.campaign.pk)
    while (side := awaited(state := now_of(club.campaign))) is not None and state.clock.turn == turn:
        order = default_order(view(state, side))
        assert order is not None
        order_of(club, order)
    state = now_of(club.campaign)
    assert (state.clock.turn, set(state.waiting)) == (turn + 1, {contact.hex})
    last = replace(state, clock=replace(state.clock, turn=state.world.scenario.turns[1], phase="end", spending=None))
    assert not can_proceed(last)
    assert can_proceed(replace(last, waiting={}))


def test_pages_ask_and_explain_what_a_postponement_means_in_a_war(client: Client) -> None:
    club, contact = at_table()
    client.force_login(club.users["umpire"])
    page = client.get(reverse("map:postpone", args=[club.campaign.pk, contact.pk])).text
    assert GOES_ON in page
    assert "free to move" not in page
    assert "or it is postponed" not in why_locked(club.campaign.pk, contact.hex)
    contacts.postpone(club.viewer("umpire"), contact_id=contact.pk)
    assert f"{contact.name} is postponed. You can’t move" in why_locked(club.campaign.pk, contact.hex)
    again = client.get(reverse("map:resume", args=[club.campaign.pk, contact.pk])).text
    assert "its theater waits with it" in again


@pytest.mark.parametrize("who", WHO.values())
def test_side_of_an_umpired_war_does_not_postpone_alone(client: Client, who: str) -> None:
    club, contact = at_table()
    client.force_login(club.users[who])
    assert client.post(reverse("map:postpone", args=[club.campaign.pk, contact.pk])).status_code == 404
    assert awaited(now_of(club.campaign)) is None
