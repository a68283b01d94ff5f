"""Secret rolls at the opening: when flank forces arrive, and whether they meet (VG-7B)."""

from collections.abc import Container, Iterable, Iterator, Mapping

from battles.conduct.base import Dispatch, Found, NotRolled, SecretDice, Throw
from battles.conduct.cw_to_ff.army import marching
from battles.conduct.cw_to_ff.words import edge_words, own_words, side_words
from campaign.models import SideCode
from campaign.selectors.procedures import run, trace_of, within_tables
from rulesets.core.brief import Brief
from rulesets.core.context import Context
from rulesets.core.dice import CupDice
from rulesets.core.outcome import Outcome
from rulesets.core.records import dataclass
from rulesets.core.words import many
from rulesets.cw_to_ff.findings import ExcessFacts, FlankFacts, ForceFacts, MeetingFacts
from rulesets.cw_to_ff.flank_marches import Arrival, flank_march_arrival
from rulesets.cw_to_ff.meetings import Meeting, flank_march_meeting
from rulesets.cw_to_ff.orders import FlankMarch, Plan
from rulesets.cw_to_ff.state import Arm, Edge, Speed
from rulesets.cw_to_ff.tables import ARRIVAL

NOTICE = "battle.notice"
TABLES = tuple(dict.fromkeys(flank_march_arrival.tables + flank_march_meeting.tables))


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


def find(
    brief: Brief, plans: Mapping[str, Plan], dice: SecretDice[FlankFacts], house: Context
) -> list[Found[FlankFacts]]:
    """Roll for each edge, side by side; then for two forces that may meet on one edge."""
    found: list[Found[FlankFacts]] = []
    for edge in Edge:
        marches = {side: plans[side] for side in sorted(plans) if edge in plans[side].by_edge}
        if all(_subject(edge, side) in dice.known for side in marches):
            continue
        try:
            found += _on_edge(brief, edge, marches, dice.throw, house)
        except NotRolled:
            words = f"Around {edge_words(brief, edge)}: not rolled."
            found += [Found(_subject(edge, side), None, disclosure=words, side=side) for side in marches]
    return found


def _on_edge(
    brief: Brief, edge: Edge, plans: Mapping[str, Plan], throw: Throw, house: Context
) -> list[Found[FlankFacts]]:
    forces = [_force(brief, side, edge, plan, throw, house) for side, plan in plans.items()]
    met = _meeting(edge, forces, throw, house) if len(forces) > 1 else None
    found = [_force_found(brief, edge, force, met.result if met else None, house) for force in forces]
    return [*found, _meeting_found(brief, edge, met)] if met is not None else found


def _subject(edge: Edge, side: str) -> str:
    return f"{edge}.1.{side}"


def _force(brief: Brief, side: str, edge: Edge, plan: Plan, throw: Throw, house: Context) -> Force:
    march = plan.by_edge[edge]
    initiative = brief.sides[side].leader(march.leader).initiative
    asked = {**marching(brief, side, initiative), "side": side, "edge": edge}
    arrival = run(flank_march_arrival, asked, CupDice(throw), house=house)
    return Force(side, _size(plan, march), arrival)


def _size(plan: Plan, march: FlankMarch) -> Size:
    """Return what marches; each brigade keeps the arm it has in the order of battle (R-3)."""
    assert plan.order is not None
    stands = dict.fromkeys(Arm, 0)
    brigades = {at: brigade for at, _, brigade in plan.order.all_brigades()}
    for brigade in (brigades[at] for at in march.units if at in brigades):
        stands[brigade.arm] += brigade.stands
    return Size(stands[Arm.INFANTRY], stands[Arm.CAVALRY], sum(at not in brigades for at in march.units))


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


def _force_found(brief: Brief, edge: Edge, force: Force, met: Meeting | None, house: Context) -> Found[FlankFacts]:
    march, stands = force.arrival.result, force.size.stands
    arrives, batteries = stands, force.size.batteries
    if met is not None:
        arrives, batteries = next((each.stands, each.batteries) for each in met.arriving if each.side == force.side)
    facts = ForceFacts(force.side, edge, march.speed, stands, arrives, march.entry_turn, batteries)
    told = _notices(brief, edge, facts, march) if arrives else [_never(brief, edge, facts, house)]
    words = f"{side_words(force.side)}, around {edge_words(brief, edge)}: {march}."
    return Found(_subject(edge, force.side), facts, tuple(told), words, trace_of(force.arrival.steps), force.side)


def entry_turns(house: Context) -> list[int]:
    """Return the turns on which a flank march may enter, as the campaign plays VG-7B2 to 7B4."""
    with within_tables():
        return sorted({ARRIVAL.at(speed, "entry", context=house) for speed in Speed})


def _notices(brief: Brief, edge: Edge, facts: ForceFacts, march: Arrival) -> list[Dispatch]:
    """Return the notice and the entry, for both sides."""
    where, entry = edge_words(brief, edge), march.entry_turn
    enters = f"A {side_words(facts.side)} flank march enters on {where}, deployed anywhere in its entry zone. VG-7B2"
    return [
        Dispatch(march.notice_turn, "", NOTICE, f"A flank march nears {where}. It enters on turn {entry}."),
        Dispatch(entry, "", NOTICE, enters),
    ]


def find_excess(
    brief: Brief, turn: int, known: Container[str], facts: Iterable[FlankFacts | None]
) -> Iterator[Found[FlankFacts]]:
    """Find what comes on of each force that met a smaller one, on the turn it enters: only then its owner learns."""
    for force in facts:
        if isinstance(force, ForceFacts) and force.is_reduced and force.entry_turn <= turn:
            subject = f"{force.edge}.3.{force.side}"
            if subject not in known:
                yield _excess_found(brief, subject, force)


def _excess_found(brief: Brief, subject: str, force: ForceFacts) -> Found[FlankFacts]:
    part = f"{force.arrives} of its {force.stands} stands enter with {many(force.batteries, 'battery')}"
    text = (
        f"Your flank march around {own_words(brief, force.side, force.edge)} met the enemy off the table. {part}. "
        "Choose which until this turn ends; otherwise whole brigades enter in the order of battle. VG-7B5a"
    )
    where = f"{side_words(force.side)}, around {edge_words(brief, force.edge)}"
    return Found(
        subject,
        ExcessFacts(force.side, force.edge, force.arrives, force.batteries),
        (Dispatch(force.entry_turn, force.side, NOTICE, text),),
        f"{where}, after the meeting: {part}.",
        side=force.side,
        turn=force.entry_turn,
        is_own=True,
        asks=force.edge.value,
    )


def _never(brief: Brief, edge: Edge, facts: ForceFacts, house: Context) -> Dispatch:
    """Return what the owner of a force that never arrives is told on the last turn on which one may enter."""
    last, where = entry_turns(house)[-1], own_words(brief, facts.side, edge)
    return Dispatch(
        last, facts.side, NOTICE, f"Your flank march around {where} can’t enter this battle any more. VG-7B5a"
    )


def _meeting_found(brief: Brief, edge: Edge, met: Outcome[Meeting]) -> Found[FlankFacts]:
    said = str(met.result)
    for side in SideCode:
        said = said.replace(f"{side.value}: ", f"{side.label}: ")
    words = f"Around {edge_words(brief, edge)}: {said}."
    return Found(f"{edge}.2", MeetingFacts(edge, met.result.meets), (), words, trace_of(met.steps))
