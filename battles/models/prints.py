"""Prints of a battle in a box. A print isn't an act of the game: it is a row of one seat, without journal
or image, and never rewound (docs/decisions/0036-battle-in-a-box.md).
"""

from django.db import models


class Paper(models.TextChoices):
    A4 = "a4", "A4"
    LETTER = "us-letter", "US Letter"


class PrintState(models.TextChoices):
    WAITING = "waiting", "in progress"
    READY = "ready", "ready"
    FAILED = "failed", "failed"


class BoxPrint(models.Model):
    """A print that a seat asked for: what it holds until it is made, then its PDF.

    `made_from` and `around` are fingerprints of what it shows: its armies, and the rest, such as the ground. `due_at`
    is when a worker may take it up: one that does moves this on, so a killed one holds it only for a while.
    """

    id = models.BigIntegerField(primary_key=True)
    seat_id = models.BigIntegerField()
    battle_id = models.BigIntegerField()
    key = models.CharField(max_length=64, blank=True)
    paper = models.CharField(max_length=10, choices=Paper.choices)
    seal = models.CharField(max_length=60)
    made_from = models.CharField(max_length=64)
    around = models.CharField(max_length=64)
    at = models.DateTimeField()
    state = models.CharField(max_length=8, choices=PrintState.choices, default=PrintState.WAITING)
    tries = models.PositiveSmallIntegerField(default=0)
    due_at = models.DateTimeField(null=True)
    box = models.JSONField(default=dict)
    pdf = models.BinaryField(default=bytes)
    size = models.PositiveIntegerField(default=0)

    class Meta:
        indexes = [models.Index(fields=["seat_id", "battle_id"]), models.Index(fields=["state", "due_at"])]

    def __str__(self) -> str:
        return f"print {self.id:016x}"
