"""3.1 and 3.21: the deck, who is Player 1, and the steps of a Supply card."""

from collections.abc import Callable, Hashable, Iterator, Mapping
from itertools import product
from math import comb, prod
from typing import Any, Literal

from pydantic import model_validator

from rulesets.action_cards import BOOK
from rulesets.action_cards.builds import Region, is_exempt
from rulesets.action_cards.state import MOST_STEPS, Card, Kind, Side, Verdict, steps, turn_field
from rulesets.action_cards.tables import CARD_LIMITS, CARDS, RIVER
from rulesets.core.context import Context
from rulesets.core.errors import IllegalOrder
from rulesets.core.fields import Inputs, choice, flag, need_once, several, whole, words
from rulesets.core.odds import hypergeometric
from rulesets.core.procedure import Example, procedure
from rulesets.core.reckoning import Reckoning
from rulesets.core.records import dataclass
from rulesets.core.weighing import Silent
from rulesets.core.words import listed, many

Number = Callable[[int, int], Any]
SUPPLY = BOOK.at("3.21")
MOST_OF_A_KIND, MOST_DRAWN = 12, 12


# The deck


class Draw(Inputs):
    """Cards dealt from the deck. Leave a count blank for a full deck."""

    leads = ("cards",)
    cards: int | None = whole(
        "Cards dealt", least=1, most=MOST_DRAWN, default=None, unit="cards", help="Leave blank for a hand."
    )
    ones: int | None = whole("1s left", least=0, most=MOST_OF_A_KIND, default=None, unit="cards")
    twos: int | None = whole("2s left", least=0, most=MOST_OF_A_KIND, default=None, unit="cards")
    threes: int | None = whole("3s left", least=0, most=MOST_OF_A_KIND, default=None, unit="cards")
    supply_2s: int | None = whole("Supply 2s left", least=0, most=MOST_OF_A_KIND, default=None, unit="cards")
    supply_3s: int | None = whole("Supply 3s left", least=0, most=MOST_OF_A_KIND, default=None, unit="cards")
    side: Literal["USA", "CSA", ""] = choice("Side", default="")
    turn: int = turn_field()


@dataclass(frozen=True)
class Hand:
    """How many cards of each kind were dealt."""

    ones: int
    twos: int
    threes: int
    supply_2s: int
    supply_3s: int

    @property
    def counts(self) -> tuple[int, ...]:
        """Return the counts in the order of the cards."""
        return self.ones, self.twos, self.threes, self.supply_2s, self.supply_3s

    @property
    def supply(self) -> int:
        """Count the Supply cards."""
        return self.supply_2s + self.supply_3s

    def __str__(self) -> str:
        return listed(str(card) for card, count in zip(Card, self.counts, strict=True) for _ in range(count))


def _hands(inputs: Draw, context: Context, number: Number) -> Mapping[Hashable, Any]:
    left, drawn = _deck_of(inputs, Silent(context=context))
    ways = comb(sum(left), drawn)
    found: dict[Hashable, Any] = {}
    for counts in product(*(range(min(count, drawn) + 1) for count in left[:-1])):
        rest = drawn - sum(counts)
        if 0 <= rest <= left[-1]:
            hand = (*counts, rest)
            found[Hand(*hand)] = number(prod(map(comb, left, hand)), ways)
    return found


@procedure(
    id="action_cards.deck",
    title="Deck",
    odds=hypergeometric(_hands),
    examples=[
        Example({}, "1, 2, 2, 3, 3, and Supply 2", dice=(1, 10, 11, 20, 17, 16), title="A hand of six"),
        Example({"cards": 1, "ones": 5, "supply_2s": 1}, "Supply 2", dice=(20,)),
    ],
    tables=("action_cards.cards", "action_cards.card_limits"),
)
def deck(inputs: Draw, work: Reckoning) -> Hand:
    """Deal cards at random from the deck, one after the other; the others remain unknown until the next shuffle."""
    left, drawn = _deck_of(inputs, work)
    counts = [0] * len(left)
    for n in range(drawn):
        remaining, subject = sum(left), (inputs.side, f"card {n + 1}")
        at = 1
        if remaining > 1:
            at = work.roll(remaining, rule="AC-3.1", subject=subject, turn=inputs.turn, what="the card dealt").total
        kind = next(kind for kind in range(len(left)) if at <= sum(left[: kind + 1]))
        left[kind] -= 1
        counts[kind] += 1
        work.step(BOOK.at("3.1"), f"Dealt {list(Card)[kind]}, number {at} of {remaining}.", list(Card)[kind])
    return Hand(*counts)


