"""The map page of a war for each viewer: a side's view, the umpire's truth, or what is public."""

from collections.abc import Sequence
from dataclasses import replace
from typing import cast

from campaign.parts import NextMove
from campaign.routes import reverse
from campaign.visibility import Viewer
from rulesets.civil_war.war import State, View, World, view
from rulesets.civil_war.war.legal import may_end, owes_entry
from rulesets.civil_war.words import Side
from rulesets.core.records import dataclass
from rulesets.core.registry import strategic_book
from rulesets.core.sheet_form import load_sheet
from war.models import Contact, TurnTrack
from war.parts import Drawing, Sign
from war.selectors.held_up import held_up
from war.selectors.hex_panel import Going, hex_panel
from war.selectors.map import ContactLine, SheetPage, contact_lines, page_audience, places_page, sheet_page
from war.selectors.places_page import PlacesPage, list_places
from war.selectors.sheet_drawing import hex_named
from war.selectors.war_clock import NextStep, Strip, public_strip, strip_of, umpires_strip
from war.selectors.war_counters import Counters, all_counters, counters_of, known_signs, signs_of, true_signs
from war.selectors.war_drawing import address_of, goals_on, supply_layer, window_of
from war.selectors.war_here import WarHere, war_here
from war.selectors.war_piece_orders import next_able
from war.selectors.war_pieces import PieceLine, StackLine, both_sides_stacks, off_map, own_stacks
from war.selectors.war_public import public_war
from war.selectors.war_state import rows_of_war, state_in
from war.selectors.war_track import TrackLine, track_of
from war.selectors.war_words import PHASES, SIDES, cite
from war.selectors.worlds import world_seen_by

BEGIN = NextStep("The war hasn't begun yet.")
YOURS, WAITING = "Your move", "Waiting"


@dataclass(frozen=True)
class WarPart:
    """What the map page of a war shows besides the map: the clock, what comes next, and the pieces as a list."""

    strip: Strip
    next_move: NextMove
    orders_url: str
    stacks: tuple[StackLine, ...] = ()
    away: tuple[PieceLine, ...] = ()
    may_order: bool = False
    here: WarHere | None = None
    track: tuple[TrackLine, ...] = ()
    cites_track: str = cite("H-18")


@dataclass(frozen=True)
class Known:
    """What a viewer knows of a war, in the parts of a page."""

    world: World
    turn: int
    strip: Strip
    counters: Counters
    signs: tuple[Sign, ...]
    stacks: tuple[StackLine, ...] = ()
    away: tuple[PieceLine, ...] = ()
    view: View | None = None
    contacts: Sequence[Contact] | None = None  # those to be settled, if they've been read with the rest


@dataclass(frozen=True)
class MapPage(SheetPage):
    """The map page, with the war that the campaign plays, if any."""

    war: WarPart | None = None


def map_page(viewer: Viewer, *, hex: str = "") -> MapPage:
    """Return the map page, with the war if the campaign plays one."""
    return _war_page(viewer, hex) if viewer.scenario else MapPage(**vars(sheet_page(viewer, hex=hex)))


def text_page(viewer: Viewer) -> PlacesPage:
    """Return the map as text, with the war's pieces if the campaign plays one."""
    if not viewer.scenario:
        return places_page(viewer)
    known, sheet = known_by(viewer), load_sheet(viewer.sheet, viewer.sheet_hash)
    page = list_places(viewer, sheet, known.counters, audience=page_audience(viewer), notes=_notes(known))
    return replace(page, orders_url=reverse("map:orders", [viewer.campaign_id])) if known.view else page


def _notes(known: Known) -> dict[str, str]:
    """Return what a list says of each place, in place of the map's signs: who holds it, its rails, and its supply."""
    fed = known.view.supplies.fed if known.view else frozenset()
    supplied = {hex_: "in supply" if hex_ in fed else "out of supply" for hex_ in known.world.graph.hexes}
    names = {str(side): name for side, name in SIDES.items()}
    said = {sign.hex: f"held by the {names[sign.side]} side" for sign in known.signs if sign.kind == "held"}
    said |= {
        sign.hex: f"{said[sign.hex]}, rails cut" for sign in known.signs if sign.kind == "cut" and sign.hex in said
    }
    return {hex_: ", ".join([words, supplied[hex_]] if known.view else [words]) for hex_, words in said.items()}


def known_by(viewer: Viewer) -> Known:
    """Return what a viewer knows of the campaign's war."""
    if not (viewer.is_commander or viewer.is_umpire):
        return _of_public(viewer)
    found = rows_of_war(viewer.campaign_id, sight=viewer.sight)
    state = state_in(found, world_seen_by(viewer))
    known = _of_umpire(state) if viewer.is_umpire else _of_side(view(state, cast(Side, viewer.side)))
    return replace(known, contacts=found.contacts)


def _of_side(seen: View) -> Known:
    stacks = own_stacks(seen)
    able = {stack.hex for stack in stacks if stack.may_act}
    return Known(
        world=seen.world,
        turn=seen.clock.turn,
        strip=strip_of(seen),
        counters=counters_of(seen, able=able),
        signs=known_signs(seen),
        stacks=stacks,
        away=off_map(seen),
        view=seen,
    )


