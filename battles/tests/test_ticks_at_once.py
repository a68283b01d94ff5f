"""Ticks of several phones at the same moment: the sum is exact, and none is refused for another."""

from collections import Counter
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from battles.models import Battle, Tick
from battles.selectors.losses import tally_of
from battles.selectors.reads import find_battle
from battles.services import ticks
from battles.tests.builders import a_battle, open_it, seal_both
from battles.tests.test_at_once import at_once, together
from campaign.errors import AlreadyDone
from campaign.selectors.verify import verify
from campaign.sources import SOURCES, SeededSources
from campaign.tests.builders import Club
from campaign.tests.kept import kept

pytestmark = pytest.mark.django_db(transaction=True)
UNITS = ("c0d0b0", "c0d0b1", "c0d0b2", "c0d0b3")
EACH = 20


@kept
def opened() -> tuple[Club, Battle]:
    club, battle = a_battle()
    seal_both(club, battle)
    open_it(club, battle)
    return club, battle


class Phone:
    """A phone of the Union: its page is as old as when it was opened, and so are the numbers that it shows."""

    def __init__(self, club: Club, battle: Battle, cause: str) -> None:
        self.client, self.cause, self.answers = Client(), cause, Counter[int]()
        self.client.force_login(club.users["union"])
        self.url = reverse("battles:side-losses", args=[battle.campaign_id, battle.pk, "usa"])
        self.version = club.viewer("union").version
        self.queue: list[dict[str, Any]] = []

    def tick(self, unit: str) -> None:
        press = f"{unit} {self.cause} 1 8"
        self.queue.append({"press": press, "turn": 1, "key": f"{self.cause}{len(self.queue)}", "version": self.version})

    def send(self) -> None:
        """Send every tick, and each a second time, since the answer to the first may be lost."""
        for tick in self.queue:
            for _ in range(2):
                self.answers[self.client.post(self.url, tick).status_code] += 1


def test_forty_ticks_of_two_phones_add_up_though_one_was_offline() -> None:
    """Twenty each from stale pages; one phone sends its own five minutes later, while the other sends more."""
    club, battle = opened()
    sources = SeededSources("ticks", now=datetime(2026, 3, 7, 12, tzinfo=UTC))
    with SOURCES.using(sources):
        one, other = Phone(club, battle, "killed"), Phone(club, battle, "captured")
        for n in range(EACH):
            one.tick(UNITS[n % len(UNITS)])
            other.tick(UNITS[n % len(UNITS)])
        first, one.queue = one.queue, one.queue[EACH // 2 :]
        rest, one.queue = one.queue, first[: EACH // 2]
        one.send()
        sources.clock += timedelta(minutes=5)
        one.queue = rest
        assert at_once(one.send, other.send) == []
    assert one.answers == other.answers == {302: 2 * EACH}
    sums = tally_of(find_battle(club.viewer("umpire"), battle.pk), "USA")
    counted = Tick.objects.filter(counts=True)
    assert Tick.objects.count() == 2 * EACH
    for unit in UNITS:
        size, mine = sums.roster.size_of(unit), counted.filter(unit=unit).count()
        assert (mine, sums.present(unit)) == (min(10, size), max(0, size - 10))
    assert verify(club.campaign.pk) == []


def test_key_sent_by_two_connections_ticks_once() -> None:
    club, battle = opened()
    again = partial(ticks.tick, club.viewer("union"), battle.pk, unit=UNITS[0], cause="killed", key="same")
    with together(ticks, "open_battle_act"):
        wrong = at_once(again, again)
    assert [type(error) for error in wrong] == [AlreadyDone]
    assert Tick.objects.count() == 1
