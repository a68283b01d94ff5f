"""Compare what two observed worlds answered to people who may not know how they differ."""

import re
from collections.abc import Iterable, Iterator

from campaign.tests.harness.bundles import Looks
from campaign.tests.harness.observed import Observed
from campaign.tests.harness.world import Answer
from rulesets.core.records import dataclass

HASH = re.compile(rb"(?<![0-9a-f])[0-9a-f]{16}(?:[0-9a-f]{48}|(?=\xe2\x80\xa6))(?![0-9a-f])")  # complete or shortened
Names = dict[bytes, bytes]


@dataclass(frozen=True)
class Difference:
    """A different answer: the step, the viewer, and what differed."""

    label: str
    who: str
    what: str

    def __str__(self) -> str:
        return f"{self.label}, {self.who}: {self.what}"


def differences(one: Observed, other: Observed, looks: Looks, *, hides_commitments: bool) -> list[Difference]:
    """Return every difference between the answers of the two worlds."""
    names: dict[str, tuple[Names, Names]] = {}
    return [
        Difference(label, who, what)
        for label, viewers in looks.items()
        for who in viewers
        for what in _compare(
            one, other, label, who, names.setdefault(who, ({}, {})), hides_commitments=hides_commitments
        )
    ]


def _compare(
    a: Observed, b: Observed, label: str, who: str, names: tuple[Names, Names], *, hides_commitments: bool
) -> Iterator[str]:
    one, other = a.sights[label, who], b.sights[label, who]
    for name, fact in other.facts.items():
        if one.facts[name] != fact:
            yield f"{name}: {_first_difference(one.facts[name], fact)}"
    hidden = [world.hashes(label, commitments=hides_commitments) for world in (a, b)]
    for name, answer in other.answers.items():
        if name not in one.answers:
            yield f"{name}: requested in one world only"
        else:
            masked = [mask(x, h, n) for x, h, n in zip((one.answers[name], answer), hidden, names, strict=True)]
            yield from (f"{name}: {d}" for d in _unlike(*masked))


def mask(answer: Answer, hashes: Iterable[bytes], names: Names) -> Answer:
    """Name blinded checkpoints by their first appearance, so that repeats of one are still compared."""
    begins = {value[:16] for value in hashes}

    def renamed(found: re.Match[bytes]) -> bytes:
        begin = found[0][:16]
        return names.setdefault(begin, b"checkpoint %d" % len(names)) if begin in begins else found[0]

    return Answer(answer.status, answer.headers, HASH.sub(renamed, answer.body), answer.queries)


def _unlike(one: Answer, other: Answer) -> Iterator[str]:
    if one.status != other.status:
        yield f"status {one.status} and {other.status}"
    if one.headers != other.headers:
        yield f"headers {sorted(set(one.headers) ^ set(other.headers))}"
    if one.body != other.body:
        yield f"body of {len(one.body)} and {len(other.body)} bytes, {_first_difference(*_readable(one, other))}"
    if one.queries != other.queries:
        yield f"{one.queries} and {other.queries} queries"


def _readable(one: Answer, other: Answer) -> tuple[bytes, bytes]:
    """Return the bodies, or the texts of two prints if those differ."""
    texts = one.text.encode(), other.text.encode()
    return texts if texts[0] != texts[1] else (one.body, other.body)


def _first_difference(one: bytes, other: bytes) -> str:
    at = next((n for n, (x, y) in enumerate(zip(one, other, strict=False)) if x != y), min(len(one), len(other)))
    return f"{one[max(0, at - 60) : at + 80]!r} and {other[max(0, at - 60) : at + 80]!r}"
