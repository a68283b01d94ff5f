"""The table of national modifiers."""

from typing import Any

import pytest

from rulesets.core.errors import IllegalOrder
from rulesets.napoleonic_fury.state import Nation
from rulesets.napoleonic_fury.tests.helpers import EARLY, LATE, carried_out, marks_of, result, switched

FRENCH = ("France", "Hesse", "Baden", "Vistula Legion")
MINORS = ("Portugal", "another minor")
# nations, arm, year: column, line, fire, melee, when; typed a second time from the document
PRINTED: list[tuple[tuple[str, ...], str, int | None, tuple[int, int, int, int, str]]] = [
    (FRENCH, "infantry", None, (2, 0, 0, 2, "in column")),
    (FRENCH, "cavalry", None, (1, 0, 0, 0, "never")),
    (("Britain",), "infantry", None, (1, 1, 1, 1, "in line")),
    (("Britain",), "cavalry", None, (1, 0, 0, 0, "never")),
    (("Austria",), "infantry", None, (1, 0, 0, 1, "in column")),
    (("Austria", "Saxony"), "cavalry", None, (2, 1, 0, 0, "never")),
    (("Prussia",), "infantry", EARLY, (0, 1, 0, 0, "never")),
    (("Prussia",), "infantry", LATE, (1, 0, 0, 1, "in column")),
    (("Prussia",), "cavalry", None, (-1, 0, 0, 0, "never")),
    (("Russia",), "infantry", None, (1, 0, 0, 1, "in line, defending against infantry")),
    (("Russia",), "cavalry", None, (1, 0, 0, 0, "never")),
    (("Spain", "Saxony", "Naples", "Rhinebund"), "infantry", None, (0, 0, 0, 0, "never")),
    (("Spain", "Naples", "Rhinebund"), "cavalry", None, (0, 0, 0, 0, "never")),
    (("Ottoman Empire",), "infantry", None, (0, 0, 0, 1, "always")),
    (("Ottoman Empire",), "cavalry", None, (1, 0, 0, 0, "never")),
    (MINORS, "infantry", None, (1, 0, 0, 1, "in column")),
    (MINORS, "cavalry", None, (1, 0, 0, 0, "never")),
]
CELLS = [
    (nation, arm, year, cells)
    for nations, arm, only, cells in PRINTED
    for nation in nations
    for year in ((only,) if only else (1792, EARLY, LATE, 1815))
]


def of(nation: str, arm: str = "infantry", **more: Any) -> tuple[Any, ...]:
    found = result("nations", {"nation": nation, "arm": arm, **more})
    return found.column, found.line, found.fire, found.melee, found.melee_when


pytestmark = pytest.mark.rule("NF-NATION")


@pytest.mark.parametrize(("nation", "arm", "year", "cells"), CELLS)
def test_every_cell_is_as_printed(nation: str, arm: str, year: int, cells: tuple[Any, ...]) -> None:
    assert of(nation, arm, year=year) == cells


def test_no_nation_lacks_a_row() -> None:
    assert {(nation, arm) for nation, arm, _, _ in CELLS} == {
        (str(nation), arm) for nation in Nation for arm in ("infantry", "cavalry")
    }
    assert of("Saxony") == of("Spain")


@pytest.mark.parametrize("arm", ["infantry", "cavalry"])
def test_allied_or_trained_spanish_have_1_more_in_column_alone(arm: str) -> None:
    assert of("Spain", arm, trained=True) == (1, 0, 0, 0, "never")


@pytest.mark.parametrize("nation", ["Saxony", "Naples", "Rhinebund", "Portugal"])
def test_only_spanish_are_trained(nation: str) -> None:
    with pytest.raises(IllegalOrder, match="British-trained: only Spanish troops have this"):
        of(nation, trained=True)
    assert of(nation)


class Test_prussian_cavalry:
    ASKED = {"nation": "Prussia", "arm": "cavalry"}

    def test_doubtful_value_is_marked(self) -> None:
        steps = carried_out("nations", self.ASKED).steps
        assert [step.mark for step in steps if step.says.startswith("Prussian cavalry, column")] == ["reconstructed"]
        assert marks_of(carried_out("nations", {"nation": "Prussia"}))["national_modifiers"] == "printed"

    def test_ruling_reads_it_as_a_plus(self) -> None:
        outcome = carried_out("nations", self.ASKED, context=switched("R-122", "+1"))
        assert (outcome.result.column, outcome.result.line) == (1, 0)
        assert [step.override for step in outcome.steps if step.override] == ["R-122"]

    def test_ruling_leaves_other_cavalry_alone(self) -> None:
        assert result("nations", {"nation": "Russia", "arm": "cavalry"}, context=switched("R-122", "+1")).column == 1
        assert result("nations", {"nation": "Prussia", "year": 1806}, context=switched("R-122", "+1")).column == 0
