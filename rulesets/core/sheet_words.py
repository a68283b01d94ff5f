"""A sheet's words for those who play on it: the one translation for setups of battles and for the rules.

A sheet knows more than they do. Rough ground counts as clear (H-4), a seasonal river as its class of the turn (R-101),
a gap or road as nothing else (H-16), and a ferry leaves nothing to cross in a battle (H-3); what its passage costs is
a matter of movement alone.
"""

from rulesets.core.records import dataclass
from rulesets.core.sheet import Hex, Place, Side

LOW_WATER = frozenset({"Jul-Aug", "Sep-Oct"})  # the seasons in which a seasonal river carries no boats
HEXSIDE_OF = {"navigable": "navigable_river", "unnavigable": "unnavigable_river", "estuary": "estuary"}
FOR_SETUPS = {"gap_or_road": "gap_road", "ridge": "none", "estuary": "navigable_river"}
STATES = {
    "AL": "Alabama",
    "AR": "Arkansas",
    "DC": "District of Columbia",
    "DE": "Delaware",
    "FL": "Florida",
    "GA": "Georgia",
    "IA": "Iowa",
    "IL": "Illinois",
    "IN": "Indiana",
    "IT": "Indian Territory",
    "KS": "Kansas",
    "KY": "Kentucky",
    "LA": "Louisiana",
    "MD": "Maryland",
    "MI": "Michigan",
    "MO": "Missouri",
    "MS": "Mississippi",
    "MX": "Mexico",
    "NC": "North Carolina",
    "NE": "Nebraska",
    "NJ": "New Jersey",
    "NY": "New York",
    "OH": "Ohio",
    "PA": "Pennsylvania",
    "SC": "South Carolina",
    "TN": "Tennessee",
    "TX": "Texas",
    "VA": "Virginia",
    "WV": "West Virginia",
}


def traits(place: Place) -> list[str]:
    """Return what a place is to forces that come there."""
    words = {"fortress": place.fortress, "port": place.port, "river port": place.river_port}
    return [word for word, is_so in words.items() if is_so]


@dataclass(frozen=True)
class Crossing:
    """A hex, and the hexside crossed into it, in the words of the rules."""

    terrain: str
    hexside: str = "none"
    name: str = ""

    @property
    def setup_hexside(self) -> str:
        """Return the hexside in the words of a setup, which knows no closed sides."""
        return FOR_SETUPS.get(self.hexside, self.hexside)


def is_high_water(season: str) -> bool:
    """Return whether boats use seasonal rivers in a season, such as Mar-Apr (R-101)."""
    return season not in LOW_WATER


def crossing(into: Hex, side: Side | None = None, *, high_water: bool = True) -> Crossing:
    """Return what a hex and a hexside are in play; `high_water` is the season's, or what the campaign chose instead."""
    terrain = "clear" if into.terrain == "rough" else into.terrain
    return Crossing(terrain, *(_hexside(side, high_water=high_water) if side else ()))


def _hexside(side: Side, *, high_water: bool) -> tuple[str, str]:
    if side.gap or side.road:
        return "gap_or_road", side.gap or side.road
    if side.ridge:
        return "ridge", side.ridge
    if side.ferry or not side.river:
        return "none", side.ferry
    kind = side.river
    if kind == "seasonal":
        kind = "navigable" if high_water else "unnavigable"
    return HEXSIDE_OF[kind], side.river_name
