"""Two worlds of the strategic game and the club: secrets do not affect the answers to anyone else."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from campaign.audiences import side_audience
from campaign.models import Entry, Listing, Role, Seat
from campaign.services import addresses, decisions, invitations, open_seats, practice, talk, tokens, view_as
from campaign.services.campaigns import SeatPlan, open_seat
from campaign.services.corrections import correct
from campaign.services.record import open_act
from campaign.services.rewind import rewind
from campaign.sources import SOURCES
from campaign.tests.builders import PASSWORD
from campaign.tests.harness.bundles import Bundle
from campaign.tests.harness.pairs import Apart, Pair, Play
from campaign.tests.harness.people import (
    NOT_CONFEDERATE,
    NOT_OWNER,
    NOT_UNION,
    ONLY_UMPIRE,
    STRANGERS,
    gather,
)
from campaign.tests.harness.world import World
from campaign.tests.harness.worlds import Worlds
from rulesets.core.brief import Brief
from rulesets.core.brief_form import DATA, read_brief_form
from war.models import Force, Leader, Sighting, StrengthPoint
from war.services.forces import detach
from war.services.set_up import set_up

pytestmark = [pytest.mark.harness, pytest.mark.django_db]
RESERVE = ("Reserve", "Rear guard")  # its name in each of the two worlds


# The forces on the map.


def add_force(world: World, side: str, hex_id: str, *, points: int = 3, **force: Any) -> Force:
    """Add a force with a leader."""
    campaign, label = world.club.campaign, side_audience(side)
    leader = {"name": f"Leader at {hex_id}", "stars": 2, "initiative": 2, "tactical": 1, "command": 3, "seniority": 9}
    leader |= force.pop("leader", {})
    strength = {"arm": "infantry", "quality": "veteran", **force.pop("strength", {})}
    with open_act(None, campaign_id=campaign.pk, stream="campaign", kind="map.set_up") as act:
        added = Force(id=SOURCES.new_id(label), campaign=campaign, side=side, hex=hex_id, **force)
        act.create(added)
        head = Leader(id=SOURCES.new_id(label), campaign=campaign, side=side, force=added, **leader)
        act.create(head)
        for n in range(points):
            point = StrengthPoint(id=SOURCES.new_id(label), campaign=campaign, side=side, force=added, **strength)
            point.under = head if n == 0 and not strength.get("battles") else None
            act.create(point)
        act.tell(label, f"{added} arrived.")
    return added


def begin(world: World) -> None:
    """Set up two armies out of sight of each other, with a Union picket between them and a reserve behind."""
    gather(world)
    other = bool(world.facts.get("reserve"))
    identity = {"name": "Prentiss", "given_name": "Benjamin", "counter": "prentiss", "stars": 3, "initiative": 4}
    ratings = {"tactical": 2, "command": 5, "seniority": 40, "cavalry": True, "fate": "wounded"}
    ratings |= {"back_turn": 5, "counter_turn": 4}
    add_force(world, "USA", "0101", name="Army", points=6)
    add_force(
        world,
        "USA",
        "0201",
        name=RESERVE[other],
        points=5 if other else 3,
        scope="East" if other else "West",
        demoralized=other,
        in_supply=not other,
        leader=identity | ratings if other else {},
        strength={"arm": "cavalry", "quality": "crack", "battles": 2, "carry": "1/3"} if other else {},
    )
    add_force(world, "USA", "0202", name="Picket", points=1)
    add_force(world, "CSA", "0203", name="Army of Mississippi")
    open_empty_seat(world)


def open_empty_seat(world: World) -> None:
    """Open an empty Union seat for an invitation, and list it."""
    with open_act(world.club.viewer("umpire"), stream="club", kind="seat.opened") as act:
        open_seat(act, SeatPlan(Role.COMMANDER, "USA", "East"))
        act.tell("public", "A new seat is open.")
    shown = {"name": "Rivers, evenings", "time_zone": "UTC"}
    decisions.decide(world.club.viewer("umpire"), kind="campaign.listed", payload=shown)


def force_at(world: World, side: str, hex_id: str) -> Force:
    return Force.objects.filter(campaign=world.club.campaign, side=side, hex=hex_id).order_by("id")[0]


def shiloh() -> Brief:
    return read_brief_form(json.loads((DATA / "shiloh.json").read_text()))


# Secret actions.


def write_to_own_side(world: World) -> None:
    talk.say(world.club.viewer("union"), to="side", text="Only for us.")


def write_to_umpire(world: World) -> None:
    talk.say(world.club.viewer("union_west"), to="umpire", text="Only for you.")


def erase_message(world: World) -> None:
    message = world.club.campaign.message_set.filter(audience="side:USA").get()
    talk.erase(world.club.viewer("union"), message_id=message.pk)


def split(world: World) -> None:
    army = force_at(world, "USA", "0101")
    points = set(StrengthPoint.objects.filter(force=army, lost=False).order_by("id").values_list("id", flat=True)[:2])
    leaders = set(Leader.objects.filter(force=army).values_list("id", flat=True))
    detach(world.club.viewer("union"), force_id=army.pk, strength_points=points, leaders=leaders, name="Column")


def correct_row(world: World, row: Any, **values: Any) -> None:
    correct(world.club.viewer("umpire"), table=row._meta.db_table, row_id=row.pk, values=values, reason="A slip.")


def move_unseen(world: World) -> None:
    correct_row(world, force_at(world, "USA", "0201"), hex="0102")


def lose_a_point(world: World) -> None:
    point = StrengthPoint.objects.filter(force=force_at(world, "USA", "0101")).order_by("id").first()
    correct_row(world, point, lost=True)


def change_sighting(world: World) -> None:
    sighting = Sighting.objects.get(campaign=world.club.campaign, side="CSA", hex="0202")
    correct_row(world, sighting, leaders=["Sherman"], since_turn=7)


def move_sighting(world: World) -> None:
    sighting = Sighting.objects.get(campaign=world.club.campaign, side="CSA", hex="0202")
    correct_row(world, sighting, hex="0101", in_sight=False)


def view_as_confederate(world: World) -> None:
    seat = Seat.objects.get(campaign=world.club.campaign, side="CSA")
    view_as.begin_view_as(world.club.viewer("umpire"), seat_id=seat.pk)


def roll_for_practice(world: World) -> None:
    practice.practice_throw(user_id=world.club.users["union"].pk, rule="practice", sides=6, count=2, entropy="ab")


def take_address(world: World) -> None:
    addresses.take_address(world.club.users["union"], "new@example.org")


def make_token(world: World) -> None:
    tokens.make_token(username="union", password=PASSWORD, name="A script", caller="127.0.0.1")


def rewind_a_sighting(world: World) -> None:
    """Undo what the Union saw last; the next sweep sees it again."""
    before, last = reversed(Entry.objects.filter(campaign=world.club.campaign, stream="campaign").order_by("-seq")[:2])
    assert last.kind == "sighting"
    rewind(world.club.viewer("umpire"), entry_id=before.pk, reason="A slip.")


def split_and_rewind(world: World) -> None:
    """Make a secret entry and undo it with a rewind."""
    mark = Entry.objects.filter(campaign=world.club.campaign, stream="campaign").order_by("-seq")[0]
    split(world)
    rewind(world.club.viewer("umpire"), entry_id=mark.pk, reason="A slip.", private="It was the wrong force.")


HIDDEN: dict[str, Callable[[World], None]] = {
    "sighting rewound": rewind_a_sighting,
    "own-side message": write_to_own_side,
    "erased message": erase_message,
    "message to the umpire": write_to_umpire,
    "unseen split": split,
    "unseen move": move_unseen,
    "lost point": lose_a_point,
    "sighting": change_sighting,
    "sighted hex": move_sighting,
    "umpire views as a seat": view_as_confederate,
    "practice": roll_for_practice,
    "token": make_token,
    "new address": take_address,
    "force.detached rewound": split_and_rewind,
}


def do_in_secret(world: World) -> None:
    for name, action in HIDDEN.items():
        if world.facts.get(name):
            world.act(lambda action=action: action(world))  # type: ignore[misc]


def invite_somebody(world: World) -> None:
    """Invite somebody by link, username, or email, or nobody, depending on the world."""
    seat = Seat.objects.get(campaign=world.club.campaign, side="USA", scope="East")
    how, username, email = "link", "", ""
    if world.facts.get("no invitation"):
        return
    if world.facts.get("invited by username"):
        how, username = "name", "outsider"
    if world.facts.get("invited by email"):
        how, email = "mail", "friend@example.org"
    decider, seat_id = world.club.viewer("umpire"), seat.pk
    world.act(lambda: invitations.invite(decider, seat_id=seat_id, how=how, username=username, email=email))


def ask_for_seat(world: World) -> None:
    """Ask for a seat as the outsider, who alone sees it besides the umpire, or don't."""
    if world.facts.get("seat request"):
        asker, listing = world.club.users["outsider"].pk, Listing.objects.get(campaign=world.club.campaign)
        world.act(lambda: open_seats.ask(user_id=asker, listing_id=listing.pk, side="USA"))