def _of_umpire(state: State) -> Known:
    return Known(
        world=state.world,
        turn=state.clock.turn,
        strip=umpires_strip(state),
        counters=all_counters(state),
        signs=true_signs(state),
        stacks=both_sides_stacks(state),
    )


def _of_public(viewer: Viewer) -> Known:
    war = public_war(viewer)
    is_held = war.clock.phase == "action" and bool(held_up({viewer.campaign_id: viewer}))
    return Known(
        world=war.world,
        turn=war.clock.turn,
        strip=public_strip(war.world, war.clock, war.purses, is_held=is_held),
        counters={},
        signs=signs_of(war.world, war.works, war.depots, war.cuts, war.held),
    )


def _war_page(viewer: Viewer, hex_id: str) -> MapPage:
    sheet = load_sheet(viewer.sheet, viewer.sheet_hash)
    here = hex_named(sheet, hex_id) if hex_id else None
    known = known_by(viewer)
    high_water = known.world.turn(known.turn).high_water
    contacts = contact_lines(viewer, sheet, known.contacts)
    going = Going(strategic_book(viewer.book), known.world.house, high_water)
    part = _part(viewer, known, contacts, here.id if here else "")
    drawing = window_of(sheet, known.world, known.counters, known.signs, here, turn=known.turn)
    return MapPage(
        drawing=_with_layers(drawing, known.view, part.here) if known.view else drawing,
        here=hex_panel(sheet, here, known.counters, going) if here else None,
        title=known.world.scenario.title,
        forces=None,
        beliefs=None,
        contacts=contacts,
        audience=page_audience(viewer),
        war=part,
    )


def _with_layers(drawing: Drawing, view: View, here: WarHere | None) -> Drawing:
    """Lay a side's supply, and the reach of the chosen hex's pieces, over its map."""
    goals = {goal.hex: goal.is_attack for goal in here.goals} if here else {}
    return replace(drawing, supply=supply_layer(view), goals=goals_on(view.world, goals))


def _part(viewer: Viewer, known: Known, contacts: Sequence[ContactLine], hex_id: str) -> WarPart:
    url = reverse("map:orders", [viewer.campaign_id])
    may_order = may_give_orders(viewer)
    to_begin = known.strip.phase == PHASES["reinforcement"] and not has_begun(viewer)
    return WarPart(
        strip=known.strip,
        next_move=_to_begin(viewer) if to_begin else _next_move(known, url, contacts, may_order=may_order),
        orders_url=url,
        stacks=known.stacks,
        away=known.away,
        may_order=may_order,
        here=war_here(known.view, known.stacks, hex_id) if known.view and hex_id else None,
        track=track_of(known.view) if known.view else (),
    )


def has_begun(viewer: Viewer) -> bool:
    """Return whether somebody has begun the war; until then nothing is rolled."""
    return TurnTrack.objects.filter(campaign_id=viewer.campaign_id, since__isnull=False).exists()


def may_begin(viewer: Viewer) -> bool:
    """Return whether a viewer may begin the war: the umpire or, where the site umpires, a side."""
    return bool(viewer.scenario) and viewer.decides


def _to_begin(viewer: Viewer) -> NextMove:
    if not (may_begin(viewer) and viewer.game_is_on):
        return NextMove(whose=WAITING, sentence=BEGIN.sentence)
    url = reverse("map:begin", [viewer.campaign_id])
    return NextMove(whose=YOURS, sentence=BEGIN.sentence, button="Begin the war", url=url, post=True)


def may_give_orders(viewer: Viewer) -> bool:
    """Return whether a viewer gives orders from this seat now, if it's their side's turn."""
    return viewer.is_commander and viewer.game_is_on and not viewer.viewing_as


def _next_move(known: Known, url: str, contacts: Sequence[ContactLine], *, may_order: bool) -> NextMove:
    """Return the box that says what has to be done next, with a button that leads there."""
    step = known.strip.next_step
    is_yours = step.is_yours and may_order
    more = f"({step.cites})" if step.cites else ""
    if not is_yours or known.view is None:
        return NextMove(whose=YOURS if step.is_yours else WAITING, sentence=step.sentence, more=more)
    if known.view.contact is not None and known.view.contact.step == "decision":
        button, url = "Decide how to fight", next((each.url for each in contacts if each.is_undecided), url)
    else:
        button, url = "Give orders", f"{url}{_where_next(known.view, known)}"
    return NextMove(whose=YOURS, sentence=step.sentence, more=more, button=button, url=url)


def _where_next(seen: View, known: Known) -> str:
    """Return the order that is due: the side's own if there is one, otherwise of the next piece that can act."""
    has_drawn = any(leader.standing == "drawn" for leader in seen.leaders.values())
    if seen.contact is not None or has_drawn or owes_entry(seen) or may_end(seen):
        return ""
    waiting = next((piece.id for piece in known.away if piece.may_act), "")
    piece = next_able(known.stacks) or waiting
    return address_of(piece) if piece else ""
