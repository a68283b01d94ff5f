"""Tell what happened in a war: to each side its own, and to everyone what both sides can see.

On the board everybody sees which way pieces move, though not how many; otherwise a side's moves are its own.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from campaign.audiences import PUBLIC, UMPIRE, side_audience
from campaign.models import SideCode
from campaign.selectors.procedures import trace_of
from campaign.services.record import Act
from rulesets.civil_war.war import State
from rulesets.civil_war.war.draft import Event, Resolved
from rulesets.core.outcome import Step
from rulesets.core.words import listed, many
from war.models import BOARD, MOVED
from war.selectors.war_words import PHASES
from war.services.war_traces import by_reader, reader_of_the_rest

STOPPED = "could go no further than {where}; what it cost stays paid."
BEHIND_LINE, BEHIND_STEP = "The rules behind it: {line}", "The rules behind the {step}."
ON_BOARD = frozenset({"moved", "reacted", "took"})
BY_SIGHT = frozenset(
    {"took", "built", "dissolved", "rallied", "burned", "cut", "mended", "reacted"}
)  # on the board, everybody sees it
REPLAYED = frozenset({"moved", "reacted", "retreated", "fought", "overran", "to decide", "took", "entered", "built"})


def tell_all(act: Act, before: State, after: State, found: Resolved) -> None:
    """Announce an outcome's events, each with the rolls and rules behind it for those who may know them."""
    teller = Teller(act, before, after)
    for event in found.events:
        teller.tell(event)
    teller.explain(reader_of_the_rest(before), found.steps)
    if board_of(before) != board_of(after):
        act.touch(PUBLIC)


def step_of(state: State) -> str:
    """Name a step of the war, but not where it happens: that may be out of its reader's sight."""
    return state.contact.step if state.contact else PHASES[state.clock.phase].lower()


def board_of(state: State) -> tuple[object, ...]:
    """Return what everybody sees of a war: what was paid, its course and, on the board, what stands there."""
    clock = state.clock
    paid = {side: (purse.paid, purse.priorities) for side, purse in state.purses.items()}
    course = clock.turn, clock.phase, clock.pulse, clock.spending, clock.result
    if state.world.sight != BOARD:
        return paid, course
    stacks = {
        (side, hex_): any(point.demoralized for point in points) for (side, hex_), points in state.points_at.items()
    }
    commanders = {army.name: state.leaders[army.commander].hex for army in state.armies.values()}
    revealed = {leader.id: leader.hex for leader in state.leaders.values() if leader.revealed}
    built = state.works, state.depots, state.cuts, state.held
    return stacks, commanders, revealed, *built, paid, course


