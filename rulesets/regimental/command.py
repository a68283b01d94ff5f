"""Command radius, and fallen leaders."""

from typing import Literal

from rulesets.core.errors import IllegalOrder
from rulesets.core.fields import Inputs, choice, flag, whole
from rulesets.core.odds import Convolution
from rulesets.core.procedure import Example, procedure
from rulesets.core.reckoning import Reckoning
from rulesets.core.records import dataclass
from rulesets.core.words import a, first_up, many, number, signed
from rulesets.regimental import BOOK
from rulesets.regimental.extras import DIE, exact, in_key, inches, unit_name
from rulesets.regimental.rulings import R_303
from rulesets.regimental.state import Fall, Light, Rank
from rulesets.regimental.tables import (
    COMMAND_RADIUS,
    COMMAND_RANKS,
    FALLEN,
    FALLEN_EFFECT,
    LEADER_RISK,
    MANEUVER_MODIFIERS,
)

FALLS = BOOK.at("Fallen leaders")


class Commanding(Inputs):
    """A Fire and Fury command stand, and the unit that it may command."""

    leads = ("command_stand", "inches_to_unit", "inches_to_target")
    command_stand: Literal["brigade", "division", "corps", "army"] = choice(
        "Fire and Fury command stand", default="brigade"
    )
    inches_to_unit: float = inches("Inches to the unit")
    inches_to_target: float | None = inches(
        "Inches to the nearest unit fired at", default=None, help="Leave blank if none is fired at."
    )
    on_foot: bool = flag("On foot", help="His horse was killed.")
    light: Light = choice("Light", default=Light.DAY)


@dataclass(frozen=True)
class Command:
    """His command here, whether the unit is in radius, and whether fire endangers him."""

    rank: str
    radius: int
    in_radius: bool
    at_risk: bool

    def __str__(self) -> str:
        where = "in" if self.in_radius else "out of"
        return f"{self.rank} commander: unit {where} his {self.radius}″ radius{', under fire' if self.at_risk else ''}"


@procedure(
    id="regimental.command",
    title="Command radius",
    rules=("RG-CMD",),
    examples=[
        Example({"inches_to_unit": 18}, "regimental commander: unit in his 18″ radius"),
        Example(
            {"command_stand": "division", "inches_to_unit": 10, "on_foot": True, "inches_to_target": 2},
            "brigade commander: unit out of his 9″ radius, under fire",
        ),
    ],
    tables=("regimental.command_ranks", "regimental.command_radius", "regimental.leader_risk"),
)
def command(inputs: Commanding, work: Reckoning) -> Command:
    """Tell who a command stand is here, whether a unit is in his radius, and whether he is under fire."""
    stand = inputs.command_stand
    rank = work.read(COMMAND_RANKS, stand, says=lambda rank: f"{first_up(a(stand))} stand is {a(rank)} commander here.")
    radius = min(work.read(COMMAND_RADIUS, row, says=f"Radius {row}") for row in _radii(inputs))
    in_radius = exact(inputs.inches_to_unit) <= radius
    found = Command(rank, radius, in_radius, _at_risk(inputs.inches_to_target, rank, work))
    says = f"The unit is {number(exact(inputs.inches_to_unit))}″ away, {'in' if in_radius else 'out of'} radius."
    work.step(BOOK.at("Command radius"), says, in_radius)
    return found


def _radii(inputs: Commanding) -> list[str]:
    rows = ["on foot" if inputs.on_foot else "on horseback"]
    return rows + {Light.DAY: [], Light.TWILIGHT: ["in twilight"], Light.DARK: ["in the dark"]}[inputs.light]


def _at_risk(distance: float | None, rank: str, work: Reckoning) -> bool:
    """Tell whether a commander is near enough to a target to be hit (R-303)."""
    if distance is None:
        return False
    row = "from a unit that is a target"
    reach = work.read(LEADER_RISK, row, says=lambda reach: f"Commanders within {reach}″ of a target are under fire.")
    everybody = work.chosen(R_303) != R_303.default
    return exact(distance) <= reach and (everybody or rank == "brigade")


