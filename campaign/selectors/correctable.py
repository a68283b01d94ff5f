"""Say column by column what may be corrected: facts of the game, never what an act of its own changes."""

from typing import Any, TypeAlias

from django.db.models import Field

from campaign.app_part import INSTALLED, RowCheck
from campaign.models import TABLES, Recorded

AnyField: TypeAlias = "Field[Any, Any]"
CLUB_TABLES = frozenset(
    f"campaign_{name}"
    for name in (
        *("campaign", "seat", "tenure", "invitation", "message", "proposal"),
        *("listing", "seatrequest", "consent"),
    )
)  # what people said, asked, and agreed to, in rows that no form changes
NEVER = frozenset({"id", "campaign", "reason"})  # a given reason never changes
BY_REWIND = "rewind"


def row_check_of(model: type[Recorded]) -> RowCheck:
    return INSTALLED.row_check(model._meta.db_table) or RowCheck(model)


def kept_columns(model: type[Recorded]) -> dict[str, str]:
    """Return the columns that no correction reaches, each with the kind of entry that sets it right instead."""
    kept = {f.name: BY_REWIND for f in model._meta.concrete_fields if f.is_relation or f.name in NEVER | model.UNIMAGED}
    return kept | dict(row_check_of(model).keeps)


def correctable_fields(model: type[Recorded]) -> list[AnyField]:
    """Return the columns a form may offer."""
    if model._meta.db_table in CLUB_TABLES:
        return []
    kept = kept_columns(model)
    return [f for f in model._meta.concrete_fields if f.name not in kept]


def may_be_corrected(table: str) -> bool:
    """Return whether any column of a table may be corrected."""
    return table in TABLES.models and bool(correctable_fields(TABLES.models[table]))


def all_columns(model: type[Recorded], *, by: str) -> dict[str, str]:
    """Return every column of a table whose rows only acts of one kind change."""
    return {f.name: by for f in model._meta.concrete_fields}
