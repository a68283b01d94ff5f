"""The pages of rolls from unit cards."""

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from battles.actions.card_rolls import confirm_roll, roll_from_cards
from battles.forms.card_rolls import ConfirmRollForm, RollForm, cards_asked, controls_as_typed, controls_of
from battles.selectors.card_rolls import card_roll_page, cards_field, chosen_of, rolls_page
from campaign.errors import Refusal
from campaign.routes import reverse
from campaign.visibility import Viewer
from campaign.web import ActForm, draw


def rolls(request: HttpRequest, viewer: Viewer, battle_id: int) -> HttpResponse:
    """Show what can be rolled from cards, and what was."""
    return draw(request, "battles/card_rolls.html", {"page": rolls_page(viewer, battle_id)}, part="live")


def new_roll(
    request: HttpRequest,
    viewer: Viewer,
    battle_id: int,
    name: str,
    *,
    form: RollForm | None = None,
    status: HTTPStatus = HTTPStatus.OK,
) -> HttpResponse:
    """Ask for the units, then show the rule's form as their cards fill it."""
    refused, controls = "", None
    if form is not None:
        controls = controls_as_typed(form)
    else:
        form = roll_from_cards.ask(viewer, battle_id=battle_id, name=name)
        asked = cards_asked(request.GET, form.offer)
        if any(asked.values()):
            form.initial.update({cards_field(role): ids for role, ids in asked.items()})
            try:
                controls = controls_of(form.offer, chosen_of(viewer, form.offer, asked))
            except Refusal as error:
                refused, status = error.sentence, error.status
    context = {"page": form.offer.page, "form": form, "controls": controls, "refused": refused}
    book = form.offer.battle.book
    context["odds_url"] = reverse("battles:rulebook:odds", args=[viewer.campaign_id, battle_id, book, name])
    return render(request, "battles/card_roll_new.html", context, status=status)


def roll(
    request: HttpRequest,
    viewer: Viewer,
    battle_id: int,
    card_roll_id: int,
    *,
    form: ActForm | None = None,
    status: HTTPStatus = HTTPStatus.OK,
) -> HttpResponse:
    """Show a roll with its changes, and the form to those who may decide about them."""
    page = form.offer.page if form is not None else card_roll_page(viewer, battle_id, card_roll_id)
    if form is None and page.may_confirm:
        form = confirm_roll.ask(viewer, battle_id=battle_id, card_roll_id=card_roll_id)
    assert form is None or isinstance(form, ConfirmRollForm)
    return render(request, "battles/card_roll.html", {"page": page, "form": form}, status=status)
