"""Melee modifiers: what helps or hinders each side in a round."""

from collections.abc import Iterator

from rulesets.core.reckoning import Reckoning
from rulesets.core.words import many, signed
from rulesets.napoleonic_fury.fighters import (
    HERE,
    MODIFIERS,
    Attacker,
    Defender,
    Fighter,
    Fighting,
    Position,
    Who,
    in_forest,
    left_after,
    meets_square,
    sides_of,
    struggled,
)
from rulesets.napoleonic_fury.ground import IN_WOODS
from rulesets.napoleonic_fury.rulings import R_137, R_141, R_144
from rulesets.napoleonic_fury.state import Elite, Formation, Status, Troops
from rulesets.napoleonic_fury.tables import MELEE_MODIFIERS, NATIONAL_MODIFIERS, OUTNUMBERED
from rulesets.napoleonic_fury.units import national, national_row, read_triple

LIGHT, STRONG, STRONGEST = (
    "defending in forest, on higher ground, or behind a hedge, wall, or ford",
    "defending in a sunken road, trench, or town",
    "defending in breastworks or a fortified town",
)
POSITIONS = {
    **dict.fromkeys((Position.FOREST, Position.HEIGHT, Position.HEDGE, Position.WALL, Position.FORD), LIGHT),
    **dict.fromkeys((Position.SUNKEN_ROAD, Position.TRENCH, Position.TOWN), STRONG),
    **dict.fromkeys((Position.BREASTWORKS, Position.FORTIFIED), STRONGEST),
}
NO_COVER = (Position.HEIGHT, Position.FORD)
POOR = (Troops.COSSACKS, Troops.MILITIA_CAVALRY, Troops.LANDWEHR, Troops.MILITIA, Troops.GUERRILLAS)
LEADERS = {
    "exceptional brigade commander": "attached leader or exceptional brigade commander",
    "attached": "attached leader or exceptional brigade commander",
    "attached, worth +2": "leader worth +2",
}


def edge_after(inputs: Fighting, round_no: int, work: Reckoning) -> int:
    """Return the attacker's modifiers less the defender's, after some rounds of struggle (R-142)."""
    attacker = _modifier("attacker", inputs, round_no, work)
    defender = _modifier("defender", inputs, round_no, work)
    edge = attacker - defender
    says = f"Modifiers: attacker {signed(attacker)}, defender {signed(defender)}, difference {signed(edge)}."
    work.step(MODIFIERS, says, edge, attacker=attacker, defender=defender)
    return edge


def _modifier(who: Who, inputs: Fighting, round_no: int, work: Reckoning) -> int:
    total = _outnumbered(who, inputs, round_no, work) + _national(who, inputs, work)
    for row, times in _claims(who, inputs, round_no, work):
        often = f", {many(times, 'time')}" if times > 1 else ""
        total += times * work.read(MELEE_MODIFIERS, row, says=f"{who}, {row}{often}")
    return total + _position(who, inputs, work)


def _outnumbered(who: Who, inputs: Fighting, round_no: int, work: Reckoning) -> int:
    """Return the modifier for the worst odds that apply."""
    enemy_of: dict[Who, Who] = {"attacker": "defender", "defender": "attacker"}
    own, enemy = (left_after(each, round_no, inputs, work.context) for each in (who, enemy_of[who]))
    for odds in OUTNUMBERED.rows:
        against, of = (OUTNUMBERED.at(odds, c, context=work.context) for c in ("enemy stands", "own stands"))
        if enemy * of >= own * against:
            return work.read(OUTNUMBERED, odds, "modifier", says=f"{who} outnumbered {odds}")
    return 0


def _national(who: Who, inputs: Fighting, work: Reckoning) -> int:
    """Return the national modifier of infantry, which has none against cavalry."""
    fighter, enemy = sides_of(who, inputs)
    if not fighter.troops.is_infantry or enemy.troops.is_cavalry:
        return 0
    row = national_row(fighter.nation, inputs.year, cavalry=False, trained=False)
    steady = who == "defender" and fighter.troops is Troops.LINE and enemy.troops.is_infantry
    applies = {
        "in column": fighter.formation is Formation.COLUMN,
        "in line": fighter.formation is Formation.LINE,
        "in line, defending against infantry": fighter.formation is Formation.LINE and steady,
        "always": True,
        "never": False,
    }
    when = str(NATIONAL_MODIFIERS.at(row, "melee when", context=work.context))
    return national(row, "melee", work) if applies[when] else 0


