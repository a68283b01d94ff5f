"""How a melee ends, who moves figures in first, and exhaustion."""

from collections.abc import Hashable, Mapping
from typing import Any, Literal

from rulesets.core.context import Context
from rulesets.core.fields import Inputs, choice, flag, whole
from rulesets.core.odds import dynamic_program
from rulesets.core.procedure import Example, procedure
from rulesets.core.reckoning import Reckoning
from rulesets.core.records import dataclass
from rulesets.core.weighing import Silent
from rulesets.core.words import many, signed
from rulesets.the_war_game import BOOK
from rulesets.the_war_game.rolls import Number, Opposed, Who, opposed, refused
from rulesets.the_war_game.rulings import R_217, R_218
from rulesets.the_war_game.state import Arm, Rest
from rulesets.the_war_game.tables import EXHAUSTED, EXHAUSTION, MELEE_MOVES

HERE, SECOND = BOOK.at("Deciding the outcome of a melee"), BOOK.at("The second move of melee")
DURATION, AFTER = BOOK.at("Duration of melee"), BOOK.at("Actions after a melee")
WHO: tuple[Who, Who] = ("attacker", "defender")
TWICE = 2
Does = Literal["stands", "withdraws", "retires", "holds its ground", "surrenders"]


class Fought(Inputs):
    """One side after a move of melee."""

    leads = ("lost", "morale", "left")
    lost: int = whole("Figures lost in the melee", least=0, most=99, unit="figures", default=0, help="In this move.")
    morale: Literal["good", "bad"] = choice("Morale", default="good", help="Test it after losses.")
    left: int | None = whole(
        "Figures left", least=0, most=99, unit="figures", default=None, help="Needed for the 2 to 1 rule."
    )
    lost_to_fire: int = whole(
        "Figures lost to fire", least=0, most=99, unit="figures", default=0, help="On the move of contact."
    )
    arm: Arm = choice("Troops", default="infantry")
    in_reach: int = whole(
        "Figures that can still move into contact", least=0, most=99, unit="figures", default=0, help="Within a move."
    )


NOTHING = Fought()


class Ending(Opposed):
    """Both sides at the end of a move of melee."""

    leads = ("attacker", "defender", "move")
    attacker: Fought = choice("Attacker", default=NOTHING)
    defender: Fought = choice("Defender", default=NOTHING)
    move: Literal["first", "second", "third"] = choice("Move of the melee", default="first")
    ordered_to_hold: bool = flag("Defender has written orders to hold")
    built_up: bool = flag("In a built-up area")
    part_fell_back: bool = flag("Part of one side has fallen back")

    def side(self, who: Who) -> Fought:
        """Return one side."""
        return self.attacker if who == "attacker" else self.defender


@dataclass(frozen=True)
class MeleeEnd:
    """What both sides do, and, if they fight on, the order in which they move figures in."""

    attacker: Does
    defender: Does
    fights_on: bool = False
    moves_in_first: str = ""
    order: tuple[str, ...] = ()

    def __str__(self) -> str:
        if self.fights_on:
            return f"the melee goes on; {self.moves_in_first} moves figures in first"
        return f"attacker {self.attacker}, defender {self.defender}"


def _chances(inputs: Ending, context: Context, number: Number) -> Mapping[Hashable, Any]:
    """Give both sides the same chance to move in first: equal dice are rolled again."""
    work = Silent(context=context)
    ended = _ended(inputs, work)
    if ended:
        return {ended: number(1, 1)}
    return {_goes_on(inputs, who, work): number(1, 2) for who in WHO}


