"""The page on which a side gives its orders: one piece, or the side itself, with the map around it."""

from collections.abc import Sequence

from django.http import Http404

from campaign.errors import BadInput
from campaign.parts import Audience
from campaign.routes import reverse
from campaign.visibility import Viewer
from rulesets.civil_war.war import View
from rulesets.civil_war.war.queueing import as_if_spending
from rulesets.core.records import dataclass
from rulesets.core.sheet_form import load_sheet
from war.drawing import center
from war.parts import Drawing
from war.selectors.map import page_audience
from war.selectors.war_counters import counters_of, known_signs
from war.selectors.war_drawing import address_of, reach_of
from war.selectors.war_marches import BY_WATER
from war.selectors.war_page import may_give_orders
from war.selectors.war_piece_orders import Asked, PieceOrders, next_able, piece_orders
from war.selectors.war_pieces import PieceLine, StackLine, off_map, own_stacks
from war.selectors.war_state import seen_by
from war.selectors.war_words import cite

LAYERS = ("land", "terrain", "close", "borders", "seasonal", "lines", "rails", "names-5")
NO_SUCH_HEX = "There is no such hex on this map."
OUT_OF_REACH = "This piece can't go there now."


@dataclass(frozen=True)
class WarOrdersPage:
    """One piece's orders, the map around it, and links to the other pieces of its hex and to the next that can act.

    While the half-pulse isn't this side's, `is_plan`: orders are what they would be in it, and go to the queue.
    """

    orders: PieceOrders
    drawing: Drawing | None
    at: str
    map_url: str
    stack: StackLine | None
    others: tuple[StackLine, ...]
    away: tuple[PieceLine, ...]
    note: str
    take_back: str
    next_able: str
    may_order: bool
    is_plan: bool
    audience: Audience
    cites_move: str = cite("4.2")
    cites_lift: str = cite("H-25")
    cites_price: str = cite("1.3")
    cites_command: str = cite("2.2")

    @property
    def layers(self) -> tuple[str, ...]:
        """Return the layers of the picture that are drawn, the lowest first."""
        return LAYERS

    @property
    def is_by_water(self) -> bool:
        """Return whether the chosen move goes by river."""
        return bool(self.orders.way and self.orders.way.how.startswith(BY_WATER))

    @property
    def leader(self) -> str:
        """Return the leader of the chosen move, if one leads it."""
        return "" if self.point else self.orders.piece

    @property
    def point(self) -> str:
        """Return the strength point that moves without a leader."""
        return self.orders.piece if self.orders.way and self.orders.way.how.endswith("unled") else ""

    @property
    def sp(self) -> int:
        """Return how many strength points the odds begin with."""
        if self.orders.odds:
            return self.orders.odds.attacker_sp
        return max(1, sum(kind.chosen for kind in self.orders.way.points)) if self.orders.way else 1


def orders_page(
    viewer: Viewer,
    *,
    piece: str = "",
    how: str = "",
    to: str = "",
    path: Sequence[str] = (),
    sp: int | None = None,
    against: int | None = None,
) -> WarOrdersPage:
    """Return the orders of a piece of the viewer's side; to anybody else there is no such page."""
    seen = seen_by(viewer)
    if seen is None:
        raise Http404
    is_plan = not seen.is_spending and seen.contact is None
    view = as_if_spending(seen) if is_plan else seen
    _check_hexes(view, {"to": [to] if to else [], "path": list(path)})
    asked = Asked(piece, how, to, tuple(path), sp or 0, against or 0)
    orders = piece_orders(view, asked)
    if orders is None:
        raise Http404
    stacks = own_stacks(view)
    able = {stack.hex for stack in stacks if stack.may_act}
    after = next_able(stacks, piece)
    is_lost = bool(to or path) and orders.march is None
    return WarOrdersPage(
        orders=orders,
        drawing=_drawing(viewer, view, orders, able),
        at=_at(view, orders.hex),
        map_url=reverse("map:sheet", [viewer.campaign_id]) + (f"?hex={orders.hex}" if orders.hex else ""),
        stack=next((stack for stack in stacks if stack.hex == orders.hex), None),
        others=tuple(stack for stack in stacks if stack.hex != orders.hex),
        away=off_map(view) if not piece else (),
        note=OUT_OF_REACH if is_lost else "",
        take_back=address_of(piece, how),
        next_able=address_of(after) if after and after != piece else "",
        may_order=may_give_orders(viewer),
        is_plan=is_plan,
        audience=page_audience(viewer),
    )


def _at(view: View, hex_id: str) -> str:
    """Return where a hex is on the drawing, or "" for none."""
    if not hex_id:
        return ""
    x, y = center(*view.world.graph.hexes[hex_id].at)
    return f"{round(x)} {round(y)}"


def _check_hexes(view: View, named: dict[str, list[str]]) -> None:
    for field, hexes in named.items():
        if any(hex_ not in view.world.graph.hexes for hex_ in hexes):
            raise BadInput(f"{field}: {NO_SUCH_HEX}", field=field)


def _drawing(viewer: Viewer, view: View, orders: PieceOrders, able: set[str]) -> Drawing | None:
    sheet = load_sheet(viewer.sheet, viewer.sheet_hash)
    base = reverse("map:sheet", [viewer.campaign_id])
    return reach_of(sheet, view, orders, counters_of(view, able=able), known_signs(view), base=base)
