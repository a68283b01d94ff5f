"""Where a war's turn is, what each side has spent, and what has to be done next: the strip above the map.

The difference left and the accounts are their owner's; the enemy knows what was paid and whether the half is done.
"""

from collections.abc import Mapping
from dataclasses import replace

from rulesets.civil_war.war import State, View, World
from rulesets.civil_war.war.legal import legal_orders, may_end, owes_entry
from rulesets.civil_war.war.locks import all_wait
from rulesets.civil_war.war.orders import DrawLeader, TakePromotion
from rulesets.civil_war.war.scenario import SIDES as BOTH
from rulesets.civil_war.war.state import Clock, Purse
from rulesets.civil_war.words import Side, enemy_of
from rulesets.core.records import dataclass
from rulesets.core.words import a, first_up, listed, many
from war.selectors.war_words import PHASES, SIDES, account_words, accounts_in_play, cite, place_of

ROLLING = "The site is rolling: a moment."


@dataclass(frozen=True)
class Account:
    """Command points of one account."""

    name: str
    points: int


@dataclass(frozen=True)
class SideStrip:
    """What a viewer knows of a side's spending. `left` is of the difference; only its owner knows it."""

    side: str
    name: str
    paid: int
    is_spending: bool
    is_done: bool
    priorities: tuple[str, ...]
    left: int | None = None
    accounts: tuple[Account, ...] = ()
    next_priorities: tuple[str, ...] = ()
    river_lift: int | None = None
    rail_lift: int | None = None
    waiting: str = ""


@dataclass(frozen=True)
class NextStep:
    """What has to be done next, in one sentence, and whether it's the reader's to do."""

    sentence: str
    cites: str = ""
    is_yours: bool = False


HELD_UP = NextStep("The war waits for a battle on the table.", cite("H-19"))


@dataclass(frozen=True)
class Strip:
    """The clock of a war and both sides' spending, the reader's own side first."""

    turn: int
    last_turn: int
    when: str
    water: str
    phase: str
    pulse: int
    difference: int
    sides: tuple[SideStrip, ...]
    next_step: NextStep

    @property
    def stage(self) -> str:
        """Return where the turn is, in words."""
        pulse = f"pulse {self.pulse}" if self.pulse else ""
        return ", ".join(filter(None, (self.phase, pulse, f"difference {self.difference}" if self.difference else "")))


def strip_of(view: View) -> Strip:
    """Return the strip of a side."""
    enemy = replace(Purse(), paid=view.enemy_paid, priorities=view.enemy_priorities)  # type: ignore[arg-type]
    own = _own(_side(view.clock, view.side, view.purse), view.world, view.purse)
    if view.is_spending:
        own = replace(own, left=view.clock.left)
    own = replace(own, waiting=_waiting(view))
    return _strip(view.world, view.clock, (own, _side(view.clock, enemy_of(view.side), enemy)), next_step(view))


def umpires_strip(state: State) -> Strip:
    """Return the strip with both sides' accounts, for the umpire alone."""
    sides = []
    for side in BOTH:
        own = _own(_side(state.clock, side, state.purses[side]), state.world, state.purses[side])
        sides.append(replace(own, left=state.clock.left) if own.is_spending else own)
    step = onlookers_step(state.clock, is_held=all_wait(state.world, state.waiting))
    return _strip(state.world, state.clock, tuple(sides), step)


def public_strip(world: World, clock: Clock, purses: Mapping[Side, Purse], *, is_held: bool = False) -> Strip:
    """Return the strip that everyone may see, from public facts."""
    step = onlookers_step(clock, is_held=is_held)
    return _strip(world, clock, tuple(_side(clock, side, purses[side]) for side in BOTH), step)


def _strip(world: World, clock: Clock, sides: tuple[SideStrip, ...], step: NextStep) -> Strip:
    when = world.turn(clock.turn)
    return Strip(
        turn=clock.turn,
        last_turn=world.scenario.turns[1],
        when=f"{when.name} {when.year}",
        water="Seasonal rivers are high" if when.high_water else "Seasonal rivers are low",
        phase=PHASES[clock.phase],
        pulse=clock.pulse if clock.phase in ("action", "pulse") else 0,
        difference=clock.difference if clock.phase == "action" else 0,
        sides=sides,
        next_step=step,
    )


