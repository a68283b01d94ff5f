"""What a battle's Report does to the map: the one service that works it out and applies it (VG-8C, 9A, 9B).

Both take Brief and Report as JSON and look at nothing else, so that the result page can show the dry run.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from campaign.audiences import PUBLIC, side_audience
from campaign.ids import hex_id, read_id
from campaign.models import SideCode
from campaign.selectors.procedures import run, trace_of
from campaign.services.record import Act
from war.models import Force, Leader, Sighting, StrengthPoint

Json = dict[str, Any]
CRACK, OTHER = "crack", "other"
CLASSES = (CRACK, OTHER)


@dataclass(frozen=True)
class SideAftermath:
    """What follows for one side: strength points lost and carry by class, and whether it is demoralized.

    `removals` are the items that go, by class: those that the owner gives up first, then those with the least history.
    """

    side: str
    lost: int
    lost_by_class: Mapping[str, int]
    removals: Mapping[str, tuple[str, ...]]
    carry_by_class: Mapping[str, str]
    demoralized: bool
    demoralized_words: str
    trace: tuple[Json, ...]


def work_out(brief: Json, report: Json) -> dict[str, SideAftermath]:
    return {side: work_out_side(brief, report, side) for side in sorted(report["sides"])}


def work_out_side(brief: Json, report: Json, side: str) -> SideAftermath:
    """One side's half, from its own army and its own half of the Report alone."""
    army, half = brief["sides"][side], report["sides"][side]
    inputs, house = {name: _class_lost(army, half, name) for name in CLASSES}, brief.get("house")
    losses = run(
        "cw_to_ff.losses_to_strength", {**inputs, "stands_per_sp": brief["ratio"]["stands_per_sp"]}, house=house
    )
    after = {"lost_sp": losses.result.lost_sp, "end": half["end"], "in_supply": army["in_supply"]}
    morale = run("cw_to_ff.demoralization", after, house=house)
    left, order = {name: getattr(losses.result, name) for name in CLASSES}, _order_of_leaving(brief, half, side)
    return SideAftermath(
        side=side,
        lost=losses.result.lost_sp,
        lost_by_class={name: left[name].lost_sp for name in CLASSES},
        removals={name: tuple(order[name][: left[name].lost_sp]) for name in CLASSES},
        carry_by_class={name: str(left[name].carry) for name in CLASSES},
        demoralized=bool(morale.result.demoralized),
        demoralized_words=_morale_words(morale.result),
        trace=(*trace_of(losses), *trace_of(morale)),
    )


def _morale_words(morale: Any) -> str:
    """By 8C and 9B; the chance of 9C is not thrown here."""
    if morale.demoralized:
        return f"Demoralized: {morale.why}. {morale.cites}"
    return f"Not demoralized by its losses: {morale.why}. VG-9B"


def stands_of(brief: Json, side: str) -> dict[str, int]:
    """Stands of each strength-point item on the table, by the ratio agreed on (VG-4A)."""
    named = ("id", "arm", "quality", "size", "carried_loss")
    items = [{name: item[name] for name in named} for item in brief["sides"][side]["strength"]]
    army = run("cw_to_ff.convert_strength", {"items": items, **brief["ratio"]}, house=brief.get("house")).result
    return {item.id: item.stands for item in army.items}


def class_of(quality: str) -> str:
    """Crack is prorated by itself, green and veteran together (VG-9A)."""
    return CRACK if quality == CRACK else OTHER


def _order_of_leaving(brief: Json, half: Json, side: str) -> dict[str, list[str]]:
    """The items of each class as they would go: the owner's choice, then the least history with this battle in it."""
    stands, first = stands_of(brief, side), {item: place for place, item in enumerate(half.get("removals", ()))}

    def place(item: Json) -> tuple[int, int, str]:
        came = came_on_table(stands, half, item["id"])
        return first.get(item["id"], len(first)), item["battles"] + came, item["id"]

    items = sorted(brief["sides"][side]["strength"], key=place)
    return {name: [item["id"] for item in items if class_of(item["quality"]) == name] for name in CLASSES}


