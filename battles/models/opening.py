"""What is decided about units at the opening and on arrival: by the umpire, and by the owner of a flank force."""

from django.db import models

from battles.models.battle import OfBattle
from campaign.audiences import PUBLIC
from campaign.models import SideCode, recorded


class OwnersAlone(OfBattle):
    """A record that its side and the umpire know until the plans are public."""

    class Meta:
        abstract = True

    def who_may_know(self) -> str:
        return self.battle.army_audience(self.side)


@recorded
class HiddenStart(OwnersAlone):
    """Which of a side's units start hidden, as the umpire decided in place of the side's own marks (VG-7)."""

    PUBLIC = frozenset(["id", "campaign", "battle", "side"])

    units = models.JSONField(default=list)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["battle", "side"], name="one_hidden_start_a_side")]

    def __str__(self) -> str:
        return f"hidden start of the {SideCode(self.side).label} side"


@recorded
class ExcessChoice(OwnersAlone):
    """What comes on of a flank force that met a smaller one off the table, as its owner chooses (VG-7B5a).

    The choice is open on the turn that the force enters. `units` are whole brigades and batteries; one brigade more
    may be `reduced`. Until the choice `is_made`, the default counts.
    """

    PUBLIC = frozenset(["id", "campaign", "battle", "side"])

    edge = models.CharField(max_length=8)
    turn = models.PositiveIntegerField()
    units = models.JSONField(default=list)
    reduced = models.CharField(max_length=40, blank=True)
    is_made = models.BooleanField(default=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["battle", "side", "edge"], name="one_excess_choice_an_edge")]

    def __str__(self) -> str:
        return f"excess of the {SideCode(self.side).label} side"


@recorded
class PlacedUnit(OfBattle):
    """A unit that the enemy has seen on the table since a turn, with what everyone sees of it there (VG-7).

    Its own id is what the others know it by. `unit` is its address in the order of battle, which would tell how many
    units come before it: only its side and the umpire learn that.
    """

    PUBLIC = frozenset(["id", "campaign", "battle", "side", "name", "arm", "stands", "turn"])

    unit = models.CharField(max_length=60)
    name = models.CharField(max_length=120)
    arm = models.CharField(max_length=20, blank=True)
    stands = models.PositiveIntegerField(default=0)
    turn = models.PositiveIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["battle", "side", "unit"], name="one_placing_a_unit")]

    def who_may_know(self) -> str:
        return PUBLIC

    def __str__(self) -> str:
        return self.name
