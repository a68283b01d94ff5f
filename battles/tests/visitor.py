"""A visitor without an account in a practice battle, by what they see and press."""

from dataclasses import field
from typing import Any

from django.test import Client

from battles.models import Battle
from battles.tests.forms import FormReader
from campaign.ids import hex_id
from campaign.models import Practice
from campaign.services.sweep import sweep
from rulesets.core.records import dataclass

SEATS = ("union", "confederate", "umpire")


@dataclass
class Visitor:
    """A browser; its `practice` is the last one it started."""

    client: Client = field(default_factory=Client)
    battle: Battle = field(init=False)

    def start(self, **headers: str) -> Any:
        """Press "Try it" on the landing page."""
        answer = self.client.post("/practice/", **headers)  # type: ignore[arg-type]
        if answer.status_code == 302:
            self.battle = Battle.objects.get(id=int(answer["Location"].split("/")[-2], 16))
        return answer

    @property
    def practice(self) -> Practice:
        return Practice.objects.get(campaign_id=self.battle.campaign_id)

    def url(self, seat: str, rest: str = "", *, of_battle: bool = False) -> str:
        battle = f"b/{hex_id(self.battle.pk)}/" if of_battle else ""
        return f"/practice/{seat}/c/{hex_id(self.battle.campaign_id)}/{battle}{rest}"

    def on_field(self, seat: str, rest: str = "") -> str:
        return self.url(seat, rest, of_battle=True)

    def get(self, url: str, **headers: str) -> Any:
        return self.client.get(url, headers=headers)

    def lift(self, seat: str, back: str = "") -> Any:
        return self.client.post(self.url(seat, "curtain/lift/"), {"back": back})

    def switch(self, seat: str, to: str) -> Any:
        return self.client.post(self.url(seat, "curtain/switch/"), {"seat": to})

    def open_all(self) -> None:
        for seat in SEATS:
            self.lift(seat)

    def press(self, seat: str, rest: str, *, page: str = "", **typed: object) -> Any:
        """Send a form of the battle's page, or of another page of the battle, and let the site do its work."""
        action = self.on_field(seat, rest)
        reader = FormReader(action)
        reader.feed(self.client.get(self.on_field(seat, page)).content.decode())
        answer = self.client.post(action, {**reader.fields, **typed})
        sweep(self.battle.campaign_id)
        return answer
