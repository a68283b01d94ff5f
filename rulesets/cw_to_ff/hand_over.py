"""To the table and back: an army's stands (VG-4A), and the effects of a report (VG-9; the rest is in settling.py)."""

from collections.abc import Mapping
from fractions import Fraction

from rulesets.core.brief import Brief, BriefItem, BriefSide, Ratio
from rulesets.core.context import BY_THE_BOOK, Context
from rulesets.core.dice import Dice
from rulesets.core.hand_over import Seasoned, SideAftermath, Verdict
from rulesets.core.report import NO_LOSS, ReportSide
from rulesets.cw_to_ff import promotions, settling
from rulesets.cw_to_ff.losses import losses_to_strength
from rulesets.cw_to_ff.state import Quality
from rulesets.cw_to_ff.strength import Stands, convert_strength

CRACK, OTHER = "crack", "other"
CLASSES: Mapping[str, str] = {CRACK: "Crack", OTHER: "Green and veteran"}
promotion_enters, promotion_drawn = promotions.promotion_enters, promotions.promotion_drawn
rolls, verdict, leader_after = settling.rolls, settling.verdict, settling.leader_after


def on_table(brief: Brief, side: str, house: Context = BY_THE_BOOK) -> Stands:
    """Return an army's stands and batteries, by the ratio agreed on (VG-4A)."""
    return army_on_table(brief.sides[side], brief.ratio, house)


def army_on_table(army: BriefSide, ratio: Ratio, house: Context = BY_THE_BOOK) -> Stands:
    """Return an army's stands and batteries at a ratio."""
    named = ("id", "arm", "quality", "size", "carried_loss")
    given = {
        "items": [{name: getattr(item, name) for name in named} for item in army.strength],
        "stands_per_sp": ratio.stands_per_sp,
        "batteries_per_sp": ratio.batteries_per_sp,
    }
    return convert_strength.run(given, context=house).result


def stands_of(brief: Brief, side: str, house: Context = BY_THE_BOOK) -> dict[str, int]:
    """Return the stands of each item on the table."""
    return {item.id: item.stands for item in on_table(brief, side, house).items}


def present_of(brief: Brief, side: str) -> dict[str, object]:
    """Return one army as the input of the order of battle's procedures (VG-4)."""
    army = brief.sides[side]
    named = ("id", "arm", "quality", "size", "under", "carried_loss")
    return {
        "items": [{name: getattr(item, name) for name in named} for item in army.strength],
        "leaders": _counters(army),
        "stands_per_sp": brief.ratio.stands_per_sp,
        "batteries_per_sp": brief.ratio.batteries_per_sp,
    }


def _counters(army: BriefSide) -> list[dict[str, object]]:
    return [
        {"id": each.id, "name": each.name, "stars": each.rank_stars}
        | {n: getattr(each, n) for n in ("seniority", "cavalry")}
        for each in army.leaders
    ]


def classes() -> Mapping[str, str]:
    """Return the classes in which losses are prorated, and what people call them."""
    return CLASSES


def class_of(item: BriefItem) -> str:
    """Return the class in which losses are prorated: crack by itself, green and veteran together (VG-9A)."""
    return CRACK if item.quality == Quality.CRACK else OTHER


def work_out_side(
    brief: Brief,
    side: str,
    said: ReportSide,
    house: Context = BY_THE_BOOK,
    *,
    verdict: Verdict | None = None,
    dice: Dice | None = None,
) -> SideAftermath:
    """Work out one side's aftermath from its army, its part of the report, and who won; without dice, dry."""
    army = brief.sides[side]
    stands = stands_of(brief, side, house)
    lost = {name: _class_lost(army, said, stands, name) for name in CLASSES}
    losses = losses_to_strength.run({**lost, "stands_per_sp": brief.ratio.stands_per_sp}, context=house)
    left = {CRACK: losses.result.crack, OTHER: losses.result.other}
    fought = _fought(stands, said)
    order = _order_of_leaving(army, said, fought)
    removals = {name: order[name][: left[name].lost_sp] for name in CLASSES}
    gone = frozenset(item for items in removals.values() for item in items)
    won = verdict is not None and verdict.winner == side
    quality = settling.seasoned(army, fought=fought, gone=gone, won=won, promote=said.promotion or "", house=house)
    destroyed = losses.result.lost_sp == army.total_sp
    led = settling.leaders(brief, side, said, destroyed=destroyed, house=house, dice=dice)
    return SideAftermath(
        side=side,
        lost_by_class={name: left[name].lost_sp for name in CLASSES},
        carry_by_class={name: left[name].carry for name in CLASSES},
        removals=removals,
        keepers={name: _keepers(army, order[name][left[name].lost_sp :], fought, quality.promoted) for name in CLASSES},
        fought=fought,
        morale=settling.morale(brief, side, said, losses.result.lost_sp, house, dice),
        steps=losses.steps,
        qualities=quality.qualities,
        candidates=quality.candidates,
        promoted=quality.promoted,
        quality_steps=quality.steps,
        leaders=led.after,
        leader_steps=led.steps,
    )


def seasoned(
    army: BriefSide, *, won: bool, gone: frozenset[str], promote: str, house: Context = BY_THE_BOOK
) -> Seasoned:
    """Return the qualities of the survivors after strategic combat, in which all fought, and who is promoted."""
    fought = frozenset(item.id for item in army.strength)
    return settling.seasoned(army, fought=fought, gone=gone, won=won, promote=promote, house=house)


def _class_lost(army: BriefSide, said: ReportSide, stands: Mapping[str, int], name: str) -> dict[str, object]:
    items = [item for item in army.strength if class_of(item) == name]
    return {
        "brought_sp": sum(item.size for item in items),
        "stands_lost": sum(said.items.get(item.id, NO_LOSS).for_good for item in items),
        "stands_brought": sum(stands[item.id] for item in items),
        "carry": sum((item.carried_loss for item in items), Fraction(0)),
    }


def _fought(stands: Mapping[str, int], said: ReportSide) -> frozenset[str]:
    """Return the items of which any stand stood on the table."""
    return frozenset(item for item, count in stands.items() if count > said.items.get(item, NO_LOSS).never_arrived)


def _order_of_leaving(army: BriefSide, said: ReportSide, fought: frozenset[str]) -> dict[str, tuple[str, ...]]:
    """Rank the items of each class: the owner's choice, then those that fought, then the least history."""
    first = {item: place for place, item in enumerate(said.removals)}

    def place(item: BriefItem) -> tuple[int, bool, int, str]:
        return first.get(item.id, len(first)), item.id not in fought, item.battles, item.id

    items = sorted(army.strength, key=place)
    return {name: tuple(item.id for item in items if class_of(item) == name) for name in CLASSES}


def _keepers(army: BriefSide, staying: tuple[str, ...], fought: frozenset[str], promoted: str) -> tuple[str, ...]:
    """Rank those who stay by history; one who is promoted leaves the class's carryover to the others."""
    left = (item for item in army.strength if item.id in staying)
    ranked = sorted(left, key=lambda item: (item.id != promoted, _history(item, fought), item.id), reverse=True)
    return tuple(item.id for item in ranked)


def _history(item: BriefItem, fought: frozenset[str]) -> int:
    return item.battles + (item.id in fought)
