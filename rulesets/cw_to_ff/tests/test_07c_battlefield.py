"""7C: breastworks by hex and hexside."""

from typing import Any

import pytest

from rulesets.core.context import Context
from rulesets.core.registry import procedure

WORKS = "cw_to_ff.breastworks"


def works(stands: int, context: Context | None = None, **ground: Any) -> Any:
    return procedure(WORKS).run({"stands_on_table": stands, **ground}, None, context or Context()).result


@pytest.mark.rule("VG-7C1")
def test_7C1_forest_gives_breastworks_for_a_quarter() -> None:
    assert works(80, hex_terrain="forest").inches == 20


@pytest.mark.rule("VG-7C2")
@pytest.mark.parametrize("ground", [{"hex_terrain": "swamp"}, {"hexside_crossed": "gap_road"}])
def test_7C2_swamp_and_gap_give_half_and_forbid_flank_marches(ground: dict[str, Any]) -> None:
    result = works(60, **ground)
    assert (result.inches, result.flank_marches_forbidden) == (30, True)


@pytest.mark.rule("VG-7C3")
def test_7C3_unnavigable_river_gives_a_quarter_and_keeps_halves() -> None:
    assert works(90, hexside_crossed="unnavigable_river").inches == 22.5


@pytest.mark.rule("VG-7C4")
def test_7C4_navigable_river_gives_half_and_shares_add_up() -> None:
    assert works(80, hexside_crossed="navigable_river").inches == 40
    assert works(80, hexside_crossed="navigable_river", hex_terrain="forest").inches == 60


def test_shares_stop_at_100_percent_or_the_larger_by_ruling() -> None:
    assert works(80, hex_terrain="swamp", hexside_crossed="navigable_river").per_cent == 100
    largest = Context.of(switches={"R-24": "largest alone"})
    assert works(80, largest, hex_terrain="forest", hexside_crossed="navigable_river").inches == 40


def test_clear_ground_gives_no_breastworks() -> None:
    assert works(100).inches == 0
