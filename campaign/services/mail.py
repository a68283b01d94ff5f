"""Sends notices from outbox rows: one mail for all that is due to a seat, and no word of what it was."""

import logging
from collections.abc import Iterable
from datetime import datetime, timedelta

from django.conf import settings
from django.core.mail import EmailMessage
from django.db.models import Min, Q
from django.template.loader import render_to_string

from campaign.models import Notify, Outbox, Seat, User
from campaign.sources import SOURCES

logger = logging.getLogger("neutral.mail")
DIGEST_AFTER = timedelta(days=1)
CLAIMED_FOR = timedelta(minutes=5)  # a worker that died while sending is given up after this
LONGEST_RUN = timedelta(seconds=4)  # the rest goes at the next run: no task may outlast its lease
SUBJECT = "Neutral Party: something has changed"


def send_due() -> int:
    """Send what is due; returns how many mails went out. Safe to run twice at once."""
    began, sent = SOURCES.now(), 0
    for register_id, oldest in _waiting(began):
        if SOURCES.now() - began > LONGEST_RUN:
            break
        sent += _settle(register_id, oldest, began)
    return sent


def _open(now: datetime) -> Q:
    return Q(sent_at=None) & (Q(claimed_at=None) | Q(claimed_at__lt=now - CLAIMED_FOR))


def _waiting(now: datetime) -> Iterable[tuple[int, datetime]]:
    rows = Outbox.objects.filter(_open(now)).values("register_id").annotate(oldest=Min("at")).order_by("oldest")
    return list(rows.values_list("register_id", "oldest"))


def _settle(register_id: int, oldest: datetime, now: datetime) -> int:
    """One register's notices: wait for the digest, or claim them, send one mail, and mark them sent."""
    reader = _reader(register_id)
    if reader and reader.notify == Notify.DAILY and now - oldest < DIGEST_AFTER:
        return 0
    if not Outbox.objects.filter(_open(now), register_id=register_id).update(claimed_at=now):
        return 0
    wants_mail = reader is not None and bool(reader.email) and reader.notify != Notify.NEVER
    if wants_mail and reader is not None and not _send(reader):
        return 0
    claimed = Outbox.objects.filter(register_id=register_id, claimed_at=now, sent_at=None)
    return int(bool(claimed.update(sent_at=SOURCES.now())) and wants_mail)


def _reader(register_id: int) -> User | None:
    seat = Seat.objects.select_related("user").filter(register_id=register_id, removed_at=None).first()
    return seat.user if seat and seat.user and seat.user.is_active else None


def _send(reader: User) -> bool:
    text = render_to_string("email/notice.txt", {"name": reader.display_name, "site_url": settings.SITE_URL})
    try:
        EmailMessage(SUBJECT, text, to=[reader.email]).send()
    except OSError as error:  # smtplib's errors are OSErrors; the claim lapses and the next run tries again
        logger.warning("a notice could not be sent: %s", type(error).__name__)
        return False
    return True
