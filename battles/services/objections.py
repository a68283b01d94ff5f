"""Object to losses of the enemy's result that your side saw, and rule on them as the umpire (VG-9)."""

from collections.abc import Mapping

from django.http import Http404

from battles.models import Battle, BattleState, LossRuling, Objection, SideResult
from battles.selectors.objections import (
    SeenRow,
    find_row,
    losses_entered,
    said_in_short,
    seen_rows,
)
from battles.selectors.reads import SIDES, find_battle, other_side, plans_of, side_results_of, side_word
from battles.services.common import open_battle_act, reload, require, require_commander, require_state, require_umpire
from battles.services.result import NOT_NOW, set_losses
from campaign.audiences import PUBLIC
from campaign.services.record import Act
from campaign.sources import SOURCES
from campaign.visibility import Viewer
from rulesets.core.carries import carries
from rulesets.core.plain import as_json
from rulesets.core.report import NO_LOSS, StandsLost
from rulesets.core.words import listed, many

OBJECTED, RULED = "battle.objected", "battle.ruled"
LONGEST_REASON = 200
Figures = Mapping[str, StandsLost]


@carries("VG-9")
def object_to_losses(
    viewer: Viewer,
    battle_id: int,
    *,
    side: str,
    figures: Figures,
    version: int | None = None,
    key: str | None = None,
) -> None:
    """Give your side's own figures for rows of the enemy's result that it saw; a row left out has none any more.

    Both armies and the umpire learn of it. The owner's figure stands unless the umpire rules.
    """
    battle = find_battle(viewer, battle_id)
    if side not in SIDES or require_commander(viewer, battle) != other_side(side):
        raise Http404
    with open_battle_act(viewer, battle, OBJECTED, payload={"side": side}, version=version, key=key) as act:
        battle = reload(battle)
        require_state(battle, BattleState.RESULT, NOT_NOW)
        rows = {row.key: row for row in seen_rows(battle, side, plans_of(battle))}
        for at, lost in figures.items():
            require(at in rows, "Choose a unit that your side saw.", field=at)
            _check_stands(rows[at], lost, at)
        entered = side_results_of(battle).get(side)
        differ = {at: lost for at, lost in figures.items() if _differs(rows[at], lost, entered)}
        before = _write(act, battle, viewer.side, differ)
        _tell(act, battle, side, rows, differ, before)


def _check_stands(row: SeenRow, lost: StandsLost, field: str) -> None:
    require(not lost.never_arrived, f"{row.name} was seen, so it has come: leave out n.", field=field)
    has = f"{row.name} came with {many(row.stands, 'stand')}"
    fits = sum(lost.by_cause.values()) <= row.stands
    require(fits, f"{has}, so its losses must total 0 to {row.stands}.", cites="VG-9A", field=field)


def _differs(row: SeenRow, lost: StandsLost, entered: SideResult | None) -> bool:
    return entered is None or losses_entered(entered).get(row.unit, NO_LOSS) != lost


def _write(act: Act, battle: Battle, side: str, figures: Figures) -> Figures:
    """Keep a side's figures in place of its earlier ones, and return those."""
    row = Objection.objects.filter(battle=battle, side=side).first()
    before = {at: StandsLost(**lost) for at, lost in row.figures.items()} if row else {}
    require(figures or before, "Enter a figure of your own for at least one unit.")
    if row is None:
        row = Objection(id=SOURCES.new_id(battle.plan_audience(side)), campaign_id=battle.campaign_id, battle=battle)
        row.side, row.figures = side, as_json(figures)
        act.create(row)
    elif figures:
        row.figures = as_json(figures)
        act.save(row)
    else:
        act.delete(row)
    return before


def _tell(act: Act, battle: Battle, side: str, rows: Mapping[str, SeenRow], figures: Figures, before: Figures) -> None:
    """Tell both armies what was objected, in the order of the units' names; the umpire reads both."""
    new = sorted((rows[at].name, said_in_short(lost)) for at, lost in figures.items() if before.get(at) != lost)
    gone = sorted(rows[at].name for at in before if at in rows and at not in figures)
    parts = [f"{name} lost {said}" for name, said in new]
    parts += [f"no figures for {listed(gone)} any more"] if gone else []
    who, whose, what = side_word(other_side(side)), side_word(side), "; ".join(parts) or "the same as before"
    texts = {
        side: f"{who} objected to the {whose} result: {what}. VG-9",
        other_side(side): f"{who} gave its own figures for the {whose} result: {what}. VG-9",
    }
    for each in SIDES:
        act.tell(battle.plan_audience(each), texts[each], kind=OBJECTED)


@carries("VG-9")
def rule_on_losses(
    viewer: Viewer,
    battle_id: int,
    *,
    side: str,
    row: str,
    losses: StandsLost,
    reason: str,
    version: int | None = None,
    key: str | None = None,
) -> None:
    """Set the losses of a unit that both sides saw, with a reason. Only the umpire can; everyone who saw it learns."""
    require_umpire(viewer)
    battle = find_battle(viewer, battle_id)
    if side not in SIDES:
        raise Http404
    seen = find_row(battle, side, plans_of(battle), row)
    with open_battle_act(viewer, battle, RULED, payload={"side": side}, version=version, key=key) as act:
        battle = reload(battle)
        require_state(battle, BattleState.RESULT, NOT_NOW)
        result = SideResult.objects.filter(battle=battle, side=side).first()
        require(result is not None, f"Enter the {side_word(side)} result first.")
        assert result is not None
        require(reason, "Enter a reason.", field="reason")
        require(len(reason) <= LONGEST_REASON, f"Enter at most {LONGEST_REASON} characters.", field="reason")
        _check_stands(seen, losses, "losses")
        _rule(act, battle, side, seen, losses, reason)
        set_losses(act, result, seen.unit, losses)
        said = said_in_short(losses)
        act.tell(PUBLIC, f"The umpire ruled that {seen.name} ({side_word(side)}) lost {said}: {reason}", kind=RULED)


def _rule(act: Act, battle: Battle, side: str, seen: SeenRow, losses: StandsLost, reason: str) -> None:
    ruling = LossRuling.objects.filter(battle=battle, side=side, unit=seen.key).first()
    is_new = ruling is None
    ruling = ruling or LossRuling(id=SOURCES.new_id(PUBLIC), campaign_id=battle.campaign_id, battle=battle, side=side)
    ruling.unit, ruling.name, ruling.losses, ruling.reason = seen.key, seen.name, as_json(losses), reason
    if is_new:
        act.create(ruling)
    else:
        act.save(ruling)
