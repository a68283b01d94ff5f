"""What lies in a hex: its state, its terrain, and its theater."""

from collections import defaultdict

from rulesets.civil_war.sheet.facts import Border, Facts
from rulesets.civil_war.sheet.land import ABROAD, Land
from rulesets.civil_war.sheet.plane import center, shares, unproject
from rulesets.civil_war.sheet.rivers import Rivers, hexes_along
from rulesets.civil_war.sheet.web import Web, side_between
from rulesets.core.hexes import Axial, around

SEA = "sea"
HALF, SWAMPY = 0.5, 0.4  # how much of a hex a kind of terrain must cover
LEAST_OF_A_REGION = 0.08  # a region that fills no hex takes its best one, from this share
NORTHEAST, ELSEWHERE = {"CT": "east"}, "west"  # states that no theater names


def states(facts: Facts, land: Land, web: Web, rivers: Rivers, seats: dict[str, Axial]) -> dict[Axial, str]:
    """Return the state of each land hex: its first town's, or the largest that its bank of a border river allows."""
    found = {}
    banks = {border: hexes_along(web, rivers.lines[border.river]) for border in facts.borders}
    for at in land.shares:
        if at not in land.sea:
            found[at] = _largest(land.shares[at], _allowed(at, banks)) or ABROAD
    for town in sorted(facts.towns.values(), key=lambda town: (town.value, town.name)):
        found[seats[town.name]] = town.state
    return found


def _allowed(at: Axial, banks: dict[Border, tuple[set[Axial], set[Axial]]]) -> list[frozenset[str]]:
    """Return the states that each border river allows beside it."""
    lat, lon = unproject(center(at))
    found = []
    for border, (left, right) in banks.items():
        if border.covers(lat, lon) and (at in left) != (at in right):
            found.append(border.left if at in left else border.right)
    return found


def _largest(found: dict[str, float], allowed: list[frozenset[str]]) -> str | None:
    def rank(code: str) -> tuple[int, float, str]:
        return sum(code in states for states in allowed), found[code], code

    return max(found, key=rank, default=None)


def terrains(facts: Facts, land: Land, seats: dict[str, Axial]) -> dict[Axial, str]:
    """Return the terrain of each hex; a region too small for any takes its best hex, and overrides come last."""
    rows = range(min(r for _, r in land.shares), max(r for _, r in land.shares) + 1)
    covers: dict[Axial, dict[str, float]] = defaultdict(lambda: defaultdict(float))
    regions = []
    for region in facts.regions:
        part = {
            at: share for at, share in shares(region.ring, rows).items() if at in land.shares and at not in land.sea
        }
        regions.append((region, part))
        for at, share in part.items():
            covers[at][region.kind] += share
    found = {at: SEA if at in land.sea else _kind(covers[at]) for at in land.shares}
    for region, part in regions:
        best = max(part, key=lambda at: (part[at], at), default=None)
        if best and part[best] > LEAST_OF_A_REGION and all(found[at] != region.kind for at in part):
            found[best] = region.kind
    for row in facts.overrides_of("terrain"):
        for where in row.where:
            found[facts.place(where, seats)] = row.what
    return found


def _kind(cover: dict[str, float]) -> str:
    if cover["mountain"] >= HALF:
        return "mountain"
    if cover["swamp"] >= SWAMPY:
        return "swamp"
    if cover["mountain"] + cover["rough"] >= HALF:
        return "rough"
    return "forest" if cover["forest"] >= HALF else "clear"


def theaters(facts: Facts, web: Web, rivers: Rivers, states: dict[Axial, str]) -> dict[Axial, str]:
    """Return the theater of each hex that belongs to one; Louisiana is parted by the Mississippi."""
    found = {
        at: facts.theaters.get(state, NORTHEAST.get(state, ELSEWHERE))
        for at, state in states.items()
        if state != ABROAD
    }
    west_bank = hexes_along(web, rivers.lines["Mississippi"])[1]
    reached = [at for at in west_bank if states.get(at) in ("LA", "AR")]
    seen = set(reached)
    while reached:
        here = reached.pop()
        if states[here] == "LA":
            found[here] = "trans_mississippi"
        for near in around(here):
            if near not in seen and states.get(near) in ("LA", "AR") and not _over_mississippi(rivers, here, near):
                seen.add(near)
                reached.append(near)
    return found


def _over_mississippi(rivers: Rivers, here: Axial, near: Axial) -> bool:
    return any(name == "Mississippi" for name, _ in rivers.along.get(side_between(here, near), ()))
