"""Acts on unit cards: set up, changed, revealed."""

from battles.forms.cards import CardForm, CardSetupForm, NewCardForm, UnitListForm
from battles.models import Battle
from battles.selectors.cards import (
    CardChangePage,
    CardStart,
    ListStart,
    NewCardPage,
    NewCardStart,
    card_setup_page,
    list_start,
    new_card_start,
    own_card,
)
from battles.services import cards
from battles.services.card_setup import begin_with_cards
from campaign.actions.base import Action, Question, address
from campaign.visibility import Viewer
from campaign.web import ActForm


def to_cards(viewer: Viewer, done: object, battle_id: int, **_: object) -> str:
    return address(viewer, "battles:cards", battle_id)


def to_card(viewer: Viewer, done: object, battle_id: int, card_id: int) -> str:
    return address(viewer, "battles:card", battle_id, card_id)


def _to_begun(viewer: Viewer, battle: Battle | None) -> str:
    return address(viewer, "battles:cards", battle.id) if battle else address(viewer, "campaigns:settings")


@Action(CardSetupForm, offer=card_setup_page, template="battles/card_setup.html", to=_to_begun)
def set_up_with_cards(viewer: Viewer, form: CardSetupForm) -> Battle | None:
    """Begin a battle that is fought from unit cards. Only the umpire can; without one, both sides must agree."""
    return begin_with_cards(viewer, **form.said("book", "units", "name", "place", "attacker"))


def _list_of(viewer: Viewer, battle_id: int, side: str) -> ListStart:
    return list_start(viewer, battle_id, side.upper())


@Action(UnitListForm, offer=_list_of, template="battles/card_list.html", to=to_cards)
def list_units(viewer: Viewer, form: UnitListForm, battle_id: int, side: str) -> None:
    """Set up a side's units by a list in JSON, which replaces all of them."""
    cards.set_up_units(viewer, battle_id, side=side.upper(), units=form.units, **form.action())


def _new_of(viewer: Viewer, battle_id: int, side: str, name: str) -> NewCardStart:
    return new_card_start(viewer, battle_id, side.upper(), name)


def _new_shown(viewer: Viewer, offer: NewCardStart, **_: object) -> NewCardPage:
    return offer.page


@Action(NewCardForm, offer=_new_of, template="battles/card_new.html", page=_new_shown, to=to_cards)
def add_unit(viewer: Viewer, form: NewCardForm, battle_id: int, side: str, name: str) -> None:
    """Add a unit to a side's set-up."""
    cards.add_unit(viewer, battle_id, unit=form.unit(), **form.action())


def _card_shown(viewer: Viewer, offer: CardStart, **_: object) -> CardChangePage:
    return offer.page


@Action(CardForm, offer=own_card, template="battles/card_edit.html", page=_card_shown, to=to_card)
def change_unit(viewer: Viewer, form: CardForm, battle_id: int, card_id: int) -> None:
    """Change a unit by hand: all of it at set-up, then what changes in play."""
    cards.change_unit(viewer, battle_id, card_id, **form.change(), **form.action())


def _removing(viewer: Viewer, form: ActForm, battle_id: int, card_id: int) -> Question:
    title = f"Remove {form.offer.page.name}?"
    loses = "Its card leaves your set-up. Nobody else learns of it."
    return Question(title, loses, "Remove the unit", back="battles:card", back_args=(battle_id, card_id))


@Action(ActForm, offer=own_card, sure=_removing, to=to_cards)
def remove_unit(viewer: Viewer, form: ActForm, battle_id: int, card_id: int) -> None:
    """Remove a unit from the set-up."""
    cards.remove_unit(viewer, battle_id, card_id, **form.action())


def _revealing(viewer: Viewer, form: ActForm, battle_id: int, card_id: int) -> Question:
    title = f"Reveal {form.offer.page.name}?"
    loses = "Everyone sees its card from now on, with all its numbers. It can't be hidden again."
    return Question(title, loses, "Reveal the unit", back="battles:card", back_args=(battle_id, card_id))


@Action(ActForm, offer=own_card, sure=_revealing, to=to_card)
def reveal_unit(viewer: Viewer, form: ActForm, battle_id: int, card_id: int) -> None:
    """Show a hidden unit to everyone."""
    cards.reveal_unit(viewer, battle_id, card_id, **form.action())
