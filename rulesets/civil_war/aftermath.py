"""3.7 and 3.8: retreat, leader loss, rally, and reaction."""

from typing import Literal

from pydantic import model_validator

from rulesets.civil_war import BOOK
from rulesets.civil_war import tables as t
from rulesets.civil_war.words import LAST_TURN, MOST_SP, Dated, Hexside, Side, Terrain
from rulesets.core.book import Mark
from rulesets.core.errors import IllegalOrder
from rulesets.core.fields import Inputs, choice, flag, need_once, several, whole, words
from rulesets.core.odds import Convolution
from rulesets.core.procedure import Example, procedure
from rulesets.core.reckoning import Reckoning
from rulesets.core.records import dataclass
from rulesets.core.words import listed, many, possessive

Role = Literal["attacker", "defender"]
IMPASSABLE = frozenset({"ridge", "estuary", "ferry"})


class Neighbor(Inputs):
    """A hex adjacent to the battle."""

    hex: str = words("Hex", most=40)
    terrain: Terrain = choice("Terrain", default="clear")
    hexside: Hexside = choice("Hexside to the battle", default="none")
    rail: bool = flag("Rail line to the hex")
    strength_of: Literal["nobody", "attacker", "defender"] = choice("SP in the hex", default="nobody")
    attacker_came_from: bool = flag("Attacker came from there")
    room_left: int = whole("Room left", least=0, most=MOST_SP, default=30, unit="SP")


class Retreat(Inputs):
    leads = ("attacker_left", "defender_left", "neighbours")
    attacker_left: int = whole("Attacker's SP left", least=0, most=MOST_SP, unit="SP")
    defender_left: int = whole("Defender's SP left", least=0, most=MOST_SP, unit="SP")
    attacker_demoralized: bool = flag("Attacker demoralized")
    defender_demoralized: bool = flag("Defender demoralized")
    lost_on_the_table: Literal["not fought there", "attacker", "defender"] = choice(
        "Loser on the table", default="not fought there", help="After a table battle, its own rule decides."
    )
    came_by_sea: bool = flag("Attacker landed from ships")
    neighbours: tuple[Neighbor, ...] = several(
        "Adjacent hexes", most=6, default=(), help="Leave blank to learn only who retreats."
    )

    @model_validator(mode="after")
    def _each_once(self) -> "Retreat":
        need_once("neighbours", [neighbor.hex for neighbor in self.neighbours])
        return self


@dataclass(frozen=True)
class RetreatResult:
    """Who retreats, and the hexes to choose from; those in `further` have no room, so go one hex beyond."""

    who: Literal["attacker", "defender", "nobody"]
    to: tuple[str, ...] = ()
    further: tuple[str, ...] = ()
    surrenders: bool = False

    def __str__(self) -> str:
        if self.who == "nobody":
            return "nobody retreats"
        if self.surrenders:
            return f"the {self.who} has no way out and surrenders"
        if not (self.to or self.further):
            return f"the {self.who} retreats"
        beyond = f"one hex beyond {listed(self.further, 'or')}"
        return f"the {self.who} retreats to {listed(self.to, 'or') if self.to else beyond}"


@procedure(
    id="civil_war.retreat",
    title="Retreat",
    rules=("CW-RETREAT",),
    examples=[
        Example(
            {
                "attacker_left": 5,
                "defender_left": 4,
                "neighbours": [{"hex": "1012", "attacker_came_from": True}, {"hex": "1111"}],
            },
            "the attacker retreats to 1012",
        ),
        Example(
            {
                "attacker_left": 5,
                "defender_left": 4,
                "defender_demoralized": True,
                "neighbours": [{"hex": "1012", "attacker_came_from": True}, {"hex": "1111"}],
            },
            "the defender retreats to 1111",
        ),
    ],
)
def retreat(inputs: Retreat, work: Reckoning) -> RetreatResult:
    """Retreat the defender one hex if only it is demoralized, otherwise the attacker (CW-3.7, R-114, R-115)."""
    who = _loser(inputs)
    fought_there = inputs.lost_on_the_table != "not fought there" and who != "nobody"
    cites, mark = ("VG-9", Mark.PRINTED) if fought_there else (BOOK.at("3.7"), Mark.RECONSTRUCTED)
    says = "Nobody retreats." if who == "nobody" else f"The {who} retreats."
    work.step(cites, says, who, mark=mark)
    if who == "nobody":
        return RetreatResult(who)
    if who == "attacker" and inputs.came_by_sea:
        return RetreatResult(who, ("the ships",))
    open_to = [n for n in inputs.neighbours if _open_to(n, who)]
    if who == "attacker":
        open_to = [n for n in open_to if n.attacker_came_from] or open_to
    left = inputs.attacker_left if who == "attacker" else inputs.defender_left
    to = tuple(n.hex for n in open_to if n.room_left >= left)
    further = tuple(n.hex for n in open_to if n.room_left < left)
    hexes = [*to, *further]
    work.step(BOOK.at("3.7"), f"Hexes to choose from: {listed(hexes, 'or')}.", hexes, mark=Mark.HOUSE)
    return RetreatResult(who, to, further, surrenders=bool(inputs.neighbours) and not open_to)


