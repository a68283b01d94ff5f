"""The units and leaders of an army in the after-action report: in full to those who may know it, else as seen."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from battles.conduct.base import EnteredResult, Option, Unit
from battles.conduct.booking import FATES
from battles.models import Battle, Plan
from battles.selectors.hidden import names_in_sight, placings
from battles.selectors.losses import QUIT, Tally, Ticked, roster_of, tally_with
from battles.selectors.losses_page import OUT, WORDS
from battles.selectors.objections import seen_losses
from battles.selectors.reads import (
    brief_of_battle,
    cards_book,
    conduct,
    units_of,
)
from battles.selectors.report import seen_leaders
from battles.selectors.result import BATTERY_WORDS, as_seen
from rulesets.core.records import dataclass
from rulesets.core.report import CAUSES, NO_LOSS, Fate, StandsLost

UNIT, BATTERY = "unit", "battery"
NEVER_CAME, DESTROYED = "Never came", "Destroyed"
LEFT_FIELD = WORDS[QUIT]


@dataclass(frozen=True)
class TurnLoss:
    """What a unit or leader lost on a turn, as its side ticked it."""

    turn: int
    words: str


@dataclass(frozen=True)
class UnitAfter:
    """A unit in the end. `brought` are its stands that came on the table, `seen_on` is when the enemy first saw it, and
    `state` is what its side knows of it; 0 and "" say that it isn't known, or that there is none. A battery has no
    stands."""

    name: str
    kind: str
    seen_on: int
    brought: int
    lost: StandsLost
    left: int
    state: str
    ticked: tuple[TurnLoss, ...] = ()


@dataclass(frozen=True)
class LeaderFate:
    """What became of a leader or commander."""

    name: str
    about: str
    fate: str
    turn: int = 0


def whole_units(
    battle: Battle, side: str, plans: Mapping[str, Plan], entered: EnteredResult, sums: Tally | None
) -> tuple[UnitAfter, ...]:
    """Return all units and batteries of an army, as its own side knows them."""
    seen = {each["unit"]: each["turn"] for each in placings(side, plans)}
    states = _states(battle, side, plans, entered, sums)
    units = [
        _whole(unit, seen.get(unit.id, 0), _lost(entered, unit.id), states.get(unit.id, ""), sums)
        for unit in units_of(battle, side, plans)
    ]
    batteries = sums.roster.batteries.values() if sums else ()
    return (*units, *(_battery(gun, seen.get(gun.id, 0), _lost(entered, gun.id), sums) for gun in batteries))


def _whole(unit: Unit, seen_on: int, lost: StandsLost, state: str, sums: Tally | None) -> UnitAfter:
    brought = unit.stands - lost.never_arrived
    left = max(brought - lost.for_good - lost.skedaddled - lost.quit, 0)
    return UnitAfter(unit.name, UNIT, seen_on, brought, lost, left, state, _ticked(unit.id, sums))


def _battery(battery: Unit, seen_on: int, lost: StandsLost, sums: Tally | None) -> UnitAfter:
    """Return a battery: it has no stands, only one thing that may have happened to it."""
    state = next((BATTERY_WORDS[cause].capitalize() for cause, n in lost.by_cause.items() if n), "")
    return UnitAfter(battery.name, BATTERY, seen_on, 0, NO_LOSS, 0, state, _ticked(battery.id, sums))


def _states(
    battle: Battle, side: str, plans: Mapping[str, Plan], entered: EnteredResult, sums: Tally | None
) -> dict[str, str]:
    """Return each unit's state in the end: by its ticks, or where its result says otherwise, by the stands left."""
    wear = conduct(battle).wear
    if sums is None:
        return {}
    brought = {at: unit.stands - _lost(entered, at).never_arrived for at, unit in sums.roster.units.items()}
    triples = sums.triples_of(brought)
    found = {}
    for at, unit in sums.roster.units.items():
        lost, now = _lost(entered, at), sums.states[at]
        left = unit.stands - sum(lost.by_cause.values())
        if not brought[at]:
            found[at] = NEVER_CAME
        elif lost.quit:
            found[at] = LEFT_FIELD
        elif left <= 0:
            found[at] = DESTROYED if lost.for_good == brought[at] else OUT.partition(",")[0]
        elif now.lost == lost:
            found[at] = OUT.partition(",")[0] if now.is_out else now.status
        else:
            found[at] = wear.status(triples.get(at, ""), left) if wear and triples.get(at) else ""
    return found


