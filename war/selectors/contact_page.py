"""The page of a contact: who offers what, and each side's own army at the ratio, never the enemy's (VG-1, 4A)."""

from collections.abc import Sequence
from datetime import datetime

from django.http import Http404

from campaign.models import SideCode, other_side
from campaign.parts import Cell, Column, DataTable, Deadline, NextMove, Row
from campaign.routes import reverse
from campaign.selectors.house import house_of
from campaign.selectors.moves import shown
from campaign.selectors.procedures import refusing
from campaign.visibility import Viewer
from rulesets.civil_war.war.state import ToTheTable
from rulesets.core.agreement import Agreement
from rulesets.core.brief import Ratio
from rulesets.core.carries import carries
from rulesets.core.context import Context
from rulesets.core.records import dataclass
from rulesets.core.registry import agreement_of
from rulesets.core.sheet_form import pinned_sheet
from war.models import Combat, Contact, ContactOffer, ContactState, OfferState
from war.selectors.agreement import (
    NOT_YOURS,
    clocks_of,
    find_public_contact,
    instructed,
    offers_of,
    ratio_in_words,
    ratio_of,
    why_not_called_off,
    why_not_to_agree,
    words_of,
)
from war.selectors.briefs import SIDES, army_in
from war.selectors.outcome import OutcomeView, lacks_of, outcome_views
from war.selectors.state import bridge_or_none

SILENCE = "the campaign’s rule for silence decides"
INSTRUCTED: dict[ToTheTable, str] = {
    "ask": "",
    "accept": "If you don’t answer by the deadline, your standing instructions accept the table, {ratio}.",
    "decline": "If you don’t answer by the deadline, your standing instructions decline the table.",
}


@dataclass(frozen=True)
class OfferView:
    """An offer, as everyone in the campaign knows it."""

    id: int
    side: str
    name: str
    words: str
    state: str
    at: datetime
    is_table: bool
    is_open: bool
    is_own: bool


@dataclass(frozen=True)
class ArmyPreview:
    """What one army would bring to the table, for those who know it."""

    side: str
    table: DataTable
    cites: str


@dataclass(frozen=True)
class ContactPage:
    id: int
    name: str
    place: str
    attacker: str
    state: str
    next_move: NextMove
    open_offer: OfferView | None
    offers: tuple[OfferView, ...]
    stands_per_sp: int
    batteries_per_sp: int
    ratio_words: str
    warning: str
    previews: tuple[ArmyPreview, ...]
    silence: str
    instructed: str
    may_offer: bool
    may_answer: bool
    may_decline: bool
    may_use_table: bool
    why_not: str
    outcomes: tuple[OutcomeView, ...]
    outcome_lacks: str
    may_call_off: bool


@dataclass(frozen=True)
class _Book:
    """What the campaign's bridge says of agreeing, with the campaign's own numbers."""

    agreement: Agreement
    house: Context


def own_contact_page(viewer: Viewer, contact_id: int) -> ContactPage:
    """Return the page to a commander, who may act on it; raise 404 for anyone else."""
    page = contact_page(viewer, contact_id)
    if not viewer.is_commander:
        raise Http404
    return page


