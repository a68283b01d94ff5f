"""The play of the two worlds of a war: the same steps on every map, and whatever a side keeps to itself there.

On the board everybody sees where pieces stand and which way they move, but not what they are or how many. Where sides
see only nearby hexes, a move out of sight is a secret too, and so is a fort there.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

from campaign.audiences import UMPIRE, side_audience
from campaign.ids import hex_id
from campaign.models import Campaign, Entry
from campaign.services.record import Act, open_act
from campaign.services.rewind import rewind
from campaign.sources import SOURCES
from campaign.tests.harness.pairs import Pair, Play
from campaign.tests.harness.people import NOT_UNION, gather
from campaign.tests.harness.world import World
from rulesets.civil_war.war import awaited, default_order, legal_orders, view
from rulesets.civil_war.war.legal import SIDE
from rulesets.civil_war.war.orders import (
    CutRail,
    EnterPoint,
    Instruct,
    Move,
    MoveOffer,
    Order,
    Prioritize,
    Raze,
    StandFast,
    TakeStance,
)
from rulesets.civil_war.war.queueing import Queued
from rulesets.civil_war.war.tests.builders import SEVEN_HEXES, WHOLE_WAR
from rulesets.civil_war.war.views import in_sight
from rulesets.core.records import dataclass
from war.models import BOARD, Belief, Force, Leader, Marker, Marking, Purse, StrengthPoint
from war.services import war_course, war_orders, war_queue, war_umpire
from war.services.scenarios import import_scenario
from war.tests.war_builders import WHO, a_war, give_one_by_default, now_of

SEALED: Mapping[str, type[Order]] = {
    "stance": TakeStance,
    "instruction": Instruct,
    "sealed order": Raze,
    "priorities": Prioritize,
}
Secret = tuple[Move, Order]  # a secret move, and what costs and shows the same


@dataclass(frozen=True)
class Ground:
    """Where a war is played: its scenario, its sight, and two Union hexes that no Confederate stands near."""

    scenario: str
    sight: str
    far: str
    farthest: str
    general: str  # a Union general who commands no army, beside others
    file: Path | None = None  # of a scenario that doesn't ship

    @property
    def is_board(self) -> bool:
        return self.sight == BOARD


LEXINGTON, PERRYVILLE = "0101", "0201"
NASHVILLE, CAIRO = "3221", "2618"
CINCINNATI, INDIANAPOLIS = "3711", "3310"
SEVEN = Ground("near_landing", "near", far=PERRYVILLE, farthest=LEXINGTON, general="Sherman", file=SEVEN_HEXES)
SHILOH = Ground("shiloh_to_corinth", "board", far=NASHVILLE, farthest=CAIRO, general="Thomas")
SHILOH_NEAR = replace(SHILOH, sight="near")
WHOLE_MAP = Ground("whole_war", "board", far=CINCINNATI, farthest=INDIANAPOLIS, general="Hunter", file=WHOLE_WAR)

# Founding.


def begin(ground: Ground, world: World) -> None:
    """Found a war; in some worlds there is more of the Union side, or other pieces of it."""
    if ground.file is not None:
        import_scenario(ground.file.read_bytes())
    gather(world, club=a_war(scenario=ground.scenario, sight=ground.sight))
    set_up_pickets(ground, world)
    campaign = world.club.campaign
    with open_act(None, campaign_id=campaign.pk, stream="campaign", kind="map.set_up") as act:
        for _ in range(3):  # they wait to enter
            new_id = SOURCES.new_id(side_audience("USA"))
            act.create(StrengthPoint(id=new_id, campaign=campaign, side="USA", arm="infantry", quality="green"))
        if world.facts.get("history"):
            change_who_waits(act, campaign, ground)
        if ground.is_board:
            change_stacks(act, world, ground)
        else:
            change_what_is_out_of_sight(act, world, ground)
        act.tell(side_audience("USA"), "The army is ready.")


def set_up_pickets(ground: Ground, world: World) -> None:
    """Let the umpire set up Union pickets where a general is or comes, and take one away again."""
    campaign, umpire = world.club.campaign, world.club.viewer("umpire")
    general = Leader.objects.select_related("force").get(campaign=campaign, name=ground.general)
    if general.force is None or general.force.hex != ground.far:
        war_umpire.move(umpire, pieces=[hex_id(general.pk)], hex=ground.far, reason="A picket.", version=None, key=None)
    for hex_, number in ((ground.far, 2), (ground.farthest, 1)):
        new: dict[str, Any] = {"side": "USA", "hex": hex_, "sp": number, "arm": "infantry", "quality": "green"}
        war_umpire.add(umpire, **new, reason="A picket.", version=None, key=None)
    spare = StrengthPoint.objects.filter(campaign=campaign, side="USA", force__hex=ground.farthest).order_by("id")[0]
    war_umpire.remove(umpire, pieces=[hex_id(spare.pk)], reason="Not a picket.", version=None, key=None)


def change_who_waits(act: Act, campaign: Campaign, ground: Ground) -> None:
    """Change what is off the map: points and a leader who wait or are lost."""
    waiting = StrengthPoint.objects.filter(campaign=campaign, side="USA", force=None, corrected=False)
    point, lost = waiting.order_by("id")[:2]
    leader = Leader.objects.filter(campaign=campaign, side="USA", force=None).order_by("id")[0]
    point.due_turn, point.enters_at, point.moved_in, point.fought_turn = 5, "Corinth", 1, 3
    lost.lost_at, lost.demoralized, lost.due_turn, lost.corrected = ground.far, True, 5, True
    leader.enters_at, leader.revealed, leader.rolled_in = "Corinth", True, 1
    leader.standing, leader.promotable, leader.moved_in, leader.alone_in = "removed", True, 1, 1
    act.save_all([point, lost])
    act.save(leader)


def change_what_is_out_of_sight(act: Act, world: World, ground: Ground) -> None:
    """Where sides see only nearby hexes: what stands, lies, and is believed far from the enemy."""
    campaign, facts = world.club.campaign, world.facts
    for hex_ in (ground.far, ground.farthest):
        act.create(_marker(campaign, hex_, Marking.HELD))
    if facts.get("history"):
        general = Leader.objects.get(campaign=campaign, name=ground.general)
        general.army = "Army of the Lakes"
        act.save(general)
    if facts.get("fort"):
        built = {"built_turn": 3, "counts_from": 7, "printed": True, "raised": True}
        act.create(_marker(campaign, ground.far, Marking.FORT, **built))
    if facts.get("cut"):
        act.create(_marker(campaign, ground.farthest, Marking.CUT, built_turn=3))
    if facts.get("sighting"):
        new_id, seen = SOURCES.new_id(side_audience("USA")), {"enemy_seen_on": 3}
        act.create(Belief(id=new_id, campaign=campaign, side="USA", hex=ground.far, body=seen))


def _marker(campaign: Campaign, hex_: str, kind: str, **values: Any) -> Marker:
    return Marker(id=SOURCES.new_id(UMPIRE), campaign=campaign, side="USA", hex=hex_, kind=kind, **values)


def change_stacks(act: Act, world: World, ground: Ground) -> None:
    """On the board: what a stack is made of, and who is with which of them while nobody has seen him."""
    campaign = world.club.campaign
    force = Force.objects.get(campaign=campaign, side="USA", hex=ground.far)
    if world.facts.get("strength"):
        new_id = SOURCES.new_id(side_audience("USA"))
        more = {"arm": "cavalry", "quality": "crack", "battles": 3, "carry": "3/20"}
        act.create(StrengthPoint(id=new_id, campaign=campaign, side="USA", force=force, **more))
        changed = StrengthPoint.objects.filter(force=force).order_by("id")[0]
        changed.arm, changed.quality, changed.battles, changed.fought_turn = "cavalry", "veteran", 2, 3
        act.save(changed)
    if world.facts.get("leaders"):
        general = Leader.objects.get(campaign=campaign, name=ground.general)
        general.force = Force.objects.get(campaign=campaign, side="USA", hex=ground.farthest)
        general.stars, general.tactical, general.initiative, general.command = general.stars + 1, 3, 4, 5
        general.instruction, general.rolled_in, general.counter_turn = "attack", 1, 5
        act.save(general)


# Steps.


def union_spends(ground: Ground, world: World) -> None:
    """Begin the war, and play by the rules' defaults until the Union can move in secret."""
    war_course.begin(world.club.viewer("umpire"))
    world.settle()
    while awaited(now_of(world.club.campaign)) != "USA" or secret_move(ground, world) is None:
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
    pieces = [SIDE, *sorted(seen.leaders), *sorted(seen.works)]
    found = [each for piece in pieces for each in legal_orders(seen, piece) if isinstance(each, kind)]
    return found[-1 if last else 0]


