"""Names for generated brigades and batteries and for invented leaders: commanders of the war without a counter.

The same setup always gets the same names, so a draft needs none stored (house).
"""

from collections.abc import Collection, Iterator, Mapping
from csv import DictReader
from dataclasses import field, replace
from functools import cache
from hashlib import sha256
from pathlib import Path

from rulesets.core.brief import BriefBrigade, BriefHead
from rulesets.core.records import dataclass
from rulesets.core.words import ordinal
from rulesets.core.words import possessive as plain_possessive
from rulesets.cw_to_ff.named_order import NamedBattery, NamedBrigade, NamedCorps, NamedDivision, NamedOrder
from rulesets.cw_to_ff.order_of_battle import INVENTED, Brigade, Corps, Division, LeaderCounter, OrderOfBattle
from rulesets.cw_to_ff.state import Arm

FILE = Path(__file__).parent / "data" / "names.csv"
EAST, WEST, BOTH = "east", "west", "both"
EASTERN = frozenset(["CT", "DC", "DE", "MA", "MD", "ME", "NC", "NH", "NJ", "NY", "PA", "RI", "SC", "VA", "VT", "WV"])
EAST_OF = -81.5  # degrees of longitude, for a place without a state
ARTILLERY = "artillery"


def possessive(name: str) -> str:
    return plain_possessive(name).replace("'", "’")


@dataclass(frozen=True)
class Person:
    """A commander of the war. `name` tells them apart: W. Phelps."""

    side: str
    arm: str
    name: str
    given_name: str
    theater: str
    from_turn: int
    to_turn: int

    @property
    def in_full(self) -> str:
        """Return given name and surname: Walter Phelps."""
        parts = [part for part in self.name.split() if not part.endswith(".") and part != self.given_name]
        return " ".join((self.given_name, *parts)).strip()

    def turns_from(self, turn: int) -> int:
        return max(self.from_turn - turn, turn - self.to_turn, 0)


@cache
def people() -> tuple[Person, ...]:
    """Read the names."""
    with FILE.open(encoding="utf-8", newline="") as lines:
        return tuple(
            Person(
                row["side"],
                row["arm"],
                row["name"],
                row["given_name"],
                row["theater"],
                int(row["from_turn"]),
                int(row["to_turn"]),
            )
            for row in DictReader(lines)
        )


def theater_of(brief: BriefHead) -> str:
    """Return the theater of a setup by its state, else by its longitude; "" where nothing says."""
    if brief.state:
        return EAST if brief.state in EASTERN else WEST
    if brief.lon is not None:
        return EAST if brief.lon > EAST_OF else WEST
    return ""


def names_in(order: NamedOrder) -> Iterator[str]:
    """Yield the names that an order has given: of commanders, of parts, and of those whom parts are named after."""
    parts: list[NamedBattery | NamedBrigade | NamedDivision | NamedCorps] = [*order.all_batteries(), *order.corps]
    for _, _, division in order.all_divisions():
        parts += [division, *division.brigades]
    for part in parts:
        yield from names_of(part)


def names_of(part: NamedBattery | NamedBrigade | NamedDivision | NamedCorps | BriefBrigade) -> Iterator[str]:
    """Yield the names that one part has given."""
    yield part.name
    yield part.name.rpartition("’s ")[0]
    if not isinstance(part, NamedBattery):
        yield part.commander


@dataclass
class NameGiver:
    """Gives each name once: of this side, arm, theater, and turn; then of the nearest turn; then the other theater."""

    side: str
    theater: str
    turn: int
    seed: str
    taken: set[str] = field(default_factory=set)
    _rows: dict[str, list[Person]] = field(default_factory=dict)

    @classmethod
    def of(cls, brief: BriefHead, side: str, taken: Collection[str] = ()) -> "NameGiver":
        """Return the giver for one side of a setup; names of leaders present are taken."""
        return cls(side, theater_of(brief), brief.turn, f"{brief.name}|{brief.place}|{brief.turn}", set(taken))

    def next(self, arm: str) -> Person | None:
        """Return the next name of an arm, or none once all are given."""
        if arm not in self._rows:
            named = [person for person in people() if (person.side, person.arm) == (self.side, arm)]
            self._rows[arm] = sorted(named, key=self._place, reverse=True)
        row = self._rows[arm]
        while row:
            person = row.pop()
            if not {person.name, person.in_full} & self.taken:
                self.taken.add(person.name)
                return person
        return None

    def _place(self, person: Person) -> tuple[bool, int, str]:
        is_elsewhere = bool(self.theater) and person.theater not in (self.theater, BOTH)
        mixed = sha256(f"{self.seed}|{person.name}".encode()).hexdigest()
        return is_elsewhere, person.turns_from(self.turn), mixed

    def brigade(self, like: NamedBrigade) -> NamedBrigade:
        """Return a brigade with a name and a commander."""
        person = self.next(like.arm)
        if person is None:
            return replace(like, name=self._numbered("brigade"), commander="")
        return replace(like, name=f"{possessive(person.name)} brigade", commander=person.in_full)

    def battery(self, arm: Arm) -> NamedBattery:
        person = self.next(ARTILLERY)
        return NamedBattery(f"{possessive(person.name)} battery" if person else self._numbered("battery"), arm)

    def invented(self, arm: Arm, what: str) -> tuple[str, str]:
        """Return an invented leader, and what their command is called."""
        person = self.next(arm)
        if person is None:
            return "", self._numbered(what)
        return person.in_full, f"{possessive(person.name)} {what}"

    def _numbered(self, what: str) -> str:
        """Return a number instead of a name."""
        n = next(n for n in range(1, 10_000) if f"{ordinal(n)} {what}" not in self.taken)
        self.taken.add(f"{ordinal(n)} {what}")
        return f"{ordinal(n)} {what}"


