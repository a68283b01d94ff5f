"""What a stack can do together: who commands, how many he leads, the room left, and whether it may be an army."""

from collections.abc import Iterator, Sequence

from rulesets.civil_war.war import View
from rulesets.civil_war.war import command_here as c
from rulesets.civil_war.war.builders import answer
from rulesets.civil_war.war.legal import armies_at
from rulesets.civil_war.war.state import Leader
from rulesets.core.words import many
from war.selectors.war_words import Fact, cite


def stack_facts(view: View, hex_id: str) -> tuple[Fact, ...]:
    """Return what a side's pieces in a hex can do together; nothing if it has no SP there."""
    if hex_id not in view.points_at:
        return ()
    return (*_command(view, hex_id), *_room(view, hex_id), *_army(view, hex_id))


def _command(view: View, hex_id: str) -> Iterator[Fact]:
    """Say who commands, and if nobody can lead all SP at once."""
    leaders, sp = view.leaders_at.get(hex_id, ()), len(view.points_at[hex_id])
    limits = {each.name: _limit(view, leaders, each, sp) for each in leaders}
    best = max(limits.values(), default=0)
    if not best:
        yield Fact("No leader commands here; strength points move one by one.", cite("2.1"))
        return
    army = bool(armies_at(view, hex_id))
    found = c.command(view.world, view.side, leaders, sp, army=army)
    if found.commander:
        yield Fact(f"{found.commander} commands{' the army' if found.commands_army else ''}.", cite("2.1"))
    if best < sp:
        most = next(name for name, limit in limits.items() if limit == best)
        words = f"No leader here can lead all {sp} SP at once: {most} leads {best} at most."
        yield Fact(words, cite("2.2"))


def _limit(view: View, leaders: Sequence[Leader], leader: Leader, sp: int) -> int:
    """Return how many of the SP in his hex a leader may take along."""
    army = bool(armies_at(view, leader.hex))
    landing = c.is_naval(view.world, leader)
    return c.command(view.world, view.side, leaders, sp, army=army, mover=leader.name, landing=landing).limit


def _room(view: View, hex_id: str) -> Iterator[Fact]:
    """Say how many more SP may stay."""
    left = c.room_left(view.world, view.ground, view.known, hex_id, len(view.points_at[hex_id]))
    if left < c.FAR:
        words = f"Room for {many(left, 'more SP')}." if left > 0 else "No more strength points may stay here."
        yield Fact(words, cite("L-3"))


def _army(view: View, hex_id: str) -> Iterator[Fact]:
    """Say whether the senior leader may form an army, and if not, why."""
    leaders = [each for each in view.leaders_at.get(hex_id, ()) if not c.is_naval(view.world, each)]
    if not leaders or armies_at(view, hex_id):
        return
    senior = max(leaders, key=lambda each: each.stars)
    found = answer(view, senior.id, hex_id, "army")
    words = " ".join(found.broken) if found.broken else f"An army may be formed here for {found.cp} CP."
    yield Fact(f"No army: {words}" if found.broken else words, cite("L-1"))
