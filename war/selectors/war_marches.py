"""Where a piece may go, and what a path would cost and meet, before anything is sent: from the side's view alone."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from campaign.parts import TraceLine
from campaign.selectors.procedures import run, trace_of
from rulesets.civil_war.columns import column_shifts
from rulesets.civil_war.movement import movement_cost
from rulesets.civil_war.war import View
from rulesets.civil_war.war import command_here as c
from rulesets.civil_war.war.ground import CLOSED_SIDES, goes_by_rail, priced
from rulesets.civil_war.war.legal import ends_with_own
from rulesets.civil_war.war.network import Supplies
from rulesets.civil_war.war.orders import MoveOffer, Offer
from rulesets.civil_war.war.reach import NO_LIMIT, Search
from rulesets.civil_war.war.state import Point, work_against
from rulesets.civil_war.words import enemy_of
from rulesets.core.reckoning import Reckoning
from rulesets.core.records import dataclass
from rulesets.core.words import first_up, many, spoken
from war.selectors.war_words import SIDES, Option, cite, kind_words, place_of, pot_words

BY_WATER = "river-"
HOW = {
    "led": "With strength points",
    "alone": "Alone",
    "unled": "Without a leader",
    "river-led": "With strength points, by river",
    "river-alone": "Alone, by river",
    "river-unled": "Without a leader, by river",
}
NEIGHBORS_ONLY = "Each hex of the path must be next to the one before."


@dataclass(frozen=True)
class Destination:
    """A hex where a move may end: what a cheapest way there costs, and whether the enemy is known to be there."""

    hex: str
    name: str
    cost: int
    is_attack: bool


@dataclass(frozen=True)
class Kind:
    """Strength points alike in everything that matters, of which some may go along."""

    words: str
    ids: tuple[str, ...]
    chosen: int


@dataclass(frozen=True)
class WayToMove:
    """A kind of move that a piece may make, and what it needs and costs."""

    how: str
    title: str
    allowance: int
    cp: int
    least: int
    most: int
    points: tuple[Kind, ...]
    along: tuple[Option, ...]
    pots: tuple[Option, ...]
    destinations: tuple[Destination, ...]


@dataclass(frozen=True)
class PathStep:
    """A hex of a path: how it's entered, and what that costs."""

    hex: str
    name: str
    words: str
    cost: int | None


@dataclass(frozen=True)
class March:
    """A path that was chosen but not sent: its cost, what it meets as far as is known, and supply at its end."""

    to: str
    name: str
    path: tuple[str, ...]
    steps: tuple[PathStep, ...]
    cost: int
    allowance: int
    is_by_rail: bool
    train: str  # what lift it takes, if it goes by train
    is_attack: bool
    broken: tuple[str, ...]
    known: str
    shifts: tuple[TraceLine, ...]
    supply: str
    supply_cites: str
    room: str
    why: tuple[TraceLine, ...]


def how_of(offer: MoveOffer) -> str:
    """Return which kind of move is offered."""
    how = "unled" if not offer.leader else "led" if offer.most else "alone"
    return f"{BY_WATER if offer.by_water else ''}{how}"


def moves_in(offers: Sequence[Offer]) -> dict[str, MoveOffer]:
    """Return the moves among a piece's orders by their kind; those that lead nowhere are left out."""
    return {how_of(offer): offer for offer in offers if isinstance(offer, MoveOffer) and offer.to}


def way_to_move(view: View, offer: MoveOffer, to: str = "") -> WayToMove:
    """Return a kind of move with everything to choose for it; as many as get to a hex are chosen."""
    how, start = how_of(offer), offer.search.start
    theater = view.world.theater_of(start)
    found = (_destination(view, offer, hex_) for hex_ in offer.to)
    return WayToMove(
        how=how,
        title=HOW[how],
        allowance=0 if offer.by_water else offer.search.allowance,  # type: ignore[union-attr]
        cp=offer.price,
        least=offer.least,
        most=offer.most,
        points=_kinds(view, offer, offer.most_to(to) if to else offer.most) if offer.leader else (),
        along=tuple(Option(id_, view.leaders[id_].name) for id_ in offer.along),
        pots=tuple(Option(pot, pot_words(pot, theater, view.purse)) for pot in offer.pots),
        destinations=tuple(sorted(found, key=lambda each: (not each.is_attack, each.cost, each.name))),
    )


def _destination(view: View, offer: MoveOffer, hex_id: str) -> Destination:
    return Destination(hex_id, place_of(view.world, hex_id), offer.route(hex_id).cost, hex_id in view.enemy)


def _kinds(view: View, offer: MoveOffer, most: int) -> tuple[Kind, ...]:
    """Return the strength points that may go along by kind; so many are chosen, the best first."""
    kinds: dict[tuple[bool, str, str], list[str]] = {}
    for id_ in offer.points:
        point = view.points[id_]
        kinds.setdefault((point.demoralized, _rank(point), point.arm), []).append(id_)
    left, found = most, []
    for (demoralized, _, arm), ids in sorted(kinds.items()):
        chosen = 0 if demoralized else min(left, len(ids))
        left -= chosen
        words = kind_words(len(ids), view.points[ids[0]].quality, arm) + (", demoralized" if demoralized else "")
        found.append(Kind(words, tuple(ids), chosen))
    return tuple(found)


def _rank(point: Point) -> str:
    """Return what sorts qualities, the best first."""
    return {"crack": "0", "veteran": "1"}.get(point.quality, "2") + point.quality


def march_to(view: View, offer: MoveOffer, to: str) -> March | None:
    """Return a cheapest way to a hex within reach, or None if it isn't."""
    return march_along(view, offer, offer.route(to).path) if to in offer.to else None


