"""Unit cards as a viewer may see them: their own side's, and what is revealed of the enemy's."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.http import Http404

from battles.models import Battle, BattleState, Card
from battles.selectors.reads import (
    SHOWN,
    SIDES,
    as_unit,
    cards_book,
    cards_of,
    find_battle,
    may_know_plan,
    plans_of,
    side_word,
)
from campaign.models import Campaign
from campaign.parts import Audience
from campaign.routes import reverse
from campaign.visibility import Viewer, audience_words, may_know
from rulesets.core.records import dataclass
from rulesets.core.registry import books, unit_cards_of
from rulesets.core.report import StandsLost
from rulesets.core.units import Card as UnitCard
from rulesets.core.units import CardField, CardKind, NewUnit, UnitCards, Value
from rulesets.core.words import many


@dataclass(frozen=True)
class FieldShown:
    """A value of a card, with its rule."""

    name: str
    label: str
    words: str
    cites: str
    running: bool


@dataclass(frozen=True)
class CardLine:
    """A unit in the list: its name, what is left of it, and its running values."""

    id: int
    name: str
    kind: str
    left: str
    is_out: bool
    hidden: bool
    notes: str
    url: str


@dataclass(frozen=True)
class SideCards:
    """One side's units, as far as this viewer sees them."""

    side: str
    name: str
    cards: tuple[CardLine, ...]
    is_own: bool
    may_set_up: bool
    kinds: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class CardsPage:
    """The list of a battle's units."""

    battle_id: int
    name: str
    state: str
    turn: int
    audience: Audience
    sides: tuple[SideCards, ...]


@dataclass(frozen=True)
class CardPage:
    """One unit."""

    battle_id: int
    battle: str
    id: int
    name: str
    side: str
    kind: str
    hidden: bool
    left: str
    audience: Audience
    fields: tuple[FieldShown, ...]
    may_change: bool
    may_remove: bool
    may_reveal: bool


@dataclass(frozen=True)
class CardChangePage(CardPage):
    """One unit, as its form shows it."""


@dataclass(frozen=True)
class CardStart:
    """The input of the form of one card: its page, its kind, and the fields that may change."""

    page: CardChangePage
    kind: CardKind
    fields: tuple[CardField, ...]
    values: Mapping[str, Value]
    is_set_up: bool


@dataclass(frozen=True)
class NewCardPage:
    """What the page of a new unit shows around its form."""

    battle_id: int
    battle: str
    side: str
    side_name: str
    audience: Audience
    kind: str


@dataclass(frozen=True)
class NewCardStart:
    """The input of the form of a new unit."""

    page: NewCardPage
    kind: CardKind


@dataclass(frozen=True)
class ListStart:
    """The input of the form of a side's list of units."""

    battle_id: int
    battle: str
    side: str
    side_name: str
    audience: Audience
    text: str


def find_cards(viewer: Viewer, battle_id: int) -> tuple[Battle, UnitCards]:
    """Return a battle that is fought from unit cards, and its book, or raise 404."""
    battle = find_battle(viewer, battle_id)
    book = cards_book(battle)
    if book is None:
        raise Http404
    return battle, book


def seen_cards(viewer: Viewer, battle: Battle) -> list[Card]:
    """Return the cards that this viewer may see; every page reads them here, in one query."""
    return [card for card in cards_of(battle) if may_know(card.audience_in(battle), viewer)]


def find_card(viewer: Viewer, battle_id: int, card_id: int) -> tuple[Battle, Card]:
    """Return a card that the viewer may see; a hidden one is as unknown as one that doesn't exist."""
    battle, _ = find_cards(viewer, battle_id)
    for card in seen_cards(viewer, battle):
        if card.id == card_id:
            return battle, card
    raise Http404


def may_change(viewer: Viewer, card: Card) -> bool:
    """Return whether a card is the viewer's own, or they are the umpire."""
    return viewer.is_umpire or is_own(viewer, card.side)


def is_own(viewer: Viewer, side: str) -> bool:
    return viewer.is_commander and viewer.side == side and not viewer.scope


