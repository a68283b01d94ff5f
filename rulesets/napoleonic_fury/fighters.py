"""The two sides of a melee: what is asked about them, what may fight, and their stands from round to round."""

from enum import StrEnum
from typing import Literal

from rulesets.core.context import Context
from rulesets.core.errors import IllegalOrder
from rulesets.core.fields import Inputs, choice, flag, several, whole, words
from rulesets.core.reckoning import Reckoning
from rulesets.core.words import listed
from rulesets.napoleonic_fury import BOOK
from rulesets.napoleonic_fury.ground import bar_to_charge
from rulesets.napoleonic_fury.state import Clash, Elite, Formation, Nation, Status, Troops
from rulesets.napoleonic_fury.tables import MELEE_EFFECT, MELEE_LIMITS
from rulesets.napoleonic_fury.units import (
    Unit,
    battle_year,
    check_elite,
    check_formation,
    read_triple,
    side_name,
    unit_name,
)

HERE = BOOK.at("Melee table")
MODIFIERS = BOOK.at("Melee table modifiers")
MOST_STANDS = 40
Who = Literal["attacker", "defender"]


class Position(StrEnum):
    """Where a defender may stand."""

    FOREST = "forest"
    HEIGHT = "higher ground"
    HEDGE = "hedge"
    WALL = "wall"
    FORD = "ford"
    SUNKEN_ROAD = "sunken road"
    TRENCH = "trench"
    TOWN = "town"
    BREASTWORKS = "breastworks"
    FORTIFIED = "fortified town"


class Fighter(Inputs):
    """One side: all its stands, and the unit whose modifiers count."""

    leads = ("stands", "nation", "troops")
    stands: int = whole("Stands in the melee", least=1, most=MOST_STANDS, unit="stands", default=1)
    nation: Nation = choice("Nation")
    troops: Troops = choice("Troops", default=Troops.LINE)
    elite: Elite = choice("Elite", default=Elite.NONE)
    armored: bool = flag("Armored cavalry")
    formation: Formation = choice("Formation", default=Formation.LINE)
    status: Status = choice("State", default=Status.WORN, help="If its three numbers aren't given.")
    triple: str = words("Three numbers", default="", most=12, help="As 6/4/2: its state follows from its stands.")
    disordered: bool = flag("Disordered")
    leader: Literal["none", "exceptional brigade commander", "attached", "attached, worth +2"] = choice(
        "Leader", default="none"
    )
    lost_this_phase: int = whole(
        "Stands lost to fire or melee this turn", least=0, most=MOST_STANDS, unit="stands", default=0
    )
    outflanked: bool = flag("Outflanked")
    cavalry_too: bool = flag("Cavalry also fights on this side")
    name: str = unit_name("Name")


class Attacker(Fighter):
    """The side that attacks."""

    troops: Unit = choice("Troops", default=Troops.LINE)
    breakthrough: bool = flag("Breakthrough charge")
    reacting: bool = flag("Reacting cavalry")
    german_legion: bool = flag("In the King's German Legion")
    crosses_woods: bool = flag("Begins in woods or crosses them")


class Defender(Fighter):
    """The side that is attacked."""

    troops: Literal[
        Troops.LINE,
        Troops.LIGHT,
        Troops.LANDWEHR,
        Troops.MILITIA,
        Troops.GUERRILLAS,
        Troops.LIGHT_CAVALRY,
        Troops.HEAVY_CAVALRY,
        Troops.COSSACKS,
        Troops.MILITIA_CAVALRY,
        Troops.HORSE_BATTERY,
        Troops.HEAVY_BATTERY,
    ] = choice("Troops", default=Troops.LINE)
    positions: tuple[Position, ...] = several(
        "Position", most=10, default=(), help=f"Separated by commas: {listed(Position, 'or')}."
    )
    countercharges: bool = flag("Cavalry countercharges")
    battery_with_it: bool = flag("Battery with it")


class Fighting(Inputs):
    """A melee when the dice are rolled."""

    leads = ("attacker", "defender")
    attacker: Attacker = choice("Attacker")
    defender: Defender = choice("Defender")
    year: int = battle_year()
    side: str = side_name("Attacking side")
    turn: int = whole("Turn", least=0, most=999, default=0)


