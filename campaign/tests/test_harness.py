"""The harness's choices: which facts share a world, and which ids are tried."""

from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from campaign.tests.harness import worlds
from campaign.tests.harness.bundles import FULL, LINKED, bundles_of, single_bundles
from campaign.tests.harness.pairs import Apart, Pair, Play
from campaign.tests.harness.rotation import in_turn, rotated
from campaign.tests.harness.routes import CAMPAIGN, Filler, Met, Truth
from campaign.tests.harness.tally import KNOWN_TO, OPTIONS, Tally
from campaign.tests.harness.world import World
from campaign.tests.harness.worlds import Anybody
from campaign.tests.urlconf import NOWHERE, Route

pytest_plugins = ["pytester"]
BLIND = ("anonymous", "observer")
HERE = "a" * 16


def nothing(world: World) -> None:
    """Do nothing in a step."""


PLAY = Play("play", nothing, {"first": nothing, "second": nothing, "third": nothing})


def fact(name: str, *, blind: tuple[str, ...] = BLIND, since: str = "first", until: str = "third") -> Pair:
    return Pair(name, blind, ("table.column",), since, until)


# Bundles.


def test_facts_of_one_blind_set_share_a_bundle() -> None:
    one, other, strange = fact("one"), fact("other", blind=BLIND[::-1]), fact("strange", blind=BLIND[:1])
    assert [bundle.facts for bundle in bundles_of(PLAY, [one, strange, other])] == [(one, other), (strange,)]


def test_number_of_worlds_does_not_grow_with_secrets() -> None:
    bundles = bundles_of(PLAY, [fact(f"fact {n}") for n in range(100)])
    assert [len(bundle.stages) for bundle in bundles] == [1]


def test_colliding_facts_are_kept_apart() -> None:
    facts = [fact("one"), fact("other"), fact("third")]
    bundles = bundles_of(PLAY, facts, [Apart("other", ("one",), "They collide.")])
    assert [bundle.facts for bundle in bundles] == [(facts[0], facts[2]), (facts[1],)]
    bundles = bundles_of(PLAY, facts, [Apart("other", (), "It collides with all others.")])
    assert [bundle.facts for bundle in bundles] == [(facts[0], facts[2]), (facts[1],)]


def test_revealed_fact_is_left_out_of_later_worlds() -> None:
    short, long = fact("short", until="first"), fact("long")
    (bundle,) = bundles_of(PLAY, [short, long])
    assert [(stage.facts, [*stage.looks]) for stage in bundle.stages] == [
        ((short, long), ["first"]),
        ((long,), ["second", "third"]),
    ]


def test_blind_viewers_take_turns_at_every_url_and_insiders_at_links() -> None:
    """Two facts have their full step at "first" and "second": others request every URL at each."""
    (bundle,) = bundles_of(PLAY, [fact("one", until="second"), fact("other", since="second")])
    looks = bundle.stages[0].looks
    assert [set(viewers.values()) for viewers in looks.values()] == [{FULL}, {FULL}]
    assert looks["first"].keys() < {*BLIND} > looks["second"].keys()
    assert looks["first"].keys().isdisjoint(looks["second"])
    assert [*bundle.stages[1].looks["third"].items()] == [("observer", LINKED)]