def cards_page(viewer: Viewer, battle_id: int) -> CardsPage:
    """Return the units of both sides that this viewer may see."""
    battle, book = find_cards(viewer, battle_id)
    sealed = plans_of(battle)
    seen = seen_cards(viewer, battle)
    return CardsPage(
        battle_id=battle.id,
        name=battle.name,
        state=battle.state,
        turn=battle.turn,
        audience=page_audience(viewer, battle),
        sides=tuple(_side(viewer, battle, book, side, seen, is_sealed=side in sealed) for side in SHOWN),
    )


def page_audience(viewer: Viewer, battle: Battle) -> Audience:
    if viewer.is_umpire:
        return audience_words(viewer, "umpire")
    if viewer.is_commander:
        return Audience(side=viewer.side, words=f"{side_word(viewer.side)} and the umpire")
    return Audience(side="public", words="Visible to everyone")


def _side(
    viewer: Viewer, battle: Battle, book: UnitCards, side: str, seen: Sequence[Card], *, is_sealed: bool
) -> SideCards:
    may = _may_act(viewer, battle) and battle.state == BattleState.PLANS
    may_set_up = may and (viewer.is_umpire or (is_own(viewer, side) and not is_sealed))
    return SideCards(
        side=side,
        name=_side_name(book, side, seen),
        cards=tuple(_line(book, card) for card in seen if card.side == side),
        is_own=viewer.is_umpire or is_own(viewer, side),
        may_set_up=may_set_up,
        kinds=tuple((kind.id, kind.title) for kind in book.kinds) if may_set_up else (),
    )


def _side_name(book: UnitCards, side: str, seen: Sequence[Card]) -> str:
    """Return a side's name, after the army that this viewer sees of it where a book knows armies."""
    army = book.army([as_unit(card) for card in seen if card.side == side])
    return f"{army} ({side_word(side)})" if army else side_word(side)


def _may_act(viewer: Viewer, battle: Battle) -> bool:
    return viewer.game_is_on and not viewer.viewing_as and not battle.is_postponed


def _line(book: UnitCards, card: Card) -> CardLine:
    return CardLine(
        id=card.id,
        name=card.name,
        kind=book.kind(card.kind).title,
        left=left_in_words(book, card),
        is_out=book.is_out(as_unit(card)),
        hidden=card.hidden,
        notes=", ".join(_notes(book, card)),
        url=reverse("battles:card", args=[card.campaign_id, card.battle_id, card.id]),
    )


def left_in_words(book: UnitCards, card: Card) -> str:
    """Return what is left of a unit: 4 of 6 stands. Nothing for what counts as no loss, such as an order."""
    strength = book.strength(as_unit(card))
    if not strength.of:
        return ""
    return f"{strength.left} of {many(strength.of, strength.unit)}"


def _notes(book: UnitCards, card: Card) -> Iterator[str]:
    """Yield what is unlike a fresh card: its other running choices, texts, and yeses, each with its label."""
    for each in book.kind(card.kind).fields:
        value = card.values.get(each.name)
        if not each.running or value in (each.default, "", False, None) or type(value) is int:
            continue
        yield each.label.lower() if value is True else f"{each.label.lower()} {each.in_words(value)}"


def card_page(viewer: Viewer, battle_id: int, card_id: int) -> CardPage:
    """Return one unit."""
    return CardPage(**vars(card_start(viewer, battle_id, card_id).page))


def card_start(viewer: Viewer, battle_id: int, card_id: int) -> CardStart:
    """Return a unit, with the fields that this viewer may change now."""
    battle, card = find_card(viewer, battle_id, card_id)
    book = cards_book(battle)
    assert book is not None
    kind = book.kind(card.kind)
    may = _may_act(viewer, battle) and may_change(viewer, card)
    is_set_up = battle.state == BattleState.PLANS
    may_edit = may and (viewer.is_umpire or card.side not in plans_of(battle)) if is_set_up else may
    may_edit = may_edit and battle.state in (BattleState.PLANS, BattleState.DAY)
    page = CardChangePage(
        battle_id=battle.id,
        battle=battle.name,
        id=card.id,
        name=card.name,
        side=card.side,
        kind=kind.title,
        hidden=card.hidden,
        left=left_in_words(book, card),
        audience=audience_words(viewer, card.audience_in(battle)),
        fields=tuple(_fields(kind, card)),
        may_change=may_edit,
        may_remove=may_edit and is_set_up,
        may_reveal=may and card.hidden and battle.state == BattleState.DAY,
    )
    fields = tuple(each for each in kind.fields if is_set_up or each.running) if may_edit else ()
    return CardStart(page, kind, fields, card.values, is_set_up)


