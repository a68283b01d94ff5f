"""Which hidden facts share another world: those of one blind set, unless they are declared to collide.

A bundle's facts are planted together. A fact that the blind may learn after its last step stays out of the worlds of
later steps, so a bundle is played once for each stage, and each step is looked at in one world.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

from campaign.tests.harness.pairs import Apart, Pair, Play
from campaign.tests.harness.people import STRANGERS, WHO

LINKED, FULL = "linked", "full"
Looks = dict[str, dict[str, str]]  # by step and viewer: along links, or at every URL


@dataclass(frozen=True)
class Stage:
    """One other world: the facts that are planted in it, and what is looked at."""

    facts: tuple[Pair, ...]
    looks: Looks

    @property
    def name(self) -> tuple[str, ...]:
        return (*(fact.name for fact in self.facts), self.last)

    @property
    def last(self) -> str:
        return list(self.looks)[-1]


@dataclass(frozen=True)
class Bundle:
    """Facts of one blind set that are planted together. It is named after those who may know."""

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
        """Return the worlds of a bundle: at each step all of its facts that are still to be hidden then."""
        looks = {label: self._looks_at(label) for label in self.play.steps}
        hidden = {label: self.hidden_at(label) for label, viewers in looks.items() if viewers}
        steps = groupby(hidden, key=lambda label: [fact.name for fact in hidden[label]])
        parts = [list(labels) for _, labels in steps]
        return [Stage(hidden[labels[0]], {label: looks[label] for label in labels}) for labels in parts]

    def hidden_at(self, label: str) -> tuple[Pair, ...]:
        """Return the facts that nobody blind may have learnt by this step, planted yet or not."""
        return tuple(fact for fact in self.facts if label in self.play.between(self._first, fact.until))

    def stage_at(self, label: str) -> Stage:
        return next(stage for stage in self.stages if label in stage.looks)

    @property
    def _first(self) -> str:
        return next(iter(self.play.steps))

    def _looks_at(self, label: str) -> dict[str, str]:
        """Linked pages while a fact is hidden; every URL, by strangers too, at the step that a fact names."""
        hidden = [fact for fact in self.facts if label in self.play.between(fact.since, fact.until)]
        if any(fact.full_at == label for fact in hidden):
            return dict.fromkeys(self.blind, FULL)
        return dict.fromkeys([who for who in self.blind if who not in STRANGERS], LINKED) if hidden else {}


def bundles_of(play: Play, pairs: Iterable[Pair], apart: Sequence[Apart] = ()) -> list[Bundle]:
    """Return all facts in bundles: each in the first of its blind set where nothing collides with it."""
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
    """Return each fact by itself, in a world of its own."""
    return [Bundle(pair.name, play, (pair,)) for pair in pairs]


def all_looks(bundles: Iterable[Bundle]) -> Looks:
    """Return what has to be seen of the world that all bundles share."""
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
    known = f"known to {', '.join(who for who in WHO if who not in blind)}"
    return known if number == 1 else f"{known}, {number}"