def put(world: World, *orders: Order) -> None:
    for order in orders:
        add = partial(war_queue.add, queued=Queued(order))
        world.act(lambda add=add: add(world.club.viewer("union")))  # type: ignore[misc]


def do_in_secret(ground: Ground, world: World) -> None:
    """Give the Union orders that only its own side learns of."""
    facts = world.facts
    for fact, kind in SEALED.items():
        if facts.get(fact):
            give(world, offered(world, kind))
    if facts.get("purse"):
        fill_purse(world)
    if facts.get("rails cut"):
        cut_rails(ground, world)
    if facts.get("reinforced"):
        reinforce(ground, world)
    if facts.get("dug in"):
        dig_in(ground, world)
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
        direct(ground, world)
        rewind_last(world, "war.directed")


def fill_purse(world: World) -> None:
    """Let the Union have more to spend, more to enter, and other priorities for the next turn."""
    campaign = world.club.campaign
    with open_act(None, campaign_id=campaign.pk, stream="campaign", kind="map.set_up") as act:
        purse = Purse.objects.get(campaign=campaign, side="USA")
        more = {name: purse.body[name] + 1 for name in ("west", "discretionary", "naval", "draws", "available", "left")}
        purse.body = purse.body | more | {"next_priorities": ["East", "West"]}
        act.save(purse)


