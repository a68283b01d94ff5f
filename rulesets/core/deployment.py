"""Where an army is set up: a list of its divisions and brigades, and a picture."""

from collections import Counter
from collections.abc import Collection, Iterator
from enum import StrEnum

from rulesets.core.ground import SECTORS
from rulesets.core.plain import Json
from rulesets.core.records import dataclass

MOST_NOTES = 200


class Sight(StrEnum):
    """Whether the enemy sees a unit from its own zone. By default a brigade is like its division, which is visible."""

    DEFAULT = ""
    VISIBLE = "visible"
    HIDDEN = "hidden"


@dataclass(frozen=True)
class Placed:
    """Where a part of the army is set up: its address, and a zone of the ground and a third of it."""

    at: str
    zone: str = ""
    sector: str = ""
    sight: Sight = Sight.DEFAULT
    notes: str = ""


@dataclass(frozen=True)
class Deployment:
    """Where an army is set up, in lines and in a picture, which is known by its id."""

    lines: tuple[Placed, ...] = ()
    picture: str = ""

    @classmethod
    def from_json(cls, plain: Json) -> "Deployment":
        """Read what `as_json` made of it."""
        lines = (Placed(**{**line, "sight": Sight(line["sight"])}) for line in plain["lines"])
        return cls(tuple(lines), plain["picture"])


NO_DEPLOYMENT = Deployment()


def faults_of(deployment: Deployment, known: Collection[str]) -> Iterator[str]:
    """Yield what is wrong with a deployment: parts that the army doesn't have or has in two lines, sectors, notes."""
    times = Counter(line.at for line in deployment.lines)
    if any(at not in known for at in times):
        yield "The deployment names a division or brigade that isn’t in your order of battle."
    if any(n > 1 for n in times.values()):
        yield "The deployment names a division or brigade twice."
    if any(line.sector not in ("", *SECTORS) for line in deployment.lines):
        yield f"The deployment names a sector other than {', '.join(SECTORS)}."
    if any(wrong_notes(line.notes) for line in deployment.lines):
        yield f"The deployment’s notes must be lines of at most {MOST_NOTES} characters."


def wrong_notes(notes: str) -> str:
    """Return what is wrong with the notes of a line, or ""."""
    if len(notes) > MOST_NOTES:
        return f"Enter at most {MOST_NOTES} characters; this has {len(notes)}."
    return "" if not notes or notes.isprintable() else "Remove the line breaks and control characters."
