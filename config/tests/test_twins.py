"""Every page has its twin in the API, by machine: pages come from the URLconf, twins from the checked-in schema.

A twin is known by its operation. The page of a declared act (`campaign/actions`) says itself which; any other page that
shows or does something wants a line here: its twin, or the reason why programs need none.
"""

import json
from collections.abc import Container
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from django.urls import resolve

from campaign.actions.base import Action
from campaign.api.docs import SCHEMA
from campaign.tests.builders import a_club
from campaign.tests.urlconf import Route, routes
from campaign.tests.wrong.routes import ACTING, ANYTHING, taken_by
from campaign.tests.wrong.site import Site

ACTS = {
    "accounts:sign-up": "sign_up",
    "accounts:log-in": "make_token",
    "accounts:log-out": "log_out",
    "accounts:password": "change_password",
    "accounts:ask-reset": "ask_reset",
    "accounts:reset": "reset_password",
    "accounts:confirm": "confirm_address",
    "accounts:confirm-again": "ask_confirmation",
    "accounts:profile": "save_profile",
    "accounts:delete": "delete_account",
    "campaigns:begin": "begin_campaign",
    "campaigns:answer": "answer_invitation",
    "campaigns:invitation": "answer_invitation",
    "rules:procedure": "rules_run",
    "dice:check": "check_dice",
    "dice:practice": "practice_throw",
    "dice:open-practice": "open_practice_cup",
    "battles:set-up": "set_up_battle",
    "battles:fight-on-table": "fight_on_table",
    "battles:plan": "seal_plan",
    "battles:draft": "draft_plan",
    "battles:take-back": "take_back_plan",
    "battles:open": "open_battle",
    "battles:request": "request_step",
    "battles:side-result": "enter_result",
    "battles:removals": "choose_removals",
    "battles:confirm": "confirm_result",
    "battles:settle": "settle_battle",
}
LOOKING = "a look is kept in the browser's session and changes what its pages show; a program has neither"
NO_ACT = {"campaigns:view-as": LOOKING, "campaigns:view-as-end": LOOKING}

READS = {
    "home": "campaigns",
    "accounts:profile": "profile",
    "campaigns:page": "campaign",
    "campaigns:settings": "settings",
    "campaigns:invitation": "invitation",
    "seats:list": "seats",
    "talk:page": "talk",
    "map:sheet": "map",
    "map:force": "force",
    "journal:list": "journal",
    "journal:entry": "journal_entry",
    "journal:rewind": "rewind_preview",
    "journal:correct": "row",
    "journal:ask-correct": "row",
    "journal:live": "live",
    "house:page": "house",
    "rules:books": "rules",
    "rules:book": "rules_book",
    "rules:procedure": "rules_procedure",
    "rules:odds": "rules_odds",
    "dice:practice": "practice_cups",
    "dice:practice-document": "practice_cup",
    "dice:cups": "cups",
    "dice:cup": "cup",
    "dice:document": "cup",
    "dice:documents": "cups_together",
    "battles:list": "battles",
    "battles:detail": "battle",
    "battles:table": "battle",
    "battles:set-up": "set_up_battle_form",
    "battles:fight-on-table": "fight_on_table_form",
    "battles:plan": "seal_plan_form",
    "battles:open": "open_battle_form",
    "battles:result": "enter_result_form",
    "battles:side-result": "enter_result_form",
    "battles:removals": "choose_removals_form",
}
FIXED = "an empty form of fixed fields: the schema has them"
SURE = "asks whether you are sure, and shows nothing else"
WORDS = "words for people, the same for everybody"
NO_READ = {
    "help": WORDS,
    "accounts:reset-asked": WORDS,
    "accounts:sign-up": FIXED,
    "accounts:log-in": FIXED,
    "accounts:password": FIXED,
    "accounts:ask-reset": FIXED,
    "accounts:reset": FIXED,
    "accounts:delete": FIXED,
    "campaigns:begin": FIXED,
    "dice:check": FIXED,
    "seats:invite": FIXED,
    "accounts:confirm": SURE,
}

Taken = dict[str, set[str]]


@cache
def declared() -> dict[str, Action[Any, Any]]:
    """Return the act of each page that is made of one."""
    found = {route.name: getattr(_view(route), "act", None) for route in routes() if not route.is_api}
    return {name: act for name, act in found.items() if act is not None}


def _view(route: Route) -> object:
    return resolve(route.filled({name: ANYTHING[converter] for name, converter in route.converters.items()})).func


def acts() -> dict[str, str]:
    return ACTS | {name: act.operation for name, act in declared().items()}


def no_read() -> dict[str, str]:
    return NO_READ | {name: SURE for name, act in declared().items() if act.sure}


@pytest.fixture
def taken(db: None) -> Taken:
    """The methods of each page by its own word. Addresses without a name are for machines that watch the site."""
    club = a_club()
    site = Site(club, club)
    return {r.name: taken_by(r, site) for r in routes() if r.name and not r.is_api}


def operations() -> dict[str, str]:
    """The method of each operation of the API."""
    paths = json.loads(SCHEMA.read_text(encoding="utf-8"))["paths"]
    return {said["operationId"]: method.upper() for by in paths.values() for method, said in by.items()}


def undeclared(taken: Taken, methods: set[str], *declared: dict[str, str]) -> tuple[list[str], list[str]]:
    """Pages that take such a method and have no line; lines of no such page."""
    pages, lines = {name for name, of in taken.items() if of & methods}, set().union(*declared)
    return sorted(pages - lines), sorted(lines - pages)


def test_every_page_that_acts_has_a_twin_or_a_reason(taken: Taken) -> None:
    assert undeclared(taken, set(ACTING), acts(), NO_ACT) == ([], [])
    assert acts().keys() & NO_ACT.keys() == ACTS.keys() & declared().keys() == set()


def test_every_page_that_shows_has_a_twin_or_a_reason(taken: Taken) -> None:
    assert undeclared(taken, {"GET"}, READS, no_read()) == ([], [])
    assert READS.keys() & no_read().keys() == set()


def test_a_page_without_a_line_is_found(taken: Taken) -> None:
    without = {name: twin for name, twin in acts().items() if name != "talk:erase"}
    assert undeclared(taken, set(ACTING), without, NO_ACT) == (["talk:erase"], [])
    assert undeclared(taken, set(ACTING), acts(), {**NO_ACT, "talk:shout": "gone"}) == ([], ["talk:shout"])


def test_act_without_twin_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(declared(), "talk:erase", replace(declared()["talk:erase"], operation="shout"))
    assert without_twin(acts(), ACTING) == ["talk:erase: shout"]


def test_each_declared_act_has_a_sentence() -> None:
    assert [name for name, act in declared().items() if not act.about.endswith(".")] == []


def test_every_twin_is_there_and_acts_where_its_page_acts() -> None:
    assert without_twin(acts(), ACTING) == []
    assert without_twin(READS, ("GET", "POST")) == []


def without_twin(lines: dict[str, str], methods: Container[str]) -> list[str]:
    """Return the lines whose operation the API does not have, or has with other methods."""
    known = operations()
    return [f"{page}: {twin}" for page, twin in lines.items() if known.get(twin, "") not in methods]


def test_what_the_api_does_besides_is_known() -> None:
    """The other way round: nothing acts for programs alone without a reason."""
    acting = {name for name, method in operations().items() if method in ACTING}
    assert acting - {*acts().values(), *READS.values()} == {"end_token"}  # a browser has no tokens


def test_every_address_of_a_page_has_a_name() -> None:
    assert {r.text for r in routes() if not r.name and not r.is_api} == {"/healthz", "/readyz"}
