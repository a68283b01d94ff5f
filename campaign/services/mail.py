"""Write and send the emails that are due. No mail leaves the site any other way."""

import logging
from collections import Counter
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction
from django.db.models import Q
from django.template.loader import render_to_string

from campaign.ids import hex_id
from campaign.models import Email, User
from campaign.routes import reverse
from campaign.services import accounts, addresses, emails, invitations, runs, throttle
from campaign.services.emails import site_url
from campaign.sources import SOURCES
from rulesets.core.records import dataclass

logger = logging.getLogger("neutral.mail")
# The first pause is also how long a claim lasts if a worker dies while sending, so it is longer than a task's lease.
PAUSES = (timedelta(minutes=1), timedelta(minutes=10), timedelta(hours=1), timedelta(hours=3), timedelta(hours=6))
GIVEN_UP_AFTER = timedelta(days=1)
LONGEST_RUN = timedelta(seconds=8)  # the rest goes at the next run: no task may outlast its lease
SUBJECTS = {
    "notice": "Neutral Party: something changed",
    "confirm": "Neutral Party: confirm your address",
    "reset": "Neutral Party: choose a new password",
    "invitation": "Neutral Party: seat invitation",
    "reminder": "Neutral Party: your move is due soon",
    "overdue": "Neutral Party: a deadline has passed",
    "deletion": "Neutral Party: campaign deletion",
}


def send_due() -> int:
    """Send the emails that are due; return how many are done with. Safe to run twice at once."""
    began, settled = SOURCES.now(), 0
    for row in in_fair_order(Email.objects.filter(due_at__lte=began).order_by("due_at", "id")):
        if SOURCES.now() - began > LONGEST_RUN or runs.is_ending():
            break
        if _claim(row, began):
            _go_to_the_back(row, began)
            settled += _settle(row)
    return settled


def in_fair_order(rows: Iterable[Email]) -> list[Email]:
    """Let people take turns, and then addresses: nobody's second email comes before anyone's first."""
    by_person = _in_turns(rows, lambda row: row.sender_id or row.address.casefold())
    return _in_turns(by_person, lambda row: row.address.casefold())


def _in_turns(rows: Iterable[Email], key: Callable[[Email], int | str]) -> list[Email]:
    seen: Counter[int | str] = Counter()
    turns = []
    for row in rows:
        turns.append((seen[key(row)], row))
        seen[key(row)] += 1
    return [row for _, row in sorted(turns, key=lambda turn: turn[0])]


def _claim(row: Email, now: datetime) -> bool:
    """Count a try before it is made, so that even one that kills its worker is paused and given up in the end."""
    left = row.asked_at + GIVEN_UP_AFTER - now
    pause = max(PAUSES[0], min(PAUSES[min(row.tries, len(PAUSES) - 1)], left))
    due_at = now + pause if left > timedelta() else None
    return bool(Email.objects.filter(id=row.pk, due_at__lte=now).update(tries=row.tries + 1, due_at=due_at))


def _go_to_the_back(row: Email, now: datetime) -> None:
    """Let the other emails of this person and to this address wait behind everyone's who had no turn in this run."""
    same = Q(sender_id=row.sender_id or 0) | Q(address__iexact=row.address)
    others = Email.objects.filter(same, due_at__lt=now)
    if others.exists():
        others.update(due_at=now)


def _settle(row: Email) -> int:
    """Send an email and forget it, also if it has no reader. Whatever goes wrong touches this email alone."""
    try:
        for mail in _mails(row):
            mail.send()
    except Exception as error:
        logger.warning("could not send an email: %s", type(error).__name__)
        if row.invitation_id and Email.objects.filter(id=row.pk, due_at=None).exists():
            invitations.show_failure(row.invitation_id)
        return 0
    Email.objects.filter(id=row.pk).delete()
    if row.kind in Email.NOTICES:
        emails.forget_failures(row.address)
    return 1


@dataclass(frozen=True)
class Letter:
    """An email that is ready to go, and whose limit it counts toward."""

    mail: EmailMessage
    limit: throttle.Limit | None = None
    subject: str = ""

    def is_allowed(self) -> bool:
        return self.limit is None or throttle.is_allowed(self.limit, self.subject)


class OneTooMany(Exception):
    """An address has had its share for now, so this email waits."""


def _mails(row: Email) -> list[EmailMessage]:
    """Return the emails to send now, within their limits."""
    letters = _letters(row)
    if not row.is_counted and any(letter.limit for letter in letters):
        letters = _counted(row, letters)
    return [letter.mail for letter in letters]


def _counted(row: Email, letters: list[Letter]) -> list[Letter]:
    """Count an email once, however often its tries fail or its workers die; a reset too many is dropped."""
    with transaction.atomic():
        allowed = [letter for letter in letters if letter.is_allowed()]
        if not allowed and row.kind != "reset":
            raise OneTooMany
        Email.objects.filter(id=row.pk).update(is_counted=True)
    return allowed


def _letters(row: Email) -> list[Letter]:
    if row.kind == "reset":
        return _resets(row.address)
    if row.kind == "confirm":
        return [_confirmation(user) for user in addresses.awaiting_confirmation(row.address, user_id=row.sender_id)]
    return [_letter(row)]


def _letter(row: Email) -> Letter:
    context = {"link": site_url("/"), "name": row.reference}
    if row.kind != "invitation":
        return Letter(_mail(row.kind, row.address, context))
    context["link"] = site_url(reverse("campaigns:invitation", args=[row.reference]))
    return Letter(_mail(row.kind, row.address, context), throttle.INVITATION_EMAIL, row.address.casefold())


def _resets(address: str) -> list[Letter]:
    """Return one email per account with this address; none for an unknown address, which nobody learns.

    An address that was never confirmed gets only its confirmation again.
    """
    users = User.objects.filter(email__iexact=address, is_active=True).order_by("id")
    return [*map(_reset, users), *map(_confirmation, addresses.awaiting_confirmation(address))]


def _reset(user: User) -> Letter:
    link = site_url(reverse("accounts:reset", args=accounts.reset_link_parts(user)))
    mail = _mail("reset", user.email, {"link": link, "name": user.username})
    return Letter(mail, throttle.RESET_EMAIL, hex_id(user.pk))


def _confirmation(user: User) -> Letter:
    link = site_url(reverse("accounts:confirm", args=addresses.link_parts(user)))
    mail = _mail("confirm", user.unconfirmed_email, {"link": link, "name": user.username})
    return Letter(mail, throttle.CONFIRM_EMAIL, user.unconfirmed_email.casefold())


def _mail(kind: str, address: str, context: dict[str, str]) -> EmailMessage:
    text = render_to_string(f"email/{kind}.txt", {**context, "site_url": settings.SITE_URL})
    return EmailMessage(SUBJECTS[kind], text, to=[address])
