"""The battle report as it would be applied now, its victory points, and what a side knows of both (VG-9).

Where a book counts the points, they follow from both sides' rows, so nobody reads a score before both are confirmed:
it would tell of the enemy what isn't entered yet. Only what the enemy saw on the table scores.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from battles.conduct.base import EnteredResult
from battles.conduct.score import Beaten, Points, SomeScoring
from battles.models import Battle, BattleState, Plan, SecretResult, SideResult
from battles.selectors.hidden import in_sight, is_in_sight
from battles.selectors.reads import (
    REPORTED,
    SIDES,
    brief_of_battle,
    conduct,
    facts_in,
    house_of_battle,
    plan_of,
    secret_results_of,
    shown_result,
    units_of,
    whole_result,
)
from battles.selectors.settled_dice import settled_dice
from campaign.parts import TraceLine
from rulesets.core.ground import Objective
from rulesets.core.hand_over import SideAftermath
from rulesets.core.plain import Json
from rulesets.core.report import NO_LOSS, LeaderSaid, Report, ReportSide, ScoreLine
from war.selectors.aftermath import verdict_of, work_out_side

EXCELLENT = "E"
Rows = Mapping[str, SideResult]


def counts_points(battle: Battle) -> bool:
    """Return whether the book works out the victory points, so that nobody types them."""
    return conduct(battle).scoring is not None


def known_points(
    battle: Battle, plans: Mapping[str, Plan], rows: Rows, *, results: Sequence[SecretResult] = ()
) -> dict[str, Points]:
    """Return the victory points that everyone may know: those typed, or those counted once both sides confirmed.

    `results` are the secret results, if they have been read.
    """
    if not counts_points(battle):
        return {side: Points(shown_result(row).points) for side, row in rows.items()}
    if battle.known_points is None:
        battle.known_points = _known_points(battle, plans, rows, results)
    found: dict[str, Points] = battle.known_points
    return found


def _known_points(
    battle: Battle, plans: Mapping[str, Plan], rows: Rows, results: Sequence[SecretResult]
) -> dict[str, Points]:
    if battle.state == BattleState.APPLIED:
        return settled_points(rows)
    return count_points(battle, plans, rows, results=results) if is_confirmed(rows) else {}


def is_confirmed(rows: Rows) -> bool:
    """Return whether both sides have confirmed their results."""
    return len(rows) == len(SIDES) and all(row.confirmed for row in rows.values())


def settled_points(rows: Rows) -> dict[str, Points]:
    """Return the points of the applied report, which was read with the results."""
    reports: list[Json | None] = [getattr(row, REPORTED, None) for row in rows.values()]
    report = next(iter(reports), None)
    return {side: _settled(said) for side, said in report["sides"].items()} if report else {}


def _settled(said: Json) -> Points:
    return Points(said["points"], tuple(TraceLine(**line) for line in said.get("score", ())))


def count_points(
    battle: Battle, plans: Mapping[str, Plan], rows: Rows, *, results: Sequence[SecretResult] = ()
) -> dict[str, Points]:
    """Count each side's points from what the enemy lost and the objectives (R-32); none before both have entered."""
    scoring = conduct(battle).scoring
    if scoring is None or len(rows) < len(SIDES):
        return {}
    held, excellent = held_objectives(battle, rows), _excellent(battle, results or secret_results_of(battle))
    found = {}
    for side, enemy in (SIDES, SIDES[::-1]):
        won = [each for each in objectives_of(battle) if held.get(each.name) == side]
        found[side] = _points(scoring, battle, enemy, plans, whole_result(rows[enemy]), excellent[enemy], won)
    return found


def _points(
    scoring: SomeScoring,
    battle: Battle,
    side: str,
    plans: Mapping[str, Plan],
    entered: EnteredResult,
    excellent: frozenset[str],
    won: Iterable[Objective],
) -> Points:
    """Return what an army's losses give to its enemy, counting only what that enemy saw."""
    brief, plan, seen = brief_of_battle(battle), plan_of(battle, plans[side]), in_sight(battle, side, plans)
    guns = [gun.id for gun in conduct(battle).planning.batteries(brief, side, plan) if gun.id in seen]
    beaten = Beaten(
        units=[unit for unit in units_of(battle, side, plans) if unit.id in seen],
        losses=entered.losses,
        batteries=[entered.losses.get(at, NO_LOSS) for at in guns],
        leaders=seen_leaders(entered.leaders, seen),
        exceptional=excellent,
        objectives=tuple(won),
    )
    return scoring.points(brief, side, plan, beaten)


