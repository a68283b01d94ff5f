"""Dice: scripted, from a cup, from chance, or recorded. The only file that knows chance."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from rulesets.core.errors import IllegalOrder

Subject = tuple[str, ...]
CupThrow = Callable[..., Sequence[int]]


@dataclass(frozen=True)
class Throw:
    """Faces under their key: rule, natural subject, turn and k, never what they are used for."""

    rule: str
    subject: Subject
    turn: int
    k: int
    sides: int
    faces: tuple[int, ...] = ()

    @property
    def total(self) -> int:
        return sum(self.faces)


class Dice(Protocol):
    """Fills a throw with faces. `wanted` has none yet; k counts throws again under one rule, subject and turn."""

    def throw(self, wanted: Throw, count: int) -> Throw: ...


class ScriptedDice:
    """Faces in the order given: tests, replays, and what was typed from the table."""

    def __init__(self, *faces: int) -> None:
        self.left = list(faces)

    def throw(self, wanted: Throw, count: int) -> Throw:
        faces, self.left = tuple(self.left[:count]), self.left[count:]
        if len(faces) < count:
            raise IllegalOrder(
                f"One more die is needed: {wanted.rule}, d{wanted.sides}.", cites=wanted.rule, field="dice"
            )
        if not all(1 <= face <= wanted.sides for face in faces):
            said = ", ".join(map(str, faces))
            raise IllegalOrder(f"dice: a face of a d{wanted.sides} is 1 to {wanted.sides}, not {said}.", field="dice")
        return replace(wanted, faces=faces)


class ChanceDice:
    """Plain chance, for practice and benches; nothing on record is thrown with it."""

    def __init__(self, seed: int | None = None) -> None:
        self._chance = random.Random(seed) if seed is not None else random.SystemRandom()

    def throw(self, wanted: Throw, count: int) -> Throw:
        return replace(wanted, faces=tuple(self._chance.randint(1, wanted.sides) for _ in range(count)))


class CupDice:
    """A sealed cup, reached by a callback `throw(rule=, subject=, turn=, count=, sides=) -> faces`.

    The cup counts k itself, for voided throws; a throw again by the rule is told apart in its subject.
    """

    def __init__(self, throw: CupThrow) -> None:
        self._throw = throw

    def throw(self, wanted: Throw, count: int) -> Throw:
        subject = (*wanted.subject, f"again {wanted.k}") if wanted.k else wanted.subject
        faces = self._throw(rule=wanted.rule, subject=subject, turn=wanted.turn, count=count, sides=wanted.sides)
        return replace(wanted, faces=tuple(faces))


class RecordingDice:
    """Any dice, with what they threw."""

    def __init__(self, dice: Dice) -> None:
        self.dice = dice
        self.throws: list[Throw] = []

    def throw(self, wanted: Throw, count: int) -> Throw:
        thrown = self.dice.throw(wanted, count)
        self.throws.append(thrown)
        return thrown


class NoDice:
    """For procedures that throw none."""

    def throw(self, wanted: Throw, count: int) -> Throw:
        raise IllegalOrder(
            f"Dice are needed: {count}d{wanted.sides} for {wanted.rule}.", cites=wanted.rule, field="dice"
        )
