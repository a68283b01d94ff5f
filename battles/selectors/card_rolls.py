"""Rolls from unit cards as a viewer may see and make them."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.db.models import QuerySet
from django.http import Http404

from battles.models import Battle, BattleState, Card, CardRoll, RollState
from battles.selectors.cards import find_cards, is_own, left_in_words, page_audience, seen_cards
from battles.selectors.reads import as_unit, cards_book, cards_of, side_word, site_is_umpire
from campaign.audiences import PUBLIC, UMPIRE
from campaign.errors import BadInput, Refusal
from campaign.ids import hex_id
from campaign.parts import Audience, TraceLine
from campaign.prepared import prepared
from campaign.routes import reverse
from campaign.visibility import Viewer, audience_words, may_know
from rulesets.core.procedure import Procedure
from rulesets.core.records import dataclass
from rulesets.core.registry import procedure
from rulesets.core.units import Card as UnitCard
from rulesets.core.units import CardField, Chosen, Role, UnitCards, Use, Whose
from rulesets.core.words import many

ROLLS_SHOWN = 30
ONLY_UMPIRE = "Only the umpire rolls with a hidden unit. Ask the umpire, or reveal the unit first."


@dataclass(frozen=True)
class UseLine:
    """A procedure that is rolled from cards."""

    name: str
    title: str
    roles: str
    url: str


@dataclass(frozen=True)
class RollLine:
    """A roll in the list."""

    id: int
    title: str
    side: str
    turn: int
    result: str
    state: str
    url: str


@dataclass(frozen=True)
class RollsPage:
    """The procedures that can be rolled from cards, and the rolls that this viewer sees, the newest first."""

    battle_id: int
    name: str
    audience: Audience
    uses: tuple[UseLine, ...]
    rolls: tuple[RollLine, ...]


@dataclass(frozen=True)
class Offered:
    """A card that may be chosen for a role."""

    value: str
    label: str


@dataclass(frozen=True)
class RoleOffer:
    """A role, how many cards it takes, and those that this viewer may choose."""

    name: str
    label: str
    limits: str
    cards: tuple[Offered, ...]


@dataclass(frozen=True)
class RollFormPage:
    """What the page of a roll shows before anything is rolled."""

    battle_id: int
    battle: str
    name: str
    title: str
    help: str
    audience: Audience
    roles: tuple[RoleOffer, ...]


@dataclass(frozen=True)
class RollStart:
    """The input of a roll's form, and what the service needs."""

    page: RollFormPage
    battle: Battle
    book: UnitCards
    use: Use
    procedure: Procedure[Any, Any]
    offered: Mapping[str, Mapping[str, Card]]

    def side_of(self, chosen: Chosen) -> str:
        """Return the side that rolls: that of the first card."""
        return next(card.side for some in chosen.cards.values() for card in some)


@dataclass(frozen=True)
class ChangeShown:
    """A change that a roll proposes."""

    unit: str
    label: str
    before: str
    after: str
    cites: str
    amended: bool


@dataclass(frozen=True)
class CardRollPage:
    """A roll: its result, why, and its changes."""

    id: int
    battle_id: int
    battle: str
    title: str
    side: str
    turn: int
    result: str
    state: str
    audience: Audience
    chosen: tuple[tuple[str, str], ...]
    trace: tuple[TraceLine, ...]
    changes: tuple[ChangeShown, ...]
    may_confirm: bool
    may_amend: bool


@dataclass(frozen=True)
class CardRollStart:
    """The input of the form that confirms a roll: the field of each change, or None if its card is gone."""

    page: CardRollPage
    fields: tuple[CardField | None, ...]
    changes: tuple[Mapping[str, Any], ...]


# Who may do what.


def may_confirm(viewer: Viewer, battle: Battle, row: CardRoll) -> bool:
    """Return whether this viewer may decide about a roll's changes: the umpire, or a side that may know it."""
    may = viewer.is_umpire or (viewer.is_commander and not viewer.scope)
    return may and may_know(row.audience_in(battle), viewer)


def may_amend(viewer: Viewer, battle: Battle, row: CardRoll) -> bool:
    """Return whether this viewer may change or discard what a roll proposes.

    It is the umpire or, where the site umpires, the side that didn't roll; nobody but its owner knows a hidden roll.
    """
    if viewer.is_umpire:
        return True
    is_hidden = row.audience != PUBLIC
    return site_is_umpire(battle) and (is_own(viewer, row.side) if is_hidden else not is_own(viewer, row.side))


def may_roll(viewer: Viewer) -> bool:
    return viewer.is_umpire or (viewer.is_commander and not viewer.scope)


def audience_of(battle: Battle, chosen: Chosen) -> str:
    """Return who may see a roll: everyone, the owner of its hidden cards, or for both sides' only the umpire."""
    stored = {hex_id(card.id): card for card in cards_of(battle)}
    hidden = {stored[card.id].side for some in chosen.cards.values() for card in some if stored[card.id].hidden}
    if not hidden:
        return PUBLIC
    return battle.plan_audience(hidden.pop()) if len(hidden) == 1 else UMPIRE


