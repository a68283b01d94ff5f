"""The orders that a side may give a piece, from its view alone; the state is never asked."""

from collections.abc import Iterator
from dataclasses import replace

from rulesets.civil_war.command import Command
from rulesets.civil_war.movement import Mover, movement_cost
from rulesets.civil_war.rulings import H_19, R_199
from rulesets.civil_war.turns import Price
from rulesets.civil_war.war import command_here as c
from rulesets.civil_war.war.builders import may_build
from rulesets.civil_war.war.choices import (
    THEATERS,
    check_losses,
    freely_of_depot,
    freely_of_leader,
    freely_of_rail,
    freely_of_side,
    freely_of_work,
    in_contact,
)
from rulesets.civil_war.war.entries import leader_hexes, may_enter_leader, may_enter_point, point_hexes
from rulesets.civil_war.war.ground import goes_by_rail, priced
from rulesets.civil_war.war.orders import (
    BuildHere,
    Burn,
    ChooseLosses,
    CutRail,
    Dissolve,
    DrawLeader,
    EndHalf,
    EnterPoint,
    Move,
    MoveOffer,
    Offer,
    Order,
    PlaceLeader,
    RallyForce,
    Raze,
    Recall,
    Remove,
    StandFast,
    TakePromotion,
)
from rulesets.civil_war.war.promoting import IN_PLAY
from rulesets.civil_war.war.reach import RiverSearch, Search
from rulesets.civil_war.war.state import Leader, Point, Pot
from rulesets.civil_war.war.views import View
from rulesets.civil_war.words import Theater
from rulesets.core.errors import IllegalOrder
from rulesets.core.weighing import Silent
from rulesets.core.words import many

ARMY_STARS, SIDE = 3, ""
NOT_OFFERED = "You can't give this order now."


def legal_orders(view: View, piece: str) -> tuple[Offer, ...]:
    """Return what a side may order one of its pieces to do; no piece stands for the side itself."""
    return tuple(offers(view, piece))


def offers(view: View, piece: str) -> Iterator[Offer]:
    """Yield legal orders one by one, for those who only ask whether there is any."""
    if view.contact is not None:
        yield from in_contact(view, view.contact) if piece == SIDE else ()
        return
    yield from _free(view, piece)
    if view.is_spending:
        yield from _drawn(view, piece) if _just_drawn(view) else _offers(view, piece)


def _free(view: View, piece: str) -> Iterator[Offer]:
    if piece == SIDE:
        yield from freely_of_side(view)
    elif piece in view.leaders:
        yield from freely_of_leader(view, view.leaders[piece])
    else:
        yield from freely_of_work(view, piece)
        yield from freely_of_depot(view, piece)
        yield from freely_of_rail(view, piece)


def _just_drawn(view: View) -> Leader | None:
    if "drawn" not in view.kept:
        drawn = (leader for leader in view.leaders.values() if leader.standing == "drawn")
        view.kept["drawn"] = next(drawn, None)
    found: Leader | None = view.kept["drawn"]
    return found


def _drawn(view: View, piece: str) -> Iterator[Offer]:
    """Offer the hexes of a leader who was just drawn; he goes back to the pool if there are none."""
    leader = _just_drawn(view)
    if leader is not None and piece in (SIDE, leader.id):
        hexes = leader_hexes(view, leader)
        yield from (PlaceLeader(leader.id, hex_) for hex_ in hexes)
        if not hexes and not leader_hexes(view.unlocked, leader):
            yield PlaceLeader(leader.id)


def _offers(view: View, piece: str) -> Iterator[Offer]:
    if piece == SIDE:
        yield from _of_side(view)
    elif piece in view.points:
        yield from _of_point(view, view.points[piece])
    elif piece in view.leaders:
        yield from _of_leader(view, view.leaders[piece])
    elif piece in view.armies and not view.waits(view.leaders[view.armies[piece].commander].hex):
        yield Dissolve(piece)


def owes_entry(view: View) -> bool:
    """Return whether the free reinforcement has to be entered first (CW-1.4)."""
    return view.clock.free_entry == "owed" and has_entry(view)


