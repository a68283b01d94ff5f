"""People of a club before their pages, who act by clicks and keys alone, each of which is counted."""

import re
from collections.abc import Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from battles.models import Battle
from campaign.ids import hex_id
from campaign.services.sweep import sweep
from campaign.sources import SeededSources
from campaign.tests.builders import PASSWORD, Club
from rulesets.core.records import dataclass

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

Browse = Callable[..., "Page"]
INPUT_EVENTS = "input events"  # printed at the end of the run (config/testing/plugin.py)
SEATS = ("umpire", "union", "confederate", "observer")
LOOKS = ((1280, "light"), (375, "dark"))  # of one page and the next
SAME_DIGITS = """
  const fill = crypto.getRandomValues.bind(crypto);
  crypto.getRandomValues = bytes => bytes.length === 32 ? bytes.fill(7) : fill(bytes);
"""  # 32 bytes are the digits for the dice
UP_TO_DATE = """version => {
  const page = document.body.dataset;
  if (!page.liveTokenUrl || "liveOpaque" in page) return true;
  return Number(page.liveVersion) >= version && !document.querySelector(".htmx-request");
}"""


class SameDice(SeededSources):
    """The machine's clock, with ids and cups that are the same in every run."""

    def now(self) -> datetime:
        return datetime.now(UTC)


@dataclass
class Person:
    """Someone before an open page; each click, key chord, and field counts as one event."""

    name: str
    page: "Page"
    club: Club
    events: int = 0

    @property
    def is_seated(self) -> bool:
        return f"/c/{hex_id(self.club.campaign.id)}/" in self.page.url

    def press(self, words: str, *, role: str = "button") -> None:
        """Click a button or link once the open page shows it and is up to date."""
        there = self.page.get_by_role(role, name=re.compile(rf"^\s*{words}")).first  # type: ignore[arg-type]
        there.wait_for(timeout=20_000)
        if self.is_seated:
            self.page.wait_for_function(UP_TO_DATE, arg=self.club.viewer(self.name).version, timeout=60_000)
        if role == "button":
            with self.page.expect_response(lambda answer: answer.request.method == "POST"):
                self.click(there)
        else:
            self.click(there)
        self.page.wait_for_load_state()
        errors = self.page.locator(".errors:visible")
        assert errors.count() == 0, errors.inner_text()
        sweep(self.club.campaign.id)
        assert not self.page.evaluate("document.documentElement.scrollWidth > innerWidth"), self.page.url

    def follow(self, words: str) -> None:
        self.press(words, role="link")

    def pick(self, words: str) -> None:
        """Click a radio button."""
        self.click(self.page.get_by_role("radio", name=re.compile(f"^{words}")))

    def choose(self, label: str, words: str) -> None:
        """Choose the option of a list that begins with these words."""
        field = self.page.get_by_role("combobox", name=re.compile(f"^{label}")).first
        option = field.locator("option").filter(has_text=re.compile(f"^{words}")).first.text_content()
        self.events += 1
        field.select_option(label=option)

    def type_in(self, label: str, text: str) -> None:
        self.events += 1
        self.page.get_by_label(label, exact=True).fill(text)

    def click(self, there: "Locator") -> None:
        self.events += 1
        there.click(timeout=60_000)

    def log_in(self) -> None:
        self.type_in("Username", self.name)
        self.type_in("Password", PASSWORD)
        self.press("Log in")


class People(dict[str, Person]):
    """Four people of a club, each logged in by hand, which is not counted."""

    def __init__(self, club: Club, browse: Browse, *, first_look: int) -> None:
        super().__init__()
        for n, name in enumerate(SEATS, start=first_look):
            width, theme = LOOKS[n % len(LOOKS)]
            page = browse("/", width=width, theme=theme)
            page.add_init_script(SAME_DIGITS)
            person = self[name] = Person(name, page, club)
            person.follow("Log in")
            person.log_in()
            person.events = 0

    def __str__(self) -> str:
        return ", ".join(f"{name} {person.events}" for name, person in self.items())


def agree_by_clicks(people: People) -> None:
    people["union"].follow("Make an offer")
    people["union"].press("Offer the table at this ratio")
    people["confederate"].follow("Answer the offer")
    people["confederate"].press("Agree to fight on the table")
    people["umpire"].follow("Fight it")
    people["umpire"].press("Fight on the table")
    for who in ("union", "confederate"):
        people[who].follow("Neutral Party")


def set_up_by_clicks(people: People, name: str) -> None:
    people["umpire"].follow("Set up a battle")
    people["umpire"].pick(name)
    people["umpire"].press("Set up the battle")


def choose_edge(person: Person) -> None:
    """Choose the southern edge, as the defender does."""
    person.follow(Battle.objects.get().name)
    person.follow("View the ground")
    person.press("The south edge")
    person.follow(Battle.objects.get().name)
    person.follow("Make the plan")


def seal(person: Person, flank: str, leader: str) -> None:
    person.choose(f"Your {flank}.*: leader", leader)
    person.choose(f"{leader}’s division", f"Your {flank}")
    person.press("Seal the plan")
