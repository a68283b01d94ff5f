"""Queues: what a side has ordered ahead, what it ordered by hand before its half-pulse's fixed moment, and Ready.

All of it takes effect from the same moment after the half-pulse has opened, so that nobody can tell a queue from a
quick hand. Each order is an act of its own, in the sweep.
"""

from datetime import datetime
from functools import partial

from django.db.models import QuerySet

from campaign.audiences import PUBLIC, side_audience
from campaign.errors import AlreadyDone, Refusal
from campaign.models import CAMPAIGN_STREAM, SideCode
from campaign.prepared import prepared
from campaign.services.record import Act, open_act
from campaign.visibility import Viewer
from rulesets.civil_war.war import State, awaited, default_order, view
from rulesets.civil_war.war.legal import check
from rulesets.civil_war.war.queueing import MOST_QUEUED, Queued, queued_data, queued_from, why_not
from rulesets.civil_war.words import Side
from rulesets.core.errors import IllegalOrder
from rulesets.core.words import many
from war.models import Contact, Queue, TurnTrack
from war.selectors.war_state import WarRows, running_track
from war.services.war_orders import ONLY_COMMANDERS, ONLY_WHOLE_SIDE, carry_out, is_early, takes_effect_at
from war.services.war_steps import take_steps

QUEUED, STOOD_READY, RAN = "war.queued", "war.ready", "war.queue"


def add(viewer: Viewer, *, queued: Queued, version: int | None = None, key: str | None = None) -> None:
    """Put an order at the end of a side's queue."""
    with open_act(viewer, stream=CAMPAIGN_STREAM, kind=QUEUED, version=version, key=key) as act:
        row = _own(act, viewer)
        if len(row.orders) >= MOST_QUEUED:
            raise Refusal(f"Queue at most {MOST_QUEUED} orders.", field="queue")
        row.orders = [*row.orders, queued_data(queued)]
        act.save(row)
        act.tell(side_audience(viewer.side), f"Your queue now has {many(len(row.orders), 'order')}.")


def drop(viewer: Viewer, *, n: int, version: int | None = None, key: str | None = None) -> None:
    """Take an order out of a side's queue by its number."""
    with open_act(viewer, stream=CAMPAIGN_STREAM, kind=QUEUED, version=version, key=key) as act:
        row = _own(act, viewer)
        if not 1 <= n <= len(row.orders):
            raise Refusal(f"n: your queue has {many(len(row.orders), 'order')}.", field="n")
        row.orders = [*row.orders[: n - 1], *row.orders[n:]]
        act.save(row)
        act.tell(side_audience(viewer.side), f"Your queue now has {many(len(row.orders), 'order')}.")


def end_early(viewer: Viewer, *, version: int | None = None, key: str | None = None) -> None:
    """End this half-pulse after the queue; what has to be spent is spent by the defaults (H-19)."""
    with open_act(viewer, stream=CAMPAIGN_STREAM, kind=QUEUED, version=version, key=key) as act:
        row, track = _own(act, viewer), TurnTrack.objects.get(campaign_id=act.campaign_id)
        if track.phase != "action" or track.spending != viewer.side:
            raise Refusal("It isn’t your half-pulse.")
        if Queue.READY not in row.orders:
            row.orders = [*row.orders, Queue.READY]
            act.save(row)
        act.tell(side_audience(viewer.side), "Your half-pulse ends once your queue has run.")


def stand_ready(viewer: Viewer, *, ready: bool, version: int | None = None, key: str | None = None) -> None:
    """Stand ready, or no longer: everybody learns of it, and it reads the same whatever the side has left."""
    with open_act(viewer, stream=CAMPAIGN_STREAM, kind=STOOD_READY, version=version, key=key) as act:
        row = _own(act, viewer)
        row.is_ready = ready
        act.save(row)
        word = SideCode(viewer.side).label
        now = "stands ready: its half-pulses end as soon as its queue has run" if ready else "no longer stands ready"
        act.tell(PUBLIC, f"The {word} side {now}.")


def _own(act: Act, viewer: Viewer) -> Queue:
    if not viewer.is_commander:
        raise Refusal(ONLY_COMMANDERS)
    if viewer.scope:
        raise Refusal(ONLY_WHOLE_SIDE)
    row = Queue.objects.filter(campaign_id=act.campaign_id, side=viewer.side).first()
    if row is None:
        raise Refusal("This campaign isn’t played from a scenario.")
    return row


def run(campaign_id: int, now: datetime) -> None:
    """Carry out the queue of the side whose half-pulse it is, one act an order."""
    take_steps(campaign_id, RAN, _run_one, is_due=partial(_may_run, campaign_id, now))


def next_due(campaign_id: int, now: datetime) -> datetime | None:
    """Return when a half-pulse's orders take effect, whether there are any or not."""
    times = (takes_effect_at(since) for since in _half_pulses(campaign_id) if since is not None)
    return min((at for at in times if at > now), default=None)


@prepared
def _half_pulses(campaign_id: int) -> "QuerySet[TurnTrack, datetime | None]":
    """Return since when a half-pulse's orders are awaited."""
    return TurnTrack.objects.filter(campaign_id=campaign_id, phase="action").values_list("since", flat=True)


def _may_run(campaign_id: int, now: datetime) -> bool:
    track = running_track(campaign_id)
    if track is None or track.phase != "action" or track.pending or is_early(track, now):
        return False
    row = Queue.objects.filter(campaign_id=campaign_id, side=track.spending).first()
    return row is not None and bool(row.orders or row.is_ready)


def _run_one(act: Act, found: WarRows, state: State) -> None:
    """Carry out the first order of a queue if its conditions hold; without one, a side that is ready ends its half."""
    side = awaited(state)
    if side is None:
        raise AlreadyDone
    row = Queue.objects.get(campaign_id=act.campaign_id, side=side)
    if not row.orders or row.orders[0] == Queue.READY:
        order = default_order(view(state, side))
        if order is None:
            raise AlreadyDone
        carry_out(act, found, state, order)
    else:
        entry, row.orders = row.orders[0], row.orders[1:]
        act.save(row)
        _try(act, found, state, side, queued_from(entry))


def _try(act: Act, found: WarRows, state: State, side: Side, queued: Queued) -> None:
    """Carry out a queued order, or say why it was dropped."""
    seen = view(state, side)
    has_met = Contact.objects.filter(campaign_id=act.campaign_id, pulse=state.clock.pulses, came_from__gt="").exists()
    why = why_not(seen, queued, has_met=has_met)
    if not why:
        try:
            check(seen, queued.order)
        except IllegalOrder as error:
            why = error.sentence.removesuffix(".")
    if why:
        act.tell(side_audience(side), f"A queued order was dropped: {why}.", turn=state.clock.turn)
    else:
        carry_out(act, found, state, queued.order)
