"""The act of a battle in a box."""

from battles.forms.box import PrintForm
from battles.selectors.box import box_page
from battles.services.box import order_print
from campaign.actions.base import Action, address
from campaign.visibility import Viewer


def _to_box(viewer: Viewer, done: object, battle_id: int) -> str:
    return address(viewer, "battles:box", battle_id)


@Action(PrintForm, offer=box_page, template="battles/box.html", to=_to_box)
def print_box(viewer: Viewer, form: PrintForm, battle_id: int) -> None:
    """Print your side's battle in a box, from its seal on; the umpire prints both sides'."""
    order_print(viewer, battle_id, paper=form.cleaned_data["paper"], key=form.action()["key"])
