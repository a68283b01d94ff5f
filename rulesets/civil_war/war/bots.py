"""Two plain players of a war, for trials: one attacks, one defends. They know a view and its legal orders alone.

Each gives every order a worth by a few simple ideas and takes the best; dice of its own break a tie. Both gather
their SP in one hex, keep them in supply, rally, and bring in what is due. The attacker gathers beside the nearest
objective that isn't his, and attacks when the combat table promises enough. The defender gathers where most enemies
are near an objective of his own, digs in there, and attacks only what is nearly certain to go.
"""

from collections.abc import Iterator
from math import ceil

from rulesets.civil_war.war.assumed import chance_to_win, enemy_strength
from rulesets.civil_war.war.legal import ARMY_STARS, SIDE, check, has_points, legal_orders
from rulesets.civil_war.war.orders import (
    BuildHere,
    DrawLeader,
    EndHalf,
    EnterPoint,
    LossOffer,
    Move,
    MoveOffer,
    Order,
    PlaceLeader,
    RallyForce,
    Retreat,
    StandFast,
)
from rulesets.civil_war.war.random_play import FREE, Chooser
from rulesets.civil_war.war.views import View
from rulesets.core.dice import ChanceDice
from rulesets.core.errors import IllegalOrder
from rulesets.core.records import dataclass

NEAR, FEW_TIES = 2, 8
NEVER = -1000.0


@dataclass(frozen=True)
class Temper:
    """How a player thinks: what an attack has to promise, before the last turn and on it, and whether he digs in."""

    attacks: bool
    least_chance: float
    at_last: float


ATTACKER = Temper(attacks=True, least_chance=0.25, at_last=0.1)
DEFENDER = Temper(attacks=False, least_chance=0.75, at_last=0.65)


def objectives(seen: View) -> frozenset[str]:
    """Return the hexes that the lines of victory name; without such lines, those with points."""
    lines = seen.world.scenario.victory
    clauses = (clause for line in lines for group in line.any_of for clause in group)
    named = frozenset(seen.world.graph.hex_of(place) for clause in clauses for place in clause.places)
    return named or seen.world.point_hexes


@dataclass
class Bot:
    """A player of one temper."""

    temper: Temper
    chooser: Chooser

    def order(self, seen: View) -> Order:
        """Return the legal order that is worth most."""
        thought = Thought(seen, self.temper)
        weighed = [(thought.worth(order), order) for order in thought.orders()]
        weighed.sort(key=lambda each: -each[0])
        while weighed:
            alike = sum(worth == weighed[0][0] for worth, _ in weighed[:FEW_TIES])
            _, order = weighed.pop(self.chooser.one_of(alike))
            if _is_legal(seen, order):
                return order
        raise LookupError("A side whose order is due has a legal one.")


def attacker(seed: int) -> Bot:
    return Bot(ATTACKER, Chooser(ChanceDice(seed)))


def defender(seed: int) -> Bot:
    return Bot(DEFENDER, Chooser(ChanceDice(seed)))


def _is_legal(seen: View, order: Order) -> bool:
    try:
        check(seen, order)
    except IllegalOrder:
        return False
    return True


