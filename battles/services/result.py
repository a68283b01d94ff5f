"""Results: each side enters and confirms its own; the umpire may enter either (VG-9)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from battles.conduct.base import EnteredResult, Unit
from battles.conduct.wear import OF_COMMAND
from battles.models import Battle, BattleState, Plan, SideResult
from battles.selectors.effects import AftermathView, aftermath_view
from battles.selectors.ending import ends_in_words
from battles.selectors.losses import (
    Roster,
    last_number,
    roster_of,
    ticked_since,
    ticks_by_side,
    ticks_of,
    with_late_ticks,
)
from battles.selectors.objections import ruled_losses
from battles.selectors.reads import (
    SIDES,
    class_words,
    classes_of,
    find_battle,
    plans_of,
    side_results_of,
    side_word,
    units_of,
    whole_result,
)
from battles.selectors.report import counts_points, lost_of, objectives_of
from battles.selectors.retreat import hexes_of
from battles.services.common import open_battle_act, reload, require, require_commander, require_state
from battles.shapes import body_of, shown_of
from campaign.audiences import PUBLIC
from campaign.errors import Refusal
from campaign.services.record import Act
from campaign.sources import SOURCES
from campaign.visibility import Viewer
from rulesets.core.plain import as_json
from rulesets.core.records import dataclass
from rulesets.core.report import NO_LOSS, End, Fate, LeaderSaid, StandsLost
from rulesets.core.words import many

MOST_POINTS = 9999
UNHURT = LeaderSaid()
NOT_NOW = "Enter results after the fighting is over."


class Contradictory(Refusal):
    """A result that contradicts itself: what is wrong, by unit and leader."""

    def __init__(self, found: Mapping[str, str]) -> None:
        super().__init__(next(iter(found.values())))
        self.found = dict(found)

    @property
    def sentences(self) -> list[str]:
        return list(self.found.values())

    @property
    def errors(self) -> dict[str, list[str]]:
        return {about: [sentence] for about, sentence in self.found.items()}


def enter_result(
    viewer: Viewer,
    battle_id: int,
    *,
    side: str = "",
    entered: EnteredResult,
    version: int | None = None,
    key: str | None = None,
) -> SideResult:
    """Enter a side's result: losses by unit and cause, leaders, points, its end, and the promotion."""
    battle = find_battle(viewer, battle_id)
    side = _side(viewer, battle, side)
    with open_battle_act(viewer, battle, "battle.result", payload={"side": side}, version=version, key=key) as act:
        battle = reload(battle)
        require_state(battle, BattleState.RESULT, NOT_NOW)
        settled = check_result(battle, side, entered)
        _check_retreat(battle, side, entered.retreat, only_legal=not viewer.is_umpire)
        row = _write(act, battle, side, settled)
        act.tell(PUBLIC, f"The {side_word(side)} result for {battle.name} was entered.", kind="battle.result")
    return row


def confirm_result(viewer: Viewer, battle_id: int, *, version: int | None = None, key: str | None = None) -> None:
    """Confirm a side's current result."""
    battle = find_battle(viewer, battle_id)
    side = require_commander(viewer, battle)
    with open_battle_act(viewer, battle, "battle.confirmed", payload={"side": side}, version=version, key=key) as act:
        battle = reload(battle)
        require_state(battle, BattleState.RESULT, NOT_NOW)
        row = SideResult.objects.filter(battle=battle, side=side).first()
        if row is None:
            raise Refusal("Your side hasn’t entered a result.")
        require(not row.confirmed, "Your side has already confirmed its result.")
        late = len(ticked_since(row, ticks_of(battle, side)))
        require(
            not late, f"{many(late, 'tick')} came after this result was entered. Enter it again to count what came."
        )
        row.confirmed = True
        act.save(row)
        act.tell(PUBLIC, f"{side_word(side)} confirmed its result for {battle.name}.", kind="battle.confirmed")


def add_late_ticks(act: Act, battle: Battle) -> None:
    """Count what was ticked after the entry of a result that its owner never confirmed."""
    plans, ticks = plans_of(battle), ticks_by_side(battle, SIDES)
    for side, row in side_results_of(battle).items():
        entered = whole_result(row)
        late = with_late_ticks(entered, row, ticks[side], roster_of(battle, side, plans).sizes)
        if late != entered:
            _fill(row, late, plans)
            act.save(row)


