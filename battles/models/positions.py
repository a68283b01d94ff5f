"""Where the troops stand when the table is left: each side's notes, and the umpire's."""

from django.db import models

from battles.models.battle import OfBattle
from campaign.audiences import UMPIRE
from campaign.models import SideCode, recorded

LONGEST_NOTE = 1000


@recorded
class PositionNote(OfBattle):
    """A note of positions on a turn, perhaps with a photograph that its text names. Without a side it's the umpire's.

    It stays with those who wrote it: it may name units that nobody else has seen.
    """

    PUBLIC = frozenset(["id", "campaign", "battle"])

    side = models.CharField(max_length=3, choices=SideCode.choices, blank=True)
    text = models.CharField(max_length=LONGEST_NOTE)
    picture = models.JSONField(default=dict, blank=True)
    turn = models.PositiveIntegerField()
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"positions on turn {self.turn}"

    def who_may_know(self) -> str:
        return self.battle.plan_audience(self.side) if self.side else UMPIRE
