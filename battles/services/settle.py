"""Settle a battle: apply its report to the map, reveal the cups, and disclose the secrets."""

from datetime import datetime

from battles.models import Battle, BattleReport, BattleState
from battles.selectors.reads import (
    clocks_of,
    find_battle,
    late_sides,
    plans_of,
    side_results_of,
    site_is_umpire,
    stream_of,
    why_not_settled,
)
from battles.selectors.report import report_of
from battles.services import overdue
from battles.services.common import reload, require_state, require_swept, require_umpire
from battles.services.disclose import disclose
from battles.services.result import NOT_NOW, add_late_ticks
from battles.services.settling import apply_to_map
from battles.services.surrender import ask_both
from campaign.audiences import PUBLIC
from campaign.errors import AlreadyDone, Refusal
from campaign.models import CAMPAIGN_STREAM
from campaign.services import cups
from campaign.services.record import Act, open_act
from campaign.sources import SOURCES
from campaign.visibility import Viewer


def settle(viewer: Viewer, battle_id: int, *, version: int | None = None, key: str | None = None) -> None:
    """Settle confirmed results, for the umpire; after the deadline, each side's own entry counts."""
    require_umpire(viewer)
    battle = find_battle(viewer, battle_id)
    with open_act(viewer, stream=_stream(battle), kind="battle.settled", version=version, key=key) as act:
        _settle(act, reload(battle), now=act.at)


def settle_if_due(battle: Battle, now: datetime) -> None:
    """Settle as the site: both confirmed, or the deadline passed and what each side entered, or didn't, counts.

    Before an army surrenders, both sides are asked (R-115).
    """
    if battle.waits_for_umpire_work or _why_not(battle, now) or ask_both(battle, now):
        return
    with open_act(None, campaign_id=battle.campaign_id, stream=_stream(battle), kind="battle.settled") as act:
        battle = reload(battle)
        if battle.state != BattleState.RESULT:
            raise AlreadyDone
        _settle(act, battle, now=now)


def _stream(battle: Battle) -> str:
    """Return the stream of the report: the campaign's or, for a one-off battle, the battle's, because then the
    campaign has no entry to rewind to."""
    return CAMPAIGN_STREAM if battle.contact_id is not None else stream_of(battle.id)


def _why_not(battle: Battle, now: datetime) -> str:
    return why_not_settled(battle, side_results_of(battle), late=late_sides(clocks_of(battle), now=now))


def _settle(act: Act, battle: Battle, *, now: datetime) -> None:
    require_state(battle, BattleState.RESULT, NOT_NOW)
    require_swept(battle)
    if refusal := _why_not(battle, now):
        raise Refusal(refusal)
    if site_is_umpire(battle):
        overdue.decide_results(act, battle)
    add_late_ticks(act, battle)
    report = report_of(battle, plans_of(battle), side_results_of(battle))
    row = BattleReport(id=SOURCES.new_id(PUBLIC), campaign_id=battle.campaign_id, battle=battle, body=report.to_json())
    act.create(row)
    if battle.contact_id is not None:
        apply_to_map(act, battle, report)
    battle.state, battle.since = BattleState.APPLIED, act.at
    battle.step += 1
    act.save(battle)
    cups.reveal(battle.cups)
    words = f"The report of {battle.name} was applied, and its cups were revealed."
    act.tell(PUBLIC, words, kind="battle.settled", about=stream_of(battle.id))
    disclose(act, battle)
