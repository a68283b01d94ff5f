"""9, 9D, 9E, and 4F: the winner, the fates of leaders, and changes of quality."""

from enum import StrEnum
from typing import Literal

from pydantic import model_validator

from rulesets.core.fields import Inputs, choice, flag, need_once, several, whole, words
from rulesets.core.procedure import Example, procedure
from rulesets.core.reckoning import Reckoning
from rulesets.core.records import dataclass
from rulesets.core.report import End, Fate
from rulesets.core.words import first_up, listed
from rulesets.cw_to_ff import BOOK
from rulesets.cw_to_ff.rulings import R_31, R_40, R_43
from rulesets.cw_to_ff.state import Quality

Part = Literal["attacker", "defender"]
UNNAMED = "unnamed"


class Points(Inputs):
    """Both sides' victory points by Fire and Fury's list, and how each side ended."""

    attacker_points: int = whole("Attacker's victory points", least=0, most=9999, unit="points")
    defender_points: int = whole("Defender's victory points", least=0, most=9999, unit="points")
    attacker_end: End = choice("Attacker at the end", default=End.HELD)
    defender_end: End = choice("Defender at the end", default=End.HELD)


@dataclass(frozen=True)
class Winner:
    """A tie has no winner; either way one side retreats."""

    winner: Part | None
    retreats: Part

    @property
    def may_promote(self) -> bool:
        """Tell whether somebody won."""
        return self.winner is not None

    def __str__(self) -> str:
        return f"{f'the {self.winner} wins' if self.winner else 'no winner'}; the {self.retreats} retreats"


@procedure(
    id="cw_to_ff.winner",
    title="Winner",
    rules=("VG-9",),
    examples=[
        Example(
            {"attacker_points": 19, "defender_points": 12, "attacker_end": "withdrew"},
            "the attacker wins; the defender retreats",
            title="25",
        ),
        Example({"attacker_points": 7, "defender_points": 7}, "no winner; the attacker retreats"),
    ],
)
def winner(inputs: Points, work: Reckoning) -> Winner:
    """Compare victory points, even off the field; the loser retreats in the strategic game. For a tie, see R-31."""
    ahead = inputs.attacker_points - inputs.defender_points
    attacker, defender = inputs.attacker_points, inputs.defender_points
    says = f"Victory points: attacker {attacker}, defender {defender}."
    work.step(BOOK.at("9"), says, ahead, attacker=attacker, defender=defender)
    if ahead > 0:
        return Winner("attacker", "defender")
    if ahead < 0:
        return Winner("defender", "attacker")
    field_decides = work.chosen(R_31) != R_31.default
    attacker_holds, defender_holds = inputs.attacker_end is End.HELD, inputs.defender_end is End.HELD
    return Winner(None, "defender" if field_decides and attacker_holds and not defender_holds else "attacker")


class LeaderAfter(Inputs):
    id: str = words("Leader", most=60, default="")
    fate: Fate = choice("Fate on the table", default=Fate.UNHURT)
    on_table: bool = flag("On the table at some time", default=True)


class LeadersAfter(Inputs):
    leaders: tuple[LeaderAfter, ...] = several("Leaders from counters", most=60, default=())

    @model_validator(mode="after")
    def _each_once(self) -> "LeadersAfter":
        need_once("leaders", [leader.id for leader in self.leaders])
        for leader in self.leaders:
            if not leader.on_table and leader.fate is not Fate.UNHURT:
                who = leader.id or "a leader"
                raise ValueError(
                    f"leaders: {who} was never on the table, so the fate must be unhurt, not {leader.fate}"
                )
        return self


class StrategicFate(StrEnum):
    KILLED = "killed"
    WOUNDED = "wounded"
    SAFE = "safe"
    CHECK = "must check for loss"


@dataclass(frozen=True)
class Fates:
    fates: tuple[tuple[str, StrategicFate], ...]

    def __str__(self) -> str:
        return "; ".join(f"{leader or 'a leader'}: {fate}" for leader, fate in self.fates) or "no leaders"


