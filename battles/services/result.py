"""The result: each side enters and confirms its own half; the umpire may enter either (VG-9)."""

from collections.abc import Sequence

from battles.conduct import CAUSES, ENDS, FATES, Unit, conduct_of
from battles.conduct.base import Json
from battles.models import Battle, BattleState, SideResult
from battles.selectors.reads import (
    CLASS_WORDS,
    SIDES,
    brief_of_battle,
    classes_of,
    find_battle,
    lost_of,
    plans_of,
    side_word,
    units_of,
)
from battles.services.common import open_battle_act, reload, require, require_commander, require_state
from campaign.audiences import PUBLIC
from campaign.errors import Refusal
from campaign.services.record import Act
from campaign.sources import SOURCES
from campaign.visibility import Viewer

MOST_POINTS = 9999
NOT_NOW = "Results are entered once the fighting is over."


def enter_result(
    viewer: Viewer, battle_id: int, *, side: str = "", half: Json, version: int | None = None, key: str | None = None
) -> SideResult:
    """Enter one side's half: stands by unit and cause, leaders, points, how it ended, the promotion chosen."""
    battle = find_battle(viewer, battle_id)
    side = _side(viewer, battle, side)
    with open_battle_act(viewer, battle, "battle.result", payload={"side": side}, version=version, key=key) as act:
        battle = reload(battle)
        require_state(battle, BattleState.RESULT, NOT_NOW)
        settled = check_result(battle, side, half)
        row = _write(act, battle, side, settled)
        act.tell(PUBLIC, f"The {side_word(side)} result at {battle.name} is entered.", kind="battle.result")
    return row


def confirm_result(viewer: Viewer, battle_id: int, *, version: int | None = None, key: str | None = None) -> None:
    """A side confirms its half as it stands."""
    battle = find_battle(viewer, battle_id)
    side = require_commander(viewer, battle)
    with open_battle_act(viewer, battle, "battle.confirmed", payload={"side": side}, version=version, key=key) as act:
        battle = reload(battle)
        require_state(battle, BattleState.RESULT, NOT_NOW)
        row = SideResult.objects.filter(battle=battle, side=side).first()
        if row is None:
            raise Refusal("Your side has entered nothing to confirm.")
        require(not row.confirmed, "Your side has confirmed its result already.")
        row.confirmed = True
        act.save(row)
        act.tell(PUBLIC, f"{side_word(side)} confirms its result at {battle.name}.", kind="battle.confirmed")


def choose_removals(
    viewer: Viewer,
    battle_id: int,
    *,
    side: str = "",
    items: Sequence[str],
    version: int | None = None,
    key: str | None = None,
) -> None:
    """Which strength points leave the map, as many of each class as are lost; only those of the side hear of it."""
    battle = find_battle(viewer, battle_id)
    side = _side(viewer, battle, side)
    with open_battle_act(viewer, battle, "battle.removals", payload={"side": side}, version=version, key=key) as act:
        battle = reload(battle)
        require_state(battle, BattleState.RESULT, NOT_NOW)
        row = SideResult.objects.filter(battle=battle, side=side).first()
        if row is None:
            raise Refusal(f"Enter the {side_word(side)} result first; what leaves the map follows from it.")
        require(not row.confirmed, f"The {side_word(side)} result is confirmed; enter it again to change what leaves.")
        row.body = {**row.body, "removals": check_removals(battle, row, items)}
        act.save(row)
        text = f"What leaves the map after {battle.name} is chosen."
        act.tell(battle.plan_audience(side), text, kind="battle.removals")


