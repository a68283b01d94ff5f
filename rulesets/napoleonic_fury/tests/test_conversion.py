"""The conversion chart and the scale."""

from typing import Any

import pytest

from rulesets.core.errors import BeyondTheTable, IllegalOrder
from rulesets.napoleonic_fury.state import Quality, Status, Triple
from rulesets.napoleonic_fury.tests.helpers import carried_out, marks_of, result, said, switched

CHART = """
3 -     -     -     3/2/- 3/2/1 3/-/2
4 4/1/- 4/2/- 4/3/1 4/3/2 4/3/2 4/-/3
5 5/2/- 5/3/- 5/3/1 5/4/2 5/4/3 5/-/4
6 6/3/- 6/3/1 6/4/2 6/5/3 6/5/4 6/-/5
7 7/2/- 7/3/2 7/4/3 7/5/4 7/6/4 7/6/5
"""
CELLS = [
    (int(stands), str(quality), triple)
    for stands, *triples in map(str.split, CHART.strip().splitlines())
    for quality, triple in zip(Quality, triples, strict=True)
]
RESPONSES = {
    "4/5": "Old Guard",
    "3/5": "guard or grenadier",
    "3/4": "veteran",
    "2/5": "veteran",
    "2/4": "regular",
    "2/3": "conscript",
    "1/2": "militia",
    "1/3": "militia",
}


def converted(stands: int, quality: str, **more: Any) -> Any:
    return result("convert_unit", {"stands": stands, "quality": quality, **more})


@pytest.mark.rule("NF-CONVERT")
class Test_conversion:
    @pytest.mark.parametrize(("stands", "quality", "triple"), CELLS)
    def test_every_cell_is_as_printed(self, stands: int, quality: str, triple: str) -> None:
        if triple == "-":
            with pytest.raises(BeyondTheTable, match=f"no {quality} unit of {stands} stands"):
                converted(stands, quality)
            return
        assert converted(stands, quality).triple == triple
        assert Triple.parse(triple).full == stands

    @pytest.mark.parametrize(("response", "quality"), RESPONSES.items())
    def test_response_numbers_give_the_quality(self, response: str, quality: str) -> None:
        assert said("convert_unit", {"stands": 5, "response": response}) == str(converted(5, quality))

    @pytest.mark.parametrize("stands", [2, 8])
    def test_other_sizes_are_refused(self, stands: int) -> None:
        with pytest.raises(IllegalOrder, match="Stands: must be"):
            converted(stands, "veteran")

    @pytest.mark.parametrize("given", [{}, {"quality": "veteran", "response": "3/4"}])
    def test_quality_is_given_once(self, given: dict[str, str]) -> None:
        with pytest.raises(IllegalOrder, match="enter it, or enter the response numbers, but not both"):
            result("convert_unit", {"stands": 5, **given})

    def test_doubtful_cells_are_marked(self) -> None:
        marked = {
            (stands, quality)
            for stands, quality, triple in CELLS
            if triple != "-"
            and marks_of(carried_out("convert_unit", {"stands": stands, "quality": quality}))["conversion"] != "printed"
        }
        assert marked == {(3, "militia"), (7, "Old Guard")}

    def test_ruling_evens_out_the_old_guard_of_7(self) -> None:
        option = switched("R-151", "7/3/-")
        assert result("convert_unit", {"stands": 7, "quality": "Old Guard"}, context=option).triple == "7/3/-"
        assert result("convert_unit", {"stands": 6, "quality": "Old Guard"}, context=option).triple == "6/3/-"


@pytest.mark.rule("NF-CONVERT")
class Test_napoleon:
    @pytest.mark.parametrize(
        ("quality", "better"),
        [
            ("militia", "conscript"),
            ("conscript", "regular"),
            ("regular", "veteran"),
            ("veteran", "guard or grenadier"),
            ("guard or grenadier", "guard or grenadier"),
            ("Old Guard", "Old Guard"),
        ],
    )
    @pytest.mark.parametrize("year", [1804, 1807])
    def test_french_troops_advance_a_column_up_to_guard(self, quality: str, better: str, year: int) -> None:
        assert converted(5, quality, napoleon=True, year=year) == converted(5, better)

    @pytest.mark.parametrize(
        "more", [{"year": 1803}, {"year": 1808}, {"year": 1805, "nation": "Baden"}, {"year": 1805, "napoleon": False}]
    )
    def test_other_years_nations_and_commanders_change_nothing(self, more: dict[str, Any]) -> None:
        assert converted(5, "regular", **({"napoleon": True} | more)).quality == "regular"

    def test_advance_into_an_empty_cell_is_beyond_the_chart(self) -> None:
        with pytest.raises(BeyondTheTable, match="no veteran unit of 3 stands"):
            converted(3, "regular", napoleon=True, year=1805)


class Test_triple:
    @pytest.mark.parametrize(
        ("text", "states"),
        [
            ("6/4/2", "FFWWSS"),
            ("4/-/3", "FSSS"),
            ("4/1/-", "FFFW"),
            ("7/6/5", "FWSSSSS"),
        ],
    )
    def test_state_follows_from_stands(self, text: str, states: str) -> None:
        """The first letters of the states, from all stands down to one."""
        triple = Triple.parse(text)
        named = {"F": Status.FRESH, "W": Status.WORN, "S": Status.SPENT}
        assert [triple.status(stands) for stands in range(triple.full, 0, -1)] == [named[letter] for letter in states]
        assert Triple.parse(str(triple)) == triple

    @pytest.mark.parametrize("text", ["", "6/4", "6/6/2", "2/4/6", "-/4/2", "6/4/0", "6-4-2", "100/4/2"])
    def test_other_text_is_refused(self, text: str) -> None:
        with pytest.raises(ValueError, match="must"):
            Triple.parse(text)


@pytest.mark.rule("NF-SCALE")
@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ({"infantry_stands": 1}, (480, 0, 0, 0, 0)),
        ({"cavalry_stands": 1}, (240, 0, 0, 0, 0)),
        ({"infantry_stands": 10, "cavalry_stands": 4}, (5760, 0, 0, 0, 0)),
        ({"inches": 1}, (0, 100, 0, 0, 0)),
        ({"turns": 1}, (0, 0, 30, 0, 0)),
        ({"russian_heavy": 1}, (0, 0, 0, 10, 12)),
        ({}, (0, 0, 0, 0, 0)),
    ],
)
def test_scale_is_as_printed(asked: dict[str, int], found: tuple[int, ...]) -> None:
    field = result("scale", asked)
    assert (field.men, field.yards, field.minutes, field.least_guns, field.most_guns) == found