def _claims(who: Who, inputs: Fighting, round_no: int, work: Reckoning) -> Iterator[tuple[str, int]]:
    """Yield the rows of the modifier table that apply, and how often."""
    fighter, _ = sides_of(who, inputs)
    rows = [*_rows(fighter), *_arm_rows(who, inputs, work)]
    if not fighter.troops.is_battery:
        rows += _state_rows(who, inputs, round_no, work)
    yield from ((row, 1) for row in rows)
    lost = fighter.lost_this_phase + struggled(who, round_no, inputs, work.context)
    if lost:
        yield "each stand lost this phase", lost


def _rows(fighter: Fighter) -> Iterator[str]:
    """Yield the rows that any troops may have."""
    if fighter.leader in LEADERS:
        yield LEADERS[fighter.leader]
    if isinstance(fighter, Attacker) and fighter.breakthrough:
        yield "breakthrough"
    if fighter.troops in POOR:
        yield "Cossacks, militia, Landwehr, or guerrillas"
    if fighter.outflanked:
        yield "outflanked"


def _arm_rows(who: Who, inputs: Fighting, work: Reckoning) -> Iterator[str]:
    """Yield the rows of cavalry or infantry."""
    fighter, enemy = sides_of(who, inputs)
    if fighter.troops.is_cavalry:
        yield from _cavalry_rows(fighter, enemy, inputs)
    if fighter.troops.is_infantry:
        yield from _infantry_rows(fighter, enemy, work)


def _state_rows(who: Who, inputs: Fighting, round_no: int, work: Reckoning) -> Iterator[str]:
    """Yield Fresh or Spent, and disordered; a struggle disorders both sides."""
    fighter, _ = sides_of(who, inputs)
    status = fighter.status
    if fighter.triple:
        triple = read_triple(fighter.triple, stands=fighter.stands, cites=HERE, field=who)
        status = triple.status(left_after(who, round_no, inputs, work.context))
    if status is not Status.WORN:
        yield str(status)
    if fighter.disordered or round_no:
        yield "disordered"


def _cavalry_rows(fighter: Fighter, enemy: Fighter, inputs: Fighting) -> Iterator[str]:
    yield "mounted cavalry"
    charges = isinstance(fighter, Attacker) or inputs.defender.countercharges
    if charges and fighter.formation is Formation.LINE:
        yield "cavalry charging in line"
    if fighter.troops is Troops.HEAVY_CAVALRY:
        yield "heavy cavalry"
    if fighter.armored:
        yield "armored cavalry"
    if fighter.elite is Elite.GUARD:
        yield "guard cavalry"
    if meets_square(fighter, enemy):
        yield "cavalry against a square"
    if in_forest(inputs.defender):
        yield IN_WOODS


def _infantry_rows(fighter: Fighter, enemy: Fighter, work: Reckoning) -> Iterator[str]:
    """Yield the rows of elites and squares (R-141)."""
    is_old_guard = fighter.elite is Elite.OLD_GUARD
    if is_old_guard:
        yield "French Old Guard"
    if fighter.elite in (Elite.GRENADIERS, Elite.GUARD) or (is_old_guard and work.chosen(R_141) != R_141.default):
        yield "grenadier or guard infantry"
    if fighter.formation is Formation.SQUARE:
        if enemy.troops.is_cavalry:
            yield "square against cavalry"
        elif enemy.troops.is_infantry:
            yield "square against infantry"
    elif (enemy.troops.is_cavalry or enemy.cavalry_too) and not _has_cover(fighter, work):
        yield "infantry without cover or square against cavalry"


def _has_cover(fighter: Fighter, work: Reckoning) -> bool:
    """Tell whether infantry is in cover against cavalry (R-144)."""
    positions = fighter.positions if isinstance(fighter, Defender) else ()
    if all(position in NO_COVER for position in positions):
        return bool(positions) and work.chosen(R_144) != R_144.default
    return True


def _position(who: Who, inputs: Fighting, work: Reckoning) -> int:
    """Return the modifier for the defender's best position, or for all lines (R-137)."""
    if who == "attacker":
        return 0
    rows = list(dict.fromkeys(POSITIONS[position] for position in inputs.defender.positions))
    values = [work.read(MELEE_MODIFIERS, row, says=f"{who}, {row}") for row in rows]
    if len(values) > 1 and work.chosen(R_137) == R_137.default:
        work.step(MODIFIERS, f"Only the best position counts: {signed(max(values))}.", max(values))
        return max(values)
    return sum(values)
