"""The ground of a meeting as everyone knows it: its hex, the six around it, and where the attack came from."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from rulesets.core.brief import BriefHead
from rulesets.core.hexes import Axial, Corner, around, corners, distance, side_between
from rulesets.core.registry import sheets_to_play
from rulesets.core.sheet import Hex as SheetHex
from rulesets.core.sheet import Place as SheetPlace
from rulesets.core.sheet import Sheet
from rulesets.core.sheet_words import crossing
from war.parts import Arrow, Counter, Hex, Place, Run, SheetView
from war.selectors.map import RIVERS

HERE: Axial = (0, 0)
WEST_SOUTHWEST = 2  # of the six neighbors: where an attack is drawn whose direction nobody knows
CROSSED = {"navigable_river": "navigable", "unnavigable_river": "other", "gap_road": "ridge"}
Figures = Mapping[str, str]  # by side, as far as the viewer knows them


def ground_of(meeting: BriefHead, *, sheet: Sheet | None, figures: Figures) -> SheetView:
    """Return seven hexes of the map or, for a place on no map, what the setup says of its own hex."""
    found = _on_a_sheet(meeting, sheet)
    return _of_sheet(meeting, *found, figures) if found else _of_setup(meeting, figures)


def _on_a_sheet(meeting: BriefHead, sheet: Sheet | None) -> tuple[Sheet, SheetHex] | None:
    for each in [sheet] if sheet else sheets_to_play():
        here = each.hex_of_place(meeting.place)
        if here is not None and crossing(here).terrain == meeting.hex_terrain:
            return each, here
    return None


def _of_sheet(meeting: BriefHead, sheet: Sheet, here: SheetHex, figures: Figures) -> SheetView:
    shown = [here, *(sheet.hexes[near] for near in sheet.neighbors(here.id))]
    origin = sheet.hex_of_place(meeting.entered_from)
    start = min((each.at for each in shown[1:]), key=lambda at: distance(at, origin.at)) if origin else None
    hexes = [_drawn(each.at, each.terrain, each.places) for each in shown]
    return _view(meeting, hexes, here.at, start, (*_rivers(sheet, shown), *_rails(sheet, shown)), figures)


def _drawn(at: Axial, terrain: str, places: Sequence[SheetPlace]) -> Hex:
    place = Place(name=places[0].label, value=places[0].value) if places else None
    return Hex(q=at[0], r=at[1], id="", terrain=terrain, place=place)


def _rivers(sheet: Sheet, shown: list[SheetHex]) -> Iterator[Run]:
    """Return the rivers' parts that touch these hexes."""
    keys = {key for each in shown for key in corners(each.at)}
    for river in sheet.rivers:
        for part in _parts_within(river.line, keys):
            yield Run(kind=RIVERS[river.kind], path=tuple(part), name=river.name)


def _parts_within(line: tuple[Corner, ...], keys: set[Corner]) -> Iterator[list[Corner]]:
    part: list[Corner] = []
    for one, other in pairwise(line):
        if one in keys and other in keys:
            part = [*(part or [one]), other]
        elif part:
            yield part
            part = []
    if part:
        yield part


def _rails(sheet: Sheet, shown: list[SheetHex]) -> Iterator[Run]:
    at = {each.id: each.at for each in shown}
    for rail in sheet.rails:
        if rail.a in at and rail.b in at:
            yield Run(kind="rail", path=(at[rail.a], at[rail.b]), name=rail.line)


def _of_setup(meeting: BriefHead, figures: Figures) -> SheetView:
    """Draw a hex whose neighbors the setup doesn't tell, with the hexside that was crossed."""
    start = around(HERE)[WEST_SOUTHWEST]
    named = {HERE: meeting.place, start: meeting.entered_from}
    hexes = [
        _drawn(at, meeting.hex_terrain if at == HERE else "", [SheetPlace(named[at], 2)] if named.get(at) else [])
        for at in (HERE, *around(HERE))
    ]
    kind = CROSSED.get(meeting.hexside_crossed)
    path = tuple(sorted(side_between(HERE, start)))
    runs = (Run(kind=kind, path=path, name=meeting.hexside_name),) if kind else ()
    return _view(meeting, hexes, HERE, start, runs, figures)


def _view(
    meeting: BriefHead, hexes: list[Hex], here: Axial, start: Axial | None, runs: tuple[Run, ...], figures: Figures
) -> SheetView:
    sides = {here: meeting.defender, start: meeting.attacker}
    held = tuple(_occupied(each, sides.get((each.q, each.r)), here, figures) for each in hexes)
    arrows = (Arrow(side=meeting.attacker, start=start, end=here),) if start else ()
    return SheetView(hexes=held, runs=runs, arrows=arrows, title=f"The ground at {meeting.place}")


def _occupied(each: Hex, side: str | None, here: Axial, figures: Figures) -> Hex:
    counters = (Counter(side=side, figure=figures.get(side, "?")),) if side else ()
    return Hex(**vars(each) | {"counters": counters, "selected": (each.q, each.r) == here})
