"""Two worlds of a war where sides see only nearby hexes: what a side has, plans, and orders out of sight stays its own.

On the board the same columns are hidden but for markers, so that this is the stricter of both.
"""

from datetime import timedelta
from functools import partial
from typing import Any

import pytest

from campaign.audiences import UMPIRE, side_audience
from campaign.ids import hex_id
from campaign.models import Entry
from campaign.services.record import open_act
from campaign.services.rewind import rewind
from campaign.sources import SOURCES
from campaign.tests.harness.bundles import Bundle
from campaign.tests.harness.pairs import Pair, Play
from campaign.tests.harness.people import NOT_UNION, gather
from campaign.tests.harness.world import World
from campaign.tests.harness.worlds import Worlds
from rulesets.civil_war.war import awaited, default_order, legal_orders, view
from rulesets.civil_war.war.legal import SIDE
from rulesets.civil_war.war.orders import EnterPoint, Instruct, Move, MoveOffer, Order, StandFast, TakeStance
from rulesets.civil_war.war.queueing import Queued
from rulesets.civil_war.war.tests.builders import SEVEN_HEXES
from rulesets.civil_war.war.views import in_sight
from war.models import Belief, Leader, Marker, Marking, StrengthPoint
from war.services import war_clock, war_course, war_orders, war_queue, war_umpire
from war.services.scenarios import import_scenario
from war.tests.war_builders import WHO, a_war, now_of

pytestmark = [pytest.mark.harness, pytest.mark.django_db]
FAR, FARTHEST = "0201", "0101"  # Perryville and Lexington, which no Confederate sees


def begin(world: World) -> None:
    """Found a war on seven hexes with Union pickets out of sight; in some worlds there is more of that side."""
    import_scenario(SEVEN_HEXES.read_bytes())
    gather(world, club=a_war(scenario="near_landing", sight="near"))
    campaign, usa = world.club.campaign, side_audience("USA")
    umpire = world.club.viewer("umpire")
    sherman = Leader.objects.get(campaign=campaign, name="Sherman")
    war_umpire.move(umpire, pieces=[hex_id(sherman.pk)], hex=FAR, reason="A picket.", version=None, key=None)
    for hex_, number in ((FAR, 2), (FARTHEST, 1)):
        new: dict[str, Any] = {"side": "USA", "hex": hex_, "sp": number, "arm": "infantry", "quality": "green"}
        war_umpire.add(umpire, **new, reason="A picket.", version=None, key=None)
    spare = StrengthPoint.objects.filter(campaign=campaign, side="USA", force__hex=FARTHEST).get()
    war_umpire.remove(umpire, pieces=[hex_id(spare.pk)], reason="Not a picket.", version=None, key=None)
    with open_act(None, campaign_id=campaign.pk, stream="campaign", kind="map.set_up") as act:
        for _ in range(3):  # they wait to enter
            more = StrengthPoint(id=SOURCES.new_id(usa), campaign=campaign, side="USA", arm="infantry", quality="green")
            act.create(more)
        point = StrengthPoint.objects.filter(campaign=campaign, side="USA", force=None).order_by("id")[0]
        lost = StrengthPoint.objects.filter(campaign=campaign, side="USA", force=None).order_by("id")[1]
        leader = Leader.objects.filter(campaign=campaign, side="USA", force=None).order_by("id")[0]
        general = Leader.objects.get(campaign=campaign, name="Sherman")
        for hex_ in (FAR, FARTHEST):
            new_id = SOURCES.new_id(UMPIRE)
            act.create(Marker(id=new_id, campaign=campaign, side="USA", hex=hex_, kind=Marking.HELD))
        if world.facts.get("history"):
            point.due_turn, point.enters_at, point.moved_in, point.fought_turn = 5, "Corinth", 1, 3
            lost.lost_at, lost.demoralized, lost.due_turn = FAR, True, 5
            leader.enters_at, leader.revealed, leader.rolled_in, leader.moved_in = "Corinth", True, 1, 1
            leader.standing, leader.promotable = "removed", True
            general.army = "Army of the Lakes"
        act.save_all([point, lost])
        act.save_all([leader, general])
        if world.facts.get("fort"):
            built = {"built_turn": 3, "counts_from": 7, "printed": True, "raised": True}
            new_id = SOURCES.new_id(UMPIRE)
            act.create(Marker(id=new_id, campaign=campaign, side="USA", hex=FAR, kind=Marking.FORT, **built))
        if world.facts.get("sighting"):
            seen = {"enemy_seen_on": 3}
            act.create(Belief(id=SOURCES.new_id(usa), campaign=campaign, side="USA", hex=FAR, body=seen))
        act.tell(usa, "The army is ready.")


