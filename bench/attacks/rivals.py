"""Two umpires act at once on a real site: one act is done, the other is refused, and the record holds."""

import time
from collections.abc import Callable, Sequence
from dataclasses import field
from http import HTTPStatus
from threading import Barrier, Thread
from typing import Any

from bench.attacks.chance import Chance
from bench.attacks.counts import Counts
from bench.attacks.kills import UNPLAYED, compare
from bench.attacks.people import Person, Reply
from bench.attacks.sites import Site, ask
from bench.attacks.story import Story, agree_on_table, both_ask, results, set_up, sides_seal, wait_for_secret_rolls
from bench.attacks.worlds import UMPIRES
from rulesets.core.records import dataclass

PART = "two umpires at once"
TRIES = 5
REFUSED = (HTTPStatus.CONFLICT, HTTPStatus.NOT_FOUND, HTTPStatus.UNPROCESSABLE_ENTITY)


@dataclass(frozen=True)
class Move:
    """An act on its own page, as one of the two reads it."""

    name: str
    more: Sequence[Any] = ()
    page: str = ""
    typed: dict[str, Any] = field(default_factory=dict)


@dataclass
class Duels:
    """Pairs of acts of which only one may be done."""

    story: Story
    counts: Counts
    dice: Chance

    def fight(self, one: Move, other: Move) -> None:
        """Let both send at the same moment, until one is done: a sweep may have made both pages old."""
        for _ in range(TRIES):
            replies = self._at_once(self._in_any_order(one, other))
            if any(reply.is_done for reply in replies):
                break
        self._judge(f"{one.name} and {other.name}", replies)

    def _at_once(self, moves: Sequence[Move]) -> list[Reply]:
        """Let both read their pages, then send."""
        ready = [self._ready(who, move) for who, move in zip(UMPIRES, moves, strict=True)]
        replies: list[Reply] = []
        start = Barrier(len(ready))
        threads = [Thread(target=_send, args=(send, start, replies)) for send in ready]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return replies

    def _in_any_order(self, *moves: Move) -> list[Move]:
        return self.dice.shuffled(moves)

    def _ready(self, who: str, move: Move) -> Callable[[], Reply]:
        person, path = self.story.people[who], self.story.path(move.name, *move.more)
        fields = person.form(move.page or path, path, move.typed)
        return lambda: person.acknowledge(self.story.campaign, *person.sent(path, fields))

    def _judge(self, what: str, replies: Sequence[Reply]) -> None:
        done = [reply for reply in replies if reply.is_done]
        refused = [reply for reply in replies if not reply.is_done]
        self.counts.add(PART, "done at once", len(done))
        self.counts.add(PART, "refused", len(refused))
        if len(done) != 1:
            said = [reply.why for reply in replies]
            self.counts.blame(PART, [f"{what}: {len(done)} of two were done, {said}"])
        wrong = [reply for reply in refused if reply.status not in REFUSED]
        self.counts.blame(PART, (f"{what}: refused with {reply.why}" for reply in wrong))

    # The duels of one battle.

    def play(self) -> None:
        story = self.story
        set_up(story)
        contact = story.contact("umpire")
        settings = story.path("campaigns:settings")
        self.fight(*(Move("campaigns:pace", page=settings, typed={"hours": hours}) for hours in (24, 48)))
        correct = ("journal:correct", (1, "war_force", story.force("umpire")))
        self.fight(*(Move(*correct, typed={"name": name, "reason": "A slip."}) for name in ("North", "South")))
        self.fight(*(Move("map:postpone", (contact,)) for _ in UMPIRES))
        self.fight(*(Move("map:resume", (contact,)) for _ in UMPIRES))
        agree_on_table(story, contact)
        self.fight(*(Move("battles:fight-on-table", (contact,)) for _ in UMPIRES))
        sides_seal(story)
        self.fight(*(Move("battles:prepare", (story.battle,)) for _ in UMPIRES))
        wait_for_secret_rolls(story)
        self.fight(*(Move("battles:open", (story.battle,)) for _ in UMPIRES))
        both_ask(story, "on")
        rewind = Move("journal:rewind", (story.line("umpire", "battle.opened"),), typed={"reason": "Once more."})
        self.fight(rewind, self._of_battle("request", asks_for="on"))
        both_ask(story, "end")
        results(story)
        self.fight(self._of_battle("settle"), self._of_battle("settle"))
        self.fight(self._decision("campaign.closed"), self._decision("campaign.paused"))

    def _of_battle(self, what: str, **typed: Any) -> Move:
        story = self.story
        return Move(f"battles:{what}", (story.battle,), story.path("battles:detail", story.battle), typed)

    def _decision(self, kind: str) -> Move:
        return Move("campaigns:decide", page=f"{self.story.path('campaigns:decide')}?kind={kind}", typed={"kind": kind})


def _send(send: Callable[[], Reply], start: Barrier, replies: list[Reply]) -> None:
    start.wait()
    replies.append(send())


def attack(counts: Counts, site: Site, people: dict[str, Person], *, seconds: float, seed: int) -> None:
    """Fight a battle's duels again and again until the time is over, at least once."""
    dice, ends, number = Chance(seed, "rivals"), time.monotonic() + seconds, 1000
    counts.blame(PART, ())
    while number == 1000 or time.monotonic() < ends:
        campaign = ask(site, f"make(umpire_kind='person', number={number})")
        number += 1
        try:
            Duels(Story(people, campaign, number, dice), counts, dice).play()
        except UNPLAYED as fault:
            counts.blame(PART, [f"{type(fault).__name__}: {fault}"])
        counts.add(PART, "battles")
    compare(PART, counts, site, people)
