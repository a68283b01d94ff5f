"""5 and 7B: who may march round a flank, when he arrives, and whom he meets on the way."""

from collections import Counter
from dataclasses import dataclass

from rulesets.core.errors import IllegalOrder
from rulesets.core.fields import Inputs, choice, flag, several, whole, words
from rulesets.core.odds import Enumeration
from rulesets.core.procedure import Example, procedure
from rulesets.core.reckoning import Reckoning
from rulesets.cw_to_ff import BOOK
from rulesets.cw_to_ff.battlefield import Ground, arrival_modifier, flank_marches_forbidden
from rulesets.cw_to_ff.state import Edge, Rank, Speed
from rulesets.cw_to_ff.tables import ARRIVAL, COMMAND, FLANK_LIMITS, PARTS

FORCES = "the flank forces"
FORBIDDEN = "In a swamp, or across a gap or road, neither side may march round a flank."


class FlankForce(Inputs):
    """One force, as marked on the order of battle."""

    edge: Edge = choice("Edge", help="As the defender sees the table.")
    stands: int = whole("Infantry and cavalry stands", least=0, most=2000, unit="stands")
    nominal_stands: int | None = whole(
        "Stands before carries", least=0, most=2000, unit="stands", default=None, help="Left out: as many."
    )
    leader: str = words("Leader", default="")
    leader_rank: Rank = choice("His rank on the table", default=Rank.DIVISION)
    from_counter: bool = flag("He comes from a counter", default=True)
    divisions: int = whole("Divisions in the force", least=1, most=60, default=1)
    called: str = words("What its owner calls it", default="", help="Left out: by its edge.")

    @property
    def size(self) -> int:
        return self.stands if self.nominal_stands is None else self.nominal_stands


class FlankPlan(Ground):
    """One side's flank marches with what they are measured by."""

    army_stands: int = whole("Stands of the army", least=0, most=2000, unit="stands", help="Infantry and cavalry.")
    forces: tuple[FlankForce, ...] = several("Flank forces", most=4, default=())
    stands_per_sp: int = whole("Stands of a strength point", least=1, most=60, unit="stands", default=20)
    defends: bool = flag("This army defends")
    demoralized: bool = flag("It is demoralized at the start")


@dataclass(frozen=True)
class Fault:
    """A clause that is broken and where, in plain words."""

    cites: str
    sentence: str
    where: str = ""


@dataclass(frozen=True)
class FlankCheck:
    faults: tuple[Fault, ...]
    marching: int
    most: int

    @property
    def is_legal(self) -> bool:
        return not self.faults

    def __str__(self) -> str:
        if self.faults:
            return "refused: " + " ".join(fault.sentence for fault in self.faults)
        return f"allowed: {self.marching} stands march, {self.most} may"


@procedure(
    id="cw_to_ff.check_flank_march",
    title="Check a plan of flank marches",
    rules=("VG-5A", "VG-5B", "VG-7D1", "VG-7C2"),
    examples=[
        Example(
            {
                "army_stands": 110,
                "forces": [
                    {"edge": "right", "stands": 30, "leader_rank": "division"},
                    {"edge": "left", "stands": 26, "leader_rank": "division"},
                ],
            },
            "refused: 56 of 110 stands march; at most 55 may.",
            title="5",
        ),
        Example(
            {"army_stands": 110, "forces": [{"edge": "right", "stands": 30}, {"edge": "left", "stands": 25}]},
            "allowed: 55 stands march, 55 may",
            title="5",
        ),
        Example(
            {"army_stands": 30, "forces": [{"edge": "left", "stands": 20}]},
            "refused: 20 of 30 stands march; at most 15 may.",
            title="6",
        ),
    ],
    tables=("cw_to_ff.flank_limits", "cw_to_ff.command", "cw_to_ff.parts", "cw_to_ff.hex", "cw_to_ff.hexside"),
)
def check_flank_march(inputs: FlankPlan, work: Reckoning) -> FlankCheck:
    """Names every broken clause at once: bans of the ground and of demoralization, half the army, one force a flank,
    size, leader and his rank."""
    marching = sum(force.stands for force in inputs.forces)
    most = inputs.army_stands * work.read(FLANK_LIMITS, "per cent of an army's stands") // 100
    faults = _bans(inputs, work) if inputs.forces else []
    if marching > most:
        sentence = f"{marching} of {inputs.army_stands} stands march; at most {most} may."
        faults.append(Fault("VG-5A", sentence, FORCES))
    faults += [*_doubled(inputs, work), *_two_places(inputs)]
    for force in inputs.forces:
        faults += _force_faults(force, inputs.stands_per_sp, work)
    work.step(BOOK.at("5A"), "clauses broken", len(faults), marching=marching, at_most=most)
    return FlankCheck(tuple(faults), marching, most)


def _bans(inputs: FlankPlan, work: Reckoning) -> list[Fault]:
    bans = []
    if flank_marches_forbidden(inputs, work):
        bans.append(Fault("VG-7C2", FORBIDDEN, FORCES))
    if inputs.defends and inputs.demoralized:
        bans.append(Fault("VG-7D1", "A demoralized defender may not march round a flank.", FORCES))
    return bans


def _doubled(inputs: FlankPlan, work: Reckoning) -> list[Fault]:
    most = work.read(FLANK_LIMITS, "forces on one flank")
    edges = Counter(force.edge for force in inputs.forces)
    return [
        Fault("VG-5A", f"{count} forces march round the {edge} edge; only {most} may.", FORCES)
        for edge, count in edges.items()
        if count > most
    ]


