"""Limit how often a person or an address may try. The rows work alike on both databases (docs/decisions/0010)."""

import hmac
from dataclasses import dataclass
from datetime import timedelta
from hashlib import sha256
from http import HTTPStatus
from math import ceil

from django.conf import settings
from django.db import transaction
from django.db.models import F

from campaign.errors import Later
from campaign.models import Throttle
from campaign.sources import SOURCES

LONGEST = timedelta(hours=24)


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
    row, now = _counted(limit, subject), SOURCES.now()
    if row.count > limit.times:
        raise TooOften(row.began_at + limit.window - now)


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


def _counted(limit: Limit, subject: tuple[str, ...]) -> Throttle:
    now, key = SOURCES.now(), _hashed(limit, subject)
    rows = Throttle.objects.filter(kind=limit.kind, subject=key)
    with transaction.atomic():
        if not rows.filter(began_at__gt=now - limit.window).update(count=F("count") + 1):
            fresh = {"began_at": now, "count": 1}
            Throttle.objects.update_or_create(kind=limit.kind, subject=key, defaults=fresh)
        return rows.get()


def _hashed(limit: Limit, subject: tuple[str, ...]) -> str:
    text = "\0".join((limit.kind, *subject))
    return hmac.new(settings.SECRET_KEY.encode(), text.encode(), sha256).hexdigest()
