"""Which brigade of a later battle is one of an earlier: names follow strength points (decision 0046)."""

from collections.abc import Mapping
from dataclasses import field
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesets.core.brigades import HALF, RecordLine, continued, in_common, share_of
from rulesets.core.records import dataclass


@dataclass(frozen=True)
class Some:
    name: str = ""
    points: Mapping[str, int] = field(default_factory=dict)


def test_brigade_with_the_same_points_goes_on() -> None:
    assert continued([Some("Old", {"a": 7})], [Some("", {"b": 7}), Some("", {"a": 6})]) == {1: 0}


@pytest.mark.parametrize(("stands", "goes_on"), [({"a": 4, "b": 3}, True), ({"a": 3, "b": 3}, False)])
def test_more_than_half_of_its_stands_have_to_be_of_the_same_points(stands: dict[str, int], *, goes_on: bool) -> None:
    assert bool(continued([Some("Old", {"a": 7})], [Some("", stands)])) is goes_on


def test_brigade_of_two_points_that_loses_the_larger_one_ends() -> None:
    assert continued([Some("Old", {"a": 5, "b": 2})], [Some("", {"b": 7})]) == {}


def test_of_two_claims_the_one_with_more_in_common_counts() -> None:
    mixed, pure = Some("", {"a": 5, "b": 2}), Some("", {"a": 7})
    assert continued([Some("Old", {"a": 7})], [mixed, pure]) == {1: 0}


def test_same_name_comes_before_more_in_common() -> None:
    earlier = [Some("Iron", {"a": 7}), Some("Stone", {"a": 6})]
    assert continued(earlier, [Some("Stone", {"a": 7}), Some("Iron", {"a": 6})]) == {0: 1, 1: 0}


def test_brigades_of_one_point_are_told_apart_by_size() -> None:
    earlier = [Some("Six", {"a": 6}), Some("Seven", {"a": 7}), Some("Eight", {"a": 8})]
    assert continued(earlier, [Some("", {"a": 8}), Some("", {"a": 6})]) == {0: 2, 1: 0}


def test_name_is_given_once() -> None:
    assert continued([Some("Old", {"a": 7})], [Some("", {"a": 7}), Some("", {"a": 7})]) == {0: 0}


POINTS = st.dictionaries(st.sampled_from("abcd"), st.integers(1, 9), max_size=4)


@given(st.lists(POINTS, max_size=6), st.lists(POINTS, max_size=6))
def test_each_brigade_goes_on_at_most_once_and_by_its_majority(
    one: list[dict[str, int]], two: list[dict[str, int]]
) -> None:
    earlier, later = [Some("", points) for points in one], [Some("", points) for points in two]
    found = continued(earlier, later)
    assert len(set(found.values())) == len(found)
    for new, old in found.items():
        assert in_common(one[old], two[new]) > HALF


@given(POINTS, POINTS)
def test_common_part_is_the_same_from_either_side(one: dict[str, int], other: dict[str, int]) -> None:
    assert in_common(one, other) == in_common(other, one)
    assert in_common(one, one) == (1 if one else 0)


def test_share_and_record_in_words() -> None:
    assert share_of({"a": 3, "b": 1}, frozenset("a")) == Fraction(3, 4)
    assert str(RecordLine("Shiloh", 3, 8, 1)) == "Shiloh, 1 stand lost"
    assert str(RecordLine("Shiloh", 3, 8, 0)) == "Shiloh, no stands lost"
    assert str(RecordLine("Shiloh", 3, 8, 0, arrived=False)) == "Shiloh, never arrived"
