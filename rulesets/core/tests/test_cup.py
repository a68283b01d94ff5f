"""Sealed dice, the throwing half: faces without bias, and nothing but the secret decides them."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesets.core.cup import DICE_IN_USE, Key, blinded_head, byte_stream, canonical, combine, map_faces, throw_faces
from rulesets.core.tests.cup_builder import ENTROPIES, SECRET, arrival

Mapper = Callable[[Iterable[int], int, int], tuple[int, ...]]
KEYS = st.builds(
    Key,
    st.text(max_size=9),
    st.lists(st.text(max_size=9), max_size=3).map(tuple),
    st.integers(0, 99),
    st.integers(0, 9),
)


def our_mapper(stream: Iterable[int], count: int, sides: int) -> tuple[int, ...]:
    return map_faces(stream, count=count, sides=sides)


def biased_mapper(stream: Iterable[int], count: int, sides: int) -> tuple[int, ...]:
    """What one writes first: every byte counts, so the low faces come more often."""
    return tuple(islice((byte % sides + 1 for byte in stream), count))


def unfairness(mapper: Mapper, sides: int) -> int:
    """Over all 256 bytes: how many more bytes lead to the commonest face than to the rarest."""
    led = Counter(face for byte in range(256) for face in mapper(iter([byte]), 1, sides))
    assert set(led) <= set(range(1, sides + 1))
    return max(led.values()) - min(led[face] for face in range(1, sides + 1))


@pytest.mark.parametrize("sides", DICE_IN_USE)
def test_each_result_comes_from_equally_many_bytes(sides: int) -> None:
    assert unfairness(our_mapper, sides) == 0


@pytest.mark.parametrize("sides", [n for n in DICE_IN_USE if 256 % n])
def test_biased_mapper_fails_the_same_test(sides: int) -> None:
    assert unfairness(biased_mapper, sides) > 0


@pytest.mark.parametrize("sides", DICE_IN_USE)
def test_only_bytes_beyond_the_largest_multiple_are_skipped(sides: int) -> None:
    assert len(map_faces(range(256), count=256, sides=sides)) == 256 - 256 % sides


@given(KEYS, st.integers(2, 256), st.integers(1, 80))
def test_key_always_gives_the_same_results(key: Key, sides: int, count: int) -> None:
    def once() -> tuple[int, ...]:
        return throw_faces(SECRET, cup="c1", entropies=ENTROPIES, key=key, count=count, sides=sides)

    assert once() == once()
    assert len(once()) == count
    assert set(once()) <= set(range(1, sides + 1))


@given(st.binary(min_size=32, max_size=32), st.binary(min_size=32, max_size=32))
def test_another_secret_gives_other_results(one: bytes, other: bytes) -> None:
    def faces(secret: bytes) -> tuple[int, ...]:
        return throw_faces(secret, cup="c1", entropies=ENTROPIES, key=arrival(), count=40, sides=10)

    assert (faces(one) == faces(other)) == (one == other)


def stream(**other: object) -> list[int]:
    given: dict[str, object] = {"secret": SECRET, "cup": "c1", "entropies": ENTROPIES, "key": arrival()} | other
    secret = given.pop("secret")
    found: Iterator[int] = byte_stream(secret, **given)  # type: ignore[arg-type]
    return list(islice(found, 64))


@pytest.mark.parametrize(
    "other",
    [
        {"cup": "c2"},
        {"entropies": [("CSA", "c5" * 32), ("USA", "absent")]},
        {"entropies": [("CSA", "c5" * 31 + "c4"), ENTROPIES[1]]},
        {"key": arrival("right")},
        {"key": arrival(turn=4)},
        {"key": arrival(k=1)},
        {"key": Key("VG-7B2", ("USA", "left"), 3)},
    ],
)
def test_cup_digits_and_key_change_the_roll(other: dict[str, object]) -> None:
    assert stream(**other) != stream()


def test_order_of_random_digits_does_not_matter() -> None:
    assert stream(entropies=ENTROPIES[::-1]) == stream()
    assert combine(ENTROPIES[::-1]) == [list(line) for line in ENTROPIES]


def test_thousand_results_are_spread_evenly() -> None:
    faces = throw_faces(SECRET, cup="c1", entropies=ENTROPIES, key=arrival(), count=6000, sides=6)
    chi_squared = sum((n - 1000) ** 2 / 1000 for n in Counter(faces).values())
    assert chi_squared < 20.5  # one in a thousand, five degrees of freedom; the throw is fixed


@pytest.mark.parametrize(("count", "sides"), [(0, 6), (1, 1), (1, 257)])
def test_roll_of_impossible_dice_is_refused(count: int, sides: int) -> None:
    with pytest.raises(ValueError, match="no throw"):
        throw_faces(SECRET, cup="c1", entropies=ENTROPIES, key=arrival(), count=count, sides=sides)


def head(**other: object) -> str:
    given: dict[str, object] = {"step": 1, "at": "turn 1", "head": "ab", "count": 2, "entropies": ENTROPIES} | other
    return blinded_head(SECRET, **given)  # type: ignore[arg-type]


def test_next_checkpoint_hides_that_nothing_was_rolled() -> None:
    assert head() != head(step=2)
    assert len({head(), head(head="ac"), head(count=3), head(entropies=ENTROPIES[:1]), head(at="turn 2")}) == 5


def test_canonical_spelling_is_ascii_without_spaces() -> None:
    assert canonical(["é\x7f\n\x01\U0001f3b2", 1, []]) == '["\\u00e9\\u007f\\n\\u0001\\ud83c\\udfb2",1,[]]'
