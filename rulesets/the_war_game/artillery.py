"""Artillery: round shot, canister, and shell at troops, and fire at guns."""

from collections.abc import Hashable, Mapping
from typing import Any, Literal

from rulesets.core.context import Context
from rulesets.core.fields import choice, whole
from rulesets.core.odds import Convolution, Product, dynamic_program
from rulesets.core.procedure import Example, procedure
from rulesets.core.reckoning import Reckoning
from rulesets.core.records import dataclass
from rulesets.core.ways import joined
from rulesets.core.weighing import Silent
from rulesets.core.words import many
from rulesets.the_war_game import BOOK
from rulesets.the_war_game.rolls import (
    SIDES,
    Number,
    Rolled,
    chances_at_least,
    inches,
    named,
    refused,
    rolled_at_least,
    ways_at_least,
)
from rulesets.the_war_game.rulings import R_222, R_225
from rulesets.the_war_game.state import Band, Sector, Weapon
from rulesets.the_war_game.tables import BURST, CANISTER, DAMAGE, DAMAGE_LESS, HOWITZER, RANGES, ROUND_SHOT

BALL, CONE = BOOK.at("Roundshot"), BOOK.at("Canister")
SHELL, COUNTER = BOOK.at("Howitzer"), BOOK.at("Counter-battery fire")
MOST_FIGURES = 48
Piece = Literal["howitzer", "12-pdr Napoleon"]
Over = Literal[Sector.CENTER, Sector.BEYOND, Sector.RIGHT, Sector.SHORT, Sector.LEFT]


@dataclass(frozen=True)
class Killed:
    killed: int

    def __str__(self) -> str:
        return f"{many(self.killed, 'figure')} killed"


class Shot(Rolled):
    """A ball fired at troops."""

    leads = ("inches", "figures")
    inches: int = inches(most=60)
    figures: int = whole("Figures in its path", least=1, most=MOST_FIGURES, unit="figures")


def _ball_chances(inputs: Shot, context: Context, number: Number) -> Mapping[Hashable, Any]:
    """Count independent dice."""
    return named(chances_at_least(_ball(inputs.inches, Silent(context=context)), inputs.figures, number), Killed)


@procedure(
    id="the_war_game.round_shot",
    title="Round shot",
    rules=("WG-BALL",),
    odds=dynamic_program(_ball_chances),
    examples=[
        Example({"inches": 24, "figures": 4}, "2 figures killed", dice=(3, 2, 6, 1)),
        Example({"inches": 48, "figures": 3}, "1 figure killed", dice=(4, 5, 1)),
    ],
    tables=("the_war_game.round_shot",),
    is_common=True,
)
def round_shot(inputs: Shot, work: Reckoning) -> Killed:
    """Roll a die for each figure in the path of a ball; the number that kills rises with the range."""
    least = _ball(inputs.inches, work)
    return Killed(
        rolled_at_least(
            least,
            inputs.figures,
            work,
            cites=BALL,
            subject=inputs.subject,
            turn=inputs.turn,
            each="figure",
            does="kills",
        )
    )


def _ball(inches: int, work: Reckoning) -> int:
    return work.read(ROUND_SHOT, inches, says=f"Round shot at {inches}″ kills with")


class Cone(Rolled):
    """The canister cone with its point at the muzzle, and the figures within it."""

    leads = ("near", "middle", "far")
    near: int = whole("Figures in the near third", least=0, most=MOST_FIGURES, unit="figures", default=0)
    middle: int = whole("Figures in the middle third", least=0, most=MOST_FIGURES, unit="figures", default=0)
    far: int = whole("Figures in the far third", least=0, most=MOST_FIGURES, unit="figures", default=0)

    @property
    def figures(self) -> dict[Band, int]:
        """Return the figures by parts of the cone."""
        return {Band.NEAR: self.near, Band.MIDDLE: self.middle, Band.FAR: self.far}


def _cone_parts(inputs: Cone, context: Context, number: Number) -> Mapping[str, Mapping[Hashable, Any]]:
    """Give the kills in each third."""
    _check_cone(inputs)
    work = Silent(context=context)
    return {
        f"{band} third": chances_at_least(_canister(band, work), figures, number)
        for band, figures in inputs.figures.items()
        if figures
    }


def _cone_killed(inputs: Cone, context: Context, number: Number) -> Mapping[Hashable, Any]:
    work = Silent(context=context)
    ways = joined(*(ways_at_least(_canister(band, work), n) for band, n in inputs.figures.items() if n))
    whole = SIDES ** sum(inputs.figures.values())
    return {Killed(killed): number(n, whole) for killed, n in ways.items()}


@procedure(
    id="the_war_game.canister",
    title="Canister",
    rules=("WG-CANISTER", "WG-TEMPLATE"),
    odds=Product(parts=_cone_parts, together=_cone_killed),
    examples=[
        Example({"near": 2, "middle": 2, "far": 1}, "3 figures killed", dice=(4, 3, 5, 6, 5)),
        Example({"far": 3}, "1 figure killed", dice=(6, 5, 2)),
    ],
    tables=("the_war_game.canister", "the_war_game.canister_cone"),
    is_common=True,
)
def canister(inputs: Cone, work: Reckoning) -> Killed:
    """Roll a die for each figure under the canister cone. The cone's size is ours, since the page doesn't give it."""
    _check_cone(inputs)
    return Killed(sum(_in_cone(band, inputs, work) for band in inputs.figures))


