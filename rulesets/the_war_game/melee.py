"""Melee: breaking in, and individual combats."""

from collections.abc import Hashable, Mapping
from fractions import Fraction
from typing import Any, Literal

from rulesets.core.context import Context
from rulesets.core.fields import Inputs, choice, flag, several, whole
from rulesets.core.odds import dynamic_program
from rulesets.core.procedure import Example, procedure
from rulesets.core.reckoning import Reckoning
from rulesets.core.records import dataclass
from rulesets.core.ways import totals
from rulesets.core.weighing import Silent
from rulesets.core.words import first_up, many, number, ordinal, plus
from rulesets.the_war_game import BOOK
from rulesets.the_war_game.rolls import (
    SIDES,
    Number,
    Opposed,
    Rolled,
    Who,
    chances_at_least,
    named,
    refused,
    rolled_at_least,
)
from rulesets.the_war_game.rulings import R_211, R_212
from rulesets.the_war_game.state import Arm, Rest
from rulesets.the_war_game.tables import BREAK_IN, EXHAUSTED, MELEE, MELEE_ADVANTAGES

HERE, ADVANTAGES = BOOK.at("Melee"), BOOK.at("Advantages in melee")
MOST_COMBATS = 36
LIKE_TROOPS = 2
Move = Literal["first", "second", "third"]


class Breaking(Rolled):
    """Attackers at a building."""

    leads = ("attackers",)
    attackers: int = whole("Attackers", least=1, most=48, unit="figures")


@dataclass(frozen=True)
class BrokenIn:
    """Attackers inside fight on equal terms; against those outside the occupants have an advantage."""

    inside: int
    outside: int

    def __str__(self) -> str:
        return f"{self.inside} inside, {self.outside} outside"


def _break_in_chances(inputs: Breaking, context: Context, number: Number) -> Mapping[Hashable, Any]:
    """Count independent dice."""
    least = _enters_with(Silent(context=context))
    chances = chances_at_least(least, inputs.attackers, number)
    return named(chances, lambda inside: BrokenIn(inside, inputs.attackers - inside))


@procedure(
    id="the_war_game.break_in",
    title="Break in",
    rules=("WG-BREAKIN",),
    odds=dynamic_program(_break_in_chances),
    examples=[Example({"attackers": 4}, "2 inside, 2 outside", dice=(4, 3, 6, 1))],
    tables=("the_war_game.break_in", "the_war_game.melee_advantages"),
    is_common=True,
)
def break_in(inputs: Breaking, work: Reckoning) -> BrokenIn:
    """Roll a die for each attacker who wants to enter a building, even where nobody defends the wall."""
    inside = rolled_at_least(
        _enters_with(work),
        inputs.attackers,
        work,
        cites=HERE,
        subject=(*inputs.subject, "break in"),
        turn=inputs.turn,
        each="attacker",
        does="enters",
    )
    outside = inputs.attackers - inside
    if outside:
        house = "in a house, against an attacker outside"
        work.read(MELEE_ADVANTAGES, house, says=f"Occupants, against {many(outside, 'attacker')} outside")
    return BrokenIn(inside, outside)


def _enters_with(work: Reckoning) -> int:
    return work.read(BREAK_IN, "enters with", says="Attackers enter with")


class Bout(Inputs):
    """Combats that are alike."""

    leads = ("attackers", "defenders", "times")
    attackers: int = whole("Attacking figures in each", least=1, most=3, unit="figures", default=1)
    attacking: Arm = choice("Attackers", default="infantry")
    defenders: int = whole("Defending figures in each", least=1, most=3, unit="figures", default=1)
    defending: Arm = choice("Defenders", default="infantry")
    times: int = whole("Combats of this kind", least=1, most=MOST_COMBATS, default=1)
    behind_wall: bool = flag("Defenders behind a wall", help="Infantry only.")
    in_house: bool = flag("Defenders in a house, attackers outside")


class Fight(Opposed):
    """A move of melee: its combats, and what counts in all of them."""

    leads = ("combats", "charging", "move")
    combats: tuple[Bout, ...] = several("Combats", least=1, most=12)
    charging: Literal["attacker", "defender", "both", "neither"] = choice(
        "Who charges", default="attacker", help="Counts on the first move only."
    )
    move: Move = choice("Move of the melee", default="first")
    downhill: bool = flag("Attacker comes downhill")
    defender_exhausted: bool = flag("Defender exhausted", help="And the attacker fresh.")
    rest: Rest = choice("The exhausted defender has had", default=Rest.NONE)


