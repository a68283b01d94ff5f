"""Define what all recorded tables share: a random id, a campaign, and images of the row."""

import copy
from collections.abc import Callable, Collection
from contextvars import ContextVar
from datetime import datetime
from types import NoneType
from typing import Any, ClassVar, Self, TypeVar

from django.db import models

from campaign.audiences import UMPIRE, side_audience

RowValues = dict[str, Any]
Upcast = Callable[[RowValues], RowValues]
ModelT = TypeVar("ModelT", bound="type[Recorded]")
UNCHANGING = (str, int, float, NoneType)  # what needs no copy
ACTING: ContextVar[Any] = ContextVar("acting", default=None)  # the open act, if rows are read to be written


class Recorded(models.Model):
    """A row whose every change is in the journal. Only an act (`services.record`) writes such rows.

    An act writes only rows it has read under its lock: only those have `loaded`, the image before the act.
    `PUBLIC` names the columns that aren't secret; every other column must have its pair of worlds. `UNIMAGED` names
    the site's own bookkeeping, which no image holds: a rewind that restores such a row sets it to its default.
    `READ_WITH` names the relations that `who_may_know` reads, so that whoever asks needs as many queries for every row.
    """

    PUBLIC: ClassVar[frozenset[str]] = frozenset({"id", "campaign"})
    UNIMAGED: ClassVar[frozenset[str]] = frozenset()
    SCHEMA: ClassVar[int] = 1
    CAMPAIGN_COLUMN: ClassVar[str] = "campaign_id"
    READ_WITH: ClassVar[tuple[str, ...]] = ()

    loaded: RowValues | None = None
    id = models.BigIntegerField(primary_key=True)

    class Meta:
        abstract = True

    @classmethod
    def from_db(cls, db: str | None, field_names: Collection[str], values: Collection[Any], **options: Any) -> Self:
        row = super().from_db(db, field_names, values, **options)
        if ACTING.get() and len(values) == len(cls._meta.concrete_fields):
            row.loaded = image(row)
        return row

    def who_may_know(self) -> str:
        """Return this row's audience: its side, or only the umpire. Models with other readers override it."""
        side = getattr(self, "side", "")
        return side_audience(side) if side else UMPIRE

    @classmethod
    def of_campaign(cls, campaign_id: int) -> "models.QuerySet[Self]":
        return cls._default_manager.filter(**{cls.CAMPAIGN_COLUMN: campaign_id})

    @classmethod
    def with_audience(cls, campaign_id: int) -> "models.QuerySet[Self]":
        """Return a campaign's rows with what `who_may_know` reads."""
        return cls.of_campaign(campaign_id).select_related(*cls.READ_WITH)


class Tables:
    """The registry through which `campaign` restores rows of models it may not import."""

    def __init__(self) -> None:
        self.models: dict[str, type[Recorded]] = {}
        self.beside: dict[str, int] = {}
        self.upcasts: dict[tuple[str, int], Upcast] = {}

    def upcast(self, table: str, schema: int, row: RowValues | None) -> RowValues | None:
        """Return the image in today's schema; each upcast leads from one schema to the next."""
        while row is not None and schema < self.schema(table):
            row, schema = self.upcasts[table, schema](copy.deepcopy(row)), schema + 1
        return row

    def schema(self, table: str) -> int:
        """Return the schema number of a table. Unrecorded tables have one too, for backups."""
        return self.models[table].SCHEMA if table in self.models else self.beside.get(table, 1)


TABLES = Tables()


def recorded(model: ModelT) -> ModelT:
    """Add a model to images, rewinds, and `verify`."""
    TABLES.models[model._meta.db_table] = model
    return model


def image(row: Recorded) -> RowValues:
    """Return the values of a row that are part of the game, as JSON can keep them."""
    kept = (f for f in row._meta.concrete_fields if f.name not in row.UNIMAGED)
    return {f.attname: _plain(getattr(row, f.attname)) for f in kept}


def from_image(model: type[Recorded], values: RowValues) -> Recorded:
    """Return the row of an image; columns missing from the image take their default."""
    row = model()
    for field in model._meta.concrete_fields:
        if field.attname in values:
            value = values[field.attname]
            keep = field.is_relation or isinstance(field, models.JSONField)
            setattr(row, field.attname, _copy(value) if keep else field.to_python(value))
    return row


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.isoformat()
    return _copy(value) if isinstance(value, dict | list) else value


def _copy(value: Any) -> Any:
    """Return a deep copy, of JSON values several times as fast as `copy.deepcopy`."""
    if isinstance(value, UNCHANGING):
        return value
    if type(value) is dict:
        return {key: _copy(one) for key, one in value.items()}
    return [_copy(one) for one in value] if type(value) is list else copy.deepcopy(value)
