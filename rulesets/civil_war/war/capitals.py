"""Washington: its works, its cover, its fall, and what it and the South's end mean for the war (CW-1.3, L-4, H-22)."""

from dataclasses import replace

from rulesets.civil_war import tables as t
from rulesets.civil_war.rulings import H_22
from rulesets.civil_war.war.draft import Draft
from rulesets.civil_war.war.scenario import Cover
from rulesets.civil_war.war.state import ACCOUNTS, State
from rulesets.civil_war.war.world import SECEDED
from rulesets.civil_war.words import Side, Theater
from rulesets.core.book import Mark

FORTRESS_ON = 3  # turn (L-4)
PHASES_IN_A_ROW = 3
AFTER_THREE, NEVER, AT_ONCE = H_22.options
SOUTH_WINS, UNION_WINS = "Confederate decisive victory", "Union decisive victory"


def raise_washington(draft: Draft) -> None:
    """Let the fort of Washington be a fortress from turn 3 on."""
    work = draft.state.works.get(draft.state.world.washington)
    if work is not None and work.side == "USA" and work.printed and draft.clock.turn == FORTRESS_ON:
        draft.work.step("L-4", "Washington is a fortress from turn 3 on.", "fortress", mark=Mark.HOUSE)
        draft.change(works={work.hex: replace(work, kind="fortress")})


# Its fall


def look_at_washington(draft: Draft) -> None:
    """Note at the end of a pulse whether Washington has fallen, and whether that ends the war."""
    if not draft.clock.washington_fell and _is_lost(draft.state):
        draft.tick(washington_fell=True)
        draft.say("washington fell", "all", "CSA", hexes=(draft.state.world.washington,))
    if _ends_at_once(draft.state):
        draft.tick(phase="over", result=SOUTH_WINS)
        draft.say("war over", "all", words=SOUTH_WINS)


def _ends_at_once(state: State) -> bool:
    """Return whether the fall of Washington ends the war now; no result comes before the Report of every battle."""
    plays_it = state.world.house.chosen(H_22) == AT_ONCE and not state.world.scenario.victory
    return plays_it and state.clock.washington_fell and not state.waiting


def _is_lost(state: State) -> bool:
    """Return whether Confederate infantry alone stands in Washington."""
    hex_ = state.world.washington
    infantry = any(point.arm == "infantry" for point in state.points_at.get(("CSA", hex_), ()))
    return infantry and ("USA", hex_) not in state.points_at


def in_force(state: State, side: Side, priorities: tuple[Theater, ...]) -> tuple[Theater, ...]:
    """Return the priorities of a turn: with Washington fallen, the East is the Union's primary theater."""
    if side != "USA" or not state.clock.washington_fell or "East" not in priorities:
        return priorities
    return ("East", *(theater for theater in priorities if theater != "East"))


# Its cover


def is_covered(state: State) -> bool:
    """Return whether the place to be covered has its SP in and next to it."""
    cover = state.world.scenario.cover
    if cover is None:
        return True
    near = state.world.graph.within((state.world.graph.hex_of(cover.place),), 1)
    return sum(len(state.points_at.get((cover.side, hex_), ())) for hex_ in near) >= cover.sp


def pay_for_cover(draft: Draft) -> None:
    """Take command points from a side that didn't cover its place in the End phase: discretionary ones first."""
    cover = draft.state.world.scenario.cover
    if cover is not None and draft.clock.uncovered:
        draft.purse(cover.side, **_less(draft.state, cover))
        draft.say("uncovered", "all", cover.side, number=cover.less)


def _less(state: State, cover: Cover) -> dict[str, int]:
    purse, left, found = state.purses[cover.side], cover.less, dict[str, int]()
    for name in ("discretionary", *(each for each in ACCOUNTS if each != "discretionary")):
        taken = min(left, getattr(purse, name))
        found[name], left = getattr(purse, name) - taken, left - taken
    return found


# In the End phase


def count_capitals(draft: Draft) -> None:
    """Count the End phases in which the South holds Washington, and look whether the place to cover is covered."""
    held = draft.state.held.get(draft.state.world.washington) == "CSA"
    in_a_row = draft.clock.washington_lost + 1 if held and draft.clock.washington_fell else 0
    draft.tick(washington_lost=in_a_row, uncovered=not is_covered(draft.state))


def ends_early(state: State) -> str:
    """Return the result of a war that ends before its last turn, or nothing: also while a battle's Report is due."""
    if state.waiting:
        return ""
    if state.clock.washington_lost >= PHASES_IN_A_ROW and state.world.house.chosen(H_22) != NEVER:
        return SOUTH_WINS
    south_stands = any(side == "CSA" for side, _ in state.points_at)
    return UNION_WINS if not south_stands or _south_is_taken(state) else ""


def _south_is_taken(state: State) -> bool:
    """Return whether the Union holds all places with points of the eleven states."""
    places = state.world.graph.places
    hexes = [hex_ for name, (hex_, _) in places.items() if t.STATE_OF.get(name) in SECEDED]
    return bool(hexes) and all(state.held.get(hex_) == "USA" for hex_ in hexes)
