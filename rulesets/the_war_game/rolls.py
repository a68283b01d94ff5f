"""Rolls that several chapters share: who rolls, dice that each kill or miss, and opposed dice."""

from collections.abc import Callable, Hashable, Mapping
from typing import Any, Literal, TypeVar
from unicodedata import normalize

from rulesets.core.book import Citation
from rulesets.core.errors import IllegalOrder
from rulesets.core.fields import Inputs, choice, whole, words
from rulesets.core.reckoning import Reckoning
from rulesets.core.ways import successes
from rulesets.core.words import many, number

SIDES = 6
R = TypeVar("R", bound=Hashable)
Number = Callable[[int, int], Any]
Who = Literal["attacker", "defender"]


class Timed(Inputs):
    """When a roll is made."""

    turn: int = whole("Move number", least=0, most=999, default=0)


class Rolled(Timed):
    """Whose roll it is."""

    side: Literal["USA", "CSA", ""] = choice("Side", default="")
    unit: str = words("Unit", default="", most=40)

    @property
    def subject(self) -> tuple[str, str]:
        """Return what tells this roll from others of the same move."""
        return self.side, in_key(self.unit)


class Opposed(Timed):
    """Two units that meet."""

    attacker_name: str = words("Attacker's name", default="", most=40)
    defender_name: str = words("Defender's name", default="", most=40)

    @property
    def subject(self) -> tuple[str, str]:
        """Return what tells this roll from others of the same move."""
        return in_key(self.attacker_name), in_key(self.defender_name)


def in_key(name: str) -> str:
    """Return a name as it is in a roll's key: plain letters, so that the ledger's line stays short."""
    plain = normalize("NFKD", name).encode("ascii", "ignore").decode()
    return "".join(letter for letter in plain if letter.isprintable())


def inches(title: str = "Range", *, most: int, least: int = 0) -> Any:
    """Declare a distance."""
    return whole(title, least=least, most=most, unit="inches", help="To the nearest inch.")


def rolled_at_least(
    least: int,
    dice: int,
    work: Reckoning,
    *,
    cites: Citation,
    subject: tuple[str, ...],
    turn: int,
    each: str,
    does: str,
) -> int:
    """Roll a die for each, and count those that reach the number: 5 or more kills, 2 of 6 figures."""
    faces = rolled_each(least, dice, work, cites=cites, subject=subject, turn=turn, each=each, does=does)
    return sum(face >= least for face in faces)


def rolled_each(
    least: int,
    dice: int,
    work: Reckoning,
    *,
    cites: Citation,
    subject: tuple[str, ...],
    turn: int,
    each: str,
    does: str,
) -> tuple[int, ...]:
    """Do the same, and return the dice."""
    if not dice:
        return ()
    what = many(dice, each) if dice > 1 else f"the {each}"
    faces = work.roll(SIDES, rule=str(cites), subject=subject, turn=turn, count=dice, what=what).faces
    found = sum(face >= least for face in faces)
    needs = f"{least} or more" if least < SIDES else number(least)
    work.step(cites, f"{needs} {does}: {found} of {many(dice, each)}.", found, needed=least)
    return faces


def chances_at_least(least: int, dice: int, number: Number) -> dict[Any, Any]:
    """Return the chances of each count of dice that reach the number."""
    whole = SIDES**dice
    return {n: number(ways, whole) for n, ways in ways_at_least(least, dice).items()}


def ways_at_least(least: int, dice: int) -> dict[int, int]:
    """Return the ways to each count of dice that reach the number."""
    return successes(min(max(SIDES + 1 - least, 0), SIDES), SIDES, dice)


def named(chances: Mapping[int, Any], result: Callable[[int], R]) -> dict[R, Any]:
    """Return the chances of the results that numbers lead to."""
    found: dict[R, Any] = {}
    for n, chance in chances.items():
        end = result(n)
        found[end] = found[end] + chance if end in found else chance
    return found


def opposed(work: Reckoning, *, cites: Citation, subject: tuple[str, ...], turn: int, what: str) -> tuple[int, int]:
    """Roll a die for the attacker and one for the defender, again while they are equal (R-208)."""
    while True:
        attacker, defender = (
            work.roll(SIDES, rule=str(cites), subject=(*subject, who), turn=turn, what=f"{what}, {who}").total
            for who in ("attacker", "defender")
        )
        if attacker != defender:
            return attacker, defender


def refused(field: str, sentence: str, cites: Citation) -> IllegalOrder:
    """Return a refusal that names its field."""
    return IllegalOrder(f"{field}: {sentence}", cites=cites, field=field)
