"""What a player may assume of a fight: the enemy's strength in a hex, and the chance to drive him out of it."""

from collections.abc import Collection
from functools import lru_cache

from rulesets.civil_war.fighting import Combat, CombatResult, Leaders, combat
from rulesets.civil_war.war import command_here as c
from rulesets.civil_war.war.state import Leader
from rulesets.civil_war.war.views import View
from rulesets.civil_war.war.world import World
from rulesets.civil_war.words import Side, enemy_of

MOST_KEPT, AN_ARMY = 4096, 4
NO_SIDE = frozenset({"ridge", "estuary"})


def enemy_strength(seen: View) -> dict[str, float]:
    """Return the enemy's SP in each hex as one may assume: all he has had so far, by the set-up's share of a hex.

    A hex that he has gone to since, or that its army has left, counts as one SP of the set-up; with an army, as four.
    """
    if "assumed" not in seen.kept:
        shares = {hex_: _share(seen, hex_) for hex_ in seen.enemy}
        each = _total(seen) / max(1, sum(shares.values()))
        seen.kept["assumed"] = {hex_: max(1.0, min(share * each, 2 * share)) for hex_, share in shares.items()}
    found: dict[str, float] = seen.kept["assumed"]
    return found


def _share(seen: View, hex_id: str) -> float:
    force, printed = seen.enemy[hex_id], _printed(seen.world, enemy_of(seen.side)).get(hex_id)
    is_as_printed = printed is not None and printed[1] <= set(force.armies)
    found = printed[0] if printed is not None and is_as_printed else AN_ARMY if force.armies else 1
    return found / 2 if force.demoralized else found


@lru_cache(maxsize=MOST_KEPT)
def _printed(world: World, side: Side) -> dict[str, tuple[int, frozenset[str]]]:
    """Return a side's SP and armies of the set-up by hex, which anybody can read in the scenario."""
    rows, hex_of = world.scenario.sides[side], world.graph.hex_of
    places = {counter.name: hex_of(counter.place) for counter in rows.leaders if counter.place}
    armies = [(army.name, places.get(army.commander)) for army in rows.armies]
    sp: dict[str, int] = {}
    for troops in rows.troops:
        sp[hex_of(troops.place)] = sp.get(hex_of(troops.place), 0) + troops.sp
    return {hex_: (number, frozenset(name for name, at in armies if at == hex_)) for hex_, number in sp.items()}


def _total(seen: View) -> int:
    """Return all the SP that the scenario gives the enemy up to this turn."""
    rows = seen.world.scenario.sides[enemy_of(seen.side)]
    later = (troops for arrival in rows.arrivals if arrival.turn <= seen.clock.turn for troops in arrival.troops)
    return sum(troops.sp for troops in (*rows.troops, *later))


def chance_to_win(seen: View, leader: str, sp: int, came_from: str, to: str) -> float:
    """Return the chance that so many SP drive the enemy out of a hex: only he is demoralized, or he is destroyed."""
    way, work = seen.ground.by_ends.get((came_from, to)), seen.works.get(to)
    hexside = way.hexside if way and way.hexside not in NO_SIDE else "none"
    question = Combat.model_validate(
        {
            "attacker_sp": sp,
            "defender_sp": max(1, round(enemy_strength(seen)[to])),
            "terrain": seen.world.graph.hexes[to].terrain,
            "hexside": hexside,
            "high_water": seen.ground.high_water,
            "work": work.kind if work is not None and work.side != seen.side else "none",
            "defender_demoralized": seen.enemy[to].demoralized,
            "attacker": _leaders(seen, leader, sp),
            "attacker_in_supply": came_from in seen.supplies.fed,
            "turn": seen.clock.turn,
        }
    )
    return _chance(seen.world, question)


def _leaders(seen: View, leader: str, sp: int) -> Leaders:
    """Return one's own leaders as they would count; of the enemy's, nothing is assumed."""
    who = seen.leaders.get(leader)
    if who is None:
        return Leaders()
    here = [each for each in seen.leaders_at[who.hex] if not c.is_naval(seen.world, each)]
    army = _has_army(seen, here)
    found = c.command(seen.world, seen.side, here, sp, army=army, mover=who.name)
    if not (found.commands_army and found.commander == who.name):
        return Leaders(commander=c.rating(seen.world, who, "tactical"))
    others = tuple(c.rating(seen.world, each, "tactical") for each in here if each is not who)[:20]
    return Leaders(army=True, army_rating=c.rating(seen.world, who, "command"), subordinates=others)


def _has_army(seen: View, here: Collection[Leader]) -> bool:
    ids = {each.id for each in here}
    return any(army.commander in ids for army in seen.armies.values())


@lru_cache(maxsize=MOST_KEPT)
def _chance(world: World, question: Combat) -> float:
    return float(combat.odds(question, world.house, exact=False).of(_is_won))


def _is_won(found: CombatResult) -> bool:
    ours, theirs = found.attacker, found.defender
    return not ours.destroyed and (theirs.destroyed or (theirs.demoralized and not ours.demoralized))
