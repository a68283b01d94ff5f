"""3.1 to 3.5: combat: the column, the leaders' bonus, and the losses of each side."""

from collections.abc import Callable, Hashable, Mapping
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from rulesets.civil_war import BOOK
from rulesets.civil_war import tables as t
from rulesets.civil_war.columns import BattleColumn, Strengths, column
from rulesets.civil_war.words import loss_words, turn_field
from rulesets.core.book import Mark
from rulesets.core.context import Context
from rulesets.core.errors import IllegalOrder
from rulesets.core.fields import Inputs, choice, flag, no_yes, several, whole, words
from rulesets.core.odds import dynamic_program
from rulesets.core.procedure import Example, procedure
from rulesets.core.reckoning import Reckoning
from rulesets.core.records import dataclass
from rulesets.core.weighing import Silent

Role = Literal["attacker", "defender"]
Number = Callable[[int, int], Any]
Rating = Annotated[int, Field(ge=-3, le=3), BeforeValidator(no_yes)]
SIDES = 6


class Leaders(Inputs):
    """One side's leaders in the battle."""

    army: bool = flag("Army", help="Its subordinates count, not its commander.")
    commander: int = whole("Commander's tactical rating", least=-3, most=3, default=0)
    army_rating: int = whole(
        "Army rating", least=-3, most=3, default=0, help="Rerolls, his own or forced by the enemy."
    )
    subordinates: tuple[Rating, ...] = several("Subordinates' tactical ratings", most=20, default=())
    again_up_to: int = whole("Reroll own die at or below", least=0, most=6, default=3, help="With a good army rating.")
    force_from: int = whole(
        "Force a reroll at or above", least=1, most=7, default=4, help="Against a bad army rating. 7 for never."
    )


NOBODY = Leaders()


class Combat(Strengths):
    attacker: Leaders = choice("Attacker's leaders", default=NOBODY)
    defender: Leaders = choice("Defender's leaders", default=NOBODY)
    attacker_in_supply: bool = flag("Attacker in supply", default=True)
    defender_in_supply: bool = flag("Defender in supply", default=True)
    attacker_demoralized: bool = flag("Attacker demoralized", help="Then it may not attack.")
    turn: int = turn_field()
    pulse: int = whole("Pulse", least=1, most=99, default=1)
    place: str = words("Place", default="", help="The hex, so that each roll is a separate one.")


@dataclass(frozen=True)
class Suffers:
    """The losses of one side."""

    lost: int
    demoralized: bool
    destroyed: bool = False

    def __str__(self) -> str:
        if self.destroyed:
            return "destroyed"
        demoralized = "demoralized" if self.demoralized else ""
        lost = f"loses {self.lost} SP" if self.lost else ""
        return ", ".join(filter(None, (lost, demoralized))) or "unhurt"


@dataclass(frozen=True)
class CombatResult:
    """Both sides' losses, at the same time. An overrun isn't combat: nobody is promoted for it."""

    column: str
    attacker: Suffers
    defender: Suffers
    counts_as_combat: bool = True

    def __str__(self) -> str:
        return f"attacker {self.attacker}; defender {self.defender}"


def _chances(inputs: Combat, context: Context, number: Number) -> Mapping[Hashable, Any]:
    """Combine the final results of two independent dice."""
    work = Silent(context=context)
    found = _column_of(inputs, work)
    decided = _without_dice(found, inputs)
    if decided:
        return {decided: number(1, 1)}
    attacker, of = _losses(inputs, found, "attacker", work)
    defender, more = _losses(inputs, found, "defender", work)
    return {
        CombatResult(found.column, ours, theirs): number(ways * others, of * more)
        for ours, ways in attacker.items()
        for theirs, others in defender.items()
    }


def _losses(inputs: Combat, found: BattleColumn, role: Role, work: Reckoning) -> tuple[dict[Suffers, int], int]:
    """Return this side's losses with the ways to each on the other's die, and all ways."""
    other = _other(role)
    rerolls, on = _again(inputs, other)
    bonus = _bonus(inputs, other, work)
    losses: dict[Suffers, int] = {}
    for face, ways in _last_result(rerolls, on).items():
        if ways:
            suffers = _suffered(inputs, found, role, _held(face + bonus), work)
            losses[suffers] = losses.get(suffers, 0) + ways
    return losses, SIDES ** (rerolls + 1)


def _last_result(rerolls: int, on: frozenset[int]) -> dict[int, int]:
    """Return the ways to each final result, with some rerolls on those results."""
    ways = dict.fromkeys(range(1, SIDES + 1), 1)
    for _ in range(rerolls):
        more = sum(ways[face] for face in on)
        ways = {face: (0 if face in on else SIDES * ways[face]) + more for face in ways}
    return ways


