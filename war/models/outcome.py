"""What strategic combat did to a contact's two sides, entered by each side for itself or by the umpire (VG-1)."""

from django.db import models

from campaign.models import Campaign, Recorded, SideCode, recorded
from war.models.map import Contact


@recorded
class CombatOutcome(Recorded):
    """One side's part of an outcome.

    `shown` is what both sides know: who won, who retreats, whether this army is demoralized. `body` is the side's own:
    the strength points that it lost, and its leaders' fates.
    """

    PUBLIC = frozenset(["id", "campaign", "contact", "side", "shown"])

    campaign = models.ForeignKey(Campaign, models.DO_NOTHING)
    contact = models.ForeignKey(Contact, models.DO_NOTHING, related_name="outcomes")
    side = models.CharField(max_length=3, choices=SideCode.choices)
    shown = models.JSONField(default=dict)
    body = models.JSONField(default=dict)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["contact", "side"], name="one_outcome_a_side")]

    def __str__(self) -> str:
        return f"outcome of the {SideCode(self.side).label} side"