def own_card(viewer: Viewer, battle_id: int, card_id: int) -> CardStart:
    """Return a unit to those who may change it."""
    start = card_start(viewer, battle_id, card_id)
    if not (viewer.is_umpire or is_own(viewer, start.page.side)):
        raise Http404
    return start


def _fields(kind: CardKind, card: Card) -> Iterator[FieldShown]:
    for each in kind.fields:
        value = card.values.get(each.name)
        words = "" if value is None else each.in_words(value)
        yield FieldShown(each.name, each.label, words, each.cites, each.running)


def _find_side(viewer: Viewer, battle_id: int, side: str) -> tuple[Battle, UnitCards]:
    battle, book = find_cards(viewer, battle_id)
    may = viewer.is_umpire or (is_own(viewer, side) and may_know_plan(viewer, battle, side))
    if side not in SIDES or not may:
        raise Http404
    return battle, book


def new_card_start(viewer: Viewer, battle_id: int, side: str, kind: str) -> NewCardStart:
    """Return the form of a new unit of one kind."""
    battle, book = _find_side(viewer, battle_id, side)
    if kind not in [each.id for each in book.kinds]:
        raise Http404
    found = book.kind(kind)
    audience = audience_words(viewer, battle.plan_audience(side))
    page = NewCardPage(battle.id, battle.name, side, side_word(side), audience, found.title)
    return NewCardStart(page, found)


def list_start(viewer: Viewer, battle_id: int, side: str) -> ListStart:
    """Return a side's units as the list that its form takes."""
    battle, book = _find_side(viewer, battle_id, side)
    own = [_as_typed(book, card) for card in cards_of(battle) if card.side == side]
    sample = [_typed(unit) for unit in book.sample.units if unit.side == side]
    text = json.dumps(own or sample, indent=1, ensure_ascii=False)
    audience = audience_words(viewer, battle.plan_audience(side))
    return ListStart(battle.id, battle.name, side, side_word(side), audience, text)


def _as_typed(book: UnitCards, card: Card) -> dict[str, Any]:
    names = [each.name for each in book.kind(card.kind).fields if each.name in card.values]
    values = {name: card.values[name] for name in names}
    return _typed(NewUnit(card.side, card.kind, card.name, values, card.hidden))


def _typed(unit: NewUnit) -> dict[str, Any]:
    hidden = {"hidden": True} if unit.hidden else {}
    return {"kind": unit.kind, "name": unit.name, "values": dict(unit.values), **hidden}


# The result.


def losses_of(book: UnitCards, card: UnitCard) -> StandsLost:
    """Return what a unit lost, by cause; what has no other cause was killed."""
    strength = book.strength(card)
    lost = max(0, strength.of - strength.left)
    other = {cause: number for cause, number in strength.lost_to.items() if number}
    return StandsLost(killed=max(0, lost - sum(other.values())), **other)


def points_of(book: UnitCards, cards: Sequence[UnitCard], side: str) -> int | None:
    """Return a side's victory points so far, if its book counts any; from the cards that the reader knows."""
    scores = [score.points for score in book.score(cards) if score.side == side]
    return max(0, sum(scores)) if scores else None


# Books that are fought from cards.


@dataclass(frozen=True)
class CardBook:
    """A book to choose, with its sample battle."""

    id: str
    title: str
    about: str
    sample: str
    sample_about: str


@dataclass(frozen=True)
class CardSetupPage:
    """What the page offers that begins a battle with unit cards."""

    books: tuple[CardBook, ...]


def card_setup_page(viewer: Viewer) -> CardSetupPage:
    """Return the books, to whoever may set up a one-off battle: the umpire or, without one, both sides together."""
    one_off = Campaign.objects.filter(id=viewer.campaign_id, one_off=True).exists()
    if not viewer.decides or not one_off:
        raise Http404
    return CardSetupPage(tuple(card_books()))


def card_books() -> Iterator[CardBook]:
    """Yield the books that are fought from cards."""
    for book in books():
        found = unit_cards_of(book.id)
        if found is not None:
            yield CardBook(book.id, book.title, book.about, found.sample.name, found.sample.about)