@procedure(
    id="the_war_game.melee_outcome",
    title="Melee outcome",
    rules=("WG-OUTCOME", "WG-DURATION", "WG-MOVE2", "WG-TWOTOONE"),
    odds=dynamic_program(_chances),
    examples=[
        Example(
            {"attacker": {"lost": 4}, "defender": {"lost": 1, "lost_to_fire": 1}},
            "attacker withdraws, defender stands",
        ),
        Example(
            {"attacker": {"lost": 3, "in_reach": 6}, "defender": {"lost": 2, "in_reach": 4}},
            "the melee goes on; attacker moves figures in first",
            dice=(5, 3),
        ),
        Example(
            {"attacker": {"lost": 2}, "defender": {"lost": 2}, "move": "second", "ordered_to_hold": True},
            "attacker retires, defender holds its ground",
        ),
        Example(
            {"attacker": {"lost": 3, "left": 12}, "defender": {"lost": 2, "left": 6}, "move": "third"},
            "attacker stands, defender surrenders",
        ),
    ],
    tables=("the_war_game.melee_moves",),
    is_common=True,
)
def melee_outcome(inputs: Ending, work: Reckoning) -> MeleeEnd:
    """Tell who withdraws after a move of melee; if nobody does and it goes on, roll for who moves figures in first."""
    ended = _ended(inputs, work)
    if ended:
        return ended
    attacker, defender = opposed(work, cites=SECOND, subject=inputs.subject, turn=inputs.turn, what="moving in first")
    return _goes_on(inputs, "attacker" if attacker > defender else "defender", work)


def _ended(inputs: Ending, work: Reckoning) -> MeleeEnd | None:
    """Return how the melee ends with this move; None if it goes on."""
    withdrawing = [who for who in WHO if _must_withdraw(who, inputs, work)]
    if not withdrawing and _may_go_on(inputs, work):
        return None
    surrendering = _surrendering(inputs, work)
    if surrendering:
        return _end(dict.fromkeys(surrendering, "surrenders"))
    if withdrawing:
        return _end(dict.fromkeys(withdrawing, "withdraws"))
    defender: Does = "holds its ground" if inputs.ordered_to_hold else "retires"
    work.step(HERE, f"The melee is drawn: attacker retires, defender {defender}.", defender)
    return _end({"attacker": "retires", "defender": defender})


def _end(does: Mapping[str, Does]) -> MeleeEnd:
    return MeleeEnd(does.get("attacker", "stands"), does.get("defender", "stands"))


def _must_withdraw(who: Who, inputs: Ending, work: Reckoning) -> bool:
    """Tell whether a side lost twice as many, or has bad morale."""
    ours, theirs = (_losses(each, inputs) for each in (who, _other(who)))
    if ours and ours >= TWICE * theirs:
        work.step(HERE, f"The {who} lost {ours}, the {_other(who)} {theirs}: at least twice as many.", ours)
        return True
    if inputs.side(who).morale == "good":
        return False
    tests = inputs.move != "first" or ours > 0
    says = "bad morale" if tests else "no losses, so its morale doesn't count on the first move"
    work.step(HERE, f"The {who} has {says}.", tests)
    return tests


def _other(who: Who) -> Who:
    return "defender" if who == "attacker" else "attacker"


def _losses(who: Who, inputs: Ending) -> int:
    """Count a side's losses; those to fire count only on the first move."""
    side = inputs.side(who)
    if side.lost_to_fire and inputs.move != "first":
        raise refused(f"{who}.lost_to_fire", "counts only on the first move of a melee.", HERE)
    return side.lost + side.lost_to_fire


def _may_go_on(inputs: Ending, work: Reckoning) -> bool:
    """Tell whether there is another move of melee."""
    more = inputs.move == "first" or (inputs.move == "second" and (inputs.built_up or inputs.part_fell_back))
    says = "there is another move" if more else f"there is none after the {inputs.move} move"
    work.step(DURATION, f"Nobody must withdraw: {says}.", more)
    return more


def _surrendering(inputs: Ending, work: Reckoning) -> list[Who]:
    """Return the side that is outnumbered 2 to 1 after the last move (R-217)."""
    ours, theirs = inputs.attacker.left, inputs.defender.left
    if ours is None or theirs is None or inputs.move == "first":
        return []
    if inputs.move == "second" and work.chosen(R_217) != R_217.default:
        return []
    found: list[Who] = []
    if ours != theirs and max(ours, theirs) >= TWICE * min(ours, theirs):
        found = ["attacker" if ours < theirs else "defender"]
    says = f"the {found[0]} is outnumbered 2 to 1 and must surrender" if found else "nobody is outnumbered 2 to 1"
    work.step(AFTER, f"Attacker {ours} left, defender {theirs}: {says}.", says)
    return found


