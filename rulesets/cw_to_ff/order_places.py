"""Where something stands in an order of battle: in words, and as the path of its command."""

from collections.abc import Sequence

from rulesets.core.records import dataclass
from rulesets.core.words import ordinal, possessive, quoted
from rulesets.cw_to_ff.order_of_battle import INVENTED, Corps, Division, LeaderCounter, OrderOfBattle

Path = tuple[str | int, ...]


@dataclass(frozen=True)
class Place:
    """A command or brigade: Sherman's division, ("corps", 0, "divisions", 1)."""

    words: str
    path: Path = ()


ARMY = Place("the order of battle")
CHIEF = Place("the army", ("army_leader",))
SUPERNUMERARY = Place("the supernumerary leaders", ("supernumerary",))
BATTERIES = Place("the batteries")


@dataclass(frozen=True)
class Places:
    """Names the commands of one order of battle."""

    order: OrderOfBattle
    leaders: dict[str, LeaderCounter]

    def named(self, leader: str) -> str:
        """Name a leader; one who isn't present by id."""
        if leader == INVENTED:
            return "an invented leader"
        return self.leaders[leader].name or leader if leader in self.leaders else quoted(leader)

    def corps(self, corps: Corps) -> Place:
        """Name a corps: Grant's corps; without a leader, the 2nd corps."""
        n = _index(corps, self.order.corps)
        led = corps.leader in self.leaders
        words = f"{possessive(self.named(corps.leader))} corps" if led else f"the {ordinal(n + 1)} corps"
        return Place(words, ("corps", n))

    def division(self, corps: Corps | None, division: Division) -> Place:
        """Name a division: Sherman's division; without a leader, the 1st division of Grant's corps."""
        above = self.corps(corps) if corps else None
        n = _index(division, corps.divisions if corps else self.order.divisions)
        path = (*(above.path if above else ()), "divisions", n)
        if division.leader in self.leaders:
            return Place(f"{possessive(self.named(division.leader))} division", path)
        of = f"of {above.words}" if above else "outside any corps"
        return Place(f"the {ordinal(n + 1)} division {of}", path)

    def brigade(self, of: Place, n: int) -> Place:
        """Name a division's brigade by its number, which counts from 0."""
        return Place(f"the {ordinal(n + 1)} brigade of {of.words}", (*of.path, "brigades", n))

    def of_leaders(self) -> list[tuple[str, Place]]:
        """Return every leader named anywhere in the order, with the place."""
        found = [(self.order.army_leader, CHIEF)]
        found += [(corps.leader, self.corps(corps)) for corps in self.order.corps]
        found += [(each.leader, self.division(corps, each)) for corps, each in self.order.all_divisions()]
        found += [(leader, SUPERNUMERARY) for leader in self.order.supernumerary]
        return [(leader, place) for leader, place in found if leader != INVENTED]


def _index(part: object, among: Sequence[object]) -> int:
    """Return the place of exactly this part; two may be alike."""
    return next(n for n, each in enumerate(among) if each is part)
