"""Cards in maneuver and cover."""

from collections.abc import Iterator
from typing import Any

from rulesets.core.units import Card, Change, Chosen, Role, Use
from rulesets.regimental.cover import Building, Deploying, Digging, Inside, LieDown, LyingDown, Skirmishers, Works
from rulesets.regimental.extras import May, Modifiers
from rulesets.regimental.handling import Maneuver, Maneuvering
from rulesets.regimental.maneuver import (
    Crossed,
    Crossing,
    Forming,
    Handled,
    Hurried,
    Hurrying,
    PassageOfLines,
    Passing,
)
from rulesets.regimental.state import Condition, Cover
from rulesets.regimental.unit_cards.kinds import left_of
from rulesets.regimental.unit_cards.values import (
    COLUMNS,
    LEADERS,
    REGIMENTS,
    TROOPS,
    commander_of,
    condition_of,
    disorder,
    in_cover,
    lose,
    state_of_card,
    troops_of,
)

REGIMENT = Role("regiment", "Regiment", kinds=REGIMENTS)


def handled(card: Card, turn: int) -> dict[str, Any]:
    """Return what this book asks of a regiment before it moves."""
    return {
        "commander": commander_of(card, turn),
        "quality": card.text("quality"),
        "lying_down": card.is_so("lying_down"),
        "colors": card.text("colors"),
        "in_cover": in_cover(card),
    }


def _superior(card: Card, turn: int) -> dict[str, Any]:
    return {"rank": card.text("rank"), "exceptional": commander_of(card, turn) == "exceptional"}


def _fill_maneuver(chosen: Chosen) -> dict[str, Any]:
    card = chosen.one("regiment")
    present = [each for each in chosen.all("superiors") if not each.whole("lost_on")]
    return {
        **handled(card, chosen.turn),
        **state_of_card(card),
        "stands": left_of(card),
        "condition": condition_of(card),
        "in_column": card.text("formation") in COLUMNS,
        "superiors": [_superior(each, chosen.turn) for each in present],
        "side": card.side,
        "unit": card.name,
        "turn": chosen.turn,
    }


def _after_maneuver(inputs: Maneuvering, found: Maneuver, chosen: Chosen) -> Iterator[Change]:
    card = chosen.one("regiment")
    if found.stands_that_skedaddle is None:
        yield from lose(card, left_of(card), "FF-Maneuver", field="quit")
        return
    yield from card.changed("disordered", found.condition is Condition.DISORDERED, cites="FF-Maneuver")
    yield from lose(card, found.stands_that_skedaddle, "FF-Maneuver", field="skedaddled")


def _after_forming(inputs: Forming, found: May, chosen: Chosen) -> Iterator[Change]:
    if found.allowed:
        yield from chosen.one("regiment").changed("formation", inputs.formation.value, cites="RG-FORM")


def _works_around(chosen: Chosen) -> dict[str, Any]:
    works = chosen.one("regiment").text("cover") in (Cover.LIGHT_WORKS, Cover.BREASTWORKS)
    return {"works": "prepared in the battle" if works else "none"}


def _fill_obstacles(chosen: Chosen) -> dict[str, Any]:
    card = chosen.one("unit")
    if card.kind == "battery":
        return {"troops": "artillery"}
    return {"troops": troops_of(card), "quality": card.text("quality")}


def _after_obstacles(inputs: Crossing, found: Crossed, chosen: Chosen) -> Iterator[Change]:
    if found.becomes_disordered:
        yield from disorder(chosen.one("unit"), "RG-OBST")


def _after_rapid_move(inputs: Hurrying, found: Hurried, chosen: Chosen) -> Iterator[Change]:
    if found.ends_disordered:
        yield from disorder(chosen.one("regiment"), "RG-RAPID")


def _fill_passage(chosen: Chosen) -> dict[str, Any]:
    card, passing = chosen.one("stationary"), chosen.one("passing")
    return {
        "condition": condition_of(card),
        "passing_disordered": passing.is_so("disordered"),
        "side": card.side,
        "unit": card.name,
        "turn": chosen.turn,
    }


def _after_passage(inputs: Passing, found: PassageOfLines, chosen: Chosen) -> Iterator[Change]:
    card = chosen.one("stationary")
    if found.quits_the_field:
        yield from lose(card, left_of(card), "RG-POL", field="quit")
        return
    yield from card.changed("disordered", found.condition is Condition.DISORDERED, cites="RG-POL")
    yield from lose(card, found.stands_that_skedaddle, "RG-POL", field="skedaddled")


def _fill_lying(chosen: Chosen) -> dict[str, Any]:
    card = chosen.one("regiment")
    act = "get up" if card.is_so("lying_down") else "lie down"
    return {"act": act, "weapon": card.text("weapon"), "troops": troops_of(card)}


def _after_lying(inputs: LieDown, found: LyingDown, chosen: Chosen) -> Iterator[Change]:
    yield from chosen.one("regiment").changed("lying_down", found.lying, cites="RG-LYING")


def _fill_skirmishers(chosen: Chosen) -> dict[str, Any]:
    card = chosen.one("regiment")
    return {"troops": troops_of(card), "stands": left_of(card)}


def _after_skirmishers(inputs: Deploying, found: Skirmishers, chosen: Chosen) -> Iterator[Change]:
    yield from chosen.one("regiment").changed("skirmishers_out", not found.driven_in, cites="RG-SKIRM")


def _after_works(inputs: Digging, found: Works, chosen: Chosen) -> Iterator[Change]:
    if found.works is not Cover.NONE:
        yield from chosen.one("regiment").changed("cover", found.works.value, cites="RG-WORKS")


def _after_building(inputs: Inside, found: Building, chosen: Chosen) -> Iterator[Change]:
    card = chosen.one("regiment")
    leaves = found.must_leave and not inputs.stays
    yield from card.changed("cover", (Cover.NONE if leaves else Cover.BUILDING).value, cites="RG-BUILD")
    yield from lose(card, found.stands_lost, "RG-BUILD")


def _added(chosen: Chosen) -> dict[str, Any]:
    return handled(chosen.one("regiment"), chosen.turn)


def _nothing(inputs: Handled, found: Modifiers, chosen: Chosen) -> tuple[Change, ...]:
    return ()


MANEUVER_USES = (
    Use(
        "regimental.maneuver",
        (REGIMENT, Role("superiors", "Its brigade and divisional commanders", kinds=LEADERS, least=0, most=4)),
        _fill_maneuver,
        _after_maneuver,
    ),
    Use("regimental.maneuver_modifiers", (REGIMENT,), _added, _nothing),
    Use("regimental.formation", (REGIMENT,), _works_around, _after_forming),
    Use("regimental.obstacles", (Role("unit", "Unit", kinds=TROOPS),), _fill_obstacles, _after_obstacles),
    Use("regimental.rapid_move", (REGIMENT,), lambda chosen: {}, _after_rapid_move),
    Use(
        "regimental.passage_of_lines",
        (
            Role("stationary", "Stationary regiment", kinds=REGIMENTS),
            Role("passing", "Unit passing through it", kinds=TROOPS),
        ),
        _fill_passage,
        _after_passage,
    ),
    Use("regimental.lying_down", (REGIMENT,), _fill_lying, _after_lying),
    Use("regimental.skirmishers", (REGIMENT,), _fill_skirmishers, _after_skirmishers),
    Use("regimental.works", (REGIMENT,), lambda chosen: {}, _after_works),
    Use("regimental.building", (REGIMENT,), lambda chosen: {"regiments": 1, "turn": chosen.turn}, _after_building),
)
