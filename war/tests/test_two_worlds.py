"""Two worlds, the strategic game and the club: whatever differs in secret, nobody else is answered otherwise."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from campaign.audiences import side_audience
from campaign.models import Entry, Role, Seat
from campaign.services import addresses, decisions, invitations, practice, talk, tokens, view_as
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
RESERVE = ("Reserve", "Rear guard")  # what it is called in the one world and in the other


# What stands on the sheet.


def muster(world: World, side: str, hex_id: str, *, points: int = 3, **force: Any) -> Force:
    """A force with a leader, as the test lays it out."""
    campaign, label = world.club.campaign, side_audience(side)
    leader = {"name": f"Leader at {hex_id}", "stars": 2, "initiative": 2, "tactical": 1, "command": 3, "seniority": 9}
    leader |= force.pop("leader", {})
    strength = {"arm": "infantry", "quality": "veteran", **force.pop("strength", {})}
    with open_act(None, campaign_id=campaign.pk, stream="campaign", kind="map.set_up") as act:
        stands = Force(id=SOURCES.new_id(label), campaign=campaign, side=side, hex=hex_id, **force)
        act.create(stands)
        head = Leader(id=SOURCES.new_id(label), campaign=campaign, side=side, force=stands, **leader)
        act.create(head)
        for n in range(points):
            point = StrengthPoint(id=SOURCES.new_id(label), campaign=campaign, side=side, force=stands, **strength)
            point.under = head if n == 0 and not strength.get("battles") else None
            act.create(point)
        act.tell(label, f"{stands} is mustered.")
    return stands


def begin(world: World) -> None:
    """Two armies out of sight of each other, a Union picket between them and a reserve behind."""
    gather(world)
    other = bool(world.facts.get("the reserve"))
    identity = {"name": "Prentiss", "given_name": "Benjamin", "counter": "prentiss", "stars": 3, "initiative": 4}
    ratings = {"tactical": 2, "command": 5, "seniority": 40, "cavalry": True, "fate": "wounded"}
    muster(world, "USA", "0101", name="Army", points=6)
    muster(
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
    muster(world, "USA", "0202", name="Picket", points=1)
    muster(world, "CSA", "0203", name="Army of Mississippi")
    chair_seat(world)


def chair_seat(world: World) -> None:
    """An empty Union seat, so that somebody can be invited."""
    with open_act(world.club.viewer("umpire"), stream="club", kind="seat.opened") as act:
        open_seat(act, SeatPlan(Role.COMMANDER, "USA", "East"))
        act.tell("public", "A new seat is open.")


def force_named(world: World, side: str, hex_id: str) -> Force:
    return Force.objects.filter(campaign=world.club.campaign, side=side, hex=hex_id).order_by("id")[0]


def shiloh() -> Brief:
    return read_brief_form(json.loads((DATA / "shiloh.json").read_text()))


# What is done in secret, each in a step of its own.


def write_to_own_side(world: World) -> None:
    talk.say(world.club.viewer("union"), to="side", text="Only for us.")


def write_to_umpire(world: World) -> None:
    talk.say(world.club.viewer("union_west"), to="umpire", text="Only for you.")


def erase_texts(world: World) -> None:
    message = world.club.campaign.message_set.filter(audience="side:USA").get()
    talk.erase(world.club.viewer("union"), message_id=message.pk)


def split(world: World) -> None:
    army = force_named(world, "USA", "0101")
    points = set(StrengthPoint.objects.filter(force=army, lost=False).order_by("id").values_list("id", flat=True)[:2])
    leaders = set(Leader.objects.filter(force=army).values_list("id", flat=True))
    detach(world.club.viewer("union"), force_id=army.pk, strength_points=points, leaders=leaders, name="Column")


def set_right(world: World, row: Any, **values: Any) -> None:
    correct(world.club.viewer("umpire"), table=row._meta.db_table, row_id=row.pk, values=values, reason="A slip.")


def move_unseen(world: World) -> None:
    set_right(world, force_named(world, "USA", "0201"), hex="0102")


def lose_a_point(world: World) -> None:
    point = StrengthPoint.objects.filter(force=force_named(world, "USA", "0101")).order_by("id").first()
    set_right(world, point, lost=True)


def change_belief(world: World) -> None:
    belief = Sighting.objects.get(campaign=world.club.campaign, side="CSA", hex="0202")
    set_right(world, belief, leaders=["Sherman"], since_turn=7)


def believe_elsewhere(world: World) -> None:
    belief = Sighting.objects.get(campaign=world.club.campaign, side="CSA", hex="0202")
    set_right(world, belief, hex="0101", in_sight=False)


def look_as_confederate(world: World) -> None:
    seat = Seat.objects.get(campaign=world.club.campaign, side="CSA")
    view_as.begin_view_as(world.club.viewer("umpire"), seat_id=seat.pk)


def practise(world: World) -> None:
    practice.practice_throw(user_id=world.club.users["union"].pk, rule="practice", sides=6, count=2, entropy="ab")


def take_address(world: World) -> None:
    addresses.take_address(world.club.users["union"], "new@example.org")


def make_token(world: World) -> None:
    tokens.make_token(username="union", password=PASSWORD, name="A script", caller="127.0.0.1")


def plan_and_rewind(world: World) -> None:
    """A secret entry, and the rewind that takes it back."""
    mark = Entry.objects.filter(campaign=world.club.campaign, stream="campaign").order_by("-seq")[0]
    split(world)
    rewind(world.club.viewer("umpire"), entry_id=mark.pk, reason="A slip.", private="It was the wrong force.")


HIDDEN: dict[str, Callable[[World], None]] = {
    "own-side message": write_to_own_side,
    "erased words": erase_texts,
    "word to the umpire": write_to_umpire,
    "unseen split": split,
    "unseen move": move_unseen,
    "lost point": lose_a_point,
    "belief": change_belief,
    "believed place": believe_elsewhere,
    "the umpire looks": look_as_confederate,
    "practice": practise,
    "token": make_token,
    "new address": take_address,
    "rewound secret": plan_and_rewind,
}


def do_in_secret(world: World) -> None:
    for name, action in HIDDEN.items():
        if world.facts.get(name):
            world.act(lambda action=action: action(world))  # type: ignore[misc]


def invite_somebody(world: World) -> None:
    """Somebody is invited in every world; to whom the offer goes is between the two."""
    seat = Seat.objects.get(campaign=world.club.campaign, side="USA", scope="East")
    how, username, email = "link", "", ""
    if world.facts.get("nobody invited"):
        return
    if world.facts.get("invited by name"):
        how, username = "name", "outsider"
    if world.facts.get("invited by mail"):
        how, email = "mail", "friend@example.org"
    decider, seat_id = world.club.viewer("umpire"), seat.pk
    world.act(lambda: invitations.invite(decider, seat_id=seat_id, how=how, username=username, email=email))


# The same legal moves by all.


def everybody_acts(world: World) -> None:
    """Talk, a split of the enemy's and one of the Union's, and tries at what is nobody's business."""
    page = f"/c/{world.campaign}"
    world.post("confederate", f"{page}/talk/", to="side", text="Where are they?")
    world.post("umpire", f"{page}/talk/", to="all", text="The campaign goes on.")
    reserve = Force.objects.get(campaign=world.club.campaign, name__in=RESERVE)
    spare = StrengthPoint.objects.filter(force=reserve).order_by("id")[0]
    world.post("union", f"{page}/map/force/{reserve.pk:016x}/", points=[f"{spare.pk:016x}"], name="Patrol")
    army = force_named(world, "CSA", "0203")
    one = StrengthPoint.objects.filter(force=army).order_by("id")[0]
    url = f"{page}/map/force/{army.pk:016x}/"
    for _ in range(2):
        world.post("confederate", url, points=[f"{one.pk:016x}"], name="Outpost")
    world.post("confederate", f"{page}/map/force/0123456789abcdef/", points=["0123456789abcdef"])
    for stranger in ("observer", "confederate"):
        world.post(stranger, f"{page}/talk/", to="umpire", text="May I?")
        world.post(stranger, f"{page}/seats/empty/", seat="0123456789abcdef")


