"""A sheet's graph: links, windows, and what lies within so many steps."""

from rulesets.core.graph import Graph
from rulesets.core.sheet_form import load_sheet

SHEET = load_sheet("pittsburg_landing")
WHOLE = Graph.of(SHEET)


def test_links_are_the_sheets_neighbors_with_their_sides_and_rails() -> None:
    for hex_ in SHEET.hexes:
        assert WHOLE.near(hex_) == SHEET.neighbors(hex_)
        for link in WHOLE.links[hex_]:
            assert link.side == SHEET.side(hex_, link.to)
            assert link.rails == tuple(SHEET.rails_between(hex_, link.to))
            assert WHOLE.link(hex_, link.to) is link


def test_window_leaves_out_what_lies_outside() -> None:
    first, *others = SHEET.hexes
    window = Graph.of(SHEET, others)
    assert window.ids == set(others)
    assert all(link.to != first for links in window.links.values() for link in links)
    assert window.link(others[0], first) is None


def test_within_counts_steps_like_the_sheet() -> None:
    start = next(iter(SHEET.hexes))
    for steps in range(3):
        assert WHOLE.within((start,), steps) == SHEET.within((start,), steps)


def test_spread_yields_each_hex_once_with_its_steps_and_only_over_open_links() -> None:
    start = next(iter(SHEET.hexes))
    found = list(WHOLE.spread((start,), 3, lambda _here, _link: True))
    assert len(found) == len(dict(found))
    assert all(steps == WHOLE.apart(start, hex_) for hex_, steps in found)
    assert list(WHOLE.spread((start,), 3, lambda _here, _link: False)) == [(start, 0)]
