"""Every page has its operation in the API: pages come from the URLconf, operations from the stored schema.

The page of a declared act (`campaign/actions`) names its own operation. Any other page that shows or does something
needs a line here: its operation, or the reason why programs need none.
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
    "open-seats:listing": "ask_for_seat",
    "open-seats:withdraw": "withdraw_request",
    "games:consent": "answer_publication",
    "rules:procedure": "rules_run",
    "rulebook:procedure": "campaign_rules_run",
    "battles:rulebook:procedure": "battle_rules_run",
    "dice:check": "check_dice",
    "dice:practice": "practice_throw",
    "dice:open-practice": "open_practice_cup",
    "battles:check-result": "check_result",
}
VIEW_AS = "it is kept in the browser's session and changes what its pages show; a program has neither"
PRACTICE = "a practice battle belongs to the visitor's browser alone"
NO_ACT = {
    "battles:practice": PRACTICE,
    "campaigns:view-as": VIEW_AS,
    "campaigns:view-as-end": VIEW_AS,
    "curtain:lift": PRACTICE,
    "curtain:switch": PRACTICE,
}

READS = {
    "home": "campaigns",
    "home-live": "home_live",
    "accounts:profile": "profile",
    "campaigns:page": "campaign",
    "campaigns:settings": "settings",
    "campaigns:invitation": "invitation",
    "seats:list": "seats",
    "seats:list-open": "seat_requests",
    "open-seats:list": "open_seats",
    "open-seats:listing": "listing",
    "games:list": "games",
    "games:consent": "my_game",
    "games:cup": "game_cup",
    "games:document": "game_cup",
    "games:documents": "game_cups_together",
    "talk:page": "talk",
    "map:sheet": "map",
    "map:orders": "war_orders",
    "map:queue": "queue",
    "map:replay": "replay",
    "map:move-pieces": "move_pieces_form",
    "map:remove-pieces": "move_pieces_form",
    "map:add-pieces": "move_pieces_form",
    "map:put-down": "move_pieces_form",
    "map:give-hex": "move_pieces_form",
    "map:brigades": "brigades",
    "map:places": "places",
    "map:contact": "contact",
    "map:outcome": "enter_outcome_form",
    "map:force": "force",
    "journal:list": "journal",
    "journal:entry": "journal_entry",
    "journal:rewind": "rewind_preview",
    "journal:correct": "row",
    "journal:ask-correct": "row",
    "journal:live": "live",
    "house:page": "house",
    "house:blank-csv": "house_tables",
    "house:blank-json": "house_tables",
    "house:filled-csv": "house_tables",
    "house:filled-json": "house_tables",
    "rules:books": "rules",
    "rules:book": "rules_book",
    "rules:procedure": "rules_procedure",
    "rules:odds": "rules_odds",
    "rulebook:books": "campaign_rules",
    "rulebook:book": "campaign_rules_book",
    "rulebook:procedure": "campaign_rules_procedure",
    "rulebook:odds": "campaign_rules_odds",
    "battles:rulebook:books": "battle_rules",
    "battles:rulebook:book": "battle_rules_book",
    "battles:rulebook:procedure": "battle_rules_procedure",
    "battles:rulebook:odds": "battle_rules_odds",
    "dice:practice": "practice_cups",
    "dice:practice-document": "practice_cup",
    "dice:cups": "cups",
    "dice:cup": "cup",
    "dice:document": "cup",
    "dice:documents": "cups_together",
    "battles:list": "battles",
    "battles:detail": "battle",
    "battles:table": "battle",
    "battles:side-losses": "tick_loss_form",
    "battles:set-up": "set_up_battle_form",
    "battles:proposed-setup": "proposed_setup",
    "battles:proposed-ground": "proposed_ground",
    "battles:fight-on-table": "fight_on_table_form",
    "battles:game": "game",
    "battles:game-battle": "game_battle",
    "battles:ground": "set_ground_form",
    "battles:hex": "correct_hex_form",
    "battles:deployment": "draft_deployment_form",
    "battles:picture": "add_picture_form",
    "battles:deployment-picture": "draft_deployment_form",
    "battles:proposed-picture": "proposed_picture",
    "pictures:file": "picture",
    "battles:plan": "seal_plan_form",
    "battles:box": "print_box_form",
    "battles:box-pdf": "box_pdf",
    "battles:cards": "units",
    "battles:card": "unit",
    "battles:orders": "orders",
    "battles:order-new": "write_order_form",
    "battles:card-rolls": "card_rolls",
    "battles:leaders": "leaders",
    "battles:leader": "place_leader_form",
    "battles:table-rolls": "table_rolls",
    "battles:table-units": "table_units",
    "battles:roll-at-table": "roll_at_table_form",
    "battles:table-roll": "table_roll",
    "battles:reroll": "reroll_form",
    "battles:card-roll-new": "roll_from_cards_form",
    "battles:card-roll": "card_roll",
    "battles:card-set-up": "set_up_with_cards_form",
    "battles:card-list": "list_units_form",
    "battles:card-new": "add_unit_form",
    "battles:card-change": "change_unit_form",
    "battles:prepare": "prepare_battle_form",
    "battles:open": "open_battle_form",
    "battles:hidden": "set_hidden_form",
    "battles:opening": "opening",
    "battles:seen": "units_seen",
    "battles:place": "place_units_form",
    "battles:after": "after_action",
    "battles:after-file": "after_action",
    "battles:after-units": "after_action",
    "battles:excess": "choose_excess_form",
    "battles:end": "battle",
    "battles:night": "choose_for_night_form",
    "battles:positions": "note_positions_form",
    "battles:positions-picture": "note_positions_form",
    "battles:order": "edit_order_form",
    "battles:order-file": "import_order_form",
    "battles:order-copy": "copy_order_form",
    "battles:order-export": "order_file",
    "battles:order-sheet": "order_of_battle",
    "battles:result": "enter_result_form",
    "battles:side-result": "enter_result_form",
    "battles:removals": "choose_removals_form",
    "battles:object-to-losses": "object_to_losses_form",
    "battles:rule-on-losses": "rule_on_losses_form",
}
FIXED = "an empty form with fixed fields, which are in the schema"
SURE = "asks whether you are sure, and shows nothing else"
WORDS = "text for people, the same for everyone"
NO_READ = {
    "help": WORDS,
    "accounts:reset-asked": WORDS,
    "battles:setup-schema": "JSON already, the same for everyone",
    "accounts:sign-up": FIXED,
    "accounts:log-in": FIXED,
    "accounts:password": FIXED,
    "accounts:ask-reset": FIXED,
    "accounts:reset": FIXED,
    "accounts:delete": FIXED,
    "campaigns:begin": FIXED,
    "curtain:strip": PRACTICE,
    "house:number": FIXED,
    "dice:check": FIXED,
    "seats:invite": FIXED,
    "accounts:confirm": SURE,
}

Taken = dict[str, set[str]]


@cache
def declared() -> dict[str, Action[Any, Any]]:
    """Return the act of each page that is made from one."""
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
    """Return each page's methods; addresses without a name are for monitoring."""
    club = a_club()
    site = Site(club, club)
    return {r.name: taken_by(r, site) for r in routes() if r.name and not r.is_api}