# The same moves in every world.


def everybody_acts(world: World) -> None:
    """Send messages, detach forces of both sides, and try forbidden actions."""
    page = f"/c/{world.campaign}"
    world.post("confederate", f"{page}/talk/", to="side", text="Where are they?")
    world.post("umpire", f"{page}/talk/", to="all", text="The campaign resumed.")
    world.post("confederate", f"{page}/talk/", to="all", text="Will you parley?")
    reserve = Force.objects.get(campaign=world.club.campaign, name__in=RESERVE)
    spare = StrengthPoint.objects.filter(force=reserve).order_by("id")[0]
    world.post("union", f"{page}/map/force/{reserve.pk:016x}/", points=[f"{spare.pk:016x}"], name="Patrol")
    army = force_at(world, "CSA", "0203")
    one = StrengthPoint.objects.filter(force=army).order_by("id")[0]
    url = f"{page}/map/force/{army.pk:016x}/"
    for _ in range(2):
        world.post("confederate", url, points=[f"{one.pk:016x}"], name="Outpost")
    world.post("confederate", f"{page}/map/force/0123456789abcdef/", points=["0123456789abcdef"])
    for stranger in ("observer", "confederate"):
        world.post(stranger, f"{page}/talk/", to="umpire", text="May I?")
        world.post(stranger, f"{page}/seats/empty/", seat="0123456789abcdef")


