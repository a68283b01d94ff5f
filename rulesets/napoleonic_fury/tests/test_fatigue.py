"""Fatigue of divisions, corps, and armies."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesets.core.errors import IllegalOrder
from rulesets.napoleonic_fury.tests.helpers import carried_out, marks_of, result

pytestmark = pytest.mark.rule("NF-FATIGUE")
TENTHS = {"excellent": 6, "good": 6, "average": 5, "poor": 4}
NO_CHARGE = "may not charge or move to within 2″ of the enemy"


def after(rating: str = "good", stands: int = 10, lost: int = 0, **more: Any) -> Any:
    return result("fatigue", {"rating": rating, "stands": stands, "lost": lost, **more})


@pytest.mark.parametrize("rating", TENTHS)
@pytest.mark.parametrize("stands", range(2, 41))
def test_threshold_rounds_tenths_1_to_5_down_and_6_to_9_up(rating: str, stands: int) -> None:
    entire, tenths = divmod(stands * TENTHS[rating], 10)
    assert after(rating, stands).threshold == entire + (tenths >= 6)


@pytest.mark.parametrize(
    ("rating", "stands", "threshold"),
    [("good", 10, 6), ("good", 7, 4), ("average", 15, 7), ("poor", 9, 4), ("poor", 1, 1), ("good", 999, 599)],
)
def test_worked_examples(rating: str, stands: int, threshold: int) -> None:
    assert after(rating, stands).threshold == threshold


@pytest.mark.parametrize("level", ["division", "corps", "army"])
def test_formation_is_fatigued_at_its_threshold(level: str) -> None:
    assert not after(lost=5, level=level).fatigued
    assert after(lost=6, level=level).fatigued


def test_effects_differ_for_an_army() -> None:
    assert after(lost=6, level="division").does == after(lost=6, level="corps").does == NO_CHARGE
    assert after(lost=6, level="army").does == f"breaks, is permanently disordered, and {NO_CHARGE}"
    assert after(lost=5).does == ""


@pytest.mark.parametrize(("level", "counted"), [("division", 5), ("corps", 5), ("army", 6)])
def test_guard_counts_double_and_cossacks_nothing_against_an_army(level: str, counted: int) -> None:
    assert after(lost=5, counted_twice=2, not_counted=1, level=level).counted == counted


def test_number_for_excellent_is_marked_as_ours() -> None:
    origin = {
        rating: marks_of(carried_out("fatigue", {"rating": rating, "stands": 10, "lost": 0}))["fatigue"]
        for rating in TENTHS
    }
    assert origin == {"excellent": "house", "good": "printed", "average": "printed", "poor": "printed"}


@pytest.mark.parametrize(
    ("inputs", "refused"),
    [
        ({"lost": 11}, "Stands lost: must be 10 or less, not 11"),
        ({"lost": 3, "counted_twice": 2, "not_counted": 2}, "Of these guard or grenadiers: more than all stands lost"),
        ({"lost": 3, "not_counted": 4}, "Of these Cossacks or militia cavalry: more than all stands lost"),
    ],
)
def test_more_losses_than_stands_are_refused(inputs: dict[str, Any], refused: str) -> None:
    with pytest.raises(IllegalOrder, match=refused):
        after(**inputs)
    assert not after().fatigued


@given(st.integers(1, 999), st.sampled_from(sorted(TENTHS)))
def test_better_formations_last_longer(stands: int, rating: str) -> None:
    assert after("poor", stands).threshold <= after(rating, stands).threshold <= after("good", stands).threshold
    assert not after(rating, stands, 0).fatigued
    assert after(rating, stands, stands).fatigued