# Pages.


def rolls_page(viewer: Viewer, battle_id: int) -> RollsPage:
    """Return what can be rolled and what was."""
    battle, book = find_cards(viewer, battle_id)
    known = [row for row in _rolls(battle.id) if may_know(row.audience_in(battle), viewer)]
    is_on = battle.state == BattleState.DAY and may_roll(viewer)
    return RollsPage(
        battle_id=battle.id,
        name=battle.name,
        audience=page_audience(viewer, battle),
        uses=tuple(_uses(battle, book)) if is_on else (),
        rolls=tuple(_line(row) for row in known[:ROLLS_SHOWN]),
    )


@prepared
def _rolls(battle_id: int) -> QuerySet[CardRoll]:
    return CardRoll.objects.filter(battle_id=battle_id).order_by("-at", "-id")


def _uses(battle: Battle, book: UnitCards) -> Iterator[UseLine]:
    for use in book.uses:
        found = procedure(use.procedure)
        url = reverse("battles:card-roll-new", args=[battle.campaign_id, battle.id, found.name])
        yield UseLine(found.name, found.title, ", ".join(role.label for role in use.roles), url)


def _line(row: CardRoll) -> RollLine:
    url = reverse("battles:card-roll", args=[row.campaign_id, row.battle_id, row.id])
    return RollLine(row.id, row.title, row.side, row.turn, row.result, RollState(row.state).label, url)


def roll_start(viewer: Viewer, battle_id: int, name: str, *, battle: Battle | None = None) -> RollStart:
    """Return the form of a roll, with the cards that this viewer may choose: no card that they don't see."""
    found, book = find_cards(viewer, battle_id)
    battle = battle or found
    use = book.use(f"{battle.book}.{name}")
    if use is None or not may_roll(viewer):
        raise Http404
    seen = [card for card in seen_cards(viewer, battle) if not book.is_out(as_unit(card))]
    offered = {role.name: {hex_id(c.id): c for c in seen if _may_take(viewer, role, c)} for role in use.roles}
    rule = procedure(use.procedure)
    page = RollFormPage(
        battle_id=battle.id,
        battle=battle.name,
        name=name,
        title=rule.title,
        help=rule.help,
        audience=page_audience(viewer, battle),
        roles=tuple(_role_offer(book, role, offered[role.name]) for role in use.roles),
    )
    return RollStart(page, battle, book, use, rule, offered)


def _may_take(viewer: Viewer, role: Role, card: Card) -> bool:
    """Tell whether a card fits a role; the umpire rolls for either side."""
    if role.kinds and card.kind not in role.kinds:
        return False
    if viewer.is_umpire or role.whose is Whose.ANY:
        return True
    return is_own(viewer, card.side) == (role.whose is Whose.OWN)


def _role_offer(book: UnitCards, role: Role, cards: Mapping[str, Card]) -> RoleOffer:
    labels = [
        Offered(value, f"{card.name}, {side_word(card.side)}, {left_in_words(book, card)}{', hidden' * card.hidden}")
        for value, card in cards.items()
    ]
    return RoleOffer(role.name, role.label, limits_of(role), tuple(labels))


def limits_of(role: Role) -> str:
    """Return how many units a role takes."""
    if role.least == role.most:
        return many(role.most, "unit")
    return f"{role.least} to {many(role.most, 'unit')}"


def chosen_of(viewer: Viewer, start: RollStart, cards: Mapping[str, Sequence[str]]) -> Chosen:
    """Return the chosen cards; one that this viewer may not choose is as wrong as one that doesn't exist."""
    chosen: dict[str, tuple[UnitCard, ...]] = {}
    for role in start.use.roles:
        ids = list(dict.fromkeys(cards.get(role.name, ())))
        if any(each not in start.offered[role.name] for each in ids):
            raise BadInput(f"{role.label}: choose units from the list.", field=cards_field(role.name))
        if not role.least <= len(ids) <= role.most:
            raise BadInput(f"{role.label}: choose {limits_of(role)}, not {len(ids)}.", field=cards_field(role.name))
        chosen[role.name] = tuple(as_unit(start.offered[role.name][each]) for each in ids)
    _require_sides(start.use, chosen)
    _require_once(start.use, chosen)
    stored = {hex_id(card.id): card for card in cards_of(start.battle)}
    uses_hidden = any(stored[card.id].hidden for some in chosen.values() for card in some)
    if uses_hidden and not viewer.is_umpire and not site_is_umpire(start.battle):
        raise Refusal(ONLY_UMPIRE)
    return Chosen(chosen, start.battle.turn)


