"""A battle in this process and browsers of its people, who read pages and send their forms."""

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import field
from datetime import timedelta
from functools import cached_property
from http import HTTPStatus
from typing import Any, TypeAlias

from django.core.serializers.json import DjangoJSONEncoder
from django.test import Client

from battles.models import Battle
from battles.tests.builders import SHEET, shiloh
from battles.tests.forms import fields_of
from campaign.ids import hex_id
from campaign.models import Entry, Feed
from campaign.routes import reverse
from campaign.services.sweep import sweep
from campaign.sources import SOURCES, SeededSources
from campaign.tests.builders import Club, a_club
from rulesets.core.records import dataclass
from war.models import Contact
from war.services.set_up import set_up

Response: TypeAlias = Any  # of Django's test client
SIDES = {"union": "usa", "confederate": "csa"}
REASON = "A reason of the umpire."
FLANK = {"leader": "Forrest", "command": "command-c3d1"}  # the march that the Confederates plan


@dataclass
class Table:
    """A campaign at Shiloh. Every act goes through a page's form, as its person sees it."""

    umpire_kind: str = "person"
    club: Club = field(init=False)
    may_sweep: bool = field(default=True, init=False)

    def __post_init__(self) -> None:
        self.club = a_club(name="Shiloh", sheet=SHEET, umpire_kind=self.umpire_kind)
        set_up(None, brief=shiloh(), campaign_id=self.club.campaign.pk)
        self.sweep()

    @property
    def campaign_id(self) -> int:
        return self.club.campaign.pk

    @property
    def people(self) -> list[str]:
        return list(self.club.users)

    @property
    def decider(self) -> str:
        return self.club.decider

    @property
    def battle(self) -> Battle:
        return Battle.objects.filter(campaign_id=self.campaign_id).latest("since")

    @property
    def contact(self) -> Contact:
        return Contact.objects.get(campaign_id=self.campaign_id)

    @cached_property
    def browsers(self) -> dict[str, Client]:
        return {who: self._browser(who) for who in self.people}

    def _browser(self, who: str) -> Client:
        client = Client(raise_request_exception=False)
        client.force_login(self.club.users[who])
        return client

    # Time.

    def sweep(self, **later: int) -> None:
        """Move the clock, then sweep."""
        if isinstance(SOURCES.backend, SeededSources):
            SOURCES.backend.clock += timedelta(**(later or {"seconds": 1}))
        if self.may_sweep:
            sweep(self.campaign_id)

    @contextmanager
    def swept_later(self) -> Iterator[None]:
        """Keep the sweep waiting, as when all workers are busy."""
        self.may_sweep = False
        yield
        self.may_sweep = True

    # Pages and forms.

    def path(self, name: str, *more: object) -> str:
        own = name.startswith("battles:") and name not in ("battles:fight-on-table", "battles:list", "battles:set-up")
        return reverse(name, args=[self.campaign_id, *([self.battle.pk] if own else []), *more])

    def get(self, who: str, path: str) -> Response:
        return self.browsers[who].get(path)

    def read(self, who: str, path: str) -> str:
        return str(self.get(who, path).content.decode())

    def send(self, who: str, path: str, *, page: str = "", **typed: object) -> Response:
        """Fill in the form on a page, send it, and sweep."""
        held: Mapping[str, Any] = fields_of(self.read(who, page or path), path)
        answer = self.browsers[who].post(path, {**held, **typed})
        self.sweep()
        return answer

    def act(self, who: str, name: str, *more: object, on: str = "", on_path: str = "", **typed: object) -> None:
        """Send a form that must be accepted; it is found on the page named, or on its own."""
        path = self.path(name, *more)
        answer = self.send(who, path, page=self.path(on) if on else on_path, **typed)
        if answer.status_code != HTTPStatus.FOUND:
            said = re.findall(r"<li>(.*?)</li>", answer.content.decode(), re.DOTALL)
            raise AssertionError(f"{path} as {who}: {answer.status_code} {said}")

    def correct(self, row: Any, **values: object) -> Response:
        """Correct a record as the umpire, and sweep."""
        body = json.dumps({**values, "reason": REASON}, cls=DjangoJSONEncoder)
        answer = self.browsers["umpire"].post(self.row_url(row), body, content_type="application/json")
        self.sweep()
        return answer

    def correctable(self, row: Any) -> set[str]:
        """Return the columns of a record that the umpire is offered for correction; empty if there is no such page."""
        answer = self.browsers["umpire"].get(self.row_url(row))
        return {field["name"] for field in answer.json()["fields"]} if answer.status_code == HTTPStatus.OK else set()

    def row_url(self, row: Any) -> str:
        return f"/api/c/{hex_id(self.campaign_id)}/rows/{row._meta.db_table}/{hex_id(row.pk)}/"

    def rewind(self, entry: Entry) -> None:
        """Rewind to an entry, as the umpire finds it in their journal."""
        line = self.feed("umpire").lines.filter(announcement__entry=entry).earliest("n")
        self.act("umpire", "journal:rewind", line.n, reason=REASON)

    # The steps of a battle.

    def agree(self) -> None:
        """Offer the table as the Union, and agree as the Confederates."""
        page = self.path("map:contact", self.contact.pk)
        self.act("union", "map:contact", self.contact.pk, combat="table")
        self.act("confederate", "map:agree", self.contact.pk, on_path=page)

    def begin(self) -> None:
        self.agree()
        if self.decider == "umpire":
            self.act("umpire", "battles:fight-on-table", self.contact.pk)

    def seal(self, who: str, **plan: Any) -> None:
        digits = {"union": "cd" * 32, "confederate": "ab" * 32}[who]
        self.act(who, "battles:plan", entropy=digits, **plan)

    def flank_march(self) -> dict[str, Any]:
        """Return the Confederate form of a march on the left."""
        army = self.battle.setup.brief["sides"]["CSA"]
        leader = next(x["id"] for x in army["leaders"] if x["name"] == FLANK["leader"])
        return {"left_leader": leader, FLANK["command"]: "left"}

    def seal_both(self) -> None:
        self.seal("confederate", **self.flank_march())
        self.seal("union")

    def open(self) -> None:
        if self.decider == "umpire":
            self.act("umpire", "battles:prepare")
            self.sweep()
            self.act("umpire", "battles:open")

    def ask_for(self, what: str) -> None:
        """Ask for a step as both sides; at the end, the Confederates leave the field."""
        for who in SIDES:
            self.ask(who, what, **({"leaves": "CSA"} if what == "end" else {}))

    def ask(self, who: str, what: str, **leaves: str) -> None:
        self.act(who, "battles:request", on="battles:table", asks_for=what, **leaves)

    def enter(self, who: str, *, points: int = 5, **lost: Any) -> None:
        """Enter a side's result; how the fighting ended for it, the battle knows."""
        self.act(who, "battles:side-result", SIDES[who], points=points, **lost)

    def enter_both(self) -> None:
        for who in SIDES:
            self.enter(who)

    def confirm_both(self) -> None:
        for who in SIDES:
            self.act(who, "battles:confirm", on="battles:detail")

    def settle(self) -> None:
        if self.decider == "umpire":
            self.act("umpire", "battles:settle", on="battles:detail")

    def fight(self) -> None:
        """Play from contact to the second turn."""
        self.begin()
        self.seal_both()
        self.open()
        self.ask_for("on")

    def play(self) -> None:
        """Play from contact to the end of the fighting."""
        self.fight()
        self.ask_for("end")

    # What the site keeps.

    def feed(self, who: str) -> Feed:
        return Feed.objects.get(id=self.club.viewer(who).feed_id)

    def versions(self) -> dict[str, int]:
        return {who: self.feed(who).version for who in self.people if who not in ("outsider", *self._unseated)}

    @property
    def _unseated(self) -> tuple[str, ...]:
        return () if self.decider == "umpire" else ("umpire",)

    def last(self, kind: str) -> Entry:
        return Entry.objects.filter(campaign_id=self.campaign_id, kind=kind).latest("seq")

    def told(self, who: str) -> str:
        """Return the text of every line of a person's journal."""
        return "\n".join(self.feed(who).lines.order_by("n").values_list("announcement__text", flat=True))
