"""What never changes in a war: its scenario, its map, its house rules, and what they make of each hex."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import Literal

from rulesets.civil_war import tables as t
from rulesets.civil_war.sheet.plane import center, unproject
from rulesets.civil_war.turns import Calendar, Turn, calendar
from rulesets.civil_war.war.conversion import Conversion
from rulesets.civil_war.war.scenario import SIDES, Scenario, Window, load_scenario
from rulesets.civil_war.words import Side, Theater
from rulesets.core.context import BY_THE_BOOK, Context
from rulesets.core.graph import Graph
from rulesets.core.records import dataclass
from rulesets.core.sheet import Hex, Sheet
from rulesets.core.sheet_form import load_sheet
from rulesets.core.weighing import Silent

THEATERS: Mapping[str, Theater] = {"east": "East", "west": "West", "trans_mississippi": "Trans-Mississippi"}
BORDER = frozenset({"KY", "MO", "WV"})  # no part of the South, though points are counted there
Sight = Literal["board", "near"]


@dataclass(frozen=True, eq=False)
class World:
    """The fixed part of a war; every state and view of it refers to the same one."""

    scenario: Scenario
    graph: Graph
    house: Context
    sight: Sight = "board"
    conversion: Conversion | None = None
    asks: bool = False  # both sides how to fight a battle, and each whom it loses

    @cached_property
    def on_board(self) -> "World":
        """Return this world with everything in sight; it's kept, since what is compiled for a world is, too."""
        return self if self.sight == "board" else replace(self, sight="board")

    @cached_property
    def held_at_start(self) -> Mapping[str, Side]:
        """Return the holder of each land hex as the scenario opens (H-17)."""
        by_place = {id_: side for id_ in self.graph.hexes if (side := self._holder_of_places(id_))}
        states = {hex_.state for hex_ in self.graph.hexes.values()}
        towns = {state: [id_ for id_ in by_place if self.graph.hexes[id_].state == state] for state in states}
        land = (hex_ for hex_ in self.graph.hexes.values() if not hex_.is_sea and hex_.theater)
        nobodys = self.kentucky if self.scenario.kentucky_neutral else frozenset()
        return {
            hex_.id: by_place.get(hex_.id) or self._nearest(hex_, towns[hex_.state], by_place)
            for hex_ in land
            if hex_.id not in nobodys
        }

    @cached_property
    def kentucky(self) -> frozenset[str]:
        """Return the hexes of Kentucky, which may be neutral (H-7)."""
        return frozenset(id_ for id_, hex_ in self.graph.hexes.items() if hex_.state == "KY" and hex_.theater)

    @cached_property
    def washington(self) -> str:
        """Return the hex of Washington, or nothing if it isn't on the map."""
        return self._hex_named("Washington")

    @cached_property
    def richmond(self) -> str:
        """Return the hex of the South's capital, or nothing if it isn't on the map."""
        return self._hex_named("Richmond VA")

    def _hex_named(self, place: str) -> str:
        return next((hex_ for name, (hex_, _) in self.graph.places.items() if name == place), "")

    @cached_property
    def mississippi(self) -> frozenset[str]:
        """Return the hexes on either bank of the Mississippi."""
        sides = (side for links in self.graph.links.values() for side in (link.side for link in links))
        along = (side for side in sides if any(river.name == "Mississippi" for river in side.rivers))
        return frozenset(hex_ for side in along for hex_ in (side.a, side.b))

    def _holder_of_places(self, hex_id: str) -> Side | None:
        """Return who holds a hex's places: the one with more points, then more value, decides."""
        hex_ = self.graph.hexes[hex_id]
        if hex_.is_sea or not hex_.theater or not hex_.places:
            return None
        first = min(hex_.places, key=lambda place: (-place.points, -place.value, place.name))
        return self.scenario.places.get(first.name) or self.default_of(hex_.state)

    def _nearest(self, hex_: Hex, towns: list[str], by_place: Mapping[str, Side]) -> Side:
        """Return who holds the nearest place of the state; its default breaks a tie."""
        steps = {town: self.graph.apart(hex_.id, town) for town in towns}
        least = min(steps.values(), default=0)
        holders = {by_place[town] for town in towns if steps[town] == least}
        return holders.pop() if len(holders) == 1 else self.default_of(hex_.state)

    def default_of(self, state: str) -> Side:
        """Return who holds a state where nothing else is said."""
        return self.scenario.states.get(state) or ("CSA" if state in SECEDED else "USA")

    def by_right(self, hex_id: str) -> Side | Literal["neutral"]:
        """Return whose a hex was before the war."""
        state = self.graph.hexes[hex_id].state
        return "neutral" if state == "KY" else "CSA" if state in SECEDED else "USA"

    def theater_of(self, hex_id: str) -> Theater:
        """Return the theater that pays for what begins in a hex."""
        return self._theaters[hex_id]

    @cached_property
    def _theaters(self) -> Mapping[str, Theater]:
        only = self.scenario.single_theater
        return {id_: only or THEATERS[hex_.theater] for id_, hex_ in self.graph.hexes.items() if hex_.theater}

    @cached_property
    def hexes_of_theaters(self) -> Mapping[Theater, frozenset[str]]:
        """Return the hexes whose pieces each theater pays for."""
        found: dict[Theater, set[str]] = {}
        for hex_, theater in self._theaters.items():
            found.setdefault(theater, set()).add(hex_)
        return {theater: frozenset(hexes) for theater, hexes in found.items()}

    def turn(self, number: int) -> Turn:
        """Return a turn of the calendar as the campaign plays it."""
        return self._turns[number]

    @cached_property
    def _turns(self) -> Mapping[int, Turn]:
        first, last = self.scenario.turns
        work = Silent(context=self.house)
        return {number: calendar(Calendar(turn=number), work) for number in range(first, last + 1)}

    @cached_property
    def sources(self) -> Mapping[Side, frozenset[str]]:
        """Return the hexes of each side's supply sources; a source in enemy hands is nobody's."""
        return {
            side: frozenset(self.graph.hex_of(place) for place in self.scenario.sides[side].sources) for side in SIDES
        }

    def points_of(self, hex_id: str) -> int:
        """Return the victory points of a hex's places."""
        return self._points.get(hex_id, 0)

    @cached_property
    def _points(self) -> Mapping[str, int]:
        read = {
            id_: sum(t.PLACES.at(place.name, context=self.house) for place in hex_.places if place.name in t.STATE_OF)
            for id_, hex_ in self.graph.hexes.items()
            if hex_.places
        }
        return {id_: points for id_, points in read.items() if points}

    @cached_property
    def point_hexes(self) -> frozenset[str]:
        """Return the hexes with victory points."""
        return frozenset(self._points)

    def has_port(self, hex_id: str) -> bool:
        """Return whether a hex has a sea port."""
        return any(place.port for place in self.graph.hexes[hex_id].places)

    @cached_property
    def ports(self) -> tuple[str, ...]:
        """Return the hexes with a sea port."""
        return tuple(id_ for id_ in self.graph.hexes if self.has_port(id_))

    def has_river_port(self, hex_id: str) -> bool:
        """Return whether a hex has a port of either kind."""
        return any(place.port or place.river_port for place in self.graph.hexes[hex_id].places)


SECEDED = frozenset(t.STATES.rows) - BORDER


def world_of(
    scenario: Scenario | str,
    house: Context = BY_THE_BOOK,
    sight: Sight = "board",
    conversion: Conversion | None = None,
    *,
    asks: bool = False,
) -> World:
    """Return the world of a scenario, on the map that it pins."""
    played = load_scenario(scenario) if isinstance(scenario, str) else scenario
    sheet = load_sheet(played.sheet, played.sheet_hash)
    inside = None if played.window is None else _inside(sheet, played.window)
    return World(played, Graph.of(sheet, inside), house.with_more(played.overrides), sight, conversion, asks)


def _inside(sheet: Sheet, window: Window) -> list[str]:
    """Return the hexes whose centers are in the window."""
    found = []
    for hex_ in sheet.hexes.values():
        lat, lon = unproject(center(hex_.at))
        if window.south <= lat <= window.north and window.west <= lon <= window.east:
            found.append(hex_.id)
    return found
