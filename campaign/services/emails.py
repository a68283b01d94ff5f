"""Queue emails as rows that hold the kind and the address, never the text. The mail job (mail.py) sends them."""

from datetime import timedelta
from email.errors import MessageError
from urllib.parse import urljoin

from django.conf import settings
from django.core.mail.message import sanitize_address

from campaign.models import Email
from campaign.sources import SOURCES

LONGEST_ADDRESS = 254
FAILURE_SHOWN_FOR = timedelta(days=14)  # as long as an invitation lives


def write(
    kind: str, *, address: str, reference: str = "", sender_id: int | None = None, invitation_id: int | None = None
) -> None:
    """Queue an email for the next run of the mail job. Its sender, if there is one, can see that it failed."""
    now = SOURCES.now()
    Email.objects.create(
        kind=kind,
        address=address,
        reference=reference[:120],
        sender_id=sender_id,
        invitation_id=invitation_id,
        asked_at=now,
        due_at=now,
    )


def cancel(kind: str, **which: int) -> None:
    """Forget emails that are waiting or were given up."""
    Email.objects.filter(kind=kind, **which).delete()


def forget_old() -> None:
    """Delete failed emails that nobody has to be shown, and the links of the others."""
    failed = Email.objects.filter(due_at=None)
    failed.exclude(kind__in=Email.NOTICES).filter(sender_id=None).delete()
    failed.exclude(kind="confirm").filter(asked_at__lt=SOURCES.now() - FAILURE_SHOWN_FOR).delete()
    failed.exclude(reference="").update(reference="")


def forget_failures(address: str) -> None:
    """Forget that notices to an address failed, because one has arrived or its reader is gone."""
    Email.objects.filter(kind__in=Email.NOTICES, address=address, due_at=None).delete()


def is_sendable(address: str) -> bool:
    """Return whether the mail library can send to a well-formed address."""
    try:
        encoded = sanitize_address(address, settings.DEFAULT_CHARSET)
    except (ValueError, IndexError, MessageError):
        return False
    mailbox = address.rpartition("@")[0]
    return mailbox.isascii() and mailbox.isprintable() and len(encoded) <= LONGEST_ADDRESS


def site_url(path: str) -> str:
    return urljoin(settings.SITE_URL, path)
