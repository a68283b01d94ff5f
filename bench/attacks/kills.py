"""Play every act on a real site while its processes die at random; afterwards each act is there exactly once."""

import json
import re
import time
from collections import Counter
from collections.abc import Callable
from functools import partial

from bench.attacks import worlds
from bench.attacks.card_story import play_with_cards
from bench.attacks.chance import Chance
from bench.attacks.counts import Counts
from bench.attacks.people import Person
from bench.attacks.sites import Mortal, Site, ask, emails, killed_at_random, trusted
from bench.attacks.story import GUEST, Story, declared
from bench.attacks.war_story import play_a_war
from campaign.tests.builders import PASSWORD
from config.testing.processes import wait_until

PART = "acts under kills"
KINDS: tuple[tuple[str, Callable[[Story], None]], ...] = (
    ("umpire_kind='person'", Story.play),
    ("umpire_kind='site'", Story.play),
    ("umpire_kind='person', one_off=True", play_with_cards),
    ("umpire_kind='person', scenario='shiloh_to_corinth'", play_a_war),
)
MAIL_SECONDS = 60
UNPLAYED = (AssertionError, LookupError, ValueError)  # an act is refused, or a page lacks what the story looks for


def people_of(site: Site) -> dict[str, Person]:
    """Log everybody in."""
    ask(site, "make(umpire_kind='person', number=0)")
    people = {who: Person(site.url, worlds.username(who), trusted(site)) for who in worlds.SEATS}
    for person in people.values():
        person.log_in(PASSWORD)
    return people


def attack(counts: Counts, site: Mortal, people: dict[str, Person], *, seconds: float, seed: int) -> None:
    """Play campaigns one after another until the time is over, at least one of each kind."""
    dice, ends, number, played = Chance(seed, "kills"), time.monotonic() + seconds, 0, set[str]()
    counts.blame(PART, ())
    for person in people.values():
        person.counts.clear()
    while number < len(KINDS) or time.monotonic() < ends:
        kind, play = KINDS[number % len(KINDS)]
        number += 1
        story = Story(people, ask(site, f"make({kind}, number={number})"), number, dice)
        try:
            with killed_at_random(site, counts, Chance(seed, f"kills of {number}"), partial(_acts_done, people)):
                play(story)
        except UNPLAYED as fault:
            counts.blame(PART, [f"{type(fault).__name__}: {fault}"])
        played |= story.played
    for name in sorted(declared().keys() - played):
        counts.blame(PART, [f"no story plays the act {name}"])
    _tally(counts, people, played)
    compare(PART, counts, site, people)
    _mail(counts, site, number)


def _acts_done(people: dict[str, Person]) -> int:
    return sum(person.counts["acts acknowledged"] for person in people.values())


def _tally(counts: Counts, people: dict[str, Person], played: set[str]) -> None:
    counts.add(PART, "kinds of acts played", len(played))
    for kind, number in sum((person.counts for person in people.values()), Counter[str]()).items():
        counts.add(PART, kind, number)


def compare(part: str, counts: Counts, site: Site, people: dict[str, Person]) -> None:
    """Compare the acknowledged acts with the record: each is there once, and nothing else."""
    by_campaign: dict[str, list[str]] = {}
    for person in people.values():
        for campaign, keys in person.acknowledged.items():
            by_campaign.setdefault(campaign, []).extend(keys)
    file = site.folder / "acknowledged.json"
    file.write_text(json.dumps(by_campaign))
    counts.blame(part, ask(site, f"ledger({str(file)!r})"))


def _mail(counts: Counts, site: Site, number: int) -> None:
    """Compare the invitations with what was sent; one whose worker died may wait for its next try."""
    written = {GUEST.format(n + 1) for n in range(0, number, len(KINDS))}

    def sent() -> Counter[str]:
        return Counter(re.findall(r"^To: (\S+)$", emails(site), re.MULTILINE))

    wait_until(lambda: written <= {*sent(), *ask(site, "mail_left()")}, "the mail", seconds=MAIL_SECONDS)
    found, waiting = sent(), ask(site, "mail_left()")
    counts.add(PART, "emails sent", found.total())
    counts.add(PART, "emails waiting", len(waiting))
    counts.blame(PART, [f"an email was sent {n} times: {to}" for to, n in found.items() if to in written and n > 2])
