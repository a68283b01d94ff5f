"""Put into words what an entry changed in a row; the raw values stay beside them."""

import re
from collections.abc import Iterator
from typing import Any

from campaign.ids import hex_id
from campaign.models import TABLES
from campaign.models.base import RowValues
from rulesets.core.records import dataclass

FRAME = frozenset({"id", "campaign_id"})  # every row has them
NOTHING = "–"
LONGEST, MOST_PARTS = 80, 8
TECHNICAL = re.compile(r"[0-9a-f]{16,}")


@dataclass(frozen=True)
class Change:
    """One column in words: `before` and `after` are empty if the values say nothing to a reader."""

    name: str
    before: str
    after: str

    @property
    def is_told(self) -> bool:
        return self.before != "" or self.after != ""


def changed_columns(before: RowValues, after: RowValues) -> list[str]:
    names = after or before
    return [name for name in names if before.get(name) != after.get(name) and name not in FRAME]


def raw_differences(before: RowValues, after: RowValues) -> list[tuple[str, Any, Any]]:
    """Return every changed column with its stored values."""
    columns = changed_columns(before, after)
    return [(_column(name), _shown(before.get(name), name), _shown(after.get(name), name)) for name in columns]


def changes_in_words(table: str, before: RowValues, after: RowValues) -> list[Change]:
    """Return the changed columns in words; of a new or deleted row, only those that say something."""
    found = list(_changes(table, before, after))
    return found if before and after else [change for change in found if change.is_told]


def _changes(table: str, before: RowValues, after: RowValues) -> Iterator[Change]:
    for name in changed_columns(before, after):
        labels = _labels(table, name)
        old, new = _in_words(before.get(name), name, labels), _in_words(after.get(name), name, labels)
        is_default = not (before and after) and all(value in (NOTHING, "no") for value in (old, new))
        says_nothing = is_default or "" in (old, new)
        yield Change(_column(name), *(("", "") if says_nothing else (old, new)))


def _labels(table: str, column: str) -> dict[Any, Any]:
    """Return the words of a column's choices."""
    fields = TABLES.models[table]._meta.concrete_fields
    return next((dict(field.flatchoices) for field in fields if field.attname == column), {})


def _column(name: str) -> str:
    return name.removesuffix("_id").removeprefix("is_").replace("_", " ")


def _in_words(value: Any, name: str, labels: dict[Any, Any]) -> str:
    """Return a value as a reader knows it; an empty text for ids, hashes, and whatever is long or has named parts."""
    if value in (None, "", [], {}):
        return NOTHING
    if isinstance(value, dict) or name.endswith("_id"):
        return ""
    if isinstance(value, list):
        parts = [_in_words(part, name, labels) for part in value]
        return "" if "" in parts or len(parts) > MOST_PARTS else ", ".join(parts)
    words = str(labels[value]) if isinstance(value, str) and value in labels else str(_shown(value, name))
    return "" if len(words) > LONGEST or TECHNICAL.fullmatch(words) else words


def _shown(value: Any, name: str) -> Any:
    """Return a stored value as pages show it: ids in hexadecimal, yes or no, a dash for nothing."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value in (None, ""):
        return NOTHING
    if isinstance(value, int) and name.endswith("_id"):
        return hex_id(value)
    return value
