"""After any accepted correction all pages open and the sweep works; a refusal names its column."""

import copy
import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.db import models, transaction
from django.test import Client
from hypothesis import HealthCheck, given
from hypothesis import settings as prove
from hypothesis import strategies as st

from battles.models import Battle, BattleReport, Plan, SecretResult, Setup, SideResult
from battles.selectors.reads import plans_of, units_of
from battles.services import result, settle
from battles.tests.builders import a_battle, a_side_result, march, open_it, request, seal_both, to_turn
from campaign.errors import Refusal
from campaign.forms.journal import Correctable, CorrectionForm
from campaign.ids import hex_id
from campaign.models import TABLES, Recorded, RowImage
from campaign.selectors.correctable import CLUB_TABLES, correctable_fields
from campaign.selectors.verify import verify
from campaign.services.corrections import correct
from campaign.services.house import import_table, switch_ruling
from campaign.services.sweep import sweep
from campaign.tests.builders import Club
from campaign.tests.kept import kept
from campaign.tests.urlconf import Route, routes
from rulesets.core.brief import Brief
from war.models import Contact, Sighting

pytestmark = pytest.mark.django_db
SEATS = ("umpire", "union", "union_west", "confederate", "observer")
ODD: list[Any] = [None, True, 0, -1, 7, 2**31 - 1, 0.5, "", "x", "USA", "0", "9" * 30, [], ["x"], [1], {}, {"x": 1}]


@kept
def begun() -> tuple[Club, Battle]:
    club, battle = a_battle()
    text = "table,row,column,value\ncivil_war.leaders,USA Grant 2,initiative,3\n"
    import_table(club.viewer("umpire"), text=text, name="Ours", reason="We own the game.")
    switch_ruling(
        club.viewer("umpire"), book="cw_to_ff", ruling="R-5", option="all lead corps", reason="So we play it."
    )
    return club, battle


@kept
def opened() -> tuple[Club, Battle]:
    club, battle = begun()
    union = march(battle, "USA", "right", "Sherman", points=1)
    confederate = march(battle, "CSA", "left", "Breckinridge", points=2)
    seal_both(club, battle, union=union, confederate=confederate)
    open_it(club, battle)
    to_turn(club, battle, 4)
    return club, battle


def entered() -> tuple[Club, Battle]:
    club, battle = opened()
    for who in ("union", "confederate"):
        request(club, battle, who, "end")
    sweep(club.campaign.id)
    for who, side, end in (("union", "USA", "held"), ("confederate", "CSA", "withdrew")):
        units = units_of(battle, side, plans_of(battle))
        entered = a_side_result(units, points=5, end=end, killed={units[0].id: 22})
        result.enter_result(club.viewer(who), battle.id, entered=entered)
    return club, battle


def applied() -> tuple[Club, Battle]:
    club, battle = entered()
    for who in ("union", "confederate"):
        result.confirm_result(club.viewer(who), battle.id)
    settle.settle(club.viewer("umpire"), battle.id)
    sweep(club.campaign.id)
    return club, battle


def rows_of(club: Club) -> list[Recorded]:
    found = [
        row
        for table, model in sorted(TABLES.models.items())
        if table not in CLUB_TABLES
        for row in model.of_campaign(club.campaign.pk).order_by("pk")[:3]
    ]
    return [row for row in found if correctable_fields(type(row))]


def pages(club: Club, battle: Battle) -> list[str]:
    """Return every URL of the campaign, for each record that an argument may name."""
    values = {
        "campaign_id": [hex_id(club.campaign.pk)],
        "battle_id": [hex_id(battle.pk)],
        "contact_id": [hex_id(battle.contact_id or 0)],
        "force_id": [hex_id(row.pk) for row in club.campaign.forces.all()],
        "side": ["usa", "csa"],
        "n": ["3", "9"],
    }
    return [url for route in routes() if route.is_of_campaign for url in _filled(route, values)]


def _filled(route: Route, values: dict[str, list[str]]) -> Iterator[str]:
    names = [argument.name for argument in route.arguments]
    if set(names) <= values.keys():
        for n in range(max(len(values[name]) for name in names)):
            yield route.filled({name: values[name][n % len(values[name])] for name in names})


def _places(value: Any, place: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield place
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, part in inner:
        yield from _places(part, (*place, name))


def _mutated(draw: Callable[[Any], Any], value: Any) -> Any:
    """Return a copy with one place removed, replaced, or added to."""
    place = draw(st.sampled_from(list(_places(value))))
    if not place:
        return draw(st.sampled_from(ODD))
    changed = copy.deepcopy(value)
    inner = changed
    for name in place[:-1]:
        inner = inner[name]
    action = draw(st.sampled_from(["gone", "other", "more"]))
    if action == "gone":
        del inner[place[-1]]
    elif action == "other":
        inner[place[-1]] = draw(st.sampled_from(ODD))
    elif isinstance(inner, dict):
        inner["more"] = draw(st.sampled_from(ODD))
    else:
        inner.append(draw(st.sampled_from(ODD)))
    return changed


def _value(draw: Callable[[Any], Any], row: Recorded, column: "models.Field[Any, Any]") -> Any:
    if isinstance(column, models.JSONField):
        return _mutated(draw, getattr(row, column.name))
    choices = [value for value, _ in column.choices or ()]
    return draw(st.sampled_from([*choices, *_near(getattr(row, column.attname)), *ODD]))


def _near(value: Any) -> list[Any]:
    """Return other values of the same kind, which a correction may well accept."""
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1, max(0, value - 1)]
    return [f"{value} again"] if isinstance(value, str) else []


