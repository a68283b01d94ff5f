"""The scenarios of this site: those offered at founding, and the one that a campaign has pinned."""

import json
from functools import lru_cache

from campaign.app_part import ScenarioOffer
from campaign.models import Campaign
from rulesets.civil_war import BOOK
from rulesets.civil_war.war.canonical import hash_of
from rulesets.civil_war.war.scenario import Scenario, load_scenario, read_scenario, shipped_scenarios
from rulesets.core.words import listed
from war.models import ImportedScenario


def scenario_of(campaign: Campaign) -> Scenario:
    """Return the scenario that a campaign was founded on."""
    return pinned_scenario(campaign.scenario, campaign.scenario_hash)


@lru_cache(maxsize=64)
def pinned_scenario(scenario_id: str, digest: str) -> Scenario:
    """Return the version of a scenario that has this hash: it ships with the site, or was imported here."""
    for text in ImportedScenario.objects.filter(hash=digest).values_list("text", flat=True):
        return read_scenario(json.loads(text))
    return load_scenario(scenario_id, digest)


def offered_scenarios() -> list[ScenarioOffer]:
    """Return the newest version of every scenario, by title."""
    return sorted(map(_offer, newest_scenarios().values()), key=lambda offer: (offer.title, offer.id))


def offer_of(scenario_id: str) -> ScenarioOffer:
    """Return the newest offer of a scenario that is known to be there."""
    return next(each for each in offered_scenarios() if each.id == scenario_id)


def scenario_title(scenario_id: str, digest: str) -> str:
    """Return the title of the scenario that a campaign was founded on."""
    return pinned_scenario(scenario_id, digest).title if scenario_id else ""


def newest_scenarios() -> dict[str, Scenario]:
    """Return the version of each scenario that is offered: the one imported last, or else the one that ships."""
    imported = ImportedScenario.objects.order_by("at").values_list("scenario", "hash")
    shipped = {scenario.id: scenario for scenario in shipped_scenarios()}
    return shipped | {
        scenario_id: pinned_scenario(scenario_id, digest) for scenario_id, digest in dict(imported).items()
    }


def _offer(scenario: Scenario) -> ScenarioOffer:
    return ScenarioOffer(
        id=scenario.id,
        hash=hash_of(scenario),
        title=scenario.title,
        turns=_turns(*scenario.turns),
        book=BOOK.id,
        sheet=scenario.sheet,
        sheet_hash=scenario.sheet_hash,
    )


def _turns(first: int, last: int) -> str:
    """Return how long a scenario is: turn 4, turns 4 and 5, turns 4 to 6."""
    if last - first < 2:
        return f"turn{'s' if last > first else ''} {listed(map(str, sorted({first, last})))}"
    return f"turns {first} to {last}"