def _check_cone(inputs: Cone) -> None:
    if not any(inputs.figures.values()):
        raise refused("near", "enter the figures in at least 1 third of the cone.", CONE)


def _in_cone(band: Band, inputs: Cone, work: Reckoning) -> int:
    figures = inputs.figures[band]
    if not figures:
        return 0
    return rolled_at_least(
        _canister(band, work),
        figures,
        work,
        cites=CONE,
        subject=(*inputs.subject, band),
        turn=inputs.turn,
        each="figure",
        does="kills",
    )


def _canister(band: Band, work: Reckoning) -> int:
    return work.read(CANISTER, band, says=f"Canister, {band} third, kills with")


class Bombing(Rolled):
    """A shell, with its burst indicator over the point of aim."""

    leads = ("inches", "center", "beyond")
    inches: int = inches(most=50, least=20)
    center: int = whole("Figures in the center", least=0, most=MOST_FIGURES, unit="figures", default=0)
    beyond: int = whole("Figures beyond it", least=0, most=MOST_FIGURES, unit="figures", default=0)
    right: int = whole("Figures on its right", least=0, most=MOST_FIGURES, unit="figures", default=0)
    short: int = whole("Figures short of it", least=0, most=MOST_FIGURES, unit="figures", default=0)
    left: int = whole("Figures on its left", least=0, most=MOST_FIGURES, unit="figures", default=0)
    piece: Piece = choice("Piece", default="howitzer")

    def figures(self, sector: Sector) -> int:
        """Return the figures in a sector."""
        return 0 if sector is Sector.MISFIRE else int(getattr(self, sector))


@dataclass(frozen=True)
class Burst:
    sector: Sector
    killed: int

    def __str__(self) -> str:
        if self.sector is Sector.MISFIRE:
            return "misfire"
        return f"bursts {PLACES[self.sector]}: {many(self.killed, 'figure')} killed"


PLACES = {
    Sector.CENTER: "in the center",
    Sector.BEYOND: "beyond",
    Sector.RIGHT: "on the right",
    Sector.SHORT: "short",
    Sector.LEFT: "on the left",
}


def _shell_chances(inputs: Bombing, context: Context, number: Number) -> Mapping[Hashable, Any]:
    """Take each sector with the dice of its figures."""
    work = Silent(context=context)
    _may_fire_shell(inputs.piece, work)
    chances: dict[Hashable, Any] = {}
    for face in range(1, SIDES + 1):
        sector = BURST.at(face, context=context)
        figures = inputs.figures(sector)
        least = _shell(work) if figures else 1
        for killed, ways in ways_at_least(least, figures).items():
            found, chance = Burst(sector, killed), number(ways, SIDES ** (figures + 1))
            chances[found] = chances[found] + chance if found in chances else chance
    return chances


@procedure(
    id="the_war_game.howitzer",
    title="Howitzer",
    rules=("WG-SHELL", "WG-TEMPLATE"),
    odds=dynamic_program(_shell_chances),
    examples=[
        Example({"inches": 30, "center": 3}, "bursts in the center: 2 figures killed", dice=(6, 4, 2, 5)),
        Example({"inches": 50, "center": 2, "beyond": 1}, "bursts beyond: 0 figures killed", dice=(5, 3)),
        Example({"inches": 20, "center": 4}, "misfire", dice=(1,)),
    ],
    tables=("the_war_game.burst", "the_war_game.howitzer", "the_war_game.burst_size"),
    is_common=True,
)
def howitzer(inputs: Bombing, work: Reckoning) -> Burst:
    """Roll for the sector of the burst indicator where the shell lands, then a die for each figure there."""
    _may_fire_shell(inputs.piece, work)
    sector = burst(inputs, work)
    figures = inputs.figures(sector)
    if not figures:
        return Burst(sector, 0)
    killed = rolled_at_least(
        _shell(work),
        figures,
        work,
        cites=SHELL,
        subject=(*inputs.subject, "effect"),
        turn=inputs.turn,
        each="figure",
        does="kills",
    )
    return Burst(sector, killed)


def burst(inputs: Rolled, work: Reckoning) -> Sector:
    """Roll for the sector where a shell lands."""
    return work.on_roll(
        SIDES,
        lambda die: work.read(BURST, die, says=f"Shell burst, d6 {die}"),
        rule=str(SHELL),
        subject=inputs.subject,
        turn=inputs.turn,
        what="the burst",
    )


def _may_fire_shell(piece: Piece, work: Reckoning) -> None:
    if piece != "howitzer" and work.chosen(R_225) != R_225.default:
        raise refused("piece", "this campaign's Napoleons fire no shell.", SHELL)


