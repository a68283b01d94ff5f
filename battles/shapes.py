"""The form of each JSON column of a battle, part by part: what a row that is put right by hand must have."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from battles.conduct import Dispatch
from rulesets.core.report import End, LeaderSaid, StandsLost


@dataclass(frozen=True)
class Shown:
    """What both sides saw of a result."""

    points: int
    end: End


@dataclass(frozen=True)
class SideResultBody:
    """The rest of a side's result: stands by unit and cause, leaders, the promotion, what leaves the map first."""

    losses: Mapping[str, StandsLost]
    leaders: Mapping[str, LeaderSaid]
    promotion: str | None
    removals: tuple[str, ...]


@dataclass(frozen=True)
class Line:
    """A line of a why-trace."""

    words: str
    figure: str
    cites: str
    origin: str


@dataclass(frozen=True)
class SecretResultBody:
    """What the neutral chair has found."""

    facts: Mapping[str, Any]
    dispatches: tuple[Dispatch, ...]
    disclosure: str
    trace: tuple[Line, ...]


@dataclass(frozen=True)
class House:
    """What the campaign plays differently, as the battle began."""

    overrides: tuple[tuple[str, str, str, Any, str, str], ...]
    switches: Mapping[str, str]
