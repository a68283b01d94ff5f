"""Lying down, skirmishers, works, and buildings."""

from fractions import Fraction
from typing import Literal

from rulesets.core.errors import IllegalOrder
from rulesets.core.fields import Inputs, choice, flag, whole
from rulesets.core.odds import Convolution
from rulesets.core.procedure import Example, procedure
from rulesets.core.reckoning import Reckoning
from rulesets.core.records import dataclass
from rulesets.core.words import first_up, many, number, signed
from rulesets.regimental import BOOK
from rulesets.regimental.extras import exact, fire_roll, in_key, inches, rolled, unit_name
from rulesets.regimental.rulings import R_320
from rulesets.regimental.state import Ammunition, Cover, Weapon
from rulesets.regimental.tables import (
    BUILDING,
    COMBAT_MODIFIERS,
    FIRE_MODIFIERS,
    LYING_FIRE,
    LYING_MOVE,
    SKIRMISH,
    WORKS,
)

LYING, SCREEN = BOOK.at("Lying down"), BOOK.at("Skirmishers")
DUG, HOUSE = BOOK.at("Breastworks"), BOOK.at("Buildings")


def _defense(fire: int, combat: int) -> str:
    return f"{signed(fire)} to fire at it, {signed(combat)} in combat"


class LieDown(Inputs):
    """Troops that lie down, stay down, or get up."""

    leads = ("act", "weapon", "troops")
    act: Literal["lie down", "stay down", "get up"] = choice("Act", default="lie down")
    weapon: Weapon = choice("Weapon", default=Weapon.RIFLE)
    troops: Literal["infantry", "dismounted cavalry", "mounted cavalry", "artillery"] = choice(
        "Troops", default="infantry"
    )
    charges: bool = flag("Charges this turn")


@dataclass(frozen=True)
class LyingDown:
    """What it costs, and what it changes while they lie."""

    lying: bool
    share_of_move_used: Fraction
    own_fire: Fraction
    fire_modifier: int
    combat_modifier: int

    def __str__(self) -> str:
        cost = f" for {number(self.share_of_move_used)} of a move" if self.share_of_move_used else ""
        if not self.lying:
            return f"up{cost}"
        own = "own fire in full" if self.own_fire == 1 else f"own fire times {number(self.own_fire)}"
        return f"down{cost}: {_defense(self.fire_modifier, self.combat_modifier)}, {own}"


@procedure(
    id="regimental.lying_down",
    title="Lying down",
    rules=("RG-LYING",),
    examples=[
        Example({}, "down for 1/2 of a move: −1 to fire at it, −1 in combat, own fire times 1/2"),
        Example({"act": "stay down", "weapon": "repeater"}, "down: −1 to fire at it, −1 in combat, own fire in full"),
        Example({"act": "get up"}, "up for 1/2 of a move"),
    ],
    tables=(
        "regimental.lying_move",
        "regimental.lying_fire",
        "regimental.fire_modifiers",
        "regimental.combat_modifiers",
    ),
)
def lying_down(inputs: LieDown, work: Reckoning) -> LyingDown:
    """Tell what lying down costs and changes; those who lie may not charge, and only men on foot may lie (R-310)."""
    _may_lie(inputs)
    cost = Fraction(0)
    if inputs.act != "stay down":
        cost = work.read(LYING_MOVE, inputs.act, says=lambda cost: f"To {inputs.act} takes {number(cost)} of a move.")
    if inputs.act == "get up":
        return LyingDown(lying=False, share_of_move_used=cost, own_fire=Fraction(1), fire_modifier=0, combat_modifier=0)
    return LyingDown(
        lying=True,
        share_of_move_used=cost,
        own_fire=work.read(LYING_FIRE, inputs.weapon, says=f"Fire lying down, {inputs.weapon}, fire points times"),
        fire_modifier=work.read(FIRE_MODIFIERS, "target lying down", says="Fire at those lying down"),
        combat_modifier=work.read(COMBAT_MODIFIERS, "defender lying down", says="Combat of those lying down"),
    )


