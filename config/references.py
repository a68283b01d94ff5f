"""Which columns name a row of another table: by a foreign key, or only by its id.

Rows that outlive others name them without a database constraint, so `restore` looks for the rows itself. A test asks
for each new column of ids to be listed here.
"""

from collections.abc import Iterator

from django.apps import apps
from django.db import models
from django.db.models import Exists, OuterRef, Q, QuerySet

from rulesets.core.records import dataclass

BY_ID = {
    "battles.BoxPrint.seat_id": "campaign.Seat",
    "campaign.Cup.campaign_id": "campaign.Campaign",
    "campaign.Consent.name_text_id": "campaign.ErasableText",
    "campaign.Draft.seat_id": "campaign.Seat",
    "campaign.Email.invitation_id": "campaign.Invitation",
    "campaign.Email.sender_id": "campaign.User",
    "campaign.Entry.actor_id": "campaign.User",
    "campaign.Entry.seat_id": "campaign.Seat",
    "campaign.ErasableText.author_id": "campaign.User",
    "campaign.ErasableText.campaign_id": "campaign.Campaign",
    "campaign.Feed.seat_id": "campaign.Seat",
    "campaign.Invitation.address_text_id": "campaign.ErasableText",
    "campaign.Invitation.asked_by": "campaign.Seat",
    "campaign.Invitation.user_id": "campaign.User",
    "campaign.Lock.id": "campaign.Campaign",
    "campaign.Message.text_id": "campaign.ErasableText",
    "campaign.Picture.author_id": "campaign.User",
    "campaign.Picture.campaign_id": "campaign.Campaign",
    "campaign.RowImage.campaign_id": "campaign.Campaign",
}
NO_REFERENCE = {
    "battles.BoxPrint.battle_id": "A rewind may remove the battle; its prints are forgotten soon after.",
    "battles.Battle.cup_owner": "It is a contact, which a rewind may remove, or derived from the campaign.",
    "campaign.Cup.owner_id": "A rewind removes a battle and keeps its cups.",
    "campaign.Cup.opened_seq": "It is a place in the order of entries.",
    "campaign.Cup.revealed_seq": "It is a place in the order of entries.",
    "campaign.Entry.seq": "It is a place in the order of entries.",
    "campaign.Lock.seq": "It is a place in the order of entries.",
    "campaign.Lock.swept": "It is a place in the order of entries.",
    "campaign.RowImage.row": "The journal also shows rows that were removed since; `verify` compares the others.",
    "campaign.RowImage.seq": "It is a place in the order of entries.",
}


@dataclass(frozen=True)
class Reference:
    """A column whose values are ids of another table's rows."""

    model: type[models.Model]
    column: str
    target: type[models.Model]

    def dangling(self) -> "QuerySet[models.Model]":
        """Return the rows whose column names no row."""
        found = Exists(self.target._base_manager.filter(pk=OuterRef(self.column)))
        named = Q(**{f"{self.column}__isnull": False})
        return self.model._base_manager.filter(named & ~found)


def references(tables: list[type[models.Model]]) -> Iterator[Reference]:
    """Yield every reference of these tables."""
    for model in tables:
        for field in model._meta.concrete_fields:
            if isinstance(field, models.ForeignKey):
                yield Reference(model, field.attname, field.related_model)
            elif target := BY_ID.get(f"{model._meta.label}.{field.attname}"):
                yield Reference(model, field.attname, apps.get_model(target))
