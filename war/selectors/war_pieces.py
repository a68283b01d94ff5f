"""A side's own pieces on a war's map, hex by hex: what each is, whether it can act now, and if not, why."""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from rulesets.civil_war.war import State, View
from rulesets.civil_war.war import command_here as c
from rulesets.civil_war.war.legal import has_points, offers, owes_entry
from rulesets.civil_war.war.locks import all_wait
from rulesets.civil_war.war.orders import Dissolve, FreeOrder, MoveOffer, Offer
from rulesets.civil_war.war.state import Army, Depot, Leader, Point
from rulesets.civil_war.words import Side
from rulesets.core.records import dataclass
from rulesets.core.words import first_up, many, number, signed
from war.selectors.war_words import INSTRUCTIONS, SIDES, cite, kind_words, place_of, stars_words

TABLE = "A battle on the table has to be fought first."


@dataclass(frozen=True)
class Why:
    """Why a piece can't act, with the rule."""

    sentence: str = ""
    cites: str = ""


@dataclass(frozen=True)
class PieceLine:
    """A piece that may be chosen: a leader, or strength points of one kind, for which the first one speaks."""

    id: str
    name: str
    words: str
    may_act: bool = False
    why_not: str = ""
    cites: str = ""


@dataclass(frozen=True)
class StackLine:
    """What a side has in a hex."""

    hex: str
    place: str
    side: str
    sp: int
    words: str
    pieces: tuple[PieceLine, ...]

    @property
    def may_act(self) -> bool:
        """Return whether any of it can act."""
        return any(piece.may_act for piece in self.pieces)


def own_stacks(view: View) -> tuple[StackLine, ...]:
    """Return a side's pieces on the map, the largest stacks first."""
    hexes = view.points_at.keys() | view.leaders_at.keys() | _depots(view)
    stacks = (_stack(view, hex_) for hex_ in sorted(hexes))
    return tuple(sorted(stacks, key=lambda stack: (-stack.sp, stack.place)))


def off_map(view: View) -> tuple[PieceLine, ...]:
    """Return what isn't on the map: strength that waits or is due, and leaders in the pool, drawn, due, or away."""
    return (*_points_off_map(view), *_leaders_off_map(view))


def both_sides_stacks(state: State) -> tuple[StackLine, ...]:
    """Return the pieces of both sides as they are, for the umpire; none can be ordered."""
    found = sorted(state.points_at.keys() | state.leaders_at.keys())
    return tuple(_true_stack(state, side, hex_) for side, hex_ in found)


def can_act(view: View, piece: str) -> bool:
    """Return whether a piece has an order now that uses it up."""
    return any(uses(offer) for offer in offers(view, piece))


def uses(offer: Offer) -> bool:
    """Return whether an order uses a piece up; a move has to have a place to go."""
    return bool(offer.to) if isinstance(offer, MoveOffer) else not isinstance(offer, FreeOrder | Dissolve)


def why_not(view: View, piece: str) -> Why:
    """Return why a piece can't act now, or nothing if it can."""
    found = _why_nobody(view)
    if found is None and can_act(view, piece):
        return Why()
    return found or _why_not_there(view, piece) or _why_not_now(view, piece)


def hex_of(view: View, piece: str) -> str:
    """Return where a piece is, or "" if it isn't on the map."""
    if piece in view.armies:
        piece = view.armies[piece].commander
    if piece in view.depots or piece in view.works or piece in view.purse.may_cut:
        return piece
    found = view.leaders.get(piece) or view.points.get(piece)
    return found.hex if found and found.standing == "map" else ""


def _why_nobody(view: View) -> Why | None:
    """Return why no piece of a side can act."""
    if view.contact is not None:
        return Why("A battle has to be settled first.", cite("3.1"))
    if view.clock.phase != "action":
        return Why("Orders are given in the Action phase.", cite("1.4"))
    if view.clock.spending != view.side:
        return Why("The other side spends its half of the pulse.", cite("1.4"))
    return Why(TABLE, cite("H-19")) if all_wait(view.world, view.waiting) else None


