"""Put notices away, each reader for themselves: nobody else learns of it, so it is no act and has no entry."""

from django.db import transaction

from battles.models import ReadNotice
from battles.selectors.reads import find_notice
from battles.services.common import require, require_own_view
from campaign.services.record import lock_campaign, touch_own
from campaign.visibility import Viewer


def mark_read(viewer: Viewer, battle_id: int, n: int) -> None:
    """Put a notice away for this reader alone.

    Observers share a journal, so its version stays: it would tell the others.
    """
    require_own_view(viewer)
    require(viewer.club_is_open, f"You can’t do this while the campaign is {viewer.campaign_state}.")
    line = find_notice(viewer, battle_id, n)
    with transaction.atomic():
        lock_campaign(viewer.campaign_id)  # so that the version changes before an act or after it
        _, is_new = ReadNotice.objects.get_or_create(user_id=viewer.user_id, line=line)
        if is_new and not viewer.is_observer:
            touch_own(viewer)
