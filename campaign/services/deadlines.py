"""Keep the clocks of moves.

A deadline belongs to its phase: the sweep sets it once, when the phase opens, and it ends with the phase. Only the
umpire's decisions and pauses move it. What is done and undone within the phase, such as a plan unsealed, never does.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Q, QuerySet

from campaign.app_part import Decision
from campaign.audiences import PUBLIC, UMPIRE
from campaign.dates import long_date
from campaign.errors import AlreadyDone, Refusal
from campaign.models import CLUB_STREAM, Campaign, CampaignState, Deadline, Seat, UmpireKind
from campaign.prepared import prepared
from campaign.selectors.todos import Todo, timed_of
from campaign.services import emails
from campaign.services.record import Act, open_act
from campaign.sources import SOURCES
from campaign.visibility import Viewer, is_addressed, viewer_of

REMIND_BEFORE = timedelta(days=1)
MAX_EXTENSION_HOURS = 24 * 60
OVER = {
    UmpireKind.PERSON: "Time is up. The umpire decides what happens next.",
    UmpireKind.SITE: "Time is up.",
}


def keep_time(campaign_id: int, now: datetime) -> None:
    """Start clocks for new moves, drop those of finished ones, send reminders, and announce passed deadlines.

    A practice campaign has no clocks, since it ends before any would.
    """
    for campaign in _timed_campaign(campaign_id):
        _keep_time(campaign, now)


def has_clocks() -> Q:
    return Q(state=CampaignState.RUNNING, practice=None)


@prepared
def _timed_campaign(campaign_id: int) -> QuerySet[Campaign]:
    return Campaign.objects.filter(has_clocks(), id=campaign_id)


def _keep_time(campaign: Campaign, now: datetime) -> None:
    viewers = _viewers(campaign.id)
    phases, rows = _phases(viewers), _clocks(campaign.id)
    if _is_off(phases, rows):
        _match(campaign, viewers, now)
    things = {subject: thing for subject, thing in phases.items() if not thing.is_done}
    due = [row for row in rows.values() if row.subject in things and _is_of(row, things[row.subject])]
    _remind([row for row in due if _is_near(row, now)], things, viewers, campaign, now)
    _pass([row for row in due if _is_over(row, now)], things, viewers, campaign, now)


def next_due(campaign_id: int, now: datetime) -> datetime | None:
    """Return when a running clock next asks for a reminder, or runs out."""
    running = (row for row in _clocks(campaign_id).values() if row.paused_at is None)
    times = [at for row in running for at in (_reminds_at(row), row.due_at) if at > now]
    return min(times, default=None)


def _viewers(campaign_id: int) -> list[Viewer]:
    return [viewer_of(seat) for seat in _seats(campaign_id)]


@prepared
def _seats(campaign_id: int) -> QuerySet[Seat]:
    seats = Seat.objects.filter(campaign_id=campaign_id, removed_at=None)
    return seats.select_related("feed", "campaign").order_by("id")


def _phases(viewers: list[Viewer]) -> dict[str, Todo]:
    return {thing.subject: thing for thing in timed_of(viewers)}


def _clocks(campaign_id: int) -> dict[str, Deadline]:
    return {row.subject: row for row in _rows_of_clocks(campaign_id)}


@prepared
def _rows_of_clocks(campaign_id: int) -> QuerySet[Deadline]:
    return Deadline.objects.filter(campaign_id=campaign_id)


def _is_of(row: Deadline, thing: Todo) -> bool:
    """Return whether a clock belongs to this opening of the phase; a rewind may have opened it again."""
    return row.since == thing.since


def _is_off(phases: Mapping[str, Todo], rows: Mapping[str, Deadline]) -> bool:
    return phases.keys() != rows.keys() or any(
        not _is_of(rows[subject], thing) or _is_held_wrongly(rows[subject], thing) for subject, thing in phases.items()
    )


def _is_held_wrongly(row: Deadline, thing: Todo) -> bool:
    return row.paused_at is None if thing.is_stopped else row.held


def _match(campaign: Campaign, viewers: list[Viewer], now: datetime) -> None:
    """Match clocks and phases under the lock; things may have changed, or another sweep may have been faster."""
    with open_act(None, stream=CLUB_STREAM, kind="deadline.set", campaign_id=campaign.id) as act:
        phases, rows = _phases(viewers), _clocks(campaign.id)
        if not _is_off(phases, rows):
            raise AlreadyDone
        for subject in sorted(rows.keys() - phases.keys()):
            act.delete(rows[subject])
            act.touch(UMPIRE)
        _set_missing(act, campaign, phases)
        for subject, row in sorted(_clocks(campaign.id).items()):
            _hold(act, row, phases[subject], now)


def _set_missing(act: Act, campaign: Campaign, phases: Mapping[str, Todo]) -> None:
    """Set the clock of every phase that opened: the only place where a deadline is set."""
    rows, reopened = _clocks(campaign.id), []
    for subject, thing in sorted(phases.items()):
        if subject in rows and _is_of(rows[subject], thing):
            continue
        if subject in rows:
            act.delete(rows[subject])
        row = act.create(_new_clock(campaign, thing))
        act.touch(_audience(thing))
        if thing.is_reopened and not thing.is_done:
            reopened.append((_audience(thing), _new_deadline(thing, row)))
    for audience, sentence in dict.fromkeys(reopened):
        act.tell(audience, sentence)


def _new_clock(campaign: Campaign, thing: Todo) -> Deadline:
    return Deadline(
        id=SOURCES.new_id(thing.audience),
        campaign_id=campaign.id,
        subject=thing.subject,
        since=thing.since,
        due_at=thing.since + timedelta(hours=campaign.hours_per_move) * thing.limits,
    )


def _new_deadline(thing: Todo, row: Deadline) -> str:
    what = thing.topic or "a move"
    return f"The rewind gave {what} a new deadline: {long_date(row.due_at)}, at {row.due_at:%H:%M} UTC."


def _hold(act: Act, row: Deadline, thing: Todo, now: datetime) -> None:
    """Stop a clock with its phase, and restart it with the time it had left; one stopped by the umpire stays so."""
    if not _is_held_wrongly(row, thing):
        return
    row.held = thing.is_stopped
    act.touch(_audience(thing))
    if row.held:
        row.paused_at = now
        act.save(row)
    else:
        _restart(act, row, now)


def _audience(thing: Todo) -> str:
    """Return who may see a clock: everyone if the move is public, else those who have to make it."""
    return PUBLIC if thing.is_public else thing.audience


def _reminds_at(row: Deadline) -> datetime:
    """Return a day before a deadline, or half its time if that is later."""
    return row.due_at - min(REMIND_BEFORE, (row.due_at - row.since) / 2)


def _is_near(row: Deadline, now: datetime) -> bool:
    return row.paused_at is None and row.reminded_at is None and _reminds_at(row) <= now < row.due_at


def _is_over(row: Deadline, now: datetime) -> bool:
    return row.paused_at is None and row.passed_at is None and row.due_at <= now


def _reread(rows: list[Deadline]) -> list[Deadline]:
    """Return the clocks as they are inside the lock: one that was just extended or stopped isn't over."""
    return list(Deadline.objects.filter(id__in=[row.id for row in rows]))