def seen_leaders(leaders: Mapping[str, LeaderSaid], seen: Iterable[str]) -> dict[str, LeaderSaid]:
    """Return the fates that the enemy saw: of those on the table whose command was in sight, if they have one."""
    return {who: said for who, said in leaders.items() if said.on_table and is_in_sight(who, seen)}


def objectives_of(battle: Battle) -> tuple[Objective, ...]:
    """Return the objectives of the ground, where the book counts the points."""
    return battle.ground.whole.objectives if counts_points(battle) else ()


def held_objectives(battle: Battle, rows: Rows) -> dict[str, str]:
    """Return the side that holds each objective at the end: the one that both results name."""
    said = [shown_result(row).objectives for row in rows.values()]
    names = [each.name for each in objectives_of(battle)]
    return {name: holder for name in names if (holder := _agreed(name, said))}


def _agreed(name: str, said: Iterable[Mapping[str, str]]) -> str:
    named = {one.get(name, "") for one in said}
    return named.pop() if len(named) == 1 else ""


def _excellent(battle: Battle, results: Sequence[SecretResult]) -> dict[str, frozenset[str]]:
    """Return the addresses of each side's brigades under an exceptional commander (VG-7A3)."""
    day = conduct(battle).day
    found: dict[str, frozenset[str]] = {side: frozenset() for side in SIDES}
    for row, facts in zip(results, facts_in(battle, results), strict=True):
        rated = [line.id for line in day.ratings(facts) if line.kind == "brigade" and line.letter == EXCELLENT]
        if rated:
            found[row.body["side"]] |= frozenset(rated)
    return found


def report_of(battle: Battle, plans: Mapping[str, Plan], side_results: Rows) -> Report:
    """Return the battle report as it would be applied now, with the points that are counted for it."""
    points = count_points(battle, plans, side_results) if counts_points(battle) else {}
    return with_points(_said(battle, plans, side_results), points)


def with_points(report: Report, points: Mapping[str, Points]) -> Report:
    """Return a report with counted points in place of typed ones."""
    sides = {side: _scored(said, points[side]) if side in points else said for side, said in report.sides.items()}
    return replace(report, sides=sides)


def _scored(said: ReportSide, points: Points) -> ReportSide:
    lines = tuple(ScoreLine(line.words, line.figure, line.cites) for line in points.trace)
    return replace(said, points=points.total, score=lines)


def _said(battle: Battle, plans: Mapping[str, Plan], side_results: Rows) -> Report:
    entered = {side: whole_result(side_result) for side, side_result in side_results.items()}
    units = {side: units_of(battle, side, plans) for side in entered}
    return conduct(battle).result.report(brief_of_battle(battle), entered, units)


def lost_of(battle: Battle, side: str, plans: Mapping[str, Plan], rows: Rows) -> SideAftermath | None:
    """Return a side's aftermath, or none in a one-off battle, which has no map.

    It rests on the side's own result, and on what both know of the other's. It is a dry run until the battle is
    settled, and then has the rolls that settled it.
    """
    if battle.contact_id is None:
        return None
    known, brief, house = report_as_known(battle, side, plans, rows), brief_of_battle(battle), house_of_battle(battle)
    verdict, dice = verdict_of(battle.book, brief, known, house), settled_dice(battle)
    return work_out_side(battle.book, brief, side, known.sides[side], house, verdict=verdict, dice=dice)


def report_as_known(battle: Battle, side: str, plans: Mapping[str, Plan], rows: Rows) -> Report:
    """Return the report as a side knows it: all of its own result, and of the other's what both saw.

    While nobody may know the points, nothing that rests on them is worked out: the other side is left out.
    """
    own = _said(battle, plans, {side: rows[side]})
    points = known_points(battle, plans, rows)
    if len(rows) == len(SIDES) and not points:
        return own
    shown = {other: shown_result(each) for other, each in rows.items()}
    seen = {other: ReportSide(each.end, each.points) for other, each in shown.items()}
    return with_points(Report({**seen, **own.sides}), points)