def march_along(view: View, offer: MoveOffer, path: Sequence[str]) -> March:
    """Return a path as somebody drew it, with what forbids it if anything does."""
    end = path[-1]
    if offer.by_water:
        return _march(view, offer, path, (0,) * (len(path) - 1), (), allowance=0)
    asked = priced(
        path,
        offer.mover,
        view.known,
        view.world,
        offer.search.ground if isinstance(offer.search, Search) else view.ground,
        ends_with_own=ends_with_own(view, end),
        overruns=path[1:-1],
        halts=view.halts,
    )
    if asked is None:
        return _march(view, offer, path, (), (NEIGHBORS_ONLY,), allowance=0)
    work = Reckoning(None, view.world.house)
    found = movement_cost(asked, work)
    marched = _march(view, offer, path, found.costs, found.broken, allowance=found.allowance, steps=work.steps)
    takes_train = offer.most and not found.broken and goes_by_rail(asked, view.world.house)
    return replace(marched, train=lift_words(view.rail_lift)) if takes_train else marched


def lift_words(left: int) -> str:
    """Return what a train takes of the turn's lift, in a sentence; nothing where there's no limit."""
    if left == NO_LIMIT:
        return ""
    return f"Too far to march, so it goes by train: 1 rail lift for each strength point, of {left} left this turn."


def _march(
    view: View,
    offer: MoveOffer,
    path: Sequence[str],
    costs: Sequence[int],
    broken: Sequence[str],
    *,
    allowance: int,
    steps: Sequence[Any] = (),
) -> March:
    end, start = path[-1], path[-2] if len(path) > 1 else ""
    fed = _is_fed(view, end)
    return March(
        to=end,
        name=first_up(place_of(view.world, end)),
        path=tuple(path),
        steps=tuple(_steps(view, path, costs, by_water=offer.by_water)),
        cost=sum(costs),
        allowance=allowance,
        is_by_rail=bool(costs) and not offer.by_water and not sum(costs),
        train="",
        is_attack=end in view.enemy,
        broken=tuple(broken),
        known=known_at(view, end),
        shifts=_shifts(view, start, end) if end in view.enemy else (),
        supply="In supply there, as far as you know." if fed else "Out of supply there, as far as you know.",
        supply_cites=cite("H-17"),
        room=_room(view, end),
        why=trace_of(steps),
    )


def _steps(view: View, path: Sequence[str], costs: Sequence[int], *, by_water: bool) -> list[PathStep]:
    padded = [*costs, *([None] * (len(path) - 1 - len(costs)))]
    return [
        PathStep(to, place_of(view.world, to), _entered(view, start, to, by_water=by_water), cost)
        for (start, to), cost in zip(pairwise(path), padded, strict=True)
    ]


def _entered(view: View, start: str, to: str, *, by_water: bool) -> str:
    """Return how a hex is entered, in words: forest, across a navigable river."""
    if by_water:
        return "by river"
    way = view.ground.by_ends.get((start, to))
    if way is None:
        return "not next to the one before"
    side = view.world.graph.link(start, to)
    river = side.side.river_name if side else ""
    crossed = f"across the {river}" if river else "" if way.hexside == "none" else f"across a {spoken(way.hexside)}"
    return ", ".join(filter(None, (way.terrain, "railroad" if way.rail else "", crossed)))


def _is_fed(view: View, hex_id: str) -> bool:
    """Return whether a force would be in supply in a hex, as far as its side knows."""
    if hex_id not in view.enemy:
        return hex_id in view.supplies.fed
    known = view.known
    around = replace(known, enemy_at=known.enemy_at - {hex_id})
    supplies = view.supplies
    return Supplies(supplies.world, supplies.ground, around, supplies.depots).answer(hex_id).in_supply


def _room(view: View, hex_id: str) -> str:
    """Return how many more strength points may stay in a hex."""
    if hex_id in view.enemy:
        return ""
    already = len(view.points_at.get(hex_id, ()))
    left = c.room_left(view.world, view.ground, view.known, hex_id, already)
    return f"Room for {many(max(0, left), 'more SP')}" if left < c.FAR else ""


def known_at(view: View, hex_id: str) -> str:
    """Return what a side knows of the enemy in a hex, in a sentence."""
    seen, work = view.enemy.get(hex_id), view.works.get(hex_id)
    enemy = SIDES[enemy_of(view.side)]
    fort = f"a {work.kind}" if work and work.side != view.side else ""
    if seen is None:
        last = view.last_seen.get(hex_id)
        said = f"The enemy was last seen there on turn {last}." if last else "No enemy is known to be there."
        return f"{said} It has {fort} there." if fort else said
    who = [*seen.armies, *seen.names, "strength unknown", "demoralized" if seen.demoralized else "", fort]
    return f"{enemy}: {', '.join(filter(None, who))}."


def attack_inputs(view: View, came_from: str, hex_id: str) -> dict[str, Any]:
    """Return the ground of an attack as the combat table asks for it, as far as its side knows."""
    seen, way = view.enemy.get(hex_id), view.ground.by_ends.get((came_from, hex_id))
    hexside = way.hexside if way else "none"
    return {
        "terrain": view.world.graph.hexes[hex_id].terrain,
        "hexside": "none" if hexside in CLOSED_SIDES else hexside,
        "high_water": view.ground.high_water,
        "work": work_against(view.works, view.side, hex_id, view.clock),
        "defender_demoralized": seen is not None and seen.demoralized,
    }


def _shifts(view: View, came_from: str, hex_id: str) -> tuple[TraceLine, ...]:
    """Return what shifts the column of an attack, step by step."""
    return trace_of(run(column_shifts, attack_inputs(view, came_from, hex_id), house=view.world.house).steps)
