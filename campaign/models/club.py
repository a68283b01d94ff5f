"""Define invitations, proposals, messages, and deadlines. The club stream is never rewound, only corrected."""

from django.db import models

from campaign.models.base import Recorded, recorded
from campaign.models.campaign import Campaign, Seat, SideCode


class InvitationState(models.TextChoices):
    OPEN = "open", "open"
    ACCEPTED = "accepted", "accepted"
    DECLINED = "declined", "declined"
    WITHDRAWN = "withdrawn", "withdrawn"


class How(models.TextChoices):
    LINK = "link", "by link"
    MAIL = "mail", "by email"
    NAME = "name", "by username"


@recorded
class Invitation(Recorded):
    """An offer of one seat, good once. The link's secret is kept as a hash, the address only as `ErasableText`."""

    PUBLIC = frozenset(["id", "campaign", "seat", "state", "how", "hand_over", "asked_by", "asked_at", "expires_at"])

    campaign = models.ForeignKey(Campaign, models.DO_NOTHING)
    seat = models.ForeignKey(Seat, models.DO_NOTHING)
    how = models.CharField(max_length=4, choices=How.choices)
    hand_over = models.BooleanField(default=False)
    asked_by = models.BigIntegerField()
    asked_at = models.DateTimeField()
    token_hash = models.CharField(max_length=64, blank=True, db_index=True)
    user_id = models.BigIntegerField(null=True, db_index=True)
    address_text_id = models.BigIntegerField(null=True)
    state = models.CharField(max_length=10, choices=InvitationState.choices, default=InvitationState.OPEN)
    expires_at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["campaign", "state"])]

    def __str__(self) -> str:
        return f"invitation to {self.seat_id:016x}"


class ProposalState(models.TextChoices):
    OPEN = "open", "open"
    AGREED = "agreed", "agreed"
    REFUSED = "refused", "refused"
    WITHDRAWN = "withdrawn", "withdrawn"
    DONE = "done", "carried out"


@recorded
class Proposal(Recorded):
    """A request of one side that the other side must agree to, where the site umpires.

    Everyone sees `payload`; only the asking side, under its `audience`, sees `own`.
    """

    PUBLIC = frozenset(["id", "campaign", "kind", "payload", "side", "state", "at"])

    campaign = models.ForeignKey(Campaign, models.DO_NOTHING)
    kind = models.CharField(max_length=40)
    payload = models.JSONField(default=dict)
    own = models.JSONField(default=dict)
    side = models.CharField(max_length=3, choices=SideCode.choices)
    state = models.CharField(max_length=10, choices=ProposalState.choices, default=ProposalState.OPEN)
    at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["campaign", "state"])]

    def __str__(self) -> str:
        return f"{self.side} asks for {self.kind}"


@recorded
class Message(Recorded):
    """A message within a side, with the umpire, or to everyone. The image holds a hash; the text can be erased."""

    PUBLIC = frozenset(["id", "campaign"])

    campaign = models.ForeignKey(Campaign, models.DO_NOTHING)
    seat = models.ForeignKey(Seat, models.DO_NOTHING)
    audience = models.CharField(max_length=60)
    text_id = models.BigIntegerField()
    text_hash = models.CharField(max_length=64)
    at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["campaign", "audience", "at"])]

    def who_may_know(self) -> str:
        return self.audience

    def __str__(self) -> str:
        return f"message to {self.audience}"


class ErasableText(models.Model):
    """Personal text, kept outside the journal so that it can be erased.

    The journal keeps its hash under the nonce: once text and nonce are gone, nobody can even test a guess.
    """

    id = models.BigIntegerField(primary_key=True)
    author_id = models.BigIntegerField(db_index=True)
    campaign_id = models.BigIntegerField(db_index=True)
    nonce = models.CharField(max_length=64, blank=True)
    text = models.TextField()

    def __str__(self) -> str:
        return f"text {self.id:016x}"


@recorded
class Deadline(Recorded):
    """When a move is due. Keyed by its subject and by `since`, when its phase opened; the move follows from the game.

    `held` says that the clock is stopped with its phase, such as a postponed battle, and restarts with it.
    """

    PUBLIC = frozenset(
        ["id", "campaign", "subject", "since", "due_at", "paused_at", "held", "reminded_at", "passed_at"]
    )

    campaign = models.ForeignKey(Campaign, models.DO_NOTHING)
    subject = models.CharField(max_length=80)
    since = models.DateTimeField()
    due_at = models.DateTimeField()
    paused_at = models.DateTimeField(null=True)
    held = models.BooleanField(default=False)
    reminded_at = models.DateTimeField(null=True)
    passed_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["campaign", "subject"], name="one_deadline")]

    def __str__(self) -> str:
        return self.subject
