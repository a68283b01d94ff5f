"""The odds of an attack for a strength that the player assumes, from known facts only."""

from collections.abc import Sequence

from campaign.parts import OddsLine
from campaign.selectors.procedures import odds_of
from rulesets.civil_war.fighting import Leaders, combat
from rulesets.civil_war.war import View
from rulesets.civil_war.war import command_here as c
from rulesets.civil_war.war.state import Leader
from rulesets.civil_war.words import MOST_SP
from rulesets.core.records import dataclass
from war.selectors.war_marches import attack_inputs

MOST_SUBORDINATES = 20
ASSUMED = "An enemy in supply and without leaders, and nobody who reacts."


@dataclass(frozen=True)
class AttackOdds:
    """The chance of each result of an attack by so many SP against so many, and what was assumed."""

    attacker_sp: int
    defender_sp: int
    lines: tuple[OddsLine, ...]
    assumed: str = ASSUMED
    cites: str = "CW-3.1"


def attack_odds(
    view: View, *, came_from: str, to: str, leaders: Sequence[str], attacker_sp: int, defender_sp: int
) -> AttackOdds:
    """Return the odds of an attack over a hexside, with these leaders of one's own."""
    ours, theirs = (min(MOST_SP, max(1, number)) for number in (attacker_sp, defender_sp))
    inputs = {
        **attack_inputs(view, came_from, to),
        "attacker_sp": ours,
        "defender_sp": theirs,
        "attacker": _leaders(view, [view.leaders[id_] for id_ in leaders], ours),
        "attacker_in_supply": came_from in view.supplies.fed,
        "turn": view.clock.turn,
    }
    return AttackOdds(ours, theirs, odds_of(combat, inputs, house=view.world.house))


def _leaders(view: View, leaders: Sequence[Leader], sp: int) -> Leaders:
    """Return own leaders as they would count: without ships, the commander apart (CW-3.4)."""
    here = [leader for leader in leaders if not c.is_naval(view.world, leader)]
    if not here:
        return Leaders()
    ids = {leader.id for leader in here}
    has_army = any(army.commander in ids for army in view.armies.values())
    found = c.command(view.world, view.side, here, sp, army=has_army)
    commander = next(leader for leader in here if leader.name == found.commander)
    others = [leader for leader in here if leader is not commander][:MOST_SUBORDINATES]
    return Leaders(
        army=found.commands_army,
        commander=c.rating(view.world, commander, "tactical"),
        army_rating=c.rating(view.world, commander, "command") if found.commands_army else 0,
        subordinates=tuple(c.rating(view.world, leader, "tactical") for leader in others),
    )
