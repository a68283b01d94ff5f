"""Play a world: once unobserved, to record its true state, and once observed by every blind viewer."""

from collections.abc import Callable, Collection, Generator, Iterable, Mapping
from dataclasses import field
from itertools import chain
from typing import Any

from campaign.selectors.verify import verify
from campaign.tests.harness.bundles import FULL, Looks
from campaign.tests.harness.pairs import Pair, Play
from campaign.tests.harness.people import STRANGERS
from campaign.tests.harness.rotation import in_turn
from campaign.tests.harness.routes import Filler, Met, Rows, Truth
from campaign.tests.harness.sight import Sight, look, look_further
from campaign.tests.harness.world import World, a_world
from campaign.tests.urlconf import routes
from rulesets.core.records import dataclass

Columns = Mapping[str, str]
RowsOfTables = Mapping[str, Mapping[str, str]]
PARTS_OF_ROUTES = 3  # of those that name nothing secret, of which a viewer takes one at a full look


@dataclass(frozen=True)
class Chosen:
    """The URLs that a viewer requests at a step, and those to which they send a POST."""

    urls: tuple[str, ...]
    tries: tuple[str, ...]

    def __or__(self, other: "Chosen") -> "Chosen":
        return Chosen(tuple(dict.fromkeys(self.urls + other.urls)), tuple(dict.fromkeys(self.tries + other.tries)))


Choose = Callable[[World, str, Mapping[str, Met]], Mapping[str, Chosen]]


@dataclass
class Observed:
    """Everything that was seen of one world, and the faults of the world itself; `like` was seen of another."""

    like: Mapping[tuple[str, str], Sight] = field(default_factory=dict)
    sights: dict[tuple[str, str], Sight] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)
    _heads: dict[str, frozenset[bytes]] = field(default_factory=dict)
    _commitments: dict[str, frozenset[bytes]] = field(default_factory=dict)

    def hashes(self, label: str, *, commitments: bool) -> frozenset[bytes]:
        """Return the values that differ between any two worlds: blinded checkpoints, and commitments if asked for."""
        return self._heads[label] | (self._commitments[label] if commitments else frozenset())

    def keep_hashes(self, world: World, label: str) -> None:
        self._heads[label], self._commitments[label] = world.heads(), world.commitments()


@dataclass(frozen=True)
class Outline:
    """The true state of a world after the steps that are compared, by column and by row."""

    columns: Mapping[str, Columns]
    rows: Mapping[str, RowsOfTables]


def differing(here: RowsOfTables, there: RowsOfTables) -> Rows:
    """Return the rows that differ between two worlds or exist in only one of them."""
    unlike = {table: {id_ for id_, _ in rows.items() ^ there[table].items()} for table, rows in here.items()}
    return {table: frozenset(ids) for table, ids in unlike.items() if ids}


def played(
    play: Play, facts: Iterable[Pair], last: str, *, remembers: bool = False
) -> Generator[tuple[World, str], None, None]:
    """Play a world with these facts planted, up to a step, and yield it after each step."""
    planted: dict[str, Any] = {}
    seeds: dict[tuple[str, str], str] = {}
    for fact in facts:
        planted |= fact.planted
        seeds |= fact.other_seeds
    with a_world(facts=planted, other_seeds=seeds, remembers=remembers) as world:
        play.begin(world)
        for label, step in play.steps.items():
            step(world)
            if label in play.unswept:
                world.tick()
            else:
                world.settle()
            yield world, label
            world.posted.clear()
            if label == last:
                return


def outline(
    play: Play, facts: Iterable[Pair], *, columns_at: Collection[str] = (), rows_at: Collection[str] = ()
) -> Outline:
    """Play a world without observing it, up to the last step whose state is asked for."""
    columns, rows = {}, {}
    last = [label for label in play.steps if label in columns_at or label in rows_at][-1]
    for world, label in played(play, facts, last):
        if label in columns_at:
            columns[label] = world.columns()
        if label in rows_at:
            rows[label] = world.rows()
    return Outline(columns, rows)


def observe(
    play: Play,
    looks: Looks,
    choose: Choose | None = None,
    facts: Iterable[Pair] = (),
    *,
    remembers: bool = False,
    like: Observed | None = None,
) -> Observed:
    """Play a world and observe it up to the last look: follow links, then request any chosen URLs.

    Pages that read the same as in the world `like`, which remembers what it read, get its answers.
    """
    seen, last = Observed(like.sights if like else {}), list(looks)[-1]
    for world, label in played(play, facts, last, remembers=remembers):
        if label in looks:
            _look_round(world, label, looks[label], seen, choose)
        if label == last:
            seen.problems = [*map(str, verify(world.club.campaign.pk)), *world.crashes]
    return seen


def _look_round(world: World, label: str, viewers: Mapping[str, str], seen: Observed, choose: Choose | None) -> None:
    seen.keep_hashes(world, label)
    mets = {who: Met(world.campaign) for who in viewers}
    for who, met in mets.items():
        seen.sights[label, who] = look(world, who, met, seen.like.get((label, who)))
    if choose is not None and FULL in viewers.values():
        for who, chosen in choose(world, label, mets).items():
            look_further(world, who, chosen.urls, seen.sights[label, who], tries=chosen.tries)


def choose_urls(who: str, met: Met, truth: Truth, everybody: Met, label: str) -> Chosen:
    """Return the URLs that a viewer requests; for strangers, only one of each route.

    Routes that can name a row that differs between the worlds are always taken; the others take turns. A POST goes to
    one URL of each route, and to a row that differs.
    """
    about = f"{label} {who}"
    filler = Filler(met, truth, everybody, about=about)
    by_route = {route.text: urls for route in routes() if (urls := filler.urls(route, strict=False))}
    kept = {text for text, urls in by_route.items() if truth.is_fixed(text) or any(map(truth.is_relevant, urls))}
    turn = {*in_turn([text for text in by_route if text not in kept], PARTS_OF_ROUTES, about)}
    filled = [urls for text, urls in by_route.items() if text in kept | turn]
    relevant = [next(filter(truth.is_relevant, urls), urls[0]) for urls in filled]
    if who in STRANGERS:
        return Chosen(tuple(relevant), tuple(relevant))
    tries = chain.from_iterable(zip((urls[0] for urls in filled), relevant, strict=True))
    return Chosen(tuple(chain.from_iterable(filled)), tuple(dict.fromkeys(tries)))
