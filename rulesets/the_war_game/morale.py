"""Morale, the general's rally, and saves for officers."""

from collections.abc import Hashable, Mapping
from dataclasses import field
from typing import Any, Literal

from rulesets.core.context import Context
from rulesets.core.fields import choice, flag, whole
from rulesets.core.odds import Convolution, dynamic_program
from rulesets.core.procedure import Example, procedure
from rulesets.core.reckoning import Reckoning
from rulesets.core.records import dataclass
from rulesets.core.weighing import Silent
from rulesets.core.words import first_up, many, number, signed
from rulesets.the_war_game import BOOK
from rulesets.the_war_game.rolls import SIDES, Number, Rolled, chances_at_least, named, refused, rolled_each
from rulesets.the_war_game.rulings import R_219
from rulesets.the_war_game.tables import COMMAND, LOSSES, MORALE_NEEDED, OFFICER_SAVE

HERE, FIFTY = BOOK.at("Morale"), BOOK.at("The 50% rule")
RALLY, SAVE = BOOK.at("General's rally"), BOOK.at("Saving throw for officers")
LAST_TEST = 5
Doing = Literal["advancing or firing", "in melee", "falling back"]
BAD: Mapping[str, str] = {
    "advancing or firing": "halts for the next move and cannot fire",
    "in melee": "breaks off and makes a full move to the rear",
    "falling back": "keeps falling back",
}
STAYS = {"first move of melee": "may finish the second move of the melee", "in houses": "may remain in the houses"}


class Testing(Rolled):
    """A unit of infantry or cavalry that tests its morale."""

    leads = ("lost", "doing", "test")
    lost: int = whole("Rank and file lost", least=0, most=120, unit="figures", default=0)
    doing: Doing = choice("The unit is", default="advancing or firing")
    test: int = whole(
        "Test", least=1, most=LAST_TEST, default=1, help="1 for the first; after bad morale 2, 3, 4, and 5."
    )
    original: int = whole(
        "Original rank and file", least=1, most=120, unit="figures", default=24, help="12 in cavalry."
    )
    colonel: bool = flag("Colonel present", default=True)
    first_officer: bool = flag("First other officer present", default=True)
    second_officer: bool = flag("Second other officer present", default=True)
    at_half: Literal["in the open", "first move of melee", "in houses"] = choice(
        "If half are lost", default="in the open", help="Where it lost them; in melee or houses it may stay."
    )


@dataclass(frozen=True)
class Morale:
    """The state of the unit, what it does, and what its next test needs; 0 is no further test."""

    state: Literal["good morale", "bad morale", "half strength"]
    does: str
    needs_next: int = 0

    @property
    def good(self) -> bool:
        """Tell whether the morale is good."""
        return self.state == "good morale"

    def __str__(self) -> str:
        following = f"; needs {self.needs_next} next" if self.needs_next else ""
        return f"{self.state}: {self.does}{following}"


@procedure(
    id="the_war_game.morale",
    title="Morale",
    rules=("WG-MORALE", "WG-FIFTY"),
    odds=Convolution(),
    examples=[
        Example({"lost": 4}, "good morale: carries on", dice=(1,)),
        Example(
            {"lost": 6, "colonel": False, "doing": "in melee"},
            "bad morale: breaks off and makes a full move to the rear; needs 7 next",
            dice=(4,),
        ),
        Example({"test": 5, "doing": "falling back", "lost": 6}, "bad morale: dispersed", dice=(5,)),
        Example({"lost": 12}, "half strength: goes to the rear for good"),
    ],
    tables=("the_war_game.command", "the_war_game.losses", "the_war_game.morale_needed"),
    is_common=True,
)
def morale(inputs: Testing, work: Reckoning) -> Morale:
    """Add a die to the officers' points, less those for losses. A unit that lost half its men goes to the rear."""
    if inputs.lost > inputs.original:
        raise refused("lost", f"must be {inputs.original} or less, not {inputs.lost}.", HERE)
    half = 2 * inputs.lost >= inputs.original
    if half:
        stays = STAYS.get(inputs.at_half)
        says = (
            f"{inputs.lost} of {inputs.original} lost, half or more: the unit {stays or 'goes to the rear for good'}."
        )
        work.step(FIFTY, says, stays or "rear")
        if not stays:
            return Morale("half strength", "goes to the rear for good")
    points = _command(inputs, work) + _losses(inputs, work)
    return work.on_roll(
        SIDES,
        lambda die: _tested(die, points, inputs, work, half=half),
        rule=str(HERE),
        subject=inputs.subject,
        turn=inputs.turn,
        what="morale",
    )


def _tested(die: int, points: int, inputs: Testing, work: Reckoning, *, half: bool) -> Morale:
    needed = work.read(MORALE_NEEDED, inputs.test, says=f"Test {inputs.test} needs")
    score = points + die
    says = f"Points {number(points)} and die {die}: {score}, {'good' if score >= needed else 'bad'}."
    work.step(HERE, says, score, points=points, die=die, needed=needed)
    return _good(inputs, half=half) if score >= needed else _bad(inputs, work)


