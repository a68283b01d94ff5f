"""What a side reads on the turn track: leaders who are away, with when they return, and its promotion counters."""

from collections import defaultdict

from rulesets.civil_war.war import View
from rulesets.civil_war.war import command_here as c
from rulesets.civil_war.war.promoting import IN_PLAY
from rulesets.civil_war.war.state import Leader
from rulesets.core.records import dataclass
from war.selectors.war_words import cite, stars_words


@dataclass(frozen=True)
class TrackLine:
    """What is on a turn of the track, in words."""

    turn: int
    words: tuple[str, ...]


def track_of(view: View) -> tuple[TrackLine, ...]:
    """Return a side's own turn track, turn by turn; nothing of the enemy's is on it."""
    found: dict[int, list[str]] = defaultdict(list)
    for leader in sorted(view.leaders.values(), key=lambda each: (-each.stars, each.name)):
        for turn, words in (*_return(leader), *_counter(view, leader)):
            found[turn].append(words)
    return tuple(TrackLine(turn, tuple(found[turn])) for turn in sorted(found))


def _return(leader: Leader) -> list[tuple[int, str]]:
    """Return when a leader who is away comes back."""
    if leader.standing != "away" or not leader.due_on:
        return []
    where = f" at {leader.enters_at}" if leader.enters_at else ""
    return [(leader.due_on, f"{leader.name} returns{where}")]


def _counter(view: View, leader: Leader) -> list[tuple[int, str]]:
    """Return a leader's promotion counter, on the turn of the battle that earned it."""
    if not leader.counter_on or leader.standing not in IN_PLAY:
        return []
    rank = c.next_rank(view.world, leader)
    where = "in the promotion pool" if leader.promotable else "promotion counter"
    words = f"{leader.name}: {where}" + (f", to {stars_words(rank)}" if rank else "")
    return [(leader.counter_on, f"{words} ({cite('VG-10B')})")]
