"""What the sides of a contact offer each other: the table or strategic combat, and the ratio (VG-1, 4A)."""

from django.db import models

from campaign.audiences import PUBLIC
from campaign.models import Campaign, Recorded, SideCode, recorded
from war.models.map import Contact, within


class Combat(models.TextChoices):
    TABLE = "table", "on the table"
    STRATEGIC = "strategic", "strategic combat"


class OfferState(models.TextChoices):
    OPEN = "open", "waiting for an answer"
    AGREED = "agreed", "agreed to"
    ANSWERED = "answered", "answered with another offer"
    CHANGED = "changed", "replaced by its own side"
    DECLINED = "declined", "declined"
    LAPSED = "lapsed", "lapsed"


@recorded
class ContactOffer(Recorded):
    """One side's offer of how to fight a contact. All of it is public; a contact has at most one open offer."""

    PUBLIC = frozenset(
        ["id", "campaign", "contact", "side", "combat", "stands_per_sp", "batteries_per_sp", "state", "at"]
    )

    campaign = models.ForeignKey(Campaign, models.DO_NOTHING)
    contact = models.ForeignKey(Contact, models.DO_NOTHING, related_name="offers")
    side = models.CharField(max_length=3, choices=SideCode.choices)
    combat = models.CharField(max_length=10, choices=Combat.choices)
    stands_per_sp = models.PositiveSmallIntegerField(validators=within("stands_per_sp"))
    batteries_per_sp = models.PositiveSmallIntegerField(validators=within("batteries_per_sp"))
    state = models.CharField(max_length=10, choices=OfferState.choices, default=OfferState.OPEN)
    at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["contact", "state"])]

    def who_may_know(self) -> str:
        return PUBLIC

    def __str__(self) -> str:
        return f"offer of the {SideCode(self.side).label} side"
