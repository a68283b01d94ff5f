"""What a battle report settles besides losses: the winner, morale, quality, and leaders (VG-9, 8C, 9B to 9E, 4F, 10A).

All throws come from one fixed grid: each army's rolls for demoralization, and one leader-loss check for each of the
leaders it could have. So the opened cup doesn't say which of them were needed.
"""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from rulesets.civil_war import tables as t
from rulesets.civil_war.aftermath import leader_loss
from rulesets.civil_war.words import LAST_TURN
from rulesets.core.brief import Brief, BriefLeader, BriefSide
from rulesets.core.brief_values import SIDES
from rulesets.core.context import Context
from rulesets.core.dice import Dice, Throw
from rulesets.core.hand_over import Chance, LeaderAfter, LeaderFate, Morale, Seasoned, SettlingRoll, Verdict
from rulesets.core.outcome import Step
from rulesets.core.records import dataclass
from rulesets.core.report import Fate, LeaderSaid, Report, ReportSide
from rulesets.core.words import possessive
from rulesets.cw_to_ff.aftermath import Part, Qualities, StrategicFate, leader_fates, quality_after_battle, winner
from rulesets.cw_to_ff.combat_line import line_of
from rulesets.cw_to_ff.demoralized import AfterBattle, Demoralized, demoralization
from rulesets.cw_to_ff.order_of_battle import MOST_LEADERS
from rulesets.cw_to_ff.state import Quality

DEMORALIZATION, LEADER_LOSS = "VG-9C", "CW-LEADERLOSS"
MOST_REROLLS = 11  # a line that isn't certain decides on half of its results or more
UNKNOWN_LINE = "Nobody knows the line of the combat table that this battle would have used, so the umpire decides"
FATE_OF = {
    StrategicFate.KILLED: LeaderFate.KILLED,
    StrategicFate.WOUNDED: LeaderFate.WOUNDED,
    StrategicFate.SAFE: LeaderFate.SAFE,
}
COMMON_WORDS = {
    True: "Demoralized: on its line of the combat table, the roll says so.",
    False: "Not demoralized: on its line of the combat table, the roll says so.",
}


def rolls() -> tuple[SettlingRoll, ...]:
    """Return the grid, the same for every battle."""
    found = []
    for side in SIDES:
        again = ((side, f"again {k}") for k in range(1, MOST_REROLLS + 1))
        found += [SettlingRoll(DEMORALIZATION, subject, 1) for subject in ((side,), *again)]
        found += [SettlingRoll(LEADER_LOSS, (side, _slot(n)), 2) for n in range(1, MOST_LEADERS + 1)]
    return tuple(found)


def _slot(n: int) -> str:
    return f"leader {n}"


# 9: who won


def verdict(brief: Brief, report: Report, house: Context) -> Verdict | None:
    """Return who won and who retreats, once both sides have reported."""
    if len(report.sides) < len(SIDES):
        return None
    attacker, defender = (report.sides[side] for side in (brief.attacker, brief.defender))
    asked = {
        "attacker_points": attacker.points,
        "defender_points": defender.points,
        "attacker_end": attacker.end,
        "defender_end": defender.end,
    }
    outcome = winner.run(asked, context=house)
    found = outcome.result
    side_of: Mapping[Part, str] = {"attacker": brief.attacker, "defender": brief.defender}
    won = side_of[found.winner] if found.winner else ""
    return Verdict(won, side_of[found.retreats], str(found), outcome.steps)


# 8C, 9B, 9C: morale


def morale(brief: Brief, side: str, said: ReportSide, lost_sp: int, house: Context, dice: Dice | None) -> Morale:
    """Return whether an army is demoralized; what only a roll decides stays open without dice."""
    asked = {"lost_sp": lost_sp, "end": said.end, "in_supply": brief.sides[side].in_supply, "side": side}
    certain = demoralization.run(asked, context=house)
    if certain.result.demoralized is not None:
        return Morale(certain.result.demoralized, _certain_words(certain.result), certain.steps)
    line = line_of(brief, house)
    if line is None:
        return Morale(None, f"{UNKNOWN_LINE}: {certain.result.why}. VG-9C")
    is_attacker = side == brief.attacker
    enemy = line.defender_size if is_attacker else line.attacker_size
    named = {"army": "attacker" if is_attacker else "defender", "column": line.column, "enemy_size": enemy}
    inputs = demoralization.read(asked | named)
    words = f"column {line.column}, {enemy} enemy"
    if dice is None:
        chance = Fraction(demoralization.odds(inputs, house).of(_is_demoralized))
        return Morale(None, f"A roll on the combat table decides: {certain.result.why}. VG-9C", (), words, chance)
    return _rolled(inputs, words, house, dice)


def _is_demoralized(found: Demoralized) -> bool:
    return bool(found.demoralized)


def _certain_words(found: Demoralized) -> str:
    if found.demoralized:
        return f"Demoralized: {found.why}. {found.cites}"
    return f"Not demoralized by its losses: {found.why}. VG-9B"


def _rolled(inputs: AfterBattle, line: str, house: Context, dice: Dice) -> Morale:
    """Roll; its side sees the dice and the result, but not the line."""
    outcome = demoralization.run(inputs, dice, house)
    yes = bool(outcome.result.demoralized)
    own = tuple(step for step in outcome.steps if step.dice)
    return Morale(yes, f"{COMMON_WORDS[yes]} VG-9C", own, line, None, outcome.steps)


