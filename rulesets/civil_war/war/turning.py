"""The course of a turn: its eight phases, the pulses of the action phase, and their halves (CW-1.2 to 1.4)."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from rulesets.civil_war import tables as t
from rulesets.civil_war.aftermath import Rally, rally
from rulesets.civil_war.pulses import Pulse, PulseResult, pulse
from rulesets.civil_war.rulings import R_194, R_195
from rulesets.civil_war.turns import CommandPoints, Points, command_points
from rulesets.civil_war.war.armies import settle_armies, stranded
from rulesets.civil_war.war.battles import fight, finish
from rulesets.civil_war.war.capitals import (
    count_capitals,
    in_force,
    look_at_washington,
    pay_for_cover,
    raise_washington,
)
from rulesets.civil_war.war.casualties import take_losses
from rulesets.civil_war.war.cutting import cut_no_more, mend_in_time
from rulesets.civil_war.war.draft import Draft
from rulesets.civil_war.war.ending import verdict
from rulesets.civil_war.war.legal import has_left
from rulesets.civil_war.war.locks import holding
from rulesets.civil_war.war.promoting import roll_for_promotions
from rulesets.civil_war.war.reacting import react
from rulesets.civil_war.war.retreats import leave
from rulesets.civil_war.war.scenario import SIDES
from rulesets.civil_war.war.state import ACCOUNTS, Contact, Phase, State, Step
from rulesets.civil_war.war.taking import open_kentucky
from rulesets.civil_war.war.views import view
from rulesets.civil_war.words import Side, enemy_of

MOST_ROLLS = 200
MOST_PULSES = 24  # where a campaign limits them
SIZES = {option: number for number, option in enumerate(R_195.options, start=1)}
WAIT: frozenset[Phase] = frozenset({"pulse", "action", "table use", "rally", "end"})


def proceed(draft: Draft) -> None:
    """Take the next step that is no side's own: a reaction, a battle, a roll, a phase."""
    contact = draft.state.contact
    if contact is None:
        PHASES[draft.clock.phase](draft)
    else:
        STEPS[contact.step](draft, contact)


def is_held_up(state: State) -> bool:
    """Return whether the game's own next step waits: for a decision, a battle on the table, or the last Report."""
    contact, phase = state.contact, state.clock.phase
    if contact is not None:
        return contact.step not in STEPS
    if phase == "end" and state.waiting and _decides(state):
        return True
    return phase in WAIT and bool(holding(state.waiting))


def _decides(state: State) -> bool:
    """Return whether victory is looked at in this turn's End phase."""
    world, turn = state.world, state.clock.turn
    return turn == world.scenario.turns[1] or (not world.scenario.victory and world.turn(turn).election)


def _reinforcement(draft: Draft) -> None:
    """Make due strength points available, and put due and returning leaders into the pool."""
    open_kentucky(draft)
    raise_washington(draft)
    state, turn = draft.state, draft.clock.turn
    points = [point for point in state.points.values() if point.standing == "due" and point.due_on == turn]
    draft.points(*(replace(point, standing="waiting", due_on=0) for point in points))
    due = ("due", "away")
    leaders = [leader for leader in state.leaders.values() if leader.standing in due and leader.due_on == turn]
    draft.leaders(*(replace(leader, standing="pool", due_on=0) for leader in leaders))
    roll_for_promotions(draft)
    waiting = [point.side for point in draft.state.points.values() if point.standing == "waiting"]
    for side in SIDES:
        draft.change(available={side: waiting.count(side)})
        lift = draft.work.read(t.RIVER_LIFT, turn, side), draft.work.read(t.RAIL_LIFT, turn, side)
        draft.purse(side, river_lift=lift[0], rail_lift=lift[1])
        draft.say("arrivals", side, side, number=waiting.count(side))
    _go_on(draft, "command")


def _go_on(draft: Draft, phase: Phase) -> None:
    draft.tick(phase=phase)


def _command(draft: Draft) -> None:
    """Reveal the priorities chosen a turn ago, and roll for command points; a scenario of one theater skips the sea."""
    for side in SIDES:
        purse = draft.state.purses[side]
        now = in_force(draft.state, side, purse.next_priorities or purse.priorities)
        draft.purse(side, priorities=now, next_priorities=now, draws=0, promotions=0, paid=0, **_no_points())
        _receive(draft, side, 0)
    pay_for_cover(draft)
    first: Phase = "pulse" if draft.state.world.scenario.single_theater else "raider"
    draft.tick(phase=first, pulse=0, rolls=0, use_track=1, battles=0, initiative=None, spending=None)


def _no_points() -> dict[str, int]:
    return dict.fromkeys(ACCOUNTS, 0)


def _receive(draft: Draft, side: Side, tied_total: int) -> None:
    purse = draft.state.purses[side]
    asked = CommandPoints(side=side, theatres=purse.priorities, tied_total=tied_total, turn=draft.clock.turn)
    asked = asked.model_copy(update={"washington_fallen": draft.clock.washington_fell})
    found: Points = command_points(asked, draft.work)
    draft.purse(side, **{name: getattr(purse, name) + getattr(found, name) for name in ACCOUNTS})
    draft.say("command points", "all", side, words=str(found))


def _raider(draft: Draft) -> None:
    """Pass the Commerce Raider phase, which isn't in play."""
    _go_on(draft, "blockade")


def _blockade(draft: Draft) -> None:
    """Pass the Blockade Effects phase: production and imports stand at 100."""
    _go_on(draft, "pulse")


