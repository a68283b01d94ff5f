"""Deadlines that stay where they were set, and battles that end though a side says nothing."""

import re
from collections.abc import Iterator
from datetime import datetime

from battles.models import BattleState
from battles.selectors.reads import TURN_LIMITS
from bench.attacks.inside import a_try
from bench.attacks.probes import unless
from bench.attacks.table import Table
from campaign.models import Deadline


def deadlines() -> Iterator[str]:
    for attempt in (_unsealed, _confirmed):
        with a_try():
            yield from attempt()


def _due(table: Table, part: str, side: str) -> datetime | None:
    rows = Deadline.objects.filter(campaign_id=table.campaign_id, subject__contains=part, subject__endswith=side)
    return rows.values_list("due_at", flat=True).first()


def _unsealed() -> Iterator[str]:
    """Seal and unseal: the deadline of the plan is the one from before."""
    table = Table()
    table.begin()
    due_at = _due(table, "plan", "USA")
    yield from unless(due_at, "a plan has no deadline")
    table.sweep(hours=5)
    table.seal("union")
    table.sweep(hours=5)
    table.act("union", "battles:unseal")
    again = _due(table, "plan", "USA")
    yield from unless(again == due_at, f"unsealing moved the deadline from {due_at} to {again}")


def _confirmed() -> Iterator[str]:
    """Confirm both results, let time pass, and enter one again: its deadline is the one from before."""
    table = Table()
    table.play()
    table.enter_both()
    due_at = _due(table, "result", "USA")
    table.confirm_both()
    shown = _dues(table)
    table.sweep(hours=6)
    yield from unless(_dues(table) == shown, "the deadline of a confirmed result moves with the clock")
    table.enter("union", points=7)
    again = _due(table, "result", "USA")
    yield from unless(again == due_at, f"entering a result again moved its deadline from {due_at} to {again}")


def _dues(table: Table) -> list[str]:
    """Return the deadlines of a battle as programs read them."""
    answer = table.get("union", f"/api{table.path('battles:detail')}")
    return re.findall(r'"due": ?"([^"]+)"', answer.content.decode())


def no_umpire() -> Iterator[str]:
    for attempt in (_both_hold, _one_missing, _none_entered):
        with a_try():
            yield from attempt()


def _at_results() -> Table:
    table = Table("site")
    table.play()
    return table


def _ends(table: Table, what: str) -> Iterator[str]:
    """Let the deadline pass, twice over."""
    for _ in range(3):
        table.sweep(hours=table.club.campaign.hours_per_move + 1)
        table.sweep()
    yield from unless(table.battle.state == BattleState.APPLIED, f"{what}: the battle never ends")


def _both_hold() -> Iterator[str]:
    """Let each side claim the field, which ends nothing until the turn's time is up."""
    table = Table("site")
    table.fight()
    table.ask("union", "end", leaves="CSA")
    table.ask("confederate", "end", leaves="USA")
    yield from unless(table.battle.state == BattleState.DAY, "both sides claim the field: the fighting ends")
    table.sweep(hours=TURN_LIMITS * table.club.campaign.hours_per_move + 1)
    is_over = table.battle.state == BattleState.RESULT
    yield from unless(is_over, "both sides claim the field: the fighting never ends")
    if is_over:
        table.enter_both()
        table.confirm_both()
        yield from _ends(table, "both sides claimed the field")


def _one_missing() -> Iterator[str]:
    table = _at_results()
    table.enter("union")
    table.act("union", "battles:confirm", on="battles:detail")
    yield from _ends(table, "one side entered no result")


def _none_entered() -> Iterator[str]:
    yield from _ends(_at_results(), "neither side entered a result")
