"""The umpire puts a row right: before, after and reason on record. Works on every recorded table."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from django.core.exceptions import ValidationError
from django.db import models
from django.http import Http404

from campaign.app_part import INSTALLED
from campaign.audiences import PUBLIC, UMPIRE
from campaign.errors import Refusal
from campaign.ids import hex_id
from campaign.models import CAMPAIGN_STREAM, TABLES, Entry, Recorded, RowImage
from campaign.selectors.journal import CLUB_TABLES
from campaign.services.record import Act, open_act
from campaign.visibility import Viewer
from rulesets.core.errors import IllegalOrder

NEVER = frozenset({"id", "campaign", "reason"})  # a reason that was given stays as it was given


@contextmanager
def of_column(column: str) -> Iterator[None]:
    """Whatever is refused in here is said of this column."""
    try:
        yield
    except IllegalOrder as error:
        sentence = f"{error.field}: {error.sentence}" if error.field else error.sentence
        raise Refusal(f"{column}: {sentence}", cites=error.cites, field=column) from None
    except Refusal as error:
        raise Refusal(f"{column}: {error.sentence}", cites=error.cites, field=column) from None


def correctable_fields(model: type[Recorded]) -> list["models.Field[Any, Any]"]:
    """The columns that a form may offer: plain values, never ids or relations, nor what their app keeps."""
    row_check = INSTALLED.row_check(model._meta.db_table)
    kept = NEVER | (row_check.keeps if row_check else frozenset())
    return [f for f in model._meta.concrete_fields if not f.is_relation and f.name not in kept]


def find_row(viewer: Viewer, table: str, row_id: int) -> Recorded:
    model = TABLES.models.get(table)
    row = model.of_campaign(viewer.campaign_id).filter(pk=row_id).first() if model else None
    if not viewer.is_umpire or row is None or table in CLUB_TABLES:
        raise Http404
    return row


def correct(
    viewer: Viewer,
    *,
    table: str,
    row_id: int,
    values: dict[str, Any],
    reason: str,
    version: int | None = None,
    key: str | None = None,
) -> Entry:
    """Set columns of one row. Who may know the row hears that it was put right; nobody else does."""
    row = find_row(viewer, table, row_id)
    require_offered(values, correctable_fields(type(row)))
    payload = {"table": table, "row": hex_id(row_id), "reason": reason}
    stream = stream_of(table, row)
    with open_act(viewer, stream=stream, kind="correct", payload=payload, version=version, key=key) as act:
        row = find_row(viewer, table, row_id)
        apply_correction(act, row, values, by="The umpire put", reason=reason)
    return act.entry


def require_offered(values: Mapping[str, Any], fields: Iterable["models.Field[Any, Any]"]) -> None:
    if unknown := sorted(values.keys() - {field.name for field in fields}):
        raise Refusal(f"{unknown[0]} cannot be corrected.", field=unknown[0])


def apply_correction(act: Act, row: Recorded, values: Mapping[str, Any], *, by: str, reason: str) -> None:
    """Write the values, and tell those who may know them."""
    audience = row.who_may_know()
    if audience == PUBLIC and not values.keys() <= type(row).PUBLIC:
        audience = UMPIRE
    for name, value in values.items():
        setattr(row, name, value)
    check_columns(row, values)
    row_check = INSTALLED.row_check(row._meta.db_table)
    for changed in (row, *(row_check.follows(row) if row_check else ())):
        act.save(changed)
    if not act.changes:
        raise Refusal("Nothing would change.")
    act.tell(audience, f"{by} a row right: {type(row)._meta.verbose_name}. {reason}")


def stream_of(table: str, row: Recorded) -> str:
    """The stream that wrote the row first: there its correction belongs, so that a rewind takes it along."""
    first = RowImage.objects.filter(table=table, row=row.pk, pin=False).order_by("seq").first()
    return first.stream if first else CAMPAIGN_STREAM


def check_columns(row: Recorded, values: Mapping[str, Any]) -> None:
    """The new values are looked at; what stood there before may be anything that the game wrote.

    An empty list or object is a value of a JSON column, and nothing one of a column that may have none.
    Then whatever rests on the row: its form within JSON, its like that there may be once, what its app says.
    """
    columns = row._meta.concrete_fields
    empty = {c.name for c in columns if isinstance(c, models.JSONField) and values.get(c.name) in ([], {})}
    empty |= {c.name for c in columns if c.null and values.get(c.name) is None}
    try:
        row.clean_fields(exclude={c.name for c in columns} - values.keys() | empty)
    except ValidationError as error:
        name, sentences = next(iter(error.message_dict.items()))
        raise Refusal(f"{name}: {sentences[0]}", field=name) from error
    _only_one(row, values)
    row_check = INSTALLED.row_check(row._meta.db_table)
    if row_check and row_check.check:
        row_check.check(row, values.keys())


def _only_one(row: Recorded, values: Mapping[str, Any]) -> None:
    """No second row where there may be one only."""
    for rule in row._meta.constraints:
        named = set(getattr(rule, "fields", ()))
        if named & values.keys() and type(row)._default_manager.exclude(pk=row.pk).filter(
            **{name: getattr(row, name) for name in named}
        ):
            name = sorted(named & values.keys())[0]
            raise Refusal(f"{name}: there is another {row._meta.verbose_name} with this already.", field=name)
