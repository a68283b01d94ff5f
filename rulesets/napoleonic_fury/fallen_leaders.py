"""Fallen leaders: the fate of an officer whose unit was hit by a natural 12."""

from rulesets.core.errors import IllegalOrder
from rulesets.core.fields import Inputs, choice, flag, whole
from rulesets.core.odds import Convolution
from rulesets.core.procedure import Example, procedure
from rulesets.core.reckoning import Reckoning
from rulesets.core.records import dataclass
from rulesets.napoleonic_fury import BOOK
from rulesets.napoleonic_fury.command import Commander, command_range
from rulesets.napoleonic_fury.state import Fate, Nation, Rank
from rulesets.napoleonic_fury.tables import FALLEN_LEADERS
from rulesets.napoleonic_fury.units import in_key, side_name, unit_name

HERE = BOOK.at("Fallen leader table")
FOR_GOOD = frozenset({Fate.SNIPER, Fate.CRUSHED, Fate.DISABLED, Fate.SHOT, Fate.WOUNDED})


class OfficerAtRisk(Inputs):
    """An officer attached to the unit that a natural 12 hit."""

    leads = ("nation", "rank", "attached")
    nation: Nation = choice("Nation")
    rank: Rank = choice("Officer", default=Rank.DIVISION)
    attached: bool = flag("Attached to the target", default=True)
    side: str = side_name()
    leader: str = unit_name("Leader")
    turn: int = whole("Turn", least=0, most=999, default=0)


@dataclass(frozen=True)
class FallenLeader:
    """The fate; a stunned officer misses a turn, and a replacement has a command range of his own."""

    fate: Fate
    turns_out: int
    out_for_good: bool
    replacement_range: int

    def __str__(self) -> str:
        if self.out_for_good:
            when = " at the end of the player turn" if self.fate is Fate.DISABLED else ""
            after = f"replaced after the next maneuver phase, range {self.replacement_range}″"
            return f"{self.fate}, removed{when}; {after}"
        return f"{self.fate}, removed for 1 turn" if self.turns_out else str(self.fate)


@procedure(
    id="napoleonic_fury.fallen_leader",
    title="Fallen leaders",
    rules=("NF-LEADER", "NF-DICE"),
    odds=Convolution(),
    examples=[
        Example(
            {"nation": "France", "rank": "corps"},
            "shot dead in the saddle, removed; replaced after the next maneuver phase, range 7″",
            dice=(3, 4),
        ),
        Example({"nation": "Britain"}, "stunned, removed for 1 turn", dice=(5, 6)),
        Example({"nation": "Russia"}, "coat pierced, no effect", dice=(6, 6)),
    ],
    tables=(
        "napoleonic_fury.fallen_leaders",
        "napoleonic_fury.command_range",
        "napoleonic_fury.range_changes",
        "napoleonic_fury.army_commander",
    ),
    is_common=True,
)
def fallen_leader(inputs: OfficerAtRisk, work: Reckoning) -> FallenLeader:
    """Roll 2d6 for an officer attached to the target of a natural 12."""
    if not inputs.attached:
        raise IllegalOrder("attached: only an attached officer is at risk.", cites=HERE, field="attached")
    subject = (in_key(inputs.side), in_key(inputs.leader))
    what = "the fallen leader"
    return work.on_roll(
        6,
        lambda dice: _fallen(dice, inputs, work),
        rule="NF-LEADER",
        cites=HERE,
        subject=subject,
        turn=inputs.turn,
        count=2,
        what=what,
    )


def _fallen(dice: int, inputs: OfficerAtRisk, work: Reckoning) -> FallenLeader:
    fate = work.read(FALLEN_LEADERS, dice, says=f"Fallen leaders, 2d6 {dice}")
    if fate not in FOR_GOOD:
        return FallenLeader(fate, int(fate is Fate.STUNNED), out_for_good=False, replacement_range=0)
    replacement = Commander(nation=inputs.nation, rank=inputs.rank, replacement=True)
    return FallenLeader(fate, 0, out_for_good=True, replacement_range=command_range(replacement, work).inches)
