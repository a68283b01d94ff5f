"""Random choices that a seed repeats."""

from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import TypeVar

ItemT = TypeVar("ItemT")


class Chance:
    """One series of choices. What it is for is part of the seed, so that no part of an attack moves another's."""

    def __init__(self, seed: int, purpose: str) -> None:
        self.seed, self.drawn = f"{seed} {purpose}", 0

    def number(self) -> float:
        """Return a number from 0 to 1."""
        self.drawn += 1
        digest = sha256(f"{self.seed} {self.drawn}".encode()).digest()
        return int.from_bytes(digest[:6], "big") / 2**48

    def between(self, low: float, high: float) -> float:
        return low + (high - low) * self.number()

    def choice(self, items: Sequence[ItemT]) -> ItemT:
        return items[int(self.number() * len(items))]

    def shuffled(self, items: Iterable[ItemT]) -> list[ItemT]:
        keyed = [(self.number(), n, item) for n, item in enumerate(items)]
        return [item for _, _, item in sorted(keyed, key=lambda each: each[:2])]
