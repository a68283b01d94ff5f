"""The map as a viewer sees it: their own forces as they are, the enemy only from sightings."""

from collections import Counter as Counted
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.http import Http404

from campaign.ids import hex_id
from campaign.models import SideCode
from campaign.parts import Audience, Cell, Column, DataTable, Row
from campaign.prepared import prepared
from campaign.routes import reverse
from campaign.visibility import Viewer
from rulesets.core.brief_form import shipped_briefs
from rulesets.core.hexes import Axial
from rulesets.core.records import dataclass
from rulesets.core.sheet import Rail, Sheet
from rulesets.core.sheet_form import load_sheet, pinned_sheet
from rulesets.core.strategic import DETACH, LegalOrder
from war.models import UNDECIDED, Contact, ContactState, Fate, Force, Leader, Sighting, StrengthPoint, TurnTrack
from war.parts import Counter, Drawing, Hex, Place, Run, SheetView
from war.selectors.hex_panel import HexPanel, going_of, hex_panel
from war.selectors.locks import why_locked
from war.selectors.places import place_of
from war.selectors.places_page import PlacesPage, list_places
from war.selectors.sheet_drawing import drawing_of, hex_named
from war.selectors.state import book_of, by_worth, state_of_force

RIVERS = {"estuary": "navigable", "navigable": "navigable", "seasonal": "other", "unnavigable": "other"}


@dataclass(frozen=True)
class ContactLine:
    """A contact, as everyone in the campaign knows it."""

    id: int
    name: str
    place: str
    attacker: str
    state: str
    is_undecided: bool
    may_postpone: bool
    may_resume: bool
    url: str = ""


@dataclass(frozen=True)
class SheetPage:
    drawing: Drawing | None
    here: HexPanel | None
    title: str
    forces: DataTable | None
    beliefs: DataTable | None
    contacts: tuple[ContactLine, ...]
    audience: Audience
    away: DataTable | None = None


@dataclass(frozen=True)
class PointLine:
    """A strength point that may be detached from its force."""

    id: str
    arm: str
    quality: str
    battles: int
    carry: str
    under: str
    alike: int = 1


@dataclass(frozen=True)
class LeaderLine:
    id: str
    name: str
    given_name: str
    stars: int
    initiative: int
    tactical: int
    command: int | None
    cavalry: bool
    fate: str
    counter_turn: int | None = None


@dataclass(frozen=True)
class ForcePage:
    """A force as its side and the umpire see it."""

    id: str
    name: str
    side: str
    place: str
    theater: str
    demoralized: bool
    in_supply: bool
    points: tuple[PointLine, ...]
    leaders: tuple[LeaderLine, ...]
    audience: Audience
    may_detach: LegalOrder | None  # within these limits
    locked: str = ""
    rows: tuple[tuple[str, str], ...] = ()

    @property
    def kinds(self) -> list[PointLine]:
        """Identical strength points, listed once with their number."""
        found = Counted(replace(point, id="") for point in self.points)
        return [replace(point, alike=number) for point, number in found.items()]


def sheet_page(viewer: Viewer, *, hex: str = "") -> SheetPage:
    """Return the map page: the drawing, a chosen hex, the viewer's forces, enemy sightings, and contacts."""
    sheet = pinned_sheet(viewer.sheet, viewer.sheet_hash)
    here = hex_named(sheet, hex) if hex else None
    forces, beliefs, leaders = own_forces(viewer), _beliefs(viewer), _leaders_of(viewer)
    counters = _counters(forces, leaders, beliefs)
    going = going_of(viewer, _season(viewer, forces)) if sheet else None
    return SheetPage(
        drawing=drawing_of(sheet, counters, here, high_water=going.high_water) if sheet and going else None,
        here=hex_panel(sheet, here, counters, going) if sheet and going and here else None,
        title=sheet.title if sheet else viewer.campaign_name,
        forces=_force_register(viewer, sheet, forces, leaders) if forces else None,
        beliefs=_belief_register(sheet, beliefs) if viewer.is_commander else None,
        contacts=contact_lines(viewer, sheet),
        audience=page_audience(viewer),
        away=_away_register(leaders.get(0, [])),
    )


