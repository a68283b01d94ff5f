"""The strategic game's part in the site's common work."""

from campaign.app_part import AppPart, NavPlace, SweepPhase, SweepStep
from war.selectors.scenarios import offered_scenarios, scenario_title
from war.selectors.war_state import orders_are_awaited
from war.selectors.war_todos import war_moves
from war.services import (
    agreement,
    contacts,
    disclose,
    outcome,
    row_checks,
    scenarios,
    sighting,
    war_clock,
    war_course,
    war_opening,
    war_queue,
    war_sight,
)

ENTRY_TITLES = {
    "contact.offered": "offer made",
    "contact.agreed": "offer agreed to",
    "contact.declined": "offer declined",
    "contact.outcome": "outcome of strategic combat entered",
    "contact.settled": "strategic combat settled",
    "contact.silent": "no agreement in time",
    "contact.reopened": "agreement asked again",
    "contact.postponed": "contact postponed",
    "contact.resumed": "contact resumed",
    "contact.called_off": "table called off",
    "force.detached": "troops detached",
    "map.set_up": "armies set up",
    "sighting": "sighting",
    "war.begun": "war begun",
    "war.ordered": "order given",
    "war.decided": "combat decided",
    "war.defaulted": "order given by default",
    "war.queue": "queued order carried out",
    "war.queued": "orders queued",
    "war.ready": "side stands ready",
    "war.directed": "map set right by the umpire",
    "war.move": "movement on the map",
    "war.proceeded": "next step of the game",
}

PART = AppPart(
    todos=(war_moves,),
    decisions=(*contacts.DECISIONS, *war_course.DECISIONS),
    sweep=(
        SweepStep(SweepPhase.AGREED, "agreements", agreement.decide_silence, needs=agreement.silence_may_decide),
        SweepStep(SweepPhase.AGREED, "outcomes", outcome.settle_agreed, needs=outcome.has_outcomes),
        SweepStep(SweepPhase.AGREED, "decided contacts", war_course.carry_out_decided, needs=war_course.may_be_decided),
        SweepStep(SweepPhase.AGREED, "course of the war", war_course.proceed, needs=war_course.may_proceed),
        SweepStep(SweepPhase.AGREED, "queues", war_queue.run, war_queue.next_due, orders_are_awaited),
        SweepStep(SweepPhase.AGREED, "silent sides", war_clock.act_for_the_silent, needs=orders_are_awaited),
        SweepStep(SweepPhase.SIGHT, "sighting", sighting.update_sightings, needs=sighting.has_sightings),
        SweepStep(SweepPhase.SIGHT, "sight in a war", war_sight.look_around, needs=war_sight.has_sight),
    ),
    row_checks=row_checks.ROW_CHECKS,
    entry_titles=ENTRY_TITLES,
    scenarios=offered_scenarios,
    scenario_title=scenario_title,
    opening=war_opening.open_war,
    commands={"import-scenario": scenarios.import_command, "export-scenario": scenarios.export_command},
    ending=disclose.disclose_map,
    places=(NavPlace(20, "Map", "map:sheet", "map", is_shown=lambda viewer: bool(viewer.sheet)),),
)
