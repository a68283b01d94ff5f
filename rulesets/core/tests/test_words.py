"""Plain words: plurals, signs, lists, and names without underscores."""

import subprocess
import sys
from fractions import Fraction

import pytest

from rulesets.core.report import End
from rulesets.core.words import a, heading, listed, many, number, one_of, ordinal, plus, shown, signed, words_of


@pytest.mark.parametrize(
    ("count", "thing", "words"),
    [
        (1, "stand", "1 stand"),
        (2, "battery", "2 batteries"),
        (0, "hex", "0 hexes"),
        (3, "inch", "3 inches"),
        (2, "corps", "2 corps"),
        (2, "day", "2 days"),
        (5, "SP", "5 SP"),
    ],
)
def test_count_has_its_plural(count: int, thing: str, words: str) -> None:
    assert many(count, thing) == words


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (-2, "−2"),
        (1862, "1862"),
        (12_000, "12,000"),
        (Fraction(15, 2), "7 1/2"),
        (Fraction(-1, 4), "−1/4"),
        (Fraction(0), "0"),
        (22.5, "22.5"),
    ],
)
def test_number_reads_as_written_by_hand(value: int | float | Fraction, words: str) -> None:
    assert number(value) == words


def test_modifier_shows_its_sign() -> None:
    assert [signed(value) for value in (2, 0, -1)] == ["+2", "0", "−1"]
    assert [plus(value) for value in (2, 0, -1)] == ["+ 2", "+ 0", "− 1"]


def test_list_has_a_serial_comma() -> None:
    assert [listed(things) for things in ((), ("a",), ("a", "b"), ("a", "b", "c"))] == [
        "none",
        "a",
        "a and b",
        "a, b, and c",
    ]
    assert listed(["a", "b"], "or") == "a or b"


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (None, "none"),
        (True, "yes"),
        (End.DRIVEN_OFF, "driven off"),
        ("gap_road", "gap or road"),
        ("cp_left", "CP left"),
        ([1, -2, "spent"], "1, −2, and spent"),
        ("", "none"),
    ],
)
def test_value_is_in_words(value: object, words: str) -> None:
    assert words_of(value) == words


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ("many", "“many”"),
        ("-7", "−7"),
        (True, "true"),
        (None, "empty"),
        ("", "empty"),
        ({"a": 1}, "an object"),
        ([1], "a list"),
        ("x" * 50, "“" + "x" * 39 + "…”"),
    ],
)
def test_wrong_value_is_repeated_in_short(given: object, words: str) -> None:
    assert shown(given) == words


def test_fields_are_called_what_their_own_book_calls_them() -> None:
    books = ["civil_war", "napoleonic_fury", "action_cards", "regimental", ""]
    assert [heading("lost", book) for book in books] == ["SP lost", "stands lost", "steps lost", "lost", "lost"]


def test_words_are_the_same_before_their_book_is_loaded() -> None:
    code = "import sys; from rulesets.core.words import heading, spoken; "
    code += "print(spoken('theatre'), heading('cp', 'civil_war')); "
    code += "print({name.split('.')[1] for name in sys.modules if name.startswith('rulesets.')})"
    done = subprocess.run([sys.executable, "-c", code], text=True, capture_output=True, check=True)
    assert done.stdout == "theater command points\n{'core'}\n"


def test_article_ordinal_and_singular_fit_their_word() -> None:
    assert [a("army"), a("corps")] == ["an army", "a corps"]
    assert [ordinal(n) for n in (1, 2, 3, 4, 11, 21)] == ["1st", "2nd", "3rd", "4th", "11th", "21st"]
    assert [one_of(title) for title in ("Batteries", "Divisions outside any corps", "Corps")] == [
        "Battery",
        "Division outside any corps",
        "Corps",
    ]
