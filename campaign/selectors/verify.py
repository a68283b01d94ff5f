"""Prove the record: current rows from the images, journals by their gapless numbers, cups by their chains."""

from collections.abc import Iterator

from campaign.app_part import INSTALLED
from campaign.ids import hex_id
from campaign.models import (
    ENDED,
    TABLES,
    Campaign,
    Cup,
    CupState,
    Feed,
    JournalLine,
    Lock,
    OwnerKind,
    RowImage,
    from_image,
    image,
)
from campaign.models.base import RowValues
from campaign.selectors.cups import cup_documents
from rulesets.core.cup_check import check, check_together

TRIES = 5  # while people act


def verify(campaign_id: int) -> list[str]:
    """Return everything in a campaign that doesn't follow from its journal; empty if all does.

    It reads table after table, so problems count only if nobody acted in between.
    """
    problems: list[str] = []
    for _ in range(TRIES):
        before = _acts(campaign_id)
        problems = [
            *_rows(campaign_id),
            *_numbers(campaign_id),
            *cup_problems(campaign_id),
            *_overdue_cups(campaign_id),
        ]
        if not problems or _acts(campaign_id) == before:
            break
    return problems


def _acts(campaign_id: int) -> int | None:
    """Return the number of the last act in a campaign."""
    return Lock.objects.filter(id=campaign_id).values_list("seq", flat=True).first()


def _rows(campaign_id: int) -> list[str]:
    problems: list[str] = []
    state: dict[tuple[str, int], RowValues | None] = {}
    images = RowImage.objects.filter(campaign_id=campaign_id, pin=False).order_by("seq", "id")
    for row in images.iterator(2000):
        before = _today(row.table, row.schema, row.before)
        if state.get((row.table, row.row)) != before:
            problems.append(f"#{row.seq} {row.table} {row.row:016x}: its earlier values don’t match the journal")
        state[row.table, row.row] = _today(row.table, row.schema, row.after)
    proved = {key: values for key, values in state.items() if values is not None}
    stored = {(t, r.pk): image(r) for t, m in TABLES.models.items() for r in m.of_campaign(campaign_id)}
    differing = sorted(k for k in proved.keys() | stored.keys() if proved.get(k) != stored.get(k))
    return problems + [f"{table} {row:016x}: the row differs from the journal" for table, row in differing]


def _today(table: str, schema: int, values: RowValues | None) -> RowValues | None:
    values = TABLES.upcast(table, schema, values)
    return None if values is None else image(from_image(TABLES.models[table], values))


def _numbers(campaign_id: int) -> list[str]:
    problems = []
    for feed in Feed.objects.filter(campaign_id=campaign_id).order_by("id"):
        numbers = list(JournalLine.objects.filter(feed=feed).order_by("n").values_list("n", flat=True))
        if numbers != list(range(1, feed.last + 1)):
            problems.append(f"feed {feed.id:016x}: its numbers have gaps")
    return problems


def _overdue_cups(campaign_id: int) -> Iterator[str]:
    """Name each cup whose public moment has passed without its reveal."""
    is_over = Campaign.objects.filter(id=campaign_id, state__in=ENDED).exists()
    awaited = set() if is_over else INSTALLED.awaited(campaign_id)
    unrevealed = Cup.objects.filter(campaign_id=campaign_id).exclude(state=CupState.TURNED_OVER).order_by("id")
    for cup in unrevealed:
        if is_over or (cup.owner_kind == OwnerKind.BATTLE and (cup.owner_kind, cup.owner_id) not in awaited):
            yield f"cup {hex_id(cup.pk)}: its public moment has passed, but it isn’t revealed"


def cup_problems(campaign_id: int | None) -> Iterator[str]:
    """Check every cup of a campaign, or of none, by its chain, even those in use; the secrets stay on the server."""
    cups = list(Cup.objects.filter(campaign_id=campaign_id).order_by("id"))
    documents = cup_documents(cups, audit=True)
    well_formed = []
    for cup, document in zip(cups, documents, strict=True):
        findings = check(document, still_open=cup.state != CupState.TURNED_OVER)
        if not any(finding.code == "form" for finding in findings):
            well_formed.append(document)
        yield from (
            f"cup {finding.cup}: {finding.sentence}"
            for finding in findings
            if not (finding.code == "entropies" and cup.state == CupState.TAKING)
        )
        if cup.count != len(document.get("throws", ())) or cup.steps != len(document["heads"]):
            yield f"cup {document['cup']}: lines or heads are missing at its end"
    yield from (f"cup {finding.cup}: {finding.sentence}" for finding in check_together(well_formed))