def came_on_table(stands: Mapping[str, int], half: Json, item_id: str) -> bool:
    """Whether any stand of an item stood on the table."""
    never: int = half["items"].get(item_id, {}).get("never_arrived", 0)
    return stands[item_id] > never


def _class_lost(army: Json, half: Json, name: str) -> Json:
    items = [item for item in army["strength"] if class_of(item["quality"]) == name]
    lost = [half["items"].get(item["id"], {}) for item in items]
    return {
        "brought_sp": sum(item["size"] for item in items),
        "stands_lost": sum(each.get("killed", 0) + each.get("captured", 0) for each in lost),
        "carry": str(sum((Fraction(item["carried_loss"]) for item in items), Fraction(0))),
    }


def apply(act: Act, worked: Mapping[str, SideAftermath], *, brief: Json, report: Json, about: str) -> None:
    """Take the strength points off the map, keep the carry, mark who is demoralized, and tell each side its own."""
    for side, after in sorted(worked.items()):
        points = _points(brief, side)
        _add_history(points, report["sides"][side], stands_of(brief, side))
        for name in CLASSES:
            _lose(points, name, after)
        for point in points:
            act.save(point)
        _mark_forces(act, brief, after)
        _show_leaders(act, brief, report, side)
        _tell(act, brief, after, about)


def _points(brief: Json, side: str) -> list[StrengthPoint]:
    ids = [read_id(item["id"]) or 0 for item in brief["sides"][side]["strength"]]
    found = StrengthPoint.objects.in_bulk(ids)
    return [found[point_id] for point_id in ids]


def _add_history(points: Sequence[StrengthPoint], half: Json, stands: Mapping[str, int]) -> None:
    """Whoever had a stand on the table has been in one battle more."""
    for point in points:
        point.battles += came_on_table(stands, half, hex_id(point.id))


def _lose(points: Sequence[StrengthPoint], name: str, after: SideAftermath) -> None:
    """Those go that are removals; the carry stays with the survivor who has the longest history."""
    of_class = [point for point in points if class_of(point.quality) == name]
    for point in of_class:
        point.lost = point.lost or hex_id(point.id) in after.removals[name]
        point.carry = "0"
    staying = [point for point in of_class if not point.lost]
    if staying:
        max(staying, key=lambda point: (point.battles, point.id)).carry = after.carry_by_class[name]


def _mark_forces(act: Act, brief: Json, after: SideAftermath) -> None:
    forces = Force.objects.filter(campaign_id=act.campaign_id, side=after.side, hex=brief["hex"]).order_by("id")
    for force in forces:
        force.demoralized = force.demoralized or after.demoralized
        act.save(force)


def _show_leaders(act: Act, brief: Json, report: Json, side: str) -> None:
    """Leaders who stood on the table are known to the other side, and believed where they were seen."""
    said = report["sides"][side]["leaders"]
    seen = [read_id(leader) or 0 for leader, one in said.items() if one["on_table"] and one["fate"] != "killed"]
    names = Leader.objects.filter(id__in=seen).order_by("-stars", "seniority").values_list("name", flat=True)
    beliefs = Sighting.objects.filter(campaign_id=act.campaign_id, hex=brief["hex"]).exclude(side=side)
    for belief in beliefs:
        belief.leaders = list(names)
        act.save(belief)


def _tell(act: Act, brief: Json, after: SideAftermath, about: str) -> None:
    side, name = SideCode(after.side).label, brief["name"]
    lost = f"{after.lost} strength point{'' if after.lost == 1 else 's'} lost"
    text = f"{name}: {lost}. {after.demoralized_words}"
    act.tell(side_audience(after.side), text, kind="map.losses", about=about, trace=after.trace)
    state = "is demoralized" if after.demoralized else "is not demoralized by its losses"
    act.tell(PUBLIC, f"The {side} army {state} after {name}.", kind="map.losses", about=about)