def _deck_of(inputs: Draw, work: Reckoning) -> tuple[list[int], int]:
    """Return how many cards of each kind are left, and how many are dealt."""
    given = (inputs.ones, inputs.twos, inputs.threes, inputs.supply_2s, inputs.supply_3s)
    left = [
        work.read(CARDS, card, "in the deck", says=f"Deck, {card}") if count is None else count
        for card, count in zip(Card, given, strict=True)
    ]
    drawn = inputs.cards
    if drawn is None:
        drawn = work.read(CARD_LIMITS, "cards in a hand", says="Cards in a hand")
    if drawn > sum(left):
        sentence = f"cards: must be {sum(left)} or less, the cards left, not {drawn}."
        raise IllegalOrder(sentence, cites=BOOK.at("3.1"), field="cards")
    return left, drawn


# Who is Player 1


class Revealed(Inputs):
    """The cards that both sides revealed."""

    leads = ("usa", "csa")
    usa: Card = choice("USA card")
    csa: Card = choice("CSA card")
    usa_passes: bool = flag("USA passes")
    csa_passes: bool = flag("CSA passes")


@dataclass(frozen=True)
class Order:
    """Player 1, and what each side may do."""

    player_1: Side
    usa_actions: int
    csa_actions: int
    usa_steps: int
    csa_steps: int

    def __str__(self) -> str:
        second: Side = "CSA" if self.player_1 == "USA" else "USA"
        return f"{self.player_1} is Player 1 with {self._has(self.player_1)}; {second} has {self._has(second)}"

    def _has(self, side: Side) -> str:
        actions, given = (self.usa_actions, self.usa_steps) if side == "USA" else (self.csa_actions, self.csa_steps)
        return many(actions, "action") if actions else steps(given) if given else "nothing"


@procedure(
    id="action_cards.turn_order",
    title="Player 1",
    rules=("AC-3.21",),
    examples=[
        Example({"usa": "3", "csa": "Supply 2"}, "CSA is Player 1 with 2 steps; USA has 3 actions"),
        Example({"usa": "2", "csa": "2"}, "USA is Player 1 with 2 actions; CSA has 2 actions", title="A tie"),
    ],
    tables=("action_cards.cards",),
    is_common=True,
)
def turn_order(inputs: Revealed, work: Reckoning) -> Order:
    """Tell who is Player 1: a Supply card before an Action card, the higher number between two of a kind, and the USA
    in a tie (R-401)."""
    actions = {side: work.read(CARDS, card, "actions", says=f"{side} {card}, actions") for side, card in _cards(inputs)}
    given = {side: work.read(CARDS, card, "steps", says=f"{side} {card}, steps") for side, card in _cards(inputs)}
    csa_first = (given["CSA"], actions["CSA"]) > (given["USA"], actions["USA"])
    player_1: Side = "CSA" if csa_first else "USA"
    tied = given["CSA"] == given["USA"] and actions["CSA"] == actions["USA"]
    says = f"{inputs.usa} against {inputs.csa}: {player_1} is Player 1{', as in every tie' if tied else ''}."
    work.step(SUPPLY if any(given.values()) else BOOK.at("3.1"), says, player_1)
    for side, _ in _cards(inputs):
        if inputs.usa_passes if side == "USA" else inputs.csa_passes:
            work.step(BOOK.at("3.5"), f"{side} passes; its card is spent.", 0)
            actions[side] = given[side] = 0
    return Order(player_1, actions["USA"], actions["CSA"], given["USA"], given["CSA"])


def _cards(inputs: Revealed) -> Iterator[tuple[Side, Card]]:
    yield "USA", inputs.usa
    yield "CSA", inputs.csa


# A Supply card


