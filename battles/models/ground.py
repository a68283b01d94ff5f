"""The ground of a battle: what its table is like, and which edge each army holds."""

from django.db import models
from django.utils.functional import cached_property

from battles.models.battle import Battle
from campaign.audiences import PUBLIC
from campaign.models import Campaign, Recorded, recorded
from rulesets.core.ground import Ground, TableEdge


@recorded
class BattleGround(Recorded):
    """A battle's ground. Everyone may see it.

    `edge` is the defender's, once he has chosen it or the site has assigned it. `accepted_at` is when the umpire, or
    both sides, agreed to this ground. `pictures` are references (campaign.models.Picture).
    """

    PUBLIC = frozenset(["id", "campaign", "battle", "body", "edge", "accepted_at", "pictures"])

    campaign = models.ForeignKey(Campaign, models.DO_NOTHING)
    battle = models.OneToOneField(Battle, models.DO_NOTHING, related_name="ground")
    body = models.JSONField(default=dict)
    edge = models.CharField(max_length=5, blank=True, choices=[(edge.value, edge.value) for edge in TableEdge])
    accepted_at = models.DateTimeField(null=True)
    pictures = models.JSONField(default=list)

    def __str__(self) -> str:
        return f"ground of {self.battle}"

    def who_may_know(self) -> str:
        return PUBLIC

    @cached_property
    def whole(self) -> Ground:
        return Ground.from_json(self.body)

    @property
    def defender_edge(self) -> TableEdge | None:
        return TableEdge(self.edge) if self.edge else None

    def lay(self, ground: Ground) -> None:
        """Take a new ground; a chosen edge where the defender can no longer deploy is open again."""
        self.body, self.whole = ground.to_json(), ground
        if self.defender_edge not in ground.sides_to_choose:
            self.edge = ""
