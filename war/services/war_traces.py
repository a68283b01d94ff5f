"""Who may read the rules behind what happened in a war: most steps name numbers that only one side knows (H-23)."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from campaign.audiences import PUBLIC, UMPIRE, side_audience
from rulesets.civil_war.war import State
from rulesets.civil_war.war.draft import Event
from rulesets.civil_war.words import enemy_of
from rulesets.core.outcome import Step
from war.models import BOARD

OPEN = frozenset(
    {"command points", "initiative", "tied", "turn ended", "new turn", "war over", "fought", "overran", "lost"}
)  # events of which both sides know every number


def by_reader(before: State, event: Event) -> Mapping[str, Sequence[Step]]:
    """Return the steps behind an event by who may read them: both sides, the event's own, or the umpire alone."""
    found: dict[str, list[Step]] = defaultdict(list)
    for step in event.steps:
        found[_reader(before, event, step)].append(step)
    return found


def _reader(before: State, event: Event, step: Step) -> str:
    if event.kind in OPEN and not _names_ways(step):
        return PUBLIC
    if event.side is None or (event.kind == "moved" and before.world.sight != BOARD):
        return UMPIRE  # what a move meets out of sight is tried on what is really there
    return side_audience(event.side)


def _names_ways(step: Step) -> bool:
    """Return whether a step lists ways of retreat: their order tells how full the hexes are."""
    return isinstance(step.out, list)


def reader_of_the_rest(before: State) -> str:
    """Return who may read steps that led to no event: of a reaction the side that might react, else the umpire."""
    contact = before.contact
    if contact is not None and contact.step == "reaction":
        return side_audience(enemy_of(contact.attacker))
    return UMPIRE
