"""Shiloh from sealed plans to casualties on a server: two web processes, two workers, live streams, four seats."""

import json
import re
import ssl
import statistics
from http import HTTPStatus

import pytest
from django.urls import reverse

from campaign.ids import read_id
from campaign.tests.builders import PASSWORD
from config.testing.people import LiveStream, Person
from config.testing.production import ProductionStack

pytestmark = pytest.mark.production
WEB = ("web-0", "web-1")
PEOPLE = ("umpire", "union", "confederate", "observer", "outsider")
LIMIT_SECONDS = 0.05  # from an act's answer to the other's page, with Redis
MAKE = """
import json
from battles.tests.builders import SHEET, shiloh
from war.services.set_up import set_up
from campaign.tests.builders import a_club
club = a_club(name="Shiloh", sheet=SHEET)
contact = set_up(None, brief=shiloh(), campaign_id=club.campaign.id)
print(json.dumps([club.campaign.id, contact.id]))
"""
LEDGER = """
import json
from campaign.selectors.verify import verify
from war.models import StrengthPoint
lost = StrengthPoint.objects.filter(campaign={campaign_id}, side="USA", lost=True).count()
print(json.dumps([lost, len(verify({campaign_id}))]))
"""


class Table:
    """A battle on the server and its people."""

    def __init__(self, stack: ProductionStack) -> None:
        self.stack = stack
        self.campaign_id, self.contact_id = json.loads(stack.manage("shell", "-v0", "-c", MAKE))
        context = ssl.create_default_context(cafile=stack.folder / "fullchain.pem")
        self.people = {who: Person(stack.url, context) for who in PEOPLE}
        for who, person in self.people.items():
            person.log_in(reverse("accounts:log-in"), who, PASSWORD)

    def fight_on_table(self) -> None:
        path = reverse("battles:fight-on-table", args=[self.campaign_id, self.contact_id])
        assert self.people["union"].status(path) == HTTPStatus.NOT_FOUND
        args = [self.campaign_id, self.contact_id]
        page, agree = reverse("map:contact", args=args), reverse("map:agree", args=args)
        self.people["union"].send(page, page, combat="table")
        self.people["confederate"].send(page, agree)
        landed = self.people["umpire"].send(path, path)
        found = re.search(r"/b/([0-9a-f]{16})/", landed)
        assert found, landed
        self.battle_id = read_id(found[1])

    def path(self, name: str, *more: str) -> str:
        return reverse(f"battles:{name}", args=[self.campaign_id, self.battle_id, *more])

    def read(self, who: str, name: str = "detail", *more: str) -> str:
        return self.people[who].read(self.path(name, *more))

    def send(self, who: str, name: str, *more: str, on: str = "detail", **typed: object) -> None:
        action = self.path(name, *more)
        self.people[who].send(action if on == "own" else self.path(on), action, **typed)

    def sees(self, who: str, words: str, name: str = "detail") -> None:
        self.people[who].sees(words, self.path(name))

    def listen(self, who: str) -> LiveStream:
        return self.people[who].listen(reverse("journal:live", args=[self.campaign_id]))


def choices(page: str, words: str) -> str:
    """Return the value of the option that begins with these words."""
    found = re.search(rf'<option value="([^"]+)"[^>]*>\s*{words}', page)
    assert found, words
    return found[1]


def command_field(page: str, name: str) -> str:
    found = re.search(rf'<label for="(?:id_)?(command-[^"]+)"[^>]*>\s*{name}', page)
    assert found, name
    return found[1]


def test_shiloh_is_played_on_the_server(production_stack: ProductionStack) -> None:
    table = Table(production_stack)
    table.fight_on_table()
    seal_and_open(table)
    play_four_turns(table)
    enter_casualties(table)
    lost, faults = json.loads(
        production_stack.manage("shell", "-v0", "-c", LEDGER.format(campaign_id=table.campaign_id))
    )
    assert (lost, faults) == (2, 0)
    assert table.people["outsider"].status(table.path("detail")) == HTTPStatus.NOT_FOUND
    battles = {name: [x for x in production_stack.lines(name) if "/b/" in x.get("route", "")] for name in WEB}
    assert all(battles.values()), "one web process made all pages"


def seal_and_open(table: Table) -> None:
    page = table.read("confederate", "plan")
    flank = {"left_leader": choices(page, "Forrest"), command_field(page, "Forrest"): "left"}
    table.send("confederate", "plan", on="own", entropy="ab" * 32, **flank)
    table.send("union", "plan", on="own", entropy="cd" * 32)
    assert "Forrest" in table.read("confederate")
    assert "Forrest" not in table.read("union") + table.read("observer")
    table.send("umpire", "prepare", on="own", left_csa=4)
    table.sees("umpire", "swift", "open")
    table.send("umpire", "open", on="own")
    assert "swift" not in table.read("union") + table.read("confederate") + table.read("observer")


def play_four_turns(table: Table) -> None:
    """Check that each request reaches the other side's open page and that a worker announces what is due."""
    streams = {who: table.listen(who) for who in ("union", "confederate", "observer")}
    delays = []
    for turn in (1, 2, 3):
        for who, other in (("union", "confederate"), ("confederate", "union")):
            table.sees(who, f"Turn {turn}", "table")
            table.send(who, "request", on="table", asks_for="on", turn=turn, entropy="ef" * 32)
            actor = table.people[who]
            delays.append(streams[other].first_since(actor.sent_at) - actor.answered_at)
    assert statistics.median(delays) < LIMIT_SECONDS, delays
    table.sees("union", "A Confederate flank march enters")
    for stream in streams.values():
        stream.close()
        assert b"Forrest" not in stream.everything
    for who in ("union", "confederate"):
        table.send(who, "request", asks_for="end", leaves="CSA")


def enter_casualties(table: Table) -> None:
    killed = {**{f"c0d1b{n}-lost": 8 for n in range(5)}, "c0d2b0-lost": 1}
    table.send("union", "side-result", "usa", on="own", end="held", **killed)
    assert "2 strength points lost" in table.read("union")
    assert "2 strength points lost" not in table.read("confederate") + table.read("observer")
    killed = {"c3d1b0-lost": 3}
    table.send("confederate", "side-result", "csa", on="own", end="withdrew", **killed)
    for who in ("union", "confederate"):
        table.send(who, "confirm")
    assert table.people["observer"].status(table.path("settle")) in (
        HTTPStatus.NOT_FOUND,
        HTTPStatus.METHOD_NOT_ALLOWED,
    )
    table.send("umpire", "settle")
    table.sees("union", "leader 7 with 3 brigades of 20 stands, 2 batteries")
    assert "Forrest" not in table.read("union") + table.read("observer")