def _goes_on(inputs: Ending, first: Who, work: Reckoning) -> MeleeEnd:
    """Return the order in which both sides move figures in; a figure that is contacted is pinned."""
    left = {who: inputs.side(who).in_reach for who in (first, _other(first))}
    at_a_time = {
        who: work.read(MELEE_MOVES, inputs.side(who).arm, says=f"The {who} moves in at a time") for who in left
    }
    order: list[str] = []
    while any(left.values()):
        for who in (first, _other(first)):
            moved = min(left[who], at_a_time[who])
            order += [f"{who} {moved}"] if moved else []
            left[who] -= moved
    if order:
        work.step(SECOND, f"Figures move in: {', '.join(order)}. Contacted figures are pinned.", tuple(order))
    return MeleeEnd("stands", "stands", fights_on=True, moves_in_first=first, order=tuple(order))


class Tired(Inputs):
    """A unit that fell back from a drawn melee of two moves."""

    clear_moves: int = whole(
        "Clear moves since the melee", least=0, most=99, unit="moves", default=0, help="Moves without combat."
    )
    later_move: bool = flag("The new fight is in a later move", help="Its first is over.")
    fresh_attackers: bool = flag("Attackers are fresh", default=True)


@dataclass(frozen=True)
class Exhaustion:
    """What the unit may do, and what fresh attackers add to each roll of melee."""

    state: Literal["falling back", "resting", "fit"]
    attackers_add: int

    def __str__(self) -> str:
        if self.state == "fit":
            return "fit, may attack again"
        adds = f"; attackers add {signed(self.attackers_add)}" if self.attackers_add else ""
        return f"{self.state}, may only defend{adds}"


@procedure(
    id="the_war_game.exhaustion",
    title="Exhaustion",
    rules=("WG-EXHAUST",),
    examples=[
        Example({}, "falling back, may only defend; attackers add +2"),
        Example({"clear_moves": 1}, "falling back, may only defend; attackers add +1"),
        Example({"clear_moves": 1, "later_move": True}, "falling back, may only defend; attackers add +2"),
        Example({"clear_moves": 3, "fresh_attackers": False}, "resting, may only defend"),
        Example({"clear_moves": 4}, "fit, may attack again"),
    ],
    tables=("the_war_game.exhaustion", "the_war_game.exhausted"),
)
def exhaustion(inputs: Tired, work: Reckoning) -> Exhaustion:
    """Tell whether a unit still falls back or rests after a drawn melee, and what fresh attackers add."""
    back = work.read(EXHAUSTION, "falling back", says="Moves falling back")
    resting = work.read(EXHAUSTION, "resting", says="Moves resting after that")
    moves = many(inputs.clear_moves, "clear move")
    if inputs.clear_moves >= back + resting:
        work.step(AFTER, f"After {moves} the unit is fit.", "fit")
        return Exhaustion("fit", 0)
    state: Literal["falling back", "resting"] = "falling back" if inputs.clear_moves < back else "resting"
    work.step(AFTER, f"After {moves} the unit is {state}.", state)
    return Exhaustion(state, _added(inputs, work))


def _added(inputs: Tired, work: Reckoning) -> int:
    """Return what fresh attackers add (R-218)."""
    if not inputs.fresh_attackers or (inputs.clear_moves > 1 and work.chosen(R_218) != R_218.default):
        return 0
    rest, move = Rest.SOME if inputs.clear_moves else Rest.NONE, "later" if inputs.later_move else "first"
    return work.read(EXHAUSTED, rest, move, says=f"Fresh attackers, after {rest}, {move} move of the fight")
