"""A war's maps as drawn: the window of its scenario, and the part of it around a piece and what it can reach."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from urllib.parse import urlencode

from rulesets.civil_war.war import View, World
from rulesets.civil_war.war.network import Supplies
from rulesets.core.sheet import Hex, Sheet
from war.drawing import HEX_WIDTH, RADIUS, center
from war.parts import Counter, Drawing, Goal, Layer, Reached, Sign
from war.selectors.sheet_drawing import drawing_of
from war.selectors.war_marches import March, WayToMove
from war.selectors.war_piece_orders import PieceOrders

LEAST = (11 * HEX_WIDTH, 8 * HEX_WIDTH)  # so that few hexes aren't drawn too large
MARGIN = 24
LAYERS_KEPT = 8
Frame = tuple[int, int, int, int]


def window_of(
    sheet: Sheet,
    world: World,
    counters: Mapping[str, Sequence[Counter]],
    signs: tuple[Sign, ...],
    chosen: Hex | None,
    *,
    turn: int,
) -> Drawing:
    """Return a war's map: the whole sheet, or the window that its scenario plays in."""
    whole = drawing_of(sheet, counters, chosen, high_water=world.turn(turn).high_water)
    if world.scenario.window is None:
        return replace(whole, signs=signs)
    return replace(whole, signs=signs, frame=frame_around(world, world.graph.hexes), is_small=True)


def supply_layer(view: View) -> Layer:
    """Return where a side's forces are in supply, and the hexes of its live networks, as far as it knows."""
    return _layer_of(view.supplies)


@lru_cache(maxsize=LAYERS_KEPT)
def _layer_of(supplies: Supplies) -> Layer:
    """Draw the same networks once."""
    graph, rows = supplies.world.graph, list[tuple[int, int, int]]()
    for q, r in sorted((graph.hexes[hex_].at for hex_ in supplies.fed), key=lambda at: (at[1], at[0])):
        x, y = center(q, r)
        left, level = round(x - HEX_WIDTH / 2), round(y)
        if rows and rows[-1][1] == level and rows[-1][0] + rows[-1][2] == left:
            left = rows[-1][0]
            rows.pop()
        rows.append((left, level, round(x + HEX_WIDTH / 2) - left))
    middles = (center(*graph.hexes[hex_].at) for hex_ in sorted(supplies.joined))
    return Layer(rows=tuple(rows), network=tuple((round(x), round(y)) for x, y in middles))


def goals_on(world: World, hexes: Mapping[str, bool]) -> tuple[Goal, ...]:
    """Return hexes within reach as drawn; whether it would be an attack is known of each."""
    middles = ((*center(*world.graph.hexes[hex_].at), is_attack) for hex_, is_attack in sorted(hexes.items()))
    return tuple(Goal(x=round(x), y=round(y), is_attack=is_attack) for x, y, is_attack in middles)


def reach_of(
    sheet: Sheet,
    view: View,
    orders: PieceOrders,
    counters: Mapping[str, Sequence[Counter]],
    signs: tuple[Sign, ...],
    *,
    base: str,
) -> Drawing | None:
    """Return the part of the map around a piece, with what it can reach as links, and a path that was chosen."""
    if not orders.hex:
        return None
    world = view.world
    way, march = orders.way, orders.march
    reached = [each.hex for each in way.destinations] if way else []
    shown = {orders.hex, *reached, *(march.path if march else ())}
    frame = frame_around(world, shown, least=LEAST)
    near = {hex_ for hex_ in world.graph.hexes if _is_inside(frame, center(*world.graph.hexes[hex_].at))}
    whole = drawing_of(
        sheet,
        {hex_: pieces for hex_, pieces in counters.items() if hex_ in near},
        world.graph.hexes[orders.hex],
        high_water=view.ground.high_water,
    )
    return replace(
        whole,
        frame=frame,
        signs=tuple(sign for sign in signs if _is_inside(frame, (sign.x, sign.y))),
        reach=tuple(_reached(view, orders, way)) if way else (),
        path=_path(world, march),
        base=base,
    )


def frame_around(world: World, hexes: Iterable[str], *, least: tuple[float, float] = (0, 0)) -> Frame:
    """Return the box around some hexes: left, top, width, height; it's never smaller than `least`."""
    places = [center(*world.graph.hexes[hex_].at) for hex_ in hexes]
    half = HEX_WIDTH / 2 + MARGIN
    left, right = min(x for x, _ in places) - half, max(x for x, _ in places) + half
    top, bottom = min(y for _, y in places) - RADIUS - MARGIN, max(y for _, y in places) + RADIUS + MARGIN
    wide, tall = max(right - left, least[0]), max(bottom - top, least[1])
    return round((left + right - wide) / 2), round((top + bottom - tall) / 2), round(wide), round(tall)


def _is_inside(frame: Frame, at: tuple[float, float]) -> bool:
    left, top, wide, tall = frame
    return left <= at[0] <= left + wide and top <= at[1] <= top + tall


def _reached(view: View, orders: PieceOrders, way: WayToMove) -> Iterable[Reached]:
    for each in way.destinations:
        x, y = center(*view.world.graph.hexes[each.hex].at)
        cost = "free" if way.allowance and not each.cost else f"{each.cost} MP" if way.allowance else ""
        words = ", ".join(filter(None, (each.name, cost, "the enemy is there" if each.is_attack else "")))
        yield Reached(
            hex=each.hex,
            x=round(x),
            y=round(y),
            url=address_of(orders.piece, way.how, to=each.hex),
            words=words,
            cost=str(each.cost) if way.allowance else "",
            is_attack=each.is_attack,
        )


def address_of(piece: str, how: str = "", *, to: str = "") -> str:
    """Return the query of a piece's orders: a kind of move, and where to."""
    return "?" + urlencode({name: value for name, value in (("piece", piece), ("how", how), ("to", to)) if value})


def _path(world: World, march: March | None) -> tuple[tuple[int, int], ...]:
    hexes = [world.graph.hexes[hex_] for hex_ in march.path] if march else []
    places = (center(*hex_.at) for hex_ in hexes)
    return tuple((round(x), round(y)) for x, y in places)