def cut_rails(ground: Ground, world: World) -> None:
    """Let the Union cut rails out of sight, as if a move of its half-pulse had ended there."""
    campaign = world.club.campaign
    with open_act(None, campaign_id=campaign.pk, stream="campaign", kind="map.set_up") as act:
        purse = Purse.objects.get(campaign=campaign, side="USA")
        purse.body = purse.body | {"may_cut": [ground.far]}
        act.save(purse)
    give(world, CutRail(ground.far))


def reinforce(ground: Ground, world: World) -> None:
    """Let the umpire add to a stack, which looks the same to everybody else."""
    new: dict[str, Any] = {"side": "USA", "hex": ground.far, "sp": 1, "arm": "cavalry", "quality": "crack"}
    umpire = world.club.viewer("umpire")
    world.act(lambda: war_umpire.add(umpire, **new, reason="A slip.", version=None, key=None))


def dig_in(ground: Ground, world: World) -> None:
    """Let the umpire put down a Union fort where no Confederate looks."""
    state, umpire = now_of(world.club.campaign), world.club.viewer("umpire")
    said: dict[str, Any] = {"side": "USA", "reason": "A slip.", "version": None, "key": None}
    own = sorted(hex_ for hex_, side in state.held.items() if side == "USA")
    hidden = [hex_ for hex_ in (ground.far, ground.farthest, *own) if hex_ not in in_sight(state, "CSA")]
    bare = next(hex_ for hex_ in hidden if hex_ not in state.works)
    world.act(lambda: war_umpire.build(umpire, what="fort", hex=bare, **said))


def direct(ground: Ground, world: World) -> None:
    """Let the umpire move a Union leader who isn't with an army, and whom nobody has seen, to another stack."""
    state = now_of(world.club.campaign)
    watched = frozenset[str]() if ground.is_board else in_sight(state, "CSA")
    commanders = {army.commander for army in state.armies.values()}
    leaders = (each for _, each in sorted(state.leaders.items()) if each.side == "USA" and each.id not in commanders)
    leader = next(each for each in leaders if each.hex and each.hex not in watched and not each.revealed)
    hexes = sorted({ground.far, ground.farthest} - watched - {leader.hex})
    move = partial(war_umpire.move, pieces=[leader.id], hex=hexes[0], reason="A slip.", version=None, key=None)
    world.act(lambda: move(world.club.viewer("umpire")))


