"""5 and 7B: which forces may flank march, and when they arrive."""

from collections import Counter
from collections.abc import Iterator

from rulesets.core.errors import IllegalOrder
from rulesets.core.fields import Inputs, choice, flag, several, whole, words
from rulesets.core.odds import Convolution
from rulesets.core.procedure import Example, procedure
from rulesets.core.reckoning import Reckoning
from rulesets.core.records import dataclass
from rulesets.core.words import first_up, many, number, plus
from rulesets.cw_to_ff import BOOK
from rulesets.cw_to_ff.battlefield import Ground, arrival_modifier, flank_marches_forbidden
from rulesets.cw_to_ff.state import Edge, Rank, Speed
from rulesets.cw_to_ff.strength import MOST_STANDS
from rulesets.cw_to_ff.tables import ARRIVAL, COMMAND, FLANK_LIMITS, PARTS

FORCES = "the flank forces"
LIMITS = ("least", "most")
FORBIDDEN = "neither side may flank march in a swamp hex or across a gap or road."


class FlankForce(Inputs):
    """One force, as marked on the order of battle."""

    edge: Edge = choice("Edge", help="As the defender sees the table.")
    stands: int = whole("Infantry and cavalry stands", least=0, most=MOST_STANDS, unit="stands")
    nominal_stands: int | None = whole(
        "Stands before carryover",
        least=0,
        most=MOST_STANDS,
        unit="stands",
        default=None,
        help="Leave blank if the same.",
    )
    leader: str = words("Leader", default="")
    leader_rank: Rank = choice("Leader's rank on the table", default=Rank.DIVISION)
    from_counter: bool = flag("Leader comes from a counter", default=True)
    divisions: int = whole("Divisions in the force", least=1, most=60, default=1)
    called: str = words("Name of the force", default="", help="Leave blank to name it by its edge.")

    @property
    def size(self) -> int:
        """Return the stands that limits are checked with (R-7)."""
        return self.stands if self.nominal_stands is None else self.nominal_stands


class FlankPlan(Ground):
    """One side's flank marches, and what limits them."""

    leads = ("army_stands", "forces", "hex_terrain")
    army_stands: int = whole(
        "Stands in the army", least=0, most=MOST_STANDS, unit="stands", help="Infantry and cavalry."
    )
    forces: tuple[FlankForce, ...] = several("Flank forces", most=4, default=())
    stands_per_sp: int = whole("Stands per SP", least=1, most=60, unit="stands", default=20)
    defends: bool = flag("The army defends")
    demoralized: bool = flag("Demoralized at the start")


@dataclass(frozen=True)
class Fault:
    """A broken clause, and where it is broken: in plain words, and as a path into the order of battle."""

    cites: str
    sentence: str
    where: str = ""
    path: tuple[str | int, ...] = ()

    def __str__(self) -> str:
        return f"{self.sentence.removesuffix('.')} ({self.cites})."


@dataclass(frozen=True)
class FlankCheck:
    faults: tuple[Fault, ...]
    marching: int
    most: int

    @property
    def is_legal(self) -> bool:
        """Tell whether no clause is broken."""
        return not self.faults

    def in_lines(self, inputs: FlankPlan) -> Iterator[str]:
        """Yield each broken clause, or what is allowed."""
        yield "not allowed:" if self.faults else str(self)
        yield from (f"  {fault}" for fault in self.faults)

    def __str__(self) -> str:
        if self.faults:
            return "not allowed: " + " ".join(fault.sentence for fault in self.faults)
        return f"allowed: {many(self.marching, 'stand')} of up to {self.most} flank march"


@procedure(
    id="cw_to_ff.check_flank_march",
    title="Flank march check",
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
            "not allowed: 56 of 110 stands would flank march; the limit is 55.",
            title="5",
        ),
        Example(
            {"army_stands": 110, "forces": [{"edge": "right", "stands": 30}, {"edge": "left", "stands": 25}]},
            "allowed: 55 stands of up to 55 flank march",
            title="5",
        ),
        Example(
            {"army_stands": 30, "forces": [{"edge": "left", "stands": 20}]},
            "not allowed: 20 of 30 stands would flank march; the limit is 15.",
            title="6",
        ),
    ],
    tables=("cw_to_ff.flank_limits", "cw_to_ff.command", "cw_to_ff.parts", "cw_to_ff.hex", "cw_to_ff.hexside"),
)
def check_flank_march(inputs: FlankPlan, work: Reckoning) -> FlankCheck:
    """Name every broken clause at once: bans by ground and demoralization, half the army, one force per flank, size,
    leader, and rank."""
    marching = sum(force.stands for force in inputs.forces)
    most = inputs.army_stands * work.read(FLANK_LIMITS, "percent of an army's stands", says=_half) // 100
    faults = _bans(inputs, work) if inputs.forces else []
    if marching > most:
        sentence = f"{marching} of {many(inputs.army_stands, 'stand')} would flank march; the limit is {most}."
        faults.append(Fault("VG-5A", sentence, FORCES))
    faults += [*_doubled(inputs, work), *_two_places(inputs)]
    for force in inputs.forces:
        faults += _force_faults(force, inputs.stands_per_sp, work)
    says = f"{many(marching, 'stand')} of up to {most} would flank march: {many(len(faults), 'clause')} broken."
    work.step(BOOK.at("5A"), says, len(faults), marching=marching, at_most=most)
    return FlankCheck(tuple(faults), marching, most)


def _half(percent: int) -> str:
    return f"Up to {percent}% of an army's stands may flank march."