def _may_lie(inputs: LieDown) -> None:
    if inputs.troops in ("mounted cavalry", "artillery"):
        raise IllegalOrder(f"troops: {inputs.troops} cannot lie down.", cites=LYING, field="troops")
    if inputs.weapon is Weapon.PISTOL:
        sentence = "weapon: pistols and shotguns are fired only in melee on horseback."
        raise IllegalOrder(sentence, cites=LYING, field="weapon")
    if inputs.charges and inputs.act != "get up":
        raise IllegalOrder("charges: troops lying down cannot charge.", cites=LYING, field="charges")


class Deploying(Inputs):
    """A unit that sends out skirmishers."""

    leads = ("troops", "stands", "inches_ahead")
    troops: Literal["infantry", "dismounted cavalry", "mounted cavalry"] = choice("Troops", default="infantry")
    stands: int = whole("Stands in the unit", least=1, most=40, unit="stands")
    inches_ahead: float = inches("Inches ahead of the unit", default=4.0)
    formed_enemy: float | None = inches(
        "Inches to the nearest formed enemy", default=None, help="Leave blank if none is near."
    )
    hidden: bool = flag("Unit is hidden")


@dataclass(frozen=True)
class Skirmishers:
    """Those who are out, and what they do for their unit; cavalry skirmishes with all its stands."""

    stands_out: int
    figures: int
    horse_holding_stands: int
    driven_in: bool
    screens_beyond: int
    fire_modifier: int

    def __str__(self) -> str:
        out = f"{many(self.stands_out, 'stand')} out as {many(self.figures, 'figure')}"
        held = f", {many(self.horse_holding_stands, 'stand')} with the horses" if self.horse_holding_stands else ""
        screen = "driven in" if self.driven_in else f"infantry fire at the unit halved beyond {self.screens_beyond}″"
        target = f"; {signed(self.fire_modifier)} to fire at them" if self.fire_modifier else ""
        return f"{out}{held}; {screen}{target}"


@procedure(
    id="regimental.skirmishers",
    title="Skirmishers",
    rules=("RG-SKIRM",),
    examples=[
        Example({"stands": 9}, "2 stands out as 6 figures; infantry fire at the unit halved beyond 8″"),
        Example(
            {"stands": 4, "troops": "dismounted cavalry"},
            "3 stands out as 9 figures, 1 stand with the horses; infantry fire at the unit halved beyond 8″; "
            "−2 to fire at them",
        ),
        Example({"stands": 3, "formed_enemy": 4}, "1 stand out as 3 figures; driven in"),
    ],
    tables=("regimental.skirmish", "regimental.fire_modifiers"),
)
def skirmishers(inputs: Deploying, work: Reckoning) -> Skirmishers:
    """Count the stands and figures that go out, and tell what they do for their unit."""
    if inputs.hidden:
        raise IllegalOrder("hidden: a hidden unit has no skirmishers out.", cites=SCREEN, field="hidden")
    reach = work.read(SKIRMISH, "inches ahead of the unit, at most", says="Inches ahead, at most")
    if exact(inputs.inches_ahead) > reach:
        sentence = f"inches_ahead: must be {reach} or less, not {number(exact(inputs.inches_ahead))}."
        raise IllegalOrder(sentence, cites=SCREEN, field="inches_ahead")
    out, holders = _who_goes(inputs, work)
    row = f"figures per {inputs.troops} stand"
    figures = out * work.read(SKIRMISH, row, says=row)
    beyond = work.read(
        SKIRMISH,
        "inches beyond which they screen from infantry fire",
        says=lambda beyond: f"They screen beyond {beyond}″.",
    )
    target = 0
    if inputs.troops != "infantry":
        target = work.read(FIRE_MODIFIERS, "target cavalry skirmishers", says="Fire at cavalry skirmishers")
    work.step(SCREEN, f"{many(out, 'stand')} out as {many(figures, 'figure')}.", out, figures=figures)
    return Skirmishers(out, figures, holders, _driven_in(inputs, work), beyond, target)