def test_soak_lets_every_blind_viewer_request_every_url(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(OPTIONS, "soak", True)
    (bundle,) = bundles_of(PLAY, [fact("one", until="second")])
    assert bundle.stages[0].looks == {"first": dict.fromkeys(BLIND, FULL), "second": {"observer": LINKED}}


def test_every_value_has_its_turn() -> None:
    values = ["a", "b", "c", "d", "e"]
    turns = [in_turn(values, 2, "letters", step) for step in range(5)]
    assert {len(turn) for turn in turns} == {3}
    assert all({*one, *other} == {*values} for one, other in pairwise(turns))


def test_soak_plants_each_fact_by_itself() -> None:
    bundles = single_bundles(PLAY, [fact("one"), fact("other")])
    assert [bundle.facts for bundle in bundles] == [(fact("one"),), (fact("other"),)]
    assert all(bundle.name.startswith(KNOWN_TO) for bundle in bundles)


# Ids.


def rows(count: int, *kind: str) -> dict[str, tuple[str, ...]]:
    return {f"{len(kind)}{n:015x}": kind for n in range(count)}


ROUTE = Route("/c/<id:campaign_id>/map/force/<id:force_id>/")
FORCES = rows(50, "USA") | rows(50, "CSA", "hidden")


def tried(met: Met, truth: Truth, route: Route = ROUTE) -> set[str]:
    urls = Filler(met, truth, Met(HERE), about="test").urls(route)
    return {url.rstrip("/").rpartition("/")[2] for url in urls}


def test_two_rows_of_each_kind_are_tried_starting_with_met_rows() -> None:
    met = Met(HERE, {f"1{40:015x}", f"1{41:015x}"})
    assert tried(met, Truth({"war_force": FORCES})) >= {*met.ids, f"2{0:015x}", f"2{1:015x}"}


def test_number_of_ids_does_not_grow_with_rows() -> None:
    met = Met(HERE, set(FORCES))
    few, many = ({**rows(count, "USA"), **rows(count, "CSA", "hidden")} for count in (10, 1000))
    assert len(tried(met, Truth({"war_force": few}))) == len(tried(met, Truth({"war_force": many}))) <= 8


def test_every_differing_row_is_tried() -> None:
    relevant = frozenset(f"2{n:015x}" for n in range(20, 30))
    assert tried(Met(HERE), Truth({"war_force": FORCES}, relevant={"war_force": relevant})) >= relevant


def test_limit_of_a_kind_leaves_room_for_one_row_that_is_the_same() -> None:
    differing, met = frozenset(f"2{n:015x}" for n in range(20, 30)), f"2{5:015x}"
    truth = Truth({"war_force": FORCES}, relevant={"war_force": differing}, most=3)
    found = {row for row in tried(Met(HERE, {met}), truth) if row.startswith("2")}
    assert (len(found & differing), found - differing) == (2, {met})


def test_limit_of_a_kind_lets_every_differing_row_have_its_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    differing, seen = frozenset(f"2{n:015x}" for n in range(20, 24)), set[str]()
    for n in range(20):
        monkeypatch.setattr(OPTIONS, "rotation", f"seed {n}")
        seen |= tried(Met(HERE), Truth({"war_force": FORCES}, relevant={"war_force": differing}, most=3))
    assert seen >= differing


def test_soak_knows_no_limit_of_a_kind() -> None:
    truth = Truth({"war_force": FORCES}, thorough=True, most=3)
    assert tried(Met(HERE, set(FORCES)), truth) == {*FORCES, NOWHERE}


def test_fixed_case_is_always_tried() -> None:
    fixed = frozenset({f"2{33:015x}"})
    assert tried(Met(HERE), Truth({"war_force": FORCES}, fixed={(ROUTE.text, "force_id"): fixed})) >= fixed


def test_soak_tries_every_met_row() -> None:
    assert tried(Met(HERE, set(FORCES)), Truth({"war_force": FORCES}, thorough=True)) == {*FORCES, NOWHERE}


def test_seed_alone_decides_the_rotation(monkeypatch: pytest.MonkeyPatch) -> None:
    met, truth = Met(HERE, set(FORCES)), Truth({"war_force": FORCES})
    seen = []
    for seed in ("one", "other", "one"):
        monkeypatch.setattr(OPTIONS, "rotation", seed)
        seen.append(tried(met, truth))
    assert seen[0] == seen[2] != seen[1]
    assert len(rotated(FORCES, 3, "purpose")) == 3


def test_each_recorded_table_is_paired_with_its_own_rows() -> None:
    route = Route("/c/<id:campaign_id>/rows/<str:table>/<id:row_id>/")
    truth = Truth({"war_force": rows(9, "USA"), "war_leader": rows(9, "CSA", "hidden"), "campaign_user": rows(9)})
    urls = Filler(Met(HERE), truth, Met(HERE)).urls(route)
    assert f"/c/{HERE}/rows/war_force/1{0:015x}/" in urls
    assert f"/c/{HERE}/rows/war_leader/2{0:015x}/" in urls
    assert not any("campaign_user" in url for url in urls)
    assert CAMPAIGN in route.arguments


# What anybody has met.


def test_whoever_is_not_observed_looks_around_at_first_and_then_in_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[str] = []

    def look(_world: World, who: str, met: Met) -> None:
        looked.append(who)
        met.ids.add(who)

    monkeypatch.setattr(worlds, "look", look)
    club = SimpleNamespace(users=["umpire", "union", "union_west", "observer"])
    world: Any = SimpleNamespace(club=club, campaign=HERE)
    anybody, observed, turns = Anybody(), {"observer": Met(HERE, {"seen"})}, list[list[str]]()
    for _ in range(4):
        found = anybody.has_met(world, observed)
        turns.append([*looked])
        looked.clear()
    assert turns[0] == ["umpire", "union", "union_west"]
    assert sorted(who for turn in turns[1:] for who in turn) == ["umpire", "union", "union_west"]
    assert found.ids == {"seen", "umpire", "union", "union_west"}


# The summary of a run.


def test_counts_of_tests_are_added_up() -> None:
    before, after = Tally(3, 1, ["a leak"], 2), Tally(1203, 3, ["a leak", "another leak"], 42)
    assert (
        str(after.since(before)) == "1,200 requests, 40 pages alike by what they read, 2 worlds, 1 planted leaks found"
    )
    assert before + after.since(before) == after
    assert not before.since(before)


PLANTED = """
import os, pytest
from campaign.tests.harness.tally import OPTIONS, TALLY

@pytest.mark.parametrize("name", ["one leak", "another leak"])
def test_leak(name):
    assert (OPTIONS.rotation, OPTIONS.soak) == ("abc", True)
    TALLY.requests += 600
    TALLY.worlds += 2
    TALLY.found.append(name)
"""


@pytest.mark.parametrize("workers", ["0", "2"])
def test_run_prints_counts_leaks_and_seed(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, workers: str
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[2]))
    pytester.makepyfile(PLANTED)
    options = ("-p", "campaign.tests.harness.plugin", "-p", "no:django", "-n", workers)
    run = pytester.runpytest_subprocess(*options, "--rotation", "abc", "--soak")
    run.assert_outcomes(passed=2)
    run.stdout.fnmatch_lines(
        ["1,200 requests, 0 pages * 4 worlds, 2 planted leaks found; rotation abc", "  another leak"]
    )