@dataclass(frozen=True)
class MeleeLosses:
    """Figures lost in a move of melee; equal combats stay locked."""

    attacker_lost: int
    defender_lost: int
    locked: int

    def __str__(self) -> str:
        locked = f"; {many(self.locked, 'combat')} locked" if self.locked else ""
        return f"attacker loses {self.attacker_lost}, defender {self.defender_lost}{locked}"


@dataclass(frozen=True)
class _Side:
    """One side's figures in a combat: its dice, what multiplies them, and what is added."""

    dice: int
    factor: Fraction
    bonus: int

    def score(self, face: int) -> Fraction:
        return face * self.factor + self.bonus

    def told(self, face: int) -> str:
        times = f" × {number(self.factor)}" if self.factor != 1 else ""
        more = f" {plus(self.bonus)}" if self.bonus else ""
        equals = f" = {number(self.score(face))}" if times or more else ""
        return f"{face}{times}{more}{equals}"


def _chances(inputs: Fight, context: Context, number: Number) -> Mapping[Hashable, Any]:
    """Add up independent combats, one by one."""
    work = Silent(context=context)
    _check(inputs)
    lost, whole = {(0, 0): 1}, 1
    bonuses = _bonuses(inputs, work)
    for bout in inputs.combats:
        ways = _ways(*_sides(bout, bonuses, work))
        whole *= sum(ways.values()) ** bout.times
        for _ in range(bout.times):
            after: dict[tuple[int, int], int] = {}
            for (attacker, defender), so_far in lost.items():
                for (more, fallen), count in ways.items():
                    key = attacker + more, defender + fallen
                    after[key] = after.get(key, 0) + so_far * count
            lost = after
    combats = sum(bout.times for bout in inputs.combats)
    return {MeleeLosses(*both, combats - sum(both)): number(ways, whole) for both, ways in lost.items()}


def _ways(attacker: _Side, defender: _Side) -> dict[tuple[int, int], int]:
    """Count the results of the dice by the figures that each side loses."""
    ways: dict[tuple[int, int], int] = {}
    scores = [[(each.score(total), n) for total, n in totals(each.dice, SIDES)] for each in (attacker, defender)]
    for attacking, n in scores[0]:
        for defending, more in scores[1]:
            loses = _loses(attacking, defending)
            ways[loses] = ways.get(loses, 0) + n * more
    return ways


def _loses(attacking: Fraction, defending: Fraction) -> tuple[int, int]:
    """Return what each side loses; equal totals leave the figures locked (R-214)."""
    return int(attacking < defending), int(attacking > defending)


@procedure(
    id="the_war_game.melee",
    title="Melee",
    rules=("WG-MELEE", "WG-ADV", "WG-MOVE2"),
    odds=dynamic_program(_chances),
    examples=[
        Example(
            {"combats": [{"times": 3}]},
            "attacker loses 1, defender 1; 1 combat locked",
            dice=(4, 2, 3, 2, 3, 6),
        ),
        Example({"combats": [{"attackers": 2}], "charging": "neither"}, "attacker loses 0, defender 1", dice=(3, 4)),
        Example(
            {"combats": [{"attacking": "cavalry", "behind_wall": True}]},
            "attacker loses 0, defender 1",
            dice=(3, 5),
        ),
        Example(
            {"combats": [{"in_house": True}], "move": "second"},
            "attacker loses 1, defender 0",
            dice=(5, 4),
        ),
    ],
    tables=("the_war_game.melee", "the_war_game.melee_advantages", "the_war_game.exhausted"),
    is_common=True,
)
def melee(inputs: Fight, work: Reckoning) -> MeleeLosses:
    """Roll for each side of each combat, multiply by the odds, and add the advantages. The lower loses a figure."""
    _check(inputs)
    lost, fought, bonuses = (0, 0), 0, _bonuses(inputs, work)
    for n, bout in enumerate(inputs.combats, 1):
        sides = _sides(bout, bonuses, work)
        faces = zip(
            *(_faces(who, side, bout, n, inputs, work) for who, side in zip(WHO, sides, strict=True)), strict=True
        )
        for attacking, defending in faces:
            fought += 1
            loses = _loses(sides[0].score(attacking), sides[1].score(defending))
            lost = lost[0] + loses[0], lost[1] + loses[1]
            scores = f"attacker {sides[0].told(attacking)}, defender {sides[1].told(defending)}"
            work.step(HERE, f"{ordinal(fought)} combat: {scores}. {ENDS[loses]}", loses)
    return MeleeLosses(*lost, fought - sum(lost))


