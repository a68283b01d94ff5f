"""The setup of a battle: what the strategic game hands over when two forces meet. Frozen; fields are only added.

`from_json` trusts what `to_json` wrote, and is quick; `Brief.read` takes what somebody wrote by hand.
"""

from collections.abc import Mapping
from dataclasses import field, fields
from fractions import Fraction
from typing import Annotated, Any

from rulesets.core.brief_values import (
    ARMS,
    COLUMNS,
    HEXSIDES,
    LIMITS,
    QUALITIES,
    SEASONS,
    SIDES,
    SIZES,
    TERRAINS,
    WORKS,
)
from rulesets.core.carry import read_carry
from rulesets.core.errors import IllegalOrder
from rulesets.core.kinds import (
    ByName,
    Called,
    Carried,
    Day,
    Decimal,
    Faults,
    Flag,
    ListOf,
    Object,
    OneOf,
    Sum,
    Text,
    Whole,
    kind_of,
)
from rulesets.core.plain import Json, as_json
from rulesets.core.records import dataclass

SCHEMA = 1
MOST_LEADERS, MOST_ITEMS, MOST_PATHS, MOST_SP = 60, 200, 200, 200
NOTHING = Fraction(0)
EVERYONE, OWNER, UMPIRE = KNOWERS = ("both_sides_and_observer", "own_side_and_umpire", "umpire_only")


@dataclass(frozen=True)
class Ratio:
    """Stands and batteries on the table for one strength point (VG-4A)."""

    stands_per_sp: Annotated[int, Whole(*LIMITS["stands_per_sp"])] = 20
    batteries_per_sp: Annotated[int, Whole(*LIMITS["batteries_per_sp"])] = 2


@dataclass(frozen=True)
class StrategicTable:
    """The line of the strategic combat table that this battle would have used (VG-9C)."""

    attacker_sp: Annotated[int, Whole(0, MOST_SP)]
    defender_sp: Annotated[int, Whole(0, MOST_SP)]
    column_before_shifts: Annotated[str, OneOf(COLUMNS)]
    left_shifts: Annotated[int, Whole(-4, 4)]
    column: Annotated[str, OneOf(COLUMNS)]
    attacker_size: Annotated[str, OneOf(SIZES)]
    defender_size: Annotated[str, OneOf(SIZES)]


@dataclass(frozen=True)
class BriefLeader:
    """A leader who is present. `counter` names the printed counter where `id` is the campaign's own."""

    id: Annotated[str, Text(60, empty=False)]
    name: Annotated[str, Text(60, empty=False)]
    rank_stars: Annotated[int, Whole(*LIMITS["rank_stars"])]
    initiative: Annotated[int, Whole(*LIMITS["initiative"])]
    tactical: Annotated[int, Whole(*LIMITS["tactical"])]
    given_name: Annotated[str, Text(60)] = ""
    command: Annotated[int | None, Whole(*LIMITS["command"], or_null=True)] = None
    cavalry: Annotated[bool, Flag()] = False
    seniority: Annotated[int, Whole(*LIMITS["seniority"], needed=True)] = 0
    counter: str = ""
    state: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class BriefItem:
    """One strength-point item. `under` is the cavalry leader it was with, `carried_loss` the carryover of VG-9A as a
    fraction of a strength point. `stands` and `state` are for books that have units instead of points."""

    id: Annotated[str, Text(60, empty=False)]
    arm: Annotated[str, OneOf(ARMS)] = "infantry"
    quality: Annotated[str, OneOf(QUALITIES, needed=True)] = ""
    size: Annotated[int, Whole(1, 20)] = 1
    under: Annotated[str | None, Text(60, or_null=True)] = None
    carried_loss: Annotated[Fraction, Carried()] = NOTHING
    battles: int = 0
    name: str = ""
    stands: int | None = None
    state: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class BriefBrigade:
    """A brigade of an earlier battle, with how many stands each strength point had in it there."""

    id: str
    name: str
    commander: str = ""
    points: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class BriefSide:
    """One army. `brigades` are those of its earlier battles: an order of battle gives them their names again."""

    SUMS = (Sum("total_sp", "the sum of the items", Whole(0, MOST_SP)),)

    leaders: Annotated[tuple[BriefLeader, ...], ListOf(BriefLeader, MOST_LEADERS)] = ()
    strength: Annotated[tuple[BriefItem, ...], ListOf(BriefItem, MOST_ITEMS, needed=True)] = ()
    demoralized: Annotated[bool, Flag()] = False
    in_supply: Annotated[bool, Flag()] = True
    brigades: tuple[BriefBrigade, ...] = ()

    @property
    def total_sp(self) -> int:
        """Add up the items."""
        return sum(item.size for item in self.strength)

    def leader(self, leader_id: str) -> BriefLeader:
        """Return the leader with this id."""
        return next(leader for leader in self.leaders if leader.id == leader_id)


