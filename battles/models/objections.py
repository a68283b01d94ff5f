"""What a side says of the losses that it saw the enemy take, and what the umpire rules."""

from django.db import models

from battles.models.battle import OfBattle
from campaign.audiences import PUBLIC
from campaign.models import SideCode, recorded


@recorded
class Objection(OfBattle):
    """A side's own figures for losses of the enemy, row by row: where they differ, it objects.

    `figures` are losses by cause, under the id by which everyone knows the unit. The enemy's army reads them beside its
    result; otherwise only its own side and the umpire know.
    """

    PUBLIC = frozenset(["id", "campaign", "battle", "side"])

    figures = models.JSONField(default=dict)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["battle", "side"], name="one_objection_a_side")]

    def who_may_know(self) -> str:
        return self.battle.plan_audience(self.side)

    def __str__(self) -> str:
        return f"objections of the {SideCode(self.side).label} side"


@recorded
class LossRuling(OfBattle):
    """The umpire's figure for the losses of a unit that the enemy saw, with a reason, for everyone to read.

    `unit` is the id by which everyone knows it, never its address in the order of battle.
    """

    PUBLIC = frozenset(["id", "campaign", "battle", "side", "unit", "name", "losses", "reason"])

    unit = models.CharField(max_length=60)
    name = models.CharField(max_length=120)
    losses = models.JSONField(default=dict)
    reason = models.CharField(max_length=200)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["battle", "side", "unit"], name="one_ruling_a_unit")]

    def who_may_know(self) -> str:
        return PUBLIC

    def __str__(self) -> str:
        return f"ruling on {self.name}"
