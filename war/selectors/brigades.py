"""Brigades of earlier battles: which are in an army, and their records, as their own side reads them."""

from collections.abc import Iterable, Sequence

from django.http import Http404

from campaign.ids import hex_id
from campaign.models import SideCode
from campaign.parts import Audience
from campaign.routes import reverse
from campaign.visibility import Viewer, may_know
from rulesets.core.brigades import HALF, RecordLine, share_of
from rulesets.core.plain import Json
from rulesets.core.records import dataclass
from rulesets.core.words import many
from war.models import Brigade, StrengthPoint

SIDES = ("USA", "CSA")  # on pages the Union stands above
TABLE = Brigade._meta.db_table
ENDED = "ended with its strength points"


@dataclass(frozen=True)
class BrigadeLine:
    """A brigade, as its owner reads it."""

    name: str
    commander: str
    about: str
    record: tuple[str, ...]
    lost: int
    has_ended: bool
    correct_url: str = ""


@dataclass(frozen=True)
class SideBrigades:
    """The brigades of one side, by name; those that have ended come last."""

    side: str
    name: str
    brigades: tuple[BrigadeLine, ...]


@dataclass(frozen=True)
class BrigadesPage:
    """The brigades that a side has fought with: its own to a side, both sides' to the umpire."""

    audience: Audience
    sides: tuple[SideBrigades, ...]


def brigades_of(campaign_id: int, points: Iterable[StrengthPoint]) -> list[Brigade]:
    """Return the brigades of which more than half is of these strength points."""
    here = frozenset(hex_id(point.pk) for point in points)
    rows = Brigade.objects.filter(campaign_id=campaign_id).order_by("side", "name", "id")
    return [row for row in rows if share_of(row.points, here) > HALF]


def brigades_page(viewer: Viewer) -> BrigadesPage:
    """Return the brigades that this viewer may know, to the seats of a side and the umpire."""
    if viewer.is_observer:
        raise Http404
    rows = known_brigades(viewer)
    left = _left(viewer, rows)
    sides = SIDES if viewer.is_umpire else (viewer.side,)
    return BrigadesPage(
        audience=_audience(viewer),
        sides=tuple(
            SideBrigades(side, _word(side), tuple(_lines(viewer, (row for row in rows if row.side == side), left)))
            for side in sides
        ),
    )


def known_brigades(viewer: Viewer) -> list[Brigade]:
    rows = Brigade.objects.filter(campaign_id=viewer.campaign_id).order_by("name", "id")
    if viewer.is_commander:
        rows = rows.filter(side=viewer.side)
    return [row for row in rows if may_know(row.who_may_know(), viewer)]


def records_of(viewer: Viewer) -> dict[str, tuple[str, ...]]:
    """Return the records of the brigades that a viewer may know, by their IDs."""
    return {hex_id(row.pk): record_of(row) for row in known_brigades(viewer)}


def record_of(row: Brigade) -> tuple[str, ...]:
    return tuple(str(_read(line)) for line in row.record)


def _read(line: Json) -> RecordLine:
    return RecordLine(**line)


def _left(viewer: Viewer, rows: Sequence[Brigade]) -> frozenset[str]:
    """Return the strength points that are still on the map, of the sides of these brigades."""
    sides = {row.side for row in rows}
    points = StrengthPoint.objects.filter(campaign_id=viewer.campaign_id, side__in=sides, lost=False)
    return frozenset(map(hex_id, points.values_list("id", flat=True))) if sides else frozenset()


def _lines(viewer: Viewer, rows: Iterable[Brigade], left: frozenset[str]) -> list[BrigadeLine]:
    return sorted((_line(viewer, row, left) for row in rows), key=lambda line: line.has_ended)


def _line(viewer: Viewer, row: Brigade, left: frozenset[str]) -> BrigadeLine:
    has_ended = share_of(row.points, left) <= HALF
    lost = sum(_read(line).lost for line in row.record)
    size = f"{many(sum(row.points.values()), 'stand')} of {many(len(row.points), 'strength point')}"
    may_ask = viewer.speaks_for_side and viewer.game_is_on
    return BrigadeLine(
        name=row.name,
        commander=row.commander,
        about=ENDED if has_ended else size,
        record=record_of(row),
        lost=lost,
        has_ended=has_ended,
        correct_url=reverse("journal:ask-correct", args=[row.campaign_id, TABLE, row.pk]) if may_ask else "",
    )


def _audience(viewer: Viewer) -> Audience:
    if viewer.is_umpire:
        return Audience(side="umpire", words="Visible to each side for its own, and to you")
    return Audience(side=viewer.side, words=f"Visible only to {_word(viewer.side)} and the umpire")


def _word(side: str) -> str:
    return str(SideCode(side).label)