def has_entry(view: View) -> bool:
    """Return whether an SP or a leader has a legal place to enter (H-19)."""
    if "has entry" not in view.kept:
        waiting = {point.enters_at: point for point in view.points.values() if point.standing == "waiting"}
        can = any(may_enter_point(view, point) for point in waiting.values()) or may_enter_leader(view)
        view.kept["has entry"] = can
    return bool(view.kept["has entry"])


def _of_side(view: View) -> Iterator[Offer]:
    if may_enter_leader(view) and (view.clock.free_entry == "owed" or view.clock.left >= 1):
        yield DrawLeader()
    if may_promote(view):
        yield TakePromotion()
    if may_end(view):
        yield EndHalf()


def may_promote(view: View) -> bool:
    """Return whether the free reinforcement may be a promotion: only on an odd winning roll (VG-10D, R-103)."""
    clock = view.clock
    is_odd = clock.initiative == view.side and clock.free_entry == "owed" and clock.winning_total % 2 == 1
    return is_odd and any(each.promotable and each.standing in IN_PLAY for each in view.leaders.values())


def may_end(view: View) -> bool:
    """Return whether a side has spent what it must: there is no passing (CW-1.4, R-102).

    What waits for a battle on the table is not nothing left (H-19). A postponed battle holds up no half-pulse.
    """
    view = view.unlocked
    if owes_entry(view):
        return False
    return view.clock.left == 0 or not (has_entry(view) or can_pay(view))


def can_pay(view: View) -> bool:
    """Return whether command points are left for an order within what is left of the difference.

    Naval points are nothing left without a naval leader on the map, though a ground leader may use them (H-19).
    """
    afloat = any(c.is_naval(view.world, each) for leaders in view.leaders_at.values() for each in leaders)
    if view.purse.naval and not afloat:
        view = view.as_if(purse=replace(view.purse, naval=0))
    return any(
        offer.to if isinstance(offer, MoveOffer) else isinstance(offer, StandFast | BuildHere | RallyForce | Remove)
        for offer in _payable(view)
    )


def _payable(view: View) -> Iterator[Offer]:
    if not view.purse.has_points:
        return
    for points in view.points_at.values():
        yield from _of_point(view, points[0])
    for leaders in view.leaders_at.values():
        for leader in leaders:
            yield from _of_leader(view, leader)


def has_left(view: View) -> bool:
    """Return whether a side has anything left that an order can use, whatever the difference and the locks (H-19)."""
    clock = replace(view.clock, left=99, free_entry="none", phase="action", spending=view.side)
    free = view.as_if(clock=clock, waiting={})
    return can_pay(free) or has_entry(free)


# An SP


def _of_point(view: View, point: Point) -> Iterator[Offer]:
    if point.standing == "waiting":
        if view.clock.free_entry == "owed" or view.clock.left >= 1:
            yield from (EnterPoint(point.id, hex_) for hex_ in point_hexes(view, point))
        return
    if point.standing != "map" or view.waits(point.hex):
        return
    theater = view.world.theater_of(point.hex)
    if not has_points(view, theater) or owes_entry(view):
        return
    if view.world.house.chosen(H_19) == H_19.default:
        price = c.price_of(view.world, view.side, "stand_fast", theater)
        yield from (StandFast(point.id, pot) for pot in _pots(view, price))
    if point.moved_in == view.clock.pulses:
        return
    yield from _unled(view, point, theater)
    yield from _by_river(view, None, (point.id,), theater)
    yield from may_build(view, point.id, point.hex, ("fort", "fortress"))


def has_points(view: View, theater: Theater) -> bool:
    """Return whether anything is left of the difference, and of the points that pay for a theater's SP."""
    purse = view.purse
    return view.clock.left > 0 and bool(purse.discretionary or purse.naval or c.in_pot(purse, "theatre", theater))


def _unled(view: View, point: Point, theater: Theater) -> Iterator[Offer]:
    price = c.price_of(view.world, view.side, "move_sp", theater)
    pots = _pots(view, price)
    if not pots:
        return
    search = _by_land(view, "unled SP", point.hex, broken=point.demoralized)
    yield MoveOffer("", (point.id,), 1, 1, (), search, pots, price.cp, full=_full(view))


