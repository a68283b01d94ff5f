"""What the umpire sets right on the map: pieces, works, depots, armies, and who holds a hex, within the limits.

What is put down counts at once, costs nothing, and isn't built: only what limits a side on the map binds it (L-1, L-4).
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Literal

from rulesets.civil_war import BOOK
from rulesets.civil_war import tables as t
from rulesets.civil_war.war import command_here as c
from rulesets.civil_war.war.armies import form_army, lost_commander, settle_armies
from rulesets.civil_war.war.cutting import may_be_cut
from rulesets.civil_war.war.draft import Draft, Resolved
from rulesets.civil_war.war.ground import ground_of
from rulesets.civil_war.war.set_up import depots_of, works_of
from rulesets.civil_war.war.state import Cut, Depot, Leader, Point, State, Work
from rulesets.civil_war.war.views import true_known
from rulesets.civil_war.words import Side, enemy_of, the_side
from rulesets.core.dice import NoDice
from rulesets.core.errors import IllegalOrder
from rulesets.core.records import dataclass
from rulesets.core.weighing import Silent
from rulesets.core.words import many

PutDown = Literal["fort", "fortress", "depot", "army", "cut"]
PUT_DOWN: tuple[PutDown, ...] = ("fort", "fortress", "depot", "army", "cut")
ARMIES, STACKING, BUILDINGS, RAILS = (str(BOOK.at(section)) for section in ("L-1", "L-3", "L-4", "H-22"))


@dataclass(frozen=True)
class Built:
    """Works, depots, and cut rails by their hexes, and armies by their ids."""

    works: tuple[str, ...] = ()
    depots: tuple[str, ...] = ()
    cuts: tuple[str, ...] = ()
    armies: tuple[str, ...] = ()


NOTHING_BUILT = Built()


def set_right(
    state: State, points: Iterable[Point] = (), leaders: Sequence[Leader] = (), gone: Built = NOTHING_BUILT
) -> Resolved:
    """Put pieces where the umpire wants them, and take away what was built.

    An army whose commander or SP are gone passes on, or dissolves (L-1).
    """
    draft = Draft(state, NoDice())
    draft.points(*points)
    draft.leaders(*leaders)
    for hex_ in gone.works:
        draft.change(works={hex_: None})
    for hex_ in gone.depots:
        draft.change(depots={hex_: None})
    for hex_ in gone.cuts:
        draft.change(cuts={hex_: None})
    for id_ in gone.armies:
        draft.change(armies={id_: None})
    for leader in leaders:
        if leader.standing != "map":
            lost_commander(draft, leader, state.leaders[leader.id].hex)
    settle_armies(draft)
    return draft.done()


def check_room(state: State, side: Side, hex_id: str, more: int) -> None:
    """Refuse more SP in a hex than may stay there (L-3)."""
    already = len(state.points_at.get((side, hex_id), ()))
    known, ground = true_known(state, side), ground_of(state.world, state.clock.turn)
    if more and not c.has_room(state.world, ground, known, hex_id, already, more):
        most = c.room_left(state.world, ground, known, hex_id, 0)
        raise IllegalOrder(
            f"hex: at most {many(most, 'strength point')} of a side may stay there, and {already + more} would.",
            field="hex",
            cites=STACKING,
        )


def hold(state: State, side: Side, hex_id: str) -> Resolved:
    """Let a side hold a hex."""
    if state.held.get(hex_id) == side:
        raise IllegalOrder(f"side: {the_side(side)} holds this hex already.", field="side")
    if (enemy_of(side), hex_id) in state.points_at:
        raise IllegalOrder("hex: the enemy has strength points there.", field="hex")
    draft = Draft(state, NoDice())
    draft.change(held={hex_id: side})
    return draft.done()


def put_down(state: State, side: Side, what: PutDown, hex_id: str) -> Resolved:
    """Put a work, a depot, or an army's headquarters in a hex that its side holds, or let it have cut rails there."""
    if state.held.get(hex_id) != side:
        raise IllegalOrder(f"hex: {the_side(side)} doesn’t hold this hex. Change that first.", field="hex")
    if (enemy_of(side), hex_id) in state.points_at:
        raise IllegalOrder("hex: the enemy has strength points there.", field="hex")
    draft = Draft(state, NoDice())
    PUTTING[what](draft, side, hex_id)
    return draft.done()


def _put_fort(draft: Draft, side: Side, hex_id: str) -> None:
    if hex_id in draft.state.works:
        raise _refused("what: a hex has one fort or fortress, and this one has it.")
    printed = works_of(draft.state.world, side).get(hex_id)
    if printed is None:
        _check_forts(draft.state, side)
    work = Work(hex_id, side, "fort", counts_from=draft.clock.pulses, printed=printed is not None)
    draft.change(works={hex_id: work})


