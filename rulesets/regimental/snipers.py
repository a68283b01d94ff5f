"""Snipers among the skirmishers."""

from typing import Literal

from rulesets.core.errors import IllegalOrder
from rulesets.core.fields import Inputs, choice, flag, whole
from rulesets.core.odds import Convolution
from rulesets.core.procedure import Example, procedure
from rulesets.core.reckoning import Reckoning
from rulesets.core.records import dataclass
from rulesets.core.words import number, plus
from rulesets.regimental import BOOK
from rulesets.regimental.command import AtRisk, FallenLeader, fallen_leader
from rulesets.regimental.extras import DIE, exact, in_key, inches, unit_name
from rulesets.regimental.state import Rank
from rulesets.regimental.tables import SNIPER

SNIPING = BOOK.at("Snipers")


class Sniping(Inputs):
    """Skirmishers who deploy, or a sniper who fires at a commander."""

    leads = ("act", "range_inches", "rank")
    act: Literal["deploy skirmishers", "fire"] = choice("Act", default="fire")
    range_inches: float | None = inches("Range", default=None, help="Needed to fire.")
    rank: Rank = choice("Target commander", default="regimental")
    mounted: bool = flag("Target on horseback", default=True)
    side: Literal["USA", "CSA", ""] = choice("Sniper's side", default="")
    unit: str = unit_name("Sniper's unit")
    leader: str = unit_name("Target's name")
    turn: int = whole("Turn", least=0, most=999, default=0)


@dataclass(frozen=True)
class Sniped:
    """Whether there is a sniper, whether he hits, and what befalls his target."""

    act: str
    succeeded: bool
    fallen: FallenLeader | None = None

    def __str__(self) -> str:
        if self.act == "fire":
            return f"hit: {self.fallen}" if self.succeeded else "missed"
        return "a sniper is with them" if self.succeeded else "no sniper"


@procedure(
    id="regimental.sniper",
    title="Snipers",
    rules=("RG-SNIPER",),
    odds=Convolution(),
    examples=[
        Example({"act": "deploy skirmishers"}, "a sniper is with them", dice=(9,)),
        Example({"range_inches": 14}, "hit: wounded, new leader next turn", dice=(8, 2)),
        Example({"range_inches": 15}, "missed", dice=(8,)),
    ],
    tables=(
        "regimental.sniper",
        "regimental.fallen",
        "regimental.fallen_effect",
        "regimental.command_radius",
        "regimental.maneuver_modifiers",
    ),
)
def sniper(inputs: Sniping, work: Reckoning) -> Sniped:
    """Roll for a sniper as skirmishers deploy (R-319), or for a shot at a commander and then for the fallen leader."""
    subject = (inputs.side, in_key(inputs.unit), inputs.act)
    if inputs.act != "fire":
        return work.on_roll(
            DIE,
            lambda die: Sniped(inputs.act, die >= _number("d10 for a sniper, at least", work)),
            rule="RG-SNIPER",
            cites=SNIPING,
            subject=subject,
            turn=inputs.turn,
            what="a sniper",
        )
    bonus = _bonus(inputs, work)
    return work.on_roll(
        DIE,
        lambda die: _shot(die, bonus, inputs, work),
        rule="RG-SNIPER",
        cites=SNIPING,
        subject=subject,
        turn=inputs.turn,
        what="the shot",
    )


def _shot(die: int, bonus: int, inputs: Sniping, work: Reckoning) -> Sniped:
    total = die + bonus
    work.step(SNIPING, f"Shot: die {die} {plus(bonus)} = {total}.", total, die=die, modifiers=bonus)
    if total < _number("d10 to hit, at least", work):
        return Sniped(inputs.act, succeeded=False)
    with_colors = inputs.rank == "regimental"
    target = AtRisk(
        rank=inputs.rank, with_colors=with_colors, mounted=inputs.mounted, leader=inputs.leader, turn=inputs.turn
    )
    return work.after(fallen_leader(target, work), lambda fallen: Sniped(inputs.act, succeeded=True, fallen=fallen))


def _bonus(inputs: Sniping, work: Reckoning) -> int:
    """Return the bonus for a near target; refuse one too far away."""
    if inputs.range_inches is None:
        raise IllegalOrder("range_inches: enter it to fire.", cites=SNIPING, field="range_inches")
    reach, length = _number("range in inches, at most", work), exact(inputs.range_inches)
    if length > reach:
        sentence = f"range_inches: must be {reach} or less, not {number(length)}."
        raise IllegalOrder(sentence, cites=SNIPING, field="range_inches")
    near = _number("range in inches below which the roll is better", work)
    return _number("added to the roll", work) if length < near else 0


def _number(row: str, work: Reckoning) -> int:
    return work.read(SNIPER, row, says=row)