def _command(inputs: Testing, work: Reckoning) -> int:
    """Add up the points of the officers present (R-220)."""
    present = {
        "colonel": inputs.colonel,
        "first other officer": inputs.first_officer,
        "second other officer": inputs.second_officer,
    }
    return sum(work.read(COMMAND, officer) for officer, there in present.items() if there)


def _losses(inputs: Testing, work: Reckoning) -> int:
    """Return the points for losses; only the worse counts (R-219)."""
    reached = [
        row for row in LOSSES.rows if inputs.lost >= LOSSES.at(row, "share", context=work.context) * inputs.original
    ]
    if reached and work.chosen(R_219) == R_219.default:
        reached = reached[-1:]
    return sum(_lost(row, work) for row in reached)


def _lost(row: str, work: Reckoning) -> int:
    return int(work.read(LOSSES, row, "points", says=lambda points: f"{first_up(row)} lost: {signed(points)}."))


def _good(inputs: Testing, *, half: bool) -> Morale:
    if half:
        return Morale("good morale", STAYS[inputs.at_half])
    return Morale("good morale", "carries on" if inputs.test == 1 else "rallies")


def _bad(inputs: Testing, work: Reckoning) -> Morale:
    if inputs.test == LAST_TEST:
        return Morale("bad morale", "dispersed")
    following = MORALE_NEEDED.at(inputs.test + 1, context=work.context)
    return Morale("bad morale", BAD[inputs.doing], following)


class Rallying(Rolled):
    """A retiring unit that a general has reached and joined."""

    leads = ("half_lost",)
    half_lost: bool = flag("Unit at half strength or less", help="Then it can't be rallied.")


@dataclass(frozen=True)
class FitIn:
    moves: int

    def __str__(self) -> str:
        return f"fit in {many(self.moves, 'move')}; the general stays with the unit"


@procedure(
    id="the_war_game.rally",
    title="General's rally",
    rules=("WG-RALLY",),
    odds=Convolution(),
    examples=[Example({}, "fit in 3 moves; the general stays with the unit", dice=(3,))],
)
def rally(inputs: Rallying, work: Reckoning) -> FitIn:
    """Roll for the moves until a retiring unit is fit for action. The general who joined it stays for the battle."""
    if inputs.half_lost:
        raise refused("half_lost", "a unit at half strength or less can't be rallied.", RALLY)

    def fit(moves: int) -> FitIn:
        work.step(RALLY, f"The unit is fit for action in {many(moves, 'move')}.", moves)
        return FitIn(moves)

    what = "the rally"
    return work.on_roll(SIDES, fit, rule=str(RALLY), subject=inputs.subject, turn=inputs.turn, what=what)


class Saving(Rolled):
    """Officers who are hit."""

    leads = ("officers",)
    officers: int = whole("Officers hit", least=1, most=9, unit="officers", default=1)


@dataclass(frozen=True)
class Saved:
    """How many officers are saved; odds count them, and `dead_numbers` tells which dice failed."""

    saved: int
    dead: int
    dead_numbers: tuple[int, ...] = field(default=(), compare=False)

    def __str__(self) -> str:
        if self.saved + self.dead == 1:
            return "saved" if self.saved else "dead"
        return f"{self.saved} saved, {self.dead} dead"


def _save_chances(inputs: Saving, context: Context, number: Number) -> Mapping[Hashable, Any]:
    """Count independent dice."""
    chances = chances_at_least(_saved_with(Silent(context=context)), inputs.officers, number)
    return named(chances, lambda saved: Saved(saved, inputs.officers - saved))


@procedure(
    id="the_war_game.officer_save",
    title="Save for officers",
    rules=("WG-OFFSAVE",),
    odds=dynamic_program(_save_chances),
    examples=[
        Example({}, "saved", dice=(5,)),
        Example({}, "dead", dice=(4,)),
        Example({"officers": 3}, "1 saved, 2 dead", dice=(1, 6, 3)),
    ],
    tables=("the_war_game.officer_save",),
    is_common=True,
)
def officer_save(inputs: Saving, work: Reckoning) -> Saved:
    """Roll a die for each officer who is hit by fire or in combat."""
    least = _saved_with(work)
    faces = rolled_each(
        least,
        inputs.officers,
        work,
        cites=SAVE,
        subject=inputs.subject,
        turn=inputs.turn,
        each="officer",
        does="saves",
    )
    dead = tuple(n for n, face in enumerate(faces, 1) if face < least)
    return Saved(inputs.officers - len(dead), len(dead), dead)


def _saved_with(work: Reckoning) -> int:
    return work.read(OFFICER_SAVE, "is saved with", says="An officer is saved with")
