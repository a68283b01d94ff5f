"""The result as a viewer sees it: their own side's in full, the enemy's only as seen on the table."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from battles.conduct.base import EnteredResult
from battles.conduct.booking import ENDS
from battles.conduct.score import Points
from battles.conduct.wear import OF_COMMAND
from battles.models import Battle, Plan, SecretResult, SideResult
from battles.selectors.effects import AftermathView, aftermath_view, published_aftermath
from battles.selectors.hidden import is_in_sight, names_in_sight
from battles.selectors.losses import Roster, roster_of
from battles.selectors.reads import (
    SHOWN,
    SIDES,
    brief_of_battle,
    clocks_of,
    commands,
    conduct,
    due_of,
    late_sides,
    may_know_plan,
    shown_result,
    side_results_of,
    side_word,
    site_is_umpire,
    units_of,
    whole_result,
    why_not_settled,
)
from battles.selectors.report import counts_points, held_objectives, known_points, objectives_of
from battles.selectors.retreat import surrender_in_words
from campaign.parts import Cell, Column, DataTable, Deadline, NextMove, Row, TraceLine
from campaign.routes import reverse
from campaign.visibility import Viewer
from rulesets.core.ground import Objective
from rulesets.core.records import dataclass
from rulesets.core.report import CAUSES, NO_LOSS, Fate

CAUSE_WORDS = {
    "killed": "Killed",
    "captured": "Captured",
    "skedaddled": "Skedaddled",
    "quit": "Quit",
    "never_arrived": "Never came",
}
IN_ALL, ON_TABLE = "In all", "Of these units"
BATTERY_WORDS = {
    "killed": "lost",
    "captured": "captured",
    "skedaddled": "lost",
    "quit": "quit the field",
    "never_arrived": "never came",
}
ON_TABLE_CAUSES = ("killed", "captured", "skedaddled", "quit")


@dataclass(frozen=True)
class SideResultView:
    """A side's result; without `losses` only what both saw."""

    side: str
    name: str
    entered: bool
    confirmed: bool
    end: str
    losses: DataTable | None
    leaders: tuple[str, ...]
    aftermath: AftermathView | None
    enter_url: str
    choose_url: str
    may_confirm: bool


@dataclass(frozen=True)
class CountView:
    """How a side's victory points were counted, for everyone to check."""

    side: str
    name: str
    trace: tuple[TraceLine, ...]
    total: TraceLine


@dataclass(frozen=True)
class ResultPart:
    side_results: tuple[SideResultView, ...]
    deadline: Deadline | None
    verdict: str
    tally: DataTable | None
    counts: tuple["CountView", ...]
    objectives: tuple[str, ...]
    why_not: str
    may_settle: bool
    next_move: NextMove


def result_part(
    viewer: Viewer, battle: Battle, plans: dict[str, Plan], *, now: datetime, results: Sequence[SecretResult] = ()
) -> ResultPart:
    """Return both sides' results, each as far as this viewer may read it, in a fixed layout."""
    side_results = side_results_of(battle)
    points = known_points(battle, plans, side_results, results=results)
    is_open = battle.takes_results
    clocks = clocks_of(battle) if is_open else {}
    deadline = due_of(battle, clocks, [viewer.side] if viewer.is_commander else SIDES)
    why_not = why_not_settled(battle, side_results, late=late_sides(clocks, now=now)) if is_open else ""
    views = tuple(_half_view(viewer, battle, side, plans, side_results) for side in SHOWN)
    return ResultPart(
        side_results=views,
        deadline=deadline,
        verdict=verdict(points),
        tally=_tally(points),
        counts=_counts(battle, points),
        objectives=_objectives(battle, side_results),
        why_not=why_not,
        may_settle=is_open and viewer.is_umpire and not why_not and not battle.waits_for_umpire_work,
        next_move=_turn_box(viewer, battle, side_results, deadline, why_not),
    )


def _half_view(
    viewer: Viewer, battle: Battle, side: str, plans: dict[str, Plan], side_results: dict[str, SideResult]
) -> SideResultView:
    side_result = side_results.get(side)
    entered = whole_result(side_result) if side_result else None
    is_own = commands(viewer, battle, side)
    knows_all = viewer.is_umpire or is_own
    is_open = battle.takes_results
    may_enter = is_open and (viewer.is_umpire or is_own) and viewer.game_is_on and not viewer.viewing_as
    worked = aftermath_view(viewer, battle, side, plans, side_results) if side_result and knows_all else None
    may_choose = (
        may_enter and side_result is not None and not side_result.confirmed and worked is not None and worked.removals
    )
    args = [battle.campaign_id, battle.id, side.lower()]
    roster = roster_of(battle, side, plans)
    names = {at: roster.name_of(at) for at in roster.sizes} if knows_all else names_in_sight(battle, side, plans)
    return SideResultView(
        side=side,
        name=side_word(side),
        entered=side_result is not None,
        confirmed=side_result is not None and side_result.confirmed,
        end=ENDS[entered.end] if entered else "",
        losses=_table_of(names, roster, entered, whole=knows_all) if entered else None,
        leaders=_fallen(names, roster, entered, whole=knows_all) if entered else (),
        aftermath=worked,
        enter_url=reverse("battles:side-result", args=args) if may_enter else "",
        choose_url=reverse("battles:removals", args=args) if may_choose else "",
        may_confirm=is_own and is_open and side_result is not None and not side_result.confirmed,
    )


