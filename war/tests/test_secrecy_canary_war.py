"""The canary of a war: every URL as every viewer, for marked texts and for ids of rows that a viewer may not know.

Few of a war's columns hold free text, so the ids of its rows are its other markers: a page that tells of a piece, a
marker, or a belief out of a viewer's knowledge would name it.
"""

import json
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from functools import partial
from typing import Any
from unittest import mock

import pytest

from campaign.audiences import PUBLIC, side_audience
from campaign.ids import hex_id
from campaign.models import Campaign, Entry, Throw
from campaign.services import cups
from campaign.services.corrections import correct
from campaign.services.record import open_act
from campaign.services.rewind import rewind
from campaign.tests.harness.canary import (
    Extent,
    Found,
    Marker,
    ids_out_of_reach,
    judge,
    judge_all,
    look_for,
    missing_markers,
)
from campaign.tests.harness.people import gather
from campaign.tests.harness.routes import Met
from campaign.tests.harness.sight import look
from campaign.tests.harness.tally import TALLY
from campaign.tests.harness.world import World, a_world
from campaign.visibility import Viewer
from rulesets.civil_war.war import awaited
from rulesets.civil_war.war.orders import Instruct, TakeStance
from rulesets.civil_war.war.queueing import Queued
from rulesets.civil_war.war.state import Stance
from rulesets.civil_war.war.tests.builders import SEVEN_HEXES
from war.models import Combat, Contact, Leader, OfferState, StrengthPoint
from war.selectors import war_page
from war.selectors.war_pieces import both_sides_stacks
from war.selectors.war_state import state_of
from war.services import agreement, war_course, war_orders, war_queue, war_umpire
from war.services.scenarios import import_scenario
from war.tests.builders import offer_from
from war.tests.two_worlds_play import SEVEN, by_default
from war.tests.war_builders import a_war, now_of, until_contact

pytestmark = [pytest.mark.harness, pytest.mark.django_db]
UNION = frozenset({"union", "union_west", "umpire"})
UMPIRE_ONLY = frozenset({"umpire"})
MARKERS = (
    Marker("Zq70a", UNION, ("war_leader.army", "war_force.name")),  # an army that the scenario names
    Marker("Zq71a", frozenset(), ("war_queue.orders",), others=UNION),  # a piece that doesn't exist has no name
    Marker("Zq72a", UNION),  # why the umpire moved pieces
    Marker("Zq73a", UNION),  # why he removed some
    Marker("Zq74a", UNION),  # why he added some
    Marker("Zq75a", UNION),  # why he moved others, in a line that was withdrawn
    Marker("Zq76a", UNION),  # why he rewound that, for those who knew of it
    Marker("Zq77a", UMPIRE_ONLY),  # his private note on it
    Marker("Zq78a", UNION),  # the reason for a correction
    Marker("Zq79a", UNION, ("war_leader.given_name",)),
    Marker("Zq81a", UNION),  # why he put down a fort
    Marker("Zq82a", UNION),  # why he gave a hex
    Marker("Zq80a", frozenset({"confederate", "umpire"})),  # why a roll of that side's own was voided
)
OF_A_WAR = Extent(without=frozenset({"battles"}), most_queries=10, names_own=False)
FAR, FARTHEST = SEVEN.far, SEVEN.farthest
NOW: dict[str, Any] = {"version": None, "key": None}


def begin(world: World) -> None:
    """Found a war on seven hexes where sides see only nearby hexes, with a marked Union army."""
    scenario = json.loads(SEVEN_HEXES.read_text("utf-8"))
    scenario["sides"]["USA"]["armies"][0]["name"] = "Zq70a"
    import_scenario(json.dumps(scenario).encode())
    gather(world, club=a_war(scenario="near_landing", sight="near"))


def directed(world: World) -> None:
    """Let the umpire move, add, and remove pieces out of the enemy's sight, and correct what a side alone knows."""
    campaign = world.club.campaign
    sherman, buell = (Leader.objects.get(campaign=campaign, name=name) for name in ("Sherman", "Buell"))
    green = {"arm": "infantry", "quality": "green"}
    direct(world, war_umpire.move, pieces=[hex_id(sherman.pk)], hex=FAR, reason="Zq72a")
    direct(world, war_umpire.add, side="USA", hex=FARTHEST, sp=2, reason="Zq74a", **green)
    direct(world, war_umpire.move, pieces=[hex_id(buell.pk)], hex=FARTHEST, reason="A slip.")
    spare = StrengthPoint.objects.filter(campaign=campaign, force__hex=FARTHEST).order_by("id")[0]
    direct(world, war_umpire.remove, pieces=[hex_id(spare.pk)], reason="Zq73a")
    thomas = Leader.objects.get(campaign=campaign, name="Thomas")
    set_right(world, thomas, reason="Zq78a", given_name="Zq79a")


def bare_of(world: World, side: str) -> str:
    """Return a hex that a side holds, without a work, Confederate troops, or a battle."""
    state = now_of(world.club.campaign)
    taken = {*state.works, *state.sp_hexes("CSA"), state.contact.hex if state.contact else ""}
    return next(hex_ for hex_, holder in sorted(state.held.items()) if holder == side and hex_ not in taken)