def _why_not_there(view: View, piece: str) -> Why | None:
    """Return why a piece that isn't on the map can't act."""
    leader, point = view.leaders.get(piece), view.points.get(piece)
    if leader is not None and leader.standing not in ("map", "drawn"):
        return Why(f"{first_up(_standing(view, leader))}.", cite("H-18"))
    if point is not None and point.standing == "due":
        return Why(f"Due on turn {point.due_on}.", cite("H-18"))
    return None


def _why_not_now(view: View, piece: str) -> Why:
    """Return why a piece can't act although its side spends."""
    drawn = next((each for each in view.leaders.values() if each.standing == "drawn"), None)
    if drawn is not None:
        return Why(f"Place {drawn.name} first.", cite("H-18"))
    if view.clock.left < 1 and view.clock.free_entry != "owed":
        return Why("Nothing is left of the difference.", cite("1.4"))
    here = hex_of(view, piece)
    if not here:
        return Why("No hex is open for it to enter.", cite("H-18"))
    if view.waits(here):
        return Why(TABLE, cite("H-19"))
    if owes_entry(view):
        return Why("Enter your free reinforcement first.", cite("1.4"))
    return _why_unpaid(view, piece, here)


def _why_unpaid(view: View, piece: str, here: str) -> Why:
    theater = view.world.theater_of(here)
    if not has_points(view, theater):
        return Why(f"No command points are left to pay for orders in the {theater}.", cite("1.3"))
    leader, point = view.leaders.get(piece), view.points.get(piece)
    moved = min(leader.moved_in, leader.alone_in) if leader else point.moved_in if point else 0
    if moved and moved == view.clock.pulses:
        return Why("Has moved in this pulse.", cite("2.2"))
    price = _least_price(view, leader, here)
    if price > view.clock.left:
        return Why(f"The least order costs {price}; {view.clock.left} of the difference left.", cite("1.3"))
    return Why("No order is open here now.", cite("1.3"))


def _least_price(view: View, leader: Leader | None, here: str) -> int:
    """Return the price of the cheapest move of a piece."""
    activity = c.activity_of(leader, 0)
    return c.price_of(view.world, view.side, activity, view.world.theater_of(here)).cp


# Stacks


def _stack(view: View, hex_id: str) -> StackLine:
    points, leaders = view.points_at.get(hex_id, ()), _by_rank(view.leaders_at.get(hex_id, ()))
    pieces = [_leader_line(view, leader) for leader in leaders]
    pieces += [_kind_line(view, kind) for kind in _kinds(view, points)]
    depot = view.depots.get(hex_id)
    return StackLine(
        hex=hex_id,
        place=place_of(view.world, hex_id),
        side=view.side,
        sp=len(points),
        words=_stack_words(view, hex_id, points, depot),
        pieces=tuple(pieces),
    )


def _stack_words(view: View, hex_id: str, points: Sequence[Point], depot: Depot | None) -> str:
    fed = hex_id in view.supplies.fed
    armies = [army.name for army in _armies_at(view, hex_id)]
    said = [*armies, many(len(points), "SP") if points else ""]
    said += ["demoralized" if any(point.demoralized for point in points) else ""]
    said += ["in supply" if fed else "out of supply"] if points else []
    said += ["depot"] if depot and depot.side == view.side else []
    return ", ".join(filter(None, said))


def _armies_at(view: View, hex_id: str) -> list[Army]:
    here = {leader.id for leader in view.leaders_at.get(hex_id, ())}
    return [army for army in view.armies.values() if army.commander in here]


def _depots(view: View) -> set[str]:
    return {hex_ for hex_, depot in view.depots.items() if depot.side == view.side}


def _by_rank(leaders: Sequence[Leader]) -> list[Leader]:
    return sorted(leaders, key=lambda each: (-each.stars, each.name))


def _leader_line(view: View, leader: Leader) -> PieceLine:
    found = why_not(view, leader.id)
    words = f"{stars_words(leader.stars)}; {ratings_words(view, leader)}; {instruction_words(leader)}"
    return PieceLine(leader.id, leader.name, words, not found.sentence, found.sentence, found.cites)


def ratings_words(view: View, leader: Leader) -> str:
    """Return a leader's ratings in words: initiative 3, tactical +1."""
    shown = [f"initiative {c.rating(view.world, leader, 'initiative')}"]
    shown += [f"tactical {signed(c.rating(view.world, leader, 'tactical'))}"]
    has_army = leader.stars >= 3 and not c.is_naval(view.world, leader)
    return ", ".join([*shown, *([f"command {signed(c.rating(view.world, leader, 'command'))}"] if has_army else [])])


