"""Secret rolls at the opening: when flank forces arrive, and whether they meet (VG-7B)."""

from collections.abc import Mapping
from dataclasses import dataclass

from battles.conduct.base import Dispatch, Found, NotRolled, Throw
from battles.conduct.cw_to_ff.army import arm_of, items_of, marching, stands_of, total
from battles.conduct.cw_to_ff.words import edge_words, side_words
from campaign.models import SideCode
from campaign.selectors.procedures import run, trace_of
from rulesets.core.brief import Brief
from rulesets.core.context import Context
from rulesets.core.dice import CupDice
from rulesets.core.outcome import Outcome
from rulesets.core.words import many
from rulesets.cw_to_ff.findings import FlankFacts, ForceFacts, MeetingFacts
from rulesets.cw_to_ff.flank_marches import Arrival, flank_march_arrival
from rulesets.cw_to_ff.meetings import Meeting, flank_march_meeting
from rulesets.cw_to_ff.orders import FlankMarch, FlankMarches
from rulesets.cw_to_ff.state import Arm, Edge
from rulesets.cw_to_ff.strength import convert_strength

NOTICE = "battle.notice"
TABLES = tuple(dict.fromkeys(convert_strength.tables + flank_march_arrival.tables + flank_march_meeting.tables))


@dataclass(frozen=True)
class Size:
    """The stands of a flank force, and those that arrive."""

    infantry: int
    cavalry: int
    batteries: int

    @property
    def stands(self) -> int:
        return self.infantry + self.cavalry


@dataclass(frozen=True)
class Force:
    """A flank force on its way, after its rolls."""

    side: str
    size: Size
    arrival: Outcome[Arrival]


def find(brief: Brief, plans: Mapping[str, FlankMarches], throw: Throw, house: Context) -> list[Found[FlankFacts]]:
    """Roll for each edge, side by side; then for two forces that may meet on one edge."""
    found: list[Found[FlankFacts]] = []
    for edge in Edge:
        marches = {side: plans[side].by_edge[edge] for side in sorted(plans) if edge in plans[side].by_edge}
        try:
            found += _on_edge(brief, edge, marches, throw, house)
        except NotRolled:
            words = f"Around {edge_words(brief, edge)}: not rolled."
            found += [Found(_subject(edge, side), None, disclosure=words, side=side) for side in marches]
    return found


def _on_edge(
    brief: Brief, edge: Edge, marches: Mapping[str, FlankMarch], throw: Throw, house: Context
) -> list[Found[FlankFacts]]:
    forces = [_force(brief, side, edge, march, throw, house) for side, march in marches.items()]
    met = _meeting(edge, forces, throw, house) if len(forces) > 1 else None
    found = [_force_found(brief, edge, force, met.result if met else None) for force in forces]
    return [*found, _meeting_found(brief, edge, met)] if met is not None else found


def _subject(edge: Edge, side: str) -> str:
    return f"{edge}.1.{side}"


def _force(brief: Brief, side: str, edge: Edge, march: FlankMarch, throw: Throw, house: Context) -> Force:
    army, stands = brief.sides[side], stands_of(brief, side, house)
    items = items_of(army, march)
    by_arm = {arm: total(stands, (item for item in items if arm_of(item, army, march) is arm)) for arm in Arm}
    batteries = sum(item.size for item in items) * brief.ratio.batteries_per_sp
    asked = {**marching(brief, side, army.leader(march.leader).initiative), "side": side, "edge": edge}
    arrival = run(flank_march_arrival, asked, CupDice(throw), house=house)
    return Force(side, Size(by_arm[Arm.INFANTRY], by_arm[Arm.CAVALRY], batteries), arrival)


def _meeting(edge: Edge, forces: list[Force], throw: Throw, house: Context) -> Outcome[Meeting]:
    asked = [
        {
            "side": force.side,
            "speed": force.arrival.result.speed,
            "infantry": force.size.infantry,
            "cavalry": force.size.cavalry,
            "batteries": force.size.batteries,
        }
        for force in forces
    ]
    return run(flank_march_meeting, {"edge": edge, "forces": asked}, CupDice(throw), house=house)


def _force_found(brief: Brief, edge: Edge, force: Force, met: Meeting | None) -> Found[FlankFacts]:
    march, stands = force.arrival.result, force.size.stands
    arrives, batteries = stands, force.size.batteries
    if met is not None:
        arrives, batteries = next((each.stands, each.batteries) for each in met.arriving if each.side == force.side)
    facts = ForceFacts(force.side, edge, march.speed, stands, arrives, march.entry_turn)
    told = _notices(brief, edge, facts, march) if arrives else []
    if arrives and met is not None and met.meets:
        told.append(_of_excess(facts, batteries))
    words = f"{side_words(force.side)}, around {edge_words(brief, edge)}: {march}."
    return Found(_subject(edge, force.side), facts, tuple(told), words, trace_of(force.arrival.steps), force.side)


def _notices(brief: Brief, edge: Edge, facts: ForceFacts, march: Arrival) -> list[Dispatch]:
    """Return the notice and the entry, for both sides."""
    where, entry = edge_words(brief, edge), march.entry_turn
    enters = f"A {side_words(facts.side)} flank march enters on {where}, deployed."
    return [
        Dispatch(march.notice_turn, "", NOTICE, f"A flank march nears {where}. It enters on turn {entry}."),
        Dispatch(entry, "", NOTICE, enters),
    ]


def _of_excess(facts: ForceFacts, batteries: int) -> Dispatch:
    """Return the owner's notice that part of its larger force arrives."""
    text = (
        f"Your flank march met the enemy off the table. {facts.arrives} of its {facts.stands} stands enter with "
        f"{many(batteries, 'battery')}. You choose which, whole brigades first."
    )
    return Dispatch(facts.entry_turn, facts.side, NOTICE, text)


def _meeting_found(brief: Brief, edge: Edge, met: Outcome[Meeting]) -> Found[FlankFacts]:
    said = str(met.result)
    for side in SideCode:
        said = said.replace(f"{side.value}: ", f"{side.label}: ")
    words = f"Around {edge_words(brief, edge)}: {said}."
    return Found(f"{edge}.2", MeetingFacts(edge, met.result.meets), (), words, trace_of(met.steps))
