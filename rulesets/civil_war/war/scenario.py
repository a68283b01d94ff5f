"""A scenario as its data file gives it: window, turns, set-up, arrivals, control, limits, and victory.

The newest file of a scenario is `<id>.json`. What campaigns were founded on stays beside it as `<id>.<hash>.json`.
Each file is the canonical text of its scenario (`canonical.py`), so that its hash is the scenario's.
"""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal, cast

from rulesets.civil_war.words import Arm, Side, Theater
from rulesets.core.context import Override
from rulesets.core.records import dataclass

FOLDER = Path(__file__).parents[1] / "data" / "scenarios"
SIDES: tuple[Side, Side] = ("USA", "CSA")
WorkKind = Literal["fort", "fortress"]
Fact = Literal[
    "holds", "holds in supply", "has lost more than the enemy", "has lost as many", "no army demoralized", "covers"
]


@dataclass(frozen=True)
class Window:
    """The part of the sheet in play: a hex is in if its center is."""

    south: float
    north: float
    west: float
    east: float


@dataclass(frozen=True)
class Troops:
    """Strength points of one kind at a place."""

    place: str
    sp: int
    arm: Arm = "infantry"
    quality: str = "green"


@dataclass(frozen=True)
class Counter:
    """A leader's counter, where he stands or arrives; without a place, with any friendly strength point."""

    name: str
    stars: int
    place: str = ""
    fan: bool = False
    pool: bool = False


@dataclass(frozen=True)
class ArmyRow:
    """An army of the set-up, under its commander."""

    name: str
    commander: str


@dataclass(frozen=True)
class Arrival:
    """What becomes available on a turn."""

    turn: int
    troops: tuple[Troops, ...] = ()
    leaders: tuple[Counter, ...] = ()


@dataclass(frozen=True)
class SideSetup:
    """One side's set-up."""

    troops: tuple[Troops, ...] = ()
    leaders: tuple[Counter, ...] = ()
    armies: tuple[ArmyRow, ...] = ()
    depots: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    forts: tuple[str, ...] = ()
    fortresses: tuple[str, ...] = ()
    arrivals: tuple[Arrival, ...] = ()


@dataclass(frozen=True)
class Condition:
    """One clause of a line of victory: a fact about a side, at these places or by this number of SP."""

    side: Side
    fact: Fact
    places: tuple[str, ...] = ()
    by: int = 0


@dataclass(frozen=True)
class Cover:
    """A place that a side has to cover in each End phase: by so many SP in and next to it, or it loses CP next turn."""

    side: Side
    place: str
    sp: int
    less: int


@dataclass(frozen=True)
class VictoryLine:
    """A result, and its condition: one of these groups of clauses has to hold as a whole."""

    result: str
    any_of: tuple[tuple[Condition, ...], ...] = ((),)


@dataclass(frozen=True)
class Scenario:
    """A whole scenario. Without lines of victory, the points decide (CW-4.5).

    What arrives by table does so from the second turn on: the first turn's arrivals are part of the set-up (H-24).
    """

    id: str
    title: str
    sheet: str
    sheet_hash: str
    turns: tuple[int, int]
    theaters: tuple[Theater, ...]
    sides: Mapping[Side, SideSetup]
    states: Mapping[str, Side]
    places: Mapping[str, Side]
    window: Window | None = None
    entry_at_named_places: bool = False
    arrivals_by_table: bool = False
    overrides: tuple[Override, ...] = ()
    victory: tuple[VictoryLine, ...] = ()
    kentucky_neutral: bool = False
    cover: Cover | None = None

    @property
    def single_theater(self) -> Theater | None:
        """Return the only theater in play, if there is one."""
        return self.theaters[0] if len(self.theaters) == 1 else None


@cache
def load_scenario(scenario_id: str, digest: str = "") -> Scenario:
    """Return the shipped scenario with that ID and the hash that a campaign pinned; without one, the newest."""
    for path in _files_of(scenario_id):
        content = path.read_bytes()
        if sha256(content).hexdigest().startswith(digest):
            return read_scenario(json.loads(content))
    raise LookupError(f"There is no scenario {scenario_id!r}" + (f" with the hash {digest}." if digest else "."))


def _files_of(scenario_id: str) -> list[Path]:
    """Return the newest file of a scenario, then the older ones."""
    if not scenario_id.replace("_", "").isalnum():
        return []
    newest = FOLDER / f"{scenario_id}.json"
    return [*([newest] if newest.is_file() else []), *sorted(FOLDER.glob(f"{scenario_id}.*.json"))]


def shipped_scenarios() -> list[Scenario]:
    """Return the newest of every scenario that ships, by ID."""
    return [load_scenario(path.stem) for path in sorted(FOLDER.glob("*.json")) if "." not in path.stem]


def read_scenario(data: Mapping[str, Any]) -> Scenario:
    """Return the scenario in a file of ours; every value is trusted."""
    title = data["title"]
    return Scenario(
        id=data["id"],
        title=title,
        sheet=data["sheet"],
        sheet_hash=data["sheet_hash"],
        turns=(data["turns"][0], data["turns"][-1]),
        theaters=tuple(data["theaters"]),
        sides={side: _side(data["sides"][side]) for side in SIDES},
        states=data["control"]["states"],
        places=data["control"]["places"],
        window=Window(**data["window"]) if data.get("window") else None,
        entry_at_named_places=data.get("entry_at_named_places", False),
        arrivals_by_table=data.get("arrivals_by_table", False),
        overrides=tuple(Override(**row, name=title, reason="scenario") for row in data.get("overrides", ())),
        victory=tuple(_line(row) for row in data.get("victory", ())),
        kentucky_neutral=data.get("kentucky_neutral", False),
        cover=Cover(**data["cover"]) if data.get("cover") else None,
    )


def _side(data: Mapping[str, Any]) -> SideSetup:
    return SideSetup(
        troops=_troops(data.get("troops", ())),
        leaders=_counters(data.get("leaders", ())),
        armies=tuple(ArmyRow(**row) for row in data.get("armies", ())),
        depots=tuple(data.get("depots", ())),
        sources=tuple(data.get("sources", ())),
        forts=tuple(data.get("forts", ())),
        fortresses=tuple(data.get("fortresses", ())),
        arrivals=tuple(
            Arrival(row["turn"], _troops(row.get("troops", ())), _counters(row.get("leaders", ())))
            for row in data.get("arrivals", ())
        ),
    )


def _troops(rows: Sequence[Mapping[str, Any]]) -> tuple[Troops, ...]:
    return tuple(Troops(**{"place": "", **row}) for row in rows)


def _counters(rows: Sequence[Mapping[str, Any]]) -> tuple[Counter, ...]:
    return tuple(Counter(**row) for row in rows)


def _line(row: Mapping[str, Any]) -> VictoryLine:
    groups = tuple(tuple(_condition(clause) for clause in group) for group in row.get("any_of", ((),)))
    return VictoryLine(row["result"], groups)


def _condition(row: Mapping[str, Any]) -> Condition:
    return Condition(cast(Side, row["side"]), row["fact"], tuple(row.get("places", ())), row.get("by", 0))
