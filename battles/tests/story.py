"""A club's story, played through the services: Shiloh from the map and back to it, and the club's other business.

The recorded journal (record.py) holds this story, with every kind of entry and record. The clock, IDs, and secrets
are injected, so the same code always plays the same story.
"""

from dataclasses import field, replace
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any
from unittest import mock

from django.test import override_settings

from battles.conduct.orders import OrderEdit
from battles.models import Battle, BattleState, Card, ExcessChoice, Plan, SecretResult
from battles.selectors.arrivals import excess_page
from battles.selectors.forms import plan_start
from battles.selectors.ground import ground_page
from battles.selectors.objections import seen_rows
from battles.selectors.reads import classes_of, find_battle, placed_units, plans_of, units_of
from battles.selectors.roll_start import table_roll_start
from battles.services import (
    adjourning,
    arrivals,
    card_rolls,
    cards,
    day,
    ground_pictures,
    hidden,
    leaders,
    night,
    notices,
    objections,
    opening,
    orders,
    phases,
    plans,
    result,
    settle,
    table_rolls,
    ticks,
    umpire_work,
)
from battles.services import ground as grounds
from battles.services.begin import begin_one_off, fight_on_table
from battles.services.call_off import call_off
from battles.services.card_setup import begin_with_cards
from battles.services.setup import set_up_chosen
from battles.tests.builders import SHEET, a_side_result, first_of_most, march, shiloh, toy_books
from battles.tests.story_war import a_war_by_sight
from campaign import visibility
from campaign.audiences import PUBLIC, side_audience
from campaign.errors import Refusal
from campaign.ids import hex_id
from campaign.models import (
    CAMPAIGN_STREAM,
    Campaign,
    Entry,
    Invitation,
    JournalLine,
    Listing,
    Message,
    Proposal,
    Role,
    Seat,
    SeatRequest,
    SideCode,
    Throw,
    User,
)
from campaign.selectors.house import switchable
from campaign.services import decisions, house, invitations, open_seats, publishing, seats, talk, view_as
from campaign.services.campaigns import SeatPlan, found_campaign
from campaign.services.corrections import correct
from campaign.services.named_umpire import ask_for_umpire
from campaign.services.record import open_act
from campaign.services.rewind import rewind
from campaign.services.site_corrections import ask_correction
from campaign.services.site_rewind import ask_rewind
from campaign.services.sweep import sweep
from campaign.sources import SOURCES, SeededSources
from campaign.tests.pictures import a_file
from campaign.visibility import Viewer
from rulesets.core import registry
from rulesets.core.brief import Brief, Ratio
from rulesets.core.deployment import Deployment, Placed, Sight
from rulesets.core.ground import standard_ground
from rulesets.core.records import dataclass
from rulesets.core.report import StandsLost
from rulesets.core.sheet_form import load_sheet
from rulesets.core.units import NewUnit
from war.models import Combat, Contact, Force, Sighting, StrengthPoint
from war.selectors.outcome import Entered
from war.services import agreement, contacts
from war.services.forces import detach
from war.services.outcome import enter_outcome
from war.services.set_up import set_up
from war.tests.builders import offer_from

BEGINS = datetime(2026, 3, 7, 18, 0, tzinfo=UTC)
NAMES = ("umpire", "union", "union_west", "confederate", "observer", "outsider", "substitute")
SIDES = {"union": "USA", "confederate": "CSA"}
NO_PASSWORD = "!recorded"  # nobody can log in with it; a random one would make each recording different


@dataclass
class Story:
    """One club, its users, and the campaign being played."""

    sources: SeededSources = field(default_factory=lambda: SeededSources("story", now=BEGINS))
    users: dict[str, User] = field(default_factory=dict)
    campaign: Campaign = field(init=False)

    def viewer(self, who: str) -> Viewer:
        return visibility.enter(self.users[who].pk, self.campaign.pk)

    def seat(self, who: str) -> Seat:
        return Seat.objects.get(campaign=self.campaign, user=self.users[who])

    def later(self, **time: int) -> None:
        """Advance the clock, then sweep."""
        self.sources.clock += timedelta(**(time or {"minutes": 20}))
        sweep(self.campaign.pk)

    @property
    def battle(self) -> Battle:
        return Battle.objects.get(campaign=self.campaign)

    def last(self, kind: str) -> Entry:
        return Entry.objects.filter(campaign=self.campaign, kind=kind).order_by("-seq")[0]

    def decide(self, kind: str, *, who: str = "umpire", **payload: Any) -> None:
        decisions.decide(self.viewer(who), kind=kind, payload=payload)
        self.later()


