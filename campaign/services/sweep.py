"""What others learn from an act is worked out here, after its commit, never in the request of the one who acted.

Every act nudges the sweep, whether or not anything is due, and it also runs every few seconds (secrecy.md).
"""

import logging
from collections.abc import Callable
from datetime import datetime

from django.conf import settings

from campaign.models import Campaign, CampaignState
from campaign.services import bell
from campaign.sources import SOURCES

logger = logging.getLogger("neutral.sweep")
Step = Callable[[int, datetime], None]
_steps: dict[str, Step] = {}


def register(name: str, step: Step) -> None:
    """Add a step; steps run in the order of their names, so that no import order shows."""
    _steps[name] = step


def sweep(campaign_id: int) -> None:
    """One sweep of one campaign. The clock is read once, to the second."""
    now = SOURCES.now().replace(microsecond=0)
    for name in sorted(_steps):
        _steps[name](campaign_id, now)


def sweep_all() -> None:
    """The sweep that comes by itself every few seconds."""
    running = Campaign.objects.exclude(state=CampaignState.ARCHIVED, delete_at=None)
    for campaign_id in running.order_by("id").values_list("id", flat=True):
        try:
            sweep(campaign_id)
        except Exception:  # one campaign's fault holds up no other; the next sweep tries it again
            logger.exception("a sweep failed")


def nudge(campaign_id: int) -> None:
    """Ask the worker for a sweep soon. The message may be lost: the regular sweep does the same work."""
    if settings.SWEEP_NUDGE:
        bell.ring(campaign_id)
