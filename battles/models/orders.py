"""Written orders: sealed text that a side and the umpire see until it is revealed."""

from django.db import models

from battles.models.battle import Battle, OfBattle
from battles.models.cards import Card
from campaign.audiences import PUBLIC
from campaign.models import recorded

LONGEST_ORDER = 500


@recorded
class WrittenOrder(OfBattle):
    """A side's order for one unit, or for the brigade or force that `to` names, written on a turn."""

    PUBLIC = frozenset(["id", "campaign", "battle"])

    card = models.ForeignKey(Card, models.DO_NOTHING, null=True, db_constraint=False, related_name="orders")
    to = models.CharField(max_length=60, blank=True)
    text = models.CharField(max_length=LONGEST_ORDER)
    turn = models.PositiveIntegerField()
    revealed = models.BooleanField(default=False)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"order of turn {self.turn}"

    def who_may_know(self) -> str:
        return self.audience_in(self.battle)

    def audience_in(self, battle: Battle) -> str:
        """Return who sees the order, given its battle."""
        return PUBLIC if self.revealed or battle.is_disclosed else battle.plan_audience(self.side)
