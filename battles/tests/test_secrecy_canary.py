"""The canary: check every URL as every viewer for the markers of secret texts and for cup secrets."""

from dataclasses import replace

import pytest

from battles.conduct.orders import OrderEdit
from battles.selectors.reads import stream_of
from battles.services import adjourning, plans
from battles.tests import play
from battles.tests.builders import shiloh
from campaign.audiences import UMPIRE, side_audience
from campaign.ids import hex_id
from campaign.models import CAMPAIGN_STREAM, Entry, Proposal, Seat
from campaign.services import addresses, cups, emails, invitations, talk, tokens
from campaign.services.campaigns import SeatPlan, open_seat
from campaign.services.corrections import correct
from campaign.services.record import open_act
from campaign.services.rewind import rewind
from campaign.services.site_corrections import ask_correction
from campaign.sources import SOURCES
from campaign.tests.builders import PASSWORD
from campaign.tests.harness.canary import Found, Marker, judge_all, look_for, missing_markers, without_marker
from campaign.tests.harness.people import gather
from campaign.tests.harness.world import World, a_world
from campaign.tests.urlconf import routes
from rulesets.core.deployment import Deployment, Placed, Sight
from war.models import Brigade, Force, Leader, Sighting, StrengthPoint
from war.services.set_up import set_up

pytestmark = [pytest.mark.harness, pytest.mark.django_db]
UNION = frozenset({"union", "union_west", "umpire"})
OWNER = frozenset({"union", "umpire"})
UMPIRE_ONLY = frozenset({"umpire"})
MARKERS = (
    Marker("Zq01a", UNION, ("war_leader.name", "battles_setup.brief")),
    Marker("Zq02a", UNION, ("war_leader.given_name",)),
    Marker("Zq03a", UMPIRE_ONLY, ("war_leader.counter",), others=UNION),
    Marker("Zq04a", UNION, ("war_force.name",)),
    Marker("Zq05a", UNION, ("war_force.scope",)),
    Marker("Zq06a", UNION, ("war_sighting.leaders",)),
    Marker("Zq07a", UMPIRE_ONLY, ("war_contact.strategic_table",)),
    Marker("Zq08a", UNION),  # a message to the side
    Marker("Zq09a", frozenset({"union_west", "umpire"})),  # a message from one seat to the umpire
    Marker("Zq10a", UMPIRE_ONLY),  # an umpire's private note on a rewind
    Marker("Zq11a", UNION),  # the reason for a correction
    Marker("Zq12a", UMPIRE_ONLY),  # the reason for a void secret roll
    Marker("Zq13a", UMPIRE_ONLY),  # the email address of an invitation
    Marker("Zq16a", OWNER, ("battles_plan.body",)),  # the name of a brigade
    Marker("Zq17a", OWNER, ("battles_plan.body",)),  # the notes of a deployment
    Marker("Zq18a", OWNER, ("battles_positionnote.text",)),  # a note of positions
    Marker("Zq19a", OWNER, ("war_brigade.name",)),
    Marker("Zq20a", OWNER, ("war_brigade.commander",)),
    Marker("Zq21a", OWNER, ("war_brigade.record",)),
    Marker("Zq14a", frozenset({"union"})),  # a user's own email address
    Marker("Zq40a", frozenset({"union"})),  # a user's new, unconfirmed email address
)
WHY = "Zq15a"  # the reason for a side's requested correction
AT_SITE = ("Zq01a", "Zq02a", "Zq03a", "Zq04a", "Zq05a", "Zq07a", "Zq08a", "Zq14a", "Zq40a")
# With the site as umpire, the user called "umpire" is a stranger and must see no marker.
SITE_MARKERS = (
    *(replace(m, owners=m.owners - UMPIRE_ONLY, others=m.others - UMPIRE_ONLY) for m in MARKERS if m.word in AT_SITE),
    Marker("Zq13a", frozenset({"union"})),  # the player who sends an invitation knows its address
    Marker(WHY, UNION - UMPIRE_ONLY, ("campaign_proposal.own",)),
)
NO_FREE_TEXT = {
    "battles_excesschoice.edge": "a place named by the rules",
    "battles_excesschoice.reduced": "the address of a brigade",
    "battles_excesschoice.units": "addresses of brigades and batteries",
    "battles_positionnote.picture": "an id and a hash",
    "battles_hiddenstart.units": "addresses of brigades and batteries",
    "battles_placedunit.unit": "the address of a brigade or battery",
    "battles_objection.figures": "ids of units that everyone saw, and numbers",
    "battles_tick.cause": "a cause or a fate of the rules",
    "battles_tick.unit": "the address of a unit or a command, or the id of a leader",
    "battles_leaderplace.attached_to": "the address of a brigade",
    "battles_leaderplace.post": "the address of a command",
    "battles_tableroll.inputs": "terms of the rules, and a name that the public column has",
    "battles_card.kind": "a kind of the book",
    "battles_cardroll.audience": "a label",
    "battles_cardroll.changes": "ids of cards, and values within the book's limits",
    "battles_cardroll.chosen": "ids of cards",
    "battles_cardroll.procedure": "the id of a procedure",
    "battles_cardroll.result": "a result in the rules' own terms",
    "battles_cardroll.trace": "steps in the rules' own terms",
    "battles_battlereport.body": "ids, numbers, terms of the rules, and names copied from battles_plan.body",
    "battles_setup.scopes": "theaters, copied from war_force.scope",
    "battles_secretresult.body": "results of rules, in the rules' own terms",
    "battles_secretresult.subject": "a place named by the rules",
    "battles_secretresult.told": "positions in a list",
    "battles_sideresult.body": "ids, numbers, and terms of the rules",
    "campaign_invitation.token_hash": "a hash",
    "campaign_seatrequest.name": "the public name of a listing",
    "campaign_message.audience": "a label",
    "campaign_message.text_hash": "a hash; the text is in ErasableText",
    "war_belief.body": "a side, and works and depots in terms of the rules",
    "war_brigade.points": "ids and numbers",
    "war_brigade.scope": "a theater, copied from war_force.scope",
    "war_combatoutcome.body": "ids, and terms of the rules",
    "war_leader.enters_at": "a place of the scenario",
    "war_purse.body": "numbers, and terms of the rules",
    "war_strengthpoint.carry": "a fraction",
    "war_strengthpoint.enters_at": "a place of the scenario",
    "war_turntrack.pending": "ids, and terms of the rules",
}


