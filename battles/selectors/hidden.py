"""Which units the enemy has seen on the table, which still wait out of sight, and the page that places them (VG-7).

What everyone sees of a unit on the table is its name, its arm, and its stands as it came there. It is read from the
public record of its placing, never from the plan, so nothing shows that other units exist.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from django.db.models import TextChoices
from django.http import Http404

from battles.conduct.base import Option, Unit
from battles.conduct.wear import OF_COMMAND
from battles.models import Battle, BattleState, Plan
from battles.selectors.reads import (
    SEEN,
    SHOWN,
    SIDES,
    cards_book,
    cards_of,
    commands,
    conduct,
    find_battle,
    half_audience,
    hidden_of,
    placed_units,
    plans_of,
    side_word,
    units_of,
)
from campaign.ids import hex_id
from campaign.parts import Audience
from campaign.visibility import Viewer
from rulesets.core.records import dataclass
from rulesets.core.words import many


class Why(TextChoices):
    """Why a hidden unit is placed."""

    MOVED = "moved", "It moved"
    FIRED = "fired", "It fired"
    SEEN = "seen", "It came within sight"


@dataclass(frozen=True)
class SeenUnit:
    """A unit on the table, as everyone sees it there."""

    id: str
    name: str
    about: str
    turn: int


@dataclass(frozen=True)
class SeenSide:
    side: str
    name: str
    units: tuple[SeenUnit, ...]


@dataclass(frozen=True)
class SeenPage:
    battle_id: int
    name: str
    audience: Audience
    sides: tuple[SeenSide, ...]


@dataclass(frozen=True)
class PlacePage:
    """A side's units that are still hidden, for its commanders or the umpire to place on the table."""

    battle_id: int
    name: str
    side: str
    side_name: str
    audience: Audience
    units: tuple[Option, ...]
    is_open: bool


def has_hidden(battle: Battle) -> bool:
    """Return whether units of this battle's book can start hidden, which its orders of battle decide."""
    return conduct(battle).orders is not None


def in_sight(battle: Battle, side: str, plans: Mapping[str, Plan]) -> frozenset[str]:
    """Return the ids of a side's units that the enemy has seen on the table."""
    return frozenset(names_in_sight(battle, side, plans))


def is_in_sight(who: str, seen: Iterable[str]) -> bool:
    """Return whether the enemy saw whoever this is: a leader who is a counter, or what a commander leads."""
    if not who.startswith(OF_COMMAND):
        return True
    at = who.removeprefix(OF_COMMAND)
    return any(unit == at or (unit.startswith(at) and unit[len(at)].isalpha()) for unit in seen)


def names_in_sight(battle: Battle, side: str, plans: Mapping[str, Plan]) -> dict[str, str]:
    """Return the names of a side's units that the enemy has seen, by their ids, in the order of the names.

    Unit cards say so themselves. In a book with neither cards nor orders of battle, everything is on the table.
    """
    if has_hidden(battle):
        return {each["unit"]: each["name"] for each in placings(side, plans)}
    units = {unit.id: unit.name for unit in units_of(battle, side, plans)}
    if cards_book(battle) is None:
        return units
    shown = sorted((card.name, hex_id(card.id)) for card in cards_of(battle) if not card.hidden)
    return {at: name for name, at in shown if at in units}


def placings(side: str, plans: Mapping[str, Plan]) -> list[dict[str, Any]]:
    """Return the placings of a side, in an order that tells nothing: by name, then by the id drawn at the placing."""
    rows = (getattr(plans[side], SEEN, None) or []) if side in plans else []
    return sorted(rows, key=lambda each: (each["name"], each["id"]))


def still_hidden(battle: Battle, side: str, plans: Mapping[str, Plan]) -> list[Unit]:
    """Return the units on the table that the enemy hasn't seen yet."""
    hidden, seen = hidden_of(battle, side, plans), in_sight(battle, side, plans)
    return [unit for unit in placed_units(battle, side, plans) if unit.id in hidden and unit.id not in seen]


def seen_page(viewer: Viewer, battle_id: int) -> SeenPage:
    """Return the units of both sides that stand on the table for everyone to see."""
    battle = find_battle(viewer, battle_id)
    if not has_hidden(battle) or battle.turn == 0:
        raise Http404
    plans = plans_of(battle)
    sides = tuple(SeenSide(side, side_word(side), tuple(map(_seen, placings(side, plans)))) for side in SHOWN)
    return SeenPage(battle.id, battle.name, Audience(side="public", words="Visible to everyone"), sides)


def _seen(row: Mapping[str, Any]) -> SeenUnit:
    about = ", ".join(filter(None, [row["arm"], many(row["stands"], "stand") if row["stands"] else ""]))
    return SeenUnit(hex_id(row["id"]), row["name"], about, row["turn"])


def place_page(viewer: Viewer, battle_id: int, side: str) -> PlacePage:
    """Return a side's hidden units to its commanders and the umpire, once the battle is open."""
    battle, side = find_battle(viewer, battle_id), side.upper()
    if not may_place(viewer, battle, side):
        raise Http404
    plans = plans_of(battle)
    hidden = still_hidden(battle, side, plans)
    return PlacePage(
        battle_id=battle.id,
        name=battle.name,
        side=side,
        side_name=side_word(side),
        audience=half_audience(viewer, side),
        units=tuple(Option(unit.id, unit.name) for unit in hidden),
        is_open=battle.state == BattleState.DAY and not battle.is_postponed,
    )


def may_place(viewer: Viewer, battle: Battle, side: str) -> bool:
    """Return whether this seat may ever place units of a side: the umpire's, and its own commanders'."""
    is_own = commands(viewer, battle, side)
    knows = side in SIDES and (viewer.is_umpire or is_own)
    return knows and has_hidden(battle) and battle.turn > 0
