"""Put corrections into words: what each value was and became, and what a disclosure says of them afterwards."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from campaign.models import TABLES, Entry, Recorded, RowImage
from campaign.models.base import RowValues
from campaign.selectors.current import Standing, jumps_of
from rulesets.core.records import dataclass

CORRECTION = "correct"
LONGEST = 60
MOST = 12
NOTHING = "nothing"


@dataclass(frozen=True)
class Difference:
    """One value of a row before and after: a column's, or one inside its JSON."""

    path: tuple[str, ...]
    was: Any
    became: Any

    @property
    def place(self) -> str:
        return ".".join(self.path)

    def in_words(self) -> str:
        return f"{self.place} from {short(self.was)} to {short(self.became)}"

    def told_later(self) -> str:
        return f"{self.place} was {short(self.was)} and became {short(self.became)}"


def short(value: Any) -> str:
    """Return a value as a sentence can hold it."""
    text = str(value)
    return NOTHING if value in (None, "") else text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


def differences(before: RowValues, after: RowValues) -> list[Difference]:
    return list(_differences((), before, after))


def _differences(path: tuple[str, ...], before: Any, after: Any) -> Iterator[Difference]:
    """Compare objects by their keys, and lists item by item; items that have ids by those."""
    was, became = _by_key(before), _by_key(after)
    if was is None or became is None:
        if before != after:
            yield Difference(path, before, after)
        return
    for key in [*was, *(key for key in became if key not in was)]:
        yield from _differences((*path, key), was.get(key), became.get(key))


def _by_key(value: Any) -> Mapping[str, Any] | None:
    if isinstance(value, Mapping):
        return value
    if isinstance(value, list) and any(isinstance(item, Mapping | list) for item in value):
        return {str(item["id"]) if _has_id(item) else str(n): item for n, item in enumerate(value)}
    return None


def _has_id(item: Any) -> bool:
    return isinstance(item, Mapping) and "id" in item


def listed(found: Sequence[Difference]) -> str:
    """Return differences as one clause: quality from green to crack."""
    return _joined([each.in_words() for each in found])


def _joined(clauses: Sequence[str]) -> str:
    more = [f"and {len(clauses) - MOST} more"] if len(clauses) > MOST else []
    return ", ".join([*clauses[:MOST], *more])


def name_of(row: Recorded) -> str:
    """Return a row's kind and name: strength point crack infantry."""
    kind, name = str(type(row)._meta.verbose_name), str(row)
    return name if name.startswith(kind) else f"{kind} {name}"


@dataclass(frozen=True)
class Corrected:
    """A standing correction, with the values that not everyone was told of."""

    table: str
    words: str


def secret_corrections(campaign_id: int, rows: Collection[Recorded]) -> list[Corrected]:
    """Return the standing corrections of these rows in order, as far as they were not told to everyone."""
    named = {(row._meta.db_table, row.pk): name_of(row) for row in rows}
    images = RowImage.objects.filter(
        campaign_id=campaign_id,
        entry__kind=CORRECTION,
        table__in={table for table, _ in named},
        row__in={row_id for _, row_id in named},
    )
    standing = Standing(jumps_of(campaign_id))
    found = [
        _corrected(image.entry, image, named[image.table, image.row])
        for image in images.select_related("entry").order_by("seq", "id")
        if (image.table, image.row) in named and standing.has(image.stream, image.seq)
    ]
    return [each for each in found if each is not None]


def _corrected(entry: Entry, image: RowImage, name: str) -> Corrected | None:
    secret = set(entry.payload.get("secret", ()))
    before, after = (TABLES.upcast(image.table, image.schema, values) or {} for values in (image.before, image.after))
    found = [each for each in differences(before, after) if each.place in secret]
    if not found:
        return None
    clauses = _joined([each.told_later() for each in found])
    when = f" {entry.payload['when']}" if entry.payload.get("when") else ""
    by = "the umpire" if entry.seat_id is not None else "both sides"
    return Corrected(image.table, f"Corrected by {by}{when}: {name}: {clauses}. {entry.payload['reason']}")