def named(order: OrderOfBattle, leaders: dict[str, LeaderCounter], giver: NameGiver) -> NamedOrder:
    """Name every part of a drafted order of battle: commands first, then brigades, then batteries."""
    commands = _Commands(leaders, giver)
    chief = leaders.get(order.army_leader)
    return NamedOrder(
        leader=order.army_leader,
        name=called_after(chief, "army") if chief else "The army",
        corps=tuple(map(commands.corps, order.corps)),
        divisions=tuple(map(commands.division, order.divisions)),
        supernumerary=tuple(order.supernumerary),
        batteries=commands.batteries(order),
    )


def renamed(order: NamedOrder, names: Mapping[str, BriefBrigade]) -> NamedOrder:
    """Give brigades the names and commanders of earlier ones, by their addresses."""

    def division(at: str, each: NamedDivision) -> NamedDivision:
        old = [(brigade, names.get(f"{at}b{n}")) for n, brigade in enumerate(each.brigades)]
        brigades = (replace(b, name=known.name, commander=known.commander) if known else b for b, known in old)
        return replace(each, brigades=tuple(brigades))

    corps = (
        replace(each, divisions=tuple(division(f"c{n}d{m}", below) for m, below in enumerate(each.divisions)))
        for n, each in enumerate(order.corps)
    )
    divisions = (division(f"d{m}", each) for m, each in enumerate(order.divisions))
    return replace(order, corps=tuple(corps), divisions=tuple(divisions)) if names else order


def called_after(leader: LeaderCounter, what: str) -> str:
    """Return what a leader's command is called: Sherman’s division."""
    return f"{possessive(leader.name or leader.id)} {what}"


@dataclass(frozen=True)
class _Commands:
    leaders: dict[str, LeaderCounter]
    giver: NameGiver

    def corps(self, corps: Corps) -> NamedCorps:
        commander, name = self.command(corps.leader, Arm.INFANTRY, "corps", corps.name)
        divisions = tuple(map(self.division, corps.divisions))
        return NamedCorps(corps.leader, commander, name, divisions, self.batteries(corps))

    def division(self, division: Division) -> NamedDivision:
        arm = division.brigades[0].arm if division.brigades else Arm.INFANTRY
        commander, name = self.command(division.leader, arm, "division", division.name)
        brigades = tuple(map(self.brigade, division.brigades))
        return NamedDivision(
            division.leader,
            commander,
            name,
            tuple(division.items),
            brigades,
            self.batteries(division),
            tuple(division.carried),
        )

    def command(self, leader: str, arm: Arm, what: str, name: str) -> tuple[str, str]:
        """Return the invented commander, if there is one, and the name of a command."""
        if leader == INVENTED:
            commander, called = self.giver.invented(arm, what)
            return commander, name or called
        return "", name or called_after(self.leaders[leader], what)

    def brigade(self, brigade: Brigade) -> NamedBrigade:
        plain = NamedBrigade(brigade.name, "", brigade.quality, brigade.arm, brigade.stands)
        return plain if brigade.name else self.giver.brigade(plain)

    def batteries(self, holder: OrderOfBattle | Corps | Division) -> tuple[NamedBattery, ...]:
        foot = (self.giver.battery(Arm.INFANTRY) for _ in range(holder.batteries))
        horse = (self.giver.battery(Arm.CAVALRY) for _ in range(holder.horse_batteries))
        return (*foot, *horse)
