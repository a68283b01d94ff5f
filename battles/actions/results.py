"""Acts on results: enter, object, rule, remove losses, confirm, settle."""

from battles.actions import to_battle
from battles.forms.battle import EntropyForm, RemovalsForm
from battles.forms.result import ObjectionForm, RulingForm, SideResultForm
from battles.selectors.forms import RemovalsPage, removals_page
from battles.selectors.objections import ObjectionPage, RulingPage, objection_page, ruling_page
from battles.selectors.reads import SHOWN, find_battle, side_results_of
from battles.selectors.result_form import SideResultPage, side_result_page
from battles.services import objections
from battles.services import result as results
from battles.services import settle as settling
from campaign.actions.base import Action, address
from campaign.visibility import Viewer


def _result_of(viewer: Viewer, battle_id: int, side: str) -> SideResultPage:
    return side_result_page(viewer, battle_id, side.upper())


def _to_next(viewer: Viewer, done: object, battle_id: int, side: str) -> str:
    """Lead the umpire on to a result that is still missing, and everyone else to the battle."""
    if viewer.is_umpire and len(side_results_of(find_battle(viewer, battle_id))) < len(SHOWN):
        return address(viewer, "battles:result", battle_id)
    return to_battle(viewer, done, battle_id)


@Action(SideResultForm, offer=_result_of, to=_to_next)
def enter_result(viewer: Viewer, form: SideResultForm, battle_id: int, side: str) -> None:
    """Enter your side's result."""
    results.enter_result(viewer, battle_id, side=form.offer.side, entered=form.entered(), **form.action())


def _enemy_of(viewer: Viewer, battle_id: int, side: str) -> ObjectionPage:
    return objection_page(viewer, battle_id, side.upper())


def _to_result(viewer: Viewer, done: object, battle_id: int, **_: object) -> str:
    return address(viewer, "battles:result", battle_id)


@Action(ObjectionForm, offer=_enemy_of, to=_to_result)
def object_to_losses(viewer: Viewer, form: ObjectionForm, battle_id: int, side: str) -> None:
    """Give your own figures for losses of the enemy that you saw. Its figure stands unless the umpire rules."""
    objections.object_to_losses(viewer, battle_id, side=form.offer.side, figures=form.figures(), **form.action())


def _ruling_of(viewer: Viewer, battle_id: int, side: str, row: str) -> RulingPage:
    return ruling_page(viewer, battle_id, side.upper(), row)


@Action(RulingForm, offer=_ruling_of, template="battles/rule_on_losses.html", to=_to_result)
def rule_on_losses(viewer: Viewer, form: RulingForm, battle_id: int, side: str, row: str) -> None:
    """Set the losses of a unit that both sides saw, with a reason. Only the umpire can."""
    objections.rule_on_losses(viewer, battle_id, side=form.offer.side, row=row, **form.ruling())


def _removals_of(viewer: Viewer, battle_id: int, side: str) -> RemovalsPage:
    return removals_page(viewer, battle_id, side.upper())


@Action(RemovalsForm, offer=_removals_of, template="battles/removals.html", to=to_battle)
def choose_removals(viewer: Viewer, form: RemovalsForm, battle_id: int, side: str) -> None:
    """Choose the strength points to remove from the map: in each class, as many as your result lost."""
    results.choose_removals(viewer, battle_id, side=form.offer.side, items=form.items(), **form.action())


@Action(EntropyForm, to=to_battle)
def confirm_result(viewer: Viewer, form: EntropyForm, battle_id: int) -> None:
    """Confirm your side's result."""
    results.confirm_result(viewer, battle_id, **form.action())


@Action(EntropyForm, to=to_battle)
def settle_battle(viewer: Viewer, form: EntropyForm, battle_id: int) -> None:
    """Settle the battle: its report changes the map."""
    settling.settle(viewer, battle_id, **form.action())
