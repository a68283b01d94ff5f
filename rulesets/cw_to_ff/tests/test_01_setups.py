"""What the strategic game says of a setup (VG-1; CW-1.1, 2.4, 3.2, 3.3)."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from rulesets.core.brief import Brief, BriefItem, StrategicTable
from rulesets.core.brief_form import shipped_briefs
from rulesets.core.context import Context, Override
from rulesets.core.registry import setups_of
from rulesets.cw_to_ff import setups

SHILOH = shipped_briefs()["shiloh"]


def found(brief: Brief) -> list[str]:
    return [str(fault) for fault in setups.faults(brief)]


def with_table(**changes: Any) -> Brief:
    assert SHILOH.strategic_table is not None
    return replace(SHILOH, strategic_table=replace(SHILOH.strategic_table, **changes))


def with_defender(**changes: Any) -> Brief:
    sides = {**SHILOH.sides, "USA": replace(SHILOH.sides["USA"], **changes)}
    return replace(SHILOH, sides=sides)


def test_bridge_offers_its_setups() -> None:
    assert setups_of("cw_to_ff").faults(SHILOH, Context()) == []


@pytest.mark.parametrize("name", shipped_briefs())
def test_every_shipped_setup_follows_the_strategic_rules(name: str) -> None:
    brief = shipped_briefs()[name]
    assert found(brief) == []
    assert setups.completed(replace(brief, season="", strategic_table=None)) == brief


@pytest.mark.parametrize("name", shipped_briefs())
def test_every_shipped_leader_is_a_counter(name: str) -> None:
    for code, side in shipped_briefs()[name].sides.items():
        assert [leader for leader in side.leaders if leader not in setups.leaders(code)] == []


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"column": "D"}, "column: must be “C” for these armies on this ground, not “D” (CW-3.2, 3.3)."),
        ({"column_before_shifts": "E"}, "column_before_shifts: must be “D” for these armies on this ground, not “E”"),
        ({"left_shifts": -1}, "left_shifts: must be 1 for these armies on this ground, not −1"),
        ({"defender_size": "large"}, "defender_size: must be “medium” for these armies on this ground, not “large”"),
    ],
)
def test_line_of_the_combat_table_is_checked_by_its_procedure(changes: Mapping[str, Any], sentence: str) -> None:
    (fault,) = found(with_table(**changes))
    assert fault.startswith(f"strategic_table.{sentence}")


def test_demoralized_defender_shifts_the_column_right() -> None:
    assert found(with_defender(demoralized=True)) == [
        "strategic_table.left_shifts: must be 0 for these armies on this ground, not 1 (CW-3.2, 3.3).",
        "strategic_table.column: must be “D” for these armies on this ground, not “C” (CW-3.2, 3.3).",
    ]


@pytest.mark.parametrize(("work", "left", "column"), [("fort", 2, "B"), ("fortress", 3, "A")])
def test_work_of_the_defender_shifts_the_column_left(work: str, left: int, column: str) -> None:
    behind = replace(SHILOH, work=work, strategic_table=None)
    table = setups.completed(behind).strategic_table
    assert table is not None
    assert (table.left_shifts, table.column) == (left, column)


def test_season_is_that_of_the_turn() -> None:
    assert found(replace(SHILOH, turn=5)) == ["season: must be “May-Jun” on turn 5, not “Mar-Apr”."]


@pytest.mark.parametrize(
    ("sp", "sentence"),
    [(0, "has no strength points. Enter at least 1."), (101, "must be 100 SP or fewer in all, not 101.")],
)
def test_army_beyond_the_combat_table_is_refused(sp: int, sentence: str) -> None:
    brief = with_defender(strength=tuple(BriefItem(f"u{n}", quality="green") for n in range(sp)))
    assert found(brief) == [f"sides.USA.strength: {sentence}"]
    assert setups.completed(replace(brief, strategic_table=None)).strategic_table is None


@pytest.mark.parametrize(
    ("sp", "before", "column"), [(1, "L", "L"), (4, "J", "H"), (30, "A", "A")], ids=["overrun", "combat", "dash"]
)
def test_line_is_worked_out_even_where_no_battle_would_follow(sp: int, before: str, column: str) -> None:
    brief = with_defender(strength=tuple(BriefItem(f"u{n}", quality="green") for n in range(sp)))
    table = setups.completed(replace(brief, strategic_table=None)).strategic_table
    assert isinstance(table, StrategicTable)
    assert (table.column_before_shifts, table.column) == (before, column)


@pytest.mark.parametrize(
    ("day", "turn"),
    [("1861-07-21", 1), ("1862-01-19", 3), ("1862-04-06", 4), ("1863-05-01", 10), ("1861-06-30", None)],
)
def test_day_belongs_to_a_turn(day: str, turn: int | None) -> None:
    assert setups.turn_of(date.fromisoformat(day)) == turn


def test_leaders_are_read_with_the_campaigns_own_numbers() -> None:
    own = Override("civil_war.leaders", "USA Grant 2", "initiative", 4, "Club numbers", "Our counter says so.")
    grant = {leader.id: leader for leader in setups.leaders("USA", Context.of([own]))}["usa-grant-2"]
    assert (grant.initiative, grant.given_name, grant.seniority) == (4, "Ulysses S.", 2)


def test_naval_leaders_are_not_offered() -> None:
    assert "Farragut" not in {leader.name for leader in setups.leaders("USA")}
