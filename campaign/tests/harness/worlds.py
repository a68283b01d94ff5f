"""Two worlds that differ in hidden facts, the same moves by all, and every difference that somebody could see."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import cached_property, partial

from campaign.errors import Refusal
from campaign.tests.harness.bundles import FULL, Bundle, Looks, Stage, all_looks, bundles_of, single_bundles
from campaign.tests.harness.differences import Difference, differences
from campaign.tests.harness.observed import Chosen, Observed, Outline, choose_urls, observe, outline, played
from campaign.tests.harness.pairs import Apart, Pair, Play
from campaign.tests.harness.routes import Met, Rows
from campaign.tests.harness.sight import look
from campaign.tests.harness.tally import OPTIONS
from campaign.tests.harness.world import World


@dataclass
class Worlds:
    """The hidden facts of a play. The world in which none of them is planted is seen once.

    In a soak each fact is planted by itself.
    """

    play: Play
    pairs: Sequence[Pair]
    apart: Sequence[Apart] = ()
    _outlines: dict[tuple[str, ...], Outline] = field(default_factory=dict)
    _urls: dict[tuple[str, str, str], Chosen] = field(default_factory=dict)

    @cached_property
    def bundles(self) -> list[Bundle]:
        if OPTIONS.soak:
            return single_bundles(self.play, self.pairs)
        return bundles_of(self.play, self.pairs, self.apart)

    def bundle_of(self, name: str) -> Bundle:
        return next(bundle for bundle in self.bundles for fact in bundle.facts if fact.name == name)

    def told_apart(self, bundle: Bundle) -> list[str]:
        """Return what is wrong with a bundle: columns that do not differ, and whatever somebody blind could see."""
        dead = [line for fact in bundle.facts for line in self.dead(bundle, fact)]
        seen = [line for stage in bundle.stages for line in self._seen(bundle, stage)]
        return [*self.shared.problems, *dead, *seen]

    # What is true.

    def dead(self, bundle: Bundle, fact: Pair) -> list[str]:
        """Return what of a fact is the same whether or not it is planted beside the others.

        Each of its columns must differ in one world of the bundle, and in each world one of them.
        """
        hidden = self.play.between(fact.since, fact.until)
        stages = [stage for stage in bundle.stages if not stage.looks.keys().isdisjoint(hidden)]
        changed = {stage.last: self._changed_by(fact, stage, hidden) for stage in stages}
        same = set(fact.columns).difference(*changed.values())
        lines = [f"{fact}: {column} is the same without it" for column in fact.columns if column in same]
        return [*lines, *(f"{fact}: nothing differs by {last}" for last, columns in changed.items() if not columns)]

    def _changed_by(self, fact: Pair, stage: Stage, hidden: Collection[str]) -> set[str]:
        """Return the columns that a fact changes in the world of a stage, while it is hidden."""
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
        """Return facts that are kept apart for no reason that shows, and such as ought to be."""
        facts = {pair.name: pair for pair in self.pairs}
        lonely = {pair.name for pair in self.pairs if pair.hides_commitments}
        wrong = [f"{name} masks commitments, and has to be apart from all" for name in lonely - self._apart_from_all]
        wrong += [f"{name} need not be apart from all" for name in self._apart_from_all - lonely]
        for apart in self.apart:
            for other in apart.others:
                both = tuple(pair for pair in self.pairs if pair in (facts[apart.name], facts[other]))
                if {*both[0].blind} != {*both[1].blind} or not self._collide(both):
                    wrong.append(f"{apart.name} and {other} could be planted together")
        return wrong

    def _collide(self, facts: tuple[Pair, ...]) -> bool:
        """Tell whether one of some facts changes nothing beside the others, or cannot be planted there at all."""
        together = Bundle("together", self.play, facts)
        try:
            return any(self.dead(together, fact) for fact in facts)
        except Refusal:
            return True

    @property
    def _apart_from_all(self) -> set[str]:
        return {apart.name for apart in self.apart if not apart.others}

    @cached_property
    def _bare(self) -> Outline:
        """What is true in the world in which nothing is planted."""
        return outline(self.play, (), list(self.play.steps)[-1])

    def _outline(self, stage: Stage) -> Outline:
        """Return what is true in the world of a stage; each is played once for that."""
        if stage.name not in self._outlines:
            self._outlines[stage.name] = outline(self.play, stage.facts, stage.last)
        return self._outlines[stage.name]

    def _telling(self, bundle: Bundle, label: str) -> Rows:
        return self._outline(bundle.stage_at(label)).telling(self._bare, label)

    # What is seen.

    @cached_property
    def shared(self) -> Observed:
        """Return what was seen of the world in which nothing is planted; its URLs are asked again in the others."""
        full = [
            (bundle, label, [who for who, depth in viewers.items() if depth == FULL])
            for bundle in self.bundles
            for stage in bundle.stages
            for label, viewers in stage.looks.items()
        ]
        telling = {(bundle.name, label): self._telling(bundle, label) for bundle, label, viewers in full if viewers}

        def choose(world: World, label: str, mets: Mapping[str, Met]) -> dict[str, Chosen]:
            everybody, truth = what_everybody_met(world, mets), world.truth()
            chosen: dict[str, Chosen] = {}
            for bundle, at, viewers in full:
                for who in viewers if at == label else ():
                    told = truth.with_telling(telling[bundle.name, label])
                    urls = choose_urls(who, mets[who], told, everybody, label)
                    self._urls[label, who, bundle.name] = urls
                    chosen[who] = chosen[who] | urls if who in chosen else urls
            return chosen

        return observe(self.play, all_looks(self.bundles), choose)

    def _seen(self, bundle: Bundle, stage: Stage) -> list[str]:
        found = self.compare(bundle, stage.facts, stage.looks)
        return self._blame(bundle, stage.facts, found) if found else []

    def compare(self, bundle: Bundle, facts: Sequence[Pair], looks: Looks) -> list[Difference]:
        """Return what viewers of a bundle were answered otherwise where these facts are planted."""
        one, other = self.shared, observe(self.play, looks, partial(self._asked_again, bundle), facts)
        problems = [Difference(list(looks)[-1], "", problem) for problem in other.problems]
        hides = any(fact.hides_commitments for fact in facts)
        return [*problems, *differences(one, other, looks, hides_commitments=hides)]

    def _asked_again(self, bundle: Bundle, world: World, label: str, mets: Mapping[str, Met]) -> dict[str, Chosen]:
        return {who: self._urls[label, who, bundle.name] for who in mets if (label, who, bundle.name) in self._urls}

    def _blame(self, bundle: Bundle, facts: Sequence[Pair], found: Sequence[Difference]) -> list[str]:
        """Return differences by the fact that makes them: a half that makes some too is looked at further."""
        if len(facts) == 1:
            return [f"{facts[0]}: {each}" for each in found]
        middle, looks = len(facts) // 2, _looks_where(found, bundle)
        halves = [(half, self.compare(bundle, half, looks)) for half in (facts[:middle], facts[middle:])]
        lines = [line for half, seen in halves if seen for line in self._blame(bundle, half, seen)]
        return lines or [f"{' with '.join(map(str, facts))}: {each}" for each in found]


def _looks_where(found: Iterable[Difference], bundle: Bundle) -> Looks:
    """Return the looks at which something was seen."""
    looks: Looks = {}
    for each in found:
        here = looks.setdefault(each.label, {})
        if each.who:
            here[each.who] = bundle.stage_at(each.label).looks[each.label][each.who]
    return {label: looks[label] for label in bundle.play.steps if label in looks}


def what_everybody_met(world: World, mets: Mapping[str, Met]) -> Met:
    """Return what anybody has met: an argument such as a side's word is no secret, and is put into all URLs."""
    everybody, others = Met(world.campaign), [who for who in world.club.users if who not in mets]
    for met in mets.values():
        everybody.share(met)
    for who in others:
        met = Met(world.campaign)
        look(world, who, met)
        everybody.share(met)
    return everybody
