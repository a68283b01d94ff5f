"""The ground of a battle as its page shows it, and what it means for flank marches. All of it is public."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from django.http import Http404

from battles.conduct.base import ChosenPlan, Option, PlanChoices
from battles.models import Battle, BattleGround, BattleState
from battles.selectors.reads import (
    brief_of_battle,
    conduct,
    find_battle,
    may_know_plan,
    plans_of,
    public_brief_of,
    side_word,
    site_is_umpire,
)
from campaign.errors import Refusal
from campaign.ids import read_id
from campaign.models import Proposal, SideCode
from campaign.parts import Audience
from campaign.prepared import prepared
from campaign.selectors.pictures import PictureShown, shown_pictures
from campaign.visibility import Viewer
from rulesets.core.carries import carries
from rulesets.core.deployment import Deployment
from rulesets.core.ground import Ground, TableEdge, Zone, ZoneUse
from rulesets.core.plain import Json
from rulesets.core.records import dataclass
from rulesets.core.words import first_up, many

SET_GROUND = "battle.ground"
UNSEALS = "A side has sealed. Another ground unseals every plan, and both sides get the same new deadline."
EDGE_FIXED = "A side has sealed its plan, so the edge stays as it is until that plan is unsealed."
ROLES = {ZoneUse.DEPLOYMENT: "deployment", ZoneUse.ENTRY: "flank entry", ZoneUse.OTHER: "other"}
FLANKS = ("left", "right")  # as the defender sees the table


# What the pages draw.


@dataclass(frozen=True)
class ZoneShown:
    """A zone as it is drawn and listed; `side` holds it, if it is known whose it is."""

    name: str
    use: str
    edge: str
    side: str
    place: str
    left: int
    top: int
    width: int
    depth: int
    sectors: tuple[tuple[str, int, int, int, int], ...]


@dataclass(frozen=True)
class ObjectiveShown:
    number: int
    name: str
    points: int
    left: int
    top: int


@dataclass(frozen=True)
class FieldView:
    """The drawn table."""

    title: str
    width: int
    depth: int
    zones: tuple[ZoneShown, ...]
    objectives: tuple[ObjectiveShown, ...]
    edges: Mapping[str, str]
    notes: str


@dataclass(frozen=True)
class GroundPage:
    """The page of the ground, and what this viewer may do there."""

    battle_id: int
    name: str
    audience: Audience
    field: FieldView
    facts: tuple[tuple[str, str], ...]
    is_accepted: bool
    may_set: bool
    must_agree: bool
    may_choose: bool
    edges: tuple[Option, ...]
    edge: str
    unseals: str
    is_over: bool
    pictures: tuple[PictureShown, ...]
    may_add: bool

    ground: Ground | None = None  # for the form


def in_words(ground: Ground) -> str:
    """Return a ground in a few words: its size, zones, and objectives."""
    objectives = many(len(ground.objectives), "objective") if ground.objectives else "no objectives"
    return f"{ground.width} by {ground.depth} inches, {many(len(ground.zones), 'zone')}, {objectives}"


def edge_words(edge: TableEdge | None) -> str:
    return f"the {edge} edge" if edge else "not chosen yet"


def holders(battle: Battle, edge: TableEdge | None) -> dict[TableEdge, str]:
    """Return the side at each edge that an army holds."""
    if edge is None:
        return {}
    public = public_brief_of(battle)
    return {edge: public.defender, edge.opposite: public.attacker}


def field_view(battle: Battle, ground: Ground, edge: TableEdge | None) -> FieldView:
    """Return a ground as it is drawn, with the armies at their edges."""
    held = holders(battle, edge)
    return FieldView(
        title=f"The table at {battle.name}: {ground.width} by {ground.depth} inches",
        width=ground.width,
        depth=ground.depth,
        zones=tuple(_zones(ground, held)),
        objectives=tuple(
            ObjectiveShown(n, each.name, each.points, each.left, each.top)
            for n, each in enumerate(ground.objectives, start=1)
        ),
        edges={each.value: _edge_words(each, held) for each in TableEdge},
        notes=ground.notes,
    )


def _edge_words(edge: TableEdge, held: Mapping[TableEdge, str]) -> str:
    return f"{edge.capitalize()}, {side_word(held[edge])}" if edge in held else edge.capitalize()


def _zones(ground: Ground, held: Mapping[TableEdge, str]) -> Iterator[ZoneShown]:
    for zone in ground.zones:
        box = zone.box
        side = held.get(zone.edge, "") if zone.edge and zone.use is ZoneUse.DEPLOYMENT else ""
        where = f"{box.width} by {box.depth} inches, {box.left} from the west edge and {box.top} from the north"
        use = f"{ROLES[zone.use]}, {edge_words(zone.edge)}" if zone.edge else ROLES[zone.use]
        sectors = tuple((name, s.left, s.top, s.width, s.depth) for name, s in zone.sectors)
        edge = zone.edge.value if zone.edge else ""
        yield ZoneShown(zone.name, use, edge, side, where, box.left, box.top, box.width, box.depth, sectors)


def ground_facts(battle: Battle, ground: Ground, edge: TableEdge | None) -> tuple[tuple[str, str], ...]:
    """Return the size, and whose each edge is."""
    public = public_brief_of(battle)
    facts = [("Table", f"{ground.width} by {ground.depth} inches")]
    for side, own in ((public.defender, edge), (public.attacker, edge.opposite if edge else None)):
        does = "defends" if side == public.defender else "attacks from"
        facts.append((f"{side_word(side)} {does}", edge_words(own)))
        facts += [(f"{side_word(side)} {flank}", edge_words(own.flank(flank))) for flank in FLANKS if own]
    return tuple(facts)


def facts_of(battle: Battle) -> tuple[tuple[str, str], ...]:
    """Return a battle's ground in a few facts, for its page."""
    return ground_facts(battle, battle.ground.whole, battle.ground.defender_edge)