def _who_goes(inputs: Deploying, work: Reckoning) -> tuple[int, int]:
    """Return the stands that skirmish, and those that hold horses."""
    if inputs.troops == "infantry":
        each = work.read(
            SKIRMISH, "stands in the unit for each skirmishing", says=lambda each: f"One stand in {each} goes out."
        )
        return max(1, inputs.stands // each), 0
    if inputs.troops == "mounted cavalry":
        return inputs.stands, 0
    each = work.read(
        SKIRMISH, "cavalry stands for each that holds horses", says=lambda each: f"One stand in {each} holds horses."
    )
    holders = min(inputs.stands // each, inputs.stands - 1)
    return inputs.stands - holders, holders


def _driven_in(inputs: Deploying, work: Reckoning) -> bool:
    if inputs.formed_enemy is None:
        return False
    row = "inches at which formed enemies drive them in"
    reach = work.read(SKIRMISH, row, says=lambda reach: f"Formed enemies within {reach}″ drive them in.")
    return exact(inputs.formed_enemy) <= reach


class Digging(Inputs):
    """A unit that has been on the same ground for some turns."""

    turns: int = whole("Turns on the same ground", least=0, most=99, unit="turns")
    materials: bool = flag("Materials at hand", default=True, help="Fences, buildings, undergrowth, or rocks.")


@dataclass(frozen=True)
class Works:
    """The works it has, and what they change."""

    works: Cover
    fire_modifier: int = 0
    combat_modifier: int = 0

    def __str__(self) -> str:
        if self.works is Cover.NONE:
            return "no works"
        return f"{self.works}: {_defense(self.fire_modifier, self.combat_modifier)}"


@procedure(
    id="regimental.works",
    title="Works",
    rules=("RG-WORKS",),
    examples=[
        Example({"turns": 2}, "light works: −1 to fire at it, +1 in combat"),
        Example({"turns": 6}, "breastworks: −2 to fire at it, +2 in combat"),
        Example({"turns": 2, "materials": False}, "no works"),
    ],
    tables=("regimental.works", "regimental.fire_modifiers", "regimental.combat_modifiers"),
)
def works(inputs: Digging, work: Reckoning) -> Works:
    """Tell which works a unit has prepared on ground it has held for consecutive turns, with materials at hand."""
    if not inputs.materials:
        work.step(DUG, "There is nothing to build with.", Cover.NONE)
        return Works(Cover.NONE)
    for kind in (Cover.BREASTWORKS, Cover.LIGHT_WORKS):
        if inputs.turns >= work.read(WORKS, kind, says=f"Time that {kind} take"):
            fire = work.read(FIRE_MODIFIERS, f"target in {kind}", says=f"Fire at {kind}")
            combat = work.read(COMBAT_MODIFIERS, f"defender in {kind}", says=f"Combat in {kind}")
            return Works(kind, fire, combat)
    return Works(Cover.NONE)


class Inside(Inputs):
    """A building, those inside, and guns that fire at it."""

    leads = ("guns_fire", "burning_since", "stays")
    guns_fire: bool = flag("Guns fire at it")
    fire_roll: int | None = fire_roll()
    ammunition: Ammunition = choice("Ammunition", default=Ammunition.SHELL)
    burning_since: int = whole(
        "Turn in which it caught fire", least=0, most=999, default=0, help="0 if it isn't burning."
    )
    stays: bool = flag("Defenders stay inside")
    regiments: int = whole("Regiments inside", least=0, most=9, default=1)
    place: str = unit_name("Building")
    turn: int = whole("Turn", least=0, most=999, default=0)


@dataclass(frozen=True)
class Building:
    """Whether it burns, what that costs, and what it gives its defenders."""

    burning: bool
    must_leave: bool
    stands_lost: int
    fire_modifier: int
    combat_modifier: int

    def __str__(self) -> str:
        if self.stands_lost:
            return f"burning: {many(self.stands_lost, 'stand')} lost inside"
        if self.must_leave:
            return "burning: the defenders must leave this turn"
        fire = "; on fire, to be left next turn" if self.burning else ""
        return f"{_defense(self.fire_modifier, self.combat_modifier)}{fire}"


@procedure(
    id="regimental.building",
    title="Buildings",
    rules=("RG-BUILD", "RG-ARTY"),
    odds=Convolution(),
    examples=[
        Example({"guns_fire": True}, "−2 to fire at it, +2 in combat; on fire, to be left next turn", dice=(9,)),
        Example({"guns_fire": True, "fire_roll": 8}, "−2 to fire at it, +2 in combat"),
        Example({"burning_since": 3, "turn": 4}, "burning: the defenders must leave this turn"),
        Example({"burning_since": 3, "turn": 4, "stays": True}, "burning: 1 stand lost inside"),
    ],
    tables=("regimental.building", "regimental.fire_modifiers", "regimental.combat_modifiers"),
)
def building(inputs: Inside, work: Reckoning) -> Building:
    """Defend a building: hard cover for a regiment, rough to cross, blocking sight, until guns set it on fire."""
    _fits(inputs, work)
    fire = work.read(FIRE_MODIFIERS, "target in a building", says="Fire at a building")
    combat = work.read(COMBAT_MODIFIERS, "defender in a building", says="Combat in a building")
    if inputs.burning_since and inputs.turn > inputs.burning_since:
        lost = 0
        if inputs.stays and inputs.regiments:
            lost = work.read(BUILDING, "stands lost per turn in a fire", says="Stands lost inside this turn")
        work.step(HOUSE, f"It has burned since turn {inputs.burning_since}: its defenders must leave.", lost)
        return Building(burning=True, must_leave=True, stands_lost=lost, fire_modifier=fire, combat_modifier=combat)

    def fought(*, burning: bool) -> Building:
        return Building(burning=burning, must_leave=False, stands_lost=0, fire_modifier=fire, combat_modifier=combat)

    if inputs.burning_since:
        return fought(burning=True)
    return work.after(_catches_fire(inputs, work), lambda burning: fought(burning=burning))


def _fits(inputs: Inside, work: Reckoning) -> None:
    room = work.read(BUILDING, "regiments inside, at most", says="Regiments inside, at most")
    if inputs.regiments > room:
        raise IllegalOrder(
            f"regiments: must be {room} or less, not {inputs.regiments}.", cites=HOUSE, field="regiments"
        )
    if inputs.turn < inputs.burning_since:
        sentence = f"turn: must be {inputs.burning_since} or later, since it caught fire, not {inputs.turn}."
        raise IllegalOrder(sentence, cites=HOUSE, field="turn")


def _catches_fire(inputs: Inside, work: Reckoning) -> bool:
    """Tell whether the guns' roll sets it on fire (R-317, R-320)."""
    if not inputs.guns_fire:
        return False
    if work.chosen(R_320) != R_320.default and inputs.ammunition is not Ammunition.SHELL:
        work.step(HOUSE, f"{first_up(inputs.ammunition)} sets nothing on fire.", out=False)
        return False
    row = "d10 that sets it on fire, at least"
    return rolled(
        inputs.fire_roll,
        work,
        lambda die: die >= work.read(BUILDING, row, says=lambda least: f"{least} or more sets it on fire."),
        rule="RG-BUILD",
        cites=BOOK.at("Artillery"),
        what="the fire at the building",
        subject=(in_key(inputs.place),),
        turn=inputs.turn,
    )