def rewind_in_public(world: World) -> None:
    """Undo a public entry and, in one world, a secret entry with it."""
    club = world.club
    mark = Entry.objects.filter(campaign=club.campaign, stream="campaign").order_by("-seq")[0]
    with open_act(club.viewer("umpire"), stream="campaign", kind="note") as act:
        act.tell("public", "Rain falls everywhere.")
    if world.facts.get("rewound with a public entry"):
        split(world)
    world.act(lambda: rewind(club.viewer("umpire"), entry_id=mark.pk, reason="Undone by agreement."))


def armies_meet(world: World) -> None:
    brief = shiloh()
    if world.facts.get("strategic table") and brief.strategic_table is not None:
        brief = replace(brief, strategic_table=replace(brief.strategic_table, left_shifts=4, column="1-3"))
    world.act(lambda: set_up(None, brief=brief, campaign_id=world.club.campaign.pk))


def everybody_resumes(world: World) -> None:
    for who in ("confederate", "union"):
        world.post(who, f"/c/{world.campaign}/talk/", to="side", text="And now?")
    decisions.decide(world.club.viewer("umpire"), kind="campaign.time_limit", payload={"hours": 48})


def wait(world: World) -> None:
    """Do nothing, so that only the sweep and the mail job run."""


PLAY = Play(
    "club",
    begin,
    {
        "start": wait,
        "hidden": do_in_secret,
        "quiet": wait,
        "everybody acts": everybody_acts,
        "asked": ask_for_seat,
        "invited": invite_somebody,
        "rewound": rewind_in_public,
        "armies meet": armies_meet,
        "resumed": everybody_resumes,
    },
)
NOT_AUTHOR = (*NOT_OWNER, "umpire")
NOT_INVITED = tuple(who for who in ONLY_UMPIRE if who != "outsider")
INVITED = (
    "campaign_invitation.address_text_id",
    "campaign_erasabletext.text",
    "campaign_invitation.user_id",
    "campaign_invitation.token_hash",
)
REQUEST = tuple(f"campaign_seatrequest.{column}" for column in ("user", "name", "side", "state", "asked_at"))
LEADER = (
    *("counter", "name", "given_name", "stars", "initiative", "tactical", "command", "cavalry", "seniority"),
    *("fate", "back_turn", "counter_turn"),
)


