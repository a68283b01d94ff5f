"""Draws nested parts as a tree, for the terminal."""

from collections.abc import Iterator

from rulesets.core.records import dataclass


@dataclass(frozen=True)
class Branch:
    """A line and the branches below it."""

    label: str
    branches: tuple["Branch", ...] = ()

    def lines(self) -> Iterator[str]:
        """Yield the line, then those of its branches, joined by strokes."""
        yield self.label
        for branch in self.branches:
            is_last = branch is self.branches[-1]
            head, *tail = branch.lines()
            yield f"{'└─' if is_last else '├─'} {head}"
            yield from (f"{'  ' if is_last else '│ '} {line}" for line in tail)
