"""Dice test helpers: a battle's cups, played step by step without a battle."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from campaign.ids import hex_id
from campaign.models import Cup, JournalLine
from campaign.services import cups
from campaign.services.record import Act, open_act
from campaign.tests.builders import Club, a_club
from rulesets.core.records import dataclass

BATTLE_ID = 0xB1
OWNER = ("battle", BATTLE_ID)
STREAM = f"battle:{hex_id(BATTLE_ID)}"
ENTROPY = {"USA": "05" * 32, "CSA": "c5" * 32}


@dataclass
class Table:
    """A stand-in for a battle that owns cups."""

    club: Club
    stream: str = STREAM

    @contextmanager
    def doing(self, kind: str, *, who: str = "umpire", stream: str | None = None, **payload: Any) -> Iterator[Act]:
        with open_act(self.club.viewer(who), stream=stream or self.stream, kind=kind, payload=payload) as act:
            yield act

    def seal(self, *sides: str) -> "Table":
        for side in sides:
            with self.doing("battle.sealed", who={"USA": "union", "CSA": "confederate"}[side]):
                cups.add_entropy(OWNER, side, ENTROPY[side])
        return self

    def step(self, at: str | int = 1) -> "Table":
        with self.doing("battle.turn"):
            cups.freeze(OWNER)
            cups.publish_heads(OWNER, at)
        return self

    def throw(self, place: str = "left", *, audience: str = "umpire", **other: Any) -> tuple[int, ...]:
        dice: dict[str, Any] = {
            "rule": "VG-7B1",
            "subject": ["USA", place],
            "turn": 1,
            "sides": 100,
            "count": 3,
        } | other
        with self.doing("battle.swept"):
            return cups.throw(OWNER, audience=audience, **dice)

    def void(self, place: str = "left", *, reason: str = "wrong flank") -> None:
        with self.doing("battle.void"):
            cups.void(OWNER, audience="umpire", rule="VG-7B1", subject=["USA", place], turn=1, reason=reason)

    def reveal(self, *, stream: str | None = None) -> "Table":
        with self.doing("battle.applied", stream=stream):
            cups.reveal(OWNER, at="report applied")
        return self

    def cup(self, audience: str = "umpire") -> Cup:
        """Return an audience's newest cup."""
        return Cup.objects.filter(owner_id=BATTLE_ID, audience=audience).order_by("-opening")[0]

    def journal(self, who: str) -> list[str]:
        lines = JournalLine.objects.filter(feed_id=self.club.viewer(who).feed_id).order_by("n")
        return list(lines.values_list("announcement__text", flat=True))


def a_table() -> Table:
    """Return a campaign whose battle cups are taking entropy."""
    table = Table(a_club())
    with table.doing("battle.begun"):
        cups.open_cups(OWNER, title="Shiloh")
    return table


def an_open_table() -> Table:
    """Return a table where both sides have sealed and the battle is open."""
    return a_table().seal("USA", "CSA").step("opening")