def _bans(inputs: FlankPlan, work: Reckoning) -> list[Fault]:
    bans = []
    if flank_marches_forbidden(inputs, work):
        bans.append(Fault("VG-7C2", first_up(FORBIDDEN), FORCES))
    if inputs.defends and inputs.demoralized:
        bans.append(Fault("VG-7D1", "A demoralized defender may not flank march.", FORCES))
    return bans


def _doubled(inputs: FlankPlan, work: Reckoning) -> list[Fault]:
    most = work.read(FLANK_LIMITS, "forces on one flank", says="Forces per flank")
    edges = Counter(force.edge for force in inputs.forces)
    return [
        Fault("VG-5A", f"{count} forces would flank march on the {edge}; the limit is {most}.", FORCES)
        for edge, count in edges.items()
        if count > most
    ]


def _two_places(inputs: FlankPlan) -> list[Fault]:
    """Refuse a leader of two forces."""
    named = Counter(force.leader for force in inputs.forces if force.leader)
    return [
        Fault("VG-5B", f"{leader} leads {count} forces; a leader may lead only 1.", FORCES)
        for leader, count in named.items()
        if count > 1
    ]


def _force_faults(force: FlankForce, ratio: int, work: Reckoning) -> list[Fault]:
    """Check one force by 5B, with the ranges of 4C for its leader's rank (R-12)."""
    where = force.called or f"the force on the {force.edge} edge"
    who = first_up(where)
    least = ratio * work.read(FLANK_LIMITS, "strength points of a force", says="SP in a flank force, at least")
    found: list[Fault] = []
    if force.size < least:
        found.append(Fault("VG-5B", f"{who} has {many(force.size, 'stand')}; it needs at least {least}.", where))
    if not force.from_counter:
        found.append(Fault("VG-5B", f"{who} needs a leader from a counter.", where))
    if force.leader_rank is Rank.ARMY:
        found.append(Fault("VG-5B", f"An army leader may not lead {where}.", where))
        return found
    rank = force.leader_rank
    limits = [work.read(COMMAND, rank, which, says=f"{which.capitalize()} under a {rank} leader") for which in LIMITS]
    low, high = (ratio * limit for limit in limits)
    if force.size >= least and not low <= force.size <= high:
        sentence = f"{who} has {many(force.size, 'stand')}; a {force.leader_rank} leader commands {low} to {high}."
        found.append(Fault("VG-5B", sentence, where))
    fewest = work.read(PARTS, "fewest divisions of a corps", says="Fewest divisions of a corps")
    if force.leader_rank is Rank.CORPS and force.divisions < fewest:
        found.append(Fault("VG-5B", f"Under a corps leader, {where} needs at least {many(fewest, 'division')}.", where))
    return found


class March(Ground):
    """One flank force on the march."""

    initiative: int = whole("Leader's initiative rating", least=1, most=4, help="Low is good: 2 is best, 4 is worst.")
    attacks: bool = flag("Attacker's force", help="The ground modifies only the attacker's rolls.")
    side: str = words("Side", most=20, default="")
    edge: Edge = choice("Edge", default=Edge.LEFT, help="As the defender sees the table.")


@dataclass(frozen=True)
class Arrival:
    """How a flank force marches, when both sides get the notice, and when it enters."""

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
    title="Flank force arrival",
    rules=("VG-7B1", "VG-7B2", "VG-7B3", "VG-7B4", "VG-7C1", "VG-7C2", "VG-7C3", "VG-7C4"),
    odds=Convolution(),
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
    is_common=True,
)
def flank_march_arrival(inputs: March, work: Reckoning) -> Arrival:
    """Roll a d4, modified by the ground for the attacker, and compare it with the leader's initiative rating."""
    field = flank_marches_forbidden(inputs, Reckoning(context=work.context))
    if field:
        raise IllegalOrder(f"{field}: {FORBIDDEN}", cites="VG-7C2", field=field)
    modifier = arrival_modifier(inputs, work, attacks=inputs.attacks)
    return work.on_roll(
        4,
        lambda die: _arrival(die, modifier, inputs.initiative, work),
        rule="VG-7B1",
        subject=(inputs.side, inputs.edge.value),
        what=f"the flank march on the {inputs.edge}",
    )


def _arrival(die: int, modifier: int, initiative: int, work: Reckoning) -> Arrival:
    speed = speed_of(die + modifier, initiative)
    says = _compared(die, modifier, initiative, speed)
    work.step(BOOK.at("7B1"), says, speed, die=die, modifier=modifier, initiative=initiative)
    return Arrival(speed, *turns_of(speed, work))


def _compared(die: int, modifier: int, initiative: int, speed: Speed) -> str:
    """Say how a force arrives. Initiative 2: die 2 − 1 = 1, less than 2, so plodding."""
    total = die + modifier
    sum_ = f" {plus(modifier)} = {number(total)}" if modifier else ""
    order = "more than" if total > initiative else "equal to" if total == initiative else "less than"
    return f"Initiative {initiative}: die {die}{sum_}, {order} {initiative}, so {speed}."


def turns_of(speed: Speed, work: Reckoning) -> tuple[int, int]:
    """Return the turns of notice and of entry."""
    notice = work.read(ARRIVAL, speed, "notice", says=lambda turn: f"A {speed} march gives notice on turn {turn}.")
    return notice, work.read(ARRIVAL, speed, "entry", says=lambda turn: f"A {speed} march enters on turn {turn}.")


def speed_of(modified: int, initiative: int) -> Speed:
    """Return swift above the rating, deliberate at it, plodding below it (R-18)."""
    if modified > initiative:
        return Speed.SWIFT
    return Speed.DELIBERATE if modified == initiative else Speed.PLODDING