def union_spends(world: World) -> None:
    """Begin the war, and play by the rules' defaults until the Union can move out of sight."""
    war_course.begin(world.club.viewer("umpire"))
    world.settle()
    while awaited(now_of(world.club.campaign)) != "USA" or a_move_out_of_sight(world) is None:
        by_default(world)


def by_default(world: World) -> None:
    state = now_of(world.club.campaign)
    side = awaited(state)
    assert side is not None
    order = default_order(view(state, side))
    assert order is not None
    give(world, order, who=WHO[side])
    world.settle()


def give(world: World, order: Order, who: str = "union") -> None:
    world.act(lambda: war_orders.give(world.club.viewer(who), order=order))


def rewind_last(world: World, kind: str) -> None:
    """Let the umpire rewind the newest entry of a kind, with what came after it."""
    game = Entry.objects.filter(campaign=world.club.campaign, stream="campaign").order_by("-seq")
    last = game.filter(kind=kind)[0]
    before = game.filter(seq__lt=last.seq)[0]
    world.act(lambda: rewind(world.club.viewer("umpire"), entry_id=before.pk, reason="A slip."))


def offered(world: World, kind: type[Order], *, last: bool = False) -> Order:
    """Return the first or last order of a kind that the Union is offered."""
    seen = view(now_of(world.club.campaign), "USA")
    pieces = [SIDE, *sorted(seen.leaders)]
    found = [each for piece in pieces for each in legal_orders(seen, piece) if isinstance(each, kind)]
    return found[-1 if last else 0]


def put(world: World, *orders: Order) -> None:
    for order in orders:
        add = partial(war_queue.add, queued=Queued(order))
        world.act(lambda add=add: add(world.club.viewer("union")))  # type: ignore[misc]


def do_in_secret(world: World) -> None:
    """Give the Union orders that only its own side learns of."""
    facts = world.facts
    if facts.get("stance"):
        give(world, offered(world, TakeStance))
    if facts.get("instruction"):
        give(world, offered(world, Instruct))
    if facts.get("war.ordered rewound"):
        give(world, offered(world, Instruct, last=True))
        rewind_last(world, "war.ordered")
    if facts.get("war.queued rewound"):
        put(world, offered(world, Instruct, last=True))
        rewind_last(world, "war.queued")
    if facts.get("war.queue rewound"):
        put(world, offered(world, Instruct, last=True))
    world.settle()
    if facts.get("war.queue rewound"):
        rewind_last(world, "war.queue")
    if facts.get("war.directed rewound"):
        direct(world)
        rewind_last(world, "war.directed")


def direct(world: World) -> None:
    """Let the umpire move a Union leader who isn't with an army to another hex out of sight."""
    state = now_of(world.club.campaign)
    watched = in_sight(state, "CSA")
    commanders = {army.commander for army in state.armies.values()}
    leaders = (each for _, each in sorted(state.leaders.items()) if each.side == "USA" and each.id not in commanders)
    leader = next(each for each in leaders if each.hex and each.hex not in watched)
    hexes = sorted({FAR, FARTHEST} - watched - {leader.hex})
    move = partial(war_umpire.move, pieces=[leader.id], hex=hexes[0], reason="A slip.", version=None, key=None)
    world.act(lambda: move(world.club.viewer("umpire")))


def silent(world: World) -> None:
    """Let the Union's half-pulse run out while it has an order that shows nowhere; in one world that one is rewound."""
    while not isinstance(union_default(world), EnterPoint | StandFast):
        by_default(world)
    world.sources.clock += timedelta(days=10)
    if world.facts.get("war.defaulted rewound"):
        campaign, now = world.club.campaign.pk, world.sources.clock
        world.act(lambda: war_clock.give_one(campaign, now))
        rewind_last(world, "war.defaulted")


def union_default(world: World) -> Order | None:
    state = now_of(world.club.campaign)
    return default_order(view(state, "USA")) if awaited(state) == "USA" else None


