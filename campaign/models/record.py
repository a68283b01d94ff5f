"""Define the record: locks, entries, row images, announcements, and journals with their own numbers.

Append-only or derived; none of these rows is imaged or rewound, and none has a database constraint to a row
that can be (secrecy.md, "Streams, rewind, proof").
"""

from django.db import models
from django.db.models import Q

from campaign.models.campaign import Campaign, Role
from campaign.models.user import current_time

CAMPAIGN_STREAM = "campaign"
CLUB_STREAM = "club"


class Lock(models.Model):
    """A campaign's write lock and the true order of its entries, which nobody sees. Its id is the campaign's.

    The sweep keeps its place here: `swept` is the last entry that a whole sweep had before it, `due_at` when the next
    work falls due if nobody acts until then, and `tried_at` when a sweep of all campaigns last came to this one.
    """

    id = models.BigIntegerField(primary_key=True)
    seq = models.BigIntegerField(default=0)
    swept = models.BigIntegerField(default=0)
    due_at = models.DateTimeField(null=True)
    tried_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"lock {self.id:016x}"


class Feed(models.Model):
    """A journal with its own numbers: one per seat, and one that all observers share.

    `game_since` and `talk_since` say since when news about the game, or messages, wait for an email to the seat's
    holder. The email has no content: it says only that something changed.
    """

    id = models.BigIntegerField(primary_key=True)
    campaign = models.ForeignKey(Campaign, models.DO_NOTHING, db_constraint=False)
    role = models.CharField(max_length=10, choices=Role.choices)
    side = models.CharField(max_length=3, blank=True)
    scope = models.CharField(max_length=40, blank=True)
    seat_id = models.BigIntegerField(null=True)
    last = models.PositiveIntegerField(default=0)
    version = models.PositiveIntegerField(default=1)
    changed_at = models.DateTimeField()
    closed = models.BooleanField(default=False)
    game_since = models.DateTimeField(null=True)
    talk_since = models.DateTimeField(null=True)

    class Meta:
        indexes = [
            models.Index(fields=["game_since"], condition=Q(game_since__isnull=False), name="feed_game_due"),
            models.Index(fields=["talk_since"], condition=Q(talk_since__isnull=False), name="feed_talk_due"),
        ]

    def __str__(self) -> str:
        return f"feed {self.id:016x}"

    @property
    def feed_id(self) -> int:
        return self.id


class Entry(models.Model):
    """One action, with its place in the true order.

    `key` is what a seat acted under, so that the same request doesn't act twice. `touched` names those whose view
    changed without a line, and changes again if the entry is undone.
    """

    id = models.BigIntegerField(primary_key=True)
    campaign = models.ForeignKey(Campaign, models.DO_NOTHING, db_constraint=False)
    stream = models.CharField(max_length=24)
    seq = models.BigIntegerField()
    kind = models.CharField(max_length=40)
    seat_id = models.BigIntegerField(null=True)
    actor_id = models.BigIntegerField(null=True)
    payload = models.JSONField(default=dict)
    throws = models.JSONField(default=list)
    touched = models.JSONField(default=list)
    at = models.DateTimeField()
    key = models.CharField(max_length=64, null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["campaign", "seq"], name="entry_seq"),
            models.UniqueConstraint(fields=["seat_id", "key"], condition=Q(key__isnull=False), name="done_once"),
        ]
        indexes = [models.Index(fields=["campaign", "stream", "seq"])]

    def __str__(self) -> str:
        return f"{self.stream} #{self.seq} {self.kind}"


class RowImage(models.Model):
    """One row before and after an entry; a pin marks a row the entry depends on but didn't write."""

    entry = models.ForeignKey(Entry, models.DO_NOTHING, related_name="images")
    campaign_id = models.BigIntegerField()
    seq = models.BigIntegerField()
    stream = models.CharField(max_length=24)
    table = models.CharField(max_length=60)
    row = models.BigIntegerField()
    schema = models.PositiveSmallIntegerField(default=1)
    before = models.JSONField(null=True)
    after = models.JSONField(null=True)
    pin = models.BooleanField(default=False)

    class Meta:
        indexes = [models.Index(fields=["table", "row", "seq"]), models.Index(fields=["campaign_id", "seq"])]

    def __str__(self) -> str:
        return f"{self.table} {self.row:016x} at #{self.seq}"


class Announcement(models.Model):
    """One sentence of an entry for an audience. `move` is what it says of a movement, for a map that replays it."""

    id = models.BigIntegerField(primary_key=True)
    entry = models.ForeignKey(Entry, models.DO_NOTHING, related_name="announcements")
    position = models.PositiveSmallIntegerField()
    audience = models.CharField(max_length=60)
    kind = models.CharField(max_length=40)
    about = models.CharField(max_length=24)
    turn = models.PositiveIntegerField(default=0)
    text = models.TextField()
    trace = models.JSONField(default=list)
    move = models.JSONField(default=dict)

    def __str__(self) -> str:
        return self.text


class LineTopic(models.TextChoices):
    """What a line is about, as the journal's filters name it."""

    EVENTS = "events", "Events"
    DICE = "dice", "Dice"
    MESSAGES = "messages", "Messages"


TOPICS = {"cup": LineTopic.DICE, "talk": LineTopic.MESSAGES}


def topic_of(kind: str) -> LineTopic:
    return TOPICS.get(kind.partition(".")[0], LineTopic.EVENTS)


class JournalLine(models.Model):
    """A line in one journal: its own number, its own time, and the version of the view it made.

    `about` names the stream on whose page the line appears, usually the stream of its entry.
    A line that a rewind undid isn't current.
    """

    feed = models.ForeignKey(Feed, models.DO_NOTHING, related_name="lines")
    n = models.PositiveIntegerField()
    version = models.PositiveIntegerField()
    announcement = models.ForeignKey(Announcement, models.DO_NOTHING)
    kind = models.CharField(max_length=40)
    topic = models.CharField(max_length=8, choices=LineTopic.choices, default=LineTopic.EVENTS)
    about = models.CharField(max_length=24)
    turn = models.PositiveIntegerField(default=0)
    at = models.DateTimeField()
    is_current = models.BooleanField(default=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["feed", "n"], name="line_number")]
        indexes = [
            models.Index(fields=["feed", "kind", "n"]),
            models.Index(fields=["feed", "topic", "n"]),
            models.Index(fields=["feed", "turn", "n"]),
            models.Index(fields=["feed", "about", "n"]),
        ]

    def __str__(self) -> str:
        return f"{self.n}"


class Topic(models.TextChoices):
    """What a notice is about, so that people can choose which to get."""

    GAME = "game", "the game"
    TALK = "talk", "messages"


class Draft(models.Model):
    """What a seat is still writing: one versioned row per subject, only for this seat, not journaled."""

    seat_id = models.BigIntegerField()
    subject = models.CharField(max_length=60)
    version = models.PositiveIntegerField(default=1)
    body = models.JSONField(default=dict)
    saved_at = models.DateTimeField(default=current_time)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["seat_id", "subject"], name="one_draft")]

    def __str__(self) -> str:
        return self.subject