def _pulse(draft: Draft) -> None:
    """Roll for the initiative of the next pulse; a tie draws points or ends the turn (CW-1.4)."""
    clock = draft.clock
    if clock.pulse >= MOST_PULSES and draft.work.chosen(R_194) != R_194.default:
        draft.say("turn ended", "all")
        _go_on(draft, "table use")
        return
    rolls = clock.rolls + 1
    asked = Pulse(
        turn=clock.turn,
        roll=min(rolls, MOST_ROLLS),
        use_track=clock.use_track,
        union_has_left=has_left(view(draft.state, "USA")),
        confederates_have_left=has_left(view(draft.state, "CSA")),
    )
    found = pulse(asked, draft.work)
    draft.tick(rolls=rolls, use_track=found.use_track)
    if found.what == "turn ends":
        draft.say("turn ended", "all", number=found.tied_total)
        _go_on(draft, "table use")
    elif found.what == "draw" or found.winner is None:
        draft.say("tied", "all", number=found.tied_total)
        for side in SIDES:
            _receive(draft, side, found.tied_total)
    else:
        _open_pulse(draft, found.winner, found)


def _open_pulse(draft: Draft, winner: Side, found: PulseResult) -> None:
    clock = draft.clock
    draft.say("initiative", "all", winner, number=found.difference)  # of the dice
    draft.tick(
        phase="action",
        pulse=clock.pulse + 1,
        pulses=clock.pulses + 1,
        initiative=winner,
        difference=found.difference * SIZES[draft.work.chosen(R_195)],
        winning_total=found.winning_total,
    )
    _begin_half(draft, winner)


def _begin_half(draft: Draft, side: Side) -> None:
    free = "owed" if draft.clock.initiative == side else "none"
    draft.tick(spending=side, left=draft.clock.difference, spent=0, entered=0, free_entry=free)


def next_half(draft: Draft) -> None:
    """Let the other side spend the same difference, or begin the next pulse."""
    spending, initiative = draft.clock.spending, draft.clock.initiative
    if spending is not None:
        cut_no_more(draft, spending)
    if spending is not None and spending == initiative:
        _begin_half(draft, enemy_of(spending))
    else:
        draft.tick(phase="pulse", spending=None, left=0, spent=0, entered=0, free_entry="none")
        look_at_washington(draft)


def _table_use(draft: Draft) -> None:
    """Move the marker of the table's uses, and note which sides have a demoralized army."""
    clock = draft.clock
    shaken = tuple(side for side in SIDES if _has_shaken_army(draft, side))
    draft.tick(phase="rally", table_uses=clock.table_uses + clock.use_track, shaken=shaken)
    for side in SIDES:
        draft.purse(side, **_no_points())


def _has_shaken_army(draft: Draft, side: Side) -> bool:
    state = draft.state
    hexes = {state.leaders[army.commander].hex for army in state.armies.values() if army.side == side}
    return any(point.demoralized for hex_ in hexes for point in state.points_at.get((side, hex_), ()))


def _rally(draft: Draft) -> None:
    """Rally what is still demoralized: in each hex it loses a strength point (CW-3.8, R-192)."""
    for (side, hex_), points in sorted(draft.state.points_at.items()):
        broken = [point for point in points if point.demoralized]
        if not broken:
            continue
        found = rally(Rally(phase="rally", sp=len(broken), battle_waits=hex_ in draft.state.waiting), draft.work)
        if not found.rallied and not found.wiped_out:
            continue
        gone = take_losses(draft, broken, found.sp_lost, hex_)
        draft.points(*(replace(point, demoralized=False) for point in broken if point.id not in gone))
        draft.say("rallied", "all", side, hexes=(hex_,))
        _leave_nobody_alone(draft, side, hex_)
    _go_on(draft, "end")


def _leave_nobody_alone(draft: Draft, side: Side, hex_id: str) -> None:
    """Send the leaders of a force that is no more to the next turn's pool, and settle its armies."""
    if (side, hex_id) not in draft.state.points_at:
        stranded(draft, side, hex_id)
    settle_armies(draft)


def _end(draft: Draft) -> None:
    """Mend rails and raze works, look at victory, and begin the next turn or end the war."""
    mend_in_time(draft)
    _raze(draft)
    count_capitals(draft)
    clock, (_, last) = draft.clock, draft.state.world.scenario.turns
    result = verdict(draft.state, draft.work)
    draft.change(entered_at=dict.fromkeys(draft.state.entered_at))
    if result or clock.turn == last:
        draft.tick(phase="over", result=result or "draw")
        draft.say("war over", "all", words=result or "draw")
        return
    draft.tick(phase="reinforcement", turn=clock.turn + 1, pulse=0, shaken=())
    draft.say("new turn", "all", number=clock.turn + 1)


def _raze(draft: Draft) -> None:
    """Raze the works whose holder wants it: a fort, or a fortress with an own SP in it, outside of battles (H-22)."""
    for side in SIDES:
        for hex_ in draft.state.purses[side].razes:
            work = draft.state.works.get(hex_)
            manned = (side, hex_) in draft.state.points_at
            if work is None or work.side != side or hex_ in draft.state.waiting:
                continue
            if work.kind == "fort" or manned:
                draft.change(works={hex_: None})
                draft.say("razed", "all", side, hexes=(hex_,), words=work.kind)
        draft.purse(side, razes=())


STEPS: Mapping[Step, Callable[[Draft, Contact], None]] = {  # of a contact that are the game's own
    "reaction": react,
    "fight": fight,
    "aftermath": finish,
    "leaving": leave,
}
PHASES: dict[Phase, Callable[[Draft], None]] = {
    "reinforcement": _reinforcement,
    "command": _command,
    "raider": _raider,
    "blockade": _blockade,
    "pulse": _pulse,
    "table use": _table_use,
    "rally": _rally,
    "end": _end,
}