def silent(world: World) -> None:
    """Let the Union's half-pulse run out while it has an order that shows nowhere; in one world that one is rewound."""
    while not isinstance(union_default(world), EnterPoint | StandFast):
        by_default(world)
    world.sources.clock += timedelta(days=10)
    if world.facts.get("war.defaulted rewound"):
        campaign, now = world.club.campaign.pk, world.sources.clock
        world.act(lambda: give_one_by_default(campaign, now))
        rewind_last(world, "war.defaulted")


def union_default(world: World) -> Order | None:
    state = now_of(world.club.campaign)
    return default_order(view(state, "USA")) if awaited(state) == "USA" else None


def ready_to_move(world: World) -> None:
    """Wait for the enemy's half-pulse, and queue an order for a later one in one world."""
    while (side := awaited(now_of(world.club.campaign))) != "CSA":
        if side is None:
            world.settle()
        else:
            by_default(world)
    if world.facts.get("queue"):
        put(world, offered(world, TakeStance))


# Moves of which the enemy may not know.


def secret_move(ground: Ground, world: World) -> Secret | None:
    return with_more_than_shows(world) if ground.is_board else out_of_sight(world)


def out_of_sight(world: World) -> Secret | None:
    """Return a move of one Union strength point where no Confederate sees it begin or end, or it may stand fast."""
    state = now_of(world.club.campaign)
    seen, watched = view(state, "USA"), in_sight(state, "CSA")
    for piece, point in sorted(seen.points.items()):
        for offer in legal_orders(seen, piece) if point.hex and point.hex not in watched else ():
            path = _unseen_path(offer, watched) if isinstance(offer, MoveOffer) else ()
            if isinstance(offer, MoveOffer) and path:
                return Move(offer.leader, frozenset({piece}), path, offer.pots[0]), StandFast(piece, offer.pots[0])
    return None


def _unseen_path(offer: MoveOffer, watched: frozenset[str]) -> tuple[str, ...]:
    paths = (offer.route(to).path for to in offer.to)
    return next((path for path in paths if not watched.intersection(path)), ())


def with_more_than_shows(world: World) -> Secret | None:
    """Return a leader's move with several points, far from the enemy; he may go the same way with fewer."""
    state = now_of(world.club.campaign)
    seen, watched = view(state, "USA"), state.world.graph.within(sorted(state.sp_hexes("CSA")), 1)
    for leader in sorted(seen.leaders):
        for offer in legal_orders(seen, leader):
            path = _unseen_path(offer, watched) if isinstance(offer, MoveOffer) else ()
            if isinstance(offer, MoveOffer) and path and _some_stay(offer, len(seen.points_at.get(path[0], ()))):
                many, few = (frozenset(offer.points[:number]) for number in (offer.most, max(1, offer.least)))
                move = Move(leader, many, path, offer.pots[0], frozenset(offer.along), offer.by_water)
                return move, replace(move, points=few, along=frozenset())
    return None


def _some_stay(offer: MoveOffer, here: int) -> bool:
    """Return whether a move may be made with more points or with fewer, and leaves some where it begins."""
    return max(1, offer.least) < min(offer.most, len(offer.points)) < here


def moved(ground: Ground, world: World) -> None:
    """Move in secret in one world; in the other, give the order that costs and shows the same."""
    found = secret_move(ground, world)
    assert found is not None
    move, instead = found
    give(world, move if world.facts.get("secret move") else instead)


def step_again(ground: Ground, world: World) -> None:
    """Rewind the step after a secret move, which everybody makes; the next sweep takes it again."""
    world.settle()
    found = secret_move(ground, world)
    if found is not None:
        give(world, found[0])
        world.settle()
    if world.facts.get("war.proceeded rewound"):
        rewind_last(world, "war.proceeded")


def everybody_acts(world: World) -> None:
    """Let the other side try what isn't its own, and everybody talk."""
    page = f"/c/{world.campaign}"
    for who in ("confederate", "observer"):
        world.post(who, f"{page}/talk/", to="all", text="Where are they?")
        world.post(who, f"{page}/settings/proposal/", proposal="0123456789abcdef", answer="agree")


def wait(_world: World) -> None:
    """Do nothing: whatever shows only in a later sweep shows now."""


