"""3.7 and 3.8: who retreats and where to, leader loss, rally, reaction."""

from dataclasses import dataclass
from typing import Literal

from pydantic import model_validator

from rulesets.civil_war import BOOK
from rulesets.civil_war import tables as t
from rulesets.civil_war.words import LAST_TURN, MOST_SP, Dated, Hexside, Side, Terrain
from rulesets.core.book import Mark
from rulesets.core.errors import IllegalOrder
from rulesets.core.fields import Inputs, choice, flag, need_once, several, whole, words
from rulesets.core.odds import Enumeration
from rulesets.core.procedure import Example, procedure
from rulesets.core.reckoning import Reckoning

Role = Literal["attacker", "defender"]
IMPASSABLE = frozenset({"ridge", "estuary", "ferry"})


class Neighbour(Inputs):
    """A hex beside the battle."""

    hex: str = words("Hex", most=40)
    terrain: Terrain = choice("Terrain", default="clear")
    hexside: Hexside = choice("Side towards the battle", default="none")
    rail: bool = flag("A rail line leads there")
    strength_of: Literal["nobody", "attacker", "defender"] = choice("Strength points stand there of", default="nobody")
    attacker_came_from: bool = flag("The attacker came from there")
    room_left: int = whole("Room left for the side", least=0, most=MOST_SP, default=30, unit="SP")


class Retreat(Inputs):
    attacker_left: int = whole("Attacker left", least=0, most=MOST_SP, unit="SP")
    defender_left: int = whole("Defender left", least=0, most=MOST_SP, unit="SP")
    attacker_demoralized: bool = flag("The attacker is demoralized")
    defender_demoralized: bool = flag("The defender is demoralized")
    lost_on_the_table: Literal["not fought there", "attacker", "defender"] = choice(
        "Loser of the table battle", default="not fought there", help="then the table's own rule decides"
    )
    came_by_sea: bool = flag("The attacker landed from ships")
    neighbours: tuple[Neighbour, ...] = several(
        "Hexes around", most=6, default=(), help="Left out: only who retreats is told."
    )

    @model_validator(mode="after")
    def _each_once(self) -> "Retreat":
        need_once("neighbours", (neighbour.hex for neighbour in self.neighbours))
        return self


@dataclass(frozen=True)
class RetreatResult:
    """Who leaves the hex, and the hexes that the owner may choose from; `further`: one hex beyond, for want of room."""

    who: Literal["attacker", "defender", "nobody"]
    to: tuple[str, ...] = ()
    further: tuple[str, ...] = ()
    surrenders: bool = False

    def __str__(self) -> str:
        if self.who == "nobody":
            return "nobody retreats"
        if self.surrenders:
            return f"the {self.who} has no way out and lays down his arms"
        if not (self.to or self.further):
            return f"the {self.who} retreats"
        beyond = f"one hex beyond {' or '.join(self.further)}"
        return f"the {self.who} retreats to {' or '.join(self.to) if self.to else beyond}"


