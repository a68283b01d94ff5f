"""The demo's finished game: Shiloh, played to its end and published by everyone who held a seat."""

from collections.abc import Mapping, Sequence

from battles.conduct.base import Chosen, ChosenPlan, EnteredResult, Unit
from battles.models import Battle, BattleState
from battles.selectors.reads import (
    SIDES,
    brief_of_battle,
    conduct,
    excess_choices_of,
    never_arrived,
    plans_of,
    secret_results_of,
    units_of,
)
from battles.services import day, opening, plans, result, settle
from battles.services.agreed_game import agree_and_fight
from campaign import visibility
from campaign.models import Role, Seat, SideCode
from campaign.services import decisions, publishing
from campaign.services.sweep import sweep
from campaign.visibility import Viewer
from rulesets.core.report import End, StandsLost

LAST_TURN = 12
MARCHES = {SideCode.UNION: ("right", "Sherman"), SideCode.CONFEDERATE: ("left", "Breckinridge")}
RESULTS = {SideCode.UNION: (End.HELD, 38), SideCode.CONFEDERATE: (End.WITHDREW, 41)}


def play_to_the_end(campaign_id: int) -> None:
    """Fight the waiting contact, close the campaign, and let everyone agree to publish it."""
    battle_id = agree_and_fight(campaign_id).pk
    for side in SIDES:
        plans.seal(_commander(campaign_id, side), battle_id, plan=_flank_march(battle_id, side))
    opening.prepare_battle(_umpire(campaign_id), battle_id)
    sweep(campaign_id)
    opening.open_battle(_umpire(campaign_id), battle_id)
    sweep(campaign_id)
    while _battle(battle_id).state == BattleState.DAY:
        if _battle(battle_id).turn < LAST_TURN:
            _both_ask(campaign_id, battle_id)
        else:
            _withdraw(_commander(campaign_id, SideCode.CONFEDERATE), battle_id)
    for side in SIDES:
        _enter(_commander(campaign_id, side), battle_id)
    settle.settle(_umpire(campaign_id), battle_id)
    sweep(campaign_id)
    decisions.decide(_umpire(campaign_id), kind="campaign.closed")
    for seat in Seat.objects.filter(campaign_id=campaign_id, user__isnull=False):
        publishing.agree(user_id=seat.user_id or 0, campaign_id=campaign_id)


def _battle(battle_id: int) -> Battle:
    return Battle.objects.get(id=battle_id)


def _flank_march(battle_id: int, side: str) -> ChosenPlan:
    """Return a plan that sends a leader around a flank with all that is under them."""
    edge, name = MARCHES[SideCode(side)]
    battle = _battle(battle_id)
    choices = conduct(battle).planning.choices(brief_of_battle(battle), side)
    leader = next(each for each in choices.leaders if each.label.startswith(name))
    return {edge: Chosen(leader.value, leader.units)}


def _both_ask(campaign_id: int, battle_id: int) -> None:
    for side in SIDES:
        day.request_step(_commander(campaign_id, side), battle_id, asks_for="on", turn=_battle(battle_id).turn)
    sweep(campaign_id)


def _withdraw(viewer: Viewer, battle_id: int) -> None:
    turn = _battle(battle_id).turn
    day.request_step(viewer, battle_id, asks_for="end", turn=turn, leaves=viewer.side)
    sweep(viewer.campaign_id)


def _enter(viewer: Viewer, battle_id: int) -> None:
    """Enter and confirm a side's result: its losses fall on its largest units."""
    battle = _battle(battle_id)
    end, killed = RESULTS[SideCode(viewer.side)]
    plans = plans_of(battle)
    units = units_of(battle, viewer.side, plans)
    absent = never_arrived(battle, viewer.side, units, secret_results_of(battle), excess_choices_of(plans))
    result.enter_result(viewer, battle_id, entered=EnteredResult(end, losses=_losses(units, absent, killed)))
    result.confirm_result(viewer, battle_id)


def _losses(units: Sequence[Unit], absent: Mapping[str, int], killed: int) -> dict[str, StandsLost]:
    losses = {unit.id: StandsLost(never_arrived=absent.get(unit.id, 0)) for unit in units}
    for unit in sorted((unit for unit in units if unit.id not in absent), key=lambda unit: (-unit.stands, unit.id)):
        lost = min(unit.stands // 2, killed)
        losses[unit.id] = StandsLost(killed=lost)
        killed -= lost
    return losses


def _umpire(campaign_id: int) -> Viewer:
    return _holder(Seat.objects.get(campaign_id=campaign_id, role=Role.UMPIRE))


def _commander(campaign_id: int, side: str) -> Viewer:
    return _holder(Seat.objects.get(campaign_id=campaign_id, side=side, scope=""))


def _holder(seat: Seat) -> Viewer:
    return visibility.enter(seat.user_id or 0, seat.campaign_id)