def begin(world: World, *, umpire_kind: str = "person") -> None:
    """Set up Shiloh with a marked leader and a marked reserve."""
    gather(world, umpire_kind=umpire_kind)
    union = world.club.users["union"]
    union.email = "Zq14a@example.org"
    union.save()
    addresses.take_address(union, "Zq40a@example.org")
    brief = shiloh()
    usa = brief.sides["USA"]
    marked = replace(usa.leaders[-1], name="Zq01a", given_name="Zq02a", counter="Zq03a")
    assert brief.strategic_table is not None
    table = replace(brief.strategic_table, column="Zq07a")
    sides = {**brief.sides, "USA": replace(usa, leaders=(*usa.leaders[:-1], marked))}
    set_up(None, brief=replace(brief, sides=sides, strategic_table=table), campaign_id=world.club.campaign.pk)
    reserve(world)


def reserve(world: World) -> None:
    label, campaign = side_audience("USA"), world.club.campaign
    with open_act(None, campaign_id=campaign.pk, stream=CAMPAIGN_STREAM, kind="map.set_up") as act:
        force = Force(id=SOURCES.new_id(label), campaign=campaign, side="USA", hex="0101", name="Zq04a", scope="Zq05a")
        act.create(force)
        point = StrengthPoint(id=SOURCES.new_id(label), campaign=campaign, side="USA", force=force)
        point.arm, point.quality = "infantry", "green"
        act.create(point)
        brigade = Brigade(id=SOURCES.new_id(label), campaign=campaign, side="USA", name="Zq19a", commander="Zq20a")
        brigade.points = {hex_id(point.pk): 7}
        brigade.record = [{"battle": "Zq21a", "turn": 1, "stands": 7, "lost": 1, "arrived": True}]
        act.create(brigade)
        act.tell(label, "A reserve arrived.")


def write_in_secret(world: World) -> None:
    """Write every kind of text that only some people may read."""
    club = world.club
    talk.say(club.viewer("union"), to="side", text="Zq08a")
    talk.say(club.viewer("union_west"), to="umpire", text="Zq09a")
    sighting = Sighting.objects.filter(campaign=club.campaign, side="USA").order_by("id")[0]
    values = {"leaders": ["Zq06a"]}
    umpire = club.viewer("umpire")
    correct(umpire, table=sighting._meta.db_table, row_id=sighting.pk, values=values, reason="Zq11a")
    mark = Entry.objects.filter(campaign=club.campaign, stream=CAMPAIGN_STREAM).order_by("-seq")[0]
    leader = Leader.objects.filter(campaign=club.campaign, side="USA").order_by("id")[0]
    slip = {"tactical": 3}
    correct(club.viewer("umpire"), table=leader._meta.db_table, row_id=leader.pk, values=slip, reason="A slip.")
    rewind(club.viewer("umpire"), entry_id=mark.pk, reason="Undone.", private="Zq10a")
    invite(world)


