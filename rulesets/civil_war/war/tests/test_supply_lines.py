"""H-17: the line that a side is shown is a real path of the networks in its view, and what cuts it is named."""

from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulesets.civil_war.war import State, view
from rulesets.civil_war.war.network import SOURCE, Supplies, passages
from rulesets.civil_war.war.scenario import SIDES
from rulesets.civil_war.war.supply_lines import Leg, Line, cut_by, line_of
from rulesets.civil_war.war.tests.builders import at, opening
from rulesets.civil_war.war.tests.test_two_worlds import states
from rulesets.civil_war.war.world import Sight
from rulesets.civil_war.words import Side

pytestmark = pytest.mark.rule("CW-SUPPLY", "CW-H-17")


def supplies(state: State, side: Side) -> Supplies:
    return view(state, side).supplies


def is_open(lines: Supplies, leg: Leg) -> bool:
    """Return whether each step of a leg is one that the ruling allows."""
    rails, joined = lines.rail_hexes, lines.ground.joined_by_rail
    if leg.by == "water":
        one, other = (lines.waters.get(here, frozenset()) for here in leg.path)
        return not one.isdisjoint(other)
    if leg.by == "rail":
        return all({here, to} <= rails and to in joined[here] for here, to in pairwise(leg.path))
    over_land = passages(lines.world)
    return all(to in over_land[here] and to not in lines.known.enemy_at for here, to in pairwise(leg.path))


class Test_H_17_lines:
    def test_landing_is_fed_by_the_river(self) -> None:
        line = line_of(supplies(opening(), "USA"), at("Pittsburg Landing"))
        assert line is not None
        assert line.legs[-1].by == "water"
        assert line.ends[0] == SOURCE

    def test_hex_next_to_rail_walks_to_it_first(self) -> None:
        lines = supplies(opening(), "CSA")
        beside = sorted(here for here in lines.fed if here not in lines.joined)
        line = line_of(lines, beside[0])
        assert line is not None
        assert (line.legs[0].by, line.legs[0].path[0]) == ("land", beside[0])

    def test_hex_out_of_supply_has_no_line(self) -> None:
        lines = supplies(opening(), "USA")
        out = sorted(lines.world.graph.ids - lines.fed - lines.known.enemy_at)
        assert out
        assert all(line_of(lines, here) is None for here in out)

    def test_enemy_that_cuts_the_line_is_named(self) -> None:
        lines = supplies(opening(), "CSA")
        around = frozenset(lines.world.graph.near(at("Tupelo")))
        ringed = replace(lines, known=replace(lines.known, enemy_at=lines.known.enemy_at | around))
        assert at("Tupelo") in lines.fed
        assert at("Tupelo") not in ringed.fed
        assert len((cut_by(ringed, at("Tupelo")) or frozenset()) & around) == 1

    def test_nothing_cuts_what_no_line_reaches(self) -> None:
        lines = supplies(opening(), "USA")
        nowhere = replace(lines, depots=frozenset(), known=replace(lines.known, held={}))
        assert cut_by(nowhere, at("Corinth")) is None


@pytest.mark.parametrize("sight", ["board", "near"])
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_line_is_a_real_path_of_the_views_network(sight: Sight, data: Any) -> None:
    state = data.draw(st.sampled_from(states(sight)))
    lines = supplies(state, data.draw(st.sampled_from(SIDES)))
    here = data.draw(st.sampled_from(sorted(lines.world.graph.ids)))
    line = line_of(lines, here)
    assert (line is not None) == lines.answer(here).in_supply
    assert here in lines.known.enemy_at or (line is not None) == (here in lines.fed)
    if line is not None:
        _check(lines, here, line)


def _check(lines: Supplies, here: str, line: Line) -> None:
    (net,) = [net for net in lines.live if line.joins in net.nodes]
    assert line.joins[0] == lines.answer(here).by
    assert line.ends in net.nodes
    assert (line.ends[0] == SOURCE) == bool(net.sources)
    path = [hex_ for leg in line.legs for hex_ in leg.path] or [here]
    assert (path[0], path[-1]) == (here, line.ends[1])
    assert all(one.path[-1] == two.path[0] for one, two in pairwise(line.legs))
    assert all(is_open(lines, leg) for leg in line.legs)
