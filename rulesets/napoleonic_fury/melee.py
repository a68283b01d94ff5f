"""Melee: two opposed rolls, and what the difference does to each side."""

from collections.abc import Callable, Hashable, Mapping
from functools import cache, partial
from typing import Any, Literal

from rulesets.core.context import Context
from rulesets.core.odds import dynamic_program, in_rounds
from rulesets.core.procedure import Example, procedure
from rulesets.core.reckoning import Reckoning
from rulesets.core.records import dataclass
from rulesets.core.ways import opposed
from rulesets.core.weighing import Silent
from rulesets.core.words import many, number, signed
from rulesets.napoleonic_fury import BOOK
from rulesets.napoleonic_fury.fighters import (
    HERE,
    Attacker,
    Fighter,
    Fighting,
    Position,
    Who,
    capped,
    check_fighters,
    in_forest,
    is_british_cavalry,
    meets_square,
    rounds_of,
    sides_of,
    stands_lost,
    struggled,
)
from rulesets.napoleonic_fury.ground import disordered_by_ground
from rulesets.napoleonic_fury.melee_modifiers import edge_after
from rulesets.napoleonic_fury.movement import full_move
from rulesets.napoleonic_fury.rulings import R_146
from rulesets.napoleonic_fury.state import Clash
from rulesets.napoleonic_fury.tables import MELEE, MELEE_EFFECT, MELEE_LIMITS
from rulesets.napoleonic_fury.units import in_key

NOTES = BOOK.at("Rule notes")
SIDES = 6
OPPOSED = opposed(2, SIDES)
TOWNS = (Position.TOWN, Position.FORTIFIED)


@dataclass(frozen=True)
class SideAfter:
    """What a side lost, what it does, and its order afterward."""

    lost: int
    does: str
    disordered: bool


@dataclass(frozen=True)
class Melee:
    """The end of a melee, with all rounds of a desperate struggle."""

    clash: Clash
    struggles: int
    attacker: SideAfter
    defender: SideAfter
    battery: str
    captured_leader: Literal["attacker's", "defender's", "none"]

    def __str__(self) -> str:
        after = f" after {many(self.struggles, 'desperate struggle')}" if self.struggles else ""
        return f"{self.clash}{after}: attacker loses {self.attacker.lost}, defender {self.defender.lost}"


def _chances(inputs: Fighting, context: Context, number: Callable[[int, int], Any]) -> Mapping[Hashable, Any]:
    """Add up the chances of ending in each round."""
    work = Silent(context=context)
    check_fighters(inputs, work)
    rounds = rounds_of(inputs, context)
    return in_rounds(rounds, OPPOSED, partial(_round, inputs, work), lambda: _fought_out(inputs, work), number)


def _round(inputs: Fighting, work: Reckoning, round_no: int) -> Callable[[int], "Melee | None"]:
    """Return what a difference of two rolls of 2d6 comes to: an end, or None for a struggle."""
    edge = edge_after(inputs, round_no, work)
    ended = cache(partial(_ended, inputs=inputs, struggles=round_no, work=work))

    def end_of(spread: int) -> "Melee | None":
        difference = spread + edge
        clash = work.read(MELEE, difference)
        return None if clash is Clash.STRUGGLE else ended(clash, _beyond(difference, work))

    return end_of


