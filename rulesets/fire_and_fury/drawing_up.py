"""Drawing up a random force by players' tables, for one-off battles."""

from typing import Any, Literal

from rulesets.core.errors import BeyondTheTable
from rulesets.core.fields import Inputs, choice, whole
from rulesets.core.odds import Convolution
from rulesets.core.procedure import Example, procedure
from rulesets.core.reckoning import Reckoning
from rulesets.core.records import dataclass
from rulesets.core.table import Table
from rulesets.core.words import many
from rulesets.fire_and_fury import BOOK
from rulesets.fire_and_fury.tables import BRIGADE_SIZE, LEADER_QUALITY, TROOP_QUALITY

HERE = BOOK.at("Drawing up a force")
TroopArmy = Literal[
    "Union 1861-62",
    "Union 1863",
    "Union 1864-65",
    "Confederate West 1861-62",
    "Confederate West 1863",
    "Confederate West 1864-65",
    "Confederate East 1861-62",
    "Confederate East 1863",
    "Confederate East 1864-65",
]
LeaderArmy = Literal["Union 1861-63", "Union 1864-65", "Confederate 1861-63", "Confederate 1864-65"]


class DrawnBrigade(Inputs):
    """The next brigade of a force."""

    leads = ("army",)
    army: TroopArmy = choice("Army and years")
    number: int = whole("Brigade number", least=1, most=200, default=1)


class DrawnSize(Inputs):
    """The next brigade of a force."""

    leads = ("army",)
    army: Literal["Union", "Confederate"] = choice("Army")
    number: int = whole("Brigade number", least=1, most=200, default=1)


class DrawnLeader(Inputs):
    """The next leader of a force."""

    leads = ("army",)
    army: LeaderArmy = choice("Army and years")
    number: int = whole("Leader number", least=1, most=200, default=1)


@dataclass(frozen=True)
class Drawn:
    """What was rolled."""

    what: str

    def __str__(self) -> str:
        return many(int(self.what), "stand") if self.what.isdecimal() else self.what


@procedure(
    id="fire_and_fury.draw_quality",
    title="Random brigade quality",
    odds=Convolution(),
    examples=[
        Example({"army": "Union 1863"}, "crack", dice=(13,)),
        Example({"army": "Union 1863"}, "veteran", dice=(14,)),
    ],
    tables=("fire_and_fury.troop_quality",),
)
def draw_quality(inputs: DrawnBrigade, work: Reckoning) -> Drawn:
    """Roll a d100 by army and years."""
    return _draw(TROOP_QUALITY, inputs.army, ("brigade", str(inputs.number)), work)


@procedure(
    id="fire_and_fury.draw_size",
    title="Random brigade size",
    odds=Convolution(),
    examples=[Example({"army": "Confederate"}, "7 stands", dice=(73,))],
    tables=("fire_and_fury.brigade_size",),
)
def draw_size(inputs: DrawnSize, work: Reckoning) -> Drawn:
    """Roll a d100 by army; the Union row is lost and must be filled in."""
    return _draw(BRIGADE_SIZE, inputs.army, ("size", str(inputs.number)), work)


@procedure(
    id="fire_and_fury.draw_leader",
    title="Random leader quality",
    odds=Convolution(),
    examples=[Example({"army": "Confederate 1861-63"}, "exceptional", dice=(73,))],
    tables=("fire_and_fury.leader_quality",),
)
def draw_leader(inputs: DrawnLeader, work: Reckoning) -> Drawn:
    """Roll a d100 by army and years."""
    return _draw(LEADER_QUALITY, inputs.army, ("leader", str(inputs.number)), work)


def _draw(table: Table[Any], army: str, which: tuple[str, str], work: Reckoning) -> Drawn:
    """Return the first column whose highest result isn't exceeded."""
    first = table.columns[0]
    table.cell(army, first, context=work.context)
    what = table.title.lower()
    return work.on_roll(
        100, lambda die: _found(die, table, army, work), rule=str(HERE), subject=(army, *which), what=what
    )


def _found(die: int, table: Table[Any], army: str, work: Reckoning) -> Drawn:
    for column in table.columns:
        highest = table.at(army, column, context=work.context)
        if highest is not None and die <= highest:
            drawn = Drawn(str(column))
            work.read(table, army, column, says=f"{army}, {drawn}, highest d100 result")
            return drawn
    raise BeyondTheTable(f"{table.title}: no entry for {die}, {army}. The umpire decides.", cites=table.cites)
