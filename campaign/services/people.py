"""Keep a person where they are while others count on it."""

from campaign.errors import Refusal
from campaign.models import User


def lock_person(user_id: int) -> None:
    """Lock an account until the transaction ends, before any campaign's lock, so that it isn't deleted meanwhile."""
    person = User.objects.select_for_update().filter(id=user_id, is_active=True)
    if person.values_list("id", flat=True).first() is None:
        raise Refusal("This account was deleted.")
