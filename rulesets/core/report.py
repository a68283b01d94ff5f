"""The battle report: what happened on the table, and nothing derived from it. Frozen; fields are only added."""

from collections.abc import Mapping
from dataclasses import field, fields
from enum import StrEnum

from rulesets.core.plain import Json, as_json
from rulesets.core.records import dataclass

SCHEMA = 1


class End(StrEnum):
    """How an army ended the battle."""

    HELD = "held"
    WITHDREW = "withdrew"
    DRIVEN_OFF = "driven_off"


class Fate(StrEnum):
    """A leader's fate on the table."""

    UNHURT = "unhurt"
    STUNNED = "stunned"
    DISABLED = "disabled"
    WOUNDED = "wounded"
    CAPTURED = "captured"
    KILLED = "killed"


FELL = frozenset([Fate.KILLED, Fate.WOUNDED, Fate.DISABLED, Fate.CAPTURED])


@dataclass(frozen=True)
class StandsLost:
    """Stands that one strength-point item lost, by cause. Killed and captured stands are lost for good (VG-9A)."""

    killed: int = 0
    captured: int = 0
    skedaddled: int = 0
    quit: int = 0
    never_arrived: int = 0

    @property
    def for_good(self) -> int:
        """Count the stands that never come back."""
        return self.killed + self.captured

    @property
    def by_cause(self) -> dict[str, int]:
        return {cause: getattr(self, cause) for cause in CAUSES}

    def __add__(self, other: "StandsLost") -> "StandsLost":
        return StandsLost(**{cause: lost + other.by_cause[cause] for cause, lost in self.by_cause.items()})

    def __post_init__(self) -> None:
        for cause in CAUSES:
            if getattr(self, cause) < 0:
                raise ValueError(f"{cause}: stands must be 0 or more")


CAUSES = tuple(each.name for each in fields(StandsLost))
NO_LOSS = StandsLost()


@dataclass(frozen=True)
class LeaderSaid:
    """A leader's fate, and whether he was ever on the table (VG-9D)."""

    fate: Fate = Fate.UNHURT
    on_table: bool = True


@dataclass(frozen=True)
class ReportBrigade:
    """A brigade as it fought: how many stands each strength point had in it, and what it lost."""

    name: str
    commander: str = ""
    points: Mapping[str, int] = field(default_factory=dict)
    lost: StandsLost = NO_LOSS

    @property
    def stands(self) -> int:
        return sum(self.points.values())


@dataclass(frozen=True)
class ScoreLine:
    """One line of the count of a side's victory points, with its rule."""

    words: str
    figure: str = ""
    cites: str = ""


@dataclass(frozen=True)
class ReportSide:
    """One side's result: losses by item, victory points, how it ended, leaders, and the promotion chosen (VG-4F3).

    `removals` are the items that its owner gives up first, in that order, if strength points of their class are lost;
    `retreat` is the hex that its owner would go to (VG-9). `score` is how its points were counted, if a book did.
    """

    end: End
    points: int = 0
    items: Mapping[str, StandsLost] = field(default_factory=dict)
    leaders: Mapping[str, LeaderSaid] = field(default_factory=dict)
    promotion: str | None = None
    removals: tuple[str, ...] = ()
    retreat: str = ""
    brigades: tuple[ReportBrigade, ...] = ()
    score: tuple[ScoreLine, ...] = ()


@dataclass(frozen=True)
class Report:
    """Both sides' results."""

    sides: Mapping[str, ReportSide]
    turn: int = 0
    schema: int = SCHEMA

    def to_json(self) -> Json:
        """Return the report as JSON."""
        plain: Json = as_json(self)
        return plain

    @classmethod
    def from_json(cls, plain: Json) -> "Report":
        """Read what `to_json` wrote."""
        if plain.get("schema") != SCHEMA:
            raise ValueError(f"schema: must be {SCHEMA}, not {plain.get('schema')}")
        return cls({code: _side(half) for code, half in plain["sides"].items()}, plain.get("turn", 0))


def _side(half: Json) -> ReportSide:
    return ReportSide(
        end=End(half["end"]),
        points=half.get("points", 0),
        items={item: StandsLost(**lost) for item, lost in half.get("items", {}).items()},
        leaders={
            leader: LeaderSaid(Fate(said["fate"]), said["on_table"]) for leader, said in half.get("leaders", {}).items()
        },
        promotion=half.get("promotion"),
        removals=tuple(half.get("removals", ())),
        retreat=half.get("retreat", ""),
        brigades=tuple(map(_brigade, half.get("brigades", ()))),
        score=tuple(ScoreLine(**line) for line in half.get("score", ())),
    )


def _brigade(plain: Json) -> ReportBrigade:
    return ReportBrigade(**{**plain, "lost": StandsLost(**plain["lost"])})
