"""Promotions by the seed: counters on the turn track, the promotion pool, and who is drawn from it (VG-10)."""

from dataclasses import replace

from rulesets.civil_war.war import command_here as c
from rulesets.civil_war.war.armies import settle_armies
from rulesets.civil_war.war.draft import Draft
from rulesets.civil_war.war.state import Leader, State
from rulesets.civil_war.war.world import World
from rulesets.civil_war.words import Side

IN_PLAY = frozenset({"map", "pool"})


def may_rise(world: World, leader: Leader) -> bool:
    """Return whether a leader who fights gets a counter on the turn track (VG-10A)."""
    return world.conversion is not None and bool(c.next_rank(world, leader)) and not c.is_naval(world, leader)


def roll_for_promotions(draft: Draft) -> None:
    """Roll for each counter on the track whose leader is in play; some go into the promotion pool (VG-10B, VG-10C)."""
    conversion, world = draft.state.world.conversion, draft.state.world
    if conversion is None:
        return
    for leader in sorted(draft.state.leaders.values(), key=lambda each: each.id):
        if not leader.counter_on or leader.promotable or leader.standing not in IN_PLAY:
            continue
        rises = conversion.promotion_enters(
            leader.side,
            leader.name,
            counter_on=leader.counter_on,
            turn=draft.clock.turn,
            tactical=c.rating(world, leader, "tactical"),
            work=draft.work,
        )
        if rises:
            draft.leaders(replace(leader, promotable=True))
            draft.say("promotion due", leader.side, leader.side, pieces=(leader.id,))


def promotion_pool(state: State, side: Side) -> list[Leader]:
    """Return the leaders whose counters are in a side's promotion pool."""
    leaders = (leader for leader in state.leaders.values() if leader.side == side and leader.promotable)
    return sorted((leader for leader in leaders if leader.standing in IN_PLAY), key=lambda each: each.name)


def promote(draft: Draft, side: Side) -> None:
    """Draw from the promotion pool; the counter replaces the leader's lower one where he is (VG-10D, VG-10E)."""
    conversion, world = draft.state.world.conversion, draft.state.world
    pool, purse = promotion_pool(draft.state, side), draft.state.purses[side]
    if conversion is None or not pool:
        return
    draft.purse(side, promotions=purse.promotions + 1)
    names = [leader.name for leader in pool]
    drawn = conversion.promotion_drawn(side, names, turn=draft.clock.turn, draw=purse.promotions + 1, work=draft.work)
    leader = pool[names.index(drawn)]
    risen = replace(leader, stars=c.next_rank(world, leader), counter_on=0, promotable=False)
    draft.leaders(risen)
    draft.say("promoted", side, side, pieces=(leader.id,), number=risen.stars)
    settle_armies(draft, side)
