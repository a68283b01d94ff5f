"""What stands on the sheet, and what each side believes of the other."""

from collections.abc import Sequence
from datetime import date

from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models

from campaign.audiences import PUBLIC, scope_audience
from campaign.models import Campaign, Recorded, SideCode, recorded
from rulesets.core.brief_values import HEXSIDES, LIMITS, SEASONS, WORKS
from rulesets.core.carry import MOST_CARRY, read_carry


def within(name: str) -> list[MinValueValidator | MaxValueValidator]:
    """Return validators with the limits of a setup's form."""
    least, most = LIMITS[name]
    return [MinValueValidator(least), MaxValueValidator(most)]


def a_season(value: str) -> None:
    _one_of(SEASONS, value)


def a_hexside(value: str) -> None:
    _one_of(HEXSIDES, value)


def _one_of(words: Sequence[str], value: str) -> None:
    if value not in words:
        raise ValidationError(f"This is one of {', '.join(words)}.")


def a_carry(value: str) -> None:
    """Check a fraction of a strength point (VG-9A)."""
    try:
        read_carry(value)
    except ValueError:
        raise ValidationError(f"This is a fraction from -{MOST_CARRY} to {MOST_CARRY}, such as 3/20.") from None


def a_day(value: str) -> None:
    try:
        date.fromisoformat(value)
    except ValueError:
        raise ValidationError("This is a day, such as 1862-04-06.") from None


class Fate(models.TextChoices):
    FIT = "fit", "fit"
    WOUNDED = "wounded", "wounded"
    KILLED = "killed", "killed"


ON_MAP = "map"


class ContactState(models.TextChoices):
    """What becomes of a contact: a battle on the table if both sides agree, else strategic combat (VG-1)."""

    WAITING = "waiting", "waiting for both sides to agree"
    AGREED = "agreed", "agreed, to be fought on the table"
    STRATEGIC = "strategic", "decided by strategic combat"
    TAKEN_UP = "taken_up", "taken up as a battle"
    SETTLED = "settled", "settled"


UNDECIDED = (ContactState.WAITING, ContactState.AGREED, ContactState.STRATEGIC)


@recorded
class Force(Recorded):
    """What stands together in a hex under one command."""

    PUBLIC = frozenset(["id", "campaign", "side"])

    campaign = models.ForeignKey(Campaign, models.DO_NOTHING, related_name="forces")
    side = models.CharField(max_length=3, choices=SideCode.choices)
    hex = models.CharField(max_length=8)
    name = models.CharField(max_length=60, blank=True)
    scope = models.CharField(max_length=40, blank=True)
    demoralized = models.BooleanField(default=False)
    in_supply = models.BooleanField(default=True)

    class Meta:
        indexes = [models.Index(fields=["campaign", "side"])]

    def __str__(self) -> str:
        return self.name or f"{self.side} at {self.hex}"


@recorded
class Leader(Recorded):
    """A leader's counter, with the ratings it has in this campaign.

    A leader who is lost for a time returns on `back_turn`; his promotion counter is on the turn track at `counter_turn`
    (VG-10A). In a war, `standing` says where he is otherwise, and `army` names the army that he commands.
    """

    PUBLIC = frozenset(["id", "campaign", "side"])

    campaign = models.ForeignKey(Campaign, models.DO_NOTHING, related_name="leaders")
    side = models.CharField(max_length=3, choices=SideCode.choices)
    force = models.ForeignKey(Force, models.DO_NOTHING, null=True, related_name="leaders")
    counter = models.CharField(max_length=60)
    name = models.CharField(max_length=60)
    given_name = models.CharField(max_length=60, blank=True)
    stars = models.PositiveSmallIntegerField()
    initiative = models.SmallIntegerField()
    tactical = models.SmallIntegerField()
    command = models.SmallIntegerField(null=True)
    cavalry = models.BooleanField(default=False)
    seniority = models.PositiveSmallIntegerField()
    fate = models.CharField(max_length=8, choices=Fate.choices, default=Fate.FIT)
    back_turn = models.PositiveSmallIntegerField(null=True, validators=within("turn"))
    counter_turn = models.PositiveSmallIntegerField(null=True, validators=within("turn"))
    standing = models.CharField(max_length=10, default=ON_MAP)
    enters_at = models.CharField(max_length=60, blank=True)
    revealed = models.BooleanField(default=False)
    instruction = models.CharField(max_length=8, default="support")
    moved_in = models.PositiveIntegerField(default=0)
    alone_in = models.PositiveIntegerField(default=0)
    rolled_in = models.PositiveIntegerField(default=0)
    promotable = models.BooleanField(default=False)
    army = models.CharField(max_length=60, blank=True)

    class Meta:
        indexes = [models.Index(fields=["campaign", "side"])]

    def __str__(self) -> str:
        return self.name