def _remind(
    near: list[Deadline], things: dict[str, Todo], viewers: list[Viewer], campaign: Campaign, now: datetime
) -> None:
    """Email everyone who has to act, once per move and without content."""
    if not near:
        return
    with open_act(None, stream=CLUB_STREAM, kind="deadline.reminded", campaign_id=campaign.id) as act:
        still = [row for row in _reread(near) if _is_near(row, now)]
        audiences = {things[row.subject].audience for row in _marked(act, still, "reminded_at", now)}
        _email("reminder", campaign, viewers, audiences)


def _email(kind: str, campaign: Campaign, viewers: list[Viewer], audiences: set[str]) -> None:
    asked = [v.seat_id for v in viewers if any(is_addressed(audience, v) for audience in audiences)]
    holders = Seat.objects.filter(id__in=asked, user__remind=True).exclude(user__email="")
    for address in holders.order_by("id").values_list("user__email", flat=True):
        emails.write(kind, address=address, reference=campaign.name)


def _pass(
    over: list[Deadline], things: dict[str, Todo], viewers: list[Viewer], campaign: Campaign, now: datetime
) -> None:
    """Announce that time is up, and remind a human umpire, who decides what happens next."""
    if not over:
        return
    with open_act(None, stream=CLUB_STREAM, kind="deadline.passed", campaign_id=campaign.id) as act:
        still = [row for row in _reread(over) if _is_over(row, now)]
        passed = _marked(act, still, "passed_at", now)
        for audience in sorted({_audience(things[row.subject]) for row in passed}):
            act.tell(audience, OVER[UmpireKind(campaign.umpire_kind)])
        _email("overdue", campaign, viewers, {UMPIRE})


