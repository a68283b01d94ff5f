"""The fixed part of a campaign's war: its scenario on its sheet, with its own numbers and its sight."""

import json
from functools import lru_cache
from typing import Any, cast

from campaign.models import Campaign
from campaign.selectors.house import house_of
from campaign.visibility import Viewer
from rulesets.civil_war.war import World, world_of
from rulesets.civil_war.war.world import Sight
from rulesets.core.context import Context
from rulesets.core.registry import NoSuchProcedure, bridge_from, hand_over_of
from war.selectors.scenarios import pinned_scenario

KEPT = 32  # worlds of a process; each holds the graph of its map


def world_of_campaign(campaign: Campaign) -> World:
    """Return the world of a campaign with a scenario."""
    return _world(campaign.pk, campaign.book, campaign.scenario, campaign.scenario_hash, campaign.sight)


def world_seen_by(viewer: Viewer) -> World:
    """Return the world of a viewer's campaign with a scenario."""
    return _world(viewer.campaign_id, viewer.book, viewer.scenario, viewer.scenario_hash, viewer.sight)


def _world(campaign_id: int, book: str, scenario: str, scenario_hash: str, sight: str) -> World:
    house = json.dumps(house_of(campaign_id).to_json(), sort_keys=True)
    return _kept(book, scenario, scenario_hash, sight, house)


@lru_cache(maxsize=KEPT)
def _kept(book: str, scenario: str, scenario_hash: str, sight: str, house: str) -> World:
    found, bridge = pinned_scenario(scenario, scenario_hash), _conversion(book)
    context = Context.from_json(json.loads(house))
    return world_of(found, context, cast(Sight, sight), bridge, asks=bridge is not None)


def _conversion(book: str) -> Any:
    """Return the bridge that says what battles make of strength points, or None if there is none."""
    try:
        return hand_over_of(bridge_from(book).id)
    except NoSuchProcedure:
        return None
