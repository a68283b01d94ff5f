"""Queue emails as rows that hold the kind and the address, never the text. The mail job (mail.py) sends them."""

from urllib.parse import urljoin

from django.conf import settings

from campaign.models import Email
from campaign.sources import SOURCES


def write(kind: str, *, address: str, reference: str = "") -> None:
    """Queue an email for the next run of the mail job."""
    now = SOURCES.now()
    Email.objects.create(kind=kind, address=address, reference=reference[:120], asked_at=now, due_at=now)


def site_url(path: str) -> str:
    return urljoin(settings.SITE_URL, path)