@procedure(
    id="civil_war.combat",
    title="Combat",
    rules=("CW-CRT", "CW-LEADERCOMBAT", "CW-SHIFT", "CW-OVERRUN"),
    odds=dynamic_program(_chances),
    examples=[
        Example(
            {"attacker_sp": 6, "defender_sp": 3},
            "attacker unhurt; defender loses 2 SP, demoralized",
            dice=(5, 2),
            title="2 to 1: a 5 rolled by a medium force",
        ),
        Example({"attacker_sp": 9, "defender_sp": 1}, "attacker unhurt; defender destroyed", title="Overrun"),
    ],
    tables=[
        "civil_war.loss_of_defender",
        "civil_war.loss_of_attacker",
        "civil_war.differences",
        "civil_war.odds_for",
        "civil_war.odds_against",
        "civil_war.sizes",
        "civil_war.combat_numbers",
        "civil_war.shifts",
    ],
    is_common=True,
)
def combat(inputs: Combat, work: Reckoning) -> CombatResult:
    """Roll a die for each side; each side's die gives the other's loss, both at the same time (CW-3.1)."""
    found = _column_of(inputs, work)
    decided = _without_dice(found, inputs)
    if decided:
        work.step(BOOK.at("3.2"), f"Decided without a roll: {decided}.", str(decided), mark=Mark.HOUSE)
        return decided
    attacking, defending = _die(inputs, "attacker", work), _die(inputs, "defender", work)
    return CombatResult(
        column=found.column,
        attacker=_suffered(inputs, found, "attacker", _held(defending + _bonus(inputs, "defender", work)), work),
        defender=_suffered(inputs, found, "defender", _held(attacking + _bonus(inputs, "attacker", work)), work),
    )


def _column_of(inputs: Combat, work: Reckoning) -> BattleColumn:
    if inputs.attacker_demoralized:
        raise IllegalOrder(
            "attacker_demoralized: a demoralized force cannot attack.",
            cites=BOOK.at("3.8"),
            field="attacker_demoralized",
        )
    return column(inputs, work)


def _without_dice(found: BattleColumn, inputs: Combat) -> CombatResult | None:
    """Settle an overrun, which destroys the defender, or a dash, which destroys the attacker."""
    unhurt = Suffers(0, demoralized=False)
    if found.happens == "overrun":
        gone = Suffers(inputs.defender_sp, demoralized=False, destroyed=True)
        return CombatResult(found.code, unhurt, gone, counts_as_combat=False)
    if found.happens == "attacker destroyed":
        return CombatResult(found.code, Suffers(inputs.attacker_sp, demoralized=False, destroyed=True), unhurt)
    return None


def _other(role: str) -> Role:
    return "defender" if role == "attacker" else "attacker"


def _again(inputs: Combat, role: str) -> tuple[int, frozenset[int]]:
    """Return how often this side's die may be rerolled, and on which results (R-112)."""
    own, enemy = (inputs.attacker, inputs.defender) if role == "attacker" else (inputs.defender, inputs.attacker)
    if own.army_rating >= 0:
        return own.army_rating, frozenset(range(1, own.again_up_to + 1))
    return -own.army_rating, frozenset(range(enemy.force_from, SIDES + 1))


def _die(inputs: Combat, role: Role, work: Reckoning) -> int:
    """Roll a side's die, with the rerolls of the army ratings; the last roll counts."""
    subject = inputs.place, f"pulse {inputs.pulse}", role
    rerolls, on = _again(inputs, role)
    for again in range(rerolls + 1):
        what = f"the {role}'s reroll" if again else f"the {role}"
        result = work.roll(SIDES, rule="CW-CRT", subject=subject, turn=inputs.turn, what=what).total
        if result not in on:
            break
    return result


def _held(die: int) -> int:
    return min(SIDES, max(1, die))


def _suffered(inputs: Combat, found: BattleColumn, role: Role, die: int, work: Reckoning) -> Suffers:
    """Return this side's losses from the other's die with its bonus."""
    if role == "defender":
        table, size = t.LOSS_OF_DEFENDER, found.attacker_size
        sp, in_supply = inputs.defender_sp, inputs.defender_in_supply
    else:
        table, size = t.LOSS_OF_ATTACKER, found.defender_size
        sp, in_supply = inputs.attacker_sp, inputs.attacker_in_supply

    def says(result: str) -> str:
        return loss_words(f"Column {found.column}, {size} {_other(role)}, {die} with the bonus")(result)

    result = work.read(table, found.column, f"{size} {die}", says=says)
    if not in_supply:
        work.step(BOOK.at("3.1"), f"The {role} is out of supply: demoralized.", out=True, mark=Mark.SOURCED)
    lost = min(sp, _number_in(result))
    demoralized = result.startswith("d") or not in_supply
    return Suffers(lost, demoralized and lost < sp, destroyed=lost == sp)


def _number_in(result: str) -> int:
    return 0 if result == "none" else int(result.removeprefix("d") or 0)


def _bonus(inputs: Combat, role: Role, work: Reckoning) -> int:
    """Add own good ratings and the enemy's bad ones, up to the limit (CW-3.4, R-111)."""
    own, enemy = (inputs.attacker, inputs.defender) if role == "attacker" else (inputs.defender, inputs.attacker)
    good = sum(rating for rating in _ratings(own) if rating > 0)
    bad = sum(-rating for rating in _ratings(enemy) if rating < 0)
    most = work.read(t.COMBAT_NUMBERS, "leaders add to a die at most", says="Most that leaders add to a die")
    bonus = min(most, good + bad)
    work.step(
        BOOK.at("3.4"),
        lambda: f"Leaders add {bonus} to the {role}'s die: {good} from its own, {bad} from the enemy's.",
        bonus,
        mark=Mark.SOURCED,
        own=good,
        enemys=bad,
    )
    return bonus


def _ratings(leaders: Leaders) -> tuple[int, ...]:
    return leaders.subordinates if leaders.army else (leaders.commander,)
