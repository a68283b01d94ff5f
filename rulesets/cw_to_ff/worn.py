"""7D2 and 8A2: a brigade's triple when its army starts demoralized, and its strength on the morning of a later day."""

from rulesets.core.errors import IllegalOrder
from rulesets.core.fields import Inputs, flag, whole, words
from rulesets.core.procedure import Example, procedure
from rulesets.core.reckoning import Reckoning
from rulesets.core.records import dataclass
from rulesets.core.words import many
from rulesets.cw_to_ff import BOOK
from rulesets.cw_to_ff.rulings import R_29
from rulesets.fire_and_fury.extras import read_triple
from rulesets.fire_and_fury.state import Status, Triple


class Start(Inputs):
    triple: str = words("Triple", most=12, help="As on the roster: 10.8.6.")
    defends: bool = flag("The army defends", default=True)
    demoralized: bool = flag("Demoralized at the start", default=True)


@dataclass(frozen=True)
class Started:
    triple: str
    status: Status

    def __str__(self) -> str:
        return f"{self.triple}, starts {self.status}"


@procedure(
    id="cw_to_ff.worn_start",
    title="Demoralized defender's brigade",
    rules=("VG-7D2",),
    examples=[
        Example({"triple": "10.8.6"}, "-.10.6, starts Worn", title="4"),
        Example({"triple": "8.6.4"}, "-.8.4, starts Worn"),
        Example({"triple": "7.5.3"}, "-.7.3, starts Worn", title="4"),
        Example({"triple": "8.6.4", "demoralized": False}, "8.6.4, starts Fresh"),
    ],
)
def worn_start(inputs: Start, work: Reckoning) -> Started:
    """Turn a demoralized defender's triple from N.W.S to -.N.S; all others keep theirs."""
    was = triple = read_triple(inputs.triple, cites=BOOK.at("7D2"), field="triple")
    if inputs.defends and inputs.demoralized and triple.full is not None:
        triple = Triple(None, triple.full, triple.spent)
    started = Started(str(triple), triple.status(triple.most))
    says = f"{started}." if was == triple else f"{was} becomes {triple} and starts {started.status}."
    work.step(BOOK.at("7D2"), says, str(triple), was=inputs.triple)
    return started


class Nightfall(Inputs):
    """A brigade at nightfall: its stands on the table, and the fate of the rest."""

    triple: str = words("Triple", most=12, help="As on the roster: 10.8.6.")
    on_table: int = whole("Stands on the table", least=0, most=99, unit="stands")
    skedaddled: int = whole("Skedaddled", least=0, most=99, unit="stands", default=0)
    killed: int = whole("Killed or wounded", least=0, most=99, unit="stands", default=0)
    captured: int = whole("Captured", least=0, most=99, unit="stands", default=0)


@dataclass(frozen=True)
class Morning:
    """`plays_on` is false for a brigade that wasn't on the table at nightfall (8A1)."""

    stands: int
    status: Status
    lost_for_good: int
    plays_on: bool

    def __str__(self) -> str:
        if not self.plays_on:
            return f"out of the battle; {many(self.lost_for_good, 'stand')} lost for good"
        return f"{many(self.stands, 'stand')}, {self.status}; {self.lost_for_good} lost for good"


@procedure(
    id="cw_to_ff.nightfall",
    title="Brigade next morning",
    rules=("VG-8A2",),
    examples=[
        Example(
            {"triple": "10.8.5", "on_table": 4, "skedaddled": 2, "killed": 3, "captured": 1},
            "6 stands, Worn; 4 lost for good",
            title="22",
        ),
        Example(
            {"triple": "10.8.5", "on_table": 0, "skedaddled": 7, "killed": 3},
            "out of the battle; 3 stands lost for good",
        ),
    ],
)
def nightfall(inputs: Nightfall, work: Reckoning) -> Morning:
    """Bring skedaddled stands back, keep the rest lost, and read the state from the stands present (R-29)."""
    triple = read_triple(inputs.triple, cites=BOOK.at("8A2"), field="triple")
    lost = inputs.killed + inputs.captured
    if inputs.on_table + inputs.skedaddled + lost != triple.most:
        total = inputs.on_table + inputs.skedaddled + lost
        sentence = f"on_table: all the stands must add up to {triple.most}, the brigade's full strength, not {total}."
        raise IllegalOrder(sentence, cites=BOOK.at("8A2"), field="on_table")
    plays_on = inputs.on_table > 0
    stands = inputs.on_table + inputs.skedaddled if plays_on else 0
    status = triple.status(stands)
    if plays_on and work.chosen(R_29) != R_29.default:
        status = Status.FRESH
    back = inputs.skedaddled if plays_on else 0
    sum_ = f"{many(inputs.on_table, 'stand')} on the table + {back} back = {stands} next morning"
    work.step(BOOK.at("8A2"), f"{sum_}: {status}.", stands, on_table=inputs.on_table, returned=inputs.skedaddled)
    return Morning(stands, status, lost, plays_on)
