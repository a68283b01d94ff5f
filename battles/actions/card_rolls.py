"""Acts that roll from unit cards, and that decide about what a roll changes."""

from battles.forms.card_rolls import ConfirmRollForm, RollForm
from battles.models import CardRoll
from battles.selectors.card_rolls import (
    CardRollStart,
    RollFormPage,
    RollStart,
    roll_start,
    roll_to_decide,
    roll_to_discard,
)
from battles.services import card_rolls
from campaign.actions.base import Action, Question, address
from campaign.visibility import Viewer
from campaign.web import ActForm


def _to_roll(viewer: Viewer, row: CardRoll | None, battle_id: int, name: str) -> str:
    if row is None:
        return address(viewer, "battles:card-rolls", battle_id)
    return address(viewer, "battles:card-roll", battle_id, row.id)


def _shown(viewer: Viewer, offer: RollStart, **_: object) -> RollFormPage:
    return offer.page


@Action(RollForm, offer=roll_start, page=_shown, to=_to_roll)
def roll_from_cards(viewer: Viewer, form: RollForm, battle_id: int, name: str) -> CardRoll:
    """Roll a procedure with the chosen units. A hidden unit needs the umpire or, without one, its owner."""
    return card_rolls.roll(viewer, battle_id, name=name, **form.roll())


def _to_decided(viewer: Viewer, done: object, battle_id: int, card_roll_id: int) -> str:
    return address(viewer, "battles:card-roll", battle_id, card_roll_id)


@Action(ConfirmRollForm, offer=roll_to_decide, to=_to_decided)
def confirm_roll(viewer: Viewer, form: ConfirmRollForm, battle_id: int, card_roll_id: int) -> None:
    """Write a roll's changes to the unit cards, as proposed or as amended."""
    card_rolls.confirm_roll(viewer, battle_id, card_roll_id, amended=form.amended(), **form.action())


def _discarding(viewer: Viewer, form: ActForm, battle_id: int, card_roll_id: int) -> Question:
    offer: CardRollStart = form.offer
    loses = "The cards stay as they are. The roll stays on record, and its dice stay the same."
    title = f"{offer.page.title}: discard its changes?"
    return Question(title, loses, "Discard the changes", back="battles:card-roll", back_args=(battle_id, card_roll_id))


@Action(ActForm, offer=roll_to_discard, sure=_discarding, to=_to_decided)
def discard_roll(viewer: Viewer, form: ActForm, battle_id: int, card_roll_id: int) -> None:
    """Leave the unit cards as they are. Only the umpire can or, without one, the side that didn't roll."""
    card_rolls.discard_roll(viewer, battle_id, card_roll_id, **form.action())
