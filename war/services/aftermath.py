"""Apply a battle report to the map: strength points, carryover, demoralization, and sighted leaders.

The bridge works out the consequences (`selectors.aftermath`); this only writes them.
"""

from collections.abc import Mapping

from campaign.audiences import PUBLIC, side_audience
from campaign.ids import read_id
from campaign.models import SideCode
from campaign.selectors.procedures import trace_of
from campaign.services.record import Act
from rulesets.core.brief import Brief
from rulesets.core.hand_over import SideAftermath
from rulesets.core.report import Fate, Report, ReportSide
from war.models import Force, Leader, Sighting, StrengthPoint


def apply(act: Act, worked: Mapping[str, SideAftermath], *, brief: Brief, report: Report, about: str) -> None:
    """Write each side's aftermath, and announce it to that side."""
    for side, after in sorted(worked.items()):
        points = _points(brief, side)
        _season_and_lose(points, after)
        for name in after.keepers:
            _carry_over(points, name, after)
        for point in points.values():
            act.save(point)
        _mark_forces(act, brief, after)
        _show_leaders(act, brief, side, report.sides[side])
        _tell(act, brief, after, about)


def _points(brief: Brief, side: str) -> dict[str, StrengthPoint]:
    """Return the rows of a side's strength points by their ids in the Brief."""
    ids = {item.id: read_id(item.id) or 0 for item in brief.sides[side].strength}
    rows = StrengthPoint.objects.in_bulk(list(ids.values()))
    return {name: rows[row_id] for name, row_id in ids.items()}


def _season_and_lose(points: Mapping[str, StrengthPoint], after: SideAftermath) -> None:
    """Add a battle to every point with a stand on the table, and distribute carryover again."""
    gone = {item for items in after.removals.values() for item in items}
    for item, point in points.items():
        point.battles += item in after.fought
        point.lost = point.lost or item in gone
        point.carry = "0"


def _carry_over(points: Mapping[str, StrengthPoint], name: str, after: SideAftermath) -> None:
    """Give each class's carryover to its first keeper on the map."""
    staying = (points[item] for item in after.keepers[name] if not points[item].lost)
    if (keeper := next(staying, None)) is not None:
        keeper.carry = str(after.carry_by_class[name])


def _mark_forces(act: Act, brief: Brief, after: SideAftermath) -> None:
    forces = Force.objects.filter(campaign_id=act.campaign_id, side=after.side, hex=brief.hex).order_by("id")
    for force in forces:
        force.demoralized = force.demoralized or after.demoralized
        act.save(force)


def _show_leaders(act: Act, brief: Brief, side: str, said: ReportSide) -> None:
    """Reveal the leaders on the table to the enemy, in its sighting of their hex."""
    if not any(one.on_table for one in said.leaders.values()):
        return
    seen = [
        read_id(leader) or 0 for leader, one in said.leaders.items() if one.on_table and one.fate is not Fate.KILLED
    ]
    names = Leader.objects.filter(id__in=seen).order_by("-stars", "seniority").values_list("name", flat=True)
    beliefs = Sighting.objects.filter(campaign_id=act.campaign_id, hex=brief.hex).exclude(side=side)
    for belief in beliefs:
        belief.leaders = list(names)
        act.save(belief)


def _tell(act: Act, brief: Brief, after: SideAftermath, about: str) -> None:
    side = SideCode(after.side).label
    lost = f"{after.lost} strength point{'' if after.lost == 1 else 's'} lost"
    text = f"{brief.name}: {lost}. {after.demoralized_words}"
    trace = trace_of(after.steps)
    act.tell(side_audience(after.side), text, kind="map.losses", about=about, trace=trace)
    state = "was demoralized" if after.demoralized else "was not demoralized by its losses"
    act.tell(PUBLIC, f"The {side} army {state} after {brief.name}.", kind="map.losses", about=about)
