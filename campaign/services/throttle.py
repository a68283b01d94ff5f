"""Limit how often a person or an address may try. The rows work alike on both databases (docs/decisions/0010)."""

import hmac
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from functools import partial
from hashlib import sha256
from http import HTTPStatus
from math import ceil

from django.conf import settings
from django.db import connection
from django.http import Http404

from campaign.errors import Later, Refusal
from campaign.models import Throttle
from campaign.sources import SOURCES
from rulesets.core.records import dataclass

LONGEST = timedelta(hours=24)
# One statement on both databases: it begins a window, or counts in the one that is still open.
COUNT = f"""
INSERT INTO {Throttle._meta.db_table} AS kept (kind, subject, began_at, count) VALUES (%s, %s, %s, 1)
ON CONFLICT (kind, subject) DO UPDATE SET
    count = CASE WHEN kept.began_at > %s THEN kept.count + 1 ELSE 1 END,
    began_at = CASE WHEN kept.began_at > %s THEN kept.began_at ELSE excluded.began_at END
RETURNING count
"""


class TooOften(Later):
    """A window's limit is used up; `wait` says for how long."""

    status = HTTPStatus.TOO_MANY_REQUESTS
    what = "Too many tries."

    def __init__(self, wait: timedelta) -> None:
        super().__init__(f"{self.what} Wait {_span(wait)}, then try again.", max(1, int(wait.total_seconds())))


def _span(wait: timedelta) -> str:
    """Return a wait in words, in hours if it is long."""
    minutes = max(1, round(wait.total_seconds() / 60))
    if minutes > 90:
        return f"{ceil(minutes / 60)} hours"
    return "a minute" if minutes == 1 else f"{minutes} minutes"


@dataclass(frozen=True)
class Limit:
    """The number of tries of a kind allowed in a window."""

    kind: str
    times: int
    window: timedelta


Try = tuple[Limit, *tuple[str, ...]]  # a limit, and who tries

LOG_IN = Limit("log-in", 10, timedelta(minutes=15))
LOG_IN_ADDRESS = Limit("log-in-address", 120, timedelta(minutes=15))
SIGN_UP = Limit("sign-up", 30, timedelta(hours=1))
RESET = Limit("reset", 10, timedelta(hours=1))
RESET_EMAIL = Limit("reset-email", 3, timedelta(hours=1))
CONFIRM_EMAIL = Limit("confirm-email", 3, timedelta(hours=1))
PASSWORD = Limit("password", 10, timedelta(minutes=15))
INVITATION = Limit("invitation", 40, timedelta(hours=1))
INVITATION_ADDRESS = Limit("invitation-address", 3, timedelta(hours=1))  # of one person to one address
INVITATION_EMAIL = Limit("invitation-email", 3, timedelta(hours=1))
INVITATION_LINK = Limit("invitation-link", 60, timedelta(minutes=15))
SEAT_REQUEST = Limit("seat-request", 10, timedelta(hours=24))
SEAT_REQUEST_LISTING = Limit("seat-request-list", 3, timedelta(hours=24))  # of one person to one campaign
FOUNDING = Limit("founding", 20, timedelta(hours=24))
CHECK = Limit("check", 30, timedelta(minutes=5))
RULES = Limit("rules", 120, timedelta(minutes=5))
TALK = Limit("talk", 60, timedelta(minutes=10))
PICTURE = Limit("picture", 40, timedelta(hours=24))


def spend(limit: Limit, *subject: str) -> None:
    """Count one try, and refuse if there were too many."""
    if _counted(limit, subject) > limit.times:
        began_at = Throttle.objects.get(kind=limit.kind, subject=_hashed(limit, subject)).began_at
        raise TooOften(began_at + limit.window - SOURCES.now())


@contextmanager
def trying(*tries: Try) -> Iterator[Callable[[], None]]:
    """Give what spends these tries in the transaction of their act; if that is refused, count them in their own.

    Open it around the act, and call it first thing inside.
    """
    try:
        yield partial(_spend_all, tries)
    except (Refusal, Http404):
        for each in tries:
            count(*each)
        raise


def _spend_all(tries: Iterable[Try]) -> None:
    for each in tries:
        spend(*each)


def is_allowed(limit: Limit, *subject: str) -> bool:
    """Count one try, and return whether there is room for it."""
    try:
        spend(limit, *subject)
    except TooOften:
        return False
    return True


def count(limit: Limit, *subject: str) -> None:
    """Count one try and refuse nothing."""
    _counted(limit, subject)


def forgive(limit: Limit, *subject: str) -> None:
    """Restart the window after a successful try."""
    Throttle.objects.filter(kind=limit.kind, subject=_hashed(limit, subject)).delete()


def forget_old() -> None:
    """Delete windows that ended long ago."""
    Throttle.objects.filter(began_at__lt=SOURCES.now() - LONGEST).delete()


def _counted(limit: Limit, subject: tuple[str, ...]) -> int:
    now = SOURCES.now()
    at, since = (connection.ops.adapt_datetimefield_value(each) for each in (now, now - limit.window))
    with connection.cursor() as cursor:
        cursor.execute(COUNT, [limit.kind, _hashed(limit, subject), at, since, since])
        return int(cursor.fetchall()[0][0])


def _hashed(limit: Limit, subject: tuple[str, ...]) -> str:
    text = "\0".join((limit.kind, *subject))
    return hmac.new(settings.SECRET_KEY.encode(), text.encode(), sha256).hexdigest()