MESSAGE = tuple(f"campaign_message.{c}" for c in ("seat", "audience", "text_id", "text_hash", "at"))
POINT = ("arm", "quality", "under", "battles", "carry", "force")


def in_secret(name: str, *columns: str, blind: tuple[str, ...] = NOT_UNION, **more: Any) -> Pair:
    return Pair(
        name, blind, columns, **{"since": "hidden", "until": "everybody acts", "full": "everybody acts", **more}
    )


PAIRS = (
    in_secret(
        "reserve",
        *(f"war_force.{column}" for column in ("name", "scope", "demoralized", "in_supply")),
        *(f"war_leader.{column}" for column in LEADER),
        *(f"war_strengthpoint.{column}" for column in POINT),
        since="start",
    ),
    in_secret("own-side message", *MESSAGE, "campaign_erasabletext.text", until="resumed"),
    in_secret(
        "erased message",
        "campaign_erasabletext.text",
        "campaign_erasabletext.nonce",
        facts={"own-side message": True, "erased message": True},
    ),
    in_secret("message to the umpire", *MESSAGE, blind=(*NOT_UNION, "union")),
    in_secret("unseen split", "war_strengthpoint.force", "war_leader.force", "war_force.name"),
    in_secret("unseen move", "war_force.hex"),
    in_secret("lost point", "war_strengthpoint.lost"),
    in_secret("sighting", "war_sighting.leaders", "war_sighting.since_turn", blind=NOT_CONFEDERATE),
    in_secret("sighted hex", "war_sighting.hex", "war_sighting.in_sight", blind=NOT_CONFEDERATE),
    in_secret("umpire views as a seat", "campaign_entry.kind", blind=ONLY_UMPIRE),
    in_secret(
        "own account",
        "campaign_throw.faces",
        "campaign_apitoken.digest",
        "campaign_user.email",
        "campaign_user.unconfirmed_email",
        blind=NOT_AUTHOR,
        facts={"practice": True, "token": True, "new address": True, "host of union": "example.net"},
        since="start",
    ),
    in_secret("force.detached rewound", "campaign_entry.payload"),
    in_secret("sighting rewound", "campaign_entry.payload"),
    Pair("rewound with a public entry", NOT_UNION, ("campaign_entry.kind",), "rewound", "resumed"),
    Pair("no invitation", ONLY_UMPIRE, ("campaign_invitation.id",), "invited", "armies meet"),
    Pair("seat request", NOT_INVITED, REQUEST, "asked", "resumed"),
    Pair("invited by email", ONLY_UMPIRE, INVITED[:2], "invited", "invited"),
    Pair("invited by username", NOT_INVITED, INVITED[2:], "invited", "invited"),
    Pair("strategic table", STRANGERS, ("war_contact.strategic_table",), "armies meet", "resumed"),
)
APART = (
    Apart("erased message", ("own-side message",), "It erases that message."),
    Apart("invited by email", ("no invitation",), "Without an invitation there is no email address."),
)


WORLDS = Worlds(PLAY, PAIRS, APART)


@pytest.mark.parametrize("bundle", WORLDS.bundles, ids=str)
def test_answers_do_not_reveal_hidden_facts(bundle: Bundle) -> None:
    assert WORLDS.problems_of(bundle) == []


def test_separated_facts_collide() -> None:
    assert WORLDS.needless() == []
