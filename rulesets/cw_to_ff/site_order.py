"""The site's order of battle for one side of a setup: drafted, named, and checked. Repeats come from memory.

A brigade that continues one of an earlier battle has its name and commander (`rulesets.core.brigades`).
"""

from collections.abc import Iterable, Mapping
from dataclasses import field
from functools import lru_cache

from pydantic import ValidationError

from rulesets.core.brief import Brief, BriefBrigade
from rulesets.core.brigades import continued
from rulesets.core.context import BY_THE_BOOK, Context
from rulesets.core.errors import IllegalOrder
from rulesets.core.records import dataclass
from rulesets.core.sentences import sentence_of
from rulesets.cw_to_ff.flank_marches import Fault
from rulesets.cw_to_ff.hand_over import present_of
from rulesets.cw_to_ff.named_order import NamedOrder, Troops, booking, is_whole
from rulesets.cw_to_ff.order_check import OrderCheck, check_order_of_battle
from rulesets.cw_to_ff.order_draft import draft_order_of_battle
from rulesets.cw_to_ff.order_names import NameGiver, named, names_of, renamed
from rulesets.cw_to_ff.order_of_battle import Present

KEPT = 64  # setups in memory


@dataclass(frozen=True)
class Given:
    """One side of a setup, and the numbers it fights by. Two are the same if their text is."""

    text: str
    brief: Brief = field(compare=False)
    side: str = field(compare=False)
    house: Context = field(compare=False)

    @classmethod
    def of(cls, brief: Brief, side: str, house: Context = BY_THE_BOOK) -> "Given":
        head = brief.name, brief.place, brief.state, brief.lon, brief.turn, brief.ratio, side
        return cls(f"{head}{brief.sides[side]}{house}", brief, side, house)


@dataclass(frozen=True)
class SiteOrder:
    """The draft with names, the clauses that it can't meet, and why leaders are supernumerary."""

    order: NamedOrder
    unmet: tuple[Fault, ...]
    left_out: tuple[Fault, ...]


@lru_cache(KEPT)
def troops_of(given: Given) -> Troops:
    try:
        present = Present.model_validate(present_of(given.brief, given.side))
    except ValidationError as error:
        place, sentence = sentence_of(error, Present)
        raise IllegalOrder(sentence, field=place) from None
    return Troops(present, given.brief.ratio.stands_per_sp)


def giver_of(given: Given, taken: Iterable[str] = ()) -> NameGiver:
    """Return the names of this side that are still free; those of its earlier brigades aren't."""
    army = given.brief.sides[given.side]
    leaders = (leader.name for leader in army.leaders)
    brigades = (name for brigade in army.brigades for name in names_of(brigade))
    return NameGiver.of(given.brief, given.side, {*leaders, *brigades, *taken})


@lru_cache(KEPT)
def site_order(given: Given) -> SiteOrder:
    """Draft the order of battle."""
    troops = troops_of(given)
    draft = draft_order_of_battle.run(dict(troops.present), context=given.house).result
    order = named(draft.order, dict(troops.leaders), giver_of(given))
    order = renamed(order, earlier_brigades(given, order))
    return SiteOrder(order, tuple(draft.unmet), tuple(draft.left_out))


def earlier_brigades(given: Given, order: NamedOrder) -> dict[str, BriefBrigade]:
    """Return which brigade of an earlier battle each brigade of an order continues, by its address."""
    earlier = given.brief.sides[given.side].brigades
    if not earlier:
        return {}
    booked = booking(order, troops_of(given))
    brigades = [(at, _Booked(brigade.name, dict(booked[at]))) for at, _, brigade in order.all_brigades()]
    same = continued(earlier, [brigade for _, brigade in brigades])
    return {at: earlier[same[n]] for n, (at, _) in enumerate(brigades) if n in same}


@dataclass(frozen=True)
class _Booked:
    """A brigade of an order, with the stands of its strength points."""

    name: str
    points: Mapping[str, int]


@lru_cache(KEPT)
def is_of(given: Given, order: NamedOrder) -> bool:
    """Tell whether an order of battle has exactly this army's strength points and their stands."""
    return is_whole(order, troops_of(given))


@lru_cache(KEPT)
def checked(given: Given, order: NamedOrder) -> OrderCheck:
    """Check an order of battle by every clause of 4A to 4E."""
    asked = {**dict(troops_of(given).present), "order": order.as_checked()}
    return check_order_of_battle.run(asked, context=given.house).result