# The page.


def ground_page(viewer: Viewer, battle_id: int) -> GroundPage:
    """Return the page of the ground, to everyone in the campaign."""
    battle = find_battle(viewer, battle_id)
    row, plans = battle.ground, plans_of(battle)
    whole, edge = row.whole, row.defender_edge
    is_on = battle.state == BattleState.PLANS and not battle.is_postponed and viewer.game_is_on
    may = is_on and not viewer.viewing_as
    return GroundPage(
        battle_id=battle.id,
        name=battle.name,
        audience=Audience(side="public", words="Visible to everyone"),
        field=field_view(battle, whole, edge),
        facts=ground_facts(battle, whole, edge),
        is_accepted=row.accepted_at is not None,
        may_set=may and viewer.decides,
        must_agree=site_is_umpire(battle),
        may_choose=may and may_choose_edge(viewer, battle) and not why_edge_fixed(battle.ground, plans),
        edges=tuple(Option(each.value, first_up(edge_words(each))) for each in whole.sides_to_choose),
        edge=row.edge,
        unseals=UNSEALS if may and viewer.decides and plans else "",
        is_over=not is_on,
        pictures=shown_pictures(viewer, row.pictures),
        may_add=viewer.decides and viewer.game_is_on and not battle.is_over,
        ground=whole,
    )


@dataclass(frozen=True)
class HexPage:
    """The hex and hexside of the Brief, to correct them."""

    battle_id: int
    name: str
    audience: Audience
    must_agree: bool
    unseals: str
    hex_terrain: str
    hexside_crossed: str


def hex_page(viewer: Viewer, battle_id: int) -> HexPage:
    """Return the page to those who may correct the hex, alone or with the other side."""
    battle = find_battle(viewer, battle_id)
    if not viewer.decides:
        raise Http404
    public = public_brief_of(battle)
    return HexPage(
        battle_id=battle.id,
        name=battle.name,
        audience=Audience(side="public", words="Visible to everyone"),
        must_agree=site_is_umpire(battle),
        unseals=UNSEALS if battle.state == BattleState.PLANS and plans_of(battle) else "",
        hex_terrain=public.hex_terrain,
        hexside_crossed=public.hexside_crossed,
    )


def may_choose_edge(viewer: Viewer, battle: Battle) -> bool:
    """Return whether this seat chooses for the defender (VG-3)."""
    defender = public_brief_of(battle).defender
    return viewer.is_commander and viewer.side == defender and may_know_plan(viewer, battle, defender)


def why_edge_fixed(row: BattleGround, plans: Mapping[str, Any]) -> str:
    """Return why a chosen edge can't change now, or ""."""
    return EDGE_FIXED if plans and row.edge else ""


@dataclass(frozen=True)
class ProposedGround:
    """A ground that one side proposed where the site umpires, for everyone to see."""

    battle_id: int
    name: str
    asked_by: str
    field: FieldView
    facts: tuple[tuple[str, str], ...]


