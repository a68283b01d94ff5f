"""CW-4.4, 4.5, and H-9 to H-11: supply, victory points, election, and victory."""

import csv
from pathlib import Path
from typing import Any

import pytest

from rulesets.civil_war import tables as t
from rulesets.core.context import Context
from rulesets.core.errors import IllegalOrder
from rulesets.core.registry import procedure


def supply(*lines: dict[str, Any], side: str = "CSA", **inputs: Any) -> Any:
    return procedure("civil_war.supply").run({"side": side, "lines": list(lines), **inputs}).result


def line(to: str, hexes: int, **more: Any) -> dict[str, Any]:
    return {"to": to, "hexes": hexes, "points_joined": 9, **more}


@pytest.mark.rule("CW-SUPPLY")
class Test_4_4_supply:
    @pytest.mark.parametrize(("to", "most"), [("depot", 4), ("rail", 2)])
    def test_each_line_has_its_length(self, to: str, most: int) -> None:
        assert supply(line(to, most)).in_supply
        assert not supply(line(to, most + 1)).in_supply

    @pytest.mark.parametrize(
        ("production", "depot", "rail"), [(100, 4, 2), (70, 4, 2), (69, 3, 2), (50, 3, 2), (49, 3, 1), (0, 3, 1)]
    )
    def test_southern_lines_shrink_with_imports(self, production: int, depot: int, rail: int) -> None:
        for to, most in (("depot", depot), ("rail", rail)):
            assert supply(line(to, most), production=production).in_supply
            assert not supply(line(to, most + 1), production=production).in_supply
        assert supply(line("depot", 4), side="USA", production=production).in_supply

    @pytest.mark.parametrize(("points", "sources", "fed"), [(9, 0, True), (8, 0, False), (0, 1, True), (0, 0, False)])
    def test_network_needs_cities_worth_9_or_a_supply_source(self, *, points: int, sources: int, fed: bool) -> None:
        got = supply(line("rail", 0, points_joined=points, sources_joined=sources))
        assert got.in_supply == fed

    def test_port_supplies_the_union_until_the_naval_war(self) -> None:
        port = {"to": "port", "hexes": 4, "points_joined": 9}
        assert supply(port, side="USA").in_supply
        assert not supply({**port, "points_joined": 8}, side="USA").in_supply
        assert not supply({**port, "hexes": 5}, side="USA").in_supply
        assert not supply(port, side="USA", naval_war=True).in_supply
        assert not supply(port, side="CSA").in_supply

    def test_source_feeds_like_a_depot_unless_switched_off(self) -> None:
        source = {"side": "CSA", "lines": [{"to": "source", "hexes": 4, "sources_joined": 1}]}
        run = procedure("civil_war.supply").run
        assert run(source).result.in_supply
        assert not run(source, context=Context.of(switches={"H-17": "sources are only rail"})).result.in_supply

    def test_enemy_in_the_way_blocks_the_line(self) -> None:
        assert not supply(line("rail", 1, blocked=True)).in_supply

    def test_one_good_line_supplies_and_all_faults_are_named(self) -> None:
        got = supply(line("depot", 5, name="Corinth"), line("rail", 2, name="Mobile & Ohio"))
        assert (got.in_supply, got.by) == (True, "Mobile & Ohio")
        out = supply(line("depot", 5), line("rail", 3))
        assert (out.demoralized_after_combat, len(out.why_not)) == (True, 2)
        assert supply().demoralized_after_combat


def score(turn: int = 5, context: Context | None = None, **inputs: Any) -> Any:
    return procedure("civil_war.victory").run({"turn": turn, **inputs}, context=context or Context()).result


def held(union: int) -> dict[str, Any]:
    """Give the Union this many points in parts of states, never a whole one."""
    states = []
    for state, points in t.STATES.rows.items():
        part = min(union, points[0] - 1)
        union -= part
        states.append({"state": state, "union": part})
    assert union == 0
    return {"states": states}


def test_states_add_up_as_sourced() -> None:
    totals = {state: points[0] for state, points in t.STATES.rows.items()}
    assert sum(totals.values()) - totals["KY"] - totals["MO"] - totals["WV"] == 99
    by_place: dict[str, int] = {}
    for name, state in t.STATE_OF.items():
        by_place[state] = by_place.get(state, 0) + t.PLACES.at(name)
    assert {state: by_place[state] for state in totals} == totals
    assert sum(by_place.values()) == sum(totals.values())