def _put_fortress(draft: Draft, side: Side, hex_id: str) -> None:
    """Make a fort a fortress, or put one down as a whole."""
    state = draft.state
    here, printed = state.works.get(hex_id), works_of(state.world, side).get(hex_id)
    if here is not None and (here.kind == "fortress" or here.side != side):
        raise _refused("what: a hex has one fort or fortress, and this one has it.")
    if printed is not None and printed.kind == "fortress":
        draft.change(works={hex_id: replace(printed, counts_from=draft.clock.pulses)})
        return
    _check_fortresses(state, side, hex_id)
    if here is None and printed is None:
        _check_forts(state, side)
    new = Work(hex_id, side, "fort", counts_from=draft.clock.pulses, printed=printed is not None)
    draft.change(works={hex_id: replace(here or new, kind="fortress", raised=True)})


def _check_forts(state: State, side: Side) -> None:
    built = sum(work.side == side and not work.printed for work in state.works.values())
    most = _limit(state, "forts built on the map", side)
    if built >= most:
        raise _refused(f"what: {the_side(side)} may have built {most} forts and has, not counting those printed.")


def _check_fortresses(state: State, side: Side, hex_id: str) -> None:
    if not (state.world.points_of(hex_id) or state.world.has_river_port(hex_id)):
        raise IllegalOrder(
            "hex: a fortress needs a place worth at least 1 VP, or a port.", field="hex", cites=BUILDINGS
        )
    raised = sum(work.side == side and work.raised for work in state.works.values())
    most = _limit(state, "fortress upgrades in the game", side)
    if raised >= most:
        raise _refused(f"what: {the_side(side)} may have raised {most} forts to fortresses, and has.")


def _put_depot(draft: Draft, side: Side, hex_id: str) -> None:
    state = draft.state
    if hex_id in state.depots:
        raise _refused("what: a depot is already there.")
    own = [depot.hex for depot in state.depots.values() if depot.side == side]
    most = Silent(context=state.world.house).read(t.DEPOTS, state.clock.turn, side)
    if len(own) >= most:
        raise _refused(f"what: {the_side(side)} may have {most} depots on turn {state.clock.turn}, and has {len(own)}.")
    if hex_id not in depots_of(state.world, side):
        _check_distance(state, side, hex_id, own)
    draft.change(depots={hex_id: Depot(hex_id, side, counts_from=draft.clock.pulses)})


def _check_distance(state: State, side: Side, hex_id: str, own: Iterable[str]) -> None:
    graph, least = state.world.graph, _limit(state, "hexes between depots", side)
    near = next((hex_ for hex_ in sorted(own) if graph.apart(hex_, hex_id) < least), None)
    if near is not None:
        raise IllegalOrder(
            f"hex: depots of a side are at least {many(least, 'hex')} apart, and one is at {graph.hexes[near].name}.",
            field="hex",
            cites=BUILDINGS,
        )


def _put_army(draft: Draft, side: Side, hex_id: str) -> None:
    """Form an army under the senior leader who may command one."""
    state = draft.state
    here = state.leaders_at.get((side, hex_id), ())
    if {leader.id for leader in here} & {army.commander for army in state.armies.values()}:
        raise _refused("what: an army’s headquarters is already there.", ARMIES)
    sp = len(state.points_at.get((side, hex_id), ()))
    least = _limit(state, "strength points to form an army", side)
    found = c.command(state.world, side, here, sp, army=True)
    if sp < least or not found.commands_army:
        raise _refused(f"what: an army needs a leader of at least 3 stars and {least} strength points there.", ARMIES)
    _check_armies(state, side, hex_id)
    form_army(draft, side, next(leader.id for leader in here if leader.name == found.commander), hex_id)


def _check_armies(state: State, side: Side, hex_id: str) -> None:
    limits, theater = Silent(context=state.world.house), state.world.theater_of(hex_id)
    own = [state.leaders[army.commander].hex for army in state.armies.values() if army.side == side]
    most = limits.read(t.ARMIES, state.clock.turn, side)
    if len(own) >= most:
        raise _refused(f"what: {the_side(side)} may have {many(most, 'army')} on this turn, and has.", ARMIES)
    most = limits.read(t.ARMIES_IN_A_THEATER, theater, side)
    if sum(state.world.theater_of(hex_) == theater for hex_ in own if hex_) >= most:
        armies = many(most, "army")
        raise _refused(f"what: {the_side(side)} may have {armies} in the {theater}, and has.", ARMIES)


def _cut(draft: Draft, side: Side, hex_id: str) -> None:
    if not may_be_cut(draft.state, hex_id):
        raise _refused("what: there are no rails to cut.", RAILS)
    if hex_id in draft.state.cuts:
        raise _refused("what: the rails are cut already.", RAILS)
    draft.change(cuts={hex_id: Cut(hex_id, side, draft.clock.turn)})


def _limit(state: State, name: str, side: Side) -> int:
    return Silent(context=state.world.house).read(t.WORKS, name, side)


def _refused(sentence: str, cites: str = BUILDINGS) -> IllegalOrder:
    return IllegalOrder(sentence, field="what", cites=cites)


PUTTING: dict[PutDown, Callable[[Draft, Side, str], None]] = {
    "fort": _put_fort,
    "fortress": _put_fortress,
    "depot": _put_depot,
    "army": _put_army,
    "cut": _cut,
}
