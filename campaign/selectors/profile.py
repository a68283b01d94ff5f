"""Read what the profile page shows beside its form."""

from campaign.models import Email


def confirmation_failed(user_id: int) -> bool:
    """Return whether the email that confirms this person's address was given up."""
    return Email.objects.filter(kind="confirm", sender_id=user_id, due_at=None).exists()
