"""7D2 and 8A2: a brigade's three numbers when its army starts demoralized, and on the morning of a later day."""

from dataclasses import dataclass

from rulesets.core.errors import IllegalOrder
from rulesets.core.fields import Inputs, flag, whole, words
from rulesets.core.procedure import Example, procedure
from rulesets.core.reckoning import Reckoning
from rulesets.cw_to_ff import BOOK
from rulesets.cw_to_ff.rulings import R_29
from rulesets.fire_and_fury.extras import read_triple
from rulesets.fire_and_fury.state import Status, Triple


class Start(Inputs):
    triple: str = words("Three numbers", most=12, help="As on the roster: 10.8.6.")
    defends: bool = flag("Its army defends", default=True)
    demoralized: bool = flag("Its army is demoralized at the start", default=True)


@dataclass(frozen=True)
class Started:
    triple: str
    status: Status

    def __str__(self) -> str:
        return f"{self.triple}, starts {self.status}"


@procedure(
    id="cw_to_ff.worn_start",
    title="A brigade of a demoralized defender",
    rules=("VG-7D2",),
    examples=[
        Example({"triple": "10.8.6"}, "-.10.6, starts Worn", title="4"),
        Example({"triple": "8.6.4"}, "-.8.4, starts Worn"),
        Example({"triple": "7.5.3"}, "-.7.3, starts Worn", title="4"),
        Example({"triple": "8.6.4", "demoralized": False}, "8.6.4, starts Fresh"),
    ],
)
def worn_start(inputs: Start, work: Reckoning) -> Started:
    """N.W.S becomes -.N.S for a demoralized defender; everybody else keeps his numbers."""
    triple = read_triple(inputs.triple, cites=BOOK.at("7D2"), field="triple")
    if inputs.defends and inputs.demoralized and triple.full is not None:
        triple = Triple(None, triple.full, triple.spent)
    work.step(BOOK.at("7D2"), "three numbers", str(triple), was=inputs.triple)
    return Started(str(triple), triple.status(triple.most))


class Nightfall(Inputs):
    """A brigade at nightfall: what is left on the table, and what became of the rest."""

    triple: str = words("Three numbers", most=12)
    on_table: int = whole("Stands on the table", least=0, most=99, unit="stands")
    skedaddled: int = whole("Skedaddled", least=0, most=99, unit="stands", default=0)
    killed: int = whole("Killed or wounded", least=0, most=99, unit="stands", default=0)
    captured: int = whole("Captured", least=0, most=99, unit="stands", default=0)


@dataclass(frozen=True)
class Morning:
    """`plays_on` is false for a brigade that was not on the table at nightfall (8A1)."""

    stands: int
    status: Status
    lost_for_good: int
    plays_on: bool

    def __str__(self) -> str:
        if not self.plays_on:
            return f"out of the battle; {self.lost_for_good} stands lost for good"
        return f"{self.stands} stands, {self.status}; {self.lost_for_good} lost for good"


@procedure(
    id="cw_to_ff.nightfall",
    title="A brigade on the next morning",
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
    """Skedaddlers come back, the rest stays lost; the state is read anew from the stands present (R-29)."""
    triple = read_triple(inputs.triple, cites=BOOK.at("8A2"), field="triple")
    lost = inputs.killed + inputs.captured
    if inputs.on_table + inputs.skedaddled + lost != triple.most:
        told = inputs.on_table + inputs.skedaddled + lost
        sentence = f"on_table: the stands told of are {told}, the brigade began with {triple.most}."
        raise IllegalOrder(sentence, cites=BOOK.at("8A2"), field="on_table")
    plays_on = inputs.on_table > 0
    stands = inputs.on_table + inputs.skedaddled if plays_on else 0
    status = triple.status(stands)
    if plays_on and work.chosen(R_29) != R_29.default:
        status = Status.FRESH
    work.step(BOOK.at("8A2"), "stands next morning", stands, on_table=inputs.on_table, returned=inputs.skedaddled)
    return Morning(stands, status, lost, plays_on)
