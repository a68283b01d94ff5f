"""The strategic game's part in the site's common work."""

from campaign.app_part import AppPart, NavPlace, SweepPhase, SweepStep
from war.services import agreement, contacts, disclose, outcome, row_checks, sighting

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
    "force.detached": "troops detached",
    "map.set_up": "armies set up",
    "sighting": "sighting",
}

PART = AppPart(
    decisions=contacts.DECISIONS,
    sweep=(
        SweepStep(SweepPhase.AGREED, "agreements", agreement.decide_silence),
        SweepStep(SweepPhase.AGREED, "outcomes", outcome.settle_agreed),
        SweepStep(SweepPhase.SIGHT, "sighting", sighting.update_sightings),
    ),
    row_checks=row_checks.ROW_CHECKS,
    entry_titles=ENTRY_TITLES,
    ending=disclose.disclose_map,
    places=(NavPlace(20, "Map", "map:sheet", "map", is_shown=lambda viewer: bool(viewer.sheet)),),
)
