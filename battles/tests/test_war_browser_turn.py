"""A turn of a war by clicks and keys alone: two players and an umpire, one battle by the combat table, one fought out.

Each person does what the open page says is due; nothing here reads a row to decide what comes next.
"""

import os
import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from battles.models import Battle, BattleState
from battles.tests.clicks import INPUT_EVENTS, Browse, People, Person, SameDice
from campaign.models import Entry
from campaign.selectors.verify import verify
from campaign.services.sweep import sweep
from campaign.sources import SOURCES
from campaign.tests.builders import Club
from war.models import Contact, ContactState, StrengthPoint
from war.tests.war_builders import a_war

if TYPE_CHECKING:
    from playwright.sync_api import Page

Axe = Callable[["Page"], list[str]]
pytestmark = pytest.mark.django_db(transaction=True)
FIGHTERS = ("union", "confederate")
OTHER = {"union": "confederate", "confederate": "union"}
NAME = "Spring 1862"
ATTACKS = {"confederate": ("A.S. Johnston", "Pittsburg Landing"), "union": ("Pope", "Union City")}
MOST_STEPS, MOST_IDLE, PAUSE = 60, 30, 300  # orders of a war; looks without anybody's move, and ms between them
SEEDS = ("w4", "w3")  # Johnston attacks in the first pulse, and both sides lose; then Pope can attack
TURNS = int(os.environ.get("WAR_TURNS", "1"))  # two turns are a whole war
ARROWS = ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp")


