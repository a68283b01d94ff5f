"""What the umpire may set right on the map of a war: every piece on it, and every leader beside it."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from django.http import Http404

from campaign.visibility import Viewer
from rulesets.civil_war.war import State
from rulesets.civil_war.words import Side
from war.selectors.war_state import war_of
from war.selectors.war_words import SIDES, place_of


@dataclass(frozen=True)
class PieceChoice:
    """A piece that may be chosen: its id, and its name with its place."""

    value: str
    label: str


@dataclass(frozen=True)
class SetRight:
    """The pieces of a war, and its places by name."""

    pieces: tuple[PieceChoice, ...]
    places: dict[str, str] = field(repr=False)

    def hex_of(self, name: str) -> str:
        """Return the hex of a place, or the name itself, which may be a hex."""
        return self.places.get(name.strip().casefold(), name.strip())


def set_right_page(viewer: Viewer) -> SetRight:
    """Return what the umpire may choose; raise 404 for anyone else."""
    state = war_of(viewer)
    if state is None:
        raise Http404
    places = {name.casefold(): hex_ for name, (hex_, _) in state.world.graph.places.items()}
    return SetRight(tuple(_pieces(state)), places)


def _pieces(state: State) -> Iterator[PieceChoice]:
    for side, hex_ in sorted({*state.points_at, *state.leaders_at}):
        where = f"{SIDES[side]}, {place_of(state.world, hex_)}"
        yield from _here(state, side, hex_, where)
    for leader in state.leaders.values():
        if not leader.hex:
            yield PieceChoice(leader.id, f"{SIDES[leader.side]}, off the map: {leader.name}")


def _here(state: State, side: Side, hex_: str, where: str) -> Iterator[PieceChoice]:
    for leader in state.leaders_at.get((side, hex_), ()):
        yield PieceChoice(leader.id, f"{where}: {leader.name}")
    for n, point in enumerate(state.points_at.get((side, hex_), ()), 1):
        yield PieceChoice(point.id, f"{where}: {point.quality} {point.arm} {n}")
