"""The page on which a side ticks its losses at the table, for the side and the umpire."""

from collections.abc import Iterator

from battles.conduct.base import Unit
from battles.conduct.booking import FATES
from battles.models import Battle, BattleState
from battles.selectors.losses import (
    BY_STAND,
    CAPTURED,
    KILLED,
    NEVER_ARRIVED,
    OF_BATTERY,
    QUIT,
    SKEDADDLED,
    Tally,
    Ticked,
    UnitState,
    side_to_tick,
    tally_of,
)
from battles.selectors.reads import (
    SHOWN,
    cards_book,
    conduct,
    find_battle,
    half_audience,
    may_know_plan,
    plans_of,
    side_results_of,
    side_word,
)
from campaign.ids import hex_id
from campaign.parts import Audience
from campaign.routes import reverse
from campaign.visibility import Viewer
from rulesets.core.records import dataclass
from rulesets.core.report import Fate, StandsLost
from rulesets.core.words import many

STATES = (BattleState.DAY, BattleState.NIGHT, BattleState.RESULT)
SIGNS = {KILLED: "K", CAPTURED: "C", SKEDADDLED: "S", QUIT: "Q", NEVER_ARRIVED: "–"}
BOX = "□"
WORDS = {
    KILLED: "Killed",
    CAPTURED: "Captured",
    SKEDADDLED: "Skedaddled",
    QUIT: "Quit the field",
    NEVER_ARRIVED: "Never arrived",
}
BATTERY_WORDS = {KILLED: "Lost", CAPTURED: "Captured"}
OUT = "Off the table at nightfall, so out of the battle. VG-8A1"
CITES = "VG-8A2, 9A"


@dataclass(frozen=True)
class TickButton:
    """A tick that can be made: its words, and what the form sends."""

    words: str
    press: str


@dataclass(frozen=True)
class LossRow:
    """A brigade or a battery: a box for each stand, its state, and what can be ticked; `rarer` are smaller buttons."""

    id: str
    name: str
    size: int
    present: int
    boxes: str
    lost: str
    triple: str
    status: str
    note: str
    uncounted: int
    buttons: tuple[TickButton, ...]
    rarer: tuple[TickButton, ...]


@dataclass(frozen=True)
class FateRow:
    """A leader or commander who fell."""

    id: str
    name: str
    about: str
    fate: str
    undo: TickButton | None


@dataclass(frozen=True)
class LossesPage:
    """A side's losses so far. `closed` says why nothing can be ticked; `seat` is where ticks are made."""

    battle_id: int
    name: str
    side: str
    audience: Audience
    turn: int
    day: int
    seat: str
    may_tick: bool
    closed: str
    rows: tuple[LossRow, ...]
    batteries: tuple[LossRow, ...]
    fates: tuple[FateRow, ...]
    leaders: tuple[tuple[str, str], ...]
    fate_words: tuple[tuple[str, str], ...]
    total: str
    cites: str
    status_cites: str


def losses_url(viewer: Viewer, battle: Battle) -> str:
    """Return where the viewer ticks losses while the battle is fought: a side its own, the umpire either's."""
    if battle.state not in STATES or cards_book(battle) is not None:
        return ""
    is_own = viewer.is_commander and may_know_plan(viewer, battle, viewer.side)
    side = SHOWN[0] if viewer.is_umpire else viewer.side
    args = [battle.campaign_id, battle.id, side.lower()]
    return reverse("battles:side-losses", args=args) if viewer.is_umpire or is_own else ""


def losses_page(viewer: Viewer, battle_id: int, side: str) -> LossesPage:
    """Return a side's losses as ticked so far; to the enemy there is no such page."""
    battle = find_battle(viewer, battle_id)
    side = side_to_tick(viewer, battle, side or "-")
    sums = tally_of(battle, side, plans_of(battle))
    closed = _why_closed(battle, side)
    rows, batteries = tuple(_unit_rows(sums)), tuple(_battery_rows(sums))
    wear = conduct(battle).wear
    return LossesPage(
        battle_id=battle.id,
        name=battle.name,
        side=side,
        audience=half_audience(viewer, side),
        turn=battle.turn,
        day=sums.day_of(battle.turn),
        seat=hex_id(viewer.seat_id),
        may_tick=not closed and viewer.game_is_on and not viewer.viewing_as,
        closed=closed,
        rows=rows,
        batteries=batteries,
        fates=tuple(_fate_rows(sums)),
        leaders=tuple(_leaders(sums)),
        fate_words=tuple((fate.value, FATES[fate]) for fate in FATES if fate is not Fate.UNHURT),
        total=_total(sums),
        cites=CITES,
        status_cites=wear.status_cites() if wear and any(row.status for row in rows) else "",
    )


