"""5: who can lead a flank force out of an order of battle, and how large a force of its brigades is."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from fractions import Fraction

from rulesets.core.records import dataclass
from rulesets.cw_to_ff.named_order import Booked, NamedBattery, NamedBrigade, NamedOrder, Troops, booking
from rulesets.cw_to_ff.order_of_battle import INVENTED
from rulesets.cw_to_ff.state import Arm, Rank
from rulesets.cw_to_ff.strength import nearest


@dataclass(frozen=True)
class Fielded:
    """A brigade of an order of battle, its division's address, and its stands without carryover (R-7)."""

    at: str
    division: str
    brigade: NamedBrigade
    nominal: Fraction


@dataclass(frozen=True)
class Command:
    """What a leader commands in the order of battle, with all that is below."""

    leader: str
    rank: Rank
    at: str
    brigades: tuple[Fielded, ...]
    batteries: tuple[tuple[str, NamedBattery], ...]

    @property
    def units(self) -> frozenset[str]:
        """Return the addresses of its brigades and batteries."""
        return frozenset([*(each.at for each in self.brigades), *(at for at, _ in self.batteries)])

    @property
    def divisions(self) -> int:
        return len({each.division for each in self.brigades})


@dataclass(frozen=True)
class FlankUnits:
    """The brigades and batteries that march around one flank."""

    brigades: tuple[Fielded, ...]
    batteries: tuple[tuple[str, NamedBattery], ...]

    @property
    def stands(self) -> int:
        """Count stands as they are: no batteries, and cavalry once (R-11)."""
        return sum(each.brigade.stands for each in self.brigades)

    @property
    def nominal(self) -> int:
        """Count stands without carryover, as limits are checked with (R-7)."""
        return nearest(sum((each.nominal for each in self.brigades), Fraction(0)))

    @property
    def divisions(self) -> int:
        """Count the divisions that it has brigades of."""
        return len({each.division for each in self.brigades})

    def of_arm(self, arm: Arm) -> int:
        """Count the stands of an arm."""
        return sum(each.brigade.stands for each in self.brigades if each.brigade.arm is arm)


@dataclass(frozen=True)
class Commands:
    """The commands of an order of battle."""

    order: NamedOrder
    brigades: tuple[Fielded, ...]

    @classmethod
    def of(cls, order: NamedOrder, troops: Troops) -> "Commands":
        booked, nominal = booking(order, troops), dict(_nominal(order, troops))
        return cls(
            order,
            tuple(
                Fielded(at, division, brigade, _nominal_stands(booked[at], nominal, division))
                for at, division, brigade in order.all_brigades()
            ),
        )

    @property
    def stands(self) -> int:
        """Count the infantry and cavalry stands of the army."""
        return sum(each.brigade.stands for each in self.brigades)

    def of_leader(self, leader: str) -> Command | None:
        """Return what a leader commands, or nothing for one who is supernumerary or not in the order."""
        found = next((place for place in self._places() if place[0] == leader), None)
        if found is None or leader == INVENTED:
            return None
        _, rank, at = found
        return Command(leader, rank, at, self._brigades_under(at), self._batteries_under(at))

    def _places(self) -> Iterator[tuple[str, Rank, str]]:
        order = self.order
        yield order.leader, Rank.ARMY, ""
        yield from ((corps.leader, Rank.CORPS, f"c{n}") for n, corps in enumerate(order.corps))
        yield from ((division.leader, Rank.DIVISION, at) for at, _, division in order.all_divisions())

    def _brigades_under(self, at: str) -> tuple[Fielded, ...]:
        return tuple(each for each in self.brigades if _is_under(each.division, at))

    def _batteries_under(self, command: str) -> tuple[tuple[str, NamedBattery], ...]:
        found = self.order.batteries_by_address()
        return tuple((at, battery) for at, holder, battery in found if _is_under(holder, command))

    def marching(self, units: Collection[str]) -> FlankUnits:
        """Return these units of the army; unknown addresses are left out."""
        batteries = ((at, battery) for at, _, battery in self.order.batteries_by_address() if at in units)
        return FlankUnits(tuple(each for each in self.brigades if each.at in units), tuple(batteries))


def _is_under(holder: str, command: str) -> bool:
    """Tell whether a command is another one or below it: c0d1 is under c0, and c10 isn't under c1."""
    return holder == command or not command or holder.startswith(f"{command}d")


def _nominal(order: NamedOrder, troops: Troops) -> Iterator[tuple[tuple[str, str], Fraction]]:
    """Yield how many nominal stands one stand of a point in a division is."""
    shares = troops.shares(order)
    for at, _, division in order.all_divisions():
        counts = Counter(division.points)
        for _, point, stands in shares[at]:
            yield (at, point), Fraction(troops.ratio * counts[point], stands or 1)


def _nominal_stands(booked: Booked, nominal: Mapping[tuple[str, str], Fraction], division: str) -> Fraction:
    return sum((stands * nominal[division, point] for point, stands in booked), Fraction(0))


Reached = dict[tuple[int, int], Fraction]  # by divisions and stands, the largest nominal size within the limit


def can_be_formed(command: Command, *, least: int, most: int, may_march: int, divisions: int) -> bool:
    """Tell whether some brigades of a command make a legal force: of a nominal size from `least` to `most`, from at
    least so many divisions, and with no more stands than may march."""
    reached: Reached = {(0, 0): Fraction(0)}
    for division in dict.fromkeys(each.division for each in command.brigades):
        with_it: Reached = {}
        for each in (each for each in command.brigades if each.division == division):
            for (count, stands), size in [*((_one_more(key), size) for key, size in reached.items()), *with_it.items()]:
                stands, size = stands + each.brigade.stands, size + each.nominal
                if stands <= may_march and nearest(size) <= most:
                    _keep(with_it, (min(count, divisions), stands), size)
        for key, size in with_it.items():
            _keep(reached, key, size)
    return any(count >= divisions and nearest(size) >= least for (count, _), size in reached.items())


def _one_more(key: tuple[int, int]) -> tuple[int, int]:
    return key[0] + 1, key[1]


def _keep(reached: Reached, key: tuple[int, int], size: Fraction) -> None:
    reached[key] = max(size, reached.get(key, Fraction(0)))
