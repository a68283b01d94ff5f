"""The worker of an embedded site: beat, a consumer of jobs, and one of nudges, as threads of one process.

Celery's own programs would be three processes, each with 70 MB of Django and Celery
(docs/decisions/0049-queue-of-nudges.md).
"""

import signal
import sys
import threading
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from config.celery import app  # before Celery, which then loads less

# isort: split
from celery import Celery
from celery.beat import Scheduler, Service
from celery.worker import state

from campaign.services import runs
from config.celery_settings import JOBS_QUEUE, NUDGES_QUEUE

LONG_AGO = datetime(1970, 1, 1, tzinfo=UTC)


class Schedule(Scheduler):
    """The schedule in memory, because two sites' schedulers can't share a file, and a killed one may break it.

    Everything is due when the worker starts: one that keeps dying young would never come to the mail otherwise.
    """

    def setup_schedule(self) -> None:
        entries = self.app.conf.beat_schedule.items()
        self.update_from_dict({name: {**entry, "last_run_at": LONG_AGO} for name, entry in entries})


def consumer(app: Celery, queue: str) -> Any:
    """Return a worker that runs one task of a queue at a time, in a thread."""
    quiet = {"without_gossip": True, "without_mingle": True, "without_heartbeat": True}
    return app.WorkController(
        hostname=f"{queue}@localhost", queues=[queue], pool="threads", concurrency=1, loglevel="WARNING", **quiet
    )


def second_app() -> Celery:
    """Return another application with the same settings and tasks: all consumers of one share their queues."""
    second = Celery("nudges", set_as_current=False)
    second.config_from_object("django.conf:settings", namespace="CELERY")
    return second


def main() -> None:
    """Run until a signal, and end what has begun; if one of the three ends by itself, all do, and this fails."""
    is_over, is_asked = threading.Event(), threading.Event()

    def stop(*_: object) -> None:
        is_asked.set()
        is_over.set()

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, stop)
    consumers = [consumer(app, JOBS_QUEUE), consumer(second_app(), NUDGES_QUEUE)]
    threads = [begin(worker.start, is_over) for worker in consumers]
    begin(Service(app, scheduler_cls=Schedule).start, is_over)
    is_over.wait()
    runs.end_soon()
    vars(state)["should_stop"] = 0  # the exit code, for both consumers
    for thread in threads:
        thread.join()
    sys.exit(0 if is_asked.is_set() else 1)


def begin(work: Callable[[], object], is_over: threading.Event) -> threading.Thread:
    def run() -> None:
        try:
            work()
        finally:
            is_over.set()

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    return thread


if __name__ == "__main__":
    main()
