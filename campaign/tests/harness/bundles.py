"""Group hidden facts that can share a second world: those with one blind set, unless they are declared to collide.

A bundle's facts are planted together. Once blind viewers may learn a fact, it is left out of the worlds of later steps.
So a bundle is played once for each stage, and each step is observed in one world.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import groupby

from campaign.tests.harness.pairs import Apart, Pair, Play
from campaign.tests.harness.people import STRANGERS, WHO
from campaign.tests.harness.rotation import in_turn
from campaign.tests.harness.tally import KNOWN_TO
from rulesets.core.records import dataclass

LINKED, FULL = "linked", "full"
PARTS = {LINKED: 4, FULL: 4}  # of the viewers, who take turns from step to step
Looks = dict[str, dict[str, str]]  # by step and viewer: follow links, or request every URL


@dataclass(frozen=True)
class Stage:
    """A second world: the facts planted in it, and the looks taken at it."""

    facts: tuple[Pair, ...]
    looks: Looks

    @property
    def name(self) -> tuple[str, ...]:
        return (*(fact.name for fact in self.facts), self.last)

    @property
    def last(self) -> str:
        return list(self.looks)[-1]

    @property
    def full(self) -> list[str]:
        """Return the steps at which somebody requests every URL."""
        return [label for label, viewers in self.looks.items() if FULL in viewers.values()]


@dataclass(frozen=True)
class Bundle:
    """Facts of one blind set that are planted together, named after the people who may know them."""

    name: str
    play: Play
    facts: tuple[Pair, ...]

    def __str__(self) -> str:
        return self.name

    @property
    def blind(self) -> tuple[str, ...]:
        return self.facts[0].blind

    @cached_property
    def stages(self) -> list[Stage]:
        """Return the bundle's worlds: each step belongs to a world with all facts still hidden at that step."""
        looks = {label: self._looks_at(label) for label in self.play.steps}
        hidden = {label: self.hidden_at(label) for label, viewers in looks.items() if viewers}
        steps = groupby(hidden, key=lambda label: [fact.name for fact in hidden[label]])
        parts = [list(labels) for _, labels in steps]
        return [Stage(hidden[labels[0]], {label: looks[label] for label in labels}) for labels in parts]

    def hidden_at(self, label: str) -> tuple[Pair, ...]:
        """Return the facts that are still hidden from blind viewers at this step, even those not yet planted."""
        return tuple(fact for fact in self.facts if label in self.play.between(self._first, fact.until))

    def stage_at(self, label: str) -> Stage:
        return next(stage for stage in self.stages if label in stage.looks)

    @property
    def _first(self) -> str:
        return next(iter(self.play.steps))

    def _looks_at(self, label: str) -> dict[str, str]:
        """Return linked looks while a fact is hidden, and full looks, even by strangers, at its full step."""
        hidden = [fact for fact in self.facts if label in self.play.between(fact.since, fact.until)]
        if any(fact.full_at == label for fact in hidden):
            return self._by_some(self.blind, label, FULL)
        return self._by_some([who for who in self.blind if who not in STRANGERS], label, LINKED) if hidden else {}

    def _by_some(self, viewers: Sequence[str], label: str, depth: str) -> dict[str, str]:
        """Let those look whose turn it is: in all bundles nearly the same people, who share their pages."""
        step = list(self.play.steps).index(label)
        return dict.fromkeys(in_turn(viewers, PARTS[depth], f"{self.play.name} {depth}", step), depth)


def bundles_of(play: Play, pairs: Iterable[Pair], apart: Sequence[Apart] = ()) -> list[Bundle]:
    """Group the facts: each joins the first bundle of its blind set in which nothing collides with it."""
    bundles: dict[frozenset[str], list[list[Pair]]] = {}
    for pair in pairs:
        lanes = bundles.setdefault(frozenset(pair.blind), [])
        free = [lane for lane in lanes if not any(each.parts(pair, other) for each in apart for other in lane)]
        lane = free[0] if free else []
        lane.append(pair)
        if not free:
            lanes.append(lane)
    return [
        Bundle(_name(blind, number), play, tuple(lane))
        for blind, lanes in bundles.items()
        for number, lane in enumerate(lanes, 1)
    ]


def single_bundles(play: Play, pairs: Iterable[Pair]) -> list[Bundle]:
    """Return a bundle for each fact by itself."""
    return [Bundle(f"{_name(frozenset(pair.blind), 1)}: {pair.name}", play, (pair,)) for pair in pairs]


def all_looks(bundles: Iterable[Bundle]) -> Looks:
    """Return the looks needed at the world that all bundles share."""
    whole: Looks = {}
    for label, who, depth in _looks_of(bundles):
        here = whole.setdefault(label, {})
        here[who] = FULL if FULL in (depth, here.get(who)) else LINKED
    return whole


def _looks_of(bundles: Iterable[Bundle]) -> Iterator[tuple[str, str, str]]:
    for bundle in bundles:
        for stage in bundle.stages:
            for label, viewers in stage.looks.items():
                yield from ((label, who, depth) for who, depth in viewers.items())


def _name(blind: frozenset[str], number: int) -> str:
    known = f"{KNOWN_TO}{', '.join(who for who in WHO if who not in blind)}"
    return known if number == 1 else f"{known}, {number}"