def direct(world: World, act: Any, /, **said: Any) -> None:
    world.act(lambda: act(world.club.viewer("umpire"), **said, **NOW))


def set_right(world: World, row: Any, *, reason: str, **values: Any) -> None:
    said = {"table": row._meta.db_table, "row_id": row.pk, "values": values, "reason": reason}
    world.act(lambda: correct(world.club.viewer("umpire"), **said))


def begun(world: World) -> None:
    """Begin the war, take stances, and let the enemy's half-pulse come."""
    world.act(lambda: war_course.begin(world.club.viewer("umpire")))
    world.settle()
    while awaited(now_of(world.club.campaign)) != "CSA":
        by_default(world)
    stance = TakeStance(Stance("ask", "most worth"))
    world.act(lambda: war_orders.give(world.club.viewer("union"), order=stance))


def withdrawn(world: World) -> None:
    """Withdraw an act of the umpire's, with a reason and a private note."""
    mark = Entry.objects.filter(campaign=world.club.campaign, stream="campaign").latest("seq")
    sherman = Leader.objects.get(campaign=world.club.campaign, name="Sherman")
    direct(world, war_umpire.move, pieces=[hex_id(sherman.pk)], hex=FARTHEST, reason="Zq75a")
    undo = partial(rewind, entry_id=mark.pk, reason="Zq76a", private="Zq77a")
    world.act(lambda: undo(world.club.viewer("umpire")))


def met(world: World) -> None:
    """Play to a contact with an open offer, queue an order for afterwards, and let the umpire set more right."""
    contact = world.act(lambda: until_contact(world.club, attacker="USA"))
    world.act(lambda: offer_from(world.club.viewer("union"), contact, combat=Combat.TABLE))
    put = partial(war_queue.add, queued=Queued(Instruct("Zq71a", "stay"), place=FAR, held_by="USA"))
    world.act(lambda: put(world.club.viewer("union")))
    direct(world, war_umpire.build, side="USA", what="fort", hex=bare_of(world, "USA"), reason="Zq81a")
    direct(world, war_umpire.give_hex, side="USA", hex=bare_of(world, "CSA"), reason="Zq82a")


def fought(world: World) -> None:
    """Decline the offer, so that the combat table decides, and void a roll of the Confederates' own cup."""
    contact = Contact.objects.latest("since")
    offer = contact.offers.get(state=OfferState.OPEN)
    world.act(lambda: agreement.decline(world.club.viewer("confederate"), contact_id=contact.pk, answers=offer.pk))
    world.settle()
    world.act(lambda: void_in_secret(world))


def void_in_secret(world: World) -> None:
    campaign = world.club.campaign.pk
    thrown = Throw.objects.filter(cup__campaign_id=campaign, cup__audience=side_audience("CSA")).latest("n")
    with open_act(world.club.viewer("umpire"), stream="campaign", kind="cup.void"):
        cups.void_line(campaign, hex_id(thrown.cup_id), thrown.n, "Zq80a")


STEPS = (directed, begun, withdrawn, met, fought)


def test_only_owners_see_secrets_of_a_war() -> None:
    found = Found()
    with a_world() as world:
        begin(world)
        world.settle()
        for step in STEPS:
            step(world)
            world.settle()
            if step in (met, fought):
                look_for(world, MARKERS, found, probe=step is fought, extent=OF_A_WAR)
            if step is met:
                found.wrong += missing_markers(MARKERS)
    wrong = judge_all(MARKERS, found)
    assert wrong == [], "\n".join(wrong)


# Planted leaks.


@contextmanager
def everybody_reads_reasons() -> Iterator[None]:
    with mock.patch.object(war_umpire, "side_audience", return_value=PUBLIC):
        yield


@contextmanager
def map_lists_both_sides() -> Iterator[None]:
    known_by = war_page.known_by

    def known(viewer: Viewer) -> Any:
        state = state_of(Campaign.objects.get(id=viewer.campaign_id))
        return replace(known_by(viewer), stacks=both_sides_stacks(state)) if viewer.is_commander else known_by(viewer)

    with mock.patch.object(war_page, "known_by", known):
        yield


LEAKS = ((everybody_reads_reasons, "confederate sees Zq7"), (map_lists_both_sides, "confederate sees the id"))


@pytest.mark.parametrize(("plant", "said"), LEAKS)
def test_planted_leak_is_found(plant: Callable[[], AbstractContextManager[None]], said: str) -> None:
    found = Found()
    with plant(), a_world() as world:
        begin(world)
        for step in STEPS:
            step(world)
            world.settle()
        sight = look(world, "confederate", Met(world.campaign))
        judge("confederate", sight, MARKERS, [], found)
        found.wrong += ids_out_of_reach("confederate", sight, world.ids_by_right("confederate")[1])
    assert [each for each in found.wrong if each.startswith(said)] != []
    TALLY.found.append(f"war: {plant.__name__.replace('_', ' ')}")