def _by_land(view: View, mover: Mover, start: str, *, broken: bool) -> Search:
    """Return where SP may go by land, with as many by rail as there is lift for."""
    return Search(mover, start, view.known, view.world, view.open_ground, broken, view.halts, view.rail_lift)


def _pots(view: View, price: Price) -> tuple[Pot, ...]:
    return c.pots_for(view.purse, price) if price.difference <= view.clock.left else ()


def _full(view: View) -> frozenset[str]:
    """Return the hexes where not even one more SP may stay."""
    if "full" not in view.kept:
        at, world, ground = view.points_at, view.world, view.ground
        hexes = (hex_ for hex_ in at if not c.has_room(world, ground, view.known, hex_, len(at[hex_]), 1))
        view.kept["full"] = frozenset(hexes)
    found: frozenset[str] = view.kept["full"]
    return found


def _sp_at(view: View, hex_id: str) -> int:
    return len(view.points_at.get(hex_id, ()))


# A leader


def _of_leader(view: View, leader: Leader) -> Iterator[Offer]:
    if leader.standing == "removed":
        yield from _recall(view, leader)
    if leader.standing != "map" or view.waits(leader.hex):
        return
    theater = view.world.theater_of(leader.hex)
    if not has_points(view, theater) or owes_entry(view):
        return
    naval = c.is_naval(view.world, leader)
    if _sp_at(view, leader.hex) and view.world.house.chosen(H_19) == H_19.default:
        price = c.price_of(view.world, view.side, "stand_fast", theater, naval=naval)
        yield from (StandFast(leader.id, pot) for pot in _pots(view, price))
    yield from _moves_of(view, leader, theater, naval=naval)
    if naval:
        return
    yield from _rally(view, leader, theater)
    yield from _remove(view, leader, theater)
    yield from may_build(view, leader.id, leader.hex, ("depot", "army"))


def _moves_of(view: View, leader: Leader, theater: Theater, *, naval: bool) -> Iterator[Offer]:
    """Offer a leader's moves: once in a pulse with SP, and once alone besides (H-26)."""
    if leader.moved_in != view.clock.pulses:
        yield from _by_river(view, leader, _fresh_at(view, leader.hex), theater)
        yield from () if naval else _led(view, leader, theater)
    if leader.alone_in != view.clock.pulses:
        yield from _afloat(view, leader.id, (), 0, theater) if leader.hex in view.rivers else ()
        yield from () if naval else _alone(view, leader, theater)


def armies_at(view: View, hex_id: str) -> tuple[str, ...]:
    """Return the armies whose commanders are in a hex."""
    leaders = {leader.id for leader in view.leaders_at.get(hex_id, ())}
    return tuple(army.id for army in view.armies.values() if army.commander in leaders)


def _fresh_at(view: View, hex_id: str) -> tuple[str, ...]:
    """Return the SP in a hex that haven't moved in this pulse."""
    return tuple(point.id for point in view.points_at.get(hex_id, ()) if point.moved_in != view.clock.pulses)


def _led(view: View, leader: Leader, theater: Theater) -> Iterator[Offer]:
    """Offer a leader's move with SP that haven't moved in this pulse."""
    fresh = _fresh_at(view, leader.hex)
    price = c.price_of(
        view.world, view.side, "leader_moves_sp", theater, initiative=c.rating(view.world, leader, "initiative")
    )
    pots = _pots(view, price)
    if not (fresh and pots):
        return
    found = _command_of(view, leader, len(fresh))
    if not found.limit:
        return
    along, mover = _along(view, leader, found), c.mover_of(found)
    broken = all(view.points[id_].demoralized for id_ in fresh)
    search = _by_land(view, mover, leader.hex, broken=broken)
    most = min(found.limit, len(fresh))
    yield MoveOffer(leader.id, fresh, 1, most, along, search, pots, price.cp, full=_full(view))


def _command_of(view: View, leader: Leader, sp: int, *, landing: bool = False) -> Command:
    """Return what a leader may take of so many SP in his hex."""
    leaders, army = view.leaders_at[leader.hex], bool(armies_at(view, leader.hex))
    return c.command(view.world, view.side, leaders, sp, army=army, mover=leader.name, landing=landing)


