"""The site's order of battle for one side of a setup: drafted, named, and checked. Repeats come from memory."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache

from rulesets.core.brief import Brief
from rulesets.core.context import BY_THE_BOOK, Context
from rulesets.cw_to_ff.flank_marches import Fault
from rulesets.cw_to_ff.hand_over import present_of
from rulesets.cw_to_ff.named_order import NamedOrder, Troops, is_whole
from rulesets.cw_to_ff.order_check import OrderCheck, check_order_of_battle
from rulesets.cw_to_ff.order_draft import draft_order_of_battle
from rulesets.cw_to_ff.order_names import NameGiver, named
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
    present = Present.model_validate(present_of(given.brief, given.side))
    return Troops(present, given.brief.ratio.stands_per_sp)


def giver_of(given: Given, taken: Iterable[str] = ()) -> NameGiver:
    """Return the names of this side that are still free."""
    leaders = (leader.name for leader in given.brief.sides[given.side].leaders)
    return NameGiver.of(given.brief, given.side, {*leaders, *taken})


@lru_cache(KEPT)
def site_order(given: Given) -> SiteOrder:
    """Draft the order of battle."""
    troops = troops_of(given)
    draft = draft_order_of_battle.run(dict(troops.present), context=given.house).result
    return SiteOrder(
        named(draft.order, dict(troops.leaders), giver_of(given)), tuple(draft.unmet), tuple(draft.left_out)
    )


@lru_cache(KEPT)
def is_of(given: Given, order: NamedOrder) -> bool:
    """Tell whether an order of battle has exactly this army's strength points and their stands."""
    return is_whole(order, troops_of(given))


@lru_cache(KEPT)
def checked(given: Given, order: NamedOrder) -> OrderCheck:
    """Check an order of battle by every clause of 4A to 4E."""
    asked = {**dict(troops_of(given).present), "order": order.as_checked()}
    return check_order_of_battle.run(asked, context=given.house).result