@procedure(
    id="cw_to_ff.leader_fates",
    title="Leader fates",
    rules=("VG-9D",),
    examples=[
        Example({"leaders": [{"id": "A", "fate": "disabled"}, {"id": "B", "fate": "stunned"}]}, "A: wounded; B: safe"),
        Example({"leaders": [{"id": "B", "on_table": False}]}, "B: must check for loss", title="12"),
    ],
)
def leader_fates(inputs: LeadersAfter, work: Reckoning) -> Fates:
    """Turn fates on the table into fates of the strategic game; a leader who was never on the table checks for loss."""
    captured = StrategicFate.WOUNDED if work.chosen(R_40) == R_40.default else StrategicFate.KILLED
    by_fate = {
        Fate.KILLED: StrategicFate.KILLED,
        Fate.DISABLED: StrategicFate.WOUNDED,
        Fate.WOUNDED: StrategicFate.WOUNDED,
        Fate.CAPTURED: captured,
        Fate.STUNNED: StrategicFate.SAFE,
        Fate.UNHURT: StrategicFate.SAFE,
    }
    fates = []
    for leader in inputs.leaders:
        fate = by_fate[leader.fate] if leader.on_table else StrategicFate.CHECK
        was = f"{leader.fate} on the table" if leader.on_table else "never on the table"
        says = f"{first_up(leader.id or 'a leader')}: {was}, so {fate}."
        work.step(BOOK.at("9D"), says, fate, on_table=leader.on_table, fate=leader.fate)
        fates.append((leader.id, fate))
    return Fates(tuple(fates))


class PointAfter(Inputs):
    id: str = words("Strength point", most=60, default="")
    quality: Quality = choice("Quality at the start", default=Quality.VETERAN)
    on_table: bool = flag("Had a stand on the table", default=True)
    survives: bool = flag("Survives", default=True)


class QualityAfter(Inputs):
    points: tuple[PointAfter, ...] = several("Strength points in the army", most=200, default=())
    won: bool = flag("The army won", help="On points on the table; in the strategic game's own combat, by R-56.")
    promote: str = words("Strength point to promote", most=60, default="", help="The winner may name 1.")

    @model_validator(mode="after")
    def _each_once(self) -> "QualityAfter":
        need_once("points", [point.id for point in self.points], empty_too=True)
        if self.promote and self.promote not in [point.id for point in self.points]:
            raise ValueError(f"promote: {self.promote} is not a strength point of this army")
        return self


@dataclass(frozen=True)
class Qualities:
    """The quality of each survivor, the candidates for promotion, and the one promoted."""

    after: tuple[tuple[str, Quality], ...]
    candidates: tuple[str, ...]
    promoted: str

    def __str__(self) -> str:
        after = ", ".join(f"{point or UNNAMED} {quality}" for point, quality in self.after) or "no survivors"
        return f"{after}; candidates for promotion: {_named(self.candidates)}"


def _named(points: tuple[str, ...]) -> str:
    return listed(point or UNNAMED for point in points)


@procedure(
    id="cw_to_ff.quality_after_battle",
    title="Quality after the battle",
    rules=("VG-9E", "VG-4F1", "VG-4F2", "VG-4F3"),
    examples=[
        Example(
            {
                "won": True,
                "points": [{"id": "a"}, {"id": "b"}, {"id": "c", "quality": "green"}],
            },
            "a veteran, b veteran, c veteran; candidates for promotion: a and b",
            title="29",
        ),
        Example(
            {"won": True, "points": [{"id": n, "quality": "green"} for n in "abc"]},
            "a veteran, b veteran, c veteran; candidates for promotion: a, b, and c",
            title="29",
        ),
        Example(
            {
                "won": True,
                "points": [
                    {"id": "a", "quality": "crack"},
                    {"id": "b", "quality": "green"},
                    {"id": "c", "quality": "green", "on_table": False},
                ],
            },
            "a crack, b veteran, c green; candidates for promotion: none",
            title="29",
        ),
    ],
)
def quality_after_battle(inputs: QualityAfter, work: Reckoning) -> Qualities:
    """Turn green points that were on the table veteran; the winner may make 1 veteran point crack (R-43)."""
    left = [point for point in inputs.points if point.survives]
    after = {point.id: _seasoned(point) for point in left}
    candidates = _candidates(inputs, left, after, work) if inputs.won else ()
    promoted = inputs.promote if inputs.promote in candidates else ""
    if promoted:
        after[promoted] = Quality.CRACK
    green = sum(quality is Quality.GREEN for quality in after.values())
    work.step(BOOK.at("9E"), f"Survivors that are still green: {green} of {len(left)}.", green, survivors=len(left))
    says = f"Candidates for promotion: {_named(candidates)}." if inputs.won else "Only the winner may promote."
    work.step(BOOK.at("4F3"), says, list(candidates), won=inputs.won)
    return Qualities(tuple(after.items()), candidates, promoted)


def _seasoned(point: PointAfter) -> Quality:
    return Quality.VETERAN if point.quality is Quality.GREEN and point.on_table else point.quality


def _candidates(
    inputs: QualityAfter, left: list[PointAfter], after: dict[str, Quality], work: Reckoning
) -> tuple[str, ...]:
    if work.chosen(R_43) != R_43.default:
        return tuple(point.id for point in left if after[point.id] is Quality.VETERAN)
    if all(point.quality is Quality.GREEN for point in inputs.points):
        return tuple(point.id for point in left if point.on_table)
    return tuple(point.id for point in left if point.quality is Quality.VETERAN)