def places_page(viewer: Viewer) -> PlacesPage:
    """Return the map as text: every place and stack, as links to their hexes."""
    sheet = pinned_sheet(viewer.sheet, viewer.sheet_hash)
    counters = _counters(own_forces(viewer), _leaders_of(viewer), _beliefs(viewer))
    return list_places(viewer, sheet, counters, audience=page_audience(viewer))


def sample_map() -> SheetView:
    """Return the map as the Union sees it before Shiloh: a picture for people without a campaign."""
    brief, sheet = shipped_briefs()["shiloh"], load_sheet("pittsburg_landing")
    union = brief.sides["USA"]
    senior = union.leaders[0]
    own = Counter(side="USA", figure=str(union.total_sp), leader=senior.name, stars=senior.rank_stars)
    return _draw(sheet, {place_of(sheet, brief).id: [own, Counter(side="CSA")]})


def page_audience(viewer: Viewer) -> Audience:
    """Return the audience of a page built from everything a side knows."""
    if viewer.is_umpire:
        return Audience(side="umpire", words="Visible only to the umpire")
    if viewer.is_commander:
        return Audience(side=viewer.side, words=f"{SideCode(viewer.side).label} and the umpire")
    return Audience(side="public", words="Visible to everyone")


def own_forces(viewer: Viewer, force_id: int | None = None) -> list[Force]:
    """Return the forces a viewer sees as they are: their side's, all for the umpire, none for observers."""
    if viewer.is_umpire:
        return _forces(viewer.campaign_id, None, force_id)
    return _forces(viewer.campaign_id, viewer.side, force_id) if viewer.is_commander else []


@prepared
def _forces(campaign_id: int, side: str | None, force_id: int | None) -> QuerySet[Force]:
    forces = Force.objects.filter(campaign_id=campaign_id).order_by("side", "hex", "id")
    if side is not None:
        forces = forces.filter(side=side)
    if force_id is not None:
        forces = forces.filter(id=force_id)
    return forces.select_related("campaign").annotate(
        points=Count("strength_points", filter=Q(strength_points__lost=False)),
        season=Subquery(TurnTrack.objects.filter(campaign_id=OuterRef("campaign_id")).values("season")[:1]),
    )


def _season(viewer: Viewer, forces: Sequence[Force]) -> str:
    """Return the season of the strategic turn, which forces bring along, or "" before there is one."""
    if forces:
        return str(getattr(forces[0], "season", None) or "")
    return TurnTrack.objects.filter(campaign_id=viewer.campaign_id).values_list("season", flat=True).first() or ""


def _beliefs(viewer: Viewer) -> list[Sighting]:
    return _sightings(viewer.campaign_id, viewer.side) if viewer.is_commander else []


@prepared
def _sightings(campaign_id: int, side: str) -> QuerySet[Sighting]:
    return Sighting.objects.filter(campaign_id=campaign_id, side=side).order_by("hex", "id")


def _leaders_of(viewer: Viewer) -> dict[int, list[Leader]]:
    """Return the viewer's leaders by force, senior first; under 0 those who are with none."""
    sides = list(SideCode.values) if viewer.is_umpire else [viewer.side] if viewer.is_commander else []
    by_force: dict[int, list[Leader]] = defaultdict(list)
    for leader in _leaders(viewer.campaign_id, sides) if sides else ():
        by_force[leader.force_id or 0].append(leader)
    return by_force


@prepared
def _leaders(campaign_id: int, sides: Sequence[str]) -> QuerySet[Leader]:
    return Leader.objects.filter(campaign_id=campaign_id, side__in=sides).order_by("-stars", "seniority", "id")


def _counters(
    forces: Sequence[Force], leaders: dict[int, list[Leader]], beliefs: Sequence[Sighting]
) -> dict[str, list[Counter]]:
    """Return one counter per side and hex; an unknown stack is always one block."""
    stacks: dict[tuple[str, str], list[Force]] = defaultdict(list)
    for force in forces:
        stacks[force.hex, force.side].append(force)
    drawn: dict[str, list[Counter]] = defaultdict(list)
    for (hex_, side), stack in sorted(stacks.items()):
        drawn[hex_].append(_own_counter(side, stack, leaders))
    for belief in beliefs:
        drawn[belief.hex].append(_believed_counter(belief))
    return drawn