def play() -> None:
    """Play the whole story into an empty database."""
    story = Story()
    with SOURCES.using(story.sources):
        for name in NAMES:
            user = User(username=name, display_name=name, email=f"{name}@example.org", password=NO_PASSWORD)
            user.save(force_insert=True)
            story.users[name] = user
        shiloh_with_an_umpire(story)
        shiloh_with_the_site_as_umpire(story)
        surrounded(story)
        decided_by_strategy(story)
        a_campaign_that_ends(story)
        a_war_by_sight(story)
        with toy_books():
            a_battle_with_unit_cards(story)
            unit_cards_with_the_site_as_umpire(story)


def shiloh_with_an_umpire(story: Story) -> None:
    begin(story, "Shiloh")
    club_life(story)
    find_players(story)
    house_rules(story)
    set_up_shiloh(story)
    plan(story)
    fight(story)
    count_losses(story)
    after_the_battle(story)


def begin(story: Story, name: str, *, umpire_kind: str = "person", one_off: bool = False) -> None:
    people = {
        "union": SeatPlan(Role.COMMANDER, SideCode.UNION),
        "confederate": SeatPlan(Role.COMMANDER, SideCode.CONFEDERATE),
    }
    if umpire_kind == "person":
        people |= {
            "umpire": SeatPlan(Role.UMPIRE),
            "union_west": SeatPlan(Role.COMMANDER, SideCode.UNION, "West"),
            "observer": SeatPlan(Role.OBSERVER),
        }
    story.campaign = found_campaign(
        name=name,
        book="civil_war",
        founder_id=story.users["union"].pk,
        seats=[replace(seat, user_id=story.users[who].pk) for who, seat in people.items()],
        sheet="" if one_off else SHEET,
        sheet_hash="" if one_off else load_sheet(SHEET).hash,
        one_off=one_off,
        umpire_kind=umpire_kind,
    )
    story.later()


# With an umpire.


def club_life(story: Story) -> None:
    """Send messages, open, fill, empty, and close seats, and view as a seat."""
    talk.say(story.viewer("union"), to="side", text="Hold the landing whatever comes.")
    talk.say(story.viewer("union_west"), to="umpire", text="May I scout across the river?")
    talk.say(story.viewer("confederate"), to="umpire", text="Is the bridge whole?")
    talk.say(story.viewer("umpire"), to="all", text="We begin on Saturday at six.")
    said = Message.objects.filter(seat=story.seat("confederate")).get()
    talk.erase(story.viewer("confederate"), message_id=said.pk)
    umpire = story.viewer("umpire")
    seats.add_seat(umpire, role=Role.COMMANDER, side=SideCode.CONFEDERATE, scope="East")
    east = Seat.objects.get(campaign=story.campaign, scope="East")
    invite(story, east)
    seats.empty_seat(story.viewer("umpire"), seat_id=east.pk)
    view_as.begin_view_as(story.viewer("umpire"), seat_id=story.seat("union_west").pk)
    seats.close_seat(story.viewer("umpire"), seat_id=east.pk)
    story.later()


def find_players(story: Story) -> None:
    """List the open seats; one person asks and withdraws, asks again and is declined, and asks and is admitted."""
    shown = {"name": "Shiloh on Saturdays", "time_zone": "America/Chicago"}
    story.decide("campaign.listed", **shown, words="list the campaign’s open seats")
    seats.add_seat(story.viewer("umpire"), role=Role.COMMANDER, side=SideCode.CONFEDERATE, scope="North")
    north = Seat.objects.get(campaign=story.campaign, scope="North")
    open_seats.withdraw_request(user_id=story.users["outsider"].pk, request_id=ask_for_seat(story))
    open_seats.decline(story.viewer("umpire"), request_id=ask_for_seat(story))
    open_seats.admit(story.viewer("umpire"), request_id=ask_for_seat(story), seat_id=north.pk)
    seats.leave(story.viewer("outsider"))
    story.decide("campaign.unlisted")