@carries("VG-1")
def contact_page(
    viewer: Viewer, contact_id: int, *, stands_per_sp: int | None = None, batteries_per_sp: int | None = None
) -> ContactPage:
    """Return the page; the preview is at the ratio asked for, else at the open offer's, else at the setup's."""
    contact = find_public_contact(viewer.campaign_id, contact_id)
    rows = offers_of(contact.pk)
    offers = tuple(_offer(viewer, row) for row in rows)
    is_open = contact.state in (ContactState.WAITING, ContactState.STRATEGIC)
    latest = next((row for row in rows if row.state == OfferState.OPEN), None)
    base = ratio_of(latest if latest is not None and latest.combat == Combat.TABLE else contact)
    ratio = Ratio(
        base.stands_per_sp if stands_per_sp is None else stands_per_sp,
        base.batteries_per_sp if batteries_per_sp is None else batteries_per_sp,
    )
    book = _book(viewer) if is_open else None
    why_not = why_not_to_agree(viewer, contact) if viewer.is_commander else NOT_YOURS
    may = viewer.is_commander and not why_not and viewer.game_is_on and not viewer.viewing_as
    asked = next((offer for offer in offers if offer.is_open), None)
    to_answer = may and asked is not None and not asked.is_own
    sheet = pinned_sheet(viewer.sheet, viewer.sheet_hash)
    return ContactPage(
        id=contact.pk,
        name=contact.name,
        place=sheet.name_of(contact.hex) if sheet else contact.hex,
        attacker=_word(contact.attacker),
        state="postponed" if contact.postponed else str(ContactState(contact.state).label),
        next_move=_next_move(viewer, contact, asked, may=may),
        open_offer=asked,
        offers=offers,
        stands_per_sp=ratio.stands_per_sp,
        batteries_per_sp=ratio.batteries_per_sp,
        ratio_words=ratio_in_words(ratio),
        warning=book.agreement.warning(ratio, book.house) if book else "",
        previews=tuple(_previews(viewer, contact, ratio, book)) if book else (),
        silence=book.agreement.silence_in_words(book.house) if book and contact.state == ContactState.WAITING else "",
        instructed=_instructed(viewer, contact, rows),
        may_offer=may,
        may_answer=to_answer,
        may_decline=to_answer and asked is not None and asked.is_table,
        may_use_table=book is not None,
        why_not=why_not if viewer.is_commander and is_open else "",
        outcomes=(outcomes := outcome_views(viewer, contact)),
        outcome_lacks=lacks_of(contact, outcomes),
        may_call_off=_may_call_off(viewer, contact),
    )


def _instructed(viewer: Viewer, contact: Contact, offers: Sequence[ContactOffer]) -> str:
    """Return what a side's own standing instructions answer if it's silent until the deadline."""
    if not (viewer.is_commander and viewer.scenario and contact.state == ContactState.WAITING):
        return ""
    return INSTRUCTED[instructed(contact, viewer.side, offers)].format(ratio=ratio_in_words(ratio_of(contact)))


def _may_call_off(viewer: Viewer, contact: Contact) -> bool:
    is_theirs = viewer.decides or viewer.leads_side
    return is_theirs and viewer.game_is_on and not why_not_called_off(contact)


def _book(viewer: Viewer) -> _Book | None:
    bridge = bridge_or_none(viewer.campaign_id, book=viewer.book)
    return _Book(agreement_of(bridge), house_of(viewer.campaign_id)) if bridge else None


def _offer(viewer: Viewer, row: ContactOffer) -> OfferView:
    return OfferView(
        id=row.pk,
        side=row.side,
        name=_word(row.side),
        words=words_of(row),
        state=str(OfferState(row.state).label),
        at=row.at,
        is_table=row.combat == Combat.TABLE,
        is_open=row.state == OfferState.OPEN,
        is_own=viewer.is_commander and viewer.side == row.side,
    )


def _previews(viewer: Viewer, contact: Contact, ratio: Ratio, book: _Book) -> Sequence[ArmyPreview]:
    """Preview the viewer's own army; the umpire sees both, an observer neither."""
    sides = SIDES if viewer.is_umpire else [viewer.side] if viewer.is_commander else []
    return [_preview(contact, side, ratio, book) for side in sides]


def _preview(contact: Contact, side: str, ratio: Ratio, book: _Book) -> ArmyPreview:
    with refusing():
        found = book.agreement.on_table(army_in(contact.campaign_id, contact.hex, side), ratio, book.house)
    rows = tuple(Row(cells=(Cell(text=kind), Cell(text=str(count)))) for kind, count in found.kinds if count)
    columns = (Column(word=f"{_word(side)} army"), Column(word="On the table", figure=True, key=True))
    none = Row(cells=(Cell(text="Nothing"), Cell(text="0")))
    return ArmyPreview(side, DataTable(columns=columns, rows=rows or (none,)), found.cites)


