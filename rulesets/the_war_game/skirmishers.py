"""Skirmishing infantry: each figure fires for itself."""

from collections.abc import Hashable, Mapping
from typing import Any

from rulesets.core.context import Context
from rulesets.core.fields import choice, flag, whole
from rulesets.core.odds import dynamic_program
from rulesets.core.procedure import Example, procedure
from rulesets.core.reckoning import Reckoning
from rulesets.core.records import dataclass
from rulesets.core.weighing import Silent
from rulesets.core.words import first_up, many
from rulesets.the_war_game import BOOK
from rulesets.the_war_game.rolls import Number, Rolled, chances_at_least, inches, named, refused, rolled_at_least
from rulesets.the_war_game.state import Band, Prey
from rulesets.the_war_game.tables import SKIRMISH_BANDS, SKIRMISH_FIRE

HERE = BOOK.at("Skirmishing infantry musketry")
ONE_MAN = (Prey.PICKED, Prey.MOUNTED)
COVERED = {Prey.BODY: "line infantry in cover", Prey.OPEN: "infantry in open order, in cover"}
NEVER = 7


class Skirmish(Rolled):
    """Figures of a skirmishing unit or detachment that fire at one target."""

    leads = ("firers", "inches", "target")
    firers: int = whole("Figures firing", least=1, most=96, unit="figures")
    inches: int = inches(most=24)
    target: Prey = choice("Target", default=Prey.BODY)
    in_cover: bool = flag("Target in cover", help="In houses, or behind walls or earthworks.")


@dataclass(frozen=True)
class Killed:
    killed: int
    one_man: bool = False

    def __str__(self) -> str:
        if self.one_man:
            return "he is hit" if self.killed else "he is missed"
        return f"{many(self.killed, 'figure')} killed"


def _chances(inputs: Skirmish, context: Context, number: Number) -> Mapping[Hashable, Any]:
    """Count independent dice."""
    least = _least(inputs, Silent(context=context))
    dice = inputs.firers if least < NEVER else 0
    return named(chances_at_least(least, dice, number), lambda hits: _killed(inputs, hits))


@procedure(
    id="the_war_game.skirmish_fire",
    title="Skirmish fire",
    rules=("WG-SKIRM",),
    odds=dynamic_program(_chances),
    examples=[
        Example({"firers": 4, "inches": 12}, "2 figures killed", dice=(5, 2, 6, 4)),
        Example({"firers": 2, "inches": 20}, "1 figure killed", dice=(5, 6)),
        Example({"firers": 3, "inches": 6, "target": "selected individual"}, "he is hit", dice=(6, 1, 6)),
        Example({"firers": 3, "inches": 18, "in_cover": True}, "0 figures killed"),
    ],
    tables=("the_war_game.skirmish_fire", "the_war_game.skirmish_bands"),
    is_common=True,
)
def skirmish_fire(inputs: Skirmish, work: Reckoning) -> Killed:
    """Roll a die for each skirmisher; the number that kills depends on the target, its cover, and the range."""
    least = _least(inputs, work)
    hits = rolled_at_least(
        least,
        inputs.firers if least < NEVER else 0,
        work,
        cites=HERE,
        subject=inputs.subject,
        turn=inputs.turn,
        each="skirmisher",
        does="hits",
    )
    return _killed(inputs, hits)


def _least(inputs: Skirmish, work: Reckoning) -> int:
    """Return the number that kills; none is above every die."""
    if inputs.in_cover and inputs.target in ONE_MAN:
        raise refused("in_cover", "nobody in cover can be picked off.", HERE)
    near = work.read(SKIRMISH_BANDS, Band.NEAR, says="Near band of skirmishers, up to")
    band = Band.NEAR if inputs.inches <= near else Band.FAR
    row = COVERED[inputs.target] if inputs.in_cover else str(inputs.target)
    needs = work.read(SKIRMISH_FIRE, row, band, says=f"{first_up(row)}, {band} band, killed with")
    return needs if isinstance(needs, int) else NEVER


def _killed(inputs: Skirmish, hits: int) -> Killed:
    """Return who falls; one man is hit only once (R-207)."""
    one_man = inputs.target in ONE_MAN
    return Killed(min(hits, 1) if one_man else hits, one_man)