@pytest.mark.harness
@pytest.mark.parametrize("stage", [begun, opened, entered, applied])
def test_accepted_corrections_break_no_page_or_sweep(stage: Callable[[], tuple[Club, Battle]]) -> None:
    club, battle = stage()
    rows, addresses = rows_of(club), pages(club, battle)
    clients = {who: Client() for who in SEATS}
    for who, client in clients.items():
        client.force_login(club.users[who])
    accepted: list[str] = []

    @prove(max_examples=60, suppress_health_check=list(HealthCheck))
    @given(st.data())
    def try_correction(data: st.DataObject) -> None:
        row = data.draw(st.sampled_from(rows))
        column = data.draw(st.sampled_from(correctable_fields(type(row))))
        body = {column.name: _value(data.draw, row, column), "reason": "A slip."}
        with transaction.atomic():
            url = f"/api/c/{hex_id(club.campaign.pk)}/rows/{row._meta.db_table}/{hex_id(row.pk)}/"
            answer = clients["umpire"].post(url, json.dumps(body), content_type="application/json")
            assert answer.status_code < 500
            if answer.status_code == 200:
                accepted.append(column.name)
                sweep(club.campaign.pk)
                who = data.draw(st.sampled_from(SEATS))
                for address in addresses:
                    assert clients[who].get(address).status_code < 500, (who, address)
            transaction.set_rollback(True)

    try_correction()
    assert accepted


def _steps(place: str) -> list[Any]:
    return [int(name) if name.isdigit() else name for name in place.split(".")]


def without(value: Any, place: str) -> Any:
    return _changed(value, _steps(place), lambda inner, name: inner.pop(name))


def with_(value: Any, part: Any, place: str) -> Any:
    return _changed(value, _steps(place), lambda inner, name: inner.__setitem__(name, part))


def _changed(value: Any, place: list[Any], change: Callable[[Any, Any], Any]) -> Any:
    changed = copy.deepcopy(value)
    inner = changed
    for name in place[:-1]:
        inner = inner[name]
    change(inner, place[-1])
    return changed


CELL = {"table": "civil_war.leaders", "row": "USA Grant 2", "column": "initiative", "value": 3}
GRANT = CELL | {"name": "Ours", "reason": "We own the game."}
Wrong = tuple[type[Recorded], str, Callable[[Any], Any], str]
WRONG: list[Wrong] = [
    (Setup, "brief", lambda b: without(b, "sides.USA.leaders.0.name"), "sides.USA.leaders.0.name: fill this in"),
    (Setup, "brief", lambda b: with_(b, "2", "sides.USA.strength.0.size"), "must be a whole number"),
    (Setup, "brief", lambda b: with_(b, "moon", "hex_terrain"), "hex_terrain: must be “clear”"),
    (Setup, "brief", lambda b: with_(b, "1/0", "sides.CSA.strength.0.carried_loss"), "a fraction from −5"),
    (Setup, "brief", lambda b: with_(b, "1e99999", "sides.CSA.strength.0.carried_loss"), "a fraction from −5"),
    (Setup, "brief", lambda b: with_(b, "soon", "date"), "enter a date such as 1862-04-06"),
    (Setup, "brief", lambda b: with_(b, "00ff", "sides.USA.strength.0.id"), "00ff isn’t a strength point"),
    (Setup, "brief", lambda b: without(b, "sides.CSA"), "sides.CSA: fill this in"),
    (Setup, "brief", lambda b: ["x"], "must be an object"),
    (Setup, "brief", lambda b: with_(b, "", "sides.CSA.leaders.3.id"), "brief: sides.CSA.leaders.3.id: fill this in"),
    (Setup, "brief", lambda b: with_(b, "x" * 61, "sides.CSA.leaders.3.id"), "must be text of 60 characters or fewer"),
    (Setup, "brief", lambda b: with_(b, "x", "sides.USA.strength.0.under"), "is with x, who is not a cavalry leader"),
    (Setup, "brief", lambda b: with_(b, 11, "ratio.batteries_per_sp"), "must be a whole number from 0 to 10, not 11"),
    (Setup, "house", lambda h: {"overrides": [], "switches": {"R-5": "x"}}, "R-5"),
    (Setup, "house", lambda h: {"overrides": [{**GRANT, "value": 9}], "switches": {}}, "must be from 1 to 4"),
    (Setup, "house", lambda h: {"overrides": [{**GRANT, "reason": ""}], "switches": {}}, "give the override a name"),
    (Setup, "scopes", lambda s: {"USA": 3}, "USA: must be text"),
    (Setup, "scopes", lambda s: {"GBR": "East"}, "its sides must be CSA and USA"),
    (Battle, "book", lambda b: "whist", "use one of"),
    (Plan, "body", lambda b: {"middle": {"leader": "x", "units": []}}, "middle: unknown field"),
    (Plan, "body", lambda b: {"left": {"leader": 3, "units": []}}, "left.leader: must be text"),
    (Plan, "body", lambda b: {"left": {"leader": "x", "units": ["y"]}}, "not in this army"),
    (Plan, "body", lambda b: with_(b, "x", "order.leader"), "not in this army"),
    (Plan, "body", lambda b: with_(b, "x", "order.corps.0.leader"), "not in this army"),
    (Plan, "body", lambda b: with_(b, "x", "order.corps.0.divisions.0.leader"), "not in this army"),
    (Plan, "body", lambda b: with_(b, ["x"], "order.supernumerary"), "not in this army"),
    (SideResult, "shown", lambda s: without(s, "end"), "end: fill this in"),
    (SideResult, "shown", lambda s: with_(s, "fled", "end"), "end: must be held, withdrew, or driven off"),
    (SideResult, "shown", lambda s: with_(s, -3, "points"), "0 to 9999"),
    (SideResult, "body", lambda b: with_(b, {}, "losses"), "name every unit of the plan"),
    (SideResult, "body", lambda b: with_(b, {"x": {}}, "losses"), "not in this army"),
    (SideResult, "body", lambda b: without(b, "removals"), "removals: fill this in"),
    (SideResult, "body", lambda b: with_(b, ["x"], "removals"), "removals: one strength point"),
    (SecretResult, "body", lambda b: without(b, "trace.0.words"), "trace.0.words: fill this in"),
    (SecretResult, "body", lambda b: with_(b, "x", "facts.entry_turn"), "entry_turn: must be a whole number"),
    (SecretResult, "body", lambda b: with_(b, 0, "dispatches.0.turn"), "a turn must be from 1 to 999"),
    (BattleReport, "body", lambda b: without(b, "sides.USA.end"), "end: fill this in"),
    (Contact, "strategic_table", lambda t: {"column": "A"}, "fill this in"),
    (Contact, "hex", lambda h: "nowhere", "the map has no hex"),
    (Sighting, "leaders", lambda names: [3], "0: must be text"),
]  # fmt: skip


