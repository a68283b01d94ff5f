"""The shape of a scenario file: its fields, their types and limits, and the line of each row that is put on the map."""

import re
from collections.abc import Callable, Iterator
from dataclasses import field
from typing import Any, Generic, TypeVar, cast, get_args

from rulesets.civil_war import BOOK
from rulesets.civil_war.war.scenario import (
    SIDES,
    ArmyRow,
    Arrival,
    Condition,
    Counter,
    Fact,
    Scenario,
    SideSetup,
    Troops,
    VictoryLine,
    Window,
)
from rulesets.civil_war.words import LAST_TURN, MOST_SP, Arm, Side, Theater
from rulesets.core.book import Mark
from rulesets.core.cells import value_of
from rulesets.core.context import BY_THE_BOOK, Override
from rulesets.core.lined_json import Lined
from rulesets.core.lined_reader import LinedReader, clean
from rulesets.core.records import dataclass
from rulesets.core.registry import table
from rulesets.core.sheet_form import load_sheet
from rulesets.core.whole_tables import whole_faults
from rulesets.core.words import listed, quoted

ID = re.compile(r"[a-z][a-z0-9_]{0,39}")
LONGEST_NAME, MOST_STARS, MOST_LOST = 60, 4, 99
QUALITIES = ("crack", "veteran", "green")
RESULTS = ("USA decisive", "USA", "draw", "CSA", "CSA decisive")
HOLDS = ("holds", "holds in supply")
BY_NUMBER = "has lost more than the enemy"
NEEDED = ("id", "title", "sheet", "sheet_hash", "turns", "theaters", "control", "sides")
MAY_BE = ("window", "entry_at_named_places", "arrivals_by_table", "overrides", "victory")
PLACES = ("depots", "sources", "forts", "fortresses")
LISTS = ("troops", "leaders", "armies", *PLACES, "arrivals")
T = TypeVar("T")


@dataclass(frozen=True)
class Row(Generic[T]):
    """A row of a side and its line; `turn` is when it arrives, or 0 if it is there from the start."""

    line: int
    side: Side
    is_: T
    turn: int = 0


@dataclass
class Rows:
    """What a file puts on the map, with lines: each side's pieces, and places named elsewhere."""

    troops: list[Row[Troops]] = field(default_factory=list)
    leaders: list[Row[Counter]] = field(default_factory=list)
    armies: list[Row[ArmyRow]] = field(default_factory=list)
    places: dict[str, list[Row[str]]] = field(default_factory=dict)  # depots, sources, forts, fortresses
    named: list[tuple[int, str]] = field(default_factory=list)
    states: list[tuple[int, str]] = field(default_factory=list)
    window: int = 1


@dataclass(frozen=True)
class _Cell:
    """A replaced cell of a table, and its line."""

    table: str
    row: str
    column: str
    value: Any
    line: int


