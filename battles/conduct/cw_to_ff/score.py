"""Victory points by Fire and Fury's standard list, from what an army lost and the objectives (VG-9, R-32)."""

from collections import Counter
from collections.abc import Iterator, Mapping

from battles.conduct.base import Unit
from battles.conduct.cw_to_ff.wear import TableWear, commands_of
from battles.conduct.score import Beaten, Points
from battles.conduct.wear import OF_COMMAND
from campaign.parts import TraceLine
from campaign.selectors.procedures import run, trace_of
from rulesets.core.brief import Brief
from rulesets.core.carries import carries
from rulesets.core.context import BY_THE_BOOK, Context
from rulesets.core.ground import Objective
from rulesets.core.records import dataclass
from rulesets.core.report import NO_LOSS, Fate, LeaderSaid, StandsLost
from rulesets.cw_to_ff.orders import Plan
from rulesets.fire_and_fury.state import Status
from rulesets.fire_and_fury.victory import victory_points

QUIT = "quit the field"
IN_ACTION = (Fate.UNHURT, Fate.STUNNED)
ARMY, CORPS, DIVISION, BRIGADE, EXCEPTIONAL = (
    "army leader",
    "corps leader",
    "division leader",
    "brigade commander",
    "exceptional brigade commander",
)


@dataclass(frozen=True)
class TableScoring:
    """The list, with this campaign's numbers."""

    house: Context = BY_THE_BOOK

    @carries("VG-9")
    def points(self, brief: Brief, side: str, plan: Plan, beaten: Beaten) -> Points:
        asked = {
            "brigades": [
                {"began": began, "ended": ended, "number": number}
                for (began, ended), number in sorted(Counter(self._brigades(brief, side, plan, beaten)).items())
            ],
            "batteries": sum(lost.for_good > 0 for lost in beaten.batteries),
            "leaders": [
                {"rank": rank, "number": number} for rank, number in sorted(Counter(_fallen(plan, beaten)).items())
            ],
            "objectives": [{"name": each.name, "points": each.points} for each in beaten.objectives],
        }
        outcome = run(victory_points, asked, house=self.house)
        return Points(outcome.result.total, (*trace_of(outcome.steps[:-1]), *map(_held, beaten.objectives)))

    def _brigades(self, brief: Brief, side: str, plan: Plan, beaten: Beaten) -> Iterator[tuple[str, str]]:
        """Yield the states in which each brigade began and ended that was on the table."""
        wear = TableWear(self.house)
        lost = {unit.id: beaten.losses.get(unit.id, NO_LOSS) for unit in beaten.units}
        brought = {unit.id: unit.stands - lost[unit.id].never_arrived for unit in beaten.units}
        triples = wear.triples(brief, side, plan, brought)
        for unit in beaten.units:
            if brought[unit.id] > 0:
                yield _states(wear, triples.get(unit.id, ""), unit, lost[unit.id])


def _held(objective: Objective) -> TraceLine:
    return TraceLine(words=f"Holds {objective.name}", figure=f"{objective.points} VP", cites="R-32")


def _states(wear: TableWear, triple: str, unit: Unit, lost: StandsLost) -> tuple[str, str]:
    began = wear.status(triple, unit.stands - lost.never_arrived) or str(Status.FRESH)
    left = unit.stands - sum(lost.by_cause.values())
    if left <= 0:
        return began, QUIT if lost.quit else str(Status.DESTROYED)
    return began, wear.status(triple, left) or str(Status.FRESH)


def _fallen(plan: Plan, beaten: Beaten) -> Iterator[str]:
    """Yield the rank of everyone out of action who was on the table."""
    ranks = _ranks(plan)
    for who, said in beaten.leaders.items():
        if is_out(said):
            rank = ranks.get(who, DIVISION)  # a general without a command
            is_exceptional = rank == BRIGADE and who.removeprefix(OF_COMMAND) in beaten.exceptional
            yield EXCEPTIONAL if is_exceptional else rank


def is_out(said: LeaderSaid) -> bool:
    return said.on_table and said.fate not in IN_ACTION


def _ranks(plan: Plan) -> Mapping[str, str]:
    """Return the highest post of each leader and commander."""
    found: dict[str, str] = {}
    if plan.order is not None:
        for leader, at, _, _ in commands_of(plan.order):
            rank = BRIGADE if "b" in at else DIVISION if "d" in at else CORPS if at else ARMY
            for who in (leader, f"{OF_COMMAND}{at}"):
                found.setdefault(who, rank)
    return found