def _loser(inputs: Retreat) -> Literal["attacker", "defender", "nobody"]:
    if not (inputs.attacker_left and inputs.defender_left):
        return "nobody"
    if inputs.lost_on_the_table != "not fought there":
        return inputs.lost_on_the_table
    return "defender" if inputs.defender_demoralized and not inputs.attacker_demoralized else "attacker"


def _open_to(neighbor: Neighbor, who: Role) -> bool:
    """Tell whether a hex is passable and free; the attacker goes back as it came, the defender anywhere else."""
    over = neighbor.rail or neighbor.hexside not in IMPASSABLE
    up = neighbor.terrain != "mountain" or neighbor.rail or neighbor.hexside == "gap_or_road"
    if neighbor.strength_of not in ("nobody", who):
        return False
    if neighbor.attacker_came_from:
        return who == "attacker"
    return over and up and neighbor.terrain != "sea"


class LeaderLoss(Dated):
    side: Side = choice("Side")
    leader: str = words("Leader", most=60)
    stars: int = whole("Stars", least=1, most=4)
    force_destroyed: bool = flag("His whole force was destroyed")


@dataclass(frozen=True)
class LeaderFate:
    """His fate. `back_on` is the turn when he returns to the pool; 0 if he stays, or never returns."""

    fate: Literal["killed", "wounded", "safe", "without a force"]
    back_on: int = 0
    known_to: str = "own side"

    def __str__(self) -> str:
        if self.fate in ("killed", "safe"):
            return self.fate
        return (
            f"{self.fate}, back on turn {self.back_on}" if self.back_on else f"{self.fate}, out for the rest of the war"
        )


@procedure(
    id="civil_war.leader_loss",
    title="Leader loss",
    rules=("CW-LEADERLOSS",),
    odds=Convolution(),
    examples=[
        Example({"side": "CSA", "leader": "Zollicoffer", "stars": 1}, "killed", dice=(1, 1)),
        Example({"side": "CSA", "leader": "Ewell", "stars": 2, "turn": 7}, "wounded, back on turn 8", dice=(2, 1)),
    ],
    tables=["civil_war.leader_loss", "civil_war.aftermath_numbers"],
    is_common=True,
)
def leader_loss(inputs: LeaderLoss, work: Reckoning) -> LeaderFate:
    """Roll 2d6 by his stars, −1 if his whole force was destroyed; R-116 says when he returns (CW-3.7)."""
    subject = inputs.side, inputs.leader, inputs.place, f"pulse {inputs.pulse}"
    return work.on_roll(
        6,
        lambda total: _fate(total, inputs, work),
        rule="CW-LEADERLOSS",
        subject=subject,
        turn=inputs.turn,
        count=2,
        what=f"{possessive(inputs.leader)} leader-loss check",
    )


def _fate(total: int, inputs: LeaderLoss, work: Reckoning) -> LeaderFate:
    off = work.read(t.AFTERMATH_NUMBERS, "off the leader-loss roll of a destroyed force", says=_of_destroyed)
    roll = total - off * inputs.force_destroyed
    fate = work.read(t.LEADER_LOSS, roll, inputs.stars, says=f"Leader of {many(inputs.stars, 'star')}, {roll}")
    back = inputs.turn + work.read(t.AFTERMATH_NUMBERS, "turns until a leader is back", says=_turns_away)
    back = back if back <= LAST_TURN else 0
    if fate == "killed":
        return LeaderFate("killed")
    if fate == "wounded":
        return LeaderFate("wounded", back)
    return LeaderFate("without a force", back) if inputs.force_destroyed else LeaderFate("safe")


def _of_destroyed(off: int) -> str:
    return f"A destroyed force subtracts {off} from the roll."


def _turns_away(turns: int) -> str:
    return f"A leader who is lost for a time returns after {many(turns, 'turn')}."


class Rally(Inputs):
    phase: Literal["action", "rally"] = choice("Phase")
    sp: int = whole("The force's SP", least=1, most=MOST_SP, unit="SP")
    leader: bool = flag("Leader with the force")
    initiative: int = whole("Leader's initiative", least=1, most=6, default=3)
    cp: int = whole("Command points available", least=0, most=99, default=0, unit="CP")
    battle_waits: bool = flag(
        "Its battle waits for the table", help="No rally phase affects it before the battle report."
    )