def _marked(act: Act, rows: list[Deadline], column: str, now: datetime) -> list[Deadline]:
    if not rows:
        raise AlreadyDone
    for row in rows:
        setattr(row, column, now)
        act.save(row)
    return rows


def hours_in_words(count: int) -> str:
    return "1 hour" if count == 1 else f"{count} hours"


def extend(act: Act, payload: dict[str, Any]) -> None:
    """Add hours to a deadline, counted from now if it has passed."""
    row = _row(act, payload)
    start = max(row.due_at, act.at) if row.paused_at is None else row.due_at
    row.due_at = start + timedelta(hours=payload["hours"])
    row.reminded_at = row.passed_at = None
    act.save(row)
    _tell(act, row, f"{act.decided_by} added {hours_in_words(payload['hours'])} to the deadline.")


def stop(act: Act, payload: dict[str, Any]) -> None:
    row = _row(act, payload)
    if row.paused_at is not None:
        raise Refusal("This clock is already stopped.")
    row.paused_at = act.at
    act.save(row)
    _tell(act, row, f"{act.decided_by} stopped the clock.")


def run(act: Act, payload: dict[str, Any]) -> None:
    row = _row(act, payload)
    if row.paused_at is None:
        raise Refusal("This clock is already running.")
    _restart(act, row, act.at)
    _tell(act, row, f"{act.decided_by} restarted the clock.")


def stop_all(act: Act, campaign: Campaign) -> None:
    """Stop all clocks, also those that the next sweep would have set."""
    _set_missing(act, campaign, _phases(_viewers(campaign.id)))
    for row in Deadline.objects.filter(campaign_id=act.campaign_id, paused_at=None).order_by("id"):
        row.paused_at = act.at
        act.save(row)


def give_time(act: Act, campaign: Campaign) -> None:
    """Move every deadline to at least a time limit from now, because the chair has changed hands."""
    _set_missing(act, campaign, _phases(_viewers(campaign.id)))
    least = act.at + timedelta(hours=campaign.hours_per_move)
    for row in Deadline.objects.filter(campaign_id=act.campaign_id, due_at__lt=least).order_by("id"):
        row.due_at, row.reminded_at, row.passed_at = least, None, None
        row.paused_at = row.paused_at and act.at
        act.save(row)


def run_all(act: Act) -> None:
    stopped = Deadline.objects.filter(campaign_id=act.campaign_id, paused_at__isnull=False, held=False)
    for row in stopped.order_by("id"):
        _restart(act, row, act.at)


def _restart(act: Act, row: Deadline, now: datetime) -> None:
    """Restart a clock with the time it had left."""
    if row.paused_at is not None:
        row.due_at += now - row.paused_at
    row.paused_at = None
    act.save(row)


def _row(act: Act, payload: dict[str, Any]) -> Deadline:
    row = Deadline.objects.filter(campaign_id=act.campaign_id, subject=payload["subject"]).first()
    if row is None:
        raise Refusal("This move is no longer pending.")
    return row


def _tell(act: Act, row: Deadline, sentence: str) -> None:
    """Announce it to those who have to move; for a public move, to everyone."""
    thing = _phases(_viewers(act.campaign_id)).get(row.subject)
    if thing is not None:
        act.tell(_audience(thing), sentence)


DECISIONS = (
    Decision("deadline.extended", "Add time to a clock", extend),
    Decision("deadline.stopped", "Stop a clock", stop),
    Decision("deadline.run", "Restart a clock", run),
)