def _own_counter(side: str, stack: Sequence[Force], leaders: dict[int, list[Leader]]) -> Counter:
    present = sorted((ldr for force in stack for ldr in leaders[force.id]), key=lambda ldr: (-ldr.stars, ldr.seniority))
    senior = present[0] if present else None
    return Counter(
        side=side,
        figure=str(sum(_points(force) for force in stack)),
        more=len(stack) > 1,
        leader=senior.name if senior else "",
        stars=senior.stars if senior else 0,
        demoralized=any(force.demoralized for force in stack),
        leaders=tuple(leader.name for leader in present),
    )


def _points(force: Force) -> int:
    return int(getattr(force, "points", 0))


def _believed_counter(belief: Sighting) -> Counter:
    leaders = tuple(belief.leaders)
    return Counter(side=_other(belief.side), leader=leaders[0] if leaders else "", leaders=leaders)


def _other(side: str) -> str:
    return next(code for code in SideCode.values if code != side)


def _draw(sheet: Sheet, counters: dict[str, list[Counter]]) -> SheetView:
    hexes = tuple(
        Hex(
            q=h.q,
            r=h.r,
            id=h.id,
            terrain=h.terrain,
            place=Place(name=h.places[0].label, value=h.places[0].value) if h.places else None,
            counters=tuple(counters.get(h.id, ())),
        )
        for h in sheet.hexes.values()
    )
    rivers = (Run(kind=RIVERS[river.kind], path=river.line, name=river.name) for river in sheet.rivers)
    rails = (Run(kind="rail", path=_centers(sheet, rail), name=rail.line) for rail in sheet.rails)
    return SheetView(hexes=hexes, runs=(*rivers, *rails), title=sheet.title)


def _centers(sheet: Sheet, rail: Rail) -> tuple[Axial, ...]:
    return tuple(sheet.hexes[end].at for end in (rail.a, rail.b))


def _force_register(
    viewer: Viewer, sheet: Sheet | None, forces: Sequence[Force], leaders: dict[int, list[Leader]]
) -> DataTable:
    """Return the table of forces, with a theater column if there are theaters."""
    words = ["Force", "Place", *(["Theater"] if any(force.scope for force in forces) else []), "Leaders"]
    columns = (*(Column(word=word) for word in words), Column(word="Strength", figure=True, key=True))
    rows = []
    for force in forces:
        url = reverse("map:force", args=[viewer.campaign_id, force.id])
        said = {
            "Place": _place(sheet, force.hex),
            "Theater": force.scope or "none",
            "Leaders": ", ".join(leader.name for leader in leaders[force.id]) or "none",
        }
        head = Cell(text=str(force), url=url, quiet="demoralized" if force.demoralized else "")
        cells = (Cell(text=said[word]) for word in words[1:])
        rows.append(Row(cells=(head, *cells, Cell(text=f"{_points(force)} SP"))))
    return DataTable(columns=columns, rows=tuple(rows), title="Forces")


def _away_register(leaders: Sequence[Leader]) -> DataTable | None:
    """Return those of the viewer's leaders who are lost or away from their forces (VG-9D)."""
    columns = (Column(word="Leader"), Column(word="State"), Column(word="Back on turn", figure=True))
    rows = tuple(
        Row(cells=(Cell(text=each.name), Cell(text=each.fate), Cell(text=str(each.back_turn or "–"))))
        for each in leaders
        if each.fate != Fate.FIT or each.back_turn
    )
    return DataTable(columns=columns, rows=rows, title="Leaders away") if rows else None


def _belief_register(sheet: Sheet | None, beliefs: Sequence[Sighting]) -> DataTable:
    columns = (Column(word="Enemy at"), Column(word="Leaders"), Column(word="Since"), Column(word="Now"))
    rows = tuple(
        Row(
            cells=(
                Cell(text=_place(sheet, belief.hex)),
                Cell(text=", ".join(belief.leaders) or "unknown"),
                Cell(text=f"turn {belief.since_turn}"),
                Cell(text="in sight" if belief.in_sight else "out of sight"),
            )
        )
        for belief in beliefs
    )
    return DataTable(columns=columns, rows=rows, title="Enemy sightings")


