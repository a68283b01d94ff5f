"""Losses that the enemy saw: what each side says of them, what the umpire rules, and the page to object on (VG-9).

The owner's figure stands unless the umpire rules. A row is known by the id that everyone knows its unit by.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.db.models import CharField, QuerySet, Value
from django.http import Http404

from battles.conduct.short_losses import in_short
from battles.models import Battle, LossRuling, Objection, Plan, SideResult
from battles.selectors.hidden import has_hidden, names_in_sight, placings
from battles.selectors.reads import (
    SIDES,
    cards_book,
    commands,
    find_battle,
    other_side,
    plans_of,
    side_results_of,
    side_word,
    units_of,
    whole_result,
)
from campaign.ids import hex_id
from campaign.parts import Audience
from campaign.visibility import Viewer
from rulesets.core.records import dataclass
from rulesets.core.report import NO_LOSS, StandsLost

NONE = "none"


@dataclass(frozen=True)
class SeenRow:
    """A unit that the enemy has seen: `key` is its id for everyone, `unit` that of its own army."""

    key: str
    unit: str
    name: str
    stands: int


@dataclass(frozen=True)
class EnemyRow:
    """A row of the enemy's result as a side sees it: what its owner says, what you say, and the umpire's ruling."""

    key: str
    name: str
    stands: int
    owner_says: str
    you_say: str
    ruled: str


@dataclass(frozen=True)
class ObjectionPage:
    """The enemy's rows that a side saw, each with room for a figure of its own."""

    battle_id: int
    name: str
    side: str
    side_name: str
    audience: Audience
    rows: tuple[EnemyRow, ...]
    is_entered: bool
    is_open: bool


@dataclass(frozen=True)
class RulingPage:
    """A row on which the umpire rules: what its owner says, and what the enemy says."""

    battle_id: int
    name: str
    side: str
    side_name: str
    audience: Audience
    row: SeenRow
    owner_says: str
    enemy_says: str
    start: str
    is_open: bool


def seen_rows(battle: Battle, side: str, plans: Mapping[str, Plan]) -> list[SeenRow]:
    """Return the rows of a side's result that the enemy saw, in an order that tells nothing."""
    if has_hidden(battle):
        return [
            SeenRow(hex_id(each["id"]), each["unit"], each["name"], each["stands"] or 1)
            for each in placings(side, plans)
        ]
    stands = {unit.id: unit.stands for unit in units_of(battle, side, plans)}
    has_cards = cards_book(battle) is not None
    names = names_in_sight(battle, side, plans)
    return [
        SeenRow(at if has_cards else f"u{n}", at, name, stands[at]) for n, (at, name) in enumerate(names.items(), 1)
    ]


@dataclass(frozen=True)
class Said:
    """What has been said of a battle's losses: each side's figures of the enemy's rows, and the umpire's rulings."""

    objections: Mapping[str, Mapping[str, StandsLost]]
    rulings: Sequence[LossRuling]


def said_of(battle: Battle) -> Said:
    """Return the objections and rulings of a battle, in one read."""
    objections, rulings = {}, []
    for is_ruling, side, unit, name, losses, reason in _said(battle.id):
        if is_ruling:
            rulings.append(LossRuling(side=side, unit=unit, name=name, losses=losses, reason=reason))
        else:
            objections[side] = {key: StandsLost(**lost) for key, lost in losses.items()}
    return Said(objections, sorted(rulings, key=lambda each: (each.side, each.name, each.unit)))


def _said(battle_id: int) -> "QuerySet[Any, Any]":
    empty = Value("", output_field=CharField())
    objections = Objection.objects.filter(battle_id=battle_id)
    rulings = LossRuling.objects.filter(battle_id=battle_id)
    return objections.values_list(Value(0), "side", empty, empty, "figures", empty).union(
        rulings.values_list(Value(1), "side", "unit", "name", "losses", "reason"), all=True
    )


def ruled_rows(side: str, rows: Sequence[SeenRow], rulings: Sequence[LossRuling]) -> dict[str, LossRuling]:
    """Return the rulings on a side's rows, by the unit's id in its own army."""
    units = {row.key: row.unit for row in rows}
    return {units[each.unit]: each for each in rulings if each.side == side and each.unit in units}


