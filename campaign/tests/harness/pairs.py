"""Two worlds that differ in one hidden fact, the same moves by all, and every difference that somebody could see."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from campaign.models import TABLES
from campaign.selectors.verify import verify
from campaign.tests.harness.routes import Filler, Met, Truth
from campaign.tests.harness.sight import Sight, look
from campaign.tests.harness.world import BY_ROW, Answer, World, a_world
from campaign.tests.our_apps import our_models
from campaign.tests.urlconf import routes

HASH = re.compile(rb"(?<![0-9a-f])(?:[0-9a-f]{64}|[0-9a-f]{16}(?=\xe2\x80\xa6))(?![0-9a-f])")  # whole, or cut short
LINKED, FULL = "linked", "full"
Looks = dict[str, dict[str, str]]


@dataclass(frozen=True)
class Play:
    """What happens, step by step. A hidden act has a step of its own, which every world has, acted in or not."""

    name: str
    begin: Callable[[World], None]
    steps: Mapping[str, Callable[[World], None]]

    def between(self, first: str, last: str) -> list[str]:
        labels = list(self.steps)
        return labels[labels.index(first) : labels.index(last) + 1]


@dataclass(frozen=True)
class Pair:
    """One hidden fact: which columns it stands for, who may not know of it, and from which step to which.

    A column ` by row` has the same values in both worlds, and other rows have them.
    The other world has `facts` (by default the pair's own name) or draws `other_seeds`.
    """

    name: str
    blind: tuple[str, ...]
    columns: tuple[str, ...]
    since: str
    until: str
    full: str = ""
    facts: Mapping[str, Any] = field(default_factory=dict)
    other_seeds: Mapping[tuple[str, str], str] = field(default_factory=dict)
    hides_commitments: bool = False

    def __str__(self) -> str:
        return self.name

    def looks(self, play: Play) -> Looks:
        """Linked pages at every step; every URL at one of them, where strangers look too."""
        insiders = [who for who in self.blind if who not in STRANGERS]
        looks: Looks = {label: dict.fromkeys(insiders, LINKED) for label in play.between(self.since, self.until)}
        looks[self.full or self.since] = dict.fromkeys(self.blind, FULL)
        return looks


STRANGERS = ("anonymous", "outsider")


@dataclass
class Observed:
    """All that was seen of one world, and what was true in it."""

    sights: dict[tuple[str, str], Sight] = field(default_factory=dict)
    columns: dict[str, dict[str, str]] = field(default_factory=dict)
    heads: dict[str, frozenset[bytes]] = field(default_factory=dict)
    commitments: dict[str, frozenset[bytes]] = field(default_factory=dict)
    mets: dict[tuple[str, str], Met] = field(default_factory=dict)
    urls: dict[tuple[str, str], tuple[list[str], list[str]]] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)


def observe(
    play: Play,
    looks: Looks,
    *,
    facts: Mapping[str, Any] | None = None,
    other_seeds: Mapping[tuple[str, str], str] | None = None,
    like: Observed | None = None,
    last: str = "",
) -> Observed:
    """Play a world and look at it. `like` is the world whose URLs are asked again; `last` ends the play early."""
    seen = Observed(urls=like.urls if like else {})
    with a_world(facts=facts or {}, other_seeds=other_seeds or {}) as world:
        play.begin(world)
        for label, step in play.steps.items():
            step(world)
            world.settle()
            if label in looks:
                _look_round(world, label, looks[label], seen)
            world.posted.clear()
            if label == last:
                break
        seen.problems += [*map(str, verify(world.club.campaign.pk)), *world.crashes]
    return seen


def _look_round(world: World, label: str, viewers: Mapping[str, str], seen: Observed) -> None:
    seen.columns[label], seen.heads[label] = world.columns(), world.heads()
    seen.commitments[label] = world.commitments()
    urls = _UrlsAt(world, label, seen)
    for who, depth in viewers.items():
        met = seen.mets[label, who] = Met(world.campaign)
        whole = (lambda met, who=who: urls.of(who, met)) if depth == FULL else None
        seen.sights[label, who] = look(world, who, met, whole=whole)


@dataclass
class _UrlsAt:
    """The URLs that each viewer can fill at one step: chosen in the first world, asked again in the other."""

    world: World
    label: str
    seen: Observed

    def of(self, who: str, met: Met) -> tuple[list[str], list[str]]:
        if (self.label, who) not in self.seen.urls:
            self.seen.urls[self.label, who] = self._chosen(who, met)
        return self.seen.urls[self.label, who]

    def _chosen(self, who: str, met: Met) -> tuple[list[str], list[str]]:
        """All URLs that a viewer can fill, and one of each route to try to act on; strangers ask one of each."""
        filler = Filler(met, self._truth, self._everybody)
        filled = [urls for route in routes() if (urls := filler.urls(route, strict=False))]
        firsts = [urls[0] for urls in filled]
        return firsts if who in STRANGERS else [url for urls in filled for url in urls], firsts

    @cached_property
    def _truth(self) -> Truth:
        return self.world.truth()

    @cached_property
    def _everybody(self) -> Met:
        """What anybody has met: an argument such as a side's word is no secret, and is put into everybody's URLs."""
        everybody = Met(self.world.campaign)
        for who in self.world.club.users:
            met = Met(self.world.campaign)
            look(self.world, who, met)
            everybody.share(met)
        return everybody


# What differs.


def differences(a: Observed, b: Observed, pair: Pair, play: Play) -> list[str]:
    """Everything that a viewer who may not know was answered otherwise in the other world."""
    found = [*a.problems, *b.problems]
    for who in pair.blind:
        names: tuple[Names, Names] = ({}, {})
        for label in play.between(pair.since, pair.until):
            if (label, who) in b.sights:
                here = f"{label}, {who}"
                found += [f"{here}: {d}" for d in _compare(a, b, label, who, names, pair)]
    return found


Names = dict[bytes, bytes]


def _compare(a: Observed, b: Observed, label: str, who: str, names: tuple[Names, Names], pair: Pair) -> Iterator[str]:
    one, other = a.sights[label, who], b.sights[label, who]
    for name, fact in other.facts.items():
        if one.facts[name] != fact:
            yield f"{name}: {_first_difference(one.facts[name], fact)}"
    hidden = [_masked_hashes(world, label, pair) for world in (a, b)]
    for name, answer in other.answers.items():
        if name not in one.answers:
            yield f"{name}: asked for in one world only"
        else:
            masked = [mask(x, h, n) for x, h, n in zip((one.answers[name], answer), hidden, names, strict=True)]
            yield from (f"{name}: {d}" for d in _unlike(*masked))


def _masked_hashes(world: Observed, label: str, pair: Pair) -> frozenset[bytes]:
    return world.heads[label] | world.commitments[label] if pair.hides_commitments else world.heads[label]


def mask(answer: Answer, hashes: frozenset[bytes], names: Names) -> Answer:
    """Blinded heads, renamed in order of first sight, so that their equalities are still compared."""

    begins = {value[:16] for value in hashes}

    def renamed(found: re.Match[bytes]) -> bytes:
        begin = found[0][:16]
        return names.setdefault(begin, b"head %d" % len(names)) if begin in begins else found[0]

    return Answer(answer.status, answer.headers, HASH.sub(renamed, answer.body), answer.queries)


def _unlike(one: Answer, other: Answer) -> Iterator[str]:
    if one.status != other.status:
        yield f"status {one.status} and {other.status}"
    if one.headers != other.headers:
        yield f"headers {sorted(set(one.headers) ^ set(other.headers))}"
    if one.body != other.body:
        yield f"body of {len(one.body)} and {len(other.body)} bytes, {_first_difference(one.body, other.body)}"
    if one.queries != other.queries:
        yield f"{one.queries} and {other.queries} queries"


def _first_difference(one: bytes, other: bytes) -> str:
    at = next((n for n, (x, y) in enumerate(zip(one, other, strict=False)) if x != y), min(len(one), len(other)))
    return f"{one[max(0, at - 60) : at + 80]!r} and {other[max(0, at - 60) : at + 80]!r}"


def dead_columns(a: Observed, b: Observed, pair: Pair, play: Play) -> list[str]:
    """Columns that the pair stands for, and that are in truth the same in both worlds."""
    labels = [label for label in play.between(pair.since, pair.until) if label in b.columns]
    return [c for c in pair.columns if all(a.columns[label][c] == b.columns[label][c] for label in labels)]


def compare(play: Play, pair: Pair, base: Observed) -> list[str]:
    """The other world of a pair beside the one that all pairs share."""
    other = observe(
        play,
        pair.looks(play),
        facts=pair.facts or {pair.name: True},
        other_seeds=pair.other_seeds,
        like=base,
        last=pair.until,
    )
    dead = dead_columns(base, other, pair, play)
    return [*(f"dead: {column} is the same in both worlds" for column in dead), *differences(base, other, pair, play)]


@dataclass
class Worlds:
    """The pairs of a play. The world that all of them share is seen once."""

    play: Play
    pairs: tuple[Pair, ...]

    @cached_property
    def shared(self) -> Observed:
        return observe(self.play, all_looks(self.play, self.pairs))

    def told_apart(self, pair: Pair) -> list[str]:
        return compare(self.play, pair, self.shared)


def all_looks(play: Play, pairs: Iterable[Pair]) -> Looks:
    """What has to be seen of the world that all pairs share."""
    whole: Looks = {}
    for pair in pairs:
        for label, viewers in pair.looks(play).items():
            for who, depth in viewers.items():
                here = whole.setdefault(label, {})
                here[who] = FULL if FULL in (depth, here.get(who)) else LINKED
    return whole


# Which columns are secret.


def secret_columns() -> list[str]:
    """Every column of a recorded table that its model does not call public."""
    return sorted(
        f"{table}.{field.name}"
        for table, model in TABLES.models.items()
        for field in model._meta.concrete_fields
        if field.name not in model.PUBLIC
    )


def without_pair(pairs: Iterable[Pair]) -> list[str]:
    covered = _columns_of(pairs)
    return [column for column in secret_columns() if column not in covered]


def unknown_columns(pairs: Iterable[Pair]) -> list[str]:
    """Columns that a pair claims and no table has."""
    known = {f"{m._meta.db_table}.{f.name}" for m in our_models() for f in m._meta.concrete_fields}
    return sorted(_columns_of(pairs) - known)


def _columns_of(pairs: Iterable[Pair]) -> set[str]:
    return {column.removesuffix(BY_ROW) for pair in pairs for column in pair.columns}
