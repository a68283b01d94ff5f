"""Artillery at houses: round shot, shell, and fire."""

from collections.abc import Hashable, Mapping
from typing import Any, Literal

from rulesets.core.context import Context
from rulesets.core.fields import several, whole
from rulesets.core.odds import Convolution, dynamic_program
from rulesets.core.procedure import Example, procedure
from rulesets.core.reckoning import Reckoning
from rulesets.core.records import dataclass
from rulesets.core.weighing import Silent
from rulesets.core.words import many, ordinal
from rulesets.the_war_game import BOOK
from rulesets.the_war_game.artillery import Over, burst, check_shell_range, less_distance
from rulesets.the_war_game.rolls import SIDES, Number, Rolled, inches, ways_at_least
from rulesets.the_war_game.rulings import R_222, R_223
from rulesets.the_war_game.state import Sector
from rulesets.the_war_game.tables import DAMAGE, FIRE_SPREAD, HOUSE_SHELL, HOUSE_SHOT

HERE = BOOK.at("Round Shot effect on houses")
PENETRATES = {
    "none": (0, False),
    "kills 1, stops": (1, False),
    "kills 2, goes on": (2, True),
    "kills 3, goes on": (3, True),
}
State = Literal["stands", "on fire", "in ruins", "as before"]


class Hit(Rolled):
    """A house under fire."""

    inches: int = inches(most=60)
    total: int = whole("Damage of the house so far", least=0, most=19, unit="points", default=0)
    garrison: int | None = whole(
        "Figures in the house", least=0, most=99, unit="figures", default=None, help="No more than these can be killed."
    )

    def killed(self, wanted: int) -> int:
        """Return how many of the garrison are killed."""
        return wanted if self.garrison is None else min(wanted, self.garrison)


class BallAtHouse(Hit):
    """A ball that hits a house."""

    leads = ("inches", "total", "garrison")


@dataclass(frozen=True)
class HouseShot:
    """The effect of a ball on the garrison and the house."""

    penetrates: bool
    killed: int
    goes_further: bool
    total: int
    state: State

    def __str__(self) -> str:
        through = "goes on" if self.goes_further else "stops"
        ball = f"{many(self.killed, 'figure')} killed, the ball {through}" if self.penetrates else "no penetration"
        return f"{ball}; damage {self.total}, house {self.state}"


@procedure(
    id="the_war_game.house_shot",
    title="Round shot at a house",
    rules=("WG-HOUSE",),
    odds=Convolution(),
    examples=[
        Example({"inches": 36}, "3 figures killed, the ball goes on; damage 5, house stands", dice=(6,)),
        Example({"inches": 40, "total": 17}, "1 figure killed, the ball stops; damage 20, house in ruins", dice=(4,)),
        Example({"inches": 60}, "no penetration; damage 2, house stands", dice=(4,)),
    ],
    tables=("the_war_game.house_shot", "the_war_game.damage_less", "the_war_game.damage"),
)
def house_shot(inputs: BallAtHouse, work: Reckoning) -> HouseShot:
    """Roll a die for a ball that hits a house: whom it kills, whether it goes on, and what it adds to the damage."""
    subject = (*inputs.subject, "house")
    return work.on_roll(
        SIDES,
        lambda die: _shot(die, inputs, work),
        rule=str(HERE),
        subject=subject,
        turn=inputs.turn,
        what="the house",
    )


def _shot(die: int, inputs: BallAtHouse, work: Reckoning) -> HouseShot:
    effect = work.read(HOUSE_SHOT, inputs.inches, die, says=f"Round shot at a house, {inputs.inches}″, d6 {die}")
    kills, goes_on = PENETRATES[effect]
    counts = kills or work.chosen(R_223) == R_223.default
    total = inputs.total + (less_distance(die, inputs.inches, work) if counts else 0)
    state: State = "in ruins" if _reaches("house in ruins", total, work) else "stands"
    return HouseShot(kills > 0, inputs.killed(kills), goes_on, total, state)


def _reaches(what: str, total: int, work: Reckoning) -> bool:
    says = f"The house has {many(total, 'point')} of damage"
    return total >= work.read(
        DAMAGE, what, says=lambda least: f"{says}; a {what.replace('house', 'house is')} at {least}."
    )


class ShellAtHouse(Hit):
    """A shell with its burst indicator over a house."""

    leads = ("inches", "total", "garrison")
    sectors: tuple[Over, ...] = several(
        "Sectors over the house", least=1, most=5, default=(Sector.CENTER,), help="Of the burst indicator."
    )


@dataclass(frozen=True)
class HouseShell:
    """The effect of a shell on the garrison and the house."""

    hit: bool
    killed: int
    total: int
    state: State

    def __str__(self) -> str:
        if not self.hit:
            return "the house is missed"
        leave = "; troops leave and keep 3″ away" if self.state == "on fire" else ""
        return f"{many(self.killed, 'figure')} killed; damage {self.total}, house {self.state}{leave}"