def ask_for_seat(story: Story) -> int:
    asker, listing = story.users["outsider"].pk, Listing.objects.get(campaign=story.campaign)
    open_seats.ask(user_id=asker, listing_id=listing.pk, side=SideCode.CONFEDERATE)
    return SeatRequest.objects.get(user_id=asker, state="open").pk


def invite(story: Story, seat: Seat) -> None:
    """Invite by email and withdraw, by username and decline, by link and accept."""
    invitations.invite(story.viewer("umpire"), seat_id=seat.pk, how="mail", email="guest@example.org")
    invitations.withdraw(story.viewer("umpire"), invitation_id=Invitation.objects.get(seat=seat, state="open").pk)
    invitations.invite(story.viewer("umpire"), seat_id=seat.pk, how="name", username="outsider")
    named = Invitation.objects.get(seat=seat, state="open")
    invitations.decline(user_id=story.users["outsider"].pk, invitation_id=named.pk)
    secret = invitations.invite(story.viewer("umpire"), seat_id=seat.pk, how="link")
    offered = Invitation.objects.get(seat=seat, state="open")
    invitations.accept(user_id=story.users["substitute"].pk, invitation_id=offered.pk, secret=secret)


def house_rules(story: Story) -> None:
    """Import a house number and switch a ruling."""
    table, cell = next(
        (table, cell)
        for table in registry.tables("civil_war").values()
        for cell in table.cells()
        if cell.mark != "printed" and isinstance(cell.value, int)
    )
    text = f"table,row,column,value\n{table.id},{cell.row},{cell.column},{cell.value + 1}\n"
    house.import_table(story.viewer("umpire"), text=text, name="Our copy", reason="We own the game.")
    book, ruling = switchable()[0]
    why, option = "As we have always played it.", ruling.options[-1]
    house.switch_ruling(story.viewer("umpire"), book=book, ruling=ruling.id, option=option, reason=why)
    story.later()


def set_up_shiloh(story: Story) -> None:
    """Set up both armies, undo an umpire's mistake, and fight the contact on the table."""
    set_up(None, brief=well_led(), campaign_id=story.campaign.pk)
    story.later()
    army = Force.objects.get(campaign=story.campaign, side="CSA")
    good = story.last("sighting")
    fix(story, army, in_supply=False)
    rewind(story.viewer("umpire"), entry_id=good.pk, reason="They are in supply.", private="My slip.")
    story.later()
    contact = Contact.objects.get(campaign=story.campaign)
    contacts.postpone(story.viewer("umpire"), contact_id=contact.pk)
    story.later()
    contacts.resume(story.viewer("umpire"), contact_id=contact.pk)
    agree_on_table(story, contact)
    fight_on_table(story.viewer("umpire"), contact_id=contact.pk)
    story.later()


def well_led() -> Brief:
    """Return Shiloh with an army leader who has a maneuver reroll each turn."""
    brief = shiloh()
    army = brief.sides["CSA"]
    led = tuple(replace(leader, command=1) if leader.name == "A.S. Johnston" else leader for leader in army.leaders)
    return replace(brief, sides={**brief.sides, "CSA": replace(army, leaders=led)})


def agree_on_table(story: Story, contact: Contact) -> None:
    """Let time run out, decline the table, agree, rewind the agreement, and agree again."""
    story.later()
    story.later(hours=80)
    before = story.last("contact.silent")
    offer_from(story.viewer("union"), contact, ratio=Ratio(10, 1))
    made = offer_from(story.viewer("confederate"), contact)
    agreement.decline(story.viewer("union"), contact_id=contact.pk, answers=made)
    story.later()
    for again in (True, False):
        made = offer_from(story.viewer("union"), contact)
        agreement.agree(story.viewer("confederate"), contact_id=contact.pk, answers=made)
        if again:
            rewind(story.viewer("umpire"), entry_id=before.pk, reason="They were still talking.")
        story.later()


def fix(story: Story, row: Any, **values: Any) -> None:
    table = row._meta.db_table
    correct(story.viewer("umpire"), table=table, row_id=row.pk, values=values, reason="A wrong entry.")


ORDER_EDITS = (
    OrderEdit("move", "c0d1p0", "c0d2"),
    OrderEdit("split", "c0d0b0", stands=3),
    OrderEdit("shift", "c0d0b0", "c0d0b1", stands=1),
    OrderEdit("merge", "c0d0b1", "c0d0b0"),
    OrderEdit("rename", "c0d0b0", name="The Iron Brigade", commander="John Gibbon"),
)


