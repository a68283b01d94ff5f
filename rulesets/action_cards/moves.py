"""5.3, 5.6, 6.4, and 7.4: Group Moves and their limits, pinning, retreats, and regrouping."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Literal

from pydantic import model_validator

from rulesets.action_cards import BOOK
from rulesets.action_cards.rulings import R_404, R_405, R_408, R_417, R_433
from rulesets.action_cards.state import (
    MOST_BLOCKS,
    Crossing,
    Ground,
    Hexside,
    Kind,
    Season,
    Verdict,
    blocks,
    blocks_field,
    place_field,
    season,
    turn_field,
    winter_field,
)
from rulesets.action_cards.tables import FORCED_MARCH, GROUND, LIMIT_ROLL, LIMITS, SPEEDS, WINTER
from rulesets.core.fields import Inputs, choice, flag, need_once, several, whole, words
from rulesets.core.odds import Convolution
from rulesets.core.procedure import Example, procedure
from rulesets.core.reckoning import Reckoning
from rulesets.core.records import dataclass
from rulesets.core.words import first_up, many, number

Purpose = Literal["attack", "reinforce", "retreat"]
Fights = Literal["no", "attacks", "reinforces"]
Direction = Literal["N", "NE", "SE", "S", "SW", "NW"]
Number = int | Fraction
LONGEST, MOST_HEXES = 5, 6
D6 = 6
MOVES, TERRAIN, RETREATS = BOOK.at("5.3"), BOOK.at("5.2"), BOOK.at("7.4")


# Ground and limits


def lines_of(crossing: Crossing) -> list[Ground | Hexside]:
    """Return the lines of the terrain tables that a crossing is on; a railroad raises the low ones to forest (5.2)."""
    found: list[Ground | Hexside] = [crossing.ground]
    if crossing.hexside is not Hexside.OPEN:
        found.append(crossing.hexside)
    if not crossing.railroad:
        return found
    raised = (Ground.MARSH, Ground.MOUNTAIN, Hexside.MINOR_RIVER, Hexside.PASS)
    return [Ground.FOREST if line in raised else line for line in found]


def hexside_limit(crossing: Crossing, purpose: Purpose, when: Season, work: Reckoning) -> Number:
    """Return how many blocks may cross: the least of the hex and the hexside."""
    column = f"{purpose} {when}"
    weather = "in mud" if when == "mud" else "in dry weather"
    values = [work.read(LIMITS, line, column, says=f"{line}, {purpose} {weather}") for line in lines_of(crossing)]
    return min(values)


def ground_effects(crossing: Crossing, work: Reckoning) -> set[str]:
    """Return what the hex and the hexside do to a move: free, stop, ferry, closed."""
    column = "with a railroad" if crossing.railroad else "movement"
    found: list[Ground | Hexside] = [crossing.ground]
    if crossing.hexside is not Hexside.OPEN:
        found.append(crossing.hexside)
    return {work.read(GROUND, line, column, says=f"{line}, {column}") for line in found}


def speed_of(kind: Kind, *, winter: bool, work: Reckoning, least: int = 0) -> int:
    """Return the hexes that a block may march, in Winter 1 less (4.42)."""
    speed = work.read(SPEEDS, kind, "speed", says=f"{kind}, speed")
    if winter:
        less = work.read(WINTER, "land movement", says="Land movement in Winter")
        speed = max(least, speed + less)
        work.step(BOOK.at("4.42"), f"Speed in Winter: {speed}.", speed)
    return speed


def _rolled(limit: Number, subject: tuple[str, ...], turn: int, work: Reckoning) -> int:
    """Roll for half a block (R-432)."""
    if limit.denominator == 1:
        return int(limit)

    def crossing(die: int) -> int:
        may = work.read(LIMIT_ROLL, die, says=lambda may: f"On {die}, {'1 block' if may else 'no block'} may cross.")
        return int(limit) + int(may)

    return work.on_roll(D6, crossing, rule="AC-5.2", subject=subject, turn=turn, what="half a block")


# Group moves


class Leg(Crossing):
    """A hex on the way."""

    leads = ("ground", "hexside", "enemy")
    enemy: bool = flag("Enemy blocks in the hex")
    under_attack: bool = flag("The enemy attacks friends there")


class GroupMove(Inputs):
    """Blocks that take one way, hex by hex, from the hex in which they began the action."""

    leads = ("kind", "path", "blocks")
    kind: Kind = choice("Slowest block", default=Kind.INFANTRY)
    path: tuple[Leg, ...] = several("Hexes entered", least=1, most=LONGEST)
    blocks: int = blocks_field()
    crossed: int = whole(
        "Blocks over the last hexside already", least=0, most=MOST_BLOCKS, default=0, help="In this Action Phase."
    )
    forced: bool = flag("Forced march", help="1 hex more, for the risk of a step.")
    winter: bool = winter_field()
    moved: bool = flag("Has moved in this Action Phase")
    pinned: bool = flag("Pinned")
    place: str = place_field()
    turn: int = turn_field()


@dataclass(frozen=True)
class GroupMoved(Verdict):
    """How many blocks may make the move, and whether they fight, or every broken clause at once."""

    may_move: int = 0
    fights: Fights = "no"
    forced_march: str = ""

    def __str__(self) -> str:
        if self.broken:
            return f"not allowed: {' '.join(self.broken)}"
        fights = {"no": "", "attacks": " and must stop and fight", "reinforces": " as battle reserves"}[self.fights]
        return f"{blocks(self.may_move)} may move there{fights}" + (
            f"; {self.forced_march}" if self.forced_march else ""
        )


@procedure(
    id="action_cards.group_move_limits",
    title="Group Move",
    rules=("AC-5.3", "AC-6.1"),
    odds=Convolution(),
    examples=[
        Example({"path": [{"ground": "clear"}, {"ground": "forest"}], "blocks": 7}, "7 blocks may move there"),
        Example(
            {"path": [{"ground": "forest", "enemy": True}], "blocks": 2, "winter": True},
            "1 block may move there and must stop and fight",
        ),
        Example(
            {"path": [{"ground": "forest", "under_attack": True}], "winter": True},
            "1 block may move there as battle reserves",
            dice=(3,),
            title="Half a block in mud",
        ),
        Example(
            {"kind": "garrison", "path": [{"ground": "clear"}], "winter": True},
            "not allowed: A garrison cannot march in Winter.",
        ),
    ],
    tables=(
        "action_cards.ground",
        "action_cards.limits",
        "action_cards.limit_roll",
        "action_cards.speeds",
        "action_cards.winter",
        "action_cards.forced_march",
    ),
    is_common=True,
)
def group_move_limits(inputs: GroupMove, work: Reckoning) -> GroupMoved:
    """Check a move hex by hex, and count the blocks that may enter the last one; only attacks and reinforcements are
    limited (R-404, R-426, R-427, R-432)."""
    broken = (*_who_may_march(inputs, work), *_way_is_open(inputs, work))
    if broken:
        work.step(MOVES, f"Not allowed: {' '.join(broken)}", out=False)
        return GroupMoved(broken)
    last = inputs.path[-1]
    fights: Fights = "attacks" if last.enemy else "reinforces" if last.under_attack else "no"
    if fights == "no":
        return _moved(inputs.blocks, fights, inputs, work)
    purpose: Purpose = "attack" if last.enemy else "reinforce"
    limit = hexside_limit(last, purpose, season(winter=inputs.winter), work)
    subject = inputs.place, "reinforcement"

    def moved(most: int) -> GroupMoved:
        return _moved(max(0, min(inputs.blocks, most - inputs.crossed)), fights, inputs, work)

    return work.after(_rolled(limit, subject, inputs.turn, work), moved)


def _moved(may: int, fights: Fights, inputs: GroupMove, work: Reckoning) -> GroupMoved:
    march = _forced_march(work) if inputs.forced else ""
    work.step(MOVES, f"{first_up(blocks(may))} of {inputs.blocks} may enter.", may)
    return GroupMoved((), may, fights if may else "no", march)


def _forced_march(work: Reckoning) -> str:
    up_to = work.read(FORCED_MARCH, "a step is lost on a d6 up to", says="A forced march costs a step on a d6 up to")
    return f"afterward each rolls a d6 and loses a step on {up_to} or less"


def _who_may_march(inputs: GroupMove, work: Reckoning) -> Iterator[str]:
    if inputs.moved:
        yield "A block moves only once in an Action Phase."
    if inputs.pinned:
        yield "A pinned block cannot move."
    speed = speed_of(inputs.kind, winter=inputs.winter, work=work)
    if not speed:
        yield f"A {inputs.kind} cannot march in Winter." if inputs.winter else f"A {inputs.kind} cannot march."
        return
    if inputs.forced:
        more = work.read(FORCED_MARCH, "hexes added", says="Forced march, hexes added")
        speed += more
    hexes = len(inputs.path)
    work.step(MOVES, f"{first_up(many(hexes, 'hex'))}; {inputs.kind} may march {speed}.", hexes, speed=speed)
    if hexes > speed:
        yield f"{many(hexes, 'hex')} is too far; {inputs.kind} may march {speed}."


def _way_is_open(inputs: GroupMove, work: Reckoning) -> Iterator[str]:
    """Yield where the way is barred: each hex but the last must let the blocks go on."""
    for n, leg in enumerate(inputs.path, 1):
        effects, is_last = ground_effects(leg, work), n == len(inputs.path)
        if "closed" in effects:
            yield f"The hexside into hex {n} is closed."
        if "ferry" in effects and not _crosses_freely(inputs, work):
            yield f"A major river is in the way of hex {n}; it needs a Strategic Move."
        if not is_last and leg.enemy:
            yield f"Hex {n} holds enemy blocks: stop and fight there."
        if not is_last and "stop" in effects:
            yield f"The ground ends the move in hex {n}."


def _crosses_freely(inputs: GroupMove, work: Reckoning) -> bool:
    """Tell whether a block may spend its whole move on a major river (R-404)."""
    alone = len(inputs.path) == 1 and not inputs.path[0].enemy and not inputs.path[0].under_attack
    return work.chosen(R_404) != R_404.default and alone


# Pinning


class Leaving(Inputs):
    """Blocks that leave the attacked hex over one hexside."""

    hexside: Direction = choice("Hexside")
    blocks: int = blocks_field()


class Pinned(Inputs):
    """A hex that the enemy entered, and those who want to leave it."""

    leads = ("attackers", "reserves", "defenders")
    attackers: int = blocks_field("Blocks of the main attack", default=1)
    reserves: int = whole("Attacking reserves", least=0, most=MOST_BLOCKS, unit="blocks", default=0)
    defenders: int = blocks_field("Defending blocks", default=1)
    entered_by: tuple[Direction, ...] = several("Hexsides that attackers used", most=MOST_HEXES, default=())
    leaving: tuple[Leaving, ...] = several("Exits", most=MOST_HEXES, default=())

    @model_validator(mode="after")
    def _check(self) -> "Pinned":
        need_once("entered_by", self.entered_by)
        need_once("leaving", [each.hexside for each in self.leaving])
        return self


@dataclass(frozen=True)
class PinnedBlocks(Verdict):
    """How many defenders are pinned and free, or every broken clause at once."""

    pinned: int = 0
    free: int = 0

    def __str__(self) -> str:
        faults = f"; not allowed: {' '.join(self.broken)}" if self.broken else ""
        return f"{self.pinned} pinned, {self.free} free{faults}"


@procedure(
    id="action_cards.pinning",
    title="Pinning",
    rules=("AC-5.6",),
    examples=[
        Example({"attackers": 3, "reserves": 1, "defenders": 5}, "4 pinned, 1 free"),
        Example(
            {
                "attackers": 3,
                "reserves": 1,
                "defenders": 5,
                "entered_by": ["N", "NW"],
                "leaving": [{"hexside": "N", "blocks": 2}],
            },
            "4 pinned, 1 free; not allowed: 2 blocks would leave; only 1 is free. Attackers used the N hexside.",
        ),
    ],
)
def pinning(inputs: Pinned, work: Reckoning) -> PinnedBlocks:
    """Count the defenders that attacking blocks pin; the owner chooses which, and the others may not leave where
    attackers came in (R-405)."""
    count_reserves = work.chosen(R_405) == R_405.default
    attackers = inputs.attackers + (inputs.reserves if count_reserves else 0)
    pinned = min(attackers, inputs.defenders)
    free = inputs.defenders - pinned
    says = f"{first_up(blocks(attackers))} {'pins' if attackers == 1 else 'pin'} {pinned} of {inputs.defenders}."
    work.step(BOOK.at("5.6"), says, pinned, attackers=attackers)
    return PinnedBlocks(tuple(_bad_exits(inputs, free)), pinned, free)


def _bad_exits(inputs: Pinned, free: int) -> Iterator[str]:
    leaving = sum(each.blocks for each in inputs.leaving)
    if leaving > free:
        are = "is" if free == 1 else "are"
        yield f"{blocks(leaving)} would leave; only {number(free)} {are} free."
    for each in inputs.leaving:
        if each.hexside in inputs.entered_by:
            yield f"Attackers used the {each.hexside} hexside."


# Retreats


class WayOut(Crossing):
    """A hex adjacent to the battle, and the hexside to it."""

    leads = ("name", "holder", "blocks")
    name: str = words("Hex", most=20)
    holder: Literal["friendly", "neutral", "enemy"] = choice("Hex is", default="friendly")
    battle: bool = flag("Battle in that hex")
    came_from: bool = flag("These blocks came from it", help="Over this hexside.")
    attackers_used: bool = flag("Attackers used the hexside")
    defenders_used: bool = flag("The defender's reserves used the hexside")
    crossed: int = whole("Blocks over it already this round", least=0, most=MOST_BLOCKS, default=0)
    blocks: int = whole("Blocks that go there", least=0, most=MOST_BLOCKS, unit="blocks", default=0)


class Retreat(Inputs):
    """Blocks that retreat from a battle, and where to."""

    leads = ("role", "blocks", "ways")
    role: Literal["attacker", "defender"] = choice("Side")
    blocks: int = blocks_field("Blocks that retreat")
    ways: tuple[WayOut, ...] = several("Adjacent hexes", most=MOST_HEXES, default=())
    must: bool = flag("They must leave", help="After the last round, or as reserves of a battle that is lost.")
    winter: bool = winter_field()

    @model_validator(mode="after")
    def _check(self) -> "Retreat":
        need_once("ways", [way.name for way in self.ways])
        return self


@dataclass(frozen=True)
class Way:
    """How many blocks may still retreat to a hex this round, or why none may."""

    name: str
    most: int
    why_not: str = ""

    def __str__(self) -> str:
        return f"{self.name}: {self.why_not or f'up to {blocks(self.most)}'}"


@dataclass(frozen=True)
class Retreated(Verdict):
    """Where blocks may go, who gets away, and who is eliminated; or every broken clause at once."""

    ways: tuple[Way, ...] = ()
    away: int = 0
    stay: int = 0
    eliminated: int = 0
    become: str = ""

    def __str__(self) -> str:
        if self.broken:
            return f"not allowed: {' '.join(self.broken)}"
        parts = [f"{blocks(self.away)} may retreat" if self.away else "no block may retreat"]
        if self.eliminated:
            parts.append(f"{self.eliminated} eliminated, {self.become}")
        if self.stay:
            parts.append(f"{self.stay} must stay this round")
        return "; ".join(parts)

    def in_lines(self, inputs: Retreat) -> Iterator[str]:
        """Yield the whole, then each hex."""
        yield str(self)
        yield from (f"  {way}" for way in self.ways)


@procedure(
    id="action_cards.retreat",
    title="Retreat",
    rules=("AC-7.4",),
    examples=[
        Example(
            {"role": "defender", "blocks": 3, "ways": [{"name": "W2214"}, {"name": "W2113", "attackers_used": True}]},
            "3 blocks may retreat",
        ),
        Example(
            {
                "role": "attacker",
                "blocks": 2,
                "must": True,
                "ways": [{"name": "W2113", "came_from": True, "holder": "enemy"}],
            },
            "no block may retreat; 2 eliminated, prisoners of the enemy",
            title="Round 3 is over, and the enemy holds the way back",
        ),
    ],
    tables=("action_cards.limits", "action_cards.ground"),
    is_common=True,
)
def retreat(inputs: Retreat, work: Reckoning) -> Retreated:
    """Count the blocks that may retreat this round, by hex: attackers only where they came from, defenders only where
    attackers did not (R-415, R-416, R-417, R-426)."""
    ways = tuple(_way(inputs, way, work) for way in inputs.ways)
    broken = tuple(_too_many(inputs, ways))
    room = sum(way.most for way in ways)
    away = min(inputs.blocks, room)
    left = inputs.blocks - away
    eliminated = left if inputs.must else 0
    become = ""
    if eliminated:
        held = work.chosen(R_417) == R_417.default
        become = "prisoners of the enemy" if held else "into the pool"
    work.step(RETREATS, f"{first_up(blocks(inputs.blocks))}, and room for {number(room)} this round.", away, room=room)
    return Retreated(broken, ways, away, left - eliminated, eliminated, become)


def _way(inputs: Retreat, way: WayOut, work: Reckoning) -> Way:
    why_not = next(_closed(inputs, way, work), "")
    if why_not:
        work.step(RETREATS, f"{first_up(way.name)}: {why_not}.", 0)
        return Way(way.name, 0, why_not)
    limit = int(hexside_limit(way, "retreat", season(winter=inputs.winter), work))
    most = max(0, limit - way.crossed)
    work.step(RETREATS, f"{first_up(way.name)}: {blocks(most)} may still retreat there.", most, limit=limit)
    return Way(way.name, most)


def _closed(inputs: Retreat, way: WayOut, work: Reckoning) -> Iterator[str]:
    if way.holder == "enemy":
        yield "an enemy hex"
    if way.battle:
        yield "a battle hex"
    if inputs.role == "attacker" and not way.came_from:
        yield "attackers retreat only to where they came from"
    if inputs.role == "attacker" and way.defenders_used:
        yield "both sides used the hexside, so only the defender may"
    if inputs.role == "defender" and way.attackers_used and not (way.defenders_used and way.came_from):
        yield "attackers used the hexside"
    effects = ground_effects(way, work)
    if "closed" in effects:
        yield "the hexside is closed"
    if "ferry" in effects and not way.came_from:
        yield "over a major river only back the way they came"


def _too_many(inputs: Retreat, ways: Sequence[Way]) -> Iterator[str]:
    """Yield where the plan sends more blocks than may go."""
    wanted = sum(way.blocks for way in inputs.ways)
    if wanted > inputs.blocks:
        yield f"{blocks(wanted)} are sent; the limit is the {number(inputs.blocks)} that retreat."
    for asked, way in zip(inputs.ways, ways, strict=True):
        if asked.blocks > way.most:
            yield f"{way.name}: {blocks(asked.blocks)} sent; {way.why_not or f'the limit is {way.most}'}."


# Regrouping


class RegroupLeg(Crossing):
    """A hex on the way."""

    leads = ("ground", "hexside", "holder")
    holder: Literal["friendly", "neutral", "enemy"] = choice("Hex is", default="friendly")
    battle: bool = flag("Battle in that hex")


class Regroup(Inputs):
    """Blocks of the victor that take one way out of the battle hex."""

    leads = ("kind", "path", "blocks")
    kind: Kind = choice("Slowest block", default=Kind.INFANTRY)
    path: tuple[RegroupLeg, ...] = several("Hexes entered", least=1, most=LONGEST)
    blocks: int = blocks_field()
    crossed: int = whole("Blocks over the first hexside already", least=0, most=MOST_BLOCKS, default=0)
    victor: bool = flag("This side won the battle", default=True)
    winter: bool = winter_field()


@dataclass(frozen=True)
class Regrouped(Verdict):
    """How many blocks may regroup there, or every broken clause at once."""

    may_move: int = 0

    def __str__(self) -> str:
        return f"not allowed: {' '.join(self.broken)}" if self.broken else f"{blocks(self.may_move)} may regroup there"


@procedure(
    id="action_cards.regroup",
    title="Regrouping",
    rules=("AC-6.4",),
    examples=[
        Example({"path": [{"ground": "clear"}, {"ground": "forest"}], "blocks": 3}, "3 blocks may regroup there"),
        Example({"path": [{"holder": "enemy"}]}, "not allowed: Hex 1 is an enemy hex."),
    ],
    tables=("action_cards.ground", "action_cards.limits", "action_cards.speeds", "action_cards.winter"),
)
def regroup(inputs: Regroup, work: Reckoning) -> Regrouped:
    """Move the victor's blocks out of the battle hex, within their speed, to friendly hexes free of enemies, for no
    action (R-408, R-426, R-433)."""
    broken = (*_who_may_regroup(inputs, work), *_way_is_clear(inputs, work))
    if broken:
        work.step(BOOK.at("6.4"), f"Not allowed: {' '.join(broken)}", out=False)
        return Regrouped(broken)
    limit = int(hexside_limit(inputs.path[0], "retreat", season(winter=inputs.winter), work))
    may = max(0, min(inputs.blocks, limit - inputs.crossed))
    work.step(BOOK.at("6.4"), f"{first_up(blocks(may))} of {inputs.blocks} may regroup.", may, limit=limit)
    return Regrouped((), may)


def _who_may_regroup(inputs: Regroup, work: Reckoning) -> Iterator[str]:
    if not inputs.victor:
        yield "Only the victor regroups."
    speed = 1
    if work.chosen(R_408) == R_408.default:
        speed = speed_of(inputs.kind, winter=inputs.winter, work=work, least=1)
    hexes = len(inputs.path)
    work.step(BOOK.at("6.4"), f"{first_up(many(hexes, 'hex'))}; the limit is {speed}.", hexes, limit=speed)
    if hexes > speed:
        yield f"{many(hexes, 'hex')} is too far; the limit is {speed}."


def _way_is_clear(inputs: Regroup, work: Reckoning) -> Iterator[str]:
    for n, leg in enumerate(inputs.path, 1):
        effects, is_last = ground_effects(leg, work), n == len(inputs.path)
        if leg.holder == "enemy":
            yield f"Hex {n} is an enemy hex."
        if leg.holder == "neutral" and is_last and work.chosen(R_433) == R_433.default:
            yield f"Hex {n} is neutral; regrouping ends in a friendly hex."
        if leg.battle:
            yield f"A battle is going on in hex {n}."
        if "closed" in effects:
            yield f"The hexside into hex {n} is closed."
        if "ferry" in effects:
            yield f"A major river is in the way of hex {n}."
        if not is_last and "stop" in effects:
            yield f"The ground ends the move in hex {n}."
