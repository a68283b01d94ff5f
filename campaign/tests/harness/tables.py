"""What the tables of a site hold: the rows of our models, their kinds, and digests of what is in them."""

import hashlib
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Any

from django.db.models import BigAutoField, Model

from campaign.ids import hex_id
from campaign.prepared import prepared
from campaign.tests.harness.routes import Kind
from campaign.tests.our_apps import our_models


def tables() -> list[tuple[str, type[Model]]]:
    return [(m._meta.db_table, m) for m in our_models() if not isinstance(m._meta.pk, BigAutoField)]


def rows_of_tables() -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Yield each table with its rows, as pairs of id and content."""
    for table, model in tables():
        columns = [field.attname for field in model._meta.concrete_fields]
        yield table, [(id_of(row[0]), repr(row)) for row in reading(model, "pk", *columns)()]


@cache
def reading(model: type[Model], *columns: str) -> Callable[[], list[tuple[Any, ...]]]:
    return prepared(lambda: model._default_manager.values_list(*columns))


def id_of(key: int | str) -> str:
    """Return a row's id as addresses have it; a few tables have words for keys."""
    return key if isinstance(key, str) else hex_id(key)


def kind(row: Any) -> Kind:
    """Return a row's campaign, its audience, and its state."""
    audience = row.who_may_know() if hasattr(row, "who_may_know") else getattr(row, "audience", "")
    return tuple(str(part) for part in (getattr(row, "campaign_id", ""), audience, getattr(row, "state", "")))


def digest(values: Iterable[str]) -> str:
    return hashlib.sha256("\0".join(sorted(values)).encode()).hexdigest()