def _lost(entered: EnteredResult, at: str) -> StandsLost:
    return entered.losses.get(at, NO_LOSS)


def _ticked(at: str, sums: Tally | None) -> tuple[TurnLoss, ...]:
    """Return what was ticked of a unit, turn by turn."""
    counts: Counter[tuple[int, str]] = Counter()
    for tick in sums.standing.get(at, []) if sums else []:
        counts[tick.turn, tick.cause] += 1
    turns = sorted({turn for turn, _ in counts})
    return tuple(TurnLoss(turn, ", ".join(_on_turn(counts, turn))) for turn in turns)


def _on_turn(counts: Counter[tuple[int, str]], turn: int) -> Iterator[str]:
    for (on, cause), stands in counts.items():
        if on == turn:
            words = WORDS.get(cause, cause).lower()
            yield f"{stands} {words}" if cause in CAUSES[:3] else words


def units_in_sight(
    battle: Battle, side: str, plans: Mapping[str, Plan], entered: EnteredResult
) -> tuple[UnitAfter, ...]:
    """Return an army's units as everyone saw them on the table, with the losses that both sides saw there."""
    placed = {each["unit"]: each for each in placings(side, plans)}
    found = []
    for at, name in names_in_sight(battle, side, plans).items():
        if at not in entered.losses:
            continue
        shown, row = seen_losses(entered.losses[at]), placed.get(at, {"turn": 0, "stands": 0})
        left = max(row["stands"] - sum(shown.by_cause.values()), 0)
        found.append(UnitAfter(name, UNIT, row["turn"], row["stands"], shown, left, ""))
    return tuple(found)


def leader_fates(battle: Battle, side: str, entered: EnteredResult, sums: Tally | None) -> tuple[LeaderFate, ...]:
    """Return what became of an army's leaders, and of commanders who fell, as its own side knows it."""
    counters = conduct(battle).result.leaders(brief_of_battle(battle), side)
    lines = [_fate(each, entered, sums) for each in counters]
    others = sums.roster.commanders.items() if sums else ()
    known = {each.value for each in counters}
    return (*lines, *(_fate(each, entered, sums) for at, each in others if at not in known and _fell(entered, at)))


def _fell(entered: EnteredResult, at: str) -> bool:
    return at in entered.leaders and entered.leaders[at].fate is not Fate.UNHURT


def _fate(who: Option, entered: EnteredResult, sums: Tally | None) -> LeaderFate:
    said, last = entered.leaders.get(who.value), _last(who.value, sums)
    if said is None:
        return LeaderFate(who.label, who.detail, "")
    if said.fate is Fate.UNHURT:
        return LeaderFate(who.label, who.detail, FATES[Fate.UNHURT] if said.on_table else "never on the table")
    turn = last.turn if last is not None and last.cause == said.fate.value else 0
    return LeaderFate(who.label, who.detail, FATES[said.fate], turn)


def _last(at: str, sums: Tally | None) -> Ticked | None:
    mine: Sequence[Ticked] = sums.standing.get(at, []) if sums else []
    return mine[-1] if mine else None


def fallen(battle: Battle, side: str, plans: Mapping[str, Plan], entered: EnteredResult) -> tuple[LeaderFate, ...]:
    """Return the leaders and commanders who fell on the table, where both armies saw it."""
    names = names_in_sight(battle, side, plans)
    fates = seen_leaders(entered.leaders, names)
    return tuple(
        LeaderFate(as_seen(who, leader.label, names), "", FATES[fates[who].fate])
        for who, leader in roster_of(battle, side, plans).commanders.items()
        if who in fates and fates[who].fate is not Fate.UNHURT
    )


def tally_after(
    battle: Battle, side: str, plans: Mapping[str, Plan], entered: EnteredResult, ticks: Sequence[Ticked]
) -> Tally | None:
    """Add up a side's ticks, with the stands that never came as its result says; none for unit cards."""
    if cards_book(battle) is not None:
        return None
    roster = roster_of(battle, side, plans)
    absent = {at: _lost(entered, at).never_arrived for at in roster.units}
    return tally_with(battle, side, plans, ticks, roster, absent)
