"""What the map page says of terrain and hexsides: the tables' own numbers, and a campaign's where it has others."""

import pytest

from rulesets.civil_war.going import ground, hexside, high_water
from rulesets.core.context import BY_THE_BOOK, Context, Override
from rulesets.core.sheet import TERRAINS
from rulesets.core.sheet_words import Crossing


def said(effects: object) -> list[tuple[str, str]]:
    return [(effect.figure, effect.cites) for effect in effects]  # type: ignore[attr-defined]


@pytest.mark.rule("CW-MOVE")
@pytest.mark.parametrize("terrain", TERRAINS)
def test_every_terrain_says_what_it_costs(terrain: str) -> None:
    assert said(ground(terrain, BY_THE_BOOK))[0] == ({"swamp": "2 MP", "sea": "closed"}.get(terrain, "1 MP"), "CW-4.2")


@pytest.mark.rule("CW-SHIFT")
def test_attacks_are_shifted_by_terrain_and_hexside() -> None:
    assert said(ground("swamp", BY_THE_BOOK))[1] == ("2 columns left", "CW-3.3")
    crossed = hexside(Crossing("clear", "unnavigable_river", "Hatchie"), BY_THE_BOOK, ferry=False)
    assert said(crossed) == [("+1 MP", "CW-H-1"), ("1 column left", "CW-3.3")]


def test_open_side_says_nothing_and_closed_ones_say_so() -> None:
    assert hexside(Crossing("clear"), BY_THE_BOOK, ferry=False) == ()
    for kind in ("ridge", "estuary"):
        assert said(hexside(Crossing("clear", kind), BY_THE_BOOK, ferry=False))[0][0] == "closed"
    assert said(hexside(Crossing("clear"), BY_THE_BOOK, ferry=True)) == [("all MP", "CW-H-3")]


def test_campaign_with_its_own_numbers_reads_them() -> None:
    house = Context.of([Override("civil_war.terrain_costs", "forest", "", 2, "ours", "denser")], {}, {})
    assert said(ground("forest", house))[0][0] == "2 MP"


@pytest.mark.rule("CW-CAL")
@pytest.mark.parametrize(
    ("choice", "found"), [("by season", (True, False)), ("always", (True, True)), ("never", (False, False))]
)
def test_water_follows_the_season_or_the_campaigns_choice(choice: str, found: tuple[bool, bool]) -> None:
    house = Context(switches={"R-101": choice})
    assert tuple(high_water(season, house) for season in ("May-Jun", "Jul-Aug")) == found