@dataclass(frozen=True, kw_only=True)
class BriefHead:
    """What both sides and the observer know of a meeting: who attacks, when, where, and by which ratio."""

    name: Annotated[str, Text(80, empty=False)]
    attacker: Annotated[str, OneOf(SIDES)]
    defender: Annotated[str, OneOf(SIDES)]
    book: str = "cw_to_ff"
    date: Annotated[str, Day()] = ""
    turn: Annotated[int, Whole(*LIMITS["turn"], needed=True)] = 0
    season: Annotated[str, OneOf(SEASONS, empty=True)] = ""
    place: Annotated[str, Text(80, needed=True, empty=False)] = ""
    state: Annotated[str, Text(20)] = ""
    hex: str = ""
    lat: Annotated[float | None, Decimal(90)] = None
    lon: Annotated[float | None, Decimal(180)] = None
    entered_from: Annotated[str, Text(80)] = ""
    hex_terrain: Annotated[str, OneOf(TERRAINS)] = "clear"
    hexside_crossed: Annotated[str, OneOf(HEXSIDES)] = "none"
    hexside_name: Annotated[str, Text(60)] = ""
    work: Annotated[str, OneOf(WORKS)] = "none"  # the defender's
    ratio: Annotated[Ratio, Called("ratio_offered", Object(Ratio))] = Ratio()
    mark: Annotated[str, Text(20)] = "house"
    schema: Annotated[int, Called("form", Whole(SCHEMA, SCHEMA, needed=True))] = SCHEMA

    def enemy_of(self, side: str) -> str:
        """Return the other side."""
        return self.defender if side == self.attacker else self.attacker


@dataclass(frozen=True, kw_only=True)
class PublicBrief(BriefHead):
    """The public part of a Brief; `demoralized` names the sides whose marker everyone sees."""

    demoralized: tuple[str, ...] = ()

    def to_json(self) -> Json:
        plain: Json = as_json(self)
        return plain

    @classmethod
    def from_json(cls, plain: Json) -> "PublicBrief":
        body = {**plain, "ratio": Ratio(**plain["ratio"]), "demoralized": tuple(plain["demoralized"])}
        return cls(**body)


@dataclass(frozen=True, kw_only=True)
class Brief(BriefHead):
    """All of one meeting. Who may know which field is said by path, `*` for either side; unlisted is the umpire's."""

    sides: Annotated[Mapping[str, BriefSide], ByName(SIDES, BriefSide, needed=True)]
    strategic_table: Annotated[StrategicTable | None, Object(StrategicTable, or_null=True)] = None
    knowledge: Annotated[Mapping[str, tuple[str, ...]], ByName(KNOWERS, ListOf(Text(200), MOST_PATHS))] = field(
        default_factory=dict
    )
    note: Annotated[str, Text(2000)] = ""

    def public_part(self, *, demoralized: tuple[str, ...] = ()) -> PublicBrief:
        head = {each.name: getattr(self, each.name) for each in fields(BriefHead)}
        return PublicBrief(**head, demoralized=demoralized)

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
        """Read one that somebody changed by hand; a refusal names the place of the first fault."""
        from rulesets.core.typed import read_as  # heavy to load, and few pages need it

        if plain.get("schema") != SCHEMA:
            raise IllegalOrder(f"must be {SCHEMA}.", field="schema")
        sides = plain.get("sides")
        if isinstance(sides, Mapping):
            sides = {code: _without_total(side) for code, side in sides.items()}
            _check_carries(sides)
        brief = read_as(cls, {**plain, "sides": sides})
        faults = Faults()
        kind_of(cls).read(brief, "", faults.note)
        for fault in faults.found:
            raise IllegalOrder(fault.sentence, field=fault.field.replace("[", ".").replace("]", ""))
        return brief

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
    body["brigades"] = tuple(BriefBrigade(**brigade) for brigade in plain.get("brigades", ()))
    return BriefSide(**body)


def _item(plain: Json) -> BriefItem:
    carried = plain.get("carried_loss", "0")
    return BriefItem(**{**plain, "carried_loss": NOTHING if carried == "0" else Fraction(carried)})