def plan(story: Story) -> None:
    """Set the ground and its edge; draft, seal, unseal, and seal again; the umpire spoils a sealed plan and rewinds."""
    battle = story.battle
    grounds.set_ground(story.viewer("umpire"), battle.pk, standard_ground(96, 60))
    photograph(story)
    grounds.choose_edge(story.viewer("union"), battle.pk, edge="south")
    story.decide("deadline.extended", subject=f"battle:{hex_id(battle.pk)}:plan:USA", hours=24)
    story.decide("deadline.stopped", subject=f"battle:{hex_id(battle.pk)}:plan:CSA")
    story.decide("deadline.run", subject=f"battle:{hex_id(battle.pk)}:plan:CSA")
    flank = march(battle, "USA", "right", "Sherman", points=1)
    plans.save_draft(story.viewer("union"), battle.pk, plan=flank, draft_version=0)
    for version, edit in enumerate(ORDER_EDITS):
        plans.edit_order(story.viewer("union"), battle.pk, edit=edit, draft_version=version)
    lines = (Placed("c0d0", "South", "left", Sight.HIDDEN, "In the woods."), Placed("c0d1b0", notes="On the road."))
    plans.save_deployment(story.viewer("union"), battle.pk, deployment=Deployment(lines), draft_version=0)
    plans.seal(story.viewer("union"), battle.pk, plan={}, entropy="aa")
    plans.unseal(story.viewer("union"), battle.pk)
    plans.seal(story.viewer("union"), battle.pk, plan=flank, entropy="ab")
    flank = march(battle, "CSA", "right", "Hardee", points=2)
    plans.seal(story.viewer("confederate"), battle.pk, plan=flank, entropy="ba")
    grounds.set_ground(story.viewer("umpire"), battle.pk, standard_ground(96, 72))
    story.later()
    again = plan_start(story.viewer("union"), battle.pk).draft
    for who, kept, entropy in (("union", again, "ad"), ("confederate", flank, "bd")):
        plans.seal(story.viewer(who), battle.pk, plan=kept, entropy=entropy)
    good = story.last("battle.sealed")
    fix(story, Plan.objects.get(battle=battle, side="CSA"), body={})
    rewind(story.viewer("umpire"), entry_id=good.pk, reason="The plan stands.", private="A slip of mine.")
    story.later()


def photograph(story: Story) -> None:
    """Add two pictures of the table, and erase the one that shows a player."""
    battle = story.battle
    for caption in ("The landing", "The table, and who laid it"):
        ground_pictures.add_picture(story.viewer("umpire"), battle.pk, data=a_file(), caption=caption)
    erased = ground_page(story.viewer("umpire"), battle.pk).pictures[1]
    ground_pictures.erase_picture(story.viewer("umpire"), battle.pk, erased.id)


def fight(story: Story) -> None:
    """Prepare the battle in two sweeps, void a secret roll in a rewind, decide what is hidden, and play the turns,
    undoing one."""
    battle = story.battle
    opening.prepare_battle(story.viewer("umpire"), battle.pk, typed={"right_usa": 2, "right_csa": 4})
    with override_settings(SWEEP_RAISES=False), mock.patch.object(umpire_work, "_find", side_effect=Refusal("Hm.")):
        story.later()
    story.later()
    void_a_roll(story)
    units = [unit.id for unit in placed_units(battle, "USA", plans_of(battle))[:2]]
    opening.set_hidden(story.viewer("umpire"), battle.pk, side="USA", units=units)
    opening.open_battle(story.viewer("umpire"), battle.pk)
    story.later()
    hidden.place_units(story.viewer("union"), battle.pk, side="USA", units=units[:1], why="fired")
    story.later()
    phases.next_phase(story.viewer("confederate"), battle.pk, turn=1, phase=0)
    roll_at_table(story)
    for asks_for in ("on", "on", "back", "on"):
        request_step(story, asks_for)
    back_to = story.last("battle.umpire_work")
    request_step(story, "on")
    rewind(story.viewer("umpire"), entry_id=back_to.pk, reason="The Union had not moved yet.")
    story.later()
    while not all_dispatches_told(battle):
        request_step(story, "on")
        choose_excess(story)
    read_notice(story)
    tick_losses(story)
    adjourn(story)
    stay_overnight(story)
    request_step(story, "end")


