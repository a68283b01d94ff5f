"""What terrain and hexsides do to movement and attacks, in the words of the map page."""

from rulesets.civil_war import BOOK
from rulesets.civil_war import tables as t
from rulesets.civil_war.rulings import R_101
from rulesets.civil_war.turns import RIVERS
from rulesets.core.context import Context
from rulesets.core.sheet_words import Crossing, is_high_water
from rulesets.core.strategic import Effect
from rulesets.core.words import many

MOUNTAIN = Effect("Entered only over a gap or road, or by rail", "", str(BOOK.at("H-5")))
CLOSED_BY = {
    "ridge": Effect("Closed except at a gap", "closed", str(BOOK.at("4.2"))),
    "estuary": Effect("Closed except by ferry", "closed", str(BOOK.at("H-3"))),
}
FERRY = Effect("A ferry takes the whole allowance", "all MP", str(BOOK.at("H-3")))


def high_water(season: str, context: Context) -> bool:
    """Return whether seasonal rivers carry boats in a season, or as the campaign chose (R-101)."""
    return RIVERS.get(context.chosen(R_101), is_high_water(season))


def ground(terrain: str, context: Context) -> tuple[Effect, ...]:
    """Return what entering a hex costs, and its column shift (4.2, 3.3)."""
    cost = t.TERRAIN_COSTS.at(terrain, context=context)
    if not isinstance(cost, int):
        return (Effect("Land forces can’t enter", str(cost), str(t.TERRAIN_COSTS.cites)),)
    entering = Effect("To enter", f"{cost} MP", str(t.TERRAIN_COSTS.cites))
    return (entering, *_shift("Attack into it", terrain, context), *([MOUNTAIN] if terrain == "mountain" else []))


def hexside(crossed: Crossing, context: Context, *, ferry: bool) -> tuple[Effect, ...]:
    """Return what crossing a hexside adds, and its column shift (H-1 to H-3, 3.3)."""
    if ferry:
        return (FERRY,)
    if crossed.hexside in CLOSED_BY:
        return (CLOSED_BY[crossed.hexside],)
    cost = t.HEXSIDE_COSTS.at(crossed.hexside, context=context)
    crossing = Effect("To cross", f"+{cost} MP", str(t.HEXSIDE_COSTS.cites))
    return (*([crossing] if cost else []), *_shift("Attack across", crossed.hexside, context))


def _shift(words: str, situation: str, context: Context) -> tuple[Effect, ...]:
    """Return the columns by which an attack is shifted, if any."""
    columns = t.SHIFTS.at("no obstacle" if situation == "none" else situation, context=context)
    return (Effect(words, f"{many(columns, 'column')} left", str(t.SHIFTS.cites)),) if columns else ()