def ready_to_move(world: World) -> None:
    """Wait for the enemy's half-pulse, and queue an order for a later one in one world."""
    while awaited(now_of(world.club.campaign)) == "USA":
        by_default(world)
    if world.facts.get("queue"):
        put(world, offered(world, TakeStance))


def a_move_out_of_sight(world: World) -> Move | None:
    """Return a move of one Union strength point where no Confederate sees it begin or end, if there is one."""
    state = now_of(world.club.campaign)
    seen, watched = view(state, "USA"), in_sight(state, "CSA")
    for piece, point in sorted(seen.points.items()):
        for offer in legal_orders(seen, piece) if point.hex and point.hex not in watched else ():
            path = _unseen_path(offer, watched) if isinstance(offer, MoveOffer) else ()
            if isinstance(offer, MoveOffer) and path:
                return Move(offer.leader, frozenset({piece}), path, offer.pots[0])
    return None


def _unseen_path(offer: MoveOffer, watched: frozenset[str]) -> tuple[str, ...]:
    paths = (offer.route(to).path for to in offer.to)
    return next((path for path in paths if not watched.intersection(path)), ())


def moved(world: World) -> None:
    """Move a strength point out of sight in one world, and let it stand fast for the same price in the other."""
    move = a_move_out_of_sight(world)
    assert move is not None
    give(world, move if world.facts.get("unseen move") else StandFast(next(iter(move.points)), move.pot))


def step_again(world: World) -> None:
    """Rewind the step after a move out of sight, which everybody makes; the next sweep takes it again."""
    world.settle()
    move = a_move_out_of_sight(world)
    if move is not None:
        give(world, move)
        world.settle()
    if world.facts.get("war.proceeded rewound"):
        rewind_last(world, "war.proceeded")


def everybody_acts(world: World) -> None:
    """Let the other side try what isn't its own, and everybody talk."""
    page = f"/c/{world.campaign}"
    for who in ("confederate", "observer"):
        world.post(who, f"{page}/talk/", to="all", text="Where are they?")
        world.post(who, f"{page}/settings/proposal/", proposal="0123456789abcdef", answer="agree")


PLAY = Play(
    "war",
    begin,
    {
        "founded": lambda world: None,
        "begun": union_spends,
        "hidden": do_in_secret,
        "quiet": lambda world: None,
        "moved": moved,
        "stepped": step_again,
        "silent": silent,
        "queued": ready_to_move,
        "everybody acts": everybody_acts,
    },
    unswept=frozenset({"moved"}),
)
POINT = ("due_turn", "enters_at", "moved_in", "fought_turn", "lost_at", "demoralized")
LEADER = ("standing", "promotable", "enters_at", "revealed", "rolled_in", "moved_in", "army")
MARKER = ("hex", "side", "kind", "built_turn", "counts_from", "printed", "raised")


def pair(name: str, *columns: str, since: str = "hidden", until: str = "", full: str = "", **more: Any) -> Pair:
    last = {"hidden": "quiet"}.get(since, since)  # afterwards what it changes may show, as it should
    return Pair(name, NOT_UNION, columns, since, until or last, full or last, **more)


PAIRS = (
    pair(
        "history",
        *(f"war_strengthpoint.{column}" for column in POINT),
        *(f"war_leader.{column}" for column in LEADER),
        since="founded",
    ),
    pair("fort", *(f"war_marker.{column}" for column in MARKER), since="founded"),
    pair("sighting", "war_belief.hex", "war_belief.body", since="founded"),
    pair("stance", "war_purse.body"),
    pair("instruction", "war_leader.instruction"),
    pair("war.ordered rewound", "campaign_entry.payload"),
    pair("war.queued rewound", "campaign_entry.kind"),
    pair("war.queue rewound", "campaign_entry.kind"),
    pair("war.directed rewound", "campaign_entry.kind"),
    pair("war.defaulted rewound", "campaign_entry.kind", since="silent"),
    pair("war.proceeded rewound", "campaign_entry.kind", since="stepped"),
    pair("unseen move", "war_turntrack.pending", "war_force.hex", since="moved"),
    pair("queue", "war_queue.orders", since="queued", until="everybody acts"),
)
WORLDS = Worlds(PLAY, PAIRS)


@pytest.mark.parametrize("bundle", WORLDS.bundles, ids=str)
def test_answers_do_not_reveal_hidden_facts(bundle: Bundle) -> None:
    assert WORLDS.problems_of(bundle) == []
