"""Give an order in a war: checked against what the side sees, carried out on what is really there, one entry each."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any, cast

from django.conf import settings

from campaign.audiences import side_audience
from campaign.errors import Refusal
from campaign.models import CAMPAIGN_STREAM, Campaign, SideCode
from campaign.selectors.procedures import refusing
from campaign.services.record import Act, open_act
from campaign.visibility import Viewer
from rulesets.civil_war.war import State, awaited, resolve
from rulesets.civil_war.war.orders import ChooseLosses, FreeOrder, GameOrder, Order, Retreat
from rulesets.civil_war.war.queueing import Queued, queued_data
from rulesets.civil_war.words import Side
from war.models import Queue, TurnTrack
from war.selectors.war_state import WarRows, rows_of_war, state_in
from war.selectors.worlds import world_of_campaign
from war.services.turn_cups import add_digits, dice_of
from war.services.war_contacts import follow
from war.services.war_rows import keep
from war.services.war_telling import tell_all

ORDERED = "war.ordered"
NO_WAR = "This campaign isn’t played from a scenario, so there are no orders to give."
ONLY_COMMANDERS = "Only a side’s commander gives its orders."
NOT_BEGUN = "The war hasn’t begun yet."
NOT_YOUR_HALF = "The {side} side gives orders now."
A_MOMENT = "The last order is still being settled. Give this one again in a moment."
NOT_YOUR_THEATER = "These troops are outside your theater."
NOT_YOURS_TO_GIVE = "kind: this isn’t an order of yours."
ONLY_WHOLE_SIDE = "Only your side’s commander in chief can do this."


AtOnce = FreeOrder | ChooseLosses | Retreat  # the others wait for their half-pulse's fixed moment


def give(
    viewer: Viewer,
    *,
    order: Order,
    version: int | None = None,
    key: str | None = None,
    entropy: str = "",
    waits: bool = True,
) -> None:
    """Carry out a commander's order; in a half-pulse's first moments it waits in the queue, if it `waits`."""
    payload = {"order": type(order).__name__}
    with open_act(viewer, stream=CAMPAIGN_STREAM, kind=ORDERED, payload=payload, version=version, key=key) as act:
        found, state = war_in(act)
        _require_turn(viewer, found, state, order)
        _require_theater(viewer, state, order)
        add_digits(act, viewer.side, entropy, turn=state.clock.turn)
        if waits and not isinstance(order, AtOnce) and is_early(found.track, act.at):
            wait_in_queue(act, viewer.side, order)
        else:
            carry_out(act, found, state, order, side=cast(Side, viewer.side))


def war_in(act: Act) -> tuple[WarRows, State]:
    """Read a war inside an act, so that it may be written."""
    campaign = Campaign.objects.get(id=act.campaign_id)
    if not campaign.scenario:
        raise Refusal(NO_WAR)
    found = rows_of_war(campaign.pk, sight=campaign.sight)
    return found, state_in(found, world_of_campaign(campaign))


def carry_out(act: Act, found: WarRows, state: State, order: Order, *, side: Side | None = None) -> State:
    """Resolve an order or the game's next step, write what it changed, and tell what happened; return the new state."""
    with refusing():
        outcome = resolve(state, order, dice_of(act, state), side=side)
    after = keep(act, found, state, outcome.result.changes)
    follow(act, found, state, after)
    tell_all(act, state, after, outcome.result)
    return after


def tick() -> timedelta:
    """Return how long after a half-pulse has opened its orders take effect."""
    return timedelta(seconds=settings.WAR_TICK_SECONDS)


def takes_effect_at(since: datetime) -> datetime:
    """Return when the orders of a half-pulse that opened at a time take effect, to the second."""
    return since.replace(microsecond=0) + tick()


def is_early(track: TurnTrack, now: datetime) -> bool:
    """Return whether orders by hand still wait for the half-pulse's fixed moment."""
    return track.phase == "action" and track.since is not None and now < takes_effect_at(track.since)


def wait_in_queue(act: Act, side: str, order: Order) -> None:
    """Put an order given by hand behind those that wait already."""
    row = Queue.objects.get(campaign_id=act.campaign_id, side=side)
    row.orders = [*row.orders, queued_data(Queued(order))]
    act.save(row)
    act.tell(side_audience(side), "Your order takes effect as soon as the half-pulse’s first moments are over.")


def _require_turn(viewer: Viewer, found: WarRows, state: State, order: Order) -> None:
    """Refuse orders out of turn, and the game's own; whose turn it is follows from what everybody sees."""
    if not viewer.is_commander:
        raise Refusal(ONLY_COMMANDERS)
    if isinstance(order, GameOrder):
        raise Refusal(NOT_YOURS_TO_GIVE, field="kind")
    if found.track.since is None:
        raise Refusal(NOT_BEGUN)
    side = awaited(state)
    if side == viewer.side or isinstance(order, FreeOrder):
        return
    raise Refusal(A_MOMENT if side is None else NOT_YOUR_HALF.format(side=SideCode(side).label))


def _require_theater(viewer: Viewer, state: State, order: Order) -> None:
    """Refuse a theater's commander orders to troops elsewhere, and what concerns the whole side."""
    if not viewer.scope:
        return
    theaters = set(_theaters_of(state, cast(Side, viewer.side), order))
    if not theaters:
        raise Refusal(ONLY_WHOLE_SIDE)
    if theaters != {viewer.scope}:
        raise Refusal(NOT_YOUR_THEATER)


def _theaters_of(state: State, side: Side, order: Order) -> Iterator[str]:
    """Yield the theaters of the side's own pieces and hexes that an order names."""
    for value in vars(order).values():
        for name in (value,) if isinstance(value, str) else value if isinstance(value, frozenset | tuple) else ():
            piece: Any = state.points.get(name) or state.leaders.get(name)
            if piece is not None and piece.side == side and piece.hex:
                yield state.world.theater_of(piece.hex)
            elif name in state.purses[side].may_cut or _is_own_depot(state, side, name):
                yield state.world.theater_of(name)


def _is_own_depot(state: State, side: Side, hex_: str) -> bool:
    return hex_ in state.depots and state.depots[hex_].side == side
