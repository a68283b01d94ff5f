"""Musketry: who fires first, the volley, and which figures are hit."""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import field
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from rulesets.core.context import Context
from rulesets.core.fields import choice, flag, no_yes, several, whole, words
from rulesets.core.odds import Convolution, dynamic_program
from rulesets.core.procedure import Example, procedure
from rulesets.core.reckoning import Reckoning
from rulesets.core.records import dataclass
from rulesets.core.ways import joined, merged, sums
from rulesets.core.weighing import Silent
from rulesets.core.words import first_up, many, ordinal
from rulesets.the_war_game import BOOK
from rulesets.the_war_game.ranges import SmallArms, musket_band
from rulesets.the_war_game.rolls import SIDES, Number, Rolled, Timed, in_key, inches, refused
from rulesets.the_war_game.rulings import R_203, R_204, R_206
from rulesets.the_war_game.state import Weapon
from rulesets.the_war_game.tables import MUSKETRY

HERE = BOOK.at("Musketry")
GROUP, HALF_GROUP = 6, 3
MOST_FIGURES = 54


class Exchange(Timed):
    """Two units that fire at each other."""

    leads = ("union", "confederate")
    union: str = words("Union unit", default="", most=40)
    confederate: str = words("Confederate unit", default="", most=40)


@dataclass(frozen=True)
class FirstFire:
    """The side that fires first; neither, when both fire at once."""

    first: Literal["USA", "CSA", ""]

    def __str__(self) -> str:
        if not self.first:
            return "both fire at the same time"
        return f"{self.first} fires first; {'CSA' if self.first == 'USA' else 'USA'} replies with the figures left"


@procedure(
    id="the_war_game.who_fires_first",
    title="Who fires first",
    rules=("WG-WHOFIRST",),
    odds=Convolution(),
    examples=[
        Example({}, "USA fires first; CSA replies with the figures left", dice=(5, 2)),
        Example({}, "both fire at the same time", dice=(4, 4)),
    ],
    is_common=True,
)
def who_fires_first(inputs: Exchange, work: Reckoning) -> FirstFire:
    """Roll a die for each side. The higher fires first, and the other replies with the figures it has left."""
    subject = in_key(inputs.union), in_key(inputs.confederate)

    def rolled(side: str, then: Callable[[int], FirstFire]) -> FirstFire:
        what = f"{side}'s fire"
        return work.on_roll(SIDES, then, rule=str(HERE), subject=(side, *subject), turn=inputs.turn, what=what)

    return rolled("USA", lambda usa: rolled("CSA", lambda csa: _first(usa, csa, work)))


def _first(usa: int, csa: int, work: Reckoning) -> FirstFire:
    found = FirstFire("" if usa == csa else "USA" if usa > csa else "CSA")
    work.step(HERE, f"USA {usa}, CSA {csa}: {found}.", found.first, usa=usa, csa=csa)
    return found


class Volley(Rolled):
    """A volley of close-order infantry, or of a unit with other small arms."""

    leads = ("firers", "inches", "in_cover")
    firers: int = whole("Figures firing", least=1, most=120, unit="figures")
    inches: int = inches(most=24)
    in_cover: bool = flag("Target in cover")
    first_volley: bool = flag("First volley", help="The unit's first in this battle.")
    weapon: SmallArms = choice("Weapon", default=Weapon.RIFLE)


@dataclass(frozen=True)
class Casualties:
    casualties: int

    def __str__(self) -> str:
        return many(self.casualties, "casualty")