def tick_losses(story: Story) -> None:
    """Tick losses of both sides, one of them beyond the stands, and take one back."""
    for unit, cause, by in (
        ("c0d0b0", "killed", 1),
        ("c0d0b0", "skedaddled", 1),
        ("c0d0b0", "killed", -1),
        ("c0d0g0", "captured", 1),
        ("c0d0g0", "captured", 1),
        ("@c0d0b0", "wounded", 1),
    ):
        ticks.tick(story.viewer("union"), story.battle.pk, unit=unit, cause=cause, by=by, expected=8)
    ticks.tick(story.viewer("umpire"), story.battle.pk, side="CSA", unit="c0d0b0", cause="quit")


def adjourn(story: Story) -> None:
    """Leave the table, note positions, and meet again a week later."""
    battle_id = story.battle.pk
    adjourning.note_positions(story.viewer("union"), battle_id, text="Sherman's left rests on Owl Creek.")
    union = story.viewer("union")
    adjourning.photograph_positions(union, battle_id, data=a_file(), caption="The Union left at noon")
    adjourning.adjourn(story.viewer("confederate"), battle_id)
    adjourning.note_positions(story.viewer("umpire"), battle_id, text="The landing is six inches behind the line.")
    story.later(days=7)
    adjourning.resume(story.viewer("union"), battle_id)
    story.later()


def stay_overnight(story: Story) -> None:
    """Play until night falls; the Union stays, and the umpire opens the night without the Confederates' choice."""
    while story.battle.state == BattleState.DAY:
        request_step(story, "on")
    turn, union = story.battle.turn, story.viewer("union")
    night.choose_for_night(union, story.battle.pk, choice="stay", turn=turn, entropy="ae")
    story.later()
    night.open_night(story.viewer("umpire"), story.battle.pk)
    story.later()


def quit_field(story: Story, who: str) -> None:
    viewer, battle = story.viewer(who), story.battle
    day.request_step(viewer, battle.pk, asks_for="end", turn=battle.turn, leaves=viewer.side, entropy="af")
    story.later()


def roll_at_table(story: Story) -> None:
    """Place the army leader with a brigade, roll for its maneuver, and reroll."""
    battle, side, name, unit = story.battle, "csa", "maneuver", "c1d0b0"
    confederate = story.viewer("confederate")
    leaders.place_leader(confederate, battle.pk, side=side, post="army", attached_to=unit)
    inputs = table_roll_start(confederate, battle.pk, side, name=name, unit=unit).page.inputs
    first = table_rolls.roll_at_table(confederate, battle.pk, side=side, name=name, unit=unit, inputs=inputs)
    table_rolls.reroll(story.viewer("umpire"), battle.pk, first.pk)
    story.later()


def choose_excess(story: Story) -> None:
    """Choose what enters of a flank march that met a smaller one, on the turn that it does."""
    for row in ExcessChoice.objects.filter(battle=story.battle, turn=story.battle.turn, is_made=False):
        who = "union" if row.side == "USA" else "confederate"
        brought = excess_page(story.viewer(who), story.battle.pk, row.edge).brought
        arrivals.choose_excess(
            story.viewer(who), story.battle.pk, edge=row.edge, units=brought.units, reduced=brought.reduced
        )
        story.later()


def read_notice(story: Story) -> None:
    union = story.viewer("union")
    line = JournalLine.objects.filter(feed_id=union.feed_id, kind="battle.notice").order_by("n")[0]
    notices.mark_read(union, story.battle.pk, line.n)


def void_a_roll(story: Story) -> None:
    roll = Throw.objects.filter(cup__owner_id=story.battle.cup_owner, how="machine").first()
    assert roll is not None, "the story needs a roll by the site"
    place = f"{hex_id(roll.cup_id)}:{roll.n}"
    prepared = story.last("battle.prepared")
    rewind(story.viewer("umpire"), entry_id=prepared.pk, reason="The wrong hexside was used.", voids=[place])
    story.later()


def request_step(story: Story, asks_for: str) -> None:
    turn = story.battle.turn
    for who, entropy in (("union", "ac"), ("confederate", "bc")):
        viewer, battle_id = story.viewer(who), story.battle.pk
        day.request_step(viewer, battle_id, asks_for=asks_for, turn=turn, leaves="CSA", entropy=entropy)
    story.later()


