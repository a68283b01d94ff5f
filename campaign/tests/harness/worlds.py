"""Play the same moves in worlds with different hidden facts, and report every difference that somebody could see."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import field, replace
from functools import cached_property, partial

from campaign.errors import Refusal
from campaign.tests.harness.bundles import FULL, Bundle, Looks, Stage, all_looks, bundles_of, single_bundles
from campaign.tests.harness.differences import Difference, differences
from campaign.tests.harness.observed import (
    Chosen,
    Observed,
    Outline,
    RowsOfTables,
    choose_urls,
    differing,
    observe,
    outline,
    played,
)
from campaign.tests.harness.pairs import Apart, Pair, Play
from campaign.tests.harness.rotation import in_turn
from campaign.tests.harness.routes import Met
from campaign.tests.harness.sight import look
from campaign.tests.harness.tally import OPTIONS
from campaign.tests.harness.world import World
from rulesets.core.records import dataclass

OTHERS = 3  # parts of those who aren't observed at a step, of whom one looks around
LEFT_OUT = 5  # parts of a bundle's facts, of which each run leaves out one, a fact at a time


@dataclass
class Worlds:
    """The hidden facts of a play. The world without any of them is observed once and shared by all comparisons.

    In a soak, each fact is planted by itself. With `most_ids`, that many ids of each kind of row are tried at a time.
    """

    play: Play
    pairs: Sequence[Pair]
    apart: Sequence[Apart] = ()
    most_ids: int = 0
    _outlines: dict[tuple[str, ...], Outline] = field(default_factory=dict)
    _urls: dict[tuple[str, str, str], Chosen] = field(default_factory=dict)

    @cached_property
    def bundles(self) -> list[Bundle]:
        if OPTIONS.soak:
            return single_bundles(self.play, self.pairs)
        return bundles_of(self.play, self.pairs, self.apart)

    def bundle_of(self, name: str) -> Bundle:
        return next(bundle for bundle in self.bundles for fact in bundle.facts if fact.name == name)

    def problems_of(self, bundle: Bundle) -> list[str]:
        """Return a bundle's faults: columns that do not differ, and differences that blind viewers could see.

        The facts take turns, from run to run, at being left out to see what depends on them.
        """
        dead = [line for fact in in_turn(bundle.facts, LEFT_OUT, bundle.name) for line in self.dead(bundle, fact)]
        seen = [line for stage in bundle.stages for line in self._seen(bundle, stage)]
        return [*self.shared.problems, *dead, *seen]

    # True state.

    def dead(self, bundle: Bundle, fact: Pair) -> list[str]:
        """Report the parts of a fact that change nothing when it is planted with the others.

        Each column must differ in at least one world of the bundle, and each world must have at least one difference.
        """
        hidden = self.play.between(fact.since, fact.until)
        stages = [stage for stage in bundle.stages if not stage.looks.keys().isdisjoint(hidden)]
        changed = {stage.last: self._changed_by(fact, stage, hidden) for stage in stages}
        same = set(fact.columns).difference(*changed.values())
        lines = [f"{fact}: {column} does not depend on it" for column in fact.columns if column in same]
        return [*lines, *(f"{fact}: nothing differs by {last}" for last, columns in changed.items() if not columns)]

    def _changed_by(self, fact: Pair, stage: Stage, hidden: Collection[str]) -> set[str]:
        """Return the columns that a fact changes in a stage's world while it is hidden."""
        whole, others = self._outline(stage).columns, [each for each in stage.facts if each is not fact]
        changed: set[str] = set()
        with closing(played(self.play, others, stage.last)) as steps:
            for world, label in steps:
                if label in hidden and label in stage.looks:
                    here = world.columns(*fact.columns)
                    changed |= {column for column in fact.columns if here[column] != whole[label][column]}
                if changed.issuperset(fact.columns):
                    break
        return changed

    def needless(self) -> list[str]:
        """Report facts that are kept apart without need, and facts that need to be."""
        facts = {pair.name: pair for pair in self.pairs}
        lonely = {pair.name for pair in self.pairs if pair.hides_commitments}
        wrong = [
            f"{name} masks commitments, so it must be kept apart from all others"
            for name in lonely - self._apart_from_all
        ]
        wrong += [f"{name} need not be kept apart from all others" for name in self._apart_from_all - lonely]
        for apart in self.apart:
            for other in apart.others:
                both = tuple(pair for pair in self.pairs if pair in (facts[apart.name], facts[other]))
                if {*both[0].blind} != {*both[1].blind} or not self._collide(both):
                    wrong.append(f"{apart.name} and {other} could be planted together")
        return wrong

    def _collide(self, facts: tuple[Pair, ...]) -> bool:
        """Return whether one of these facts has no effect, or cannot be planted, together with the others."""
        together = Bundle("together", self.play, facts)
        try:
            return any(self.dead(together, fact) for fact in facts)
        except Refusal:
            return True

    @property
    def _apart_from_all(self) -> set[str]:
        return {apart.name for apart in self.apart if not apart.others}

    def _outline(self, stage: Stage) -> Outline:
        """Return the true state of a stage's world, playing it only once."""
        if stage.name not in self._outlines:
            self._outlines[stage.name] = outline(self.play, stage.facts, columns_at=stage.looks, rows_at=stage.full)
        return self._outlines[stage.name]

    def _rows_in(self, bundle: Bundle, label: str) -> RowsOfTables:
        return self._outline(bundle.stage_at(label)).rows[label]

    # Observations.

    @cached_property
    def shared(self) -> Observed:
        """Observe the world without any hidden fact; the others get the same requests."""
        full = [
            (bundle, label, [who for who, depth in viewers.items() if depth == FULL])
            for bundle in self.bundles
            for stage in bundle.stages
            for label, viewers in stage.looks.items()
        ]
        rows = {(bundle.name, label): self._rows_in(bundle, label) for bundle, label, viewers in full if viewers}
        anybody = Anybody()

        def choose(world: World, label: str, mets: Mapping[str, Met]) -> dict[str, Chosen]:
            everybody, truth = anybody.has_met(world, mets), replace(world.truth(), most=self.most_ids)
            here, chosen = world.rows(), dict[str, Chosen]()
            for bundle, at, viewers in full:
                if at != label or not viewers:
                    continue
                own_truth = truth.with_relevant(differing(here, rows[bundle.name, label]))
                for who in viewers:
                    urls = choose_urls(who, mets[who], own_truth, everybody, label)
                    self._urls[label, who, bundle.name] = urls
                    chosen[who] = chosen[who] | urls if who in chosen else urls
            return chosen

        return observe(self.play, all_looks(self.bundles), choose, remembers=True)

    def _seen(self, bundle: Bundle, stage: Stage) -> list[str]:
        found = self.compare(bundle, stage.facts, stage.looks)
        return self._blame(bundle, stage.facts, found) if found else []

    def compare(self, bundle: Bundle, facts: Sequence[Pair], looks: Looks) -> list[Difference]:
        """Return the differences that a bundle's viewers see when these facts are planted."""
        one = self.shared
        other = observe(self.play, looks, partial(self._asked_again, bundle), facts, like=one)
        problems = [Difference(list(looks)[-1], "", problem) for problem in other.problems]
        hides = any(fact.hides_commitments for fact in facts)
        return [*problems, *differences(one, other, looks, hides_commitments=hides)]

    def _asked_again(self, bundle: Bundle, world: World, label: str, mets: Mapping[str, Met]) -> dict[str, Chosen]:
        return {who: self._urls[label, who, bundle.name] for who in mets if (label, who, bundle.name) in self._urls}

    def _blame(self, bundle: Bundle, facts: Sequence[Pair], found: Sequence[Difference]) -> list[str]:
        """Attribute differences to facts by halving: a half that still shows differences is halved again."""
        if len(facts) == 1:
            return [f"{facts[0]}: {each}" for each in found]
        middle, looks = len(facts) // 2, _looks_where(found, bundle)
        halves = [(half, self.compare(bundle, half, looks)) for half in (facts[:middle], facts[middle:])]
        lines = [line for half, seen in halves if seen for line in self._blame(bundle, half, seen)]
        return lines or [f"{' with '.join(map(str, facts))}: {each}" for each in found]


def _looks_where(found: Iterable[Difference], bundle: Bundle) -> Looks:
    """Return only the looks that showed a difference."""
    looks: Looks = {}
    for each in found:
        here = looks.setdefault(each.label, {})
        if each.who:
            here[each.who] = bundle.stage_at(each.label).looks[each.label][each.who]
    return {label: looks[label] for label in bundle.play.steps if label in looks}


@dataclass
class Anybody:
    """What anybody has met so far: arguments such as a side's code aren't secret and may fill any URL.

    Whoever isn't observed at a step looks around for it: everybody at the first step, and later a few in turn.
    """

    met: Met | None = None
    steps: int = 0

    def has_met(self, world: World, mets: Mapping[str, Met]) -> Met:
        others = [who for who in world.club.users if who not in mets]
        if self.met is None:
            self.met = Met(world.campaign)
        else:
            others = in_turn(others, OTHERS, "anybody", self.steps)
        self.steps += 1
        for met in (*mets.values(), *(self._looked(world, who) for who in others)):
            self.met.share(met)
        return self.met

    def _looked(self, world: World, who: str) -> Met:
        met = Met(world.campaign)
        look(world, who, met)
        return met
