"""Rolls made from unit cards, and what they propose."""

from django.db import models

from battles.models.battle import Battle
from campaign.audiences import PUBLIC
from campaign.models import Campaign, Recorded, SideCode, recorded
from campaign.parts import TraceLine


class RollState(models.TextChoices):
    PROPOSED = "proposed", "to confirm"
    CONFIRMED = "confirmed", "confirmed"
    DISCARDED = "discarded", "discarded"


class RuleRoll(Recorded):
    """A procedure that was rolled, with its result and the steps to it."""

    procedure = models.CharField(max_length=80)
    result = models.CharField(max_length=400)
    trace = models.JSONField(default=list)

    class Meta:
        abstract = True

    @property
    def title(self) -> str:
        """Return the title of the procedure, or its id if the book lost it."""
        from rulesets.core.registry import NoSuchProcedure, procedure

        try:
            return procedure(self.procedure).title
        except NoSuchProcedure:
            return self.procedure

    @property
    def trace_lines(self) -> tuple[TraceLine, ...]:
        return tuple(TraceLine(**{**line, "dice": tuple(line.get("dice", ()))}) for line in self.trace)


@recorded
class CardRoll(RuleRoll):
    """A roll made from unit cards: who rolled which procedure with which cards, its result, and proposed changes.

    Its dice are in the ledger. `audience` is everyone, or the owner of the hidden cards that it used. `chosen` has the
    cards by role, `changes` one `rulesets.core.units.Change` each.
    """

    PUBLIC = frozenset(["id", "campaign", "battle"])

    campaign = models.ForeignKey(Campaign, models.DO_NOTHING)
    battle = models.ForeignKey(Battle, models.DO_NOTHING, related_name="card_rolls")
    audience = models.CharField(max_length=80)
    side = models.CharField(max_length=3, choices=SideCode.choices)
    turn = models.PositiveIntegerField()
    chosen = models.JSONField(default=dict)
    inputs = models.JSONField(default=dict)
    changes = models.JSONField(default=list)
    state = models.CharField(max_length=10, choices=RollState.choices, default=RollState.PROPOSED)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.title}, turn {self.turn}"

    def who_may_know(self) -> str:
        return self.audience_in(self.battle)

    def audience_in(self, battle: Battle) -> str:
        """Return who sees the roll, given its battle."""
        return PUBLIC if battle.is_disclosed else self.audience