def _side(clock: Clock, side: Side, purse: Purse) -> SideStrip:
    in_half = clock.phase == "action"
    return SideStrip(
        side=side,
        name=SIDES[side],
        paid=purse.paid,
        is_spending=in_half and clock.spending == side,
        is_done=in_half and clock.initiative == side and clock.spending == enemy_of(side),
        priorities=tuple(purse.priorities),
    )


def _own(strip: SideStrip, world: World, purse: Purse) -> SideStrip:
    """Add what only the owner and the umpire know."""
    return replace(
        strip,
        accounts=tuple(
            Account(account_words(name), points)
            for name in accounts_in_play(world)
            if (points := getattr(purse, name)) or name != "naval"
        ),
        next_priorities=tuple(purse.next_priorities),
        river_lift=purse.river_lift,
        rail_lift=purse.rail_lift,
    )


def _waiting(view: View) -> str:
    """Return the strength that waits to enter, and how many leaders may be drawn."""
    points = sum(point.standing == "waiting" for point in view.points.values())
    pool = sum(leader.standing == "pool" for leader in view.leaders.values())
    said = [many(points, "strength point") if points else "", f"{many(pool, 'leader')} in the pool" if pool else ""]
    return first_up(listed(each for each in said if each)) if any(said) else ""


def onlookers_step(clock: Clock, *, is_held: bool = False) -> NextStep:
    """Return what a war waits for, for somebody who plays no side."""
    if clock.phase == "over":
        return NextStep(f"The war is over: {_result_words(clock.result)}.")
    if is_held:
        return HELD_UP
    if clock.phase == "action" and clock.spending:
        return NextStep(f"The {SIDES[clock.spending]} side spends its half of the pulse.", cite("1.4"))
    return NextStep(ROLLING)


def next_step(view: View) -> NextStep:
    """Return what a side has to do next, or what it waits for."""
    if view.contact is not None:
        return _of_contact(view)
    if view.clock.phase != "over" and all_wait(view.world, view.waiting):
        return HELD_UP
    if not view.is_spending:
        return onlookers_step(view.clock)
    drawn = next((each for each in view.leaders.values() if each.standing == "drawn"), None)
    if drawn is not None:
        return NextStep(f"Place {drawn.name}, the leader you drew.", cite("H-18"), is_yours=True)
    if owes_entry(view):
        return NextStep(_entry_words(view), cite("1.4"), is_yours=True)
    if may_end(view):
        return NextStep("Nothing more has to be spent. End your half of the pulse.", cite("1.4"), is_yours=True)
    left = view.clock.left
    return NextStep(f"Spend the difference: {left} of {view.clock.difference} left.", cite("1.4"), is_yours=True)


def _entry_words(view: View) -> str:
    offered = {type(offer) for offer in legal_orders(view, "")}
    has_points = any(point.standing == "waiting" for point in view.points.values())
    ways = ["enter a strength point"] if has_points else []
    ways += ["draw a leader"] if DrawLeader in offered else []
    ways += ["draw a promotion"] if TakePromotion in offered else []
    return f"Take your free reinforcement: {listed(ways, 'or')}."


def _of_contact(view: View) -> NextStep:
    """Return what a move that has ended waits for."""
    contact = view.contact
    assert contact is not None
    place = place_of(view.world, contact.hex)
    if contact.step == "decision":
        return NextStep(f"Both sides decide how to fight at {place}.", cite("3.1"), is_yours=True)
    if contact.step == "losses" and contact.chooser:
        if contact.chooser == view.side:
            lost = many(contact.tolls[view.side].lost, "strength point")
            return NextStep(f"Choose which {lost} you lose at {place}.", cite("3.1"), is_yours=True)
        return NextStep(f"The {SIDES[contact.chooser]} side chooses its losses at {place}.", cite("3.1"))
    if contact.step == "retreat" and contact.loser:
        if contact.loser == view.side:
            return NextStep(f"Choose where your force at {place} retreats.", cite("3.7"), is_yours=True)
        return NextStep(f"The {SIDES[contact.loser]} side chooses its retreat from {place}.", cite("3.7"))
    return NextStep(ROLLING)


def _result_words(result: str) -> str:
    """Return a result as people say it: a decisive Union victory."""
    side, _, how = result.partition(" ")
    name = next((name for code, name in SIDES.items() if code == side), "")
    return f"{a(f'{how} {name}'.strip())} victory" if name else a(result)
