"""Apply a battle report to the map: strength points, carryover, quality, morale, retreat, leaders, and sightings.

The bridge works out the consequences (`selectors.aftermath`), which a result page shows as a dry run; this only writes
them and announces them: to each side its own, and to everyone what both armies saw.
"""

from collections.abc import Iterable, Mapping
from dataclasses import field

from campaign.audiences import PUBLIC, UMPIRE, side_audience
from campaign.ids import read_id
from campaign.models import SideCode
from campaign.selectors.procedures import trace_of
from campaign.services.record import Act
from rulesets.core.brief import Brief
from rulesets.core.carries import carries
from rulesets.core.hand_over import LeaderAfter, LeaderFate, SideAftermath, Verdict
from rulesets.core.records import dataclass
from rulesets.core.report import FELL, Report, ReportSide
from rulesets.core.words import listed, many
from war.models import Fate as MapFate
from war.models import Force, Leader, Sighting, StrengthPoint
from war.selectors.aftermath import leaders_in_words, leaving_in_words
from war.selectors.retreats import Leaving
from war.selectors.war_state import is_war
from war.services.brigades import keep_brigades
from war.services.war_settlement import settle_in_war

LOSSES, FALLEN = "map.losses", "map.fallen"  # a game that is published has no line of the fallen: people type names
ON_MAP = {LeaderFate.KILLED: MapFate.KILLED, LeaderFate.WOUNDED: MapFate.WOUNDED}


@dataclass(frozen=True)
class Settled:
    """Everything that a settlement applies; `theaters` are those of the sides in the battle."""

    brief: Brief
    report: Report
    worked: Mapping[str, SideAftermath]
    verdict: Verdict | None = None
    leaving: Leaving = field(default_factory=Leaving)
    theaters: Mapping[str, str] = field(default_factory=dict)


@carries("VG-9", "VG-9E", "VG-4F1", "VG-4F2", "VG-4F3", "VG-10A")
def apply(act: Act, settled: Settled, *, about: str) -> None:
    """Write each side's aftermath, and announce it to that side; in a war its own rules settle the battle."""
    at_war = is_war(act.campaign_id)
    if at_war:
        settle_in_war(act, settled.brief.hex, settled.worked, settled.leaving)
    for side, after in sorted(settled.worked.items()):
        if not at_war:
            _season_and_lose(act, settled, after)
        _carry_over(act, settled.brief, after)
        keep_brigades(act, settled.brief, settled.report, side, settled.theaters.get(side, ""))
        _tell_side(act, settled, after, about)
    if not at_war:
        _move_and_mark(act, settled)
    _tell_everyone(act, settled, about)


def _points(brief: Brief, side: str) -> dict[str, StrengthPoint]:
    """Return the rows of a side's strength points by their ids in the Brief."""
    ids = {item.id: read_id(item.id) or 0 for item in brief.sides[side].strength}
    rows = StrengthPoint.objects.in_bulk(list(ids.values()))
    return {name: rows[row_id] for name, row_id in ids.items()}


def _leaders(brief: Brief, side: str) -> dict[str, Leader]:
    ids = {leader.id: read_id(leader.id) or 0 for leader in brief.sides[side].leaders}
    rows = Leader.objects.in_bulk(list(ids.values()))
    return {name: rows[row_id] for name, row_id in ids.items() if row_id in rows}


def _season_and_lose(act: Act, settled: Settled, after: SideAftermath) -> None:
    """Add a battle to every point with a stand on the table, give survivors their quality, and settle the leaders."""
    surrenders = settled.leaving.surrenders and settled.leaving.side == after.side
    points = _points(settled.brief, after.side)
    for item, point in points.items():
        point.battles += item in after.fought
        point.quality = after.qualities.get(item, point.quality)
        point.lost = point.lost or surrenders or item in after.gone
    _settle_leaders(act, _leaders(settled.brief, after.side), after.leaders)
    act.save_all(list(points.values()))
    _show_leaders(act, settled.brief, after)


def _carry_over(act: Act, brief: Brief, after: SideAftermath) -> None:
    """Give each class's carryover to its first keeper on the map; free the points of leaders who left."""
    points = _points(brief, after.side)
    gone = {read_id(leader.id) for leader in after.leaders if leader.leaves}
    for point in points.values():
        point.carry = "0"
        point.under = None if point.under_id in gone else point.under
    for name, keepers in after.keepers.items():
        staying = (points[item] for item in keepers if not points[item].lost)
        if (keeper := next(staying, None)) is not None:
            keeper.carry = str(after.carry_by_class[name])
    act.save_all(list(points.values()))


