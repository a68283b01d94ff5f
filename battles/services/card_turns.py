"""What a new turn resets on unit cards, done in the sweep: a request would take longer with more hidden units."""

from battles.models import Battle
from battles.selectors.reads import as_unit, cards_book, cards_of
from campaign.services.record import Act


def begin_turn(act: Act, battle: Battle) -> None:
    """Reset each card for the turn that began, once, however the clock goes back and forth."""
    book = cards_book(battle)
    if book is None:
        return
    for card in cards_of(battle):
        if card.turn < battle.turn:
            changes = {each.field: each.after for each in book.new_turn(as_unit(card), battle.turn)}
            card.values, card.turn = {**card.values, **changes}, battle.turn
            act.save(card)
