"""What may be built in a hex, as far as its owner knows: the rule of building, asked for pieces (H-12, L-1, L-4)."""

from collections.abc import Iterator, Sequence

from rulesets.civil_war.building import ACTIVITIES, Build, Building, BuildResult, build
from rulesets.civil_war.war import command_here as c
from rulesets.civil_war.war.ground import PRODUCTION
from rulesets.civil_war.war.orders import BuildHere
from rulesets.civil_war.war.state import Pot, Work
from rulesets.civil_war.war.views import View
from rulesets.core.weighing import Silent

A_FULL_TURN, MOST_STEPS = 2, 4
ARMY_LEAST = 3


def may_build(view: View, piece: str, hex_id: str, kinds: Sequence[Building]) -> Iterator[BuildHere]:
    """Offer what a piece may build and pay for."""
    for what in kinds:
        if _is_idle(view, hex_id, what) or not _is_affordable(view, hex_id, what):
            continue
        found = answer(view, piece, hex_id, what)
        if found.allowed and found.cp <= view.clock.left:
            yield from (BuildHere(piece, what, pot) for pot in _pots(view, hex_id, found.cp))


def _is_affordable(view: View, hex_id: str, what: Building) -> bool:
    """Return whether a building could be paid for at its least price."""
    theater = view.world.theater_of(hex_id)
    price = c.price_of(view.world, view.side, ACTIVITIES[what], theater).cp - (1 if what == "fort" else 0)
    return price <= view.clock.left and any(True for _ in _pots(view, hex_id, price))


def _is_idle(view: View, hex_id: str, what: Building) -> bool:
    """Rule out at a glance what the rule would refuse anyway."""
    work = view.works.get(hex_id)
    if what == "fort":
        return work is not None or view.is_beside_enemy(hex_id)
    if what == "fortress":
        return work is None or work.kind != "fort" or work.side != view.side
    if what == "army":
        commanders = {army.commander for army in view.armies.values()}
        led = any(leader.id in commanders for leader in view.leaders_at.get(hex_id, ()))
        return led or len(view.points_at.get(hex_id, ())) < ARMY_LEAST
    return hex_id in view.depots or hex_id not in view.points_at


def _pots(view: View, hex_id: str, cp: int) -> Iterator[Pot]:
    theater = view.world.theater_of(hex_id)
    pots: tuple[Pot, ...] = ("theatre", "discretionary")
    return (pot for pot in pots if c.in_pot(view.purse, pot, theater) >= cp)


def answer(view: View, piece: str, hex_id: str, what: Building) -> BuildResult:
    """Return what the rule of building says; to all SP of a hex it says the same."""
    key = f"build {what} {hex_id} {piece if piece in view.leaders else ''}"
    if key not in view.kept:
        view.kept[key] = _answer(view, piece, hex_id, what)
    found: BuildResult = view.kept[key]
    return found


def _answer(view: View, piece: str, hex_id: str, what: Building) -> BuildResult:
    world, turn = view.world, view.clock.turn
    points = view.points_at.get(hex_id, ())
    leader = view.leaders.get(piece)
    hex_, work = world.graph.hexes[hex_id], view.works.get(hex_id)
    theater = world.theater_of(hex_id)
    mine = [each for each in view.works.values() if each.side == view.side and not each.printed]
    built = [each.hex for each in mine if each.built_on == turn] if what != "depot" else _depots_of(view, turn)
    to_depot, to_rail = _distances(view, hex_id) if what == "depot" else (c.FAR, c.FAR)
    asked = Build(
        side=view.side,
        turn=turn,
        theatre=theater,
        what=what,
        sp=len(points),
        leader_stars=leader.stars if leader and not c.is_naval(world, leader) else 0,
        in_supply=hex_id in view.supplies.fed,
        demoralized=any(point.demoralized for point in points),
        stands_still=True,
        land_hex=not hex_.is_sea,
        enemy_sp_here=hex_id in view.enemy,
        enemy_sp_adjacent=view.is_beside_enemy(hex_id),
        work_here=work.kind if work else "none",
        fort_stood_a_turn=work is not None and _stood(work, turn),
        points=world.points_of(hex_id),
        port=world.has_river_port(hex_id),
        old_fortified_place=any(place.fortress for place in hex_.places),
        hexes_to_depot=to_depot,
        hexes_to_rail=to_rail,
        water_to_source=what == "depot" and _on_water_with_source(view, hex_id),
        on_map=_on_map(view, what, mine),
        built_here_this_turn=sum(world.theater_of(each) == theater for each in built),
        built_this_turn=len(built),
        in_theatre=sum(world.theater_of(view.leaders[army.commander].hex) == theater for army in view.armies.values()),
        production=PRODUCTION,
    )
    return build(asked, Silent(context=world.house))


def _stood(work: Work, turn: int) -> bool:
    return work.printed or turn - work.built_on >= A_FULL_TURN


def _depots_of(view: View, turn: int = 0) -> list[str]:
    """Return the hexes of own depots, or of those built on a turn."""
    own = (depot for depot in view.depots.values() if depot.side == view.side)
    return [depot.hex for depot in own if not turn or depot.built_on == turn]


def _on_map(view: View, what: Building, mine: Sequence[Work]) -> int:
    if what == "depot":
        return len(_depots_of(view))
    if what == "army":
        return len(view.armies)
    raised = sum(work.side == view.side and work.raised for work in view.works.values())
    return raised if what == "fortress" else len(mine)


def _distances(view: View, hex_id: str) -> tuple[int, int]:
    """Return the steps to the nearest own depot and own rail, over the hexes that supply may pass."""
    depots, to_depot, to_rail = set(_depots_of(view)), c.FAR, c.FAR
    for near, steps in view.supplies.spread((hex_id,), MOST_STEPS).items():
        to_depot = min(to_depot, steps if near in depots else c.FAR)
        to_rail = min(to_rail, steps if near in view.supplies.rail_hexes else c.FAR)
    return to_depot, to_rail


def _on_water_with_source(view: View, hex_id: str) -> bool:
    on_water = view.supplies.waters
    mine = on_water.get(hex_id, frozenset())
    own = (hex_ for hex_ in view.world.sources[view.side] if view.held.get(hex_) == view.side)
    return any(not mine.isdisjoint(on_water.get(hex_, frozenset())) for hex_ in own)