def all_dispatches_told(battle: Battle) -> bool:
    return all(len(f.told) == len(f.body["dispatches"]) for f in SecretResult.objects.filter(battle=battle))


def count_losses(story: Story) -> None:
    """Enter one result on time and one late, then settle, undo, and settle again."""
    enter(story, "union", killed=41, points=9, end="held")
    story.later(hours=60)
    story.later(hours=20)
    enter(story, "confederate", killed=12, points=7, end="withdrew")
    object_and_rule(story)
    story.later()
    settle.settle(story.viewer("umpire"), story.battle.pk)
    story.later()
    settled = story.last("battle.settled")
    mark = Entry.objects.filter(campaign=story.campaign, stream=CAMPAIGN_STREAM, seq__lt=settled.seq)
    rewind(story.viewer("umpire"), entry_id=mark.order_by("-seq")[0].pk, reason="A wrong count.")
    story.later()
    enter(story, "confederate", killed=14, points=7, end="withdrew")
    story.later()
    settle.settle(story.viewer("umpire"), story.battle.pk)
    story.later()


def enter(story: Story, who: str, *, killed: int, points: int, end: str) -> None:
    battle = story.battle
    units = units_of(battle, SIDES[who], plans_of(battle))
    entered = a_side_result(units, points=points, end=end, killed={first_of_most(units): killed})
    result.enter_result(story.viewer(who), battle.pk, entered=entered)
    if who == "union":
        others = sorted(item for item, name in classes_of(battle, "USA").items() if name == "other")
        result.choose_removals(story.viewer(who), battle.pk, items=others[-2:])
    result.confirm_result(story.viewer(who), battle.pk)


def object_and_rule(story: Story) -> None:
    """Object to a loss of the Confederates, and let the umpire rule on it."""
    battle = story.battle
    row = seen_rows(battle, "CSA", plans_of(battle))[0]
    figures = {row.key: StandsLost(killed=1)}
    objections.object_to_losses(story.viewer("union"), battle.pk, side="CSA", figures=figures)
    rule = partial(objections.rule_on_losses, side="CSA", row=row.key, losses=StandsLost(killed=1))
    rule(story.viewer("umpire"), battle.pk, reason="Both sides saw it.")


def after_the_battle(story: Story) -> None:
    """Resume play on the map: detach a force and give it a theater."""
    army = Force.objects.get(campaign=story.campaign, side="USA")
    point = StrengthPoint.objects.filter(force=army, lost=False).order_by("id")[0]
    apart = detach(
        story.viewer("union"), force_id=army.pk, strength_points={point.pk}, leaders=set(), name="Western reserve"
    )
    fix(story, apart, scope="West")
    story.decide("campaign.paused")
    story.decide("campaign.resumed")
    talk.say(story.viewer("confederate"), to="side", text="We fall back on Corinth.")
    seats.leave(story.viewer("observer"))
    story.later()


# With the site as umpire.


def shiloh_with_the_site_as_umpire(story: Story) -> None:
    """Rewind to a public entry by agreement, and refuse a new time limit."""
    begin(story, "Shiloh by ourselves", umpire_kind="site")
    set_up_chosen(story.viewer("union"), shiloh(), name="shiloh")
    decisions.agree(story.viewer("confederate"), proposal_id=Proposal.objects.get(state="open").pk)
    contact = Contact.objects.get(campaign=story.campaign)
    made = offer_from(story.viewer("union"), contact)
    agreement.agree(story.viewer("confederate"), contact_id=contact.pk, answers=made)
    story.later()
    why = "We misread the map."
    for who in ("union", "confederate"):
        grounds.accept_ground(story.viewer(who), story.battle.pk)
    union, battle_id = story.viewer("union"), story.battle.pk
    grounds.correct_hex(union, battle_id, hex_terrain="forest", hexside_crossed="gap_road", reason=why)
    agree_to_all(story)
    for who, entropy in (("union", "aa"), ("confederate", "bb")):
        plans.seal(story.viewer(who), story.battle.pk, plan={}, entropy=entropy)
    story.later()
    request_step(story, "on")
    line = JournalLine.objects.filter(
        feed=story.seat("union").feed_id, kind="battle.opened", announcement__audience=PUBLIC
    ).get()
    ask_rewind(story.viewer("union"), n=line.n, reason="We misread the hour.")
    decisions.agree(story.viewer("confederate"), proposal_id=Proposal.objects.get(state="open").pk)
    story.later()
    story.decide("campaign.time_limit", who="confederate", hours=48)
    decisions.refuse(story.viewer("union"), proposal_id=Proposal.objects.get(state="open").pk)
    request_step(story, "on")
    by_agreement(story)


