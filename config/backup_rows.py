"""The values of a backed-up row: as JSON can keep them, and checked before they become a row again."""

from base64 import b64decode, b64encode
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Any

from django.core.exceptions import ValidationError
from django.db import models
from django.db.backends.base.operations import BaseDatabaseOperations

from campaign.models import TABLES, RowImage
from campaign.models.base import RowValues
from config.backup_file import BadBackup, json_line

UNFIT = (ValidationError, ValueError, TypeError, LookupError, AttributeError, ArithmeticError)


def plain(value: Any) -> Any:
    """Return a value as JSON can keep it without loss; `from_plain` converts it back by its field."""
    if isinstance(value, datetime | date):
        return value.isoformat()
    if isinstance(value, bytes | memoryview):
        return b64encode(value).decode()
    if isinstance(value, timedelta):
        return value / timedelta(microseconds=1)
    return str(value) if isinstance(value, Decimal) else value


def from_plain(field: "models.Field[Any, Any]", value: Any) -> Any:
    if value is None or isinstance(field, models.JSONField):
        return value
    if isinstance(field, models.BinaryField):
        return b64decode(value)
    if isinstance(field, models.DurationField):
        return timedelta(microseconds=value)
    return field.to_python(value)


def read_row(model: type[models.Model], values: RowValues) -> models.Model:
    """Return the row that has these values, or raise BadBackup: a sentence that names the column."""
    fields = _fields(model)
    without = [name for name, field in fields.items() if name not in values and not _may_be_new(field)]
    if wrong := sorted(values.keys() - fields.keys()) + without:
        raise BadBackup(f"The table {model._meta.db_table} has different columns here ({', '.join(wrong)}).")
    row = model(**{name: _read_value(fields[name], name, value) for name, value in values.items()})
    if isinstance(row, RowImage):
        _check_image(row)
    return row


def today(table: str, schema: int, values: RowValues) -> RowValues:
    """Return the values in today's schema."""
    if not 1 <= schema <= TABLES.schema(table):
        raise BadBackup(f"The table {table} comes from a newer or different program.")
    try:
        return TABLES.upcast(table, schema, values) or {}
    except UNFIT:
        raise BadBackup(f"Its values can’t be brought up to date from schema {schema}.") from None


def _fields(model: type[models.Model]) -> "dict[str, models.Field[Any, Any]]":
    return {field.attname: field for field in model._meta.concrete_fields}


def _may_be_new(field: "models.Field[Any, Any]") -> bool:
    """Return whether rows older than this column may omit its value."""
    return field.has_default() or field.null or field.empty_strings_allowed


def _check_image(row: RowImage) -> None:
    """Check an image like the row that it shows, because a rewind makes it one."""
    model = TABLES.models.get(row.table)
    if model is None:
        raise BadBackup("table must name a recorded table.")
    fields = _fields(model)
    for when, values in (("before", row.before), ("after", row.after)):
        if values is None:
            continue
        if not isinstance(values, dict):
            raise BadBackup(f"{when} must be an object.")
        for name, value in today(row.table, row.schema, values).items():
            if name in fields:
                _read_value(fields[name], f"{when}.{name}", value)


def _read_value(field: "models.Field[Any, Any]", name: str, value: Any) -> Any:
    if value is None and field.null:
        return None
    base = field.target_field if isinstance(field, models.ForeignKey) else field
    try:
        read = from_plain(base, value)
        fits = value is not None and _is_spelled_alike(plain(read), value) and all(_limits(base, read))
    except UNFIT:
        fits = False
    if not fits:
        raise BadBackup(f"{name} must be {_words(base)}.")
    return read


def _is_spelled_alike(one: Any, other: Any) -> bool:
    """Return whether JSON spells both values in the same way."""
    if type(one) is type(other) and (type(one) in (int, bool) or (type(one) is str and one.isascii())):
        return bool(one == other)
    return json_line(one) == json_line(other)


def _limits(field: "models.Field[Any, Any]", value: Any) -> Iterator[bool]:
    """Yield whether the value meets each limit of its column, whichever engine would check it."""
    if isinstance(field, models.IntegerField):
        low, high = _range(field)
        yield low <= value <= high
    if isinstance(field, models.CharField):
        yield len(value) <= (field.max_length or len(value))
    if isinstance(field, models.DateTimeField):
        yield value.utcoffset() == timedelta()
    if field.choices:
        yield value in _choices(field)
    if isinstance(field, models.JSONField) and field.default in (dict, list):
        yield isinstance(value, field.default)


def _range(field: "models.Field[Any, Any]") -> tuple[int, int]:
    """Return the smallest and largest whole number; a bigint is an id or a place, and never negative."""
    low, high = BaseDatabaseOperations.integer_field_ranges[field.get_internal_type()]
    return (0 if "Big" in field.get_internal_type() else low), high


def _choices(field: "models.Field[Any, Any]") -> list[Any]:
    return [value for value, _ in field.flatchoices] + [""] * field.blank


def _words(field: "models.Field[Any, Any]") -> str:
    """Say what a column may hold."""
    if field.choices:
        return "one of " + ", ".join(str(value) or "nothing" for value in _choices(field))
    if isinstance(field, models.IntegerField):
        return "a whole number from {} to {}".format(*_range(field))
    if isinstance(field, models.CharField):
        return f"text of at most {field.max_length} characters"
    if isinstance(field, models.JSONField):
        return {dict: "an object", list: "a list"}.get(field.default, "filled in")
    kinds = {models.BooleanField: "true or false", models.DateTimeField: "a time in UTC", models.DateField: "a date"}
    return next((words for kind, words in kinds.items() if isinstance(field, kind)), "text")
