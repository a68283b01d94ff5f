"""The form of a roll at the table: a rule with what its unit's owner knows filled in."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import Http404
from django.urls import reverse

from battles.conduct.rolls import Army, Rolls, TableUnit, TableUse
from battles.models import Battle
from battles.selectors.at_table import find_army
from battles.selectors.reads import conduct, half_audience
from battles.selectors.table_rolls import find_use, is_same_turn, rolls_in
from campaign.parts import Audience
from campaign.visibility import Viewer

UNSEEN = "The enemy hasn’t seen this unit, and everyone sees this roll. Reveal the unit first."
EVERYONE = "Everyone sees this roll, with all that you enter."


@dataclass(frozen=True)
class TableRollFormPage:
    """What the form of a roll shows before anything is rolled.

    `shows` are the hidden ratings that it will show to everyone, and `refused` is why it can't be made now.
    """

    battle_id: int
    battle: str
    side: str
    name: str
    title: str
    help: str
    unit: str
    label: str
    about: str
    audience: Audience
    notes: tuple[tuple[str, str], ...]
    shows: tuple[str, ...]
    refused: str
    inputs: Mapping[str, Any]
    back_url: str


@dataclass(frozen=True)
class TableRollStart:
    """The input of a roll's form, and what the service needs."""

    page: TableRollFormPage
    battle: Battle
    rolls: Rolls
    army: Army
    use: TableUse
    unit: TableUnit
    again: int


def table_roll_start(viewer: Viewer, battle_id: int, side: str, name: str, unit: str) -> TableRollStart:
    """Return the form of a roll with a unit on the table: to its side, and to the umpire."""
    battle, army = find_army(viewer, battle_id, side)
    rolls, use = conduct(battle).rolls, find_use(battle, name)
    assert rolls is not None
    found = next((each for each in rolls.units(army) if each.id == unit and each.kind in use.kinds), None)
    if found is None:
        raise Http404
    same, rows = (army.side, name, found.label), rolls_in(battle.id)
    before: dict[str, Any] = next((row.inputs for row in rows if (row.side, row.name, row.unit) == same), {})
    mine = [row for row in rows if is_same_turn(row, battle, army.side, name)]
    again = sum(1 for row in mine if row.unit == found.label)
    is_unseen = (found.with_unit or found.id) in army.unseen
    page = TableRollFormPage(
        battle_id=battle.id,
        battle=battle.name,
        side=army.side,
        name=name,
        title=use.procedure.title,
        help=use.procedure.help,
        unit=found.id,
        label=found.label,
        about=found.about,
        audience=half_audience(viewer, army.side),
        notes=tuple(rolls.notes(use, army)),
        shows=(EVERYONE, *rolls.shows(use, army, found)),
        refused=UNSEEN if is_unseen else _why_not_again(use, found, again),
        inputs=rolls.fill(use, army, found, before),
        back_url=reverse("battles:table-units", args=[battle.campaign_id, battle.id, army.side.lower(), name]),
    )
    return TableRollStart(page, battle, rolls, army, use, found, again)


def _why_not_again(use: TableUse, unit: TableUnit, again: int) -> str:
    """Say why a rule that is rolled once a turn can't be rolled again."""
    if not again or not use.has_rerolls:
        return ""
    return f"{unit.label} has already rolled this turn. Only an army leader’s reroll can change it."
