"""Define sealed dice: cups, their secrets, random digits, ledgers, and published checkpoints (heads).

Append-only and never imaged: no rewind changes these rows, and none has a database constraint to a row that
can be rewound (secrecy.md, "Cups"). The umpire reads images, so no secret may be in one.
"""

from django.db import models

from rulesets.core.cup import FROZEN, HAND, MACHINE, TAKING, TURNED_OVER, VOID


class OwnerKind(models.TextChoices):
    BATTLE = "battle", "battle"
    TURN = "turn", "strategic turn"
    PRACTICE = "practice", "practice"


class CupState(models.TextChoices):
    TAKING = TAKING, "collecting random digits"
    FROZEN = FROZEN, "in use"
    TURNED_OVER = TURNED_OVER, "revealed"


class HowThrown(models.TextChoices):
    MACHINE = MACHINE, "by machine"
    HAND = HAND, "by hand"
    VOID = VOID, "void"


class Cup(models.Model):
    """One cup of one owner and audience. `count` and `tip` are the ledger's length and last hash.

    `opening` counts the cups this owner and audience have had. `home` is the stream whose rewinds reopen it;
    `revealed_stream` and `revealed_seq` name the entry that revealed it, so that a rewind past that entry is noticed.
    """

    id = models.BigIntegerField(primary_key=True)
    campaign_id = models.BigIntegerField(null=True)
    owner_kind = models.CharField(max_length=8, choices=OwnerKind.choices)
    owner_id = models.BigIntegerField()
    title = models.CharField(max_length=80, blank=True)
    audience = models.CharField(max_length=20)
    opening = models.PositiveIntegerField(default=1)
    opened_on = models.DateField()
    opened_seq = models.BigIntegerField(default=0)
    home = models.CharField(max_length=24, blank=True)
    commitment = models.CharField(max_length=64)
    state = models.CharField(max_length=11, choices=CupState.choices, default=CupState.TAKING)
    count = models.PositiveIntegerField(default=0)
    tip = models.CharField(max_length=64)
    steps = models.PositiveIntegerField(default=0)
    revealed_stream = models.CharField(max_length=24, blank=True)
    revealed_seq = models.BigIntegerField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["owner_kind", "owner_id", "audience", "opening"], name="one_cup_an_opening")
        ]
        indexes = [models.Index(fields=["campaign_id", "owner_kind", "owner_id"])]

    def __str__(self) -> str:
        return f"cup {self.id:016x}"


class CupSecret(models.Model):
    """The secret of a cup, kept apart so that no query for cups fetches it."""

    cup = models.OneToOneField(Cup, models.DO_NOTHING, primary_key=True, related_name="hidden")
    secret = models.CharField(max_length=64)

    def __str__(self) -> str:
        return f"secret of cup {self.cup_id:016x}"


class Entropy(models.Model):
    """What a side's browser added to a cup, or "absent"."""

    cup = models.ForeignKey(Cup, models.DO_NOTHING, related_name="entropies")
    side = models.CharField(max_length=20)
    line = models.CharField(max_length=64)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["cup", "side"], name="one_entropy_a_side")]

    def __str__(self) -> str:
        return f"{self.side} {self.line}"


class Throw(models.Model):
    """One line of a ledger. `base` spells rule, subject, and turn canonically; with `k`, it is the key."""

    cup = models.ForeignKey(Cup, models.DO_NOTHING, related_name="throws")
    n = models.PositiveIntegerField()
    base = models.CharField(max_length=500)
    k = models.PositiveIntegerField(default=0)
    sides = models.PositiveSmallIntegerField()
    faces = models.JSONField(default=list)
    how = models.CharField(max_length=7, choices=HowThrown.choices)
    of = models.CharField(max_length=16, blank=True)
    note = models.TextField(blank=True)
    hash = models.CharField(max_length=64)
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["cup", "n"], name="one_ledger_line")]
        indexes = [models.Index(fields=["cup", "base"])]

    def __str__(self) -> str:
        return f"{self.base} {self.faces}"


class Head(models.Model):
    """A checkpoint of a cup: a blinded head, published in the journal at a public step."""

    cup = models.ForeignKey(Cup, models.DO_NOTHING, related_name="heads")
    step = models.PositiveIntegerField()
    at = models.CharField(max_length=80)
    count = models.PositiveIntegerField()
    blinded = models.CharField(max_length=64)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["cup", "step"], name="one_head_a_step")]

    def __str__(self) -> str:
        return f"head {self.step} of cup {self.cup_id:016x}"
