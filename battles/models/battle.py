"""A battle from contact to casualties. No column belongs to a book: a book's values are JSON.

Cups, journals, and seats belong to `campaign`.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from django.db import models
from django.utils.functional import cached_property

from campaign.audiences import PUBLIC, UMPIRE, scope_audience
from campaign.models import ENDED, Campaign, Recorded, SideCode, TableOverride, recorded
from war.models import Contact

if TYPE_CHECKING:
    from rulesets.core.brief import Brief, PublicBrief


class BattleState(models.TextChoices):
    PLANS = "plans", "plans"
    PREPARED = "prepared", "prepared"
    DAY = "day", "the day"
    NIGHT = "night", "the night"
    RESULT = "result", "result"
    APPLIED = "applied", "report applied"
    OFF = "off", "called off"


OVER = (BattleState.APPLIED, BattleState.OFF)


class ClockRequest(models.TextChoices):
    """What a side asks for: the next turn, the turn before, or the end of the fighting."""

    ON = "on", "next turn"
    BACK = "back", "one turn back"
    END = "end", "end the battle"


@recorded
class Battle(Recorded):
    """A battle and its clock. Its setup has its own rows, written once: `Setup` and `PublicSetup`.

    `step` counts public steps: prepared, opened, each turn, each nightfall, the end. The next step waits until the
    sweep has left its mark, `is_swept`. `ends` says how each side ended the fighting; `phase` counts the phases of the
    turn that are over. `cup_owner` is what the dice are rolled for, the same for a battle begun again; `known_rolls`
    lists the rolls that were already public when this one began.
    """

    PUBLIC = frozenset(
        [
            "id",
            "campaign",
            "contact",
            "book",
            "name",
            "hex",
            "state",
            "turn",
            "step",
            "since",
            "cup_owner",
            "known_rolls",
            "is_prepared",
            "is_swept",
            "ends",
            "surrenders",
            "adjourned",
            "phase",
        ]
    )
    UNIMAGED = frozenset(["is_swept"])

    campaign = models.ForeignKey(Campaign, models.DO_NOTHING, related_name="battles")
    contact = models.ForeignKey(Contact, models.DO_NOTHING, null=True, related_name="battles")
    book = models.CharField(max_length=40)
    name = models.CharField(max_length=80)
    hex = models.CharField(max_length=8, blank=True)
    state = models.CharField(max_length=8, choices=BattleState.choices, default=BattleState.PLANS)
    turn = models.PositiveIntegerField(default=0)
    step = models.PositiveIntegerField(default=0)
    since = models.DateTimeField()
    cup_owner = models.BigIntegerField()
    known_rolls = models.JSONField(default=list)
    is_prepared = models.BooleanField(default=False)
    is_swept = models.BooleanField(default=False)
    ends = models.JSONField(default=dict, blank=True)
    surrenders = models.CharField(max_length=3, choices=SideCode.choices, blank=True)
    adjourned = models.BooleanField(default=False)
    phase = models.PositiveIntegerField(default=0)

    typed_numbers: Sequence[TableOverride] | None = None  # once read
    unit_cards: Any = None  # once read: a list of `Card`
    settled_rolls: Any = None  # once read: the lines of the public cup by their keys
    known_points: Any = None  # once counted: each side's victory points

    class Meta:
        indexes = [models.Index(fields=["campaign", "state"])]

    def __str__(self) -> str:
        return self.name

    def who_may_know(self) -> str:
        return PUBLIC

    @property
    def cups(self) -> tuple[str, int]:
        """Return the owner of the battle's cups."""
        return ("battle", self.cup_owner)

    @property
    def is_over(self) -> bool:
        return self.state in OVER

    @property
    def is_disclosed(self) -> bool:
        """Return whether its flank marches and secret results are public: it is over, and it was prepared."""
        return self.is_over and self.is_prepared

    @property
    def opens_plans(self) -> bool:
        """Return whether its plans are public: the armies of a campaign keep theirs secret until it ends."""
        return self.is_disclosed and (self.contact_id is None or self.campaign.state in ENDED)

    def plan_audience(self, side: str) -> str:
        """Return the audience of a side's plan: the seats of its forces' theater."""
        return scope_audience(side, self.setup.scopes.get(side, ""))

    def army_audience(self, side: str) -> str:
        """Return the audience of all that happened to a side's army: everyone, once the plans are public."""
        return PUBLIC if self.opens_plans else self.plan_audience(side)

    @property
    def is_postponed(self) -> bool:
        """Return whether its contact is postponed, which stops the battle."""
        return self.contact is not None and self.contact.postponed

    @property
    def is_adjourned(self) -> bool:
        """Return whether its players have left the table for another day: no turn can be asked for."""
        return self.adjourned and self.state == BattleState.DAY

    @property
    def takes_results(self) -> bool:
        return self.state == BattleState.RESULT and not self.is_postponed

    @property
    def waits_for_umpire_work(self) -> bool:
        """Return whether the sweep of the last public step is still to come."""
        return not self.is_swept


@recorded
class UmpireWork(Recorded):
    """The last public step whose secret work is done. Only the umpire knows: it can be rewound on its own."""

    PUBLIC = frozenset(["id", "campaign", "battle"])

    campaign = models.ForeignKey(Campaign, models.DO_NOTHING)
    battle = models.OneToOneField(Battle, models.DO_NOTHING, related_name="umpire_work")
    step = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return f"umpire work in {self.battle}"


