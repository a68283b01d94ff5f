"""Wars played through the services: random legal orders of both sides, and what is compared afterwards."""

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import field, fields
from datetime import UTC, datetime
from typing import Any
from unittest import mock

from campaign.ids import hex_id
from campaign.models import TABLES, Campaign, Throw, image
from campaign.services.record import Act
from campaign.services.sweep import sweep
from campaign.sources import SOURCES, SeededSources
from campaign.tests.builders import Club
from campaign.tests.kept import kept
from rulesets.civil_war.war import State, awaited, view
from rulesets.civil_war.war.orders import Order
from rulesets.civil_war.war.random_play import Chooser
from rulesets.core.dice import ChanceDice
from rulesets.core.records import dataclass
from war.models import Combat, Contact, ContactState
from war.selectors.war_state import state_of
from war.services import agreement, war_course, war_orders, war_telling
from war.tests.builders import offer_from
from war.tests.war_builders import a_war, begun, now_of

WHO = {"USA": "union", "CSA": "confederate"}
Rows = dict[tuple[str, int], dict[str, Any]]


@dataclass
class Played:
    """A war in which both sides pick any legal order, by a seed."""

    club: Club
    seed: int
    given: Counter[str] = field(default_factory=Counter)
    chooser: Chooser = field(init=False)

    def __post_init__(self) -> None:
        self.chooser = Chooser(ChanceDice(self.seed))

    @property
    def now(self) -> State:
        return now_of(self.club.campaign)

    @property
    def is_over(self) -> bool:
        return self.now.clock.phase == "over"

    def order(self) -> tuple[str, Order]:
        """Return who gives orders now, and one that he may give; contacts before it are fought on the combat table."""
        self.fight_contacts()
        state = self.now
        side = awaited(state)
        assert side, f"nobody's order is awaited: {state.clock}, {state.contact}"
        return WHO[side], self.chooser.order(view(state, side))

    def fight_contacts(self) -> None:
        """Agree to fight every contact that waits for an agreement on the combat table."""
        for contact in Contact.objects.filter(campaign=self.club.campaign, state=ContactState.WAITING):
            made = offer_from(self.club.viewer("union"), contact, combat=Combat.STRATEGIC)
            agreement.agree(self.club.viewer("confederate"), contact_id=contact.pk, answers=made)
            sweep(self.club.campaign.pk)

    def give(self, who: str, order: Order) -> None:
        """Give an order, and let the war go on to the next one that it waits for."""
        war_orders.give(self.club.viewer(who), order=order)
        self.given[type(order).__name__] += 1
        sweep(self.club.campaign.pk)

    def play(self, orders: int = 1000, *, until_turn: int = 99) -> "Played":
        """Give so many orders, or play to the end of the war or the beginning of a turn."""
        for _ in range(orders):
            if self.is_over or self.now.clock.turn >= until_turn:
                break
            self.give(*self.order())
        return self


@kept
def a_played_war(seed: int = 1862) -> Played:
    return Played(begun(a_war()), seed)


def a_war_of_the_site(seed: int = 1862) -> Played:
    """Begin a war that both sides umpire together."""
    club = a_war(umpire_kind="site")
    for who in WHO.values():
        war_course.begin(club.viewer(who))
    sweep(club.campaign.pk)
    return Played(club, seed)


@contextmanager
def seeded(seed: int) -> Iterator[None]:
    """Draw ids and cup secrets from a seed, so that the same orders always roll the same dice."""
    with SOURCES.using(SeededSources(f"war {seed}", now=datetime(2026, 3, 7, tzinfo=UTC))):
        yield


def rows_of(club: Club) -> Rows:
    """Return the rows of a war as images keep them."""
    tables = [model for table, model in TABLES.models.items() if table.startswith("war_")]
    found = ((model, row) for model in tables for row in model.of_campaign(club.campaign.pk))
    return {(model._meta.db_table, row.pk): image(row) for model, row in found}


def faces_of(club: Club) -> dict[str, list[int]]:
    """Return the results of a campaign's rolls by their keys."""
    lines = Throw.objects.filter(cup__campaign_id=club.campaign.pk).order_by("cup__opening", "n")
    return {f"{line.base} {line.k}": line.faces for line in lines}


def differences(one: State, other: State) -> list[str]:
    """Name what differs in two states: part, key, and both values."""
    found = []
    for part in fields(State):
        here, there = getattr(one, part.name), getattr(other, part.name)
        if isinstance(here, Mapping) and here != there:
            keys = sorted({*here, *there}, key=str)
            found += [
                f"{part.name} {key}: {here.get(key)} isn’t {there.get(key)}"
                for key in keys
                if here.get(key) != there.get(key)
            ]
        elif here != there:
            found.append(f"{part.name}: {here} isn’t {there}")
    return found


@contextmanager
def rows_read_back() -> Iterator[list[str]]:
    """Compare the rows with the engine's state at the end of every act of a war; note each act in the list."""
    tell, compared = war_telling.tell_all, list[str]()

    def compare(act: Act, before: State, after: State, *more: Any) -> None:
        found = state_of(Campaign.objects.get(id=act.campaign_id))
        assert differences(found, after) == [], f"{act.kind} {hex_id(act.campaign_id)}: {act.payload}"
        compared.append(act.kind)
        tell(act, before, after, *more)

    with mock.patch.object(war_orders, "tell_all", compare):
        yield compared