@recorded
class StrengthPoint(Recorded):
    """One strength point: its arm, its quality, its history, and the fraction of a point it carries (VG-9A).

    In a war, one without a force isn't on the map: it is due on a turn, waits to enter, or is lost. One that the umpire
    took off the map is `corrected`: it counts for nobody as a loss.
    """

    PUBLIC = frozenset(["id", "campaign", "side"])

    campaign = models.ForeignKey(Campaign, models.DO_NOTHING, related_name="strength_points")
    side = models.CharField(max_length=3, choices=SideCode.choices)
    force = models.ForeignKey(Force, models.DO_NOTHING, null=True, related_name="strength_points")
    arm = models.CharField(max_length=8)
    quality = models.CharField(max_length=8)
    under = models.ForeignKey(Leader, models.DO_NOTHING, null=True)
    carry = models.CharField(max_length=24, default="0", validators=[a_carry])
    battles = models.PositiveSmallIntegerField(default=0)
    lost = models.BooleanField(default=False)
    due_turn = models.PositiveSmallIntegerField(null=True, validators=within("turn"))
    enters_at = models.CharField(max_length=60, blank=True)
    demoralized = models.BooleanField(default=False)
    fought_turn = models.PositiveSmallIntegerField(default=0)
    moved_in = models.PositiveIntegerField(default=0)
    lost_at = models.CharField(max_length=8, blank=True)
    corrected = models.BooleanField(default=False)

    class Meta:
        indexes = [models.Index(fields=["campaign", "side"])]

    def __str__(self) -> str:
        return f"{self.quality} {self.arm}"


@recorded
class Brigade(Recorded):
    """A brigade as its last battle left it: its name, the stands of its strength points there, and its battles.

    It is known to the seats of the theater that fought it. Its name ends with its strength points (decision 0046).
    """

    PUBLIC = frozenset(["id", "campaign", "side"])

    campaign = models.ForeignKey(Campaign, models.DO_NOTHING, related_name="brigades")
    side = models.CharField(max_length=3, choices=SideCode.choices)
    scope = models.CharField(max_length=40, blank=True)
    name = models.CharField(max_length=60)
    commander = models.CharField(max_length=60, blank=True)
    points = models.JSONField(default=dict)
    record = models.JSONField(default=list)

    class Meta:
        indexes = [models.Index(fields=["campaign", "side"])]

    def who_may_know(self) -> str:
        return scope_audience(self.side, self.scope)

    def __str__(self) -> str:
        return self.name


@recorded
class Contact(Recorded):
    """Two forces in one hex, waiting until both sides agree how to fight. What both sides know by standing there.

    Until it is settled or postponed it locks its hex and those around it; in a war, until it is settled
    (`selectors/locks.py`). `since` is when it came into its state: the deadlines of both sides count from it.
    """

    PUBLIC = frozenset(
        [
            "id",
            "campaign",
            "name",
            "hex",
            "attacker",
            "hexside",
            "hexside_name",
            "work",
            "entered_from",
            "came_from",
            "pulse",
            "fought_on",
            "state",
            "since",
            "postponed",
            "stands_per_sp",
            "batteries_per_sp",
        ]
    )

    campaign = models.ForeignKey(Campaign, models.DO_NOTHING, related_name="contacts")
    name = models.CharField(max_length=80)
    hex = models.CharField(max_length=8)
    attacker = models.CharField(max_length=3, choices=SideCode.choices)
    hexside = models.CharField(max_length=20, validators=[a_hexside])
    hexside_name = models.CharField(max_length=60, blank=True)
    work = models.CharField(max_length=8, choices=[(work, work) for work in WORKS], default=WORKS[0])
    entered_from = models.CharField(max_length=80, blank=True)
    came_from = models.CharField(max_length=8, blank=True)
    pulse = models.PositiveIntegerField(default=0)
    fought_on = models.CharField(max_length=10, blank=True, validators=[a_day])
    stands_per_sp = models.PositiveSmallIntegerField(default=20, validators=within("stands_per_sp"))
    batteries_per_sp = models.PositiveSmallIntegerField(default=2, validators=within("batteries_per_sp"))
    strategic_table = models.JSONField(default=dict)
    state = models.CharField(max_length=10, choices=ContactState.choices, default=ContactState.WAITING)
    since = models.DateTimeField()
    postponed = models.BooleanField(default=False)

    def who_may_know(self) -> str:
        return PUBLIC

    def __str__(self) -> str:
        return self.name


@recorded
class Sighting(Recorded):
    """What a side believes stands in a hex. Its id is the id that *this side* knows it by (secrecy.md, "Ids")."""

    PUBLIC = frozenset(["id", "campaign", "side"])

    campaign = models.ForeignKey(Campaign, models.DO_NOTHING, related_name="sightings")
    side = models.CharField(max_length=3, choices=SideCode.choices)
    hex = models.CharField(max_length=8)
    leaders = models.JSONField(default=list)
    since_turn = models.PositiveIntegerField()
    in_sight = models.BooleanField(default=True)

    class Meta:
        indexes = [models.Index(fields=["campaign", "side"])]

    def __str__(self) -> str:
        return f"{self.side} sees {self.hex}"
