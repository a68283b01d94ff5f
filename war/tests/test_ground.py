"""The ground of a meeting is drawn from what everyone knows, and the armies from what the viewer knows."""

from dataclasses import replace

import pytest

from battles.tests.builders import SHEET
from rulesets.core.brief import Brief
from rulesets.core.brief_form import shipped_briefs
from rulesets.core.sheet import Sheet
from rulesets.core.sheet_form import load_sheet
from war.parts import Hex, SheetView
from war.selectors.ground import ground_of


@pytest.fixture
def shiloh() -> Brief:
    return shipped_briefs()["shiloh"]


def held_by(view: SheetView, side: str) -> Hex:
    return next(each for each in view.hexes if any(counter.side == side for counter in each.counters))


@pytest.mark.parametrize("sheet", [load_sheet(SHEET), None])
def test_place_on_a_map_is_drawn_with_its_six_neighbors(shiloh: Brief, sheet: Sheet | None) -> None:
    view = ground_of(shiloh, sheet=sheet, figures={})
    assert len(view.hexes) == 7
    assert {each.place.name for each in view.hexes if each.place} >= {"Pittsburg Landing", "Corinth", "Iuka"}
    assert {run.name for run in view.runs} == {"Tennessee River", "Memphis & Charleston", "Mobile & Ohio"}


def test_attack_comes_from_the_place_it_entered_from(shiloh: Brief) -> None:
    view = ground_of(shiloh, sheet=load_sheet(SHEET), figures={})
    (arrow,) = view.arrows
    corinth, landing = held_by(view, "CSA"), held_by(view, "USA")
    assert (arrow.side, arrow.start, arrow.end) == ("CSA", (corinth.q, corinth.r), (landing.q, landing.r))
    assert landing.selected


def test_attack_from_an_unknown_place_isnt_drawn_on_a_map(shiloh: Brief) -> None:
    view = ground_of(replace(shiloh, entered_from=""), sheet=load_sheet(SHEET), figures={})
    assert view.arrows == ()


def test_place_on_no_map_is_drawn_as_the_setup_tells_it() -> None:
    view = ground_of(shipped_briefs()["chancellorsville"], sheet=None, figures={})
    assert [each.terrain for each in view.hexes] == ["forest", *[""] * 6]
    assert [(run.kind, run.name) for run in view.runs] == [("other", "Rappahannock")]
    assert held_by(view, "USA").place is not None


def test_only_known_strength_is_a_figure(shiloh: Brief) -> None:
    view = ground_of(shiloh, sheet=load_sheet(SHEET), figures={"USA": "9"})
    assert held_by(view, "USA").counters[0].figure == "9"
    assert held_by(view, "CSA").counters[0].figure == "?"
