"""One hex as a viewer knows it: its ground, who is there, and what lies between it and its neighbors."""

from collections.abc import Mapping, Sequence

from campaign.selectors.house import house_of
from campaign.visibility import Viewer
from rulesets.core.context import Context
from rulesets.core.hexes import NEIGHBORS
from rulesets.core.records import dataclass
from rulesets.core.registry import strategic_book
from rulesets.core.sheet import Hex, Place, Sheet, Side
from rulesets.core.sheet_words import STATES, crossing, traits
from rulesets.core.strategic import Effect, StrategicBook
from rulesets.core.words import first_up, listed, many
from war.parts import Counter

DIRECTIONS = ("East", "Southeast", "Southwest", "West", "Northwest", "Northeast")  # as in NEIGHBORS
THEATERS = {"east": "East theater", "west": "West theater", "trans_mississippi": "Trans-Mississippi theater"}


@dataclass(frozen=True)
class NeighborLine:
    """A neighbor: where it lies, what lies between, and what the viewer knows to be there."""

    direction: str
    id: str
    name: str
    terrain: str
    between: str
    effects: tuple[Effect, ...]
    here: tuple[str, ...]


@dataclass(frozen=True)
class HexPanel:
    """A hex that was chosen on the map."""

    id: str
    name: str
    where: str
    terrain: str
    places: tuple[str, ...]
    effects: tuple[Effect, ...]
    counters: tuple[Counter, ...]
    neighbors: tuple[NeighborLine, ...]


@dataclass(frozen=True)
class Going:
    """What the effects of the ground depend on: the book, the campaign's numbers, and the water of the season."""

    book: StrategicBook
    house: Context
    high_water: bool


def going_of(viewer: Viewer, season: str) -> Going:
    """Return how the ground is in a season; "" is before the first turn."""
    book, house = strategic_book(viewer.book), house_of(viewer.campaign_id)
    return Going(book, house, book.high_water(season, house))


def hex_panel(sheet: Sheet, here: Hex, counters: Mapping[str, Sequence[Counter]], going: Going) -> HexPanel:
    """Return a hex; `counters` are those that the viewer knows of."""
    return HexPanel(
        id=here.id,
        name=first_up(here.name),
        where=", ".join(filter(None, (STATES.get(here.state), THEATERS.get(here.theater)))) or "At sea",
        terrain=here.terrain,
        places=tuple(_place_words(place) for place in here.places),
        effects=going.book.ground(here.terrain, going.house),
        counters=tuple(counters.get(here.id, ())),
        neighbors=tuple(
            _neighbor(sheet, here, direction, near, counters, going) for direction, near in _around(sheet, here)
        ),
    )


def _around(sheet: Sheet, here: Hex) -> list[tuple[str, Hex]]:
    """Return the neighbors on the sheet with their directions, clockwise from the northeast."""
    by_at = {sheet.hexes[near].at: sheet.hexes[near] for near in sheet.neighbors(here.id)}
    found = [
        (direction, by_at.get((here.q + dq, here.r + dr)))
        for direction, (dq, dr) in zip(DIRECTIONS, NEIGHBORS, strict=True)
    ]
    return [(direction, near) for direction, near in (found[-1], *found[:-1]) if near]


def _neighbor(
    sheet: Sheet,
    here: Hex,
    direction: str,
    near: Hex,
    counters: Mapping[str, Sequence[Counter]],
    going: Going,
) -> NeighborLine:
    side = sheet.side(here.id, near.id)
    crossed = crossing(near, side, high_water=going.high_water)
    return NeighborLine(
        direction=direction,
        id=near.id,
        name=near.name,
        terrain=near.terrain,
        between=_between(side, [rail.line for rail in sheet.rails_between(here.id, near.id)]),
        effects=going.book.hexside(crossed, going.house, ferry=bool(side.ferry)),
        here=tuple(piece.words for piece in counters.get(near.id, ())),
    )


def _between(side: Side, lines: Sequence[str]) -> str:
    """Return what lies on a hexside or runs across it, in words."""
    named = {"": side.gap, " ridge": side.ridge if not side.gap else "", " (road)": side.road, " (ferry)": side.ferry}
    parts = [f"{river.name} ({river.kind})" for river in side.rivers]
    parts += [f"{name}{word}" for word, name in named.items() if name]
    parts += ["the coast"] if side.coast else []
    parts += [f"{line} Railroad" for line in dict.fromkeys(lines)]
    return "; ".join(parts)


def _place_words(place: Place) -> str:
    """Return a place with everything that matters about it."""
    said = traits(place)
    said += ["supply source"] if place.supply_source else []
    said += [many(place.points, "victory point")] if place.points > 0 else []
    return f"{place.label}: {listed(said)}" if said else place.label
