"""The after-action report of a settled battle: what happened, turn by turn and unit by unit, as its viewer may know it.

Each viewer reads their own truth as soon as the battle is settled, and both sides' once the plans are public. The page,
its files, and the API all read it here.
"""

from collections.abc import Iterable, Iterator

from django.http import Http404

from battles.conduct.booking import ENDS
from battles.conduct.score import Points
from battles.models import Battle, BattleState, Plan
from battles.selectors.after_reads import Results, Told, results_of, told_of
from battles.selectors.after_units import (
    BATTERY,
    LeaderFate,
    UnitAfter,
    fallen,
    leader_fates,
    tally_after,
    units_in_sight,
    whole_units,
)
from battles.selectors.effects import AftermathView, aftermath_view
from battles.selectors.ending import ends_in_words
from battles.selectors.reads import (
    SHOWN,
    clock_of,
    conduct,
    find_battle,
    may_know_plan,
    plans_of,
    public_brief_of,
    side_word,
    whole_result,
)
from battles.selectors.report import known_points
from battles.selectors.result import verdict
from campaign.audiences import PUBLIC, UMPIRE
from campaign.ids import hex_id
from campaign.parts import Audience, TraceLine
from campaign.selectors.dice import CupRow, cups_of_owner
from campaign.visibility import Viewer, audience_words
from rulesets.core.records import dataclass
from rulesets.core.report import NO_LOSS, StandsLost

SCHEMA, VERSION = "after-action report", 1
NIGHT = ("battle.night", "battle.night_opened")
DISCLOSED = ("battle.disclosed", "battle.disclosed_names", "correct.disclosed")
RESULTS = ("battle.result", "battle.removals", "battle.confirmed")
ENDING = (*RESULTS, *DISCLOSED, "battle.settled", "map.losses", "map.fallen", "cup.open")
PLAYED_ON = ("battle.opened", "battle.turn", "battle.request")  # after a rewind, they end the time after the fighting


@dataclass(frozen=True)
class TurnReport:
    """A turn, the night after it, or the time before or after the fighting: what was told of it, in order.

    Turn 0 is before the battle, and `part` says which of a turn's times it is: "turn", "night", "before", "after".
    """

    turn: int
    part: str
    title: str
    told: tuple[Told, ...]
    losses: "tuple[LossLine, ...]" = ()


@dataclass(frozen=True)
class LossLine:
    """What a unit or leader lost on a turn, as its side ticked it."""

    side: str
    unit: str
    words: str


@dataclass(frozen=True)
class SideReport:
    """An army's battle. Unless it is `whole`, it has only what the enemy saw of it on the table. `state_cites` is the
    rule of its units' states."""

    side: str
    name: str
    whole: bool
    end: str
    points: int
    score: tuple[TraceLine, ...]
    units: tuple[UnitAfter, ...]
    lost: StandsLost
    state_cites: str
    leaders: tuple[LeaderFate, ...]
    aftermath: AftermathView | None

    @property
    def has_batteries(self) -> bool:
        return any(unit.kind == BATTERY for unit in self.units)


@dataclass(frozen=True)
class DiceReport:
    """The revealed cups, and where they are checked."""

    cups: tuple[CupRow, ...]
    check_url: str


@dataclass(frozen=True)
class AfterReport:
    """What happened at a battle. `both` says that it is both sides' truth; `cites` are the rules of the winner."""

    schema: str
    version: int
    battle: str
    name: str
    about: str
    audience: Audience
    both: bool
    ended: str
    verdict: str
    cites: str
    sides: tuple[SideReport, ...]
    turns: tuple[TurnReport, ...]
    disclosed: tuple[Told, ...]
    dice: DiceReport


def after_report(viewer: Viewer, battle_id: int) -> AfterReport:
    """Return the report of a settled battle; any other battle has none."""
    battle = find_battle(viewer, battle_id)
    if battle.state != BattleState.APPLIED:
        raise Http404
    plans, results = plans_of(battle), results_of(battle)
    points = known_points(battle, plans, results.rows)
    sides = tuple(_side(viewer, battle, side, plans, results, points[side]) for side in SHOWN if side in results.rows)
    told, cups = told_of(viewer, battle), cups_of_owner(battle.cups)
    return AfterReport(
        schema=SCHEMA,
        version=VERSION,
        battle=hex_id(battle.id),
        name=battle.name,
        about=conduct(battle).day.about(public_brief_of(battle)),
        audience=_audience(viewer, battle),
        both=all(side.whole for side in sides),
        ended=ends_in_words(battle.ends) if battle.ends else "",
        verdict=verdict(points),
        cites="VG-9" if conduct(battle).orders is not None else "",
        sides=sides,
        turns=tuple(_turns(battle, told, sides)),
        disclosed=tuple(each for each in told if each.kind in DISCLOSED),
        dice=DiceReport(tuple(cups.cups), cups.check_url),
    )


