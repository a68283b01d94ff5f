"""Leaders in their places, and the rolls that are made at the table with a side's own units."""

from django.db import models

from battles.models.battle import Battle
from battles.models.card_rolls import RuleRoll
from battles.models.opening import OwnersAlone
from campaign.audiences import PUBLIC
from campaign.models import Campaign, SideCode, recorded


@recorded
class LeaderPlace(OwnersAlone):
    """Where a leader is, as his side states it (VG-7A2, 11). The enemy may not know who leads.

    `post` is his place in the order of battle. That he fell is a tick among his side's losses.
    """

    PUBLIC = frozenset(["id", "campaign", "battle", "side"])

    post = models.CharField(max_length=12)
    attached_to = models.CharField(max_length=20, blank=True)
    in_army_radius = models.BooleanField(default=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["battle", "side", "post"], name="one_place_a_leader")]

    def __str__(self) -> str:
        return f"leader of the {SideCode(self.side).label} side"


@recorded
class TableRoll(RuleRoll):
    """A roll made at the table with a side's unit: everyone sees it. Its dice are in the ledger of the public cup.

    `unit` is what everyone calls the unit, and `again` counts rerolls, or rolls of the same rule this turn. `inputs`
    are only for a reroll: they say more than the trace does.
    """

    PUBLIC = frozenset(
        [
            "id",
            "campaign",
            "battle",
            "side",
            "turn",
            "name",
            "procedure",
            "unit",
            "again",
            "result",
            "trace",
            "at",
        ]
    )

    campaign = models.ForeignKey(Campaign, models.DO_NOTHING)
    battle = models.ForeignKey(Battle, models.DO_NOTHING, related_name="table_rolls")
    side = models.CharField(max_length=3, choices=SideCode.choices)
    turn = models.PositiveIntegerField()
    name = models.CharField(max_length=40)
    unit = models.CharField(max_length=80)
    again = models.PositiveIntegerField(default=0)
    inputs = models.JSONField(default=dict)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.title}, {self.unit}, turn {self.turn}"

    def who_may_know(self) -> str:
        return PUBLIC
