"""Read the ledgers of an owner's cups: which lines of a key count."""

from collections.abc import Sequence
from itertools import groupby

from campaign.app_part import Owner
from campaign.audiences import PUBLIC, UMPIRE
from campaign.models import HowThrown, Throw
from rulesets.core.records import dataclass


def cup_audience(audience: str) -> str:
    """Return whose cup a roll comes from; secrets narrower than a side's use the umpire's."""
    return audience if audience == PUBLIC or audience.startswith("side:") else UMPIRE


@dataclass(frozen=True)
class History:
    """All ledger lines of one base, over every cup of its owner and audience."""

    lines: Sequence[Throw]

    @property
    def k(self) -> int:
        """Return the number that counts now: one more than the last void."""
        return max((line.k + 1 for line in self.lines if line.how == HowThrown.VOID), default=0)

    @property
    def counting(self) -> Throw | None:
        """Return the line that counts: the key's first."""
        return next((line for line in self.lines if line.k == self.k and not line.of), None)

    def void_before(self) -> Throw | None:
        return next((x for x in self.lines if x.how == HowThrown.VOID and x.k == self.k - 1), None)

    def has_beside(self, faces: Sequence[int]) -> bool:
        return any(x.k == self.k and x.how == HowThrown.HAND and x.faces == list(faces) for x in self.lines)


def counting_rolls(owner: Owner, *, audience: str) -> dict[str, Throw]:
    """Return every roll of an owner's cups that counts, by its base, in one read."""
    lines = Throw.objects.filter(
        cup__owner_kind=owner[0], cup__owner_id=owner[1], cup__audience=cup_audience(audience)
    ).order_by("base", "cup__opening", "n")
    histories = {base: History(list(found)) for base, found in groupby(lines, key=lambda line: line.base)}
    return {base: line for base, history in histories.items() if (line := history.counting) is not None}
