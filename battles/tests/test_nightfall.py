"""Who is on the table at nightfall: a unit hidden where it was deployed is; one that never arrived isn't (VG-8A1)."""

from typing import Any

import pytest

from battles.models import Battle, PlacedUnit
from battles.selectors.at_table import find_army
from battles.selectors.hidden import Why, still_hidden
from battles.selectors.losses import Tally, tally_of
from battles.selectors.losses_page import OUT, losses_page
from battles.selectors.night import night_limits
from battles.selectors.reads import conduct, find_battle, plans_of
from battles.services import hidden, ticks
from battles.tests.builders import open_it, to_turn
from battles.tests.test_excess import FIVES, LAST_GUNS, TEN, choose, example_12
from battles.tests.test_hidden import sealed
from campaign.tests.builders import Club
from rulesets.core.report import StandsLost

pytestmark = pytest.mark.django_db
FIRST_TURN_OF_DAY_2 = 26


def tally(club: Club, battle: Battle, side: str) -> Tally:
    return tally_of(find_battle(club.viewer("umpire"), battle.pk), side)


def rollable(club: Club, battle: Battle, side: str) -> set[str]:
    """Return the units that the side can roll for at the table."""
    now, army = find_army(club.viewer("umpire"), battle.pk, side)
    rolls = conduct(now).rolls
    assert rolls is not None
    return {unit.id for unit in rolls.units(army)}


def place(club: Club, battle: Battle, units: list[str]) -> None:
    hidden.place_units(club.viewer("union"), battle.pk, side="USA", units=units, why=Why.MOVED)


@pytest.fixture
def unseen() -> Any:
    """Fight to the second day with the first Union division hidden."""
    club, battle = sealed()
    open_it(club, battle)
    to_turn(club, battle, FIRST_TURN_OF_DAY_2)
    return club, Battle.objects.get(id=battle.id)


def test_hidden_unit_takes_part_the_next_day_with_all_its_stands(unseen: tuple[Club, Battle]) -> None:
    club, battle = unseen
    units = still_hidden(battle, "USA", plans_of(battle))
    states = tally(club, battle, "USA").states
    assert units
    assert not any(states[unit.id].is_out for unit in units)
    assert all(states[unit.id].lost == StandsLost() for unit in units)
    assert {unit.id for unit in units} <= rollable(club, battle, "USA")
    place(club, battle, [units[0].id])
    assert PlacedUnit.objects.get(side="USA", unit=units[0].id).turn == FIRST_TURN_OF_DAY_2


@pytest.mark.rule("VG-8A1")
def test_hidden_unit_that_left_the_table_is_out() -> None:
    club, battle = sealed()
    open_it(club, battle)
    unit = still_hidden(battle, "USA", plans_of(battle))[0].id
    ticks.tick(club.viewer("union"), battle.pk, unit=unit, cause="quit")
    to_turn(club, battle, FIRST_TURN_OF_DAY_2)
    assert tally(club, battle, "USA").states[unit].is_out


def test_what_never_arrived_is_out_and_not_lost() -> None:
    """Of 40 stands, 15 arrive: two brigades of five, and five stands of a third."""
    club, battle = example_12()
    choose(club, battle, [*FIVES, *LAST_GUNS], TEN)
    to_turn(club, battle, FIRST_TURN_OF_DAY_2)
    states = tally(club, battle, "CSA").states
    never = ["c0d0b1", "c0d0b2", "c0d0g0", "c0d0g1"]
    assert [states[at].is_out for at in (*FIVES, *LAST_GUNS, TEN)] == [False] * 5
    assert [states[at].is_out for at in never] == [True] * 4
    assert states["c0d0b1"].lost == StandsLost(never_arrived=10)
    assert (states[TEN].present, states[TEN].lost) == (5, StandsLost(never_arrived=5))
    assert not set(never) & rollable(club, battle, "CSA")
    assert not ticks.tick(club.viewer("confederate"), battle.pk, unit="c0d0b1", cause="killed").counts
    notes = {row.id: row.note for row in losses_page(club.viewer("confederate"), battle.pk, "CSA").rows}
    assert (notes["c0d0b1"], notes[TEN]) == (OUT, "")


@pytest.mark.rule("VG-8A1")
def test_page_of_the_night_says_who_is_on_the_table() -> None:
    assert any("A unit hidden where it was deployed is on the table" in limit for limit in night_limits())
