"""Dice: scripted, from a cup, random, or recorded. The only file that may roll at random."""

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Protocol

from rulesets.core.errors import IllegalOrder
from rulesets.core.records import dataclass
from rulesets.core.words import listed

Subject = tuple[str, ...]
CupThrow = Callable[..., Sequence[int]]


@dataclass(frozen=True)
class Throw:
    """A roll under its key: rule, natural subject, turn, and k, never what it is used for."""

    rule: str
    subject: Subject
    turn: int
    k: int
    sides: int
    faces: tuple[int, ...] = ()

    @property
    def total(self) -> int:
        """Add up the dice."""
        return sum(self.faces)


class Dice(Protocol):
    """Fills a roll with its results; `wanted` has none yet. k counts rerolls under one rule, subject, and turn."""

    def throw(self, wanted: Throw, count: int) -> Throw:
        """Roll `count` dice."""


class ScriptedDice:
    """Results in the order given: tests, replays, and dice typed at the table. A d10's 0 is a 10."""

    def __init__(self, *faces: int) -> None:
        self.left = list(faces)

    def throw(self, wanted: Throw, count: int) -> Throw:
        faces, self.left = tuple(_as_read(face, wanted.sides) for face in self.left[:count]), self.left[count:]
        if len(faces) < count:
            raise IllegalOrder(f"Dice: enter another d{wanted.sides} result.", field="dice")
        if not all(1 <= face <= wanted.sides for face in faces):
            said = listed(map(str, faces))
            sentence = f"Dice: a d{wanted.sides} result must be from 1 to {wanted.sides}, not {said}."
            raise IllegalOrder(sentence, field="dice")
        return replace(wanted, faces=faces)


def _as_read(face: int, sides: int) -> int:
    """Return the result that a face stands for: most d10s have a 0 for 10."""
    return 10 if sides == 10 and face == 0 else face


class ChanceDice:
    """Plain random dice, for trials and benchmarks; nothing recorded is rolled with them."""

    def __init__(self, seed: int | None = None) -> None:
        self._chance = random.Random(seed) if seed is not None else random.SystemRandom()

    def throw(self, wanted: Throw, count: int) -> Throw:
        faces = tuple(self._chance.randint(1, wanted.sides) for _ in range(count))
        return Throw(wanted.rule, wanted.subject, wanted.turn, wanted.k, wanted.sides, faces)


class CupDice:
    """A sealed cup, reached by a callback `throw(rule=, subject=, turn=, count=, sides=) -> faces`.

    The cup counts k itself, for voided rolls; a reroll by the rule is told apart in its subject.
    """

    def __init__(self, throw: CupThrow) -> None:
        self._throw = throw

    def throw(self, wanted: Throw, count: int) -> Throw:
        subject = (*wanted.subject, f"again {wanted.k}") if wanted.k else wanted.subject
        faces = self._throw(rule=wanted.rule, subject=subject, turn=wanted.turn, count=count, sides=wanted.sides)
        return replace(wanted, faces=tuple(faces))


class RecordingDice:
    """Any dice, with what they rolled."""

    def __init__(self, dice: Dice) -> None:
        self.dice = dice
        self.throws: list[Throw] = []

    def throw(self, wanted: Throw, count: int) -> Throw:
        thrown = self.dice.throw(wanted, count)
        self.throws.append(thrown)
        return thrown


class NoDice:
    """For procedures that roll none."""

    def throw(self, wanted: Throw, count: int) -> Throw:
        dice = f"{count if count > 1 else ''}d{wanted.sides}"
        raise IllegalOrder(f"Dice: roll {dice} and enter the result.", field="dice")
