"""Where the loser of a battle may retreat, by what its own side knows (VG-9, R-114).

An army offers only hexes in which its side doesn't believe the enemy, so the offer never says more than its own map.
"""

from collections.abc import Sequence
from typing import Protocol, TypeVar

from django.db.models import Model, OuterRef, QuerySet
from django.db.models.functions import JSONObject

from campaign.models import Campaign
from campaign.selectors.procedures import refusing
from campaign.together import Together
from rulesets.core.hexes import distance
from rulesets.core.records import dataclass
from rulesets.core.sheet import Sheet
from rulesets.core.strategic import Retreating
from war.models import Sighting
from war.selectors.state import book_of, sheet_of

RowT = TypeVar("RowT", bound=Model)
SIGHTED = "sighted"  # what is read with a battle or a contact


class Meeting(Protocol):
    """What a retreat takes of a setup or a contact: where it is, who attacks, and from where."""

    @property
    def hex(self) -> str: ...

    @property
    def attacker(self) -> str: ...

    @property
    def entered_from(self) -> str: ...


@dataclass(frozen=True)
class RetreatHex:
    id: str
    name: str
    is_legal: bool = True


@dataclass(frozen=True)
class Leaving:
    """Who leaves the hex, and to where; without a hex to go to, the army surrenders (R-115)."""

    side: str = ""
    to: RetreatHex | None = None
    surrenders: bool = False


def with_sightings(rows: QuerySet[RowT]) -> QuerySet[RowT]:
    """Read battles or contacts together with the sightings of both sides, in one read."""
    sightings = Sighting.objects.filter(campaign_id=OuterRef("campaign_id"))
    sighted = Together(sightings.values(**{SIGHTED: JSONObject(side="side", hex="hex")}))
    with_them: QuerySet[RowT] = rows.annotate(**{SIGHTED: sighted})
    return with_them


def believed_by(row: Model, side: str) -> frozenset[str]:
    """Return the hexes where a side believes the enemy, of a row that was read with the sightings."""
    return frozenset(each["hex"] for each in getattr(row, SIGHTED) or () if each["side"] == side)


def retreat_hexes(campaign: Campaign, meeting: Meeting, side: str, enemy_at: frozenset[str]) -> tuple[RetreatHex, ...]:
    """Return the hexes around a battle: first the legal ones, led by the default, then those that only the umpire may
    name; none without a map. `enemy_at` is where the side believes the enemy. In a war the army that has to leave
    chooses on the map, once the battle is settled."""
    sheet = sheet_of(campaign)
    if sheet is None or campaign.scenario or meeting.hex not in sheet.hexes:
        return ()
    is_attacker = side == meeting.attacker
    army = Retreating(meeting.hex, is_attacker, _came_from(sheet, meeting), enemy_at)
    with refusing():
        legal = book_of(campaign).retreats(sheet, army)
    others = [near for near in sheet.neighbors(meeting.hex) if near not in legal]
    return (
        *(RetreatHex(each, sheet.name_of(each)) for each in legal),
        *(RetreatHex(each, sheet.name_of(each), is_legal=False) for each in others),
    )


def leaving_to(side: str, hexes: Sequence[RetreatHex], named: str) -> Leaving:
    """Return where an army goes that has to leave: to the hex named for it, else the default; with none, it surrenders.

    Without a map it goes nowhere.
    """
    if not hexes:
        return Leaving(side)
    chosen = next((each for each in hexes if each.id == named), None)
    to = chosen or next((each for each in hexes if each.is_legal), None)
    return Leaving(side, to, surrenders=to is None)


def _came_from(sheet: Sheet, meeting: Meeting) -> str:
    """Return the neighboring hex over which the attack came: the nearest to where it started."""
    origin = sheet.hex_of_place(meeting.entered_from)
    if origin is None:
        return ""
    near = (sheet.hexes[each] for each in sheet.neighbors(meeting.hex))
    return min(near, key=lambda each: (distance(each.at, origin.at), each.id)).id