def choose_removals(
    viewer: Viewer,
    battle_id: int,
    *,
    side: str = "",
    items: Sequence[str],
    version: int | None = None,
    key: str | None = None,
) -> None:
    """Choose the strength points to remove, in each class as many as were lost; only the side learns of it."""
    battle = find_battle(viewer, battle_id)
    side = _side(viewer, battle, side)
    with open_battle_act(viewer, battle, "battle.removals", payload={"side": side}, version=version, key=key) as act:
        battle = reload(battle)
        require_state(battle, BattleState.RESULT, NOT_NOW)
        row = SideResult.objects.filter(battle=battle, side=side).first()
        if row is None:
            raise Refusal(f"Enter the {side_word(side)} result first.")
        require(not row.confirmed, f"The {side_word(side)} result is confirmed. Enter it again to change the losses.")
        row.body = row.body | {"removals": check_removals(battle, row, items)}
        act.save(row)
        text = f"The losses to remove after {battle.name} were chosen."
        act.tell(battle.plan_audience(side), text, kind="battle.removals")


def check_removals(battle: Battle, row: SideResult, items: Sequence[str]) -> list[str]:
    """Return the choice if each class has as many strength points as were lost."""
    lost = lost_of(battle, row.side, plans_of(battle), side_results_of(battle) | {row.side: row})
    require(lost is not None and lost.lost, "Your side has no losses to remove.")
    assert lost is not None
    known = classes_of(battle, row.side)
    require(set(items) <= known.keys(), "The choice names a strength point not in this army.", field="items")
    for name, words in class_words(battle).items():
        chosen = len({item for item in items if known[item] == name})
        must = lost.lost_by_class[name]
        require(chosen == must, f"{words}: choose {must} to remove, not {chosen}.", cites="VG-9A", field=name)
    return list(dict.fromkeys(items))


def _side(viewer: Viewer, battle: Battle, side: str) -> str:
    if viewer.is_umpire:
        require(side in SIDES, "Choose the side of this result.", field="side")
        return side
    return require_commander(viewer, battle)


def _write(act: Act, battle: Battle, side: str, entered: EnteredResult) -> SideResult:
    """Keep the losses chosen earlier."""
    row = SideResult.objects.filter(battle=battle, side=side).first()
    if row is None:
        return act.create(new_result(battle, side, entered))
    _fill(row, replace(entered, removals=whole_result(row).removals), plans_of(battle))
    row.confirmed = False
    act.save(row)
    return row


def new_result(battle: Battle, side: str, entered: EnteredResult) -> SideResult:
    """Return a side's first result, not yet saved."""
    new_id = SOURCES.new_id(battle.plan_audience(side))
    row = SideResult(id=new_id, campaign_id=battle.campaign_id, battle=battle, side=side)
    _fill(row, entered, plans_of(battle))
    return row


def set_losses(act: Act, row: SideResult, unit: str, losses: StandsLost) -> None:
    """Set the losses of one unit of a result, except for stands that never came; its confirmation stays."""
    was = whole_result(row).losses.get(unit, NO_LOSS)
    ruled = replace(losses, never_arrived=was.never_arrived)
    row.body = row.body | {"losses": row.body["losses"] | {unit: as_json(ruled)}}
    act.save(row)


def _fill(row: SideResult, entered: EnteredResult, plans: Mapping[str, Plan]) -> None:
    """Write a result, and up to which tick it goes; what the umpire has ruled stays."""
    ruled = ruled_losses(row.battle, row.side, plans)
    if ruled:
        came = {at: entered.losses.get(at, NO_LOSS).never_arrived for at in ruled}
        fixed = {at: replace(lost, never_arrived=came[at]) for at, lost in ruled.items()}
        entered = replace(entered, losses={**entered.losses, **fixed})
    body = body_of(entered, last_number(row.battle, row.side))
    row.shown, row.body = as_json(shown_of(entered)), as_json(body)


def check_result(
    battle: Battle, side: str, entered: EnteredResult, plans: Mapping[str, Plan] | None = None
) -> EnteredResult:
    """Return the result in its final form, with every unit, battery, and leader; check losses against stands."""
    plans = plans_of(battle) if plans is None else plans
    roster, units = roster_of(battle, side, plans), units_of(battle, side, plans)
    strange = entered.losses.keys() - roster.sizes.keys()
    require(not strange, "The result names a unit not in this army.", field="losses")
    strange = entered.leaders.keys() - roster.commanders.keys()
    require(not strange, "The result names a leader not in this army.", field="leaders")
    require(
        0 <= entered.points <= MOST_POINTS,
        f"Victory points must be a whole number from 0 to {MOST_POINTS}.",
        field="points",
    )
    _check_end(battle, side, entered.end)
    if found := dict(_contradictions(roster, entered)):
        raise Contradictory(found)
    _check_retreat(battle, side, entered.retreat)
    return replace(
        entered,
        points=0 if counts_points(battle) else entered.points,
        losses={at: entered.losses.get(at, NO_LOSS) for at in roster.sizes},
        leaders={at: entered.leaders.get(at, UNHURT) for at in roster.commanders},
        promotion=_check_promotion(units, entered.promotion),
        objectives=_check_objectives(battle, entered.objectives),
    )