def _why_closed(battle: Battle, side: str) -> str:
    if battle.state not in STATES:
        return f"{battle.name} is over."
    if battle.is_postponed:
        return f"{battle.name} is postponed. Resume it first."
    row = side_results_of(battle).get(side) if battle.state == BattleState.RESULT else None
    return f"The {side_word(side)} result is confirmed, so its losses are final." if row and row.confirmed else ""


def _unit_rows(sums: Tally) -> Iterator[LossRow]:
    for at, unit in sums.roster.units.items():
        yield _row(sums, at, unit, BY_STAND, WORDS)


def _battery_rows(sums: Tally) -> Iterator[LossRow]:
    for at, battery in sums.roster.batteries.items():
        yield _row(sums, at, battery, OF_BATTERY, BATTERY_WORDS)


def _row(sums: Tally, at: str, unit: Unit, causes: tuple[str, ...], words: dict[str, str]) -> LossRow:
    state, mine = sums.states[at], sums.standing.get(at, [])
    return LossRow(
        id=at,
        name=unit.name,
        size=state.size,
        present=state.present,
        boxes=_boxes(state),
        lost=_lost(state, words),
        triple=state.triple,
        status=state.status,
        note=_note(state),
        uncounted=sums.uncounted.get(at, 0),
        buttons=tuple(TickButton(words[cause], f"{at} {cause} 1 {state.present}") for cause in causes),
        rarer=(*_leaving(at, state), *([_undo(mine[-1], state.present, WORDS | words)] if mine else [])),
    )


def _leaving(at: str, state: UnitState) -> Iterator[TickButton]:
    """Yield the ways in which a whole unit is off the table: it quits, or it never came."""
    if state.present:
        yield TickButton(WORDS[QUIT], f"{at} {QUIT} 1 {state.present}")
    if state.present == state.size:
        yield TickButton(WORDS[NEVER_ARRIVED], f"{at} {NEVER_ARRIVED} 1 {state.present}")


def _boxes(state: UnitState) -> str:
    """Return a sign for each stand: an open box on the table, or the first letter of how it left."""
    lost = "".join(SIGNS[cause] * stands for cause, stands in state.lost.by_cause.items())
    return BOX * state.present + lost


def _lost(state: UnitState, words: dict[str, str]) -> str:
    """Return a unit's losses in words."""
    said = words | {QUIT: WORDS[QUIT], NEVER_ARRIVED: WORDS[NEVER_ARRIVED]}
    return ", ".join(
        f"{stands} {said[cause].lower()}" for cause, stands in state.lost.by_cause.items() if stands and cause in said
    )


def _note(state: UnitState) -> str:
    """Say why a unit is off the table, if it isn't destroyed."""
    if state.is_out:
        return OUT
    if state.lost.never_arrived == state.size:
        return "Not on the table."
    return "Quit the field." if state.lost.quit else ""


def _undo(tick: Ticked, present: int, words: dict[str, str]) -> TickButton:
    """Return the button that takes a unit's last tick back."""
    return TickButton(f"Undo {words.get(tick.cause, tick.cause).lower()}", f"{tick.unit} {tick.cause} -1 {present}")


def _fate_rows(sums: Tally) -> Iterator[FateRow]:
    for at, fate in sums.fates.items():
        who, last = sums.roster.commanders[at], sums.standing[at][-1]
        yield FateRow(at, who.label, who.detail, FATES[fate], _undo(last, 0, {}))


def _leaders(sums: Tally) -> Iterator[tuple[str, str]]:
    """Yield everyone who may fall, each with a post."""
    for each in sums.roster.commanders.values():
        yield each.value, f"{each.label}, {each.detail}" if each.detail else each.label


def _total(sums: Tally) -> str:
    """Return all losses of stands in one sentence."""
    lost = StandsLost()
    for each in sums.losses.values():
        lost += each
    there = sum(sums.states[at].present for at in sums.roster.units)
    said = ", ".join(f"{stands} {WORDS[cause].lower()}" for cause, stands in lost.by_cause.items() if stands)
    return f"{many(there, 'stand')} on the table{f'; {said}' if said else ''}."
