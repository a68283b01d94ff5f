"""To-dos of a war: to begin it, to give a half-pulse's orders, and to choose losses or a retreat after a battle."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from campaign.audiences import UMPIRE, side_audience
from campaign.models import SideCode
from campaign.prepared import prepared
from campaign.selectors.todos import Todo
from campaign.sources import SOURCES
from campaign.visibility import Viewer
from war.models import TurnTrack
from war.selectors.held_up import held_up

UNSEEN = "reaction"  # the step after each move, seen or not
CHOICES = {"losses": "Choose which strength points you lose.", "retreat": "Choose where your army retreats."}
TOPICS = {"losses": "the choice of losses", "retreat": "the choice of a retreat"}
SILENCE = "the standing instructions decide"
SIDES = tuple(sorted(SideCode.values))


def war_moves(viewers: Sequence[Viewer]) -> Iterable[Todo]:
    """Yield the moves that the wars of the viewers' campaigns wait for."""
    wars = {viewer.campaign_id: viewer for viewer in viewers if viewer.scenario}
    tracks = list(_tracks(sorted(wars))) if wars else []
    in_action = {track.campaign_id: wars[track.campaign_id] for track in tracks if track.phase == "action"}
    held = held_up(in_action) if in_action else frozenset()
    for track in tracks:
        if track.since is None:
            yield from _to_begin(track, wars[track.campaign_id])
        elif track.phase == "action":
            yield _to_order(track, is_held=track.campaign_id in held)
            choice = _to_choose(track)
            if choice is not None:
                yield choice


@prepared
def _tracks(campaign_ids: Sequence[int]) -> QuerySet[TurnTrack]:
    return TurnTrack.objects.filter(campaign__id__in=campaign_ids).order_by("campaign_id")


def orders_subject(track: TurnTrack) -> str:
    """Return the name of a half-pulse's orders; their deadline is kept under it."""
    return f"war:{track.turn}:{track.pulses}:{track.spending}"


def choice_subject(track: TurnTrack) -> str:
    """Return the name of a choice after a battle."""
    pending = track.pending
    return f"war:{pending['step']}:{track.turn}:{track.pulses}:{pending['hex']}:{chooser_of(pending)}"


def chooser_of(pending: dict[str, Any]) -> str:
    """Return the side that has to choose after a battle, or nothing."""
    named = {"losses": "chooser", "retreat": "loser"}.get(pending.get("step", ""), "")
    return str(pending.get(named) or "")


def _to_begin(track: TurnTrack, viewer: Viewer) -> Iterable[Todo]:
    audiences = [side_audience(side) for side in SIDES] if viewer.site_is_umpire else [UMPIRE]
    for audience in audiences:
        yield Todo(
            campaign_id=track.campaign_id,
            subject="war:begin",
            audience=audience,
            sentence="Begin the war once everybody is here.",
            url_name="map:sheet",
            url_args=(track.campaign_id,),
            button="View the map",
            since=SOURCES.now(),
            timed=False,
        )


def _to_order(track: TurnTrack, *, is_held: bool) -> Todo:
    """Return a half-pulse's orders. Their clock stands still while a battle is settled or fought on the table."""
    is_held = is_held or _holds_up(track.pending)
    side = SideCode(track.spending)
    return Todo(
        campaign_id=track.campaign_id,
        subject=orders_subject(track),
        audience=side_audience(track.spending),
        sentence=f"Give your orders for pulse {track.pulse} of turn {track.turn}.",
        url_name="map:sheet",
        url_args=(track.campaign_id,),
        button="View the map",
        since=_known(track.since),
        is_public=True,
        topic=f"the {side.label} orders of pulse {track.pulse}",
        is_stopped=is_held,
        is_done=is_held,
        after=SILENCE,
    )


def _holds_up(pending: dict[str, Any]) -> bool:
    """Return whether a battle holds a half-pulse up; only its own side may see that a move is still open."""
    return bool(pending.get("step", UNSEEN) != UNSEEN)


def _to_choose(track: TurnTrack) -> Todo | None:
    chooser = chooser_of(track.pending)
    if not chooser:
        return None
    step = track.pending["step"]
    return Todo(
        campaign_id=track.campaign_id,
        subject=choice_subject(track),
        audience=side_audience(chooser),
        sentence=CHOICES[step],
        url_name="map:sheet",
        url_args=(track.campaign_id,),
        button="View the map",
        since=datetime.fromisoformat(track.pending["since"]),
        is_public=True,
        topic=TOPICS[step],
        after=SILENCE,
    )


def _known(at: datetime | None) -> datetime:
    assert at is not None, "a war that has begun waits since a time"
    return at
