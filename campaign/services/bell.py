"""Nudge the worker after a commit. A nudge may be lost, since a scheduled task does the same work (design.md 3.7).

A separate thread sends the messages: a slow broker doesn't delay the person who acted, and many acts at once make one
message per campaign.
"""

import logging
import os
import threading

from django.conf import settings
from django.utils.module_loading import import_string

logger = logging.getLogger("neutral.bell")
Message = tuple[str, tuple[int, ...]]  # a task, and what it is about
TASK = "campaign.tasks.sweep_campaign"


class Bell:
    """The campaigns to sweep and the tasks to call, and the thread that sends the nudges."""

    def __init__(self) -> None:
        self.waiting: set[Message] = set()
        self.changed = threading.Condition()
        self.pid = 0

    def ring(self, campaign_id: int) -> None:
        """Ask for a sweep of a campaign."""
        self._add((TASK, (campaign_id,)))

    def call(self, task: str) -> None:
        """Ask for a scheduled task that looks for its work itself."""
        if settings.SWEEP_NUDGE:
            self._add((task, ()))

    def _add(self, message: Message) -> None:
        with self.changed:
            self.waiting.add(message)
            if self.pid != os.getpid():  # threads do not survive a fork
                self.pid = os.getpid()
                threading.Thread(target=self.run, name="bell", daemon=True).start()
            self.changed.notify()

    def run(self) -> None:
        while True:
            with self.changed:
                self.changed.wait_for(lambda: self.waiting)
                due, self.waiting = self.waiting, set()
            for task, about in due:
                _send(task, about)


def _send(task: str, about: tuple[int, ...]) -> None:
    try:
        import_string(settings.SEND_TASK)(task, about)
    except Exception as error:  # the schedule repeats it anyway
        logger.warning("could not send a nudge: %s", type(error).__name__)


BELL = Bell()
ring, call = BELL.ring, BELL.call
