"""Rolls made from unit cards: a procedure with inputs from the cards, dice from the battle's cups, proposed changes."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.http import Http404

from battles.models import Battle, BattleState, Card, CardRoll, RollState
from battles.selectors.card_rolls import (
    RollStart,
    audience_of,
    chosen_of,
    find_roll,
    may_amend,
    may_confirm,
    roll_start,
)
from battles.selectors.reads import as_unit, cards_of, house_of_battle, side_word
from battles.services.cards import FaultyUnits, in_words, require_cards
from battles.services.common import open_battle_act, reload, require
from campaign.errors import AlreadyDone, Refusal
from campaign.gate import heavy
from campaign.ids import hex_id
from campaign.selectors.procedures import refusing, trace_of
from campaign.services import cups
from campaign.services.record import Act
from campaign.sources import SOURCES
from campaign.visibility import Viewer
from rulesets.core.dice import CupDice
from rulesets.core.plain import as_json
from rulesets.core.procedure import Procedure
from rulesets.core.records import dataclass
from rulesets.core.units import Chosen, Fault, UnitCards, Value

NOT_FOUGHT = "Roll from unit cards while the battle is fought."
NOT_OPEN = "This roll’s changes were already decided."
STALE = "The card changed after this roll. Amend or discard the roll’s changes."


@dataclass
class Rolling:
    """The dice of one roll: from the battle's cup for its audience, or typed from real dice, which it records."""

    battle: Battle
    audience: str
    again: int
    typed: list[int] | None

    def throw(self, *, rule: str, subject: Sequence[str], turn: int, count: int, sides: int) -> tuple[int, ...]:
        by_hand = None
        if self.typed is not None:
            by_hand, self.typed = self.typed[:count], self.typed[count:]
            by_hand = [10 if sides == 10 and face == 0 else face for face in by_hand]
        return cups.throw(
            self.battle.cups,
            audience=self.audience,
            rule=rule,
            subject=[*subject, f"time {self.again}"] if self.again > 1 else list(subject),
            turn=turn or self.battle.turn,
            sides=sides,
            count=count,
            by_hand=by_hand,
        )


@heavy
def roll(
    viewer: Viewer,
    battle_id: int,
    *,
    name: str,
    cards: Mapping[str, Sequence[str]],
    inputs: Mapping[str, Any],
    faces: Sequence[int] | None = None,
    again: int = 1,
    version: int | None = None,
    key: str | None = None,
) -> CardRoll:
    """Roll a procedure with the chosen cards; what it changes is proposed, and nothing is written to a card."""
    start = roll_start(viewer, battle_id, name)
    payload = {"procedure": start.use.procedure}
    with open_battle_act(viewer, start.battle, "card.rolled", payload=payload, version=version, key=key) as act:
        battle = reload(start.battle)
        require(battle.state == BattleState.DAY and not battle.is_postponed, NOT_FOUGHT)
        start = roll_start(viewer, battle_id, name, battle=battle)
        chosen = chosen_of(viewer, start, cards)
        audience = audience_of(battle, chosen)
        row = CardRoll(id=SOURCES.new_id(audience), campaign_id=battle.campaign_id, battle=battle, at=act.at)
        row.side, row.turn, row.audience, row.procedure = (
            start.side_of(chosen),
            battle.turn,
            audience,
            start.use.procedure,
        )
        row.chosen = {role: [card.id for card in some] for role, some in chosen.cards.items()}
        dice = Rolling(battle, audience, again, list(faces) if faces is not None else None)
        _carry_out(row, start, chosen, inputs, dice)
        act.create(row)
        units = ", ".join(card.name for some in chosen.cards.values() for card in some)
        said = f"{side_word(row.side)} rolled {start.procedure.title} ({units}): {row.result}."
        act.tell(audience, said, turn=battle.turn, trace=row.trace_lines)
    return row


def _carry_out(row: CardRoll, start: RollStart, chosen: Chosen, inputs: Mapping[str, Any], dice: Rolling) -> None:
    """Fill in what the roll found and proposes."""
    procedure: Procedure[Any, Any] = start.procedure
    with refusing():
        read = procedure.read(dict(inputs))
        outcome = procedure.run(read, CupDice(dice.throw), house_of_battle(row.battle))
    require(not dice.typed, "You entered more dice than this rule rolls.", field="dice")
    row.inputs = read.model_dump(mode="json")
    row.result = str(outcome.result)[:400]
    row.trace = as_json(trace_of(outcome.steps))
    row.changes = [as_json(each) for each in start.use.effects(read, outcome.result, chosen)]
    if not row.changes:
        row.state = RollState.CONFIRMED