def _two_places(inputs: FlankPlan) -> list[Fault]:
    """One leader is in one place."""
    named = Counter(force.leader for force in inputs.forces if force.leader)
    return [
        Fault("VG-5B", f"{leader} leads {count} forces; he can lead one.", FORCES)
        for leader, count in named.items()
        if count > 1
    ]


def _force_faults(force: FlankForce, ratio: int, work: Reckoning) -> list[Fault]:
    """5B, with the ranges of 4C for the rank (R-12)."""
    where = force.called or f"the force on the {force.edge} edge"
    who = where[:1].upper() + where[1:]
    least = ratio * work.read(FLANK_LIMITS, "strength points of a force")
    found: list[Fault] = []
    if force.size < least:
        found.append(Fault("VG-5B", f"{who} has {force.size} stands; it needs {least} at least.", where))
    if not force.from_counter:
        found.append(Fault("VG-5B", f"{who} needs a leader who comes from a counter.", where))
    if force.leader_rank is Rank.ARMY:
        found.append(Fault("VG-5B", f"{who} may not be led by an army leader.", where))
        return found
    low, high = (ratio * work.read(COMMAND, force.leader_rank, limit) for limit in ("least", "most"))
    if force.size >= least and not low <= force.size <= high:
        sentence = f"{who} has {force.size} stands; a {force.leader_rank} leader commands {low} to {high}."
        found.append(Fault("VG-5B", sentence, where))
    fewest = work.read(PARTS, "fewest divisions of a corps")
    if force.leader_rank is Rank.CORPS and force.divisions < fewest:
        found.append(Fault("VG-5B", f"{who} needs {fewest} divisions under a corps leader.", where))
    return found


class March(Ground):
    """One flank force on its way."""

    initiative: int = whole("Leader's initiative rating", least=1, most=4, help="A price: 2 is best, 4 is worst.")
    attacks: bool = flag("It belongs to the attacker", help="Only his dice are modified by the ground.")
    side: str = words("Side", most=20, default="")
    edge: Edge = choice("Edge", default=Edge.LEFT, help="As the defender sees the table.")


@dataclass(frozen=True)
class Arrival:
    """How a flank force marches, when both sides are told of it, and when it enters."""

    speed: Speed
    notice_turn: int
    entry_turn: int
    known_to: str = "the umpire, until the notice"
    told: str = "both sides"
    told_what: str = "the flank alone"
    enters: str = "anywhere in its entry zone, deployed"

    def __str__(self) -> str:
        return f"{self.speed}: notice on turn {self.notice_turn}, entry on turn {self.entry_turn}"


@procedure(
    id="cw_to_ff.flank_march_arrival",
    title="Arrival of a flank force",
    rules=("VG-7B1", "VG-7B2", "VG-7B3", "VG-7B4", "VG-7C1", "VG-7C2", "VG-7C3", "VG-7C4"),
    odds=Enumeration(leaves=4),
    examples=[
        Example({"initiative": 2}, "swift: notice on turn 3, entry on turn 4", dice=(3,), title="7"),
        Example({"initiative": 2}, "deliberate: notice on turn 8, entry on turn 9", dice=(2,), title="7"),
        Example({"initiative": 2}, "plodding: notice on turn 13, entry on turn 14", dice=(1,), title="7"),
        Example(
            {"initiative": 2, "attacks": True, "hex_terrain": "forest"},
            "deliberate: notice on turn 8, entry on turn 9",
            dice=(3,),
            title="8",
        ),
        Example(
            {"initiative": 2, "hex_terrain": "forest"}, "swift: notice on turn 3, entry on turn 4", dice=(3,), title="8"
        ),
        Example(
            {"initiative": 2, "attacks": True, "hexside_crossed": "navigable_river"},
            "deliberate: notice on turn 8, entry on turn 9",
            dice=(4,),
            title="9",
        ),
        Example(
            {"initiative": 2, "attacks": True, "hex_terrain": "forest", "hexside_crossed": "navigable_river"},
            "plodding: notice on turn 13, entry on turn 14",
            dice=(4,),
            title="9",
        ),
        Example({"initiative": 4}, "deliberate: notice on turn 8, entry on turn 9", dice=(4,), title="10"),
    ],
    tables=("cw_to_ff.arrival", "cw_to_ff.hex", "cw_to_ff.hexside"),
)
def flank_march_arrival(inputs: March, work: Reckoning) -> Arrival:
    """A d4, modified by the ground for the attacker, against the leader's initiative rating."""
    field = flank_marches_forbidden(inputs, Reckoning(context=work.context))
    if field:
        raise IllegalOrder(f"{field}: {FORBIDDEN}", cites="VG-7C2", field=field)
    modifier = arrival_modifier(inputs, work, attacks=inputs.attacks)
    thrown = work.throw(4, rule="VG-7B1", subject=(inputs.side, inputs.edge.value), label="flank march")
    speed = speed_of(thrown.total + modifier, inputs.initiative)
    work.step(
        BOOK.at("7B1"),
        "modified die against initiative",
        speed,
        die=thrown.total,
        modifier=modifier,
        initiative=inputs.initiative,
    )
    return Arrival(speed, work.read(ARRIVAL, speed, "notice"), work.read(ARRIVAL, speed, "entry"))


def speed_of(modified: int, initiative: int) -> Speed:
    """Above the rating swift, equal deliberate, below plodding (R-18)."""
    if modified > initiative:
        return Speed.SWIFT
    return Speed.DELIBERATE if modified == initiative else Speed.PLODDING