def knows_army(viewer: Viewer, battle: Battle, side: str) -> bool:
    """Return whether a viewer may know all that happened to an army: its own side's, the umpire, and once the plans are
    public, everyone."""
    return battle.opens_plans or may_know_plan(viewer, battle, side)


def _audience(viewer: Viewer, battle: Battle) -> Audience:
    if viewer.is_umpire and not battle.opens_plans:
        return audience_words(viewer, UMPIRE)
    own = next((side for side in SHOWN if knows_army(viewer, battle, side)), "")
    is_public = battle.opens_plans or not own
    return audience_words(viewer, PUBLIC if is_public else battle.plan_audience(own))


def _side(
    viewer: Viewer, battle: Battle, side: str, plans: dict[str, Plan], results: Results, points: Points
) -> SideReport:
    entered, whole = whole_result(results.rows[side]), knows_army(viewer, battle, side)
    wear = conduct(battle).wear
    if whole:
        sums = tally_after(battle, side, plans, entered, results.ticks[side])
        units, leaders = whole_units(battle, side, plans, entered, sums), leader_fates(battle, side, entered, sums)
    else:
        units, leaders = units_in_sight(battle, side, plans, entered), fallen(battle, side, plans, entered)
    return SideReport(
        side=side,
        name=side_word(side),
        whole=whole,
        end=ENDS[entered.end],
        points=points.total,
        score=points.trace,
        units=units,
        lost=sum((unit.lost for unit in units), NO_LOSS),
        state_cites=wear.status_cites() if wear and any(unit.state for unit in units) else "",
        leaders=leaders,
        aftermath=aftermath_view(viewer, battle, side, plans, results.rows) if whole else None,
    )


def _turns(battle: Battle, told: Iterable[Told], sides: Iterable[SideReport]) -> Iterator[TurnReport]:
    """Return what was told turn by turn. A line without a turn belongs to the time of the line before it."""
    groups: dict[tuple[int, str], list[Told]] = {}
    now = (0, "before")
    for each in told:
        if each.kind in ENDING:
            now = (battle.turn, "after")
        elif each.kind in NIGHT:
            now = (each.turn, "night")
        elif each.turn and (now[1] != "after" or each.kind in PLAYED_ON):
            now = (each.turn, "turn")
        groups.setdefault(now, []).append(each)
    losses = _losses_by_turn(sides)
    for turn in losses:
        groups.setdefault((turn, "turn"), [])
    for turn, part in sorted(groups, key=lambda key: (key[1] == "after", key[0], key[1] == "night")):
        lost = losses.get(turn, []) if part == "turn" else []
        yield TurnReport(turn, part, _title(battle, turn, part), tuple(groups[turn, part]), tuple(lost))


def _title(battle: Battle, turn: int, part: str) -> str:
    if part == "before":
        return "Before the battle"
    if part == "after":
        return "After the fighting"
    if part == "night":
        return f"Night after turn {turn}"
    clock = clock_of(battle, turn)
    day = f", day {clock.day}" if clock.day > 1 else ""
    return f"Turn {turn}{day}{f', {clock.hour}' if clock.hour else ''}"


def _losses_by_turn(sides: Iterable[SideReport]) -> dict[int, list[LossLine]]:
    """Return what was ticked on each turn, as far as the units and leaders of the report say it."""
    found: dict[int, list[LossLine]] = {}
    for side in sides:
        for unit in side.units:
            for loss in unit.ticked:
                found.setdefault(loss.turn, []).append(LossLine(side.side, unit.name, loss.words))
        for leader in side.leaders:
            if leader.turn:
                found.setdefault(leader.turn, []).append(LossLine(side.side, leader.name, leader.fate))
    return found
