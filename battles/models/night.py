"""What each side does overnight, sealed until both have chosen."""

from django.db import models

from battles.models.battle import Battle, BattleState, OfBattle
from campaign.audiences import PUBLIC
from campaign.models import recorded


@recorded
class NightChoice(OfBattle):
    """A side's choice to stay on the field overnight or to withdraw. That it was sealed is public."""

    PUBLIC = frozenset(["id", "campaign", "battle", "side", "step"])

    step = models.PositiveIntegerField()
    withdraws = models.BooleanField(default=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["battle", "side", "step"], name="one_choice_a_night")]

    def __str__(self) -> str:
        return f"{self.side} on the night of step {self.step}"

    def who_may_know(self) -> str:
        return self.audience_in(self.battle)

    def audience_in(self, battle: Battle) -> str:
        """Return who sees the choice, given its battle: everyone once the night is over."""
        is_sealed = battle.state == BattleState.NIGHT and battle.step == self.step
        return battle.plan_audience(self.side) if is_sealed else PUBLIC
