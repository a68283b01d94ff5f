"""The setup of a battle, its handwritten form, and the battle report."""

import json
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

from rulesets.core.brief import EVERYONE, OWNER, UMPIRE, Brief
from rulesets.core.brief_form import DATA, BriefFault, read_brief_form
from rulesets.core.report import End, Fate, LeaderSaid, Report, ReportSide, StandsLost

Change = Callable[[dict[str, Any]], object]


def a_form(name: str = "shiloh") -> dict[str, Any]:
    form: dict[str, Any] = json.loads((DATA / f"{name}.json").read_text())
    return form


@pytest.mark.parametrize("path", sorted(DATA.glob("*.json")), ids=lambda path: path.stem)
def test_every_setup_file_survives_json(path: Any) -> None:
    brief = read_brief_form(json.loads(path.read_text()))
    assert Brief.from_json(json.loads(json.dumps(brief.to_json()))) == brief


def test_shiloh_is_9_against_8_in_a_forest() -> None:
    brief = read_brief_form(a_form())
    assert (brief.sides["USA"].total_sp, brief.sides["CSA"].total_sp) == (9, 8)
    assert (brief.attacker, brief.enemy_of("USA"), brief.hex_terrain) == ("CSA", "CSA", "forest")
    assert brief.sides["CSA"].leader("csa-forrest-1").cavalry


def test_knowledge_grows_from_everyone_to_the_umpire() -> None:
    brief = read_brief_form(a_form())
    everyone, owner, umpire = (brief.known_to(who) for who in (EVERYONE, OWNER, UMPIRE))
    assert everyone < owner < umpire
    assert "ratio" in everyone
    assert "sides.*.strength" not in everyone
    assert "strategic_table" in umpire - owner


FAULTS: list[tuple[Change, str]] = [
    (lambda f: f.pop("turn"), "turn: fill this in."),
    (lambda f: f.update(turn=20), "turn: must be a whole number from 1 to 19, not 20."),
    (lambda f: f.update(turn=True), "turn: must be a whole number from 1 to 19, not true."),
    (lambda f: f.update(form=2), "form: must be a whole number from 1 to 1, not 2."),
    (
        lambda f: f.update(hex_terrain="bog"),
        "hex_terrain: must be “clear”, “forest”, “swamp”, or “mountain”, not “bog”.",
    ),
    (lambda f: f.update(defender="CSA"), "defender: must be “USA”, not “CSA”."),
    (lambda f: f.update(color="blue"), "color: unknown field."),
    (lambda f: f["sides"].pop("CSA"), "sides.CSA: fill this in."),
    (lambda f: f["sides"]["USA"].update(total_sp=8), "sides.USA.total_sp: must be 9, the sum of the items, not 8."),
    (
        lambda f: f["sides"]["USA"]["leaders"][0].update(initiative=5),
        "sides.USA.leaders[0].initiative: must be a whole number from 1 to 4, not 5.",
    ),
    (
        lambda f: f["sides"]["CSA"]["strength"][7].update(under="csa-bragg-2"),
        "sides.CSA.strength[7].under: “csa-bragg-2” is not a cavalry leader of this army.",
    ),
    (
        lambda f: f["sides"]["CSA"]["strength"][7].update(under=None),
        "sides.CSA.strength[7].under: only cavalry items, and all of them, are under a cavalry leader.",
    ),
    (
        lambda f: f["sides"]["USA"]["strength"][0].update(carried_loss="1/0"),
        "sides.USA.strength[0].carried_loss: must be a fraction from −5 to 5, such as 3/20, not “1/0”.",
    ),
    (
        lambda f: f["sides"]["USA"]["strength"][1].update(id="sh-usa-01"),
        "sides.USA.strength: the id “sh-usa-01” is listed twice.",
    ),
    (lambda f: f["sides"]["USA"].update(leaders={}), "sides.USA.leaders: must be a list of 60 or fewer."),
]


@pytest.mark.parametrize(("change", "sentence"), FAULTS, ids=[sentence for _, sentence in FAULTS])
def test_fault_in_the_file_is_named_with_its_field(change: Change, sentence: str) -> None:
    form = deepcopy(a_form())
    change(form)
    with pytest.raises(BriefFault) as caught:
        read_brief_form(form)
    assert caught.value.sentence == sentence


@pytest.mark.parametrize("nonsense", [None, 3, "shiloh", [], {}])
def test_nonsense_is_a_fault_not_a_crash(nonsense: object) -> None:
    with pytest.raises(BriefFault):
        read_brief_form(nonsense)


def test_setup_of_a_later_schema_is_refused() -> None:
    plain = read_brief_form(a_form()).to_json() | {"schema": 2}
    with pytest.raises(ValueError, match="schema"):
        Brief.from_json(plain)


def test_report_survives_json_and_counts_permanent_losses() -> None:
    half = ReportSide(
        End.HELD,
        points=12,
        items={"sh-usa-01": StandsLost(killed=3, captured=1, skedaddled=2)},
        leaders={"usa-grant-2": LeaderSaid(Fate.STUNNED)},
        promotion="sh-usa-02",
        removals=("sh-usa-03", "sh-usa-01"),
    )
    report = Report({"USA": half, "CSA": ReportSide(End.WITHDREW)}, turn=25)
    assert Report.from_json(json.loads(json.dumps(report.to_json()))) == report
    assert half.items["sh-usa-01"].for_good == 4
    with pytest.raises(ValueError, match="killed"):
        StandsLost(killed=-1)


def test_old_report_without_removals_reads_as_no_choice() -> None:
    plain = Report({"USA": ReportSide(End.HELD)}).to_json()
    del plain["sides"]["USA"]["removals"]
    assert Report.from_json(plain).sides["USA"].removals == ()


def test_wrong_value_is_shortened_in_the_sentence() -> None:
    with pytest.raises(BriefFault) as fault:
        read_brief_form(a_form() | {"hex_terrain": "9" * 10_000})
    assert len(fault.value.sentence) < 200
