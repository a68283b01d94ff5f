"""Every book that is fought from unit cards, through the pages: its sample opens, and each of its rolls can be made."""

from contextlib import suppress
from http import HTTPStatus

import pytest
from django.test import Client
from django.urls import reverse

from battles.models import Battle, CardRoll, RollState
from battles.selectors.card_rolls import chosen_of, roll_start
from battles.services import card_rolls
from battles.services.card_setup import begin_with_cards
from battles.tests.cards import open_cards
from campaign.errors import Refusal
from campaign.selectors.verify import verify
from campaign.services.sweep import sweep
from campaign.tests.builders import Club, a_club
from rulesets.core import registry
from rulesets.core.units import Use, Whose

pytestmark = pytest.mark.django_db
BOOKS = [book.id for book in registry.books() if registry.unit_cards_of(book.id)]


@pytest.mark.parametrize("book", BOOKS)
def test_each_roll_of_the_sample_fills_its_form_and_rolls_or_says_what_is_missing(book: str) -> None:
    club = a_club(one_off=True)
    begin_with_cards(club.viewer("umpire"), book=book, units="sample")
    sweep(club.campaign.pk)
    battle = Battle.objects.get()
    open_cards(club, battle)
    client = Client()
    client.force_login(club.users["umpire"])
    assert client.get(reverse("battles:cards", args=[club.campaign.pk, battle.pk])).status_code == HTTPStatus.OK
    found = registry.unit_cards_of(book)
    assert found is not None
    for use in found.uses:
        roll_through_page(club, battle, client, use)
    assert CardRoll.objects.filter(battle=battle).exists()
    for row in CardRoll.objects.filter(battle=battle):
        assert client.get(reverse("battles:card-roll", args=[club.campaign.pk, battle.pk, row.pk])).status_code == 200
    assert verify(club.campaign.pk) == []


def roll_through_page(club: Club, battle: Battle, client: Client, use: Use) -> None:
    name = use.procedure.partition(".")[2]
    page = reverse("battles:card-roll-new", args=[club.campaign.pk, battle.pk, name])
    assert client.get(page).status_code == HTTPStatus.OK, name
    chosen = cast_of(club, battle, use)
    if chosen is None:
        return
    answer = client.get(page, {f"cards-{role}": ids for role, ids in chosen.items()})
    assert answer.status_code in (HTTPStatus.OK, HTTPStatus.CONFLICT, HTTPStatus.BAD_REQUEST), name
    start = roll_start(club.viewer("umpire"), battle.pk, name)
    filled = start.use.fill(chosen_of(club.viewer("umpire"), start, chosen))
    with suppress(Refusal):  # the sample's first units may not fit this rule; the page says why
        row = card_rolls.roll(club.viewer("umpire"), battle.pk, name=name, cards=chosen, inputs=filled)
        if row.state == RollState.PROPOSED:
            card_rolls.confirm_roll(club.viewer("umpire"), battle.pk, row.pk)


def cast_of(club: Club, battle: Battle, use: Use) -> dict[str, list[str]] | None:
    """Choose the first cards that fit each role, or none if the sample lacks them."""
    offered = roll_start(club.viewer("umpire"), battle.pk, use.procedure.partition(".")[2]).offered
    chosen: dict[str, list[str]] = {}
    taken: set[str] = set()
    for role in use.roles:
        side = {Whose.OWN: {"USA"}, Whose.ENEMY: {"CSA"}, Whose.ANY: {"USA", "CSA"}}[role.whose]
        fits = [each for each, card in offered[role.name].items() if card.side in side and each not in taken]
        if len(fits) < role.least:
            return None
        chosen[role.name] = fits[: role.least]
        taken |= set(chosen[role.name])
    return chosen if taken else None
