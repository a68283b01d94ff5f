"""Morale, the general's rally, and detachments from cards."""

from collections.abc import Iterator

from rulesets.core.units import Card, Change, Chosen, Role, Use
from rulesets.the_war_game.detachments import Detaching, Detachment
from rulesets.the_war_game.morale import LAST_TEST, FitIn, Morale, Rallying, Testing
from rulesets.the_war_game.state import Cover, Fate, MeleeMove, Order
from rulesets.the_war_game.unit_cards.fire import Filled, whose
from rulesets.the_war_game.unit_cards.kinds import (
    COLONELS,
    GENERAL,
    INFANTRY,
    MORALE,
    RALLY,
    REGIMENTS,
    SKIRMISHERS,
    at,
    is_at_half,
    officers_who_are,
    rank_and_file_lost,
)

FIFTY, DETACHED = at("The 50% rule"), at("Morale and Detachments")


# Morale.


def _test(chosen: Chosen) -> Filled:
    unit = chosen.one("unit")
    there = officers_who_are(unit, Fate.PRESENT, Fate.HIT)
    return {
        **whose(unit, chosen),
        "lost": rank_and_file_lost(unit),
        "original": unit.whole("original"),
        "test": min(unit.whole("tests_failed") + 1, LAST_TEST),
        "doing": _doing(unit),
        "at_half": _where(unit),
        **{name: name in there for name in COLONELS},
    }


def _doing(unit: Card) -> str:
    if unit["melee"] != MeleeMove.NONE:
        return "in melee"
    return "falling back" if unit["order"] in (Order.BACK, Order.RALLYING, Order.REAR) else "advancing or firing"


def _where(unit: Card) -> str:
    if unit["melee"] == MeleeMove.FIRST:
        return "first move of melee"
    return "in houses" if unit.kind == INFANTRY.id and unit["cover"] == Cover.HOUSE else "in the open"


def _tested(inputs: Testing, found: Morale, chosen: Chosen) -> Iterator[Change]:
    unit = chosen.one("unit")
    if found.state == "half strength":
        yield from unit.changed("order", Order.REAR.value, cites=FIFTY)
        return
    yield from unit.changed("tests_failed", 0 if found.good else inputs.test, cites=MORALE)
    yield from unit.changed("order", _order_after(unit, inputs, found).value, cites=MORALE)


def _order_after(unit: Card, inputs: Testing, found: Morale) -> Order:
    before = Order(unit.text("order"))
    if found.good:
        return Order.GOOD if before in (Order.HALTED, Order.BACK) and not unit.whole("drawn_on") else before
    if not found.needs_next:
        return Order.DISPERSED
    return Order.HALTED if inputs.doing == "advancing or firing" else Order.BACK


# The rally.


def _join(chosen: Chosen) -> Filled:
    unit = chosen.one("unit")
    return {**whose(unit, chosen), "half_lost": is_at_half(unit)}


def _rallied(inputs: Rallying, found: FitIn, chosen: Chosen) -> Iterator[Change]:
    unit = chosen.one("unit")
    yield from unit.changed("order", Order.RALLYING.value, cites=RALLY)
    yield from unit.changed("rallies_in", found.moves, cites=RALLY)
    yield from chosen.one("general").changed("joined", unit.name, cites=RALLY)


# Detachments.


def _detachment(chosen: Chosen) -> Filled:
    men, unit = chosen.one("detachment"), chosen.maybe("unit")
    filled: Filled = {
        "privates_lost": max(0, men.whole("original") - men.whole("figures")),
        "officer_lost": men["officer"] == Fate.FALLEN,
    }
    if unit:
        there = officers_who_are(unit, Fate.PRESENT, Fate.HIT, Fate.AWAY)
        filled |= {
            "unit_officers": len(there),
            "unit_privates": unit.whole("figures") + unit.whole("detached"),
        }
    return filled


def _retires(inputs: Detaching, found: Detachment, chosen: Chosen) -> Iterator[Change]:
    if found.retires:
        yield from chosen.one("detachment").changed("order", Order.BACK.value, cites=DETACHED)


USES = (
    Use("the_war_game.morale", (Role("unit", "Unit", kinds=REGIMENTS),), fill=_test, effects=_tested),
    Use(
        "the_war_game.rally",
        (Role("general", "General", kinds=(GENERAL.id,)), Role("unit", "Retiring unit", kinds=REGIMENTS)),
        fill=_join,
        effects=_rallied,
    ),
    Use(
        "the_war_game.detachment",
        (
            Role("detachment", "Detachment", kinds=(SKIRMISHERS.id,)),
            Role("unit", "Unit that made it", kinds=(INFANTRY.id,), least=0),
        ),
        fill=_detachment,
        effects=_retires,
    ),
)
