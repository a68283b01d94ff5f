"""The same battle at five stages, and a war, each with another campaign of the same people beside it."""

from collections.abc import Iterator
from typing import Any

from battles.tests.builders import shiloh
from bench.attacks.table import Table
from campaign.services import talk
from campaign.services.sweep import sweep
from campaign.tests.builders import Club
from campaign.tests.wrong.site import Site
from campaign.tests.wrong.survey import elsewhere
from rulesets.civil_war.war.orders import TakeStance
from rulesets.civil_war.war.queueing import Queued
from rulesets.civil_war.war.state import Stance
from war.selectors.scenarios import offer_of
from war.services import war_queue, war_umpire
from war.services.set_up import set_up
from war.tests.builders import offer_from
from war.tests.war_builders import begun, now_of, until_contact

STAGES = ("planning", "sealed", "day", "results", "settled", "war")
SCENARIO = "shiloh_to_corinth"


def stages() -> Iterator[tuple[str, Site]]:
    """Play one battle, and yield the site at each stage; then a war of the same people."""
    table = Table()
    for who in ("union", "confederate"):
        talk.say(table.club.viewer(who), to="side", text="Where are they?")
    other = elsewhere(table.club)
    set_up(None, brief=shiloh(), campaign_id=other.campaign.pk)
    sweep(other.campaign.pk)
    site = Site(table.club, other)
    table.begin()
    yield "planning", site
    table.seal_both()
    yield "sealed", site
    table.open()
    table.ask_for("on")
    yield "day", site
    table.ask_for("end")
    table.enter_both()
    yield "results", site
    table.confirm_both()
    table.settle()
    yield "settled", site
    yield "war", a_war_of(table.club)


def a_war_of(people: Club) -> Site:
    """Play a war to its first contact, with an open offer, an order that waits, and an act of the umpire's."""
    offer = offer_of(SCENARIO)
    war, other = (begun(elsewhere(people, scenario=offer)) for _ in range(2))
    state = now_of(war.campaign)
    spare = state.points_at["USA", state.world.graph.hex_of("Nashville")][0]
    said: dict[str, Any] = {"pieces": [spare.id], "reason": "Counted twice.", "version": None, "key": None}
    war_umpire.remove(war.viewer("umpire"), **said)
    offer_from(war.viewer("union"), until_contact(war))
    for club in (war, other):
        war_queue.add(club.viewer("union"), queued=Queued(TakeStance(Stance("decline"))))
    return Site(war, other)