def _check_objectives(battle: Battle, named: Mapping[str, str]) -> dict[str, str]:
    """Return who holds each objective, "" for nobody."""
    known = [each.name for each in objectives_of(battle)]
    require(set(named) <= set(known), "The result names an objective that isn’t on this ground.", field="objectives")
    require(set(named.values()) <= {"", *SIDES}, "Choose the side that holds each objective.", field="objectives")
    return {name: named.get(name, "") for name in known}


def _check_end(battle: Battle, side: str, end: End) -> None:
    """Refuse an end that isn't the one the battle ended with."""
    said = battle.ends.get(side, "")
    words = f"The battle ended otherwise: {ends_in_words(battle.ends)}." if said else NOT_NOW
    require(end == said, words, cites="VG-8", field="end")


@dataclass(frozen=True)
class Trial:
    """A result that is still being typed; nothing is written."""

    viewer: Viewer
    battle: Battle
    side: str
    plans: dict[str, Plan]
    entered: EnteredResult

    @cached_property
    def contradictions(self) -> dict[str, str]:
        """Return what contradicts itself, by unit and leader."""
        return dict(_contradictions(roster_of(self.battle, self.side, self.plans), self.entered))

    def effects(self) -> AftermathView | None:
        """Return what it would do on the map, if it could be entered now."""
        if self.contradictions or not self.battle.takes_results:
            return None
        row = SideResult(battle=self.battle, side=self.side)
        try:
            _fill(row, check_result(self.battle, self.side, self.entered, self.plans), self.plans)
        except Refusal:
            return None
        rows = side_results_of(self.battle) | {self.side: row}
        return aftermath_view(self.viewer, self.battle, self.side, self.plans, rows)


def try_result(viewer: Viewer, battle_id: int, *, side: str = "", entered: EnteredResult) -> Trial:
    battle = find_battle(viewer, battle_id)
    return Trial(viewer, battle, _side(viewer, battle, side), plans_of(battle), entered)


def _contradictions(roster: Roster, entered: EnteredResult) -> Iterator[tuple[str, str]]:
    """Yield each unit that lost more stands than it has, and each leader who fell where he never was."""
    for at, stands in roster.sizes.items():
        if sum(entered.losses.get(at, NO_LOSS).by_cause.values()) > stands:
            yield at, _too_many(roster, at, stands)
    for who, leader in roster.commanders.items():
        said = entered.leaders.get(who, UNHURT)
        if said.fate is not Fate.UNHURT and not (said.on_table and _has_come(roster, entered, who)):
            yield who, f"{leader.label} never came on the table, so he cannot fall there."


def _too_many(roster: Roster, at: str, stands: int) -> str:
    if at in roster.batteries:
        return f"{roster.name_of(at)} is one battery, so it is lost, captured, or off the table: 1, c, q, or n."
    return f"{roster.name_of(at)} has {stands} stands, so its losses must total 0 to {stands}. VG-9A"


def _has_come(roster: Roster, entered: EnteredResult, who: str) -> bool:
    """Return whether the unit of a commander came on the table, if he commands a single one."""
    at = who.removeprefix(OF_COMMAND)
    return at not in roster.units or entered.losses.get(at, NO_LOSS).never_arrived < roster.size_of(at)


def _check_promotion(units: Sequence[Unit], promotion: str | None) -> str | None:
    if not promotion:
        return None
    items = {item for unit in units for item, _ in unit.booked}
    require(promotion in items, "The strength point chosen for promotion is not in this army.", field="promotion")
    return promotion


def _check_retreat(battle: Battle, side: str, named: str, *, only_legal: bool = False) -> None:
    """Refuse a retreat to a hex that isn't around the battle or, for its owner, isn't open as far as he knows."""
    if named:
        known = [each.id for each in hexes_of(battle, side) if each.is_legal or not only_legal]
        require(named in known, "Choose a hex to which this army may retreat.", cites="VG-9", field="retreat")
