"""The map for its strategic book: rows as frozen values of the contract."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from fractions import Fraction
from typing import TypeVar

from django.db.models import QuerySet

from campaign.errors import Refusal
from campaign.ids import hex_id
from campaign.models import Campaign, Recorded
from campaign.prepared import prepared
from rulesets.core.brief import BriefItem, BriefLeader
from rulesets.core.registry import NoSuchProcedure, bridge_from, strategic_book
from rulesets.core.sheet import Sheet
from rulesets.core.sheet_form import load_sheet, pinned_sheet
from rulesets.core.strategic import ForceOnMap, MapState, StrategicBook
from war.models import Force, Leader, StrengthPoint

RowT = TypeVar("RowT", bound=Recorded)


def book_of(campaign: Campaign) -> StrategicBook:
    """Return the strategic book that a campaign with a map is played by."""
    return strategic_book(campaign.book)


def bridge_of(campaign_id: int, *, book: str = "") -> str:
    """Return the book that brings a campaign's battles to a table; `book` is the campaign's, if it has been read."""
    strategic = book or Campaign.objects.values_list("book", flat=True).get(id=campaign_id)
    try:
        return bridge_from(strategic).id
    except NoSuchProcedure as error:
        raise Refusal(error.sentence) from error


def bridge_or_none(campaign_id: int, *, book: str = "") -> str:
    """Return that book, or "" if no book brings this campaign's battles to a table."""
    with suppress(Refusal):
        return bridge_of(campaign_id, book=book)
    return ""


def sheet_of(campaign: Campaign) -> Sheet | None:
    return pinned_sheet(campaign.sheet, campaign.sheet_hash)


def sheet_on(campaign: Campaign) -> Sheet:
    """Return the map of a campaign that has one."""
    return load_sheet(campaign.sheet, campaign.sheet_hash)


def positions(campaign: Campaign) -> MapState:
    """Return where each side's strength points are, and nothing else of them."""
    forces = (ForceOnMap(id=f"{side} {where}", side=side, hex=where) for side, where in _places(campaign.pk))
    return MapState(sheet_of(campaign), {force.id: force for force in forces})


@prepared
def _places(campaign_id: int) -> "QuerySet[StrengthPoint, tuple[str, str]]":
    points = StrengthPoint.objects.filter(campaign_id=campaign_id, lost=False).order_by("side", "force__hex")
    return points.values_list("side", "force__hex").distinct()


def state_of_force(
    campaign: Campaign, force: Force, points: Iterable[StrengthPoint], leaders: Iterable[Leader]
) -> MapState:
    """Return one force with its pieces, for the orders that it may be given."""
    key = hex_id(force.id)
    on_map = ForceOnMap(
        id=key,
        side=force.side,
        hex=force.hex,
        name=force.name,
        scope=force.scope,
        demoralized=force.demoralized,
        in_supply=force.in_supply,
        leaders=tuple(counter_of(leader) for leader in leaders),
        strength=tuple(item_of(point) for point in points),
    )
    return MapState(sheet_of(campaign), {key: on_map})


def pieces_of(force: Force) -> tuple[list[StrengthPoint], list[Leader]]:
    """Return what is in a force: strength points, and leaders from the lowest."""
    points = StrengthPoint.objects.filter(force=force, lost=False).order_by("id")
    return list(points), list(Leader.objects.filter(force=force).order_by("stars", "seniority"))


def by_id(rows: Iterable[RowT]) -> dict[str, RowT]:
    return {hex_id(row.pk): row for row in rows}


def counter_of(leader: Leader) -> BriefLeader:
    return BriefLeader(
        id=hex_id(leader.id),
        name=leader.name,
        given_name=leader.given_name,
        rank_stars=leader.stars,
        initiative=leader.initiative,
        tactical=leader.tactical,
        command=leader.command,
        cavalry=leader.cavalry,
        seniority=leader.seniority,
        counter=leader.counter,
        state={"counter_turn": leader.counter_turn} if leader.counter_turn else {},
    )


def item_of(point: StrengthPoint) -> BriefItem:
    return BriefItem(
        id=hex_id(point.id),
        arm=point.arm,
        quality=point.quality,
        under=hex_id(point.under_id) if point.under_id else None,
        carried_loss=Fraction(point.carry),
        battles=point.battles,
    )


def by_worth(book: StrategicBook, points: Iterable[StrengthPoint]) -> Sequence[StrengthPoint]:
    """Sort strength points, the best first."""
    return sorted(points, key=lambda point: (book.worth(item_of(point)), point.id))
