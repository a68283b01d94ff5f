"""The map as text: every stack that a viewer knows of, and every place by state, as links to their hexes."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from campaign.parts import Audience
from campaign.routes import reverse
from campaign.visibility import Viewer
from rulesets.core.records import dataclass
from rulesets.core.sheet import Hex, Place, Sheet
from rulesets.core.sheet_words import STATES, traits
from war.parts import Counter


@dataclass(frozen=True)
class PlaceLine:
    """A place or another hex with something in it, and who is known to be there."""

    name: str
    hex: str
    words: str


@dataclass(frozen=True)
class StateList:
    name: str
    places: tuple[PlaceLine, ...]


@dataclass(frozen=True)
class PlacesPage:
    title: str
    map_url: str
    stacks: tuple[PlaceLine, ...]
    states: tuple[StateList, ...]
    audience: Audience
    orders_url: str = ""  # in a war: the reader's own pieces, and their orders


def list_places(
    viewer: Viewer,
    sheet: Sheet | None,
    counters: Mapping[str, Sequence[Counter]],
    *,
    audience: Audience,
    notes: Mapping[str, str] | None = None,
) -> PlacesPage:
    """Return the lists; without a map they are empty. `notes` are said of the places in a hex."""
    by_state: dict[str, list[PlaceLine]] = defaultdict(list)
    for here in sheet.hexes.values() if sheet else ():
        by_state[STATES.get(here.state, "At sea")] += [
            _place(place, here, (notes or {}).get(here.id, "")) for place in here.places
        ]
    return PlacesPage(
        title=sheet.title if sheet else viewer.campaign_name,
        map_url=reverse("map:sheet", [viewer.campaign_id]),
        stacks=tuple(_stack(sheet.hexes[hex_id], counters[hex_id]) for hex_id in sorted(counters)) if sheet else (),
        states=tuple(
            StateList(name, tuple(sorted(places, key=lambda line: line.name)))
            for name, places in sorted(by_state.items())
            if places
        ),
        audience=audience,
    )


def _stack(here: Hex, pieces: Sequence[Counter]) -> PlaceLine:
    return PlaceLine(here.name, here.id, "; ".join(piece.words for piece in pieces))


def _place(place: Place, here: Hex, note: str) -> PlaceLine:
    return PlaceLine(place.label, here.id, ", ".join(filter(None, (*traits(place), note))))