def _first(model: type[models.Model]) -> models.Model:
    """Return a row to correct; of secret results, that of a flank march."""
    rows = model._default_manager.order_by("pk")
    return rows.filter(subject__contains=".1.")[0] if model is SecretResult else rows[0]


def test_invalid_value_is_reported_with_its_column() -> None:
    club, _ = applied()
    for model, column, change, said in WRONG:
        row = _first(model)
        before = getattr(row, column)
        with pytest.raises(Refusal) as refused:
            correct(
                club.viewer("umpire"),
                table=row._meta.db_table,
                row_id=row.pk,
                values={column: change(before)},
                reason="A slip.",
            )
        assert said in refused.value.sentence, (model, column)
        assert (refused.value.field, refused.value.sentence.split(":")[0]) == (column, column)
        assert getattr(model._default_manager.get(pk=row.pk), column) == before


def test_corrected_setup_changes_its_public_part() -> None:
    club, battle = begun()
    changed = with_(battle.setup.brief, "Grant's landing", "hexside_name")
    correct_setup(club, battle, brief=changed)
    battle.refresh_from_db()
    assert battle.public_setup.brief["hexside_name"] == "Grant's landing"
    assert Brief.from_json(battle.setup.brief).hexside_name == "Grant's landing"
    assert verify(club.campaign.id) == []


def correct_setup(club: Club, battle: Battle, **values: object) -> None:
    correct(
        club.viewer("umpire"),
        table="battles_setup",
        row_id=battle.setup.pk,
        values=values,
        reason="It was copied wrong.",
    )


def test_corrected_house_rules_are_public_in_the_same_act() -> None:
    club, battle = begun()
    house = {"overrides": [], "switches": {"R-5": "all lead corps"}}
    correct_setup(club, battle, house=house)
    battle.refresh_from_db()
    assert (battle.setup.house, battle.public_setup.house) == (house, house)
    written = RowImage.objects.filter(entry__kind="correct", pin=False).values_list("table", flat=True)
    assert set(written) == {"battles_setup", "battles_publicsetup"}


def test_turns_do_not_write_the_setup_again() -> None:
    club, _ = opened()
    first = RowImage.objects.filter(entry__kind="battle.opened").order_by("seq")[0]
    written = RowImage.objects.filter(campaign_id=club.campaign.pk, seq__gte=first.seq)
    assert not written.filter(table__in=["battles_setup", "battles_publicsetup"]).exists()


def test_form_error_names_column_once() -> None:
    club, _ = a_battle()
    contact = Contact.objects.get()
    offer = Correctable(contact, correctable_fields(Contact))
    form = CorrectionForm({"reason": "No."}, viewer=club.viewer("umpire"), offer=offer)
    form.is_valid()
    form.refuse(Refusal("hex: the map has no hex 'x'.", field="hex"))
    assert "the map has no hex 'x'." in form.errors["hex"]
