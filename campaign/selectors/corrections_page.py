"""Makes docs/corrections.md from the declared columns: `manage.py campaign corrections > docs/corrections.md`."""

from collections.abc import Iterator

from campaign.app_part import INSTALLED
from campaign.models import TABLES, Recorded
from campaign.selectors.correctable import CLUB_TABLES, correctable_fields, kept_columns

HEAD = """# What a correction may change

A correction changes facts of the game: strength, place, ratings, results. What has acts of its own is not corrected;
the last column names the act, or a rewind, that sets it right. Nobody corrects seats, invitations, messages, or
requests. Without an umpire, what both sides agree to correct obeys the same list.
`manage.py campaign corrections > docs/corrections.md` makes this page.

| Record | May be corrected | Set right by |
|---|---|---|
"""


def corrections_page() -> str:
    tables = [model for table, model in sorted(TABLES.models.items()) if table not in CLUB_TABLES]
    return HEAD + "".join(f"| {' | '.join(_cells(model))} |\n" for model in tables)


def _cells(model: type[Recorded]) -> Iterator[str]:
    yield str(model._meta.verbose_name)
    yield ", ".join(field.name for field in correctable_fields(model)) or "nothing"
    by_kind: dict[str, list[str]] = {}
    for name, kind in kept_columns(model).items():
        if name not in ("id", "campaign"):
            by_kind.setdefault(kind, []).append(name)
    yield "; ".join(f"{', '.join(names)}: {INSTALLED.entry_title(kind)}" for kind, names in by_kind.items())
