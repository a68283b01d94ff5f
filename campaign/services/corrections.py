"""Let the umpire correct any recorded row; the old values, the new values, and the reason are recorded."""

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

NEVER = frozenset({"id", "campaign", "reason"})  # a given reason never changes


@contextmanager
def of_column(column: str) -> Iterator[None]:
    """Prefix refusals raised in this block with the column's name."""
    try:
        yield
    except IllegalOrder as error:
        sentence = f"{error.field}: {error.sentence}" if error.field else error.sentence
        raise Refusal(f"{column}: {sentence}", cites=error.cites, field=column) from None
    except Refusal as error:
        raise Refusal(f"{column}: {error.sentence}", cites=error.cites, field=column) from None


def correctable_fields(model: type[Recorded]) -> list["models.Field[Any, Any]"]:
    """Return the columns a form may offer: plain values, never ids or relations, nor those their app keeps."""
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
    """Set columns of one row, and announce the correction only to those who may see the row."""
    row = find_row(viewer, table, row_id)
    require_offered(values, correctable_fields(type(row)))
    payload = {"table": table, "row": hex_id(row_id), "reason": reason}
    stream = stream_of(table, row)
    with open_act(viewer, stream=stream, kind="correct", payload=payload, version=version, key=key) as act:
        row = find_row(viewer, table, row_id)
        apply_correction(act, row, values, by="The umpire", reason=reason)
    return act.entry


def require_offered(values: Mapping[str, Any], fields: Iterable["models.Field[Any, Any]"]) -> None:
    if unknown := sorted(values.keys() - {field.name for field in fields}):
        raise Refusal(f"{unknown[0]} can’t be corrected.", field=unknown[0])


def apply_correction(act: Act, row: Recorded, values: Mapping[str, Any], *, by: str, reason: str) -> None:
    """Write the values, and announce them to those who may see them."""
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
        raise Refusal("Nothing would change. Enter a new value.")
    act.tell(audience, f"{by} corrected a record: {type(row)._meta.verbose_name}. {reason}")


def stream_of(table: str, row: Recorded) -> str:
    """Return the stream that first wrote the row: its corrections belong there, so that a rewind undoes them too."""
    first = RowImage.objects.filter(table=table, row=row.pk, pin=False).order_by("seq").first()
    return first.stream if first else CAMPAIGN_STREAM


def check_columns(row: Recorded, values: Mapping[str, Any]) -> None:
    """Check the new values; the old ones may be anything the game wrote.

    A JSON column may hold an empty list or object, and a nullable column nothing.
    Then check what depends on the row: uniqueness, and its app's own rules.
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
    """Refuse values that must be unique but are taken."""
    for rule in row._meta.constraints:
        named = set(getattr(rule, "fields", ()))
        if named & values.keys() and type(row)._default_manager.exclude(pk=row.pk).filter(
            **{name: getattr(row, name) for name in named}
        ):
            name = sorted(named & values.keys())[0]
            raise Refusal(f"{name}: another {row._meta.verbose_name} already has this value.", field=name)