def _settle_leaders(act: Act, rows: Mapping[str, Leader], found: Iterable[LeaderAfter]) -> None:
    """Take the leaders whom an army has lost out of it; place the promotion counters (R-45)."""
    for after in found:
        row = rows.get(after.id)
        if row is None:
            continue
        if after.counter_on and row.counter_turn is None:
            row.counter_turn = after.counter_on
        if after.leaves:
            row.fate = ON_MAP.get(after.fate, row.fate) if after.fate else row.fate
            row.force, row.back_turn = None, after.back_on or None
        if after.fate is LeaderFate.KILLED:
            row.counter_turn = None
        act.save(row)


def _show_leaders(act: Act, brief: Brief, after: SideAftermath) -> None:
    """Reveal the leaders on the table to the enemy, in its sighting of their hex."""
    if not any(one.was_seen for one in after.leaders):
        return
    seen = [read_id(one.id) or 0 for one in after.leaders if one.was_seen and not one.leaves]
    names = Leader.objects.filter(id__in=seen).order_by("-stars", "seniority").values_list("name", flat=True)
    for belief in Sighting.objects.filter(campaign_id=act.campaign_id, hex=brief.hex).exclude(side=after.side):
        belief.leaders = list(names)
        act.save(belief)


def _move_and_mark(act: Act, settled: Settled) -> None:
    """Mark demoralized forces, and move those that retreat."""
    leaving = settled.leaving
    for force in Force.objects.filter(campaign_id=act.campaign_id, hex=settled.brief.hex).order_by("side", "id"):
        after = settled.worked.get(force.side)
        force.demoralized = force.demoralized or bool(after and after.morale.demoralized)
        if force.side == leaving.side and leaving.to is not None:
            force.hex = leaving.to.id
        act.save(force)


def _tell_side(act: Act, settled: Settled, after: SideAftermath, about: str) -> None:
    """Tell a side all of its own aftermath, and the umpire also the line of a demoralization roll."""
    parts = [f"{many(after.lost, 'strength point')} lost.", after.morale.words]
    if after.promoted:
        numbers = {item.id: n for n, item in enumerate(settled.brief.sides[after.side].strength, start=1)}
        parts.append(f"Strength point no. {numbers[after.promoted]} was promoted to crack. VG-4F3")
    parts += [f"{sentence}." for sentence in leaders_in_words(after.leaders)]
    parts += leaving_in_words(settled.leaving, after.side)
    trace = trace_of((*after.steps, *after.morale.steps, *after.quality_steps, *after.leader_steps))
    text = f"{settled.brief.name}: {' '.join(parts)}"
    act.tell(side_audience(after.side), text, kind=LOSSES, about=about, trace=trace)
    if after.morale.line:
        word = SideCode(after.side).label
        text = f"{settled.brief.name}: the {word} army rolled for demoralization on {after.morale.line}. VG-9C"
        act.tell(UMPIRE, text, kind=LOSSES, about=about, trace=trace_of(after.morale.line_steps))


def _tell_everyone(act: Act, settled: Settled, about: str) -> None:
    name = settled.brief.name
    if settled.verdict is not None:
        points = " to ".join(str(n) for n in sorted((x.points for x in settled.report.sides.values()), reverse=True))
        won = f"{_word(settled.verdict.winner)} won" if settled.verdict.winner else "Nobody won"
        leaves = f"the {_word(settled.verdict.retreats)} army {_goes(settled.leaving)}"
        text = f"{name}: {won} on victory points, {points}; {leaves}."
        act.tell(PUBLIC, f"{text} VG-9", kind=LOSSES, about=about)
    for side, after in sorted(settled.worked.items()):
        act.tell(PUBLIC, f"The {_word(side)} army {_state(after)} after {name}.", kind=LOSSES, about=about)
        fell = _fallen(settled.brief, side, settled.report.sides[side])
        if fell:
            act.tell(PUBLIC, f"{_word(side)} leaders who fell at {name}: {fell}.", kind=FALLEN, about=about)


def _goes(leaving: Leaving) -> str:
    return "surrenders (house rule R-115)" if leaving.surrenders else "retreats"


def _state(after: SideAftermath) -> str:
    if after.morale.demoralized is None:
        return "may be demoralized, which the umpire decides (VG-9C),"
    return "is demoralized" if after.morale.demoralized else "is not demoralized"


def _fallen(brief: Brief, side: str, said: ReportSide) -> str:
    """Name the leaders who fell on the table, where both armies saw it."""
    names = {leader.id: leader.name for leader in brief.sides[side].leaders}
    fell = [
        f"{names[leader]} ({one.fate})" for leader, one in said.leaders.items() if one.on_table and one.fate in FELL
    ]
    return listed(fell) if fell else ""


def _word(side: str) -> str:
    return str(SideCode(side).label)