def _along(view: View, leader: Leader, found: Command) -> tuple[str, ...]:
    """Return the other leaders who may go with an army's commander."""
    if not found.commands_army or found.commander != leader.name:
        return ()
    others = (each for each in view.leaders_at[leader.hex] if each is not leader)
    return tuple(each.id for each in others if each.moved_in != view.clock.pulses)


def _alone(view: View, leader: Leader, theater: Theater) -> Iterator[Offer]:
    price = c.price_of(view.world, view.side, "move_leader_alone", theater)
    pots = _pots(view, price)
    if not pots:
        return
    search = Search("leader alone", leader.hex, view.known, view.world, view.open_to_leaders, halts=view.halts)
    yield MoveOffer(leader.id, (), 0, 0, (), search, pots, price.cp, ends=_own_ends(view))


def _by_river(view: View, leader: Leader | None, points: tuple[str, ...], theater: Theater) -> Iterator[Offer]:
    """Offer moves by river: of a leader with SP, or one SP; each SP takes a point of lift (H-20)."""
    start = leader.hex if leader else view.points[points[0]].hex
    if start not in view.rivers:
        return
    if leader is None:
        yield from _afloat(view, "", points, 1, theater)
        return
    found = _command_of(view, leader, len(points), landing=c.is_naval(view.world, leader))
    most = min(found.limit, len(points))
    if most:
        yield from _afloat(view, leader.id, points, most, theater, _along(view, leader, found))


def _afloat(
    view: View, leader: str, points: tuple[str, ...], most: int, theater: Theater, along: tuple[str, ...] = ()
) -> Iterator[Offer]:
    who = view.leaders.get(leader)
    activity = c.activity_of(who, most)
    initiative = c.rating(view.world, who, "initiative") if who else 3
    naval = who is not None and c.is_naval(view.world, who)
    price = c.price_of(view.world, view.side, activity, theater, initiative=initiative, by_water=True, naval=naval)
    pots, most = _pots(view, price), min(most, view.purse.river_lift)
    mover: Mover = "unled SP" if who is None else "led infantry" if most else "leader alone"
    if not pots or bool(points) != bool(most):
        return
    here = (who or view.points[points[0]]).hex
    search = RiverSearch(mover, here, view.open_waters, view.world, view.ground.high_water)
    ends = None if most else _own_ends(view)
    yield MoveOffer(
        leader, points, int(bool(most)), most, along, search, pots, price.cp, ends, _full(view), by_water=True
    )


def _own_ends(view: View) -> frozenset[str]:
    """Return where a leader alone may end: with friendly SP or at a depot."""
    return frozenset(view.points_at.keys() | {hex_ for hex_, depot in view.depots.items() if depot.side == view.side})


def ends_with_own(view: View, hex_id: str) -> bool:
    """Return whether a leader alone may end in a hex: with friendly SP or at a depot."""
    depot = view.depots.get(hex_id)
    return hex_id in view.points_at or (depot is not None and depot.side == view.side)


def _is_shaken(view: View, hex_id: str) -> bool:
    return any(point.demoralized for point in view.points_at.get(hex_id, ()))


def _rally(view: View, leader: Leader, theater: Theater) -> Iterator[Offer]:
    """Offer to rally a force that is in supply, and not next to enemy SP (H-26)."""
    if not _is_shaken(view, leader.hex) or leader.hex not in view.supplies.fed or view.is_beside_enemy(leader.hex):
        return
    initiative = c.rating(view.world, leader, "initiative")
    price = c.price_of(view.world, view.side, "rally", theater, initiative=initiative)
    yield from (RallyForce(leader.id, pot) for pot in _pots(view, price))