class Teller:
    """Puts events into words, each for its readers."""

    def __init__(self, act: Act, before: State, after: State) -> None:
        self.act, self.before, self.after = act, before, after
        self.names = {leader.id: leader.name for leader in after.leaders.values()}

    def tell(self, event: Event) -> None:
        """Announce an event, and the rules behind it: with its line if both have the same readers."""
        words = WORDS[event.kind](self, event)
        own = self._readers(event)
        if own != PUBLIC and event.kind in ON_BOARD and self.after.world.sight == BOARD:
            self._say(PUBLIC, self._seen_on_board(event), move=self._move(event, own=False))
        steps = dict(by_reader(self.before, event))
        if words:
            self._say(own, words, steps.pop(own, ()), move=self._move(event, own=own != PUBLIC))
        for reader, behind in steps.items():
            self.explain(reader, behind, words if reader == UMPIRE else "")

    def _readers(self, event: Event) -> str:
        """Return who reads of an event; without the board, the enemy learns of most by its own sight."""
        if event.known_to != "all":
            return side_audience(event.known_to)
        is_seen = event.kind not in BY_SIGHT or self.after.world.sight == BOARD or event.side is None
        return PUBLIC if is_seen else side_audience(str(event.side))

    def explain(self, reader: str, steps: Sequence[Step], line: str = "") -> None:
        """Tell a reader the rules behind what happened: behind a line that he may read, or in this step of the war."""
        if steps:
            words = BEHIND_LINE.format(line=line) if line else BEHIND_STEP.format(step=step_of(self.before))
            self._say(reader, words, steps)

    def _say(
        self, audience: str, words: str, steps: Sequence[Step] = (), move: Mapping[str, Any] | None = None
    ) -> None:
        kind, turn = (MOVED if move else None), self.before.clock.turn
        self.act.tell(audience, words, kind=kind, turn=turn, trace=trace_of(steps), move=move)

    def _move(self, event: Event, *, own: bool) -> dict[str, Any]:
        """Return what a replay shows of an event: its kind, side, and path, and to its own side the pieces."""
        if event.kind not in REPLAYED:
            return {}
        shown = {"kind": event.kind, "side": event.side or "", "path": [hex_ for hex_ in event.hexes if hex_]}
        return shown | ({"pieces": list(event.pieces)} if own else {})

    def _seen_on_board(self, event: Event) -> str:
        return f"{self.side(event)} troops moved {self.way(event)}."

    def side(self, event: Event) -> str:
        return str(SideCode(event.side).label) if event.side else "Neither"

    def place(self, hex_: str) -> str:
        return self.after.world.graph.hexes[hex_].name

    def where(self, event: Event) -> str:
        return self.place(event.hexes[-1])

    def way(self, event: Event) -> str:
        return f"from {self.place(event.hexes[0])} to {self.place(event.hexes[-1])}"

    def leaders(self, event: Event) -> str:
        return listed([self.names[id_] for id_ in event.pieces if id_ in self.names])

    def force(self, event: Event) -> str:
        """Name the pieces: Grant and Sherman with 4 strength points."""
        points = sum(id_ in self.after.points for id_ in event.pieces)
        strength = many(points, "strength point") if points else ""
        leaders = self.leaders(event) if any(id_ in self.names for id_ in event.pieces) else ""
        return " with ".join(part for part in (leaders, strength) if part)


BUILT = {
    "army": "{side} forces at {where} formed an army.",
    "depot": "{side} forces began a depot at {where}.",
    "fort": "{side} forces began a fort at {where}.",
    "fortress": "{side} forces made their fort at {where} a fortress.",
}
Words = Callable[[Teller, Event], str]


def _stopped(teller: Teller, event: Event) -> str:
    return f"Your force {STOPPED.format(where=teller.where(event))}"


def _removed(teller: Teller, event: Event) -> str:
    name = teller.leaders(event)
    return f"{name} was sent to {teller.where(event)}." if event.hexes[-1] else f"{name} was removed from command."


def _over(_teller: Teller, event: Event) -> str:
    side, _, kind = event.words.partition(" ")
    if side not in SideCode.values:
        return "The war is over: a draw."
    won = f"{SideCode(side).label} victory"
    return f"The war is over: a {kind + ' ' if kind else ''}{won}."


def _kentucky(teller: Teller, event: Event) -> str:
    """Say that Kentucky is neutral no longer, and whose troops ended that."""
    if event.side is None:
        return "Kentucky is neutral no longer. (House rule H-7.)"
    return (
        f"{teller.side(event)} troops entered {teller.where(event)}: Kentucky is neutral no longer. (House rule H-7.)"
    )


def _came_of_battle(teller: Teller, event: Event) -> str:
    return f"{teller.side(event)} army at {teller.where(event)}: {_sentence(event.words)}"


def _sentence(words: str) -> str:
    return words if words.endswith(".") else f"{words}."