@procedure(
    id="napoleonic_fury.melee",
    title="Melee",
    rules=(
        "NF-MELEE",
        "NF-MELEEMOD",
        "NF-MELEEREACT",
        "NF-BRITCAV",
        "NF-SQLOSS",
        "NF-PASSDIS",
        "NF-CHARGEWOODS",
        "NF-DICE",
    ),
    odds=dynamic_program(_chances),
    examples=[
        Example(
            {
                "attacker": {"nation": "France", "stands": 6, "formation": "column", "status": "Fresh"},
                "defender": {"nation": "Austria", "stands": 5},
            },
            "driven back: attacker loses 0, defender 1",
            dice=(4, 4, 4, 4),
        ),
        Example(
            {
                "attacker": {"nation": "France", "stands": 4, "troops": "heavy cavalry", "armored": True},
                "defender": {"nation": "Britain", "stands": 4, "formation": "square"},
            },
            "charge repulsed: attacker loses 1, defender 0",
            dice=(2, 3, 4, 6),
            title="Cuirassiers against a square",
        ),
        Example(
            {"attacker": {"nation": "Russia", "stands": 5}, "defender": {"nation": "Ottoman Empire", "stands": 5}},
            "hard pressed after 1 desperate struggle: attacker loses 1, defender 1",
            dice=(4, 4, 3, 4, 6, 3, 2, 4),
        ),
    ],
    tables=(
        "napoleonic_fury.melee",
        "napoleonic_fury.melee_modifiers",
        "napoleonic_fury.national_modifiers",
        "napoleonic_fury.outnumbered",
        "napoleonic_fury.melee_effect",
        "napoleonic_fury.melee_limits",
        "napoleonic_fury.infantry_movement",
        "napoleonic_fury.other_movement",
    ),
    is_common=True,
)
def melee(inputs: Fighting, work: Reckoning) -> Melee:
    """Roll 2d6 with modifiers for each side; an even score disorders both, costs each a stand, and is fought again."""
    check_fighters(inputs, work)
    for round_no in range(rounds_of(inputs, work.context)):
        edge = edge_after(inputs, round_no, work)
        difference = _dice("attacker", inputs, work) - _dice("defender", inputs, work) + edge
        clash = work.read(MELEE, difference, says=f"Melee, difference {signed(difference)}")
        if clash is not Clash.STRUGGLE:
            return _ended(clash, _beyond(difference, work), inputs, round_no, work)
    return _fought_out(inputs, work)


def _dice(who: Who, inputs: Fighting, work: Reckoning) -> int:
    subject = (in_key(inputs.side), in_key(inputs.attacker.name), in_key(inputs.defender.name), who)
    what = f"the {who}'s melee"
    return work.roll(SIDES, rule="NF-MELEE", cites=HERE, subject=subject, turn=inputs.turn, count=2, what=what).total


def _ended(clash: Clash, beyond: int, inputs: Fighting, struggles: int, work: Reckoning) -> Melee:
    """Take the stands of the result from both sides."""
    attacker = _loses("attacker", clash, beyond if clash is Clash.REPULSED else 0, struggles, inputs, work)
    defender = _loses("defender", clash, beyond if clash is Clash.SWEPT else 0, struggles, inputs, work)
    return _outcome(clash, struggles, inputs, attacker, defender, work)


def _beyond(difference: int, work: Reckoning) -> int:
    """Return the stands that a difference costs the loser beyond those of its row."""
    most = MELEE_LIMITS.at("difference beyond which each point costs a stand", context=work.context)
    beyond = max(abs(difference) - most, 0)
    if beyond:
        work.step(HERE, f"{signed(difference)} is beyond {most}: {many(beyond, 'more stand')} lost.", beyond)
    return beyond


def _loses(who: Who, clash: Clash, beyond: int, struggles: int, inputs: Fighting, work: Reckoning) -> int:
    """Return all stands that a side lost; a battery has a result of its own instead (R-145)."""
    before = struggles * stands_lost(Clash.STRUGGLE, who, work.context)
    now = 0
    if not sides_of(who, inputs)[0].troops.is_battery:
        says = f"{clash}, {who}'s stands lost"
        now = int(str(work.read(MELEE_EFFECT, clash, f"{who}'s stands", says=says))) + beyond
    lost = capped(who, before + now, inputs, work.context)
    if meets_square(*sides_of(who, inputs)) and lost < before + now:
        work.step(NOTES, f"Against a square, cavalry loses only {many(lost, 'stand')}.", lost)
    return lost


def _fought_out(inputs: Fighting, work: Reckoning) -> Melee:
    """End a struggle that destroyed the smaller side, or both."""
    rounds = rounds_of(inputs, work.context)
    attacker, defender = (struggled(who, rounds, inputs, work.context) for who in ("attacker", "defender"))
    if defender < inputs.defender.stands:
        clash = Clash.ATTACKER_GONE
    else:
        clash = Clash.DEFENDER_GONE if attacker < inputs.attacker.stands else Clash.BOTH_GONE
    return _outcome(clash, rounds, inputs, attacker, defender, work)


def _outcome(
    clash: Clash, struggles: int, inputs: Fighting, attacker_lost: int, defender_lost: int, work: Reckoning
) -> Melee:
    attacker = SideAfter(
        attacker_lost,
        _attacker_does(clash, attacker_lost, inputs, work),
        _attacker_disordered(clash, struggles, inputs, work),
    )
    defender = SideAfter(
        defender_lost,
        _defender_does(clash, defender_lost, inputs, work),
        _defender_disordered(clash, struggles, inputs),
    )
    found = Melee(clash, struggles, attacker, defender, _battery(clash, inputs, work), _captured(clash, inputs))
    work.step(HERE, f"The attacker {_said(attacker)}. The defender {_said(defender)}.", clash)
    return found