def operations() -> dict[str, str]:
    """Return the method of each operation of the API."""
    paths = json.loads(SCHEMA.read_text(encoding="utf-8"))["paths"]
    return {said["operationId"]: method.upper() for by in paths.values() for method, said in by.items()}


def undeclared(taken: Taken, methods: set[str], *declared: dict[str, str]) -> tuple[list[str], list[str]]:
    """Return the pages with such a method but no line, and the lines without such a page."""
    pages, lines = {name for name, of in taken.items() if of & methods}, set().union(*declared)
    return sorted(pages - lines), sorted(lines - pages)


def test_every_acting_page_has_an_operation_or_a_reason(taken: Taken) -> None:
    assert undeclared(taken, set(ACTING), acts(), NO_ACT) == ([], [])
    assert acts().keys() & NO_ACT.keys() == ACTS.keys() & declared().keys() == set()


def test_every_reading_page_has_an_operation_or_a_reason(taken: Taken) -> None:
    assert undeclared(taken, {"GET"}, READS, no_read()) == ([], [])
    assert READS.keys() & no_read().keys() == set()


def test_page_without_a_line_is_found(taken: Taken) -> None:
    without = {name: operation for name, operation in acts().items() if name != "talk:erase"}
    assert undeclared(taken, set(ACTING), without, NO_ACT) == (["talk:erase"], [])
    assert undeclared(taken, set(ACTING), acts(), {**NO_ACT, "talk:shout": "gone"}) == ([], ["talk:shout"])


def test_act_without_operation_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(declared(), "talk:erase", replace(declared()["talk:erase"], operation="shout"))
    assert without_operation(acts(), ACTING) == ["talk:erase: shout"]


def test_each_declared_act_has_a_sentence() -> None:
    assert [name for name, act in declared().items() if not act.about.endswith(".")] == []


def test_every_operation_exists_with_a_matching_method() -> None:
    assert without_operation(acts(), ACTING) == []
    assert without_operation(READS, ("GET", "POST")) == []


def without_operation(lines: dict[str, str], methods: Container[str]) -> list[str]:
    """Return the lines whose operation the API does not have, or has with other methods."""
    known = operations()
    return [f"{page}: {operation}" for page, operation in lines.items() if known.get(operation, "") not in methods]


def test_acts_of_the_api_alone_are_listed() -> None:
    """Nothing acts for programs alone without a reason."""
    acting = {name for name, method in operations().items() if method in ACTING}
    assert acting - {*acts().values(), *READS.values()} == {"end_token"}  # a browser has no tokens


def test_every_page_address_has_a_name() -> None:
    assert {r.text for r in routes() if not r.name and not r.is_api} == {"/healthz", "/readyz"}
