"""Nudge the worker after a commit. A nudge may be lost, since the regular sweep does the same work (design.md 3.7).

A separate thread sends the messages: neither Celery's first import nor a slow broker delays the person who acted,
and many acts at once make one message per campaign.
"""

import logging
import os
import threading

from django.conf import settings
from django.utils.module_loading import import_string

logger = logging.getLogger("neutral.bell")
TASK = "campaign.tasks.sweep_campaign"


class Bell:
    """The campaigns to sweep, and the thread that sends the nudges."""

    def __init__(self) -> None:
        self.waiting: set[int] = set()
        self.changed = threading.Condition()
        self.pid = 0

    def ring(self, campaign_id: int) -> None:
        with self.changed:
            self.waiting.add(campaign_id)
            if self.pid != os.getpid():  # threads do not survive a fork
                self.pid = os.getpid()
                threading.Thread(target=self.run, name="bell", daemon=True).start()
            self.changed.notify()

    def run(self) -> None:
        while True:
            with self.changed:
                self.changed.wait_for(lambda: self.waiting)
                due, self.waiting = self.waiting, set()
            for campaign_id in due:
                _send(campaign_id)


def _send(campaign_id: int) -> None:
    try:
        import_string(settings.CELERY_APP).send_task(
            TASK, args=[campaign_id], ignore_result=True, retry=False, expires=60
        )
    except Exception as error:  # the regular sweep comes anyway
        logger.warning("could not send a nudge: %s", type(error).__name__)


BELL = Bell()
ring = BELL.ring
