"""Put the sheet of the war together, and write the file that ships: `python -m rulesets.civil_war.sheet.build`."""

from collections import defaultdict
from functools import lru_cache
from hashlib import sha256
from itertools import chain

from rulesets.civil_war.sheet import ground
from rulesets.civil_war.sheet.facts import Facts, facts
from rulesets.civil_war.sheet.land import Land, keep_what_is_drawn, survey
from rulesets.civil_war.sheet.numbers import Numbers
from rulesets.civil_war.sheet.plane import MILES, SHIFT
from rulesets.civil_war.sheet.rails import Link, lay_rails
from rulesets.civil_war.sheet.ridges import Ridges, lay_ridges
from rulesets.civil_war.sheet.rivers import CLASSES, Rivers, lay_rivers
from rulesets.civil_war.sheet.roads import lay_ferries, lay_roads
from rulesets.civil_war.sheet.towns import place_towns
from rulesets.civil_war.sheet.web import Side as WebSide
from rulesets.civil_war.sheet.web import Web
from rulesets.core.hexes import Axial
from rulesets.core.plain import Json
from rulesets.core.sheet import Hex, Place, Rail, Sheet, Side, SideRiver
from rulesets.core.sheet_form import FOLDER, written

ID, TITLE = "war", "The war, 1861–1865"


def head() -> Json:
    """Return what a sheet's file says of itself."""
    return {
        "schema": 2,
        "id": ID,
        "title": TITLE,
        "miles_across_a_hex": MILES,
        "layout": "pointy top, axial q and r, r grows southward; ids are column and row",
        "projection": "Albers on a sphere of 3958.8 miles, parallels 29 and 38.5 N, middle 33 N 87 W",
        "shift_miles": list(SHIFT),
        "mark": "house",
    }


@lru_cache(maxsize=1)
def content() -> str:
    """Return the text of the file that ships."""
    return written(head(), build())


@lru_cache(maxsize=1)
def build() -> Sheet:
    """Return the sheet of the war, laid from the facts alone."""
    known = facts()
    land = survey(known)
    numbers = Numbers(land.shares)
    seats = place_towns(known, land)
    keep_what_is_drawn(land, set(seats.values()))
    web = Web(land.shares)
    rivers = lay_rivers(known, land, web, seats)
    ridges = lay_ridges(known, land, web, rivers, seats)
    links = lay_rails(known, land, rivers, ridges, seats)
    states = ground.states(known, land, web, rivers, seats)
    terrains = ground.terrains(known, land, seats)
    theaters = ground.theaters(known, web, rivers, states)
    roads = lay_roads(known, land, ridges, rivers, terrains, seats)
    ferries = lay_ferries(known, seats)
    hexes = _hexes(known, land, numbers, seats, (terrains, states, theaters))
    sides = _sides(web, land, numbers, rivers, ridges, roads, ferries)
    return Sheet(ID, TITLE, "", hexes, sides, _rails(links, numbers))


def _hexes(
    known: Facts,
    land: Land,
    numbers: Numbers,
    seats: dict[str, Axial],
    lies: tuple[dict[Axial, str], dict[Axial, str], dict[Axial, str]],
) -> dict[str, Hex]:
    terrains, states, theaters = lies
    towns_at: dict[Axial, list[Place]] = defaultdict(list)
    for town in sorted(known.towns.values(), key=lambda town: (-town.points, -town.value, town.name)):
        flags = town.port, town.river_port, town.fortress, town.supply_source
        towns_at[seats[town.name]].append(Place(town.name, town.value, town.points, *flags))
    found = {}
    for at in sorted(land.shares, key=numbers.id_of):
        id_, places = numbers.id_of(at), tuple(towns_at[at])
        found[id_] = Hex(id_, *at, terrains[at], states.get(at, ""), places, theaters.get(at, ""))
    return found


def _sides(
    web: Web,
    land: Land,
    numbers: Numbers,
    rivers: Rivers,
    ridges: Ridges,
    roads: dict[WebSide, str],
    ferries: dict[WebSide, str],
) -> tuple[Side, ...]:
    coasts = {
        side for side, hexes in web.hexes_of.items() if len(hexes) == 2 and sum(at in land.sea for at in hexes) == 1
    }
    found = []
    for side in {*chain(rivers.along, ridges.along, roads, ferries, coasts)}:
        a, b = sorted(numbers.id_of(at) for at in web.hexes_of[side])
        along = sorted(rivers.along.get(side, ()), key=lambda each: CLASSES.index(each[1]))
        found.append(
            Side(
                a,
                b,
                tuple(SideRiver(*each) for each in along),
                ridge=ridges.along.get(side, ""),
                gap=ridges.gaps.get(side, ""),
                ferry=ferries.get(side, ""),
                road=roads.get(side, ""),
                coast=side in coasts,
            )
        )
    return tuple(sorted(found, key=lambda side: (side.a, side.b)))


def _rails(links: list[Link], numbers: Numbers) -> tuple[Rail, ...]:
    found = []
    for link in links:
        a, b = sorted(numbers.id_of(at) for at in link.ends)
        found.append(Rail(a, b, link.line, link.opened, link.gauge, link.owner))
    return tuple(found)


def digest() -> str:
    """Return the hash that campaigns pin."""
    return sha256(content().encode()).hexdigest()


if __name__ == "__main__":
    (FOLDER / f"{ID}.json").write_text(content(), encoding="utf-8")
    print(f"{ID}.json: {digest()}")
