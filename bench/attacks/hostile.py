"""Send bad requests to every address, as every kind of viewer, at each stage of a battle.

What a form reads is its schema: each of its fields gets each bad value. A request that is accepted is then broken in
every way that `campaign.tests.wrong` knows: stale, sent twice, without a token, by others. Each request is undone.
"""

import time
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from functools import partial
from typing import Any

from bench.attacks.chance import Chance
from bench.attacks.counts import Counts
from bench.attacks.stages import STAGES, stages
from bench.attacks.targets import Target, Try, targets_of
from campaign.selectors.verify import verify
from campaign.tests.wrong.site import ANONYMOUS, Answer, Site, watched_forms
from campaign.tests.wrong.survey import ids_of, undisturbed
from campaign.tests.wrong.table import REFUSALS, Table, faults_of
from campaign.tests.wrong.tries import Good
from rulesets.core.records import dataclass

PART = "hostile"
ALLOWED = REFUSALS | {429}
NO_ALERT = "the page shows no error"  # asked only of forms that were sent
LONGEST_SECONDS = 3.0  # of a processor, for one request
LONGEST_ANSWER = 3_000_000  # characters
STRANGERS = (ANONYMOUS, "outsider")
BROKEN_FOR = 0.4  # of a stage's time, for accepted requests


class CountedSite(Site):
    """Counts every request by viewer and result, whoever sends it."""

    def __init__(self, site: Site, stage: str, counts: Counts, viewers: Sequence[str] = ()) -> None:
        super().__init__(site.club, site.elsewhere, site.emails)
        self.stage, self.counts, self.viewers = stage, counts, viewers

    @property
    def people(self) -> list[str]:
        return [who for who in super().people if not self.viewers or who in self.viewers]

    def send(self, who: str, method: str, url: str, data: Any = None, **more: Any) -> Answer:
        answer = super().send(who, method, url, data, **more)
        self.counts.add(PART, f"{self.stage}: as {who}")
        self.counts.add(PART, "answers " + ("done" if answer.is_done else f"{answer.status // 100}xx"))
        return answer


@dataclass
class Attack:
    """The attack at one stage."""

    stage: str
    site: Site
    counts: Counts
    dice: Chance
    proved: set[str] = field(default_factory=set)

    def run(self, *, seconds: float) -> None:
        """Take turns among all targets until the time is over; then break what was accepted."""
        ends = time.monotonic() + seconds
        self.site.mark()
        targets = self.dice.shuffled(targets_of(self.site))
        self.counts.add(PART, "addresses by viewer and stage", len(targets))
        goods = list(self._attacked(targets, ends - seconds * BROKEN_FOR))
        for good in self._one_of_each(goods):
            if time.monotonic() > ends:
                break
            self.counts.add(PART, "accepted requests broken")
            self._blame(Table(self.site, partial(ids_of, self.site.elsewhere.campaign)).findings(good))

    def _attacked(self, targets: list[Target], ends: float) -> Iterator[Good]:
        """Send each target's bad requests, one of each target at a time; yield the requests that are accepted."""
        waiting: list[tuple[Target, Iterator[Try]]] = []
        for target in targets:
            if time.monotonic() > ends:
                return
            if good := target.learn():
                yield good
            waiting.append((target, target.tries(self.dice)))
            self._next(*waiting[-1])
        while waiting and time.monotonic() < ends:
            waiting = [each for each in waiting if time.monotonic() < ends and self._next(*each)]

    def _next(self, target: Target, tries: Iterator[Try]) -> bool:
        """Send a target's next bad request; return whether there was one."""
        attempt = next(tries, None)
        if attempt is None:
            return False
        with self.site.undone():
            began = time.thread_time()
            answer = target.send(attempt)
            taken = time.thread_time() - began
            found = [*self._faults(target, attempt, answer), *_too_much(answer, taken)]
        self._blame(f"{target}, {attempt.what}: {fault}" for fault in found)
        return True

    def _faults(self, target: Target, attempt: Try, answer: Answer) -> Iterator[str]:
        """Check an answer while its changes can still be seen."""
        if answer.is_done:
            if answer.wrote and target.who in STRANGERS and target.route.is_of_campaign:
                yield "accepted"
            if answer.wrote and not self._is_proved(target, attempt):
                yield from verify(self.site.club.campaign.pk)
        elif answer.status not in (301, 302):
            found = faults_of(answer, ALLOWED)
            yield from (fault for fault in found if target.method != "GET" or fault != NO_ALERT)
            if answer.wrote and self.site.rows() != self.site.before:
                yield f"refused with {answer.status}, but rows changed"

    def _is_proved(self, target: Target, attempt: Try) -> bool:
        """Return whether the record was already verified after such a request."""
        name = f"{target.route.text} {attempt.what}"
        seen = name in self.proved
        self.proved.add(name)
        return seen

    def _one_of_each(self, goods: list[Good]) -> Iterator[Good]:
        found: Mapping[str, list[Good]] = defaultdict(list)
        for good in goods:
            found[f"{good.method} {good.route.text}"].append(good)
        yield from (self.dice.choice(each) for each in found.values())

    def _blame(self, found: Any) -> None:
        self.counts.blame(PART, (f"{self.stage}: {line}" for line in found))


def _too_much(answer: Answer, taken: float) -> Iterator[str]:
    if taken > LONGEST_SECONDS:
        yield f"took {taken:.1f} s"
    if len(answer.text) > LONGEST_ANSWER:
        yield f"answered {len(answer.text):,} characters"


def attack(counts: Counts, *, seconds: float, seed: int, viewers: Sequence[str] = ()) -> None:
    """Attack each stage for its share of the time, as these viewers or as everybody."""
    counts.blame(PART, ())
    with undisturbed():
        for stage, site in stages():
            counted = CountedSite(site, stage, counts, viewers)
            with watched_forms(counted):
                Attack(stage, counted, counts, Chance(seed, stage)).run(seconds=seconds / len(STAGES))