def check_fighters(inputs: Fighting, work: Reckoning) -> None:
    for who, fighter in (("attacker", inputs.attacker), ("defender", inputs.defender)):
        _check_fighter(fighter, who)
    attacker, defender = inputs.attacker, inputs.defender
    for field, is_wrong, says in (
        ("attacker.reacting", attacker.reacting and not attacker.troops.is_cavalry, "only cavalry can react"),
        ("attacker.reacting", attacker.reacting and attacker.breakthrough, "reacting cavalry cannot break through"),
        (
            "attacker.german_legion",
            attacker.german_legion and not is_british_cavalry(attacker),
            "only British cavalry has this",
        ),
        (
            "defender.countercharges",
            defender.countercharges and not (defender.troops.is_cavalry and attacker.troops.is_cavalry),
            "only cavalry that cavalry charges can countercharge",
        ),
        (
            "defender.battery_with_it",
            defender.battery_with_it and defender.troops.is_battery,
            "the defender itself is a battery",
        ),
    ):
        if is_wrong:
            raise IllegalOrder(f"{field}: {says}.", cites=HERE, field=field)
    barred = bar_to_charge(
        attacker.troops, crosses_woods=attacker.crosses_woods, target_in_woods=in_forest(defender), work=work
    )
    if barred:
        raise IllegalOrder(f"attacker.troops: {barred}.", cites=MODIFIERS, field="attacker.troops")


def _check_fighter(fighter: Fighter, who: str) -> None:
    troops = fighter.troops
    check_elite(troops, fighter.elite, fighter.nation, cites=MODIFIERS, field=f"{who}.elite")
    check_formation(troops, fighter.formation, cites=MODIFIERS, field=f"{who}.formation")
    if fighter.armored and not troops.is_cavalry:
        raise IllegalOrder(f"{who}.armored: only cavalry is armored.", cites=MODIFIERS, field=f"{who}.armored")
    if fighter.triple:
        read_triple(fighter.triple, stands=fighter.stands, cites=HERE, field=who)


def in_forest(defender: Defender) -> bool:
    return Position.FOREST in defender.positions


def is_british_cavalry(attacker: Attacker) -> bool:
    return attacker.nation is Nation.BRITAIN and attacker.troops.is_cavalry


def stands_lost(clash: Clash, who: Who, context: Context) -> int:
    return int(str(MELEE_EFFECT.at(clash, f"{who}'s stands", context=context)))


def sides_of(who: Who, inputs: Fighting) -> tuple[Fighter, Fighter]:
    """Return a side and its enemy."""
    sides = inputs.attacker, inputs.defender
    return sides if who == "attacker" else (sides[1], sides[0])


def meets_square(fighter: Fighter, enemy: Fighter) -> bool:
    return fighter.troops.is_cavalry and enemy.formation is Formation.SQUARE


def capped(who: Who, stands: int, inputs: Fighting, context: Context) -> int:
    """Return the stands that a side loses of so many: not more than it has, nor than a square costs cavalry (R-143)."""
    fighter, enemy = sides_of(who, inputs)
    if meets_square(fighter, enemy):
        stands = min(stands, MELEE_LIMITS.at("most stands that cavalry loses against a square", context=context))
    return min(stands, fighter.stands)


def struggled(who: Who, rounds: int, inputs: Fighting, context: Context) -> int:
    """Return the stands that a side lost in so many rounds of struggle."""
    return capped(who, rounds * stands_lost(Clash.STRUGGLE, who, context), inputs, context)


def left_after(who: Who, rounds: int, inputs: Fighting, context: Context) -> int:
    return sides_of(who, inputs)[0].stands - struggled(who, rounds, inputs, context)


def rounds_of(inputs: Fighting, context: Context) -> int:
    """Count the rounds of struggle until a side has no stands left."""
    for rounds in range(1, MOST_STANDS):
        if not (left_after("attacker", rounds, inputs, context) and left_after("defender", rounds, inputs, context)):
            return rounds
    return MOST_STANDS
