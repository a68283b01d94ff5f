"""The act of ticking losses at the table."""

from battles.forms.ticks import TickForm
from battles.selectors.losses import side_to_tick
from battles.selectors.losses_page import LossesPage, losses_page
from battles.selectors.reads import find_battle
from battles.services import ticks
from campaign.actions.base import Action, address
from campaign.visibility import Viewer


def _side(viewer: Viewer, battle_id: int, side: str) -> str:
    """Return the side, and answer 404 to others. The page reads its losses itself, since ticks come often."""
    return side_to_tick(viewer, find_battle(viewer, battle_id), side.upper())


def _losses_of(viewer: Viewer, offer: str, battle_id: int, side: str) -> LossesPage:
    return losses_page(viewer, battle_id, offer)


def _to_losses(viewer: Viewer, done: object, battle_id: int, side: str) -> str:
    return address(viewer, "battles:side-losses", battle_id, side)


@Action(TickForm, offer=_side, page=_losses_of, template="battles/losses.html", to=_to_losses)
def tick_loss(viewer: Viewer, form: TickForm, battle_id: int, side: str) -> None:
    """Tick a loss of your side as it happens, or take one back: a stand, a battery, a unit that left, a leader."""
    ticks.tick(viewer, battle_id, side=form.offer, **form.tick())
