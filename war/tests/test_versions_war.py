"""In a war too, whoever's pages change has a new version, and nobody else has."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

import pytest

from battles.tests.test_versions import watched
from campaign.ids import hex_id
from campaign.models import Entry
from campaign.services.corrections import correct
from campaign.services.rewind import rewind
from campaign.services.sweep import sweep
from campaign.tests.harness.pairs import Play
from campaign.tests.harness.people import gather
from campaign.tests.harness.world import World
from rulesets.civil_war.war import awaited, default_order, legal_orders, view
from rulesets.civil_war.war.legal import SIDE
from rulesets.civil_war.war.orders import Instruct, Order, TakeStance
from rulesets.civil_war.war.queueing import Queued
from rulesets.civil_war.war.scenario import SIDES
from rulesets.civil_war.war.tests.builders import SEVEN_HEXES
from war.models import Combat, Contact, ContactState, Leader, OfferState, StrengthPoint
from war.services import agreement, war_course, war_orders, war_queue, war_umpire
from war.services.scenarios import import_scenario
from war.tests.builders import offer_from
from war.tests.war_builders import WHO, a_war, give_one_by_default, now_of, until_contact

pytestmark = [pytest.mark.harness, pytest.mark.django_db]


def begin(world: World, *, sight: str) -> None:
    import_scenario(SEVEN_HEXES.read_bytes())
    gather(world, club=a_war(scenario="near_landing", sight=sight))


def founded(world: World) -> None:
    world.act(lambda: war_course.begin(world.club.viewer("umpire")))


def give(world: World, order: Order, side: str) -> None:
    world.act(lambda: war_orders.give(world.club.viewer(WHO[side]), order=order))


def swept(world: World) -> None:
    world.act(lambda: sweep(world.club.campaign.pk))


def free_orders(world: World) -> None:
    """Give orders that a side alone learns of, and that need no half-pulse."""
    for side in SIDES:
        seen = view(now_of(world.club.campaign), side)
        for kind in (TakeStance, Instruct):
            pieces = [SIDE, *sorted(seen.leaders)]
            found = [each for piece in pieces for each in legal_orders(seen, piece) if isinstance(each, kind)]
            give(world, found[0], side)


def queued(world: World) -> None:
    """Fill and empty a queue, and stand ready and no longer."""
    put = partial(war_queue.add, queued=Queued(Instruct("0123456789abcdef", "stay")))
    world.act(lambda: put(world.club.viewer("union")))
    world.act(lambda: put(world.club.viewer("confederate")))
    world.act(lambda: war_queue.drop(world.club.viewer("union"), n=1))
    for ready in (True, False):
        world.act(lambda ready=ready: war_queue.stand_ready(world.club.viewer("union"), ready=ready))  # type: ignore[misc]


def by_default(world: World) -> None:
    """Give three orders as the rules would by default, and let the game go on after each."""
    for _ in range(3):
        state = now_of(world.club.campaign)
        side = awaited(state)
        assert side is not None
        order = default_order(view(state, side))
        assert order is not None
        give(world, order, side)
        swept(world)


def directed(world: World) -> None:
    """Move, add, and remove pieces as the umpire."""
    now: dict[str, Any] = {"version": None, "key": None}
    campaign = world.club.campaign
    hardee = Leader.objects.get(campaign=campaign, name="Hardee")
    green: dict[str, Any] = {"arm": "infantry", "quality": "green"}
    to = hardee.force.hex if hardee.force else ""
    world.act(
        lambda: war_umpire.add(world.club.viewer("umpire"), side="CSA", hex=to, sp=2, reason="So.", **green, **now)
    )
    point = StrengthPoint.objects.filter(campaign=campaign, force=hardee.force).order_by("id")[0]
    world.act(lambda: war_umpire.remove(world.club.viewer("umpire"), pieces=[hex_id(point.pk)], reason="So.", **now))
    said: dict[str, Any] = {"hex": to, "reason": "So.", **now}
    world.act(lambda: war_umpire.build(world.club.viewer("umpire"), side="CSA", what="fort", **said))
    state = now_of(campaign)
    free = (hex_ for hex_, side in sorted(state.held.items()) if side == "CSA" and hex_ not in state.sp_hexes("CSA"))
    said["hex"] = next(free)
    world.act(lambda: war_umpire.give_hex(world.club.viewer("umpire"), side="USA", **said))


def corrected(world: World) -> None:
    point = StrengthPoint.objects.filter(campaign=world.club.campaign, side="USA").exclude(force=None).order_by("id")[0]
    said: dict[str, Any] = {"table": "war_strengthpoint", "row_id": point.pk, "values": {"quality": "crack"}}
    world.act(lambda: correct(world.club.viewer("umpire"), reason="A slip.", **said))


def undone(world: World, entries: int = 1) -> None:
    """Rewind the game's last entries."""
    before = Entry.objects.filter(campaign=world.club.campaign, stream="campaign").order_by("-seq")[entries]
    world.act(lambda: rewind(world.club.viewer("umpire"), entry_id=before.pk, reason="Once more."))


def silent(world: World) -> None:
    """Let the rules give orders for a side whose half-pulse ran out, one after another."""
    campaign, later = world.club.campaign.pk, world.sources.clock + timedelta(days=10)
    for _ in range(2):
        world.act(lambda: give_one_by_default(campaign, later))


def met(world: World) -> None:
    """Play by the rules' defaults until a side attacks."""
    world.act(lambda: until_contact(world.club))


def offered(world: World) -> None:
    contact = Contact.objects.get(campaign=world.club.campaign, state=ContactState.WAITING)
    world.act(lambda: offer_from(world.club.viewer("union"), contact, combat=Combat.TABLE))


def declined(world: World) -> None:
    contact = Contact.objects.get(campaign=world.club.campaign, state=ContactState.WAITING)
    offer = contact.offers.get(state=OfferState.OPEN)
    world.act(lambda: agreement.decline(world.club.viewer("confederate"), contact_id=contact.pk, answers=offer.pk))


STEPS: dict[str, Callable[[World], None]] = {
    "begun": founded,
    "free orders": free_orders,
    "queued": queued,
    "by default": by_default,
    "directed": directed,
    "undone": undone,
    "corrected": corrected,
    "met": met,
    "offered": offered,
    "declined": declined,
    "undone again": partial(undone, entries=3),
    "silent": silent,
}
STORIES = tuple(Play(f"a war {sight}", partial(begin, sight=sight), STEPS) for sight in ("board", "near"))


@pytest.mark.parametrize("story", STORIES, ids=lambda story: story.name)
def test_versions_and_pages_change_together(story: Play) -> None:
    watch = watched(story, without=frozenset({"battles"}))
    assert watch.acts > len(story.steps)
    assert watch.faults == []
