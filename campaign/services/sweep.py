"""Work out what others learn from an act, after its commit and never in the actor's own request.

Every act nudges the sweep, whether or not anything is due, and it also runs every few seconds (secrecy.md).
"""

import logging
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from pathlib import Path
from traceback import extract_tb

from django.conf import settings
from django.db.models import Exists, OuterRef, Q

from campaign.app_part import INSTALLED
from campaign.models import Campaign, CampaignState, Feed, Practice
from campaign.services import bell
from campaign.sources import SOURCES

logger = logging.getLogger("neutral.sweep")
PRACTICE_RESTS_AFTER = timedelta(minutes=5)


def sweep(campaign_id: int) -> None:
    """Sweep one campaign. The clock is read once, to the second."""
    now = SOURCES.now().replace(microsecond=0)
    for step in INSTALLED.sweep_steps():
        run_isolated(f"the step {step.name}", partial(step.run, campaign_id, now))


def run_isolated(what: str, work: Callable[[], object], *, failed: Callable[[Exception], object] | None = None) -> None:
    """Do one piece of the sweep's work; a failure doesn't block the others, and the next sweep retries it.

    `failed` tells those who may know.
    """
    try:
        work()
    except Exception as error:
        if settings.SWEEP_RAISES:
            raise
        log_failure(f"{what} of a sweep", error)
        if failed is not None:
            run_isolated(f"the report on {what}", partial(failed, error))


def log_failure(what: str, error: Exception) -> None:
    """Log an error and its place, never its text, which may be a secret."""
    where = " < ".join(f"{Path(f.filename).name}:{f.lineno}" for f in reversed(extract_tb(error.__traceback__)))
    logger.error("%s failed: %s at %s", what, type(error).__name__, where)


def sweep_all() -> None:
    """Sweep every campaign; this runs every few seconds.

    Practice campaigns are many, and nothing falls due there: they are swept only for a while after each act.
    """
    now = SOURCES.now()
    lately = Feed.objects.filter(campaign=OuterRef("pk"), changed_at__gt=now - PRACTICE_RESTS_AFTER)
    practiced = Exists(Practice.objects.filter(campaign=OuterRef("pk"), expires_at__gt=now)) & Exists(lately)
    running = Campaign.objects.exclude(state=CampaignState.ARCHIVED, delete_at=None)
    running = running.filter(Q(practice=None) | practiced)
    for campaign_id in running.order_by("id").values_list("id", flat=True):
        run_isolated("a campaign", partial(sweep, campaign_id))


def nudge(campaign_id: int) -> None:
    """Ask the worker for a sweep soon. The message may be lost, since the regular sweep does the same work."""
    if settings.SWEEP_NUDGE:
        bell.ring(campaign_id)
