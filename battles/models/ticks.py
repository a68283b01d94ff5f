"""Casualties as a side ticks them at the table, one record a tick."""

from django.db import models

from battles.models.battle import OfBattle
from campaign.models import recorded
from rulesets.core.report import CAUSES, Fate

KINDS_OF_TICK = tuple(dict.fromkeys([*CAUSES, *(fate.value for fate in Fate)]))


@recorded
class Tick(OfBattle):
    """One stand lost, one taken back, or the fate of a unit or leader. Ticks add up; none replaces another.

    `n` counts a side's ticks. `expected` is how many stands the page showed. `turn` is when the loss happened, and a
    tick taken back has the turn of the one it takes. One that `counts` not was beyond the unit's stands.
    """

    PUBLIC = frozenset(["id", "campaign", "battle", "side"])

    n = models.PositiveIntegerField()
    unit = models.CharField(max_length=60)
    cause = models.CharField(max_length=13, choices=[(kind, kind) for kind in KINDS_OF_TICK])
    by = models.SmallIntegerField(default=1)
    expected = models.PositiveIntegerField(default=0)
    turn = models.PositiveIntegerField()
    counts = models.BooleanField(default=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["battle", "side", "n"], name="one_tick_a_number")]

    def __str__(self) -> str:
        return f"tick {self.n} of the {self.get_side_display()} side"

    def who_may_know(self) -> str:
        return self.battle.army_audience(self.side)
