"""Everything about ordering one piece: what it is, its orders, its ways to move, and a path that was chosen."""

from collections.abc import Sequence

from rulesets.civil_war.war import View, legal_orders
from rulesets.civil_war.war.orders import CutRail, MoveOffer, Offer
from rulesets.core.records import dataclass
from rulesets.core.words import first_up
from war.selectors.war_clock import NextStep, next_step
from war.selectors.war_marches import HOW, March, WayToMove, march_along, march_to, moves_in, way_to_move
from war.selectors.war_odds import AttackOdds, attack_odds
from war.selectors.war_orders import OrderGroup, groups_of
from war.selectors.war_pieces import StackLine, hex_of, instruction_words, ratings_words, why_not
from war.selectors.war_words import Option, kind_words, place_of, stars_words

SIDE = ""


@dataclass(frozen=True)
class Asked:
    """What an address asks for: a piece, a kind of move, a hex or a path to it, and strengths to compare."""

    piece: str = SIDE
    how: str = ""
    to: str = ""
    path: tuple[str, ...] = ()
    sp: int = 0
    against: int = 0


@dataclass(frozen=True)
class PieceOrders:
    """The orders of one piece, or of the side itself."""

    piece: str
    name: str
    words: str
    hex: str
    place: str
    why_not: str
    cites: str
    next_step: NextStep
    groups: tuple[OrderGroup, ...]
    ways: tuple[Option, ...]
    way: WayToMove | None
    march: March | None
    odds: AttackOdds | None

    @property
    def common(self) -> tuple[OrderGroup, ...]:
        """Return the orders that people often give."""
        return tuple(group for group in self.groups if not group.is_rare)

    @property
    def rare(self) -> tuple[OrderGroup, ...]:
        """Return the others."""
        return tuple(group for group in self.groups if group.is_rare)


def piece_orders(view: View, asked: Asked) -> PieceOrders | None:
    """Return the orders of a piece; None if the side has no such piece."""
    if not _is_own(view, asked.piece):
        return None
    offers = _offers(view, asked.piece)
    moves = moves_in(offers)
    offer = moves.get(asked.how) or next(iter(_by_preference(moves)), None)
    march = _march(view, offer, asked) if offer else None
    way = way_to_move(view, offer, march.to if march and march.train else "") if offer else None
    found = why_not(view, asked.piece) if asked.piece and asked.piece not in view.purse.may_cut else None
    here = hex_of(view, asked.piece)
    return PieceOrders(
        piece=asked.piece,
        name=_name(view, asked.piece),
        words=_words(view, asked.piece),
        hex=here,
        place=place_of(view.world, here) if here else "",
        why_not=found.sentence if found else "",
        cites=found.cites if found else "",
        next_step=next_step(view),
        groups=groups_of(view, offers),
        ways=tuple(Option(how, HOW[how]) for how in HOW if how in moves),
        way=way,
        march=march,
        odds=_odds(view, offer, way, march, asked) if offer and way and march else None,
    )


def _is_own(view: View, piece: str) -> bool:
    built = (view.depots.get(piece), view.works.get(piece))
    is_built = any(each is not None and each.side == view.side for each in built)
    return is_built or piece in (SIDE, *view.points, *view.leaders, *view.armies, *view.purse.may_cut)


def _offers(view: View, piece: str) -> list[Offer]:
    """Return a piece's orders; a commander's army, what is built where he is, and rails to cut are on its page too."""
    offers = list(legal_orders(view, piece))
    leader = view.leaders.get(piece)
    if leader is not None and leader.standing == "map":
        for army in view.armies.values():
            offers += legal_orders(view, army.id) if army.commander == piece else ()
        offers += legal_orders(view, leader.hex) if leader.hex in view.depots or leader.hex in view.works else ()
    here = hex_of(view, piece)
    return offers + [each for each in _cuts(view, here) if each not in offers]


def _cuts(view: View, hex_id: str) -> list[Offer]:
    if hex_id not in view.purse.may_cut:
        return []
    return [offer for offer in legal_orders(view, hex_id) if isinstance(offer, CutRail)]


def _by_preference(moves: dict[str, MoveOffer]) -> list[MoveOffer]:
    return [moves[how] for how in HOW if how in moves]


def _march(view: View, offer: MoveOffer, asked: Asked) -> March | None:
    if len(asked.path) > 1 and asked.path[0] == offer.search.start:
        return march_along(view, offer, asked.path)
    return march_to(view, offer, asked.to) if asked.to else None


def _odds(view: View, offer: MoveOffer, way: WayToMove, march: March, asked: Asked) -> AttackOdds | None:
    """Return the odds of an attack, once the player has assumed a strength."""
    if not (march.is_attack and asked.against):
        return None
    sp = asked.sp or sum(kind.chosen for kind in way.points) or 1
    leaders = [offer.leader, *offer.along] if offer.leader else []
    return attack_odds(
        view,
        came_from=march.path[-2],
        to=march.to,
        leaders=leaders,
        attacker_sp=sp,
        defender_sp=asked.against,
    )


def _name(view: View, piece: str) -> str:
    if piece in view.leaders:
        return view.leaders[piece].name
    if piece in view.points:
        point = view.points[piece]
        return first_up(kind_words(1, point.quality, point.arm))
    if piece in view.armies:
        return view.armies[piece].name
    if piece in view.purse.may_cut:
        return f"The rails at {place_of(view.world, piece)}"
    return f"What you built at {place_of(view.world, piece)}" if piece else "Your side"


def _words(view: View, piece: str) -> str:
    leader = view.leaders.get(piece)
    if leader is None:
        return ""
    return f"{stars_words(leader.stars)}; {ratings_words(view, leader)}; {instruction_words(leader)}"


def able_pieces(stacks: Sequence[StackLine]) -> list[str]:
    """Return the pieces that can act, in the order of the page."""
    return [piece.id for stack in stacks for piece in stack.pieces if piece.may_act]


def next_able(stacks: Sequence[StackLine], after: str = "") -> str:
    """Return the next piece that can act after another one, or "" if none can."""
    able = able_pieces(stacks)
    if after in able:
        at = able.index(after) + 1
        able = able[at:] + able[: at - 1]
    return able[0] if able else ""
