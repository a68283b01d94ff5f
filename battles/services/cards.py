"""Unit cards: set up by their side or the umpire, changed in play by hand, and revealed."""

from collections.abc import Mapping, Sequence

from django.http import Http404

from battles.models import Battle, BattleState, Card
from battles.selectors.cards import find_card, may_change
from battles.selectors.reads import as_unit, cards_book, cards_of, find_battle, plans_of, side_word
from battles.services.common import open_battle_act, reload, require
from campaign.audiences import PUBLIC
from campaign.errors import Refusal
from campaign.ids import hex_id
from campaign.services.record import Act
from campaign.sources import SOURCES
from campaign.visibility import Viewer
from rulesets.core.units import Fault, NewUnit, UnitCards, Value

SEALED = "Your side has sealed its plan. Unseal it to change its units."
IS_OVER = "The fighting is over, so unit cards are final. The umpire can correct them."
NOT_FOUGHT = "Units change by hand only while the battle is fought."


class FaultyUnits(Refusal):
    """Units that the book refuses: every fault, a sentence each."""

    def __init__(self, faults: Sequence[Fault], *, field: str = "") -> None:
        self.faults = tuple(faults)
        super().__init__(" ".join(self.sentences), field=field)

    @property
    def sentences(self) -> list[str]:
        return [str(fault) for fault in self.faults]


def create_cards(act: Act, battle: Battle, units: Sequence[NewUnit]) -> None:
    """Create the cards of units without a fault."""
    book = cards_book(battle)
    for unit in units:
        assert book is not None
        card = Card(id=SOURCES.new_id(battle.plan_audience(unit.side)), campaign_id=battle.campaign_id, battle=battle)
        card.side, card.kind, card.name, card.hidden = unit.side, unit.kind, unit.name, unit.hidden
        card.values, card.turn = dict(book.completed(unit)), max(battle.turn, 1)
        act.create(card)


def set_up_units(
    viewer: Viewer,
    battle_id: int,
    *,
    side: str,
    units: Sequence[NewUnit],
    version: int | None = None,
    key: str | None = None,
) -> None:
    """Replace a side's units by a list; a fault changes nothing."""
    battle = find_battle(viewer, battle_id)
    book = _require_set_up(viewer, battle, side)
    if faults := book.faults(units):
        raise FaultyUnits(faults, field="text")
    payload = {"side": side}
    require(all(unit.side == side for unit in units), "A list has the units of one side.", field="text")
    with open_battle_act(viewer, battle, "card.listed", payload=payload, version=version, key=key) as act:
        battle = reload(battle)
        _require_open_set_up(viewer, battle, side)
        for card in cards_of(battle):
            if card.side == side:
                act.delete(card)
        create_cards(act, battle, units)
        act.tell(battle.plan_audience(side), f"{side_word(side)} set up {len(units)} units.")


def add_unit(
    viewer: Viewer, battle_id: int, *, unit: NewUnit, version: int | None = None, key: str | None = None
) -> None:
    """Add one unit to a side."""
    battle = find_battle(viewer, battle_id)
    _require_set_up(viewer, battle, unit.side)
    payload = {"side": unit.side}
    with open_battle_act(viewer, battle, "card.added", payload=payload, version=version, key=key) as act:
        battle = reload(battle)
        book = _require_open_set_up(viewer, battle, unit.side)
        _require_right(book, [*_units(battle, unit.side), unit])
        create_cards(act, battle, [unit])
        act.tell(battle.plan_audience(unit.side), f"{side_word(unit.side)} set up {unit.name}.")


def change_unit(
    viewer: Viewer,
    battle_id: int,
    card_id: int,
    *,
    name: str = "",
    hidden: bool | None = None,
    values: Mapping[str, Value],
    version: int | None = None,
    key: str | None = None,
) -> None:
    """Change a card by hand: all of it before its side has sealed, then its running fields."""
    battle = _battle_of_card(viewer, battle_id, card_id)
    payload = {"card": hex_id(card_id)}
    with open_battle_act(viewer, battle, "card.changed", payload=payload, version=version, key=key) as act:
        battle = reload(battle)
        card = _card_in(battle, card_id)
        book = require_cards(battle)
        if battle.state == BattleState.PLANS:
            _require_open_set_up(viewer, battle, card.side)
            card.name, card.hidden = name or card.name, card.hidden if hidden is None else hidden
            said = f"{side_word(card.side)} changed {card.name}."
        else:
            require(battle.state == BattleState.DAY and not battle.is_postponed, NOT_FOUGHT)
            running = {each.name for each in book.kind(card.kind).fields if each.running}
            values = {each: value for each, value in values.items() if each in running}
            changed = [each for each, value in values.items() if card.values.get(each) != value]
            said = f"{side_word(card.side)}, by hand: {in_words(book, card, {n: values[n] for n in changed})}"
        card.values = {**card.values, **values}
        others = _units(battle, card.side, but=card)
        _require_right(book, [*others, _as_new(card)])
        act.save(card)
        act.tell(card.audience_in(battle), said, turn=battle.turn)


