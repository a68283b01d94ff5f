"""The setup of a battle, its handwritten form, and the battle report."""

import json
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from rulesets.core.brief import EVERYONE, OWNER, UMPIRE, Brief, PublicBrief
from rulesets.core.brief_form import DATA, BriefFault, read_brief_form, schema
from rulesets.core.kinds import MOST_FAULTS
from rulesets.core.report import End, Fate, LeaderSaid, Report, ReportSide, StandsLost

Change = Callable[[dict[str, Any]], object]


def a_form(name: str = "shiloh") -> dict[str, Any]:
    form: dict[str, Any] = json.loads((DATA / f"{name}.json").read_text())
    return form


@pytest.mark.parametrize("path", sorted(DATA.glob("*.json")), ids=lambda path: path.stem)
def test_every_setup_file_survives_json(path: Any) -> None:
    brief = read_brief_form(json.loads(path.read_text()))
    assert Brief.from_json(json.loads(json.dumps(brief.to_json()))) == brief


def test_public_part_holds_no_army_and_survives_json() -> None:
    brief = read_brief_form(a_form())
    public = brief.public_part(demoralized=("USA",))
    plain = json.loads(json.dumps(public.to_json()))
    assert PublicBrief.from_json(plain) == public
    assert (public.place, public.demoralized) == (brief.place, ("USA",))
    assert not {"sides", "strategic_table", "knowledge", "note"} & plain.keys()


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
        "sides.USA.strength[1].id: must be unique: “sh-usa-01” is the ID of sides.USA.strength[0].",
    ),
    (
        lambda f: f["sides"]["CSA"]["strength"][0].update(id="sh-usa-02"),
        "sides.CSA.strength[0].id: must be unique: “sh-usa-02” is the ID of sides.USA.strength[1].",
    ),
    (
        lambda f: f["sides"]["CSA"]["leaders"][1].update(id="csa-as-johnston-3"),
        "sides.CSA.leaders[1].id: must be unique: “csa-as-johnston-3” is the ID of sides.CSA.leaders[0].",
    ),
    (
        lambda f: f["sides"]["CSA"]["leaders"][1].update(seniority=1),
        "sides.CSA.leaders[1].seniority: must be unique among leaders of 3 stars: 1 is A.S. Johnston's.",
    ),
    (
        lambda f: f["strategic_table"].update(attacker_sp=9),
        "strategic_table.attacker_sp: must be 8, the total of the CSA army, not 9.",
    ),
    (
        lambda f: f["strategic_table"].update(defender_sp=0),
        "strategic_table.defender_sp: must be 9, the total of the USA army, not 0.",
    ),
    (lambda f: f.update(date="in April"), "date: enter a date such as 1862-04-06, not “in April”."),
    (lambda f: f["sides"]["USA"].update(leaders={}), "sides.USA.leaders: must be a list of 60 or fewer."),
]


@pytest.mark.parametrize(("change", "sentence"), FAULTS, ids=[sentence for _, sentence in FAULTS])
def test_fault_in_the_file_is_named_with_its_field(change: Change, sentence: str) -> None:
    form = deepcopy(a_form())
    change(form)
    with pytest.raises(BriefFault) as caught:
        read_brief_form(form)
    assert caught.value.sentence == sentence


def test_all_faults_are_named_at_once() -> None:
    form = a_form() | {"turn": 77, "hex_terrain": "bog", "weather": "rain"}
    form["strategic_table"]["attacker_sp"] = 10
    form["sides"]["USA"]["leaders"][2]["tactical"] = "bold"
    form["sides"]["CSA"]["leaders"][1]["seniority"] = 1
    form["sides"]["CSA"]["strength"][0]["id"] = "sh-usa-02"
    with pytest.raises(BriefFault) as caught:
        read_brief_form(form)
    assert [fault.field for fault in caught.value.faults] == [
        "weather",
        "turn",
        "hex_terrain",
        "sides.USA.leaders[2].tactical",
        "strategic_table.attacker_sp",
        "sides.CSA.strength[0].id",
        "sides.CSA.leaders[1].seniority",
    ]


def test_nothing_is_concluded_from_faulty_field() -> None:
    """With an item of unknown size, the army's total is unknown."""
    form = a_form()
    form["sides"]["CSA"]["strength"][0]["size"] = "two"
    with pytest.raises(BriefFault) as caught:
        read_brief_form(form)
    assert [fault.field for fault in caught.value.faults] == ["sides.CSA.strength[0].size"]


def test_fields_with_a_default_may_be_left_out() -> None:
    form = a_form()
    for name in ("date", "season", "state", "lat", "lon", "entered_from", "hexside_crossed", "hexside_name"):
        del form[name]
    for name in ("ratio_offered", "strategic_table", "knowledge", "mark", "note"):
        del form[name]
    for side in form["sides"].values():
        for name in ("demoralized", "in_supply", "total_sp"):
            del side[name]
    brief = read_brief_form(form)
    assert (brief.ratio.stands_per_sp, brief.sides["CSA"].in_supply, brief.hexside_crossed) == (20, True, "none")


def test_number_of_named_faults_is_limited() -> None:
    with pytest.raises(BriefFault) as caught:
        read_brief_form(a_form() | {f"field {n}": n for n in range(3000)})
    assert len(caught.value.faults) == MOST_FAULTS + 1
    assert caught.value.sentences[-1] == "file: has more faults. Correct these first."


@pytest.mark.parametrize("path", sorted(DATA.glob("*.json")), ids=lambda path: path.stem)
def test_every_setup_file_fits_the_json_schema(path: Path) -> None:
    assert list(Draft202012Validator(schema()).iter_errors(json.loads(path.read_text()))) == []


@pytest.mark.parametrize(
    "change",
    [
        lambda f: f.update(turn=20),
        lambda f: f.update(weather="rain"),
        lambda f: f.pop("place"),
        lambda f: f["sides"].pop("CSA"),
        lambda f: f["sides"]["USA"]["leaders"][0].update(initiative=5),
        lambda f: f["sides"]["USA"]["strength"][0].update(carried_loss="much"),
        lambda f: f["sides"]["USA"].update(strength=[{}] * 201),
    ],
)
def test_json_schema_refuses_what_the_reader_refuses(change: Change) -> None:
    form = a_form()
    change(form)
    assert list(Draft202012Validator(schema()).iter_errors(form))
    with pytest.raises(BriefFault):
        read_brief_form(form)


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
