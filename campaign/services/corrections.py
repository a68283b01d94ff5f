"""Let the umpire correct facts of the game; the old values, the new values, and the reason are recorded.

A correction is told at once to those who may already know the corrected fact, and to everyone else when that fact is
disclosed (`disclose_corrections`). What has acts of its own is not corrected: each kept column names that act.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from django.core.exceptions import ValidationError
from django.db import models
from django.http import Http404

from campaign.app_part import INSTALLED
from campaign.audiences import PUBLIC, UMPIRE
from campaign.errors import Refusal
from campaign.gate import heavy
from campaign.ids import hex_id
from campaign.models import CAMPAIGN_STREAM, TABLES, Entry, Recorded, RowImage, image
from campaign.selectors.correctable import CLUB_TABLES, AnyField, correctable_fields, kept_columns, row_check_of
from campaign.selectors.corrected import CORRECTION, Difference, differences, listed, name_of, secret_corrections
from campaign.services.record import Act, before_of, open_act
from campaign.visibility import Viewer
from rulesets.core.errors import IllegalOrder

FOUNDED = "campaign.begun"


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


def find_row(viewer: Viewer, table: str, row_id: int) -> Recorded:
    model = TABLES.models.get(table)
    row = model.of_campaign(viewer.campaign_id).filter(pk=row_id).first() if model else None
    if not viewer.is_umpire or row is None or table in CLUB_TABLES:
        raise Http404
    return row


@heavy
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
    require_offered(type(row), values, correctable_fields(type(row)))
    payload = {"table": table, "row": hex_id(row_id), "reason": reason}
    stream = stream_of(table, row)
    with open_act(viewer, stream=stream, kind=CORRECTION, payload=payload, version=version, key=key) as act:
        row = find_row(viewer, table, row_id)
        apply_correction(act, row, values, by="The umpire", reason=reason)
    return act.entry


def require_offered(model: type[Recorded], values: Mapping[str, Any], fields: Sequence[AnyField]) -> None:
    if unknown := sorted(values.keys() - {field.name for field in fields}):
        instead = kept_columns(model).get(unknown[0])
        way = f" Instead: {INSTALLED.entry_title(instead)}." if instead else ""
        raise Refusal(f"{unknown[0]} can’t be corrected.{way}", field=unknown[0])


def apply_correction(act: Act, row: Recorded, values: Mapping[str, Any], *, by: str, reason: str) -> None:
    """Write the values, and tell each reader what changed of the facts that they may already know."""
    for name, value in values.items():
        setattr(row, name, value)
    check_columns(row, values)
    row_check = row_check_of(type(row))
    known = _Known()
    for changed in (*row_check.follows(row), row):
        known.add(changed, differences(before_of(changed), image(changed)))
        act.save(changed)
    if not act.changes:
        raise Refusal("Nothing would change. Enter a new value.")
    act.payload |= {"when": row_check.when(row), "secret": known.secret_places}
    for audience, found in sorted(known.by_audience.items()):
        act.tell(audience, f"{by} corrected {name_of(row)}: {listed(found)}. {reason}")


class _Known:
    """The differences of a correction, by who may know each."""

    def __init__(self) -> None:
        self.by_audience: dict[str, list[Difference]] = {}

    def add(self, row: Recorded, found: Iterable[Difference]) -> None:
        """Add a row's differences; what everyone may know isn't repeated to fewer."""
        for each in found:
            if each not in self.by_audience.get(PUBLIC, ()):
                self.by_audience.setdefault(_audience_of(row, each.path), []).append(each)

    @property
    def secret_places(self) -> list[str]:
        return sorted(each.place for to, found in self.by_audience.items() if to != PUBLIC for each in found)


def _audience_of(row: Recorded, path: Sequence[str]) -> str:
    """Return who may already know a value: by default its row's readers and, of a public row, its public columns'."""
    own = row_check_of(type(row)).audience(row, path)
    if own:
        return own
    audience = row.who_may_know()
    column = type(row)._meta.get_field(path[0].removesuffix("_id")).name
    return UMPIRE if audience == PUBLIC and column not in type(row).PUBLIC else audience


def disclose_corrections(act: Act, rows: Collection[Recorded], *, about: str = "") -> None:
    """Tell everyone what was corrected in these rows while it was secret."""
    for corrected in secret_corrections(act.campaign_id, rows):
        act.tell(PUBLIC, corrected.words, kind="correct.disclosed", about=about)


def stream_of(table: str, row: Recorded) -> str:
    """Return the stream that first wrote the row: its corrections belong there, so that a rewind undoes them too.

    What was on the map as the campaign was founded belongs to the campaign's game.
    """
    first = RowImage.objects.filter(table=table, row=row.pk, pin=False).select_related("entry").order_by("seq").first()
    return first.stream if first and first.entry.kind != FOUNDED else CAMPAIGN_STREAM


def check_columns(row: Recorded, values: Mapping[str, Any]) -> None:
    """Check the new values; the old ones may be anything the game wrote.

    A JSON column may hold an empty list or object, and a nullable column nothing.
    Then check what depends on the row: its app's own rules.
    """
    columns = row._meta.concrete_fields
    empty = {c.name for c in columns if isinstance(c, models.JSONField) and values.get(c.name) in ([], {})}
    empty |= {c.name for c in columns if c.null and values.get(c.name) is None}
    try:
        row.clean_fields(exclude={c.name for c in columns} - values.keys() | empty)
    except ValidationError as error:
        name, sentences = next(iter(error.message_dict.items()))
        raise Refusal(f"{name}: {sentences[0]}", field=name) from error
    row_check_of(type(row)).check(row, values.keys())
