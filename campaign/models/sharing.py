"""Define what a campaign shows to people without a seat: its open seats while it runs, its story once it is over."""

from django.db import models
from django.db.models import Q

from campaign.audiences import UMPIRE
from campaign.models.base import Recorded, recorded
from campaign.models.campaign import Campaign, SideCode
from campaign.models.user import User


@recorded
class Listing(Recorded):
    """A campaign's place in the list of open seats; without one, strangers learn nothing of it."""

    PUBLIC = frozenset(["id", "campaign", "name", "time_zone"])

    campaign = models.OneToOneField(Campaign, models.DO_NOTHING, related_name="listing")
    name = models.CharField(max_length=80)
    time_zone = models.CharField(max_length=64)

    def __str__(self) -> str:
        return self.name


class RequestState(models.TextChoices):
    OPEN = "open", "open"
    ADMITTED = "admitted", "admitted"
    DECLINED = "declined", "declined"
    WITHDRAWN = "withdrawn", "withdrawn"


@recorded
class SeatRequest(Recorded):
    """A person's request for a seat of a listed campaign. They know it under the `name` that the listing had then."""

    campaign = models.ForeignKey(Campaign, models.DO_NOTHING)
    user = models.ForeignKey(User, models.DO_NOTHING)
    name = models.CharField(max_length=80)
    side = models.CharField(max_length=3, choices=SideCode.choices)
    state = models.CharField(max_length=10, choices=RequestState.choices, default=RequestState.OPEN)
    asked_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user"], condition=Q(state="open"), name="one_open_request_a_person")
        ]
        indexes = [models.Index(fields=["campaign", "state"])]

    def who_may_know(self) -> str:
        return UMPIRE

    def __str__(self) -> str:
        return f"request for a {self.side} seat"


@recorded
class Consent(Recorded):
    """Whether a person who held a seat agrees to publish the finished game, and the name they chose for it.

    Without a chosen name, they appear as "Union 1". The name is an `ErasableText`, so no image holds it.
    """

    campaign = models.ForeignKey(Campaign, models.DO_NOTHING)
    user = models.ForeignKey(User, models.DO_NOTHING)
    agrees = models.BooleanField(default=False)
    name_text_id = models.BigIntegerField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["campaign", "user"], name="one_consent_a_person")]

    def __str__(self) -> str:
        return f"consent to publish {self.campaign_id:016x}"