def play_to_the_end(world: World) -> None:
    """Play on by the rules' defaults until the war is over."""
    while now_of(world.club.campaign).clock.phase != "over":
        if awaited(now_of(world.club.campaign)) is None:
            world.settle()
        else:
            by_default(world)


def play_on(ground: Ground, **more: Callable[[World], None]) -> Play:
    """Return the play on a map, with more steps at its end."""
    steps: Mapping[str, Callable[[World], None]] = {
        "founded": wait,
        "begun": partial(union_spends, ground),
        "hidden": partial(do_in_secret, ground),
        "quiet": wait,
        "moved": partial(moved, ground),
        "stepped": partial(step_again, ground),
        "silent": silent,
        "queued": ready_to_move,
        "everybody acts": everybody_acts,
        **more,
    }
    return Play(f"war {ground.scenario} {ground.sight}", partial(begin, ground), steps, unswept=frozenset({"moved"}))


# Facts.

POINT = ("due_turn", "enters_at", "moved_in", "fought_turn", "lost_at", "demoralized", "corrected")
LEADER = ("standing", "promotable", "enters_at", "revealed", "rolled_in", "moved_in", "alone_in")
CUT = ("hex", "side", "kind", "built_turn")
MARKER = ("hex", "side", "kind", "built_turn", "counts_from", "printed", "raised")
STRENGTH = ("force", "arm", "quality", "battles", "carry", "fought_turn")
GENERAL = ("force", "stars", "tactical", "initiative", "command", "instruction", "rolled_in", "counter_turn")


def pair(name: str, *columns: str, since: str = "hidden", until: str = "", full: str = "", **more: Any) -> Pair:
    last = {"hidden": "quiet"}.get(since, since)  # afterwards what it changes may show, as it should
    return Pair(name, NOT_UNION, columns, since, until or last, full or last, **more)


def of(table: str, columns: tuple[str, ...]) -> list[str]:
    return [f"{table}.{column}" for column in columns]


WAITING = (*of("war_strengthpoint", POINT), *of("war_leader", LEADER))
EVERYWHERE = (
    pair("stance", "war_purse.body"),
    pair("instruction", "war_leader.instruction"),
    pair("sealed order", "war_purse.body"),
    pair("purse", "war_purse.body"),
    pair("reinforced", "war_strengthpoint.arm"),
    pair("war.ordered rewound", "campaign_entry.payload"),
    pair("war.queued rewound", "campaign_entry.kind"),
    pair("war.queue rewound", "campaign_entry.kind"),
    pair("war.directed rewound", "campaign_entry.kind"),
    pair("war.defaulted rewound", "campaign_entry.kind", since="silent", until="everybody acts", full="silent"),
    pair("queue", "war_queue.orders", since="queued", until="everybody acts"),
)
NEAR = (
    pair("history", *WAITING, "war_leader.army", since="founded"),
    pair("fort", *of("war_marker", MARKER), since="founded"),
    pair("cut", *of("war_marker", CUT), since="founded", until="quiet"),
    pair("rails cut", *of("war_marker", CUT)),
    pair("sighting", "war_belief.hex", "war_belief.body", since="founded"),
    pair("dug in", "war_marker.hex", "war_marker.kind"),
    pair("secret move", "war_turntrack.pending", "war_force.hex", since="moved"),
    pair("war.proceeded rewound", "campaign_entry.kind", since="stepped", until="everybody acts", full="stepped"),
    *EVERYWHERE,
)
AT_MOST = 3  # ids of each kind and side on a page
ON_BOARD = (
    pair("history", *WAITING, since="founded"),
    pair("strength", *of("war_strengthpoint", STRENGTH), since="founded"),
    pair("leaders", *of("war_leader", GENERAL), since="founded"),
    pair("secret move", "war_strengthpoint.force", since="moved"),
    *EVERYWHERE,
)
LASTING = frozenset({"war.ordered rewound", "war.queued rewound", "war.defaulted rewound"})


def to_the_end(pairs: Iterable[Pair], last: str) -> list[Pair]:
    """Return the facts, with those that never show hidden up to the last step."""
    return [replace(each, until=last) if each.name in LASTING else each for each in pairs]