def remove_unit(
    viewer: Viewer, battle_id: int, card_id: int, *, version: int | None = None, key: str | None = None
) -> None:
    """Remove a unit from the set-up."""
    battle = _battle_of_card(viewer, battle_id, card_id)
    payload = {"card": hex_id(card_id)}
    with open_battle_act(viewer, battle, "card.removed", payload=payload, version=version, key=key) as act:
        battle = reload(battle)
        card = _card_in(battle, card_id)
        _require_open_set_up(viewer, battle, card.side)
        act.delete(card)
        act.tell(battle.plan_audience(card.side), f"{side_word(card.side)} removed {card.name} from its set-up.")


def reveal_unit(
    viewer: Viewer, battle_id: int, card_id: int, *, version: int | None = None, key: str | None = None
) -> None:
    """Show a hidden unit to everyone, for its owner or the umpire."""
    battle = _battle_of_card(viewer, battle_id, card_id)
    payload = {"card": hex_id(card_id)}
    with open_battle_act(viewer, battle, "card.revealed", payload=payload, version=version, key=key) as act:
        battle = reload(battle)
        card = _card_in(battle, card_id)
        require(battle.state == BattleState.DAY and not battle.is_postponed, "Reveal units while the battle is fought.")
        require(card.hidden, f"{card.name} is already revealed.")
        card.hidden = False
        act.save(card)
        act.tell(PUBLIC, f"{side_word(card.side)} revealed {card.name}.", turn=battle.turn)


def require_cards(battle: Battle) -> UnitCards:
    """Return what the battle's book says of cards, or raise 404."""
    book = cards_book(battle)
    if book is None:
        raise Http404
    return book


def in_words(book: UnitCards, card: Card, values: Mapping[str, Value]) -> str:
    """Say what a card's fields changed to: 2nd Ohio: stands 4, morale shaken."""
    kind = book.kind(card.kind)
    said = [f"{kind.field(name).label.lower()} {kind.field(name).in_words(value)}" for name, value in values.items()]
    return f"{card.name}: {', '.join(said) or 'nothing changed'}."


def _require_set_up(viewer: Viewer, battle: Battle, side: str) -> UnitCards:
    """Answer 404 to everyone but the side and the umpire."""
    book = require_cards(battle)
    if not (viewer.is_umpire or (viewer.is_commander and viewer.side == side and not viewer.scope)):
        raise Http404
    return book


def _require_open_set_up(viewer: Viewer, battle: Battle, side: str) -> UnitCards:
    require(battle.state == BattleState.PLANS, "The battle is open, so its units are set up.")
    require(not battle.is_postponed, f"{battle.name} is postponed. Resume it first.")
    if not viewer.is_umpire:
        require(side not in plans_of(battle), SEALED)
    return require_cards(battle)


def _battle_of_card(viewer: Viewer, battle_id: int, card_id: int) -> Battle:
    """Return the battle of a card that the viewer may change; to anyone else it answers 404."""
    battle, seen = find_card(viewer, battle_id, card_id)
    if not may_change(viewer, seen):
        raise Http404
    return battle


def _card_in(battle: Battle, card_id: int) -> Card:
    card = next((each for each in cards_of(battle) if each.id == card_id), None)
    if card is None:
        raise Http404
    return card


def _as_new(card: Card) -> NewUnit:
    return NewUnit(card.side, card.kind, card.name, card.values, card.hidden)


def _units(battle: Battle, side: str, *, but: Card | None = None) -> list[NewUnit]:
    return [_as_new(card) for card in cards_of(battle) if card.side == side and card != but]


def _require_right(book: UnitCards, units: Sequence[NewUnit]) -> None:
    """Refuse the last unit's faults; the others were right before."""
    faults = [fault for fault in book.faults(units) if fault.line in (0, len(units))]
    if faults:
        raise FaultyUnits([Fault(0, each.unit, each.field, each.sentence) for each in faults])


def right_card(battle: Battle, card: Card) -> None:
    """Refuse a card that its book can't use."""
    book = require_cards(battle)
    _require_right(book, [_as_new(card)])
    book.strength(as_unit(card))