@dataclass(frozen=True)
class _Dice:
    """The dice of a volley, what is deducted, and how."""

    full: int
    half: int
    less: int
    from_each: bool

    @property
    def all(self) -> int:
        return self.full + self.half

    def casualties(self, faces: tuple[int, ...]) -> list[int]:
        """Return what is left of each die, or of their sum."""
        if not self.from_each:
            halved = [face // 2 for face in faces[self.full :]]
            return [max(sum(faces[: self.full]) + sum(halved) - self.less, 0)]
        left = [max(face - self.less, 0) for face in faces]
        return [*left[: self.full], *(each // 2 for each in left[self.full :])]


def _volley_chances(inputs: Volley, context: Context, number: Number) -> Mapping[Hashable, Any]:
    """Add up independent dice."""
    dice = _dice_of(inputs, Silent(context=context))
    less, once = (dice.less, 0) if dice.from_each else (0, dice.less)
    one, half = (_Dice(n, 1 - n, less, from_each=True) for n in (1, 0))
    parts = [sums(_left_of(each), count) for each, count in ((one, dice.full), (half, dice.half))]
    ways = merged((max(left - once, 0), n) for left, n in joined(*parts).items())
    return {Casualties(left): number(n, SIDES**dice.all) for left, n in ways.items()}


def _left_of(die: _Dice) -> dict[int, int]:
    return merged((left, 1) for face in range(1, SIDES + 1) for left in die.casualties((face,)))


@procedure(
    id="the_war_game.musketry",
    title="Musketry",
    rules=("WG-MUSKET",),
    odds=dynamic_program(_volley_chances),
    examples=[
        Example({"firers": 24, "inches": 8}, "7 casualties", dice=(6, 3, 4, 1)),
        Example({"firers": 12, "inches": 20, "in_cover": True}, "1 casualty", dice=(6, 5)),
        Example({"firers": 18, "inches": 16, "first_volley": True}, "6 casualties", dice=(5, 2, 5)),
        Example({"firers": 5, "inches": 4}, "0 casualties"),
    ],
    tables=("the_war_game.musketry", "the_war_game.musket_bands"),
    is_common=True,
)
def musketry(inputs: Volley, work: Reckoning) -> Casualties:
    """Roll a die for each group of 6 firers, and take the deduction for range and cover from each."""
    dice = _dice_of(inputs, work)
    if not dice.all:
        work.step(HERE, f"{many(inputs.firers, 'figure')} can't fill a group of {GROUP}: no die.", 0)
        return Casualties(0)
    what = f"{many(dice.all, 'group')} of firers" if dice.all > 1 else "the group of firers"
    faces = work.roll(SIDES, rule=str(HERE), subject=inputs.subject, turn=inputs.turn, count=dice.all, what=what).faces
    left = dice.casualties(faces)
    total = sum(left)
    kept = " + ".join(map(str, left))
    whole_sum = kept if len(left) == 1 else f"{kept} = {total}"
    each = "Each die" if dice.from_each else "The sum"
    work.step(HERE, f"{each} less {dice.less}: {whole_sum}.", total, deduction=dice.less)
    return Casualties(total)


def _dice_of(inputs: Volley, work: Reckoning) -> _Dice:
    band = musket_band(inputs.weapon, inputs.inches, work)
    volley = "first" if inputs.first_volley else "normal"
    cover = "cover" if inputs.in_cover else "open"
    fired = f"{first_up(volley)} volley, {band} band, target in {'cover' if inputs.in_cover else 'the open'}"
    less = work.read(MUSKETRY, band, f"{volley}, {cover}", says=lambda less: f"{fired}: deduct {less}.")
    full, rest = divmod(inputs.firers, GROUP)
    half = rest >= HALF_GROUP and work.chosen(R_204) != R_204.default
    return _Dice(full, int(half), less, work.chosen(R_203) == R_203.default)


Numbered = Annotated[int, Field(ge=1, le=MOST_FIGURES), BeforeValidator(no_yes)]


class Target(Rolled):
    """A target and its casualties. Its figures are numbered through, and each 6 of them make a group."""

    leads = ("figures", "casualties", "officers")
    figures: int = whole("Target figures", least=1, most=MOST_FIGURES, unit="figures")
    casualties: int = whole("Casualties", least=1, most=60, unit="casualties")
    officers: tuple[Numbered, ...] = several(
        "Numbers of the officers", most=9, default=(), help="Among the target figures: 7 is the first of the 2nd group."
    )

    @property
    def groups(self) -> list[range]:
        """Return the numbers of the figures of each group."""
        return [range(n, min(n + GROUP, self.figures + 1)) for n in range(1, self.figures + 1, GROUP)]


@dataclass(frozen=True)
class Hits:
    """How many figures are hit; odds count them, and `numbers` names them."""

    killed: int
    officers: int
    numbers: tuple[int, ...] = field(default=(), compare=False)

    def __str__(self) -> str:
        killed = f"{many(self.killed, 'figure')} killed"
        return f"{killed}, {many(self.officers, 'officer')} hit" if self.officers else killed


def _hit_chances(inputs: Target, context: Context, number: Number) -> Mapping[Hashable, Any]:
    """Follow each group from die to die, and join the groups."""
    work = Silent(context=context)
    _check_officers(inputs)
    again = work.chosen(R_206) != R_206.default
    total, whole = {(0, 0): 1}, 1
    for n, group in enumerate(inputs.groups):
        sides = len(group) if again else SIDES
        one, whole = _group_ways(inputs, n, sides), whole * sides ** _share(inputs, n)
        both: dict[tuple[int, int], int] = {}
        for (men, officers), ways in total.items():
            for (more, fallen), other in one.items():
                key = men + more, officers + fallen
                both[key] = both.get(key, 0) + ways * other
        total = both
    return {Hits(*counted): number(ways, whole) for counted, ways in total.items()}


def _group_ways(inputs: Target, n: int, sides: int) -> dict[tuple[int, int], int]:
    """Return the ways to hit so many men and officers in one group."""
    officers = len(set(inputs.groups[n]) & set(inputs.officers))
    men = len(inputs.groups[n]) - officers
    ways = {(0, 0): 1}
    for _ in range(_share(inputs, n)):
        after: dict[tuple[int, int], int] = {}
        for (fallen, lost), so_far in ways.items():
            hits = (((fallen + 1, lost), men - fallen), ((fallen, lost + 1), officers - lost))
            missed = sides - men - officers + fallen + lost
            for key, count in (*hits, ((fallen, lost), missed)):
                if count:
                    after[key] = after.get(key, 0) + so_far * count
        ways = after
    return ways


def _share(inputs: Target, n: int) -> int:
    """Return the casualties of one group: they go to the groups in turn (R-205)."""
    every, rest = divmod(inputs.casualties, len(inputs.groups))
    return every + (n < rest)


def _check_officers(inputs: Target) -> None:
    for officer in inputs.officers:
        if officer > inputs.figures:
            raise refused("officers", f"must be {inputs.figures} or less, not {officer}.", HERE)
        if inputs.officers.count(officer) > 1:
            raise refused("officers", f"{officer} is listed twice.", HERE)


@procedure(
    id="the_war_game.who_is_hit",
    title="Who is hit",
    rules=("WG-WHOHIT",),
    odds=dynamic_program(_hit_chances),
    examples=[
        Example({"figures": 6, "casualties": 3}, "2 figures killed", dice=(4, 1, 4)),
        Example({"figures": 12, "casualties": 2, "officers": [8]}, "1 figure killed, 1 officer hit", dice=(3, 2)),
        Example({"figures": 10, "casualties": 2}, "1 figure killed", dice=(2, 6)),
    ],
    is_common=True,
)
def who_is_hit(inputs: Target, work: Reckoning) -> Hits:
    """Roll a die for each casualty among its group of 6. A second hit on a figure is lost, and officers roll saves."""
    _check_officers(inputs)
    thrown = work.roll(
        SIDES,
        rule=str(HERE),
        subject=(*inputs.subject, "hit"),
        turn=inputs.turn,
        count=inputs.casualties,
        what=many(inputs.casualties, "casualty") if inputs.casualties > 1 else "the casualty",
    )
    hit: list[int] = []
    for n, face in enumerate(thrown.faces):
        group = n % len(inputs.groups)
        figure = _figure(inputs, group, face, work)
        work.step(HERE, _told(n, group, figure, hit, inputs), figure)
        hit += [figure] if figure and figure not in hit else []
    officers = len(set(hit) & set(inputs.officers))
    return Hits(len(hit) - officers, officers, tuple(sorted(hit)))


def _figure(inputs: Target, group: int, face: int, work: Reckoning) -> int:
    """Return the figure with this number in its group; 0 if there is none (R-206)."""
    figures = inputs.groups[group]
    while face > len(figures) and work.chosen(R_206) != R_206.default:
        subject = (*inputs.subject, "hit", ordinal(group + 1))
        what = f"the {ordinal(group + 1)} group again"
        face = work.roll(SIDES, rule=str(HERE), subject=subject, turn=inputs.turn, what=what).total
    return figures[face - 1] if face <= len(figures) else 0


def _told(n: int, group: int, figure: int, hit: list[int], inputs: Target) -> str:
    begins = f"{ordinal(n + 1)} casualty, {ordinal(group + 1)} group"
    if not figure:
        return f"{begins}: nobody has this number, a miss."
    who = "an officer" if figure in inputs.officers else "hit"
    return f"{begins}: figure {figure}, {'hit before' if figure in hit else who}."
