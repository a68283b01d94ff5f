"""Checks of every rule and ruling of this book, and properties that hold for any input."""

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from rulesets import regimental
from rulesets.core.context import Context
from rulesets.core.coverage import catalogue
from rulesets.core.dice import ChanceDice
from rulesets.core.registry import procedures, rulings, tables
from rulesets.regimental.extras import in_key
from rulesets.regimental.tests.helpers import from_schema, result
from rulesets.tests.answers import REFUSALS, answer_of
from rulesets.tests.speech import faults_of, sentence_faults

PROCEDURES = procedures("regimental")
WITH_DICE = [name for name, each in PROCEDURES.items() if each.odds_way.name != "no dice"]
RULINGS = rulings("regimental")
CHOICES = {ruling.id: st.sampled_from(ruling.options) for ruling in RULINGS.values() if ruling.options}
often = settings(max_examples=50, deadline=None, suppress_health_check=list(HealthCheck))
of_each = settings(often, max_examples=20)
PROMISED = {
    *("scale", "command", "fallen_leader", "formation", "maneuver_modifiers", "combat_modifiers"),
    *("lying_down", "disordered_battery", "targets", "leader_quality", "obstacles", "rapid_move"),
    *("passage_of_lines", "charge", "weapons", "fire_points", "artillery_fire_points", "low_ammunition"),
    *("flank_fire", "sniper", "surprise_fire", "surprise_attack", "captured_guns", "prolonge"),
    *("over_friends", "building", "fog", "darkness", "skirmishers", "works"),
    *("maneuver", "fire", "combat"),
}


def test_book_has_the_rules_that_it_promises() -> None:
    assert set(PROCEDURES) == {f"regimental.{name}" for name in PROMISED}


def test_every_row_of_the_catalogue_is_carried_out() -> None:
    wanted = {rule for rule, milestone in catalogue().items() if rule.startswith("RG-") and milestone == "books2"}
    assert {rule for each in PROCEDURES.values() for rule in each.rules} == wanted


def test_every_table_is_used() -> None:
    named = {table for each in PROCEDURES.values() for table in each.tables}
    assert {table for table in named if table.startswith("regimental.")} == set(tables("regimental"))


@pytest.mark.parametrize("ruling", RULINGS.values(), ids=lambda ruling: ruling.id)
def test_ruling_is_named_where_it_is_applied(ruling: Any) -> None:
    here = Path(regimental.__file__).parent
    chapters = [path.read_text() for path in here.rglob("*.py") if path.stem != "rulings" and "tests" not in path.parts]
    assert any(re.search(rf"R[-_]{ruling.id[2:]}\b", text) for text in chapters)


@pytest.mark.parametrize(
    ("name", "key"), [("7th Va.", "7th Va."), ("Zoé \U0001f40e\x00", "Zoe "), ("x" * 40, "x" * 40)]
)
def test_name_is_plain_letters_in_the_roll_key(name: str, key: str) -> None:
    assert in_key(name) == key


@cache
def inputs_to(name: str) -> st.SearchStrategy[Any]:
    return from_schema(PROCEDURES[name].schema())


@pytest.mark.parametrize("name", PROCEDURES)
@of_each
@given(data=st.data())
def test_any_input_gives_a_result_or_a_cited_sentence(name: str, data: st.DataObject) -> None:
    each, context = PROCEDURES[name], Context.of(switches=data.draw(st.fixed_dictionaries(CHOICES)))
    inputs, seed = data.draw(inputs_to(name)), data.draw(st.integers(0, 999))
    outcome = answer_of(lambda: each.run(inputs, ChanceDice(seed), context))
    if isinstance(outcome, REFUSALS):
        assert sentence_faults(outcome.sentence) == []
        assert outcome.cites.startswith(("RG-", "FF-"))
        return
    assert faults_of(str(outcome.result)) == []
    assert outcome.steps
    assert [step for step in outcome.steps if sentence_faults(step.says)] == []
    assert {step.table for step in outcome.steps if step.table} <= set(each.tables)
    assert each.run(inputs, ChanceDice(seed), context) == outcome


