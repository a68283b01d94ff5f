"""Write and send the emails that are due. No mail leaves the site any other way."""

import logging
from datetime import datetime, timedelta

from django.conf import settings
from django.core.mail import EmailMessage
from django.template.loader import render_to_string
from django.urls import reverse

from campaign.models import Email, User
from campaign.services import accounts, addresses
from campaign.services.emails import site_url
from campaign.sources import SOURCES

logger = logging.getLogger("neutral.mail")
RETRY_AFTER = (timedelta(minutes=1), timedelta(minutes=10), timedelta(hours=1))
LONGEST_RUN = timedelta(seconds=10)  # the rest goes at the next run: no task may outlast its lease
CLAIMED_FOR = timedelta(minutes=5)  # after this, a worker that died while sending loses its claim
SUBJECTS = {
    "notice": "Neutral Party: something changed",
    "confirm": "Neutral Party: confirm your address",
    "reset": "Neutral Party: choose a new password",
    "invitation": "Neutral Party: seat invitation",
    "reminder": "Neutral Party: your move is due soon",
    "deletion": "Neutral Party: campaign deletion",
}


def send_due() -> int:
    """Send the emails that are due; return how many are done with. Safe to run twice at once."""
    began, settled = SOURCES.now(), 0
    for row in Email.objects.filter(due_at__lte=began).order_by("due_at", "id")[:200]:
        if SOURCES.now() - began > LONGEST_RUN:
            break
        claim = Email.objects.filter(id=row.pk, due_at=row.due_at)
        if claim.update(due_at=began + CLAIMED_FOR):
            settled += _settle(row, began)
    return settled


def _settle(row: Email, now: datetime) -> int:
    """Send an email and forget it, also if it has no reader; retry a failed one three times."""
    try:
        for mail in _mails(row):
            mail.send()
    except OSError as error:  # smtplib's errors are OSErrors
        logger.warning("could not send an email: %s", type(error).__name__)
        if row.tries < len(RETRY_AFTER):
            retry_at = now + RETRY_AFTER[row.tries]
            Email.objects.filter(id=row.pk).update(tries=row.tries + 1, due_at=retry_at)
            return 0
    Email.objects.filter(id=row.pk).delete()
    return 1


def _mails(row: Email) -> list[EmailMessage]:
    if row.kind == "reset":
        return _reset_mails(row.address)
    if row.kind == "confirm":
        return _confirm_mails(addresses.awaiting_confirmation(row.address, account=row.reference))
    context = {"link": site_url("/"), "name": row.reference}
    if row.kind == "invitation":
        context["link"] = site_url(reverse("campaigns:invitation", args=[row.reference]))
    return [_mail(row.kind, row.address, context)]


def _reset_mails(address: str) -> list[EmailMessage]:
    """Return one email per account with this address; none for an unknown address, which nobody learns.

    An address that was never confirmed gets only its confirmation again.
    """
    users = User.objects.filter(email__iexact=address, is_active=True).order_by("id")
    known = [_reset_mail(user) for user in users if accounts.reset_email_allowed(user)]
    return known + _confirm_mails(addresses.awaiting_confirmation(address))


def _reset_mail(user: User) -> EmailMessage:
    link = site_url(reverse("accounts:reset", args=accounts.reset_link_parts(user)))
    return _mail("reset", user.email, {"link": link, "name": user.username})


def _confirm_mails(users: list[User]) -> list[EmailMessage]:
    return [_confirm_mail(user) for user in users if addresses.confirmation_allowed(user)]


def _confirm_mail(user: User) -> EmailMessage:
    link = site_url(reverse("accounts:confirm", args=addresses.link_parts(user)))
    return _mail("confirm", user.unconfirmed_email, {"link": link, "name": user.username})


def _mail(kind: str, address: str, context: dict[str, str]) -> EmailMessage:
    text = render_to_string(f"email/{kind}.txt", {**context, "site_url": settings.SITE_URL})
    return EmailMessage(SUBJECTS[kind], text, to=[address])