@dataclass(frozen=True)
class RallyResult:
    """The cost of removing the marker."""

    rallied: bool
    cp: int = 0
    sp_lost: int = 0
    wiped_out: bool = False

    def __str__(self) -> str:
        if self.wiped_out:
            return "wiped out"
        if not self.rallied:
            return "waits"
        return f"rallied for {self.cp} CP" if self.cp else f"rallied, loses {self.sp_lost} SP"


@procedure(
    id="civil_war.rally",
    title="Rally",
    rules=("CW-DEMORAL",),
    examples=[
        Example({"phase": "action", "sp": 5, "leader": True, "initiative": 2, "cp": 3}, "rallied for 2 CP"),
        Example({"phase": "rally", "sp": 5}, "rallied, loses 1 SP"),
        Example({"phase": "rally", "sp": 1}, "wiped out"),
    ],
    tables=["civil_war.aftermath_numbers"],
)
def rally(inputs: Rally, work: Reckoning) -> RallyResult:
    """Rally for the leader's initiative in CP; in the rally phase, all others lose 1 SP each (CW-3.8)."""
    if inputs.battle_waits:
        work.step(BOOK.at("3.8"), "Its battle isn't settled yet, so it waits.", "waits", mark=Mark.HOUSE)
        return RallyResult(rallied=False)
    if inputs.phase == "rally":
        lost = min(
            inputs.sp, work.read(t.AFTERMATH_NUMBERS, "SP lost in the rally phase", says="SP lost in the rally phase")
        )
        return RallyResult(rallied=inputs.sp > lost, sp_lost=lost, wiped_out=inputs.sp == lost)
    if not inputs.leader:
        raise IllegalOrder(
            "leader: in the action phase, only a leader can rally it.", cites=BOOK.at("3.8"), field="leader"
        )
    if inputs.cp < inputs.initiative:
        raise IllegalOrder(
            f"cp: must be {inputs.initiative} or more to rally, not {inputs.cp}.", cites=BOOK.at("3.8"), field="cp"
        )
    says = f"The leader's initiative is the price: {inputs.initiative} CP."
    work.step(BOOK.at("3.8"), says, inputs.initiative, mark=Mark.RECONSTRUCTED)
    return RallyResult(rallied=True, cp=inputs.initiative)


class Reaction(Dated):
    side: Side = choice("Reacting side")
    leader: str = words("Leader", most=60)
    initiative: int = whole("Leader's initiative", least=1, most=6)
    demoralized: bool = flag("Demoralized")
    rolled_this_pulse: bool = flag("Already rolled this pulse")
    enemy_ended_next_to_him: bool = flag("An enemy ended a move adjacent", default=True)
    instructed: bool = flag("Instructed to react", default=True)


@dataclass(frozen=True)
class ReactionResult:
    """Whether he moves one hex before combat, also into the enemy's; `why` if he didn't roll."""

    reacts: bool
    why: str = ""

    def __str__(self) -> str:
        if self.reacts:
            return "reacts: moves one hex with all he may lead, before combat"
        return f"no reaction: {self.why}" if self.why else "no reaction"


@procedure(
    id="civil_war.reaction",
    title="Reaction",
    odds=Convolution(),
    examples=[
        Example(
            {"side": "CSA", "leader": "R.E. Lee", "initiative": 2},
            "reacts: moves one hex with all he may lead, before combat",
            dice=(3,),
        ),
        Example({"side": "USA", "leader": "Buell", "initiative": 4}, "no reaction", dice=(4,)),
    ],
)
def reaction(inputs: Reaction, work: Reckoning) -> ReactionResult:
    """Roll a d6 once per pulse; he reacts above his initiative (CW-3.8, H-6)."""
    refusals = {
        "he is demoralized": inputs.demoralized,
        "a leader in his hex already rolled this pulse": inputs.rolled_this_pulse,
        "no enemy ended a move adjacent": not inputs.enemy_ended_next_to_him,
        "his instructions are to stay": not inputs.instructed,
    }
    why = next((reason for reason, holds in refusals.items() if holds), "")
    if why:
        work.step(BOOK.at("H-6"), f"No roll: {why}.", why, mark=Mark.HOUSE)
        return ReactionResult(reacts=False, why=why)
    subject = inputs.side, inputs.leader, f"pulse {inputs.pulse}"
    what = f"{possessive(inputs.leader)} reaction"
    return work.on_roll(
        6, lambda die: _reacts(die, inputs, work), rule="CW-H-6", subject=subject, turn=inputs.turn, what=what
    )


def _reacts(die: int, inputs: Reaction, work: Reckoning) -> ReactionResult:
    reacts = die > inputs.initiative
    says = f"Die {die}, initiative {inputs.initiative}: {'he reacts' if reacts else 'no reaction'}."
    work.step(BOOK.at("H-6"), says, reacts, mark=Mark.RECONSTRUCTED, die=die)
    return ReactionResult(reacts=reacts)
