"""Rolls at the table: a rule with a side's own unit, dice from the battle's public cup, seen by everyone (VG-11)."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.http import Http404

from battles.models import Battle, TableRoll
from battles.selectors.at_table import find_own_army, may_roll
from battles.selectors.reads import find_battle, house_of_battle, side_word
from battles.selectors.roll_start import TableRollStart, table_roll_start
from battles.selectors.table_rolls import find_use, newest_of, rerolls_left, roll_in, rolls_in
from battles.services.card_rolls import Rolling
from battles.services.common import open_battle_act, reload, require, require_own_view
from battles.services.leaders import attach, require_fought
from campaign.audiences import PUBLIC
from campaign.gate import heavy
from campaign.selectors.procedures import refusing, run, trace_of
from campaign.services.record import Act
from campaign.sources import SOURCES
from campaign.visibility import Viewer
from rulesets.core.carries import carries
from rulesets.core.dice import CupDice
from rulesets.core.outcome import Outcome
from rulesets.core.plain import Json, as_json

ROLLED, REROLLED = "battle.rolled", "battle.rerolled"
NOT_NEWEST = "This roll was already rerolled. Reroll the newest one."
NO_REROLL = "The army leader has no reroll left this turn."


@heavy
@carries("VG-7A2a", "VG-7A2b", "VG-11A", "VG-11C")
def roll_at_table(
    viewer: Viewer,
    battle_id: int,
    *,
    side: str,
    name: str,
    unit: str,
    inputs: Mapping[str, Any],
    faces: Sequence[int] | None = None,
    version: int | None = None,
    key: str | None = None,
) -> TableRoll:
    """Roll a rule with a unit of one's own side, or as the umpire; everyone sees the roll."""
    start = table_roll_start(viewer, battle_id, side, name, unit)
    require_own_view(viewer)
    payload = {"procedure": start.use.procedure.id}
    with open_battle_act(viewer, start.battle, ROLLED, payload=payload, version=version, key=key) as act:
        battle = reload(start.battle)
        require_fought(battle)
        start = table_roll_start(viewer, battle_id, side, name, unit)
        require(not start.page.refused, start.page.refused)
        asked = start.rolls.identified(start.use, start.army, start.unit, dict(inputs), 0)
        if not viewer.is_umpire:
            start.rolls.check(start.use, start.army, start.unit, asked)
        dice = Rolling(battle, PUBLIC, start.again + 1, list(faces) if faces is not None else None)
        with refusing():
            read = start.use.procedure.read(asked).model_dump(mode="json")
            outcome = start.rolls.carry_out(start.use, start.army, start.unit, read, CupDice(dice.throw))
        require(not dice.typed, "You entered more dice than this rule rolls.", field="dice")
        if post := start.rolls.joins(start.use, start.army, start.unit, read):
            attach(act, battle, start.army.side, post, start.unit.id)
        row = _row(act, battle, start)
        _fill(row, read, outcome)
        act.create(row)
        _tell(act, row)
    return row


def _row(act: Act, battle: Battle, start: TableRollStart) -> TableRoll:
    row = TableRoll(id=SOURCES.new_id(PUBLIC), campaign_id=battle.campaign_id, battle=battle, at=act.at)
    row.side, row.turn, row.name = start.army.side, battle.turn, start.use.name
    row.procedure, row.unit, row.again = start.use.procedure.id, start.unit.label, start.again
    return row


def _fill(row: TableRoll, asked: Json, outcome: Outcome[Any]) -> None:
    row.inputs, row.result = asked, str(outcome.result)[:400]
    row.trace = as_json(trace_of(outcome.steps))


def _tell(act: Act, row: TableRoll) -> None:
    again = " again" if row.again else ""
    said = f"{side_word(row.side)} rolled {row.title}{again} ({row.unit}): {row.result}."
    act.tell(PUBLIC, said, turn=row.turn, trace=row.trace_lines)


@heavy
@carries("VG-11D3")
def reroll(
    viewer: Viewer,
    battle_id: int,
    table_roll_id: int,
    *,
    faces: Sequence[int] | None = None,
    version: int | None = None,
    key: str | None = None,
) -> TableRoll:
    """Reroll a maneuver of this turn, by its own side or the umpire: the second roll counts.

    With a negative army rating the opponent chooses, and the roller's side or the umpire enters it: a button of the
    opponent's own would tell him who leads the army.
    """
    battle = find_battle(viewer, battle_id)
    seen = roll_in(rolls_in(battle.id), table_roll_id)
    if not may_roll(viewer, battle, seen.side):
        raise Http404
    require_own_view(viewer)
    with open_battle_act(
        viewer, battle, REROLLED, payload={"procedure": seen.procedure}, version=version, key=key
    ) as act:
        battle = reload(battle)
        require_fought(battle)
        rows = rolls_in(battle.id)
        old = newest_of(roll_in(rows, table_roll_id), rows)
        require(old.id == table_roll_id, NOT_NEWEST)
        use, army = find_use(battle, old.name), find_own_army(viewer, battle, old.side)
        require(use.has_rerolls and old.turn == battle.turn, "Only a maneuver of this turn can be rerolled.")
        require(rerolls_left(battle, army, rows), NO_REROLL, cites="VG-11D3")
        asked = {**old.inputs, "again": old.again + 1}
        dice = Rolling(battle, PUBLIC, 1, list(faces) if faces is not None else None)
        outcome = run(use.procedure, asked, CupDice(dice.throw), house=house_of_battle(battle))
        require(not dice.typed, "You entered more dice than this rule rolls.", field="dice")
        row = TableRoll(id=SOURCES.new_id(PUBLIC), campaign_id=battle.campaign_id, battle=battle, at=act.at)
        row.side, row.turn, row.name, row.procedure = old.side, old.turn, old.name, old.procedure
        row.unit, row.again = old.unit, old.again + 1
        _fill(row, asked, outcome)
        act.create(row)
        _tell(act, row)
    return row