# 9E, 4F: quality


def seasoned(
    army: BriefSide, *, fought: frozenset[str], gone: frozenset[str], won: bool, promote: str, house: Context
) -> Seasoned:
    """Return the quality of each survivor; only the winner's candidate is promoted, if eligible (VG-4F3, R-43)."""
    number = {item.id: f"no. {n}" for n, item in enumerate(army.strength, start=1)}
    points = [
        {"id": number[item.id], "quality": item.quality, "on_table": item.id in fought, "survives": item.id not in gone}
        for item in army.strength
    ]
    asked = {"points": points, "won": won, "promote": number.get(promote, "")}
    outcome = quality_after_battle.run(asked, context=house)
    found: Qualities = outcome.result
    item_of = {words: item for item, words in number.items()}
    qualities: Mapping[str, Quality] = {item_of[words]: quality for words, quality in found.after}
    candidates = tuple(item_of[words] for words in found.candidates)
    promoted = item_of[found.promoted] if found.promoted else ""
    return Seasoned({item: quality.value for item, quality in qualities.items()}, candidates, promoted, outcome.steps)


# 9D, 10A: leaders


@dataclass(frozen=True)
class Leaders:
    after: tuple[LeaderAfter, ...]
    steps: tuple[Step, ...]


@dataclass(frozen=True)
class _SlotDice:
    """Dice that roll for a slot of the grid, whatever the rule calls its subject."""

    dice: Dice
    subject: tuple[str, ...]

    def throw(self, wanted: Throw, count: int) -> Throw:
        thrown = self.dice.throw(replace(wanted, subject=self.subject, turn=0), count)
        return replace(wanted, faces=thrown.faces)


def leaders(
    brief: Brief, side: str, said: ReportSide, *, destroyed: bool, house: Context, dice: Dice | None
) -> Leaders:
    """Return each leader's fate: from the table, or by his check for loss if he was never on it (VG-9D, 10A, R-45)."""
    found, steps = [], []
    for n, leader in enumerate(brief.sides[side].leaders, start=1):
        one = said.leaders.get(leader.id, LeaderSaid())
        if one.on_table:
            after = leader_after(brief, side, leader, one.fate, house, destroyed=destroyed)
            found.append(replace(after, was_seen=True))
        else:
            after, why = _checked(leader, side, n, brief, destroyed=destroyed, house=house, dice=dice)
            found.append(after)
            steps += list(why)
    return Leaders(tuple(found), tuple(steps))


def leader_after(
    brief: Brief, side: str, leader: BriefLeader, fate: Fate, house: Context, *, destroyed: bool = False
) -> LeaderAfter:
    """Return what becomes of a leader who fought: his fate, and his promotion counter unless he is killed."""
    asked = {"leaders": [{"id": leader.id, "fate": fate, "on_table": True}]}
    ((_, strategic),) = leader_fates.run(asked, context=house).result.fates
    after = _from_the_table(leader, FATE_OF[strategic], brief, destroyed=destroyed, house=house)
    if after.fate is LeaderFate.KILLED:
        return after
    return replace(after, counter_on=counter_on(leader, side, brief.turn))


def _from_the_table(
    leader: BriefLeader, fate: LeaderFate, brief: Brief, *, destroyed: bool, house: Context
) -> LeaderAfter:
    is_lost = fate is not LeaderFate.SAFE or destroyed
    back = _back_on(brief.turn, house) if is_lost and fate is not LeaderFate.KILLED else 0
    return LeaderAfter(leader.id, leader.name, fate, leaves=is_lost, back_on=back)


def _back_on(turn: int, house: Context) -> int:
    """Return the turn on which a leader returns who is lost for a time, 0 for never (R-116)."""
    back = turn + int(t.AFTERMATH_NUMBERS.at("turns until a leader is back", context=house))
    return back if back <= LAST_TURN else 0


def _checked(
    leader: BriefLeader, side: str, n: int, brief: Brief, *, destroyed: bool, house: Context, dice: Dice | None
) -> tuple[LeaderAfter, tuple[Step, ...]]:
    """Check a leader who was never on the table; without dice, say what his roll may bring."""
    asked = {
        "side": side,
        "leader": leader.name,
        "stars": leader.rank_stars,
        "turn": max(brief.turn, 1),
        "force_destroyed": destroyed,
    }
    if dice is None:
        odds = leader_loss.odds(asked, house).named()
        chances = tuple(Chance(words, Fraction(chance)) for words, chance in odds.items())
        return LeaderAfter(leader.id, leader.name, None, chances=chances), ()
    outcome = leader_loss.run(asked, _SlotDice(dice, (side, _slot(n))), house)
    found = outcome.result
    fate = {"killed": LeaderFate.KILLED, "wounded": LeaderFate.WOUNDED}.get(found.fate, LeaderFate.SAFE)
    after = LeaderAfter(leader.id, leader.name, fate, leaves=found.fate != "safe", back_on=found.back_on)
    says = f"{possessive(leader.name)} check for loss, since he was never on the table: {found}."
    return after, (*outcome.steps, Step("VG-9D", says, out=str(found)))


def counter_on(leader: BriefLeader, side: str, turn: int) -> int:
    """Return the turn of the counter of his next step; 0 if none exists, or if an earlier one is placed (R-45)."""
    earlier = leader.state.get("counter_turn")
    if earlier or t.counter_key(side, leader.name, leader.rank_stars + 1) not in t.LEADERS.rows:
        return 0
    return turn