def ruled_losses(battle: Battle, side: str, plans: Mapping[str, Plan]) -> dict[str, StandsLost]:
    """Return the losses that the umpire has set, which count whatever is entered."""
    rulings = [each for each in said_of(battle).rulings if each.side == side]
    found = ruled_rows(side, seen_rows(battle, side, plans), rulings) if rulings else {}
    return {unit: StandsLost(**ruling.losses) for unit, ruling in found.items()}


def ruling_in_words(ruling: LossRuling) -> str:
    return f"{said_in_short(StandsLost(**ruling.losses))}, ruled by the umpire: {ruling.reason}"


def said_in_short(lost: StandsLost) -> str:
    return in_short(lost) or NONE


def losses_entered(row: SideResult | None) -> Mapping[str, StandsLost]:
    """Return what a side entered of its units, as the enemy could see it; nothing before it did."""
    return {at: seen_losses(lost) for at, lost in whole_result(row).losses.items()} if row is not None else {}


def seen_losses(lost: StandsLost) -> StandsLost:
    """Return losses without the stands that never came, which the enemy doesn't know of."""
    return replace(lost, never_arrived=0)


def enemy_half(
    viewer: Viewer,
    battle: Battle,
    side: str,
    plans: Mapping[str, Plan],
    results: Mapping[str, SideResult],
    sayings: Said,
) -> ObjectionPage | None:
    """Return the enemy's rows for a side that may object to them; nothing for anyone else."""
    if not commands(viewer, battle, other_side(side)):
        return None
    rows, entered = seen_rows(battle, side, plans), losses_entered(results.get(side))
    said = sayings.objections.get(viewer.side, {})
    ruled = {each.unit: each for each in sayings.rulings if each.side == side}
    return ObjectionPage(
        battle_id=battle.id,
        name=battle.name,
        side=side,
        side_name=side_word(side),
        audience=Audience(side=viewer.side, words="Visible to both armies and the umpire"),
        rows=tuple(_enemy_row(row, results, entered, said, ruled, side) for row in rows),
        is_entered=side in results,
        is_open=battle.takes_results,
    )


def _enemy_row(
    row: SeenRow,
    results: Mapping[str, SideResult],
    entered: Mapping[str, StandsLost],
    said: Mapping[str, StandsLost],
    ruled: Mapping[str, LossRuling],
    side: str,
) -> EnemyRow:
    return EnemyRow(
        key=row.key,
        name=row.name,
        stands=row.stands,
        owner_says=said_in_short(entered.get(row.unit, NO_LOSS)) if side in results else "",
        you_say=in_short(said[row.key]) if row.key in said else "",
        ruled=ruling_in_words(ruled[row.key]) if row.key in ruled else "",
    )


def objection_page(viewer: Viewer, battle_id: int, side: str) -> ObjectionPage:
    """Return the rows of a side's result to its enemy, who may object to them."""
    battle = find_battle(viewer, battle_id)
    if side not in SIDES:
        raise Http404
    known = plans_of(battle), side_results_of(battle), said_of(battle)
    page = enemy_half(viewer, battle, side, *known)
    if page is None:
        raise Http404
    return page


def ruling_page(viewer: Viewer, battle_id: int, side: str, row: str) -> RulingPage:
    """Return a row of a side's result to the umpire, who may rule on it."""
    battle = find_battle(viewer, battle_id)
    if not viewer.is_umpire or side not in SIDES:
        raise Http404
    plans, results, objections = plans_of(battle), side_results_of(battle), said_of(battle).objections
    found = find_row(battle, side, plans, row)
    entered, said = losses_entered(results.get(side)), objections.get(other_side(side), {}).get(row)
    return RulingPage(
        battle_id=battle.id,
        name=battle.name,
        side=side,
        side_name=side_word(side),
        audience=Audience(side="public", words="Visible to everyone who saw the unit"),
        row=found,
        owner_says=said_in_short(entered.get(found.unit, NO_LOSS)) if side in results else "",
        enemy_says=said_in_short(said) if said is not None else "",
        start=in_short(said if said is not None else entered.get(found.unit, NO_LOSS)),
        is_open=battle.takes_results and side in results,
    )


def find_row(battle: Battle, side: str, plans: Mapping[str, Plan], key: str) -> SeenRow:
    for row in seen_rows(battle, side, plans):
        if row.key == key:
            return row
    raise Http404