class AtRisk(Inputs):
    """A commander, or a regiment's colors, when fire or combat puts them at risk."""

    leads = ("rank", "with_colors", "swept")
    rank: Rank = choice("Commander", default="regimental")
    with_colors: bool = flag("With a regiment's colors", default=True)
    swept: bool = flag("Regiment swept from the field", help="The enemy takes its colors.")
    mounted: bool = flag("On horseback", default=True)
    side: Literal["USA", "CSA", ""] = choice("Side", default="")
    leader: str = unit_name("Leader")
    turn: int = whole("Turn", least=0, most=999, default=0)


@dataclass(frozen=True)
class FallenLeader:
    """What befell him and the colors; a successor is rolled for in the next turn."""

    fate: Fall
    out_for_good: bool
    turns_out: int
    new_radius: int | None
    maneuver_modifier: int
    colors_captured: bool
    vp_to_the_enemy: int

    def __str__(self) -> str:
        parts = [
            str(self.fate),
            "new leader next turn" if self.out_for_good else "",
            f"out for {many(self.turns_out, 'turn')}" if self.turns_out else "",
            f"on foot, command radius {self.new_radius}″" if self.new_radius is not None else "",
            f"{signed(self.maneuver_modifier)} on maneuver until the end of next turn"
            if self.fate is Fall.COLORS
            else "",
        ]
        captured = (
            f"colors captured: {self.vp_to_the_enemy} VP to the enemy, "
            f"{signed(self.maneuver_modifier)} on maneuver for the day"
        )
        said = ", ".join(filter(None, parts))
        return f"{said}; {captured}" if self.colors_captured else said


@procedure(
    id="regimental.fallen_leader",
    title="Fallen leaders and colors",
    rules=("RG-FALLEN",),
    odds=Convolution(),
    examples=[
        Example({}, "killed, new leader next turn", dice=(1,)),
        Example({}, "horse killed, on foot, command radius 9″", dice=(4,)),
        Example({}, "colors down, −1 on maneuver until the end of next turn", dice=(5,)),
        Example(
            {"swept": True}, "no effect; colors captured: 1 VP to the enemy, −1 on maneuver for the day", dice=(6,)
        ),
    ],
    tables=(
        "regimental.fallen",
        "regimental.fallen_effect",
        "regimental.command_radius",
        "regimental.maneuver_modifiers",
    ),
    is_common=True,
)
def fallen_leader(inputs: AtRisk, work: Reckoning) -> FallenLeader:
    """Roll a d10 for a commander, or colors, after a natural 10 on a fire roll or a stand lost in combat (R-304)."""
    if inputs.swept and not inputs.with_colors:
        sentence = "swept: only a regiment with its colors can lose them."
        raise IllegalOrder(sentence, cites=FALLS, field="swept")
    subject = (inputs.side, in_key(inputs.leader))
    return work.on_roll(
        DIE,
        lambda die: _fallen(die, inputs, work),
        rule="RG-FALLEN",
        cites=FALLS,
        subject=subject,
        turn=inputs.turn,
        what="the fallen leader",
    )


def _fallen(die: int, inputs: AtRisk, work: Reckoning) -> FallenLeader:
    fate = _present(work.read(FALLEN, die, says=f"Fallen leaders, d10 {die}"), inputs, work)
    captured = inputs.swept
    row = "colors captured" if captured else "colors down" if fate is Fall.COLORS else ""
    return FallenLeader(
        fate,
        out_for_good=fate in (Fall.KILLED, Fall.WOUNDED),
        turns_out=_effect("turns that a stunned leader is out", work) if fate is Fall.STUNNED else 0,
        new_radius=work.read(COMMAND_RADIUS, "on foot", says="Radius on foot") if fate is Fall.HORSE else None,
        maneuver_modifier=work.read(MANEUVER_MODIFIERS, row, says=row) if row else 0,
        colors_captured=captured,
        vp_to_the_enemy=_effect("VP to the enemy for captured colors", work) if captured else 0,
    )


def _present(fate: Fall, inputs: AtRisk, work: Reckoning) -> Fall:
    """Return the fate, or no effect on a horse or colors that aren't there (R-305)."""
    missing = {Fall.HORSE: not inputs.mounted, Fall.COLORS: not inputs.with_colors or inputs.swept}
    if not missing.get(fate, False):
        return fate
    work.step(FALLS, f"There is nothing to hit: {Fall.NONE}.", Fall.NONE)
    return Fall.NONE


def _effect(row: str, work: Reckoning) -> int:
    return work.read(FALLEN_EFFECT, row, says=row)
