"""What lies on a war's map for a viewer: own stacks with figures, the enemy as it shows, and what is built or held."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence

from rulesets.civil_war.war import State, View, World
from rulesets.civil_war.war.state import Cut, Depot, Leader, Point, Work
from rulesets.civil_war.war.views import Seen
from rulesets.civil_war.words import Side, enemy_of
from war.drawing import center
from war.parts import Counter, Sign

Counters = Mapping[str, Sequence[Counter]]


def counters_of(view: View, *, able: Collection[str] = ()) -> Counters:
    """Return the counters that a side sees by hex; its own that can act, in the hexes of `able`, are marked."""
    drawn: dict[str, list[Counter]] = defaultdict(list)
    for hex_ in sorted(view.points_at.keys() | view.leaders_at.keys()):
        points, leaders = view.points_at.get(hex_, ()), view.leaders_at.get(hex_, ())
        spent = bool(points) and view.clock.phase == "action" and all(_moved(view, point) for point in points)
        drawn[hex_].append(_own(view.side, points, leaders, spent=spent, able=hex_ in able))
    for hex_, seen in view.enemy.items():
        drawn[hex_].append(_enemy(enemy_of(view.side), seen))
    return drawn


def all_counters(state: State) -> Counters:
    """Return the counters of both sides as they are, for the umpire alone."""
    drawn: dict[str, list[Counter]] = defaultdict(list)
    for side, hex_ in sorted(state.points_at.keys() | state.leaders_at.keys(), key=lambda key: (key[1], key[0])):
        points, leaders = state.points_at.get((side, hex_), ()), state.leaders_at.get((side, hex_), ())
        drawn[hex_].append(_own(side, points, leaders))
    return drawn


def _moved(view: View, point: Point) -> bool:
    return point.moved_in == view.clock.pulses


def _own(
    side: Side, points: Sequence[Point], leaders: Sequence[Leader], *, spent: bool = False, able: bool = False
) -> Counter:
    by_rank = sorted(leaders, key=lambda each: (-each.stars, each.name))
    senior = by_rank[0] if by_rank else None
    return Counter(
        side=side,
        figure=str(len(points)),
        more=len(leaders) > 1 and len(points) > 1,
        leader=senior.name if senior else "",
        stars=senior.stars if senior else 0,
        demoralized=any(point.demoralized for point in points),
        spent=spent,
        able=able,
        leaders=tuple(each.name for each in by_rank),
    )


def _enemy(side: Side, seen: Seen) -> Counter:
    """Return the enemy in a hex: its size is never known, its leaders and armies only once they show."""
    named = (*seen.names, *seen.armies)
    leader = seen.names[0] if seen.names else ""
    return Counter(side=side, leader=leader, demoralized=seen.demoralized, leaders=named)


def signs_of(
    world: World, works: Iterable[Work], depots: Iterable[Depot], cuts: Iterable[Cut], held: Mapping[str, Side]
) -> tuple[Sign, ...]:
    """Return what is built, cut, and held: rings of control around places, works, depots, and cut rails."""
    found = [_sign(world, hex_, "held", held[hex_]) for hex_ in sorted(held) if world.graph.hexes[hex_].places]
    found += [_sign(world, work.hex, work.kind, work.side) for work in sorted(works, key=lambda each: each.hex)]
    found += [_sign(world, depot.hex, "depot", depot.side) for depot in sorted(depots, key=lambda each: each.hex)]
    found += [_sign(world, cut.hex, "cut", cut.side) for cut in sorted(cuts, key=lambda each: each.hex)]
    return tuple(found)


def _sign(world: World, hex_id: str, kind: str, side: Side) -> Sign:
    x, y = center(*world.graph.hexes[hex_id].at)
    return Sign(kind=kind, side=side, x=round(x), y=round(y), hex=hex_id)


def known_signs(view: View) -> tuple[Sign, ...]:
    """Return what a side knows to be built, cut, and held."""
    return signs_of(view.world, view.works.values(), view.depots.values(), view.cuts.values(), view.held)


def true_signs(state: State) -> tuple[Sign, ...]:
    """Return what is built, cut, and held, for the umpire alone."""
    return signs_of(state.world, state.works.values(), state.depots.values(), state.cuts.values(), state.held)