ORDERED = """
import os

import pytest

pytestmark = pytest.mark.harness

@pytest.mark.parametrize("leak", [1, 2, 3])
def test_leak(leak): pass

def test_canary(): pass

@pytest.mark.parametrize("bundle", ["known to one", "known to two", "known to one, two"])
def test_bundle(bundle):
    print(f"in {os.environ.get('PYTEST_XDIST_WORKER')}")
"""


def test_bundles_run_first_and_tests_of_many_cases_last(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = run_ordered(pytester, monkeypatch)
    run.stdout.fnmatch_lines(["*test_bundle?known to one*", "*test_bundle?known*", "*test_canary*", "*test_leak?1*"])


def test_bundles_of_a_play_run_in_one_process(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    run = run_ordered(pytester, monkeypatch, "-n", "2", "--dist", "loadgroup", "-rP")
    assert len({line for line in run.outlines if line.startswith("in gw")}) == 1


def run_ordered(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, *options: str) -> pytest.RunResult:
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[2]))
    pytester.makepyfile(test_order=ORDERED)
    plugins = ("-p", "campaign.tests.harness.plugin", "-p", "no:django")
    run = pytester.runpytest_subprocess(*plugins, "--rotation", "abc", "-v", *options)
    run.assert_outcomes(passed=7)
    return run


def test_seed_defaults_to_the_tree_fingerprint(request: pytest.FixtureRequest) -> None:
    assert request.config.getoption("rotation") == OPTIONS.rotation != ""