@pytest.fixture(params=SEEDS[: max(1, TURNS // 2)], autouse=True)
def _same_dice(request: pytest.FixtureRequest) -> Iterator[None]:
    with SOURCES.using(SameDice(request.param, now=datetime.now(UTC))):
        yield


class War:
    """The people of a war before its map page."""

    def __init__(self, browse: Browse) -> None:
        self.club: Club = a_war(dice="")
        self.people = People(self.club, browse, first_look=0)
        self.did: list[str] = []
        for person in self.people.values():
            person.follow(NAME)
            person.follow("Map")

    def map_of(self, who: str) -> "Person":
        """Go to the map page from any other, by links."""
        person = self.people[who]
        if person.page.get_by_role("heading", name="Map", exact=True, level=1).count() == 0:
            person.follow("Map")
        return person

    def is_due(self, who: str, button: str = "") -> bool:
        """Return whether the open map page says that it is this person's move, once it is up to date."""
        person = self.people[who]
        catch_up(person)
        due = person.page.get_by_role("region", name="Your move")
        return due.filter(has_text=button).count() > 0


def catch_up(person: Person) -> None:
    sweep(person.club.campaign.id)
    version = person.club.viewer(person.name).version
    person.page.wait_for_function("v => Number(document.body.dataset.liveVersion) >= v", arg=version, timeout=60_000)
    person.page.wait_for_function("() => !document.querySelector('.htmx-request')")


def has(person: Person, words: str, role: str = "button") -> bool:
    return person.page.get_by_role(role, name=re.compile(f"^{words}")).count() > 0  # type: ignore[arg-type]


def orders_of(war: War, who: str) -> Person:
    """Open the orders of the whole side."""
    person = war.people[who]
    person.follow("Give orders")
    if has(person, "Orders of your side", "link"):
        person.follow("Orders of your side")
        person.page.get_by_role("heading", name="Your side", level=2).wait_for()
    return person


def take_order(war: War, who: str) -> str:
    """Do what the page of orders says is due, attack if that is still to be done, or end the half."""
    person = orders_of(war, who)
    for button in ("Give them up", "Retreat there", "Place him"):
        if has(person, button):
            person.press(button)
            return button
    if person.page.get_by_text("Take your free reinforcement").count():
        return reinforce(person)
    if who in ATTACKS and not any(each == f"{who} attacks" for each in war.did):
        return attack(person, *ATTACKS[who])
    if who == "union" and "union marches" not in war.did and person.page.locator("#next-able").count():
        return march_by_keys(person)
    if has(person, "End your half"):
        person.press("End your half")
        return "ends"
    person.follow("Map")
    person.follow("Queue")
    person.press("End your half-pulse")
    person.follow("Map")
    return "ready"


def reinforce(person: Person) -> str:
    waiting = person.page.locator("li:not(.off)").filter(has_text="waits to enter")
    if not waiting.count():
        person.press("Draw a")
        return "draws"
    person.click(waiting.first.get_by_role("link"))
    person.press("Enter it")
    return "enters"


def march_by_keys(person: Person) -> str:
    """Go to the next piece that can act, to a hex beside it without the enemy, and send it there, by keys only."""
    keys = person.page.keyboard
    keys.press("n")
    person.page.locator("#reach").wait_for()
    for key in ARROWS:
        person.page.locator("#reach").focus()
        keys.press(key)
        person.events += 1
        if person.page.locator("a.legal:not(.foe):focus").count():
            break
    keys.press("Enter")
    person.page.locator("#march .main:focus").wait_for()
    with person.page.expect_response(lambda answer: answer.request.method == "POST"):
        keys.press("Enter")
    person.page.wait_for_load_state()
    person.events += 3
    return "marches"


def queue_a_march(war: War) -> None:
    """In the enemy's half, plan a march of a strength point, and queue it unless a battle comes first."""
    person = war.map_of("union")
    person.follow("All your pieces")
    person.page.get_by_text("Your half-pulse isn’t open").wait_for()
    person.click(person.page.locator("li:not(.off)").filter(has_text="one at a time").last.get_by_role("link"))
    person.click(person.page.get_by_role("link", name=re.compile(r", (free|\d+ MP)$")).first)
    person.click(person.page.get_by_text("Conditions, if you queue it"))
    person.click(person.page.get_by_label("Not after a battle in the same pulse"))
    person.press("Queue it")
    assert person.page.get_by_text("Not after a battle in the same pulse.").count() == 1
    person.follow("Map")


def look_back(war: War, axe: Axe) -> None:
    """Read what moved, and play it, as each side and the umpire."""
    for who in (*FIGHTERS, "umpire"):
        person = war.map_of(who)
        person.follow("Since you last looked")
        person.follow("From the beginning")
        person.click(person.page.get_by_role("button", name="Play"))
        person.page.get_by_role("button", name="Pause").wait_for()
        assert person.page.locator("#steps > li").count() > 0
        assert axe(person.page) == []
        person.follow("Map")


def attack(person: Person, leader: str, place: str) -> str:
    person.follow(leader)
    there = person.page.get_by_role("link", name=re.compile(f"^{place}.*the enemy is there")).last
    person.click(there)
    person.press("March and attack")
    return "attacks"


def decide(war: War, attacker: str, answer: str) -> None:
    """Let the attacker offer the table, and the other side answer."""
    person, other = war.people[attacker], war.people[OTHER[attacker]]
    assert war.is_due(attacker, "Decide how to fight")
    person.follow("Decide how to fight")
    person.press("Offer the table at this ratio")
    assert war.is_due(other.name, "Decide how to fight")
    other.follow("Decide how to fight")
    other.press(answer)


def back_to_map(war: War) -> None:
    for who in war.people:
        war.map_of(who)


def play(war: War, until: Callable[[], bool]) -> None:
    """Let each side do what its map page says, until something has happened."""
    idle = 0
    while not until():
        due = next((who for who in FIGHTERS if war.is_due(who)), "")
        if due:
            war.did.append(f"{due} {take_order(war, due)}")
        else:
            war.people["observer"].page.wait_for_timeout(PAUSE)  # a page may be loading its news
        idle = 0 if due else idle + 1
        assert idle < MOST_IDLE, f"nobody's move after {war.did}: {said_to(war)}"
        assert len(war.did) < MOST_STEPS, war.did


def said_to(war: War) -> dict[str, str]:
    """Return what each open page asks for."""
    boxes = {who: war.people[who].page.locator("section.turn") for who in war.people}
    return {who: box.first.inner_text() if box.count() else war.people[who].page.url for who, box in boxes.items()}


def fight_out(war: War) -> None:
    """Take the agreed contact to the miniatures: plans, the opening, the end, both results, and the way back."""
    people, umpire = war.people, war.people["umpire"]
    umpire.follow("How to fight it")
    umpire.press("Fight on the table", role="link")
    umpire.press("Fight on the table")
    umpire.press("Accept this ground")
    for who in FIGHTERS:
        people[who].follow("Neutral Party")
        people[who].follow("Make the plan")
        people[who].press("Seal the plan")
    umpire.press("Prepare the battle")
    umpire.press("Open the battle")
    for who in FIGHTERS:
        people[who].follow("Open the table page")
    people["union"].follow("End the battle")
    people["union"].pick("Your army")
    people["union"].press("End or propose the end")
    for who in FIGHTERS:
        people[who].follow("View the whole battle")
        people[who].follow("Enter the result")
        people[who].page.get_by_text("Effects on the map").wait_for()
        people[who].press("Enter the")
    for who in FIGHTERS:
        people[who].press("Confirm the result")
    umpire.press("Settle the result")


def shows(war: War, words: str) -> Callable[[], bool]:
    """Return whether the umpire's map page, once up to date, says something."""

    def found() -> bool:
        person = war.map_of("umpire")
        catch_up(person)
        return person.page.get_by_text(words).count() > 0

    return found


@pytest.mark.rule("CW-PULSE", "CW-COMBAT", "CW-RETREAT", "VG-1")
def test_turn_is_played_by_two_players_and_their_umpire(
    browse: Browse, axe_violations: Axe, record_property: Callable[[str, object], None]
) -> None:
    war = War(browse)
    war.people["umpire"].press("Begin the war")
    play(war, shows(war, "How to fight it"))
    decide(war, "confederate", "Decline the table")
    back_to_map(war)
    play(war, lambda: "union Give them up" in war.did and war.is_due("confederate", "Spend the difference"))
    queue_a_march(war)
    play(war, lambda: war.did[-1] == "union attacks")
    back_to_map(war)
    decide(war, "union", "Agree to fight on the table")
    back_to_map(war)
    fight_out(war)
    back_to_map(war)
    stand_ready(war.people["confederate"])
    play(war, shows(war, "Turn 5 of 5"))
    look_back(war, axe_violations)
    if TURNS > 1:
        play(war, shows(war, "The war is over"))
    record_property(INPUT_EVENTS, f"{NAME}, a turn: {war.people}")
    check(war)


def stand_ready(person: Person) -> None:
    """Let this side's half-pulses end by themselves from now on."""
    person.follow("Queue")
    person.press("Stand ready")
    assert has(person, "Stand ready no longer")
    person.follow("Map")


def check(war: War) -> None:
    """Compare the rows with what was done: both contacts settled, each in its way, and every order an entry."""
    fought, taken_up = Contact.objects.order_by("since")
    assert {fought.state, taken_up.state} == {ContactState.SETTLED}
    assert Battle.objects.get().state == BattleState.APPLIED
    assert StrengthPoint.objects.filter(lost=True).exists()
    assert {"union Give them up", "confederate Give them up", "union marches"} <= set(war.did)
    kinds = set(Entry.objects.filter(campaign=war.club.campaign).values_list("kind", flat=True))
    assert {"war.begun", "war.ordered", "war.queued", "war.queue", "war.ready", "war.decided"} <= kinds
    assert verify(war.club.campaign.pk) == []