class Placement(Inputs):
    """A block, and the steps that it takes."""

    leads = ("name", "strength", "takes")
    name: str = words("Block", most=40)
    kind: Kind = choice("Kind", default=Kind.INFANTRY)
    strength: int = whole("Steps now", least=1, most=MOST_STEPS, unit="steps")
    most: int = whole("Most steps", least=1, most=MOST_STEPS, unit="steps", default=MOST_STEPS)
    takes: int = whole("Steps taken", least=1, most=MOST_STEPS, unit="steps", default=1)
    supplied: bool = flag("Has a supply line", default=True, help="Forage and stores are not enough.")
    region: Region = choice("Region", default="east of the river")

    @model_validator(mode="after")
    def _check(self) -> "Placement":
        if self.strength > self.most:
            raise ValueError(f"strength: must be {self.most} or less, the most this block has, not {self.strength}")
        return self


class SupplyCard(Inputs):
    leads = ("card", "side", "placements")
    side: Side = choice("Side")
    card: Literal["Supply 2", "Supply 3"] = choice("Card")
    placements: tuple[Placement, ...] = several("Placements", most=6, default=())
    usa_holds_river: bool = flag("USA controls the Mississippi", help="St. Louis, Memphis, and Vicksburg.")

    @model_validator(mode="after")
    def _check(self) -> "SupplyCard":
        need_once("placements", [placement.name for placement in self.placements])
        return self


@dataclass(frozen=True)
class StepsPlaced(Verdict):
    """The steps placed and lost, or every broken clause at once."""

    placed: int
    lost: int

    def __str__(self) -> str:
        if self.broken:
            return f"not allowed: {' '.join(self.broken)}"
        return f"{steps(self.placed)} placed" + (f", {self.lost} lost" if self.lost else "")


@procedure(
    id="action_cards.supply_card",
    title="Supply card",
    rules=("AC-3.21", "AC-12.1"),
    examples=[
        Example(
            {
                "side": "CSA",
                "card": "Supply 3",
                "usa_holds_river": True,
                "placements": [
                    {"name": "Cheatham", "strength": 2, "takes": 2},
                    {"name": "Atlanta Garrison", "strength": 1, "most": 2, "region": "Georgia"},
                ],
            },
            "3 steps placed",
            title="2 in Tennessee and 1 in Georgia",
        ),
        Example(
            {"side": "USA", "card": "Supply 3", "placements": [{"name": "Thomas", "strength": 1, "takes": 3}]},
            "not allowed: Thomas takes 3 steps; the limit is 2 from one card.",
        ),
    ],
    tables=("action_cards.cards", "action_cards.card_limits", "action_cards.river"),
    is_common=True,
)
def supply_card(inputs: SupplyCard, work: Reckoning) -> StepsPlaced:
    """Add steps to blocks with a supply line, at most 2 to a block; if the USA controls the Mississippi, 1 of the CSA
    must go west of it or to Georgia (R-421)."""
    given = work.read(CARDS, Card(inputs.card), "steps", says=f"{inputs.card}, steps")
    each = work.read(CARD_LIMITS, "steps to one block", says="Steps to one block, at most")
    placed = sum(placement.takes for placement in inputs.placements)
    broken = [fault for placement in inputs.placements for fault in _faults(placement, each)]
    if placed > given:
        broken.append(f"{steps(placed)} are too many; the card gives {given}.")
    if inputs.side == "CSA" and inputs.usa_holds_river:
        broken += _east_of_the_river(inputs, given, work)
    says = f"{steps(placed)} of {given} placed."
    work.step(SUPPLY, says, placed, given=given)
    return StepsPlaced(tuple(broken), placed, max(0, given - placed))


def _faults(placement: Placement, most: int) -> Iterator[str]:
    if placement.takes > most:
        yield f"{placement.name} takes {steps(placement.takes)}; the limit is {most} from one card."
    room = placement.most - placement.strength
    if placement.takes > room:
        yield f"{placement.name} has room for {steps(room)}, not {placement.takes}."
    if not placement.supplied:
        yield f"{placement.name} needs a supply line."


def _east_of_the_river(inputs: SupplyCard, given: int, work: Reckoning) -> Iterator[str]:
    cut = work.read(RIVER, "steps of a Supply card", says="USA control of the Mississippi cuts a Supply card by")
    east = sum(placement.takes for placement in inputs.placements if not is_exempt(placement.region))
    says = f"{steps(east)} east of the river and outside Georgia; at most {max(0, given - cut)}."
    work.step(BOOK.at("12.1"), says, east, at_most=max(0, given - cut))
    if east > given - cut:
        yield f"{steps(east)} would go east of the river; the limit there is {max(0, given - cut)}, except in Georgia."