def _remove(view: View, leader: Leader, theater: Theater) -> Iterator[Offer]:
    """Offer to remove the commander of an army, once a turn, unless it is demoralized (H-22)."""
    commands = any(army.commander == leader.id for army in view.armies.values())
    if (
        leader.stars != ARMY_STARS
        or not commands
        or _is_shaken(view, leader.hex)
        or view.purse.removed_on == view.clock.turn
        or view.world.house.chosen(R_199) != R_199.default
    ):
        return
    price = c.price_of(view.world, view.side, "remove_army_commander", theater)
    pots = _pots(view, price)
    if pots:
        fed = [hex_ for hex_ in view.points_at if hex_ in view.supplies.fed and not view.waits(hex_)]
        hexes = [hex_ for hex_ in fed if hex_ != leader.hex]
        yield from (Remove(leader.id, pot, hex_) for pot in pots for hex_ in ["", *hexes])
        if c.has_counter(view.world, leader, ARMY_STARS - 1):
            yield from (Remove(leader.id, pot, demoted=True) for pot in pots)


def _recall(view: View, leader: Leader) -> Iterator[Offer]:
    """Offer to bring a leader back from the box, for points that belong to no theater (H-22)."""
    price = c.price_of(view.world, view.side, "remove_army_commander", THEATERS[0])
    if view.clock.turn >= leader.due_on and not owes_entry(view) and "discretionary" in _pots(view, price):
        yield Recall(leader.id, "discretionary")


# Whether an order is one of them


def check(view: View, order: Order) -> None:
    """Refuse an order that isn't among a side's legal ones."""
    if isinstance(order, Move):
        _check_move(view, order)
    elif isinstance(order, ChooseLosses):
        check_losses(view, order, NOT_OFFERED)
    elif order not in legal_orders(view, piece_of(order)):
        raise IllegalOrder(NOT_OFFERED)


def piece_of(order: Order) -> str:
    """Return the piece that an order is for."""
    for name in ("piece", "point", "leader", "army"):
        if hasattr(order, name):
            return str(getattr(order, name))
    return order.hex if isinstance(order, Burn | CutRail | Raze) else SIDE


def _check_move(view: View, order: Move) -> None:
    piece = order.leader or next(iter(order.points), SIDE)
    offers = [offer for offer in legal_orders(view, piece) if isinstance(offer, MoveOffer) and _fits(offer, order)]
    if not offers:
        raise IllegalOrder(NOT_OFFERED)
    start = view.leaders[piece].hex if order.leader else view.points[piece].hex
    broken = any(view.points[id_].demoralized for id_ in order.points)
    if not order.path or order.path[0] != start or len(order.path) < 2:
        raise IllegalOrder(NOT_OFFERED)
    if len(set(order.path)) < len(order.path):
        raise IllegalOrder("A move passes each hex only once.")
    end = order.path[-1]
    _check_room(view, end, len(order.points))
    if order.by_water:
        if not any(len(order.path) == 2 and end in offer.to for offer in offers):
            raise IllegalOrder(NOT_OFFERED)
        return
    asked = priced(
        order.path,
        offers[0].mover,
        view.known,
        view.world,
        view.open_ground if order.points else view.open_to_leaders,
        demoralized=broken,
        ends_with_own=ends_with_own(view, end),
        overruns=order.path[1:-1],
        halts=view.halts,
    )
    found = movement_cost(asked, Silent(context=view.world.house)) if asked else None
    if asked is None or found is None or found.broken:
        raise IllegalOrder(" ".join(found.broken) if found else NOT_OFFERED)
    if len(order.points) > view.rail_lift and goes_by_rail(asked, view.world.house):
        raise IllegalOrder(too_few_trains(view))


def too_few_trains(view: View) -> str:
    return f"Trains can take {many(view.rail_lift, 'more strength point')} this turn (H-25)."


def _check_room(view: View, end: str, sp: int) -> None:
    """Refuse a move into a hex without room for so many; an attack is settled before anybody stays."""
    if end not in view.world.graph.hexes or end in view.enemy or not sp:
        return
    if not c.has_room(view.world, view.ground, view.known, end, _sp_at(view, end), sp):
        raise IllegalOrder("There isn't room for so many strength points.")


def _fits(offer: MoveOffer, order: Move) -> bool:
    return (
        order.points <= set(offer.points)
        and offer.least <= len(order.points) <= offer.most
        and order.along <= set(offer.along)
        and order.pot in offer.pots
        and order.by_water == offer.by_water
        and order.leader == offer.leader
    )