def draft_a_plan(world: World) -> None:
    edit = OrderEdit("rename", "c0d0b0", name="Zq16a")
    plans.edit_order(world.club.viewer("union"), play.battle_of(world).pk, edit=edit, draft_version=0)
    lines = Deployment((Placed("c0d0", sight=Sight.HIDDEN, notes="Zq17a"),))
    plans.save_deployment(world.club.viewer("union"), play.battle_of(world).pk, deployment=lines, draft_version=0)


def invite(world: World) -> None:
    """Invite by email and by a link shown only once, and send a password reset."""
    decider = world.club.decider
    with open_act(world.club.viewer(decider), stream="club", kind="seat.opened") as act:
        seat = open_seat(act, SeatPlan("commander", "USA", "East"))
    invitations.invite(world.club.viewer(decider), seat_id=seat.pk, how="mail", email="Zq13a@example.org")
    emails.write("reset", address=world.club.users["union"].email)
    tokens.make_token(username="union", password=PASSWORD, name="A script", caller="127.0.0.1")
    world.post(decider, f"/c/{world.campaign}/seats/{Seat.objects.get(id=seat.pk).pk:016x}/invite/", how="link")


def void_in_secret(world: World) -> None:
    battle = play.battle_of(world)
    with open_act(world.club.viewer("umpire"), stream=stream_of(battle.pk), kind="cup.void"):
        cups.void(battle.cups, audience=UMPIRE, rule="VG-7B1", subject=["USA", "right"], turn=0, reason="Zq12a")


def note_positions(world: World) -> None:
    adjourning.note_positions(world.club.viewer("union"), play.battle_of(world).pk, text="Zq18a")


LOOKS = ("sealed", "turn 2", "confirmed")
STEPS = ("on the table", "sealed", "printed", "prepared", "opened", "turn 2", "ticked", "end", "results", "confirmed")


def rounds(world: World, found: Found) -> None:
    """Play the whole battle, and look for markers after sealing, during the battle, and after its result."""
    begin(world)
    world.settle()
    world.facts = {"box printed": True}
    for label in STEPS:
        play.PLAY.steps[label](world)
        if label == "on the table":
            world.act(lambda: write_in_secret(world))
            world.act(lambda: draft_a_plan(world))
        if label == "turn 2":
            world.act(lambda: void_in_secret(world))
            world.act(lambda: note_positions(world))
        world.settle()
        if label in LOOKS:
            look_for(world, MARKERS, found, probe=label == "turn 2")
        if label != "on the table":
            world.posted.clear()
    found.wrong += missing_markers(MARKERS)


def test_only_owners_see_secret_texts() -> None:
    found = Found()
    with a_world() as world:
        rounds(world, found)
    wrong = judge_all(MARKERS, found)
    assert wrong == [], "\n".join(wrong)


def test_requested_correction_is_visible_only_to_its_side() -> None:
    """Look for markers while the proposal is open and after the other side agrees, with the site as umpire."""
    found = Found()
    with a_world() as world:
        begin(world, umpire_kind="site")
        world.settle()
        play.PLAY.steps["on the table"](world)
        world.act(lambda: invite(world))
        play.PLAY.steps["sealed"](world)
        world.settle()
        force = Force.objects.get(campaign=world.club.campaign, hex="0101")
        union, values = world.club.viewer("union"), {"in_supply": False}
        world.act(lambda: talk.say(union, to="side", text="Zq08a"))
        world.act(lambda: ask_correction(union, table=force._meta.db_table, row_id=force.pk, values=values, reason=WHY))
        world.settle()
        look_for(world, SITE_MARKERS, found, probe=True)
        asked, page = Proposal.objects.get(campaign=world.club.campaign), f"/c/{world.campaign}/settings/proposal/"
        world.post("confederate", page, proposal=f"{asked.pk:016x}", answer="agree")
        world.settle()
        look_for(world, SITE_MARKERS, found, probe=False)
        found.wrong += missing_markers(SITE_MARKERS)
        assert not Force.objects.get(id=force.pk).in_supply
    wrong = judge_all(SITE_MARKERS, found)
    assert wrong == [], "\n".join(wrong)


def test_every_secret_text_has_a_marker() -> None:
    """Check the models: a new text column needs a marker, or a reason why it holds no free text."""
    from battles.tests.test_secrecy_cards import MARKERS as OF_CARDS
    from war.tests.test_secrecy_canary_war import MARKERS as OF_A_WAR

    assert without_marker([*MARKERS, *SITE_MARKERS, *OF_CARDS, *OF_A_WAR], NO_FREE_TEXT) == []


def test_walk_finds_every_kind_of_url() -> None:
    found = {route.text for route in routes()}
    assert {"/", "/c/<id:campaign_id>/live/", "/api/c/<id:campaign_id>/journal/", "/healthz"} <= found
    assert len(found) > 60
