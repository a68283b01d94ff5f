"""What several chapters share: lengths, names in a roll's key, rolls made at the table, and lists of modifiers."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any, TypeVar
from unicodedata import normalize

from pydantic import Field
from pydantic_core import PydanticUndefined

from rulesets.core.book import Citation, Mark
from rulesets.core.fields import words
from rulesets.core.reckoning import Reckoning
from rulesets.core.records import dataclass
from rulesets.core.table import Table
from rulesets.core.words import many, number, signed
from rulesets.regimental.state import Commander, Cover
from rulesets.regimental.tables import FIRE_MODIFIERS, HALF_EFFECT, LEADER_MODIFIER

R = TypeVar("R")
QUARTER = 0.25
DIE = 10


def inches(title: str, *, most: int = 120, help: str = "", default: Any = PydanticUndefined) -> Any:
    """Declare a length measured on the table, to the quarter inch."""
    return Field(
        default,
        title=title,
        ge=0,
        le=most,
        multiple_of=QUARTER,
        description=help or None,
        json_schema_extra={"unit": "inches"},
    )


def exact(length: float) -> Fraction:
    """Return a length in whole quarters of an inch."""
    return Fraction(round(length / QUARTER), 4)


def unit_name(title: str) -> Any:
    """Declare the name of a unit or leader, which is in the key of its rolls."""
    return words(title, default="", most=40)


def in_key(name: str) -> str:
    """Return a name as it is in a roll's key: plain letters, so that the ledger's line stays short."""
    plain = normalize("NFKD", name).encode("ascii", "ignore").decode()
    return "".join(letter for letter in plain if letter.isprintable())


def fire_roll() -> Any:
    """Declare the roll that Fire and Fury's fire was made with."""
    help = "The d10 before modifiers, if it was rolled at the table. Leave blank to roll it now."
    return Field(None, title="Fire roll", ge=1, le=DIE, description=help)


def rolled(
    given: int | None,
    work: Reckoning,
    then: Callable[[int], R],
    *,
    rule: str,
    cites: Citation,
    what: str,
    subject: tuple[str, ...],
    turn: int,
) -> R:
    """Go on with the roll that was made at the table, or roll a d10."""
    if given is None:
        return work.on_roll(DIE, then, rule=rule, cites=cites, subject=subject, turn=turn, what=what)
    work.step(cites, f"The d10 for {what} was {given}.", given)
    return then(given)


@dataclass(frozen=True)
class Modifier:
    """A line for the other modifiers of Fire and Fury's own roll."""

    label: str
    value: int
    cites: str
    mark: Mark


@dataclass(frozen=True)
class Modifiers:
    """`extras` are added to the roll of Fire and Fury, with its own modifiers."""

    extras: tuple[Modifier, ...]

    @property
    def total(self) -> int:
        """Add them up."""
        return sum(extra.value for extra in self.extras)

    def __str__(self) -> str:
        if not self.extras:
            return "no modifiers"
        lines = "; ".join(f"{signed(extra.value)} {extra.label}" for extra in self.extras)
        return lines if len(self.extras) == 1 else f"{signed(self.total)} in all: {lines}"


def modifier(table: Table[int], row: str, work: Reckoning, *, says: str = "") -> Modifier:
    """Read a modifier by its label, or by what it `says` instead."""
    cell = work.cell(table, row, says=says or row)
    return Modifier(says or row, cell.value, str(table.cites), cell.mark)


def halved(row: str, work: Reckoning) -> Fraction:
    """Read what fire at half effect is multiplied by."""
    return work.read(HALF_EFFECT, row, says=lambda share: f"Fire {row}: fire points times {number(share)}.")


@dataclass(frozen=True)
class May:
    """Whether something is allowed, and why."""

    allowed: bool
    reason: str

    def __str__(self) -> str:
        return f"{'allowed' if self.allowed else 'not allowed'}: {self.reason}"


def commander_modifier(quality: Commander, work: Reckoning) -> tuple[Modifier, ...]:
    """Read what a commander adds to maneuver and combat, unless he is average."""
    if quality is Commander.AVERAGE:
        return ()
    return (modifier(LEADER_MODIFIER, quality, work, says=f"{quality} commander"),)


@dataclass(frozen=True)
class FirePoints:
    """Fire points for the fire table of Fire and Fury, and what this book adds to its roll in `extras`."""

    points: int
    extras: tuple[Modifier, ...] = ()

    def __str__(self) -> str:
        points = many(self.points, "fire point")
        return f"{points}; {Modifiers(self.extras)}" if self.extras else points


def target_modifiers(cover: Cover, work: Reckoning, *, lying: bool, skirmishers: bool) -> tuple[Modifier, ...]:
    """Read what the target adds to the fire roll: cover once, and its posture too (R-311)."""
    names = {
        Cover.LIGHT_WORKS: "target in light works",
        Cover.BREASTWORKS: "target in breastworks",
        Cover.BUILDING: "target in a building",
    }
    rows = {
        names.get(cover, ""): cover is not Cover.NONE,
        "target lying down": lying,
        "target cavalry skirmishers": skirmishers,
    }
    return tuple(modifier(FIRE_MODIFIERS, row, work) for row, applies in rows.items() if applies)
