"""How a hex is supplied, in words: the line to its source place by place, or what cuts it, as far as its side knows."""

from rulesets.civil_war.war import View
from rulesets.civil_war.war.network import RAIL, SOURCE
from rulesets.civil_war.war.supply_lines import Leg, Line, cut_by, line_of
from rulesets.core.words import first_up, listed, many
from war.selectors.war_words import Fact, cite, place_of

RULES = {"land": "H-17", "rail": "H-17", "water": "H-20"}
WAYS = {"land": "Over land", "rail": "By rail", "water": "By water"}
MOST_NAMED = 4  # hexes of a leg that are all named; of a longer one, those with places


def supply_of(view: View, hex_id: str) -> tuple[Fact, ...]:
    """Return whether a force in a hex is in supply, and the line that feeds it, leg by leg."""
    line = line_of(view.supplies, hex_id)
    if line is not None:
        return (
            Fact(f"In supply by {line.joins[0]}.", cite("H-17")),
            *(_leg(view, leg) for leg in line.legs),
            _end(view, line),
        )
    said = first_up(str(view.supplies.answer(hex_id)))
    return (Fact(f"{said.removesuffix('.')}.", cite("H-17")), *_cut(view, hex_id))


def _leg(view: View, leg: Leg) -> Fact:
    """Return a part of a line: by rail through Corinth and Iuka to Decatur."""
    start, *between, end = leg.path
    named = between
    if len(between) > MOST_NAMED:
        named = [here for here in between if view.world.graph.hexes[here].places]
    through = f" through {listed(place_of(view.world, here) for here in named)}" if named else ""
    words = f"{WAYS[leg.by]} from {place_of(view.world, start)}{through} to {place_of(view.world, end)}."
    return Fact(words, cite(RULES[leg.by]))


def _end(view: View, line: Line) -> Fact:
    """Return where a line ends: at a source, or in a network whose places are worth enough."""
    kind, end = line.ends
    if kind == SOURCE:
        return Fact(f"{first_up(place_of(view.world, end))} is a supply source.", cite("H-17"))
    what = "railroad" if kind == RAIL else kind
    worth = many(line.points, "victory point")
    return Fact(f"The {what} at {place_of(view.world, end)} belongs to a network with {worth}.", cite("H-17"))


def _cut(view: View, hex_id: str) -> tuple[Fact, ...]:
    """Return which known enemies and cut rails end the line of own pieces that have none."""
    if hex_id not in view.points_at:
        return ()
    cut = cut_by(view.supplies, hex_id) or frozenset()
    enemies = cut & view.supplies.known.enemy_at
    said = ((enemies, "cut by the enemy at", "H-17"), (cut - enemies, "the rails are cut at", "H-22"))
    return tuple(Fact(_cut_at(view, words, hexes), cite(rule)) for hexes, words, rule in said if hexes)


def _cut_at(view: View, words: str, hexes: frozenset[str]) -> str:
    return f"As far as you know, {words} {listed(place_of(view.world, here) for here in sorted(hexes))}."
