"""Define where a campaign differs from the books: replaced cells and changed rulings. Everyone may see them."""

from django.db import models

from campaign.models.base import Recorded, recorded
from campaign.models.campaign import Campaign


@recorded
class TableOverride(Recorded):
    """One table cell with the campaign's own value; its name appears wherever the number is used.

    `first` is the value, name, and reason of a number that was unknown, as it was first typed at `typed_at`: battles
    already under way use it from then on, whatever replaces it later.
    """

    PUBLIC = frozenset(["id", "campaign", "table", "row", "column", "value", "name", "reason", "first", "typed_at"])

    campaign = models.ForeignKey(Campaign, models.DO_NOTHING)
    table = models.CharField(max_length=80)
    row = models.CharField(max_length=80)
    column = models.CharField(max_length=80, blank=True)
    value = models.JSONField()
    name = models.CharField(max_length=60)
    reason = models.CharField(max_length=300)
    first = models.JSONField(null=True)
    typed_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["campaign", "table", "row", "column"], name="one_override")]

    def __str__(self) -> str:
        return f"{self.table} {self.row} {self.column}"


@recorded
class RulingSwitch(Recorded):
    """A numbered ruling of a book, with the option the campaign chose."""

    PUBLIC = frozenset(["id", "campaign", "book", "ruling", "option", "reason"])

    campaign = models.ForeignKey(Campaign, models.DO_NOTHING)
    book = models.CharField(max_length=40)
    ruling = models.CharField(max_length=12)
    option = models.CharField(max_length=80)
    reason = models.CharField(max_length=300)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["campaign", "book", "ruling"], name="one_switch")]

    def __str__(self) -> str:
        return f"{self.book} {self.ruling}: {self.option}"
