"""What everyone may see of a war: its clock, what was paid, and on an open board what is built, cut, and held."""

from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import cast

from campaign.visibility import Viewer
from rulesets.civil_war.war import World
from rulesets.civil_war.war.state import Clock, Cut, Depot, Purse, Work
from rulesets.civil_war.words import Side
from rulesets.core.records import dataclass
from war import models as rows
from war.models import Marking
from war.selectors.worlds import world_seen_by

SECRET = frozenset(["left", "spent", "entered", "free_entry"])  # of the clock: only the side that spends knows it
BOARD = "board"


@dataclass(frozen=True)
class PublicWar:
    """A war as somebody knows it who plays no side."""

    world: World
    clock: Clock
    purses: Mapping[Side, Purse]
    works: tuple[Work, ...]
    depots: tuple[Depot, ...]
    cuts: tuple[Cut, ...]
    held: Mapping[str, Side]


def public_war(viewer: Viewer) -> PublicWar:
    """Return what is public of a campaign's war, from public columns alone."""
    world = world_seen_by(viewer)
    known = [each.name for each in fields(Clock) if each.name not in SECRET]
    clock = rows.TurnTrack.objects.filter(campaign_id=viewer.campaign_id).values(*known).get()
    clock |= {name: clock[name] or None for name in ("initiative", "spending")} | {"shaken": tuple(clock["shaken"])}
    markers = list(_markers(viewer)) if viewer.sight == BOARD else []
    return PublicWar(
        world=world,
        clock=Clock(**clock),
        purses=dict(_purses(viewer)),
        works=tuple(_work(row) for row in markers if row.kind in (Marking.FORT, Marking.FORTRESS)),
        depots=tuple(Depot(row.hex, cast(Side, row.side)) for row in markers if row.kind == Marking.DEPOT),
        cuts=tuple(Cut(row.hex, cast(Side, row.side)) for row in markers if row.kind == Marking.CUT),
        held=_held(world, markers) if viewer.sight == BOARD else {},
    )


def _markers(viewer: Viewer) -> Iterator[rows.Marker]:
    return rows.Marker.objects.filter(campaign_id=viewer.campaign_id).order_by("id").iterator()


def _purses(viewer: Viewer) -> Iterator[tuple[Side, Purse]]:
    for row in rows.Purse.objects.filter(campaign_id=viewer.campaign_id).values("side", "paid", "priorities"):
        yield cast(Side, row["side"]), Purse(paid=row["paid"], priorities=tuple(row["priorities"]))


def _work(row: rows.Marker) -> Work:
    return Work(row.hex, cast(Side, row.side), "fortress" if row.kind == Marking.FORTRESS else "fort")


def _held(world: World, markers: list[rows.Marker]) -> dict[str, Side]:
    taken = {row.hex: cast(Side, row.side) for row in markers if row.kind == Marking.HELD}
    return {**world.held_at_start, **taken}