def by_agreement(story: Story) -> None:
    """Correct a record, import numbers, switch a ruling, and name an umpire: one side asks, the other agrees."""
    army = Force.objects.get(campaign=story.campaign, side="USA")
    book, ruling = switchable()[0]
    union, values = story.viewer("union"), {"name": "Army of the Tennessee"}
    ask_correction(union, table="war_force", row_id=army.pk, values=values, reason="Its name was wrong.")
    numbers = "table,row,column,value\ncivil_war.leaders,USA Grant 2,initiative,3"
    house.import_table(story.viewer("confederate"), text=numbers, name="Our counters", reason="We own the game.")
    option, why = ruling.options[1], "We always did."
    house.switch_ruling(story.viewer("confederate"), book=book, ruling=ruling.id, option=option, reason=why)
    agree_to_all(story)
    ask_for_umpire(union, username="umpire")
    agree_to_all(story)
    offer = Invitation.objects.get(campaign=story.campaign, state="open")
    invitations.accept(user_id=story.users["umpire"].pk, invitation_id=offer.pk)
    story.later()


def agree_to_all(story: Story) -> None:
    for asked in Proposal.objects.filter(campaign=story.campaign, state="open").order_by("at", "id"):
        other = "confederate" if asked.side == "USA" else "union"
        decisions.agree(story.viewer(other), proposal_id=asked.pk)
    story.later()


def surrounded(story: Story) -> None:
    """Let both sides hear that an army has nowhere to go, see that it has, and confirm once more."""
    begin(story, "Surrounded", umpire_kind="site")
    contact = set_up(None, brief=shiloh(), campaign_id=story.campaign.pk)
    made = offer_from(story.viewer("union"), contact)
    agreement.agree(story.viewer("confederate"), contact_id=contact.pk, answers=made)
    story.later()
    for who in SIDES:
        plans.seal(story.viewer(who), story.battle.pk, plan={})
    story.later()
    quit_field(story, "confederate")
    for who, end, killed in (("union", "held", 8), ("confederate", "withdrew", 0)):
        units = units_of(story.battle, SIDES[who], plans_of(story.battle))
        entered = a_side_result(units, end=end, killed={first_of_most(units): killed})
        result.enter_result(story.viewer(who), story.battle.pk, entered=entered)
        result.confirm_result(story.viewer(who), story.battle.pk)
    believe_the_enemy_around(story, contact)
    settle.settle_if_due(find_battle(story.viewer("union"), story.battle.pk), SOURCES.now())
    story.later()
    for who in SIDES:
        result.confirm_result(story.viewer(who), story.battle.pk)
    story.later()


def believe_the_enemy_around(story: Story, contact: Contact) -> None:
    """Let the Union believe the enemy in every hex around, until the next sweep."""
    campaign_id, audience = story.campaign.pk, side_audience("USA")
    with open_act(None, campaign_id=campaign_id, stream=CAMPAIGN_STREAM, kind="sighting") as act:
        for near in load_sheet(SHEET).neighbors(contact.hex):
            act.create(
                Sighting(id=SOURCES.new_id(audience), campaign_id=campaign_id, side="USA", hex=near, since_turn=1)
            )


# A contact that isn't fought on the table.


def decided_by_strategy(story: Story) -> None:
    """Agree on strategic combat, and enter its outcome as both sides."""
    begin(story, "Left to strategy", umpire_kind="site")
    contact = set_up(None, brief=shiloh(), campaign_id=story.campaign.pk)
    made = offer_from(story.viewer("union"), contact, combat=Combat.STRATEGIC)
    agreement.agree(story.viewer("confederate"), contact_id=contact.pk, answers=made)
    for who, side in (("union", "USA"), ("confederate", "CSA")):
        army = StrengthPoint.objects.filter(campaign=story.campaign, side=side).order_by("id")
        lost, veteran = hex_id(army[0].pk), army.filter(quality="veteran").last()
        named = hex_id(veteran.pk) if veteran and hex_id(veteran.pk) != lost else ""
        entered = Entered("CSA", "USA", demoralized=side == "USA", lost=(lost,), promote=named)
        enter_outcome(story.viewer(who), contact_id=contact.pk, side=side, entered=entered)
        story.later()


