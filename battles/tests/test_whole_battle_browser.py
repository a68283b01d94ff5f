"""Shiloh from contact to the map, by clicks and keys of four people and their phones at the table."""

from collections import Counter
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from fractions import Fraction
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest

from battles.models import Battle, BattleReport, BattleState, Tick
from battles.tests.builders import SHEET, shiloh
from battles.tests.clicks import INPUT_EVENTS, Browse, People, Person, SameDice, agree_by_clicks, choose_edge, seal
from campaign.selectors.verify import verify
from campaign.services.sweep import sweep
from campaign.sources import SOURCES
from campaign.tests.builders import Club, a_club
from war.models import Brigade, StrengthPoint
from war.selectors.brigades import record_of
from war.services.set_up import set_up

if TYPE_CHECKING:
    from playwright.sync_api import Page

Axe = Callable[["Page"], list[str]]
pytestmark = pytest.mark.django_db(transaction=True)
MOST_OF_UMPIRE = 12
FIGHTERS = ("union", "confederate")
NAME = "Shiloh"
TURNS = 25


@pytest.fixture(autouse=True)
def _same_dice() -> Iterator[None]:
    with SOURCES.using(SameDice("whole battle", now=datetime.now(UTC))):
        yield


def on_phone(person: Person, browse: Browse) -> Person:
    """Give a person a second phone, on the page of losses."""
    page = browse(urlsplit(person.page.url).path, width=375, user=person.club.users[person.name])
    phone = Person(person.name, page, person.club)
    phone.follow("Tick losses")
    return phone


def tick(phone: Person, n: int, words: str, times: int) -> None:
    """Press a button of the n-th brigade's row as often, and wait until nothing waits on the phone."""
    row = phone.page.locator("li.loss").nth(n)
    for _ in range(times):
        phone.click(row.get_by_role("button", name=words, exact=True))
    phone.page.wait_for_function("() => !Object.keys(localStorage).some(key => key.startsWith('np-ticks:'))")


def to_opened(people: People) -> None:
    agree_by_clicks(people)
    people["umpire"].press("Accept this ground")
    people["union"].follow("Make the plan")
    choose_edge(people["union"])
    seal(people["union"], "right", "Sherman")
    people["confederate"].follow("Make the plan")
    seal(people["confederate"], "left", "Forrest")
    people["umpire"].press("Prepare the battle")
    people["umpire"].press("Open the battle")


def to_dusk(people: People) -> None:
    """Ask for turn after turn, each side from its phone at the table, until the day ends."""
    for turn in range(1, TURNS + 1):
        for who in FIGHTERS:
            people[who].page.get_by_text(f"Turn {turn}, {turn} of {TURNS}").first.wait_for()
            if turn < TURNS:
                people[who].press("Next turn")
            else:
                people[who].follow("End the day")
                people[who].press("End the day")


def through_the_night(people: People) -> None:
    for who in FIGHTERS:
        people[who].follow("Choose for the night")
        people[who].pick("Stay")
        people[who].press("Seal the choice")
    for who in FIGHTERS:
        people[who].follow("Open the table page")
        people[who].page.get_by_text("on day 2").first.wait_for()


def quit_the_field(person: Person) -> None:
    person.follow("End the battle")
    person.pick("Your army")
    person.press("End or propose the end")


@pytest.mark.rule("VG-8A", "VG-8B")
def test_shiloh_is_fought_from_contact_to_the_map(
    browse: Browse, axe_violations: Axe, record_property: Callable[[str, object], None]
) -> None:
    club = a_club(name="The club", sheet=SHEET)
    set_up(None, brief=shiloh(), campaign_id=club.campaign.id)
    sweep(club.campaign.id)
    people = People(club, browse, first_look=1)
    to_opened(people)
    for who in FIGHTERS:
        people[who].follow("Open the table page")
    phones = {who: (on_phone(people[who], browse), on_phone(people[who], browse)) for who in FIGHTERS}
    tick(phones["union"][0], 0, "Killed", 3)
    tick(phones["union"][1], 0, "Captured", 1)
    to_dusk(people)
    through_the_night(people)
    tick(phones["union"][1], 0, "Killed", 1)
    tick(phones["confederate"][0], 1, "Killed", 5)
    tick(phones["confederate"][1], 1, "Skedaddled", 2)
    quit_the_field(people["union"])
    enter_results(people)
    assert axe_violations(people["umpire"].page) == []
    people["umpire"].press("Settle the result")
    read_what_happened(people)
    check(club)
    record_property(INPUT_EVENTS, f"{NAME}, from contact to Report: {people}")
    assert people["umpire"].events <= MOST_OF_UMPIRE