def _place(sheet: Sheet | None, hex_: str) -> str:
    return sheet.name_of(hex_) if sheet else hex_


@prepared
def _all_contacts(campaign_id: int) -> QuerySet[Contact]:
    return Contact.objects.filter(campaign_id=campaign_id).order_by("id")


def contact_lines(
    viewer: Viewer, sheet: Sheet | None, found: Iterable[Contact] | None = None
) -> tuple[ContactLine, ...]:
    """Return the contacts of a campaign, for any viewer: those already read, or all of them."""
    return tuple(_contacts(viewer, sheet, _all_contacts(viewer.campaign_id) if found is None else found))


def _contacts(viewer: Viewer, sheet: Sheet | None, found: Iterable[Contact]) -> Iterable[ContactLine]:
    decides = viewer.decides and viewer.game_is_on
    for contact in found:
        yield ContactLine(
            id=contact.id,
            name=contact.name,
            place=_place(sheet, contact.hex),
            attacker=str(SideCode(contact.attacker).label),
            state="postponed" if contact.postponed else str(ContactState(contact.state).label),
            is_undecided=contact.state in UNDECIDED,
            may_postpone=decides and contact.state != ContactState.SETTLED and not contact.postponed,
            may_resume=decides and contact.state != ContactState.SETTLED and contact.postponed,
            url=reverse("map:contact", [viewer.campaign_id, contact.id]),
        )


def force_page(viewer: Viewer, force_id: int) -> ForcePage:
    """Return a force with its strength points, leaders, and states; raise 404 for non-owners."""
    force = next(iter(own_forces(viewer, force_id)), None)
    if force is None:
        raise Http404
    sheet = pinned_sheet(viewer.sheet, viewer.sheet_hash)
    campaign = force.campaign
    book = book_of(campaign)
    points = by_worth(book, StrengthPoint.objects.filter(force=force, lost=False).select_related("under"))
    leaders = list(Leader.objects.filter(force=force).order_by("-stars", "seniority"))
    orders = book.legal_orders(
        book.view(state_of_force(campaign, force, points, leaders), force.side), hex_id(force.id)
    )
    lines = tuple(_point_line(point) for point in points)
    in_scope = viewer.scope in ("", force.scope)
    may_order = viewer.is_commander and in_scope and viewer.game_is_on and not viewer.viewing_as
    return ForcePage(
        id=hex_id(force.id),
        name=str(force),
        side=force.side,
        place=_place(sheet, force.hex),
        theater=force.scope,
        demoralized=force.demoralized,
        in_supply=force.in_supply,
        points=lines,
        leaders=tuple(_leader_line(leader) for leader in leaders),
        audience=page_audience(viewer),
        may_detach=next((order for order in orders if order.kind == DETACH), None) if may_order else None,
        locked=why_locked(force.campaign_id, force.hex),
        rows=tuple(_rows_to_ask_for(force, points, leaders)) if viewer.speaks_for_side and viewer.game_is_on else (),
    )


def _rows_to_ask_for(
    force: Force, points: Sequence[StrengthPoint], leaders: Iterable[Leader]
) -> Iterable[tuple[str, str]]:
    """Return the pages where a side may request corrections, if the site is the umpire."""
    named = [(str(force), force), *((leader.name, leader) for leader in leaders)]
    named += [(f"{point} no. {n}".capitalize(), point) for n, point in enumerate(points, 1)]
    for name, row in named:
        yield name, reverse("journal:ask-correct", args=[force.campaign_id, row._meta.db_table, row.pk])


def _point_line(point: StrengthPoint) -> PointLine:
    under = point.under.name if point.under else ""
    return PointLine(hex_id(point.id), point.arm, point.quality, point.battles, point.carry, under)


def _leader_line(leader: Leader) -> LeaderLine:
    return LeaderLine(
        id=hex_id(leader.id),
        name=leader.name,
        given_name=leader.given_name,
        stars=leader.stars,
        initiative=leader.initiative,
        tactical=leader.tactical,
        command=leader.command,
        cavalry=leader.cavalry,
        fate=leader.fate,
        counter_turn=leader.counter_turn,
    )
