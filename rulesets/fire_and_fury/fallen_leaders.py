"""Fallen leaders: the fate of a leader whose brigade was hit hard."""

from typing import Literal

from rulesets.core.errors import IllegalOrder
from rulesets.core.fields import Inputs, choice, flag, whole
from rulesets.core.odds import Convolution
from rulesets.core.procedure import Example, procedure
from rulesets.core.reckoning import Reckoning
from rulesets.core.records import dataclass
from rulesets.core.report import Fate
from rulesets.fire_and_fury import BOOK
from rulesets.fire_and_fury.extras import in_key, unit_name
from rulesets.fire_and_fury.rulings import R_14
from rulesets.fire_and_fury.tables import FALLEN_ONE_DIE, FALLEN_TWO_DICE

HERE = BOOK.at("Fallen leaders")
FOR_GOOD = frozenset({Fate.KILLED, Fate.WOUNDED, Fate.DISABLED})


class LeaderAtRisk(Inputs):
    """A leader attached to a brigade when fire or a charge puts him at risk."""

    leads = ("rank", "attached")
    rank: Literal["division", "corps", "army"] = choice("Rank", default="division")
    attached: bool = flag("Attached to the brigade", default=True)
    side: Literal["USA", "CSA", ""] = choice("Side", default="")
    leader: str = unit_name("Leader")
    turn: int = whole("Turn", least=0, most=999, default=0)


@dataclass(frozen=True)
class FallenLeader:
    """`replaced_by` arrives in the next maneuver phase; a stunned leader misses a turn."""

    fate: Fate
    turns_out: int
    out_for_good: bool
    replaced_by: str

    def __str__(self) -> str:
        if self.out_for_good:
            return f"{self.fate}; replaced by {self.replaced_by} in the next maneuver phase"
        return f"{self.fate}, out for 1 turn" if self.turns_out else str(self.fate)


@procedure(
    id="fire_and_fury.fallen_leader",
    title="Fallen leaders",
    odds=Convolution(),
    examples=[
        Example({"rank": "corps"}, "killed; replaced by an average corps leader in the next maneuver phase", dice=(1,)),
        Example({}, "stunned, out for 1 turn", dice=(5,)),
        Example({}, "unhurt", dice=(6,)),
    ],
    tables=("fire_and_fury.fallen_one_die", "fire_and_fury.fallen_two_dice"),
    is_common=True,
)
def fallen_leader(inputs: LeaderAtRisk, work: Reckoning) -> FallenLeader:
    """Roll for an attached leader on the list that the campaign uses (FF-R14)."""
    if not inputs.attached:
        sentence = "attached: only a leader attached to a brigade is at risk."
        raise IllegalOrder(sentence, cites=HERE, field="attached")
    one_die = work.chosen(R_14) == R_14.default
    sides, count = (10, 1) if one_die else (6, 2)
    subject = (inputs.side, in_key(inputs.leader))
    table, dice = (FALLEN_ONE_DIE, "d10") if one_die else (FALLEN_TWO_DICE, "2d6")

    def fallen(total: int) -> FallenLeader:
        return _fallen(Fate(work.read(table, total, says=f"Fallen leaders, {dice} {total}")), inputs.rank)

    what = "the fallen leader"
    return work.on_roll(sides, fallen, rule=str(HERE), subject=subject, turn=inputs.turn, count=count, what=what)


def _fallen(fate: Fate, rank: str) -> FallenLeader:
    for_good = fate in FOR_GOOD
    return FallenLeader(fate, int(fate is Fate.STUNNED), for_good, f"an average {rank} leader" if for_good else "")
