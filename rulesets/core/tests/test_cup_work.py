"""The work of checking a cup file: in step with its size, and bounded by what a real cup can hold."""

import json
from collections.abc import Callable
from functools import partial

import pytest

from rulesets.core import cup, cup_check
from rulesets.core.cup import MOST_DICE, kept_commitment
from rulesets.core.cup_check import MOST_CUPS, MOST_FINDINGS, MOST_LINES, MOST_SIDES, examine
from rulesets.core.tests.cup_builder import ACup, Document, arrival
from rulesets.core.tests.steps import steps_of

MOST_STEPS = 2_000_000
Shape = Callable[[int], tuple[str, str]]


def a_file(*, cups: int = 1, kept: int = 0, **lists: int) -> tuple[str, str]:
    """Return a file whose lists are repeated up to a length, and lines that a reader kept."""
    document: Document = ACup().throw(arrival()).head("end").document()
    for name, length in lists.items():
        document[name] = (document[name] * length)[:length]
    words = "\n".join([kept_commitment(document["cup"], document["commitment"])] * kept)
    return json.dumps([document] * cups), words


def lines(most: int) -> tuple[str, str]:
    return a_file(throws=most)


def checkpoints(most: int) -> tuple[str, str]:
    return a_file(heads=most)


def lines_and_checkpoints(most: int) -> tuple[str, str]:
    return a_file(throws=most, heads=most)


def many_cups(most: int) -> tuple[str, str]:
    return a_file(cups=most)


def cups_and_kept_lines(most: int) -> tuple[str, str]:
    return a_file(cups=most, kept=most)


def dice(most: int) -> tuple[str, str]:
    return ACup().throw(arrival(), count=most).head("end").text(), ""


LARGEST: list[tuple[Shape, int]] = [
    (lines, MOST_LINES),
    (checkpoints, MOST_LINES),
    (lines_and_checkpoints, MOST_LINES),
    (many_cups, MOST_CUPS),
    (cups_and_kept_lines, MOST_CUPS),
    (dice, MOST_DICE),
]


def hashing(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return the growing list of the lengths of all that is serialized."""
    lengths: list[int] = []

    def counted(value: object) -> str:
        text = json.dumps(value, separators=(",", ":"))
        lengths.append(len(text))
        return text

    for module in (cup, cup_check):
        monkeypatch.setattr(module, "canonical", counted)
    return lengths


@pytest.mark.parametrize(("shape", "most"), LARGEST)
def test_work_at_most_doubles_with_the_file(shape: Shape, most: int) -> None:
    half, whole = (steps_of(partial(examine, *shape(size))) for size in (most // 2, most))
    assert whole <= 2.1 * half
    assert whole <= MOST_STEPS


@pytest.mark.parametrize(("shape", "most"), LARGEST)
def test_file_beyond_what_a_cup_can_hold_is_refused(shape: Shape, most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    given, lengths = shape(2 * most), hashing(monkeypatch)
    found = examine(*given)
    assert {finding.code for finding in found} == {"form"}
    assert f"at most {most:,}" in found[0].sentence
    assert lengths == []


@pytest.mark.parametrize(("shape", "most"), LARGEST)
def test_serialized_text_at_most_doubles_with_the_file(
    shape: Shape, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    halved, given, lengths = shape(most // 2), shape(most), hashing(monkeypatch)
    examine(*halved)
    half = sum(lengths)
    examine(*given)
    assert sum(lengths) <= 3.1 * half  # half and whole together


def test_key_is_serialized_once_however_many_dice_it_rolls(monkeypatch: pytest.MonkeyPatch) -> None:
    few, many = (ACup().throw(arrival(), count=count).head("end").text() for count in (1, MOST_DICE))
    lengths = hashing(monkeypatch)
    examine(few)
    calls = len(lengths)
    examine(many)
    assert len(lengths) == 2 * calls


def test_more_sides_than_a_battle_has_are_refused() -> None:
    found = examine(*a_file(entropies=MOST_SIDES + 1))
    assert [finding.sentence for finding in found] == ["entropies must be a list of at most 2 objects."]


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("rule", "x" * 501, "throws 1: rule must be text of at most 500 characters."),
        ("subject", ["x" * 500, "x"], "throws 1: subject must be a list of text with at most 500 characters in all."),
        ("subject", [""] * 501, "throws 1: subject must be a list of text with at most 500 characters in all."),
    ],
)
def test_longer_key_than_a_roll_can_have_is_refused(name: str, value: object, sentence: str) -> None:
    document = ACup().throw(arrival()).head("end").document()
    document["throws"][0][name] = value
    assert [finding.sentence for finding in examine(json.dumps(document))] == [sentence]


def test_faults_beyond_the_limit_are_left_out() -> None:
    document = ACup().throw(arrival()).head("end").document() | {"throws": [{}] * MOST_LINES}
    found = examine(json.dumps([document] * 2))
    assert len(found) == MOST_FINDINGS + 1
    assert found[-1].sentence == "Only the first 1,000 faults are listed."


@pytest.mark.parametrize("place", ["document", "line"])
def test_unknown_fields_beyond_the_limit_take_no_work(place: str) -> None:
    unknown = {f"unknown {n}": n for n in range(100 * MOST_FINDINGS)}
    document = ACup().throw(arrival()).head("end").document()
    (document if place == "document" else document["throws"][0]).update(unknown)
    text = json.dumps(document)
    assert len(examine(text)) == MOST_FINDINGS + 1
    assert steps_of(partial(examine, text)) <= 50 * MOST_FINDINGS


def test_deeply_nested_text_is_refused() -> None:
    assert [finding.code for finding in examine("[" * 600 + "]" * 600)] == ["form"]