WHO: tuple[Who, Who] = ("attacker", "defender")
ENDS = {
    (1, 0): "The attacker loses a figure.",
    (0, 1): "The defender loses a figure.",
    (0, 0): "They stay locked.",
}


def _check(inputs: Fight) -> None:
    combats = sum(bout.times for bout in inputs.combats)
    if combats > MOST_COMBATS:
        raise refused("combats", f"must be {MOST_COMBATS} or fewer in all, not {combats}.", HERE)
    for n, bout in enumerate(inputs.combats):
        if bout.behind_wall and bout.defending != "infantry":
            raise refused(f"combats.{n}.behind_wall", "only infantry has an advantage there.", ADVANTAGES)


def _faces(who: Who, side: _Side, bout: Bout, n: int, inputs: Fight, work: Reckoning) -> list[int]:
    """Roll one side's dice for all combats of a bout; two for each where it rolls two."""
    subject = (*inputs.subject, ordinal(n), who)
    what = f"the {who}'s {many(bout.times, 'combat')}"
    count = bout.times * side.dice
    thrown = work.roll(SIDES, rule=str(HERE), subject=subject, turn=inputs.turn, count=count, what=what).faces
    return [sum(thrown[at : at + side.dice]) for at in range(0, count, side.dice)]


def _sides(bout: Bout, bonuses: tuple[int, int], work: Reckoning) -> tuple[_Side, _Side]:
    """Return both sides of a combat, as the tables and rulings weigh them."""
    attacker, defender = _weights(bout, work)
    return _Side(*attacker, bonuses[0]), _Side(*defender, bonuses[1] + _cover(bout, work))


def _weights(bout: Bout, work: Reckoning) -> tuple[tuple[int, Fraction], tuple[int, Fraction]]:
    """Return dice and factors of both sides."""
    ours, theirs = f"{bout.attackers} {bout.attacking}", f"{bout.defenders} {bout.defending}"
    if bout.attacking == bout.defending:
        few, more = sorted((bout.attackers, bout.defenders))
        if more > LIKE_TROOPS * few or few > 1:
            sentence = f"like troops fight 1 or 2 to 1, not {bout.attackers} to {bout.defenders}."
            raise refused("combats", sentence, HERE)
    row, turned = f"{ours} against {theirs}", f"{theirs} against {ours}"
    is_turned = row not in MELEE.rows and turned in MELEE.rows
    first, second = (_weight(turned if is_turned else row, column, work) for column in ("first named", "second named"))
    return (second, first) if is_turned else (first, second)


def _weight(row: str, column: str, work: Reckoning) -> tuple[int, Fraction]:
    """Return how many dice a side rolls, and what multiplies them (R-211, R-212)."""
    is_first = column == "first named"
    if is_first and row == "1 cavalry against 1 infantry" and work.chosen(R_211) != R_211.default:
        return 2, Fraction(1)
    if is_first and row == "1 cavalry against 2 infantry" and work.chosen(R_212) != R_212.default:
        return 1, Fraction(2)
    which = column.removesuffix(" named")
    return 1, Fraction(work.read(MELEE, row, column, says=lambda by: f"{row}: the {which} side's die × {number(by)}."))


def _bonuses(inputs: Fight, work: Reckoning) -> tuple[int, int]:
    """Return what each side adds in all combats (R-215)."""
    attacker, defender = (_charging(who, inputs, work) for who in WHO)
    if inputs.downhill:
        attacker += work.read(MELEE_ADVANTAGES, "attacking downhill", says="Attacker, downhill")
    if inputs.defender_exhausted:
        move = "first" if inputs.move == "first" else "later"
        attacker += work.read(EXHAUSTED, inputs.rest, move, says=f"Defender exhausted, {inputs.rest}, {move} move")
    return attacker, defender


def _charging(who: Who, inputs: Fight, work: Reckoning) -> int:
    if inputs.move != "first" or inputs.charging not in (who, "both"):
        return 0
    return work.read(MELEE_ADVANTAGES, "charging", says=f"{first_up(who)}, charging")


def _cover(bout: Bout, work: Reckoning) -> int:
    """Return what the defenders of a combat add for a wall or a house."""
    bonus = 0
    if bout.behind_wall:
        bonus += work.read(MELEE_ADVANTAGES, "infantry behind a wall", says="Defender, behind a wall")
    if bout.in_house:
        bonus += work.read(MELEE_ADVANTAGES, "in a house, against an attacker outside", says="Defender, in a house")
    return bonus
