"""Define practice campaigns: one visitor without an account holds all their seats, for a day."""

from django.db import models

from campaign.models.campaign import Campaign


class Practice(models.Model):
    """What makes a campaign a practice campaign. Nothing here is journaled.

    `visitor` is the hash of a key that only the visitor's browser has. `lifted` names the seats whose curtain is open.
    Each seat is held by an account of its own that nobody can log in to (`User.practice`).
    """

    campaign = models.OneToOneField(Campaign, models.DO_NOTHING, primary_key=True, related_name="practice")
    visitor = models.CharField(max_length=64)
    lifted = models.JSONField(default=list)
    expires_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"practice campaign {self.campaign_id:016x}"
