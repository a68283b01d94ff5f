"""Define a campaign and its seats. The club stream writes these rows; they are never rewound."""

from django.db import models

from campaign.models.base import Recorded, recorded
from campaign.models.user import User


class SideCode(models.TextChoices):
    UNION = "USA", "Union"
    CONFEDERATE = "CSA", "Confederate"


def other_side(side: str) -> str:
    return SideCode.CONFEDERATE if side == SideCode.UNION else SideCode.UNION


class Role(models.TextChoices):
    UMPIRE = "umpire", "umpire"
    COMMANDER = "commander", "commander"
    OBSERVER = "observer", "observer"


class CampaignState(models.TextChoices):
    RUNNING = "running", "running"
    PAUSED = "paused", "paused"
    CLOSED = "closed", "closed"
    ARCHIVED = "archived", "archived"


ENDED = frozenset({CampaignState.CLOSED, CampaignState.ARCHIVED})


class UmpireKind(models.TextChoices):
    PERSON = "person", "a human umpire"
    SITE = "site", "the site"


class Sight(models.TextChoices):
    BOARD = "board", "all enemy forces"
    NEAR = "near", "enemy forces nearby"


@recorded
class Campaign(Recorded):
    """One war, or a one-off battle: a campaign without a map sheet.

    A scenario is pinned like the map: its ID and the hash of its canonical text. Only a scenario has a kind of sight.
    """

    CAMPAIGN_COLUMN = "id"
    PUBLIC = frozenset(
        [
            "id",
            "name",
            "book",
            "sheet",
            "sheet_hash",
            "scenario",
            "scenario_hash",
            "sight",
            "one_off",
            "umpire_kind",
            "hours_per_move",
            "state",
            "since",
            "delete_at",
            "begun_at",
        ]
    )

    name = models.CharField(max_length=80)
    book = models.CharField(max_length=40)
    sheet = models.CharField(max_length=40, blank=True)
    sheet_hash = models.CharField(max_length=64, blank=True)
    scenario = models.CharField(max_length=40, blank=True, default="")
    scenario_hash = models.CharField(max_length=64, blank=True, default="")
    sight = models.CharField(max_length=5, choices=Sight.choices, blank=True, default="")
    one_off = models.BooleanField(default=False)
    umpire_kind = models.CharField(max_length=8, choices=UmpireKind.choices, default=UmpireKind.PERSON)
    hours_per_move = models.PositiveIntegerField(default=72)
    state = models.CharField(max_length=8, choices=CampaignState.choices, default=CampaignState.RUNNING)
    since = models.DateTimeField()
    delete_at = models.DateTimeField(null=True)
    begun_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.name


@recorded
class Seat(Recorded):
    """A person's place: umpire, commander with a scope, or observer. Its journal passes to a substitute."""

    PUBLIC = frozenset(["id", "campaign", "role", "side", "scope", "user", "feed", "removed_at"])

    campaign = models.ForeignKey(Campaign, models.DO_NOTHING, related_name="seats")
    role = models.CharField(max_length=10, choices=Role.choices)
    side = models.CharField(max_length=3, choices=SideCode.choices, blank=True)
    scope = models.CharField(max_length=40, blank=True)
    user = models.ForeignKey(User, models.DO_NOTHING, null=True, related_name="seats")
    feed = models.ForeignKey("campaign.Feed", models.DO_NOTHING, db_constraint=False)
    removed_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["campaign", "user"], name="one_seat_a_person")]

    def __str__(self) -> str:
        return seat_name(self.role, self.side, self.scope)


def seat_name(role: str, side: str, scope: str) -> str:
    """Return a seat's name on pages and in the journal, which never names its holder."""
    if role != Role.COMMANDER:
        return str(Role(role).label).capitalize()
    return f"{SideCode(side).label}, {scope or 'whole side'}"


@recorded
class Tenure(Recorded):
    """Who held a seat and when: nobody may join a side after the other side or the umpire's seat."""

    PUBLIC = frozenset(["id", "campaign", "seat", "user", "began_at", "ended_at"])

    campaign = models.ForeignKey(Campaign, models.DO_NOTHING)
    seat = models.ForeignKey(Seat, models.DO_NOTHING)
    user = models.ForeignKey(User, models.DO_NOTHING)
    began_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [models.Index(fields=["campaign", "user"])]

    def __str__(self) -> str:
        return f"tenure of {self.seat_id:016x}"
