"""Read what the profile page shows beside its form."""

from campaign.models import Email, User
from rulesets.core.records import dataclass


@dataclass(frozen=True)
class Delivery:
    """Whether emails to a person's own addresses were given up."""

    notices_failed: bool
    confirmation_failed: bool


def delivery_to(user: User) -> Delivery:
    failed = Email.objects.filter(due_at=None)
    return Delivery(
        notices_failed=failed.filter(kind__in=Email.NOTICES, address=user.email).exists(),
        confirmation_failed=failed.filter(kind="confirm", sender_id=user.pk).exists(),
    )