def to_battle(person: Person) -> None:
    for link in ("Neutral Party", "The club", NAME):
        person.follow(link)


def enter_results(people: People) -> None:
    """Each side opens its result, filled from its ticks, sends it, and confirms it."""
    for who in FIGHTERS:
        people[who].follow("View the whole battle")
        people[who].follow("Enter the result")
        people[who].page.get_by_text("Effects on the map").wait_for()
        people[who].press("Enter the")
    for who in FIGHTERS:
        people[who].press("Confirm the result")


def read_what_happened(people: People) -> None:
    """Everybody reads the after-action report; each side finds its own brigades' losses, turn by turn."""
    to_battle(people["observer"])
    for who in (*FIGHTERS, "observer"):
        people[who].follow("View the after-action report")
    assert people["union"].page.get_by_text("turn 1: 3 killed").count() == 1
    assert people["confederate"].page.get_by_text("turn 1: 3 killed").count() == 0
    assert people["observer"].page.get_by_text("turn 1: 3 killed").count() == 0


def test_site_umpires_from_contact_to_the_map_without_a_person(
    browse: Browse, record_property: Callable[[str, object], None]
) -> None:
    club = a_club(name="The club", sheet=SHEET, umpire_kind="site")
    set_up(None, brief=shiloh(), campaign_id=club.campaign.id)
    sweep(club.campaign.id)
    people = People(club, browse, first_look=0)
    people["union"].follow("Make an offer")
    people["union"].press("Offer the table at this ratio")
    people["confederate"].follow("Answer the offer")
    people["confederate"].press("Agree to fight on the table")
    for who in FIGHTERS:
        to_battle(people[who])
        people[who].follow("View the ground")
        people[who].press("Propose this ground")
    for who in FIGHTERS:
        to_battle(people[who])
        people[who].follow("Make the plan")
        people[who].press("Seal the plan")
    for who in FIGHTERS:
        people[who].follow("Open the table page")
    quit_the_field(people["union"])
    enter_results(people)
    to_battle(people["observer"])
    people["observer"].follow("View the after-action report")
    record_property(INPUT_EVENTS, f"{NAME}, from contact to Report, the site umpires: {people}")
    assert (Battle.objects.get().state, people["umpire"].events) == (BattleState.APPLIED, 0)
    assert verify(club.campaign.id) == []


def check(club: Club) -> None:
    """Compare the report and the map with the ticks."""
    battle = Battle.objects.get()
    assert (battle.state, battle.ends) == (BattleState.APPLIED, {"USA": "withdrew", "CSA": "held"})
    assert Tick.objects.filter(counts=True).count() == 12
    report = BattleReport.objects.get().body
    assert (report["sides"]["USA"]["end"], report["sides"]["CSA"]["end"]) == ("withdrew", "held")
    for side, killed, lost in (("USA", 4, 5), ("CSA", 5, 7)):
        items = report["sides"][side]["items"].values()
        assert sum(item["killed"] for item in items) == killed
        assert sum(item[cause] for item in items for cause in ("killed", "captured", "skedaddled")) == lost
        carries = StrengthPoint.objects.filter(campaign=club.campaign, side=side).values_list("carry", flat=True)
        assert sum(map(Fraction, carries)) > 0
    assert not StrengthPoint.objects.filter(lost=True).exists()
    records = Counter(line for row in Brigade.objects.filter(side="USA") for line in record_of(row))
    assert records["Shiloh, 5 stands lost"] == 1
    assert records["Shiloh, no stands lost"] > 1
    assert verify(club.campaign.id) == []
