"""What the umpire may set right on the map of a war: every piece wherever it is, and what is built, in groups."""

from collections.abc import Callable, Iterator
from dataclasses import field

from django.http import Http404

from campaign.visibility import Viewer
from rulesets.civil_war.war import State
from rulesets.civil_war.war.state import Leader, Point, Standing
from rulesets.civil_war.words import Side
from rulesets.core.records import dataclass
from rulesets.core.words import first_up
from war.selectors.built import Structure, all_built, hex_of, kind_of
from war.selectors.war_state import war_of
from war.selectors.war_words import SIDES, place_of, stars_words

NOT_YET, LOST, LEADERS = "not in play yet", "lost or taken off", "leaders off the map"

WHEREABOUTS: dict[Standing, str] = {
    "pool": "in the pool",
    "drawn": "drawn, to be placed",
    "removed": "out of command",
    "dead": "dead",
    "away": "away",
}


@dataclass(frozen=True)
class PieceChoice:
    """A piece that may be chosen: its id, its name, its side and place, under which it is listed, and its side."""

    value: str
    label: str
    group: str
    side: Side


@dataclass(frozen=True)
class SetRight:
    """The pieces of a war, those of its strength points that are lost, what is built, and places by name."""

    pieces: tuple[PieceChoice, ...]
    lost: tuple[PieceChoice, ...]
    built: tuple[PieceChoice, ...]
    places: dict[str, str] = field(repr=False)

    def listed(self, *parts: tuple[PieceChoice, ...]) -> tuple[PieceChoice, ...]:
        """Return these pieces with the Union’s first."""
        return tuple(sorted((piece for part in parts for piece in part), key=lambda piece: piece.side != "USA"))

    def hex_of(self, name: str) -> str:
        """Return the hex of a place, or the name itself, which may be a hex."""
        return self.places.get(name.strip().casefold(), name.strip())


def set_right_page(viewer: Viewer) -> SetRight:
    """Return what the umpire may choose; raise 404 for anyone else."""
    state = war_of(viewer)
    if state is None:
        raise Http404
    places = {name.casefold(): hex_ for name, (hex_, _) in state.world.graph.places.items()}
    return SetRight(
        pieces=(*_on_the_map(state), *_beside_it(state)),
        lost=tuple(_points(state, LOST, lambda point: point.standing == "lost")),
        built=tuple(_as_choice(state, id_, each) for id_, each in all_built(state)),
        places=places,
    )


def _on_the_map(state: State) -> Iterator[PieceChoice]:
    """Yield what stands on the map, side by side and place by place."""
    stacks = {*state.points_at, *state.leaders_at}
    for side, hex_ in sorted(stacks, key=lambda at: (at[0] == "CSA", place_of(state.world, at[1]), at[1])):
        group = f"{SIDES[side]}, {place_of(state.world, hex_)}"
        for leader in state.leaders_at.get((side, hex_), ()):
            yield PieceChoice(leader.id, _named(leader), group, side)
        for n, point in enumerate(state.points_at.get((side, hex_), ()), 1):
            shaken = ", demoralized" if point.demoralized else ""
            yield PieceChoice(point.id, f"{n}: {point.quality} {point.arm}{shaken}", group, side)


def _beside_it(state: State) -> Iterator[PieceChoice]:
    """Yield the leaders off the map, and the strength points that are still to come."""
    leaders = [leader for leader in state.leaders.values() if not leader.hex]
    for side, name in SIDES.items():
        group = f"{name}, {LEADERS}"
        own = (leader for leader in leaders if leader.side == side)
        for leader in sorted(own, key=lambda each: (each.standing, each.name)):
            yield PieceChoice(leader.id, f"{_named(leader)}: {_whereabouts(leader)}", group, side)
    yield from _points(state, NOT_YET, lambda point: point.standing in ("waiting", "due"))


def _points(state: State, where: str, is_one: Callable[[Point], bool]) -> Iterator[PieceChoice]:
    """Yield the strength points off the map that are one kind of them."""
    found = [point for point in state.points.values() if is_one(point)]
    for side, name in SIDES.items():
        own = (point for point in found if point.side == side)
        for n, point in enumerate(sorted(own, key=lambda each: (each.due_on, each.enters_at, each.id)), 1):
            label = f"{n}: {point.quality} {point.arm}, {_history(state, point)}"
            yield PieceChoice(point.id, label, f"{name}, {where}", side)


def _history(state: State, point: Point) -> str:
    if point.standing == "lost":
        how = "taken off" if point.corrected else "lost"
        return f"{how} at {place_of(state.world, point.lost_at)}" if point.lost_at else how
    when = f"due on turn {point.due_on}" if point.standing == "due" else "waiting to enter"
    return f"{when} at {point.enters_at}" if point.enters_at else when


def _named(leader: Leader) -> str:
    return f"{leader.name}, {stars_words(leader.stars)}"


def _whereabouts(leader: Leader) -> str:
    """Say where a leader off the map is."""
    if leader.standing == "due":
        return f"due on turn {leader.due_on}"
    if leader.standing == "away" and leader.due_on:
        return f"away until turn {leader.due_on}"
    return WHEREABOUTS[leader.standing]


def _as_choice(state: State, id_: str, built: Structure) -> PieceChoice:
    place = place_of(state.world, hex_of(state, built))
    group = f"{SIDES[built.side]}, works, depots, armies, rails"
    return PieceChoice(id_, first_up(f"{kind_of(built)}, {place}"), group, built.side)
