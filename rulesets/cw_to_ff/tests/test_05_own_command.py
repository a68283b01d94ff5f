"""Which forces a command can form for a flank march (VG-5A, 5B)."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesets.cw_to_ff.named_order import NamedBrigade
from rulesets.cw_to_ff.own_command import Command, Fielded, can_be_formed
from rulesets.cw_to_ff.state import Arm, Quality, Rank
from rulesets.cw_to_ff.strength import nearest


def command(*divisions: tuple[tuple[int, Fraction], ...]) -> Command:
    """Return a command of divisions, each of brigades with their stands and nominal stands."""
    brigades = (
        Fielded(f"d{d}b{b}", f"d{d}", NamedBrigade("", "", Quality.GREEN, Arm.INFANTRY, stands), nominal)
        for d, division in enumerate(divisions)
        for b, (stands, nominal) in enumerate(division)
    )
    return Command("x", Rank.CORPS, "", tuple(brigades), ())


def forces(whole: Command) -> Iterator[tuple[Fielded, ...]]:
    for count in range(1, len(whole.brigades) + 1):
        yield from combinations(whole.brigades, count)


BRIGADES = st.integers(1, 12).map(lambda stands: (stands, Fraction(stands)))
DIVISIONS = st.lists(st.lists(BRIGADES, min_size=1, max_size=4).map(tuple), min_size=1, max_size=3)


@pytest.mark.rule("VG-5A")
@pytest.mark.rule("VG-5B")
@given(DIVISIONS, st.integers(1, 20), st.integers(0, 20), st.integers(0, 40), st.integers(1, 2))
def test_search_agrees_with_every_force_tried(
    divisions: list[tuple[tuple[int, Fraction], ...]], least: int, more: int, may_march: int, needed: int
) -> None:
    whole, most = command(*divisions), least + more
    tried = any(
        least <= nearest(sum((each.nominal for each in force), Fraction(0))) <= most
        and sum(each.brigade.stands for each in force) <= may_march
        and len({each.division for each in force}) >= needed
        for force in forces(whole)
    )
    assert can_be_formed(whole, least=least, most=most, may_march=may_march, divisions=needed) == tried


@pytest.mark.rule("VG-5B")
def test_worn_command_is_as_large_as_it_was() -> None:
    worn = command(((6, Fraction(10)), (6, Fraction(10))))
    assert can_be_formed(worn, least=20, most=40, may_march=12, divisions=1)
    assert not can_be_formed(worn, least=20, most=40, may_march=11, divisions=1)