@pytest.mark.parametrize("name", WITH_DICE)
@of_each
@given(data=st.data())
def test_odds_add_up_to_one_and_include_every_roll(name: str, data: st.DataObject) -> None:
    each, context = PROCEDURES[name], Context.of(switches=data.draw(st.fixed_dictionaries(CHOICES)))
    inputs = data.draw(inputs_to(name))
    found = answer_of(lambda: each.odds(inputs, context))
    assume(not isinstance(found, REFUSALS))
    exact = found.chances
    floats = each.odds(inputs, context, exact=False).chances
    assert sum(exact.values()) == 1
    assert max(abs(floats[end] - chance) for end, chance in exact.items()) <= 1e-12
    assert exact[each.run(inputs, ChanceDice(data.draw(st.integers(0, 99))), context).result] > 0


@often
@given(st.sampled_from([("stands", "men"), ("inches", "yards"), ("turns", "minutes")]), st.integers(1, 2000))
def test_scale_comes_back_to_where_it_began(pair: tuple[str, str], amount: int) -> None:
    there, back = pair
    assert (
        result("scale", {"of": back, "amount": result("scale", {"of": there, "amount": amount}).nearest}).nearest
        == amount
    )


@often
@given(st.data())
def test_one_more_stand_never_fires_less(data: st.DataObject) -> None:
    firer = {"stands": data.draw(st.integers(1, 39)), "range_inches": data.draw(st.integers(0, 96)) / 4}
    firer |= {flag: data.draw(st.booleans()) for flag in ("lying_down", "skirmishers", "surprised")}
    fewer, more = (result("fire_points", {"firers": [{**firer, "stands": firer["stands"] + n}]}).points for n in (0, 1))
    assert more - fewer in (0, 1)


@often
@given(st.integers(0, 180), st.sampled_from(["canister", "double canister", "shrapnel", "shell", "shot"]), st.data())
def test_no_round_beats_the_best(quarters: int, kind: str, data: st.DataObject) -> None:
    gun = data.draw(st.sampled_from(["12-pdr smoothbore", "3-inch rifle", "6-pdr smoothbore"]))
    section = {"gun": gun, "sections": 2, "range_inches": quarters / 4}
    asked = {"guns": [{**section, "ammunition": kind}]}
    found = answer_of(lambda: result("artillery_fire_points", asked))
    assume(not isinstance(found, REFUSALS))
    assert found.points <= result("artillery_fire_points", {"guns": [section]}).points


@often
@given(st.sampled_from(["good order", "disordered"]), st.integers(-20, 19), st.integers(1, 10))
def test_better_modifiers_never_make_a_passage_worse(condition: str, modifiers: int, die: int) -> None:
    asked = {"condition": condition, "passing_disordered": True}
    worse, better = (result("passage_of_lines", {**asked, "modifiers": modifiers + n}, die) for n in (0, 1))
    assert better.stands_that_skedaddle <= worse.stands_that_skedaddle or worse.quits_the_field
    assert better.inches_back <= worse.inches_back or worse.quits_the_field
    assert better.quits_the_field <= worse.quits_the_field


@often
@given(st.integers(1, 40), st.sampled_from(["infantry", "dismounted cavalry", "mounted cavalry"]))
def test_no_more_stands_skirmish_than_there_are(stands: int, troops: str) -> None:
    found = result("skirmishers", {"stands": stands, "troops": troops})
    assert 1 <= found.stands_out <= stands - found.horse_holding_stands


@often
@given(st.integers(1, 12), st.integers(1, 40), st.data())
def test_every_stand_of_the_captors_is_counted_once(sections: int, stands: int, data: st.DataObject) -> None:
    crews = data.draw(st.integers(0, min(sections, stands)))
    found = result("captured_guns", {"sections": sections, "stands": stands, "crews": crews})
    assert found.sections_served + found.stands_in_the_fight == found.stands_for_state == stands
