"""One fight from contact to casualties. No column here belongs to a book: what a book knows is a JSON value.

Cups are campaign's; so are the journal, the seats and the lists (design.md 2).
"""

from django.db import models
from django.utils.functional import cached_property

from campaign.audiences import PUBLIC, scope_audience
from campaign.models import Campaign, Recorded, SideCode, recorded
from rulesets.core.brief import Brief, PublicBrief
from war.models import Contact


class BattleState(models.TextChoices):
    PLANS = "plans", "plans"
    DAY = "day", "the day"
    RESULT = "result", "result"
    APPLIED = "applied", "report applied"


class ClockRequest(models.TextChoices):
    """What a tap asks for: the clock goes on, goes back, or the fighting ends."""

    ON = "on", "next turn"
    BACK = "back", "one turn back"
    END = "end", "the fighting is over"


@recorded
class Battle(Recorded):
    """A battle and its clock. What it is fought from lies in rows of its own, written once: `Setup`, `PublicSetup`.

    `step` counts public steps: opening, each turn, the end. `swept` is the last step whose sweep has left its
    mark; nothing goes on before that.
    """

    PUBLIC = frozenset(["id", "campaign", "contact", "book", "name", "hex", "state", "turn", "step", "swept", "since"])

    campaign = models.ForeignKey(Campaign, models.DO_NOTHING, related_name="battles")
    contact = models.ForeignKey(Contact, models.DO_NOTHING, null=True, related_name="battles")
    book = models.CharField(max_length=40)
    name = models.CharField(max_length=80)
    hex = models.CharField(max_length=8, blank=True)
    state = models.CharField(max_length=8, choices=BattleState.choices, default=BattleState.PLANS)
    turn = models.PositiveIntegerField(default=0)
    step = models.PositiveIntegerField(default=0)
    swept = models.PositiveIntegerField(default=0)
    since = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["campaign", "state"])]

    def __str__(self) -> str:
        return self.name

    def plan_audience(self, side: str) -> str:
        """Return who may know a side's plan: the seats of the theater in which its forces are."""
        return scope_audience(side, self.setup.scopes.get(side, ""))

    @property
    def is_postponed(self) -> bool:
        """Whether its contact on the map is postponed: then nothing is done in it."""
        return self.contact is not None and self.contact.postponed

    @property
    def takes_results(self) -> bool:
        return self.state == BattleState.RESULT and not self.is_postponed

    @property
    def waits_for_umpire_work(self) -> bool:
        """Whether the sweep of the last public step has still to leave its mark."""
        return self.swept < self.step


@recorded
class Setup(Recorded):
    """The Brief of a battle, the numbers and rulings that its campaign plays by, and the theater of each side."""

    PUBLIC = frozenset(["id", "campaign", "battle", "house"])

    campaign = models.ForeignKey(Campaign, models.DO_NOTHING)
    battle = models.OneToOneField(Battle, models.DO_NOTHING, related_name="setup")
    brief = models.JSONField(default=dict)
    house = models.JSONField(default=dict)
    scopes = models.JSONField(default=dict)

    @cached_property
    def whole_brief(self) -> Brief:
        return Brief.from_json(self.brief)

    def __str__(self) -> str:
        return f"setup of {self.battle_id:016x}"


@recorded
class PublicSetup(Recorded):
    """What everyone may know of a battle's setup. Worked out from it, and again when it is corrected."""

    PUBLIC = frozenset(["id", "campaign", "battle", "brief", "house"])

    campaign = models.ForeignKey(Campaign, models.DO_NOTHING)
    battle = models.OneToOneField(Battle, models.DO_NOTHING, related_name="public_setup")
    brief = models.JSONField(default=dict)
    house = models.JSONField(default=dict)

    @cached_property
    def public_brief(self) -> PublicBrief:
        return PublicBrief.from_json(self.brief)

    def who_may_know(self) -> str:
        return PUBLIC

    def __str__(self) -> str:
        return f"public setup of {self.battle_id:016x}"


class OfBattle(Recorded):
    """A row of one side in one battle."""

    campaign = models.ForeignKey(Campaign, models.DO_NOTHING)
    battle = models.ForeignKey(Battle, models.DO_NOTHING)
    side = models.CharField(max_length=3, choices=SideCode.choices)

    class Meta:
        abstract = True


@recorded
class Plan(OfBattle):
    """A side's sealed plan. That it is sealed is public; what is in it is the side's and the umpire's."""

    PUBLIC = frozenset(["id", "campaign", "battle", "side", "sealed_at"])

    body = models.JSONField(default=dict)
    sealed_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["battle", "side"], name="one_plan_a_side")]

    def who_may_know(self) -> str:
        return self.battle.plan_audience(self.side)

    def __str__(self) -> str:
        return f"plan of {self.side}"


@recorded
class TurnRequest(OfBattle):
    """What a side wishes at a public step; both wishing the same, it happens."""

    PUBLIC = frozenset(["id", "campaign", "battle", "side", "step", "asks_for"])

    step = models.PositiveIntegerField()
    asks_for = models.CharField(max_length=4, choices=ClockRequest.choices, default=ClockRequest.ON)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["battle", "side", "step"], name="one_tap_a_step")]

    def __str__(self) -> str:
        return f"{self.side} at step {self.step}: {self.asks_for}"


@recorded
class SecretResult(Recorded):
    """What the neutral chair has worked out in secret, with the dispatches that fall due on later turns.

    `told` holds the places of the dispatches in `body` that have gone out.
    """

    PUBLIC = frozenset(["id", "campaign", "battle"])

    campaign = models.ForeignKey(Campaign, models.DO_NOTHING)
    battle = models.ForeignKey(Battle, models.DO_NOTHING, related_name="findings")
    subject = models.CharField(max_length=40)
    body = models.JSONField(default=dict)
    told = models.JSONField(default=list)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["battle", "subject"], name="one_finding_a_subject")]

    def __str__(self) -> str:
        return self.subject


@recorded
class SideResult(OfBattle):
    """A side's half of the result. `shown` is what both saw on the table, `body` its own losses and leaders."""

    PUBLIC = frozenset(["id", "campaign", "battle", "side", "shown", "confirmed"])

    shown = models.JSONField(default=dict)
    body = models.JSONField(default=dict)
    confirmed = models.BooleanField(default=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["battle", "side"], name="one_half_a_side")]

    def who_may_know(self) -> str:
        return self.battle.plan_audience(self.side)

    def __str__(self) -> str:
        return f"result of {self.side}"


@recorded
class BattleReport(Recorded):
    """The Report as it was applied: what happened on the table, of both sides."""

    PUBLIC = frozenset(["id", "campaign", "battle"])

    campaign = models.ForeignKey(Campaign, models.DO_NOTHING)
    battle = models.OneToOneField(Battle, models.DO_NOTHING, related_name="report")
    body = models.JSONField(default=dict)

    def __str__(self) -> str:
        return f"report of {self.battle_id:016x}"
