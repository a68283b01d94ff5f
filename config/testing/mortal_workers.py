"""Workers that are killed one step later each time, until there is nothing left to do.

A step is an insert, an update, or a commit. The first worker dies as it takes a message, the second after one step, the
third after two. When a worker has committed a change, the next dies after one step again, so each transaction is cut
short everywhere. (Django also commits nothing, such as when it asks SQLite what it can do.) Only the moment between
sending an email and deleting its row is spared: SMTP has no transactions, and a worker that dies there sends the email
twice. A laptop's worker has two threads: while the other sends an email, a thread goes on to its next step.
"""

import gc
import os
import signal
import sys
from collections.abc import Callable
from contextlib import ExitStack, suppress
from datetime import timedelta
from importlib import import_module
from mmap import mmap
from threading import RLock
from typing import Any
from unittest.mock import patch

from django.core.mail import EmailMessage
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created

from campaign.app_part import INSTALLED
from campaign.models import Email
from campaign.services import emails, mail, throttle
from config import worker
from config.celery import app
from rulesets.core import registry

WRITES = ("INSERT", "UPDATE")
CHANGES = (*WRITES, "DELETE")
PAUSES = (timedelta(seconds=4),)  # the site's own pauses are longer than a test
OF_WORKERS = (
    "celery.bin.celery",
    "celery.app.control",
    "celery.app.events",
    "celery.app.log",
    "celery.apps.worker",
    "celery.backends.base",
    "celery.concurrency.prefork",
    "celery.concurrency.thread",
    "celery.contrib.django.task",
    "celery.worker.autoscale",
    "celery.worker.components",
    "celery.worker.consumer",
    "celery.worker.consumer.delayed_delivery",
    "celery.worker.strategy",
)
HAS_COMMITTED = mmap(-1, 1)  # shared with the workers
send_really = EmailMessage.send
SETTLING = RLock()  # held by a thread from an email's sending to its row's deletion


def main(command: list[str]) -> None:
    """Run one worker after another as this command does, until terminated."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    read_everything()
    steps = 0
    while True:
        HAS_COMMITTED[0] = 0
        group = begin(command, steps)
        try:
            os.waitpid(group, 0)
        finally:
            with suppress(ProcessLookupError):
                os.killpg(group, signal.SIGKILL)
        print(f"killed after {steps} steps", flush=True)
        steps = 1 if HAS_COMMITTED[0] else steps + 1


def read_everything() -> None:
    """Import once what workers and sweeps need, so that each worker starts in a tenth of a second."""
    app.loader.import_default_modules()
    for module in OF_WORKERS:
        import_module(module)
    INSTALLED.load()
    for book in registry.books():
        registry.procedures(book.id)
    broker_class()
    gc.freeze()  # the workers' garbage collectors would copy every page


def broker_class() -> Any:
    return app.connection_for_read().get_transport_cls()


def begin(command: list[str], steps: int) -> int:
    """Start a worker as a process group, so that its pool dies with it."""
    if pid := os.fork():
        os.setpgid(pid, pid)
        return pid
    os.setpgid(0, 0)
    with (
        patch.object(mail, "PAUSES", PAUSES),
        patch.object(mail, "_settle", settle),
        patch.object(throttle, "forget_old"),  # these write even when nothing is due
        patch.object(emails, "forget_old"),
        death_after(steps) if steps else death_on_delivery(),
    ):
        work(command)
    os._exit(0)


def work(command: list[str]) -> None:
    """Run the embedded site's worker, or one of a server in this process group."""
    if "config.worker" in command:
        worker.main()
    else:
        app.worker_main([*command[command.index("worker") :], "--concurrency", "1"])


def die(*_: object, **__: object) -> None:
    if SETTLING.acquire(blocking=False):
        os.killpg(0, signal.SIGKILL)


def settle(row: Email, really: Callable[[Email], int] = mail._settle) -> int:
    """Settle an email, and let no other thread end the worker from its sending on; as it is written, any may."""
    with ExitStack() as spared:

        def send(letter: EmailMessage) -> int:
            spared.enter_context(SETTLING)
            return send_really(letter)

        with patch.object(EmailMessage, "send", send):
            return really(row)


def death_on_delivery() -> Any:
    return patch.object(broker_class().Channel.QoS, "append", die)


def death_after(steps: int) -> Any:
    left = iter(range(steps - 1))
    commit = BaseDatabaseWrapper.commit
    changed = set[BaseDatabaseWrapper]()  # connections with a change to commit

    def step() -> None:
        if next(left, None) is None:
            die()

    def write(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        result = execute(sql, *rest)
        connection = rest[-1]["connection"]
        if connection.in_atomic_block and sql.startswith(CHANGES):
            changed.add(connection)
        if sql.startswith(WRITES):
            step()
        return result

    def watch(connection: BaseDatabaseWrapper, **_: Any) -> None:
        connection.execute_wrappers[:] = [write]

    def commit_and_step(connection: BaseDatabaseWrapper) -> None:
        commit(connection)
        HAS_COMMITTED[0] |= connection in changed
        changed.discard(connection)
        step()

    connection_created.connect(watch, weak=False)
    return patch.object(BaseDatabaseWrapper, "commit", commit_and_step)