def published_results(battle: Battle, plans: dict[str, Plan]) -> tuple[SideResultView, ...]:
    """Return both sides' results in full, for the readers of a published game, without names that people typed."""
    side_results = side_results_of(battle)
    return tuple(_reported(battle, side, plans, side_results) for side in SHOWN)


def _reported(battle: Battle, side: str, plans: dict[str, Plan], side_results: dict[str, SideResult]) -> SideResultView:
    row = side_results[side]
    entered = whole_result(row)
    units = [
        replace(unit, name=unit.about or f"Unit {n}") for n, unit in enumerate(units_of(battle, side, plans), start=1)
    ]
    return SideResultView(
        side=side,
        name=side_word(side),
        entered=True,
        confirmed=row.confirmed,
        end=ENDS[entered.end],
        losses=_losses(entered, {unit.id: unit.name for unit in units}, CAUSES, IN_ALL),
        leaders=_counters_fallen(battle, side, entered),
        aftermath=published_aftermath(battle, side, plans, side_results),
        enter_url="",
        choose_url="",
        may_confirm=False,
    )


def _counters_fallen(battle: Battle, side: str, entered: EnteredResult) -> tuple[str, ...]:
    """Return the fallen leaders who are counters: people may have named the others."""
    leaders = conduct(battle).result.leaders(brief_of_battle(battle), side)
    said = [(leader.label, entered.leaders.get(leader.value)) for leader in leaders]
    return tuple(f"{name}: {one.fate}" for name, one in said if one is not None and one.fate is not Fate.UNHURT)


def _table_of(names: Mapping[str, str], roster: Roster, entered: EnteredResult, *, whole: bool) -> DataTable:
    """Return the losses of all units to those who know the army, and to others only of the units that they saw."""
    units = {at: name for at, name in names.items() if at not in roster.batteries}
    return _losses(entered, units, *((CAUSES, IN_ALL) if whole else (ON_TABLE_CAUSES, ON_TABLE)))


def _losses(entered: EnteredResult, names: Mapping[str, str], causes: Sequence[str], total_word: str) -> DataTable:
    """Return the losses of these units, and their sum."""
    columns = (Column(word="Unit"), *(Column(word=CAUSE_WORDS[cause], figure=True) for cause in causes))
    losses = {unit: lost.by_cause for unit, lost in entered.losses.items() if unit in names}
    rows = [
        Row(cells=(Cell(text=name), *(Cell(text=str(losses[unit][cause])) for cause in causes)))
        for unit, name in names.items()
        if unit in losses
    ]
    sums = [sum(lost[cause] for lost in losses.values()) for cause in causes]
    total = Row(cells=(Cell(text=total_word), *(Cell(text=str(n)) for n in sums)))
    return DataTable(columns=columns, rows=tuple(rows), total=total)


def _fallen(names: Mapping[str, str], roster: Roster, entered: EnteredResult, *, whole: bool) -> tuple[str, ...]:
    """Return lost batteries, then fallen leaders and commanders; of the enemy, only what was in sight."""
    lines = []
    for at, name in names.items():
        causes = [cause for cause, lost in entered.losses.get(at, NO_LOSS).by_cause.items() if lost]
        if at in roster.batteries and causes and (whole or causes != ["never_arrived"]):
            lines.append(f"{name}: {BATTERY_WORDS[causes[0]]}")
    for who, leader in roster.commanders.items():
        said = entered.leaders.get(who)
        if said is None or not (whole or is_in_sight(who, names)):
            continue
        if said.fate is not Fate.UNHURT:
            lines.append(f"{leader.label if whole else as_seen(who, leader.label, names)}: {said.fate}")
        elif whole and not said.on_table:
            lines.append(f"{leader.label}: never came on the table")
    return tuple(lines)


def as_seen(who: str, label: str, names: Mapping[str, str]) -> str:
    """Name a commander as the enemy knows him: only counters have names for him."""
    if not who.startswith(OF_COMMAND):
        return label
    at = who.removeprefix(OF_COMMAND)
    return f"Commander of {names[at]}" if at in names else "A commander of several brigades"


