"""A chosen hex in a war: a side's pieces there, the enemy as far as it's known, supply, and who goes from and to it."""

from collections.abc import Iterator, Mapping, Sequence

from rulesets.civil_war.war import View, legal_orders
from rulesets.civil_war.war.orders import MoveOffer
from rulesets.core.records import dataclass
from rulesets.core.words import first_up
from war.selectors.war_drawing import address_of
from war.selectors.war_marches import known_at, moves_in
from war.selectors.war_pieces import PieceLine, StackLine
from war.selectors.war_rails import rail_facts, to_cut_at
from war.selectors.war_stack import stack_facts
from war.selectors.war_supply import supply_of
from war.selectors.war_words import Fact, cite, place_of

Moves = Mapping[str, MoveOffer]


@dataclass(frozen=True)
class ReachLine:
    """A piece that can go from one hex to another in this pulse, as a link to that march, and what it costs.

    `cost` is in movement points; by river there is none.
    """

    name: str
    place: str
    cost: int
    cp: int
    query: str
    by_water: bool

    @property
    def price(self) -> str:
        """Return what it costs in movement and command points, in words."""
        return f"{'by river' if self.by_water else f'{self.cost} MP'}, {self.cp} CP"


@dataclass(frozen=True)
class Goal:
    """A hex where pieces of the chosen one can go in this pulse: the cheapest way there, and whether it's an attack."""

    hex: str
    line: ReachLine
    is_attack: bool


@dataclass(frozen=True)
class WarHere:
    """What a side knows of a hex, and can do there; `to_cut` is the query of the order to cut its rails, if any."""

    stack: StackLine | None
    known: str
    facts: tuple[Fact, ...]
    supply: tuple[Fact, ...]
    reached_by: tuple[ReachLine, ...]
    goals: tuple[Goal, ...]
    to_cut: str = ""
    cites_cut: str = cite("H-22")


def war_here(view: View, stacks: Sequence[StackLine], hex_id: str) -> WarHere | None:
    """Return a hex as a side knows it; None outside the part of the map that the war is played on."""
    if hex_id not in view.world.graph.hexes:
        return None
    own = next((stack for stack in stacks if stack.hex == hex_id), None)
    return WarHere(
        stack=own,
        known=known_at(view, hex_id),
        facts=(*rail_facts(view, hex_id), *stack_facts(view, hex_id)),
        supply=supply_of(view, hex_id),
        reached_by=tuple(sorted(_reachers(view, stacks, hex_id), key=lambda line: (line.cost, line.name))),
        goals=tuple(sorted(_goals(view, own), key=lambda goal: (not goal.is_attack, goal.line.cost, goal.line.place))),
        to_cut=to_cut_at(view, hex_id),
    )


def _reachers(view: View, stacks: Sequence[StackLine], hex_id: str) -> Iterator[ReachLine]:
    """Yield own pieces elsewhere that can go there, each by its cheapest kind of move."""
    for stack in stacks:
        for piece in stack.pieces if stack.hex != hex_id else ():
            moves = moves_in(legal_orders(view, piece.id)) if piece.may_act else {}
            if any(hex_id in offer.to for offer in moves.values()):
                yield _cheapest(moves, piece.id, piece.name, hex_id, place_of(view.world, stack.hex))


def _goals(view: View, own: StackLine | None) -> Iterator[Goal]:
    """Yield where the pieces of a hex can go, each hex once, by the cheapest move there."""
    best: dict[str, tuple[int, int, str, PieceLine, MoveOffer]] = {}
    for piece in own.pieces if own else ():
        for how, offer in moves_in(legal_orders(view, piece.id)).items() if piece.may_act else ():
            for to in offer.to:
                price = offer.route(to).cost, offer.price
                if to not in best or price < best[to][:2]:
                    best[to] = (*price, how, piece, offer)
    for to, (cost, cp, how, piece, offer) in best.items():
        query, place = address_of(piece.id, how, to=to), first_up(place_of(view.world, to))
        yield Goal(to, ReachLine(piece.name, place, cost, cp, query, offer.by_water), to in view.enemy)


def _cheapest(moves: Moves, piece: str, name: str, to: str, place: str) -> ReachLine:
    """Return the cheapest kind of move to a hex."""
    found = ((offer.route(to).cost, offer.price, how) for how, offer in moves.items() if to in offer.to)
    cost, cp, how = min(found)
    return ReachLine(name, place, cost, cp, address_of(piece, how, to=to), moves[how].by_water)