@dataclass
class ScenarioReader(LinedReader):
    """Reads the values of a scenario; what is wrong is noted and left out."""

    rows: Rows = field(default_factory=Rows)
    turns: tuple[int, int] = (1, LAST_TURN)

    def scenario(self, at: Lined) -> Scenario | None:
        """Return the scenario without what is wrong in it, or None if what everything hangs on is wrong."""
        parts = self.members(at, *NEEDED, optional=MAY_BE)
        title, sheet = self.name("title", parts.get("title")), self.sheet(parts)
        turns, theaters = self.first_and_last(parts.get("turns")), self.theaters(parts.get("theaters"))
        window = self.window(parts.get("window"))
        id_ = self.identifier(parts.get("id"))
        self.turns = turns or self.turns
        by_table = self.flag(parts.get("arrivals_by_table"))
        control = self.control(parts.get("control"))
        sides = self.sides(parts.get("sides"), by_table=by_table)
        found = Scenario(
            id=id_,
            title=title,
            sheet=sheet[0],
            sheet_hash=sheet[1],
            turns=self.turns,
            theaters=theaters,
            sides=sides,
            states=control["states"],
            places=control["places"],
            window=window,
            entry_at_named_places=self.flag(parts.get("entry_at_named_places")),
            arrivals_by_table=by_table,
            overrides=self.overrides(parts.get("overrides"), title or "scenario"),
            victory=self.victory(parts.get("victory")),
        )
        has_map = bool(sheet[1] and turns and theaters) and (window is not None or "window" not in parts)
        return found if has_map else None

    # the head

    def identifier(self, at: Lined | None) -> str:
        found = self.text(at)
        if at is not None and isinstance(at.value, str) and not ID.fullmatch(found):
            self.wrong(at, "id must be up to 40 small letters, digits, and underscores, beginning with a letter.")
        return found

    def name(self, what: str, at: Lined | None) -> str:
        """Return one visible line."""
        found = self.text(at)
        if at is None or not isinstance(at.value, str):
            return ""
        if not found.strip() or found != found.strip() or not found.isprintable() or len(found) > LONGEST_NAME:
            self.wrong(at, f"{what} must be one line of 1 to {LONGEST_NAME} characters, without spaces around it.")
            return ""
        return found

    def sheet(self, parts: dict[str, Lined]) -> tuple[str, str]:
        """Return the map and the edition that the scenario pins, or nothing."""
        sheet_id, at = self.one_of(parts.get("sheet"), BOOK.sheets), parts.get("sheet_hash")
        digest = self.text(at)
        if not sheet_id or at is None or not isinstance(at.value, str):
            return "", ""
        try:
            found = load_sheet(sheet_id, digest).hash
        except LookupError:
            found = ""
        if not digest or found != digest:
            newest = load_sheet(sheet_id).hash
            self.wrong(at, f"the map {sheet_id} has no edition with this fingerprint. Its newest has {newest}.")
            return "", ""
        return sheet_id, digest

    def first_and_last(self, at: Lined | None) -> tuple[int, int] | None:
        if at is None:
            return None
        if not isinstance(at.value, list) or len(at.value) != 2:
            self.wrong(at, "turns must be the first and the last turn, such as [4, 5].")
            return None
        first, last = (self.whole("a turn", each, 1, LAST_TURN) for each in at.value)
        if first is None or last is None:
            return None
        if first > last:
            self.wrong(at, "the first turn must not be later than the last.")
            return None
        return first, last

    def theaters(self, at: Lined | None) -> tuple[Theater, ...]:
        found = self.many(at, lambda each: self.one_of(each, get_args(Theater)))
        if at is not None and isinstance(at.value, list) and (not found or len(set(found)) < len(found)):
            self.wrong(at, "list at least one theater, and each once.")
        return cast(tuple[Theater, ...], tuple(each for each in dict.fromkeys(found) if each))

    def window(self, at: Lined | None) -> Window | None:
        if at is None:
            return None
        self.rows.window = at.line
        parts = self.members(at, "south", "north", "west", "east")
        limits = {"south": 90.0, "north": 90.0, "west": 180.0, "east": 180.0}
        south, north, west, east = (self.decimal(name, parts.get(name), -most, most) for name, most in limits.items())
        if south is None or north is None or west is None or east is None:
            return None
        if south >= north or west >= east:
            self.wrong(at, "south must be less than north, and west less than east; America’s longitudes are negative.")
            return None
        return Window(south, north, west, east)

    # numbers

    def overrides(self, at: Lined | None, name: str) -> tuple[Override, ...]:
        """Return replaced cells, as the club's own are checked: no printed ones, and each of its column's kind."""
        cells = [cell for cell in self.many(at, self.cell) if cell is not None]
        seen = set[tuple[str, str, str]]()
        for cell in cells:
            place = (cell.table, cell.row, cell.column)
            if place in seen:
                self.faults.append((cell.line, "this cell is listed twice."))
            seen.add(place)
        self.faults += whole_faults(cells, BY_THE_BOOK)
        return tuple(Override(cell.table, cell.row, cell.column, cell.value, name, "scenario") for cell in cells)

    def cell(self, at: Lined) -> _Cell | None:
        parts = self.members(at, "table", "row", "column", "value")
        table_id, row, column = (self.text(parts.get(name)) for name in ("table", "row", "column"))
        if len(parts) < 4 or not (table_id and row):
            return None
        value = parts["value"].value
        fault = "value must be text or a number."
        if isinstance(value, str | int | float):
            fault = _cell_fault(table_id, row, column, value)
        if fault:
            self.wrong(at, fault)
            return None
        return _Cell(table_id, row, column, value, at.line)

    # control

    def control(self, at: Lined | None) -> dict[str, dict[str, Side]]:
        parts = self.members(at, "states", "places") if at is not None else {}
        lists = {"states": self.rows.states, "places": self.rows.named}
        return {name: dict(self.holders(parts.get(name), noted)) for name, noted in lists.items()}

    def holders(self, at: Lined | None, noted: list[tuple[int, str]]) -> Iterator[tuple[str, Side]]:
        """Yield who holds each of these, and note their lines."""
        if at is None:
            return
        if not isinstance(at.value, dict):
            self.wrong(at, "expected an object of names, each with USA or CSA.")
            return
        for name, part in at.value.items():
            noted.append((part.line, name))
            if side := self.one_of(part, SIDES):
                yield name, cast(Side, side)

    # sides

    def sides(self, at: Lined | None, *, by_table: bool) -> dict[Side, SideSetup]:
        parts = self.members(at, *SIDES) if at is not None else {}
        return {side: self.side(parts.get(side), side, by_table=by_table) for side in SIDES}

    def side(self, at: Lined | None, side: Side, *, by_table: bool) -> SideSetup:
        parts = self.members(at, optional=LISTS) if at is not None else {}
        places = {what: self.places(parts.get(what), what, side) for what in PLACES}
        if by_table and "arrivals" in parts:
            self.wrong(parts["arrivals"], "arrivals_by_table is true, so the table brings them. Leave these out.")
        return SideSetup(
            troops=self.kept(parts.get("troops"), lambda each: self.troops(each, side)),
            leaders=self.kept(parts.get("leaders"), lambda each: self.counter(each, side)),
            armies=self.kept(parts.get("armies"), lambda each: self.army(each, side)),
            arrivals=self.arrivals(parts.get("arrivals"), side),
            **places,
        )

    def kept(self, at: Lined | None, each: Callable[[Lined], T | None]) -> tuple[T, ...]:
        """Return the rows that can be read."""
        return tuple(row for row in self.many(at, each) if row is not None)

    def places(self, at: Lined | None, what: str, side: Side) -> tuple[str, ...]:
        rows = [Row(each.line, side, found) for each, found in self.many(at, lambda each: (each, self.place(each)))]
        self.rows.places.setdefault(what, []).extend(row for row in rows if row.is_)
        return tuple(row.is_ for row in rows)

    def place(self, at: Lined | None) -> str:
        found = self.text(at)
        if at is not None and at.value == "":
            self.wrong(at, "name a place.")
        return found

    def troops(self, at: Lined, side: Side, turn: int = 0) -> Troops | None:
        needed = ("sp",) if turn else ("place", "sp")
        parts = self.members(at, *needed, optional=("place", "arm", "quality"))
        sp = self.whole("sp", parts.get("sp"), 1, MOST_SP)
        arm = self.one_of(parts.get("arm"), get_args(Arm)) or "infantry"
        quality = self.one_of(parts.get("quality"), QUALITIES) or "green"
        place = self.place(parts.get("place"))
        if sp is None:
            return None
        found = Troops(place, sp, cast(Arm, arm), quality)
        self.rows.troops.append(Row(at.line, side, found, turn))
        return found

    def counter(self, at: Lined, side: Side, turn: int = 0) -> Counter | None:
        more = ("place", "fan") if turn else ("place", "fan", "pool")
        parts = self.members(at, "name", "stars", optional=more)
        name, stars = self.text(parts.get("name")), self.whole("stars", parts.get("stars"), 1, MOST_STARS)
        place, fan, pool = self.place(parts.get("place")), self.flag(parts.get("fan")), self.flag(parts.get("pool"))
        if stars is None or not name:
            return None
        found = Counter(name, stars, place, fan, pool)
        self.rows.leaders.append(Row(at.line, side, found, turn))
        return found

    def army(self, at: Lined, side: Side) -> ArmyRow | None:
        parts = self.members(at, "name", "commander")
        name, commander = self.name("name", parts.get("name")), self.text(parts.get("commander"))
        if not (name and commander):
            return None
        self.rows.armies.append(Row(at.line, side, ArmyRow(name, commander)))
        return ArmyRow(name, commander)

    def arrivals(self, at: Lined | None, side: Side) -> tuple[Arrival, ...]:
        found = self.kept(at, lambda each: self.arrival(each, side))
        if at is not None and len({each.turn for each in found}) < len(found):
            self.wrong(at, "list each turn once.")
        return found

    def arrival(self, at: Lined, side: Side) -> Arrival | None:
        parts = self.members(at, "turn", optional=("troops", "leaders"))
        turn = self.whole("turn", parts.get("turn"), *self.turns)
        when = turn or self.turns[0]
        troops = self.kept(parts.get("troops"), lambda each: self.troops(each, side, when))
        leaders = self.kept(parts.get("leaders"), lambda each: self.counter(each, side, when))
        return None if turn is None else Arrival(turn, troops, leaders)

    # victory

    def victory(self, at: Lined | None) -> tuple[VictoryLine, ...]:
        found = self.many(at, self.victory_line)
        if at is not None and isinstance(at.value, list):
            for part in at.value[:-1]:
                if isinstance(part.value, dict) and "any_of" not in part.value:
                    self.wrong(part, "only the last line may be without any_of, since the first that holds counts.")
        return found

    def victory_line(self, at: Lined) -> VictoryLine:
        parts = self.members(at, "result", optional=("any_of",))
        result = self.one_of(parts.get("result"), RESULTS)
        if "any_of" not in parts:
            return VictoryLine(result)
        groups = self.many(self.filled(parts["any_of"]), lambda group: self.many(self.filled(group), self.condition))
        return VictoryLine(result, groups)

    def filled(self, at: Lined) -> Lined:
        """Return a list that must not be empty."""
        if at.value == []:
            self.wrong(at, "the list is empty; leave it out, or say what has to hold.")
        return at

    def condition(self, at: Lined) -> Condition:
        parts = self.members(at, "side", "fact", optional=("places", "by"))
        side, fact = self.one_of(parts.get("side"), SIDES), self.one_of(parts.get("fact"), get_args(Fact))
        by = self.whole("by", parts.get("by"), 1, MOST_LOST)
        listed_places = self.many(parts.get("places"), lambda each: (each.line, self.place(each)))
        self.rows.named += [(line, place) for line, place in listed_places if place]
        for name, wanted in (("places", fact in HOLDS), ("by", fact == BY_NUMBER)):
            if fact and wanted != bool(name in parts and parts[name].value != []):
                self.wrong(at, f"“{fact}” needs {name}." if wanted else f"“{fact}” takes no {name}.")
        places = tuple(place for _, place in listed_places)
        return Condition(cast(Side, side), cast(Fact, fact), places, by or 0)


def _cell_fault(table_id: str, row: str, column: str, value: object) -> str:
    """Return why a cell can't be replaced, or nothing."""
    found = table(table_id) if table_id.startswith(f"{BOOK.id}.") else None
    if found is None:
        return f"this book has no table {quoted(clean(table_id))}."
    cell = found.printed.get((row, column))
    if cell is None:
        rows = listed(dict.fromkeys(label for label, _ in found.printed), "or")
        return f"{found.title} has no cell {quoted(clean(row))}, {quoted(clean(column))}. Its rows are {rows}."
    if cell.mark is Mark.PRINTED:
        return f"{found.cell_words(row, column)} is printed in the book and can’t be replaced."
    try:
        value_of(found, row, column, value)
    except ValueError as error:
        return f"value: {error}"
    return ""