def instruction_words(leader: Leader) -> str:
    """Return a leader's standing instruction, within a sentence."""
    words = INSTRUCTIONS[leader.instruction]
    return words[0].lower() + words[1:]


Kind = tuple[str, str, bool, bool]


def _kinds(view: View, points: Sequence[Point]) -> list[list[Point]]:
    """Return the strength points in a hex by kind; those that can still move come first."""
    kinds: dict[Kind, list[Point]] = defaultdict(list)
    for point in sorted(points, key=lambda each: each.id):
        moved = point.moved_in == view.clock.pulses and view.clock.phase == "action"
        kinds[point.quality, point.arm, point.demoralized, moved].append(point)
    return [kinds[kind] for kind in sorted(kinds, key=lambda kind: (kind[3], kind[2], kind[0], kind[1]))]


def _kind_line(view: View, points: list[Point]) -> PieceLine:
    first = points[0]
    found = why_not(view, first.id)
    moved = first.moved_in == view.clock.pulses and view.clock.phase == "action"
    words = ", ".join(
        filter(
            None,
            ("demoralized" if first.demoralized else "", "moved in this pulse" if moved else "", "one at a time"),
        )
    )
    name = kind_words(len(points), first.quality, first.arm)
    return PieceLine(first.id, name, words, not found.sentence, found.sentence, found.cites)


# Off the map


def _points_off_map(view: View) -> Iterator[PieceLine]:
    waiting: dict[tuple[str, str, str, int, str], list[Point]] = defaultdict(list)
    for point in view.points.values():
        if point.standing in ("waiting", "due"):
            key = (point.standing, point.quality, point.arm, point.due_on, point.enters_at)
            waiting[key].append(point)
    for (standing, quality, arm, _, enters_at), points in sorted(waiting.items(), reverse=True):
        words = "waits to enter" if standing == "waiting" else "enters"
        words += f" at {enters_at}" if enters_at else "" if standing == "waiting" else " where you like"
        found = why_not(view, points[0].id)
        name = kind_words(len(points), quality, arm)
        yield PieceLine(points[0].id, name, words, not found.sentence, found.sentence, found.cites)


def _leaders_off_map(view: View) -> Iterator[PieceLine]:
    for leader in _by_rank([each for each in view.leaders.values() if each.standing != "map"]):
        found = why_not(view, leader.id)
        yield PieceLine(
            leader.id,
            leader.name,
            stars_words(leader.stars) + (f"; {_standing(view, leader)}" if leader.standing == "drawn" else ""),
            not found.sentence,
            found.sentence,
            found.cites,
        )


def _standing(view: View, leader: Leader) -> str:
    """Return where a leader is who isn't on the map."""
    if leader.standing == "due" or (leader.standing == "away" and leader.due_on):
        where = f" at {leader.enters_at}" if leader.enters_at else ""
        back = "back" if leader.standing == "away" else "due"
        return f"{back} on turn {number(leader.due_on)}{where}"
    words = {
        "pool": "in the pool",
        "drawn": "drawn, to be placed",
        "away": "away",
        "removed": "removed",
        "dead": "dead",
    }
    return words[leader.standing]


# The umpire's


def _true_stack(state: State, side: Side, hex_id: str) -> StackLine:
    points = state.points_at.get((side, hex_id), ())
    leaders = _by_rank(state.leaders_at.get((side, hex_id), ()))
    kinds: dict[tuple[str, str], int] = defaultdict(int)
    for point in points:
        kinds[point.quality, point.arm] += 1
    strength = ", ".join(kind_words(count, *kind) for kind, count in sorted(kinds.items()))
    broken = "demoralized" if any(point.demoralized for point in points) else ""
    armies = [army.name for army in state.armies.values() if army.commander in {each.id for each in leaders}]
    return StackLine(
        hex=hex_id,
        place=place_of(state.world, hex_id),
        side=side,
        sp=len(points),
        words=", ".join(filter(None, (SIDES[side], *armies, strength, broken))),
        pieces=tuple(PieceLine(each.id, each.name, stars_words(each.stars)) for each in leaders),
    )
