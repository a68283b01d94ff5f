"""Work out what others learn from an act, after its commit and never in the actor's own request.

Every act nudges the sweep, whether or not anything is due, and it also runs every few seconds (secrecy.md).
"""

import logging
from collections.abc import Callable
from contextvars import ContextVar
from datetime import datetime, timedelta
from functools import lru_cache, partial
from pathlib import Path
from time import monotonic
from traceback import extract_tb

from django.conf import settings
from django.db.models import BooleanField, ExpressionWrapper, F, Q, QuerySet

from campaign.app_part import INSTALLED, SweepStep
from campaign.models import Campaign, Lock
from campaign.prepared import prepared
from campaign.services import bell, runs
from campaign.sources import SOURCES

logger = logging.getLogger("neutral.sweep")
LONGEST_RUN = 5.0  # seconds, well below the limit of a task
LONGEST_REST = timedelta(days=1)  # whatever happens, every campaign is swept once a day
TROUBLE: ContextVar[list[str] | None] = ContextVar("TROUBLE", default=None)  # what failed in the current sweep


def sweep(campaign_id: int) -> None:
    """Sweep one campaign. The clock is read once, to the second.

    A sweep in which nothing failed leaves its place, so that the campaign rests until somebody acts or something falls
    due. Its own acts count like any other: the next sweep sees what they left to do.
    """
    for place in _place(campaign_id):
        _sweep_from(place)


def sweep_nudged(campaign_id: int) -> None:
    """Sweep a campaign in which somebody acted, unless that has been done since: a nudge may come late, or twice."""
    for place in _place_with_work(campaign_id, _now()):
        _sweep_from(place)


def _sweep_from(place: Lock) -> None:
    now, trouble = _now(), list[str]()
    token = TROUBLE.set(trouble)
    try:
        _take_steps(place.id, now)
    finally:
        TROUBLE.reset(token)
    if not trouble:
        _rest(place.id, place.seq, now)


def _take_steps(campaign_id: int, now: datetime) -> None:
    """Run the steps that may have work, one phase after another, and ask again after each, as it may have made more."""
    steps = tuple(INSTALLED.sweep_steps())
    to_do = steps_with_work(steps, campaign_id)
    for step in steps:
        if step in to_do:
            run_isolated(f"the step {step.name}", partial(step.run, campaign_id, now))
            to_do = steps_with_work(steps, campaign_id)


def steps_with_work(steps: tuple[SweepStep, ...], campaign_id: int) -> list[SweepStep]:
    """Return the steps that may have work as the campaign is now."""
    return [step for row in _asked(steps)(campaign_id) for step, may_have in zip(steps, row, strict=True) if may_have]


@lru_cache(maxsize=2)  # an installation has one list of steps
def _asked(steps: tuple[SweepStep, ...]) -> Callable[[int], list[tuple[bool, ...]]]:
    """Return a read that asks each step's condition, none if the campaign is gone."""

    @prepared
    def read(campaign_id: int) -> "QuerySet[Campaign, tuple[bool, ...]]":
        conditions = (ExpressionWrapper(step.needs(), output_field=BooleanField()) for step in steps)
        return Campaign.objects.filter(id=campaign_id).values_list(*conditions)

    return read


@prepared
def _place(campaign_id: int) -> "QuerySet[Lock]":
    return Lock.objects.filter(id=campaign_id)


@prepared
def _place_with_work(campaign_id: int, now: datetime) -> "QuerySet[Lock]":
    return Lock.objects.filter(_has_work(now), id=campaign_id)


def _now() -> datetime:
    return SOURCES.now().replace(microsecond=0)


def _rest(campaign_id: int, before: int, now: datetime) -> None:
    """Note how far the sweep came, unless a later one came further."""
    due = [step.next_due(campaign_id, now) for step in INSTALLED.sweep_steps()]
    due_at = min(at for at in (*due, now + LONGEST_REST) if at is not None)
    Lock.objects.filter(id=campaign_id, swept__lte=before).update(swept=before, due_at=due_at)


def run_isolated(what: str, work: Callable[[], object], *, failed: Callable[[Exception], object] | None = None) -> None:
    """Do one piece of the sweep's work; a failure doesn't block the others, and the next sweep retries it.

    `failed` tells those who may know.
    """
    try:
        work()
    except Exception as error:
        if settings.SWEEP_RAISES:
            raise
        if (trouble := TROUBLE.get()) is not None:
            trouble.append(what)
        log_failure(f"{what} of a sweep", error)
        if failed is not None:
            run_isolated(f"the report on {what}", partial(failed, error))


def log_failure(what: str, error: Exception) -> None:
    """Log an error and its place, never its text, which may be a secret."""
    where = " < ".join(f"{Path(f.filename).name}:{f.lineno}" for f in reversed(extract_tb(error.__traceback__)))
    logger.error("%s failed: %s at %s", what, type(error).__name__, where)


def sweep_all() -> None:
    """Sweep the campaigns that have work, for a few seconds; this runs every few seconds, also on several workers.

    Whoever waited longest comes first, so a campaign that fails or takes long keeps no other from its turn.
    """
    end = monotonic() + LONGEST_RUN
    for campaign_id, tried_at in list(having_work(_now())):
        if monotonic() > end or runs.is_ending():
            return
        if _claim(campaign_id, tried_at):
            run_isolated("a campaign", partial(sweep, campaign_id))


def having_work(now: datetime) -> "QuerySet[Lock, tuple[int, datetime | None]]":
    """Return the campaigns with acts since their last sweep or with work due, each with when it was last tried."""
    found = Lock.objects.filter(_has_work(now))
    return found.order_by(F("tried_at").asc(nulls_first=True), "id").values_list("id", "tried_at")


def _has_work(now: datetime) -> Q:
    return Q(seq__gt=F("swept")) | Q(due_at__lte=now)


def _claim(campaign_id: int, tried_at: datetime | None) -> bool:
    """Take a campaign's turn, unless another worker has just taken it, or has done its work since it was listed."""
    waiting = Lock.objects.filter(_has_work(_now()), id=campaign_id, tried_at=tried_at)
    return waiting.update(tried_at=SOURCES.now()) == 1


def nudge(campaign_id: int) -> None:
    """Ask the worker for a sweep soon. The message may be lost, since the regular sweep does the same work."""
    if settings.SWEEP_NUDGE:
        bell.ring(campaign_id)