def _shell(work: Reckoning) -> int:
    return work.read(HOWITZER, "in the sector of the burst", says="In the sector of the burst, a shell kills with")


class CounterFire(Rolled):
    """A shot at a gun."""

    leads = ("inches", "total", "shot")
    inches: int = inches(most=60)
    total: int = whole("Damage of the gun so far", least=0, most=19, unit="points", default=0)
    shot: Literal["ball", "shell"] = choice("Shot", default="ball")
    sector: Over = choice("Sector over the gun", default=Sector.CENTER, help="Of the burst indicator, for a shell.")


@dataclass(frozen=True)
class GunDamage:
    """The damage of this shot and of all."""

    hit: bool
    added: int
    total: int
    state: Literal["in action", "fires every other move", "destroyed"]

    def __str__(self) -> str:
        shot = f"{many(self.added, 'point')} of damage" if self.hit else "the gun is missed"
        return f"{shot}, total {self.total}: {self.state}"


@procedure(
    id="the_war_game.counter_battery",
    title="Counter-battery fire",
    rules=("WG-COUNTER", "WG-SHELL"),
    odds=Convolution(),
    examples=[
        Example({"inches": 24, "total": 4}, "6 points of damage, total 10: fires every other move", dice=(3, 6)),
        Example({"inches": 48, "total": 12}, "2 points of damage, total 14: fires every other move", dice=(5, 4)),
        Example({"inches": 30}, "the gun is missed, total 0: in action", dice=(3,)),
        Example({"inches": 30, "shot": "shell", "total": 14}, "6 points of damage, total 20: destroyed", dice=(6, 6)),
    ],
    tables=(
        "the_war_game.round_shot",
        "the_war_game.burst",
        "the_war_game.ranges",
        "the_war_game.damage_less",
        "the_war_game.damage",
    ),
    is_common=True,
)
def counter_battery(inputs: CounterFire, work: Reckoning) -> GunDamage:
    """Roll to hit a gun, then for the damage, which adds up; at 10 it fires every other move, at 20 it is destroyed."""
    hits = _ball_hits(inputs, work) if inputs.shot == "ball" else _shell_hits(inputs, work)
    return work.after(hits, lambda hit: _hit(inputs, work) if hit else _damaged(0, inputs, work, hits=False))


def _hit(inputs: CounterFire, work: Reckoning) -> GunDamage:
    subject = (*inputs.subject, "damage")
    added = damage(inputs, work, subject=subject, inches=inputs.inches, reduced=_reduced(inputs, work))
    return work.after(added, lambda points: _damaged(points, inputs, work, hits=True))


def _damaged(added: int, inputs: CounterFire, work: Reckoning, *, hits: bool) -> GunDamage:
    total = inputs.total + added
    states: tuple[Literal["destroyed", "fires every other move"], ...] = ("destroyed", "fires every other move")
    for state in states:
        if total >= work.read(DAMAGE, f"gun {state}", says=f"Gun {state} at"):
            return GunDamage(hits, added, total, state)
    return GunDamage(hits, added, total, "in action")


def _ball_hits(inputs: CounterFire, work: Reckoning) -> bool:
    least = _ball(inputs.inches, work)
    subject = (*inputs.subject, "gun")

    def hits(die: int) -> bool:
        work.step(COUNTER, f"{die} {'hits' if die >= least else 'misses'} the gun.", die >= least, needed=least)
        return die >= least

    return work.on_roll(SIDES, hits, rule=str(COUNTER), subject=subject, turn=inputs.turn, what="the gun")


def _shell_hits(inputs: CounterFire, work: Reckoning) -> bool:
    check_shell_range(inputs.inches, work)
    return work.after(burst(inputs, work), lambda sector: sector is inputs.sector)


def check_shell_range(inches: int, work: Reckoning) -> None:
    """Refuse a shell at a target that is too near or too far."""
    least, most = (work.read(RANGES, Weapon.SHELL, end, says=f"Howitzer shell, range {end}") for end in ("from", "to"))
    if not least <= inches <= most:
        raise refused("inches", f"must be from {least} to {most} for a shell, not {inches}.", SHELL)


def _reduced(inputs: CounterFire, work: Reckoning) -> bool:
    """Tell whether distance reduces the damage (R-222)."""
    return inputs.shot == "ball" or work.chosen(R_222) != "never"


def damage(inputs: Rolled, work: Reckoning, *, subject: tuple[str, ...], inches: int, reduced: bool) -> int:
    """Roll for damage, and take off what distance costs."""
    return work.on_roll(
        SIDES,
        lambda die: less_distance(die, inches, work) if reduced else die,
        rule=str(COUNTER),
        subject=subject,
        turn=inputs.turn,
        what="damage",
    )


def less_distance(die: int, inches: int, work: Reckoning) -> int:
    """Return the damage of a die at a distance."""
    less = work.read(DAMAGE_LESS, inches, says=f"At {inches}″, damage less")
    left = max(die - less, 0)
    work.step(COUNTER, f"Damage: {die} less {less} is {left}.", left, die=die)
    return left