class Thought:
    """What a player makes of one view."""

    def __init__(self, seen: View, temper: Temper) -> None:
        self.seen = seen
        self.temper = temper
        self.enemy = enemy_strength(seen)
        self.own = {hex_: len(points) for hex_, points in seen.points_at.items()}
        goals = objectives(seen)
        self.mine = frozenset(hex_ for hex_ in goals if seen.held.get(hex_) == seen.side)
        self.theirs = goals - self.mine
        self.needs = {hex_: self._need(hex_) for hex_ in sorted(self.mine)}
        self.led = frozenset(seen.leaders[army.commander].hex for army in seen.armies.values())
        self.steps = dict[str, int]()
        self.gather, self.goal = self._where_to()

    def _where_to(self) -> tuple[str, str]:
        """Return where to gather, and the objective that this is about."""
        apart = self.seen.world.graph.apart
        if self.temper.attacks and self.theirs and self.own:
            pairs = [(hex_, goal) for hex_ in sorted(self.own) for goal in sorted(self.theirs)]
            return max(pairs, key=lambda pair: self.own[pair[0]] - 2 * apart(*pair))
        held = self.needs or dict.fromkeys(sorted(self.own), 0.0)
        most = max(held, key=lambda hex_: (held[hex_], self.own.get(hex_, 0)), default="")
        return most, most

    def _need(self, hex_id: str) -> float:
        """Return how strong the enemy near a hex is."""
        apart = self.seen.world.graph.apart
        return sum(sp for at, sp in self.enemy.items() if apart(at, hex_id) <= NEAR)

    def orders(self) -> Iterator[Order]:
        """Yield the orders to think about; a move with all that may go, and for attacks with all who are fit."""
        for piece in (SIDE, *self._pieces()):
            for offer in legal_orders(self.seen, piece):
                if isinstance(offer, MoveOffer):
                    yield from self._moves(offer)
                elif not isinstance(offer, (*FREE, LossOffer)):
                    yield offer

    def _pieces(self) -> Iterator[str]:
        """Yield one SP of those alike, and the leaders who may have orders."""
        seen = self.seen
        points = [point for point in seen.points.values() if point.standing in ("waiting", "map")]
        yield from {(p.standing, p.hex, p.enters_at, p.moved_in, p.demoralized): p.id for p in points}.values()
        yield from (each.id for each in seen.leaders.values() if each.standing == "drawn")
        able = (hex_ for hex_ in seen.leaders_at if has_points(seen, seen.world.theater_of(hex_)))
        yield from (each.id for hex_ in able for each in seen.leaders_at[hex_])

    def _moves(self, offer: MoveOffer) -> Iterator[Order]:
        """Yield the moves of an offer, with as many SP as may go and needn't stay."""
        start = offer.search.start
        most = min(offer.most, len(offer.points) - self._stay(start))
        closer = [to for to in offer.to if self._tempts(start, to)] or offer.to[:1]
        for to in closer:
            points = [id_ for id_ in offer.points if to not in self.enemy or not self.seen.points[id_].demoralized]
            taken = frozenset(points[: max(offer.least, min(most, offer.most_to(to)))])
            if len(taken) >= offer.least:
                path = offer.route(to).path
                yield Move(offer.leader, taken, path, offer.pots[0], frozenset(offer.along), offer.by_water)

    def _tempts(self, start: str, to: str) -> bool:
        return to in self.enemy or to in self.theirs or self._steps(to) < self._steps(start)

    def _stay(self, start: str) -> int:
        """Return how many SP should stay behind: an objective isn't left open to an enemy nearby."""
        need = self.needs.get(start, 0)
        return min(1, ceil(need)) if self.temper.attacks else ceil(need / 2)

    def _steps(self, hex_id: str) -> int:
        """Return how far a hex is from the gathering; those who are there look at the objective itself."""
        if hex_id not in self.steps:
            apart = self.seen.world.graph.apart
            self.steps[hex_id] = apart(hex_id, self.gather) * 10 + apart(hex_id, self.goal)
        return self.steps[hex_id]

    # What an order is worth

    def worth(self, order: Order) -> float:
        """Return what an order is worth; standing fast is worth nothing."""
        found = _WORTHS.get(type(order), NEVER)
        if isinstance(order, Move):
            return self._worth_of_move(order)
        if isinstance(order, BuildHere):
            return self._worth_of_building(order)
        if isinstance(order, PlaceLeader | Retreat | EnterPoint):
            return found + self.own.get(order.hex, 0) - self._steps(order.hex) / 10 if order.hex else found
        return found

    def _worth_of_building(self, order: BuildHere) -> float:
        """Return what a building is worth: an army always, works only to a defender, where they guard something."""
        if order.what == "army":
            return 60
        place = self.seen.leaders.get(order.piece) or self.seen.points[order.piece]
        wanted = not self.temper.attacks and (place.hex in self.mine or place.hex == self.gather)
        return 12 if wanted and order.what != "depot" else NEVER

    def _worth_of_move(self, order: Move) -> float:
        sp, start, to = len(order.points), order.path[0], order.path[-1]
        if not sp:
            return self._worth_of_ride(order.leader, to)
        if to in self.enemy:
            return self._worth_of_attack(order, sp, to)
        if self.own[start] - sp < self._stay(start) or (not order.leader and start in self.led):
            return NEVER
        worth = sp * (self._steps(start) - self._steps(to)) / 10
        worth += 40 if to in self.theirs else 0
        worth -= 0 if to in self.seen.supplies.fed else 3 * sp
        worth -= 5 * sp if self._is_exposed(to, sp) else 0
        return worth if worth > 0 else NEVER

    def _worth_of_ride(self, leader: str, to: str) -> float:
        """Return what a leader's ride alone is worth: a side without any army needs one where its SP gather."""
        is_needed = to == self.gather and not self.led
        return 45 if is_needed and self.seen.leaders[leader].stars >= ARMY_STARS else NEVER

    def _is_exposed(self, hex_id: str, more: int) -> bool:
        near = self.seen.world.graph.near(hex_id)
        strongest = max((self.enemy[each] for each in near if each in self.enemy), default=0.0)
        return strongest > 1.5 * (self.own.get(hex_id, 0) + more)

    def _worth_of_attack(self, order: Move, sp: int, to: str) -> float:
        """Return what an attack is worth: if it promises enough, more than all else, and most on an objective."""
        chance = chance_to_win(self.seen, order.leader, sp, order.path[-2], to)
        is_last = self.seen.clock.turn == self.seen.world.scenario.turns[1]
        least = self.temper.at_last if is_last else self.temper.least_chance
        if chance < least:
            return NEVER
        return 100 * chance + (50 if to in self.theirs else 0)


_WORTHS: dict[type, float] = {
    Retreat: 100,
    PlaceLeader: 100,
    RallyForce: 80,
    EnterPoint: 50,
    DrawLeader: 20,
    EndHalf: 1,
    StandFast: 0,
}
