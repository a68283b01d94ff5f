"""The Brief of a waiting contact, built from the map rows in its hex."""

from collections.abc import Sequence
from dataclasses import replace

from campaign.ids import hex_id
from campaign.models import Campaign, Recorded, SideCode
from rulesets.core.brief import Brief, BriefBrigade, BriefItem, BriefSide, Ratio, StrategicTable
from rulesets.core.carries import carries
from rulesets.core.sheet_words import crossing
from war.models import Brigade, Contact, Force, Leader, StrengthPoint, TurnTrack
from war.selectors.brigades import brigades_of
from war.selectors.state import book_of, by_worth, counter_of, item_of, sheet_on
from war.selectors.war_state import is_afloat

SIDES = tuple(sorted(SideCode.values))


def rows_of(contact: Contact) -> list[Recorded]:
    """Return the rows that a Brief depends on: forces, leaders, strength points, and brigades in the contact's hex."""
    forces = list(Force.objects.filter(campaign_id=contact.campaign_id, hex=contact.hex).order_by("side", "id"))
    book = book_of(Campaign.objects.get(id=contact.campaign_id))
    points = by_worth(book, StrengthPoint.objects.filter(force__in=forces, lost=False))
    leaders = [
        leader
        for leader in Leader.objects.filter(force__in=forces).order_by("-stars", "seniority")
        if not is_afloat(leader)
    ]
    return [*forces, *leaders, *points, *brigades_of(contact.campaign_id, points)]


def brief_of(contact: Contact, rows: Sequence[Recorded], *, book: str) -> Brief:
    """Return everything the strategic game hands over, one item per strength point."""
    campaign = Campaign.objects.get(id=contact.campaign_id)
    track = TurnTrack.objects.get(campaign_id=contact.campaign_id)
    here = sheet_on(campaign).hexes[contact.hex]
    return Brief(
        name=contact.name,
        attacker=contact.attacker,
        defender=next(side for side in SIDES if side != contact.attacker),
        sides={side: _side(side, rows) for side in SIDES},
        book=book,
        date=contact.fought_on,
        turn=track.turn,
        season=track.season,
        place=here.name,
        state=here.state,
        hex=contact.hex,
        entered_from=contact.entered_from,
        hex_terrain=crossing(here).terrain,
        hexside_crossed=contact.hexside,
        hexside_name=contact.hexside_name,
        work=contact.work,
        ratio=Ratio(contact.stands_per_sp, contact.batteries_per_sp),
        strategic_table=StrategicTable(**contact.strategic_table) if contact.strategic_table else None,
    )


def army_in(campaign_id: int, hex_id: str, side: str) -> BriefSide:
    """Return one side's strength points in a hex, and nothing of the other side."""
    points = StrengthPoint.objects.filter(
        campaign_id=campaign_id, side=side, force__hex=hex_id, force__campaign_id=campaign_id, lost=False
    )
    return BriefSide(strength=tuple(item_of(point) for point in points.order_by("id")))


def _side(side: str, rows: Sequence[Recorded]) -> BriefSide:
    forces = [row for row in rows if isinstance(row, Force) and row.side == side]
    return BriefSide(
        leaders=tuple(counter_of(row) for row in rows if isinstance(row, Leader) and row.side == side),
        strength=tuple(_item(row) for row in rows if isinstance(row, StrengthPoint) and row.side == side),
        demoralized=any(force.demoralized for force in forces),
        in_supply=all(force.in_supply for force in forces),
        brigades=tuple(_brigade(row) for row in rows if isinstance(row, Brigade) and row.side == side),
    )


@carries("VG-4A")
def _item(row: StrengthPoint) -> BriefItem:
    """Return a strength point for the table: cavalry only if a cavalry leader commands it."""
    item = item_of(row)
    return replace(item, arm="infantry") if item.arm == "cavalry" and item.under is None else item


def _brigade(row: Brigade) -> BriefBrigade:
    return BriefBrigade(hex_id(row.pk), row.name, row.commander, row.points)