def check_removals(battle: Battle, half: SideResult, items: Sequence[str]) -> list[str]:
    """The choice, if it has as many strength points of each class as are lost."""
    lost = lost_of(battle, half.side, plans_of(battle), half)
    require(lost is not None and lost.lost, "No strength point leaves the map; there is nothing to choose.")
    assert lost is not None
    known = classes_of(battle, half.side)
    require(set(items) <= known.keys(), "The choice names a strength point that is not in this army.", field="items")
    for name, words in CLASS_WORDS.items():
        chosen = len({item for item in items if known[item] == name})
        must = lost.lost_by_class[name]
        require(chosen == must, f"{words}: {must} must leave the map, {chosen} chosen.", cites="VG-9A", field=name)
    return list(dict.fromkeys(items))


def _side(viewer: Viewer, battle: Battle, side: str) -> str:
    if viewer.is_umpire:
        require(side in SIDES, "Say which side's half this is.", field="side")
        return side
    return require_commander(viewer, battle)


def _write(act: Act, battle: Battle, side: str, half: Json) -> SideResult:
    row = SideResult.objects.filter(battle=battle, side=side).first()
    shown = {"points": half["points"], "end": half["end"]}
    body = {name: half[name] for name in ("losses", "leaders", "promotion")}
    body["removals"] = row.body["removals"] if row else []
    if row is None:
        row = SideResult(id=SOURCES.new_id(battle.plan_audience(side)), campaign_id=battle.campaign_id, battle=battle)
        row.side, row.shown, row.body = side, shown, body
        return act.create(row)
    row.shown, row.body, row.confirmed = shown, body, False
    act.save(row)
    return row


def check_result(battle: Battle, side: str, half: Json) -> Json:
    """The half in its settled form; no more stands are lost than stood there."""
    units = units_of(battle, side, plans_of(battle))
    losses = half.get("losses") or {}
    known = {unit.id: unit for unit in units}
    require(not losses.keys() - known.keys(), "The result names a unit that is not in this army.", field="losses")
    settled = {unit.id: _check_unit(unit, losses.get(unit.id) or {}) for unit in units}
    require(
        half.get("end") in ENDS, "Say whether this army held, withdrew or was driven off.", cites="VG-9", field="end"
    )
    points = half.get("points")
    require(_whole(points, MOST_POINTS), f"Victory points are a whole number, 0 to {MOST_POINTS}.", field="points")
    return {
        "losses": settled,
        "leaders": _check_leaders(battle, side, half.get("leaders") or {}),
        "promotion": _check_promotion(units, half.get("promotion")),
        "points": points,
        "end": half["end"],
    }


def _check_unit(unit: Unit, losses: Json) -> dict[str, int]:
    field = f"{unit.id}"
    require(not losses.keys() - set(CAUSES), f"{unit.name}: there is no such cause of loss.", field=field)
    counts = {cause: losses.get(cause) or 0 for cause in CAUSES}
    require(
        all(_whole(count, unit.stands) for count in counts.values()) and sum(counts.values()) <= unit.stands,
        f"{unit.name} has {unit.stands} stands; all its losses together are 0 to {unit.stands}.",
        cites="VG-9A",
        field=field,
    )
    return counts


def _check_leaders(battle: Battle, side: str, leaders: Json) -> Json:
    known = {leader.value: leader.label for leader in conduct_of(battle.book).leaders(brief_of_battle(battle), side)}
    require(not leaders.keys() - known.keys(), "The result names a leader who is not in this army.", field="leaders")
    settled = {}
    for leader_id, name in known.items():
        said = leaders.get(leader_id) or {}
        fate, on_table = said.get("fate", "unhurt"), said.get("on_table", True)
        require(fate in FATES, f"{name}: there is no such fate.", field=leader_id)
        require(on_table or fate == "unhurt", f"{name} never came on the table and cannot fall there.", field=leader_id)
        settled[leader_id] = {"fate": fate, "on_table": bool(on_table)}
    return settled


def _check_promotion(units: list[Unit], promotion: object) -> str | None:
    if not promotion:
        return None
    items = {item for unit in units for item, _ in unit.booked}
    require(promotion in items, "The strength point chosen for promotion is not in this army.", field="promotion")
    return str(promotion)


def _whole(value: object, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= most