@procedure(
    id="the_war_game.house_shell",
    title="Shell at a house",
    rules=("WG-HOUSESHELL",),
    odds=Convolution(),
    examples=[
        Example({"inches": 30}, "2 figures killed; damage 5, house stands", dice=(6, 5)),
        Example(
            {"inches": 45, "total": 7},
            "0 figures killed; damage 10, house on fire; troops leave and keep 3″ away",
            dice=(6, 3),
        ),
        Example({"inches": 30}, "the house is missed", dice=(4,)),
    ],
    tables=(
        "the_war_game.burst",
        "the_war_game.ranges",
        "the_war_game.house_shell",
        "the_war_game.damage_less",
        "the_war_game.damage",
        "the_war_game.fire_spread",
    ),
)
def house_shell(inputs: ShellAtHouse, work: Reckoning) -> HouseShell:
    """Roll for the burst of a shell, then for a house that it hits: killed and damage. At 10 points it is on fire."""
    check_shell_range(inputs.inches, work)

    def landed(sector: Sector) -> HouseShell:
        if sector in inputs.sectors:
            return _hit(inputs, work)
        return HouseShell(hit=False, killed=0, total=inputs.total, state="as before")

    return work.after(burst(inputs, work), landed)


def _hit(inputs: ShellAtHouse, work: Reckoning) -> HouseShell:
    return work.on_roll(
        SIDES,
        lambda die: _shelled(die, inputs, work),
        rule=str(HERE),
        subject=(*inputs.subject, "house"),
        turn=inputs.turn,
        what="the house",
    )


def _shelled(die: int, inputs: ShellAtHouse, work: Reckoning) -> HouseShell:
    killed = inputs.killed(work.read(HOUSE_SHELL, die, says=f"Shell in a house, d6 {die}, killed"))
    reduced = work.chosen(R_222) == "at guns and houses"
    total = inputs.total + (less_distance(die, inputs.inches, work) if reduced else die)
    return HouseShell(hit=True, killed=killed, total=total, state=_state(total, work))


def _state(total: int, work: Reckoning) -> State:
    """Return the state of a house that a shell has hit."""
    if _reaches("house in ruins", total, work):
        return "in ruins"
    if not _reaches("house on fire", total, work):
        return "stands"
    work.read(FIRE_SPREAD, "moves that it burns", says=lambda moves: f"It burns for {moves} moves, then it is a ruin.")
    work.read(FIRE_SPREAD, "inches that troops keep away", says=lambda inches: f"Troops leave and keep {inches}″ away.")
    return "on fire"


class Burning(Rolled):
    """A house of two sections, the first of which burns."""

    leads = ("moves",)
    moves: int = whole(
        "Moves to roll for", least=1, most=15, unit="moves", default=1, help="It burns for 15; rolls end with a catch."
    )


@dataclass(frozen=True)
class Spread:
    """The move on which the second section catches fire; 0 if it doesn't."""

    caught_on: int
    of: int

    def __str__(self) -> str:
        if not self.caught_on:
            return "the second section doesn't catch fire"
        when = f" on the {ordinal(self.caught_on)} move" if self.of > 1 else ""
        return f"the second section catches fire{when}"


def _spread_chances(inputs: Burning, context: Context, number: Number) -> Mapping[Hashable, Any]:
    """Multiply the chances of every move without a catch."""
    catches = ways_at_least(_catches_with(Silent(context=context)), 1)
    chances: dict[Hashable, Any] = {
        Spread(move, inputs.moves): number(catches[0] ** (move - 1) * catches[1], SIDES**move)
        for move in range(1, inputs.moves + 1)
    }
    return chances | {Spread(0, inputs.moves): number(catches[0] ** inputs.moves, SIDES**inputs.moves)}


@procedure(
    id="the_war_game.fire_spread",
    title="Fire spreads",
    rules=("WG-FIRESPREAD",),
    odds=dynamic_program(_spread_chances),
    examples=[
        Example({}, "the second section catches fire", dice=(3,)),
        Example({"moves": 3}, "the second section catches fire on the 2nd move", dice=(2, 5)),
        Example({"moves": 2}, "the second section doesn't catch fire", dice=(1, 2)),
    ],
    tables=("the_war_game.fire_spread",),
)
def fire_spread(inputs: Burning, work: Reckoning) -> Spread:
    """Roll each move that a house of 2 sections burns in one of them, until the other catches fire."""
    least = _catches_with(work)
    for move in range(1, inputs.moves + 1):
        subject = (*inputs.subject, ordinal(move))
        die = work.roll(SIDES, rule=str(HERE), subject=subject, turn=inputs.turn, what="the second section").total
        if die >= least:
            return Spread(move, inputs.moves)
    return Spread(0, inputs.moves)


def _catches_with(work: Reckoning) -> int:
    return work.read(FIRE_SPREAD, "second section catches with", says="The second section catches with")