WORDS: dict[str, Words] = {
    "moved": lambda t, e: f"{t.force(e)} moved {t.way(e)}.",
    "stopped": _stopped,
    "stood fast": lambda t, e: f"A force at {t.where(e)} stood fast.",
    "entered": lambda t, e: f"A strength point entered at {t.where(e)}.",
    "entry blocked": lambda _t, _e: "An entry was blocked; the counter waits on.",
    "drew a leader": lambda t, e: f"You drew {t.leaders(e)} from the pool.",
    "placed a leader": lambda t, e: f"{t.leaders(e)} joined the force at {t.where(e)}.",
    "built": lambda t, e: BUILT[e.words].format(side=t.side(e), where=t.where(e)),
    "dissolved": lambda t, e: f"{t.side(e)} headquarters dissolved the {e.words}.",
    "removed a commander": _removed,
    "rallied": lambda t, e: f"The {t.side(e)} force at {t.where(e)} rallied.",
    "burned": lambda t, e: f"{t.side(e)} troops burned their depot at {t.where(e)}.",
    "cut": lambda t, e: f"{t.side(e)} troops cut the rails at {t.where(e)}.",
    "mended": lambda t, e: f"The {t.side(e)} rails at {t.where(e)} are mended.",
    "instructed": lambda t, e: f"{t.leaders(e)} is to {e.words} when the enemy comes near.",
    "prioritized": lambda _t, _e: "You chose next turn’s priorities.",
    "ended the half-pulse": lambda t, e: f"The {t.side(e)} side ended its half of the pulse.",
    "reacted": lambda t, e: f"A force reacted and moved {t.way(e)}.",
    "to decide": lambda t, e: f"{t.side(e)} troops met the enemy at {t.where(e)}.",
    "fights here": lambda t, e: f"The combat table decides the battle at {t.where(e)}.",
    "waits for the table": lambda t, e: f"The battle at {t.where(e)} waits for the table.",
    "postponed": lambda _t, _e: "",
    "resumed": lambda _t, _e: "",
    "settled": lambda _t, _e: "",  # whoever settles a battle on the table tells of it
    "took a stance": lambda _t, _e: "You changed your standing instructions.",
    "fought": lambda t, e: f"Battle at {t.where(e)}: {_sentence(e.words)}",
    "overran": lambda t, e: f"{t.side(e)} troops overran the enemy at {t.where(e)}: {_sentence(e.words)}",
    "lost": _came_of_battle,
    "surrendered": lambda t, e: (
        f"The {t.side(e)} force at {t.where(e)} surrendered: {many(e.number, 'strength point')}."
    ),
    "retreated": lambda t, e: f"The {t.side(e)} army retreated {t.way(e)}.",
    "leader lost": lambda t, e: (
        f"{t.leaders(e)}: {_sentence(e.words or 'without a force, so back in the pool next turn')}"
    ),
    "army passed on": lambda t, e: f"{t.leaders(e)} took command of the {e.words}.",
    "took": lambda t, e: f"{t.side(e)} troops took {t.where(e)}.",
    "arrivals": lambda _t, e: f"{many(e.number, 'strength point')} can enter this turn.",
    "command points": lambda t, e: f"{t.side(e)} command points: {_sentence(e.words)}",
    "initiative": lambda t, e: f"{t.side(e)} initiative, by a difference of {e.number}. {t.side(e)} orders come first.",
    "tied": lambda _t, e: f"The initiative is tied at {e.number}: both sides receive command points.",
    "turn ended": lambda _t, e: f"A tie at {e.number} ends the turn.",
    "new turn": lambda _t, e: f"Turn {e.number} begins.",
    "razed": lambda t, e: f"{t.side(e)} troops razed the {e.words} at {t.where(e)}.",
    "to be razed": lambda t, e: f"The works at {t.where(e)} {'are to be razed' if e.number else 'stay'}.",
    "recalled": lambda t, e: f"{t.leaders(e)} was recalled to the pool.",
    "promotion due": lambda t, e: f"{t.leaders(e)} can be promoted: his counter is in the promotion pool. (VG-10B.)",
    "promoted": lambda t, e: f"{t.leaders(e)} was promoted to {many(e.number, 'star')}. (VG-10C.)",
    "kentucky": _kentucky,
    "washington fell": lambda _t, _e: "Washington has fallen.",
    "uncovered": lambda t, e: f"{t.side(e)} cover was missing: {many(e.number, 'command point')} fewer.",
    "war over": _over,
}