@recorded
class Setup(Recorded):
    """A battle's Brief, its campaign's numbers and rulings, and each side's theater."""

    PUBLIC = frozenset(["id", "campaign", "battle", "house"])

    campaign = models.ForeignKey(Campaign, models.DO_NOTHING)
    battle = models.OneToOneField(Battle, models.DO_NOTHING, related_name="setup")
    brief = models.JSONField(default=dict)
    house = models.JSONField(default=dict)
    scopes = models.JSONField(default=dict)

    @cached_property
    def whole_brief(self) -> "Brief":
        from rulesets.core.brief import Brief

        return Brief.from_json(self.brief)

    def __str__(self) -> str:
        return f"setup of {self.battle}"


@recorded
class PublicSetup(Recorded):
    """The public part of a battle's setup, derived from it again after a correction."""

    PUBLIC = frozenset(["id", "campaign", "battle", "brief", "house"])

    campaign = models.ForeignKey(Campaign, models.DO_NOTHING)
    battle = models.OneToOneField(Battle, models.DO_NOTHING, related_name="public_setup")
    brief = models.JSONField(default=dict)
    house = models.JSONField(default=dict)

    @cached_property
    def public_brief(self) -> "PublicBrief":
        from rulesets.core.brief import PublicBrief

        return PublicBrief.from_json(self.brief)

    def who_may_know(self) -> str:
        return PUBLIC

    def __str__(self) -> str:
        return f"public setup of {self.battle}"


class OfBattle(Recorded):
    """A record of one side in one battle."""

    READ_WITH = ("battle__setup", "battle__campaign")

    campaign = models.ForeignKey(Campaign, models.DO_NOTHING)
    battle = models.ForeignKey(Battle, models.DO_NOTHING)
    side = models.CharField(max_length=3, choices=SideCode.choices)

    class Meta:
        abstract = True


@recorded
class Plan(OfBattle):
    """A side's sealed plan. The seal is public; only the side and the umpire see the plan."""

    PUBLIC = frozenset(["id", "campaign", "battle", "side", "sealed_at"])

    body = models.JSONField(default=dict)
    sealed_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["battle", "side"], name="one_plan_a_side")]

    def who_may_know(self) -> str:
        return self.battle.army_audience(self.side)

    def __str__(self) -> str:
        return f"plan of the {SideCode(self.side).label} side"


@recorded
class TurnRequest(OfBattle):
    """A side's request at a public step; it happens when both sides ask for the same. A proposal to end the fighting
    names in `ends` how each side would end it."""

    PUBLIC = frozenset(["id", "campaign", "battle", "side", "step", "asks_for", "ends"])

    step = models.PositiveIntegerField()
    asks_for = models.CharField(max_length=4, choices=ClockRequest.choices, default=ClockRequest.ON)
    ends = models.JSONField(default=dict, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["battle", "side", "step"], name="one_tap_a_step")]

    def __str__(self) -> str:
        return f"{self.side} at step {self.step}: {self.asks_for}"


@recorded
class SecretResult(Recorded):
    """A secret result, with dispatches due on later turns.

    `told` lists the positions of the sent dispatches in `body`.
    """

    PUBLIC = frozenset(["id", "campaign", "battle"])
    READ_WITH = ("battle__setup", "battle__campaign")

    campaign = models.ForeignKey(Campaign, models.DO_NOTHING)
    battle = models.ForeignKey(Battle, models.DO_NOTHING, related_name="findings")
    subject = models.CharField(max_length=40)
    body = models.JSONField(default=dict)
    told = models.JSONField(default=list)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["battle", "subject"], name="one_finding_a_subject")]

    def who_may_know(self) -> str:
        """Return its side alone for what that side knows from the opening on, such as its ratings, which name units."""
        is_own = self.body.get("is_own")
        if self.battle.opens_plans or (self.battle.is_disclosed and not is_own):
            return PUBLIC
        return self.battle.plan_audience(self.body["side"]) if is_own and self.battle.turn > 0 else UMPIRE

    def __str__(self) -> str:
        return self.subject


@recorded
class SideResult(OfBattle):
    """A side's result. `shown` is what both saw on the table, `body` its own losses and leaders."""

    PUBLIC = frozenset(["id", "campaign", "battle", "side", "shown", "confirmed"])

    shown = models.JSONField(default=dict)
    body = models.JSONField(default=dict)
    confirmed = models.BooleanField(default=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["battle", "side"], name="one_half_a_side")]

    def who_may_know(self) -> str:
        return self.battle.army_audience(self.side)

    def __str__(self) -> str:
        return f"side result of the {SideCode(self.side).label} side"


@recorded
class BattleReport(Recorded):
    """The applied battle report: what happened on the table to both sides."""

    PUBLIC = frozenset(["id", "campaign", "battle"])

    campaign = models.ForeignKey(Campaign, models.DO_NOTHING)
    battle = models.OneToOneField(Battle, models.DO_NOTHING, related_name="report")
    body = models.JSONField(default=dict)

    def __str__(self) -> str:
        return f"battle report of {self.battle}"