def proposed_ground(viewer: Viewer, proposal_id: int) -> ProposedGround:
    for row in _proposal(viewer.campaign_id, proposal_id):
        battle = find_battle(viewer, read_id(row.payload["battle"]) or 0)
        ground = Ground.from_json(row.payload["ground"])
        edge = battle.ground.defender_edge
        edge = edge if edge in ground.sides_to_choose else None
        asked_by = str(SideCode(row.side).label)
        field = field_view(battle, ground, edge)
        return ProposedGround(battle.id, battle.name, asked_by, field, ground_facts(battle, ground, edge))
    raise Http404


@prepared
def _proposal(campaign_id: int, proposal_id: int) -> Any:
    return Proposal.objects.filter(campaign_id=campaign_id, id=proposal_id, kind=SET_GROUND)


# Flank marches.


def with_edges(battle: Battle, side: str, choices: PlanChoices) -> PlanChoices:
    """Name the table edge of each flank, and leave out those where no force may enter (R-77)."""
    row, is_defender = battle.ground, side == public_brief_of(battle).defender
    offered = [each for each in choices.edges if is_open(row, each.value)]
    closed = [each for each in choices.edges if each not in offered]
    notes = [f"No force may march around {_named(each)}: no zone to enter there. R-77" for each in closed]
    if row.edge:
        offered = [replace(each, label=f"{each.label}, {flank_words(row, each.value)}") for each in offered]
    elif offered:
        whose = "You haven’t chosen your edge" if is_defender else "The defender hasn’t chosen an edge"
        notes.append(f"{whose} yet, so flanks have no table edge yet. VG-3")
    return replace(choices, edges=tuple(offered), notes=(*choices.notes, *notes))


def _named(flank: Option) -> str:
    return flank.label[:1].lower() + flank.label[1:]


def is_open(row: BattleGround, flank: str) -> bool:
    return flank not in FLANKS or row.whole.is_open(flank, defender=row.defender_edge)


def flank_words(row: BattleGround, flank: str) -> str:
    """Return the table edge of the defender's left or right, or "" while he hasn't chosen his own."""
    edge = row.defender_edge
    return edge_words(edge.flank(flank)) if edge and flank in FLANKS else ""


@carries("VG-3")
def closed_flanks(row: BattleGround, flanks: Iterable[str]) -> Iterator[str]:
    """Yield a sentence for each march where no force may enter."""
    for flank in flanks:
        if not is_open(row, flank):
            where = flank_words(row, flank) or f"the defender’s {flank}"
            yield f"No flank march can enter at {where}: it has no zone to enter. R-77."


def own_zones(battle: Battle, side: str) -> tuple[Zone, ...]:
    """Return the zones that a side can set up in: those of its edge, and those of no army."""
    held = holders(battle, battle.ground.defender_edge)
    own = [edge for edge, holder in held.items() if holder == side]
    uses = (ZoneUse.DEPLOYMENT, ZoneUse.OTHER)
    return tuple(z for z in battle.ground.whole.zones if z.use in uses and (z.edge is None or z.edge in own))


def strange_zones(battle: Battle, side: str, deployment: Deployment) -> Iterator[str]:
    """Yield a sentence for each zone of a deployment that isn't this side's on the ground."""
    known = {zone.name for zone in own_zones(battle, side)}
    for name in sorted({line.zone for line in deployment.lines} - known - {""}):
        yield f"The deployment names the zone {name}, which isn’t yours on this ground. VG-6."


def deployment_problems(battle: Battle, side: str, order: Json | None, deployment: Deployment) -> tuple[str, ...]:
    """Return everything for which a deployment can't be sealed as it is."""
    try:
        found = conduct(battle).planning.problems(brief_of_battle(battle), side, {}, order, deployment)
    except Refusal as error:
        return (error.sentence,)
    return (*found, *strange_zones(battle, side, deployment))


def plan_problems(
    battle: Battle, side: str, chosen: ChosenPlan, order: Json | None, deployment: Deployment
) -> tuple[str, ...]:
    """Return everything for which a plan can't be sealed as it is, in sentences for its owner."""
    planning, brief = conduct(battle).planning, brief_of_battle(battle)
    try:
        found = [*planning.problems(brief, side, chosen, order, deployment)]
        found += [*closed_flanks(battle.ground, chosen), *strange_zones(battle, side, deployment)]
        if not found:
            planning.settle(brief, side, chosen, order, deployment)
    except Refusal as error:
        return (error.sentence,)
    return tuple(found)
