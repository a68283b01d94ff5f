"""Unit cards of a battle. What a card says belongs to its book: its kind and its values are the book's own."""

from django.db import models

from battles.models.battle import Battle
from campaign.audiences import PUBLIC
from campaign.models import Campaign, Recorded, SideCode, recorded


@recorded
class Card(Recorded):
    """A unit as it is now. `turn` is the last turn whose beginning it was reset for.

    Until the battle opens, only its side and the umpire see it; then everyone does, unless it is hidden.
    """

    PUBLIC = frozenset(["id", "campaign", "battle"])
    READ_WITH = ("battle__setup",)

    campaign = models.ForeignKey(Campaign, models.DO_NOTHING)
    battle = models.ForeignKey(Battle, models.DO_NOTHING, related_name="cards")
    side = models.CharField(max_length=3, choices=SideCode.choices)
    kind = models.CharField(max_length=40)
    name = models.CharField(max_length=60)
    values = models.JSONField(default=dict)
    hidden = models.BooleanField(default=False)
    turn = models.PositiveIntegerField(default=1)

    def __str__(self) -> str:
        return self.name

    def who_may_know(self) -> str:
        return self.audience_in(self.battle)

    def audience_in(self, battle: Battle) -> str:
        """Return who sees the card, given its battle."""
        on_table = battle.turn > 0 and not self.hidden
        return PUBLIC if on_table or battle.is_disclosed else battle.plan_audience(self.side)