def rewind_in_public(world: World) -> None:
    """A public entry and, in one world, a secret one are taken back together."""
    club = world.club
    mark = Entry.objects.filter(campaign=club.campaign, stream="campaign").order_by("-seq")[0]
    with open_act(club.viewer("umpire"), stream="campaign", kind="note") as act:
        act.tell("public", "Rain falls everywhere.")
    if world.facts.get("rewound among others"):
        split(world)
    world.act(lambda: rewind(club.viewer("umpire"), entry_id=mark.pk, reason="Taken back by agreement."))


def armies_meet(world: World) -> None:
    brief = shiloh()
    if world.facts.get("strategic table") and brief.strategic_table is not None:
        brief = replace(brief, strategic_table=replace(brief.strategic_table, left_shifts=4, column="1-3"))
    world.act(lambda: set_up(None, brief=brief, campaign_id=world.club.campaign.pk))


def all_go_on(world: World) -> None:
    for who in ("confederate", "union"):
        world.post(who, f"/c/{world.campaign}/talk/", to="side", text="And now?")
    decisions.decide(world.club.viewer("umpire"), kind="campaign.time_limit", payload={"hours": 48})


def wait(world: World) -> None:
    """Nothing is done; sweeps and mails go out."""


PLAY = Play(
    "club",
    begin,
    {
        "start": wait,
        "hidden": do_in_secret,
        "quiet": wait,
        "all act": everybody_acts,
        "invited": invite_somebody,
        "rewound": rewind_in_public,
        "armies meet": armies_meet,
        "go on": all_go_on,
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
LEADER = ("counter", "name", "given_name", "stars", "initiative", "tactical", "command", "cavalry", "seniority", "fate")


MESSAGE = tuple(f"campaign_message.{c}" for c in ("seat", "audience", "text_id", "text_hash", "at"))
POINT = ("arm", "quality", "under", "battles", "carry", "force")


def in_secret(name: str, *columns: str, blind: tuple[str, ...] = NOT_UNION, **more: Any) -> Pair:
    return Pair(name, blind, columns, **{"since": "hidden", "until": "all act", "full": "all act", **more})


PAIRS = (
    in_secret(
        "the reserve",
        *(f"war_force.{column}" for column in ("name", "scope", "demoralized", "in_supply")),
        *(f"war_leader.{column}" for column in LEADER),
        *(f"war_strengthpoint.{column}" for column in POINT),
        since="start",
    ),
    in_secret("own-side message", *MESSAGE, "campaign_erasabletext.text", until="go on"),
    in_secret(
        "erased words",
        "campaign_erasabletext.text",
        "campaign_erasabletext.nonce",
        facts={"own-side message": True, "erased words": True},
    ),
    in_secret("word to the umpire", *MESSAGE, blind=(*NOT_UNION, "union")),
    in_secret("unseen split", "war_strengthpoint.force", "war_leader.force", "war_force.name"),
    in_secret("unseen move", "war_force.hex"),
    in_secret("lost point", "war_strengthpoint.lost"),
    in_secret("belief", "war_sighting.leaders", "war_sighting.since_turn", blind=NOT_CONFEDERATE),
    in_secret("believed place", "war_sighting.hex", "war_sighting.in_sight", blind=NOT_CONFEDERATE),
    in_secret("the umpire looks", "campaign_entry.kind", blind=ONLY_UMPIRE),
    in_secret(
        "own affairs",
        "campaign_throw.faces",
        "campaign_apitoken.digest",
        "campaign_user.email",
        "campaign_user.unconfirmed_email",
        blind=NOT_AUTHOR,
        facts={"practice": True, "token": True, "new address": True, "host of union": "example.net"},
        since="start",
    ),
    in_secret("rewound secret", "campaign_entry.payload"),
    Pair("rewound among others", NOT_UNION, ("campaign_entry.kind",), "rewound", "go on"),
    Pair("nobody invited", ONLY_UMPIRE, ("campaign_invitation.id",), "invited", "armies meet"),
    Pair("invited by mail", ONLY_UMPIRE, INVITED[:2], "invited", "invited"),
    Pair("invited by name", NOT_INVITED, INVITED[2:], "invited", "invited"),
    Pair("strategic table", STRANGERS, ("war_contact.strategic_table",), "armies meet", "go on"),
)
APART = (
    Apart("erased words", ("own-side message",), "What is erased is that message."),
    Apart("invited by mail", ("nobody invited",), "Without an invitation there is no address."),
)


WORLDS = Worlds(PLAY, PAIRS, APART)


@pytest.mark.parametrize("bundle", WORLDS.bundles, ids=str)
def test_nobody_who_may_not_know_is_answered_otherwise(bundle: Bundle) -> None:
    assert WORLDS.told_apart(bundle) == []


def test_facts_are_kept_apart_only_where_they_collide() -> None:
    assert WORLDS.needless() == []
