"""How far a campaign has come: its turn and, in a war, the course of the turn and what each side may spend."""

from django.db import models

from campaign.audiences import PUBLIC, UMPIRE
from campaign.models import Campaign, Recorded, SideCode, recorded
from war.models.map import a_season, within


@recorded
class TurnTrack(Recorded):
    """Which strategic turn it is, and where in it a war stands. A row of the game, so that a rewind can set it back.

    `since` is when the war came to wait for what it waits for now. `pending` is a move whose end is still to be
    settled, before the next order: a reaction, a battle, a retreat.
    """

    PUBLIC = frozenset(
        [
            "id",
            "campaign",
            "turn",
            "season",
            "phase",
            "pulse",
            "pulses",
            "rolls",
            "use_track",
            "table_uses",
            "initiative",
            "spending",
            "difference",
            "winning_total",
            "battles",
            "shaken",
            "kentucky_neutral",
            "washington_fell",
            "washington_lost",
            "uncovered",
            "result",
            "since",
        ]
    )

    campaign = models.ForeignKey(Campaign, models.DO_NOTHING)
    turn = models.PositiveIntegerField(default=1, validators=within("turn"))
    season = models.CharField(max_length=10, validators=[a_season])
    phase = models.CharField(max_length=16, blank=True)
    pulse = models.PositiveSmallIntegerField(default=0)
    pulses = models.PositiveIntegerField(default=0)
    rolls = models.PositiveSmallIntegerField(default=0)
    use_track = models.PositiveSmallIntegerField(default=1)
    table_uses = models.PositiveIntegerField(default=0)
    initiative = models.CharField(max_length=3, blank=True, choices=SideCode.choices)
    spending = models.CharField(max_length=3, blank=True, choices=SideCode.choices)
    difference = models.PositiveSmallIntegerField(default=0)
    winning_total = models.PositiveSmallIntegerField(default=2)
    battles = models.PositiveSmallIntegerField(default=0)
    shaken = models.JSONField(default=list)
    kentucky_neutral = models.BooleanField(default=False)
    washington_fell = models.BooleanField(default=False)
    washington_lost = models.PositiveSmallIntegerField(default=0)
    uncovered = models.BooleanField(default=False)
    result = models.CharField(max_length=40, blank=True)
    since = models.DateTimeField(null=True)
    pending = models.JSONField(default=dict)

    def who_may_know(self) -> str:
        return PUBLIC

    def __str__(self) -> str:
        return f"turn {self.turn}"


@recorded
class Purse(Recorded):
    """What a side may spend: its command points and entries, what is left of the difference, and its instructions.

    The enemy sees what was paid, and this turn's priorities. `body` is the side's own.
    """

    PUBLIC = frozenset(["id", "campaign", "track", "side", "paid", "priorities"])

    campaign = models.ForeignKey(Campaign, models.DO_NOTHING, related_name="purses")
    track = models.ForeignKey(TurnTrack, models.DO_NOTHING, related_name="purses")
    side = models.CharField(max_length=3, choices=SideCode.choices)
    paid = models.PositiveSmallIntegerField(default=0)
    priorities = models.JSONField(default=list)
    body = models.JSONField(default=dict)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["campaign", "side"], name="one_purse_a_side")]

    def __str__(self) -> str:
        return f"purse of the {SideCode(self.side).label} side"


MOVED = "war.move"  # the kind of journal lines that a map replays


class Marking(models.TextChoices):
    """What may lie in a hex besides forces."""

    HELD = "held", "held"
    FORT = "fort", "fort"
    FORTRESS = "fortress", "fortress"
    DEPOT = "depot", "depot"
    CUT = "cut", "cut rails"


@recorded
class Marker(Recorded):
    """A side's marker in a hex: that it holds the hex, which it didn't when the war opened, its work or depot there, or
    that it has cut the rails there.

    On the board everybody sees it; otherwise a side knows what its own `Belief` says.
    """

    READ_WITH = ("campaign",)

    campaign = models.ForeignKey(Campaign, models.DO_NOTHING, related_name="markers")
    hex = models.CharField(max_length=8)
    side = models.CharField(max_length=3, choices=SideCode.choices)
    kind = models.CharField(max_length=8, choices=Marking.choices)
    built_turn = models.PositiveSmallIntegerField(default=0)
    counts_from = models.PositiveIntegerField(default=0)
    printed = models.BooleanField(default=False)
    raised = models.BooleanField(default=False)

    class Meta:
        indexes = [models.Index(fields=["campaign", "hex"])]

    def who_may_know(self) -> str:
        return PUBLIC if self.campaign.sight == BOARD else UMPIRE

    def __str__(self) -> str:
        return f"{self.side} {self.kind} at {self.hex}"


BOARD = "board"


@recorded
class Belief(Recorded):
    """What a side that sees only nearby hexes knows of a hex: its holder, its works, and enemies last seen there."""

    PUBLIC = frozenset(["id", "campaign", "side"])

    campaign = models.ForeignKey(Campaign, models.DO_NOTHING, related_name="beliefs")
    side = models.CharField(max_length=3, choices=SideCode.choices)
    hex = models.CharField(max_length=8)
    body = models.JSONField(default=dict)

    class Meta:
        indexes = [models.Index(fields=["campaign", "side"])]

    def __str__(self) -> str:
        return f"{self.side} of {self.hex}"


@recorded
class Queue(Recorded):
    """A side's orders for coming half-pulses, and whether it stands ready, which everybody sees.

    A side that stands ready ends each of its half-pulses as soon as its queue has run. The word `READY` among the
    orders ends only the half-pulse in which it was said.
    """

    READY = "ready"
    PUBLIC = frozenset(["id", "campaign", "side", "is_ready"])

    campaign = models.ForeignKey(Campaign, models.DO_NOTHING, related_name="queues")
    side = models.CharField(max_length=3, choices=SideCode.choices)
    is_ready = models.BooleanField(default=False)
    orders = models.JSONField(default=list)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["campaign", "side"], name="one_queue_a_side")]

    def __str__(self) -> str:
        return f"queue of the {SideCode(self.side).label} side"
