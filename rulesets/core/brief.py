"""The setup of a battle: what the strategic game hands over when two forces meet. Frozen; fields are only added."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from rulesets.core.carry import read_carry
from rulesets.core.errors import IllegalOrder
from rulesets.core.plain import Json, as_json

SCHEMA = 1
EVERYONE, OWNER, UMPIRE = "both_sides_and_observer", "own_side_and_umpire", "umpire_only"


@dataclass(frozen=True)
class Ratio:
    """Stands and batteries on the table for one strength point (VG-4A)."""

    stands_per_sp: int = 20
    batteries_per_sp: int = 2


@dataclass(frozen=True)
class StrategicTable:
    """The line of the strategic combat table that this battle would have used (VG-9C)."""

    attacker_sp: int
    defender_sp: int
    column_before_shifts: str
    left_shifts: int
    column: str
    attacker_size: str
    defender_size: str


@dataclass(frozen=True)
class BriefLeader:
    """A leader who is present. `counter` names the printed counter where `id` is the campaign's own."""

    id: str
    name: str
    rank_stars: int
    initiative: int
    tactical: int
    given_name: str = ""
    command: int | None = None
    cavalry: bool = False
    seniority: int = 0
    counter: str = ""
    state: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class BriefItem:
    """One strength-point item. `under` is the cavalry leader it was with, `carried_loss` the carryover of VG-9A as a
    fraction of a strength point. `stands` and `state` are for books that have units instead of points."""

    id: str
    arm: str = "infantry"
    quality: str = ""
    size: int = 1
    under: str | None = None
    carried_loss: Fraction = Fraction(0)
    battles: int = 0
    name: str = ""
    stands: int | None = None
    state: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class BriefSide:
    """One army."""

    leaders: tuple[BriefLeader, ...] = ()
    strength: tuple[BriefItem, ...] = ()
    demoralized: bool = False
    in_supply: bool = True

    @property
    def total_sp(self) -> int:
        """Add up the items."""
        return sum(item.size for item in self.strength)

    def leader(self, leader_id: str) -> BriefLeader:
        """Return the leader with this id."""
        return next(leader for leader in self.leaders if leader.id == leader_id)


@dataclass(frozen=True)
class Brief:
    """One meeting. `knowledge` lists by path who may know a field, `*` for either side; the rest is for the umpire."""

    name: str
    attacker: str
    defender: str
    sides: Mapping[str, BriefSide]
    book: str = "cw_to_ff"
    date: str = ""
    turn: int = 0
    season: str = ""
    place: str = ""
    state: str = ""
    hex: str = ""
    lat: float | None = None
    lon: float | None = None
    entered_from: str = ""
    hex_terrain: str = "clear"
    hexside_crossed: str = "none"
    hexside_name: str = ""
    ratio: Ratio = Ratio()
    strategic_table: StrategicTable | None = None
    knowledge: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    mark: str = "house"
    note: str = ""
    schema: int = SCHEMA

    def enemy_of(self, side: str) -> str:
        """Return the other side."""
        return self.defender if side == self.attacker else self.attacker

    def to_json(self) -> Json:
        """Return the setup as JSON, with the total of each side."""
        plain: Json = as_json(self)
        for side in plain["sides"].values():
            side["total_sp"] = sum(item["size"] for item in side["strength"])
        return plain

    @classmethod
    def from_json(cls, plain: Json) -> "Brief":
        """Read what `to_json` wrote; fields of a later schema are refused by name."""
        if plain.get("schema") != SCHEMA:
            raise ValueError(f"schema: must be {SCHEMA}, not {plain.get('schema')}")
        body = dict(plain)
        body["ratio"] = Ratio(**plain.get("ratio", {}))
        table = plain.get("strategic_table")
        body["strategic_table"] = StrategicTable(**table) if table else None
        body["sides"] = {code: _side(side) for code, side in plain["sides"].items()}
        body["knowledge"] = {who: tuple(paths) for who, paths in plain.get("knowledge", {}).items()}
        return cls(**body)

    @classmethod
    def read(cls, plain: Json) -> "Brief":
        """Read one written by hand; a refusal names the place of the first fault."""
        from rulesets.core.typed import read_as  # heavy to load, and few pages need it

        if plain.get("schema") != SCHEMA:
            raise IllegalOrder(f"must be {SCHEMA}.", field="schema")
        sides = plain.get("sides")
        if isinstance(sides, Mapping):
            sides = {code: _without_total(side) for code, side in sides.items()}
            _check_carries(sides)
        return read_as(cls, {**plain, "sides": sides})

    def known_to(self, who: str) -> frozenset[str]:
        """Return the field paths that everyone, also the owner, or also the umpire may know."""
        reach = {EVERYONE: (EVERYONE,), OWNER: (EVERYONE, OWNER), UMPIRE: (EVERYONE, OWNER, UMPIRE)}[who]
        return frozenset(path for level in reach for path in self.knowledge.get(level, ()))


def _check_carries(sides: Mapping[str, Any]) -> None:
    """Check how carryovers are spelled before anything computes with them."""
    for code, side in sides.items():
        strength = side.get("strength") if isinstance(side, Mapping) else None
        for n, item in enumerate(strength if isinstance(strength, list) else ()):
            try:
                read_carry(item.get("carried_loss", "0") if isinstance(item, Mapping) else "0")
            except ValueError as error:
                raise IllegalOrder(f"{error}.", field=f"sides.{code}.strength.{n}.carried_loss") from None


def _without_total(side: Any) -> Any:
    """Drop the total: it is always computed."""
    return {name: value for name, value in side.items() if name != "total_sp"} if isinstance(side, Mapping) else side


def _side(plain: Json) -> BriefSide:
    body = _without_total(plain)
    body["leaders"] = tuple(BriefLeader(**leader) for leader in plain.get("leaders", ()))
    body["strength"] = tuple(_item(item) for item in plain.get("strength", ()))
    return BriefSide(**body)


def _item(plain: Json) -> BriefItem:
    return BriefItem(**{**plain, "carried_loss": Fraction(plain.get("carried_loss", 0))})
