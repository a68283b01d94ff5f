"""Each setup of the site, from contact to Opened, by clicks and keys of four people, counted and printed."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import TYPE_CHECKING, NamedTuple

import pytest

from battles.models import Battle, BattleState, SecretResult
from battles.selectors.reads import plans_of
from battles.tests.builders import SHEET, shiloh
from battles.tests.clicks import (
    INPUT_EVENTS,
    Browse,
    People,
    SameDice,
    agree_by_clicks,
    choose_edge,
    seal,
    set_up_by_clicks,
)
from campaign.services.sweep import sweep
from campaign.sources import SOURCES
from campaign.tests.builders import a_club
from war.services.set_up import set_up

if TYPE_CHECKING:
    from playwright.sync_api import Page

Axe = Callable[["Page"], list[str]]
pytestmark = [pytest.mark.django_db(transaction=True), *(pytest.mark.rule(f"VG-{n}") for n in ("1", "3", "5", "7"))]
MOST_OF_UMPIRE = 6


class Fight(NamedTuple):
    """A setup: its name, and each side's flank, leader, and command on the march."""

    name: str
    union: tuple[str, str]
    confederate: tuple[str, str]
    on_map: bool = False
    meets: bool = False


FIGHTS = (
    Fight("First Bull Run", ("right", "Sherman"), ("right", "Jackson")),
    Fight("Shiloh", ("right", "Sherman"), ("left", "Forrest"), on_map=True, meets=True),
    Fight("Perryville", ("left", "Sheridan"), ("left", "Wheeler")),
    Fight("Chancellorsville", ("right", "Hancock"), ("right", "A.P. Hill")),
)


@pytest.fixture(autouse=True)
def _same_dice() -> Iterator[None]:
    with SOURCES.using(SameDice("to opened", now=datetime.now(UTC))):
        yield


@pytest.mark.parametrize("fight", FIGHTS, ids=lambda fight: fight.name)
def test_setup_goes_from_contact_to_opened(
    fight: Fight, browse: Browse, axe_violations: Axe, record_property: Callable[[str, object], None]
) -> None:
    club = a_club(name="The club", **({"sheet": SHEET} if fight.on_map else {}), one_off=not fight.on_map)
    if fight.on_map:
        set_up(None, brief=shiloh(), campaign_id=club.campaign.id)
    sweep(club.campaign.id)
    people = People(club, browse, first_look=FIGHTS.index(fight))
    umpire, observer = people["umpire"], people["observer"]
    agree_by_clicks(people) if fight.on_map else set_up_by_clicks(people, fight.name)
    assert axe_violations(umpire.page) == []
    umpire.press("Accept this ground")

    for who, (flank, leader) in (("union", fight.union), ("confederate", fight.confederate)):
        people[who].follow("Make the plan")
        if fight.on_map and who == "union":
            choose_edge(people[who])
        seal(people[who], flank, leader)
    observer.follow("The club")
    observer.follow(fight.name)
    umpire.press("Prepare the battle")
    umpire.press("Open the battle")
    assert umpire.page.get_by_text("Turn 1, 1 of").first.is_visible()

    check(fight)
    for who in ("union", "confederate", "observer"):
        people[who].page.get_by_text("Turn 1, 1 of").first.wait_for()
        assert people[who].page.get_by_text("meet off the table").count() == 0
    assert axe_violations(observer.page) == []
    assert bool(umpire.page.get_by_text("they meet off the table").count()) == fight.meets
    record_property(INPUT_EVENTS, f"{fight.name}, from contact to Opened: {people}")
    assert umpire.events <= MOST_OF_UMPIRE


def check(fight: Fight) -> None:
    """Compare the opened battle with the setup and the two marches that were chosen."""
    battle = Battle.objects.get()
    assert (battle.state, battle.turn, battle.name) == (BattleState.DAY, 1, fight.name)
    assert SecretResult.objects.filter(subject__contains=".1.").count() == len(plans_of(battle))
