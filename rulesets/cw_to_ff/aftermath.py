"""9, 9D, 9E and 4F: who has won, what becomes of leaders, and how quality changes."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from pydantic import model_validator

from rulesets.core.fields import Inputs, choice, flag, need_once, several, whole, words
from rulesets.core.procedure import Example, procedure
from rulesets.core.reckoning import Reckoning
from rulesets.core.report import End, Fate
from rulesets.cw_to_ff import BOOK
from rulesets.cw_to_ff.rulings import R_31, R_40, R_43
from rulesets.cw_to_ff.state import Quality

Part = Literal["attacker", "defender"]


class Points(Inputs):
    """Victory points of both, by Fire and Fury's own list, and how each ended."""

    attacker_points: int = whole("Attacker's victory points", least=0, most=9999, unit="points")
    defender_points: int = whole("Defender's victory points", least=0, most=9999, unit="points")
    attacker_end: End = choice("The attacker", default=End.HELD)
    defender_end: End = choice("The defender", default=End.HELD)


@dataclass(frozen=True)
class Winner:
    """No winner in a tie; somebody retreats in any case."""

    winner: Part | None
    retreats: Part

    @property
    def may_promote(self) -> bool:
        return self.winner is not None

    def __str__(self) -> str:
        return f"{f'{self.winner} wins' if self.winner else 'no winner'}; {self.retreats} retreats"


@procedure(
    id="cw_to_ff.winner",
    title="Who has won",
    rules=("VG-9",),
    examples=[
        Example(
            {"attacker_points": 19, "defender_points": 12, "attacker_end": "withdrew"},
            "attacker wins; defender retreats",
            title="25",
        ),
        Example({"attacker_points": 7, "defender_points": 7}, "no winner; attacker retreats"),
    ],
)
def winner(inputs: Points, work: Reckoning) -> Winner:
    """Most victory points, even off the field; the loser retreats in the strategic game. In a tie, R-31."""
    ahead = inputs.attacker_points - inputs.defender_points
    work.step(
        BOOK.at("9"), "the attacker's lead", ahead, attacker=inputs.attacker_points, defender=inputs.defender_points
    )
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
    on_table: bool = flag("He was on the table at some time", default=True)


class LeadersAfter(Inputs):
    leaders: tuple[LeaderAfter, ...] = several("Leaders from counters", most=60, default=())

    @model_validator(mode="after")
    def _each_once(self) -> "LeadersAfter":
        need_once("leaders", (leader.id for leader in self.leaders))
        for leader in self.leaders:
            if not leader.on_table and leader.fate is not Fate.UNHURT:
                who = leader.id or "he"
                raise ValueError(f"leaders: {who} was never on the table, so he cannot have been {leader.fate} there")
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
        return "; ".join(f"{leader} {fate}" for leader, fate in self.fates) or "no leaders"


@procedure(
    id="cw_to_ff.leader_fates",
    title="What becomes of leaders",
    rules=("VG-9D",),
    examples=[
        Example({"leaders": [{"id": "A", "fate": "disabled"}, {"id": "B", "fate": "stunned"}]}, "A wounded; B safe"),
        Example({"leaders": [{"id": "B", "on_table": False}]}, "B must check for loss", title="12"),
    ],
)
def leader_fates(inputs: LeadersAfter, work: Reckoning) -> Fates:
    """Killed is killed, disabled and wounded are wounded; who never came on the table checks for loss."""
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
        work.step(BOOK.at("9D"), leader.id or "leader", fate, on_table=leader.on_table, fate=leader.fate)
        fates.append((leader.id, fate))
    return Fates(tuple(fates))


class PointAfter(Inputs):
    id: str = words("Strength point", most=60, default="")
    quality: Quality = choice("Quality at the start", default=Quality.VETERAN)
    on_table: bool = flag("Any stand of it was on the table", default=True)
    survives: bool = flag("It survives", default=True)


class QualityAfter(Inputs):
    points: tuple[PointAfter, ...] = several("Strength points of the army", most=200, default=())
    won: bool = flag("This army has won on points")
    promote: str = words("To be promoted", most=60, default="", help="The winner may name one.")

    @model_validator(mode="after")
    def _each_once(self) -> "QualityAfter":
        need_once("points", (point.id for point in self.points), empty_too=True)
        if self.promote and self.promote not in [point.id for point in self.points]:
            raise ValueError(f"promote: {self.promote} is no strength point of this army")
        return self


@dataclass(frozen=True)
class Qualities:
    """Quality of every survivor, who could be promoted, and whether the one named was."""

    after: tuple[tuple[str, Quality], ...]
    candidates: tuple[str, ...]
    promoted: str

    def __str__(self) -> str:
        after = ", ".join(f"{point} {quality}" for point, quality in self.after) or "none survive"
        return f"{after}; may be promoted: {', '.join(self.candidates) or 'none'}"


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
            "a veteran, b veteran, c veteran; may be promoted: a, b",
            title="29",
        ),
        Example(
            {"won": True, "points": [{"id": n, "quality": "green"} for n in "abc"]},
            "a veteran, b veteran, c veteran; may be promoted: a, b, c",
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
            "a crack, b veteran, c green; may be promoted: none",
            title="29",
        ),
    ],
)
def quality_after_battle(inputs: QualityAfter, work: Reckoning) -> Qualities:
    """Green points that were on the table are veteran; the winner may make one veteran crack (R-43)."""
    left = [point for point in inputs.points if point.survives]
    after = {point.id: _seasoned(point) for point in left}
    candidates = _candidates(inputs, left, after, work) if inputs.won else ()
    promoted = inputs.promote if inputs.promote in candidates else ""
    if promoted:
        after[promoted] = Quality.CRACK
    work.step(BOOK.at("9E"), "green points left", sum(q is Quality.GREEN for q in after.values()), survivors=len(left))
    work.step(BOOK.at("4F3"), "may be promoted", list(candidates), won=inputs.won)
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
