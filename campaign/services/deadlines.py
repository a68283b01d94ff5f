"""Until when a waiting thing may wait. The sweep gives each new one its hours; the umpire may extend or stop them."""

from datetime import datetime, timedelta
from typing import Any

from campaign.app_part import Decision
from campaign.audiences import PUBLIC, UMPIRE
from campaign.errors import AlreadyDone, Refusal
from campaign.models import CLUB_STREAM, Campaign, CampaignState, Deadline, Seat, UmpireKind
from campaign.selectors.todos import Todo, todos_of
from campaign.services import emails
from campaign.services.record import Act, open_act
from campaign.sources import SOURCES
from campaign.visibility import Viewer, is_addressed, viewer_of

REMIND_BEFORE = timedelta(days=1)
MAX_EXTENSION_HOURS = 24 * 60
OVER = {
    UmpireKind.PERSON: "The time for what waits is over. The umpire decides how it goes on.",
    UmpireKind.SITE: "The time for what waits is over.",
}


def keep_time(campaign_id: int, now: datetime) -> None:
    """One sweep: a clock for each new thing, none for what waits no more, reminders, and what is over."""
    campaign = Campaign.objects.filter(id=campaign_id, state=CampaignState.RUNNING).first()
    if campaign is None:
        return
    viewers = _viewers(campaign_id)
    things, rows = _timed(viewers), _clocks(campaign_id)
    if things.keys() != rows.keys():
        _match(campaign, viewers, now)
    due = [row for row in rows.values() if row.subject in things]
    _remind([row for row in due if _is_near(row, now)], things, viewers, campaign, now)
    _pass([row for row in due if _is_over(row, now)], things, campaign, now)


def _viewers(campaign_id: int) -> list[Viewer]:
    seats = Seat.objects.filter(campaign_id=campaign_id, removed_at=None).select_related("feed", "campaign")
    return [viewer_of(seat) for seat in seats.order_by("id")]


def _timed(viewers: list[Viewer]) -> dict[str, Todo]:
    return {thing.subject: thing for thing in todos_of(viewers) if thing.timed}


def _clocks(campaign_id: int) -> dict[str, Deadline]:
    return {row.subject: row for row in Deadline.objects.filter(campaign_id=campaign_id)}


def _match(campaign: Campaign, viewers: list[Viewer], now: datetime) -> None:
    """Under the lock once more: meanwhile something may have been done, or another sweep was quicker."""
    with open_act(None, stream=CLUB_STREAM, kind="deadline.set", campaign_id=campaign.id) as act:
        things, rows = _timed(viewers), _clocks(campaign.id)
        if things.keys() == rows.keys():
            raise AlreadyDone
        for subject in sorted(rows.keys() - things.keys()):
            act.delete(rows[subject])
            act.touch(UMPIRE)
        for subject in sorted(things.keys() - rows.keys()):
            act.create(_new_clock(campaign, things[subject], now))
            act.touch(_audience(things[subject]))


def _new_clock(campaign: Campaign, thing: Todo, now: datetime) -> Deadline:
    due_at = now + timedelta(hours=campaign.hours_per_move)
    new_id = SOURCES.new_id(thing.audience)
    return Deadline(id=new_id, campaign_id=campaign.id, subject=thing.subject, since=now, due_at=due_at)


def _audience(thing: Todo) -> str:
    """Who may know of a clock: everybody where whose move it is may be known, else whom it waits for."""
    return PUBLIC if thing.is_public else thing.audience


def _is_near(row: Deadline, now: datetime) -> bool:
    """A day before the end, or half-way through where there is no day."""
    before = min(REMIND_BEFORE, (row.due_at - row.since) / 2)
    return row.paused_at is None and row.reminded_at is None and now < row.due_at <= now + before


def _is_over(row: Deadline, now: datetime) -> bool:
    return row.paused_at is None and row.passed_at is None and row.due_at <= now


def _reread(rows: list[Deadline]) -> list[Deadline]:
    """The clocks as they stand inside the lock: one that was put forward or stopped meanwhile is not over."""
    return list(Deadline.objects.filter(id__in=[row.id for row in rows]))


