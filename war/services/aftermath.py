"""A battle's Report is applied to the map: strength points, carryover, demoralized forces, and leaders who were seen.

What follows from the Report is worked out by the bridge (`selectors.aftermath`); this only writes it.
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
    """Write what was worked out for each side, and tell each side its own."""
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
    """The rows of a side's strength points by their ids in the Brief."""
    rows = StrengthPoint.objects.in_bulk([read_id(item.id) or 0 for item in brief.sides[side].strength])
    return {item.id: rows[read_id(item.id) or 0] for item in brief.sides[side].strength}


def _season_and_lose(points: Mapping[str, StrengthPoint], after: SideAftermath) -> None:
    """Whoever had a stand on the table has been in one battle more; the carryover is dealt out anew."""
    gone = {item for items in after.removals.values() for item in items}
    for item, point in points.items():
        point.battles += item in after.fought
        point.lost = point.lost or item in gone
        point.carry = "0"


def _carry_over(points: Mapping[str, StrengthPoint], name: str, after: SideAftermath) -> None:
    """The carryover of a class stays with the first of its keepers that is still on the map."""
    staying = (points[item] for item in after.keepers[name] if not points[item].lost)
    if (keeper := next(staying, None)) is not None:
        keeper.carry = str(after.carry_by_class[name])


def _mark_forces(act: Act, brief: Brief, after: SideAftermath) -> None:
    forces = Force.objects.filter(campaign_id=act.campaign_id, side=after.side, hex=brief.hex).order_by("id")
    for force in forces:
        force.demoralized = force.demoralized or after.demoralized
        act.save(force)


def _show_leaders(act: Act, brief: Brief, side: str, said: ReportSide) -> None:
    """Leaders who stood on the table are known to the other side, and believed where they were seen."""
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
    state = "is demoralized" if after.demoralized else "is not demoralized by its losses"
    act.tell(PUBLIC, f"The {side} army {state} after {brief.name}.", kind="map.losses", about=about)