def _said(side: SideAfter) -> str:
    return f"{side.does}{', disordered' if side.disordered else ''}"


def _attacker_does(clash: Clash, lost: int, inputs: Fighting, work: Reckoning) -> str:
    attacker = inputs.attacker
    if lost == attacker.stands:
        return "is destroyed"
    does = str(work.read(MELEE_EFFECT, clash, "attacker", says="Attacker"))
    if clash not in (Clash.SWEPT, Clash.DRIVEN):
        return _with_inches(does, attacker, inputs, work)
    if attacker.reacting:
        back = work.read(
            MELEE_LIMITS, "inches that reacting cavalry may withdraw", says="Reacting cavalry withdraws, inches"
        )
        return f"holds its ground or withdraws {number(back)}″, with a free facing change"
    if clash is Clash.SWEPT or _must_charge_on(attacker, work):
        return f"{does}, and must charge on half a move at the nearest enemy"
    back_too = " or pull back half a move" if attacker.troops.is_cavalry else ""
    return f"{does}, or may charge on half a move at the nearest enemy{back_too}"


def _must_charge_on(attacker: Attacker, work: Reckoning) -> bool:
    """Tell whether British cavalry, but not the King's German Legion, gets out of hand (R-146)."""
    if not is_british_cavalry(attacker) or attacker.german_legion:
        return False
    if work.chosen(R_146) != R_146.default:
        return False
    work.step(NOTES, "British cavalry always charges on.", "charges on")
    return True


def _with_inches(does: str, fighter: Fighter, inputs: Fighting, work: Reckoning) -> str:
    """Add the inches of a full move; infantry retreats as far as a column."""
    if not does.endswith("full move"):
        return does
    return f"{does}, {number(full_move(fighter.nation, inputs.year, fighter.troops, work))}″"


def _defender_does(clash: Clash, lost: int, inputs: Fighting, work: Reckoning) -> str:
    defender = inputs.defender
    if lost == defender.stands:
        return "is destroyed"
    if defender.troops.is_battery and clash in (Clash.SWEPT, Clash.PRESSED):
        return f"is {MELEE_EFFECT.at(clash, 'battery', context=work.context)}"
    does = str(work.read(MELEE_EFFECT, clash, "defender", says="Defender"))
    return _with_inches(does, defender, inputs, work)


def _attacker_disordered(clash: Clash, struggles: int, inputs: Fighting, work: Reckoning) -> bool:
    attacker, defender = inputs.attacker, inputs.defender
    if attacker.breakthrough and is_british_cavalry(attacker) and not attacker.german_legion:
        work.step(NOTES, "British cavalry is disordered after its second melee.", "disordered")
        return True
    in_woods = attacker.crosses_woods or in_forest(defender)
    into_town = any(position in TOWNS for position in defender.positions)
    by_result = clash in (Clash.CHECKED, Clash.FALTERS, Clash.REPULSED)
    by_result = by_result or (clash is Clash.PRESSED and attacker.troops.is_cavalry)
    by_ground = disordered_by_ground(attacker.troops, in_woods=in_woods, into_town=into_town)
    return attacker.disordered or bool(struggles) or by_result or by_ground


def _defender_disordered(clash: Clash, struggles: int, inputs: Fighting) -> bool:
    defender = inputs.defender
    if defender.troops.is_battery:
        return False
    by_result = clash in (Clash.SWEPT, Clash.DRIVEN, Clash.PRESSED)
    by_result = by_result or (clash is Clash.CHECKED and defender.troops.is_cavalry)
    by_ground = disordered_by_ground(defender.troops, in_woods=in_forest(defender), into_town=False)
    return defender.disordered or bool(struggles) or by_result or by_ground


def _battery(clash: Clash, inputs: Fighting, work: Reckoning) -> str:
    """Return what becomes of the defender's battery."""
    defender = inputs.defender
    if not (defender.troops.is_battery or defender.battery_with_it):
        return "none"
    return str(work.read(MELEE_EFFECT, clash, "battery", says=f"{clash}, battery"))


def _captured(clash: Clash, inputs: Fighting) -> Literal["attacker's", "defender's", "none"]:
    """Tell whose attached leader is captured, if any."""
    if clash is Clash.SWEPT and inputs.defender.leader.startswith("attached"):
        return "defender's"
    if clash is Clash.REPULSED and inputs.attacker.leader.startswith("attached"):
        return "attacker's"
    return "none"