@procedure(
    id="civil_war.retreat",
    title="Who retreats, and where to",
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
    """CW-3.7: a demoralized side that faces one that is not goes one hex back, otherwise the attacker; R-114, R-115."""
    who = _loser(inputs)
    fought_there = inputs.lost_on_the_table != "not fought there" and who != "nobody"
    cites, mark = ("VG-9", Mark.PRINTED) if fought_there else (BOOK.at("3.7"), Mark.RECONSTRUCTED)
    work.step(cites, "who retreats", who, mark=mark)
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
    work.step(BOOK.at("3.7"), "hexes to choose from", [*to, *further], mark=Mark.HOUSE)
    return RetreatResult(who, to, further, surrenders=bool(inputs.neighbours) and not open_to)


def _loser(inputs: Retreat) -> Literal["attacker", "defender", "nobody"]:
    if not (inputs.attacker_left and inputs.defender_left):
        return "nobody"
    if inputs.lost_on_the_table != "not fought there":
        return inputs.lost_on_the_table
    return "defender" if inputs.defender_demoralized and not inputs.attacker_demoralized else "attacker"


def _open_to(neighbour: Neighbour, who: Role) -> bool:
    """Passable, without enemies; the attacker goes back as he came, the defender anywhere else."""
    over = neighbour.rail or neighbour.hexside not in IMPASSABLE
    up = neighbour.terrain != "mountain" or neighbour.rail or neighbour.hexside == "gap_or_road"
    if neighbour.strength_of not in ("nobody", who):
        return False
    if neighbour.attacker_came_from:
        return who == "attacker"
    return over and up and neighbour.terrain != "sea"


class LeaderLoss(Dated):
    side: Side = choice("Side")
    leader: str = words("Leader", most=60)
    stars: int = whole("Stars", least=1, most=4)
    force_destroyed: bool = flag("His whole force was destroyed")


@dataclass(frozen=True)
class LeaderFate:
    """What became of him. `back_on` is the turn when he is in the pool again; 0: stays, or never."""

    fate: Literal["killed", "wounded", "safe", "without a force"]
    back_on: int = 0
    known_to: str = "own side"

    def __str__(self) -> str:
        if self.fate in ("killed", "safe"):
            return self.fate
        return f"{self.fate}, back on turn {self.back_on}" if self.back_on else f"{self.fate}, not back before the end"


@procedure(
    id="civil_war.leader_loss",
    title="Leader loss",
    rules=("CW-LEADERLOSS",),
    odds=Enumeration(leaves=36),
    examples=[
        Example({"side": "CSA", "leader": "Zollicoffer", "stars": 1}, "killed", dice=(1, 1)),
        Example({"side": "CSA", "leader": "Ewell", "stars": 2, "turn": 7}, "wounded, back on turn 8", dice=(2, 1)),
    ],
    tables=["civil_war.leader_loss", "civil_war.aftermath_numbers"],
)
def leader_loss(inputs: LeaderLoss, work: Reckoning) -> LeaderFate:
    """CW-3.7: 2d6 by his stars, one less if his whole force was destroyed; R-116 says when he is back."""
    subject = inputs.side, inputs.leader, inputs.place, f"pulse {inputs.pulse}"
    die = work.throw(6, rule="CW-LEADERLOSS", subject=subject, turn=inputs.turn, count=2, label="leader loss")
    less = work.read(t.AFTERMATH_NUMBERS, "off the leader-loss roll of a destroyed force") * inputs.force_destroyed
    fate = work.read(t.LEADER_LOSS, die.total - less, inputs.stars)
    back = inputs.turn + work.read(t.AFTERMATH_NUMBERS, "turns until a leader is back")
    back = back if back <= LAST_TURN else 0
    if fate == "killed":
        return LeaderFate("killed")
    if fate == "wounded":
        return LeaderFate("wounded", back)
    return LeaderFate("without a force", back) if inputs.force_destroyed else LeaderFate("safe")


class Rally(Inputs):
    phase: Literal["action", "rally"] = choice("Phase")
    sp: int = whole("Strength points of the force", least=1, most=MOST_SP, unit="SP")
    leader: bool = flag("A leader is with it")
    initiative: int = whole("His initiative", least=1, most=6, default=3)
    cp: int = whole("Command points that may pay", least=0, most=99, default=0, unit="CP")
    battle_waits: bool = flag("Its battle waits for the table", help="no rally phase passes over it before the Report")


@dataclass(frozen=True)
class RallyResult:
    """What it costs to take the marker off."""

    rallied: bool
    cp: int = 0
    sp_lost: int = 0
    wiped_out: bool = False

    def __str__(self) -> str:
        if self.wiped_out:
            return "wiped out"
        if not self.rallied:
            return "waits"
        return f"rallied for {self.cp} CP" if self.cp else f"rallied, loses {self.sp_lost}"


@procedure(
    id="civil_war.rally",
    title="Rally",
    rules=("CW-DEMORAL",),
    examples=[
        Example({"phase": "action", "sp": 5, "leader": True, "initiative": 2, "cp": 3}, "rallied for 2 CP"),
        Example({"phase": "rally", "sp": 5}, "rallied, loses 1"),
        Example({"phase": "rally", "sp": 1}, "wiped out"),
    ],
    tables=["civil_war.aftermath_numbers"],
)
def rally(inputs: Rally, work: Reckoning) -> RallyResult:
    """CW-3.8: a leader rallies for his initiative in points; in the rally phase the rest lose one point each."""
    if inputs.battle_waits:
        work.step(BOOK.at("3.8"), "its battle has not been settled", "waits", mark=Mark.HOUSE)
        return RallyResult(rallied=False)
    if inputs.phase == "rally":
        lost = min(inputs.sp, work.read(t.AFTERMATH_NUMBERS, "SP lost in the rally phase"))
        return RallyResult(rallied=inputs.sp > lost, sp_lost=lost, wiped_out=inputs.sp == lost)
    if not inputs.leader:
        raise IllegalOrder("leader: in the action phase a leader rallies.", cites=BOOK.at("3.8"), field="leader")
    if inputs.cp < inputs.initiative:
        raise IllegalOrder(
            f"cp: he rallies for {inputs.initiative} points; there are {inputs.cp}.", cites=BOOK.at("3.8"), field="cp"
        )
    work.step(BOOK.at("3.8"), "his initiative in points", inputs.initiative, mark=Mark.RECONSTRUCTED)
    return RallyResult(rallied=True, cp=inputs.initiative)


class Reaction(Dated):
    side: Side = choice("Side that reacts")
    leader: str = words("Leader", most=60)
    initiative: int = whole("His initiative", least=1, most=6)
    demoralized: bool = flag("Demoralized")
    rolled_this_pulse: bool = flag("He has rolled in this pulse")
    enemy_ended_next_to_him: bool = flag("An enemy ended his move next to him", default=True)
    instructed: bool = flag("His standing instruction is to react", default=True)


@dataclass(frozen=True)
class ReactionResult:
    """Whether he moves one hex, into his own choice or the enemy's hex, before combat; `why` when he did not roll."""

    reacts: bool
    why: str = ""

    def __str__(self) -> str:
        if self.reacts:
            return "reacts: one hex, with what he may lead, before combat"
        return f"no reaction: {self.why}" if self.why else "no reaction"


@procedure(
    id="civil_war.reaction",
    title="Reaction",
    odds=Enumeration(leaves=6),
    examples=[
        Example(
            {"side": "CSA", "leader": "R.E. Lee", "initiative": 2},
            "reacts: one hex, with what he may lead, before combat",
            dice=(3,),
        ),
        Example({"side": "USA", "leader": "Buell", "initiative": 4}, "no reaction", dice=(4,)),
    ],
)
def reaction(inputs: Reaction, work: Reckoning) -> ReactionResult:
    """H-6 on CW-3.8: once a pulse, d6 above his initiative."""
    refusals = {
        "he is demoralized": inputs.demoralized,
        "he has rolled in this pulse": inputs.rolled_this_pulse,
        "no enemy ended his move next to him": not inputs.enemy_ended_next_to_him,
        "his standing instruction is to stay": not inputs.instructed,
    }
    why = next((reason for reason, holds in refusals.items() if holds), "")
    if why:
        work.step(BOOK.at("H-6"), "no roll", why, mark=Mark.HOUSE)
        return ReactionResult(reacts=False, why=why)
    subject = inputs.side, inputs.leader, f"pulse {inputs.pulse}"
    die = work.throw(6, rule="CW-H-6", subject=subject, turn=inputs.turn, label="reaction").total
    work.step(BOOK.at("H-6"), "above his initiative", die > inputs.initiative, mark=Mark.RECONSTRUCTED, die=die)
    return ReactionResult(reacts=die > inputs.initiative)