@pytest.mark.rule("CW-VP")
class Test_4_5_points:
    @pytest.mark.parametrize(
        ("place", "points"),
        [("Richmond VA", 5), ("New Orleans", 4), ("Atlanta", 3), ("Vicksburg", 2), ("Dalton", 1), ("Washington", 0)],
    )
    def test_places_score_for_their_holder(self, place: str, points: int) -> None:
        assert score(places=[{"name": place, "by": "USA"}]).union == points
        assert score(places=[{"name": place, "by": "CSA"}]).lead == -points

    @pytest.mark.parametrize("state", list(t.STATES.rows))
    def test_whole_state_counts_double(self, state: str) -> None:
        points = t.STATES.at(state)
        assert score(states=[{"state": state, "union": points}]).union == 2 * points
        assert score(states=[{"state": state, "confederate": points}]).confederate == 2 * points
        assert score(states=[{"state": state, "union": points - 1}]).union == points - 1
        shared = score(states=[{"state": state, "union": points - 1, "confederate": 1}])
        assert (shared.union, shared.confederate, shared.doubled) == (points - 1, 1, ())

    def test_places_add_to_points_counted_by_hand(self) -> None:
        got = score(states=[{"state": "AL", "union": 6}], places=[{"name": "Mobile", "by": "USA"}])
        assert (got.union, got.doubled) == (16, ("AL",))

    def test_neutral_kentucky_scores_for_nobody(self) -> None:
        kentucky = [{"state": "KY", "union": 3}]
        assert (score(states=kentucky).union, score(states=kentucky, kentucky_neutral=True).union) == (3, 0)

    def test_excess_points_unknown_places_and_duplicates_are_refused(self) -> None:
        with pytest.raises(IllegalOrder, match="FL must be 5 VP or less, not 6"):
            score(states=[{"state": "FL", "union": 5, "confederate": 1}])
        with pytest.raises(IllegalOrder, match="Gotham is not a place"):
            score(places=[{"name": "Gotham", "by": "USA"}])
        with pytest.raises(IllegalOrder, match="Places: Mobile is listed twice"):
            score(places=[{"name": "Mobile", "by": "USA"}, {"name": "Mobile", "by": "CSA"}])

    @pytest.mark.parametrize(
        ("lead", "verdict"),
        [
            (0, "Confederate decisive victory"),
            (24, "Confederate decisive victory"),
            (25, "Confederate substantial victory"),
            (49, "Confederate substantial victory"),
            (50, "Confederate marginal victory"),
            (74, "Confederate marginal victory"),
            (75, "Union marginal victory"),
            (99, "Union marginal victory"),
            (100, "Union substantial victory"),
            (121, "Union substantial victory"),
        ],
    )
    def test_every_edge_of_victory_reads_its_row(self, lead: int, verdict: str) -> None:
        got = score(19, **held(lead))
        assert (got.lead, got.verdict, got.war_over) == (lead, verdict, True)

    def test_extreme_scores_are_decisive(self) -> None:
        all_of_it = [{"state": state, "union": points[0]} for state, points in t.STATES.rows.items()]
        assert score(19, states=all_of_it).verdict == "Union decisive victory"
        assert t.VICTORY.at(124) == "Union substantial victory"
        assert t.VICTORY.at(125) == "Union decisive victory"
        assert score(19, states=[{"state": "VA", "confederate": 16}]).verdict == "Confederate decisive victory"

    @pytest.mark.parametrize(("points", "won"), [(49, False), (50, True)])
    def test_lincoln_needs_50_points_on_turn_17(self, *, points: int, won: bool) -> None:
        got = score(17, **held(points))
        assert (got.verdict == "Lincoln is reelected", got.war_over) == (won, not won)

    def test_election_counts_points_not_the_lead(self) -> None:
        states = [
            {"state": "TN", "union": 16},
            {"state": "KY", "union": 13},
            {"state": "VA", "union": 5, "confederate": 11},
        ]
        assert score(17, states=states).verdict == "Lincoln is reelected"

    def test_ruling_lets_the_war_continue(self) -> None:
        goes_on = Context(switches={"R-117": "the war goes on"})
        assert not score(17, goes_on).war_over

    @pytest.mark.parametrize("turn", [1, 16, 18])
    def test_other_turns_have_no_verdict(self, turn: int) -> None:
        assert (score(turn, **held(80)).verdict, score(turn).war_over) == ("", False)


def test_every_counter_has_ratings_seniority_and_a_mark() -> None:
    """CW-2.4 and L-5."""
    data = Path(t.__file__).parents[1] / "data"
    with (data / "cw_leaders.csv").open(encoding="utf-8", newline="") as rows:
        counters = list(csv.DictReader(rows))
    assert len(counters) == len(t.LEADERS.rows) == len(t.SENIORITY.rows) == 275
    assert t.LEADERS.rows.keys() == t.SENIORITY.rows.keys()
    assert [t.LEADERS.at("CSA R.E. Lee 3", what) for what in ("initiative", "command", "arm")] == [2, 3, "infantry"]
    assert t.LEADERS.at("CSA Stuart 1", "arm") == "cavalry"
    assert t.LEADERS.at("USA Foote 2", "arm") == "naval"
    assert sum(t.LEADERS.cell(key, "initiative").mark.value == "sourced" for key in t.LEADERS.rows) == 15
