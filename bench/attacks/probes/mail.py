"""Letters that cannot be sent: they delay nobody else's, are paused, and never keep the clean-up from running."""

from collections.abc import Iterator
from contextlib import suppress
from datetime import timedelta

from django.core import mail

from bench.attacks.probes import unless
from campaign import tasks
from campaign.models import Email, Throttle
from campaign.services import emails
from campaign.sources import SOURCES, SeededSources
from config.celery import app

UNSENDABLE = ("jürgen@example.org", "a\u2028b@example.org", "x@" + "y" * 70 + ".example", "nobody", "a@b@c")
OF_ONE = 18
OLD = "a window of last month"
GOOD = "patient@example.org"


def unsendable() -> Iterator[str]:
    """Queue letters to addresses that no library can encode before a good one, then run what beat runs."""
    for number in range(OF_ONE):
        emails.write("invitation", address=UNSENDABLE[number % len(UNSENDABLE)], reference="token")
    emails.write("invitation", address=GOOD, reference="token")
    Throttle.objects.create(kind="log-in", subject=OLD, began_at=SOURCES.now() - timedelta(days=30), count=1)
    run_scheduled()
    yield from unless(GOOD in _reached(), "a letter waited behind others that cannot be sent")
    yield from unless(
        not Throttle.objects.filter(subject=OLD).exists(), "clean-up did not run after a letter that cannot be sent"
    )
    due_at = list(Email.objects.order_by("id").values_list("due_at", flat=True))
    yield from unless(all(at is None or at > SOURCES.now() for at in due_at), "a failed letter is due again at once")
    for _ in range(60):
        _later(hours=1)
        run_scheduled()
    still = Email.objects.filter(due_at__lte=SOURCES.now() + timedelta(days=1)).count()
    yield from unless(still == 0, f"{still} letters are still tried after two days")


def run_scheduled() -> None:
    """Run every task of the schedule, each by itself, as workers do."""
    for entry in app.conf.beat_schedule.values():
        with suppress(Exception):
            getattr(tasks, entry["task"].rpartition(".")[2])()


def _later(**time: int) -> None:
    assert isinstance(SOURCES.backend, SeededSources)
    SOURCES.backend.clock += timedelta(**time)


def _reached() -> set[str]:
    return {address for letter in mail.outbox for address in letter.to}