def verdict(points: Mapping[str, Points]) -> str:
    """Return the winner by victory points, which both sides know (VG-9)."""
    if len(points) < len(SIDES):
        return ""
    (winner, best), (_, other) = sorted(points.items(), key=lambda item: -item[1].total)[:2]
    if best.total == other.total:
        return f"A tie, {best.total} to {other.total}. No winner."
    return f"{side_word(winner)} wins, {best.total} to {other.total}."


def _tally(points: Mapping[str, Points]) -> DataTable | None:
    """Return both sides' victory points and the lead, which both sides know (VG-9)."""
    if not points:
        return None
    totals = {side: one.total for side, one in points.items()}
    rows = [Row(cells=(Cell(text=side_word(side)), Cell(text=str(totals.get(side, "–"))))) for side in SHOWN]
    lead = Row(cells=(Cell(text="Lead"), Cell(text=str(max(totals.values()) - min(totals.values())))))
    columns = (Column(word="Victory points"), Column(word="Points", figure=True, key=True))
    return DataTable(columns=columns, rows=tuple(rows), total=lead if len(totals) == len(SIDES) else None)


def _counts(battle: Battle, points: Mapping[str, Points]) -> tuple[CountView, ...]:
    """Return how each side's points were counted; typed ones weren't."""
    if not counts_points(battle):
        return ()
    return tuple(
        CountView(
            side=side,
            name=side_word(side),
            trace=points[side].trace or (TraceLine(words="Its enemy lost nothing that scores"),),
            total=TraceLine(words="Victory points", figure=f"{points[side].total} VP", cites="VG-9, R-32"),
        )
        for side in SHOWN
        if side in points
    )


def _objectives(battle: Battle, rows: Mapping[str, SideResult]) -> tuple[str, ...]:
    """Say who holds each objective, as the results that are entered name it; nobody does where they differ."""
    held = held_objectives(battle, rows)
    said = {side: shown_result(row).objectives for side, row in rows.items()}
    return tuple(_objective(each, held, said) for each in objectives_of(battle)) if rows else ()


def _objective(one: Objective, held: Mapping[str, str], said: Mapping[str, Mapping[str, str]]) -> str:
    about = f"{one.name} ({one.points} VP)"
    named = {side: by.get(one.name, "") for side, by in said.items()}
    if len(set(named.values())) > 1:
        differ = ", ".join(f"{side_word(side)} names {_holder(named[side])}" for side in SHOWN)
        return f"{about}: the results differ, so nobody holds it. {differ}."
    holder = held.get(one.name, "")
    return f"{about}: {_holder(holder)} holds it."


def _holder(side: str) -> str:
    return side_word(side) if side else "nobody"


def _what_follows(battle: Battle) -> str:
    """Say what the report brings, once it is applied."""
    cups = "cups are revealed so that anyone can check every roll, and"
    if battle.contact_id is None:
        return f"the {cups} both plans become public."
    return f"it changes the map as shown below, the {cups} flank marches, arrivals, and ratings become public."


def _turn_box(
    viewer: Viewer, battle: Battle, side_results: dict[str, SideResult], deadline: Deadline | None, why_not: str
) -> NextMove:
    args = [battle.campaign_id, battle.id]
    own = side_results.get(viewer.side) if viewer.is_commander else None
    if viewer.is_commander and may_know_plan(viewer, battle, viewer.side):
        if own is None:
            url = reverse("battles:side-result", args=[*args, viewer.side.lower()])
            ask = "Enter your side's result"
            return NextMove(whose="Your move", sentence=ask, deadline=deadline, button="Enter the result", url=url)
        if not own.confirmed:
            url = reverse("battles:confirm", args=args)
            umpire = "the site" if site_is_umpire(battle) else "the umpire"
            more = f"Check it below. Once both sides have confirmed, {umpire} settles it: {_what_follows(battle)}"
            more = f"{surrender_in_words(battle)} {more}".strip()
            return NextMove(
                whose="Your move",
                sentence="Confirm your side's result",
                more=more,
                deadline=deadline,
                button="Confirm the result",
                url=url,
                post=True,
            )
    if viewer.is_umpire:
        url = reverse("battles:settle", args=args)
        return NextMove(
            whose="Umpire",
            sentence="Settle the result",
            more=f"The battle report is applied: {_what_follows(battle)}",
            deadline=deadline,
            button="Settle the result",
            url=url,
            post=True,
            missing=why_not,
        )
    sentence = why_not or "The result is about to be settled"
    return NextMove(whose="The result", sentence=sentence, more=surrender_in_words(battle), deadline=deadline)