# A campaign that ends.


def a_campaign_that_ends(story: Story) -> None:
    """Start a one-off that is called off: move a seat, close, cancel a deletion, archive, and agree to publish."""
    begin(story, "Put off", one_off=True)
    seats.add_seat(story.viewer("umpire"), role=Role.COMMANDER, side=SideCode.UNION, scope="East")
    east = Seat.objects.get(campaign=story.campaign, scope="East")
    seats.move_holder(story.viewer("umpire"), seat_id=story.seat("union_west").pk, to_seat_id=east.pk)
    story.decide("campaign.time_limit", hours=24)
    umpire, brief = story.viewer("umpire"), shiloh()
    call_off(umpire, begin_one_off(umpire, name=brief.name, brief=brief).pk)
    begin_one_off(story.viewer("umpire"), name=brief.name, brief=brief)
    for kind in ("campaign.closed", "campaign.deletion", "campaign.kept", "campaign.archived"):
        story.decide(kind)
    for who in ("union", "confederate"):
        publishing.agree(user_id=story.users[who].pk, campaign_id=story.campaign.pk, name=f"General {who}")
    publishing.withdraw(user_id=story.users["confederate"].pk, campaign_id=story.campaign.pk)
    story.later()


# Battles with unit cards.


def a_battle_with_unit_cards(story: Story) -> None:
    """Set up units by list and one by one, change, remove, and reveal them."""
    begin(story, "The carpet", one_off=True)
    begin_with_cards(story.viewer("umpire"), book="lead", units="sample")
    battle = story.battle
    listed = [NewUnit("CSA", "regiment", name, {"began": 6}) for name in ("Gray 1", "Gray 2", "Gray 3")]
    cards.set_up_units(story.viewer("confederate"), battle.pk, side="CSA", units=listed)
    hidden = NewUnit("USA", "regiment", "Blue 3", {"began": 4, "stands": 4}, hidden=True)
    cards.add_unit(story.viewer("union"), battle.pk, unit=hidden)
    card = Card.objects.get(battle=battle, name="Blue 3")
    cards.change_unit(story.viewer("union"), battle.pk, card.pk, name="Blue reserve", values={"colonel": "Tin"})
    cards.remove_unit(story.viewer("union"), battle.pk, Card.objects.get(battle=battle, name="Blue 2").pk)
    open_with_cards(story)
    cards.change_unit(story.viewer("union"), battle.pk, card.pk, values={"morale": "shaken"})
    cards.reveal_unit(story.viewer("umpire"), battle.pk, card.pk)
    order = orders.write_order(story.viewer("union"), battle.pk, unit=hex_id(card.pk), text="Hold the table leg.")
    orders.reveal_order(story.viewer("umpire"), battle.pk, order.pk)
    for again in (1, 2):
        chosen = {"firers": [hex_id(card.pk)], "target": [hex_id(Card.objects.get(name="Gray 1", battle=battle).pk)]}
        asked = {"stands": 12, "firer": "Blue reserve", "target": "Gray 1"}
        row = card_rolls.roll(story.viewer("union"), battle.pk, name="volley", cards=chosen, inputs=asked, again=again)
        decide = card_rolls.confirm_roll if again == 1 else card_rolls.discard_roll
        decide(story.viewer("umpire"), battle.pk, row.pk)
    request_step(story, "on")
    quit_field(story, "confederate")


def open_with_cards(story: Story) -> None:
    for who, entropy in (("union", "aa"), ("confederate", "bb")):
        plans.seal(story.viewer(who), story.battle.pk, plan={}, entropy=entropy)
    if story.campaign.umpire_kind == "person":
        opening.prepare_battle(story.viewer("umpire"), story.battle.pk)
        story.later()
        opening.open_battle(story.viewer("umpire"), story.battle.pk)
    story.later()


def unit_cards_with_the_site_as_umpire(story: Story) -> None:
    begin(story, "The carpet by ourselves", umpire_kind="site", one_off=True)
    begin_with_cards(story.viewer("union"), book="lead", units="sample")
    decisions.agree(story.viewer("confederate"), proposal_id=Proposal.objects.get(state="open").pk)
    story.later()
    open_with_cards(story)
