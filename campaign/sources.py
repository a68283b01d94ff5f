"""Provide the clock, ids, and secrets. Nothing else in the apps reads the time or draws at random.

Callers name an audience label, so that a draw for one audience never changes what another gets
(secrecy.md, "The two harnesses").
"""

import hashlib
import secrets
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Protocol

ID_BITS = 63  # a signed bigint on both databases


class Backend(Protocol):
    def now(self) -> datetime: ...
    def draw(self, label: str, purpose: str, size: int) -> bytes: ...


class RealSources:
    """The machine's own clock and random numbers."""

    def now(self) -> datetime:
        return datetime.now(UTC)

    def draw(self, label: str, purpose: str, size: int) -> bytes:
        return secrets.token_bytes(size)


class SeededSources:
    """A clock set by hand and one counter per label and purpose, so that two worlds draw alike."""

    def __init__(self, seed: str, *, now: datetime, other_seeds: Mapping[tuple[str, str], str] | None = None) -> None:
        self.seed, self.clock, self.other_seeds = seed, now, dict(other_seeds or {})
        self.drawn: Counter[tuple[str, str]] = Counter()

    def now(self) -> datetime:
        return self.clock

    def draw(self, label: str, purpose: str, size: int) -> bytes:
        self.drawn[label, purpose] += 1
        seed = self.other_seeds.get((label, purpose), self.seed)
        text = f"{seed}|{label}|{purpose}|{self.drawn[label, purpose]}"
        return hashlib.sha512(text.encode()).digest()[:size]


class Sources:
    """The source services use; tests swap in another backend for a while."""

    def __init__(self) -> None:
        self.backend: Backend = RealSources()

    def now(self) -> datetime:
        return self.backend.now()

    def new_id(self, label: str) -> int:
        return int.from_bytes(self.backend.draw(label, "id", 8), "big") >> (64 - ID_BITS)

    def secret(self, label: str, *, size: int = 32) -> bytes:
        return self.backend.draw(label, "secret", size)

    @contextmanager
    def using(self, backend: Backend) -> Iterator[Backend]:
        before, self.backend = self.backend, backend
        try:
            yield backend
        finally:
            self.backend = before


SOURCES = Sources()
