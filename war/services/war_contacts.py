"""Contacts of a war: a meeting becomes a contact that both sides decide on, and standing instructions offer the table.

What they agree is carried out in the sweep: on the table the contact waits for its battle; otherwise the combat table
of the strategic game decides it at once (VG-1).
"""

from collections.abc import Sequence
from datetime import date, timedelta
from typing import cast

from campaign.audiences import PUBLIC
from campaign.models import SideCode
from campaign.services.record import Act
from campaign.sources import SOURCES
from rulesets.civil_war.war import State
from rulesets.civil_war.war.battles import in_supply
from rulesets.civil_war.war.orders import FightHere, Order, ToTable
from rulesets.civil_war.war.scenario import SIDES
from rulesets.civil_war.war.state import Contact as Meeting
from rulesets.civil_war.war.state import work_against
from rulesets.civil_war.war.world import World
from rulesets.civil_war.words import Side
from rulesets.core.carries import carries
from rulesets.core.sheet_words import crossing
from war.models import Combat, Contact, ContactState, Force
from war.selectors.agreement import ratio_of, words_of
from war.selectors.war_state import WarRows, running_track, unsettled
from war.services import agreement
from war.services.war_rows import forces_of

RESOLVING = frozenset({"fight", "losses", "aftermath", "retreat", "leaving"})
MONTHS = {
    name: n
    for n, name in enumerate(["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"], 1)
}
DAYS_A_PULSE = 5  # a battle's day is the site's own: five days a pulse from the turn's first


def follow(act: Act, found: WarRows, before: State, after: State) -> None:
    """Make a contact of a meeting that is now to be decided, and close one that has been fought out."""
    was, now = before.contact, after.contact
    if now is not None and now.step == "decision" and (was is None or was.step != "decision"):
        _meet(act, found, after, now)
    if was is not None and was.step in RESOLVING and (now is None or now.hex != was.hex):
        _close(act, found.contacts, was.hex)


def _close(act: Act, contacts: Sequence[Contact], hex_: str) -> None:
    for row in contacts:
        if row.hex == hex_ and row.state == ContactState.STRATEGIC:
            row.state, row.since = ContactState.SETTLED, act.at
            act.save(row)


def _meet(act: Act, found: WarRows, state: State, meeting: Meeting) -> None:
    """Write the contact, and what both armies' true supply is, for its setup."""
    row = act.create(_contact(act, state, meeting))
    for side in SIDES:
        force = forces_of(found).get((side, meeting.hex))
        if force is not None:
            force.in_supply = in_supply(state, side, meeting.hex)
            act.save(force)
            _mount(act, found, force)
    act.tell(PUBLIC, f"{row.name}: decide how to fight it. (VG-1.)", turn=state.clock.turn)
    _offer_by_instructions(act, row, state)


@carries("VG-4A")
def _mount(act: Act, found: WarRows, force: Force) -> None:
    """Put cavalry under the cavalry leaders there, the senior first, each with an SP for each star."""
    leaders = [row for row in found.leaders if row.force_id == force.pk and row.cavalry]
    places = [row for row in sorted(leaders, key=lambda row: (-row.stars, row.seniority)) for _ in range(row.stars)]
    points = [row for row in found.points if row.force_id == force.pk]
    horse = [row for row in points if row.arm == "cavalry"]
    for row in points:
        row.under = None
    for row, leader in zip(horse, places, strict=False):
        row.under = leader
    act.save_all(points)


@carries("VG-1")
def _offer_by_instructions(act: Act, row: Contact, state: State) -> None:
    """Offer the table for a side whose standing instructions accept it; what they answer waits for the deadline."""
    for side in (row.attacker, *(each for each in SIDES if each != row.attacker)):
        stance = state.stances.get(cast(Side, side))
        if stance is not None and stance.table == "accept":
            made = act.create(agreement.new_offer(act, row, side, Combat.TABLE, ratio_of(row)))
            words = words_of(made)
            act.tell(PUBLIC, f"{SideCode(side).label} standing instructions offer to fight {row.name} {words}.")
            return


def _contact(act: Act, state: State, meeting: Meeting) -> Contact:
    world = state.world
    link = world.graph.link(meeting.came_from, meeting.hex)
    crossed = crossing(
        world.graph.hexes[meeting.hex], link.side if link else None, high_water=world.turn(state.clock.turn).high_water
    )
    return Contact(
        id=SOURCES.new_id(PUBLIC),
        campaign_id=act.campaign_id,
        name=name_of_battle(world, meeting.hex),
        hex=meeting.hex,
        attacker=meeting.attacker,
        hexside=crossed.setup_hexside,
        hexside_name=crossed.name,
        work=work_against(state.works, meeting.attacker, meeting.hex, state.clock),
        entered_from=world.graph.hexes[meeting.came_from].name,
        came_from=meeting.came_from,
        pulse=state.clock.pulses,
        fought_on=day_of(state).isoformat(),
        since=act.at,
    )


def name_of_battle(world: World, hex_: str) -> str:
    """Name a battle after its place, or the nearest one."""
    places = world.graph.hexes[hex_].places
    if places:
        return f"Battle of {places[0].label}"
    near = min(world.graph.places.values(), key=lambda at: (world.graph.apart(hex_, at[0]), at[1].name))
    return f"Battle near {near[1].label}"


def day_of(state: State) -> date:
    """Return the day of a battle: so many days a pulse after the turn's first, and within the turn."""
    turn = state.world.turn(state.clock.turn)
    first = date(turn.year, MONTHS[turn.name[:3]], 1)
    last = first + timedelta(days=28 * turn.months - 1)
    return min(last, first + timedelta(days=DAYS_A_PULSE * max(0, state.clock.pulse - 1)))


def decided(campaign_id: int) -> Order | None:
    """Return the order of the site that a decided contact waits for."""
    track = running_track(campaign_id)
    if track is None:
        return None
    rows = unsettled(campaign_id)
    step = track.pending.get("step")
    if step == "decision":
        row = next((each for each in rows if each.hex == track.pending["hex"]), None)
        return None if row is None else _answer(row)
    if step is None:
        given_up = (row for row in rows if row.state == ContactState.STRATEGIC and not row.postponed)
        return next((FightHere(row.hex) for row in given_up), None)
    return None


def _answer(row: Contact) -> Order | None:
    if row.postponed or row.state in (ContactState.AGREED, ContactState.TAKEN_UP):
        return ToTable()
    return FightHere() if row.state == ContactState.STRATEGIC else None
