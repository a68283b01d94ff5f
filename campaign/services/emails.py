"""Letters as rows: what is to be written and to whom, never the words. The mail job writes and sends them (mail.py)."""

from urllib.parse import urljoin

from django.conf import settings

from campaign.models import Email
from campaign.sources import SOURCES


def write(kind: str, *, address: str, reference: str = "") -> None:
    """Ask for a letter. It goes at the next run of the mail job."""
    now = SOURCES.now()
    Email.objects.create(kind=kind, address=address, reference=reference[:120], asked_at=now, due_at=now)


def site_url(path: str) -> str:
    return urljoin(settings.SITE_URL, path)