def _require_sides(use: Use, chosen: Mapping[str, tuple[UnitCard, ...]]) -> None:
    """Refuse cards on the wrong side of the first card's."""
    first = next((card.side for some in chosen.values() for card in some), "")
    for role in use.roles:
        sides = {card.side for card in chosen[role.name]}
        wrong = {Whose.OWN: sides - {first}, Whose.ENEMY: sides & {first}, Whose.ANY: set()}[role.whose]
        if wrong:
            words = "the side that rolls" if role.whose is Whose.OWN else "its enemy"
            raise BadInput(f"{role.label}: choose units of {words}.", field=cards_field(role.name))


def _require_once(use: Use, chosen: Mapping[str, tuple[UnitCard, ...]]) -> None:
    seen: set[str] = set()
    for role in use.roles:
        for card in chosen[role.name]:
            if card.id in seen:
                raise BadInput(f"{role.label}: {card.name} has another part already.", field=cards_field(role.name))
            seen.add(card.id)


def cards_field(role: str) -> str:
    """Return the name of the form field of a role's cards."""
    return f"cards-{role}"


def find_roll(viewer: Viewer, battle_id: int, card_roll_id: int) -> tuple[Battle, CardRoll]:
    """Return a roll that the viewer may see."""
    battle, _ = find_cards(viewer, battle_id)
    for row in _roll(battle.id, card_roll_id):
        if may_know(row.audience_in(battle), viewer):
            return battle, row
    raise Http404


@prepared
def _roll(battle_id: int, card_roll_id: int) -> QuerySet[CardRoll]:
    return CardRoll.objects.filter(battle_id=battle_id, id=card_roll_id)


def card_roll_page(viewer: Viewer, battle_id: int, card_roll_id: int) -> CardRollPage:
    """Return a roll."""
    return card_roll_start(viewer, battle_id, card_roll_id).page


def roll_to_decide(viewer: Viewer, battle_id: int, card_roll_id: int) -> CardRollStart:
    """Return a roll to those who may decide about its changes."""
    battle, row = find_roll(viewer, battle_id, card_roll_id)
    if not may_confirm(viewer, battle, row):
        raise Http404
    return _start(viewer, battle, row)


def roll_to_discard(viewer: Viewer, battle_id: int, card_roll_id: int) -> CardRollStart:
    """Return a roll to those who may discard its changes."""
    battle, row = find_roll(viewer, battle_id, card_roll_id)
    if not may_confirm(viewer, battle, row) or not may_amend(viewer, battle, row):
        raise Http404
    return _start(viewer, battle, row)


def card_roll_start(viewer: Viewer, battle_id: int, card_roll_id: int) -> CardRollStart:
    battle, row = find_roll(viewer, battle_id, card_roll_id)
    return _start(viewer, battle, row)


def _start(viewer: Viewer, battle: Battle, row: CardRoll) -> CardRollStart:
    book = cards_book(battle)
    assert book is not None
    seen = {hex_id(card.id): card for card in cards_of(battle)}
    is_open = row.state == RollState.PROPOSED and battle.state in (BattleState.DAY, BattleState.RESULT)
    is_open = is_open and viewer.game_is_on and not viewer.viewing_as and not battle.is_postponed
    fields = tuple(_field_of(book, seen.get(change["card"]), change["field"]) for change in row.changes)
    page = CardRollPage(
        id=row.id,
        battle_id=battle.id,
        battle=battle.name,
        title=row.title,
        side=row.side,
        turn=row.turn,
        result=row.result,
        state=RollState(row.state).label,
        audience=audience_words(viewer, row.audience_in(battle)),
        chosen=tuple(_chosen(book, row, seen)),
        trace=row.trace_lines,
        changes=tuple(
            _shown(seen.get(change["card"]), field, change) for field, change in zip(fields, row.changes, strict=True)
        ),
        may_confirm=is_open and may_confirm(viewer, battle, row),
        may_amend=is_open and may_confirm(viewer, battle, row) and may_amend(viewer, battle, row),
    )
    return CardRollStart(page, fields, tuple(row.changes))


def _chosen(book: UnitCards, row: CardRoll, seen: Mapping[str, Card]) -> Iterator[tuple[str, str]]:
    """Yield the roles in the book's order, with their cards; a role that the book lost comes last, by its name."""
    use = book.use(row.procedure)
    labels = {role.name: role.label for role in use.roles} if use else {}
    for role in (*labels, *sorted(row.chosen.keys() - labels.keys())):
        ids = row.chosen.get(role, ())
        yield labels.get(role, role), ", ".join(seen[each].name if each in seen else "a removed unit" for each in ids)


def _field_of(book: UnitCards, card: Card | None, name: str) -> CardField | None:
    if card is None:
        return None
    return next((each for each in book.kind(card.kind).fields if each.name == name), None)


def _shown(card: Card | None, field: CardField | None, change: Mapping[str, Any]) -> ChangeShown:
    words = field.in_words if field else str
    return ChangeShown(
        unit=card.name if card else "a removed unit",
        label=field.label if field else change["field"],
        before=words(change["before"]),
        after=words(change["after"]),
        cites=change["cites"],
        amended=bool(change.get("amended")),
    )