def confirm_roll(
    viewer: Viewer,
    battle_id: int,
    card_roll_id: int,
    *,
    amended: Mapping[int, Value] | None = None,
    version: int | None = None,
    key: str | None = None,
) -> None:
    """Write a roll's changes to the cards in one entry, as proposed or as amended."""
    battle, seen = find_roll(viewer, battle_id, card_roll_id)
    if not may_confirm(viewer, battle, seen):
        raise Http404
    payload = {"roll": hex_id(card_roll_id)}
    with open_battle_act(viewer, battle, "card.confirmed", payload=payload, version=version, key=key) as act:
        battle = reload(battle)
        row = _open_roll(battle, card_roll_id)
        changes = _amended(viewer, battle, row, amended or {})
        cards = {hex_id(card.id): card for card in cards_of(battle)}
        for card_id in dict.fromkeys(change["card"] for change in changes):
            own = [change for change in changes if change["card"] == card_id]
            _write(act, battle, cards.get(card_id), own)
        row.changes, row.state = changes, RollState.CONFIRMED
        act.save(row)
        act.tell(row.audience, f"The changes of {row.title} were confirmed.", turn=battle.turn)


def _amended(viewer: Viewer, battle: Battle, row: CardRoll, amended: Mapping[int, Value]) -> list[dict[str, Any]]:
    """Return the changes with amended values; only who may amend sends any."""
    found = []
    for n, change in enumerate(row.changes):
        value = amended.get(n, change["after"])
        if value != change["after"]:
            require(may_amend(viewer, battle, row), "Only the umpire, or the other side without one, can amend a roll.")
            found.append({**change, "after": value, "amended": True})
        else:
            found.append(change)
    return found


def _write(act: Act, battle: Battle, card: Card | None, changes: Sequence[Mapping[str, Any]]) -> None:
    """Write one card's changes, and tell those who see the card."""
    require(card is not None, "One of the cards is gone. Discard the roll’s changes.")
    assert card is not None
    book, values = require_cards(battle), {change["field"]: change["after"] for change in changes}
    is_stale = any(
        card.values.get(change["field"]) != change["before"] and not change.get("amended") for change in changes
    )
    require(not is_stale, f"{card.name}: {STALE}")
    card.values = {**card.values, **values}
    _require_within_limits(book, card)
    act.save(card)
    rules = ", ".join(dict.fromkeys(change["cites"] for change in changes))
    act.tell(card.audience_in(battle), f"{in_words(book, card, values)} {rules}", turn=battle.turn)


def _require_within_limits(book: UnitCards, card: Card) -> None:
    faults = list(book.faults_of_values(card.kind, card.values))
    faults = faults or [(name, f"{sentence}.") for name, sentence in book.check(as_unit(card))]
    if faults:
        raise FaultyUnits([Fault(0, card.name, name, sentence) for name, sentence in faults])


def discard_roll(
    viewer: Viewer, battle_id: int, card_roll_id: int, *, version: int | None = None, key: str | None = None
) -> None:
    """Leave the cards as they are; the roll stays on record."""
    battle, seen = find_roll(viewer, battle_id, card_roll_id)
    if not may_confirm(viewer, battle, seen) or not may_amend(viewer, battle, seen):
        raise Http404
    payload = {"roll": hex_id(card_roll_id)}
    with open_battle_act(viewer, battle, "card.discarded", payload=payload, version=version, key=key) as act:
        battle = reload(battle)
        row = _open_roll(battle, card_roll_id)
        row.state = RollState.DISCARDED
        act.save(row)
        act.tell(row.audience, f"The changes of {row.title} were discarded.", turn=battle.turn)


def _open_roll(battle: Battle, card_roll_id: int) -> CardRoll:
    """Return a roll inside the lock whose changes wait for a decision."""
    require(battle.state in (BattleState.DAY, BattleState.RESULT) and not battle.is_postponed, NOT_FOUGHT)
    row = CardRoll.objects.filter(battle=battle, id=card_roll_id).first()
    if row is None:
        raise Http404
    if row.state == RollState.CONFIRMED:
        raise AlreadyDone
    if row.state != RollState.PROPOSED:
        raise Refusal(NOT_OPEN)
    return row