def _next_move(viewer: Viewer, contact: Contact, asked: OfferView | None, *, may: bool) -> NextMove:
    if contact.postponed:
        return NextMove(whose="Postponed", sentence="The battle rests until it is resumed")
    if contact.state == ContactState.WAITING:
        due = _due(viewer, contact)
        return _to_agree(viewer, contact, asked, due) if may else _others_agree(viewer, contact, asked, due)
    if contact.state == ContactState.AGREED:
        return _to_begin(viewer, contact)
    if contact.state == ContactState.TAKEN_UP:
        url = reverse("battles:list", args=[viewer.campaign_id])
        return NextMove(whose="On the table", sentence="The battle has begun", button="View the battles", url=url)
    if contact.state == ContactState.STRATEGIC and viewer.scenario:
        return _on_combat_table(viewer)
    if contact.state == ContactState.STRATEGIC:
        is_asked = may and asked is not None and not asked.is_own  # offers stay open until the outcome is settled
        return _to_agree(viewer, contact, asked, None) if is_asked else _to_enter(viewer, contact)
    return NextMove(whose="No move", sentence=str(ContactState(contact.state).label).capitalize())


def _due(viewer: Viewer, contact: Contact) -> Deadline | None:
    clocks = clocks_of(contact)
    own = [row for side, row in clocks.items() if not viewer.is_commander or side == viewer.side]
    return shown(own[0], after=SILENCE) if own else None


def _to_agree(viewer: Viewer, contact: Contact, asked: OfferView | None, due: Deadline | None) -> NextMove:
    if asked is None:
        ask = f"Offer how to fight {contact.name}"
        return NextMove(whose="Your move", sentence=ask, deadline=due, more="Choose the ratio and make an offer below.")
    if asked.is_own:
        whose = f"The {_word(other_side(viewer.side))} side’s move"
        more = f"You offered to fight {asked.words}. Until it answers, you can change your offer."
        return NextMove(whose=whose, sentence="Waiting for an answer to your offer", more=more, deadline=due)
    return NextMove(
        whose="Your move",
        sentence=f"Answer the {asked.name} side’s offer",
        more=f"It offers to fight {asked.words}. Agree, answer with your own offer below, or decline.",
        deadline=due,
        button="Agree to fight on the table" if asked.is_table else "Agree to strategic combat",
        url=reverse("map:agree", args=[viewer.campaign_id, contact.pk]),
        post=True,
    )


def _others_agree(viewer: Viewer, contact: Contact, asked: OfferView | None, due: Deadline | None) -> NextMove:
    if asked is None:
        return NextMove(whose="Both sides’ move", sentence="The sides agree how to fight", deadline=due)
    more = f"The {asked.name} side offers to fight {asked.words}."
    whose = f"The {_word(other_side(asked.side))} side’s move"
    return NextMove(whose=whose, sentence="An offer waits for its answer", more=more, deadline=due)


def _to_begin(viewer: Viewer, contact: Contact) -> NextMove:
    more = f"Both sides agreed: {ratio_in_words(ratio_of(contact))}."
    if viewer.site_is_umpire:
        return NextMove(whose="The site", sentence="The battle begins in a moment", more=more)
    if not viewer.is_umpire:
        return NextMove(whose="The umpire’s move", sentence="Begin the battle on the table", more=more)
    url = reverse("battles:fight-on-table", args=[viewer.campaign_id, contact.pk])
    sentence = f"Fight {contact.name} on the table"
    return NextMove(whose="Your move", sentence=sentence, more=more, button="Fight on the table", url=url)


def _on_combat_table(viewer: Viewer) -> NextMove:
    """Lead to the map page, which says what is to be chosen, and whose choice it is."""
    url = reverse("map:sheet", args=[viewer.campaign_id])
    sentence = "The combat table decides this battle"
    more = "The map page says when you have losses or a retreat to choose."
    return NextMove(whose="On the map", sentence=sentence, more=more, button="View the map", url=url)


def _to_enter(viewer: Viewer, contact: Contact) -> NextMove:
    sentence, whose = "Enter the outcome of strategic combat", "Both sides’ move"
    if viewer.leads_side and viewer.game_is_on:
        url = reverse("map:outcome", args=[viewer.campaign_id, contact.pk, viewer.side.lower()])
        return NextMove(whose="Your move", sentence=sentence, button="Enter the outcome", url=url)
    return NextMove(whose=whose, sentence=sentence)


def _word(side: str) -> str:
    return str(SideCode(side).label)