def _remind(
    near: list[Deadline], things: dict[str, Todo], viewers: list[Viewer], campaign: Campaign, now: datetime
) -> None:
    """A letter without content to each who has to act, once for each thing."""
    if not near:
        return
    with open_act(None, stream=CLUB_STREAM, kind="deadline.reminded", campaign_id=campaign.id) as act:
        still = [row for row in _reread(near) if _is_near(row, now)]
        audiences = {things[row.subject].audience for row in _marked(act, still, "reminded_at", now)}
        asked = [v.seat_id for v in viewers if any(is_addressed(audience, v) for audience in audiences)]
        holders = Seat.objects.filter(id__in=asked, user__remind=True).exclude(user__email="")
        for address in holders.order_by("id").values_list("user__email", flat=True):
            emails.write("reminder", address=address, reference=campaign.name)


def _pass(over: list[Deadline], things: dict[str, Todo], campaign: Campaign, now: datetime) -> None:
    if not over:
        return
    with open_act(None, stream=CLUB_STREAM, kind="deadline.passed", campaign_id=campaign.id) as act:
        still = [row for row in _reread(over) if _is_over(row, now)]
        passed = _marked(act, still, "passed_at", now)
        for audience in sorted({_audience(things[row.subject]) for row in passed}):
            act.tell(audience, OVER[UmpireKind(campaign.umpire_kind)])


def _marked(act: Act, rows: list[Deadline], column: str, now: datetime) -> list[Deadline]:
    if not rows:
        raise AlreadyDone
    for row in rows:
        setattr(row, column, now)
        act.save(row)
    return rows


def extend(act: Act, payload: dict[str, Any]) -> None:
    """So many hours more, counted from now if the time was over."""
    row = _row(act, payload)
    start = max(row.due_at, act.at) if row.paused_at is None else row.due_at
    row.due_at = start + timedelta(hours=payload["hours"])
    row.reminded_at = row.passed_at = None
    act.save(row)
    _tell(act, row, f"There are {payload['hours']} hours more for what waits.")


def stop(act: Act, payload: dict[str, Any]) -> None:
    row = _row(act, payload)
    if row.paused_at is not None:
        raise Refusal("This clock stands still already.")
    row.paused_at = act.at
    act.save(row)
    _tell(act, row, "The clock for what waits stands still.")


def run(act: Act, payload: dict[str, Any]) -> None:
    row = _row(act, payload)
    if row.paused_at is None:
        raise Refusal("This clock runs already.")
    _restart(act, row)
    _tell(act, row, "The clock for what waits runs again.")


def stop_all(act: Act) -> None:
    for row in Deadline.objects.filter(campaign_id=act.campaign_id, paused_at=None).order_by("id"):
        row.paused_at = act.at
        act.save(row)


def run_all(act: Act) -> None:
    for row in Deadline.objects.filter(campaign_id=act.campaign_id, paused_at__isnull=False).order_by("id"):
        _restart(act, row)


def _restart(act: Act, row: Deadline) -> None:
    """The time that was left is left again."""
    if row.paused_at is not None:
        row.due_at += act.at - row.paused_at
    row.paused_at = None
    act.save(row)


def _row(act: Act, payload: dict[str, Any]) -> Deadline:
    row = Deadline.objects.filter(campaign_id=act.campaign_id, subject=payload["subject"]).first()
    if row is None:
        raise Refusal("This waits no more.")
    return row


def _tell(act: Act, row: Deadline, sentence: str) -> None:
    """Whoever it waits for hears of it; of a public thing, everybody."""
    thing = next((t for t in todos_of(_viewers(act.campaign_id)) if t.subject == row.subject), None)
    if thing is not None:
        act.tell(_audience(thing), sentence)


DECISIONS = (
    Decision("deadline.extended", "Give more time", extend),
    Decision("deadline.stopped", "Stop a clock", stop),
    Decision("deadline.run", "Let a clock run", run),
)
