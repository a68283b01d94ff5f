"""The form of a roll at the table: a rule with what its unit's owner knows filled in."""

from collections.abc import Mapping
from typing import Any

from django.http import Http404

from battles.conduct.rolls import Army, Rolls, TableUnit, TableUse
from battles.models import Battle
from battles.selectors.at_table import find_armies, may_roll
from battles.selectors.reads import commands, conduct, find_battle, half_audience, other_side, side_word
from battles.selectors.table_rolls import find_use, is_same_turn, rolls_in
from campaign.audiences import UMPIRE
from campaign.parts import Audience
from campaign.routes import reverse
from campaign.visibility import Viewer, audience_words
from rulesets.core.records import dataclass

UNSEEN = "The enemy hasn’t seen this unit, and everyone sees this roll. Reveal the unit first."
EVERYONE = "Everyone sees this roll, with all that you enter."


@dataclass(frozen=True)
class TargetLine:
    """A unit of the enemy that the umpire can have filled in as the target."""

    id: str
    label: str
    about: str


@dataclass(frozen=True)
class TableRollFormPage:
    """What the form of a roll shows before anything is rolled.

    `shows` are the hidden ratings that it will show to everyone, and `refused` is why it can't be made now.
    The umpire, who knows both sides, `can_aim`: he chooses from `targets`, and `target` is the unit that is filled in.
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
    can_aim: bool
    targets: tuple[TargetLine, ...]
    target: str
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


def table_roll_start(
    viewer: Viewer, battle_id: int, side: str, name: str, unit: str, target: str | None = None
) -> TableRollStart:
    """Return the form of a roll with a unit on the table: to its side, and to the umpire.

    The umpire can have a unit of the enemy filled in as the target; while `target` is blank, he chooses it.
    """
    battle, side = find_battle(viewer, battle_id), side.upper()
    if not may_roll(viewer, battle, side):
        raise Http404
    rolls, use = conduct(battle).rolls, find_use(battle, name)
    assert rolls is not None
    aims = bool(use.target) and may_roll(viewer, battle, other_side(side))
    shows_enemy = aims and target is not None
    armies = find_armies(viewer, battle, [side, other_side(side)] if shows_enemy else [side])
    army, enemy = armies[side], armies.get(other_side(side))
    found = next((each for each in rolls.units(army) if each.id == unit and each.kind in use.kinds), None)
    if found is None:
        raise Http404
    same, rows = (army.side, name, found.label), rolls_in(battle.id)
    before: dict[str, Any] = next((row.inputs for row in rows if (row.side, row.name, row.unit) == same), {})
    mine = [row for row in rows if is_same_turn(row, battle, army.side, name)]
    again = sum(1 for row in mine if row.unit == found.label)
    is_unseen = (found.with_unit or found.id) in army.unseen
    targets = _targets(rolls, use, enemy)
    aimed_at = next((each for each in targets if each.id == target), None)
    shows = [*rolls.shows(use, army, found, _whose(viewer, battle, army))]
    inputs = rolls.fill(use, army, found, before)
    if enemy and aimed_at:
        shows += rolls.shows(use, enemy, aimed_at, _whose(viewer, battle, enemy))
        inputs = {**inputs, use.target: rolls.fill_target(use, enemy, aimed_at)}
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
        audience=_audience(viewer, side, shows_enemy=shows_enemy),
        notes=tuple(rolls.notes(use, army)),
        shows=(EVERYONE, *shows),
        refused=UNSEEN if is_unseen else _why_not_again(use, found, again),
        inputs=inputs,
        can_aim=aims,
        targets=tuple(TargetLine(each.id, each.label, each.about) for each in targets if target == ""),
        target=aimed_at.label if aimed_at else "",
        back_url=reverse("battles:table-units", args=[battle.campaign_id, battle.id, army.side.lower(), name]),
    )
    return TableRollStart(page, battle, rolls, army, use, found, again)


def _audience(viewer: Viewer, side: str, *, shows_enemy: bool) -> Audience:
    return audience_words(viewer, UMPIRE) if shows_enemy else half_audience(viewer, side)


def _targets(rolls: Rolls, use: TableUse, enemy: Army | None) -> list[TableUnit]:
    """Return the units that a rule can be aimed at; those that aren't revealed yet can't be."""
    units = rolls.units(enemy) if enemy else ()
    return [unit for unit in units if enemy and unit.kind in use.targets and unit.id not in enemy.unseen]


def _whose(viewer: Viewer, battle: Battle, army: Army) -> str:
    return "your" if commands(viewer, battle, army.side) else f"the {side_word(army.side)}"


def _why_not_again(use: TableUse, unit: TableUnit, again: int) -> str:
    """Say why a rule that is rolled once a turn can't be rolled again."""
    if not again or not use.has_rerolls:
        return ""
    return f"{unit.label} has already rolled this turn. Only an army leader’s reroll can change it."
